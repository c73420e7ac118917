"""Kinds of keys: how the text of a value is read, written, and refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from model.errors import ConfigError, QueryError
from model.literals import number_text, read_number
from model.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = (
    "Key",
    "count_key",
    "flag_key",
    "number_key",
    "one_of",
    "range_key",
    "read_locale",
    "table",
)

_LOCALE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*", re.ASCII)


@dataclass(frozen=True)
class Key:
    """One key of the vocabulary.

    Parameters
    ----------
    name : str
        As it is written in a query.
    default : object
        Value when it is not written.
    reason : Reason
        What a good value is, for the message about a bad one; `expected` is its English.
    read : callable
        From text to value; raises `ValueError` on a bad one.
    write : callable
        From value to text.
    meaning : str
        One line for the documentation.
    """

    name: str
    default: Any
    reason: Reason
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    meaning: str

    @property
    def expected(self) -> str:
        """What a good value is, in English."""
        return str(self.reason)

    def parse(self, text: str) -> Any:
        """Return the value that `text` stands for.

        Raises
        ------
        QueryError
            Naming the key, the text and what was expected.
        ConfigError
            The same for each field of a config.json.
        """
        try:
            return self.read(text)
        except ConfigError:
            raise
        except ValueError:
            raise QueryError(self.name, self.reason, text) from None


def read_flag(text: str) -> bool:
    """Read `true`, `false`, `1` or `0`."""
    return {"true": True, "1": True, "false": False, "0": False}[text] if text in _FLAGS else _no()


_FLAGS = ("true", "false", "1", "0")


def _no() -> bool:
    raise ValueError


def _write_flag(value: bool) -> str:
    return "true" if value else "false"


def _read_count(text: str) -> int:
    value = read_number(text)
    if not isinstance(value, int):
        raise ValueError(text)
    return value


def _read_range(text: str) -> tuple[float, float]:
    low, high = (float(read_number(part)) for part in text.split(","))
    if not 0 < low < high:
        raise ValueError(text)
    return low, high


def _write_range(value: tuple[float, float]) -> str:
    return ",".join(number_text(end) for end in value)


def one_of(*allowed: str) -> Callable[[str], str]:
    """Return a reader of some words."""

    def read(text: str) -> str:
        if text not in allowed:
            raise ValueError(text)
        return text

    return read


def read_locale(text: str) -> str:
    """Read a language tag; `_` is accepted for `-`."""
    if not _LOCALE.fullmatch(text):
        raise ValueError(text)
    return text.replace("_", "-")


def count_key(name: str, meaning: str, default: Any = None) -> Key:
    """Make a key whose value is a whole number."""
    return Key(name, default, Reason("whole_number"), _read_count, number_text, meaning)


def number_key(name: str, meaning: str, default: Any = None) -> Key:
    """Make a key whose value is a number."""
    return Key(name, default, Reason("number"), read_number, number_text, meaning)


def flag_key(name: str, meaning: str, default: Any = None) -> Key:
    """Make a key whose value is true or false."""
    return Key(name, default, Reason("flag_text"), read_flag, _write_flag, meaning)


def range_key(name: str, meaning: str) -> Key:
    """Make a key whose value is two rising numbers."""
    return Key(name, None, Reason("range"), _read_range, _write_range, meaning)


def table(*keys: Key) -> dict[str, Key]:
    """Put keys into a mapping by their names."""
    return {key.name: key for key in keys}
