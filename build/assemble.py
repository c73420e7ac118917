"""Put the site together: every file in a folder named after the build, and the page."""

import json
import re
import shutil
from pathlib import Path

import bundle
import pack
import page
import shake
import wheels

WEB = Path(__file__).resolve().parent / "web"

LIBRARY = {
    "bokeh": ["bokeh.min.js", "bokeh-widgets.min.js", "bokeh-tables.min.js"],
    "panel": ["panel.min.js"],
}
SCRIPTS_OF_RUNTIME = ("pyodide.asm.mjs", "pyodide.mjs", "pyodide.asm.wasm")
ALWAYS = ("pyodide.asm.mjs", "pyodide.mjs", "pyodide.asm.wasm")
# What the worker fetches, by path; the sum is what the progress bar counts to.
PATHS = {
    "ordinary": (*ALWAYS, "stdlib.zip", "site.pack"),
    "fast": (*ALWAYS, "app.pack"),
}
SOURCE_MAP = re.compile(rb"^//# sourceMappingURL=.*$", re.MULTILINE)


class Site:
    """The folder that is being filled.

    Parameters
    ----------
    folder : Path
        The site's root.
    build : str
        Name of this build, and of the folder of its files.
    """

    def __init__(self, folder, build):
        self.root = Path(folder)
        self.build = build
        self.files = {}
        shutil.rmtree(self.root, ignore_errors=True)
        (self.root / build).mkdir(parents=True)

    def add(self, name, data):
        """Write a file as it is."""
        self._write(name, data)
        self.files[name] = {"path": f"{self.build}/{name}", "bytes": len(data)}

    def add_compressed(self, name, data):
        """Write a file compressed, under a name hosts do not touch."""
        small = pack.compressed(data)
        self._write(f"{name}.gz", small)
        self.files[name] = {"path": f"{self.build}/{name}.gz", "bytes": len(small)}

    def _write(self, name, data):
        target = self.root / self.build / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def bytes_of(self, names):
        """Bytes on the wire of some files."""
        return sum(self.files[name]["bytes"] for name in names if name in self.files)


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
        "bytes": {path: site.bytes_of(names) for path, names in PATHS.items()},
        "lock": json.dumps({"info": lock["info"], "packages": {}}),
        "texts": json.loads((WEB / "text.json").read_text()),
        "late": sorted(late),
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
    site.add_compressed("bokeh.js", script)
    site.add("bokeh.plain.js", script)
    site.files["bokeh.js"]["plain"] = site.files.pop("bokeh.plain.js")["path"]
    for name in SCRIPTS_OF_RUNTIME:
        site.add_compressed(name, SOURCE_MAP.sub(b"", parts[name].read_bytes()))
    for name in ("stdlib.zip", "site.pack", "app.pack"):
        if (work / name).exists():
            site.add_compressed(name, (work / name).read_bytes())
    site.add("rest.zip", (work / "rest.zip").read_bytes())
    site.add("worker.js", bundle.bundle(WEB / "worker.js").encode())
    site.add("page.js", bundle.bundle(WEB / "page.js").encode())
    site.add("site.css", (WEB / "site.css").read_bytes())
    for name in style_sheets(document, cdn_root):
        inside = "panel/" + name.split("/", 1)[1]  # after the version
        site.add(f"panel/{name}", wheels.member(wheel_paths, "panel", inside))
    lock = json.loads(parts["pyodide-lock.json"].read_text())
    late = shake.names_in(work / "rest.zip")
    config = configuration(site, document, lock, cdn_root, late)
    (site.root / "index.html").write_text(page.render(templates, document, config))
    kept = ["./", *(entry["path"] for entry in site.files.values())]
    (site.root / "sw.js").write_text(service_worker(site.build, kept))
