"""Where CPython keeps what, in a snapshot of memory with words of 32 bits.

Layouts are those of CPython 3.14 (`Include/cpython`, `Include/internal/pycore_dict.h`) and of
dlmalloc, which Emscripten brings. What reads them checks that it reads what it thinks.
"""

from typing import NamedTuple

import numpy
from parts import BuildError

WORD = 4
FLAGS = 3  # of both words of a head in the ring; the rest is the neighbour's address
COLLECTOR_HEAD = 8  # before an object the garbage collector knows
IN_USE, PREVIOUS_IN_USE = 2, 1  # in the word before a block of malloc; the rest is its size
SMALLEST = 16  # bytes of a block
SIZE, HASH, STATE = 8, 12, 16  # in a str; a bytes and a tuple have the first two
ASCII_TEXT, OTHER_TEXT = 20, 28  # where the characters of a str begin
DICT_PADDING, DICT_KEYS = 12, 24
LIST_ITEMS, LIST_ROOM = 12, 16
INDICES = 20  # where the table of a dictionary's keys begins
TALLEST = 24  # power of two of the longest table believed


class Memory:
    """A snapshot, to read and to change.

    Parameters
    ----------
    heap : bytearray
    types : dict of str to list of int
        By name: address, basic size, size of an item.
    """

    def __init__(self, heap, types):
        self.bytes = numpy.frombuffer(heap, numpy.uint8)
        self.words = numpy.frombuffer(heap, numpy.uint32)
        self.types = types

    def word(self, address):
        """Read a word as a number."""
        return int(self.words[address // WORD])

    def of_type(self, name):
        """Find what looks like objects of exactly one type.

        Parameters
        ----------
        name : str

        Returns
        -------
        list of int
            Addresses, ascending.
        """
        places = numpy.flatnonzero(self.words[:-8] == self.types[name][0])
        return ((places[places > 0] - 1) * WORD).tolist()

    def tracked(self, heads, name):
        """Give the objects of one type that the garbage collector knows, so that they are alive.

        Parameters
        ----------
        heads : list of int
            What `ring` found.
        name : str

        Returns
        -------
        list of int
            Addresses, ascending.
        """
        kind = self.types[name][0]
        objects = (head + COLLECTOR_HEAD for head in heads)
        return [address for address in objects if self.word(address + WORD) == kind]

    def end(self, block):
        """Tell where a block that malloc has given ends.

        Parameters
        ----------
        block : int
            Its address.

        Returns
        -------
        int
            0 if there is no such block.
        """
        if not 0 < block < len(self.bytes) or block % 8:
            return 0
        head = self.word(block - WORD)
        end = block + (head & ~7) - WORD
        sound = head & IN_USE and block < end <= len(self.bytes) - WORD
        return end if sound and self.word(end) & PREVIOUS_IN_USE else 0

    def fits(self, block, end):
        """Tell whether a block was asked for with the very size that makes it end there.

        Parameters
        ----------
        block, end : int
            Addresses.

        Returns
        -------
        bool
        """
        return 0 <= self.end(block) - end < SMALLEST  # malloc rounds up, and leaves no less over


def ring(memory, start):
    """Follow the collector's ring.

    Parameters
    ----------
    memory : Memory
    start : int
        Address of one head.

    Returns
    -------
    list of int
        Addresses of all heads, ascending.

    Raises
    ------
    BuildError
        If it is no ring: then this Python's collector works otherwise.
    """
    size, found, at = len(memory.bytes), [], start
    while not found or at != start:
        found.append(at)
        after = memory.word(at) & ~FLAGS
        sound = 0 < after < size - 8 and len(found) * 8 < size
        if not sound or memory.word(after + WORD) & ~FLAGS != at:
            raise BuildError("what the garbage collector has frozen is not a ring")
        at = after
    return sorted(found)


class Text(NamedTuple):
    """A str: the bytes of its characters, and where they end."""

    content: bytes
    end: int


def text(memory, address):
    """Read a str whose characters follow its head.

    Parameters
    ----------
    memory : Memory
    address : int

    Returns
    -------
    Text or None
        Nothing if there is no such str.
    """
    state, size = memory.word(address + STATE), memory.word(address + SIZE)
    width, compact, ascii_only = state >> 2 & 7, state >> 5 & 1, state >> 6 & 1
    start = address + (ASCII_TEXT if ascii_only else OTHER_TEXT)
    end = start + (size + 1) * width
    if not compact or width not in (1, 2, 4) or end > len(memory.bytes):
        return None
    return Text(memory.bytes[start : end - width].tobytes(), end)


class Keys(NamedTuple):
    """The keys of a dictionary: a table of indices, then entries in the order of insertion."""

    address: int
    power: int  # of two: so many places has the table
    table: int  # bytes
    entry: int  # bytes
    used: int  # entries
    room: int  # entries


def keys_of(memory, address):
    """Read the keys of a dict.

    Parameters
    ----------
    memory : Memory
    address : int
        Of the dict.

    Returns
    -------
    Keys or None
        Nothing if they are not in a block of malloc that fits them.
    """
    at = memory.word(address + DICT_KEYS)
    if memory.end(at) - at < INDICES:
        return None
    power, table, kind = memory.bytes[at + 4 : at + 7].tolist()
    usable, used = memory.word(at + 12), memory.word(at + 16)
    if table > TALLEST:
        return None
    found = Keys(at, power, 1 << table, 8 if kind else 12, used, usable + used)
    return found if memory.fits(at, end_of(found)) else None


def end_of(keys):
    """Where the entries of a dictionary's keys end."""
    return keys.address + INDICES + keys.table + keys.entry * keys.room
