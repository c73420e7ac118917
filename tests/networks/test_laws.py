"""What holds for every model, and a count of it matrix by matrix and token by token."""

import math
import random
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from model import Attention, DomainError, Roofline
from model.networks import (
    Experts,
    Network,
    experts_touched,
    load_networks,
    operators,
    parameters,
    run_network,
)
from model.networks.kernels import PromptAttention
from model.run import Run
from tests.networks.strategies import exact_runs, networks, runs
from tests.strategies import rooflines

H100 = Roofline(989e12, 3.35e12)


@given(networks(), runs(), rooflines)
def test_operators_add_up_and_their_sum_is_never_below_the_one_point(network, run, roof):
    told = run_network(network, run, roof)
    assert told.flops == sum(row.flops for row in told.operators)
    assert math.isclose(told.bytes_moved, sum(told.streams.values()), rel_tol=1e-12)
    assert told.sum_time_s >= told.time_s
    assert told.sum_time_s <= told.compute_time_s + told.memory_time_s + 1e-9 * told.sum_time_s
    assert math.isclose(sum(row.share for row in told.operators), 1, rel_tol=1e-9)
    assert math.isclose(sum(row.time_s for row in told.operators), told.sum_time_s, rel_tol=1e-9)
    names = [row.name for row in told.operators]
    assert len(set(names)) == len(names)


@given(networks(), exact_runs)
def test_counts_are_exact_integers_but_for_the_experts_touched(network, run):
    told = run_network(network, run, H100)
    assert isinstance(told.flops, int)
    assert isinstance(told.streams["kv_cache"], int)
    if isinstance(experts_touched(network.experts, run.tokens) if network.experts else 1, int):
        assert isinstance(told.bytes_moved, int)


@given(networks())
def test_a_step_of_all_tokens_reads_every_matrix_but_the_table(network):
    assume(not (network.tied and network.vocab == 0))
    many = Run("prefill", B=50, S=50, b_w=1)
    counted = parameters(network)
    read = sum(o.streams["weights"] for o in operators(network, many) if o.name != "embedding")
    output = counted.embedding if network.tied else counted.output
    stored = counted.total - counted.embedding - counted.positions - counted.vectors
    wanted = stored - counted.output + output
    touched = 1.0
    if network.experts:
        touched = experts_touched(network.experts, many.tokens) / network.experts.routed
    assert math.isclose(read, wanted - (1 - touched) * counted.experts, rel_tol=1e-9, abs_tol=1e-6)


@given(networks().filter(lambda n: not n.latent), st.integers(1, 60), st.integers(1, 9))
def test_a_decode_step_reads_the_whole_cache_once(network, S, B):
    told = run_network(network, Run(B=B, S=S, b_kv=1), H100)
    assert told.streams["kv_cache"] == told.kv_bytes == B * network.kv_values(S)


def test_counted_matrix_by_matrix():
    """A loop over layers, heads and tokens, from the definition, for one token of a small model."""
    network = Network(3, 8, 4, 2, 6, 10, 20, window=5, windowed=1, vectors=7)
    flops = kv = 0
    matrices = [(24, 8), (12, 8), (12, 8), (8, 24), (10, 8), (10, 8), (8, 10)]
    for layer in range(3):
        seen = 5 if layer == 0 else 9
        for columns, rows in matrices:
            flops += sum(2 for _ in range(columns) for _ in range(rows))
        for _head in range(4):
            flops += sum(2 * 6 + 2 * 6 for _ in range(seen))
        kv += sum(6 + 6 for _head in range(2) for _ in range(seen))
    flops += 2 * 8 * 20
    told = run_network(network, Run(S=9), H100)
    assert (told.flops, told.streams["kv_cache"]) == (flops, 2 * kv)
    stored = 3 * sum(n * k for n, k in matrices) + 2 * 20 * 8 + 7
    assert told.weights_bytes == 2 * stored


@given(
    st.integers(1, 50), st.integers(1, 50), st.sampled_from([1, 2, 4]), st.integers(1, 9),
    st.sampled_from([1, 2, 4]),
)  # fmt: skip
def test_a_prompt_without_window_is_the_simulators_attention(S, B, group, d, b):
    here = PromptAttention(B, S, S, 4 * group, 4, d, d, b=b)
    there = Attention(S=S, D=4 * group * d, h=4 * group, g=4, B=B, b=b)
    assert (here.work, here.streams) == (there.work, there.streams)


def test_a_window_costs_what_the_tokens_see():
    S, W = 400, 30
    seen = sum(min(token + 1, W) for token in range(S))
    work = PromptAttention(1, S, W, 1, 1, 1, 1).flops
    assert work == pytest.approx(4 * seen, rel=0.05)  # the diagonal is halved, as without one


@given(networks(), st.integers(1, 40))
def test_heads_that_share_keys_change_the_cache_and_not_the_scores(network, S):
    assume(not network.latent)
    alone = replace(network, kv_heads=1)
    scores = [
        [o for o in operators(n, Run(S=S)) if o.name.startswith("attention")]
        for n in (network, alone)
    ]
    for shared, single in zip(*scores, strict=True):
        assert shared.flops == single.flops
        caches = shared.streams["kv_cache"], single.streams["kv_cache"]
        assert caches[0] == caches[1] * network.kv_heads


@pytest.mark.parametrize(("heads", "kv_heads"), [(7, 2), (32, 5), (28, 5), (28, 0), (28, 40)])
def test_heads_that_do_not_divide_are_refused(heads, kv_heads):
    with pytest.raises(DomainError) as caught:
        Network(2, 64, heads, kv_heads, 16, 128)
    assert caught.value.argument == "kv_heads"
    assert caught.value.value == kv_heads


@given(st.integers(1, 300), st.data(), st.integers(1, 10**6))
def test_experts_touched_are_bounded(routed, data, tokens):
    active = data.draw(st.integers(1, routed))
    touched = experts_touched(Experts(routed, active, 1), tokens)
    assert active <= touched <= min(routed, active * tokens)
    assert experts_touched(Experts(routed, active, 1), tokens + 1) >= touched * (1 - 1e-12)


@pytest.mark.parametrize(
    ("experts", "tokens", "touched"),
    [((8, 2), 1, 2), ((8, 2), 3, 4.625), ((256, 8), 1, 8), ((4, 4), 9, 4), ((8, 2), 10**5, 8)],
)
def test_experts_touched_of_some_models(experts, tokens, touched):
    found = experts_touched(Experts(*experts, ffn=1), tokens)
    assert found == pytest.approx(touched)
    assert isinstance(found, float if touched == 4.625 else int)


def test_experts_touched_are_what_drawing_them_gives():
    drawn = random.Random(5)
    rounds = [len({e for _ in range(7) for e in drawn.sample(range(16), 3)}) for _ in range(20_000)]
    expected = experts_touched(Experts(16, 3, ffn=1), 7)
    assert sum(rounds) / len(rounds) == pytest.approx(expected, rel=0.005)


def test_work_of_experts_follows_the_active_ones_and_bytes_the_touched_ones():
    network = load_networks()["mixtral-8x7b"].network
    for tokens, touched in ((1, 2), (3, 4.625)):
        told = run_network(network, Run(B=tokens), H100)
        row = next(row for row in told.operators if row.name == "expert_gate_proj")
        assert told.experts_touched == pytest.approx(touched)
        assert row.flops == 32 * tokens * 2 * 2 * 4096 * 14336
        assert row.streams["weights"] == pytest.approx(32 * touched * 4096 * 14336 * 2)


def test_only_the_last_position_of_a_prompt_goes_through_the_output_projection():
    network = load_networks()["llama-3.1-8b"].network
    told = run_network(network, Run("prefill", B=2, S=512), H100)
    rows = {row.name: row for row in told.operators}
    assert rows["lm_head"].flops == 2 * 2 * 128_256 * 4096
    assert rows["q_proj"].flops == 32 * 2 * 1024 * 4096 * 4096
    assert told.tokens == 1024


def test_prefill_attention_of_llama_2_has_the_intensity_of_a_fused_kernel():
    network = load_networks()["llama-2-7b"].network
    told = run_network(network, Run("prefill", S=2048), H100)
    assert next(r for r in told.operators if r.name == "attention").intensity == 512


def test_a_latent_cache_is_read_once_for_all_heads():
    network = load_networks()["deepseek-v3"].network
    told = run_network(network, Run(B=4, S=1000), H100)
    rows = {row.name: row for row in told.operators}
    assert rows["attention"].streams["kv_cache"] == 70_272 * 4000
    assert rows["attention"].flops == 61 * 4 * 1000 * 128 * 2 * (576 + 512)
    assert rows["k_absorb"].flops == 61 * 128 * 4 * 2 * 128 * 512
    prompt = {r.name: r for r in run_network(network, Run("prefill", S=1000), H100).operators}
    assert prompt["attention"].flops == 61 * 128 * 1000**2 * (192 + 128)
    assert "kv_b_proj" in prompt
    assert "k_absorb" not in prompt
