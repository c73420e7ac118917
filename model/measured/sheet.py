"""Cut pasted text into a header and rows."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from model.errors import DomainError
from model.reasons import Reason

__all__ = ("LARGEST_TEXT", "MOST_ROWS", "Row", "Sheet", "read_sheet")

LARGEST_TEXT = 10_000_000
"""Most characters of a text."""

MOST_ROWS = 100_000
"""Most rows of a text."""

_KERNEL = "Kernel Name"  # of the header that Nsight Compute prints below what the program printed
_REMARK = "=="  # of the profiler, before and after its table
_SEARCHED = 2000
_DELIMITERS = ",;\t"


@dataclass(frozen=True)
class Row:
    """Cells of one row, and the line it starts on."""

    line: int
    cells: list[str]


@dataclass(frozen=True)
class Sheet:
    """A header and the rows below it, without blank ones."""

    header: list[str]
    rows: list[Row]
    delimiter: str


def read_sheet(text: str) -> Sheet:
    r"""Cut a text into cells: comma, semicolon or tab between them, quotes around them.

    Parameters
    ----------
    text : str
        With or without a byte order mark, and with whatever a profiler printed above the header.

    Raises
    ------
    DomainError
        If it is empty, no text, too long, or a header alone.

    Examples
    --------
    >>> read_sheet("name;flops\na;1\n").rows
    [Row(line=2, cells=['a', '1'])]
    """
    _check_text(text)
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    first = _header_line(lines)
    if first is None:
        raise DomainError("text", Reason("table_rows"), "")
    delimiter = max(_DELIMITERS, key=lines[first].count)
    reader = csv.reader(io.StringIO("".join(lines[first:]), newline=""), delimiter=delimiter)
    rows, line = [], first + 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped) and not stripped[0].startswith(_REMARK):
                rows.append(Row(line, stripped))
            line = first + reader.line_num + 1
    except csv.Error as error:
        raise DomainError("text", Reason("table_text"), f"line {line}: {error}") from error
    if len(rows) < 2:
        raise DomainError("text", Reason("table_rows"), lines[first].strip())
    if len(rows) > MOST_ROWS + 1:
        raise DomainError("text", Reason("table_most", {"of": MOST_ROWS}), len(rows) - 1)
    return Sheet(rows[0].cells, rows[1:], delimiter)


def _check_text(text: str) -> None:
    if len(text) > LARGEST_TEXT:
        raise DomainError("text", Reason("table_size", {"of": LARGEST_TEXT}), len(text))
    sample = text[:4096]
    odd = sum(c == "\ufffd" or (c < " " and c not in "\t\r\n\f\v") for c in sample)
    if "\0" in text or odd * 50 > len(sample):
        raise DomainError("text", Reason("table_text"), sample[:20])


def _header_line(lines: list[str]) -> int | None:
    """Find the header: Nsight Compute's, or else the first line that is no remark."""
    plain = None
    for number, line in enumerate(lines[:_SEARCHED]):
        if _KERNEL in line and any(mark in line for mark in _DELIMITERS):
            return number
        if plain is None and line.strip(" \t\r\n,;") and not line.startswith((_REMARK, "#")):
            plain = number
    return plain
