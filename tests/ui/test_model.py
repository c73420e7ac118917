"""The page of a whole model."""

import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.ui.sim import Sim, command_line

pytestmark = pytest.mark.ui

CONFIG = json.dumps({
    "model_type": "mixtral", "hidden_size": 1024, "num_attention_heads": 16,
    "num_key_value_heads": 4, "num_hidden_layers": 12, "intermediate_size": 3584,
    "vocab_size": 32000, "num_local_experts": 8, "num_experts_per_tok": 2, "rope_theta": 1e6,
})  # fmt: skip


def names(sim: Sim) -> list[str]:
    rows = sim.page.locator(".operators tbody tr")
    return [row.get_attribute("data-row") for row in rows.all()]


def test_the_page_shows_what_the_command_line_prints(sim: Sim) -> None:
    query = "model=llama-3.1-8b&model.S=8192&model.B=64"
    sim.open(f"{query}&view=model")
    assert json.loads(sim.json) == json.loads(command_line(f"view=model&{query}"))
    sim.press("model.B", "PageUp", "ArrowRight")
    sim.page.locator(".whole").get_by_label("Chip").select_option("a100-80gb-sxm")
    sim.settle()
    assert sim.query == "chip=a100-80gb-sxm&model=llama-3.1-8b&model.B=136&model.S=8192"
    assert json.loads(sim.json) == json.loads(command_line(f"view=model&{sim.query}"))
    drawn = sim.source("model-operators")
    rows = {row["name"]: row for row in sim.result["operators"]}
    assert len(drawn["x"]) == sum(row["flops"] > 0 for row in rows.values())
    assert drawn["x"][drawn["name"].index("q_proj")] == rows["q_proj"]["intensity"]


def test_operators_are_sorted_by_any_column_and_by_key(sim: Sim) -> None:
    sim.open("view=model&model=mixtral-8x7b&model.B=8")
    running = [row["name"] for row in sim.result["operators"]]
    assert names(sim) == running
    share = sim.page.locator("[data-sort=share]")
    share.press("Enter")
    assert names(sim) == sorted(
        running, key=lambda n: -next(r["share"] for r in sim.result["operators"] if r["name"] == n)
    )
    assert sim.page.locator("[aria-sort]").get_attribute("aria-sort") == "descending"
    share.press("Space")
    assert names(sim)[-1] != running[-1]
    assert sim.page.locator("[data-column=share]").get_attribute("aria-sort") == "ascending"
    sim.press("model.S", "PageUp")
    assert sim.page.locator("[aria-sort]").get_attribute("data-column") == "share"


def test_a_config_is_pasted_or_opened_and_a_link_carries_it(sim: Sim, tmp_path: Path) -> None:
    sim.open("view=model")
    page = sim.page
    page.get_by_text("Your own config.json").click()
    page.get_by_label("Text of a config.json").fill(CONFIG.replace("1024", "-1"))
    page.get_by_role("button", name="Use it").click()
    page.wait_for_selector(".config-problems li")
    assert "hidden_size" in page.locator(".config-problems").inner_text()
    assert page.get_by_label("Text of a config.json").input_value() == CONFIG.replace("1024", "-1")
    assert page.locator(".problems p").count() == 1
    file = tmp_path / "config.json"
    file.write_text(CONFIG, "utf-8")
    page.locator("#config-file").set_input_files(file)
    page.wait_for_selector(".used:has-text('mixtral')")
    assert "rope_theta" in page.locator(".used").inner_text()
    assert page.locator(".problems p").count() == 0
    found = sim.settle().result
    assert found["parameters"]["total"] == 1_154_081_792
    page.wait_for_function("location.search.includes('mixtral')")
    assert len(page.url) < 2000
    sim.open(page.url.partition("?")[2])
    assert sim.result == found
    page.locator(".whole").get_by_label("Model", exact=True).select_option("gemma-2-9b")
    sim.settle()
    assert sim.query == "model=gemma-2-9b"


def test_the_way_there_and_back_keeps_the_state_of_both(sim: Sim) -> None:
    sim.open("workload=decode-64")
    sim.page.get_by_role("button", name="Whole model").click()
    sim.page.wait_for_selector(".operators")
    sim.press("model.B", "PageUp")
    sim.page.get_by_role("button", name="Simulator", exact=True).click()
    sim.settle()
    assert sim.result["workload"] == "decode-64"
    sim.page.get_by_role("button", name="Whole model").click()
    sim.settle()
    assert sim.result["B"] == 2


def test_an_embed_shows_what_its_author_left(sim: Sim) -> None:
    sim.open("view=model&embed=true&hide=controls,table")
    page = sim.page
    page.wait_for_selector(".whole .stats")
    assert page.locator(".whole .controls").is_hidden()
    assert page.locator(".operators").is_hidden()
    stage = page.locator(".whole .stage").bounding_box()
    assert stage["width"] > 0.9 * page.viewport_size["width"]


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious_and_nothing_is_too_wide(sim: Sim, size: tuple) -> None:
    width, height = size
    sim.page.set_viewport_size({"width": width, "height": height})
    sim.open(
        f"view=model&model=deepseek-v3&locale=zh-CN&theme={'dark' if width < 400 else 'light'}"
    )
    sim.page.wait_for_selector(".operators tbody tr")
    sim.page.get_by_text("自己的 config.json", exact=True).last.click()
    found = Axe().run(sim.page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    assert serious == [], [(v["id"], v["nodes"][0]["html"][:200]) for v in serious]
    assert sim.page.evaluate("document.documentElement.scrollWidth") <= width
    label = sim.page.locator(".whole .chart").get_attribute("aria-label")
    assert "DeepSeek-V3" in label
    for box in (node.bounding_box() for node in sim.page.locator(".whole button:visible").all()):
        assert box["height"] >= 44
