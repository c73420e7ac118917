"""Moves that nobody sees, so that those of a reader are quick from the first one on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.describe import mark, row
from app.labels import Frame
from app.language import load_language
from app.live import shown_now
from app.scene import Scene, columns
from app.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ("rehearsal",)

_MOVES = 60
_FIRST, _STEP = 100, 13


def rehearsal() -> Iterator[None]:
    """Move a point of a state of its own, one move for each that is asked for.

    A browser compiles what runs often, and Python adapts its code to what it has met: the first
    moves take several times as long as later ones.
    """
    state, text = State("expert=true"), load_language("en", "")  # read already
    for move in range(_MOVES):
        state.change({"M": str(_FIRST + _STEP * move)}, start=not move)
        rows = {
            name: row(text, result, mark(text, state.scenario.shaped(state.presets, name)))
            for name, result in state.results.items()
        }
        columns(Scene.of(text, state, rows, Frame()), text)
        shown_now(text, state, rows)
        yield
