"""The chart's texts in the sizes it mostly has, for a page drawn before Python is told its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.labels import Frame
from app.scene import columns

if TYPE_CHECKING:
    from app.language import Language
    from app.scene import Scene

__all__ = ("layouts",)

# px: on a phone, in a frame on a phone, beside a lesson, in a frame
_SIZES = (348, 280), (372, 340), (528, 490), (782, 340)


def layouts(scene: Scene, text: Language) -> list[dict[str, Any]]:
    """Lay out the texts of a scene for several sizes of the chart.

    Parameters
    ----------
    scene : Scene
    text : Language

    Returns
    -------
    list of dict
        `size`, width and height of the chart, px; `sources`, what differs from the scene as it is:
        columns by the name of their data source. The first one is that of the scene itself.
    """
    usual = columns(scene, text)
    found: list[dict[str, Any]] = [{"size": scene.frame.outside, "sources": {}}]
    for size in _SIZES:
        other = columns(replace(scene, frame=Frame.inside(*size)), text)
        changed = {name: _changed(data, usual[name]) for name, data in other.items()}
        sources = {name: data for name, data in changed.items() if data}
        found.append({"size": size, "sources": sources})
    return found


def _changed(data: dict[str, list[Any]], before: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Columns that differ; all of them if their length does: a source has one."""
    changed = {key: column for key, column in data.items() if column != before[key]}
    longer = any(len(column) != len(before[key]) for key, column in changed.items())
    return data if longer else changed
