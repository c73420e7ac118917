"""Where the workloads' names go on the chart, so that none lies on another or leaves the frame."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ("Frame", "Spot", "fitting", "spots", "text_width")

_LETTER = 7.1  # px, of a wide 12 px sans-serif, on average
_CAPITAL, _IDEOGRAPH = 8, 12
_CUT_OFF = 3  # what is cut off is lost; what is crossed can still be read
_HEIGHT = 15
_AXES_WIDTH, _AXES_HEIGHT = 86, 62  # px that axes and their labels take
_MARKER = 9

# Offsets in px from the marker, y upwards, in order of liking. Below the roof first: points sit
# on it, so that is where the room is.
_ON_SLOPE = (
    (13, -13, "left"), (-13, 13, "right"), (13, -30, "left"), (13, -44, "left"),
    *((0, dy, "center") for dy in (-26, -44, 26, 44, 62, 80)),
)  # fmt: skip
_ROWS = tuple(range(-20, -72, -4))
_ON_FLAT = (
    *((0, dy, "center") for dy in _ROWS),
    *((10, dy, "right") for dy in _ROWS),
    *((-10, dy, "left") for dy in _ROWS),
    (0, 18, "center"),
)

_Place = tuple[float, float]
_Box = tuple[float, float, float, float]
_Mark = tuple[float, float, str, bool]


@dataclass(frozen=True)
class Frame:
    """Size of the plotting area, px."""

    width: float = 680
    height: float = 360

    @classmethod
    def inside(cls, width: float, height: float) -> Frame:
        """Return the plotting area of a chart of this size: without axes and their labels."""
        return cls(max(width - _AXES_WIDTH, 1), max(height - _AXES_HEIGHT, 1))

    @property
    def outside(self) -> tuple[float, float]:
        """Size of the chart: with axes and their labels."""
        return self.width + _AXES_WIDTH, self.height + _AXES_HEIGHT


@dataclass(frozen=True)
class Spot:
    """Place of one label relative to its marker: px, y upwards, and horizontal alignment."""

    dx: float
    dy: float
    align: str


def spots(
    marks: Sequence[tuple[float, float, str, bool]],
    slope: Sequence[tuple[float, float]],
    frame: Frame,
    last: int | None = None,
    notes: Sequence[tuple[float, float, str, Spot]] = (),
) -> list[Spot]:
    """Choose a place for each label.

    Parameters
    ----------
    marks : sequence of (x, y, text, on_flat)
        Marker position as a share of the frame (0 to 1, y upwards), its label, and whether it
        sits on the flat roof.
    slope : sequence of (x, y)
        Both ends of the memory roof, as shares of the frame; no label lies on it.
    frame : Frame
        Size of the plotting area.
    last : int, optional
        Index of the label to place last: the one that moves, so that the others stay put.
    notes : sequence of (x, y, text, Spot)
        Texts that have their places already.

    Returns
    -------
    list of Spot
        One for each mark.
    """
    still = tuple(mark for i, mark in enumerate(marks) if i != last)
    chosen, taken = _settled(still, tuple(slope), frame, tuple(notes))
    if last is None:
        return list(chosen)
    spot, _ = _spot(marks[last], taken, slope, frame)
    return [*chosen[:last], spot, *chosen[last:]]


@lru_cache(8)
def _settled(
    marks: tuple[_Mark, ...],
    slope: tuple[_Place, ...],
    frame: Frame,
    notes: tuple[tuple[float, float, str, Spot], ...],
) -> tuple[tuple[Spot, ...], tuple[_Box, ...]]:
    """Place the labels that stand still, and return what is taken then; remembered over a drag."""
    markers = [_marker(mark, frame) for mark in marks]
    taken = [*markers]
    taken += [_box((x * frame.width, y * frame.height), text, spot) for x, y, text, spot in notes]
    chosen: dict[int, Spot] = {}
    for i in sorted(range(len(marks)), key=lambda i: marks[i][0]):
        chosen[i], box = _spot(marks[i], taken, slope, frame)
        taken += [box, markers[i]]
    return tuple(chosen[i] for i in range(len(marks))), tuple(taken)


def _spot(
    mark: _Mark, taken: Sequence[_Box], slope: Sequence[_Place], frame: Frame
) -> tuple[Spot, _Box]:
    """Choose the place of one label among what is taken already."""
    x, y, text, on_flat = mark
    place = x * frame.width, y * frame.height
    options = (
        _inside(place, text, Spot(*option), frame)
        for option in (_ON_FLAT if on_flat else _ON_SLOPE)
    )
    return _best(options, place, text, partial(_cost, taken=taken, slope=slope, frame=frame))


def _marker(mark: _Mark, frame: Frame) -> _Box:
    x, y = mark[0] * frame.width, mark[1] * frame.height
    return x - _MARKER, y - _MARKER, x + _MARKER, y + _MARKER


@lru_cache(256)
def text_width(text: str) -> float:
    """Estimate how wide a label is, px; the font is the reader's own, so nobody knows."""
    return sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return _IDEOGRAPH
    return _CAPITAL if letter.isupper() or letter.isdecimal() else _LETTER


def fitting(room: float, *texts: str) -> str:
    """Choose the first text that has room; the last one if none has."""
    return next((text for text in texts if text_width(text) <= room), texts[-1])


def _inside(place: tuple[float, float], text: str, spot: Spot, frame: Frame) -> Spot:
    """Shift a label above or below its marker so that it does not stick out at a side."""
    if abs(spot.dy) < _HEIGHT / 2 + _MARKER:
        return spot
    left, _, right, _ = _box(place, text, spot)
    dx = spot.dx - max(right - frame.width, 0) + max(-left, 0)
    return spot if dx == spot.dx else Spot(dx, spot.dy, spot.align)


def _struck(box: _Box, line: Sequence[tuple[float, float]], frame: Frame) -> float:
    """Return the area of a label that a rising line strikes through, px²; 0 if it passes by."""
    (x0, y0), (x1, y1) = ((x * frame.width, y * frame.height) for x, y in line)
    left, bottom, right, top = box
    if x1 <= x0 or right < x0 or left > x1:
        return 0
    rise = (y1 - y0) / (x1 - x0)
    enters, leaves = y0 + rise * (max(left, x0) - x0), y0 + rise * (min(right, x1) - x0)
    return (right - left) * (top - bottom) if enters < top and leaves > bottom else 0


def _box(place: tuple[float, float], text: str, spot: Spot) -> _Box:
    width = text_width(text)
    left = place[0] + spot.dx - {"left": 0.0, "center": width / 2, "right": width}[spot.align]
    bottom = place[1] + spot.dy - _HEIGHT / 2
    return left, bottom, left + width, bottom + _HEIGHT


def _best(
    options: Iterable[Spot], place: _Place, text: str, cost: Callable[[_Box], float]
) -> tuple[Spot, _Box]:
    """Return the first option that costs nothing, or else the one that costs least."""
    best: tuple[float, Spot, _Box] | None = None
    for spot in options:
        box = _box(place, text, spot)
        paid = cost(box)
        if best is None or paid < best[0]:
            best = paid, spot, box
        if paid == 0:
            break
    assert best is not None, "no options"
    return best[1], best[2]


def _cost(box: _Box, taken: Sequence[_Box], slope: Sequence[_Place], frame: Frame) -> float:
    """Area hidden, struck through or cut off, px²; 0 is a good place."""
    left, bottom, right, top = box
    seen = _overlap(box, (0, 0, frame.width, frame.height))
    hidden = sum(_overlap(box, other) for other in taken)
    cut_off = (right - left) * (top - bottom) - seen
    return _CUT_OFF * cut_off + hidden + _struck(box, slope, frame)


def _overlap(a: _Box, b: _Box) -> float:
    # Most boxes are far from each other: to compare is half the work of multiplying.
    if a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]:
        return 0
    return (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))
