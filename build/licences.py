"""Gather the licences of everything the site passes on."""

import re
import zipfile

NOTICE = re.compile(
    r"[^/]+\.dist-info/(licenses/.+|(LICEN[CS]E|COPYING|NOTICE)[^/]*)", re.IGNORECASE
)

# What comes without a file of its own; the texts are those of the SPDX list.
WITHOUT_FILE = """\
Pyodide: MPL-2.0. Its source code is published by the Pyodide project.
CPython and its standard library: PSF-2.0.
zstddec: MIT, with Zstandard: BSD-3-Clause.
"""


def gather(wheels):
    """Join the licence files of wheels.

    Parameters
    ----------
    wheels : iterable of Path

    Returns
    -------
    str
        Each file under the wheel's name.
    """
    texts = [WITHOUT_FILE]
    for wheel in sorted(wheels, key=lambda path: path.name.lower()):
        with zipfile.ZipFile(wheel) as archive:
            found = [name for name in archive.namelist() if NOTICE.fullmatch(name)]
            texts += [f"{_project(wheel)}: {n}\n\n{archive.read(n).decode()}" for n in found]
    return ("\n" + "-" * 79 + "\n\n").join(texts)


def _project(wheel):
    name, version = wheel.name.split("-")[:2]
    return f"{name} {version}"
