"""The build's modules are plain scripts: put their folder on the path."""

import sys
from pathlib import Path

from tests.build.fixtures import site, site_browser  # noqa: F401

sys.path.append(str(Path(__file__).resolve().parents[2] / "build"))
