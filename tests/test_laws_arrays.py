"""Laws of arrays: one call gives, element by element, the very numbers of scalar calls."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from model import Attention, Conv, Decode, Elementwise, Gemm, Roofline, Training, place
from tests.strategies import counts, rooflines, sizes, sweeps

NUMBERS = (
    "flops", "bytes_moved", "intensity", "attainable_flops_per_s", "bound", "compute_time_s",
    "memory_time_s", "time_s", "no_overlap_time_s",
)  # fmt: skip


def assert_same(whole, parts):
    """Compare a result of arrays with one result for each element, exactly."""
    for name in NUMBERS:
        found = np.broadcast_to(getattr(whole, name), len(parts)).tolist()
        assert found == [getattr(part, name) for part in parts], name
    for table in ("streams", "work"):
        for term, value in getattr(whole, table).items():
            found = np.broadcast_to(value, len(parts)).tolist()
            assert found == [getattr(part, table)[term] for part in parts], term


@given(sweeps(), rooflines)
@example((Decode, {}, [{"D": 10**9, "h": 1, "L": 32}]), Roofline(1e15, 1e12))
@example(
    (Decode, {}, [{"S": 10**9, "L": 50, "D": 10**9, "h": h, "g": 1, "P": 1} for h in (1, 32)]),
    Roofline(1e15, 1e12),
)
@example((Gemm, {}, [{"M": 2**20 + 1, "N": 2**20 + 1, "K": 2**20 + 1}]), Roofline(1e15, 1e12))
@example(
    (Decode, {}, [{"B": 121019, "S": 1, "L": 1, "D": 2**17, "h": 1, "b": b} for b in (0.5, 1)]),
    Roofline(1e15, 1e12),
)
@example((Gemm, {}, [{"M": 2**18, "N": 2**18, "K": 2**18, "T": T} for T in (1, 7)]), Roofline(1, 1))
@example(
    (Attention, {}, [{"S": 2**21, "d": 2**11, "T": T} for T in (2**20 + 1, 2**21)]), Roofline(1, 1)
)
@example((Gemm, {}, [{"M": 10**12, "N": 10**12, "K": 10**12, "b": 1e30}]), Roofline(1e-30, 1e30))
def test_an_array_call_equals_the_scalar_call_of_each_element(sweep, roof):
    kind, flags, shapes = sweep
    arrays = {name: np.array([shape[name] for shape in shapes]) for name in shapes[0]}
    whole = place(kind(**arrays, **flags), roof)
    assert_same(whole, [place(kind(**shape, **flags), roof) for shape in shapes])


@given(sweeps(size=sizes), st.lists(counts(), min_size=1, max_size=5), rooflines)
def test_a_sweep_of_one_dimension_equals_the_scalar_calls(sweep, values, roof):
    kind, flags, (shape, *_) = sweep
    name = {Gemm: "M", Elementwise: "n", Conv: "N", Training: "tokens"}.get(kind, "S")
    whole = place(kind(**{**shape, name: np.array(values)}, **flags), roof)
    assert_same(whole, [place(kind(**{**shape, name: v}, **flags), roof) for v in values])


@given(st.lists(sizes, min_size=1, max_size=5), rooflines)
def test_a_sweep_of_bytes_per_value_equals_the_scalar_calls(values, roof):
    whole = place(Decode(B=7, b=np.array(values)), roof)
    assert_same(whole, [place(Decode(B=7, b=b), roof) for b in values])


@given(st.lists(rooflines, min_size=1, max_size=5))
def test_a_sweep_of_roofs_equals_the_scalar_calls(roofs):
    peaks = np.array([roof.peak_flops_per_s for roof in roofs], dtype=float)
    bandwidths = np.array([roof.bandwidth_bytes_per_s for roof in roofs], dtype=float)
    whole = place(Attention(), Roofline(peaks, bandwidths))
    assert_same(whole, [place(Attention(), roof) for roof in roofs])


def test_arrays_broadcast_against_each_other():
    table = Gemm(np.array([[1], [2], [3]]), np.array([4, 5]), 6)
    assert table.flops.tolist() == [[48, 60], [96, 120], [144, 180]]
    assert table.bytes_moved.shape == table.intensity.shape == (3, 2)


def test_every_real_kind_of_array_counts_alike():
    for dtype in ("i1", "u1", "i2", "u4", "i8", "f2", "f4", "f8"):
        assert Gemm(np.array([2, 3], dtype), 1, 1).flops.tolist() == [4, 6]
        assert Gemm(1, 1, 1, b=np.array([2, 3], dtype)).bytes_moved.tolist() == [6, 9]


def test_an_array_without_dimensions_is_a_scalar():
    result = place(Gemm(np.array(5), 6, 7), Roofline(np.array(1e12), 1e9))
    assert (type(result.flops), result.bound) == (int, "memory")
    assert Gemm(np.int32(5), np.float64(6), 7) == Gemm(5, 6, 7)


def test_arguments_are_left_as_they_were():
    M, b = np.array([3, 4]), np.array([2.0, 0.5])
    Gemm(M, b=b).intensity.sum()
    assert (M.tolist(), b.tolist()) == ([3, 4], [2.0, 0.5])
