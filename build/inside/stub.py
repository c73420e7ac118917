"""Stands in for `panel.io.pyodide` before Panel is imported.

The real module converts patches to JavaScript objects, evaluates JavaScript (which a strict
content security policy forbids) and imports an HTTP client. Panel itself asks it only for
the names below. What else it does at import is repeated here.
"""

import asyncio
import os
import sys
import types

import param.parameterized

_tasks = set()


def _run_async(function):
    task = asyncio.ensure_future(function())
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


_stub = types.ModuleType("panel.io.pyodide")
_stub._IN_WORKER = True
_stub._IN_PYSCRIPT_WORKER = False
_stub.serve = None
sys.modules["panel.io.pyodide"] = _stub
# "cdn" stands for PANEL_CDN_ROOT, a folder of the site here.
os.environ["BOKEH_RESOURCES"] = "cdn"
param.parameterized.async_executor = _run_async
