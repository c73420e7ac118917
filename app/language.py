"""The tables of user-visible text, one per language."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ("Language", "load_language")

_FOLDER = Path(__file__).resolve().parent / "text"


class Language:
    """One table of texts.

    Parameters
    ----------
    tag : str
        BCP-47 language tag, e.g. ``en``.
    table : dict
        Texts by section and key.
    """

    def __init__(self, tag: str, table: dict[str, dict[str, Any]]) -> None:
        self.tag = tag
        self.table = table

    def __call__(self, section: str, key: str, **values: str) -> str:
        """Return a text with its placeholders filled in."""
        return (
            str(self.table[section][key]).format(**values) if values else self.table[section][key]
        )

    def has(self, section: str, key: str) -> bool:
        """Whether there is such a text."""
        return key in self.table[section]


@cache
def load_language(tag: str = "en") -> Language:
    """Load the table of a language.

    Raises
    ------
    OSError
        If there is no such table.
    """
    return Language(tag, tomllib.loads((_FOLDER / f"{tag}.toml").read_text(encoding="utf-8")))
