"""Take out of a snapshot what can be computed where it is put back, and leave marks there.

Three things are long and follow from the rest: the links of the garbage collector (all objects are
in one ring, whose order does not matter), the hashes of texts, and the tables by which a dictionary
finds its entries. All are chance to a compressor, and so is an address; of what is near it, it
becomes a distance, which is often the same. `web/marks.mjs` makes them again.

A mark is a word that occurs nowhere else, so no list of places has to travel.
"""

import numpy
import objects
from objects import FLAGS, HASH, INDICES, WORD
from parts import BuildError

HASHED, TABLE, KINDS = 4, 5, 6  # what a mark says beside its base; below are the flags of a head
NEAR = 512  # words: so far may an address be from what it is of
FIRST_TRY, LAST_TRY, STRIDE = 0xE8000000, 0xFF000000, 0x10101
WORD_MASK, MULTIPLIER = 0xFFFFFFFF, 1000003
EMPTY = -1
LONGEST = 4096  # bytes of a text that is worth hashing in the build
SHIFT = 5  # of the perturbation, when a place of a table is taken
NUMBERS = {1: "int8", 2: "int16", 4: "int32"}


def text_hash(content):
    """Hash as CPython does in WebAssembly with PYTHONHASHSEED=0: FNV over words of 32 bits.

    Parameters
    ----------
    content : bytes

    Returns
    -------
    int
    """
    if not content:
        return 0
    whole = (len(content) - 1) // WORD * WORD  # the last one to four bytes count one by one
    blocks = (int.from_bytes(content[i : i + WORD], "little") for i in range(0, whole, WORD))
    code = content[0] << 7
    for block in (*blocks, *content[whole:]):
        code = (code * MULTIPLIER & WORD_MASK) ^ block
    code ^= len(content)
    return WORD_MASK - 1 if code == WORD_MASK else code  # -1 says: not computed


def table_of(memory, keys):
    """Make the table of a dictionary anew, as Python does when one grows.

    Parameters
    ----------
    memory : objects.Memory
    keys : objects.Keys

    Returns
    -------
    list of int or None
        Index of an entry or -1, for each place. Nothing if an entry was taken out.
    """
    mask, table = (1 << keys.power) - 1, [EMPTY] * (1 << keys.power)
    for index in range(keys.used):
        entry = keys.address + INDICES + keys.table + index * keys.entry
        key = memory.word(entry + (0 if keys.entry == 8 else WORD))
        if not 0 < key < len(memory.bytes) - HASH:
            return None
        code = memory.word(key + HASH if keys.entry == 8 else entry)
        place = code & mask
        while table[place] != EMPTY:
            code >>= SHIFT
            place = (place * 5 + code + 1) & mask
        table[place] = index
    return table


def _tables(memory, heads):
    for address in memory.tracked(heads, "dict"):
        keys = objects.keys_of(memory, address)
        if keys and keys.used < 1 << keys.power:  # so a place is free, and the search ends
            first, width = keys.address + INDICES, keys.table >> keys.power
            present = memory.bytes[first : first + keys.table]
            if present.view(NUMBERS[width]).tolist() == table_of(memory, keys):
                yield first, keys.table


def _hashes(memory):
    for address in memory.of_type("str"):
        found = objects.text(memory, address)
        known = found and len(found.content) <= LONGEST
        if known and memory.word(address + HASH) == text_hash(found.content):
            yield address + HASH


def _unused(memory):
    for base in range(FIRST_TRY, LAST_TRY, STRIDE):
        if not ((memory.words >= base) & (memory.words < base + KINDS + 2 * NEAR)).any():
            return base
    raise BuildError("no word is free to mark what is left out of the snapshot")


def cut(memory, heads):
    """Replace what can be made again by marks, in place.

    Parameters
    ----------
    memory : objects.Memory
    heads : list of int
        What `objects.ring` found.

    Returns
    -------
    dict of str to int
        `base`: the first mark. `sum`: of all hashes taken out, to compare.
    """
    # Tables are compared with what the hashes give, so they come first.
    tables, hashes = dict(_tables(memory, heads)), [place // WORD for place in _hashes(memory)]
    base = _unused(memory)
    total = sum(memory.words[hashes].tolist()) & WORD_MASK
    for first, size in tables.items():
        memory.bytes[first : first + size] = 0
        memory.words[first // WORD] = base + TABLE
    memory.words[hashes] = base + HASHED
    for word in (head // WORD for head in heads):
        memory.words[word] = base + (memory.words[word] & FLAGS)
        memory.words[word + 1] &= FLAGS
    return {"base": base, "sum": total}


def shorten(memory, runs, base):
    """Replace addresses of what is near by marks that say how far it is, in place.

    Parameters
    ----------
    memory : objects.Memory
    runs : list of list of int
        Start and length of each run of pages that travel.
    base : int
        The first mark.
    """
    for start, length in runs:
        places = numpy.arange(start, start + length, WORD)
        words = memory.words[start // WORD : (start + length) // WORD]
        away, rest = numpy.divmod(words.astype(numpy.int64) - places, WORD)
        near = (rest == 0) & (away >= -NEAR) & (away < NEAR)
        words[near] = base + KINDS + NEAR + away[near]
