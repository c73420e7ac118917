"""Small memories with objects in them, laid out as CPython and malloc do."""

import struct

import objects

SIZE = 1 << 16
STR, DICT, LIST, TUPLE, BYTES = (SIZE - 4096 + i * 256 for i in range(5))
CHANCE = 0xA5
OTHERS = SIZE - 2048  # of types nothing is made of
NAMES = (
    "function", "cell", "property", "method_descriptor", "wrapper_descriptor", "getset_descriptor",
    "set", "frozenset", "staticmethod", "classmethod", "member_descriptor",
    "builtin_function_or_method", "ReferenceType", "code",
)  # fmt: skip
TYPES = {
    "str": (STR, 32, 0),
    "dict": (DICT, 32, 0),
    "list": (LIST, 20, 0),
    "tuple": (TUPLE, 16, 4),
    "bytes": (BYTES, 17, 1),
    **{name: (OTHERS + 4 * i, 32, 0) for i, name in enumerate(NAMES)},
}


class Writer:
    """Fills a memory from below; what nobody writes is left to chance."""

    def __init__(self):
        self.heap = bytearray([CHANCE]) * SIZE
        self.top, self.heads = 4096, []
        self.heap[:4096] = self.heap[SIZE - 4096 :] = bytes(4096)

    def put(self, address, *words):
        """Write words."""
        struct.pack_into(f"<{len(words)}I", self.heap, address, *(w & 0xFFFFFFFF for w in words))

    def block(self, size):
        """Give a block as malloc does."""
        whole = max(16, size + 4 + 7 & ~7)
        address, self.top = self.top + 8, self.top + whole
        self.put(address - 4, whole | 3)
        self.put(address - 4 + whole, 3)  # of the next
        return address

    def tracked(self, size):
        """Give an object that the collector knows."""
        head = self.block(8 + size)
        self.heads.append(head)
        return head + 8

    def text(self, content, code, width=1):
        """Write a str of that many bytes a character."""
        start = 20 if width == 1 else 28
        address = self.block(start + len(content) + width)
        state = width << 2 | 1 << 5 | (width == 1) << 6
        self.put(address, 1, STR, len(content) // width, code, state | 0x77770000)
        if width > 1:
            self.put(address + 20, 0, 0)
        self.heap[address + start : address + start + len(content) + width] = content + bytes(width)
        return address

    def dictionary(self, keys, power=3):
        """Write a dict with these texts as keys, its table filled by linear thinking."""
        address, size = self.tracked(32), 1 << power
        room = size * 2 // 3
        held = self.block(20 + size + 8 * room)
        self.put(address, 1, DICT, len(keys), 0x1234, 0, 0, held, 0)
        self.put(held, 1, power | power << 8 | 1 << 16 | 0x99 << 24, 0, room - len(keys), len(keys))
        self.heap[held + 20 : held + 20 + size + 8 * room] = bytes([255]) * size + bytes(8 * room)
        for i, key in enumerate(keys):
            self.put(held + 20 + size + 8 * i, key, key)
            code = self.word(key + 12)
            place = code % size
            while self.heap[held + 20 + place] != 255:
                code //= 32
                place = (place * 5 + code + 1) % size
            self.heap[held + 20 + place] = i
        return address

    def word(self, address):
        """Read a word."""
        return struct.unpack_from("<I", self.heap, address)[0]

    def close(self, flags=0):
        """Link the collector's ring in the order of addresses, and give the memory."""
        for i, head in enumerate(self.heads):
            after = self.heads[(i + 1) % len(self.heads)]
            self.put(head, after | flags, self.heads[i - 1] | flags)
        return objects.Memory(self.heap, TYPES)
