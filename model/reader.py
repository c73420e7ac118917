"""Read TOML files table by table; collect everything that is wrong with them, with file and key."""

from __future__ import annotations

import tomllib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.errors import DomainError, RooflineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ("PRESETS_FOLDER", "Reader", "Table")

PRESETS_FOLDER = Path(__file__).resolve().parents[1] / "presets"
"""Where the data is. A module that is imported late may come out of an archive; its data do not."""


class Reader:
    """Reads files and collects what is wrong with them, in `problems`."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def records(
        self, path: Path, make: Callable[[str, Table], Any], taken: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Make a record of every table of a file; an id in `taken` is a problem."""
        made: dict[str, Any] = {}
        for key, raw in self.tables(path).items():
            table = Table(f"{path}: {key}", raw, self.problems)
            if key in taken:
                self.problems.append(f"{path}: {key}: expected a new id, this one is taken")
            made.update((key, record) for record in table.made(partial(make, key)))
        return {key: record for key, record in made.items() if key not in taken}

    def tables(self, path: Path) -> dict[str, Any]:
        """Return what a file holds; nothing, if it can't be read."""
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            self.problems.append(f"{path}: expected a readable file, got {error.strerror}")
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            self.problems.append(f"{path}: expected a TOML file in UTF-8, got {error}")
        return {}


class Table:
    """One TOML table, taken apart key by key; notes what is missing, mistyped or left over."""

    def __init__(self, where: str, raw: Any, problems: list[str]) -> None:
        self.where = where
        self.problems = problems
        self.raw = dict(raw) if isinstance(raw, dict) else raw

    def take(
        self,
        key: str,
        kind: type | tuple[type, ...],
        default: Any = ...,
        check: Callable[[Any], object] | None = None,
    ) -> Any:
        """Take the value of a key; one that is missing, mistyped or refused by `check` is noted."""
        value = self.raw.pop(key, default)
        name = kind.__name__ if isinstance(kind, type) else kind[-1].__name__
        if value is ...:
            self.problems.append(f"{self.where}.{key}: expected {name}, but it is missing")
            return None
        wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
        if value is not default and wrong:
            self.problems.append(f"{self.where}.{key}: expected {name}, got {value!r}")
            return None
        if isinstance(value, str) and value != default and not value.strip():
            self.problems.append(f"{self.where}.{key}: expected some text, got a blank")
        elif check is not None and value is not None:
            self._checked(check, value)
        return value

    def _checked(self, check: Callable[[Any], object], value: Any) -> None:
        try:
            check(value)
        except DomainError as error:
            self.problems.append(f"{self.where}.{error}")

    def below(self, key: str, raw: Any) -> Table:
        """Return a table inside this one, which notes its problems in the same list."""
        return Table(f"{self.where}.{key}", raw, self.problems)

    def made(self, make: Callable[[Table], Any]) -> list[Any]:
        """Return the one record made of this table, or none if anything is wrong with it."""
        if not isinstance(self.raw, dict):
            self.problems.append(f"{self.where}: expected a table, got {self.raw!r}")
            return []
        before, record = len(self.problems), []
        try:
            record.append(make(self))
        except (RooflineError, TypeError, ValueError, LookupError) as error:
            if len(self.problems) == before:  # else a consequence of what is reported already
                self.problems.append(f"{self.where}: {error}")
        self.problems += [f"{self.where}.{key}: expected no such key" for key in self.raw]
        return record if len(self.problems) == before else []
