"""A pack gives back what went in; a snapshot's pack rebuilds the memory."""

import gzip
import struct

import pack
import pytest
import snapshot
import zstandard
from hypothesis import given
from hypothesis import strategies as st

PAGES = st.lists(st.sampled_from([0, 1, 2]), min_size=1, max_size=12)


def memory(kinds):
    """Pages that are zero, filled, or hold a few words."""
    contents = {0: bytes(4096), 1: b"\xff" * 4096, 2: struct.pack("<I", 7) * 1024}
    return b"".join(contents[kind] for kind in kinds)


def test_files_come_back_in_order():
    files = {"b/one.pyc": b"1", "a": b"", "c": b"three"}
    header, body = pack.unpack(pack.files_pack(files))
    assert header["files"] == [["b/one.pyc", 1], ["a", 0], ["c", 5]]
    assert bytes(body) == b"1three"


def test_the_data_of_a_pack_is_aligned():
    data = pack.pack({"name": "x"}, [b"data"])
    assert data.index(b"data") % 16 == 0


def test_compression_is_the_same_at_every_build(tmp_path):
    compressor = pack.Compressor(tmp_path)
    assert pack.gzipped(b"abc") == pack.gzipped(b"abc")
    assert gzip.decompress(pack.gzipped(b"abc")) == b"abc"
    first = compressor.zstd(b"abc" * 1000)
    assert compressor.zstd(b"abc" * 1000) == first
    assert zstandard.ZstdDecompressor().decompress(first) == b"abc" * 1000
    assert len(list(tmp_path.iterdir())) == 1


def test_a_damaged_file_is_noticed(tmp_path):
    data = bytearray(pack.Compressor(tmp_path).zstd(bytes(range(256)) * 40))
    data[-1] ^= 1  # the checksum
    with pytest.raises(zstandard.ZstdError):
        zstandard.ZstdDecompressor().decompress(bytes(data))


@given(st.lists(st.tuples(st.sampled_from([0, 1, 2]), st.sampled_from([0, 1, 2])), min_size=1))
def test_a_fresh_memory_and_the_pack_give_the_snapshot(kinds):
    heap, base = memory([a for a, _ in kinds]), memory([b for _, b in kinds])
    runs, kept, clear = snapshot.classify(memoryview(heap), [memoryview(base)])
    fresh = bytearray(base)
    for start, length in clear:
        fresh[start : start + length] = bytes(length)
    for start, length in runs:
        fresh[start : start + length] = heap[start : start + length]
    assert bytes(fresh) == heap
    assert all(heap[s : s + n] == base[s : s + n] for s, n in kept)


def test_a_page_that_differs_between_fresh_memories_travels():
    heap, same, other = memory([1]), memory([1]), memory([2])
    assert snapshot.classify(memoryview(heap), [memoryview(same)] * 2) == ([], [[0, 4096]], [])
    views = [memoryview(same), memoryview(other)]
    assert snapshot.classify(memoryview(heap), views) == ([[0, 4096]], [], [])


def test_offsets_a_fresh_instance_has_are_left_out():
    side = {"got": {"same": 1, "moved": 2, "new": 3}, "table": 9}
    assert snapshot.trim_offsets(side, {"same": 1, "moved": 5}) == {
        "got": {"moved": 2, "new": 3},
        "table": 9,
    }
