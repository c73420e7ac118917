"""The architectures whose config.json is understood: what each field means, what is its default.

Defaults are those that the architecture itself defines. Where published files rely on a default
that differs from file to file, the field has to be there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from model.networks.network import Experts, Latent, Network

if TYPE_CHECKING:
    from collections.abc import Callable

    from model.networks.fields import Fields

    _HeadDim = Callable[[Fields, int, int], int]

__all__ = ("ARCHITECTURES",)

_QKV_O = "qkv o"  # attention biases as most architectures have them, if they do


def _share(f: Fields, hidden: int, heads: int) -> int:
    """Read a head dimension that is hidden/heads unless it is given."""
    if f.has("head_dim"):
        return f.count("head_dim")
    if f.sound("hidden_size", "num_attention_heads") and hidden % heads:
        f.refuse("hidden_size", "config_head_dim", hidden, heads=heads)
    return max(hidden // heads, 1)


def _own(f: Fields, _hidden: int, _heads: int) -> int:
    """Read a head dimension that has to be given."""
    return f.count("head_dim")


def _decoder(
    f: Fields, *, tied: bool = False, head_dim: _HeadDim = _share, kv_own: bool = True,
    **more: bool,
) -> dict[str, Any]:  # fmt: skip
    """Read the dimensions that nearly all have, under their usual names.

    `kv_own` says that key/value heads have to be given; otherwise they default to the query heads.
    """
    hidden, heads = f.count("hidden_size"), f.count("num_attention_heads")
    return {
        "layers": f.count("num_hidden_layers"),
        "hidden": hidden,
        "heads": heads,
        "kv_heads": _kv_heads(f, heads, ... if kv_own else heads),
        "head_dim": head_dim(f, hidden, heads),
        "ffn": f.count("intermediate_size"),
        "vocab": f.count("vocab_size"),
        "context": f.count("max_position_embeddings", 0, 0),
        "tied": f.flag("tie_word_embeddings", tied),
        "gated": True,
        **more,
    }


def _kv_heads(f: Fields, heads: int, default: Any) -> int:
    given = f.count("num_key_value_heads", default)
    if not f.sound("num_key_value_heads", "num_attention_heads"):
        return 1
    if given > heads:
        f.refuse("num_key_value_heads", "at_most", given, name="num_attention_heads", of=heads)
    elif heads % given:
        f.refuse("num_key_value_heads", "divisor", given, name="num_attention_heads", of=heads)
    else:
        return given
    return 1


def _vectors(
    d: dict[str, Any], *, biases: str = "", norms: int = 2, scale: int = 1, a_layer: int = 0
) -> dict[str, Any]:
    """Add the parameters that are in no matrix: norms (and the last one), and biases.

    `biases` names the blocks that have them, `scale` the vectors of a norm, and `a_layer` is what
    else a layer has.
    """
    D, q, kv = d["hidden"], d["heads"] * d["head_dim"], d["kv_heads"] * d["head_dim"]
    inner = d["ffn"] * (2 if d["gated"] else 1)
    sizes = {"qkv": q + 2 * kv, "o": D, "ffn": inner + D}
    a_layer += norms * scale * D + sum(sizes[block] for block in biases.split())
    return {**d, "vectors": d["layers"] * a_layer + scale * D}


def _llama(f: Fields) -> Network:
    d = _decoder(f, kv_own=False)
    biases = _QKV_O * f.flag("attention_bias", False) + " ffn" * f.flag("mlp_bias", False)
    return Network(**_vectors(d, biases=biases))


def _window(f: Fields, layers: int, windowed: int) -> dict[str, Any]:
    """Read the window of `windowed` layers; null is none."""
    if not f.has("sliding_window"):
        f.known.add("layer_types")
        return {}
    window, windowed = f.count("sliding_window"), f.sliding_layers(layers, windowed)
    return {"window": window, "windowed": windowed} if windowed else {}


def _mistral(f: Fields) -> Network:
    d = _decoder(f)
    return Network(**_vectors(d), **_window(f, d["layers"], d["layers"]))


def _mixtral(f: Fields) -> Network:
    d = _decoder(f)
    experts = _experts(f, "num_local_experts", d["ffn"])
    return Network(**_vectors(d), **_window(f, d["layers"], d["layers"]), experts=experts)


def _experts(f: Fields, routed: str, ffn: int, **more: int) -> Experts | None:
    """Read a mixture of experts; half of one is a problem."""
    N, k = f.count(routed), f.count("num_experts_per_tok")
    if f.sound(routed, "num_experts_per_tok") and k > N:
        f.refuse("num_experts_per_tok", "at_most", k, name=routed, of=N)
    return None if f.problems else Experts(N, k, ffn, **more)


def _qwen_window(f: Fields, layers: int) -> dict[str, Any]:
    """Qwen has a window only when it is switched on, and then from `max_window_layers` on."""
    on = f.flag("use_sliding_window", ... if f.has("sliding_window") else False)
    if not on:
        f.known |= {"max_window_layers", "layer_types"}
        return {}
    if not f.has("sliding_window"):
        f.refuse("sliding_window", "config_missing")
    first = 0 if f.has("layer_types") else min(f.count("max_window_layers", ..., 0), layers)
    return _window(f, layers, layers - first)


def _qwen2(f: Fields) -> Network:
    d = _decoder(f)
    return Network(**_vectors(d, biases="qkv"), **_qwen_window(f, d["layers"]))


def _qwen3(f: Fields, sparse: bool = False) -> Network:
    d = _decoder(f, head_dim=_own)
    biases = _QKV_O * f.flag("attention_bias", False)
    norms = _vectors(d, biases=biases, a_layer=2 * d["head_dim"])
    window = _qwen_window(f, d["layers"])
    if not sparse:
        return Network(**norms, **window)
    f.must_be("decoder_sparse_step", 1)
    f.must_be("mlp_only_layers", [])
    experts = _experts(f, "num_experts", f.count("moe_intermediate_size"))
    return Network(**norms, **window, experts=experts)


def _gemma2(f: Fields) -> Network:
    d = _decoder(f, head_dim=_own, tied=True)
    f.must_be("attention_bias", False)
    f.count("sliding_window")
    layers = d["layers"]  # every other layer, from the first on
    return Network(**_vectors(d, norms=4), **_window(f, layers, (layers + 1) // 2))


def _phi3(f: Fields) -> Network:
    d = _decoder(f, fused_qkv=True, fused_gate_up=True)
    f.must_be("attention_bias", False)
    return Network(**_vectors(d), **_window(f, d["layers"], d["layers"]))


def _gpt_oss(f: Fields) -> Network:
    d = _decoder(f, head_dim=_own)
    f.must_be("attention_bias", True)
    f.count("sliding_window")
    layers, biases = d["layers"], 2 * d["ffn"] + d["hidden"]
    experts = _experts(f, "num_local_experts", d["ffn"], vectors=biases)
    a_layer = d["heads"] + (experts.routed if experts else 0)  # sinks, biases of the router
    norms = _vectors(d, biases=_QKV_O, a_layer=a_layer)
    return Network(**norms, **_window(f, layers, (layers + 1) // 2), experts=experts)


def _deepseek(f: Fields) -> Network:
    latent = Latent(
        f.count("kv_lora_rank"),
        f.count("qk_rope_head_dim"),
        f.count("qk_nope_head_dim"),
        f.count("v_head_dim"),
        f.count("q_lora_rank", 0, 0),
    )
    heads = f.count("num_attention_heads")
    if f.has("num_key_value_heads") and f.raw["num_key_value_heads"] != heads:
        given = f.raw["num_key_value_heads"]
        f.refuse("num_key_value_heads", "config_same", given, name="num_attention_heads", of=heads)
    width = latent.nope_dim + latent.rope_dim
    f.must_be("head_dim", latent.rope_dim)  # what newer files call so
    d = _decoder(f, kv_own=False, head_dim=lambda *_: width)
    f.must_be("attention_bias", False)
    f.must_be("moe_layer_freq", 1)
    dense = f.count("first_k_dense_replace", 0, 0)
    if dense > d["layers"] and f.sound("num_hidden_layers"):
        f.refuse(
            "first_k_dense_replace", "at_most", dense, name="num_hidden_layers", of=d["layers"]
        )
    experts = _experts(
        f, "n_routed_experts", f.count("moe_intermediate_size"),
        shared=f.count("n_shared_experts", 0, 0), dense_layers=dense,
    )  # fmt: skip
    norms = _vectors(d, a_layer=latent.q_rank + latent.kv_rank)
    if experts and f.architecture != "deepseek_v2":  # a correction for each expert's score
        norms["vectors"] += experts.routed * (d["layers"] - experts.dense_layers)
    return Network(**norms, latent=latent, experts=experts)


def _gpt2(f: Fields) -> Network:
    hidden, heads = f.count("n_embd"), f.count("n_head")
    if f.sound("n_embd", "n_head") and hidden % heads:
        f.refuse("n_embd", "config_head_dim", hidden, heads=heads)
    f.must_be("add_cross_attention", False)
    d = {
        "layers": f.count("n_layer"), "hidden": hidden, "heads": heads, "kv_heads": heads,
        "head_dim": max(hidden // heads, 1), "ffn": f.count("n_inner", 4 * hidden),
        "vocab": f.count("vocab_size"), "positions": f.count("n_positions"), "gated": False,
        "fused_qkv": True, "tied": f.flag("tie_word_embeddings", True),
    }  # fmt: skip
    return Network(**_vectors(d, scale=2, biases="qkv o ffn"), context=d["positions"])


def _gpt_neox(f: Fields) -> Network:
    d = _decoder(f, kv_own=False, gated=False, fused_qkv=True)
    biases = _QKV_O * f.flag("attention_bias", True) + " ffn"
    return Network(**_vectors(d, scale=2, biases=biases))


def _opt(f: Fields) -> Network:
    hidden, heads = f.count("hidden_size"), f.count("num_attention_heads")
    if f.sound("hidden_size", "num_attention_heads") and hidden % heads:
        f.refuse("hidden_size", "config_head_dim", hidden, heads=heads)
    f.must_be("word_embed_proj_dim", hidden)
    f.must_be("do_layer_norm_before", True)
    for key in ("enable_bias", "layer_norm_elementwise_affine"):
        f.must_be(key, True)
    f.must_be("_remove_final_layer_norm", False)
    context = f.count("max_position_embeddings")
    d = {
        "layers": f.count("num_hidden_layers"), "hidden": hidden, "heads": heads,
        "kv_heads": heads, "head_dim": max(hidden // heads, 1), "ffn": f.count("ffn_dim"),
        "vocab": f.count("vocab_size"), "gated": False, "context": context,
        "positions": context + 2,  # the first two rows are never used
        "tied": f.flag("tie_word_embeddings", True),
    }  # fmt: skip
    return Network(**_vectors(d, scale=2, biases="qkv o ffn"))


ARCHITECTURES: dict[str, Callable[[Fields], Network]] = {
    "llama": _llama,
    "mistral": _mistral,
    "mixtral": _mixtral,
    "qwen2": _qwen2,
    "qwen3": _qwen3,
    "qwen3_moe": partial(_qwen3, sparse=True),
    "gemma2": _gemma2,
    "phi3": _phi3,
    "gpt_oss": _gpt_oss,
    "deepseek_v2": _deepseek,
    "deepseek_v3": _deepseek,
    "kimi_k2": _deepseek,
    "gpt2": _gpt2,
    "gpt_neox": _gpt_neox,
    "opt": _opt,
}
"""What reads the fields of each `model_type`."""
