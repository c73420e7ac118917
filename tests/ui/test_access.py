"""Everyone can use it: names, keys, contrast, small screens, dark and light."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.ui.sim import Sim

pytestmark = pytest.mark.ui

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NARROW = {"viewport": {"width": 320, "height": 700}, "has_touch": True, "is_mobile": True}
EXPERT = "expert=true&workload=attention-prefill&M=oops"


@pytest.fixture(params=["light", "dark"])
def colours(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=[DESKTOP, PHONE, NARROW], ids=["desktop", "phone", "narrow"])
def view(request: pytest.FixtureRequest, colours: str) -> dict:
    return {**request.param, "color_scheme": colours}


@pytest.mark.parametrize("query", ["", EXPERT], ids=["basic", "expert"])
def test_axe_finds_nothing_serious(sim: Sim, query: str) -> None:
    sim.open(query)
    found = Axe().run(sim.page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    assert serious == [], [(v["id"], v["nodes"][0]["html"][:200]) for v in serious]


def test_nothing_is_wider_than_the_screen(sim: Sim) -> None:
    sim.open(EXPERT)
    width = sim.page.evaluate("document.documentElement.scrollWidth")
    assert width <= sim.page.viewport_size["width"]


def test_targets_are_large_enough_for_a_finger(sim: Sim) -> None:
    sim.open(EXPERT)
    for target in (".card", "select", "input[type=range]", ".switch > label", "summary"):
        for box in (node.bounding_box() for node in sim.page.locator(f"{target}:visible").all()):
            assert box["height"] >= 44, target


def test_every_control_has_a_name_and_a_value_with_its_unit(sim: Sim) -> None:
    sim.open("expert=true")
    for name, text in (("M, rows of A", "8192 rows"), ("Peak compute", "989 TFLOP/s")):
        slider = sim.page.get_by_role("slider", name=name)
        assert slider.get_attribute("aria-valuetext") == text
    assert sim.page.get_by_role("radio", name="Big GEMM").is_checked()
    assert sim.page.get_by_role("combobox", name="Chip").is_visible()
    assert sim.page.get_by_role("switch", name="Expert view").is_checked()
    chart = sim.page.get_by_role("img", name="Roofline chart. Big GEMM is compute-bound")
    assert chart.is_visible()
    assert "compute-bound" in sim.page.get_by_role("status").inner_text()


def test_the_chart_stays_in_sight_while_sliders_are_dragged(sim: Sim) -> None:
    if sim.page.viewport_size["width"] > 860:
        return
    sim.open("expert=true")
    sim.slider("K").focus()
    chart, slider = sim.page.locator(".chart").bounding_box(), sim.slider("K").bounding_box()
    assert chart["y"] >= 0
    assert chart["y"] + chart["height"] <= slider["y"]
