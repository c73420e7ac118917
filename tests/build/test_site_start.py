"""Both ways to start: same numbers, no other origin, no violation of the page's policy."""

import json
import subprocess
import sys
import time

import pytest

from tests.build.fixtures import ROOT, Served

pytestmark = pytest.mark.ui

WAYS = ("fast", "ordinary")
QUERIES = (
    "workload=decode-64&B=512&S=8192&g=8&chip=mi300x",
    "workload=relu&n=123456789&peak=1.234e15&expert=1",
)


def command_line(query):
    command = [sys.executable, "-m", "model", query]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("query", QUERIES)
def test_a_state_given_by_url_has_the_command_lines_numbers(open_page, way, query):
    page = open_page().open(f"start={way}&{query}")
    assert page.path == way
    assert page.json == command_line(query).strip()


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_asked_of_another_origin_and_the_policy_holds(open_page, host, way):
    page = open_page().open(f"start={way}")
    page.page.evaluate("roofline.set({workload: 'decode-64', expert: true})")
    own = ("blob:", "data:", host.address)
    assert [url for url in page.requests if not url.startswith(own)] == []
    assert page.complaints == []


def test_the_fast_way_is_taken_by_itself(open_page):
    assert open_page().open().path == "fast"


def test_the_garbage_collector_works_on_what_was_restored(open_page):
    page = open_page().open("start=fast")
    code = "import gc; count = gc.get_freeze_count(); gc.unfreeze(); gc.collect(); count"
    assert page.page.workers[0].evaluate("(code) => self.pyodide.runPython(code)", code) > 50_000
    page.page.evaluate("roofline.set({M: 77})")
    assert json.loads(page.json)["flops"] == 2 * 77 * 8192 * 8192


def test_a_reader_who_saves_data_gets_the_smaller_files(context, open_page):
    context.add_init_script(
        "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
    )
    assert open_page().open().path == "ordinary"


def test_the_site_works_below_a_sub_path(tmp_path, site_folder, open_page):
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "sim").symlink_to(site_folder)
    served = Served(tmp_path)
    try:
        page = open_page(f"{served.address}a/b/sim/").open("N=64")
        assert json.loads(page.json)["flops"] == 2 * 8192 * 8192 * 64
        assert all(path.startswith("/a/b/sim/") for path in served.asked)
    finally:
        served.stop()


def test_the_chart_is_there_before_python(open_page, host):
    host.broken["worker.js"] = lambda data: b"await new Promise(() => {})"
    page = open_page()
    page.page.goto(host.address)
    page.wait("rooflineSite.marks.painted !== undefined")
    assert page.chart_is_drawn()
    assert page.state == "loading"
    assert page.page.is_visible("#site-status")


def test_the_reader_is_told_true_progress(open_page):
    page = open_page()
    page.page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
          window.told = []
          const place = document.getElementById("site-bytes")
          new MutationObserver(() => told.push(place.textContent)).observe(place, {childList: true})
        })"""
    )
    page.open()
    told = [float(text.split()[0]) for text in page.page.evaluate("told")]
    total = page.page.evaluate("rooflineSite.site.bytes.fast") / 1e6
    assert told == sorted(told)
    assert told[-1] == pytest.approx(total, abs=0.06)
    assert not page.page.is_visible("#site-status")


def test_early_input_is_kept(open_page, host):
    """The worker is held back until the reader has moved a control."""

    def late(data):
        time.sleep(4)
        return data

    host.broken["worker.js"] = late
    page = open_page()
    page.page.goto(host.address)
    page.wait("window.roofline !== undefined")
    control = page.page.locator(".control[data-key='bw']")
    control.locator("input[type=range]").press("ArrowLeft")
    assert page.state == "loading"
    shown = control.get_attribute("data-value")
    page.wait("document.documentElement.dataset.python === 'ready'")
    page.page.evaluate("roofline.set({})")
    assert json.loads(page.json)["bandwidth_bytes_per_s"] == float(shown) != 3.35e12
    assert control.get_attribute("data-value") == shown


@pytest.mark.parametrize("way", WAYS)
def test_a_module_nobody_needed_at_the_start_is_there_later(open_page, way):
    page = open_page().open(f"start={way}")
    code = "pyodide.runPython('import wave, textwrap; wave.__name__')"
    assert page.page.workers[0].evaluate(code) == "wave"


def test_chance_is_not_the_same_in_every_page(open_page):
    found = set()
    for _ in range(2):
        page = open_page().open("start=fast")
        worker = page.page.workers[0]
        found.add(worker.evaluate("pyodide.runPython('import random; random.random()')"))
        page.page.close()
    assert len(found) == 2


def test_a_lite_page_fetches_nothing_of_python_until_it_is_asked_to(open_page, host):
    page = open_page()
    page.page.goto(f"{host.address}?lite=true&workload=relu")
    start = page.page.get_by_role("button", name="Start the simulator")
    start.wait_for()
    assert [path for path in host.asked if "pyodide" in path or "pack" in path] == []
    start.click()
    page.wait("document.documentElement.dataset.python === 'ready'")
    page.wait("window.roofline.get().workload === 'relu'")
