"""A served simulator, a browser, and a page that must stay free of errors and foreign requests."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.build.fixtures import host, site, site_folder  # noqa: F401
from tests.ui.kept import Shelf
from tests.ui.sim import Sim

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE_S = 60
_BOTH = {
    "test_share",
    "test_takeaway",
    "test_numbers",
    "test_controls",
    "test_drag",
    "test_address",
    "test_fuzz",
    "test_model",
    "test_overlays",
    "test_check",
    "test_points",
    "test_kinds",
}
_RUNS = re.compile(r"running at: http://localhost:(\d+)/app\n")
# A page that closes while an answer is on its way: the server says so, and nothing is wrong.
_LEFT = re.compile(
    r"Task exception was never retrieved\nfuture: .*WebSocketClosedError.*\n"
    r"(?:.*\n)*?tornado\.websocket\.WebSocketClosedError\n"
)
# Chromium says this of every frame of the page's own origin that may run scripts, as the preview
# of an embed snippet is.
_KNOWN = "An iframe which has both allow-scripts and allow-same-origin"


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the app under `panel serve`."""
    log = tmp_path_factory.mktemp("serve") / "log"
    command = [sys.executable, "-m", "panel", "serve", "app", "--port", "0"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with log.open("w") as out:
        server = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=out, env=environment)
    try:
        yield f"http://127.0.0.1:{_port(server, log)}/app"
    finally:
        server.terminate()
        server.wait(_PATIENCE_S)
    errors = _LEFT.sub("", log.read_text())
    assert "Traceback" not in errors, errors


def _port(server: subprocess.Popen, log: Path) -> str:
    """Port that the server has chosen, and says when it listens."""
    end = time.monotonic() + _PATIENCE_S
    while time.monotonic() < end and server.poll() is None:
        if said := _RUNS.search(log.read_text()):
            return said[1]
        time.sleep(0.1)
    return pytest.fail(f"the server did not start:\n{log.read_text()}")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what shows numbers and moves under a server and in the static site, the rest once."""
    if "address" in metafunc.fixturenames:
        both = metafunc.module.__name__.rpartition(".")[2] in _BOTH
        hosts = ["served", "site"] if both else ["served"]
        metafunc.parametrize("address", hosts, indirect=True)


@pytest.fixture
def address(request: pytest.FixtureRequest) -> str:
    """Address of the simulator, however it runs."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def view() -> dict:
    """Options of the browser window; tests override it."""
    return {"viewport": {"width": 1280, "height": 800}}


@pytest.fixture(scope="module")
def shelf(browser: Browser) -> Iterator[Shelf]:
    """The pages that tests marked `kept` share."""
    shelf = Shelf(browser, _listen)
    yield shelf
    shelf.close()


@pytest.fixture
def sim(
    request: pytest.FixtureRequest, browser: Browser, address: str, view: dict, shelf: Shelf
) -> Iterator[Sim]:
    """A page on the simulator; at the end it must have had no error and no foreign request."""
    if request.node.get_closest_marker("kept"):
        yield from shelf.lend(address, view)
        return
    # The tests wait by evaluating text, which the site's own policy forbids; tests/build keeps it.
    context = browser.new_context(bypass_csp=True, **view)
    page = context.new_page()
    troubles = _listen(page, address)
    yield Sim(page, address)
    context.close()
    assert troubles == []


def _listen(page: Page, address: str) -> list[str]:
    troubles: list[str] = []
    origin = address.split("/", 3)[2]

    def on_console(message) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_KNOWN):
            troubles.append(f"console {message.type}: {message.text}")

    def on_request(request) -> None:
        if not request.url.startswith(("data:", "blob:")) and origin not in request.url:
            troubles.append(f"foreign request: {request.url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: troubles.append(f"page error: {error}"))
    page.on("request", on_request)
    return troubles
