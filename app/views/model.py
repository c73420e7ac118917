"""The page of a whole model, operator by operator."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, ClassVar

from app.views.base import View, scripts, styles
from model.networks import report

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.language import Language
    from app.state import State

__all__ = ("Page",)


class Page:
    """One reader's page of whole models."""

    commands: ClassVar[Mapping[str, Callable[..., None]]] = {}

    def __init__(self) -> None:
        self.view = View(scripts("dom", "views-model"), styles("page"))
        self._result = ""

    @property
    def result(self) -> str | None:
        """What the command line prints for this state."""
        return self._result

    def refresh(self, state: State, text: Language) -> None:
        """Show a state in a language."""
        told = report(state.scenario, state.presets)
        self._result = json.dumps(told.as_dict(), ensure_ascii=False)
        self.view.live = {"title": text("view", "model"), "name": told.name}
