"""Load `presets/*.toml` into frozen types; report every problem at once, with file and key."""

from __future__ import annotations

import datetime
import os
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.chip_files import read_chip
from model.chips import Chip, check_one_of
from model.errors import PresetError, RooflineError
from model.lesson_files import read_lesson
from model.reader import PRESETS_FOLDER, Reader, Table
from model.workloads import KINDS, Workload

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from model.checks import Number
    from model.lessons import Lesson

__all__ = ("CHIPS_VARIABLE", "LESSONS_VARIABLE", "Control", "Preset", "Presets", "load_presets")

CHIPS_VARIABLE = "ROOFLINE_CHIPS"
"""Environment variable with chip files to add, separated as in PATH."""

LESSONS_VARIABLE = "ROOFLINE_LESSONS"
"""Environment variable with lesson files to add, separated as in PATH."""


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

    def shaped(self, changes: Mapping[str, Any], b: Number) -> Workload:
        """Make the workload, or take the last one if both arguments are the same objects.

        A scenario that follows from another shares with it what has not changed, and the page asks
        for a shape dozens of times.
        """
        kept = self.__dict__.get("_last")
        if kept is None or kept[0] is not changes or kept[1] is not b:
            kept = self.__dict__["_last"] = changes, b, self.workload(**{**changes, "b": b})
        return kept[2]


@dataclass(frozen=True)
class Control:
    """What a slider offers for one key.

    Parameters
    ----------
    slider : tuple of float
        Lowest and highest value that can be dragged; empty where there are `choices`.
    page : int
        Factor of Page Up and Page Down, 2 or 10.
    unit : str
        Base unit.
    choices : tuple of float
        The usual values, to pick from; empty for a slider.
    """

    slider: tuple[float, ...]
    page: int
    unit: str
    choices: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if bool(self.slider) == bool(self.choices):
            raise RooflineError("slider: expected either a slider or choices")
        if self.choices:
            return
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
    lessons: Mapping[str, Lesson] = field(default_factory=dict)

    def control(self, kind: str, key: str) -> Control:
        """Return what a slider offers for a key of a kind of workload."""
        own = self.controls.get(f"{kind}.{key}")
        return self.controls[key] if own is None else own

    @property
    def on_chart(self) -> tuple[str, ...]:
        """Ids of the workloads that are always drawn, in the file's order."""
        return tuple(p.id for p in self.workloads.values() if p.on_chart)


@cache
def load_presets(chip_files: tuple[str, ...] = ()) -> Presets:
    """Load the presets that ship, and a user's own chips and lessons.

    Parameters
    ----------
    chip_files : tuple of str
        Files in the form of `presets/chips.toml`, to add to those of the environment variable
        `ROOFLINE_CHIPS`; `ROOFLINE_LESSONS` names files with lessons.

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
    reader = Reader()
    chips: dict[str, Chip] = {}
    for path in [*_files("chips.toml", CHIPS_VARIABLE), *map(Path, chip_files)]:
        chips |= reader.records(path, read_chip, taken=chips)
    workloads = reader.records(PRESETS_FOLDER / "workloads.toml", _preset)
    controls = reader.records(PRESETS_FOLDER / "controls.toml", _control)
    presets = Presets(chips, workloads | _kinds(workloads), controls)
    lessons: dict[str, Lesson] = {}
    for path in _files("lessons.toml", LESSONS_VARIABLE):
        ours = path.parent == PRESETS_FOLDER  # their texts are in the page's tables
        lessons |= reader.records(path, partial(read_lesson, presets, not ours), taken=lessons)
    if reader.problems:
        raise PresetError(reader.problems)
    return replace(presets, lessons=lessons)


def _files(name: str, variable: str) -> Iterator[Path]:
    """Name the file that ships and those that a user adds by an environment variable."""
    yield PRESETS_FOLDER / name
    yield from map(Path, filter(None, os.environ.get(variable, "").split(os.pathsep)))


def _kinds(workloads: Mapping[str, Preset]) -> dict[str, Preset]:
    """Offer every type under its own name, with the controls of its first preset."""
    controls = {p.kind: p.controls for p in reversed(list(workloads.values()))}
    return {
        kind: Preset(kind, kind, {}, False, controls.get(kind, ("B", "S")), "model.md", None)
        for kind in KINDS
        if kind not in workloads
    }


def _preset(key: str, table: Table) -> Preset:
    return Preset(
        key,
        table.take("kind", str, check=partial(check_one_of, "kind", KINDS)),
        table.take("shape", dict),
        table.take("on_chart", bool),
        tuple(table.take("controls", list) or ()),
        table.take("source", str),
        table.take("accessed", datetime.date),
    )


def _control(_key: str, table: Table) -> Control:
    return Control(
        tuple(table.take("slider", list, ()) or ()),
        table.take("page", int, 2),
        table.take("unit", str),
        tuple(table.take("choices", list, ()) or ()),
    )
