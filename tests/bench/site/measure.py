"""Open a site in a fresh profile and note when what is there."""

import statistics
import tempfile

from playwright.sync_api import sync_playwright

from tests.browser import FLAGS
from tests.build.fixtures import Served

# PAINT: the frame with the chart in it. READY: the first change that Python has answered and the
# page shows. The link's patience is shortened, since a stock page loses what is sent too early.
WATCH = """
const later = setTimeout
window.setTimeout = (f, ms, ...rest) => later(f, ms === 2000 ? 100 : ms, ...rest)
window.seen = {}
const tried = new Set()
// The chart: what BokehJS paints on, or the site's own picture of it.
const isChart = (node) => node.matches(".chart svg *, canvas")
  && node.checkVisibility({visibilityProperty: true}) && node.getBoundingClientRect().width
const chart = (node) => [...node.querySelectorAll("*")].some(
  (e) => isChart(e) || (e.shadowRoot && chart(e.shadowRoot)))
const look = () => {
  if (!seen.paint && chart(document)) {
    seen.paint = performance.now() // until the frame it is in has been painted
    requestAnimationFrame(() => later(() => { seen.paint = performance.now() }))
  }
  const {roofline} = window
  if (roofline && !tried.has(roofline)) {
    tried.add(roofline)
    roofline.set({bw: 3e12 + tried.size}).then(() => { seen.ready ??= performance.now() })
  }
  later(look, 20)
}
addEventListener("DOMContentLoaded", look)
"""

# Medians and 95 % points, in ms, of moves that wait for each other's answer.
MOVES = """async (count) => {
  const data = [], frame = []
  await roofline.set({expert: true})
  for (let i = 0; i < count; i++) {
    const start = performance.now()
    await roofline.set({M: 100 + i * 13})
    data.push(performance.now() - start)
    await new Promise(requestAnimationFrame)
    await new Promise((done) => {
      const channel = new MessageChannel()
      channel.port1.onmessage = done
      channel.port2.postMessage(0)
    })
    frame.push(performance.now() - start)
    await new Promise((done) => setTimeout(done, 25))
  }
  const at = (list, share) => list.sort((a, b) => a - b)[Math.floor(list.length * share)]
  return {data_p50: at(data, 0.5), data_p95: at(data, 0.95), frame_p95: at(frame, 0.95)}
}"""


def visit(playwright, chromium, folder, query="", moves=0):
    """Load a site once.

    Parameters
    ----------
    playwright : Playwright
    chromium : str
        Path of the browser.
    folder : Path
        The site.
    query : str
        With its question mark.
    moves : int
        How many slider moves to time after it is ready.

    Returns
    -------
    dict
        Times in ms from the start of the navigation, bytes sent, the path taken.
    """
    served = Served(folder)
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=chromium, args=list(FLAGS), bypass_csp=True,
            service_workers="block",
        )  # fmt: skip
        try:
            page = context.new_page()
            page.add_init_script(WATCH)
            page.goto(served.address + query, wait_until="commit")
            page.wait_for_function("window.seen?.ready", timeout=120_000)
            found = page.evaluate("({...seen, ...(window.rooflineSite?.marks ?? {})})")
            found["MB"] = sent(folder, served.asked) / 1e6
            if moves:
                page.wait_for_timeout(1000)
                found |= page.evaluate(MOVES, moves)
        finally:
            context.close()
            served.stop()
    return found


def sent(folder, asked):
    """Bytes of the files asked for."""
    files = [folder / (path.lstrip("/") or "index.html") for path in asked]
    return sum(file.stat().st_size for file in files if file.is_file())


def medians(chromium, sites, runs, moves):
    """Visit sites in turn, so that the machine's moods meet all alike.

    Parameters
    ----------
    chromium : str
    sites : dict of str to tuple
        Folder and query, by name.
    runs, moves : int

    Returns
    -------
    dict of str to dict
    """
    found = {name: [] for name in sites}
    with sync_playwright() as playwright:
        for _ in range(runs):
            for name, (folder, query) in sites.items():
                found[name].append(visit(playwright, chromium, folder, query, moves))
    return {
        name: {key: statistics.median(v.get(key, 0) for v in visits) for key in visits[-1]}
        for name, visits in found.items()
    }
