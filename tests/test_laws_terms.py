"""Laws of the ledger: its terms add up, its formulas are the computation, its counts are exact."""

from fractions import Fraction

import pytest
from hypothesis import given

from model import Attention, Decode, Gemm
from tests.expressions import exact
from tests.strategies import whole_sizes, workloads


@given(workloads())
def test_terms_add_up_to_the_totals_exactly(workload):
    assert sum(workload.work.values()) == workload.flops
    assert sum(workload.streams.values()) == workload.bytes_moved
    assert workload.intensity == workload.flops / workload.bytes_moved


@given(workloads(size=whole_sizes))
def test_the_formula_a_reader_sees_is_the_number_beside_it(workload):
    values = workload.work | {f"{k} bytes": v for k, v in workload.streams.items()}
    terms = workload.work_terms() + workload.stream_terms()
    assert len(values) == len(terms)
    for term, value in zip(terms, values.values(), strict=True):
        assert exact(term.formula, workload.symbols) == value


@given(workloads())
def test_the_formula_holds_for_fractions_of_a_byte_up_to_the_last_digit(workload):
    for term in workload.stream_terms():
        expected = float(exact(term.formula, workload.symbols))
        assert workload.streams[term.name] == pytest.approx(expected, rel=1e-15)


@given(workloads(size=whole_sizes))
def test_counts_of_whole_bytes_are_integers(workload):
    assert all(type(value) is int for value in (*workload.work.values(), workload.bytes_moved))


@given(workloads(size=whole_sizes))
def test_the_intensity_is_the_exact_quotient_rounded_once(workload):
    assert workload.intensity == float(Fraction(workload.flops, workload.bytes_moved))


def test_the_largest_shapes_keep_every_digit():
    most = 10**9
    assert Gemm(most - 1, most - 1, most - 1).flops == 2 * (most - 1) ** 3
    assert Attention(S=most, D=most, h=1).flops == 2 * most**3
    assert Decode(B=most, S=most, L=most, D=most, h=1).streams["kv_cache"] == 4 * most**4
    assert Gemm(8191, 8193, 8192).flops == 2 * 8191 * 8193 * 8192
