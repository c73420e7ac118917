"""The state of one reader's simulator, and what follows from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode

import param

from app.axes import Axes, fit
from app.history import History
from app.language import LANGUAGES, find_language
from model import (
    Presets,
    Query,
    QueryError,
    Result,
    Roofline,
    Scenario,
    dump,
    evaluate,
    load_presets,
    parse,
)
from model.evaluate import place
from model.further import crossing, levels, others
from model.reasons import Reason
from model.vocabulary import CHROME

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from model.crossover import Crossover
    from model.levels import LevelResult

__all__ = ("State",)

_LONGEST_TRAIL = 48
_T = TypeVar("_T")


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
    pinned = param.ClassSelector(
        default=None,
        class_=Scenario,
        allow_None=True,
        doc="State A, to compare the present one with.",
    )
    trail = param.List(default=[], doc="(I, FLOP/s) passed in the present drag.")

    def __init__(self, query: str = "", presets: Presets | None = None) -> None:
        super().__init__()
        self._read = Query()
        self._evaluated: tuple[Scenario | None, dict[str, Result]] = (None, {})
        self._derived: tuple[Scenario | None, dict[str, Any]] = (None, {})
        self._kept: dict[str, tuple[tuple[Any, ...], Result]] = {}
        self.presets = load_presets() if presets is None else presets
        self.open(query, author=True)

    @property
    def query(self) -> str:
        """The scenario as text, only what differs from the defaults."""
        return dump(self.scenario)

    @property
    def address(self) -> str:
        """The scenario with the page's own keys and the unknown ones, as a URL has it."""
        return dump(replace(self._read, scenario=self.scenario))

    @property
    def chrome(self) -> dict[str, Any]:
        """The keys of the page around the state, with their defaults filled in."""
        return {name: self._read.chrome.get(name, key.default) for name, key in CHROME.items()}

    @property
    def roofline(self) -> Roofline:
        """Roofs of the scenario."""
        return self._once("roofline", lambda: self.scenario.roofline(self.presets))

    @property
    def drawn(self) -> tuple[str, ...]:
        """Ids of the workloads on the chart; the selected one is always among them."""
        selected, on_chart = self.scenario.workload, self.presets.on_chart
        return on_chart if selected in on_chart else (*on_chart, selected)

    @property
    def results(self) -> dict[str, Result]:
        """Result of every drawn workload, by id; the same object where nothing has changed."""
        scenario, results = self._evaluated
        if scenario is not self.scenario:
            scenario = self.scenario
            roof = self.roofline
            results = {name: self._placed(name, roof) for name in self.drawn}
            self._evaluated = scenario, results
        return results

    def _placed(self, name: str, roof: Roofline) -> Result:
        """Evaluate a workload, or take the last result if nothing has changed for it."""
        made_of = self.scenario.shaped(self.presets, name), roof, self.scenario.chip
        kept = self._kept.get(name)
        if kept is None or kept[0] != made_of:
            result = place(made_of[0], roof, workload=name, chip=self.scenario.chip)
            kept = self._kept[name] = made_of, result
        return kept[1]

    @property
    def selected(self) -> Result:
        """Result of the selected workload."""
        return self.results[self.scenario.workload]

    @property
    def pinned_result(self) -> Result | None:
        """Result of the pinned state, or None if nothing is pinned."""
        return None if self.pinned is None else evaluate(self.pinned, self.presets)

    @property
    def others(self) -> list[Result]:
        """Results of the selected workload on the other chips."""
        return self._once("others", lambda: others(self.scenario, self.presets))

    @property
    def levels(self) -> list[LevelResult]:
        """The selected workload at every level of on-chip memory."""
        return self._once("levels", lambda: levels(self.scenario, self.presets))

    def crossing(self, dimension: str) -> Crossover | None:
        """Return where the selected workload crosses the ridge along a dimension."""
        return self._once(dimension, lambda: crossing(self.scenario, self.presets, dimension))

    def _once(self, name: str, compute: Callable[[], _T]) -> _T:
        """Compute what several parts of the page show once for each scenario."""
        if self._derived[0] is not self.scenario:
            self._derived = self.scenario, {}
        found = self._derived[1]
        if name not in found:
            found[name] = compute()
        return found[name]  # type: ignore[no-any-return]

    def open(self, query: str, *, author: bool = False, keep: bool = False) -> None:
        """Replace the state by what a query says.

        Parameters
        ----------
        query : str
            As a URL writes it.
        author : bool
            Whether this is the address the page was opened with: then it is where Reset returns
            to, and there is nothing to undo before it.
        keep : bool
            Keep the page's own keys and the unknown ones that the query does not name: it is a
            host page's, not an address.
        """
        read = _speakable(parse(query, self.presets))
        if keep:
            unknown = tuple(dict(self._read.unknown + read.unknown).items())
            chrome = {**self._read.chrome, **read.chrome}
            read = replace(read, chrome=chrome, unknown=unknown)
        self._read = read
        if author:
            self.history = History(read.scenario, Scenario())
        elif read.scenario != self.scenario:
            self.history.record(self.scenario)
        self.param.update(scenario=read.scenario, problems=list(read.problems), trail=[])
        self.axes = self._fitted()

    def pin(self) -> None:
        """Keep the present state as A, or let A go where there is one."""
        self.pinned = None if self.pinned is not None else self.scenario
        self.axes = self._fitted(self.axes)

    def undo(self) -> None:
        """Go back before the last step."""
        self._show(self.history.undo(self.scenario))

    def redo(self) -> None:
        """Take the step last undone again."""
        self._show(self.history.redo(self.scenario))

    def reset(self) -> None:
        """Return to the author's state, and from there to the default."""
        target = self.history.reset(self.scenario)
        if target != self.scenario:
            self.history.record(self.scenario)
        self._show(target)

    def _show(self, scenario: Scenario) -> None:
        self.param.update(scenario=scenario, problems=[], trail=[])
        self.axes = self._fitted()

    def change(self, changes: Mapping[str, str], *, start: bool = True) -> None:
        """Apply changes to keys of the vocabulary.

        Parameters
        ----------
        changes : mapping of str to str
            Key and text, as a query would write them. A `lesson` without keys of the state sets up
            the lesson's.
        start : bool
            Whether a new drag starts here, and with it the trail.
        """
        before = self.scenario
        read = _speakable(parse(urlencode(changes), self.presets, before))
        self._read = replace(self._read, chrome={**self._read.chrome, **read.chrome})
        scenario = read.scenario
        if scenario.chip != before.chip:  # a chip comes with its own roofs
            own = {key: getattr(scenario, key) for key in ("peak", "bw") if key in changes}
            scenario = replace(scenario, **{"peak": None, "bw": None, **own})
        elif scenario.roof != before.roof and "peak" not in changes:  # one or the other
            scenario = replace(scenario, peak=None)
        if "model" in changes and "model.config" not in changes:  # chosen instead of a file
            scenario = replace(scenario, run=replace(scenario.run, config=""))
        lesson = read.chrome.get("lesson") if set(changes) <= set(CHROME) else None
        if lesson:
            start, scenario = True, self._set_up(lesson)
        if start and scenario != before:
            self.history.record(before)
        trail = [] if start else self.trail
        if _same_place(before, scenario):
            passed = self.selected
            trail = [*trail, (passed.intensity, passed.attainable_flops_per_s)][-_LONGEST_TRAIL:]
        self.param.update(scenario=scenario, problems=list(read.problems), trail=trail)
        stay = self.axes if _same_place(before, scenario) and not lesson else None
        self.axes = self._fitted(stay)

    def _set_up(self, lesson: str) -> Scenario:
        """Return the state of a lesson, in the Expert view where that is open already."""
        scenario = self.presets.lessons[lesson].scenario
        return replace(scenario, expert=scenario.expert or self.scenario.expert)

    def _fitted(self, present: Axes | None = None) -> Axes:
        given = self.scenario
        pinned = self.pinned_result
        shown = [*self.results.values(), *([] if pinned is None else [pinned])]
        return fit(shown, present, self.others).override(given.x, given.y)


def _same_place(before: Scenario, after: Scenario) -> bool:
    """Whether the chart still shows the same workload on the same chip."""
    return (before.workload, before.chip) == (after.workload, after.chip)


def _speakable(read: Query) -> Query:
    """Refuse a language that there is no table for."""
    tag = read.chrome.get("locale")
    if tag is None or find_language(tag):
        return read
    chrome = {key: value for key, value in read.chrome.items() if key != "locale"}
    problem = QueryError("locale", Reason("one_of", {"allowed": LANGUAGES}), tag)
    return replace(read, chrome=chrome, problems=(*read.problems, problem))
