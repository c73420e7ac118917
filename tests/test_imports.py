"""The model knows nothing of the view."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
VIEW = {"panel", "bokeh", "param", "app"}
EVERY_MODULE = """
import pkgutil, sys
import model
for found in pkgutil.walk_packages(model.__path__, "model."):
    __import__(found.name)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_importing_every_module_of_the_model_loads_nothing_of_the_view():
    done = subprocess.run(
        [sys.executable, "-c", EVERY_MODULE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert {"model", "numpy"} <= loaded
    assert not loaded & VIEW
