"""The chart's texts on a phone, for a page that is drawn before Python can be told its size."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.labels import Frame
from app.roof_columns import WIDE
from app.scene import columns

if TYPE_CHECKING:
    from app.language import Language
    from app.scene import Scene

__all__ = ("narrow",)

_BELOW = WIDE + 100  # px of the page's width: no chart is wide then, with its axes and margins
_PHONE = Frame.inside(342, 288)
_PLACES = ("dx", "dy", "align")


def narrow(scene: Scene, text: Language) -> dict[str, Any]:
    """Lay out the texts of a scene on a phone.

    Parameters
    ----------
    scene : Scene
    text : Language

    Returns
    -------
    dict
        `below` what width of the page, px, they are to be used; `sources`, columns by the name
        of their data source.
    """
    made = columns(replace(scene, frame=_PHONE), text)
    places = {key: made["points"][key] for key in _PLACES}
    return {"below": _BELOW, "sources": {"points": places, "notes": made["notes"]}}
