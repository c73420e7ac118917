"""What `ncu --csv --page raw` prints: one kernel a line, or one metric a line.

FLOPs are thread instructions: one for each add and multiply, two for each fused multiply-add,
(``sm__sass_thread_inst_executed_op_{h,f,d}{add,mul,fma}_pred_on.sum``), as in Nsight Compute's own
section ``SpeedOfLight_RooflineChart`` and in C. Yang's "Hierarchical Roofline Analysis",
arXiv 2009.02449; and the operations of the tensor path, ``sm__ops_path_tensor_src_….sum``, which
NVIDIA names for this (forums.developer.nvidia.com/t/275450). How many FLOPs one instruction of the
tensor pipe is depends on its shape and on the chip: ``sm__inst_executed_pipe_tensor….sum`` alone
is not turned into FLOPs: such a row is put aside. Where the section gives a number a cycle
(``.sum.per_cycle_elapsed``), it is multiplied by cycles a second. Bytes are ``dram__bytes.sum``,
or what is read and written; time is ``gpu__time_duration.sum``.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from model.errors import DomainError
from model.measured.measurements import Aside
from model.measured.numbers import NumberError, read_number
from model.measured.rows import Measured, resolve
from model.measured.sheet import Row
from model.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from model.measured.sheet import Sheet

__all__ = ("FORM", "recognises", "rows")

FORM = "nsight"
_KERNEL = "Kernel Name"
_TIME = "gpu__time_duration.sum"
_BYTES = ("dram__bytes.sum",)
_BOTH_WAYS = ("dram__bytes_read.sum", "dram__bytes_write.sum")
_BYTE_RATE = "dram__bytes.sum.per_second"
_SCALAR = re.compile(
    r"(sm(?:sp)?)__sass_thread_inst_executed_op_[hfd](add|mul|fma)_pred_on\.sum(\.per_cycle_elapsed)?"
)
_TENSOR = re.compile(r"sm__ops_path_tensor_(?!.*_sparsity_o[nf]).*\.sum")
_TENSOR_INSTRUCTIONS = re.compile(r"sm(?:sp)?__inst_executed_pipe_tensor.*\.sum")
_CYCLE_RATES = ("smsp__cycles_elapsed.avg.per_second", "sm__cycles_elapsed.avg.per_second")
_TENSOR_OPERATIONS = "sm__ops_path_tensor_src_….sum"
_NEEDED = (
    "gpu__time_duration.sum", "dram__bytes.sum",
    "sm__sass_thread_inst_executed_op_ffma_pred_on.sum", "…fadd…", "…fmul…",
    _TENSOR_OPERATIONS,
)  # fmt: skip
_LONG = {"n": 1e-9, "u": 1e-6, "m": 1e-3, "": 1.0, "k": 1e3, "g": 1e9, "t": 1e12}
_SECOND = re.compile(r"([num]?)(?:s|second)")
_SIZE = re.compile(r"([kmgt]?)byte")
_HERTZ = re.compile(r"([kmg]?)hz|cycle/([num]?)(?:s|second)")


def recognises(sheet: Sheet) -> bool:
    """Whether a table has Nsight Compute's columns."""
    metrics = "Metric Name" in sheet.header and "Metric Value" in sheet.header
    return _KERNEL in sheet.header and (metrics or any("__" in h for h in sheet.header))


def rows(sheet: Sheet) -> tuple[dict[str, tuple[str, ...]], Iterator[Measured | Aside]]:
    """Return the metrics that are used, and every kernel.

    Raises
    ------
    DomainError
        If metrics for FLOPs, bytes or time are missing.
    """
    launches = list(_by_metric(sheet) if "Metric Name" in sheet.header else _by_kernel(sheet))
    known = {metric for launch in launches for metric in launch.metrics}
    columns = _columns(known)
    return columns, (launch.resolved(columns) for launch in launches)


class _Launch:
    """One kernel launch: the value and unit of each metric, as they are written."""

    def __init__(self, line: int, name: str, metrics: Mapping[str, tuple[str, str]]) -> None:
        self.line, self.name, self.metrics = line, name, metrics

    def resolved(self, columns: Mapping[str, tuple[str, ...]]) -> Measured | Aside:
        used = [metric for metrics in columns.values() for metric in metrics]
        values: dict[str, float] = {}
        for metric in used:
            cell, unit = self.metrics.get(metric, ("", ""))
            try:
                values[metric] = read_number(cell, comma=False) * _factor(metric, unit)
            except NumberError as error:
                return Aside(self.line, self.name, metric, cell, error.reason)
            except KeyError:
                return Aside(self.line, self.name, metric, unit, Reason("unit_known"))
        time = values[_TIME]
        size = sum(values[metric] for metric in columns["bytes"])
        if columns["bytes"] == (_BYTE_RATE,):
            size *= time
        work = sum(_flops(metric, values, time) for metric in columns["flops"])
        instructions = sum(values[metric] for metric in columns.get("tensor", ()))
        if instructions > 0:
            metric = columns["tensor"][0]
            reason = Reason("tensor_ops", {"of": _TENSOR_OPERATIONS})
            return Aside(self.line, self.name, metric, f"{instructions:g}", reason)
        headers = {role: metrics[0] for role, metrics in columns.items()}
        return resolve(self.line, self.name, {"flops": work, "bytes": size, "time": time}, headers)


def _columns(known: set[str]) -> dict[str, tuple[str, ...]]:
    size = next((m for m in (_BYTES, _BOTH_WAYS, (_BYTE_RATE,)) if known.issuperset(m)), ())
    work = _scalar(known) + tuple(sorted(m for m in known if _TENSOR.fullmatch(m)))
    if not size or not work or _TIME not in known:
        reason = Reason("metrics", {"known": _NEEDED})
        raise DomainError("header", reason, ", ".join(sorted(known))[:200])
    columns = {"time": (_TIME,), "bytes": size, "flops": work}
    rates = [metric for metric in work if metric.endswith(".per_cycle_elapsed")]
    if rates:
        clock = next((metric for metric in _CYCLE_RATES if metric in known), None)
        if clock is None:
            raise DomainError("header", Reason("metrics", {"known": _CYCLE_RATES}), rates[0])
        columns["clock"] = (clock,)
    counted = any(_TENSOR.fullmatch(metric) for metric in work)
    pipes = tuple(sorted(m for m in known if _TENSOR_INSTRUCTIONS.fullmatch(m)))
    return columns if counted or not pipes else {**columns, "tensor": pipes}


def _scalar(known: set[str]) -> tuple[str, ...]:
    """Choose one metric for each kind of instruction: sums before rates, sm before smsp."""
    found: dict[str, str] = {}
    for metric in sorted(known, key=lambda m: (m.endswith("per_cycle_elapsed"), m)):
        if match := _SCALAR.fullmatch(metric):
            found.setdefault(metric.removeprefix(match[1]).split(".")[0], metric)
    return tuple(sorted(found.values()))


def _flops(metric: str, values: Mapping[str, float], time: float) -> float:
    match = _SCALAR.fullmatch(metric)
    each = 2 if match and match[2] == "fma" else 1
    if match and match[3]:
        clock = next(values[name] for name in _CYCLE_RATES if name in values)
        return each * values[metric] * clock * time
    return each * values[metric]


def _factor(metric: str, unit: str) -> float:
    """Return the factor to the base unit; KeyError for a unit that is not known."""
    text = unit.lower().replace("µ", "u")
    if metric == _TIME:
        return _LONG[_matched(_SECOND, text)]
    if metric in _CYCLE_RATES:
        prefix = _matched(_HERTZ, text)
        return 1 / _LONG[prefix] if text.startswith("cycle") else _LONG[prefix]
    if metric.startswith("dram__bytes"):
        size, _, per = text.partition("/")
        factor = _LARGE[_matched(_SIZE, size)]
        return factor / _LONG[_matched(_SECOND, per)] if per else factor
    return 1.0


_LARGE = {"": 1.0, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}


def _matched(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.fullmatch(text)
    if found is None:
        raise KeyError(text)
    return next((group for group in found.groups() if group), "")


def _by_kernel(sheet: Sheet) -> Iterator[_Launch]:
    """Read one kernel a line; the line below the header holds the units."""
    kernel = sheet.header.index(_KERNEL)
    metrics = {i: header for i, header in enumerate(sheet.header) if "__" in header}
    units = sheet.rows[0].cells
    below = sheet.rows[1:]
    if units[kernel : kernel + 1] != [""]:  # a table that somebody has taken the units out of
        units, below = [], sheet.rows
    for row in below:
        cells = row.cells + [""] * (len(sheet.header) - len(row.cells))
        found = {m: (cells[i], units[i] if i < len(units) else "") for i, m in metrics.items()}
        yield _Launch(row.line, cells[kernel], found)


def _by_metric(sheet: Sheet) -> Iterator[_Launch]:
    """Read one metric a line; lines of one launch share its ID."""
    at = {header: i for i, header in enumerate(sheet.header)}
    needed = ("ID", _KERNEL, "Metric Name", "Metric Unit", "Metric Value")
    if missing := [header for header in needed if header not in at]:
        raise DomainError("header", Reason("metrics", {"known": needed}), ", ".join(missing))
    padding = [""] * len(sheet.header)
    rows = [Row(row.line, row.cells + padding) for row in sheet.rows]
    for _, group in groupby(rows, key=lambda row: row.cells[at["ID"]]):
        lines = list(group)
        metrics = {
            row.cells[at["Metric Name"]]: (
                row.cells[at["Metric Value"]],
                row.cells[at["Metric Unit"]],
            )
            for row in lines
        }
        yield _Launch(lines[0].line, lines[0].cells[at[_KERNEL]], metrics)
