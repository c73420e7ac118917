"""The page that recomputes the published figures, row by row."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from app.views.base import View, scripts, styles
from model.__main__ import answer
from model.figures import Checked, Figure, check, load_figures
from model.quantities import percent, written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.language import Language
    from app.state import State
    from model import Presets

__all__ = ("Page",)

_BATCH = 20  # rows that one message is answered with: some hundredths of a second in a browser

_ROUNDED = 1e-12  # a difference of double arithmetic
_HARDLY = 1e-5  # one that is not worth its digits


class Page:
    """One reader's self-check. The page asks for a batch at a time, so that it stays alive."""

    def __init__(self) -> None:
        self.view = View(scripts("dom", "host", "views-check"), styles("page", "views-check"))
        self.commands: Mapping[str, Callable[..., None]] = {"rows": self._ask}
        self._figures: tuple[Figure, ...] = load_figures()
        self._checked: list[Checked] = []
        self._asked: int | None = None
        self._answers = 0
        self._language: Language | None = None

    @property
    def result(self) -> str | None:
        """What has been checked so far, as the command line prints it, in one list."""
        return json.dumps([row._asdict() for row in self._checked], ensure_ascii=False)

    def refresh(self, state: State, text: Language) -> None:
        """Show a state in a language; compute the rows that were asked for."""
        if self._language is not text:
            self._language = text
            self.view.frame = {
                "texts": {section: text.table[section] for section in ("check", "punctuation")},
                "tag": text.tag,
                "total": len(self._figures),
            }
        if self._asked is not None:
            start, self._asked = self._asked, None
            self._compute(start + _BATCH, state.presets)
            self._tell(start, [_row(text, row) for row in self._checked[start : start + _BATCH]])
        elif len(self._checked) < len(self._figures):
            self._tell(-1, [])

    def _tell(self, start: int, rows: list[dict[str, Any]]) -> None:
        """Answer with rows from `start` on; without any, say that the next may be asked for."""
        self._answers += 1
        self.view.live = {"start": start, "rows": rows, "answers": self._answers}

    def _ask(self, start: int) -> None:
        self._asked = max(int(start), 0)

    def _compute(self, end: int, presets: Presets) -> None:
        """Check the figures up to a number of them; those that are checked stay as they are."""
        for figure in self._figures[len(self._checked) : end]:
            self._checked.append(check(figure, presets, answer))


def _row(text: Language, row: Checked) -> dict[str, Any]:
    """Return a row as texts."""
    return {
        **{key: getattr(row, key) for key in ("id", "topic", "source", "about", "why", "verdict")},
        "figures": [
            {
                "formula": formula,
                "printed": written(printed),
                "computed": written(row.computed.get(formula, "")),
                "corrected": written(row.corrected.get(formula, "")),
                "difference": _difference(text, row.difference[formula]),
            }
            for formula, printed in row.printed.items()
        ],
    }


def _difference(text: Language, share: float | None) -> str:
    if share is None:
        return ""
    if abs(share) < _ROUNDED:
        return text("check", "none")
    if abs(share) < _HARDLY:
        return f"< {percent(_HARDLY, 1)}"
    return ("+" if share > 0 else "−") + percent(abs(share), 2)
