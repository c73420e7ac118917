"""What the pages beside the simulator share."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import panel as pn
import param
from panel.custom import Child, JSComponent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bokeh.plotting import figure

    from app.language import Language
    from app.state import State

__all__ = ("Page", "View", "create", "scripts", "styles")

_FOLDER = Path(__file__).resolve().parents[1] / "page"


def scripts(*names: str) -> str:
    """Put scripts of the page together, in order.

    A browser can't import a neighbour of a module that Panel hands over as text, and a bundler
    would be one more tool to keep.
    """
    return "\n".join((_FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in names)


def styles(*names: str) -> list[str]:
    """Read style sheets of the page."""
    return [(_FOLDER / f"{name}.css").read_text(encoding="utf-8") for name in names]


class View(JSComponent):
    """Place of one page beside the simulator. Its script reaches the simulator by host.js.

    One class for all of them: a class of components that is made after a reader's document is
    unknown in that reader's browser.

    Parameters
    ----------
    script : str
        Module that exports `render`.
    sheets : list of str
        Style sheets; colours are inherited from the simulator.
    figure : figure, optional
        Bokeh's chart, the child `chart`.
    """

    chart = Child(doc="Bokeh's figure, if there is one.")
    frame = param.Dict(default={}, doc="Texts and the description of the controls.")
    live = param.Dict(default={}, doc="What the page shows now, as text.")

    _render_policy = "manual"

    def __init__(self, script: str, sheets: list[str], figure: figure | None = None) -> None:
        self._script = script
        chart = (
            {} if figure is None else {"chart": pn.pane.Bokeh(figure, sizing_mode="stretch_both")}
        )
        super().__init__(stylesheets=sheets, sizing_mode="stretch_width", **chart)

    def _render_esm(self, *_: Any, **__: Any) -> str:
        return self._script

    @property
    def _linked_properties(self) -> tuple[str, ...]:
        """Name the properties that the page sets: none, it sends messages."""
        return ()


class Page(Protocol):
    """One page beside the simulator, for one reader: a class `Page` in a module of this package.

    A page keeps nothing that a link should carry: that belongs into the scenario.
    """

    view: View

    @property
    def commands(self) -> Mapping[str, Callable[..., None]]:
        """What the page's script may ask for, by name."""

    @property
    def result(self) -> str | None:
        """What `roofline.get()` gives while this page is shown; None leaves it as it is."""

    def refresh(self, state: State, text: Language) -> None:
        """Show a state in a language."""


def create(name: str) -> Page:
    """Make the page of this name."""
    page: Page = import_module(f"app.views.{name}").Page()
    return page
