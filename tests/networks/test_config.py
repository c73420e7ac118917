"""A config.json: what is understood, and what is said about one that is not."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from model import ConfigError, load_presets, parse
from model.__main__ import answer
from model.networks import load_networks, parameters
from model.networks.architectures import ARCHITECTURES
from model.networks.huggingface import LONGEST, read_config
from model.query import dump

LLAMA = {
    "architectures": ["LlamaForCausalLM"], "attention_bias": False, "attention_dropout": 0.0,
    "bos_token_id": 128000, "eos_token_id": 128001, "hidden_act": "silu", "hidden_size": 4096,
    "initializer_range": 0.02, "intermediate_size": 14336, "max_position_embeddings": 131072,
    "mlp_bias": False, "model_type": "llama", "num_attention_heads": 32, "num_hidden_layers": 32,
    "num_key_value_heads": 8, "pretraining_tp": 1, "rms_norm_eps": 1e-05,
    "rope_scaling": {"factor": 8.0, "rope_type": "llama3"}, "rope_theta": 500000.0,
    "tie_word_embeddings": False, "torch_dtype": "bfloat16", "transformers_version": "4.43.0.dev0",
    "use_cache": True, "vocab_size": 128256,
}  # fmt: skip
QWEN2 = {
    "architectures": ["Qwen2ForCausalLM"], "attention_dropout": 0.0, "hidden_act": "silu",
    "hidden_size": 3584, "intermediate_size": 18944, "max_position_embeddings": 131072,
    "max_window_layers": 28, "model_type": "qwen2", "num_attention_heads": 28,
    "num_hidden_layers": 28, "num_key_value_heads": 4, "rope_theta": 1000000.0,
    "sliding_window": 131072, "tie_word_embeddings": False, "use_mrope": False,
    "use_sliding_window": False, "vocab_size": 152064,
}  # fmt: skip
GPT_OSS = {
    "model_type": "gpt_oss", "attention_bias": True, "experts_per_token": 4, "head_dim": 64,
    "hidden_size": 2880, "initial_context_length": 4096, "intermediate_size": 2880,
    "layer_types": ["sliding_attention", "full_attention"] * 12, "num_attention_heads": 64,
    "max_position_embeddings": 131072, "num_experts_per_tok": 4, "num_hidden_layers": 24,
    "num_key_value_heads": 8, "num_local_experts": 32, "sliding_window": 128, "swiglu_limit": 7.0,
    "quantization_config": {"quant_method": "mxfp4"}, "tie_word_embeddings": False,
    "vocab_size": 201088,
}  # fmt: skip
GPT2 = {
    "model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024,
    "vocab_size": 50257, "n_ctx": 1024, "summary_type": "cls_index",
}  # fmt: skip
MIXTRAL = {**LLAMA, "model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 2}
DEEPSEEK = {
    "model_type": "deepseek_v3", "num_hidden_layers": 61, "hidden_size": 7168,
    "num_attention_heads": 128, "num_key_value_heads": 128, "q_lora_rank": 1536,
    "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
    "intermediate_size": 18432, "moe_intermediate_size": 2048, "n_routed_experts": 256,
    "num_experts_per_tok": 8, "n_shared_experts": 1, "first_k_dense_replace": 3,
    "moe_layer_freq": 1, "vocab_size": 129280, "n_group": 8, "topk_group": 4,
    "num_nextn_predict_layers": 1, "scoring_func": "sigmoid", "attention_bias": False,
}  # fmt: skip


def without(config, *keys):
    return {key: value for key, value in config.items() if key not in keys}


def read(config):
    return read_config(json.dumps(config))


def problems(config):
    with pytest.raises(ConfigError) as caught:
        read_config(config if isinstance(config, str) else json.dumps(config))
    return {p.key.removeprefix("model.config."): p for p in caught.value.problems}


@pytest.mark.parametrize(
    ("config", "preset"),
    [
        (LLAMA, "llama-3.1-8b"), (QWEN2, "qwen2.5-7b"), (GPT_OSS, "gpt-oss-20b"),
        (DEEPSEEK, "deepseek-v3"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_published_file_gives_the_model_that_ships(config, preset):
    found, ours = read(config).network, load_networks()[preset].network
    assert found == (ours if "max_position_embeddings" in config else found)
    assert parameters(found) == parameters(ours)


def test_an_old_file_has_the_defaults_its_architecture_defines():
    old = read(without(LLAMA, "num_key_value_heads", "tie_word_embeddings", "mlp_bias")).network
    assert (old.kv_heads, old.head_dim, old.tied) == (32, 128, False)
    gpt2 = read(GPT2).network
    assert (gpt2.tied, gpt2.ffn, gpt2.positions) == (True, 3072, 1024)
    assert parameters(gpt2).total == 124_439_808  # as published


def test_the_compact_form_gives_the_same_model_and_fits_into_an_address():
    configs = [LLAMA, QWEN2, GPT_OSS, GPT2, MIXTRAL, DEEPSEEK]
    for config in configs:
        first = read(config)
        again = read_config(first.compact)
        assert (again.network, again.compact) == (first.network, first.compact)
        asked = parse("view=model", load_presets())
        asked = parse(f"{dump(asked)}&model.config={first.compact}", load_presets())
        assert not asked.problems
        assert len(dump(asked)) < 1200
        assert parse(dump(asked), load_presets()).scenario == asked.scenario


def test_fields_that_were_passed_over_are_named():
    ignored = read(LLAMA).ignored
    assert {"rope_theta", "torch_dtype", "architectures"} <= set(ignored)
    assert not {"hidden_size", "model_type", "attention_bias"} & set(ignored)


@pytest.mark.parametrize(
    ("changes", "key", "value", "expected"),
    [
        ({"num_key_value_heads": 5}, "num_key_value_heads", 5, "divisor of num_attention_heads"),
        ({"num_key_value_heads": 40}, "num_key_value_heads", 40, "at most num_attention_heads"),
        ({"num_key_value_heads": 0}, "num_key_value_heads", 0, "from 1"),
        ({"num_attention_heads": 24}, "hidden_size", 4096, "24 heads divide"),
        ({"hidden_size": 4096.5}, "hidden_size", 4096.5, "whole number"),
        ({"hidden_size": "4096"}, "hidden_size", "4096", "whole number"),
        ({"hidden_size": True}, "hidden_size", True, "whole number"),
        ({"hidden_size": 10**13}, "hidden_size", 10**13, "10^12"),
        ({"hidden_size": None}, "hidden_size", "nothing", "llama must have"),
        ({"num_hidden_layers": -1}, "num_hidden_layers", -1, "from 1"),
        ({"tie_word_embeddings": "no"}, "tie_word_embeddings", "no", "true or false"),
        ({"sliding_window": 4096}, "sliding_window", 4096, "no such field"),
        ({"num_local_experts": 8}, "num_local_experts", 8, "no such field"),
        ({"hidden_sizes": 8}, "hidden_sizes", 8, "no such field"),
        ({"model_type": "mamba"}, "model_type", "mamba", "one of llama"),
        ({"model_type": None}, "model_type", "nothing", "one of llama"),
        ({"model_type": ["llama"]}, "model_type", "['llama']", "one of llama"),
    ],
)
def test_what_is_wrong_is_named_with_value_and_what_was_expected(changes, key, value, expected):
    found = problems({**LLAMA, **changes})
    assert list(found) == [key]
    assert str(found[key].value) == str(value)
    assert expected in str(found[key])


@pytest.mark.parametrize(
    ("config", "named"),
    [
        (without(MIXTRAL, "num_local_experts"), {"num_local_experts"}),
        (without(MIXTRAL, "num_experts_per_tok"), {"num_experts_per_tok"}),
        ({**MIXTRAL, "num_experts_per_tok": 9}, {"num_experts_per_tok"}),
        (without(DEEPSEEK, "kv_lora_rank", "moe_intermediate_size"),
         {"kv_lora_rank", "moe_intermediate_size"}),
        ({**DEEPSEEK, "num_key_value_heads": 8}, {"num_key_value_heads"}),
        ({**DEEPSEEK, "moe_layer_freq": 2}, {"moe_layer_freq"}),
        ({**DEEPSEEK, "first_k_dense_replace": 62}, {"first_k_dense_replace"}),
        (without(QWEN2, "use_sliding_window"), {"use_sliding_window"}),
        ({**without(QWEN2, "sliding_window"), "use_sliding_window": True}, {"sliding_window"}),
        (without(QWEN2, "num_key_value_heads"), {"num_key_value_heads"}),
        ({**GPT_OSS, "layer_types": ["full_attention"] * 23}, {"layer_types"}),
        ({**GPT_OSS, "layer_types": ["linear_attention"] * 24}, {"layer_types"}),
        ({**GPT_OSS, "layer_types": [["full_attention"]] * 24}, {"layer_types"}),
        ({**GPT_OSS, "layer_types": {"full_attention": "24"}}, {"layer_types"}),
        (without(GPT_OSS, "head_dim", "sliding_window"), {"head_dim", "sliding_window"}),
        ({**GPT2, "n_head": 7}, {"n_embd"}),
        ({"text_config": LLAMA, "model_type": "llava"}, {"text_config"}),
        ({"model_type": "llama"},
         {"hidden_size", "num_hidden_layers", "intermediate_size", "num_attention_heads",
          "vocab_size"}),
    ],
)  # fmt: skip
def test_everything_that_is_missing_or_contradictory_is_listed_at_once(config, named):
    assert set(problems(config)) == named


@pytest.mark.parametrize(
    "text",
    ["", "  ", "{}", "[]", "null", "3", "not json", "{'a': 1}", '{"a": NaN}', "[" * 5000,
     "{" * 9000, '{"a":' * 3000, " " * (LONGEST + 1), '{"hidden_size": ' + "9" * 5000 + "}",
     "\ud800"],
    ids=range(15),
)  # fmt: skip
def test_what_is_no_object_of_json_is_refused_in_one_sentence(text):
    (found,) = problems(text).values()
    assert found.key == "model.config"
    assert "config.json" in str(found)
    assert len(str(found)) < 200


def test_a_field_that_is_there_twice_is_refused():
    assert set(problems('{"model_type": "llama", "hidden_size": 1, "hidden_size": 2}')) == {
        "hidden_size"
    }


def test_a_window_that_is_not_used_is_no_window():
    assert read(QWEN2).network.windowed == 0
    used = {**QWEN2, "use_sliding_window": True, "max_window_layers": 20, "sliding_window": 4096}
    assert (read(used).network.window, read(used).network.windowed) == (4096, 8)
    beyond = {**used, "max_window_layers": 28}
    assert (read(beyond).network.window, read(beyond).network.windowed) == (0, 0)


def test_a_query_lists_all_of_it_and_keeps_the_rest():
    broken = json.dumps({**LLAMA, "hidden_size": 0, "num_key_value_heads": 5})
    asked = parse(f"model.B=4&model.config={broken}&model.S=zero", load_presets())
    assert asked.scenario.run.B == 4
    assert asked.scenario.run.config == ""
    assert {p.key for p in asked.problems} >= {
        "model.config.hidden_size", "model.config.num_key_value_heads", "model.S",
    }  # fmt: skip
    told = answer(f"view=model&model.config={broken}", load_presets())
    assert "hidden_size" in told["error"]
    assert "num_key_value_heads" in told["error"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
FIELDS = sorted({key for c in (LLAMA, QWEN2, GPT_OSS, GPT2, MIXTRAL, DEEPSEEK) for key in c})


@given(
    st.sampled_from([LLAMA, QWEN2, GPT_OSS, GPT2, MIXTRAL, DEEPSEEK]),
    st.sampled_from(sorted(ARCHITECTURES)),
    st.dictionaries(st.sampled_from(FIELDS) | st.text(), json_values, max_size=4),
    st.sets(st.sampled_from(FIELDS), max_size=3),
)
@example(LLAMA, "llama", {"num_attention_heads": "many"}, {"num_key_value_heads"})
def test_any_file_is_read_or_refused_with_names(config, kind, changes, dropped):
    config = {**without({**config, "model_type": kind}, *dropped), **changes}
    try:
        found = read(config)
    except ConfigError as error:
        assert error.problems
        assert all(p.key.startswith("model.config") for p in error.problems)
    else:
        assert read_config(found.compact).network == found.network
