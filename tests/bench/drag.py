"""Slider to data and slider to painted frame under `panel serve` on loopback, over 200 moves.

Run: python -m tests.bench.drag. Compares with the shortest such trip there is: a bare echo over a
web socket of the same server library, in the same browser, in the same run.
"""

import asyncio
import shutil
import statistics
import subprocess
import sys
import threading
import time
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright
from tornado.web import Application
from tornado.websocket import WebSocketHandler

_MOVES = 200
_APP_PORT, _ECHO_PORT = 5321, 5322
_FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

_MOVE = """async moves => {
  const root = Bokeh.index.roots[0].shadow_el
  const range = root.querySelector(".slider[data-key=M] input[type=range]")
  const source = Bokeh.documents[0].get_model_by_name("points")
  const frame = () => new Promise(resolve => requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = resolve
    channel.port2.postMessage(null)
  }))
  const toData = [], toFrame = []
  for (let i = 0; i < moves; i++) {
    const changed = new Promise(resolve => {
      const slot = () => { source.properties.data.change.disconnect(slot); resolve() }
      source.properties.data.change.connect(slot)
    })
    const start = performance.now()
    range.value = 0.95 - (i % 50) * 0.01
    range.dispatchEvent(new Event("input", {bubbles: true}))
    await changed
    toData.push(performance.now() - start)
    await frame()
    toFrame.push(performance.now() - start)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return [toData, toFrame]
}"""

_ECHO = """async ([port, moves]) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`)
  await new Promise(resolve => { socket.onopen = resolve })
  const times = []
  for (let i = 0; i < moves; i++) {
    const start = performance.now()
    socket.send("x".repeat(300))
    await new Promise(resolve => { socket.onmessage = resolve })
    times.push(performance.now() - start)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return times
}"""


class _Echo(WebSocketHandler):
    def check_origin(self, _origin: str) -> bool:
        return True

    def open(self) -> None:
        self.set_nodelay(True)

    def on_message(self, message: str) -> None:
        self.write_message(message)


def _serve_echo() -> None:
    async def run() -> None:
        Application([("/", _Echo)]).listen(_ECHO_PORT, "127.0.0.1")
        await asyncio.Event().wait()

    asyncio.run(run())


def _row(name: str, times: list[float], floor: float) -> str:
    ordered = sorted(times)
    median, late = statistics.median(ordered), ordered[int(0.95 * len(ordered))]
    return f"| {name} | {median:.1f} | {late:.1f} | {median / floor:.1f} |"


def _measure(page: Page) -> None:
    page.goto(f"http://127.0.0.1:{_APP_PORT}/app?expert=true")
    page.wait_for_function("window.roofline !== undefined")
    page.evaluate("window.roofline.ready")
    page.wait_for_timeout(1000)
    echo = page.evaluate(_ECHO, [_ECHO_PORT, _MOVES])
    data, frame = page.evaluate(_MOVE, _MOVES)
    floor = statistics.median(echo)
    print("| | median ms | 95th percentile ms | ratio to a bare echo |\n| --- | --- | --- | --- |")
    print(_row("bare echo", echo, floor))
    print(_row("slider to data", data, floor))
    print(_row("slider to painted frame", frame, floor))


def main() -> None:
    threading.Thread(target=_serve_echo, daemon=True).start()
    command = [sys.executable, "-m", "panel", "serve", "app", "--port", str(_APP_PORT)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait()
        with sync_playwright() as playwright:
            path = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=_FLAGS)
            _measure(browser.new_page(viewport={"width": 1280, "height": 800}))
            browser.close()
    finally:
        server.terminate()


def _wait() -> None:
    for _ in range(100):
        try:
            urlopen(f"http://127.0.0.1:{_APP_PORT}/app").close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the server did not answer")


if __name__ == "__main__":
    main()
