"""Take the collector's links out of a snapshot: they are made again where it is put back.

Python's garbage collector keeps what it has frozen in a doubly linked ring. The order of the ring
does not matter, and yet its links are a tenth of a compressed snapshot. So they travel as the
places of the heads, and `web/ring.mjs` links those in the order of their addresses.
"""

from parts import BuildError

FLAGS = 3  # of both words of a head; the rest is the neighbour's address
LONG = 255  # a gap of four bytes follows


def find(heap, start):
    """Follow the ring.

    Parameters
    ----------
    heap : bytes-like
        The snapshot.
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
    words, found, at = memoryview(heap).cast("I"), [], start
    while not found or at != start:
        found.append(at)
        after = words[at // 4] & ~FLAGS
        sound = 0 < after < len(heap) - 8 and len(found) * 8 < len(heap)
        if not sound or words[after // 4 + 1] & ~FLAGS != at:
            raise BuildError("what the garbage collector has frozen is not a ring")
        at = after
    return sorted(found)


def cut(heap, heads):
    """Clear the links, in place; flags stay.

    Parameters
    ----------
    heap : bytearray
    heads : list of int
    """
    words = memoryview(heap).cast("I")
    for head in heads:
        words[head // 4] &= FLAGS
        words[head // 4 + 1] &= FLAGS


def gaps(heads):
    """Write ascending addresses as their distances in words, most of them one byte.

    Parameters
    ----------
    heads : list of int

    Returns
    -------
    bytes
    """
    out, before = bytearray(), 0
    for head in heads:
        gap = (head - before) // 4
        out += bytes([gap]) if gap < LONG else bytes([LONG]) + gap.to_bytes(4, "little")
        before = head
    return bytes(out)
