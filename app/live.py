"""What the page shows of a state beside the chart, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.asides import asides
from app.compare import comparison
from app.controls import own_roof, values
from app.describe import ledger, stats, verdict
from app.explain import dead_controls, explanation, factors
from app.further import facts
from app.heads import allowed, why_allowed
from app.lesson_card import lesson_values
from app.problems import problem, together

if TYPE_CHECKING:
    from app.language import Language
    from app.state import State
    from model import QueryError

__all__ = ("shown_now",)


def shown_now(text: Language, state: State, rows: dict[str, dict[str, str]]) -> dict[str, Any]:
    """Write everything that may change with a move of a slider.

    Parameters
    ----------
    text : Language
    state : State
    rows : dict
        Texts of each workload's numbers, by id.

    Returns
    -------
    dict
        Texts only, or nests of them.
    """
    said = verdict(text, state.selected)
    spoken = text.sentences(text.stopped(said["head"]), said["why"])
    return {
        "query": state.query,
        "address": state.address,
        "can": {"undo": state.history.can_undo, "redo": state.history.can_redo},
        "values": values(state) | lesson_values(state),
        "remarks": own_roof(text, state) | _notes(text, state),
        "allowed": allowed(state),
        "explanation": text.sentences(
            explanation(text, state.selected, factors(state)),
            *(asides(text, state) if state.scenario.expert else ()),
        ),
        "pinned": state.pinned is not None,
        "comparison": comparison(text, state),
        "verdict": said,
        "chart_label": text("page", "chart_label", verdict=spoken),
        "problems": together(text, (_problem(text, state, p) for p in state.problems)),
        "details": _details(text, state) if state.scenario.expert else None,
        "table": [{"id": name, **texts} for name, texts in rows.items()],
        "selected": state.scenario.workload,
    }


def _problem(text: Language, state: State, refused: QueryError) -> dict[str, str]:
    """Say what is wrong with a value and, where a control shows its key, what is kept."""
    said, kept = problem(text, refused), values(state).get(refused.key)
    if kept is not None:
        stays = text("problem", "kept", key=refused.key, value=kept)
        said = text.sentences(text.stopped(said), stays)
    return {"key": refused.key, "message": said}


def _details(text: Language, state: State) -> dict[str, Any]:
    shape = state.scenario.shaped(state.presets)
    return {
        "stats": stats(text, state.selected),
        "ledger": ledger(text, shape),
        "facts": facts(text, state),
    }


def _notes(text: Language, state: State) -> dict[str, str]:
    """Say, beside each control, what it moves along and why it may not move the point."""
    along, still = why_allowed(text, state), dead_controls(text, state)
    shared = along.keys() & still.keys()
    both = {key: text.sentences(text.stopped(along[key]), still[key]) for key in shared}
    return along | still | both
