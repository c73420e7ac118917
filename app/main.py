"""Entry of `panel serve app` and of the browser build."""

import panel as pn

from app.rehearsal import rehearsal
from app.simulator import Simulator
from model import PresetError

__all__ = ("page", "rehearsal")

pn.extension()
try:
    page = Simulator()
except PresetError as error:  # a reader's own chip file: say what is wrong with it, all at once
    page = pn.pane.Str(str(error), styles={"white-space": "pre-wrap"})
page.servable(title="Roofline simulator")
