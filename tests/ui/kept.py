"""Pages that tests use one after the other: loading one takes longer than most of what is tested.

A test that is not about loading, undoing, what is said or what is stored asks for such a page by
`@pytest.mark.kept`. `open` shows it the state as going back to an address does. At the end the
first state is shown again, and must look as it did at first.
"""

from collections.abc import Callable, Iterator
from urllib.parse import parse_qsl, urlencode

from playwright.sync_api import Browser, Page

from model.vocabulary import CHROME
from tests.ui.sim import Sim

# As going back to an address does, which the page reads like the first.
_SHOW = """async query => {
  history.replaceState(null, "", location.pathname + (query && `?${query}`))
  dispatchEvent(new PopStateEvent("popstate"))
  await roofline.set({})
}"""
_TIDY = """async () => {
  const root = Bokeh.index.roots[0].shadow_el
  for (const dialog of root.querySelectorAll("dialog[open]")) dialog.close()
  root.querySelector("[aria-expanded=true]")?.click()
  for (const details of root.querySelectorAll("details[open]")) details.open = false
  root.activeElement?.blur()
  scrollTo(0, 0)
  await roofline.set({})
}"""
# All that is seen but what is said in passing to a screen reader.
_LOOK = """() => {
  const root = Bokeh.index.roots[0].shadow_el
  const seen = (node) => node.checkVisibility() && !node.closest("[role=status], [aria-live]")
  const walker = document.createTreeWalker(root.querySelector(".page"), NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) if (seen(walker.currentNode.parentElement)) texts.push(walker.currentNode.data)
  const inputs = [...root.querySelectorAll(".controls input")].filter(seen)
  const figure = Bokeh.documents[0].get_model_by_name("roofline")
  const {x, y} = Bokeh.documents[0].get_model_by_name("points").data
  return {
    ...roofline.get(), texts,
    values: inputs.map(({id, value, checked, ariaInvalid}) => [id, value, checked, ariaInvalid]),
    points: [[...x], [...y]],
    axes: [figure.x_range, figure.y_range].map(({start, end}) => [start, end]),
    pressed: root.querySelectorAll("[aria-pressed=true]").length,
  }
}"""  # noqa: E501


class KeptSim(Sim):
    """A page that is loaded once for each set of keys of the page itself, such as the language."""

    def __init__(self, page: Page, address: str, troubles: list[str]) -> None:
        super().__init__(page, address)
        self._troubles = troubles
        self._loaded: str | None = None
        self._first: dict = {}

    def open(self, query: str = "") -> "KeptSim":
        """Show a state."""
        own = _own_keys(query)
        if own != self._loaded:
            super().open(own)
            self._loaded, self._first = own, self.page.evaluate(_LOOK)
        self.page.evaluate(_SHOW, query)
        return self

    def tidy(self) -> None:
        """Show the first state again: nothing may be left of what a test did, and no complaint."""
        if self._loaded is not None:
            self.page.mouse.move(0, 0)
            self.page.evaluate(_SHOW, self._loaded)
            self.page.evaluate(_TIDY)
            now, first = self.page.evaluate(_LOOK), self._first
            assert now == first, {
                key: (now[key], first[key]) for key in now if now[key] != first[key]
            }
        assert self._troubles == []


def _own_keys(query: str) -> str:
    """Leave out the state, and the lesson, which is opened and closed like a state."""
    pairs = parse_qsl(query, keep_blank_values=True)
    return urlencode([(k, v) for k, v in pairs if k in CHROME and k != "lesson"], safe=",")


class Shelf:
    """The kept pages of a test module, by address and window; `listen` collects complaints."""

    def __init__(self, browser: Browser, listen: Callable[[Page, str], list[str]]) -> None:
        self._browser = browser
        self._listen = listen
        self._free: dict[tuple[str, str], KeptSim] = {}

    def lend(self, address: str, view: dict) -> Iterator[KeptSim]:
        """Lend a page to one test; one that comes back untidy is not lent again."""
        window = {name: value for name, value in view.items() if name != "color_scheme"}
        sim = self._free.pop((address, repr(window)), None) or self._new(address, window)
        sim.page.emulate_media(color_scheme=view.get("color_scheme", "light"))
        yield sim
        sim.tidy()
        self._free[address, repr(window)] = sim

    def _new(self, address: str, window: dict) -> KeptSim:
        page = self._browser.new_context(bypass_csp=True, **window).new_page()
        return KeptSim(page, address, self._listen(page, address))

    def close(self) -> None:
        """Close all pages."""
        for sim in self._free.values():
            sim.page.context.close()
