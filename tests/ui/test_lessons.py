"""Lessons in the browser: by mouse, by keys alone, kept over a reload, for everyone."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, expect

from model import load_presets
from tests.ui.sim import Sim

pytestmark = pytest.mark.ui

COUNT = len(load_presets().lessons)

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BLOCKED = (
    """Object.defineProperty(window, "localStorage", {get() { throw new DOMException("no") }})"""
)


def panel(sim: Sim) -> Locator:
    return sim.page.get_by_role("region", name="Try it")


def button(sim: Sim, name: str) -> Locator:
    return panel(sim).get_by_role("button", name=name)


def focused(sim: Sim) -> str:
    """Text of what has the focus."""
    return sim.page.evaluate(
        "Bokeh.index.roots[0].shadow_el.activeElement?.textContent ?? ''",
    )


def tab_to(sim: Sim, target: Locator) -> None:
    """Press Tab until the focus is on a control."""
    for _ in range(60):
        if target.evaluate("node => node.getRootNode().activeElement === node"):
            return
        sim.page.keyboard.press("Tab")
    pytest.fail(f"Tab never reaches {target}")


def test_the_panel_is_folded_away_until_it_is_asked_for(sim: Sim) -> None:
    sim.open()
    opener = sim.page.get_by_role("button", name="Try it")
    expect(opener).to_have_attribute("aria-expanded", "false")
    expect(panel(sim)).to_have_count(0)
    opener.click()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(panel(sim).get_by_role("listitem")).to_have_count(COUNT)
    opener.click()
    expect(panel(sim)).to_have_count(0)


def test_a_choice_lesson_by_mouse_ticks_itself_off(sim: Sim) -> None:
    sim.open("M=77")
    sim.page.get_by_role("button", name="Try it").click()
    button(sim, "Turn fusion off").click()
    expect(panel(sim).get_by_role("heading", name="Turn fusion off")).to_be_focused()
    panel(sim).get_by_text("To about a tenth").click()
    button(sim, "Predict").click()
    expect(panel(sim).get_by_role("heading", name="Now do it")).to_be_focused()
    sim.control("fused").locator("label").click()
    expect(panel(sim).locator(".lesson-steps [data-done]")).to_have_count(1)
    answer = panel(sim).locator(".lesson-answer")
    expect(answer).to_contain_text("The model says otherwise.")
    expect(answer).to_contain_text("To less than a twentieth")
    expect(answer).to_contain_text("31.03")
    expect(panel(sim)).to_contain_text(f"1 of {COUNT} done")
    said = panel(sim).locator("[aria-live=polite]").inner_text()
    assert said == "Done: Switch “Fused kernel” off. Lesson done. The answer is shown."
    button(sim, "All lessons").click()
    expect(panel(sim).locator("li[data-done] button")).to_have_text("✓doneTurn fusion off")
    sim.page.get_by_role("button", name="Undo").click()
    sim.page.get_by_role("button", name="Undo").click()
    sim.settle()
    assert sim.query == "M=77"


def test_a_number_lesson_by_keys_alone(sim: Sim) -> None:
    sim.open()
    tab_to(sim, sim.page.get_by_role("button", name="Try it"))
    sim.page.keyboard.press("Enter")
    tab_to(sim, button(sim, "When a projection becomes compute-bound"))
    sim.page.keyboard.press("Enter")
    expect(panel(sim).get_by_role("heading", name="When a projection")).to_be_focused()
    mark = panel(sim).get_by_role("slider", name="Your prediction")
    tab_to(sim, mark)
    before = mark.get_attribute("aria-valuetext")
    sim.page.keyboard.press("ArrowRight")
    assert mark.get_attribute("aria-valuetext") not in (before, None)
    assert mark.get_attribute("aria-valuetext").endswith(" tokens")
    box = panel(sim).get_by_role("textbox", name="Your prediction: exact value")
    sim.page.keyboard.press("Shift+Tab")
    expect(box).to_be_focused()
    sim.page.keyboard.press("Control+a")
    sim.page.keyboard.type("many")
    sim.page.keyboard.press("Enter")
    expect(panel(sim).get_by_role("alert")).to_contain_text("got 'many'")
    sim.page.keyboard.press("Control+a")
    sim.page.keyboard.type("170")
    sim.page.keyboard.press("Enter")
    expect(panel(sim).get_by_role("heading", name="Now do it")).to_be_focused()
    tab_to(sim, sim.slider("M"))
    for _ in range(8):
        sim.page.keyboard.press("PageUp")
    sim.settle()
    answer = panel(sim).locator(".lesson-answer")
    expect(answer).to_contain_text("Your prediction agrees.")
    expect(answer).to_contain_text("170 tokens")
    expect(answer).to_contain_text("181 tokens")
    expect(sim.slider("M")).to_be_focused()


def test_a_mark_is_dragged_on_the_slider(sim: Sim) -> None:
    sim.open("lesson=gqa-moves")
    mark = panel(sim).get_by_role("slider", name="Your prediction").bounding_box()
    sim.page.mouse.click(mark["x"] + mark["width"] * 0.46, mark["y"] + mark["height"] / 2)
    button(sim, "Predict").click()
    for value in ("4", "1"):
        sim.control("g").get_by_label(value, exact=True).check()
        sim.settle()
    expect(panel(sim).locator(".lesson-answer")).to_contain_text("7.000 FLOP/byte")


def test_a_choice_left_open_is_asked_for(sim: Sim) -> None:
    sim.open("lesson=bigger-chip")
    button(sim, "Predict").click()
    sim.settle()
    expect(button(sim, "Predict")).to_be_visible()
    assert panel(sim).get_by_role("radio").first.evaluate("node => node.validity.valueMissing")


def test_the_answer_waits_until_the_finger_is_lifted(sim: Sim) -> None:
    sim.open("lesson=bigger-chip")
    panel(sim).get_by_text("None of it").click()
    button(sim, "Predict").click()
    expect(panel(sim).get_by_role("heading", name="Now do it")).to_be_focused()
    sim.type("bw", "9")
    sim.grip("peak", 0.84)
    sim.pull("peak", 0.95)
    sim.settle()
    expect(panel(sim).locator(".lesson-steps [data-done]")).to_have_count(2)
    assert panel(sim).locator(".lesson-answer").count() == 0
    sim.page.mouse.up()
    expect(panel(sim).locator(".lesson-answer")).to_be_visible()


def test_a_link_opens_one_lesson_and_the_address_keeps_it(sim: Sim) -> None:
    sim.open("lesson=k-proj-crosses-late")
    expect(panel(sim).get_by_role("heading", name="Why k_proj crosses late")).to_be_visible()
    assert sim.query == "workload=gemm&M=256&N=3584&K=3584&chip=rtx-4090&expert=true"
    sim.press("M", "ArrowRight")
    sim.page.wait_for_function("location.search.includes('M=272')")
    assert "lesson=k-proj-crosses-late" in sim.page.url
    button(sim, "All lessons").click()
    sim.page.wait_for_function("!location.search.includes('lesson')")


def test_an_open_lesson_follows_the_language(sim: Sim) -> None:
    sim.open("lesson=fusion-off&locale=zh-CN")
    lessons = sim.page.locator(".lessons")
    lessons.locator(".card").nth(1).click()
    lessons.locator("form .main").click()
    lessons.get_by_role("button", name="显示答案").click()
    expect(lessons.locator(".lesson-answer")).to_contain_text("降到约十分之一")
    sim.page.evaluate("window.roofline.set({locale: 'en'})")
    expect(lessons.locator(".lesson-answer")).to_contain_text("To about a tenth")
    assert not re.search("[一-鿿]", lessons.inner_text())


def test_an_unknown_lesson_is_named(sim: Sim) -> None:
    sim.open("lesson=nope")
    message = sim.page.locator(".problems p").inner_text()
    assert message.startswith("lesson: expected one of shrink-one-dimension")
    assert "'nope'" in message
    expect(panel(sim)).to_have_count(0)


def test_progress_survives_a_reload(sim: Sim) -> None:
    sim.open("lesson=batch-and-context")
    panel(sim).get_by_text("About half").click()
    button(sim, "Predict").click()
    expect(panel(sim).get_by_role("heading", name="Now do it")).to_be_visible()
    sim.type("B", "512")
    sim.page.wait_for_function("location.search.includes('B=512')")
    sim.open(sim.page.url.split("?")[1])
    expect(panel(sim).locator(".lesson-steps [data-done]")).to_have_count(1)
    sim.type("S", "8192")
    expect(panel(sim)).to_contain_text(f"1 of {COUNT} done")
    sim.open()
    sim.page.get_by_role("button", name="Try it").click()
    expect(panel(sim)).to_contain_text(f"1 of {COUNT} done")


def test_where_storage_is_blocked_lessons_work_as_long_as_the_page(sim: Sim) -> None:
    sim.page.add_init_script(BLOCKED)
    sim.open("lesson=fusion-off")
    panel(sim).get_by_text("To about a tenth").click()
    button(sim, "Predict").click()
    sim.control("fused").locator("label").click()
    expect(panel(sim)).to_contain_text(f"1 of {COUNT} done")


@pytest.mark.parametrize("stored", ["{", "3", '{"done": 3, "attempt": "x"}', '{"done": [[1]]}'])
def test_storage_that_holds_something_else_does_no_harm(sim: Sim, stored: str) -> None:
    sim.page.add_init_script(f"localStorage.setItem('roofline:lessons:v1', {stored!r})")
    sim.open("lesson=fusion-off")
    expect(panel(sim)).to_contain_text(f"0 of {COUNT} done")


@pytest.mark.parametrize("view", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_every_step_is_for_everyone(
    browser: Browser, served: str, view: dict, colours: str
) -> None:
    context = browser.new_context(**view, color_scheme=colours)
    sim = Sim(context.new_page(), served)
    sim.open()
    sim.page.get_by_role("button", name="Try it").click()
    _check_access(sim)
    for lesson in ("fusion-off", "gqa-moves"):
        sim.open(f"lesson={lesson}")
        _check_access(sim)
        for choice in panel(sim).get_by_text("To about a tenth").all():
            choice.click()
        for name in ("Predict", "Show the answer"):
            button(sim, name).click()
            sim.settle()
            _check_access(sim)
    context.close()


def _check_access(sim: Sim) -> None:
    found = Axe().run(sim.page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    assert serious == [], [(v["id"], v["nodes"][0]["html"][:200]) for v in serious]
    for target in panel(sim).locator("button, .card").all():
        assert target.bounding_box()["height"] >= 44
    width = sim.page.evaluate("document.documentElement.scrollWidth")
    assert width <= sim.page.viewport_size["width"]


@pytest.mark.parametrize("view", [PHONE], ids=["phone"])
def test_on_a_phone_the_chart_stays_in_sight_beside_the_steps(sim: Sim) -> None:
    sim.open("lesson=fusion-off")
    panel(sim).get_by_text("To about a tenth").click()
    button(sim, "Predict").click()
    steps = panel(sim).locator(".lesson-steps")
    steps.scroll_into_view_if_needed()
    chart, box = sim.page.locator(".chart").bounding_box(), steps.bounding_box()
    assert chart["y"] >= 0
    assert chart["y"] + chart["height"] <= box["y"]
    assert box["y"] + box["height"] <= 844


@pytest.mark.parametrize("width", [900, 1280, 1600])
def test_the_chart_keeps_its_room_beside_a_lesson(sim: Sim, width: int) -> None:
    sim.page.set_viewport_size({"width": width, "height": 800})
    sim.open("lesson=shrink-one-dimension")
    chart = sim.page.locator(".chart").bounding_box()
    assert chart["width"] >= 450
    assert chart["y"] + chart["height"] <= 800 or width < 1120
    right = sim.page.locator(".controls").bounding_box()
    whole = sim.page.locator(".page").bounding_box()
    assert right["x"] + right["width"] == pytest.approx(whole["x"] + whole["width"] - 24, abs=1)
