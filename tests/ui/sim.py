"""The simulator's page as a test drives it: by mouse, keys and what it shows."""

import json
import subprocess
import sys
from functools import cache

from playwright.sync_api import Locator, Page

_PATIENCE_MS = 30_000


@cache
def command_line(query: str) -> str:
    """What `python -m model` prints for a query."""
    command = [sys.executable, "-m", "model", query]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stdout.strip()


class Sim:
    """One page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def open(self, query: str = "") -> "Sim":
        """Load the page in a state and wait until Python has answered."""
        if self.page.url.startswith(self.address):
            self.settle()  # a server that answers a page that has gone says so in its log
        self.page.goto(f"{self.address}?{query}" if query else self.address)
        self.page.wait_for_function("window.roofline !== undefined", timeout=_PATIENCE_MS)
        self.page.evaluate("window.roofline.ready.then(() => window.roofline.set({}))")
        return self

    def settle(self) -> "Sim":
        """Wait until nothing is on its way to Python any more."""
        self.page.evaluate("window.roofline.set({}).then(() => window.roofline.set({}))")
        return self

    @property
    def query(self) -> str:
        return self.page.evaluate("window.roofline.get().state")

    @property
    def json(self) -> str:
        """The result as the page has it, to the last digit."""
        return self.page.evaluate("window.roofline.get().json")

    @property
    def result(self) -> dict:
        return json.loads(self.json)

    def control(self, key: str) -> Locator:
        return self.page.locator(f".control[data-key='{key}']")

    def slider(self, key: str) -> Locator:
        return self.control(key).locator("input[type=range]")

    def box(self, key: str) -> Locator:
        return self.control(key).locator("input[type=text]")

    def value(self, key: str) -> str:
        """Exact value that a control shows."""
        return self.control(key).get_attribute("data-value")

    def stat(self, key: str) -> str:
        """A number of the Expert view, in full."""
        return self.page.locator(f"[data-stat={key}]").get_attribute("title")

    def source(self, name: str) -> dict:
        """Data of one of the chart's sources, as the browser has it."""
        return self.page.evaluate(
            """name => {
              const model = Bokeh.documents[0].get_model_by_name(name)
              return Object.fromEntries(Object.entries(model.data).map(([k, v]) => [k, [...v]]))
            }""",
            name,
        )

    def axes(self) -> list[float]:
        return self.page.evaluate(
            """() => {
              const {x_range: x, y_range: y} = Bokeh.documents[0].get_model_by_name("roofline")
              return [x.start, x.end, y.start, y.end]
            }"""
        )

    def share(self) -> Locator:
        """Open the Share dialog."""
        self.page.get_by_role("button", name="Share").click()
        return self.page.get_by_role("dialog", name="Share")

    def press(self, key: str, *strokes: str) -> None:
        for stroke in strokes:
            self.slider(key).press(stroke)
        self.settle()

    def type(self, key: str, text: str) -> None:
        self.box(key).fill(text)
        self.box(key).press("Enter")
        self.settle()

    def grip(self, key: str, share: float) -> None:
        """Press the mouse button on a slider, at a share of its length."""
        self.page.mouse.move(*self._place(key, share))
        self.page.mouse.down()

    def pull(self, key: str, share: float) -> None:
        """Move the mouse along a slider, whether pressed or not."""
        self.page.mouse.move(*self._place(key, share))

    def _place(self, key: str, share: float) -> tuple[float, float]:
        slider = self.slider(key)
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        thumb = 24  # the range's ends are half a thumb inside its box
        x = box["x"] + thumb / 2 + share * (box["width"] - thumb)
        return x, box["y"] + box["height"] / 2
