"""In somebody else's page: chrome keys, the JavaScript interface, messages and heights."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.ui.sim import Sim, command_line

pytestmark = pytest.mark.ui

HOST = """<!doctype html><html lang="en"><title>host</title><body>
<script>
  window.heard = []
  addEventListener("message", ({source, data}) => {
    const all = [...document.querySelectorAll("iframe")]
    const frame = all.findIndex(f => f.contentWindow === source)
    window.heard.push({frame, ...data})
  })
</script>
%s
</body></html>"""


@pytest.fixture
def host(browser: Browser, address: str) -> Iterator[Page]:
    """A page of the same origin with two embeds, and what it has heard from them."""
    page = browser.new_page(viewport={"width": 900, "height": 900})
    frames = "".join(
        f'<iframe title="{q}" width="800" height="500" src="{address}?embed=1&{q}"></iframe>'
        for q in ("workload=relu", "M=64")
    )
    url = f"{address}-host"
    page.route(url, lambda route: route.fulfill(body=HOST % frames, content_type="text/html"))
    page.goto(url)
    page.wait_for_function("heard.filter(m => m.type === 'roofline:ready').length === 2")
    yield page
    page.close()


def _post(page: Page, frame: int, message: dict) -> None:
    page.evaluate("([frame, message]) => frames[frame].postMessage(message, '*')", [frame, message])


def _wait(page: Page, frame: int, kind: str) -> dict:
    page.wait_for_function(
        "([frame, kind]) => heard.some(m => m.frame === frame && m.type === kind)",
        arg=[frame, kind],
    )
    return page.evaluate(
        "([frame, kind]) => heard.filter(m => m.frame === frame && m.type === kind).at(-1)",
        [frame, kind],
    )


def test_an_embed_has_no_title_and_hides_what_it_is_told_to(sim: Sim) -> None:
    sim.open("embed=true&hide=controls,theme&expert=true")
    assert sim.page.get_by_role("heading", name="Roofline simulator").is_hidden()
    assert sim.page.locator(".controls").is_hidden()
    assert sim.page.locator(".theme").is_hidden()
    assert sim.page.locator(".chart").is_visible()
    assert sim.page.locator(".chart").bounding_box()["width"] > 1000


def test_a_theme_is_kept_whatever_the_system_prefers(sim: Sim) -> None:
    sim.open("theme=dark")
    colour = sim.page.locator(".stage").evaluate("node => getComputedStyle(node).backgroundColor")
    assert colour == "rgb(22, 25, 29)"
    sim.page.locator(".theme select").select_option("light")
    sim.settle()
    colour = sim.page.locator(".stage").evaluate("node => getComputedStyle(node).backgroundColor")
    assert colour == "rgb(255, 255, 255)"


def test_nothing_starts_in_a_lite_page_until_it_is_asked_to(sim: Sim) -> None:
    sim.page.goto(f"{sim.address}?lite=true&workload=relu")
    start = sim.page.get_by_role("button", name="Start the simulator")
    start.wait_for()
    sim.page.wait_for_timeout(300)
    assert sim.page.evaluate("window.roofline.get().workload") == "gemm-big"
    start.click()
    sim.page.wait_for_function("window.roofline.get().workload === 'relu'")
    assert start.count() == 0


def test_the_interface_gets_sets_resets_and_tells(sim: Sim) -> None:
    sim.open("workload=decode-1")
    heard = sim.page.evaluate(
        """async () => {
          const heard = []
          const off = roofline.on("change", event => heard.push(event))
          await roofline.set({B: 64})
          await roofline.set("workload=relu")
          await roofline.reset()
          off()
          await roofline.set({B: 2})
          return heard
        }"""
    )
    assert [event["state"] for event in heard] == [
        "workload=decode-1&B=64",
        "workload=relu",
        "workload=decode-1",
    ]
    assert not any(event["isUserInitiated"] for event in heard)
    assert heard[0]["derived"]["bound"] == "memory"
    assert sim.json == command_line("workload=decode-1&B=2")


def test_a_readers_own_change_is_told_as_such(sim: Sim) -> None:
    sim.open("expert=true")
    sim.page.evaluate("() => { window.heard = []; roofline.on('change', e => heard.push(e)) }")
    sim.type("M", "64")
    assert [e["isUserInitiated"] for e in sim.page.evaluate("heard")] == [True]


@pytest.mark.parametrize("state", ["{M: 0}", "'M=0'", "{g: 5}"])
def test_a_bad_set_is_refused_with_the_message(sim: Sim, state: str) -> None:
    sim.open("workload=attention" if "g" in state else "")
    message = sim.page.evaluate(f"roofline.set({state}).then(() => '', error => error.message)")
    assert "expected" in message


def test_embeds_tell_and_obey_their_host_one_by_one(host: Page) -> None:
    _post(host, 0, {"type": "roofline:setState", "state": {"n": 5}})
    assert _wait(host, 0, "roofline:change")["state"] == "workload=relu&n=5"
    _post(host, 1, {"type": "roofline:getState", "id": 7})
    answer = _wait(host, 1, "roofline:state")
    assert (answer["id"], answer["state"]) == (7, "M=64")
    _post(host, 0, {"type": "roofline:setState", "state": {"n": 0}})
    assert "n: expected" in _wait(host, 0, "roofline:error")["message"]
    _post(host, 0, {"type": "roofline:reset"})
    host.wait_for_function(
        "heard.filter(m => m.type === 'roofline:change').at(-1).state === 'workload=relu'"
    )


def test_messages_from_elsewhere_are_ignored(host: Page) -> None:
    host.evaluate(
        """() => {
          const other = frames[1]
          const script = other.document.createElement("script")
          script.textContent = `
            parent.frames[0].postMessage({type: "roofline:setState", state: {n: 9}}, "*")`
          other.document.body.append(script)
        }"""
    )
    host.wait_for_timeout(800)
    _post(host, 0, {"type": "roofline:getState", "id": 1})
    assert _wait(host, 0, "roofline:state")["state"] == "workload=relu"


_TOLD = "heard.filter(m => m.frame === 0 && m.type === 'roofline:resize').at(-1)?.height"


def _height(host: Page) -> float:
    """Height that the first frame has told last, once it is that of its content."""
    content = "frames[0].Bokeh.index.roots[0].shadow_el.querySelector('.page')"
    height = f"Math.ceil({content}.getBoundingClientRect().height)"
    host.wait_for_function(f"{_TOLD} === {height}")
    return host.evaluate(_TOLD)


def test_heights_let_the_frame_grow_and_shrink_again(host: Page) -> None:
    basic = _height(host)
    _post(host, 0, {"type": "roofline:setState", "state": {"expert": True}})
    host.wait_for_function(f"{_TOLD} > {basic} + 200")
    _height(host)
    _post(host, 0, {"type": "roofline:setState", "state": {"expert": False}})
    host.wait_for_function(f"Math.abs({_TOLD} - {basic}) < 40")
    _height(host)
    heights = host.evaluate("heard.filter(m => m.subject === 'lti.frameResize').length")
    assert heights == host.evaluate("heard.filter(m => m.type === 'roofline:resize').length")
