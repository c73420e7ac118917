"""Read `parts.toml`: which files the site is made of, and how to know them."""

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


class BuildError(Exception):
    """A step of the build cannot go on; the message is for the person who runs it."""


@dataclass(frozen=True)
class Part:
    """One file to fetch.

    Attributes
    ----------
    name : str
        File name, in the cache and on the CDN.
    sha256 : str
        What the file's bytes must hash to.
    kind : {"pyodide", "npm", "wasm", "wheel"}
        Where it can come from; Pyodide's CDN has only what Pyodide publishes.
    package : str
        The npm package it is in, with its version.
    path : str
        Where in that package.
    """

    name: str
    sha256: str
    kind: str
    package: str = ""
    path: str = ""

    @property
    def requirement(self):
        """`name==version` of a wheel, for pip."""
        project, version = self.name.split("-")[:2]
        return f"{project}=={version}"


@dataclass(frozen=True)
class Pins:
    """The content of `parts.toml`."""

    table: dict

    @property
    def cdn(self):
        """Address template of the CDN, with `{name}` in it."""
        return self.table["cdn"]

    @property
    def pyodide_version(self):
        """Version of the Pyodide runtime."""
        return self.table["pyodide"]["version"]

    @property
    def runtime(self):
        """Files of npm packages: the Pyodide runtime and a decoder."""
        return [
            Part(path.split("/")[-1], digest, _kind(package), package, path)
            for package, files in self.table["npm"].items()
            for path, digest in files.items()
        ]

    @property
    def wheels(self):
        """Wheels of the Python index."""
        return [Part(n, h, "wheel") for n, h in self.table["wheels"].items()]

    def wasm(self, lock_path):
        """Wheels with WebAssembly in them, as Pyodide's lock file names them.

        Parameters
        ----------
        lock_path : Path
            A checked `pyodide-lock.json`.

        Returns
        -------
        list of Part
        """
        packages = json.loads(Path(lock_path).read_text())["packages"]
        wanted = self.table["wasm"]["names"]
        missing = sorted(set(wanted) - set(packages))
        if missing:
            raise BuildError(f"{lock_path}: no package {', '.join(missing)}")
        found = [packages[name] for name in wanted]
        return [Part(p["file_name"], p["sha256"], "wasm") for p in found]


def _kind(package):
    return "pyodide" if package.startswith("pyodide@") else "npm"


def load_pins(path=HERE / "parts.toml"):
    """Read the pins.

    Parameters
    ----------
    path : Path
        A TOML file of the form of `parts.toml`.

    Returns
    -------
    Pins
    """
    return Pins(tomllib.loads(Path(path).read_text()))
