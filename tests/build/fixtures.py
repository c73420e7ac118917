"""The built site, served; for the tests here and those of the page."""

import fcntl
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Served:
    """A folder on a local port.

    `asked` lists the paths asked for; `broken` maps ends of paths to what to do with their
    content; `stop` cuts the network.
    """

    def __init__(self, folder: Path) -> None:
        sys.path.append(str(ROOT / "build"))
        import serve  # noqa: PLC0415

        self.folder = folder
        self.asked: list[str] = []
        self.broken: dict = {}
        self.shared = False  # whether frames without an origin may read the files
        handler = _watched(serve.Handler, self)
        self.server = serve.http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Cut the network; a second time does nothing."""
        self.server.shutdown()
        self.server.server_close()


def _watched(base, served):
    class Handler(base):
        def __init__(self, *args):
            super().__init__(*args, directory=str(served.folder))

        def do_GET(self):  # noqa: N802
            path = self.path.split("?")[0]
            served.asked.append(path)
            for end, change in served.broken.items():
                if path.endswith(end):
                    self.answer(change((served.folder / path.lstrip("/")).read_bytes()))
                    return
            super().do_GET()

        def end_headers(self):
            if served.shared:
                self.send_header("Access-Control-Allow-Origin", "*")
            super().end_headers()

        def answer(self, content):
            if content is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(self.path.split("?")[0]))
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Handler


def build_site() -> Path:
    """Build the site, or take it as it is where nothing has changed."""
    command = [sys.executable, "build"]
    lock = ROOT / ".cache" / "tests.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # whoever tests beside this one waits for the same site
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / "dist" / "site"


@pytest.fixture(scope="session")
def site_folder() -> Path:
    """Folder of the built site."""
    return build_site()


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[str]:
    """Address of the built site."""
    served = Served(site_folder)
    yield served.address
    served.stop()


@pytest.fixture
def host(site_folder: Path) -> Iterator[Served]:
    """Server of the site for one test, which may break or stop it."""
    served = Served(site_folder)
    yield served
    served.stop()
