"""The tables of user-visible text, one per language."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from app.pseudo import disguised

__all__ = ("LANGUAGES", "Language", "find_language", "load_language")

_ISOLATE, _END = "\u2068", "\u2069"
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
    string_test : str
        One of `model.vocabulary.STRING_TESTS`, to check the layout with other texts than these.
    """

    def __init__(self, tag: str, table: dict[str, dict[str, Any]], string_test: str = "") -> None:
        self.tag = tag
        self._string_test = string_test
        self.table = self.disguise(table)

    def disguise(self, table: dict[str, Any]) -> dict[str, Any]:
        """Change another table as this one was changed for a test of the layout."""
        return disguised(table, self._string_test) if self._string_test else table

    def __call__(self, section: str, key: str, /, **values: str) -> str:
        """Return a text with its placeholders filled in."""
        text = self.table[section][key]
        return str(text).format(**self.isolated(values)) if values else text

    def isolated(self, values: dict[str, str]) -> dict[str, str]:
        """Keep each value in one piece: from right to left a unit would leave its number."""
        if self.direction == "ltr":
            return values
        return {name: f"{_ISOLATE}{value}{_END}" for name, value in values.items()}

    @property
    def direction(self) -> str:
        """``ltr`` or ``rtl``."""
        return str(self.table["language"]["direction"])

    def has(self, section: str, key: str) -> bool:
        """Whether there is such a text."""
        return key in self.table[section]

    def listed(self, *items: str) -> str:
        """Join items as this language does."""
        return self("punctuation", "list").join(items)

    def sentences(self, *sentences: str) -> str:
        """Join sentences as this language does; empty ones are passed over."""
        return self("punctuation", "gap").join(filter(None, sentences))

    def stopped(self, sentence: str) -> str:
        """End a sentence."""
        return f"{sentence}{self('punctuation', 'stop')}"

    @property
    def described(self) -> dict[str, Any]:
        """What the page has to know of it, and which languages there are."""
        return {
            "tag": self.tag,
            "direction": self.direction,
            "all": [{"tag": tag, **load_language(tag).table["language"]} for tag in LANGUAGES],
        }


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
def load_language(tag: str = "en", string_test: str = "") -> Language:
    """Load the table of a language.

    Parameters
    ----------
    tag : str
        One of `LANGUAGES`.
    string_test : str
        As for `Language`.

    Raises
    ------
    OSError
        If there is no such table.
    """
    table = tomllib.loads((_FOLDER / f"{tag}.toml").read_text(encoding="utf-8"))
    return Language(tag, table, string_test)
