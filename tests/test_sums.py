"""Sums of doubles are the same in every Python."""

from model import Gemm
from model.checks import added_up


def test_bytes_are_added_from_left_to_right_without_a_correction():
    shape = Gemm(8192, 704, 8192, b=12345.678)
    a, b, c = shape.streams.values()
    assert shape.bytes_moved == (a + b) + c
    assert added_up([1e16, 1.0, 1.0, -1e16]) == 0.0
