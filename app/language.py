"""The tables of user-visible text, one per language."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ("LANGUAGES", "Language", "find_language", "load_language")

_FOLDER = Path(__file__).resolve().parent / "text"

LANGUAGES = tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))
"""Tags of the languages there are."""


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


def find_language(tag: str) -> str | None:
    """Find the table for a language tag: the same one, or another of the same language.

    Examples
    --------
    >>> find_language("zh_Hans"), find_language("EN-gb"), find_language("fr")
    ('zh-CN', 'en', None)
    """
    wanted = tag.replace("_", "-").lower()
    exact = [own for own in LANGUAGES if own.lower() == wanted]
    same = [own for own in LANGUAGES if own.split("-")[0] == wanted.split("-")[0]]
    return next(iter(exact + same), None)


@cache
def load_language(tag: str = "en") -> Language:
    """Load the table of a language.

    Raises
    ------
    OSError
        If there is no such table.
    """
    return Language(tag, tomllib.loads((_FOLDER / f"{tag}.toml").read_text(encoding="utf-8")))
