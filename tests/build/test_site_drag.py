"""A drag in the site: nothing lost, no backlog, no memory kept."""

import pytest

pytestmark = pytest.mark.ui

# Moves the slider by script, as a hand does: one input event a frame.
DRAG = """async ([moves, pause]) => {
  const root = Bokeh.index.roots.map((v) => v.shadow_el).find((el) => el?.querySelector(".slider"))
  const range = root.querySelector(".slider[data-key=M] input[type=range]")
  const span = 0.9 / 120
  for (let i = 0; i < moves; i++) {
    range.value = 0.95 - (i % 120) * span
    range.dispatchEvent(new Event("input", {bubbles: true}))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const shown = Number(range.closest(".slider").dataset.value)
  await roofline.set({})
  return [shown, roofline.get().streams.A / 8192 / 2]
}"""


@pytest.mark.parametrize("way", ["fast", "ordinary"])
def test_sixty_moves_a_second_end_where_the_hand_stopped(open_page, way):
    page = open_page().open(f"start={way}&expert=true")
    shown, answered = page.page.evaluate(DRAG, [180, 1000 / 60])
    assert shown == answered
    assert page.page.evaluate("rooflineSite.link.queue.length") == 0


def test_a_busy_python_leaves_no_backlog(open_page):
    page = open_page().open("start=fast&expert=true")
    shown, answered = page.page.evaluate(DRAG, [300, 1])
    assert shown == answered


def test_a_long_drag_leaves_memory_flat(open_page):
    page = open_page().open("start=fast&expert=true")
    heap = "pyodide._module.HEAP8.length"
    page.page.evaluate(DRAG, [200, 0])  # the benchmark goes to 10,000 moves
    worker = page.page.workers[0]
    blocks = "pyodide.runPython('import gc; gc.collect(); len(gc.get_objects())')"
    before = worker.evaluate(heap), worker.evaluate(blocks)
    page.page.evaluate(DRAG, [800, 0])
    after = worker.evaluate(heap), worker.evaluate(blocks)
    assert after[0] < before[0] * 1.1
    assert after[1] < before[1] * 1.1
