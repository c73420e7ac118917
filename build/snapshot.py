"""Turn the app's memory into a pack: only what a fresh instance does not have by itself."""

import marks
import pack
import tidy
from objects import Memory, ring

PAGE = 4096
ZERO = bytes(PAGE)
FORMAT = 3
MASK = 0xFFFFFFFF


def classify(heap, baselines):
    """Divide memory into pages to send, to keep and to clear.

    Parameters
    ----------
    heap : memoryview
        The snapshot.
    baselines : list of memoryview
        Memory of fresh instances. A page is kept only if it is the same in all of them.

    Returns
    -------
    runs, kept, clear : list of list of int
        Start and length of each run of pages.
    """
    runs, kept, clear = [], [], []
    for start in range(0, len(heap), PAGE):
        page = heap[start : start + PAGE]
        before = [base[start : start + PAGE] for base in baselines]
        if all(page == other for other in before):
            if page != ZERO:
                _extend(kept, start)
        elif page == ZERO:
            _extend(clear, start)
        else:
            _extend(runs, start)
    return runs, kept, clear


def _extend(runs, start):
    if runs and runs[-1][0] + runs[-1][1] == start:
        runs[-1][1] += PAGE
    else:
        runs.append([start, PAGE])


def checksum(heap, runs):
    """Sum some runs of memory as the worker does.

    Parameters
    ----------
    heap : memoryview
    runs : list of list of int

    Returns
    -------
    int
        Signed, 32 bits.
    """
    total = 0
    for start, length in runs:
        for word in heap[start : start + length].cast("i"):
            total = (total * 31 + word) & MASK
    return total - (1 << 32) if total >> 31 else total


def trim_offsets(side, got):
    """Leave out the entries of the global offset table that a fresh instance has too.

    Parameters
    ----------
    side : dict
        What `capture` of `web/side_modules.mjs` gave.
    got : dict of str to int
        The fresh instance's table.

    Returns
    -------
    dict
    """
    changed = {name: value for name, value in side["got"].items() if got.get(name) != value}
    return side | {"got": changed}


def snapshot_pack(heap, baselines, meta, files, build):
    """Write the pack of the fast path.

    Parameters
    ----------
    heap : bytes
    baselines : list of bytes
        At least two, see `classify`.
    meta : dict
        What `node/snapshot.mjs` wrote beside the memory.
    files : dict of str to bytes
        Files Python may still open, by their paths in Pyodide's file system: their names and
        sizes. Start-up has read them, so their contents come late.
    build : str

    Returns
    -------
    bytes
    """
    heap = bytearray(heap)
    memory = Memory(heap, meta["types"])
    heads = ring(memory, meta["frozen"])
    tidy.tidy(memory, heads)
    marked = marks.cut(memory, heads)
    view = memoryview(heap)
    runs, kept, clear = classify(view, [memoryview(base) for base in baselines])
    marks.shorten(memory, runs, marked["base"])
    header = {
        "format": FORMAT,
        "build": build,
        "side": meta["side"],
        "hiwire": meta["hiwire"],
        "check": meta["check"],
        "runs": runs,
        "kept": kept,
        "keptSum": checksum(view, kept),
        "clear": clear,
        "marks": marked,
        "files": [[name, len(content)] for name, content in files.items()],
    }
    pages = [view[start : start + length] for start, length in runs]
    return pack.pack(header, pages)
