"""Laws of the roofline."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from model import Elementwise, Roofline, attainable_flops_per_s, place, ridge_intensity
from tests.strategies import counts, intensities, rates, rooflines, workloads

odd = st.integers(0, 2**59).map(lambda n: 2 * n + 1)


@given(intensities, rooflines)
def test_attainable_is_one_of_the_two_roofs_and_above_neither(intensity, roof):
    attainable = roof.attainable_flops_per_s(intensity)
    roofs = (roof.peak_flops_per_s, roof.bandwidth_bytes_per_s * intensity)
    assert attainable in roofs
    assert attainable <= min(roofs)


@given(intensities, intensities, rooflines)
def test_attainable_never_falls_as_intensity_rises(first, second, roof):
    low, high = sorted((first, second))
    assert roof.attainable_flops_per_s(low) <= roof.attainable_flops_per_s(high)


@given(intensities, rates, rates, st.sampled_from([0.125, 0.5, 2.0, 1024.0]))
def test_scaling_both_roofs_scales_the_attainable_rate(intensity, peak, bandwidth, k):
    scaled = attainable_flops_per_s(intensity, k * peak, k * bandwidth)
    once = attainable_flops_per_s(intensity, peak, bandwidth)
    assert scaled == pytest.approx(k * once, rel=4e-16)
    assert ridge_intensity(k * peak, k * bandwidth) == ridge_intensity(peak, bandwidth)


@given(intensities, rates, rates, rates)
def test_a_lower_compute_ceiling_never_raises_the_attainable_rate(intensity, peak, bw, other):
    low, high = sorted((peak, other))
    assert attainable_flops_per_s(intensity, low, bw) <= attainable_flops_per_s(intensity, high, bw)


@given(rooflines)
def test_both_roofs_meet_at_the_ridge(roof):
    at_ridge = roof.bandwidth_bytes_per_s * roof.ridge_intensity
    assert at_ridge == pytest.approx(roof.peak_flops_per_s, rel=4e-16)


@given(st.integers(1, 10**30), st.integers(1, 10**30), rooflines)
def test_time_without_overlap_is_between_once_and_twice_the_time_with_it(flops, moved, roof):
    longer = roof.time_s(flops, moved)
    assert longer <= roof.no_overlap_time_s(flops, moved) <= 2 * longer


@given(odd, odd, st.integers(1, 2**20))
@example(2**60 + 1, 2**60 - 1, 1)  # doubles can't tell these two apart
def test_the_bound_is_ridge_exactly_where_the_two_times_are_equal(flops, moved, k):
    assert Roofline(flops * k, moved * k).bound(flops, moved) == "ridge"
    assert Roofline(flops * k + 1, moved * k).bound(flops, moved) == "memory"
    assert Roofline(flops * k, moved * k + 1).bound(flops, moved) == "compute"


@given(odd, odd)
def test_the_bound_of_an_array_is_ridge_exactly_where_the_times_are_equal(flops, moved):
    roof = Roofline(flops, moved)
    found = roof.bound(np.array([flops, flops - 1, flops]), np.array([moved, moved, moved + 1]))
    assert found.tolist() == ["ridge", "memory", "memory"]


@given(counts(10**18), counts(10**18), rooflines)
def test_the_bound_is_the_sign_of_an_exact_comparison(flops, moved, roof):
    compute = Fraction(flops) / Fraction(roof.peak_flops_per_s)
    memory = Fraction(moved) / Fraction(roof.bandwidth_bytes_per_s)
    expected = "ridge" if compute == memory else "compute" if compute > memory else "memory"
    assert roof.bound(flops, moved) == expected


@given(workloads(), rooflines)
def test_a_point_sits_on_the_roof_and_its_time_is_work_over_rate(workload, roof):
    result = place(workload, roof)
    assert result.time_s == roof.time_s(result.flops, result.bytes_moved)
    assert result.no_overlap_time_s == roof.no_overlap_time_s(result.flops, result.bytes_moved)
    assert result.attainable_flops_per_s * result.time_s == pytest.approx(result.flops, rel=1e-14)
    side = {"memory": result.memory_time_s, "compute": result.compute_time_s}
    assert result.time_s == pytest.approx(side.get(result.bound, result.time_s), rel=1e-14)


@given(workloads(), rooflines, st.sampled_from([2, 4, 8]))
def test_a_chip_twice_as_fast_in_both_ways_takes_half_the_time(workload, roof, k):
    faster = Roofline(k * roof.peak_flops_per_s, k * roof.bandwidth_bytes_per_s)
    slow, fast = place(workload, roof), place(workload, faster)
    assert fast.time_s == pytest.approx(slow.time_s / k, rel=1e-15)
    assert fast.bound == slow.bound


def test_a_copy_has_no_flops_no_rate_and_only_memory_time():
    result = place(Elementwise(flops_per_value=0), Roofline(1e12, 1e9))
    assert (result.flops, result.attainable_flops_per_s, result.bound) == (0, 0, "memory")
    assert result.warnings
