"""Read lessons from files in the form of `presets/lessons.toml`."""

from __future__ import annotations

import datetime
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from model.chips import check_one_of
from model.conditions import Condition, read_conditions
from model.errors import RooflineError
from model.lessons import Guess, Lesson, Option
from model.measures import Measure
from model.query import parse
from model.scenario import Scenario
from model.wording import Wording, read_wording

if TYPE_CHECKING:
    from collections.abc import Mapping

    from model.presets import Presets
    from model.reader import Table

__all__ = ("read_lesson",)

_REAL = (int, float)


def read_lesson(presets: Presets, worded: bool, key: str, table: Table) -> Lesson:
    """Make a lesson of a table and check that it works: one right option, a goal not yet reached.

    Parameters
    ----------
    presets : Presets
        What its queries mean.
    worded : bool
        Whether its texts must be in the table too.
    key : str
        Its id.
    table : Table
        What the file says.

    Raises
    ------
    RooflineError
        If it can't work; what is missing or mistyped is noted in the table's problems.
    """
    before = len(table.problems)
    scenario = _state(table, "query", table.take("query", str, ""), presets)
    measures, numbers = _numbers(table, scenario, presets)
    options = _options(table, numbers)
    guess = table.take("guess", dict, None)
    goal = _goal(table, numbers)
    lesson = Lesson(
        key, scenario, measures, numbers,
        table.take("answer", str, check=partial(check_one_of, "answer", numbers)),
        options,
        None if guess is None else _one(table.below("guess", guess).made(_guess)),
        goal,
        _controls(table, scenario, presets),
        table.take("source", str),
        table.take("accessed", datetime.date),
    )  # fmt: skip
    if worded:
        lesson = _worded(lesson, table.take("text", dict, {}) or {}, table)
    if len(table.problems) == before:
        _check(lesson, presets)
    return lesson


def _one(made: list[Any]) -> Any:
    return made[0] if made else None


def _state(
    table: Table, key: str, text: str, presets: Presets, base: Scenario | None = None
) -> Scenario:
    read = parse(text or "", presets, Scenario() if base is None else base)
    unknown = [f"{key}: expected a key of the query" for key, _ in read.unknown]
    for problem in [*read.problems, *unknown]:
        table.problems.append(f"{table.where}.{key}: {problem}")
    return read.scenario


def _numbers(
    table: Table, scenario: Scenario, presets: Presets
) -> tuple[dict[str, Measure], dict[str, Any]]:
    measures: dict[str, Measure] = {}
    numbers: dict[str, Any] = {}
    for name, raw in (table.take("numbers", dict) or {}).items():
        for measure, value in table.below(f"numbers.{name}", raw).made(
            partial(_computed, scenario, presets)
        ):
            measures[name], numbers[name] = measure, value
    return measures, numbers


def _computed(scenario: Scenario, presets: Presets, table: Table) -> tuple[Measure, Any]:
    measure = _measure(scenario, presets, table)
    return measure, measure.value(presets)


def _measure(scenario: Scenario, presets: Presets, table: Table) -> Measure:
    """Read a measure; its query is read on top of the state the lesson sets up."""
    over = table.take("over", dict, None)
    return Measure(
        _state(table, "query", table.take("query", str, ""), presets, scenario),
        table.take("result", str, ""),
        table.take("key", str, ""),
        table.take("least", str, ""),
        table.take("half", str, ""),
        None if over is None else _measure(scenario, presets, table.below("over", over)),
        table.take("percent", bool, default=False),
    )


def _options(table: Table, numbers: Mapping[str, Any]) -> tuple[Option, ...]:
    raw = table.take("options", dict, {}) or {}
    return tuple(
        Option(name, read_conditions(table, f"options.{name}", when, numbers))
        for name, when in raw.items()
    )


def _guess(table: Table) -> Guess:
    return Guess(*(table.take(key, _REAL) for key in ("low", "high", "within")))


def _goal(table: Table, numbers: Mapping[str, Any]) -> tuple[tuple[Condition, ...], ...]:
    steps = table.take("goal", list) or []
    return tuple(
        read_conditions(table, f"goal.{place}", step, numbers)
        for place, step in enumerate(steps, start=1)
    )


def _controls(table: Table, scenario: Scenario, presets: Presets) -> dict[str, tuple[Any, ...]]:
    """Read the values to offer for each key, each of which must be one that can be."""
    found = {}
    for key, values in (table.take("controls", dict, {}) or {}).items():
        if not isinstance(values, list) or len(values) < 2:
            wanted = f"expected a list of values, got {values!r}"
            table.problems.append(f"{table.where}.controls.{key}: {wanted}")
            continue
        for value in values:
            _state(table, f"controls.{key}", f"{key}={value}", presets, scenario)
        found[key] = tuple(values)
    return found


def _worded(lesson: Lesson, raw: Any, table: Table) -> Lesson:
    """Give a lesson the texts of its own table, by language."""
    if not raw:
        table.problems.append(f"{table.where}.text: expected a table for at least one language")
    wordings: dict[str, Wording] = {}
    for tag, texts in raw.items():
        for wording in table.below(f"text.{tag}", texts).made(partial(read_wording, lesson=lesson)):
            wordings[tag] = wording
    return replace(lesson, wordings=wordings)


def _check(lesson: Lesson, presets: Presets) -> None:
    """Require that a lesson can be taken."""
    if bool(lesson.options) == (lesson.guess is not None):
        raise RooflineError("expected either options to choose from or a guess, a number")
    if lesson.options:
        _check_options(lesson, presets)
    elif not isinstance(lesson.numbers[lesson.answer], int | float):
        raise RooflineError(f"answer: expected a number to guess, got {lesson.answer}")
    elif lesson.guess and lesson.is_right(lesson.guess.middle, presets):
        raise RooflineError("guess: expected a middle, where the mark starts, that is not right")
    if not lesson.goal:
        raise RooflineError("goal: expected at least one step")
    for place, step in enumerate(lesson.goal, start=1):
        # every condition, whatever the first one says, so that a mistake in any is found now
        held = [c.holds(lesson.scenario, presets, lesson.numbers) for c in step]
        if all(held):
            raise RooflineError(f"goal.{place}: expected a step still to take, it holds at once")


def _check_options(lesson: Lesson, presets: Presets) -> None:
    if not 2 <= len(lesson.options) <= 4:
        raise RooflineError(f"options: expected 2 to 4, got {len(lesson.options)}")
    right = lesson.right_options(presets)
    if len(right) != 1:
        names = ", ".join(right) or "none"
        raise RooflineError(f"options: expected exactly one that is right, got {names}")
