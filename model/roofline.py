"""The roofline: ridge, attainable rate, what binds, and how long it takes.

Everything takes scalars or arrays that broadcast against each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from model.checks import Number, any_array, broadcast, positive

__all__ = ("Roofline", "attainable_flops_per_s", "longer", "ridge_intensity")

# Closer than this to the ridge a double can't be trusted with the verdict.
_NEAR = 1e-12


def ridge_intensity(peak_flops_per_s: Number, bandwidth_bytes_per_s: Number) -> Number:
    """Intensity at which both roofs meet.

    Parameters
    ----------
    peak_flops_per_s : float or ndarray
        Compute roof π, FLOP/s. Must be > 0.
    bandwidth_bytes_per_s : float or ndarray
        Memory roof β, byte/s. Must be > 0.

    Returns
    -------
    float or ndarray
        π/β, FLOP/byte.

    Raises
    ------
    DomainError
        If either is not positive and finite.

    Notes
    -----
    Equation (11) of model.md.

    Examples
    --------
    >>> round(ridge_intensity(989e12, 3.35e12), 1)
    295.2
    """
    return Roofline(peak_flops_per_s, bandwidth_bytes_per_s).ridge_intensity


def attainable_flops_per_s(
    intensity: Number, peak_flops_per_s: Number, bandwidth_bytes_per_s: Number
) -> Number:
    """Highest rate that a kernel of this intensity can reach under one roof.

    Parameters
    ----------
    intensity : float or ndarray
        Arithmetic intensity I, FLOP/byte. Must be > 0.
    peak_flops_per_s : float or ndarray
        Compute roof π, FLOP/s. Must be > 0.
    bandwidth_bytes_per_s : float or ndarray
        Memory roof β, byte/s. Must be > 0.

    Returns
    -------
    float or ndarray
        min(π, β·I), FLOP/s.

    Raises
    ------
    DomainError
        If an argument is not positive and finite.

    Notes
    -----
    Equation (12) of model.md. Perfect overlap of compute and traffic is assumed.

    References
    ----------
    .. [1] S. Williams, A. Waterman, D. Patterson, "Roofline", CACM 52(4), 2009.

    Examples
    --------
    >>> attainable_flops_per_s(10.0, 100e9, 20e9)
    100000000000
    """
    roof = Roofline(peak_flops_per_s, bandwidth_bytes_per_s)
    return roof.attainable_flops_per_s(positive("intensity", intensity, "FLOP/byte"))


@dataclass(frozen=True)
class Roofline:
    """A compute roof and a memory roof.

    Parameters
    ----------
    peak_flops_per_s : float or ndarray
        Compute roof π, FLOP/s.
    bandwidth_bytes_per_s : float or ndarray
        Memory roof β, byte/s.

    Raises
    ------
    DomainError
        If either is not positive and finite.

    Examples
    --------
    >>> roof = Roofline(989e12, 3.35e12)
    >>> roof.bound(flops=1e12, bytes_moved=1e12)
    'memory'
    """

    peak_flops_per_s: Number
    bandwidth_bytes_per_s: Number

    def __post_init__(self) -> None:
        peak = positive("peak_flops_per_s", self.peak_flops_per_s, "FLOP/s")
        bandwidth = positive("bandwidth_bytes_per_s", self.bandwidth_bytes_per_s, "byte/s")
        broadcast({"peak_flops_per_s": peak, "bandwidth_bytes_per_s": bandwidth})
        object.__setattr__(self, "peak_flops_per_s", peak)
        object.__setattr__(self, "bandwidth_bytes_per_s", bandwidth)

    @property
    def ridge_intensity(self) -> Number:
        """Equation (11): I* = π/β, FLOP/byte."""
        return self.peak_flops_per_s / self.bandwidth_bytes_per_s

    @property
    def exact_ridge(self) -> Fraction:
        """Equation (11) of scalars, without rounding."""
        return _fraction(self.peak_flops_per_s) / _fraction(self.bandwidth_bytes_per_s)

    def attainable_flops_per_s(self, intensity: Number) -> Number:
        """Equation (12): min(π, β·I), FLOP/s; 0 for a workload without FLOPs."""
        return _smaller(self.peak_flops_per_s, self.bandwidth_bytes_per_s * intensity)

    def compute_time_s(self, flops: Number) -> Number:
        """Equation (13): F/π, second."""
        return _real(flops / self.peak_flops_per_s)

    def memory_time_s(self, bytes_moved: Number) -> Number:
        """Equation (13): Q/β, second."""
        return _real(bytes_moved / self.bandwidth_bytes_per_s)

    def time_s(self, flops: Number, bytes_moved: Number) -> Number:
        """Equation (14): max(F/π, Q/β), second; compute and traffic overlap perfectly."""
        return longer(self.compute_time_s(flops), self.memory_time_s(bytes_moved))

    def no_overlap_time_s(self, flops: Number, bytes_moved: Number) -> Number:
        """Equation (14): F/π + Q/β, second; at most twice `time_s`, and that at the ridge."""
        return self.compute_time_s(flops) + self.memory_time_s(bytes_moved)

    def bound(self, flops: Number, bytes_moved: Number) -> Number:
        """Say what limits: ``"memory"``, ``"compute"`` or, exactly at the ridge, ``"ridge"``.

        Decided without rounding: F·β against Q·π, in exact arithmetic where the two are close.

        Returns
        -------
        str or ndarray of str
            One verdict for each element.
        """
        numbers = (flops, self.bandwidth_bytes_per_s, bytes_moved, self.peak_flops_per_s)
        if not any_array(numbers):
            return _VERDICTS[_sign(*numbers)]
        arrays = np.broadcast_arrays(*(np.asarray(v) for v in numbers))
        F, bandwidth, Q, peak = (a.astype(np.float64) for a in arrays)
        compute, memory = F * bandwidth, Q * peak
        sign = np.sign(compute - memory).astype(int)
        for place in zip(*np.nonzero(np.abs(compute - memory) <= _NEAR * memory), strict=True):
            sign[place] = _sign(*(a[place] for a in arrays))
        return np.array(["ridge", "compute", "memory"])[sign]


_VERDICTS = {-1: "memory", 0: "ridge", 1: "compute"}


def _sign(flops: Number, bandwidth: Number, bytes_moved: Number, peak: Number) -> int:
    """Sign of F·β - Q·π, exact."""
    compute, memory = float(flops) * bandwidth, float(bytes_moved) * peak
    if abs(compute - memory) > _NEAR * memory:
        return 1 if compute > memory else -1
    left = _fraction(flops) * _fraction(bandwidth)
    right = _fraction(bytes_moved) * _fraction(peak)
    return (left > right) - (left < right)


def _fraction(value: Number) -> Fraction:
    return Fraction(value.item() if isinstance(value, np.generic) else value)


def _real(value: Number) -> Number:
    """Bring quotients of exact (object) arrays back to doubles."""
    return value.astype(np.float64, copy=False) if isinstance(value, np.ndarray) else value


def _smaller(a: Number, b: Number) -> Number:
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.minimum(a, b)
    return min(a, b)


def longer(a: Number, b: Number) -> Number:
    """Return the larger of two times, element by element."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.maximum(a, b)
    return max(a, b)
