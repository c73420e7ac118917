"""Published figures, recomputed: what is in print, what the model gives, and why they differ."""

from model.figures.check import Checked, check
from model.figures.figure import Figure
from model.figures.files import load_figures

__all__ = ("Checked", "Figure", "check", "load_figures")
