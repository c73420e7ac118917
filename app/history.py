"""Undo, redo and reset of a value that is replaced and never changed."""

from __future__ import annotations

from typing import Generic, TypeVar

__all__ = ("History",)

_T = TypeVar("_T")
_LONGEST = 200


class History(Generic[_T]):
    """What a value was before, and what was undone.

    Parameters
    ----------
    author : T
        The value that the page was opened with, which Reset returns to first.
    default : T
        The value that Reset returns to from there.
    """

    def __init__(self, author: _T, default: _T) -> None:
        self._author, self._default = author, default
        self._before: list[_T] = []
        self._after: list[_T] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone step."""
        return bool(self._after)

    def record(self, present: _T) -> None:
        """Remember the value before a new step."""
        self._before = [*self._before, present][-_LONGEST:]
        self._after = []

    def undo(self, present: _T) -> _T:
        """Return the value before the last step; `present` if there is none."""
        if not self._before:
            return present
        self._after.append(present)
        return self._before.pop()

    def redo(self, present: _T) -> _T:
        """Return the value after the step last undone; `present` if there is none."""
        if not self._after:
            return present
        self._before.append(present)
        return self._after.pop()

    def reset(self, present: _T) -> _T:
        """Return the author's value, and from there the default."""
        return self._default if present == self._author else self._author
