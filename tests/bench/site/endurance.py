"""`python -m tests.bench.site.endurance`: whether memory grows over 10,000 moves; all arrive."""

import argparse
import shutil
import tempfile

from playwright.sync_api import sync_playwright

from tests.browser import FLAGS
from tests.build.fixtures import Served, build_site

# Nobody waits for an answer between moves, as a hand does not; what is shown at the end counts.
MOVES = """async ([from, count]) => {
  const root = Bokeh.index.roots[0].shadow_el
  const range = root.querySelector(".slider[data-key=M] input[type=range]")
  const control = range.closest(".control")
  let wrong = 0
  for (let i = from; i < from + count; i++) {
    range.value = 0.05 + 0.9 * ((i * 0.618) % 1)
    range.dispatchEvent(new Event("input", {bubbles: true}))
    const wanted = control.dataset.value
    await new Promise((done) => setTimeout(done, 4))
    if (i % 50 === 49) {
      await roofline.set({})
      const shown = new URLSearchParams(roofline.get().state).get("M") ?? "8192"
      wrong += Number(shown) !== Number(wanted)
    }
  }
  return wrong
}"""
PYTHON_MEMORY = """() => {
  const M = pyodide._module
  return M.HEAPU32[M._emscripten_get_sbrk_ptr() >>> 2]
}"""


def memory(page, devtools):
    """Bytes held after a collection: by the page's scripts, and by Python up to its highest."""
    devtools.send("HeapProfiler.collectGarbage")
    scripts = devtools.send("Runtime.getHeapUsage")["usedSize"]
    return scripts / 1e6, page.workers[0].evaluate(PYTHON_MEMORY) / 1e6


def drag(page, devtools, moves, step):
    """Move, and say after each step what is held and how many values were not what was set."""
    for start in range(0, moves, step):
        wrong = page.evaluate(MOVES, [start, step])
        scripts, python = memory(page, devtools)
        print(f"| {start + step:,} | {scripts:.1f} | {python:.1f} | {wrong} |", flush=True)


def main():
    """Open the site and drag."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--path", default="fast")
    options = parser.parse_args()
    served = Served(build_site())
    print("| moves | scripts, MB | Python, MB | wrong |\n| --- | ---: | ---: | ---: |")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=shutil.which("chromium"), args=list(FLAGS), bypass_csp=True,
            service_workers="block",
        )  # fmt: skip
        page = context.new_page()
        page.goto(f"{served.address}?start={options.path}&expert=true")
        page.wait_for_function("document.documentElement.dataset.python === 'ready'")
        page.evaluate("roofline.ready.then(() => roofline.set({}))")
        drag(page, context.new_cdp_session(page), options.moves, 1000)
        context.close()
    served.stop()


if __name__ == "__main__":
    main()
