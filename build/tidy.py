"""Clear what nobody reads out of a snapshot, so that it compresses to nothing.

Malloc rounds up, and C leaves padding: what was there before stays in the gaps, a few bytes of
chance in every object. A hash that Python computes again when it is asked for goes too.
"""

import objects
from objects import COLLECTOR_HEAD, DICT_PADDING, HASH, LIST_ITEMS, LIST_ROOM, SIZE, STATE, WORD

NOT_COMPUTED = 0xFFFFFFFF
STATE_BITS = 0xFF  # of a word
KEYS_PADDING = 7
# Types whose objects are as long as they say: all that follows in their block is chance.
FIXED = (
    "dict", "function", "list", "cell", "property", "method_descriptor", "wrapper_descriptor",
    "getset_descriptor", "set", "frozenset", "staticmethod", "classmethod", "member_descriptor",
    "builtin_function_or_method", "ReferenceType",
)  # fmt: skip


def tidy(memory, heads):
    """Clear, in place.

    Parameters
    ----------
    memory : objects.Memory
    heads : list of int
        What `objects.ring` found.
    """
    for name in FIXED:
        size = memory.types[name][1]
        for address in memory.of_type(name):
            _after(memory, address - COLLECTOR_HEAD, address + size)
    for address in memory.of_type("code"):
        _, size, item = memory.types["code"]
        _after(memory, address, address + size + item * memory.word(address + SIZE))
    _texts(memory)
    _hashed(memory)
    _lists(memory, memory.tracked(heads, "list"))
    _dicts(memory, memory.tracked(heads, "dict"))


def _after(memory, block, end):
    if fits := memory.fits(block, end):
        memory.bytes[end : memory.end(block)] = 0
    return fits


def _texts(memory):
    for address in memory.of_type("str"):
        found = objects.text(memory, address)
        if found and _after(memory, address, found.end):
            memory.words[(address + STATE) // WORD] &= STATE_BITS


def _hashed(memory):
    for name, head, zero in (("bytes", 0, 1), ("tuple", COLLECTOR_HEAD, 0)):
        _, size, item = memory.types[name]
        start = size - zero  # the size of a bytes counts the zero at its end
        for address in memory.of_type(name):
            end = address + start + item * memory.word(address + SIZE) + zero
            if _after(memory, address - head, end):
                memory.words[(address + HASH) // WORD] = NOT_COMPUTED


# Of a list or a dict that is waiting to be used again what it points at may be another's by now.
def _lists(memory, alive):
    for address in alive:
        items, used = memory.word(address + LIST_ITEMS), memory.word(address + SIZE)
        end = memory.end(items)
        if end and used <= memory.word(address + LIST_ROOM) <= (end - items) // WORD:
            memory.bytes[items + used * WORD : end] = 0


def _dicts(memory, alive):
    for address in alive:
        keys = objects.keys_of(memory, address)
        if keys:
            memory.words[(address + DICT_PADDING) // WORD] = 0
            memory.bytes[keys.address + KEYS_PADDING] = 0
            _after(memory, keys.address, objects.end_of(keys))
