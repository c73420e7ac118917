"""The examples for course authors, opened in a browser."""

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from playwright.sync_api import Browser, Frame, Page

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
COURSE = "http://localhost:1999/course"  # nothing listens there: the test answers

pytestmark = pytest.mark.ui


@pytest.fixture
def course(browser: Browser, address: str) -> Iterator[Page]:
    """The course page with this simulator in it, from another origin."""
    html = (EXAMPLES / "course.html").read_text(encoding="utf-8")
    assert html.count('"../roofline/"') == 1
    html = html.replace("../roofline/", address)
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route(COURSE, lambda route: route.fulfill(body=html, content_type="text/html"))
    page.route("**/heights.js", lambda route: route.fulfill(path=EXAMPLES / "heights.js"))
    page.goto(COURSE)
    for frame in page.locator("iframe").all():  # they load when they come into sight
        frame.scroll_into_view_if_needed()
        page.wait_for_timeout(300)
    yield page
    page.close()
    assert errors == []


def _frames(page: Page) -> list[Frame]:
    frames = [frame for frame in page.frames if frame != page.main_frame]
    for frame in frames:
        frame.wait_for_function("window.roofline !== undefined")
        frame.evaluate("window.roofline.ready.then(() => window.roofline.set({}))")
    return frames


def _states(frames: list[Frame]) -> list[str]:
    return [frame.evaluate("window.roofline.get().state") for frame in frames]


def test_four_simulators_live_on_one_page_and_leave_each_other_alone(course: Page) -> None:
    frames = _frames(course)
    before = [
        "workload=gemm-big&N=128&expert=true",
        "workload=decode-64&S=8192",
        "workload=attention-prefill&fused=false",
        "workload=decode-1&chip=mi300x",
    ]
    assert _states(frames) == [before[0].removeprefix("workload=gemm-big&"), *before[1:]]
    frames[1].evaluate("window.roofline.set({B: 7})")
    others = [state for i, state in enumerate(_states(frames)) if i != 1]
    assert others == [before[0].removeprefix("workload=gemm-big&"), *before[2:]]
    assert "B=7" in _states(frames)[1]


def test_each_frame_has_a_title_loads_late_and_is_as_high_as_its_content(course: Page) -> None:
    frames = _frames(course)
    course.wait_for_timeout(2500)  # heights are told at most once a second
    for i, node in enumerate(course.locator("iframe").all()):
        assert node.get_attribute("title")
        assert node.get_attribute("loading") == "lazy"
        content = frames[i].locator(".page").bounding_box()["height"]
        assert abs(node.bounding_box()["height"] - content) < 2


def test_heights_come_from_the_courses_own_frames_only(course: Page) -> None:
    _frames(course)
    course.wait_for_timeout(1500)
    before = [node.bounding_box()["height"] for node in course.locator("iframe").all()]
    course.evaluate("window.postMessage({type: 'roofline:resize', height: 999}, '*')")
    course.wait_for_timeout(200)
    assert [node.bounding_box()["height"] for node in course.locator("iframe").all()] == before


def test_the_notebook_shows_the_simulator_without_a_network(
    browser: Browser, tmp_path: Path
) -> None:
    notebook = nbformat.read(EXAMPLES / "notebook.ipynb", as_version=4)
    NotebookClient(notebook, resources={"metadata": {"path": str(ROOT)}}).execute()
    shown = [output["data"] for output in notebook.cells[-1]["outputs"] if "data" in output]
    parts = (
        f"<div>{data.get('text/html', '')}</div><script>{data.get('application/javascript', '')}"
        "</script>"
        for data in shown
    )
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html><meta charset=utf-8>{''.join(parts)}", encoding="utf-8")
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    page.get_by_text("Batched decode is memory-bound").wait_for()
    assert [url for url in asked if url.startswith("http")] == []
    page.close()
