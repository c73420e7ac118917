"""Sources in order, each file checked, nothing fetched twice."""

import hashlib
import http.server
import threading
from typing import ClassVar

import fetch
import pytest
import registries
from parts import BuildError, Pins, load_pins

BYTES = b"wasm" * 250_000
DIGEST = hashlib.sha256(BYTES).hexdigest()


def pins(name="pyodide.asm.wasm", digest=DIGEST):
    return Pins({"cdn": "", "npm": {"pyodide@1": {name: digest}}})


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves BYTES with ranges; `cut` stops the first answer half-way."""

    cut = False
    asked: ClassVar[list] = []

    def do_GET(self):
        asked = self.headers.get("Range")
        Handler.asked.append(asked)
        start = int(asked.split("=")[1].rstrip("-")) if asked else 0
        if self.path == "/missing":
            self.send_error(404)
            return
        self.send_response(206 if asked else 200)
        self.send_header("Content-Length", str(len(BYTES) - start))
        self.end_headers()
        end = len(BYTES) // 2 if Handler.cut and not asked else len(BYTES)
        self.wfile.write(BYTES[start:end])

    def log_message(self, *args):
        pass


@pytest.fixture
def cdn():
    Handler.cut, Handler.asked = False, []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/{{name}}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def no_registries(monkeypatch):
    monkeypatch.setattr(registries, "CLIENTS", {})


def runs(fetcher):
    fetcher.fetch(fetcher.pins.runtime)
    return (fetcher.cache / "pyodide.asm.wasm").read_bytes() == BYTES


def test_the_local_folder_comes_first(tmp_path, cdn):
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "pyodide.asm.wasm").write_bytes(BYTES)
    assert runs(fetch.Fetcher(pins(), tmp_path / "cache", folder, cdn))
    assert Handler.asked == []


def test_the_cdn_is_asked_once_and_then_the_cache(tmp_path, cdn):
    for _ in range(2):
        assert runs(fetch.Fetcher(pins(), tmp_path, None, cdn))
    assert Handler.asked == [None]


def test_a_download_that_was_cut_goes_on_where_it_stopped(tmp_path, cdn, no_registries):
    Handler.cut = True
    fetch.Fetcher(pins(), tmp_path, None, cdn).fetch(pins().runtime)
    assert not (tmp_path / "pyodide.asm.wasm").exists()
    assert runs(fetch.Fetcher(pins(), tmp_path, None, cdn))
    assert Handler.asked == [None, f"bytes={len(BYTES) // 2}-"]


def test_a_wrong_file_is_named_with_its_source_and_both_hashes(tmp_path, cdn):
    fetcher = fetch.Fetcher(pins(digest="0" * 64), tmp_path, None, cdn)
    with pytest.raises(BuildError) as caught:
        fetcher.fetch(fetcher.pins.runtime)
    message = str(caught.value)
    for part in ("pyodide.asm.wasm", cdn.format(name="pyodide.asm.wasm"), "0" * 64, DIGEST):
        assert part in message
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_cache_is_fetched_again(tmp_path, cdn):
    (tmp_path / "pyodide.asm.wasm").write_bytes(b"half")
    assert runs(fetch.Fetcher(pins(), tmp_path, None, cdn))


def test_without_a_cdn_the_registry_client_brings_the_file(tmp_path, monkeypatch):
    def bring(table, parts, folder):
        folder.mkdir()
        (folder / parts[0].name).write_bytes(BYTES)
        return [(parts[0], folder / parts[0].name)]

    client = registries.Client("a client", bring)
    monkeypatch.setattr(registries, "CLIENTS", {"pyodide": client})
    said = []
    dead = "http://127.0.0.1:9/{name}"
    assert runs(fetch.Fetcher(pins(), tmp_path, None, dead, said.append))
    assert any("from a client" in line for line in said)


def test_every_pin_is_a_sha256():
    pinned = load_pins()
    for part in pinned.runtime + pinned.wheels:
        assert len(bytes.fromhex(part.sha256)) == 32


def test_server_and_browser_run_the_same_panel_and_bokeh(request):
    project = (request.config.rootpath / "pyproject.toml").read_text()
    for part in load_pins().wheels:
        if part.name.startswith(("panel-", "bokeh-")):
            assert f'"{part.requirement}"' in project
