"""The Sphinx example builds without a warning, and its code is true."""

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "examples" / "sphinx"


def _build(builder: str, target: Path, **environment: str) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", builder, str(SOURCE), str(target)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stdout + done.stderr


class _Frames(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict] = []

    def handle_starttag(self, tag: str, attrs: list) -> None:
        if tag == "iframe":
            self.found.append(dict(attrs))


@pytest.mark.parametrize("where", ["../roofline/", "http://localhost:5006/app"])
def test_the_page_embeds_the_simulator_wherever_it_is(tmp_path: Path, where: str) -> None:
    _build("html", tmp_path, SIMULATOR=where)
    page = _Frames()
    page.feed((tmp_path / "index.html").read_text(encoding="utf-8"))
    (frame,) = page.found
    assert frame["src"] == f"{where}?workload=gemm-big&N=128&embed=true&hide=theme"
    assert frame["title"]
    assert frame["loading"] == "lazy"
    assert (tmp_path / "_static" / "heights.js").is_file()


def test_the_code_of_the_page_gives_what_the_page_says(tmp_path: Path) -> None:
    _build("doctest", tmp_path)
    assert "0 failures in tests" in (tmp_path / "output.txt").read_text(encoding="utf-8")
