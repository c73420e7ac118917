"""The examples for course authors, opened in a browser."""

import shutil
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import nbformat
import pytest
from nbclient import NotebookClient
from playwright.sync_api import Browser, Frame, Locator, Page

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
_PATIENCE_S = 30

pytestmark = pytest.mark.ui


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def course_address(address: str, tmp_path: Path) -> Iterator[str]:
    """The course on a server of its own, with this simulator's address filled in."""
    html = (EXAMPLES / "course.html").read_text(encoding="utf-8")
    assert html.count('"../roofline/"') == 1
    (tmp_path / "course.html").write_text(html.replace("../roofline/", address), encoding="utf-8")
    shutil.copy(EXAMPLES / "heights.js", tmp_path)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=tmp_path))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/course.html"
    server.shutdown()
    server.server_close()


@pytest.fixture
def course(browser: Browser, course_address: str) -> Iterator[Page]:
    """The course page."""
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(course_address)
    yield page
    page.close()
    assert errors == []


def _frames(page: Page) -> list[Frame]:
    """Bring one simulator after the other into sight, where it loads, and wait for it there."""
    frames = []
    for node in page.locator("iframe").all():
        node.evaluate("node => node.scrollIntoView()")
        frame = node.element_handle().content_frame()
        frame.wait_for_function("window.roofline !== undefined", polling=100)
        frame.evaluate("window.roofline.ready.then(() => window.roofline.set({}))")
        _fits(node, frame)
        frames.append(frame)
    return frames


def _fits(node: Locator, frame: Frame) -> None:
    """Wait until a frame is as high as its content; heights are told at most once a second."""
    end = time.monotonic() + _PATIENCE_S
    while True:
        heights = [box.bounding_box()["height"] for box in (node, frame.locator(".page"))]
        if abs(heights[0] - heights[1]) < 2:
            return
        assert time.monotonic() < end, f"frame and content are {heights} pixels high"
        frame.page.wait_for_timeout(50)


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
    spoken = [frame.evaluate("document.documentElement.lang") for frame in frames]
    assert spoken == ["en", "en", "zh-CN", "zh-CN"]
    frames[1].evaluate("window.roofline.set({B: 7})")
    others = [state for i, state in enumerate(_states(frames)) if i != 1]
    assert others == [before[0].removeprefix("workload=gemm-big&"), *before[2:]]
    assert "B=7" in _states(frames)[1]


def test_each_frame_has_a_title_loads_late_and_is_as_high_as_its_content(course: Page) -> None:
    frames = _frames(course)
    for i, node in enumerate(course.locator("iframe").all()):
        assert node.get_attribute("title")
        assert node.get_attribute("loading") == "lazy"
        node.evaluate("node => node.scrollIntoView()")
        _fits(node, frames[i])


def test_heights_come_from_the_courses_own_frames_only(course: Page) -> None:
    _frames(course)
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
