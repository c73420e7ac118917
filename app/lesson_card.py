"""The open lesson in words, ready to show; formats what the model computed."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model import PresetError
from model.quantities import grouped, percent, rounded, si
from model.reader import Reader, Table
from model.vocabulary import SHAPE
from model.wording import Wording, read_wording

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.language import Language
    from app.lessons import Lessons
    from app.state import State
    from model import Presets
    from model.lessons import Lesson
    from model.measures import Measure

__all__ = ("LessonTexts", "lesson_controls", "lesson_values")

_FOLDER = Path(__file__).resolve().parent / "text" / "lessons"


class LessonTexts:
    """Texts of the lessons in one language.

    Parameters
    ----------
    text : Language
        The page's own texts, for words that the lessons share with it.
    presets : Presets
        Holds the lessons.

    Raises
    ------
    PresetError
        Listing every text that is missing, left over or mistaken.
    """

    def __init__(self, text: Language, presets: Presets) -> None:
        self._text, self._presets = text, presets
        path, table = _read(text.tag)
        table = text.disguise(table)
        self.panel: Mapping[str, str] = table["panel"]
        self.wordings = _wordings(path, table["lesson"], text.tag, presets.lessons)

    @property
    def titles(self) -> list[dict[str, str]]:
        """Every lesson's id and title, in order."""
        return [{"id": name, "title": wording.title} for name, wording in self.wordings.items()]

    def card(self, lessons: Lessons) -> dict[str, Any] | None:
        """Describe the open lesson; None if there is none."""
        lesson = lessons.lesson
        if lesson is None:
            return None
        wording, fill = self.wordings[lesson.id], self._filled(lesson)
        return {
            "id": lesson.id,
            "step": lessons.step,
            "title": wording.title,
            "prompt": wording.prompt.format(**fill),
            "options": [
                {"value": option.id, "label": wording.options[option.id].format(**fill)}
                for option in lesson.options
            ],
            "guess": self._guess(lesson, wording),
            "problem": self._problem(lessons),
            "steps": [
                self._step(line.format(**fill), done)
                for line, done in zip(wording.do, lessons.reached, strict=True)
            ],
            "reveal": self._reveal(lessons, lesson) if lessons.step == "reveal" else None,
            "next": self._next(lesson.id, lessons.done),
        }

    def progress(self, lessons: Lessons) -> str:
        """Say how many lessons are done."""
        return self.panel["progress"].format(done=len(lessons.done), all=len(self.wordings))

    def _step(self, line: str, done: bool) -> dict[str, Any]:
        """Describe a step of the goal; `said` is read out once it is reached."""
        return {"text": line, "done": done, "said": self.panel["ticked"].format(step=line)}

    def _next(self, name: str, done: list[str]) -> dict[str, str] | None:
        """Name the next lesson that is not done, from this one on and round."""
        names = list(self.wordings)
        place = names.index(name)
        left = [n for n in names[place + 1 :] + names[:place] if n not in done]
        if not left:
            return None
        title = self.wordings[left[0]].title
        return {"id": left[0], "label": self.panel["next"].format(title=title)}

    def _filled(self, lesson: Lesson) -> dict[str, str]:
        return self._text.isolated(
            {
                name: self._number(measure, lesson.numbers[name])
                for name, measure in lesson.measures.items()
            }
        )

    def _number(self, measure: Measure, value: Any) -> str:
        unit = measure.unit
        if unit == "bound":
            return self._text("bound", value)
        if unit == "chip":
            return self._presets.chips[value].name
        if unit == "count":
            return grouped(value)
        if unit == "percent":
            return percent(value)
        if unit in ("ratio", "FLOP/byte"):
            return rounded(value, 3 if unit == "ratio" else 4)
        return si(value, unit)

    def _guess(self, lesson: Lesson, wording: Wording) -> dict[str, Any] | None:
        if lesson.guess is None:
            return None
        label = self.panel["prediction"]
        return {
            "key": "guess", "label": label, "unit": wording.unit, "page": 10, "whole": False,
            "low": lesson.guess.low, "high": lesson.guess.high, "exponent": 0,
            "start": lesson.guess.middle,
            "exact": self._text("control", "exact", label=label),
        }  # fmt: skip

    def _problem(self, lessons: Lessons) -> str:
        if not lessons.refused:
            return ""
        return self.panel["refused"].format(value=repr(lessons.refused.strip()))

    def _reveal(self, lessons: Lessons, lesson: Lesson) -> dict[str, Any]:
        wording, fill = self.wordings[lesson.id], self._filled(lesson)
        if lesson.guess is None:
            (right,) = lesson.right_options(self._presets)
            said = [wording.options[name].format(**fill) for name in (lessons.prediction, right)]
        else:
            unit = f" {wording.unit}" if wording.unit else ""
            said = [f"{grouped(lessons.prediction)}{unit}", f"{fill[lesson.answer]}{unit}"]
        return {
            "right": lessons.right,
            "verdict": self.panel["right" if lessons.right else "wrong"],
            "predicted": said[0],
            "computed": said[1],
            "why": wording.why.format(**fill),
        }


@cache
def _read(tag: str) -> tuple[Path, dict[str, Any]]:
    path = _FOLDER / f"{tag}.toml"
    reader = Reader()
    table = reader.tables(path)
    if reader.problems:
        raise PresetError(reader.problems)
    return path, table


def _wordings(
    path: Path, table: Mapping[str, Any], tag: str, lessons: Mapping[str, Lesson]
) -> dict[str, Wording]:
    """Take each lesson's texts from its own file, where it has them, else from ours."""
    problems: list[str] = []
    found: dict[str, Wording] = {}
    for name, lesson in lessons.items():
        if lesson.wordings:
            found[name] = lesson.wordings.get(tag) or next(iter(lesson.wordings.values()))
            continue
        texts = Table(f"{path}: lesson.{name}", table.get(name), problems)
        for wording in texts.made(partial(read_wording, lesson=lesson)):
            found[name] = wording
    if problems:
        raise PresetError(problems)
    return found


def lesson_controls(text: Language, state: State) -> list[dict[str, Any]]:
    """Describe the controls that the open lesson offers beside those of the view."""
    lesson = state.presets.lessons.get(state.chrome["lesson"])
    if lesson is None or lesson.scenario.workload != state.scenario.workload:
        return []
    return [
        {
            "key": key, "type": "radio", "label": text("control", key),
            "options": [{"value": SHAPE[key].write(v), "label": grouped(v)} for v in values],
        }
        for key, values in lesson.controls.items()
    ]  # fmt: skip


def lesson_values(state: State) -> dict[str, str]:
    """Return the text of each such control's value."""
    lesson = state.presets.lessons.get(state.chrome["lesson"])
    dimensions = state.scenario.shaped(state.presets).dimensions
    return {
        key: SHAPE[key].write(dimensions[key])
        for key in (lesson.controls if lesson else ())
        if key in dimensions
    }
