"""The Share dialog: link, snippet and preview, for everyone."""

import re
from html.parser import HTMLParser

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from model import load_presets
from tests.ui.sim import Sim, command_line

pytestmark = pytest.mark.ui

STATE = "workload=decode-64&S=8192&chip=mi300x"


class _Frames(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict] = []

    def handle_starttag(self, tag: str, attrs: list) -> None:
        if tag == "iframe":
            self.found.append(dict(attrs))


def _only_frame(html: str) -> dict:
    parser = _Frames()
    parser.feed(html)
    (frame,) = parser.found
    return frame


@pytest.mark.kept
def test_the_dialog_is_opened_used_and_closed_by_keyboard(sim: Sim) -> None:
    sim.open()
    opener = sim.page.get_by_role("button", name="Share")
    opener.focus()
    opener.press("Enter")
    dialog = sim.page.get_by_role("dialog", name="Share")
    assert dialog.is_visible()
    seen = set()
    for _ in range(40):
        sim.page.keyboard.press("Tab")
        seen.add(
            sim.page.evaluate("""() => {
          let node = document.activeElement
          while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement
          return node && (node.id || node.textContent)
        }""")
        )
    assert {"share-link", "Copy link", "share-width", "share-snippet", "Data as JSON"} <= seen
    sim.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert opener.evaluate("node => node.getRootNode().activeElement === node")


def test_the_link_is_copied_and_said_to_be(sim: Sim) -> None:
    sim.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog = sim.open(f"{STATE}&theme=dark&utm=1").share()
    dialog.get_by_role("button", name="Copy link").click()
    dialog.get_by_role("status").get_by_text("Copied", exact=True).wait_for()
    copied = sim.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{sim.address}?{STATE}&theme=dark&utm=1"


@pytest.mark.kept
def test_a_link_copied_in_a_frame_opens_the_whole_page(sim: Sim) -> None:
    dialog = sim.open(f"{STATE}&embed=true&hide=table&theme=dark").share()
    assert dialog.locator("#share-link").input_value() == f"{sim.address}?{STATE}&theme=dark"


def test_where_copying_is_refused_the_text_is_selected(sim: Sim) -> None:
    sim.page.add_init_script("delete Navigator.prototype.clipboard")
    dialog = sim.open(STATE).share()
    dialog.get_by_role("button", name="Copy link").click()
    dialog.get_by_role("status").get_by_text("Ctrl+C").wait_for()
    field = dialog.locator("#share-link")
    assert field.evaluate("node => node.value.slice(node.selectionStart, node.selectionEnd)") == (
        field.input_value()
    )


def _fill(dialog: Locator) -> dict:
    """Choose everything there is to choose; return what the frame must have."""
    dialog.get_by_label("Width").fill("80%")
    dialog.get_by_label("Height").fill("500")
    dialog.get_by_label("Language").select_option("zh-CN")
    dialog.get_by_label("Colours").select_option("dark")
    dialog.get_by_label("Title").fill('- Decode: <b>"64" & more</b> [x] `y`')
    dialog.get_by_label("Table").check()
    dialog.get_by_label("Controls").check()
    return {
        "title": '- Decode: <b>"64" & more</b> [x] `y`', "width": "80%", "height": "500",
        "loading": "lazy", "style": "border:0", "allowfullscreen": None,
        "sandbox": "allow-scripts allow-same-origin allow-downloads allow-popups",
    }  # fmt: skip


def _source(sim: Sim) -> str:
    return f"{sim.address}?{STATE}&embed=true&hide=controls,table&theme=dark&locale=zh-CN"


def test_every_form_of_the_snippet_has_exactly_the_state(sim: Sim) -> None:
    dialog = sim.open(STATE).share()
    frame = {"src": _source(sim), **_fill(dialog)}
    code = dialog.locator("#share-snippet")
    assert _only_frame(code.input_value()) == frame

    dialog.get_by_label("Sphinx").check()
    first, _, *rest = code.input_value().split("\n")
    assert first == ".. raw:: html"
    assert all(line.startswith("   ") for line in rest)
    assert _only_frame("\n".join(rest)) == frame

    dialog.get_by_label("Markdown").check()
    html, _, link = code.input_value().split("\n")
    assert _only_frame(html) == frame
    assert link == (
        r"[\- Decode: \<b\>\"64\" \& more\</b\> \[x\] \`y\`]".replace(r"\"", '"')
        + f"(<{_source(sim)}>)"
    )

    dialog.get_by_label("MyST").check()
    lines = code.input_value().split("\n")
    assert lines[0] == f"```{{iframe}} {_source(sim)}"
    assert lines[1] == ":width: 80%"
    assert lines[2] == ""
    assert lines[3].startswith(r"\- Decode")
    assert lines[4] == "```"


@pytest.mark.kept
def test_the_dialog_speaks_the_pages_language_and_offers_it_first(sim: Sim) -> None:
    sim.open(f"{STATE}&locale=zh-CN")
    sim.page.get_by_role("button", name="分享").click()
    dialog = sim.page.get_by_role("dialog", name="分享")
    frame = _only_frame(dialog.locator("#share-snippet").input_value())
    assert frame["src"] == f"{sim.address}?{STATE}&embed=true&locale=zh-CN"
    assert frame["title"].startswith("屋顶线模拟器：")


def test_a_size_that_cannot_be_is_marked_and_the_last_good_one_stays(sim: Sim) -> None:
    dialog = sim.open(STATE).share()
    dialog.get_by_label("Height").fill("400")
    dialog.get_by_label("Height").fill('9"onload=1')
    assert dialog.get_by_label("Height").get_attribute("aria-invalid") == "true"
    assert _only_frame(dialog.locator("#share-snippet").input_value())["height"] == "400"


def test_the_preview_is_loaded_on_demand_shows_the_state_and_follows(sim: Sim) -> None:
    dialog = sim.open(STATE).share()
    assert dialog.locator("iframe").count() == 0
    dialog.get_by_role("button", name="Show preview").click()
    dialog.locator(".preview").scroll_into_view_if_needed()
    snippet = dialog.locator("#share-snippet").input_value()
    shown = dialog.locator("iframe").evaluate("node => node.outerHTML")
    assert _only_frame(shown) == {**_only_frame(snippet), "allowfullscreen": ""}
    inside = sim.page.frames[1]
    inside.wait_for_function("window.roofline !== undefined")
    inside.evaluate("window.roofline.ready")
    assert inside.evaluate("window.roofline.get().json") == command_line(STATE)
    dialog.get_by_label("Controls").check()
    expect(dialog.locator("iframe")).to_have_attribute("src", re.compile("hide=controls"))
    sim.page.keyboard.press("Escape")
    expect(dialog.locator("iframe")).to_have_count(0)


@pytest.fixture(params=["light", "dark"])
def colours(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def view(request: pytest.FixtureRequest) -> dict:
    """A dark or a small window, where a test asks for it."""
    asked = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    size = asked.get("size", (1280, 800))
    return {
        "viewport": {"width": size[0], "height": size[1]},
        "color_scheme": asked.get("colours", "light"),
        "has_touch": size[0] < 600, "is_mobile": size[0] < 600,
    }  # fmt: skip


SIZES = [(1280, 800), (390, 844), (320, 700)]


@pytest.mark.kept
@pytest.mark.parametrize("size", SIZES, ids=["desktop", "phone", "narrow"])
def test_everyone_can_use_the_dialog(sim: Sim, colours: str, size: tuple[int, int]) -> None:
    dialog = sim.open(STATE).share()
    found = Axe().run(sim.page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    assert serious == [], [(v["id"], v["nodes"][0]["html"][:200]) for v in serious]
    assert dialog.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert dialog.bounding_box()["width"] <= size[0]
    for target in ("button", "select", "input[type=text]", "#share-link", ".card"):
        for box in (node.bounding_box() for node in dialog.locator(target).all()):
            assert box is None or box["height"] >= 44, target


@pytest.mark.kept
def test_a_snippet_made_in_a_lesson_opens_that_lesson(sim: Sim) -> None:
    lesson = next(iter(load_presets().lessons))
    dialog = sim.open(f"lesson={lesson}").share()
    address = _only_frame(dialog.locator("#share-snippet").input_value())["src"]
    assert address.endswith(f"embed=true&lesson={lesson}")
