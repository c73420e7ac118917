"""The texts of a lesson in one language, checked against the lesson they belong to."""

from __future__ import annotations

import string
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from model.lessons import Lesson
    from model.reader import Table

__all__ = ("Wording", "read_wording")


@dataclass(frozen=True)
class Wording:
    """What a lesson says; `{name}` stands for one of its numbers.

    Parameters
    ----------
    title, prompt, why : str
        What it is about (without numbers), what to predict, and the explanation of the answer.
    do : tuple of str
        What to do, one line for each step of the goal.
    options : mapping of str to str
        The options of a choice, by id; empty for a number.
    unit : str
        Unit of a predicted number, and of the answer beside a prediction; may be empty.
    """

    title: str
    prompt: str
    why: str
    do: tuple[str, ...]
    options: Mapping[str, str]
    unit: str


def read_wording(table: Table, lesson: Lesson) -> Wording:
    """Read a lesson's texts; a missing one, one too many and an unknown placeholder are noted."""
    options = {option.id for option in lesson.options}
    wording = Wording(
        table.take("title", str),
        table.take("prompt", str),
        table.take("why", str),
        tuple(table.take("do", list) or ()),
        table.take("options", dict) if options else {},
        table.take("unit", str, ""),
    )
    _check_parts(table, wording, len(lesson.goal), options)
    for key, text in _every(wording):
        _check_text(table, key, text, set(lesson.numbers) if key != "title" else set())
    return wording


def _check_parts(table: Table, wording: Wording, steps: int, options: set[str]) -> None:
    if len(wording.do) != steps:
        table.problems.append(
            f"{table.where}.do: expected {steps} lines, one for each step of the goal, "
            f"got {len(wording.do)}"
        )
    for key in options ^ set(wording.options or {}):
        wanted = "a text" if key in options else "no such option"
        table.problems.append(f"{table.where}.options.{key}: expected {wanted}")


def _every(wording: Wording) -> list[tuple[str, Any]]:
    return [
        *((key, getattr(wording, key)) for key in ("title", "prompt", "why", "unit")),
        *((f"do.{place}", line) for place, line in enumerate(wording.do, start=1)),
        *((f"options.{key}", text) for key, text in (wording.options or {}).items()),
    ]


def _check_text(table: Table, key: str, text: Any, numbers: set[str]) -> None:
    if text is None:  # noted as missing already
        return
    try:
        named = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except (ValueError, TypeError):
        table.problems.append(f"{table.where}.{key}: expected a text, got {text!r}")
        return
    for name in sorted(named - numbers):
        wanted = f"one of the lesson's numbers ({', '.join(sorted(numbers))})"
        wanted = wanted if numbers else "no number"
        table.problems.append(f"{table.where}.{key}: expected {wanted} in braces, got {name!r}")
