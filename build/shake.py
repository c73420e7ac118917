"""Keep only the files the app has opened, and put the others where a late import finds them."""

import json
import zipfile
from pathlib import PurePosixPath

import pack

SITE_PACKAGES = "/lib/python3.14/site-packages/"
STDLIB = "/lib/python314.zip/"

# Data of the app's that a reader may come to; of its modules only those that start-up imports.
OWN = ("app/page/", "app/text/", "presets/", "site_")

# Files whose presence is checked without opening them.
SITE_ALWAYS = (*OWN, "panel/theme/css/", "panel/theme/native.css")

# The interpreter opens these before the trace starts, or only in a browser, or for messages.
STDLIB_ALWAYS = ("encodings/__init__", "encodings/aliases", "encodings/utf_8", "encodings/ascii")
STDLIB_ALWAYS += ("encodings/latin_1", "encodings/cp437", "encodings/idna", "_sysconfigdata")
STDLIB_ALWAYS += ("_pyodide/", "pyodide/", "importlib/", "asyncio/", "collections/", "zipfile/")
STDLIB_ALWAYS += ("traceback", "linecache", "textwrap", "_colorize", "tokenize", "token", "site.")


def traced(trace, prefix):
    """Names below a folder of Pyodide's file system that the app has opened.

    Parameters
    ----------
    trace : dict
        What `node/trace.mjs` wrote.
    prefix : str

    Returns
    -------
    set of str
    """
    paths = trace["opened"] + trace["modules"]
    names = {path.removeprefix(prefix) for path in paths if path.startswith(prefix)}
    # Modules out of a zip are known by their source's name.
    return names | {name + "c" for name in names if name.endswith(".py")}


def split(names, trace, prefix, always):
    """Divide the names of a zip into what start-up needs and the rest.

    Parameters
    ----------
    names : iterable of str
    trace : dict
    prefix : str
    always : tuple of str
        Beginnings of names that are kept in any case.

    Returns
    -------
    needed, rest : list of str
        Sorted.
    """
    used = traced(trace, prefix)
    needed = {name for name in names if name in used or name.startswith(always)}
    needed |= {name for name in names if _marks_package(name, needed)}
    return sorted(needed), sorted(set(names) - needed)


def _marks_package(name, needed):
    # A package whose module is needed needs its __init__, opened or not.
    path = PurePosixPath(name)
    folder = f"{path.parent}/"
    return path.name == "__init__.pyc" and any(kept.startswith(folder) for kept in needed)


def read(path, names):
    """Read some members of a zip.

    Parameters
    ----------
    path : Path
    names : list of str

    Returns
    -------
    dict of str to bytes
    """
    with zipfile.ZipFile(path) as source:
        return {name: source.read(name) for name in names}


def names_in(path):
    """List the members of a zip.

    Parameters
    ----------
    path : Path

    Returns
    -------
    list of str
    """
    with zipfile.ZipFile(path) as source:
        return source.namelist()


def shake(everything, stdlib, trace_path, results):
    """Write the packs of what start-up needs, and the zip of the rest.

    Parameters
    ----------
    everything, stdlib : Path
        Zips of compiled files.
    trace_path : Path
        What `node/trace.mjs` wrote.
    results : tuple of Path
        The site's pack, the library's zip and the zip of late imports.

    Returns
    -------
    tuple of int
        How many files of the wheels and of the library are kept.
    """
    trace = json.loads(trace_path.read_text())
    site_pack, core, rest = results
    needed, spare = split(names_in(everything), trace, SITE_PACKAGES, SITE_ALWAYS)
    site_pack.write_bytes(pack.files_pack(read(everything, needed)))
    library, others = split(names_in(stdlib), trace, STDLIB, STDLIB_ALWAYS)
    pack.stored_zip(read(stdlib, library), core)
    # A snapshot has no library to look into: what it has not imported is to be found late.
    others += sorted(set(library) - traced(trace, STDLIB))
    others += [name for name in library if name.startswith("_sysconfigdata")]
    late = read(everything, [name for name in spare if name.endswith(".pyc")])
    pack.small_zip(read(stdlib, sorted(set(others))) | late, rest)
    return len(needed), len(library)


def data_files(site_pack):
    """Take the files that are neither code nor Python's records of packages out of a pack.

    Parameters
    ----------
    site_pack : bytes

    Returns
    -------
    dict of str to bytes
        By their paths in Pyodide's file system.
    """
    header, body = pack.unpack(site_pack)
    files, offset = {}, 0
    for name, size in header["files"]:
        if not name.endswith((".pyc", ".so")) and ".dist-info/" not in name:
            files[SITE_PACKAGES + name] = bytes(body[offset : offset + size])
        offset += size
    return files


def extract(path, suffix, folder):
    """Write some members of a zip into a folder, without their own folders.

    Parameters
    ----------
    path : Path
    suffix : str
    folder : Path
    """
    folder.mkdir(exist_ok=True)
    for name, content in read(path, [n for n in names_in(path) if n.endswith(suffix)]).items():
        (folder / PurePosixPath(name).name).write_bytes(content)
