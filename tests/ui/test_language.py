"""Two languages on the page, and the layout with texts that others may bring."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from model import load_presets
from model.vocabulary import SHAPE
from tests.app.foreign import foreign_words
from tests.ui.sim import Sim

pytestmark = pytest.mark.ui

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FULL = "expert=true&workload=attention-prefill&b=-1&M=1&peak=1e14"
LESSON = "lesson=fusion-off"
PRESETS = load_presets()
SYMBOLS = [*(chip.name for chip in PRESETS.chips.values()), *PRESETS.workloads, *SHAPE]
_TEXTS = (Path(__file__).parent / "texts.js").read_text("utf-8").strip()
_ROOT = "document.documentElement"


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def view(request: pytest.FixtureRequest) -> dict:
    return request.param


def _texts(sim: Sim) -> list[str]:
    return sim.page.evaluate(f"({_TEXTS}).texts()")


def _axis(sim: Sim) -> str:
    return sim.page.evaluate("Bokeh.documents[0].get_model_by_name('roofline').below[0].axis_label")


def _direction(sim: Sim) -> list[str]:
    return sim.page.evaluate(f"[{_ROOT}.lang, {_ROOT}.dir, document.title]")


@pytest.mark.kept
@pytest.mark.parametrize("query", ["", FULL, LESSON], ids=["basic", "expert", "lesson"])
def test_a_chinese_page_has_no_english_left(sim: Sim, query: str) -> None:
    sim.open(f"locale=zh_Hans&{query}")
    texts = _texts(sim)
    assert len(texts) > 40
    for text in texts:
        assert foreign_words(text, *SYMBOLS) == [], text
    assert "算术强度" in _axis(sim)
    assert _direction(sim) == ["zh-CN", "ltr", "屋顶线模拟器"]


@pytest.mark.kept
def test_an_english_page_has_no_chinese_left(sim: Sim) -> None:
    sim.open(FULL)
    assert [text for text in _texts(sim) if re.search(r"[\u2e80-\u9fff\uff00-\uffef]", text)] == []
    assert _direction(sim) == ["en", "ltr", "Roofline simulator"]


def test_hovering_a_marker_speaks_the_language(sim: Sim) -> None:
    sim.open("locale=zh")
    chart = sim.page.locator(".chart").bounding_box()
    x, y = sim.page.evaluate(
        """() => {
          const figure = Bokeh.documents[0].get_model_by_name("roofline")
          const {frame} = Bokeh.index.roots[0].owner.find_one(figure)
          const {data} = Bokeh.documents[0].get_model_by_name("points")
          const i = data.id.indexOf("decode-1")
          return [frame.x_scale.compute(data.x[i]), frame.y_scale.compute(data.y[i])]
        }"""
    )
    sim.page.mouse.move(chart["x"] + x, chart["y"] + y)
    tip = sim.page.locator(".bk-Tooltip .bk-tooltip-content")
    tip.filter(has_text="受限于").wait_for()
    assert foreign_words(tip.inner_text()) == []


def test_the_switch_works_by_keyboard_and_keeps_focus_state_and_figure(sim: Sim) -> None:
    sim.open("M=64")
    figure = "Bokeh.documents[0].get_model_by_name('roofline').id"
    before = sim.page.evaluate(figure)
    switch = sim.page.get_by_role("button", name="切换到中文")
    assert switch.get_attribute("lang") == "zh-CN"
    assert switch.bounding_box()["height"] >= 44
    assert switch.bounding_box()["width"] >= 44
    switch.press("Enter")
    sim.settle()
    back = sim.page.get_by_role("button", name="Switch to English")
    assert back.evaluate("node => node.getRootNode().activeElement === node")
    assert _direction(sim)[0] == "zh-CN"
    assert "算术强度" in _axis(sim)
    assert sim.page.evaluate(figure) == before
    assert sim.query == "M=64"
    sim.page.wait_for_url("**/app?M=64&locale=zh-CN")
    back.press("Space")
    sim.settle()
    assert _direction(sim)[0] == "en"
    sim.page.wait_for_url("**/app?M=64")


def test_controls_work_after_a_switch(sim: Sim) -> None:
    sim.open("expert=true&M=1")
    sim.page.get_by_role("button", name="切换到中文").click()
    sim.settle()
    sim.press("M", "ArrowRight")
    assert sim.value("M") == "2"
    assert sim.slider("M").get_attribute("aria-valuetext") == "2 行"
    sim.page.get_by_role("button", name="撤销").click()
    sim.settle()
    assert sim.value("M") == "1"
    sim.type("M", "zero")
    assert "M 收到 'zero'，但应为：整数" in sim.page.get_by_role("alert").inner_text()


def test_reset_keeps_the_language(sim: Sim) -> None:
    sim.open("M=64&locale=zh-CN")
    sim.page.get_by_role("button", name="重置").click()
    sim.settle()
    assert sim.query == ""
    assert _direction(sim)[0] == "zh-CN"


def test_a_language_that_is_not_there_is_named(sim: Sim) -> None:
    sim.open("locale=pt-BR&M=64")
    assert (
        sim.page.locator(".problems p")
        .all_inner_texts()[0]
        .startswith("locale: expected one of en, zh-CN, got 'pt-BR'")
    )
    assert sim.query == "M=64"


@pytest.mark.kept
@pytest.mark.parametrize("query", ["", FULL], ids=["basic", "expert"])
def test_axe_finds_nothing_serious_in_chinese(sim: Sim, query: str) -> None:
    sim.open(f"locale=zh-CN&{query}")
    found = Axe().run(sim.page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    assert serious == [], [(v["id"], v["nodes"][0]["html"][:200]) for v in serious]


@pytest.mark.kept
@pytest.mark.parametrize(
    "query",
    [
        *(
            FULL.replace("attention-prefill", workload)
            for workload in ("attention-prefill", "gemm-big", "decode-1")
        ),
        LESSON,
    ],
    ids=["attention", "gemm", "decode", "lesson"],
)
@pytest.mark.parametrize(
    "texts", ["locale=en", "locale=zh", "stringTest=long", "stringTest=double", "stringTest=rtl"]
)
def test_every_text_can_be_read_whole(sim: Sim, texts: str, query: str) -> None:
    sim.open(f"{texts}&{query}")
    assert sim.page.evaluate(f"({_TEXTS}).troubles()") == []


@pytest.mark.kept
@pytest.mark.parametrize("query", [FULL, LESSON], ids=["expert", "lesson"])
def test_every_word_on_the_page_is_from_the_table(sim: Sim, query: str) -> None:
    sim.open(f"stringTest=X&{query}")
    for text in _texts(sim):
        assert foreign_words(text, "X", *SYMBOLS) == [], text


@pytest.mark.kept
def test_from_right_to_left_the_page_is_mirrored_and_the_chart_is_not(sim: Sim) -> None:
    sim.open("stringTest=rtl&expert=true&M=64")
    assert _direction(sim)[1] == "rtl"
    chart, panel = (sim.page.locator(box).bounding_box() for box in (".chart", ".controls"))
    if sim.page.viewport_size["width"] > 860:
        assert panel["x"] + panel["width"] <= chart["x"]
    sim.press("M", "ArrowLeft")
    assert int(sim.value("M")) > 64
    low, high, *_ = sim.axes()
    assert low < high
