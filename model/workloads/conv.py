"""Convolution, read as it lies or lowered to a matrix product."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from model.checks import count
from model.errors import DomainError
from model.reasons import Reason
from model.workloads.base import Term, Workload
from model.workloads.gemm import check_sizes

if TYPE_CHECKING:
    from model.checks import Number

__all__ = ("LOWERINGS", "Conv")

LOWERINGS = ("implicit", "im2col")

_WORK = (
    Term(
        "multiply_adds",
        "2·N·K·P·Q·C·R·S",
        lambda w: 2 * w.N * w.K * w.P * w.Q * w.C * w.R * w.S,
    ),
)
_STREAMS = (
    Term("input", "b_a·N·C·H·W", lambda w: w.b_a * w.N * w.C * w.H * w.W),
    Term("filter", "b_w·K·C·R·S", lambda w: w.b_w * w.K * w.C * w.R * w.S),
    Term("output", "b_a·N·K·P·Q", lambda w: w.b_a * w.N * w.K * w.P * w.Q),
)
_COLUMNS = Term(
    "columns",
    "2·b_a·N·P·Q·C·R·S",
    lambda w: 2 * w.b_a * w.N * w.P * w.Q * w.C * w.R * w.S,
)


@dataclass(frozen=True)
class Conv(Workload):
    """K filters of C×R×S over N images of C×H×W; the output has N×K×P×Q values.

    Parameters
    ----------
    N : int or ndarray
        Images.
    C, H, W : int or ndarray
        Input channels, height and width.
    K : int or ndarray
        Output channels.
    R, S : int or ndarray
        Height and width of the filter.
    stride : int or ndarray
        Step of the filter, in both directions.
    pad : int or ndarray
        Zeros added on each of the four sides, from 0 on.
    lowering : str
        ``implicit`` gathers the input on chip; ``im2col`` writes the matrix of C·R·S × N·P·Q
        values to memory and reads it back.
    b : int or float
        Bytes per value.
    b_w, b_a : int or float, optional
        Bytes per value of the filters, and of input and output; default `b`.

    Raises
    ------
    DomainError
        If a dimension is out of range or the filter is larger than the padded image.

    Notes
    -----
    Equations (21) and (22) of model.md. Work on padding counts, and the whole input does, though
    a stride may pass over some of it.

    References
    ----------
    .. [1] S. Chetlur et al., "cuDNN: Efficient Primitives for Deep Learning", 2014.

    Examples
    --------
    >>> layer = Conv(N=1, C=64, H=56, W=56, K=64)
    >>> layer.flops, layer.bytes_moved, round(layer.intensity, 2)
    (231211008, 876544, 263.78)
    >>> round(Conv(N=1, C=64, H=56, W=56, K=64, lowering="im2col").intensity, 2)
    28.54
    """

    kind: ClassVar[str] = "conv"
    N: Number = 32
    C: Number = 64
    H: Number = 56
    W: Number = 56
    K: Number = 64
    R: Number = 3
    S: Number = 3
    stride: Number = 1
    pad: Number = 1
    lowering: str = "implicit"
    b: Number = 2
    b_w: Number = None
    b_a: Number = None

    def __post_init__(self) -> None:
        for name in ("N", "C", "H", "W", "K", "R", "S", "stride"):
            object.__setattr__(self, name, count(name, getattr(self, name)))
        object.__setattr__(self, "pad", count("pad", self.pad, least=0))
        if self.lowering not in LOWERINGS:
            raise DomainError("lowering", Reason("one_of", {"allowed": LOWERINGS}), self.lowering)
        check_sizes(self, "b", "b_w", "b_a")
        for name, across in (("R", "H"), ("S", "W")):
            self._check_fits(name, across)

    def _check_fits(self, name: str, across: str) -> None:
        edge, room = np.broadcast_arrays(getattr(self, name), getattr(self, across) + 2 * self.pad)
        if np.any(edge > room):
            at = tuple(np.argwhere(edge > room)[0])
            reason = Reason("fits", {"name": across, "of": int(room[at])})
            raise DomainError(name, reason, int(edge[at]), [across, "pad"])

    def _derived(self) -> dict[str, Number]:
        """Return height and width of the output."""
        return {
            "P": (self.H + 2 * self.pad - self.R) // self.stride + 1,
            "Q": (self.W + 2 * self.pad - self.S) // self.stride + 1,
        }

    def work_terms(self) -> tuple[Term, ...]:
        return _WORK

    def stream_terms(self) -> tuple[Term, ...]:
        return _STREAMS if self.lowering == "implicit" else (*_STREAMS, _COLUMNS)
