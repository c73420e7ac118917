"""The page shows the numbers of the command line, in every state, to the last digit."""

import pytest

from model import load_presets
from tests.ui.sim import Sim, command_line

pytestmark = pytest.mark.ui

QUERIES = (
    "",
    "workload=gemm-small&M=1&N=1&K=1",
    "workload=gemm-big&M=1000000000&N=1000000000&K=1000000000&expert=1",
    "workload=attention-prefill&fused=false&S=8192",
    "workload=decode-64&B=512&S=8192&g=8&chip=mi300x",
    "workload=decode-1&b=0.5625&peak=1.234e15&bw=4.8e12",
    "workload=relu&n=123456789&chip=opteron-x2",
    "workload=attention-decode&h=28&g=4&kv_only=1&chip=rtx-4090",
)


@pytest.mark.parametrize("query", QUERIES)
def test_a_url_gives_the_command_lines_json(sim: Sim, query: str) -> None:
    sim.open(query)
    assert sim.json == command_line(query)
    assert command_line(sim.query) == command_line(query)


@pytest.mark.kept
@pytest.mark.parametrize("workload", load_presets().on_chart)
def test_every_workload_stands_on_the_chart_where_the_model_puts_it(
    sim: Sim, workload: str
) -> None:
    sim.open("b=1&chip=l4")
    points = sim.source("points")
    place = points["id"].index(workload)
    sim.page.evaluate("workload => window.roofline.set({workload})", workload)
    assert points["x"][place] == sim.result["intensity"]
    assert points["y"][place] == sim.result["attainable_flops_per_s"]


@pytest.mark.kept
def test_the_expert_view_shows_counts_and_times_in_full(sim: Sim) -> None:
    sim.open("expert=true&workload=decode-64&S=777")
    result = sim.result
    assert sim.stat("flops") == f"{result['flops']:,} FLOP"
    assert sim.stat("bytes_moved") == f"{result['bytes_moved']:,} B"
    for key in ("compute_time", "memory_time", "time", "no_overlap_time"):
        assert float(sim.stat(key)) == result[f"{key}_s"]
    assert float(sim.stat("intensity")) == result["intensity"]


@pytest.mark.kept
def test_the_ledger_adds_up_to_the_totals(sim: Sim) -> None:
    sim.open("expert=true&workload=attention-prefill&fused=false")
    tables = sim.page.locator("table.ledger")
    for i, total in enumerate(("flops", "bytes_moved")):
        table = tables.nth(i)
        values = table.locator("tbody td:nth-child(2)").all_inner_texts()
        shown = sum(int(value.replace(",", "")) for value in values)
        foot = table.locator("tfoot td").first.inner_text()
        assert shown == int(foot.replace(",", "")) == sim.result[total]
