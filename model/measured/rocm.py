"""Counters of AMD's profilers: rocprofv3 (a counter a line), rocprof-compute and rocprof (wide).

FLOPs, from the operation counts that ROCm Compute Profiler documents (conceptual/pipeline-metrics,
"FLOP counting conventions") and OLCF's Frontier user guide ("Roofline profiling"): a vector
instruction is 64 lanes, a fused multiply-add 2; ``SQ_INSTS_VALU_MFMA_MOPS_…`` counts in units of
512. Bytes of HBM: reads of 32 and 64 bytes and, on MI300, of 128 (``TCC_BUBBLE``), writes of 32 and
64. Channels of a counter (``TCC_EA_RDREQ[0]`` …) are added up.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING

from model.errors import DomainError
from model.measured.measurements import Aside
from model.measured.numbers import NumberError, read_number
from model.measured.rows import Measured, resolve
from model.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from model.measured.sheet import Sheet

__all__ = ("FORM", "recognises", "rows")

FORM = "rocm"
_LANES = 64
_MFMA = 512
_NAMES = ("Kernel_Name", "KernelName", "Name")
_SPANS = (("Start_Timestamp", "End_Timestamp"), ("BeginNs", "EndNs"))
_DURATIONS = ("DurationNs", "Duration_Ns")
_COUNTER = re.compile(r"(SQ_INSTS_VALU_\w+|TCC_(?:EA0?|BUBBLE)\w*?)(_sum)?(\[\d+\])?")
_VALU = re.compile(r"SQ_INSTS_VALU_(ADD|MUL|FMA|TRANS)_F(16|32|64)")
_MOPS = re.compile(r"SQ_INSTS_VALU_MFMA_MOPS_\w+")
_READS, _READS_32 = "TCC_EA_RDREQ", "TCC_EA_RDREQ_32B"
_WRITES, _WRITES_64 = "TCC_EA_WRREQ", "TCC_EA_WRREQ_64B"
_READS_128 = "TCC_BUBBLE"
_TRAFFIC = (_READS, _READS_32, _WRITES, _WRITES_64)
_NEEDED = ("SQ_INSTS_VALU_FMA_F32 …", "SQ_INSTS_VALU_MFMA_MOPS_F16 …", *_TRAFFIC)
_CLOCKS = ("Start_Timestamp, End_Timestamp", "BeginNs, EndNs", "DurationNs")


def recognises(sheet: Sheet) -> bool:
    """Whether a table has a column, or lines, of AMD's counters."""
    wide = any(_counter(header) for header in sheet.header)
    return wide or {"Counter_Name", "Counter_Value"} <= {*sheet.header}


def rows(sheet: Sheet) -> tuple[dict[str, tuple[str, ...]], Iterator[Measured | Aside]]:
    """Return the counters that are used, and every dispatch.

    Raises
    ------
    DomainError
        If counters for FLOPs or bytes, or timestamps, are missing.
    """
    table = _Table(sheet)
    dispatches = list(table.long() if "Counter_Name" in sheet.header else table.wide())
    known = {name for _, _, counters in dispatches for name in counters}
    work = tuple(sorted(name for name in known if _VALU.fullmatch(name) or _MOPS.fullmatch(name)))
    if not work or not known.issuperset(_TRAFFIC):
        reason = Reason("metrics", {"known": _NEEDED})
        raise DomainError("header", reason, ", ".join(sorted(known))[:200])
    size = _TRAFFIC + ((_READS_128,) if _READS_128 in known else ())
    columns = {"time": table.clock, "bytes": size, "flops": work}
    return columns, (table.resolved(*dispatch, columns) for dispatch in dispatches)


def _counter(header: str) -> str:
    """Return the name of a counter without channel and sum; empty, if it is none of ours."""
    found = _COUNTER.fullmatch(header)
    if found is None:
        return ""
    return found[1].replace("TCC_EA0_", "TCC_EA_")


class _Table:
    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.at = {header: i for i, header in enumerate(sheet.header)}
        self.name = next((name for name in _NAMES if name in self.at), None)
        spans: list[tuple[str, ...]] = [span for span in _SPANS if self.at.keys() >= {*span}]
        spans += [(name,) for name in _DURATIONS if name in self.at]
        if not spans:
            raise DomainError("header", Reason("metrics", {"known": _CLOCKS}), "")
        self.clock = spans[0]

    def cell(self, cells: list[str], header: str) -> str:
        index = self.at[header]
        return cells[index] if index < len(cells) else ""

    def wide(self) -> Iterator[tuple[int, list[str], dict[str, list[str]]]]:
        """Read one dispatch a line: counters with the cells to add up."""
        counters = {header: name for header in self.at if (name := _counter(header))}
        summed = {name for header, name in counters.items() if header.endswith("_sum")}
        for row in self.sheet.rows:
            found = defaultdict(list)
            for header, name in counters.items():
                if name not in summed or header.endswith("_sum"):
                    found[name].append(self.cell(row.cells, header))
            yield row.line, row.cells, found

    def long(self) -> Iterator[tuple[int, list[str], dict[str, list[str]]]]:
        """Read one counter a line; lines of one dispatch share its number."""
        key = "Dispatch_Id" if "Dispatch_Id" in self.at else self.name or "Counter_Name"
        for _, group in groupby(self.sheet.rows, key=lambda row: self.cell(row.cells, key)):
            lines = list(group)
            found = defaultdict(list)
            for row in lines:
                if name := _counter(self.cell(row.cells, "Counter_Name")):
                    found[name].append(self.cell(row.cells, "Counter_Value"))
            yield lines[0].line, lines[0].cells, found

    def resolved(
        self,
        line: int,
        cells: list[str],
        counters: Mapping[str, list[str]],
        columns: Mapping[str, tuple[str, ...]],
    ) -> Measured | Aside:
        name = (self.cell(cells, self.name) if self.name else "") or f"#{line}"
        values: dict[str, float] = {}
        for counter in (*columns["bytes"], *columns["flops"]):
            texts = counters.get(counter, [""])
            found = _added(texts)
            if isinstance(found, Reason):
                return Aside(line, name, counter, texts[0], found)
            values[counter] = found
        stamps = [self.cell(cells, header) for header in self.clock]
        time = _elapsed(stamps)
        if isinstance(time, Reason):
            return Aside(line, name, self.clock[0], ", ".join(stamps), time)
        given = {"flops": _flops(values), "bytes": _bytes(values), "time": time}
        headers = {role: used[0] for role, used in columns.items()}
        return resolve(line, name, given, headers)


def _added(texts: Iterable[str]) -> float | Reason:
    try:
        return sum(read_number(text, comma=False) for text in texts)
    except NumberError as error:
        return error.reason


def _elapsed(stamps: list[str]) -> float | Reason:
    """Return seconds; timestamps are whole nanoseconds too long for a double."""
    if len(stamps) == 1:
        found = _added(stamps)
        return found if isinstance(found, Reason) else found * 1e-9
    try:
        begin, end = map(int, stamps)
    except ValueError:
        return Reason("number")
    return (end - begin) * 1e-9


def _flops(values: Mapping[str, float]) -> float:
    total = 0.0
    for name, value in values.items():
        if vector := _VALU.fullmatch(name):
            total += _LANES * (2 if vector[1] == "FMA" else 1) * value
        elif _MOPS.fullmatch(name):
            total += _MFMA * value
    return total


def _bytes(values: Mapping[str, float]) -> float:
    large = values.get(_READS_128, 0.0)
    reads = 32 * values[_READS_32] + 128 * large
    reads += 64 * (values[_READS] - values[_READS_32] - large)
    return reads + 32 * (values[_WRITES] - values[_WRITES_64]) + 64 * values[_WRITES_64]
