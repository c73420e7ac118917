"""Random messages, as a page or a host might send them: no exception, and the model's numbers."""

import json
import os
import random

import pytest

from app.simulator import Simulator
from model import evaluate, load_presets, parse
from model.further import further
from model.vocabulary import CHROME, SHAPE, STATE

PRESETS = load_presets()
SLICES = 8
STEPS = 1000 if os.environ.get("CI") == "true" else 50  # with tests/ui/test_fuzz.py ten thousand
TEXTS = (
    "1", "2", "7", "64", "100", "8192", "1e3", "1e9", "1e12", "1e13", "0.5", "0.5625", "0", "-1",
    "nan", "inf", "", " ", "abc", "1e400", "２", "<b>", "%", "&M=1", "true", "false", "zh-CN",
    "dark",
)  # fmt: skip
KEYS = (*STATE, *SHAPE, *CHROME, "decode-64.S", "nope.M", "foo")
COMMANDS = (
    ["undo", []], ["redo", []], ["reset", []], ["pin", []], ["export", ["csv"]],
    ["export", ["json"]], ["lesson_predict", ["x"]], ["lesson_reveal", []],
)  # fmt: skip


def _text(rng: random.Random, key: str) -> str:
    names = {"workload": PRESETS.workloads, "chip": PRESETS.chips, "lesson": PRESETS.lessons}
    return rng.choice([*names[key]]) if key in names and rng.random() < 0.8 else rng.choice(TEXTS)


def _message(rng: random.Random) -> dict:
    changes = {key: _text(rng, key) for key in rng.sample(KEYS, rng.randrange(4))}
    kind = rng.random()
    if kind < 0.15:
        return {
            "query": "&".join(f"{k}={v}" for k, v in changes.items()),
            "keep": rng.random() < 0.5,
        }
    if kind < 0.35:
        return {"commands": [rng.choice(COMMANDS)]}
    if kind < 0.4:
        return {"size": [rng.randrange(2000), rng.randrange(1000)]}
    return {"changes": changes, "start": rng.random() < 0.5}


@pytest.mark.parametrize("seed", range(SLICES))
def test_whatever_is_sent_the_answer_has_the_models_numbers(seed: int) -> None:
    rng, simulator = random.Random(seed), Simulator()
    for step in range(1, STEPS + 1):
        message = _message(rng)
        simulator._handle_msg({"sequence": step, **message})
        live = simulator.live
        read = parse(live["query"], PRESETS)
        where = f"seed {seed}, step {step}: {message} -> {live['query']}"
        assert read.problems == (), where
        result = evaluate(read.scenario, PRESETS).as_dict() | further(read.scenario, PRESETS)
        assert live["result"] == json.dumps(result, ensure_ascii=False), where
        assert "nan" not in json.dumps(live["verdict"]).lower(), where
