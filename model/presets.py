"""Load `presets/*.toml` into frozen types; report every problem at once, with file and key."""

from __future__ import annotations

import datetime
import os
import tomllib
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.chips import (
    Chip,
    Peak,
    check_accumulate,
    check_bandwidth,
    check_capacity,
    check_flops_per_s,
    check_one_of,
    check_unit,
)
from model.errors import DomainError, PresetError, RooflineError
from model.workloads import KINDS, Workload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ("CHIPS_VARIABLE", "Control", "Preset", "Presets", "load_presets")

CHIPS_VARIABLE = "ROOFLINE_CHIPS"
"""Environment variable with chip files to add, separated as in PATH."""

_FOLDER = Path(__file__).resolve().parent.parent / "presets"


@dataclass(frozen=True)
class Preset:
    """A named workload shape.

    Parameters
    ----------
    id : str
        Stable short id.
    kind : str
        Name of its type in `model.workloads.KINDS`.
    shape : mapping of str to int, float or bool
        Dimensions that differ from the type's defaults.
    on_chart : bool
        Whether it is always drawn.
    controls : tuple of str
        Dimensions the Expert view offers.
    source : str
        Where the shape comes from.
    accessed : datetime.date or None
        When it was read there; None for the types' own defaults.
    """

    id: str
    kind: str
    shape: Mapping[str, Any]
    on_chart: bool
    controls: tuple[str, ...]
    source: str
    accessed: datetime.date | None

    def __post_init__(self) -> None:
        _ = self.unchanged  # raises where the shape can not be

    @cached_property
    def unchanged(self) -> Workload:
        """The workload in the preset's own shape."""
        return self.workload()

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Names of the dimensions of this kind, without `b`, which all share."""
        return tuple(f.name for f in fields(KINDS[self.kind]) if f.name != "b")

    def workload(self, **changes: Any) -> Workload:
        """Make the workload, with some dimensions changed."""
        return KINDS[self.kind](**{**self.shape, **changes})


@dataclass(frozen=True)
class Control:
    """What a slider offers for one key.

    Parameters
    ----------
    slider : tuple of float
        Lowest and highest value that can be dragged.
    page : int
        Factor of Page Up and Page Down, 2 or 10.
    unit : str
        Base unit.
    """

    slider: tuple[float, float]
    page: int
    unit: str

    def __post_init__(self) -> None:
        low, high = self.slider
        if not 0 < low < high:
            raise RooflineError(f"slider: expected 0 < lowest < highest, got {self.slider}")
        if self.page not in (2, 10):
            raise RooflineError(f"page: expected 2 or 10, got {self.page}")


@dataclass(frozen=True)
class Presets:
    """Everything the preset files hold, by id."""

    chips: Mapping[str, Chip]
    workloads: Mapping[str, Preset]
    controls: Mapping[str, Control] = field(default_factory=dict)

    @property
    def on_chart(self) -> tuple[str, ...]:
        """Ids of the workloads that are always drawn, in the file's order."""
        return tuple(p.id for p in self.workloads.values() if p.on_chart)


@cache
def load_presets(chip_files: tuple[str, ...] = ()) -> Presets:
    """Load the presets that ship, and a user's own chips.

    Parameters
    ----------
    chip_files : tuple of str
        Files in the form of `presets/chips.toml`, to add to those of the environment variable
        `ROOFLINE_CHIPS`.

    Returns
    -------
    Presets
        Frozen, validated.

    Raises
    ------
    PresetError
        Listing every problem in every file, each with file and key.

    Examples
    --------
    >>> load_presets().workloads["relu"].workload().intensity
    0.25
    """
    reader = _Reader()
    extra = [*filter(None, os.environ.get(CHIPS_VARIABLE, "").split(os.pathsep)), *chip_files]
    chips: dict[str, Chip] = {}
    for path in [_FOLDER / "chips.toml", *map(Path, extra)]:
        chips |= reader.records(path, _chip, taken=chips)
    workloads = reader.records(_FOLDER / "workloads.toml", _preset)
    controls = reader.records(_FOLDER / "controls.toml", _control)
    if reader.problems:
        raise PresetError(reader.problems)
    return Presets(chips, workloads | _kinds(workloads), controls)


def _kinds(workloads: Mapping[str, Preset]) -> dict[str, Preset]:
    """Offer every type under its own name, with the controls of its first preset."""
    controls = {p.kind: p.controls for p in reversed(list(workloads.values()))}
    return {
        kind: Preset(kind, kind, {}, False, controls.get(kind, ("B", "S")), "model.md", None)
        for kind in KINDS
        if kind not in workloads
    }


class _Reader:
    """Reads files and collects what is wrong with them."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def records(
        self, path: Path, make: Callable[[str, _Table], Any], taken: Iterable[str] = ()
    ) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for key, raw in self._tables(path).items():
            table = _Table(f"{path}: {key}", raw, self.problems)
            if key in taken:
                self.problems.append(f"{path}: {key}: expected a new id, this one is taken")
            made.update((key, record) for record in table.made(partial(make, key)))
        return made

    def _tables(self, path: Path) -> dict[str, Any]:
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            self.problems.append(f"{path}: expected a readable file, got {error.strerror}")
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            self.problems.append(f"{path}: expected a TOML file in UTF-8, got {error}")
        return {}


class _Table:
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

    def made(self, make: Callable[[_Table], Any]) -> list[Any]:
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


_REAL = (int, float)


def _chip(key: str, table: _Table) -> Chip:
    source, accessed = table.take("source", str), table.take("accessed", datetime.date)
    name, raw_peaks = table.take("name", str), table.take("peaks", dict) or {}
    roof = table.take("roof", str, check=partial(check_one_of, "roof", raw_peaks))
    bandwidth = table.take("bandwidth_bytes_per_s", _REAL, check=check_bandwidth)
    capacity = table.take("capacity_bytes", _REAL, None, check_capacity)
    note, bandwidth_source = table.take("note", str, ""), table.take("bandwidth_source", str, "")
    peaks: list[Peak] = []
    for peak_id, raw in raw_peaks.items():
        peak_table = _Table(f"{table.where}.peaks.{peak_id}", raw, table.problems)
        peaks += peak_table.made(partial(_peak, peak_id, source, accessed))
    return Chip(
        key, name, tuple(peaks), roof, bandwidth, capacity, source, accessed, note, bandwidth_source
    )


def _peak(peak_id: str, source: str, accessed: datetime.date, table: _Table) -> Peak:
    return Peak(
        peak_id,
        table.take("flops_per_s", _REAL, check=check_flops_per_s),
        table.take("unit", str, check=check_unit),
        table.take("accumulate", str, check=check_accumulate),
        table.take("source", str, source),
        table.take("accessed", datetime.date, accessed),
        table.take("note", str, ""),
    )


def _preset(key: str, table: _Table) -> Preset:
    return Preset(
        key,
        table.take("kind", str, check=partial(check_one_of, "kind", KINDS)),
        table.take("shape", dict),
        table.take("on_chart", bool),
        tuple(table.take("controls", list) or ()),
        table.take("source", str),
        table.take("accessed", datetime.date),
    )


def _control(_key: str, table: _Table) -> Control:
    return Control(
        tuple(table.take("slider", list) or ()),
        table.take("page", int),
        table.take("unit", str),
    )
