"""Dragging: one patch a move, nothing jumps, and the point is where the hand stopped."""

import time

import pytest
from playwright.sync_api import Browser, Page

from tests.ui.sim import Sim, command_line

pytestmark = pytest.mark.ui


def _boxes(sim: Sim) -> list[dict]:
    return [sim.page.locator(part).bounding_box() for part in (".chart", ".controls", ".verdict")]


def _models(sim: Sim) -> list[str]:
    return sim.page.evaluate("[...Bokeh.documents[0]._all_models.keys()].sort()")


@pytest.mark.kept
def test_the_point_is_where_the_hand_stopped(sim: Sim) -> None:
    sim.open("expert=true")
    sim.grip("M", 0.9)
    for step in range(40):
        sim.pull("M", 0.9 - step * 0.015)
    sim.page.mouse.up()
    sim.settle()
    value = sim.value("M")
    assert 20 < int(value) < 60
    assert sim.box("M").input_value() == value
    assert sim.json == command_line(f"M={value}")
    points = sim.source("points")
    assert points["x"][points["id"].index("gemm-big")] == sim.result["intensity"]


@pytest.mark.kept
def test_a_drag_changes_data_in_place(sim: Sim) -> None:
    sim.open("expert=true")
    sim.grip("M", 0.95)
    sim.settle()
    axes, boxes, models = sim.axes(), _boxes(sim), _models(sim)
    for step in range(1, 10):
        sim.pull("M", 0.95 - step * 0.05)
        sim.settle()
        assert sim.axes() == axes
        assert _boxes(sim) == boxes
        assert _models(sim) == models
    sim.page.mouse.up()


@pytest.mark.kept
def test_the_trail_shows_where_the_point_has_been_in_this_drag_only(sim: Sim) -> None:
    sim.open("expert=true&M=4096")
    for start in (0.8, 0.5):
        sim.grip("M", start)
        sim.settle()
        began = sim.source("trail")["x"]
        assert len(began) <= 1
        passed = []
        for step in range(1, 5):
            passed.append(sim.result["intensity"])
            sim.pull("M", start - step * 0.04)
            sim.settle()
        assert sim.source("trail")["x"][-4:] == passed
        sim.page.mouse.up()


@pytest.mark.kept
def test_the_axes_grow_when_a_point_would_leave_them(sim: Sim) -> None:
    sim.open("expert=true")
    low, high, bottom, top = sim.axes()
    sim.type("M", "1")
    sim.type("b", "100")
    assert sim.result["intensity"] < low
    now = sim.axes()
    assert now[0] <= sim.result["intensity"]
    assert now[1] == high
    assert now[2] <= sim.result["attainable_flops_per_s"]
    assert now[3] == top
    assert bottom >= now[2]


def _frames(page: Page, event: str) -> list[str]:
    frames: list[str] = []

    def note(frame) -> None:  # the driver can't mark a built-in method as a listener
        frames.append(str(frame))

    page.on("websocket", lambda socket: socket.on(event, note))
    return frames


def _patches(frames: list[str]) -> int:
    return sum('"msgtype": "PATCH-DOC"' in frame for frame in frames)


def test_one_move_is_one_patch(browser: Browser, served: str) -> None:
    sim = Sim(browser.new_page(), served)
    sent, received = (_frames(sim.page, event) for event in ("framesent", "framereceived"))
    sim.open("expert=true&M=512")
    end = time.monotonic() + 30  # patience; not a measure
    while not any('"size"' in frame for frame in sent):  # told a little after the page is there
        assert time.monotonic() < end
        sim.page.wait_for_timeout(20)
    sim.settle()
    received.clear()
    sim.settle()
    quiet = _patches(received)
    received.clear()
    sim.slider("M").press("ArrowRight")
    sim.page.wait_for_function("() => window.roofline.get().streams.A !== 8388608")
    sim.settle()  # answered after all that the move has brought about
    moved = _patches(received)
    sim.page.close()
    assert moved - quiet == 1


@pytest.mark.kept
def test_sixty_moves_a_second_leave_no_backlog(sim: Sim) -> None:
    """The slider is moved by script, since the driver's own mouse is slower than a hand."""
    sim.open("expert=true")
    sent_then_shown = """async () => {
      const root = Bokeh.index.roots[0].shadow_el
      const range = root.querySelector(".slider[data-key=M] input[type=range]")
      for (let i = 0; i < 120; i++) {
        range.value = 0.95 - i * 0.006
        range.dispatchEvent(new Event("input", {bubbles: true}))
        await new Promise(resolve => setTimeout(resolve, 1000 / 60))
      }
      const shown = range.closest(".slider").dataset.value
      await window.roofline.set({})
      return [shown, window.roofline.get().streams.A / 8192 / 2]
    }"""
    start = time.monotonic()
    shown, answered = sim.page.evaluate(sent_then_shown)
    assert float(shown) == answered
    assert time.monotonic() - start < 30  # the driver's own patience; not a measure
    assert sim.json == command_line(f"M={shown}")
