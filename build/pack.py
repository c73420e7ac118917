"""The packs the worker reads: a JSON header and bytes, in one stream.

Layout: `u32` length of the header (little endian), the header, then the data in the
header's order. The worker can use what has arrived while the rest is on its way.
"""

import gzip
import hashlib
import json
import struct
import zipfile
from pathlib import Path

import zstandard

LEVEL = 9
ZSTD_LEVEL = 22
WINDOW_LOG = 23  # 8 MB, which every decoder must accept


def pack(header, chunks):
    """Write a pack.

    Parameters
    ----------
    header : dict
        JSON-serialisable; says how the data is to be cut.
    chunks : iterable of bytes

    Returns
    -------
    bytes
    """
    head = json.dumps(header, separators=(",", ":")).encode()
    # Data starts at a multiple of 16: typed arrays can look at it in place.
    head += b" " * (-(len(head) + 4) % 16)
    return b"".join([struct.pack("<I", len(head)), head, *chunks])


def files_pack(files):
    """Pack files by their paths.

    Parameters
    ----------
    files : dict of str to bytes

    Returns
    -------
    bytes
    """
    sizes = [[name, len(content)] for name, content in files.items()]
    return pack({"files": sizes}, files.values())


def unpack(data):
    """Read a pack back.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    header : dict
    body : memoryview
    """
    (length,) = struct.unpack_from("<I", data)
    return json.loads(data[4 : 4 + length]), memoryview(data)[4 + length :]


def small_zip(files, target):
    """Write a zip with each file compressed by itself.

    Parameters
    ----------
    files : dict of str to bytes
    target : Path
    """
    stored_zip(files, target, zipfile.ZIP_DEFLATED)


def stored_zip(files, target, method=zipfile.ZIP_STORED):
    """Write a zip without compression: the transport compresses it as a whole.

    Parameters
    ----------
    files : dict of str to bytes
    target : Path
    method : int
        How each member is compressed.
    """
    with zipfile.ZipFile(target, "w", method, compresslevel=LEVEL) as out:
        for name, content in files.items():
            # A fixed date, for the same bytes from the same input.
            out.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, method)


def gzipped(data):
    """Compress with gzip, which browsers decode by themselves.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    bytes
        The same at every build.
    """
    return gzip.compress(data, LEVEL, mtime=0)


class Compressor:
    """Compresses with zstd, remembering results: the best level takes its time.

    Parameters
    ----------
    folder : Path
        Where results are kept, by the digest of what they are of.
    """

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def zstd(self, data):
        """Compress for the worker's decoder.

        Parameters
        ----------
        data : bytes

        Returns
        -------
        bytes
        """
        kept = self.folder / f"{hashlib.sha256(data).hexdigest()}-{ZSTD_LEVEL}.zst"
        if not kept.exists():
            temporary = kept.with_suffix(".new")
            temporary.write_bytes(_zstd(data))
            temporary.replace(kept)
        return kept.read_bytes()


def _zstd(data):
    window = min(WINDOW_LOG, max(10, len(data).bit_length()))
    settings = zstandard.ZstdCompressionParameters.from_level(
        ZSTD_LEVEL, source_size=len(data), window_log=window, write_checksum=True
    )
    return zstandard.ZstdCompressor(compression_params=settings).compress(data)
