"""The page of measured points, in a browser."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.ui.sim import Sim

pytestmark = pytest.mark.ui

TABLE = "name,FLOPs,bytes,time (ms)\nb,1e12,1e9,2\na,1e9,1e9,1\nfast,1e9,1e9,1e-6\ncopy,0,1e9,1\n"


@pytest.fixture
def points(sim: Sim) -> Sim:
    sim.open("view=points")
    sim.page.wait_for_selector(".points-page")
    return sim


def show(sim: Sim, text: str) -> None:
    sim.page.get_by_label("Paste a table").fill(text)
    sim.page.get_by_role("button", name="Show", exact=True).click()
    sim.page.wait_for_selector(".results:not([hidden]), .message:not(:empty)")
    sim.settle()


def names(sim: Sim) -> list[str]:
    return sim.page.locator(".points tbody th").all_inner_texts()


def test_a_pasted_table_is_drawn_and_every_row_is_listed(points: Sim) -> None:
    show(points, TABLE)
    assert names(points) == ["b", "a", "fast"]
    assert (
        "impossible: check FLOPs, bytes or peak"
        in points.page.locator(".points [data-impossible]").inner_text()
    )
    assert "copy" in points.page.locator(".aside tbody").inner_text()
    assert points.source("measured-points")["x"] == [1000, 1, 1]
    assert points.page.evaluate("location.search") == "?view=points"
    points.page.get_by_role("button", name="Share of roof").click()
    points.settle()
    assert names(points) == ["fast", "b", "a"]
    column = points.page.locator(".points th[aria-sort]")
    assert column.get_attribute("aria-sort") == "descending"
    points.page.get_by_label("Name contains").fill("FA")
    points.page.locator(".points tbody tr").nth(1).wait_for(state="detached")
    assert names(points) == ["fast"]


def test_a_file_is_opened_and_the_result_saved(points: Sim, tmp_path: Path) -> None:
    file = tmp_path / "kernels.csv"
    file.write_text(TABLE)
    points.page.locator("#points-file").set_input_files(file)
    points.page.wait_for_selector(".results:not([hidden])")
    with points.page.expect_download() as download:
        points.page.get_by_role("button", name="Save as CSV").click()
    saved = Path(download.value.path()).read_text()
    assert [line.split(",")[1] for line in saved.splitlines()[1:]] == ["b", "a", "fast", "copy"]


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "a header and at least one row"), (b"name,flops,bytes,time\n", "a header and at least"),
     (b"\x89PNG\r\n\x1a\n\0\0\0", "a table as text"), (b"a,b\n1,2\n", "The headers do not say"),
     (b"x" * 50_000_000, "longer than 10 MB")],
    ids=["empty", "header alone", "binary", "strangers", "50 MB"],
)  # fmt: skip
def test_what_is_no_table_is_refused_clearly(
    points: Sim, tmp_path: Path, content: bytes, message: str
) -> None:
    file = tmp_path / "kernels.csv"
    file.write_bytes(content)
    points.page.locator("#points-file").set_input_files(file)
    points.page.locator(".points-page .message", has_text=message).wait_for()
    show(points, TABLE)
    assert names(points) == ["b", "a", "fast"]


def test_a_file_can_be_dropped(points: Sim) -> None:
    carried = points.page.evaluate_handle(
        """text => {
          const carried = new DataTransfer()
          carried.items.add(new File([text], "kernels.csv"))
          return carried
        }""",
        TABLE,
    )
    place = points.page.locator(".points-page .input")
    for event in ("dragover", "drop"):
        place.dispatch_event(event, {"dataTransfer": carried})
    points.page.wait_for_selector(".results:not([hidden])")
    assert names(points) == ["b", "a", "fast"]
    assert "over" not in place.get_attribute("class").split()


def test_the_roof_is_the_simulators_and_moves_the_shares(points: Sim) -> None:
    show(points, TABLE)
    box = points.page.locator(".points-page [data-key=bw] input[type=text]")
    box.fill("1")
    box.press("Enter")
    points.settle()
    assert points.query == "bw=1e12"
    assert "50.6" in points.page.locator(".points tbody tr").first.inner_text()
    points.page.get_by_role("button", name="Simulator", exact=True).click()
    points.settle()
    assert points.control("bw").first.get_attribute("data-value") == "1000000000000"
    points.page.get_by_role("button", name="Your points").click()
    points.settle()
    assert names(points) == ["b", "a", "fast"]


def test_another_language_keeps_what_was_pasted(points: Sim) -> None:
    show(points, TABLE)
    points.page.evaluate("window.roofline.set({locale: 'zh-CN'})")
    points.page.locator(".points-page h2", has_text="屋顶线下的实测点").wait_for()
    assert points.page.locator("#points-text").input_value() == TABLE
    assert names(points) == ["b", "a", "fast"]


@pytest.mark.parametrize(
    "view",
    [{"viewport": {"width": 390, "height": 844}, "color_scheme": scheme} for scheme in
     ("light", "dark")],
    ids=["light", "dark"],
)  # fmt: skip
def test_everyone_can_use_it_on_a_phone(points: Sim) -> None:
    points.page.get_by_role("button", name="Example").click()
    points.page.wait_for_selector(".results:not([hidden])")
    points.settle()
    assert points.page.evaluate("document.documentElement.scrollWidth") <= 390
    found = Axe().run(points.page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    assert serious == [], [(v["id"], v["nodes"][0]["html"][:200]) for v in serious]
