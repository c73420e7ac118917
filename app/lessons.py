"""The lesson that is open: what was predicted, what has been done, which lessons are done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import param

from model.literals import number_text

if TYPE_CHECKING:
    from model import Presets, Scenario
    from model.lessons import Lesson

__all__ = ("Lessons",)


class Lessons(param.Parameterized):
    """One student's way through the lessons; which one is open is part of the page's address.

    Parameters
    ----------
    presets : Presets
        Holds the lessons.
    """

    current = param.String(default="", doc="Id of the open lesson; empty if none is.")
    prediction = param.Parameter(default=None, doc="Option or number predicted; None before.")
    refused = param.String(default="", doc="Prediction that could not be read.")
    reached = param.List(default=[], doc="For each step of the goal, whether it was reached.")
    revealed = param.Boolean(default=False, doc="Whether the answer was asked for.")
    done = param.List(default=[], doc="Ids of the lessons done.")

    def __init__(self, presets: Presets) -> None:
        super().__init__()
        self._presets = presets

    @property
    def lesson(self) -> Lesson | None:
        """The open lesson."""
        return self._presets.lessons.get(self.current)

    @property
    def step(self) -> str:
        """What comes now: `predict`, `do` or, when all is done or given up, `reveal`."""
        if self.prediction is None:
            return "predict"
        return "reveal" if self.revealed or all(self.reached) else "do"

    @property
    def right(self) -> bool:
        """Whether the prediction agrees with the model."""
        lesson = self.lesson
        return lesson is not None and lesson.is_right(self.prediction, self._presets)

    def follow(self, lesson: str, scenario: Scenario) -> None:
        """Take note of the address's lesson and of the state; a step reached stays reached."""
        if lesson != self.current:
            steps = len(self._presets.lessons[lesson].goal) if lesson else 0
            self.param.update(
                current=lesson, prediction=None, refused="", reached=[False] * steps,
                revealed=False,
            )  # fmt: skip
        if self.lesson is None or self.prediction is None:
            return
        now = self.lesson.reached(scenario, self._presets)
        self.reached = [a or b for a, b in zip(self.reached, now, strict=True)]
        if all(self.reached) and self.current not in self.done:
            self.done = [*self.done, self.current]

    def predict(self, text: str) -> None:
        """Take a prediction, an option's id or a number; what is neither is refused."""
        if self.lesson is None:
            return
        try:
            self.prediction, self.refused = self.lesson.read_prediction(text), ""
        except ValueError:
            self.refused = text or " "

    def reveal(self) -> None:
        """Show the answer before everything is done."""
        self.revealed = self.prediction is not None

    @property
    def stored(self) -> dict[str, Any]:
        """What the browser keeps between visits."""
        prediction = self.prediction
        if isinstance(prediction, int | float):
            prediction = number_text(prediction)
        return {
            "done": self.done,
            "attempt": {
                "lesson": self.current, "prediction": prediction, "reached": self.reached,
                "revealed": self.revealed,
            },
        }  # fmt: skip

    def restore(self, stored: Any) -> None:
        """Take up what the browser has kept, as far as it still fits the lessons there are."""
        if not isinstance(stored, dict):
            return
        kept = stored.get("done")
        kept = kept if isinstance(kept, list) else []
        self.done = [name for name in self._presets.lessons if name in [*kept, *self.done]]
        attempt = stored.get("attempt")
        if isinstance(attempt, dict) and attempt.get("lesson") == self.current:
            self._take_up(attempt)

    def _take_up(self, attempt: dict[str, Any]) -> None:
        if isinstance(attempt.get("prediction"), str):
            self.predict(attempt["prediction"])
        reached = attempt.get("reached")
        if self.prediction is None or not isinstance(reached, list):
            self.refused = ""
        elif len(reached) == len(self.reached):
            self.param.update(
                reached=[flag is True for flag in reached], revealed=attempt.get("revealed") is True
            )
