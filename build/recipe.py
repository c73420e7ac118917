"""The order of the steps, and what each is made of."""

import json
import zipfile
from pathlib import Path

import assemble
import node
import pack
import shake
import wheels
from steps import Steps, digest, files_below

HERE = Path(__file__).resolve().parent
INSIDE = HERE / "inside"
PACKAGES = ("app", "model", "presets")


class Recipe:
    """Makes the site out of the project's packages and the fetched parts.

    Parameters
    ----------
    project : Path
        Folder with `app`, `model` and `presets`.
    parts : dict of str to Path
    cache : Path
        Folder for results between the steps.
    say : callable
    """

    def __init__(self, project, parts, cache, say):
        self.project = Path(project)
        self.parts = parts
        self.work = Path(cache) / "work"
        self.steps = Steps(self.work, say)
        self.say = say
        self.folder = next(iter(parts.values())).parent
        self.strip = [INSIDE / "strip.py", HERE / "node" / "compile.mjs"]
        self.shipped = [INSIDE / name for name in ("engine.py", "stub.py", "late.py")]
        self.own = [f for name in PACKAGES for f in files_below(self.project / name)]

    def build_id(self):
        """Name of the build: changes when anything the site holds changes.

        Returns
        -------
        str
        """
        sources = files_below(HERE, "*.py", "*.mjs", "*.js", "*.json", "*.html", "*.css", "*.toml")
        names = [str(path.relative_to(self.project)) for path in self.own]
        return "b" + digest([*names, *self.own, *sources])[:12]

    def make(self, out):
        """Run every step that has something to do.

        Parameters
        ----------
        out : Path
            The site's folder.

        Returns
        -------
        assemble.Site or None
            Nothing if the site is as it was.
        """
        self.work.mkdir(parents=True, exist_ok=True)
        build = self.build_id()
        cdn_root = f"{build}/panel/"
        self.compile_libraries()
        self.compile_own()
        self.trace(cdn_root)
        self.shake()
        made = []

        def assemble_site():
            site = assemble.Site(out, build)
            templates = self.project / "app" / "templates"
            assemble.assemble(site, self.parts, self.work, templates, cdn_root)
            made.append(site)

        index = Path(out) / "index.html"
        self.steps.run("assemble", [build, *self.packs()], [index], assemble_site)
        return made[0] if made else None

    def packs(self):
        """Results the site is assembled from."""
        return [self.work / name for name in ("stdlib.zip", "site.pack", "rest.zip")]

    def compile_libraries(self):
        """Compile the standard library and the wheels."""
        wheel_paths = [path for name, path in self.parts.items() if name.endswith(".whl")]
        merged, compiled = self.work / "wheels.zip", self.work / "wheels.pyc.zip"

        def compile_wheels():
            wheels.merge(wheel_paths, merged)
            self.compile(merged, compiled, shake.SITE_PACKAGES)

        pinned = (HERE / "parts.toml").read_text()
        inputs = [pinned, *self.strip, HERE / "wheels.py"]
        self.steps.run("compile the wheels", inputs, [compiled], compile_wheels)
        source, stdlib = self.parts["python_stdlib.zip"], self.work / "stdlib.pyc.zip"
        self.steps.run(
            "compile the standard library",
            [pinned, *self.strip],
            [stdlib],
            lambda: self.compile(source, stdlib, shake.STDLIB),
        )

    def compile_own(self):
        """Compile the project's packages and the engine."""
        source, compiled = self.work / "own.zip", self.work / "own.pyc.zip"

        def compile_packages():
            with zipfile.ZipFile(source, "w") as out:
                for path in self.own:
                    out.write(path, path.relative_to(self.project).as_posix())
                for path in self.shipped:
                    out.write(path, f"site_{path.name}")
            self.compile(source, compiled, shake.SITE_PACKAGES)

        names = [path.relative_to(self.project).as_posix() for path in self.own]
        inputs = [*names, *self.own, *self.shipped, *self.strip]
        self.steps.run("compile the app", inputs, [compiled], compile_packages)

    def compile(self, source, target, prefix):
        """Compile a zip inside Pyodide."""
        node.run("compile.mjs", self.folder, self.strip[0], source, target, prefix)

    def trace(self, cdn_root):
        """Run the app once, noting the files it opens and the document it makes."""
        everything, trace = self.work / "everything.zip", self.work / "trace.json"
        zips = [self.work / "wheels.pyc.zip", self.work / "own.pyc.zip"]
        stdlib = self.work / "stdlib.pyc.zip"

        def run():
            files = {}
            for path in zips:
                files |= shake.read(path, shake.names_in(path))
            pack.stored_zip(files, everything)
            node.run("trace.mjs", self.folder, stdlib, everything, cdn_root, trace)

        scripts = files_below(HERE / "node")
        self.steps.run("run the app", [cdn_root, *zips, stdlib, *scripts], [trace], run)

    def shake(self):
        """Write the packs of what start-up needs, and the zip of the rest."""
        trace_path = self.work / "trace.json"
        everything, stdlib = self.work / "everything.zip", self.work / "stdlib.pyc.zip"

        def run():
            trace = json.loads(trace_path.read_text())
            names = shake.names_in(everything)
            needed, rest = shake.split(names, trace, shake.SITE_PACKAGES, shake.SITE_ALWAYS)
            files = shake.read(everything, needed)
            (self.work / "site.pack").write_bytes(pack.files_pack(files))
            names = shake.names_in(stdlib)
            core, spare = shake.split(names, trace, shake.STDLIB, shake.STDLIB_ALWAYS)
            pack.stored_zip(shake.read(stdlib, core), self.work / "stdlib.zip")
            late = shake.read(everything, [n for n in rest if n.endswith(".pyc")])
            pack.small_zip(shake.read(stdlib, spare) | late, self.work / "rest.zip")
            self.say(f"  kept {len(needed)} files of the wheels and {len(core)} of the library")

        inputs = [everything, stdlib, trace_path, HERE / "shake.py", HERE / "pack.py"]
        self.steps.run("shake", inputs, self.packs(), run)
