"""What all tests share: a loud word about browser tests that could not run, patient Hypothesis."""

import os
import shutil
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from tests.browser import FLAGS

settings.register_profile("patient", deadline=None)  # the machine may be busy
settings.load_profile("patient")

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_HOW = "apt-get install -y chromium (or any Chromium or Chrome on the PATH)"
_not_run: list[str] = []


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of a Chromium; without one the test is not run, and with CI=true it fails."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None and os.environ.get("CI") == "true":
        pytest.fail(f"no Chromium found, and CI runs every test; get it by: {_HOW}")
    if path is None:
        pytest.skip("no Chromium found")
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One Chromium for all tests; each opens profiles of its own in it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield browser
        browser.close()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped:
        _not_run.append(f"{report.nodeid}: {report.longrepr[2]}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not _not_run:
        return
    write = terminalreporter.write_line
    terminalreporter.section("NOT RUN", sep="!", red=True, bold=True)
    for test in _not_run:
        write(f"  {test}")
    write(f"{len(_not_run)} tests were NOT RUN. Browser tests need Chromium: {_HOW}", red=True)
