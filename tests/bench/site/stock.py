"""A stock `panel convert` build of the same app, with every file served locally."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "build"))

from fetch import Fetcher  # noqa: E402
from parts import load_pins  # noqa: E402

RUNTIME = ("pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ADDRESSES = (
    (r"https://cdn\.jsdelivr\.net/pyodide/v[\d.]+/full/", "pyodide/"),
    (r"https://cdn\.holoviz\.org/panel/1\.9\.4/dist/", "panel/"),
    (r"https://cdn\.bokeh\.org/bokeh/release/([\w-]+)-3\.9\.2\.min\.js", r"bokeh/\1.min.js"),
)


def pure(wheel, folder):
    """Copy a wheel without compiled code, for any machine."""
    name = "-".join(wheel.name.split("-")[:2]) + "-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(folder / name, "w") as out:
        for member in source.namelist():
            content = source.read(member)
            if member.endswith("/WHEEL"):
                content = re.sub(rb"Tag: .*", b"Tag: py3-none-any", content)
            if not member.endswith(".so"):
                out.writestr(member, content, zipfile.ZIP_DEFLATED)


def own_wheel(folder):
    """Write a wheel of the project's packages."""
    info = "roofline_simulator-0.1.0.dist-info"
    with zipfile.ZipFile(folder / "roofline_simulator-0.1.0-py3-none-any.whl", "w") as out:
        for package in ("app", "model", "presets"):
            for path in sorted((ROOT / package).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    out.write(path, path.relative_to(ROOT).as_posix())
        out.writestr(
            f"{info}/METADATA", "Metadata-Version: 2.1\nName: roofline-simulator\nVersion: 0.1.0\n"
        )
        out.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        out.writestr(f"{info}/RECORD", "")


def convert(folder):
    """Run `panel convert` and give its page."""
    entry = folder / "sim.py"
    entry.write_text("import app.main\n")
    command = [sys.executable, "-m", "panel", "convert", str(entry), "--to", "pyodide"]
    subprocess.run([*command, "--out", str(folder)], cwd=ROOT, check=True, capture_output=True)
    return (folder / "sim.html").read_text()


def localise(html, wheels):
    """Turn the page's addresses into local ones; what micropip is to install is given by file.

    The page is made for an older Pyodide; the newer one is given the same lines.
    """
    for pattern, local in ADDRESSES:
        html = re.sub(pattern, local, html)
    listed = ", ".join(f"'${{new URL('.', location)}}wheels/{name}'" for name in wheels)
    html, count = re.subn(
        r"micropip\.install\(\[.*?\]\)", lambda m: f"micropip.install([{listed}], deps=False)", html
    )
    if count != 1:
        raise RuntimeError("the template of panel convert has changed")
    return html


def build(folder):
    """Make the stock site.

    Parameters
    ----------
    folder : Path
        Emptied first.

    Returns
    -------
    Path
        The folder.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("pyodide", "wheels", "panel", "bokeh"):
        (folder / name).mkdir(parents=True)
    cache = ROOT / ".cache" / "parts"
    parts = Fetcher(load_pins(), cache, say=lambda line: None).fetch_all()
    extra = Path(__file__).with_name("parts.toml")
    parts |= Fetcher(load_pins(extra), cache, say=lambda line: None).fetch_all()
    for name in (*RUNTIME, "pyodide.js"):
        shutil.copy(parts[name], folder / "pyodide" / name)
    own_wheel(folder / "wheels")
    for name, path in parts.items():
        if name.startswith("micropip-"):
            shutil.copy(path, folder / "pyodide" / name)
        elif name.endswith(".whl") and "manylinux" in name:
            pure(path, folder / "wheels")
        elif name.endswith(".whl"):
            shutil.copy(path, folder / "wheels" / name)
    _assets(parts, folder)
    names = sorted(path.name for path in (folder / "wheels").iterdir())
    (folder / "index.html").write_text(localise(convert(folder), names))
    return folder


def _assets(parts, folder):
    prefixes = {"panel": "panel/dist/", "bokeh": "bokeh/server/static/js/"}
    for name, path in parts.items():
        project = name.split("-")[0]
        if project in prefixes and name.endswith(".whl"):
            with zipfile.ZipFile(path) as wheel:
                for member in wheel.namelist():
                    if member.startswith(prefixes[project]) and member.endswith((".js", ".css")):
                        target = folder / project / member.removeprefix(prefixes[project])
                        target.parent.mkdir(parents=True, exist_ok=True)
                        target.write_bytes(wheel.read(member))
