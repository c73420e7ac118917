"""Which of a chip's peaks serves a number of bytes per value."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from model.workloads import Elementwise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from model.chips import Chip, Peak
    from model.workloads import Workload

__all__ = ("LINKED", "Link", "check_roof", "linked")

LINKED = "linked"
"""Value of the key `roof` that lets the bytes per value choose the peak."""

# From so many bytes per value on, these formats hold it; floating point before integers.
_FORMATS = (
    (8.0, ("fp64",)),
    (4.0, ("fp32", "tf32")),
    (2.0, ("bf16", "fp16")),
    (1.0, ("fp8", "int8")),
    (0.75, ("fp6",)),
    (0.0, ("fp4", "int4")),
)


class Link(NamedTuple):
    """A peak, and whether it is of the precision that was asked for.

    Parameters
    ----------
    peak : Peak
        What computes.
    wanted : str
        Format that the bytes per value stand for, e.g. ``fp4``.
    exact : bool
        False where the chip has no peak for it: values are widened first, and computed with the
        next wider peak that it has.
    """

    peak: Peak
    wanted: str
    exact: bool


def linked(chip: Chip, shape: Workload) -> Link:
    """Choose the peak that goes with a workload's bytes per value.

    Parameters
    ----------
    chip : Chip
        Its peaks.
    shape : Workload
        The widest of its operands decides: weights of 4 bits beside activations of 16 are widened
        and computed with in 16 bits. Elementwise work runs on the vector unit, where its peak is
        known; everything else on the matrix unit, where there is one.

    Returns
    -------
    Link

    Examples
    --------
    >>> from model import Gemm, load_presets
    >>> h100 = load_presets().chips["h100-sxm"]
    >>> linked(h100, Gemm(b=1)).peak.id, linked(h100, Gemm(b=0.5)).exact
    ('fp8', False)
    >>> linked(h100, Gemm(b_w=0.5)).peak.id
    'bf16'
    """
    unit = "vector" if isinstance(shape, Elementwise) else "matrix"
    widest = max(_sizes(shape))
    start = next(i for i, (least, _) in enumerate(_FORMATS) if widest >= least)
    for wider in range(start, -1, -1):
        for peak in _peaks(chip, _FORMATS[wider][1], unit):
            return Link(peak, _FORMATS[start][1][0], wider == start)
    return Link(chip.peak(chip.roof), _FORMATS[start][1][0], exact=False)


def _sizes(shape: Workload) -> Iterator[float]:
    sizes = {name: size for name, size in shape.dimensions.items() if name.startswith("b_")}
    yield from sizes.values() if sizes else (shape.b,)


def _peaks(chip: Chip, formats: tuple[str, ...], unit: str) -> list[Peak]:
    """Return the peaks of these formats: of this unit first, then as the chip's roof prefers."""
    found = [peak for peak in chip.peaks if peak.precision in formats]
    return sorted(found, key=lambda p: (p.unit != unit, p.id != chip.roof, p.accumulate != "fp32"))


def check_roof(chip: Chip, roof: str) -> None:
    """Require ``linked``, nothing, or the id of one of the chip's peaks.

    Raises
    ------
    DomainError
        The message lists the peaks it has.
    """
    if roof not in ("", LINKED):
        chip.peak(roof)
