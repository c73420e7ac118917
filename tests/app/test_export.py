"""The exported files hold the model's numbers to the last bit."""

import csv
import io
import json

import pytest

from app.export import as_csv, as_json, points
from app.state import State
from model import load_presets
from model.__main__ import answer

PRESETS = load_presets()
STATES = [
    "",
    "workload=decode-64&S=8192&B=3&b=0.5625&chip=mi300x",
    "workload=attention-decode&gemm-big.M=7&peak=1e14&bw=1.1e12&expert=true&x=1,1000",
    "workload=relu&flops_per_value=0.1&b=1e-3&theme=dark&utm=1",
]
NUMBERS = [
    "flops", "bytes_moved", "intensity", "attainable_flops_per_s", "compute_time_s",
    "memory_time_s", "time_s", "no_overlap_time_s", "peak_flops_per_s", "bandwidth_bytes_per_s",
    "ridge_intensity",
]  # fmt: skip


def _rows(state: State) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(as_csv(state), newline="")))


@pytest.mark.parametrize("query", STATES)
def test_each_record_is_what_the_command_line_prints_for_its_query(query: str) -> None:
    records = json.loads(as_json(State(query)))["points"]
    assert [record["workload"] for record in records] == list(State(query).drawn)
    for record in records:
        printed = json.loads(json.dumps(answer(record["query"], PRESETS)))
        assert {key: record[key] for key in printed} == printed


@pytest.mark.parametrize("query", STATES)
def test_the_table_has_every_digit_of_every_record(query: str) -> None:
    state = State(query)
    for row, record in zip(_rows(state), points(state), strict=True):
        cells = {heading.split(" [")[0]: text for heading, text in row.items()}
        assert {key: type(record[key])(cells[key]) for key in NUMBERS} == {
            key: record[key] for key in NUMBERS
        }
        for key in ("workload", "kind", "role", "bound", "chip", "query"):
            assert cells[key] == record[key]


def test_every_number_of_the_table_has_a_unit() -> None:
    headings = list(_rows(State())[0])
    assert "flops [FLOP]" in headings
    assert "bandwidth_bytes_per_s [byte/s]" in headings
    assert {h.split(" [")[0] for h in headings if "[" in h} == set(NUMBERS)


@pytest.mark.parametrize("query", STATES)
def test_the_shape_written_out_gives_the_same_point_as_its_query(query: str) -> None:
    for row in _rows(State(query)):
        chip = row["chip"]
        roofs = (
            f"peak={row['peak_flops_per_s [FLOP/s]']}&bw={row['bandwidth_bytes_per_s [byte/s]']}"
        )
        again = answer(f"workload={row['workload']}&chip={chip}&{roofs}&{row['shape']}", PRESETS)
        assert repr(again["flops"]) == row["flops [FLOP]"]


def test_a_pinned_state_is_a_point_with_its_own_chip() -> None:
    state = State("workload=decode-1&chip=l4")
    state.pin()
    state.change({"chip": "t4", "workload": "relu"})
    pinned = [record for record in points(state) if record["role"] == "pinned"]
    assert [(p["workload"], p["chip"], p["query"]) for p in pinned] == [
        ("decode-1", "l4", "workload=decode-1&chip=l4")
    ]
    assert [r["workload"] for r in points(state) if r["role"] == "selected"] == ["relu"]
