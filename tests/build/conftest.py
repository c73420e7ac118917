"""The build's modules are plain scripts: put their folder on the path."""

import sys
from pathlib import Path

import pytest

from tests.build.fixtures import host, site, site_folder  # noqa: F401
from tests.build.site_page import SitePage

sys.path.append(str(Path(__file__).resolve().parents[2] / "build"))


@pytest.fixture
def context(browser):
    """A browser profile nobody has used."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(60_000)
    yield context
    context.close()


@pytest.fixture
def open_page(context, host):  # noqa: F811
    """Make a page on a host that the test may break."""
    return lambda address=None: SitePage(context, address or host.address)
