"""Get every part, from the nearest source that has it, and check its SHA-256.

Sources in order: a local folder, the cache, the CDN, the registries by their clients.
A file enters the cache only after its hash is right, in one rename: an interrupted
fetch goes on where it stopped.
"""

import hashlib
import os
import shutil
import urllib.error
import urllib.request
from pathlib import Path

import registries
from parts import BuildError

CHUNK = 1 << 18
ON_CDN = ("pyodide", "wasm")
CDN_TIMEOUT_S = 15


def sha256(path):
    """SHA-256 of a file, as hexadecimal digits.

    Parameters
    ----------
    path : Path

    Returns
    -------
    str
    """
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check(part, path, source):
    """Raise if a file is not the part it should be.

    Parameters
    ----------
    part : Part
    path : Path
    source : str
        Where the file came from, for the message.

    Raises
    ------
    BuildError
        With file, source, expected and found SHA-256.
    """
    found = sha256(path)
    if found != part.sha256:
        raise BuildError(
            f"{part.name} from {source} is not the pinned file:\n"
            f"  expected sha256 {part.sha256}\n  got      sha256 {found}"
        )


class Fetcher:
    """Brings parts into a cache folder.

    Parameters
    ----------
    pins : Pins
    cache : Path
        Folder the checked files are kept in.
    folder : Path, optional
        Local folder that is asked first.
    cdn : str, optional
        Address template used instead of the pinned one; "" leaves the CDN out.
    say : callable, optional
        Takes one progress line.
    """

    def __init__(self, pins, cache, folder=None, cdn=None, say=print):
        self.pins = pins
        self.cache = Path(cache)
        self.folder = Path(folder) if folder else None
        self.cdn = pins.cdn if cdn is None else cdn
        self.say = say
        self.cache.mkdir(parents=True, exist_ok=True)

    def fetch_all(self):
        """Bring every part.

        Returns
        -------
        dict of str to Path
            Where each part is, by name.

        Raises
        ------
        BuildError
            If a part is nowhere, or a source has another file by its name.
        """
        self.fetch(self.pins.runtime)
        wasm = self.pins.wasm(self.cache / "pyodide-lock.json")
        self.fetch(wasm + self.pins.wheels)
        parts = self.pins.runtime + wasm + self.pins.wheels
        return {part.name: self.cache / part.name for part in parts}

    def fetch(self, parts):
        """Bring some parts.

        Parameters
        ----------
        parts : list of Part
        """
        missing = [part for part in parts if not self._from_near(part)]
        missing = [part for part in missing if not self._from_cdn(part)]
        if missing:
            self._from_registries(missing)

    def _keep(self, part, path, source):
        check(part, path, source)
        os.replace(path, self.cache / part.name)
        size = (self.cache / part.name).stat().st_size
        self.say(f"  {part.name}: {size / 1e6:.2f} MB from {source}")

    def _from_near(self, part):
        kept = self.cache / part.name
        if self.folder and (self.folder / part.name).is_file():
            check(part, self.folder / part.name, f"the folder {self.folder}")
            if not kept.is_file() or sha256(kept) != part.sha256:
                temporary = self.cache / f"{part.name}.new"
                shutil.copyfile(self.folder / part.name, temporary)
                self._keep(part, temporary, f"the folder {self.folder}")
            return True
        if not kept.is_file():
            return False
        if sha256(kept) == part.sha256:
            return True
        self.say(f"  {part.name}: the copy in {self.cache} is damaged, fetching it again")
        kept.unlink()
        return False

    def _from_cdn(self, part):
        if not self.cdn or part.kind not in ON_CDN:
            return False
        address = self.cdn.format(name=part.name)
        partial = self.cache / f"{part.name}.part"
        try:
            download(address, partial, self.say)
        except OSError as error:
            self.say(f"  {part.name}: not from {address} ({error})")
            if not isinstance(error, urllib.error.HTTPError):
                self.cdn = ""  # out of reach: do not wait for it once per file
            return False
        try:
            self._keep(part, partial, address)
        except BuildError:
            partial.unlink()
            raise
        return True

    def _from_registries(self, missing):
        for kind, bring in registries.CLIENTS.items():
            wanted = [part for part in missing if part.kind == kind]
            if not wanted:
                continue
            self.say(f"  {len(wanted)} file(s) by {bring.source}")
            for part, path in bring.run(self.pins.table, wanted, self.cache / "incoming"):
                if not path.is_file():
                    raise BuildError(f"{part.name}: {bring.source} did not bring it")
                self._keep(part, path, bring.source)
        shutil.rmtree(self.cache / "incoming", ignore_errors=True)


def download(address, partial, say):
    """Download one file, going on where an earlier try stopped.

    Parameters
    ----------
    address : str
    partial : Path
        File the bytes are appended to.
    say : callable
    """
    have = partial.stat().st_size if partial.exists() else 0
    request = urllib.request.Request(address)
    if have:
        request.add_header("Range", f"bytes={have}-")
    try:
        answer = urllib.request.urlopen(request, timeout=CDN_TIMEOUT_S)
    except urllib.error.HTTPError as error:
        if error.code == 416:  # the earlier try got the last byte, or too many
            partial.unlink(missing_ok=True)
            return download(address, partial, say)
        raise
    with answer, open(partial, "ab" if answer.status == 206 else "wb") as file:
        _copy(answer, file, partial.stem, say)
    return None


def _copy(answer, file, name, say):
    total = int(answer.headers.get("Content-Length") or 0)
    done, told = 0, 0
    while block := answer.read(CHUNK):
        file.write(block)
        done += len(block)
        if done - told > 2e6:
            told = done
            say(f"  {name}: {done / 1e6:.1f} of {total / 1e6:.1f} MB")
    if total and done < total:
        raise OSError(f"stopped after {done} of {total} bytes")
