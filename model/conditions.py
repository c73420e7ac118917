"""Conditions in data: what a student has to reach, and which option of a prediction is right."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from model.errors import RooflineError, refused
from model.measures import check_key, check_result, key_value, result_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from model.presets import Presets
    from model.reader import Table
    from model.scenario import Scenario

__all__ = ("Condition", "read_condition", "read_conditions")

_TESTS = {
    "is": operator.eq,
    "is_not": operator.ne,
    "at_least": operator.ge,
    "at_most": operator.le,
    "above": operator.gt,
    "below": operator.lt,
}
_EQUAL = ("is", "is_not")


@dataclass(frozen=True)
class Condition:
    """Something that holds or does not: `{ key = "B", at_least = 512 }`.

    Parameters
    ----------
    subject : str
        ``key`` of the query, ``result`` of the model, or ``number`` of the lesson.
    name : str
        Which one.
    tests : mapping of str to object
        Comparisons, all of which must hold. A word after `at_least`, `at_most`, `above` or
        `below` is the name of a number of the lesson.
    """

    subject: str
    name: str
    tests: Mapping[str, Any]

    def holds(self, scenario: Scenario, presets: Presets, numbers: Mapping[str, Any]) -> bool:
        """Whether it holds in a state, given the lesson's numbers."""
        value = self._value(scenario, presets, numbers)
        return value is not None and all(
            _TESTS[test](value, _operand(test, wanted, numbers))
            for test, wanted in self.tests.items()
        )

    def _value(self, scenario: Scenario, presets: Presets, numbers: Mapping[str, Any]) -> Any:
        if self.subject == "number":
            return numbers[self.name]
        find = key_value if self.subject == "key" else result_value
        return find(self.name, scenario, presets)


def _operand(test: str, wanted: Any, numbers: Mapping[str, Any]) -> Any:
    return numbers[wanted] if isinstance(wanted, str) and test not in _EQUAL else wanted


def read_conditions(table: Table, key: str, raw: Any, numbers: Mapping[str, Any]) -> Any:
    """Read a list of conditions that must hold together."""
    if not isinstance(raw, list) or not raw:
        table.problems.append(f"{table.where}.{key}: expected a list of conditions, got {raw!r}")
        return ()
    found: list[Condition] = []
    for place, entry in enumerate(raw, start=1):
        found += table.below(f"{key}.{place}", entry).made(
            lambda below: read_condition(below, numbers)
        )
    return tuple(found)


def read_condition(table: Table, numbers: Mapping[str, Any]) -> Condition:
    """Read one condition."""
    named = {s: table.take(s, str) for s in ("key", "result", "number") if s in table.raw}
    if len(named) != 1:
        raise RooflineError("expected exactly one of key, result, number")
    ((subject, name),) = named.items()
    _check_name(subject, name, numbers)
    tests = {test: table.raw.pop(test) for test in _TESTS if test in table.raw}
    for test, wanted in tests.items():
        _check_operand(test, wanted, numbers)
    if not tests:
        raise RooflineError(f"expected at least one of {', '.join(_TESTS)}")
    return Condition(subject, name, tests)


def _check_name(subject: str, name: str, numbers: Mapping[str, Any]) -> None:
    if subject == "number":
        _check_number("number", name, numbers)
    elif subject == "key":
        check_key(name)
    else:
        check_result(name)


def _check_operand(test: str, wanted: Any, numbers: Mapping[str, Any]) -> None:
    plain = isinstance(wanted, int | float) and not isinstance(wanted, bool)
    if isinstance(wanted, str) and test not in _EQUAL:
        _check_number(test, wanted, numbers)
    elif not (plain or (test in _EQUAL and isinstance(wanted, bool | str))):
        raise refused(test, "a number, or the name of one of the lesson's numbers", wanted)


def _check_number(argument: str, name: str, numbers: Mapping[str, Any]) -> None:
    if name not in numbers:
        raise refused(argument, f"one of the lesson's numbers ({', '.join(numbers)})", name)
