"""Lessons: a state to start from, a prediction, a goal to reach by doing, a computed answer."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from model.errors import RooflineError
from model.literals import read_number

if TYPE_CHECKING:
    import datetime
    from collections.abc import Mapping

    from model.conditions import Condition
    from model.measures import Measure
    from model.presets import Presets
    from model.scenario import Scenario
    from model.wording import Wording

__all__ = ("Guess", "Lesson", "Option")


@dataclass(frozen=True)
class Option:
    """One option of a prediction; it is right when its conditions hold of the computed numbers."""

    id: str
    when: tuple[Condition, ...]


@dataclass(frozen=True)
class Guess:
    """A number to predict, by a mark on a logarithmic slider or in a box.

    Parameters
    ----------
    low, high : float
        Ends of the slider.
    within : float
        Right if it is no more than this factor away from the answer.
    """

    low: float
    high: float
    within: float

    @property
    def middle(self) -> float:
        """Where the mark starts on the slider."""
        return math.sqrt(self.low * self.high)

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < math.inf:
            raise RooflineError(f"guess: expected 0 < low < high, got {self.low}, {self.high}")
        if not 1 < self.within < math.inf:
            raise RooflineError(f"guess: expected within > 1, a factor, got {self.within}")


@dataclass(frozen=True)
class Lesson:
    """One lesson; what is right and what is reached is computed, never stored.

    Parameters
    ----------
    id : str
        Stable short id.
    scenario : Scenario
        The state it sets up.
    measures : mapping of str to Measure
        The numbers it names.
    numbers : mapping of str to object
        Their computed values.
    answer : str
        Name of the number that is shown beside the prediction.
    options : tuple of Option
        What there is to choose from; empty where a number is predicted.
    guess : Guess or None
        The number to predict.
    goal : tuple of tuple of Condition
        Steps, in any order; in each, every condition must hold at once.
    controls : mapping of str to tuple
        Keys that are offered while it is open, beside those of the view, each with its values.
    source : str
        Where the question comes from.
    accessed : datetime.date
        When it was read there.
    wordings : mapping of str to Wording
        Texts by language, where the lesson's own file has them.
    """

    id: str
    scenario: Scenario
    measures: Mapping[str, Measure]
    numbers: Mapping[str, Any]
    answer: str
    options: tuple[Option, ...]
    guess: Guess | None
    goal: tuple[tuple[Condition, ...], ...]
    controls: Mapping[str, tuple[Any, ...]]
    source: str
    accessed: datetime.date
    wordings: Mapping[str, Wording] = field(default_factory=dict)

    def right_options(self, presets: Presets) -> tuple[str, ...]:
        """Ids of the options whose conditions hold; of a lesson that was loaded, exactly one."""
        return tuple(
            option.id
            for option in self.options
            if all(c.holds(self.scenario, presets, self.numbers) for c in option.when)
        )

    def read_prediction(self, text: str) -> str | float:
        """Read an option's id, or a number greater than 0.

        Raises
        ------
        ValueError
            If it is neither.
        """
        if self.guess is None:
            if text not in (option.id for option in self.options):
                raise ValueError(text)
            return text
        value = read_number(text)
        if value <= 0:
            raise ValueError(text)
        return value

    def is_right(self, prediction: str | float, presets: Presets) -> bool:
        """Whether a prediction is the computed answer, or near enough to it."""
        if self.guess is None or isinstance(prediction, str):
            return prediction in self.right_options(presets)
        ratio = prediction / self.numbers[self.answer]
        return bool(1 / self.guess.within <= ratio <= self.guess.within)

    def reached(self, scenario: Scenario, presets: Presets) -> tuple[bool, ...]:
        """For each step of the goal, whether a state reaches it."""
        return tuple(self._holds(step, scenario, presets) for step in self.goal)

    def _holds(self, step: tuple[Condition, ...], scenario: Scenario, presets: Presets) -> bool:
        """Judge a step, which is about the lesson's workload unless it names one itself."""
        free = any((c.subject, c.name) == ("key", "workload") for c in step)
        if not free and scenario.workload != self.scenario.workload:
            return False
        try:
            return all(c.holds(scenario, presets, self.numbers) for c in step)
        except RooflineError:  # another workload or chip without the number that is asked for
            return False
