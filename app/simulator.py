"""The simulator as one Panel component: state, chart and page, connected."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

import panel as pn
import param
from panel.custom import Child, JSComponent
from panel.io.state import set_curdoc

from app.chart import Chart
from app.controls import controls
from app.describe import mark, row
from app.export import as_csv, as_json
from app.labels import Frame
from app.language import Language, find_language, load_language
from app.layouts import layouts
from app.lesson_card import LessonTexts, lesson_controls
from app.lessons import Lessons
from app.live import shown_now
from app.promptly import send_promptly
from app.scene import Scene
from app.state import State
from app.views.base import Page, create, scripts, styles
from model.further import further
from model.vocabulary import HIDEABLE, VIEWS
from model.workloads.base import SIZES

if TYPE_CHECKING:
    from collections.abc import Callable

    from bokeh.document import Document
    from bokeh.events import Event

    from model import QueryError, Result

__all__ = ("Simulator",)

_SCRIPTS = (
    "dom",
    "link",
    "slider",
    "choices",
    "readout",
    "colours",
    "size",
    "address",
    "api",
    "languages",
    "steps",
    "lessons",
    "snippet",
    "embed",
    "picture",
    "export",
    "share",
    "print",
    "views",
    "early",
    "index",
)
_STYLES = ("colours", "page", "lessons", "share", "print")


class Simulator(JSComponent):
    """One reader's simulator.

    Parameters
    ----------
    state : State, optional
        What to show; a new one in the default state, if left out.

    Notes
    -----
    `live`, what the page shows now, changes with every move of a slider and holds texts only. It
    travels as one text, `told`: Bokeh looks at each value of a mapping several times. `frame`
    changes with what there is to set, and with the language; `lesson` with each step of a lesson.
    The chart has its own data. One move is one patch.
    """

    chart = Child(doc="The roofline figure.")
    page = Child(doc="The view that is shown, or was shown last; none before the first visit.")
    frame = param.Dict(default={}, doc="Texts and the description of the controls.")
    asked = param.String(default="", doc="The query whose state a page starts with.")
    layouts = param.List(default=[], doc="The chart's texts for a page that starts, by size.")
    told = param.String(default="{}", doc="`live` as JSON.")
    lesson = param.Dict(default={}, doc="The open lesson as text, and what to keep of progress.")

    # A view that comes later must not make Panel draw the whole page anew.
    _render_policy = "manual"
    _esm = scripts(*_SCRIPTS)
    _stylesheets: ClassVar[list[str]] = styles(*_STYLES)

    def __init__(self, state: State | None = None, **params: Any) -> None:
        self._state = State() if state is None else state
        self._text = _language(self._state)
        self._sequence = self._answers = 0
        self._offered: tuple[Any, ...] | None = None
        self._size = Frame()
        self._exported: dict[str, str] = {}
        self._written: dict[str, tuple[Language, Result, dict[str, str]]] = {}
        self._chart = Chart(self._text)
        state = self._state
        self._lessons = Lessons(state.presets)
        self._lesson_texts = LessonTexts(self._text, state.presets)
        self._views: dict[str, Page] = {}
        self._commands: dict[str, Callable[..., None]] = {
            "undo": state.undo,
            "redo": state.redo,
            "reset": state.reset,
            "pin": state.pin,
            "lesson_predict": self._lessons.predict,
            "lesson_reveal": self._lessons.reveal,
            "lesson_restore": self._lessons.restore,
            "export": self._export,
            "view": self._command_view,
        }
        super().__init__(
            chart=pn.pane.Bokeh(self._chart.figure, sizing_mode="stretch_both"),
            **{"sizing_mode": "stretch_width", **params},
        )
        self._follow()
        self._refresh()

    def foreshow(self, query: str) -> list[QueryError]:
        """Show what a page is to start with at an address, and tell what of that is refused.

        Parameters
        ----------
        query : str
            As a URL writes it.

        Returns
        -------
        list of QueryError
        """
        self.asked = query
        self._state.open(query, author=True)
        self._follow()
        self._refresh()
        self.layouts = layouts(self._scene(self._rows()), self._text)
        return self._state.problems

    def _handle_msg(self, data: dict[str, Any]) -> None:
        """Apply a message of the page and answer it; a repeated one is answered again."""
        with pn.io.hold():
            if data["sequence"] > self._sequence:
                if not self._sequence:
                    send_promptly(pn.state.curdoc)
                self._sequence = data["sequence"]
                self._apply(data)
            self._answers += 1
            self._refresh()

    def _apply(self, data: dict[str, Any]) -> None:
        self._exported = {}
        if data.get("size"):
            self._size = Frame.inside(*data["size"])
            self._chart.forget()
        if data.get("query") is not None:
            author, keep = bool(data.get("author")), bool(data.get("keep"))
            self._state.open(data["query"], author=author, keep=keep)
        if data.get("changes"):
            self._state.change(data["changes"], start=bool(data.get("start")))
        self._follow()  # what is said about a lesson is about the one that has just been opened
        for name, argument in data.get("commands") or ():
            self._commands[name](*argument)
        self._follow()

    def _follow(self) -> None:
        self._lessons.follow(self._state.chrome["lesson"], self._state.scenario)

    @property
    def _view(self) -> Page | None:
        """The view that is shown; it is built on its first visit."""
        name = self._state.chrome["view"]
        if name == VIEWS[0]:
            return None
        if name not in self._views:
            self._views[name] = create(name)
        return self._views[name]

    def _command_view(self, name: str, command: str, arguments: list[Any]) -> None:
        """Pass a command on to a view; one for a view that is not shown comes too late."""
        if self._view is not None and name == self._state.chrome["view"]:
            self._view.commands[command](*arguments)

    def _show_view(self) -> None:
        if (view := self._view) is not None:
            view.refresh(self._state, self._text)
            self.page = view.view

    def _export(self, form: str) -> None:
        """Put a file's text into the answer to the message that asks for it."""
        self._exported[form] = {"csv": as_csv, "json": as_json}[form](self._state)

    def _refresh(self) -> None:
        """Show the state: chart, controls and words."""
        state = self._state
        if (text := _language(state)) is not self._text:
            self._text = text
            self._chart.speak(text)
            self._lesson_texts = LessonTexts(text, state.presets)
        rows = self._rows()
        self._chart.update(self._scene(rows))
        scenario = state.scenario
        sizes = [scenario.shapes.get(scenario.workload, {}).get(key) for key in SIZES]
        offered = scenario.workload, scenario.expert, scenario.chip, scenario.b, sizes, state.chrome
        if offered != self._offered:
            self._offered = offered
            self.frame = {
                "texts": self._text.table,
                "language": self._text.described,
                "controls": controls(self._text, state) + lesson_controls(self._text, state),
                "chrome": state.chrome,
                "lessons": {
                    "texts": self._lesson_texts.panel,
                    "list": self._lesson_texts.titles,
                },
                "hideable": HIDEABLE,
                "views": VIEWS,
            }
        self._show_lesson()
        self._show_view()
        self._tell(self._live(rows))

    def _show_lesson(self) -> None:
        shown = {
            "card": self._lesson_texts.card(self._lessons),
            "progress": self._lesson_texts.progress(self._lessons),
            "stored": self._lessons.stored,
        }
        if shown != self.lesson:
            self.lesson = shown

    def _tell(self, live: dict[str, Any]) -> None:
        """Set `told` on the models themselves: through Panel it takes as long as all the rest."""
        self.live = live
        with param.discard_events(self):
            self.told = json.dumps(live, ensure_ascii=False)
        for model, _ in self._models.values():
            model.data.told = self.told

    def _process_bokeh_event(self, doc: Document, event: Event) -> None:
        """Take a message without what Panel does around it: two lines for a log, a spinner."""
        with set_curdoc(doc):
            self._process_event(event)

    @property
    def _linked_properties(self) -> tuple[str, ...]:
        """Name the properties that the page sets: none, it sends messages."""
        return ()

    @classmethod
    def _patch_datamodel_ref(cls, props: Any, ref: str) -> None:
        """Tag the one data model there is; Panel would search the whole chart for more."""
        tag = f"__ref:{ref}"
        if tag not in props.tags:
            props.tags.append(tag)

    def _scene(self, rows: dict[str, dict[str, str]]) -> Scene:
        return Scene.of(self._text, self._state, rows, self._size)

    def _rows(self) -> dict[str, dict[str, str]]:
        return {name: self._row(name, result) for name, result in self._state.results.items()}

    def _row(self, name: str, result: Result) -> dict[str, str]:
        """Write a workload's numbers, or take what was written for the same result."""
        state, text = self._state, self._text
        kept = self._written.get(name)
        if kept is None or kept[0] is not text or kept[1] is not result:
            label = mark(text, state.scenario.shaped(state.presets, name))
            kept = self._written[name] = text, result, row(text, result, label)
        return kept[2]

    def _live(self, rows: dict[str, dict[str, str]]) -> dict[str, Any]:
        return {
            "sequence": self._sequence,
            "answers": self._answers,
            "result": self._result(),
            "export": self._exported,
            **shown_now(self._text, self._state, rows),
        }

    def _result(self) -> str:
        shown = None if self._view is None else self._view.result
        if shown is not None:
            return shown
        state = self._state
        found = state.selected.as_dict() | further(state.scenario, state.presets)
        return json.dumps(found, ensure_ascii=False)


def _language(state: State) -> Language:
    chrome = state.chrome
    return load_language(find_language(chrome["locale"]) or "en", chrome["stringTest"])
