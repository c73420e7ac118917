"""Everyone can use it: names, keys, contrast, small screens, dark and light."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.ui.sim import Sim

pytestmark = pytest.mark.ui

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NARROW = {"viewport": {"width": 320, "height": 700}, "has_touch": True, "is_mobile": True}
EMBED = "embed=true&workload=decode-64"
EXPERT = "expert=true&workload=attention-prefill&M=oops"


@pytest.fixture
def colours() -> str:
    """Colours make no difference but to contrast, which asks for both."""
    return "light"


@pytest.fixture(params=[DESKTOP, PHONE, NARROW], ids=["desktop", "phone", "narrow"])
def view(request: pytest.FixtureRequest, colours: str) -> dict:
    return {**request.param, "color_scheme": colours}


@pytest.mark.kept
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("query", ["", EXPERT, EMBED], ids=["basic", "expert", "embed"])
def test_axe_finds_nothing_serious(sim: Sim, query: str) -> None:
    sim.open(query)
    found = Axe().run(sim.page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    assert serious == [], [(v["id"], v["nodes"][0]["html"][:200]) for v in serious]


@pytest.mark.kept
def test_nothing_is_wider_than_the_screen(sim: Sim) -> None:
    sim.open(EXPERT)
    width = sim.page.evaluate("document.documentElement.scrollWidth")
    assert width <= sim.page.viewport_size["width"]


@pytest.mark.kept
def test_targets_are_large_enough_for_a_finger(sim: Sim) -> None:
    sim.open(EXPERT)
    for target in (
        ".card",
        "select",
        "input[type=range]",
        ".exact input",
        ".switch > label",
        "summary",
    ):
        for box in (node.bounding_box() for node in sim.page.locator(f"{target}:visible").all()):
            assert box["height"] >= 44, target


@pytest.mark.kept
def test_every_control_has_a_name_and_a_value_with_its_unit(sim: Sim) -> None:
    sim.open("expert=true")
    for name, text in (("M, rows of A", "8192 rows"), ("Peak compute", "989 TFLOP/s")):
        slider = sim.page.get_by_role("slider", name=name)
        assert slider.get_attribute("aria-valuetext") == text
    assert sim.page.get_by_role("radio", name="Big GEMM").is_checked()
    assert sim.page.get_by_role("combobox", name="Chip", exact=True).is_visible()
    assert sim.page.get_by_role("switch", name="Expert view").is_checked()
    chart = sim.page.get_by_role("img", name="Roofline chart. Big GEMM is compute-bound")
    assert chart.is_visible()


@pytest.mark.kept
def test_the_chart_stays_in_sight_while_sliders_are_dragged(sim: Sim) -> None:
    if sim.page.viewport_size["width"] > 860:
        return
    sim.open("expert=true")
    sim.slider("K").focus()
    chart, slider = sim.page.locator(".chart").bounding_box(), sim.slider("K").bounding_box()
    assert chart["y"] >= 0
    assert chart["y"] + chart["height"] <= slider["y"]


def test_a_change_is_said_once_when_it_is_over(sim: Sim) -> None:
    sim.open("expert=true")
    spoken = sim.page.locator(".verdict [role=status]")
    assert spoken.inner_text() == ""
    sim.page.evaluate(
        """() => {
          window.said = []
          const root = Bokeh.index.roots[0].shadow_el.querySelector("[role=status]")
          const note = () => window.said.push(root.textContent)
          new MutationObserver(note).observe(root, {childList: true})
        }"""
    )
    # By script: on a busy machine the driver's own strokes come too late to be one change.
    sim.slider("M").evaluate(
        """node => {
          const stroke = {key: "PageDown", bubbles: true, cancelable: true}
          for (let i = 0; i < 6; i++) node.dispatchEvent(new KeyboardEvent("keydown", stroke))
        }"""
    )
    sim.page.wait_for_function("window.said.length > 0")
    sim.page.wait_for_timeout(900)
    said = sim.page.evaluate("window.said")
    assert len(said) == 1
    assert said[0].startswith("Big GEMM is memory-bound. 124")


def _swipe(sim: Sim, start: tuple[float, float], dx: float, dy: float) -> None:
    """Draw a finger over the screen."""
    session = sim.page.context.new_cdp_session(sim.page)
    for step in range(16):
        point = {"x": start[0] + dx * step / 15, "y": start[1] + dy * step / 15}
        kind = "touchMove" if step else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        sim.page.wait_for_timeout(16)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def _has_fingers(sim: Sim) -> bool:
    return sim.page.evaluate("navigator.maxTouchPoints > 0")


@pytest.mark.kept
def test_the_page_scrolls_when_the_finger_is_on_the_chart(sim: Sim) -> None:
    sim.open("expert=true")
    if _has_fingers(sim):
        box = sim.page.locator(".chart").bounding_box()
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        _swipe(sim, middle, 0, -200)
        assert sim.page.evaluate("scrollY") > 100


@pytest.mark.kept
def test_a_finger_drags_a_slider(sim: Sim) -> None:
    sim.open("peak=1e15")
    if _has_fingers(sim):
        sim.slider("peak").focus()
        box = sim.slider("peak").bounding_box()
        thumb = box["x"] + 12 + (box["width"] - 24) * 5 / 6, box["y"] + box["height"] / 2
        _swipe(sim, thumb, -100, 0)
        sim.settle()
        assert 1e11 < sim.result["peak_flops_per_s"] < 5e14
