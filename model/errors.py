"""The errors the model raises: one root, so that one `except` is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from model.reasons import Reason

__all__ = (
    "ABSENT",
    "ConfigError",
    "DomainError",
    "PresetError",
    "QueryError",
    "RooflineError",
    "refused",
    "shown",
)


class _Absent:
    """A value that is not there."""

    def __str__(self) -> str:
        return "nothing"


ABSENT = _Absent()
"""Stands in an error for a value that is missing."""


class RooflineError(ValueError):
    """Root of everything this package raises on bad input."""


class DomainError(RooflineError):
    """A value outside what the physics or the formula allows.

    Parameters
    ----------
    argument : str
        Name of the argument, as the caller writes it.
    reason : Reason
        The constraint; `expected` is its English.
    value : object
        What was given.
    related : iterable of str
        Other arguments that take part in the constraint, most likely culprit first.
    """

    def __init__(
        self, argument: str, reason: Reason, value: object, related: Iterable[str] = ()
    ) -> None:
        self.reason, self.expected = reason, str(reason)
        super().__init__(f"{argument}: expected {self.expected}, got {shown(value)}")
        self.argument = argument
        self.value = value
        self.related = tuple(related)


class QueryError(RooflineError):
    """One key of a query that can't be used; `key`, `reason` and `value` say why."""

    def __init__(self, key: str, reason: Reason, value: object) -> None:
        self.reason, self.expected = reason, str(reason)
        super().__init__(f"{key}: expected {self.expected}, got {shown(value)}")
        self.key = key
        self.value = value


class ConfigError(RooflineError):
    """Every problem found in a config.json: one `QueryError` for each field."""

    def __init__(self, problems: Iterable[QueryError]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(map(str, self.problems)))


class PresetError(RooflineError):
    """Every problem found in preset files, each naming file and key."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def shown(value: Any) -> str:
    """Write a refused value, not too long; text in quotes.

    Examples
    --------
    >>> shown("zero"), shown(-1)
    ("'zero'", '-1')
    """
    if getattr(value, "shape", ()):
        return f"an array of {value.dtype}, shape {value.shape}"
    try:
        text = repr(value) if isinstance(value, str) else str(value)
    except ValueError:  # Python refuses to write an int of more than 4,300 digits
        text = f"an {type(value).__name__} too long to write"
    return text if len(text) <= 80 else f"{text[:77]}…"


def refused(argument: str, expected: str, value: object) -> RooflineError:
    """Make the error of a value in a preset file: its author reads it, in English.

    Examples
    --------
    >>> refused("page", "2 or 10", 3)
    RooflineError('page: expected 2 or 10, got 3')
    """
    return RooflineError(f"{argument}: expected {expected}, got {shown(value)}")
