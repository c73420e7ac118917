"""Node and npm come from the machine or from a wheel."""

import shutil
import subprocess

import node


def test_without_an_npm_on_the_path_the_one_of_the_wheel_runs(monkeypatch):
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "npm" else which(name))
    command = node.npm()
    done = subprocess.run([*command, "--version"], check=True, capture_output=True, text=True)
    assert len(command) == 2
    assert int(done.stdout.split(".")[0]) >= 9
