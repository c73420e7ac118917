"""What is taken away from the page: pictures, data, paper."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Locator

from tests.ui.sim import Sim, command_line

pytestmark = pytest.mark.ui

STATE = "workload=decode-64&S=8192&chip=mi300x"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=["light", "dark"])
def colours(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def view(request: pytest.FixtureRequest) -> dict:
    """A dark window, where a test asks for it."""
    asked = request.node.callspec.params.get("colours", "light")
    return {"viewport": {"width": 1280, "height": 800}, "color_scheme": asked}


def _download(dialog: Locator, kind: str, folder: Path) -> Path:
    with dialog.page.expect_download() as started:
        dialog.get_by_role("button", name=f"as {kind}").click()
    path = folder / started.value.suggested_filename
    started.value.save_as(path)
    return path


@pytest.mark.kept
def test_the_svg_is_vectors_with_title_axes_and_labels(
    sim: Sim, colours: str, tmp_path: Path
) -> None:
    path = _download(sim.open(STATE).share(), "SVG", tmp_path)
    assert path.name == "roofline-decode-64.svg"
    root = ElementTree.parse(path).getroot()
    texts = [node.text for node in root.iter(f"{SVG}text")]
    for text in (
        "Batched decode is memory-bound", "AMD Instinct MI300X",
        "Arithmetic intensity, FLOP/byte", "Attainable throughput, FLOP/s", "Decode B=64", "100",
    ):  # fmt: skip
        assert texts.count(text) == 1, (text, texts)
    assert len(list(root.iter(f"{SVG}path"))) > 20
    assert not list(root.iter(f"{SVG}image"))
    ground = root.find(f"{SVG}rect").get("fill")
    assert ground == {"light": "#ffffff", "dark": "#16191d"}[colours]
    assert "color-mix" not in path.read_text()


@pytest.mark.kept
def test_the_png_is_the_same_at_twice_the_size(sim: Sim, colours: str, tmp_path: Path) -> None:
    dialog = sim.open(STATE).share()
    root = ElementTree.parse(_download(dialog, "SVG", tmp_path)).getroot()
    with Image.open(_download(dialog, "PNG", tmp_path)) as picture:
        assert picture.format == "PNG"
        assert picture.size == (2 * int(root.get("width")), 2 * int(root.get("height")))
        rgb = picture.convert("RGB")
    assert rgb.getpixel((1, 1)) == {"light": (255, 255, 255), "dark": (22, 25, 29)}[colours]
    accent = {"light": (217, 72, 15), "dark": (255, 146, 43)}[colours]
    assert sum(n for n, colour in rgb.getcolors(1 << 24) if colour == accent) > 500


@pytest.mark.kept
def test_the_data_are_those_of_the_command_line(sim: Sim, tmp_path: Path) -> None:
    dialog = sim.open(STATE).share()
    points = json.loads(_download(dialog, "JSON", tmp_path).read_text())["points"]
    assert len(points) == 6
    for point in points:
        printed = json.loads(command_line(point["query"]))
        assert {key: point[key] for key in printed} == printed
    text = _download(dialog, "CSV", tmp_path).read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [float(row["intensity [FLOP/byte]"]) for row in rows] == [
        point["intensity"] for point in points
    ]


def test_a_frame_that_may_not_save_says_so_and_shows_the_text(sim: Sim) -> None:
    host = f"{sim.address}-host"
    sim.page.route(host, lambda route: route.fulfill(
        content_type="text/html",
        body=f"""<!doctype html><title>host</title><iframe title="sim" width="900" height="700"
          sandbox="allow-scripts allow-same-origin" src="{sim.address}?{STATE}"></iframe>""",
    ))  # fmt: skip
    sim.page.goto(host)
    frame = sim.page.frame_locator("iframe")
    frame.get_by_role("button", name="Share").click()
    frame.get_by_role("button", name="as JSON").click()
    frame.get_by_text("does not allow saving files").wait_for()
    assert json.loads(frame.locator("#share-file").input_value())["query"] == STATE
    frame.get_by_role("button", name="as PNG").click()
    frame.get_by_role("img", name="to be saved as a picture").wait_for()


@pytest.mark.parametrize("query", [STATE, f"{STATE}&expert=true"], ids=["basic", "expert"])
def test_on_paper_there_is_the_chart_the_numbers_and_nothing_to_press(
    sim: Sim, colours: str, query: str
) -> None:
    sim.open(query)
    sim.page.emulate_media(media="print")
    page = sim.page
    page.locator(".on-paper svg").first.wait_for()
    for gone in (".controls", ".tools", ".chart", ".share-open"):
        assert page.locator(gone).is_hidden(), gone
    for node in page.locator("button, input, select").all():
        assert node.is_hidden()
    ground = page.locator(".on-paper > svg > rect").get_attribute("fill")
    roofs = page.locator(".on-paper path[stroke='#0b7285']")
    assert (ground, roofs.count()) == ("#ffffff", 1)
    assert page.locator(".verdict").is_visible()
    assert page.locator(".assumptions li").first.is_visible()
    tables = page.locator("table.workloads:visible")
    assert tables.count() == 1
    assert tables.locator("tbody tr").count() == 6
    page.set_viewport_size({"width": 680, "height": 1000})
    for table in page.locator("table:visible").all():
        assert table.evaluate("n => n.getBoundingClientRect().right <= innerWidth + 1")
    page.emulate_media(media="screen")
    page.locator(".on-paper").first.wait_for(state="detached")
    assert page.locator(".assumptions li").first.is_hidden()
    assert page.locator(".chart").is_visible()
