"""Entry of `panel serve app` and of the browser build."""

import panel as pn

from app.simulator import Simulator

pn.extension()
Simulator(name="Roofline simulator").servable(title="Roofline simulator")
