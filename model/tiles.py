"""What a tile costs on chip, and how large it has to be."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from model.workloads import Attention, Gemm

if TYPE_CHECKING:
    from model.roofline import Roofline
    from model.workloads import Workload

__all__ = ("ACCUMULATOR_BYTES", "Tile", "tile")

ACCUMULATOR_BYTES = 4
"""Bytes of a running sum in 32 bits."""


class Tile(NamedTuple):
    """A tile of T×T sums of a GEMM, or a block of T queries.

    Parameters
    ----------
    T : int
        Its edge, or its queries.
    accumulator_bytes : int
        Bytes of its sums of 32 bits: 4·T², or 4·T·d for each of the h/g heads of a block.
    inner_intensity : float
        Intensity in its inner loop, where the operands of one step are read: T/b for a GEMM, and
        2·T·h/(g·b) for attention, FLOP/byte.
    least : int
        The least T whose inner loop reaches the ridge.
    """

    T: int
    accumulator_bytes: int
    inner_intensity: float
    least: int


def tile(shape: Workload, roof: Roofline) -> Tile | None:
    """Describe the tile of a GEMM or of attention that has one.

    Parameters
    ----------
    shape : Workload
        Of scalars.
    roof : Roofline
        Of scalars.

    Returns
    -------
    Tile or None
        None where reuse is ideal, and for other workloads.

    Notes
    -----
    Equation (27) of model.md.

    Examples
    --------
    >>> from model import Gemm, Roofline
    >>> tile(Gemm(T=128), Roofline(200e12, 1e12))
    Tile(T=128, accumulator_bytes=65536, inner_intensity=64.0, least=400)
    """
    if not isinstance(shape, Gemm | Attention) or shape.T is None:
        return None
    sizes, T = shape.dimensions, shape.T
    if isinstance(shape, Gemm):
        sums = T * T
        per_query = 2 / (Fraction(sizes["b_w"]) + Fraction(sizes["b_a"]))
    else:
        share = sizes["h"] // sizes["g"]
        sums = T * sizes["d"] * share
        per_query = 2 * share / Fraction(sizes["b_kv"])
    least = math.ceil(roof.exact_ridge / per_query)
    return Tile(T, ACCUMULATOR_BYTES * sums, float(T * per_query), least)
