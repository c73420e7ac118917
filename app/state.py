"""The state of one reader's simulator, and what follows from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import param

from app.axes import Axes, fit
from model import Presets, Result, Scenario, dump, evaluate, load_presets, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ("State",)

_LONGEST_TRAIL = 48


class State(param.Parameterized):
    """Inputs as one immutable value; everything else is derived from it.

    A change goes through the vocabulary of `model.query`, whoever makes it: a slider, a typed
    number, a URL. A value that can't be is refused, named in `problems`, and changes nothing.

    Parameters
    ----------
    query : str
        State to start from, as a URL writes it.
    presets : Presets, optional
        Chips and workloads; those that ship, if None.
    """

    scenario = param.ClassSelector(
        default=Scenario(), class_=Scenario, doc="What is shown; replaced, never changed."
    )
    problems = param.List(default=[], doc="QueryError of each value refused last.")
    axes = param.ClassSelector(default=Axes(), class_=Axes, doc="Ranges of the chart's axes.")
    trail = param.List(default=[], doc="(I, FLOP/s) passed in the present drag.")

    def __init__(self, query: str = "", presets: Presets | None = None) -> None:
        super().__init__()
        self._evaluated: tuple[Scenario | None, dict[str, Result]] = (None, {})
        self.presets = load_presets() if presets is None else presets
        self.open(query)

    @property
    def query(self) -> str:
        """The scenario as text, only what differs from the defaults."""
        return dump(self.scenario)

    @property
    def drawn(self) -> tuple[str, ...]:
        """Ids of the workloads on the chart; the selected one is always among them."""
        selected, on_chart = self.scenario.workload, self.presets.on_chart
        return on_chart if selected in on_chart else (*on_chart, selected)

    @property
    def results(self) -> dict[str, Result]:
        """Result of every drawn workload, by id."""
        scenario, results = self._evaluated
        if scenario is not self.scenario:
            scenario = self.scenario
            results = {name: evaluate(scenario, self.presets, name) for name in self.drawn}
            self._evaluated = scenario, results
        return results

    @property
    def selected(self) -> Result:
        """Result of the selected workload."""
        return self.results[self.scenario.workload]

    def open(self, query: str) -> None:
        """Replace the state by what a query says."""
        read = parse(query, self.presets)
        self.param.update(scenario=read.scenario, problems=list(read.problems), trail=[])
        self.axes = self._fitted()

    def change(self, changes: Mapping[str, str], *, start: bool = True) -> None:
        """Apply changes to keys of the vocabulary.

        Parameters
        ----------
        changes : mapping of str to str
            Key and text, as a query would write them.
        start : bool
            Whether a new drag starts here, and with it the trail.
        """
        before = self.scenario
        read = parse(urlencode(changes), self.presets, before)
        scenario = read.scenario
        if scenario.chip != before.chip:  # a chip comes with its own roofs
            own = {key: getattr(scenario, key) for key in ("peak", "bw") if key in changes}
            scenario = replace(scenario, **{"peak": None, "bw": None, **own})
        trail = [] if start else self.trail
        if _same_place(before, scenario):
            passed = self.selected
            trail = [*trail, (passed.intensity, passed.attainable_flops_per_s)][-_LONGEST_TRAIL:]
        self.param.update(scenario=scenario, problems=list(read.problems), trail=trail)
        stay = self.axes if _same_place(before, scenario) else None
        self.axes = self._fitted(stay)

    def _fitted(self, present: Axes | None = None) -> Axes:
        given = self.scenario
        return fit(list(self.results.values()), present).override(given.x, given.y)


def _same_place(before: Scenario, after: Scenario) -> bool:
    """Whether the chart still shows the same workload on the same chip."""
    return (before.workload, before.chip) == (after.workload, after.chip)
