"""What a cold start cannot do without, each alone in the same run: its sum is what start-up is
measured against.
"""

import gzip
import statistics
import tempfile
from pathlib import Path

import zstandard

from tests.browser import FLAGS
from tests.build.fixtures import Served

COMPILE = """async () => {
  const start = performance.now()
  await WebAssembly.compileStreaming(fetch("runtime.wasm"))
  return performance.now() - start
}"""
# Into memory of a module's kind, which is new and untouched, as the worker's is.
RESTORE = """async (size) => {
  const start = performance.now()
  const heap = new Uint8Array(new WebAssembly.Memory({initial: Math.ceil(size / 65536)}).buffer)
  const stream = (await fetch("pack.gz")).body.pipeThrough(new DecompressionStream("gzip"))
  let offset = 0
  for await (const part of stream) {
    heap.set(part, offset)
    offset += part.length
  }
  return performance.now() - start
}"""
# With `lite=true` the page draws and starts no Python.
PAINTED = """async () => {
  while (rooflineSite.marks.painted === undefined) await new Promise((done) => setTimeout(done, 5))
  return rooflineSite.marks
}"""


def parts(site, folder):
    """Write a blank page, the runtime and the snapshot, and give the size of the latter."""
    read = zstandard.ZstdDecompressor().stream_reader
    (wasm,) = site.glob("*/pyodide.asm.wasm.zst")
    (pack,) = site.glob("*/app.pack.zst")
    (folder / "index.html").write_text("<!DOCTYPE html><title>floors</title>")
    (folder / "runtime.wasm").write_bytes(read(wasm.open("rb")).read())
    content = read(pack.open("rb")).read()
    (folder / "pack.gz").write_bytes(gzip.compress(content, 6))
    return len(content)


def once(playwright, chromium, address, script, argument=None):
    """Open an address in a fresh profile and run a script in it."""
    browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
    try:
        page = browser.new_context(bypass_csp=True).new_page()
        page.goto(address, wait_until="commit")
        page.wait_for_load_state()
        return page.evaluate(script, argument)
    finally:
        browser.close()


def floors(playwright, chromium, site, runs):
    """Measure all of them.

    Parameters
    ----------
    playwright : Playwright
    chromium : str
        Path of the browser.
    site : Path
        The built site.
    runs : int

    Returns
    -------
    dict of str to float
        Medians, ms.
    """
    found = {"boot": [], "BokehJS": [], "compile": [], "restore": []}
    with tempfile.TemporaryDirectory() as name:
        size = parts(site, Path(name))
        page, bare = Served(site), Served(Path(name))
        for _ in range(runs):
            marks = once(playwright, chromium, f"{page.address}?lite=true", PAINTED)
            found["boot"].append(marks["boot"])
            found["BokehJS"].append(marks["painted"] - marks["boot"])
            found["compile"].append(once(playwright, chromium, bare.address, COMPILE))
            found["restore"].append(once(playwright, chromium, bare.address, RESTORE, size))
        page.stop()
        bare.stop()
    return {key: statistics.median(times) for key, times in found.items()}
