"""Smoke tests in Firefox and WebKit: a key moves a slider, and the numbers are right."""

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

from tests.ui.sim import command_line

pytestmark = pytest.mark.ui

FIREFOX = Path(__file__).parent / "firefox.mjs"
PUPPETEER = "puppeteer-core@24.43.1"
MINI_BROWSERS = ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/lib/*/webkit2gtk-4.0/MiniBrowser")
_FOCUS = "Bokeh.index.roots[0].shadow_el.querySelector('#control-M').focus()"


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


def test_firefox_shows_the_numbers_and_moves_by_key(puppeteer: Path, address: str) -> None:
    command = ["node", str(FIREFOX), address]
    run = subprocess.run(command, cwd=puppeteer, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    shown = json.loads(run.stdout)
    assert shown["troubles"] == []
    assert shown["value"] == "128"
    assert shown["json"] == command_line("M=128")
    assert "Big GEMM is memory-bound" in shown["verdict"]
    assert shown["chart"][0] > 400


@pytest.fixture
def webkit() -> Iterator[WebKitGTK]:
    """WebKit under a screen of its own."""
    _need("WebKitWebDriver", "Xvfb")
    found = [path for pattern in MINI_BROWSERS for path in Path("/").glob(pattern.lstrip("/"))]
    options = Options()
    options.binary_location = str(found[0])
    options.add_argument("--automation")
    environment = {**os.environ, "DISPLAY": ":97"}
    service = Service(executable_path=shutil.which("WebKitWebDriver"), env=environment)
    with subprocess.Popen(["Xvfb", ":97", "-screen", "0", "1280x900x24"]) as screen:
        try:
            driver = WebKitGTK(options=options, service=service)
            yield driver
            driver.quit()
        finally:
            screen.terminate()


# Selenium's own WebKitGTK driver uses what it deprecates.
@pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")
def test_webkit_shows_the_numbers_and_moves_by_key(webkit: WebKitGTK, address: str) -> None:
    webkit.get(f"{address}?expert=true&M=64")
    patience = WebDriverWait(webkit, 90)
    patience.until(lambda d: d.execute_script("return window.roofline !== undefined"))
    patience.until(
        lambda d: d.execute_script("return window.roofline.get().state").startswith("M=")
    )
    webkit.execute_script(_FOCUS)
    webkit.switch_to.active_element.send_keys(Keys.PAGE_UP)
    patience.until(lambda d: "M=128" in d.execute_script("return window.roofline.get().state"))
    assert webkit.execute_script("return window.roofline.get().json") == command_line("M=128")
    assert webkit.find_element(By.TAG_NAME, "main").is_displayed()
