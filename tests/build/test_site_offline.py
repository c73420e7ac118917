"""The second visit needs no network; an update comes whole or not at all."""

import json
import shutil

import pytest

from tests.build.fixtures import Served

pytestmark = pytest.mark.ui

KEPT = "navigator.serviceWorker.ready.then((r) => r.active.state === 'activated')"


def keep(page):
    """Visit once, until the service worker has everything."""
    page.open()
    page.wait(KEPT)


@pytest.mark.parametrize("way", ["fast", "ordinary"])
def test_the_second_visit_works_with_the_network_cut(open_page, host, way):
    keep(open_page())
    host.stop()
    page = open_page().open(f"start={way}&N=64")
    assert page.path == way
    assert json.loads(page.json)["flops"] == 2 * 8192 * 8192 * 64
    assert page.complaints == []


def test_a_reader_who_saves_data_is_sent_no_more_than_the_page_needs(context, open_page, host):
    context.add_init_script(
        "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
    )
    page = open_page().open()
    page.page.wait_for_timeout(6000)  # it registers after five seconds at the latest
    assert page.path == "ordinary"
    assert page.page.evaluate("navigator.serviceWorker.getRegistration().then((r) => !r)")
    assert not any("app.pack" in path for path in host.asked)


@pytest.fixture
def changing(site_folder, tmp_path):
    """A host whose site a test may update: its builds differ in their name and a mark."""
    folder = tmp_path / "site"
    shutil.copytree(site_folder, folder)
    served = Served(folder)
    yield served
    served.stop()


def update(folder, mark):
    """Rename the build everywhere, as a new one would be."""
    config = (folder / "index.html").read_text()
    old = config.split('"build":"')[1].split('"')[0]
    new = "b" + mark.encode().hex()[:12].ljust(12, "0")
    (folder / old).rename(folder / new)
    for name in ("index.html", "sw.js"):
        text = (folder / name).read_text().replace(old, new)
        (folder / name).write_text(text.replace("<html ", f'<html data-made="{mark}" '))
    return old, new


def made(page):
    return page.page.evaluate("document.documentElement.dataset.made ?? null")


def builds_asked(served, since):
    return {path.split("/")[1] for path in served.asked[since:] if path.count("/") > 1}


def test_an_update_replaces_all_files_together(context, open_page, changing):
    first = open_page(changing.address)
    keep(first)
    old, new = update(changing.folder, "newer")
    second = open_page(changing.address).open()  # of the old build still, out of the cache
    assert made(second) is None
    second.page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.update())")
    second.wait("navigator.serviceWorker.getRegistration().then((r) => r.waiting !== null)")
    again = open_page(changing.address).open()
    assert made(again) is None  # while a page of the old build is open
    for page in (first, second, again):
        page.page.close()
    third = open_page(changing.address)
    changing.stop()
    third.open()
    assert made(third) == "newer"
    own = [url for url in third.requests if f"/{old}/" in url]
    assert own == []
    names = third.page.evaluate("caches.keys()")
    assert [name.split()[-1] for name in names] == [new]


def test_an_update_with_a_missing_file_changes_nothing(open_page, changing):
    keep(open_page(changing.address))
    old, new = update(changing.folder, "broken")
    (changing.folder / new / "site.css").unlink()
    page = open_page(changing.address).open()
    page.page.evaluate(
        "navigator.serviceWorker.getRegistration().then((r) => r.update()).catch(() => null)"
    )
    page.wait_for(lambda: f"/{new}/site.css" in changing.asked)  # only then can it have failed
    page.wait(f"caches.keys().then((names) => {only(old)})")
    page.page.close()
    page = open_page(changing.address).open()  # the visit makes the browser try once more
    assert made(page) is None
    page.wait(f"caches.keys().then((names) => {only(old)})")
    assert (
        page.page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.waiting)")
        is None
    )


def only(build):
    """Of `names`: that one cache is kept, of this build."""
    return f"names.length === 1 && names[0].endsWith('{build}')"
