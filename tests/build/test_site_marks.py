"""What a snapshot leaves out comes back, and only chance is cleared."""

import json
import struct
import subprocess
from pathlib import Path

import marks
import node
import objects
import pytest
import tidy
from hypothesis import given, settings
from hypothesis import strategies as st
from parts import BuildError

from tests.build.snapshots import BYTES, CHANCE, LIST, SIZE, STR, TUPLE, Writer

# hash() of Python 3.14 in WebAssembly with PYTHONHASHSEED=0.
KNOWN = {"marshal": 0x4A3D132F, "math": 0x3E2D5ABE, "nt": 0x2866E7BC, "nturl2path": 0x6B7653F0}
REMAKE = Path(__file__).parent / "web" / "remake.mjs"
WORDS = st.lists(st.text("abcxyz", min_size=1, max_size=9), min_size=1, max_size=5, unique=True)


def written(words):
    """A memory with a dictionary of these texts, and one of some of them."""
    writer = Writer()
    keys = [writer.text(w.encode(), marks.text_hash(w.encode())) for w in words]
    writer.dictionary(keys)
    writer.dictionary(keys[:2], power=4)
    return writer


@pytest.mark.parametrize(("text", "code"), KNOWN.items())
def test_texts_are_hashed_as_python_does_in_the_browser(text, code):
    assert marks.text_hash(text.encode()) == code


def test_the_hash_of_nothing_is_zero():
    assert marks.text_hash(b"") == 0


@given(WORDS, st.integers(0, 3))
@settings(max_examples=5, deadline=None)
def test_the_page_makes_again_what_was_left_out(tmp_path_factory, words, flags):
    writer = written(words)
    memory = writer.close(flags)
    before, runs = memory.bytes.tobytes(), [[4096, SIZE - 4096]]
    marked = marks.cut(memory, objects.ring(memory, writer.heads[0]))
    marks.shorten(memory, runs, marked["base"])
    left = {
        kind: (memory.words == marked["base"] + kind).sum() for kind in (marks.HASHED, marks.TABLE)
    }
    assert left == {marks.HASHED: len(words), marks.TABLE: 2}
    file = tmp_path_factory.mktemp("memory") / "heap"
    file.write_bytes(memory.bytes.tobytes())
    told = json.dumps({"runs": runs, "marks": marked})
    done = subprocess.run(
        [node.find(), REMAKE, file, told], check=True, capture_output=True, text=True
    )
    assert done.stdout == "true\n"
    assert file.read_bytes() == before


def test_other_hashes_than_the_build_saw_are_told():
    writer = written(["a", "b"])
    memory = writer.close()
    marked = marks.cut(memory, writer.heads)
    assert marked["sum"] == (marks.text_hash(b"a") + marks.text_hash(b"b")) & 0xFFFFFFFF


def test_a_table_made_in_another_way_is_left_as_it_is():
    writer = written(["a", "b", "c"])
    keys = objects.keys_of(writer.close(), writer.heads[0] + 8)
    start = keys.address + objects.INDICES
    table = writer.heap[start : start + keys.table]
    writer.heap[start : start + keys.table] = table[::-1]
    marks.cut(writer.close(), writer.heads)
    assert writer.heap[start : start + keys.table] == table[::-1]


@pytest.mark.parametrize("fault", [0, 72, 1 << 30])
def test_what_is_no_ring_stops_the_build(fault):
    writer = written(["a"])
    memory = writer.close()
    writer.put(writer.heads[1], fault)
    with pytest.raises(BuildError, match="not a ring"):
        objects.ring(memory, writer.heads[0])


@pytest.mark.parametrize(("content", "width"), [(b"abc", 1), (b"", 1), (b"\x20\x6f\x22\x7d", 2)])
def test_what_follows_a_text_is_cleared_and_the_text_stays(content, width):
    writer = Writer()
    address = writer.text(content, 7, width)
    writer.dictionary([])
    memory = writer.close()
    tidy.tidy(memory, writer.heads)
    found = objects.text(memory, address)
    assert found.content == content
    assert not any(writer.heap[found.end : memory.end(address)])
    assert memory.word(address + objects.STATE) < 256
    assert memory.word(address + objects.HASH) == 7  # that of a text is looked at as it is


def test_hashes_that_python_asks_for_again_are_cleared():
    writer = Writer()
    held, pair = writer.block(16 + 4), writer.tracked(16 + 8)
    writer.put(held, 1, BYTES, 3, 99, 0x636261)
    writer.put(pair, 1, TUPLE, 2, 99, 5, 6)
    memory = writer.close()
    tidy.tidy(memory, writer.heads)
    assert struct.unpack_from("<5I", writer.heap, held) == (1, BYTES, 3, 0xFFFFFFFF, 0x636261)
    assert struct.unpack_from("<6I", writer.heap, pair) == (1, TUPLE, 2, 0xFFFFFFFF, 5, 6)


def test_only_the_room_of_a_list_that_is_alive_is_cleared():
    writer = Writer()
    alive, stale, items, others = writer.tracked(20), writer.block(28), *map(writer.block, (16, 16))
    writer.put(alive, 1, LIST, 2, items, 4)
    writer.put(stale + 8, 1, LIST, 2, others, 4)
    writer.put(items, 5, 6, 7, 8)
    writer.put(others, 5, 6, 7, 8)
    tidy.tidy(writer.close(), writer.heads)
    assert struct.unpack_from("<4I", writer.heap, items) == (5, 6, 0, 0)
    assert struct.unpack_from("<4I", writer.heap, others) == (5, 6, 7, 8)


def test_padding_of_a_dictionary_is_cleared_and_its_entries_stay():
    writer = written(["a", "b"])
    address = writer.heads[0] + 8
    memory = writer.close()
    keys = objects.keys_of(memory, address)
    entries = writer.heap[keys.address + 8 : objects.end_of(keys)]
    tidy.tidy(memory, writer.heads)
    assert memory.word(address + objects.DICT_PADDING) == 0
    assert memory.bytes[keys.address + tidy.KEYS_PADDING] == 0
    assert writer.heap[keys.address + 8 : objects.end_of(keys)] == entries


def test_a_block_of_another_size_is_not_touched():
    writer = Writer()
    address = writer.block(64)  # longer than this text wants: so it is something else
    writer.put(address, 1, STR, 3, 99, 1 << 2 | 3 << 5)
    writer.heads.append(writer.block(8))
    memory = writer.close()
    before = bytes(writer.heap)
    tidy.tidy(memory, writer.heads)
    assert bytes(writer.heap) == before
    assert CHANCE in before
