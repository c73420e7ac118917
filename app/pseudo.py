"""Texts that no language has, to check that the layout holds with those that one may have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ("disguised",)

_PLACEHOLDER = re.compile(r"(\{[^}]*\})")
_LETTER = re.compile(r"[^\W\d_]")
_RIGHT_TO_LEFT, _END = "\u202e", "\u202c"
# Not said to a reader: names of languages, and what joins texts.
_KEPT = ("language", "punctuation")


def disguised(table: dict[str, Any], kind: str) -> dict[str, Any]:
    """Replace every text of a table, keeping its placeholders.

    Parameters
    ----------
    table : dict
        Texts, or lists or tables of texts, by section.
    kind : str
        ``long`` has words of twice the length, ``double`` says every text twice, ``rtl`` writes
        from right to left, and with ``X`` whatever is not an X did not come from the table.
    """
    change = _KINDS[kind]
    changed = {
        section: texts if section in _KEPT else _each(change, texts)
        for section, texts in table.items()
    }
    if kind == "rtl" and "language" in table:
        changed["language"] = {**table["language"], "direction": "rtl"}
    return changed


def _each(change: Callable[[str], str], texts: Any) -> Any:
    if isinstance(texts, dict):
        return {key: _each(change, text) for key, text in texts.items()}
    if isinstance(texts, list):
        return [_each(change, text) for text in texts]
    return change(texts)


def _around_placeholders(change: Callable[[str], str]) -> Callable[[str], str]:
    def changed(text: str) -> str:
        parts = _PLACEHOLDER.split(text)
        return "".join(part if i % 2 or not part else change(part) for i, part in enumerate(parts))

    return changed


_KINDS: dict[str, Callable[[str], str]] = {
    "long": _around_placeholders(lambda text: _LETTER.sub(r"\g<0>\g<0>", text)),
    "double": lambda text: f"{text} {text}",
    "rtl": _around_placeholders(lambda text: f"{_RIGHT_TO_LEFT}{text}{_END}"),
    "X": lambda text: "X",
}
