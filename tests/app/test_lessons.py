"""A student's way through the lessons, and every text of theirs in every language."""

import re

import pytest

from app.language import LANGUAGES, load_language
from app.lesson_card import LessonTexts, lesson_controls, lesson_values
from app.lessons import Lessons
from app.simulator import Simulator
from app.state import State
from model import load_presets
from tests.test_lessons import WAYS

PRESETS = load_presets()
EN = load_language("en")
# Digits that are names, not numbers of the model: 8-bit, 2/b, 2N/b, 2M/b, 1/I, b/2, 6·P, im2col.
NAMES = re.compile(r"\d+[- ]bits?|\d+ ?位|[12][NM]?/\w|b/2|1/\{|6·P|im2col")


class Page:
    """What the page sends, and what it then has."""

    def __init__(self, query: str = "") -> None:
        self.sequence = 0
        self.simulator = Simulator(State())
        self.send(query=query, author=True)

    def send(self, **message: object) -> None:
        self.sequence += 1
        self.simulator._handle_msg({"sequence": self.sequence, **message})

    def say(self, name: str, *argument: object) -> None:
        self.send(commands=[[name, list(argument)]])

    @property
    def card(self) -> dict:
        return self.simulator.lesson["card"]

    @property
    def live(self) -> dict:
        return self.simulator.live

    @property
    def ticks(self) -> list[bool]:
        return [step["done"] for step in self.card["steps"]]


def test_every_parameter_is_documented() -> None:
    for name in set(Lessons.param) - {"name"}:
        assert Lessons.param[name].doc


def test_a_lesson_is_predicted_done_and_explained() -> None:
    page = Page("M=64")
    page.send(changes={"lesson": "batch-and-context"}, start=True)
    assert page.live["query"] == "workload=decode-64&expert=true"
    assert page.card["step"] == "predict"
    page.send(changes={"B": "512"}, start=True)
    assert page.ticks == [False, False]
    page.say("lesson_predict", "half")
    assert (page.card["step"], page.ticks) == ("do", [True, False])
    page.send(changes={"B": "64"}, start=True)
    assert page.ticks == [True, False]
    page.send(changes={"B": "600", "S": "8192"}, start=True)
    assert (page.card["step"], page.ticks) == ("reveal", [True, True])
    reveal = page.card["reveal"]
    assert not reveal["right"]
    assert (reveal["predicted"], reveal["computed"]) == ("About half", "About a sixth")
    assert page.simulator.lesson["stored"]["done"] == ["batch-and-context"]
    assert page.simulator.lesson["progress"] == f"1 of {len(PRESETS.lessons)} done"


def test_opening_a_lesson_is_one_step_back_and_closing_it_leaves_the_state() -> None:
    page = Page("M=64")
    page.send(changes={"lesson": "fusion-off"}, start=True)
    page.send(changes={"lesson": ""})
    assert page.card is None
    assert page.live["address"] == "workload=attention-prefill"
    page.say("undo")
    assert page.live["query"] == "M=64"
    page.say("redo")
    assert page.live["query"] == "workload=attention-prefill"


def test_the_address_names_the_open_lesson_and_keeps_what_the_student_did() -> None:
    page = Page("lesson=fusion-off")
    page.send(changes={"fused": "false"}, start=True)
    address = page.live["address"]
    assert address == "workload=attention-prefill&fused=false&lesson=fusion-off"
    again = Page(address)
    assert again.live["query"] == page.live["query"]
    assert again.card["id"] == "fusion-off"
    page.say("reset")
    assert page.live["query"] == "workload=attention-prefill"
    page.send(query="workload=relu")
    assert page.card is None


def test_the_expert_view_stays_open_when_a_lesson_does_not_need_it() -> None:
    page = Page("expert=true")
    page.send(changes={"lesson": "fusion-off"}, start=True)
    assert page.live["query"] == "workload=attention-prefill&expert=true"


def test_a_lesson_can_be_set_up_again_without_losing_its_ticks() -> None:
    page = Page("lesson=bigger-chip")
    page.say("lesson_predict", "none")
    page.send(changes={"peak": "2e15"}, start=True)
    page.send(changes={"lesson": "bigger-chip"}, start=True)
    assert page.live["query"] == "workload=decode-1"
    assert page.ticks == [True, False]
    page.say("lesson_reveal")
    assert page.card["reveal"]["right"]
    assert page.simulator.lesson["stored"]["done"] == []


@pytest.mark.parametrize("text", ["", "many", "0", "-3", "nan", "1e99"])
def test_a_number_that_cannot_be_is_refused_by_name(text: str) -> None:
    page = Page("lesson=projection-crosses")
    page.say("lesson_predict", text)
    assert page.card["step"] == "predict"
    assert page.card["problem"] == f"Expected a number greater than 0, got {text!r}."
    page.say("lesson_predict", "2e2")
    assert page.card["problem"] == ""
    assert page.card["step"] == "do"


def test_a_predicted_number_stands_beside_the_computed_one() -> None:
    page = Page("lesson=projection-crosses")
    page.say("lesson_predict", "200")
    page.say("lesson_reveal")
    assert page.card["reveal"]["predicted"] == "200 tokens"
    assert page.card["reveal"]["computed"] == "181 tokens"
    assert page.card["reveal"]["right"]


def test_what_the_browser_kept_is_taken_up() -> None:
    page = Page("lesson=batch-and-context")
    page.say("lesson_predict", "half")
    page.send(changes={"B": "512"}, start=True)
    stored = page.simulator.lesson["stored"]
    again = Page(page.live["address"])
    again.say("lesson_restore", {**stored, "done": ["fusion-off", "gone"]})
    assert (again.card["step"], again.ticks) == ("do", [True, False])
    assert again.simulator.lesson["stored"]["done"] == ["fusion-off"]


@pytest.mark.parametrize(
    "stored",
    [
        None, 3, [], "x", {"done": 3}, {"done": [{}, None]}, {"attempt": []},
        {"attempt": {"lesson": "fusion-off", "prediction": 5, "reached": "yes"}},
        {"attempt": {"lesson": "fusion-off", "prediction": "no-such", "reached": [True]}},
        {"attempt": {"lesson": "fusion-off", "prediction": "far", "reached": [1, 2, 3]}},
        {"attempt": {"lesson": "gone", "prediction": "far", "reached": [True]}},
    ],
)  # fmt: skip
def test_what_was_kept_and_no_longer_fits_is_passed_over(stored: object) -> None:
    page = Page("lesson=fusion-off")
    page.say("lesson_restore", stored)
    assert page.ticks == [False]
    assert page.card["problem"] == ""
    assert page.simulator.lesson["stored"]["done"] == []


def test_what_is_said_about_no_lesson_changes_nothing() -> None:
    page = Page()
    page.say("lesson_predict", "far")
    page.say("lesson_reveal")
    assert page.card is None


def test_a_lesson_offers_the_dimensions_it_needs_while_it_is_open() -> None:
    page = Page("lesson=gqa-moves")
    spec = page.simulator.frame["controls"][-1]
    assert (spec["key"], [o["value"] for o in spec["options"]]) == ("g", ["28", "7", "4", "1"])
    assert page.live["values"]["g"] == "28"
    page.send(changes={"lesson": ""})
    assert "g" not in [spec["key"] for spec in page.simulator.frame["controls"]]


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("lesson", PRESETS.lessons)
def test_every_text_is_there_and_filled_with_computed_numbers(tag: str, lesson: str) -> None:
    text = load_language(tag)
    texts, state, lessons = LessonTexts(text, PRESETS), State(f"lesson={lesson}"), Lessons(PRESETS)
    lessons.follow(lesson, state.scenario)
    lessons.predict(
        PRESETS.lessons[lesson].options[0].id if not texts.card(lessons)["guess"] else "1"
    )
    lessons.reveal()
    card = texts.card(lessons)
    shown = repr(card)
    assert card["reveal"]["why"]
    assert not re.search(r"[{]\w+[}]", shown)
    assert len(card["steps"]) == len(WAYS[lesson])
    assert all(spec["label"] for spec in lesson_controls(text, state))
    assert set(lesson_values(state)) == set(PRESETS.lessons[lesson].controls)


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("lesson", PRESETS.lessons)
def test_no_number_is_typed_into_a_text(tag: str, lesson: str) -> None:
    wording = LessonTexts(load_language(tag), PRESETS).wordings[lesson]
    for line in (
        wording.title,
        wording.prompt,
        wording.why,
        *wording.do,
        *wording.options.values(),
    ):
        left = re.sub(r"[{]\w+[}]", "", NAMES.sub("", line))
        assert not re.search(r"\d", left), line


def test_the_languages_have_the_same_texts_and_none_is_left_in_the_other() -> None:
    tables = {tag: LessonTexts(load_language(tag), PRESETS) for tag in LANGUAGES}
    for tag, texts in tables.items():
        assert texts.panel.keys() == tables["en"].panel.keys()
        said = "".join(w.prompt + w.why + "".join(w.do) for w in texts.wordings.values())
        assert bool(re.search(r"[一-鿿]", said)) == tag.startswith("zh")
    ours, theirs = tables["en"].wordings, tables["zh-CN"].wordings
    assert not [
        n for n in ours if ours[n].prompt == theirs[n].prompt or ours[n].why == theirs[n].why
    ]
