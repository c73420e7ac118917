"""Merge the wheels' Python files, and take the page's scripts out of them."""

import zipfile
from pathlib import PurePosixPath

from parts import BuildError

# What no page of this app reads. Tests and command lines are most of it.
DROPPED_FOLDERS = {
    "tests",
    "test",
    "testing",
    "command",
    "sampledata",
    "_sphinx",
    "sphinxext",
    "examples",
    "_pyinstaller",
    "f2py",
    "distutils",
}
KEPT_SUFFIXES = {".py", ".so", ".jinja", ".html", ".css", ".toml", ".json"}
METADATA = {"METADATA", "entry_points.txt"}
# Read at import, whatever their suffix.
KEPT_FILES = {
    "panel/package.json",
    "pyviz_comms/labextension/package.json",
    "pyviz_comms/notebook.js",
}


def wanted(name):
    """Whether a wheel's member can matter in the browser.

    Parameters
    ----------
    name : str
        Path inside the wheel.

    Returns
    -------
    bool
    """
    path = PurePosixPath(name)
    if name in KEPT_FILES or name.startswith("panel/_templates/"):
        return True
    if path.parts[0].endswith(".dist-info"):
        return path.name in METADATA
    if path.parts[0].endswith(".data") or DROPPED_FOLDERS & set(path.parts[:-1]):
        return False
    if name.startswith(("panel/dist/", "bokeh/server/static/")):
        return name.startswith("panel/dist/css/") and path.suffix == ".css"
    return path.suffix in KEPT_SUFFIXES


def merge(wheels, target):
    """Write one zip of all the wheels' files that can matter.

    Parameters
    ----------
    wheels : list of Path
    target : Path
    """
    with zipfile.ZipFile(target, "w") as out:
        for wheel in wheels:
            # A platform wheel's compiled code is for another machine.
            foreign = "wasm32" not in wheel.name and "none-any" not in wheel.name
            with zipfile.ZipFile(wheel) as source:
                for name in source.namelist():
                    if wanted(name) and not (foreign and name.endswith(".so")):
                        out.writestr(name, source.read(name))


def member(wheels, project, name):
    """Read one file of a wheel.

    Parameters
    ----------
    wheels : list of Path
    project : str
        Name of the package, such as "panel".
    name : str
        Path inside its wheel.

    Returns
    -------
    bytes
    """
    for wheel in wheels:
        if wheel.name.startswith(f"{project}-"):
            with zipfile.ZipFile(wheel) as source:
                if name in source.namelist():
                    return source.read(name)
    raise BuildError(f"{name}: not in the wheel of {project}")
