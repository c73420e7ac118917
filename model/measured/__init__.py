"""A reader's own measured points: from a profiler's or a plain table to places under a roof."""

from model.measured.load import NOTHING, load_measurements
from model.measured.measurements import Aside, Measurements
from model.measured.placed import Placed, place_measurements

__all__ = ("NOTHING", "Aside", "Measurements", "Placed", "load_measurements", "place_measurements")
