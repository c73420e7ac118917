"""Numbers as a reader sees them: SI prefixes, rounding, ticks of a logarithmic axis.

The only place where prefixes are made. GB is 10⁹ bytes here, always.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

__all__ = (
    "binary", "decade_label", "decades", "grouped", "percent", "rounded", "si", "si_parts",
    "written",
)  # fmt: skip

_PREFIXES = {
    -12: "p", -9: "n", -6: "µ", -3: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T", 15: "P", 18: "E",
}  # fmt: skip
_IN_FULL = 1e15
_BINARY = ("KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
_THIN_SPACE = "\u202f"
_NO_BREAK_SPACE = "\u00a0"
_REMEMBERED = 256  # numbers: the page writes the same one in several places, and again next time


@lru_cache(_REMEMBERED, typed=True)  # of two equal numbers a long integer may have more digits
def rounded(value: float, digits: int = 3) -> str:
    """Round to significant digits, with the thousands grouped and no exponent.

    Examples
    --------
    >>> rounded(2730.6667, 4), rounded(0.0337), rounded(0.99976, 3), rounded(1.0)
    ('2,731', '0.0337', '1.00', '1.00')
    """
    if value == 0:
        return "0"
    exact = Decimal(value) if isinstance(value, int) else Decimal(repr(float(value)))
    place = exact.adjusted() - digits + 1
    result = exact.quantize(Decimal(1).scaleb(place), rounding=ROUND_HALF_UP)
    if result.adjusted() > exact.adjusted():  # 0.9999 became 1.000
        result = exact.quantize(Decimal(1).scaleb(place + 1), rounding=ROUND_HALF_UP)
    return f"{result:,f}" if place < 0 else f"{int(result):,}"


def grouped(value: float) -> str:
    """Write a count in full, with the thousands grouped.

    Examples
    --------
    >>> grouped(1099511627776), grouped(134217728.5)
    ('1,099,511,627,776', '134,217,728.5')
    """
    exact = Decimal(value) if isinstance(value, int) else Decimal(repr(float(value)))
    return f"{int(exact):,}" if exact == exact.to_integral_value() else f"{exact:,f}"


def written(value: object) -> str:
    """Write a figure: whole numbers in full, others to six digits; what is no number as it is.

    Examples
    --------
    >>> written(134217728), written(62.060606060), written(1024.0), written(3.15e23), written(True)
    ('134,217,728', '62.0606', '1,024', '3.15×10²³', 'true')
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value).lower() if isinstance(value, bool) else str(value)
    if value == int(value) and abs(value) < _IN_FULL:
        return f"{int(value):,}"
    number, _, power = f"{value:.6g}".partition("e")
    return f"{number}×10{_superscript(int(power))}" if power else f"{float(number):,}"


def _superscript(power: int) -> str:
    return str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def percent(share: float, digits: int = 3) -> str:
    r"""Write a share as a percentage.

    Examples
    --------
    >>> percent(0.0034), percent(1.0)
    ('0.340\xa0%', '100\xa0%')
    """
    return f"{rounded(share * 100, digits)}{_NO_BREAK_SPACE}%"


@lru_cache(_REMEMBERED, typed=True)
def si_parts(value: float, digits: int = 3) -> tuple[str, str]:
    """Split a value into a rounded number and an SI prefix.

    Examples
    --------
    >>> si_parts(989e12), si_parts(999999, 3), si_parts(1.2e-4)
    (('989', 'T'), ('1.00', 'M'), ('120', 'µ'))
    """
    if value == 0:
        return "0", ""
    exact = Decimal(repr(float(value)))
    place = Decimal(1).scaleb(exact.adjusted() - digits + 1)
    exact = exact.quantize(place, rounding=ROUND_HALF_UP)  # so that 999.9 k is 1.00 M
    power = min(max(3 * (exact.adjusted() // 3), min(_PREFIXES)), max(_PREFIXES))
    return rounded(float(exact.scaleb(-power)), digits), _PREFIXES[power]


def si(value: float, unit: str, digits: int = 3) -> str:
    r"""Write a value with an SI prefix and a unit.

    Parameters
    ----------
    value : int or float
        In the base unit.
    unit : str
        Base unit, e.g. ``FLOP/s``, ``B``, ``s``.
    digits : int
        Significant digits.

    Examples
    --------
    >>> si(402653184, "B"), si(989e12, "FLOP/s")
    ('403\xa0MB', '989\xa0TFLOP/s')
    """
    number, prefix = si_parts(value, digits)
    return f"{number}{_NO_BREAK_SPACE}{prefix}{unit}"


def binary(value: float, digits: int = 3) -> str:
    r"""Write bytes with a power of two as unit, from 1 KiB on; nothing below.

    Examples
    --------
    >>> binary(536870912), binary(70272, 4), binary(1000)
    ('512\xa0MiB', '68.63\xa0KiB', '')
    """
    powers = [power for power in range(1, len(_BINARY) + 1) if value >= 1024**power]
    if not powers:
        return ""
    return (
        f"{rounded(value / 1024 ** powers[-1], digits)}{_NO_BREAK_SPACE}{_BINARY[powers[-1] - 1]}"
    )


def decades(low: float, high: float) -> list[float]:
    """Return the powers of ten from `low` to `high`, exact.

    Examples
    --------
    >>> decades(0.1, 1000)
    [0.1, 1.0, 10.0, 100.0, 1000.0]
    """
    first = math.ceil(math.log10(low) - 1e-9)
    last = math.floor(math.log10(high) + 1e-9)
    return [float(f"1e{power}") for power in range(first, last + 1)]


def decade_label(value: float) -> str:
    """Label a power of ten: 0.1, 1, 10, 100, 1 k, 10 k … 1 T.

    Examples
    --------
    >>> [decade_label(10.0**k).replace(chr(0x202F), " ") for k in (-1, 0, 3, 13, 21)]
    ['0.1', '1', '1 k', '10 T', '10²¹']
    """
    power = round(math.log10(value))
    group = 3 * (power // 3)
    if -3 <= power < 0:
        return f"{value:g}"
    if group not in _PREFIXES:
        return f"10{_superscript(power)}"
    prefix = _PREFIXES[group]
    return f"{10 ** (power - group)}{_THIN_SPACE + prefix if prefix else ''}"
