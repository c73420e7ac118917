"""Each failure has a plain message, a retry where it helps, and leaves the chart readable."""

import json

import pytest

pytestmark = pytest.mark.ui

NO_MEMORY = (
    b"WebAssembly.compileStreaming = () => Promise.reject("
    b"new RangeError('WebAssembly.Memory(): could not allocate memory'));\n"
)


def failed(page, word, retry=True):
    """The page says so, keeps its chart, and offers another try where that can help."""
    assert page.state == "failed"
    assert word in page.message
    page.wait("rooflineSite.marks.painted !== undefined")
    assert page.chart_is_drawn()
    assert page.page.is_visible("#site-retry") is retry


def cut(data):
    return data[: len(data) // 2]


def flip(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]


@pytest.mark.parametrize("way", ["fast", "ordinary"])
@pytest.mark.parametrize(
    ("change", "word"),
    [(lambda data: None, "cannot be loaded"), (cut, "damaged"), (flip, "damaged")],
    ids=["missing", "cut", "damaged"],
)
def test_a_bad_file_is_named_and_can_be_tried_again(open_page, host, way, change, word):
    host.broken["pyodide.asm.wasm.zst"] = change
    page = open_page().open(f"start={way}&N=64")
    failed(page, word)
    assert "pyodide.asm.wasm" in page.message
    host.broken.clear()
    page.page.click("#site-retry")
    page.wait("document.documentElement.dataset.python === 'ready'")
    page.page.evaluate("roofline.set({})")
    assert json.loads(page.json)["flops"] == 2 * 8192 * 8192 * 64


@pytest.mark.parametrize(
    "change", [lambda data: None, cut, flip], ids=["missing", "cut", "damaged"]
)
def test_a_bad_snapshot_means_the_ordinary_way_without_a_word(open_page, host, change):
    host.broken["app.pack.zst"] = change
    page = open_page().open("N=64")
    assert page.path == "ordinary"
    assert json.loads(page.json)["flops"] == 2 * 8192 * 8192 * 64
    assert any("starting the ordinary way" in line for line in page.console)
    assert not page.page.is_visible("#site-status")


def test_a_snapshot_that_computes_something_else_is_not_used(open_page, host):
    host.broken["worker.js"] = lambda data: data.replace(b"found !== expected", b"true")
    assert open_page().open().path == "ordinary"


def test_an_engine_with_other_memory_is_not_given_the_snapshot(open_page, host):
    host.broken["worker.js"] = lambda data: data.replace(b"Math.imul(sum, 31)", b"sum")
    page = open_page().open()
    assert page.path == "ordinary"
    assert any("other memory" in line for line in page.console)


def test_a_browser_that_cannot_use_the_snapshot_does_not_try_it_at_every_visit(open_page, host):
    host.broken["worker.js"] = lambda data: data.replace(b"found !== expected", b"true")
    page = open_page().open().open("N=64")
    assert page.path == "ordinary"
    assert json.loads(page.json)["flops"] == 2 * 8192 * 8192 * 64
    assert sum("Fast start is not to be had" in line for line in page.console) == 1


def test_too_little_memory(open_page, host):
    host.broken["worker.js"] = lambda data: NO_MEMORY + data
    failed(open_page().open(), "not enough memory")


@pytest.mark.parametrize(
    ("query", "head", "said"),
    [
        ("", "Big GEMM", "default state"),
        ("workload=relu&embed=true", "ReLU", "state of this address"),
        ("workload=relu&n=1e6&embed=true", "Big GEMM", "default state"),
    ],
)
def test_no_webassembly(context, open_page, query, head, said):
    context.add_init_script("delete window.WebAssembly")
    page = open_page().open(query)
    failed(page, "WebAssembly", retry=False)
    page.wait("rooflineSite.marks.painted > 0 && !document.querySelector('#site-preview')")
    assert page.page.locator(".verdict").inner_text().startswith(head)
    assert page.page.locator("h1").is_visible() is (query == "")
    assert said in page.page.inner_text("#site-bytes")


def test_no_workers(context, open_page):
    context.add_init_script("delete window.Worker")
    failed(open_page().open(), "workers", retry=False)


def test_no_module_workers(context, open_page):
    """A browser that does not know the option takes the script for a classic one."""
    context.add_init_script(
        """const Plain = Worker
        window.Worker = class { constructor(url) { return new Plain(url) } }"""
    )
    failed(open_page().open(), "cannot be started")


def test_a_worker_that_dies_is_replaced_and_nothing_that_was_set_is_lost(open_page):
    page = open_page().open()
    page.page.evaluate("roofline.set({N: 128, theme: 'dark'})")
    page.page.evaluate("rooflineSite.silence = 1500")
    page.page.workers[0].evaluate("self.close()")
    page.page.evaluate("void roofline.set({M: 512})")
    page.wait("rooflineSite.deaths === 1")
    page.wait("document.documentElement.dataset.python === 'ready'")
    page.page.evaluate("roofline.set({})")
    assert json.loads(page.json)["flops"] == 2 * 512 * 128 * 8192
    page.page.workers[0].evaluate("self.close()")
    page.page.evaluate("void roofline.set({K: 64})")
    page.wait("document.documentElement.dataset.python === 'failed'")
    failed(page, "Python has stopped")
    assert "last answer" in page.page.inner_text("#site-bytes")
    page.page.click("#site-retry")
    page.wait("document.documentElement.dataset.python === 'ready'")
    page.page.evaluate("roofline.set({})")
    assert json.loads(page.json)["flops"] == 2 * 512 * 128 * 64


def test_a_worker_that_hangs_while_it_starts_is_noticed(open_page, host):
    host.broken["worker.js"] = lambda data: b"await new Promise(() => {})"
    page = open_page()
    page.page.goto(host.address)
    page.wait("Boolean(rooflineSite.worker)")
    page.page.evaluate("rooflineSite.patience = 300")
    page.wait("document.documentElement.dataset.python === 'failed'")
    assert page.path == "ordinary"  # the fast way was tried first
    failed(page, "cannot be started")


def test_blocked_storage_costs_the_offline_visit_only(context, open_page):
    context.add_init_script(
        """const refuse = () => { throw new DOMException("blocked", "SecurityError") }
        Object.defineProperty(window, "localStorage", {get: refuse})
        Object.defineProperty(window, "sessionStorage", {get: refuse})
        Object.defineProperty(window, "indexedDB", {get: refuse})
        navigator.serviceWorker.register = () => Promise.reject(new DOMException("blocked"))"""
    )
    page = open_page().open()
    assert page.state == "ready"
    page.wait("true")
    assert page.complaints == []


def test_a_page_from_a_disk_says_how_to_serve_it(context, site_folder, open_page):
    page = open_page(f"file://{site_folder}/index.html")
    page.page.goto(page.address)
    page.wait("document.documentElement.dataset.python === 'failed'")
    page.wait("rooflineSite.marks.painted !== undefined")
    failed(page, "http.server", retry=False)


def test_messages_are_in_the_readers_language(context, open_page):
    context.add_init_script("delete window.WebAssembly")
    assert "浏览器" in open_page().open("locale=zh_CN").message


SANDBOX = '<iframe sandbox="allow-scripts" src="{}" width="900" height="700"></iframe>'


@pytest.mark.parametrize("shared", [True, False], ids=["cors", "no-cors"])
def test_a_sandbox_with_scripts_alone(context, open_page, host, shared):
    """Such a frame has no origin: the host must share its files, or the page says so."""
    host.shared = shared
    page = open_page()
    page.page.goto(host.address + "sw.js")
    page.page.set_content(SANDBOX.format(host.address))
    frame = page.page.frames[1]
    look = "document.documentElement?.dataset.python"
    for _ in range(400):
        if frame.evaluate(look) in ("ready", "failed"):
            break
        page.page.wait_for_timeout(50)
    if shared:
        assert frame.evaluate(look) == "ready", page.console
        assert frame.evaluate("roofline.set({M: 256}).then((r) => r.flops)") == 2 * 256 * 8192**2
    else:
        assert "Access-Control-Allow-Origin" in frame.inner_text("#site-step")
