"""Numbers as a reader sees them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.quantities import decades, grouped, percent, rounded, si, si_parts

POWERS = {
    "p": -12,
    "n": -9,
    "µ": -6,
    "m": -3,
    "": 0,
    "k": 3,
    "M": 6,
    "G": 9,
    "T": 12,
    "P": 15,
    "E": 18,
}
values = st.floats(1e-12, 1e20)


@given(values, st.integers(2, 6))
def test_a_prefix_and_its_number_are_the_value_to_within_half_a_digit(value, digits):
    number, prefix = si_parts(value, digits)
    shown = Decimal(number.replace(",", "")).scaleb(POWERS[prefix])
    assert abs(shown - Decimal(value)) <= Decimal(value) * Decimal(10) ** (1 - digits)


@given(values)
def test_a_number_before_a_prefix_is_from_one_to_a_thousand(value):
    number, prefix = si_parts(value)
    assert 1 <= Decimal(number.replace(",", "")) < 1000 or prefix == "E"


@given(values, st.integers(1, 6))
def test_rounding_shows_the_asked_digits_without_an_exponent(value, digits):
    shown = rounded(value, digits)
    assert "e" not in shown.lower()
    assert abs(Decimal(shown.replace(",", "")) - Decimal(value)) <= Decimal(value) * Decimal(
        10
    ) ** (1 - digits)


def test_decimal_prefixes_are_never_mixed_with_binary_ones():
    assert si(512 * 2**20, "B") == "537\u00a0MB"
    assert si(2**30, "B") == "1.07\u00a0GB"


@pytest.mark.parametrize(
    ("value", "shown"), [(999.6, "1.00\u00a0kB"), (0, "0\u00a0B"), (1, "1.00\u00a0B")]
)
def test_a_value_that_rounds_up_takes_the_next_prefix(value, shown):
    assert si(value, "B") == shown


@given(st.integers(-11, 20), st.integers(0, 10))
def test_decades_are_exact_powers_of_ten(low, span):
    assert decades(float(f"1e{low}"), float(f"1e{low + span}")) == [
        float(f"1e{power}") for power in range(low, low + span + 1)
    ]


@given(st.integers(0, 10**30))
def test_grouped_counts_keep_every_digit(value):
    assert int(grouped(value).replace(",", "")) == value


def test_a_share_is_a_percentage():
    assert percent(0.0059) == "0.590\u00a0%"
