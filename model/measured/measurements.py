"""Measured kernels as columns, and the rows that have no place on a chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

    from model.reasons import Reason

__all__ = ("Aside", "Measurements")


@dataclass(frozen=True)
class Aside:
    """A row that is listed and not drawn.

    Parameters
    ----------
    line : int
        Line of the text, from 1.
    name : str
        What the row is called.
    column : str
        Column at fault, as its header says, or what could not be found.
    value : str
        What stands there.
    reason : Reason
        What was expected.
    """

    line: int
    name: str
    column: str
    value: str
    reason: Reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.column}: expected {self.reason}, got {self.value!r}"


@dataclass(frozen=True, eq=False)
class Measurements:
    """Measured kernels, one an entry; every number is finite and above 0.

    Parameters
    ----------
    form : str
        ``plain``, ``nsight`` or ``rocm``: whose table it was.
    columns : mapping of str to tuple of str
        Headers that were used, by what they were taken for.
    names : tuple of str
    lines : ndarray of int64, shape (n,)
        Lines of the text, from 1.
    intensity : ndarray, shape (n,)
        FLOP/byte.
    flops_per_s : ndarray, shape (n,)
        Achieved, FLOP/s.
    flops, bytes_moved, time_s : ndarray, shape (n,)
        Counts (FLOP, byte) and time (second); 0 where a row says only intensity and FLOP/s.
    aside : tuple of Aside
        Every other row.
    """

    form: str
    columns: Mapping[str, tuple[str, ...]]
    names: tuple[str, ...]
    lines: np.ndarray
    intensity: np.ndarray
    flops_per_s: np.ndarray
    flops: np.ndarray
    bytes_moved: np.ndarray
    time_s: np.ndarray
    aside: tuple[Aside, ...] = ()
