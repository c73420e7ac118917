"""What the build works out for addresses, so that a page can start with their state."""

import copy
import gzip
import json
import subprocess
import sys

import pytest
import states
from parts import BuildError

from app.foreshow import addresses
from app.simulator import Simulator
from app.state import State
from model import load_presets
from tests.build.fixtures import ROOT
from tests.build.test_site_page import block


def document(**values):
    inner = {"id": "p2", "attributes": {"x": {"type": "map", "entries": [["a", [1, 2]]]}}}
    root = {"id": "p1", "attributes": {"child": inner, "text": "", **values}}
    return {"docs": {"any": {"roots": [root]}}}


def made(query, *problems, language="en", **values):
    told = {"query": query, "problems": list(problems), "language": language}
    return told | {"document": document(**values)}


def test_a_file_of_addresses_is_read_without_what_belongs_to_the_frame(tmp_path):
    path = tmp_path / "states.txt"
    path.write_text(
        "# chapter 3\n\nhttps://host/sim/?workload=relu&embed=true&theme=dark#top\n"
        "B=32&workload=decode-64&lite=true\n"
    )
    found = states.read_addresses(path)
    assert list(found) == ["workload=relu", "B=32&workload=decode-64"]
    assert found["workload=relu"] == f"{path}, line 3"
    assert states.read_addresses(None) == {}


def test_a_file_that_is_not_there_or_asks_for_another_view_is_named(tmp_path):
    path = tmp_path / "states.txt"
    with pytest.raises(BuildError, match=r"states\.txt: cannot be read"):
        states.read_addresses(path)
    path.write_text("workload=relu\nview=model\n")
    with pytest.raises(BuildError, match=r"states\.txt, line 2: view"):
        states.read_addresses(path)


def test_the_command_says_what_is_wrong_with_the_file(tmp_path):
    run = [sys.executable, "build", "--states", str(tmp_path / "none.txt")]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith(f"error: {tmp_path}/none.txt: cannot be read")


def test_a_language_has_its_own_file_whose_states_differ_from_the_first():
    found = states.gather(
        document(),
        [
            made("a=1", text="one"),
            made("a=2", text="one", more=[1]),
            made("l=zh", language="zh", text="yi"),
        ],
        {},
    )
    assert found == {
        "en": {
            "queries": ["a=1", "a=2"],
            "states": [[["p1", ["text"], "one"]], [["p1", ["more"], [1]]]],
        },
        "zh": {"queries": ["l=zh"], "states": [[["p1", ["text"], "yi"]]]},
    }


def test_only_the_part_that_differs_is_kept():
    other = document()
    [root] = other["docs"]["any"]["roots"]
    root["attributes"]["child"]["attributes"]["x"]["entries"][0][1] = [1, 3]
    state = made("a=1") | {"document": other}
    found = states.gather(document(), [state], {})
    assert found["en"]["states"] == [[["p2", ["x", "entries", 0, 1, 1], 3]]]


def test_every_query_that_is_refused_is_named_with_its_place():
    refused = [made("a=1", "a: no"), made("b=2", "b: never", "c: what")]
    with pytest.raises(BuildError) as caught:
        states.gather(document(), refused, {"b=2": "f.txt, line 7"})
    expected = ["a=1: a: no", "f.txt, line 7: b: never", "f.txt, line 7: c: what"]
    assert str(caught.value).splitlines() == expected


def test_a_state_with_other_models_or_without_a_value_stops_the_build():
    other = copy.deepcopy(document())
    other["docs"]["any"]["roots"][0]["id"] = "p9"
    with pytest.raises(BuildError, match="other models"):
        states.gather(document(), [made("a=1") | {"document": other}], {})
    with pytest.raises(BuildError, match="takes a value back"):
        states.gather(document(more=1), [made("a=1")], {})


def apply(found, changes):
    for name, way, value in changes:
        place = found[name]
        for step in way[:-1]:
            place = place[step]
        place[way[-1]] = copy.deepcopy(value)


def told(found):
    [data] = [values for values in found.values() if "told" in values]
    points = next(values for values in found.values() if values.get("name") == "points")
    return data["asked"], json.loads(data["told"]), dict(points["data"]["entries"])


def test_the_site_has_the_numbers_and_texts_of_python_for_every_known_address(site_folder):
    html = (site_folder / "index.html").read_text()
    page, config = block(html, "site-document"), block(html, "site-config")
    known = [query for queries in config["states"].values() for query in queries]
    assert set(known) == set(addresses(load_presets()))
    for tag, queries in config["states"].items():
        path = site_folder / config["files"][f"states-{tag}.json"]["path"]
        content = json.loads(gzip.decompress(path.read_bytes()))
        first = {}
        states.models(page["docs"], first)
        apply(first, content[0])
        for query, changes in zip(queries, content, strict=True):
            found = copy.deepcopy(first)
            if query != queries[0]:
                apply(found, changes)
            asked, live, points = told(found)
            simulator = Simulator(State(query))
            assert asked == query
            assert live == json.loads(simulator.told), query
            assert points == simulator._chart._sources["points"].data, query
