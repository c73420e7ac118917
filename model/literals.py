"""Numbers as a query writes them: read exactly, written so that they read back the same."""

from __future__ import annotations

import re
from decimal import Decimal

__all__ = ("number_text", "read_number")

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
_LONGEST_NUMBER = 40


def read_number(text: str) -> int | float:
    """Read a plain or scientific number; a whole one comes back as an exact `int`.

    Raises
    ------
    ValueError
        If it is anything else (infinite, NaN, hexadecimal, with blanks or separators).

    Examples
    --------
    >>> read_number("989e12"), read_number("0.5625"), read_number("1e23")
    (989000000000000, 0.5625, 100000000000000000000000)
    """
    text = text.replace(" ", "+")  # an unescaped + of 1e+15 arrives as a blank
    if len(text) > _LONGEST_NUMBER or not _NUMBER.fullmatch(text):
        raise ValueError(text)
    value = Decimal(text)
    if abs(value.adjusted()) > _LONGEST_NUMBER:
        raise ValueError(text)
    return int(value) if value == value.to_integral_value() else float(value)


def number_text(value: float) -> str:
    """Write a number so that reading it gives the same value, as short as that allows.

    Examples
    --------
    >>> number_text(8192), number_text(0.5625), number_text(3350000000000)
    ('8192', '0.5625', '3.35e12')
    """
    whole = isinstance(value, int) or value.is_integer()  # read back as an int, so no digit may go
    exact = Decimal(value) if whole else Decimal(repr(float(value)))
    digits = "".join(map(str, exact.as_tuple().digits)).rstrip("0")
    mantissa = digits[:1] + (f".{digits[1:]}" if len(digits) > 1 else "")
    plain = f"{exact.copy_abs():f}"
    plain = plain.rstrip("0").rstrip(".") if "." in plain else plain
    scientific = f"{mantissa}e{exact.adjusted()}"
    text = scientific if digits and len(scientific) < len(plain) else plain
    return f"-{text}" if value < 0 else text
