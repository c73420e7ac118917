"""Read a table of measured kernels, whoever wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from model.measured import nsight, plain, rocm
from model.measured.measurements import Aside, Measurements
from model.measured.sheet import read_sheet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from model.measured.rows import Measured

__all__ = ("NOTHING", "load_measurements")


def load_measurements(text: str) -> Measurements:
    r"""Read a table of measured kernels.

    Parameters
    ----------
    text : str
        CSV with commas, semicolons or tabs: a plain one whose headers name FLOPs, bytes or
        intensity, and time or FLOP/s; what ``ncu --csv --page raw`` prints; or counters of
        rocprofv3 or rocprof-compute.

    Returns
    -------
    Measurements
        Every row is in it, as a point or in `aside`.

    Raises
    ------
    DomainError
        If the text is no table, or has no columns to make points of.

    Examples
    --------
    >>> found = load_measurements("name,GFLOP,MB,time (ms)\ngemm,1100,400,2\ncopy,0,100,0.1\n")
    >>> found.names, found.intensity.tolist(), found.flops_per_s.tolist()
    (('gemm',), [2750.0], [550000000000000.0])
    >>> (found.aside[0].line, found.aside[0].column, found.aside[0].value)
    (3, 'GFLOP', '0')
    """
    sheet = read_sheet(text)
    form = next((form for form in (nsight, rocm) if form.recognises(sheet)), plain)
    columns, rows = form.rows(sheet)
    return _collected(form.FORM, columns, rows)


def _collected(
    form: str, columns: dict[str, tuple[str, ...]], rows: Iterable[Measured | Aside]
) -> Measurements:
    kept: list[Measured] = []
    aside: list[Aside] = []
    for row in rows:
        if isinstance(row, Aside):
            aside.append(row)
        else:
            kept.append(row)
    numbers = np.array([row[2:] for row in kept], dtype=np.float64).reshape(len(kept), 5)
    intensity, rate, flops, size, time = numbers.T.copy()
    return Measurements(
        form=form,
        columns=columns,
        names=tuple(row.name for row in kept),
        lines=np.array([row.line for row in kept], dtype=np.int64),
        intensity=intensity,
        flops_per_s=rate,
        flops=flops,
        bytes_moved=size,
        time_s=time,
        aside=tuple(aside),
    )


NOTHING = _collected(plain.FORM, {}, [])
"""No points at all."""
