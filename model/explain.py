"""Which dimension sets the intensity, and which does nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from model.checks import Number
    from model.workloads import Workload

__all__ = ("doubled", "unmoved")


def doubled(shape: Workload, names: Iterable[str]) -> dict[str, Number]:
    """Return, for each dimension, the factor on the intensity when it alone is doubled.

    Parameters
    ----------
    shape : Workload
        A workload of scalar dimensions that does some work.
    names : iterable of str
        Dimensions to try; a flag, or one that can't be doubled alone, is left out.

    Returns
    -------
    dict of str to float
        I(2x)/I(x) by dimension; exactly 1 where the intensity does not depend on it.

    Notes
    -----
    Both intensities are quotients of exact counts, so a factor of 1 is no accident of rounding.

    Examples
    --------
    >>> from model import Decode, Gemm
    >>> {k: round(v, 2) for k, v in doubled(Gemm(128, 8192, 8192), "MNK").items()}
    {'M': 1.94, 'N': 1.01, 'K': 1.01}
    >>> doubled(Decode(B=1), ["S", "b"])
    {'S': 1.0, 'b': 0.5}
    """
    factors = {}
    for name in names:
        value = shape.dimensions[name]
        if isinstance(value, bool | str):
            continue
        try:
            factors[name] = shape.changed(name, 2 * value).intensity / shape.intensity
        except DomainError:
            continue
    return factors


def unmoved(shape: Workload, names: Iterable[str]) -> dict[str, bool]:
    """Find the dimensions that leave the intensity as it is when doubled, or turned over.

    Parameters
    ----------
    shape : Workload
        A workload of scalar dimensions that does some work.
    names : iterable of str
        Dimensions and flags to try; what can't be changed alone is left out.

    Returns
    -------
    dict of str to bool
        By dimension, whether work and traffic grow alike; False where neither changes at all.

    Examples
    --------
    >>> from model import Attention, Decode
    >>> unmoved(Decode(B=1), ["S", "B"])
    {'S': True}
    >>> unmoved(Attention(), ["S", "T", "causal", "B"])
    {'T': False, 'B': True}
    """
    found = {}
    for name in names:
        value = shape.dimensions[name]
        if isinstance(value, str):
            continue
        try:
            moved = shape.changed(name, not value if isinstance(value, bool) else 2 * value)
        except DomainError:
            continue
        if moved.intensity == shape.intensity:
            found[name] = moved.flops != shape.flops
    return found
