"""Numbers as tools and spreadsheets write them: 1234.5, 1,234.5, 1.234,5 or 1 234,5."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from model.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ("NumberError", "decimal_comma", "read_number")

_SPACES = str.maketrans("", "", " \u00a0\u202f\u2009'’")
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
_ONE_GROUP = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
_PLAIN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|[+-]?(nan|inf(inity)?)", re.IGNORECASE)
_GROUPED_BY_POINTS = re.compile(r"[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d+)?")
_COMMA = re.compile(r"[+-]?\d*,\d+(e[+-]?\d+)?", re.IGNORECASE)


class NumberError(ValueError):
    """What is no number, or might be two; `reason` says what was expected."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


def decimal_comma(cells: Iterable[str]) -> bool:
    """Whether some number of a table can only be read with a decimal comma.

    Examples
    --------
    >>> decimal_comma(["1,234", "0,5"]), decimal_comma(["1,234", "2,345,678"])
    (True, False)
    """
    return any(
        "," in cell and not _GROUPED.fullmatch(bare) and _by_comma(bare) is not None
        for cell in cells
        if (bare := cell.translate(_SPACES))
    )


def read_number(cell: str, *, comma: bool, delimiter: str = ",") -> float:
    """Read a number.

    Parameters
    ----------
    cell : str
        As it stands in the table.
    comma : bool
        Whether the table has decimal commas.
    delimiter : str
        What stands between the table's cells: a comma inside a cell groups thousands where commas
        part the cells too; elsewhere ``1,234`` may be either, and is refused.

    Returns
    -------
    float
        It may be NaN or infinite, where the cell says so.

    Raises
    ------
    NumberError
        If it is no number, or may be two.

    Examples
    --------
    >>> read_number("1,234.5", comma=False), read_number("1.234,5", comma=True)
    (1234.5, 1234.5)
    """
    bare = cell.translate(_SPACES)
    if comma:
        value = _by_comma(bare)
        if value is None:
            raise NumberError(Reason("number"))
        return value
    if _PLAIN.fullmatch(bare):
        return float(bare)
    if delimiter != "," and _ONE_GROUP.fullmatch(bare):
        first, second = bare.replace(",", ""), bare.replace(",", ".")
        raise NumberError(Reason("one_number", {"first": first, "second": second}))
    if _GROUPED.fullmatch(bare):
        return float(bare.replace(",", ""))
    raise NumberError(Reason("number"))


def _by_comma(bare: str) -> float | None:
    """Read a number with a decimal comma, its thousands grouped by points; None if it is none."""
    if _GROUPED_BY_POINTS.fullmatch(bare):
        return float(bare.replace(".", "").replace(",", "."))
    if _COMMA.fullmatch(bare):
        return float(bare.replace(",", "."))
    return float(bare) if "." not in bare and _PLAIN.fullmatch(bare) else None
