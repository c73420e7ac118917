"""Read and write queries: `workload=gemm-big&N=128`, the text form of a scenario.

A bad value never spoils its neighbours: its key falls back to the default and a problem names the
key, the value and what was expected. Unknown keys are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote

from model.errors import ConfigError, DomainError, QueryError, shown
from model.precision import check_roof
from model.reasons import Reason
from model.scenario import Scenario
from model.vocabulary import CHROME, SHAPE, STATE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from model.presets import Presets
    from model.reasons import Value
    from model.run import Run

__all__ = ("Query", "dump", "parse")


@dataclass(frozen=True)
class Query:
    """What a query says.

    Parameters
    ----------
    scenario : Scenario
        The state, valid whatever the text was.
    chrome : mapping of str to object
        The keys of `vocabulary.CHROME` that were given.
    unknown : tuple of (str, str)
        Keys that are not in the vocabulary, kept as they are.
    problems : tuple of QueryError
        One for each value that could not be used.
    """

    scenario: Scenario = field(default_factory=Scenario)
    chrome: Mapping[str, Any] = field(default_factory=dict)
    unknown: tuple[tuple[str, str], ...] = ()
    problems: tuple[QueryError, ...] = ()


def parse(text: str, presets: Presets, base: Scenario | None = None) -> Query:
    """Read a query.

    Parameters
    ----------
    text : str
        ``a=1&b=2``, URL-encoded, with or without a leading ``?``.
    presets : Presets
        What its ids mean.
    base : Scenario, optional
        What the keys that the text does not name, or names badly, stand at; if None, the defaults,
        or the state of the lesson where the text names one and nothing of the state.

    Returns
    -------
    Query
        Valid whatever the text was; `problems` says what could not be used.

    Examples
    --------
    >>> from model.presets import load_presets
    >>> query = parse("workload=gemm-small&M=zero&N=128", load_presets())
    >>> query.scenario.shapes, str(query.problems[0])
    ({'gemm-small': {'N': 128}}, "M: expected a whole number, got 'zero'")
    """
    return _Parser(presets, base).read(text)


class _Parser:
    def __init__(self, presets: Presets, base: Scenario | None) -> None:
        self.presets = presets
        self.base = Scenario() if base is None else base
        self.free = base is None
        self.problems: list[QueryError] = []
        self.unknown: list[tuple[str, str]] = []
        self.names: dict[tuple[str, str], str] = {}  # (workload, dimension) -> key as written

    def read(self, text: str) -> Query:
        pairs = parse_qsl(text.strip().removeprefix("?"), keep_blank_values=True)
        self.unknown = [(key, text) for key, text in pairs if not self._knows(key)]
        given = self._without_repeats(pair for pair in pairs if self._knows(pair[0]))
        state = self._values({k: v for k, v in given.items() if k in STATE}, STATE)
        chrome = self._values({k: v for k, v in given.items() if k in CHROME}, CHROME)
        self._known_ids(state)
        self._known_ids(chrome)
        if self.free and chrome.get("lesson") and set(given) <= set(CHROME):
            self.base = self.presets.lessons[chrome["lesson"]].scenario
        state.pop("v", None)
        run = {key: state.pop(key) for key in list(state) if "." in key}
        scenario = self._sized(self._roofed(replace(self.base, **state)))
        scenario = replace(scenario, run=self._run(run))
        rest = {k: v for k, v in given.items() if k not in STATE and k not in CHROME}
        for workload, shape in self._shapes(rest, scenario.workload).items():
            scenario = self._with_shape(scenario, workload, shape)
        return Query(scenario, chrome, tuple(self.unknown), tuple(self.problems))

    def _knows(self, key: str) -> bool:
        workload, dot, name = key.rpartition(".")
        dimension = name in SHAPE and (not dot or workload in self.presets.workloads)
        return dimension or key in STATE or key in CHROME

    def _without_repeats(self, pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
        given: dict[str, str] = {}
        repeated = set()
        for key, text in pairs:
            if key in given and text != given[key]:
                repeated.add(key)
                reason = Reason("one_value", {"first": given[key], "second": text})
                self.problems.append(QueryError(key, reason, f"{given[key]} and {text}"))
            given.setdefault(key, text)
        return {k: v for k, v in given.items() if k not in repeated}

    def _values(self, given: Mapping[str, str], keys: Mapping[str, Any]) -> dict[str, Any]:
        values = {}
        for name, text in given.items():
            try:
                values[name] = keys[name].parse(text)
            except QueryError as problem:
                self.problems.append(problem)
            except ConfigError as error:
                self.problems += error.problems
        return values

    def _known_ids(self, values: dict[str, Any]) -> None:
        found = self.presets
        known: dict[str, Iterable[str]] = {
            "workload": found.workloads, "chip": found.chips, "lesson": found.lessons,
        }  # fmt: skip
        if values.get("model", Scenario.model) != Scenario.model:  # else they stay unread
            known["model"] = import_module("model.networks").load_networks()
        for key in known.keys() & values.keys():
            closed = key == "lesson" and not values[key]
            if not closed and values[key] not in known[key]:
                reason = Reason("one_of", {"allowed": tuple(known[key])})
                self.problems.append(QueryError(key, reason, values.pop(key)))

    def _roofed(self, scenario: Scenario) -> Scenario:
        """Put back a roof that the chip does not have, and leave out chips that are unknown."""
        try:
            check_roof(self.presets.chips[scenario.chip], scenario.roof)
        except DomainError as error:
            self.problems.append(QueryError("roof", error.reason, scenario.roof))
            scenario = replace(scenario, roof="")
        strangers = [name for name in scenario.vs if name not in self.presets.chips]
        for name in strangers:
            reason = Reason("one_of", {"allowed": tuple(self.presets.chips)})
            self.problems.append(QueryError("vs", reason, name))
        return replace(scenario, vs=tuple(n for n in scenario.vs if n not in strangers))

    def _sized(self, scenario: Scenario) -> Scenario:
        """Put a peak, bandwidth or b outside its range back to where it was."""
        for key in ("peak", "bw", "b"):
            if getattr(scenario, key) == getattr(self.base, key):
                continue
            alone = Scenario(**{key: getattr(scenario, key)})
            try:
                alone.roofline(self.presets)
                alone.shaped(self.presets)
            except DomainError as error:
                self.problems.append(QueryError(key, error.reason, error.value))
                scenario = replace(scenario, **{key: getattr(self.base, key)})
        return scenario

    def _run(self, given: Mapping[str, Any]) -> Run:
        """Apply keys of how a whole model is run; one out of its range stays where it was."""
        run = self.base.run
        for key, value in given.items():
            try:
                run = replace(run, **{key.partition(".")[2]: value})
            except DomainError as error:
                self.problems.append(QueryError(key, error.reason, error.value))
        return run

    def _shapes(self, given: Mapping[str, str], selected: str) -> dict[str, dict[str, Any]]:
        shapes: dict[str, dict[str, Any]] = {}
        for key, text in given.items():
            workload, _, name = key.rpartition(".")
            workload = workload or selected
            if name not in self.presets.workloads[workload].keys:
                keys = self.presets.workloads[workload].keys
                reason = Reason("dimension", {"workload": workload, "keys": keys})
                self.problems.append(QueryError(key, reason, text))
            elif (workload, name) in self.names:
                self.problems.append(QueryError(key, Reason("one_dimension_value"), text))
            else:
                self.names[workload, name] = key
                value = self._values({name: text}, {name: replace(SHAPE[name], name=key)})
                shapes.setdefault(workload, {}).update(value)
        return shapes

    def _with_shape(self, scenario: Scenario, workload: str, shape: dict[str, Any]) -> Scenario:
        """Apply a workload's dimensions; drop, one by one, those that can't be together."""
        while shape:
            trial = {**scenario.shapes.get(workload, {}), **shape}
            try:
                self.presets.workloads[workload].workload(**trial)
                break
            except DomainError as error:
                named = (n for n in (error.argument, *error.related) if n in shape)
                culprit = next(named, next(iter(shape)))
                value = shape[culprit]
                shape = {n: v for n, v in shape.items() if n != culprit}
                self.problems.append(self._domain_problem(workload, culprit, value, error))
        for name, value in shape.items():
            scenario = scenario.with_dimension(self.presets, workload, name, value)
        return scenario

    def _domain_problem(
        self, workload: str, culprit: str, value: Any, error: DomainError
    ) -> QueryError:
        key = self.names[workload, culprit]
        if culprit == error.argument:
            return QueryError(key, error.reason, error.value)
        wanted: dict[str, Value] = {
            "name": error.argument,
            "of": shown(error.value),
            "expected": error.reason,
        }
        return QueryError(key, Reason("with_other", wanted), value)


def dump(query: Query | Scenario) -> str:
    """Write a query: only what differs from the defaults, in the vocabulary's order.

    Examples
    --------
    >>> dump(Scenario(workload="gemm-small", shapes={"gemm-small": {"N": 128}}, peak=1e15))
    'workload=gemm-small&N=128&peak=1e15'
    """
    if isinstance(query, Scenario):
        query = Query(query)
    scenario, pairs = query.scenario, []
    for name, key in STATE.items():
        value = scenario.value(name)
        if value is not None and value != key.default:
            pairs.append((name, key.write(value)))
        if name == "workload":
            pairs += _shape_pairs(scenario)
    if not pairs and query.chrome.get("lesson"):  # alone, it would stand for its own state
        pairs = [("v", "1")]
    pairs += [
        (name, key.write(query.chrome[name]))
        for name, key in CHROME.items()
        if query.chrome.get(name, key.default) != key.default
    ]
    return "&".join(f"{_quoted(k)}={_quoted(v)}" for k, v in [*pairs, *query.unknown])


def _shape_pairs(scenario: Scenario) -> list[tuple[str, str]]:
    selected = scenario.workload
    workloads = sorted(scenario.shapes, key=lambda name: name != selected)
    return [
        (name if workload == selected else f"{workload}.{name}", SHAPE[name].write(value))
        for workload in workloads
        for name, value in scenario.shapes[workload].items()
    ]


def _quoted(text: str) -> str:
    return quote(text, safe=",.:/-_~")
