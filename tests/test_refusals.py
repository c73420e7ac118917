"""What can not be is refused with one class of error that names argument, constraint and value."""

import math
from dataclasses import fields
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import (
    Attention,
    AttentionDecode,
    Conv,
    Decode,
    DomainError,
    Elementwise,
    Gemm,
    Roofline,
    RooflineError,
    Training,
    attainable_flops_per_s,
    place,
    ridge_intensity,
)
from model.workloads import KINDS

SIZES = ("b", "b_w", "b_a", "b_kv")
FLAGS = (
    "attention", "beta", "causal", "fused", "kv_only", "latent", "shrink", "weights_only",
)  # fmt: skip
OTHERS = ("flops_per_value", "lowering", "pad", "tokens")
COUNTS = [
    (kind, field.name)
    for kind in KINDS.values()
    for field in fields(kind)
    if field.name not in (*SIZES, *FLAGS, *OTHERS)
]
REALS = [
    (kind, field.name) for kind in KINDS.values() for field in fields(kind) if field.name in SIZES
]
NO_NUMBER = [
    True, "8", b"8", [8], 3 + 0j, Decimal(3), math.nan, math.inf, -math.inf, np.True_,
    np.float32("nan"), np.array([]), np.array([8], object), np.array([True]), np.array(["8"]),
    np.array(None), np.array([8, math.nan]), np.array([8, math.inf]), np.array([8j]),
]  # fmt: skip
NO_COUNT = [
    *NO_NUMBER, 0, -1, -0.0, 0.5, 8.5, 10**12 + 1, 1e13, 10**5000, np.int8(-1), np.array([8, 0]),
    np.array([8, -1]), np.array([8, 8.5]), np.array([1e13]), np.array(0), np.array([-1], np.int8),
]  # fmt: skip
NO_SIZE = [
    *NO_NUMBER, 0, -1, 0.0, -0.0, -0.5, 1e31, 1e-31, 10**5000, np.array([2, 0]),
    np.array([2, -0.5]), np.array([1e31]), np.array([0], np.float16),
]  # fmt: skip


def each(values):
    return pytest.mark.parametrize("value", values, ids=map(str, range(len(values))))


def assert_refused(name, value, call):
    with pytest.raises(DomainError) as caught:
        call()
    error, text = caught.value, str(caught.value)
    assert isinstance(error, RooflineError)
    assert isinstance(error, ValueError)
    assert error.argument == name
    assert text.startswith(f"{name}: expected {error.expected}, got ")
    if type(value) in (int, float, bool) and abs(value) < 1e40:
        assert text.endswith(f"got {value}")


@each(NO_COUNT)
@pytest.mark.parametrize(("kind", "name"), COUNTS)
def test_a_dimension_that_is_no_count_is_refused(kind, name, value):
    assert_refused(name, value, lambda: kind(**{name: value}))


@each(NO_SIZE)
@pytest.mark.parametrize(("kind", "name"), REALS)
def test_bytes_per_value_that_are_no_size_are_refused(kind, name, value):
    assert_refused(name, value, lambda: kind(**{name: value}))


@each(NO_SIZE)
@pytest.mark.parametrize("name", ["peak_flops_per_s", "bandwidth_bytes_per_s"])
def test_a_roof_that_is_no_rate_is_refused(name, value):
    roofs = {"peak_flops_per_s": 1e12, "bandwidth_bytes_per_s": 1e9, name: value}
    assert_refused(name, value, lambda: Roofline(**roofs))
    assert_refused(name, value, lambda: ridge_intensity(**roofs))


@each(NO_SIZE)
def test_an_intensity_that_is_none_is_refused(value):
    assert_refused("intensity", value, lambda: attainable_flops_per_s(value, 1e12, 1e9))


@pytest.mark.parametrize("value", [None, 0, 1, "true", 1.0, np.array([True])])
@pytest.mark.parametrize("kind", KINDS.values())
def test_a_flag_that_is_neither_true_nor_false_is_refused(kind, value):
    for name in {field.name for field in fields(kind)} & set(FLAGS):
        assert_refused(name, value, lambda name=name: kind(**{name: value}))


@each([*NO_NUMBER, -1, -1e-9, np.array([1, -1])])
def test_a_rate_of_work_below_nothing_is_refused(value):
    assert_refused("flops_per_value", value, lambda: Elementwise(flops_per_value=value))


@given(st.integers(1, 200), st.integers(1, 200))
@pytest.mark.parametrize("kind", [Attention, Decode, AttentionDecode])
def test_kv_heads_share_the_query_heads_evenly_or_are_refused(kind, h, g):
    width = {} if kind is AttentionDecode else {"D": h * 16}
    if h % g == 0:
        assert kind(h=h, g=g, **width).g == g
        return
    with pytest.raises(DomainError, match=f"^g: expected .* h = {h}, got {g}$"):
        kind(h=h, g=g, **width)


@given(st.integers(1, 200), st.integers(1, 200))
@pytest.mark.parametrize("kind", [Attention, Decode])
def test_heads_divide_the_width_or_are_refused(kind, h, D):
    if D % h == 0:
        assert kind(h=h, D=D).D == D
        return
    with pytest.raises(DomainError, match=f"^h: expected a divisor of D = {D}, got {h}$"):
        kind(h=h, D=D)


@given(st.integers(1, 200), st.integers(1, 200), st.integers(1, 200))
@pytest.mark.parametrize("kind", [Attention, Decode])
def test_heads_of_their_own_dimension_need_not_divide_the_width(kind, h, d, D):
    assert kind(h=h, D=D, d=d).work == kind(h=h, D=h * d, d=d).work or kind is Decode
    assert kind(h=h, D=D, d=d).dimensions["d"] == d


@pytest.mark.parametrize("value", [0, -1, 1.5, 10**15 + 1, 1e16, math.nan, "8", np.array([1e16])])
def test_tokens_to_train_on_are_counted_to_a_thousand_million_million(value):
    assert Training(tokens=10**15).tokens == Training(tokens=np.array([1e15])).tokens[0] == 10**15
    with pytest.raises(
        DomainError, match=r"^tokens: expected a whole number from 1 to 10\^15, got"
    ):
        Training(tokens=value)


@pytest.mark.parametrize("value", [-1, 0.5, math.inf, True, np.array([0, -1])])
def test_padding_starts_at_none(value):
    assert Conv(pad=0).dimensions["pad"] == 0
    with pytest.raises(DomainError, match=r"^pad: expected a whole number from 0 to 10\^12, got"):
        Conv(pad=value)


@pytest.mark.parametrize("value", ["direct", "", None, 1])
def test_a_lowering_that_is_none_is_refused(value):
    assert_refused("lowering", value, lambda: Conv(lowering=value))


def test_a_filter_that_does_not_fit_is_refused_with_the_room_there_is():
    assert Conv(H=1, W=3, R=3, S=3, pad=1).symbols["P"] == 1
    with pytest.raises(DomainError, match=r"^R: expected at most H \+ 2·pad = 8, got 9$"):
        Conv(H=6, R=9, pad=1)
    with pytest.raises(DomainError, match=r"^S: expected at most W \+ 2·pad = 4, got 5$"):
        Conv(W=np.array([9, 4]), S=5, pad=0)


@pytest.mark.parametrize("value", [1, 3, 8, np.array([2, 3])])
def test_gradients_have_two_bytes_or_four(value):
    with pytest.raises(DomainError, match=r"^grad_bytes: expected one of 2, 4, got [138]$"):
        Training(grad_bytes=value)


def test_parameters_of_ones_own_do_not_shrink():
    with pytest.raises(
        DomainError, match=r"^shrink: expected false, or no P of its own, got True$"
    ):
        Decode(P=10**9, shrink=True)


def test_the_element_of_an_array_that_does_not_divide_is_named():
    with pytest.raises(DomainError, match=r"^g: expected a divisor of h = 32, got 5$"):
        Attention(h=np.array([28, 32]), D=28 * 32, g=np.array([7, 5]))


def test_a_latent_value_is_part_of_its_key():
    with pytest.raises(DomainError, match=r"^dv: expected at most d = 128, got 129$"):
        AttentionDecode(latent=True, d=128, dv=129)


def test_a_third_input_is_refused():
    assert_refused("inputs", 3, lambda: Elementwise(inputs=3))
    assert_refused("inputs", None, lambda: Elementwise(inputs=np.array([1, 3])))


@pytest.mark.parametrize(
    "call",
    [
        lambda two, three: Gemm(M=two, K=three),
        lambda two, three: Gemm(M=two, b=three),
        lambda two, three: Attention(S=two, g=8 + 0 * three),
        lambda two, three: Attention(h=two, g=three),
        lambda two, three: Decode(B=two, P=three),
        lambda two, three: AttentionDecode(q=two, dv=three),
        lambda two, three: Elementwise(n=two, flops_per_value=three),
        lambda two, three: Elementwise(n=two, ops=three),
        lambda two, three: Gemm(M=two, T=three),
        lambda two, three: Attention(S=two, d=three),
        lambda two, three: Attention(S=two, T=three),
        lambda two, three: Decode(S=two, d=three),
        lambda two, three: Conv(N=two, C=three),
        lambda two, three: Conv(H=64 * two, R=three),
        lambda two, three: Training(P=two, tokens=three),
        Roofline,
        lambda two, three: place(Gemm(M=two), Roofline(three, 1e9)),
    ],
)
def test_arrays_that_do_not_broadcast_are_refused(call):
    with pytest.raises(DomainError, match=r"expected shapes that broadcast, got \(\(.*\)\)"):
        call(np.array([1, 2]), np.array([1, 2, 4]))
