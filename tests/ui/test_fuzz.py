"""Random hands: no exception, no NaN, no lost input, and the model's numbers after every step."""

import json
import os
from pathlib import Path

import pytest

from model import evaluate, load_presets, parse
from model.further import further
from tests.ui.sim import Sim

pytestmark = pytest.mark.ui

SCRIPT = (Path(__file__).parent / "fuzz.js").read_text(encoding="utf-8")
SLICES = 5
# In CI, with those of tests/app/test_fuzz.py, ten thousand steps; fewer at a desk.
STEPS = 200 if os.environ.get("CI") == "true" else 100


@pytest.mark.parametrize("seed", range(SLICES))
def test_whatever_is_done_the_page_shows_the_models_numbers(sim: Sim, seed: int) -> None:
    sim.open("expert=true")
    presets = load_presets()
    for number, note in enumerate(sim.page.evaluate(SCRIPT, [seed, STEPS])):
        where = f"seed {seed}, step {number}: {note['did']} -> {note['state']}"
        read = parse(note["state"], presets)
        assert read.problems == (), where
        result = evaluate(read.scenario, presets)
        expected = result.as_dict() | further(read.scenario, presets)
        assert note["json"] == json.dumps(expected, ensure_ascii=False), where
        assert note["bad"] is None, where
        if result.flops:
            assert note["at"] == result.intensity, where
