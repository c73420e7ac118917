"""Published totals of the models that ship, and what they move."""

import pytest

from model import load_presets, parse
from model.networks import load_networks, parameters, report

NETWORKS = load_networks()
TOTALS = {  # number of parameters as the model pages state it, from the files' own index
    "qwen2.5-7b": 7_615_616_512,
    "qwen2.5-72b": 72_706_203_648,
    "qwen3-32b": 32_762_123_264,
    "qwen3-30b-a3b": 30_532_122_624,
    "llama-2-7b": 6_738_415_616,
    "llama-2-70b": 68_976_648_192,
    "llama-3.1-8b": 8_030_261_248,
    "llama-3.1-70b": 70_553_706_496,
    "llama-3.1-405b": 405_853_388_800,
    "mistral-7b": 7_241_732_096,
    "mixtral-8x7b": 46_702_792_704,
    "gemma-2-9b": 9_241_705_984,
    "gpt-oss-20b": 20_914_757_184,
    "gpt-oss-120b": 116_829_156_672,
    "phi-3-mini": 3_821_079_552,
    "opt-6.7b": 6_658_473_984,
    "chapter-6.4b": 6_442_450_944,
}
ROUNDED = {  # as papers print them: total, active
    "deepseek-v3": (671e9, 36.6e9),  # the weights' own description, without the input embedding
    "mixtral-8x7b": (46.7e9, 12.9e9),  # the announcement
    "gpt-oss-120b": (116.8e9, 5.13e9),  # the model card, without the input embedding
    "gpt-3-175b": (175e9, 175e9),
}
PER_TOKEN = {  # bytes of cache for each token, 16 bits
    "deepseek-v3": 70_272,
    "qwen2.5-72b": 327_680,
    "llama-3.1-405b": 516_096,
    "qwen3-32b": 262_144,
    "llama-3.1-8b": 131_072,
    "gpt-oss-120b": 73_728,
    "chapter-6.4b": 524_288,
}


def told(query: str):
    read = parse(f"view=model&{query}", load_presets())
    assert not read.problems
    return report(read.scenario, load_presets())


def test_every_model_that_ships_is_held_against_a_published_total():
    assert set(NETWORKS) == set(TOTALS) | set(ROUNDED)


@pytest.mark.parametrize("name", TOTALS)
def test_the_dimensions_give_the_published_number_of_parameters(name):
    assert parameters(NETWORKS[name].network).total == TOTALS[name]


@pytest.mark.parametrize("name", ROUNDED)
def test_total_and_active_parameters_are_as_printed(name):
    counted = parameters(NETWORKS[name].network)
    total, active = ROUNDED[name]
    assert counted.total == pytest.approx(total, rel=0.003)
    embedding = counted.embedding if name in ("gpt-oss-120b", "deepseek-v3") else 0
    assert counted.active - embedding == pytest.approx(active, rel=0.006)


@pytest.mark.parametrize("name", PER_TOKEN)
def test_the_cache_takes_the_published_bytes_for_each_token(name):
    assert told(f"model={name}").kv_bytes_per_token == PER_TOKEN[name]


def test_windows_on_half_the_layers_halve_a_long_cache():
    windowed = told("model=gpt-oss-20b&model.S=8192&model.B=32")
    assert windowed.kv_bytes == 6.09375 * 2**30
    assert windowed.kv_bytes_per_token * 8192 * 32 == 12 * 2**30


def test_a_model_whose_heads_do_not_share_its_width_uses_its_own_head_dimension():
    small = told("model=qwen3-32b")  # 5120 wide, 64 heads of 128
    rows = {row.name: row for row in small.operators}
    assert rows["q_proj"].streams["weights"] == 64 * 5120 * 64 * 128 * 2
    assert rows["attention"].streams["kv_cache"] == 262_144 * 2048


def test_the_sum_of_operators_and_the_one_point_are_those_of_the_chapter():
    both = told("model=chapter-6.4b&model.B=512&model.S=128&model.activations=false")
    assert both.sum_time_s == pytest.approx(16.9e-3, rel=0.002)
    assert both.time_s == pytest.approx(14.1e-3, rel=0.002)
    assert both.sum_over_aggregate == both.sum_time_s / both.time_s


def test_without_activations_the_one_point_is_that_of_the_decode_workload():
    presets = load_presets()
    for B, S in ((1, 1024), (64, 1024), (512, 8192)):
        whole = told(f"model=chapter-6.4b&model.B={B}&model.S={S}&model.activations=0")
        shape = presets.workloads["decode-1"].workload(B=B, S=S)
        assert (whole.flops, whole.bytes_moved) == (shape.flops, shape.bytes_moved)


def test_a_tied_table_is_stored_once_and_still_read_for_the_logits():
    tied = told("model=gemma-2-9b")
    table = 256_000 * 3584
    rows = {row.name: row for row in tied.operators}
    assert tied.parameters["embedding"] == table
    assert tied.parameters["output"] == 0
    assert rows["lm_head"].streams["weights"] == 2 * table
    assert rows["embedding"].streams["weights"] == 2 * 3584
    untied = told("model=llama-3.1-8b&model.S=1")
    assert untied.weights_bytes - untied.streams["weights"] == pytest.approx(
        2 * 128_256 * 4096, rel=0.001
    )
    head = next(row for row in untied.operators if row.name == "lm_head")
    assert head.flops / untied.flops == pytest.approx(0.07, abs=0.0005)


def test_weights_activations_and_cache_have_bytes_of_their_own():
    plain, mixed = told(""), told("model.b_w=0.5625&model.b_a=1&model.b_kv=0.53125")
    for stream, size in {"weights": 0.5625, "activations": 1, "kv_cache": 0.53125}.items():
        assert mixed.streams[stream] == plain.streams[stream] * size / 2
    assert mixed.flops == plain.flops
    assert mixed.weights_bytes == plain.parameters["total"] * 0.5625


def test_storage_is_held_against_the_memory_of_the_chip():
    assert told("model=llama-3.1-8b").fits is True
    assert told("model=llama-3.1-70b").fits is False
    assert told("model=llama-3.1-8b&chip=tpu-v1").fits in (None, False)


def test_a_context_beyond_what_the_model_is_made_for_is_said():
    assert told("model=gpt-3-175b&model.S=2048").warnings == []
    assert "2049" in told("model=gpt-3-175b&model.S=2049").warnings[0]
