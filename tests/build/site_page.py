"""A page on the built site, as these tests drive it."""

import time
from collections.abc import Callable

from playwright.sync_api import BrowserContext

PATIENCE_S = 60

# The page's policy forbids what Playwright's own `wait_for_function` does: evaluate text.
_READY = """new Promise((done, failed) => {
  const look = () => {
    const state = document.documentElement.dataset.python
    if (state === "ready" && window.roofline) done(window.roofline.ready.then(() => true))
    else if (state === "failed") done(false)
    else setTimeout(look, 20)
  }
  look()
})"""
_WATCH = """
window.violations = []
addEventListener("securitypolicyviolation", (e) => violations.push(e.violatedDirective + " " + e.blockedURI))
"""  # noqa: E501


class SitePage:
    """One page in a context of its own, with what it asked for and complained of."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page = context.new_page()
        self.page.add_init_script(_WATCH)
        self.requests: list[str] = []
        self.console: list[str] = []
        context.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda m: self.console.append(f"{m.type}: {m.text}"))
        self.page.on("pageerror", lambda error: self.console.append(f"pageerror: {error}"))

    def open(self, query: str = "") -> "SitePage":
        """Load the page and wait until Python answers, or until the page says it cannot."""
        self.page.goto(f"{self.address}?{query}" if query else self.address)
        self.page.evaluate(_READY)
        return self

    @property
    def state(self) -> str:
        return self.page.evaluate("document.documentElement.dataset.python")

    @property
    def path(self) -> str:
        """Which way Python was started."""
        return self.page.evaluate("rooflineSite.path")

    @property
    def message(self) -> str:
        return self.page.inner_text("#site-step")

    @property
    def json(self) -> str:
        return self.page.evaluate("roofline.get().json")

    @property
    def complaints(self) -> list[str]:
        """Errors and warnings, and violations of the page's policy."""
        loud = [line for line in self.console if line.split(":")[0] in ("error", "warning")]
        loud += [line for line in self.console if line.startswith("pageerror")]
        return loud + self.page.evaluate("window.violations")

    def chart_is_drawn(self) -> bool:
        return self.page.evaluate(
            """() => {
              const views = [...Bokeh.index.roots]
              return views.length > 0 && Bokeh.documents[0].get_model_by_name("roofline") !== null
            }"""
        )

    def wait(self, expression: str, seconds: float = PATIENCE_S):
        """Ask the page again until an expression is true."""
        return self.wait_for(lambda: self.page.evaluate(expression), seconds, expression)

    def wait_for(self, check: Callable, seconds: float = PATIENCE_S, what: str = "") -> object:
        """Ask again until something is true, here or in the page."""
        end = time.monotonic() + seconds
        while not (found := check()):
            assert time.monotonic() < end, f"not in {seconds} s: {what}\n{self.console}"
            self.page.wait_for_timeout(30)
        return found
