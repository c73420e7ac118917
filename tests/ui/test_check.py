"""The page of the published figures."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from model.figures import load_figures
from tests.ui.sim import Sim

pytestmark = pytest.mark.ui

FIGURES = load_figures()
MISPRINTS = [figure.id for figure in FIGURES if figure.misprint]


@pytest.fixture
def checked(sim: Sim) -> Sim:
    sim.open("view=check")
    sim.page.wait_for_selector("[data-done=true]", timeout=60_000)
    return sim


def shown(sim: Sim) -> list[str]:
    bodies = sim.page.locator("tbody[data-verdict]:visible")
    return [body.get_attribute("data-id") for body in bodies.all()]


def test_every_row_is_there_and_agrees_or_is_explained(checked: Sim) -> None:
    page = checked.page
    summary = page.locator(".summary").inner_text()
    agree = len(FIGURES) - len(MISPRINTS)
    assert re.findall(r"\d+", summary) == [str(agree), str(len(FIGURES)), str(len(MISPRINTS))]
    assert page.locator("tbody[data-verdict]").count() == len(FIGURES)
    assert page.locator("tbody[data-verdict=disagrees]").count() == 0
    row = page.locator("tbody[data-id=chapter-tpu-ridge-1350]")
    assert [*map(row.inner_text().count, ("1,350", "2,705.88", "Misprint", "Jouppi"))] == [1] * 4
    assert [row["id"] for row in json.loads(checked.json)] == [figure.id for figure in FIGURES]


def test_rows_can_be_chosen_by_topic_and_by_what_does_not_agree(checked: Sim) -> None:
    page = checked.page
    page.get_by_role("switch", name="Only what does not agree").press("Space")
    assert shown(checked) == MISPRINTS
    page.get_by_label("Topic").select_option("training")
    assert shown(checked) == ["dsv3-qwen72b-trainflops"]
    page.get_by_role("switch", name="Only what does not agree").press("Space")
    assert shown(checked) == [figure.id for figure in FIGURES if figure.topic == "training"]


def test_the_check_goes_on_after_a_visit_elsewhere_and_in_another_language(sim: Sim) -> None:
    sim.open("view=check")
    sim.page.wait_for_selector("tbody[data-verdict]")
    sim.page.get_by_role("button", name="Simulator", exact=True).click()
    sim.settle()
    sim.page.get_by_role("button", name="Self-check").click()
    sim.page.wait_for_selector("[data-done=true]", timeout=60_000)
    assert sim.page.locator("tbody[data-verdict]").count() == len(FIGURES)
    sim.page.evaluate("window.roofline.set({locale: 'zh-CN'})")
    sim.page.wait_for_selector("[data-done=true] h2:has-text('重新计算')", timeout=60_000)
    assert sim.page.locator("tbody[data-verdict]").count() == len(FIGURES)


@pytest.mark.parametrize("view", [{"viewport": {"width": 390, "height": 844}}], ids=["phone"])
def test_on_a_phone_only_the_table_scrolls(checked: Sim) -> None:
    page = checked.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    serious = [
        found["id"]
        for found in Axe().run(page).response["violations"]
        if found["impact"] in ("serious", "critical")
    ]
    assert serious == []
