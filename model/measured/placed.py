"""Measured points under a roof."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from model.roofline import attainable_flops_per_s

if TYPE_CHECKING:
    from model.measured.measurements import Measurements
    from model.roofline import Roofline

__all__ = ("ROUNDING", "Placed", "place_measurements")

ROUNDING = 0.01
"""How far above the roof a point may lie before it is called impossible: printed figures have
three digits."""


class Placed(NamedTuple):
    """What a roof says of measured points, one an entry.

    `attainable_flops_per_s` (FLOP/s) is the roof above each, `share` the part of it that is
    achieved, `impossible` whether it is more than there is, `memory` whether memory limits there.
    """

    attainable_flops_per_s: np.ndarray
    share: np.ndarray
    impossible: np.ndarray
    memory: np.ndarray


def place_measurements(measured: Measurements, roof: Roofline) -> Placed:
    r"""Place measured points under a roof.

    Parameters
    ----------
    measured : Measurements
        n points.
    roof : Roofline
        Of scalars.

    Returns
    -------
    Placed
        Arrays of shape (n,).

    Examples
    --------
    >>> from model import Roofline
    >>> from model.measured import load_measurements
    >>> points = load_measurements("name,intensity,GFLOP/s\nslow,10,5\nfast,1,11\n")
    >>> placed = place_measurements(points, Roofline(100e9, 10e9))
    >>> placed.share.tolist(), placed.impossible.tolist()
    ([0.05, 1.1], [False, True])
    """
    roofs = (roof.peak_flops_per_s, roof.bandwidth_bytes_per_s)
    some = len(measured.names) > 0
    attainable = attainable_flops_per_s(measured.intensity, *roofs) if some else np.empty(0)
    share = measured.flops_per_s / attainable
    return Placed(
        attainable, share, share > 1 + ROUNDING, measured.intensity < roof.ridge_intensity
    )
