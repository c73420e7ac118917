"""The collector's links leave a snapshot and come back."""

import struct

import pytest
import ring
from hypothesis import given
from hypothesis import strategies as st
from parts import BuildError

SIZE = 1 << 16
HEADS = st.lists(
    st.integers(1, SIZE // 8 - 2).map(lambda i: i * 8), min_size=1, max_size=40, unique=True
)


def memory(heads, flags=0):
    """A ring in the order given, with flags in both words of each head."""
    heap = bytearray(SIZE)
    for i, head in enumerate(heads):
        after, before = heads[(i + 1) % len(heads)], heads[i - 1]
        struct.pack_into("<II", heap, head, after | flags, before | flags)
    return heap


def addresses(gaps):
    """Read what `web/ring.mjs` reads."""
    found, at, i = [], 0, 0
    while i < len(gaps):
        gap, i = gaps[i], i + 1
        if gap == ring.LONG:
            gap, i = int.from_bytes(gaps[i : i + 4], "little"), i + 4
        at += gap * 4
        found.append(at)
    return found


@given(HEADS, st.integers(0, 3))
def test_the_heads_of_a_ring_are_found_cut_and_written_down(heads, flags):
    heap = memory(heads, flags)
    found = ring.find(heap, heads[0])
    assert found == sorted(heads)
    assert addresses(ring.gaps(found)) == found
    ring.cut(heap, found)
    expected = bytearray(SIZE)
    for head in heads:
        struct.pack_into("<II", expected, head, flags, flags)
    assert heap == expected


@pytest.mark.parametrize(("place", "word"), [(64, 0), (64, 72), (68, 8), (68, 1 << 30)])
def test_what_is_no_ring_stops_the_build(place, word):
    heap = memory([64, 256, 128])
    struct.pack_into("<I", heap, place, word)
    with pytest.raises(BuildError, match="not a ring"):
        ring.find(heap, 64)
