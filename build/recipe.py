"""The order of the steps, and what each is made of."""

import json
import zipfile
from pathlib import Path

import assemble
import node
import pack
import shake
import snapshot
import states
import wheels
from parts import BuildError
from steps import Steps, digest, files_below

HERE = Path(__file__).resolve().parent
INSIDE = HERE / "inside"
SHIPPED = ("engine", "late", "snapshot", "stub")
PACKAGES = ("app", "model", "presets")
SOURCES = ("*.py", "*.mjs", "*.js", "*.json", "*.html", "*.css", "*.toml")


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
    asked : dict of str to str, optional
        Queries to be shown before Python is there, beside the app's own, and where each stands.
    """

    def __init__(self, project, parts, cache, say, asked=None):
        self.project = Path(project)
        self.parts = parts
        self.folder = next(iter(parts.values())).parent
        self.work = Path(cache) / "work"
        self.steps = Steps(self.work, say)
        self.say = say
        self.pinned = (HERE / "parts.toml").read_text()
        self.scripts = [*files_below(HERE / "node"), *files_below(HERE / "web", "*.mjs")]
        self.compiler = [INSIDE / "strip.py", HERE / "node" / "compile.mjs"]
        self.shipped = [INSIDE / f"{name}.py" for name in SHIPPED]
        self.own = [f for name in PACKAGES for f in files_below(self.project / name)]
        self.own_names = [path.relative_to(self.project).as_posix() for path in self.own]
        self.asked = asked or {}
        made_of = [*self.own_names, *self.own, *files_below(HERE, *SOURCES), *self.asked]
        self.build = "b" + digest(made_of)[:12]
        self.cdn_root = f"{self.build}/panel/"

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
        before = self.wheels, self.stdlib, self.app, self.trace, self.states
        for step in (*before, self.shake, self.snapshot):
            step()
        made = []

        def run():
            site = assemble.Site(out, self.build, pack.Compressor(self.work / "compressed"))
            templates = self.project / "app" / "templates"
            assemble.assemble(site, self.parts, self.work, templates, self.cdn_root)
            made.append(site)

        results = self.at("states.json", "stdlib.zip", "site.pack", "rest.zip", "app.pack")
        inputs = [self.build, *results]
        self.steps.run("assemble", inputs, [Path(out) / "index.html"], run)
        return made[0] if made else None

    def at(self, *names):
        """Paths of results."""
        return [self.work / name for name in names]

    def wheels(self):
        """Merge the wheels and compile their Python files."""
        merged, compiled = self.at("wheels.zip", "wheels.pyc.zip")

        def run():
            paths = [path for name, path in self.parts.items() if name.endswith(".whl")]
            wheels.merge(paths, merged)
            self.compile(merged, compiled, shake.SITE_PACKAGES)

        inputs = [self.pinned, *self.compiler, HERE / "wheels.py"]
        self.steps.run("compile the wheels", inputs, [compiled], run)

    def stdlib(self):
        """Compile the standard library."""
        source, (compiled,) = self.parts["python_stdlib.zip"], self.at("stdlib.pyc.zip")
        self.steps.run(
            "compile the standard library",
            [self.pinned, *self.compiler],
            [compiled],
            lambda: self.compile(source, compiled, shake.STDLIB),
        )

    def app(self):
        """Compile the project's packages and what the build ships with them."""
        source, compiled = self.at("own.zip", "own.pyc.zip")

        def run():
            with zipfile.ZipFile(source, "w") as out:
                for path, name in zip(self.own, self.own_names, strict=True):
                    out.write(path, name)
                for path in self.shipped:
                    out.write(path, f"site_{path.name}")
            self.compile(source, compiled, shake.SITE_PACKAGES)

        inputs = [*self.own_names, *self.own, *self.shipped, *self.compiler]
        self.steps.run("compile the app", inputs, [compiled], run)

    def compile(self, source, target, prefix):
        """Compile a zip inside Pyodide."""
        node.run("compile.mjs", self.folder, self.compiler[0], source, target, prefix)

    def trace(self):
        """Run the app once, noting the files it opens and the document it makes."""
        everything, trace, stdlib = self.at("everything.zip", "trace.json", "stdlib.pyc.zip")
        zips = self.at("wheels.pyc.zip", "own.pyc.zip")

        def run():
            files = {}
            for path in zips:
                files |= shake.read(path, shake.names_in(path))
            pack.stored_zip(files, everything)
            node.run("trace.mjs", self.folder, stdlib, everything, self.cdn_root, trace)

        inputs = [self.cdn_root, *zips, stdlib, *self.scripts]
        self.steps.run("run the app", inputs, [everything, trace], run)

    def states(self):
        """Run the app once more, for what is shown of an address before Python is there."""
        packs = self.at("stdlib.pyc.zip", "everything.zip")
        queries, made, result = self.at("queries.json", "documents.json", "states.json")

        def run():
            queries.write_text(json.dumps(list(self.asked)))
            node.run("states.mjs", self.folder, *packs, queries, made)
            first, *others = json.loads(made.read_text())
            found = states.gather(first["document"], others, self.asked)
            result.write_text(json.dumps(found))

        scripts = [*files_below(HERE / "node"), HERE / "states.py"]
        inputs = [*packs, *self.asked, *scripts]
        self.steps.run("first states", inputs, [result], run)

    def shake(self):
        """Write the packs of what start-up needs, and the zip of the rest."""
        everything, stdlib, trace = self.at("everything.zip", "stdlib.pyc.zip", "trace.json")
        site_pack, core, rest = self.at("site.pack", "stdlib.zip", "rest.zip")

        def run():
            counts = shake.shake(everything, stdlib, trace, (site_pack, core, rest))
            self.say("  kept {} files of the wheels and {} of the library".format(*counts))

        inputs = [everything, stdlib, trace, HERE / "shake.py", HERE / "pack.py"]
        self.steps.run("shake", inputs, [site_pack, core, rest], run)

    def snapshot(self):
        """Run the app from the packs and keep its memory."""
        packs = self.at("stdlib.zip", "site.pack", "rest.zip")
        result, data = self.at("app.pack", "data.pack")

        def run():
            names, image, libraries = self.at("late.json", "image", "libraries")
            names.write_text(json.dumps(shake.names_in(packs[2])))
            node.run("snapshot.mjs", self.folder, *packs[:2], self.cdn_root, names, image)
            shake.extract(self.work / "everything.zip", ".so", libraries)
            bases = self.at("base1", "base2")
            for base in bases:
                node.run("baseline.mjs", self.folder, f"{image}.json", libraries, base)
            self.pack_snapshot(image, bases, result)

        inputs = [
            self.build,
            *packs,
            *self.scripts,
            *(HERE / f"{name}.py" for name in ("snapshot", "objects", "tidy", "marks", "pack")),
        ]
        self.steps.run("snapshot", inputs, [result, data], run)

    def pack_snapshot(self, image, bases, result):
        """Write the pack of the fast path."""
        meta = json.loads(Path(f"{image}.json").read_text())
        document = json.loads((self.work / "trace.json").read_text())["document"]
        if document["fingerprint"] not in meta["check"]:
            raise BuildError("the app made another document in the snapshot than in the page")
        got = json.loads(Path(f"{bases[0]}.json").read_text())
        meta["side"] = snapshot.trim_offsets(meta["side"], got)
        files = shake.data_files((self.work / "site.pack").read_bytes())
        result.with_name("data.pack").write_bytes(b"".join(files.values()))
        memory = Path(f"{image}.heap").read_bytes()
        baselines = [base.read_bytes() for base in bases]
        result.write_bytes(snapshot.snapshot_pack(memory, baselines, meta, files, self.build))
