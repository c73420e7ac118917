"""What Python does before a snapshot is taken, and after it is put back."""

import gc
import importlib
import json
import linecache
import random
import re
import sys
import types
import weakref

import site_late
from site_engine import Engine

_engine = None
LAID_OUT = (
    str, bytes, tuple, list, dict, set, frozenset, property, staticmethod, classmethod, weakref.ref,
    types.FunctionType, types.CodeType, types.CellType, types.BuiltinFunctionType,
    types.MethodDescriptorType, types.WrapperDescriptorType, types.GetSetDescriptorType,
    types.MemberDescriptorType,
)  # fmt: skip


def settle(late_names):
    """Run the app, and leave nothing in memory that a snapshot should not hold.

    Parameters
    ----------
    late_names : list of str
        Members of the zip of late imports.

    Returns
    -------
    Engine
    """
    global _engine  # noqa: PLW0603  # the restored memory is found through this module
    _engine = Engine()
    _engine.document_json()  # fills the caches the first change would fill
    site_late.install("/lib/rest.zip", late_names)
    _forget_library()
    _forget_build_variables()
    _forget_help()
    re.purge()
    linecache.clearcache()
    importlib.invalidate_caches()
    sys._clear_internal_caches()
    for _ in range(3):
        gc.collect()
    gc.freeze()  # in one ring, which `ring.py` leaves out of the snapshot
    return _engine


def layouts():
    """Say where types are and how long their objects, for `objects.py`.

    Returns
    -------
    str
        JSON: address, basic size and size of an item, by the type's name.
    """
    return json.dumps({t.__name__: (id(t), t.__basicsize__, t.__itemsize__) for t in LAID_OUT})


def _forget_library():
    # The library's zip is not there after a restore: what was not imported comes late.
    sys.path[:] = [entry for entry in sys.path if not entry.endswith(".zip")]
    sys.path_importer_cache.clear()


def _forget_build_variables():
    # Half a megabyte about how Python was compiled, read again if anything asks for it.
    sysconfig = sys.modules.get("sysconfig")
    if sysconfig:
        sysconfig._CONFIG_VARS = None
        sysconfig._CONFIG_VARS_INITIALIZED = False
    for name in [name for name in sys.modules if name.startswith("_sysconfigdata")]:
        del sys.modules[name]


def _forget_help():
    # Bokeh and Param write signatures and texts for `help()`: an eighth of all objects.
    for thing in gc.get_objects():
        if isinstance(thing, type) and "__signature__" in vars(thing):
            type.__delattr__(thing, "__signature__")
        elif isinstance(thing, types.FunctionType):
            thing.__doc__ = None
            thing.__dict__.pop("__signature__", None)


def wake():
    """Refresh what must not be the same in every page, and give the engine.

    Returns
    -------
    Engine
    """
    random.seed()
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
    return _engine
