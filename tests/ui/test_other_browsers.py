"""Smoke tests in Firefox and WebKit: a key moves a slider, and the numbers are right.

They run under a server and in the static site, on both of its ways to start.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.build.fixtures import Served
from tests.ui.sim import command_line

pytestmark = pytest.mark.ui

FIREFOX = Path(__file__).parent / "firefox.mjs"
PUPPETEER = "puppeteer-core@24.43.1"
MINI_BROWSERS = ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/lib/*/webkit2gtk-4.0/MiniBrowser")
_START = """const done = arguments[0]
const start = async () => {
  while (!window.roofline) await new Promise((later) => setTimeout(later, 50))
  await window.roofline.ready
  await window.roofline.set({expert: true, M: 64})
  const roots = Bokeh.index.roots.map((view) => view.shadow_el)
  roots.find((root) => root?.querySelector("#control-M")).querySelector("#control-M").focus()
}
start().then(done)"""
# Ahead of the page's own policy. WebKit's driver has no log of the console.
_LISTEN = b"""<head><script>
window.troubles = []
const note = (...words) => troubles.push(words.join(" "))
const info = (text) => /^No preview|^Fast start is not to be had/.test(text) && note(text)
Object.assign(console, {error: note, warn: note, info})
addEventListener("error", (event) => note(event.message))
addEventListener("unhandledrejection", (event) => note(event.reason))
addEventListener("securitypolicyviolation", (event) => note(event.violatedDirective))
</script>"""


def _need(*programs: str) -> None:
    missing = [name for name in programs if not shutil.which(name)]
    if missing and os.environ.get("CI") == "true":
        pytest.fail(f"not found, and CI runs every test: {', '.join(missing)}")
    if missing:
        pytest.skip(f"not found: {', '.join(missing)}")


@pytest.fixture(scope="session")
def puppeteer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library that drives Firefox."""
    _need("firefox-esr", "node", "npm")
    folder = tmp_path_factory.mktemp("puppeteer")
    (folder / "package.json").write_text('{"private": true}')
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", PUPPETEER]
    subprocess.run(command, cwd=folder, check=True)
    return folder


def _in_firefox(puppeteer: Path, *addresses: str) -> list[dict]:
    command = ["node", str(FIREFOX), *addresses]
    run = subprocess.run(command, cwd=puppeteer, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def _expect_the_moved_page(shown: dict) -> None:
    assert shown["troubles"] == []
    assert shown["value"] == "128"
    assert shown["json"] == command_line("M=128")
    assert "Big GEMM is memory-bound" in shown["verdict"]
    assert shown["chart"][0] > 400


def test_firefox_shows_the_numbers_and_moves_by_key(puppeteer: Path, address: str) -> None:
    (shown,) = _in_firefox(puppeteer, address)
    _expect_the_moved_page(shown)


def test_the_site_in_firefox_starts_both_ways(puppeteer: Path, site: str) -> None:
    pages = _in_firefox(puppeteer, site, f"{site}?start=ordinary")
    assert [page["path"] for page in pages] == ["fast", "ordinary"]
    for shown in pages:
        _expect_the_moved_page(shown)


@pytest.fixture
def screen() -> Iterator[str]:
    """The name of a screen that no other test has: the server picks a free one and tells it."""
    _need("Xvfb")
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            number = server.stdout.readline().strip()
            assert number, "Xvfb found no free screen"
            yield f":{number}"
        finally:
            server.terminate()


@pytest.fixture
def webkit(screen: str) -> Iterator[WebKitGTK]:
    """WebKit under a screen of its own."""
    _need("WebKitWebDriver")
    found = [path for pattern in MINI_BROWSERS for path in Path("/").glob(pattern.lstrip("/"))]
    options = Options()
    options.binary_location = str(found[0])
    options.add_argument("--automation")
    environment = {**os.environ, "DISPLAY": screen}
    service = Service(executable_path=shutil.which("WebKitWebDriver"), env=environment)
    driver = WebKitGTK(options=options, service=service)
    try:
        yield driver
    finally:
        driver.quit()


def _move_by_key_in_webkit(driver: WebKitGTK, address: str) -> None:
    driver.set_script_timeout(90)
    driver.get(address)
    driver.execute_async_script(_START)
    driver.switch_to.active_element.send_keys(Keys.PAGE_UP)
    patience = WebDriverWait(driver, 90)
    patience.until(lambda d: "M=128" in d.execute_script("return window.roofline.get().state"))
    assert driver.execute_script("return window.roofline.get().json") == command_line("M=128")
    assert driver.find_element(By.TAG_NAME, "main").is_displayed()


# Selenium's own WebKitGTK driver uses what it deprecates.
_KNOWN = pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")


@_KNOWN
def test_webkit_shows_the_numbers_and_moves_by_key(webkit: WebKitGTK, address: str) -> None:
    _move_by_key_in_webkit(webkit, address)


@_KNOWN
def test_the_site_in_webkit_starts_both_ways(webkit: WebKitGTK, host: Served) -> None:
    host.broken["index.html"] = lambda page: page.replace(b"<head>", _LISTEN, 1)
    host.broken["sw.js"] = lambda _: None  # it would keep the page as it is without that
    for query, path in (("", "fast"), ("?start=ordinary", "ordinary")):
        _move_by_key_in_webkit(webkit, f"{host.address}index.html{query}")
        assert webkit.execute_script("return rooflineSite.path") == path
        assert webkit.execute_script("return window.troubles") == []
