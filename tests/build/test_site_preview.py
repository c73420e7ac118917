"""What is to be seen before the drawing library has come, and how the real page takes its place."""

import pytest
from bokeh.document import Document

from app.simulator import Simulator
from app.state import State

pytestmark = pytest.mark.ui

_PARTS = ("header", ".verdict", ".chart", ".controls", ".table")
_PLACES = """([host, parts]) => {
  const {shadowRoot} = document.querySelector(host)
  return parts.map((part) => {
    const {x, y, width, height} = shadowRoot.querySelector(part).getBoundingClientRect()
    return [part, x, y, width, height]
  })
}"""
_TEXTS = """[...document.querySelector("#site-preview").shadowRoot.querySelectorAll("svg text")]
  .map((text) => text.textContent)"""
_GONE = "!document.querySelector('#site-preview, .previewed')"


_LABELS = """["points", "notes"].map((name) => {
  const {data} = Bokeh.documents[0].get_model_by_name(name)
  const round = (place) => Math.round(place * 100) / 100
  return [[...data.dx].map(round), [...data.dy].map(round), [...data.align]]
})"""
_SIZE = """(() => {
  const {shadowRoot} = document.querySelector("[data-root-id] > *")
  const {clientWidth, clientHeight} = shadowRoot.querySelector(".chart")
  return [clientWidth, clientHeight]
})()"""


def labels(query, size):
    """Where the texts lie on a chart of this size."""
    simulator = Simulator(State(query))
    simulator._handle_msg({"sequence": 1, "size": size})
    document = Document()
    document.add_root(simulator.get_root(document))
    found = []
    for name in ("points", "notes"):
        data = document.get_model_by_name(name).data
        places = [[round(place, 2) for place in data[key]] for key in ("dx", "dy")]
        found.append([*places, list(data["align"])])
    return found


@pytest.fixture
def held(open_page):
    """A page whose drawing library has not come yet, and what lets it come."""
    opened = open_page()
    waiting = []

    def hold(route):
        waiting.append(route)

    opened.page.route("**/bokeh.js.gz", hold)

    def release():
        opened.wait_for(lambda: waiting)
        waiting[0].continue_()

    return opened, release


@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_appears_before_the_library_and_does_not_move_when_it_comes(held, width):
    opened, release = held
    opened.page.set_viewport_size({"width": width, "height": 800})
    opened.page.goto(opened.address)
    opened.wait("!!document.querySelector('#site-preview')?.shadowRoot.querySelector('svg text')")
    assert opened.page.evaluate("typeof Bokeh + typeof roofline") == "undefined" * 2
    assert opened.page.evaluate("document.querySelector('#site-preview').inert")
    shown = set(opened.page.evaluate(_TEXTS))
    assert {"GEMM 8192³", "Decode B=64", "ridge 295.2"} <= shown
    assert ("◂ memory" in shown) is (width == 390)
    before = opened.page.evaluate(_PLACES, ["#site-preview", _PARTS])
    release()
    opened.wait(_GONE)
    assert opened.page.evaluate(_PLACES, ["[data-root-id] > *", _PARTS]) == before
    assert opened.complaints == []


_SOME = {
    "title": "h1",
    "verdict": ".verdict strong",
    "chart": ".chart > *",
    "controls": ".controls legend",
}
_SHOWN = """([host, some]) => {
  const {shadowRoot} = document.querySelector(host)
  const find = (name) => shadowRoot.querySelector(some[name])
  return Object.keys(some).filter((name) => find(name)?.checkVisibility({visibilityProperty: true}))
}"""
_COLOURS = """[document.querySelector("#site-preview").shadowRoot.querySelector(".stage"),
  document.querySelector("#site-status")].map((node) => getComputedStyle(node).backgroundColor)"""


_ALL = ["title", "verdict", "chart", "controls"]


@pytest.fixture
def halted(held):
    """A page whose drawing library and whose Python have not come yet, and what lets each come."""
    opened, release = held
    workers = []

    def hold(route):
        workers.append(route)

    opened.page.route("**/worker.js*", hold)

    def start():
        opened.wait_for(lambda: workers)
        for route in workers:
            route.continue_()
        opened.page.evaluate("roofline.ready")

    return opened, release, start


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("workload=decode-64&B=32", ["title"]),
        ("workload=decode-64&B=32&embed=true&theme=dark", []),
        ("stringTest=X", []),
        ("view=model", ["title"]),
        ("start=ordinary", _ALL),
        ("theme=dark&embed=true", _ALL[1:]),
        ("locale=zh", _ALL),
        ("locale=en&workload=relu", _ALL),
        ("workload=decode-64&embed=true&locale=zh_Hans", _ALL[1:]),
        ("lesson=half-way-batch", _ALL),
    ],
)
def test_nothing_is_shown_that_a_query_may_change(halted, query, shown):
    """The cards are there at once; empty until Python answers, unless the build knows the state."""
    opened, release, start = halted
    opened.page.goto(f"{opened.address}?{query}")
    opened.wait("window.rooflineSite?.marks.preview > 0")
    assert opened.page.evaluate(_SHOWN, ["#site-preview", _SOME]) == shown
    before = opened.page.evaluate(_PLACES, ["#site-preview", _PARTS])
    release()
    opened.wait(_GONE)
    assert opened.page.evaluate(_SHOWN, ["[data-root-id] > *", _SOME]) == shown
    assert opened.page.evaluate(_PLACES, ["[data-root-id] > *", _PARTS]) == before
    start()
    everything = _ALL["embed" in query :] if "view" not in query else ["title"]
    assert opened.page.evaluate(_SHOWN, ["[data-root-id] > *", _SOME]) == everything


def draw(opened, release):
    """Let the drawing library come, and wait for its page."""
    opened.wait("window.rooflineSite?.marks.preview > 0")
    release()
    opened.wait(_GONE)


_TOLD = """(() => {
  const {shadowRoot} = document.querySelector("[data-root-id] > *")
  const texts = [...shadowRoot.querySelectorAll(".verdict, .controls, .why, .table, .lesson")]
  const seen = (node) => node.innerText // not what only a screen reader is told
  const {json, state} = roofline.get()
  const columns = (name) => {
    const {data} = Bokeh.documents[0].get_model_by_name(name)
    const about = (key) => (value) => (key === "dx" ? Math.round(value / 5) : value)
    const rounded = (key) => [...data[key]].map(about(key))
    return Object.keys(data).sort().map((key) => [`${name} ${key}`, ...rounded(key)])
  }
  const sources = ["roof", "notes", "points", "way", "stops"].flatMap(columns)
  return [json, state, ...texts.map(seen), ...sources]
})()"""


@pytest.mark.parametrize("query", ["workload=gemv&locale=zh-CN", "lesson=half-way-batch"])
@pytest.mark.parametrize("way", ["fast", "ordinary"])
def test_python_changes_nothing_of_a_state_that_is_shown_at_once(halted, query, way):
    """On a screen for which the build has laid out the texts: they do not jump either."""
    opened, release, start = halted
    width, height = (1280, 800) if "lesson" in query else (390, 844)
    opened.page.set_viewport_size({"width": width, "height": height})
    opened.page.goto(f"{opened.address}?{query}&start={way}")
    draw(opened, release)
    early = opened.page.evaluate(_TOLD)
    start()
    assert opened.page.evaluate("rooflineSite.path") == way
    assert opened.page.evaluate(_TOLD) == early
    opened.page.wait_for_timeout(500)  # also not with what comes after the answer
    assert opened.page.evaluate(_TOLD) == early


def test_what_is_set_before_python_is_there_holds_in_a_state_shown_at_once(halted):
    """Back to what Python starts with: of that it would say nothing by itself."""
    opened, release, start = halted
    opened.page.goto(f"{opened.address}?workload=gemv&embed=true")
    draw(opened, release)
    opened.page.evaluate("void roofline.set({workload: 'gemm-big'})")
    start()
    opened.wait("rooflineSite.link.due === false && rooflineSite.link.sentAt === 0")
    shown = opened.page.evaluate(_TOLD)
    other = opened.page.context.new_page()
    other.goto(f"{opened.address}?embed=true")
    other.evaluate("new Promise((done) => addEventListener('roofline:python-ready', done))")
    other.evaluate("roofline.ready")
    assert shown == other.evaluate(_TOLD)


def test_a_frame_that_waits_to_be_started_shows_the_state_it_is_asked_for(open_page):
    opened = open_page()
    opened.page.goto(f"{opened.address}?workload=gemv&embed=true&lite=true")
    opened.wait("window.rooflineSite?.marks.painted > 0")
    opened.wait(_GONE)
    assert opened.page.evaluate(_SHOWN, ["[data-root-id] > *", _SOME]) == _ALL[1:]
    assert not [address for address in opened.requests if "worker" in address]
    opened.page.get_by_role("button", name="Start the simulator").click()
    opened.page.evaluate("roofline.ready")
    assert opened.page.locator(".verdict strong").inner_text() == "GEMV is memory-bound."


def test_a_page_has_the_colours_it_is_asked_for_at_once(held):
    opened, release = held
    opened.page.goto(f"{opened.address}?theme=dark&workload=relu")
    opened.wait("window.rooflineSite?.marks.preview > 0")
    assert opened.page.evaluate(_COLOURS) == ["rgb(22, 25, 29)", "rgb(27, 36, 48)"]
    release()


def test_the_picture_has_the_colours_of_the_theme(held):
    opened, release = held
    opened.page.emulate_media(color_scheme="dark")
    opened.page.goto(opened.address)
    opened.wait("!!document.querySelector('#site-preview')?.shadowRoot.querySelector('svg text')")
    found = opened.page.evaluate(
        """(() => {
          const {shadowRoot} = document.querySelector("#site-preview")
          const drawn = [...shadowRoot.querySelectorAll("svg *")]
          const fills = drawn.map((node) => getComputedStyle(node).fill)
          return fills.includes("rgb(255, 146, 43)")
        })()"""
    )
    assert found, "no marker in the dark accent colour"
    release()


def test_texts_lie_where_python_puts_them_on_a_chart_of_this_size(open_page):
    """The page started with those of a phone; a new Python is told the size again."""
    opened = open_page()
    opened.page.set_viewport_size({"width": 520, "height": 800})
    opened.open()
    size = opened.page.evaluate(_SIZE)
    first = labels("", size)
    opened.wait_for(lambda: opened.page.evaluate(_LABELS) == first)
    opened.page.evaluate("rooflineSite.silence = 1500")
    opened.page.workers[0].evaluate("self.close()")
    opened.page.evaluate("void roofline.set({workload: 'decode-64'})")
    opened.wait("rooflineSite.deaths === 1")
    opened.page.evaluate("roofline.set({B: 32})")
    then = labels("workload=decode-64&B=32", size)
    opened.wait_for(lambda: opened.page.evaluate(_LABELS) == then)
