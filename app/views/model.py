"""The page of a whole model, operator by operator."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from app.labels import Frame
from app.network_chart import NetworkChart
from app.network_controls import network_controls, network_values
from app.network_words import model_name, operator_rows, sentences, summary, totals
from app.problems import problem
from app.views.base import View, scripts, styles
from model import ConfigError
from model.networks import report, selected
from model.networks.huggingface import LONGEST, read_config

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.language import Language
    from app.state import State
    from model.networks import NetworkPreset, Report

__all__ = ("Page",)

_SCRIPTS = ("dom", "host", "slider", "choices", "readout", "colours", "size", "views-model")
_FIELDS = "model.config"


class Page:
    """One reader's page of whole models."""

    def __init__(self) -> None:
        self._size = Frame()
        self._result = ""
        self._ignored: tuple[str, ...] = ()
        self._chart = NetworkChart()
        self.view = View(scripts(*_SCRIPTS), styles("page", "views-model"), self._chart.figure)

    @property
    def commands(self) -> Mapping[str, Callable[..., None]]:
        """What the page's script may ask for, by name."""
        return {"size": self._resize, "pasted": self._pasted}

    @property
    def result(self) -> str | None:
        """What the command line prints for this state."""
        return self._result

    def _resize(self, width: float, height: float) -> None:
        self._size = Frame.inside(width, height)

    def _pasted(self, text: str) -> None:
        """Keep the names of the fields that a config.json was read without."""
        try:
            self._ignored = read_config(text).ignored
        except ConfigError:  # said by the state, which was asked to take it
            self._ignored = ()

    def refresh(self, state: State, text: Language) -> None:
        """Show a state in a language."""
        told = report(state.scenario, state.presets)
        self._result = json.dumps(told.as_dict(), ensure_ascii=False)
        rows, both = operator_rows(text, told), totals(text, told)
        scenario = state.scenario
        place = told.model, scenario.run.config, told.phase, told.chip, scenario.peak, scenario.bw
        named = {row["id"]: row for row in rows} | both
        self._chart.show(told, named, text, self._size, place)
        frame = {
            "texts": text.table, "tag": text.tag, "direction": text.direction,
            "controls": network_controls(text, state), "longest": LONGEST,
            "hide": state.chrome["hide"],
        }  # fmt: skip
        if frame != self.view.frame:
            self.view.frame = frame
        live = self._live(state, text, told) | {"rows": rows, "totals": both}
        self.view.live = {"told": json.dumps(live, ensure_ascii=False)}  # cheaper in one piece

    def _live(self, state: State, text: Language, told: Report) -> dict[str, Any]:
        chip = state.presets.chips[state.scenario.chip]
        said = sentences(text, told, chip.name)
        spoken = text.sentences(text.stopped(said["head"]), said["why"])
        model = selected(state.scenario)
        refused = [p for p in state.problems if p.key.startswith(_FIELDS)]
        return {
            "values": network_values(state),
            "refused": [p.key for p in state.problems],
            "verdict": {**said, "moves": _beyond(text, told, model)},
            "chart_label": text("network", "chart_label", verdict=spoken),
            "stats": summary(text, told, chip.capacity_bytes),
            "config": {
                "used": self._used(text, state),
                "problems": [problem(text, p) for p in refused],
            },
            "source": _source(text, model),
            "note": model.note,
            "name": model_name(text, told),
        }

    def _used(self, text: Language, state: State) -> str:
        """Say what a config.json in use was read as, and without what."""
        if not state.scenario.run.config:
            return ""
        kind = json.loads(state.scenario.run.config)["model_type"]
        ignored = text.listed(*self._ignored)
        return text.sentences(
            text("network", "used", type=kind),
            text("network", "ignored", fields=ignored) if ignored else "",
        )


def _beyond(text: Language, told: Report, model: NetworkPreset) -> str:
    context = model.network.context
    if not told.warnings:
        return ""
    return text("network", "beyond", S=f"{told.S:,}", context=f"{context:,}")


def _source(text: Language, model: NetworkPreset) -> str:
    if model.accessed is None:
        return ""
    return text("network", "source", source=model.source, date=model.accessed.isoformat())
