"""Put the site together: every file in a folder named after the build, and the page."""

import base64
import json
import re
import shutil
from pathlib import Path

import bundle
import licences
import pack
import page
import shake
import wheels
from parts import BuildError

WEB = Path(__file__).resolve().parent / "web"

LIBRARY = {
    "bokeh": ["bokeh.min.js", "bokeh-widgets.min.js", "bokeh-tables.min.js"],
    "panel": ["panel.min.js"],
}
RUNTIME = ("zstd.wasm", "pyodide.asm.mjs", "pyodide.mjs", "pyodide.asm.wasm")
SOURCE_MAP = re.compile(rb"^//# sourceMappingURL=.*$", re.MULTILINE)
EMBEDDED_WASM = re.compile(rb"['\"](AGFzbQ[A-Za-z0-9+/=]+)['\"]")


class Site:
    """The folder that is being filled.

    Parameters
    ----------
    folder : Path
        The site's root.
    build : str
        Name of this build, and of the folder of its files.
    compressor : pack.Compressor
    """

    def __init__(self, folder, build, compressor):
        self.root = Path(folder)
        self.build = build
        self.compressor = compressor
        self.files = {}
        self.libraries = {}
        self.states = {}
        shutil.rmtree(self.root, ignore_errors=True)
        (self.root / build).mkdir(parents=True)

    def add(self, name, data):
        """Write a file as it is."""
        self._write(name, name, data, data)

    def add_plain(self, name, data):
        """Write a file once more as it is, for pages that cannot use the compressed one."""
        self._write("plain", name, data, data)
        self.files[name]["plain"] = self.files.pop("plain")["path"]

    def add_gzip(self, name, data):
        """Write a file for the browser's own decoder."""
        self._write(name, f"{name}.gz", data, pack.gzipped(data))

    def add_zstd(self, name, data):
        """Write a file for the worker's decoder."""
        self._write(name, f"{name}.zst", data, self.compressor.zstd(data))

    def add_side_module(self, path, data):
        """Write a compiled library, which the worker knows by its place in Python."""
        name = path.rsplit("/", 1)[-1]
        self.libraries[path] = name
        self.add_zstd(name, data)

    def _write(self, name, stored_as, data, stored):
        target = self.root / self.build / stored_as
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(stored)
        entry = {"path": f"{self.build}/{stored_as}", "bytes": len(stored), "size": len(data)}
        self.files[name] = entry

    def paths(self):
        """Names of what the worker fetches, by the way it starts."""
        ways = {"ordinary": [*RUNTIME, "stdlib.zip", "site.pack"]}
        if "app.pack" in self.files:
            ways["fast"] = [*RUNTIME, "app.pack", *self.libraries.values()]
        return ways

    def bytes_of(self, names):
        """Bytes on the wire of some files."""
        return sum(self.files[name]["bytes"] for name in names)


def library(wheel_paths):
    """Join BokehJS and Panel's models, in one script.

    Parameters
    ----------
    wheel_paths : list of Path

    Returns
    -------
    bytes
    """
    folders = {"bokeh": "bokeh/server/static/js/", "panel": "panel/dist/"}
    texts = [
        wheels.member(wheel_paths, project, folders[project] + name)
        for project, names in LIBRARY.items()
        for name in names
    ]
    return SOURCE_MAP.sub(b"", b"\n;\n".join(texts))


def decoder(script):
    """Take the WebAssembly out of the script it is published in.

    Parameters
    ----------
    script : bytes

    Returns
    -------
    bytes
    """
    found = EMBEDDED_WASM.search(script)
    if not found:
        raise BuildError("zstddec-stream.mjs: no WebAssembly in it")
    return base64.b64decode(found.group(1))


def add_snapshot(site, work):
    """Add what the fast path needs.

    Parameters
    ----------
    site : Site
    work : Path
    """
    data = (work / "app.pack").read_bytes()
    site.add_zstd("app.pack", data)
    site.add_zstd("data.pack", (work / "data.pack").read_bytes())
    header, _ = pack.unpack(data)
    for library_entry in header["side"]["libs"]:
        path = library_entry["name"]
        name = path.removeprefix(shake.SITE_PACKAGES)
        site.add_side_module(path, shake.read(work / "everything.zip", [name])[name])


def add_states(site, work):
    """Add what the page starts with for some addresses.

    Parameters
    ----------
    site : Site
    work : Path
    """
    files = json.loads((work / "states.json").read_text())
    for tag, file in files.items():
        text = json.dumps(file["states"], separators=(",", ":"), ensure_ascii=False)
        site.add_gzip(f"states-{tag}.json", text.encode())
        site.states[tag] = file["queries"]


def style_sheets(document, cdn_root):
    """List Panel's style sheets that a document asks for.

    Parameters
    ----------
    document : dict
    cdn_root : str

    Returns
    -------
    list of str
        Paths below `cdn_root`.
    """
    found = re.findall(rf'"{re.escape(cdn_root)}([^"]+\.css)"', json.dumps(document))
    return sorted(set(found))


def configuration(site, document, lock, cdn_root, late):
    """Give what the page's script must know.

    Returns
    -------
    dict
    """
    known = {name: entry for name, entry in site.files.items() if not name.endswith(".css")}
    return {
        "build": site.build,
        "cdnRoot": cdn_root,
        "fingerprint": document["fingerprint"],
        "files": known,
        "libraries": site.libraries,
        "bytes": {path: site.bytes_of(names) for path, names in site.paths().items()},
        "lock": json.dumps({"info": lock["info"], "packages": {}}),
        "texts": json.loads((WEB / "text.json").read_text()),
        "late": sorted(late),
        "states": site.states,
        "offline": True,
    }


def service_worker(build, files):
    """Write the service worker's script, with the list of what it keeps.

    Parameters
    ----------
    build : str
    files : list of str
        Addresses relative to the site's root.

    Returns
    -------
    str
    """
    head = f"const BUILD = {json.dumps(build)};\nconst FILES = {json.dumps(files)};\n"
    return head + (WEB / "sw.js").read_text()


def assemble(site, parts, work, templates, cdn_root):
    """Fill the site.

    Parameters
    ----------
    site : Site
    parts : dict of str to Path
        The fetched parts.
    work : Path
        Folder of the earlier steps' results.
    templates : Path
        The app's templates.
    cdn_root : str
        Address Panel believes its assets to be at.
    """
    wheel_paths = [path for name, path in parts.items() if name.endswith(".whl")]
    document = json.loads((work / "trace.json").read_text())["document"]
    script = library(wheel_paths)
    site.add_gzip("bokeh.js", script)
    site.add_plain("bokeh.js", script)
    site.add_gzip("zstd.wasm", decoder(parts["zstddec-stream.mjs"].read_bytes()))
    for name in RUNTIME[1:]:
        data = SOURCE_MAP.sub(b"", parts[name].read_bytes())
        site.add_zstd(name, data)
        if name.endswith(".mjs"):
            site.add_plain(name, data)
    for name in ("stdlib.zip", "site.pack"):
        site.add_zstd(name, (work / name).read_bytes())
    site.add("rest.zip", (work / "rest.zip").read_bytes())
    add_snapshot(site, work)
    site.add("worker.js", bundle.bundle(WEB / "worker.mjs").encode())
    site.add("page.js", bundle.bundle(WEB / "page.mjs").encode())
    site.add("site.css", (WEB / "site.css").read_bytes())
    for name in style_sheets(document, cdn_root):
        inside = "panel/" + name.split("/", 1)[1]  # after the version
        site.add(f"panel/{name}", wheels.member(wheel_paths, "panel", inside))
    lock = json.loads(parts["pyodide-lock.json"].read_text())
    late = shake.names_in(work / "rest.zip")
    add_states(site, work)
    config = configuration(site, document, lock, cdn_root, late)
    (site.root / "index.html").write_text(page.render(templates, document, config))
    kept = ["./", *(entry["path"] for entry in site.files.values())]
    (site.root / "sw.js").write_text(service_worker(site.build, kept))
    (site.root / "licences.txt").write_text(licences.gather(wheel_paths))
