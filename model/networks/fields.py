"""Take a config.json apart field by field; collect everything that is wrong with it."""

from __future__ import annotations

import tomllib
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from model.checks import count, flag
from model.errors import ABSENT, ConfigError, DomainError, QueryError
from model.reader import PRESETS_FOLDER
from model.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ("Fields",)

_FILE = PRESETS_FOLDER / "config_fields.toml"
_NOTHING: tuple[Any, ...] = (None, False, 0, [], {})
_KINDS = ("full_attention", "sliding_attention")


@cache
def _harmless() -> frozenset[str]:
    """Fields that change neither a shape nor what is read."""
    groups = tomllib.loads(_FILE.read_text(encoding="utf-8")).values()
    return frozenset(name for group in groups for name in group)


class Fields:
    """The fields of a config.json of one architecture.

    Parameters
    ----------
    raw : dict
        What the file holds.
    architecture : str
        Its `model_type`.

    Notes
    -----
    `used` has the fields that were read, `problems` one error for each that is wrong.
    """

    def __init__(self, raw: dict[str, Any], architecture: str) -> None:
        self.raw = raw
        self.architecture = architecture
        self.used: dict[str, Any] = {}
        self.known: set[str] = set()
        self.problems: list[QueryError] = []

    def has(self, key: str) -> bool:
        """Whether a field has a value; null is none."""
        self.known.add(key)
        return self.raw.get(key) is not None

    def count(self, key: str, default: Any = ..., least: int = 1) -> int:
        """Take a whole number; without a default it has to be there."""
        return int(self._taken(key, default, partial(count, key, least=least)) or least)

    def flag(self, key: str, default: Any = ...) -> bool:
        """Take true or false."""
        return bool(self._taken(key, default, partial(flag, key)))

    def refuse(self, key: str, code: str, value: Any = ABSENT, **values: Any) -> None:
        """Note that a field is wrong, and what was expected of it."""
        self.known.add(key)
        reason = Reason(code, {"architecture": self.architecture, **values})
        self.problems.append(QueryError(f"model.config.{key}", reason, value))

    def sound(self, *keys: str) -> bool:
        """Whether nothing is wrong with these fields; else what follows from them is not either."""
        return not {f"model.config.{key}" for key in keys} & {p.key for p in self.problems}

    def must_be(self, key: str, wanted: Any, default: Any = None) -> None:
        """Require one value of a field, because no other is counted here."""
        if self.has(key):
            self.used[key] = self.raw[key]
        if self.raw.get(key, default) not in (wanted, None):
            self.refuse(key, "config_only", self.raw[key], wanted=str(wanted).lower())

    def sliding_layers(self, layers: int, default: int) -> int:
        """Layers with a window by `layer_types`: a list, or how many there are of each type."""
        if not self.has("layer_types"):
            return default
        types = self.raw["layer_types"]
        if isinstance(types, list):
            types = {kind: types.count(kind) for kind in dict.fromkeys(map(str, types))}
        counts = types.values() if isinstance(types, dict) else ()
        if (
            not set(types) <= set(_KINDS)
            or not all(type(n) is int and n >= 0 for n in counts)
            or sum(counts) != layers
        ):
            self.refuse(
                "layer_types", "config_layer_types", self.raw["layer_types"],
                kinds=_KINDS, layers=layers,
            )  # fmt: skip
            return default
        self.used["layer_types"] = types
        return int(types.get("sliding_attention", 0))

    def finish(self) -> None:
        """Raise everything that was wrong; a field that was not asked for may change a shape.

        Raises
        ------
        ConfigError
            Listing all of it.
        """
        for key, value in self.raw.items():
            if key not in self.known | _harmless() and value not in _NOTHING:
                self.refuse(key, "config_unknown", value)
        if self.problems:
            raise ConfigError(self.problems)

    def _taken(self, key: str, default: Any, check: Callable[[Any], Any]) -> Any:
        if not self.has(key):
            if default is ...:
                self.refuse(key, "config_missing")
                return None
            return default
        value = self.raw[key]
        try:
            value = self.used[key] = check(value)
        except DomainError as error:
            self.problems.append(QueryError(f"model.config.{key}", error.reason, value))
            return None
        return value
