"""A table of anybody's: the headers say what is what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.measured.headers import Column, find_columns
from model.measured.measurements import Aside
from model.measured.numbers import NumberError, decimal_comma, read_number
from model.measured.rows import Measured, resolve
from model.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from model.measured.sheet import Row, Sheet

__all__ = ("FORM", "rows")

FORM = "plain"


def rows(sheet: Sheet) -> tuple[dict[str, tuple[str, ...]], Iterator[Measured | Aside]]:
    """Return the columns that are used, and every row.

    Raises
    ------
    DomainError
        If there are not enough columns.
    """
    columns = find_columns(sheet.header)
    numbers = {role: column for role, column in columns.items() if role != "name"}
    cells = (_cell(row, column) for row in sheet.rows for column in numbers.values())
    comma = sheet.delimiter != "," and decimal_comma(cells)
    reader = _Reader(sheet, columns.get("name"), numbers, comma)
    return (
        {role: (column.header,) for role, column in columns.items()},
        (reader.read(row, number) for number, row in enumerate(sheet.rows, start=1)),
    )


def _cell(row: Row, column: Column) -> str:
    return row.cells[column.place] if column.place < len(row.cells) else ""


class _Reader:
    def __init__(
        self, sheet: Sheet, name: Column | None, numbers: dict[str, Column], comma: bool
    ) -> None:
        self.sheet, self.name, self.numbers, self.comma = sheet, name, numbers, comma
        self.headers = {role: column.header for role, column in numbers.items()}

    def read(self, row: Row, number: int) -> Measured | Aside:
        name = (_cell(row, self.name) if self.name else "") or f"#{number}"
        if len(row.cells) > len(self.sheet.header):
            extra = row.cells[len(self.sheet.header)]
            reason = Reason("cells", {"of": len(self.sheet.header)})
            return Aside(row.line, name, str(len(row.cells)), extra, reason)
        given = {}
        for role, column in self.numbers.items():
            cell = _cell(row, column)
            try:
                value = read_number(cell, comma=self.comma, delimiter=self.sheet.delimiter)
            except NumberError as error:
                return Aside(row.line, name, column.header, cell, error.reason)
            given[role] = value * column.factor
        return resolve(row.line, name, given, self.headers)
