"""Node and npm come from the machine or from a wheel; what fails there is told in its own words."""

import shutil
import subprocess
import sys

import node

from tests.build.fixtures import ROOT


def test_without_an_npm_on_the_path_the_one_of_the_wheel_runs(monkeypatch):
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "npm" else which(name))
    command = node.npm()
    done = subprocess.run([*command, "--version"], check=True, capture_output=True, text=True)
    assert len(command) == 2
    assert int(done.stdout.split(".")[0]) >= 9


def test_a_faulty_preset_stops_the_build_and_is_named(site_folder, tmp_path):
    cache, project = tmp_path / "cache", tmp_path / "project"
    compiled = shutil.ignore_patterns("compressed", "*.json", "app*", "base*", "image*")
    shutil.copytree(ROOT / ".cache" / "work", cache / "work", ignore=compiled)
    for name in ("app", "model", "presets"):
        shutil.copytree(ROOT / name, project / name)
    chips = project / "presets" / "chips.toml"
    chips.write_text(chips.read_text().replace("\nsource = ", "\nsourze = ", 1))
    options = {"project": project, "cache": cache, "parts": ROOT / ".cache" / "parts"}
    words = [f"--{name}={value}" for name, value in options.items()]
    run = [sys.executable, "build", *words, f"--out={tmp_path / 'site'}"]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "presets/chips.toml: v100-sxm2.source: expected str" in done.stdout
    assert "presets/chips.toml: v100-sxm2.sourze: expected no such key" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert not (tmp_path / "site").exists()
