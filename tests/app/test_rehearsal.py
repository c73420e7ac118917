"""What the site warms up with leaves no trace."""

from app.rehearsal import rehearsal
from app.state import State


def test_a_rehearsal_ends_and_changes_no_readers_state():
    state = State("workload=gemm-big&N=512&expert=true")
    before = state.query, state.selected, state.axes, list(state.trail)
    assert len(list(rehearsal())) > 1
    assert (state.query, state.selected, state.axes, list(state.trail)) == before
    assert State("").query == ""
