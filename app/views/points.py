"""The page of a reader's own measured points."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from app.controls import roof_controls, values
from app.labels import Frame
from app.measured_chart import CLASSES, EDGES, MeasuredChart, classes
from app.measured_table import SORTS, Choice, as_csv, aside_page, point_page
from app.problems import expected
from app.views.base import View, scripts, styles
from model.errors import DomainError, shown
from model.measured import NOTHING, Measurements, load_measurements, place_measurements
from model.measured.sheet import LARGEST_TEXT
from model.quantities import grouped, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.language import Language
    from app.state import State
    from model.measured import Placed

__all__ = ("Page",)

_CONTROLS = ("chip", "peak", "bw")
_SCRIPTS = ("dom", "host", "slider", "choices", "colours", "size", "points-table", "views-points")
_EXAMPLE = """\
name,FLOPs,bytes,time (ms)
gemm 8192,1.0995e12,4.03e8,1.45
gemm 256,3.355e7,3.93e5,0.004
attention fused,1.374e11,1.34e8,0.31
attention unfused,1.374e11,4.43e9,2.1
decode batch 1,1.342e10,1.342e10,5.2
decode batch 64,8.59e11,4.72e10,16.8
layer norm,1.6e8,6.7e7,0.031
counted twice,6.0e12,4.03e8,1.45
copy,0,6.7e7,0.024
"""


class Page:
    """One reader's measured points. They stay in this object and are in no address."""

    def __init__(self) -> None:
        self._chart = MeasuredChart()
        figure, sheets = self._chart.figure, styles("page", "views-points")
        self.view = View(scripts(*_SCRIPTS), sheets, figure)
        self.commands: Mapping[str, Callable[..., None]] = {
            "part": self._take_part, "load": self._load,
            "choose": self._choose, "aside": self._turn_aside, "size": self._resize,
            "export": self._export,
        }  # fmt: skip
        self._language: Language | None = None
        self._described: tuple[Any, ...] = ()
        self._frame = Frame()
        self._parts: list[str] = []
        self._clear()

    @property
    def result(self) -> str | None:
        """Nothing of its own: a host page gets the simulator's result."""
        return None

    def _clear(self) -> None:
        self._measured: Measurements | None = None
        self._error: DomainError | None = None
        self._choice, self._aside = Choice(), 0
        self._parts = []
        self._exported = ""

    def _take_part(self, number: int, part: str) -> None:
        """Take a piece of a long text; the first one begins a new text."""
        self._parts = [*self._parts[: int(number)], part]

    def _load(self) -> None:
        text = "".join(self._parts)
        self._clear()
        try:
            self._measured = load_measurements(text)
        except DomainError as error:
            self._error = error

    def _choose(self, changes: Mapping[str, Any]) -> None:
        """Sort, filter or turn the pages of the table; anything but a page goes to the first."""
        known = {k: v for k, v in changes.items() if k in Choice.__dataclass_fields__}
        if known.get("sort", SORTS[0]) in SORTS:
            self._choice = replace(self._choice, **{"page": 0, **known})

    def _turn_aside(self, page: int) -> None:
        self._aside = max(int(page), 0)

    def _resize(self, width: float, height: float) -> None:
        self._frame = Frame.inside(width, height)

    def _export(self) -> None:
        self._exported = "asked"

    def refresh(self, state: State, text: Language) -> None:
        """Show a state in a language."""
        if self._language is not text:
            self._language = text
            self._chart.speak(text)
        described = roof_controls(text, state)
        if (text.tag, described) != self._described:
            self._described = text.tag, described
            self.view.frame = {
                "tag": text.tag,
                "texts": text.table,
                "controls": described,
                "example": _EXAMPLE,
                "largest": LARGEST_TEXT,
            }
        roof = state.scenario.roofline(state.presets)
        measured = self._measured or NOTHING
        placed = place_measurements(measured, roof)
        self._chart.update(measured, placed, roof, self._frame, text)
        self.view.live = self._live(state, text, measured, placed)

    def _live(
        self, state: State, text: Language, measured: Measurements, placed: Placed
    ) -> dict[str, Any]:
        exported, self._exported = self._exported, ""
        told = {key: value for key, value in values(state).items() if key in _CONTROLS}
        return {
            "values": told,
            "problems": [{"key": problem.key} for problem in state.problems],
            "error": self._told_error(text),
            "loaded": self._measured is not None,
            "summary": _summary(text, measured, placed) if self._measured else "",
            "used": _used(text, measured) if self._measured else "",
            "legend": _legend(text, placed),
            "points": point_page(text, measured, placed, self._choice),
            "aside": aside_page(text, measured, self._aside),
            "export": as_csv(measured, placed) if exported else "",
        }

    def _told_error(self, text: Language) -> str:
        error = self._error
        if error is None:
            return ""
        reason = expected(text, error.reason)
        return text("points", error.argument, expected=reason, value=shown(error.value))


def _summary(text: Language, measured: Measurements, placed: Placed) -> str:
    counts = len(measured.names), int(placed.impossible.sum()), len(measured.aside)
    values = dict(zip(("points", "impossible", "aside"), map(grouped, counts), strict=True))
    return text.sentences(
        text("points", "count", **values),
        text("points", "count_impossible", **values) if counts[1] else "",
        text("points", "count_aside", **values) if counts[2] else "",
    )


def _used(text: Language, measured: Measurements) -> str:
    """Name the table's origin, and what was taken for what."""
    used = [
        text("points", "used", role=text("points", role), headers=" + ".join(headers))
        for role, headers in measured.columns.items()
        if role != "name"
    ]
    return text("points", f"form_{measured.form}", columns=text.listed(*used))


def _legend(text: Language, placed: Placed) -> list[dict[str, Any]]:
    """Return each colour with its range of shares and the number of points that have it."""
    counts = [int(n) for n in (classes(placed)[:, None] == range(CLASSES)).sum(axis=0)]
    ends = [percent(edge, 2) for edge in EDGES] + [percent(1.0)]
    labels = [
        text("points", "below", share=ends[0]),
        *(text("points", "between", low=a, high=b) for a, b in pairwise(ends)),
        text("points", "impossible"),
    ]
    return [
        {"colour": i, "label": label, "count": grouped(count)}
        for i, (label, count) in enumerate(zip(labels, counts, strict=True))
    ]
