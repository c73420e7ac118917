"""The page of measured points, without a browser."""

import csv
import io
import json

import pytest

from app.language import load_language
from app.measured_chart import CLASSES
from app.measured_table import PAGE
from app.simulator import Simulator
from app.state import State
from app.views.points import Page
from model.measured import load_measurements, place_measurements

EN = load_language("en")
TABLE = "name,FLOPs,bytes,time\nb,1e12,1e9,2e-3\na,1e9,1e9,1e-3\nfast,1e9,1e9,1e-9\ncopy,0,1e9,1\n"


@pytest.fixture
def page():
    return Page()


def shown(page, state=None):
    page.refresh(state or State(), EN)
    return page.view.live


def load(page, text):
    page.commands["part"](0, text)
    page.commands["load"]()


def names(live):
    return [row["name"] for row in live["points"]["rows"]]


def test_a_table_becomes_points_a_legend_and_two_tables(page):
    assert not shown(page)["loaded"]
    load(page, TABLE)
    live = shown(page)
    assert names(live) == ["b", "a", "fast"]
    assert live["points"]["rows"][2]["said"] == "impossible: check FLOPs, bytes or peak"
    assert [int(entry["count"]) for entry in live["legend"]] == [0, 1, 1, 0, 0, 1]
    assert len(live["legend"]) == CLASSES
    assert [row["line"] for row in live["aside"]["rows"]] == ["5"]
    assert "Points: 3." in live["summary"]
    source = page._chart._sources["points"].data
    assert source["x"].tolist() == [1000, 1, 1]
    assert page._chart._above.indices == [2]


def test_a_long_text_comes_in_pieces_and_a_piece_that_comes_twice_counts_once(page):
    for number, part in enumerate((TABLE[:30], TABLE[30:50], TABLE[50:])):
        page.commands["part"](number, part)
        page.commands["part"](number, part)
    page.commands["load"]()
    assert names(shown(page)) == ["b", "a", "fast"]
    load(page, "nothing")
    live = shown(page)
    assert (live["loaded"], names(live)) == (False, [])
    assert live["error"].startswith("The table could not be read: expected a header and at least")
    load(page, TABLE)
    assert shown(page)["error"] == ""


def test_the_table_is_sorted_filtered_and_paged(page):
    rows = "".join(f"k{i:03},{i + 1}e9,1e9,1\n" for i in range(PAGE * 2 + 50))
    load(page, "name,flops,bytes,time\n" + rows)
    live = shown(page)
    assert (live["points"]["pages"], live["points"]["total"], len(names(live))) == (3, 250, PAGE)
    page.commands["choose"]({"page": 2})
    assert names(shown(page))[0] == "k200"
    page.commands["choose"]({"sort": "rate", "falling": True})
    live = shown(page)
    assert (live["points"]["page"], names(live)[0]) == (0, "k249")
    page.commands["choose"]({"sort": "name", "falling": False, "search": "K1"})
    assert names(shown(page))[:2] == ["k100", "k101"]
    page.commands["choose"]({"search": "", "only": "compute"})
    assert names(shown(page)) == []
    page.commands["choose"]({"sort": "nothing", "only": ""})
    assert names(shown(page)) == []
    page.commands["choose"]({"only": ""})
    page.commands["choose"]({"page": 99})
    assert len(names(shown(page))) == 50


def test_the_roof_moves_shares_and_leaves_the_points_where_they_are(page):
    load(page, TABLE)
    state = State()
    shown(page, state)
    before = page._chart._sources["points"].data["x"]
    state.change({"bw": "1e12"})
    live = shown(page, state)
    assert page._chart._sources["points"].data["x"] is before
    assert live["points"]["rows"][0]["share"] == "50.6\u00a0%"
    assert live["values"]["bw"] == "1000000000000"


def test_the_file_has_every_row_with_its_reason():
    measured = load_measurements(TABLE)
    roof = State().scenario.roofline(State().presets)
    rows = list(csv.DictReader(io.StringIO(as_text(measured, roof))))
    assert [row["name"] for row in rows] == ["b", "a", "fast", "copy"]
    assert float(rows[0]["flop/s"]) == 5e14
    assert rows[2]["note"].startswith("impossible")
    assert rows[3]["note"].startswith("line 5: FLOPs: expected FLOPs above 0")


def as_text(measured, roof):
    page = Page()
    page._measured = measured
    page.commands["export"]()
    text = shown(page)["export"]
    assert shown(page)["export"] == ""
    assert place_measurements(measured, roof).impossible.sum() == 1
    return text


def test_nothing_of_the_table_gets_into_the_address_or_the_state():
    simulator = Simulator(State("view=points"))
    messages = [("part", [0, TABLE]), ("load", [])]
    for sequence, (name, arguments) in enumerate(messages, start=1):
        command = ["view", ["points", name, arguments]]
        simulator._handle_msg({"sequence": sequence, "commands": [command]})
    told = json.loads(simulator.told)
    assert told["address"] == "view=points"
    assert "fast" not in simulator.told
    assert names(simulator._view.view.live) == ["b", "a", "fast"]


def test_the_page_speaks_chinese():
    page = Page()
    load(page, TABLE)
    page.refresh(State(), load_language("zh-CN"))
    live = page.view.live
    assert live["summary"].startswith("共 3 个点。其中 1 个高于屋顶")
    assert page._chart.figure.yaxis[0].axis_label == "实际吞吐量，FLOP/s"
    load(page, "\0")
    page.refresh(State(), load_language("zh-CN"))
    assert page.view.live["error"].startswith("无法读取表格：应为文本表格")
