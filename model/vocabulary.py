"""The keys of the query: name, type, default, what is expected, how text is read and written.

The one schema behind the URL, the command line, the page's state and its messages.
"""

from __future__ import annotations

from importlib import import_module

from model.keys import Key, count_key, flag_key, number_key, one_of, range_key, read_locale, table
from model.reasons import Reason
from model.run import PHASES
from model.workloads.conv import LOWERINGS

__all__ = (
    "CHROME",
    "HIDEABLE",
    "MOST_OTHERS",
    "PATHS",
    "SHAPE",
    "STATE",
    "STRING_TESTS",
    "VIEWS",
    "Key",
)


HIDEABLE = ("controls", "header", "table", "export", "theme")
"""Parts of the page that `hide` can take away."""

VIEWS = ("simulator", "model", "points", "check")
"""Pages of the app: the simulator, and those beside it."""

PATHS = ("M", "N", "K", "S", "B", "L", "D", "n")
"""Dimensions along which the way of a workload can be drawn."""

MOST_OTHERS = 3
"""How many other chips fit on one chart."""

STRING_TESTS = ("long", "double", "rtl", "X")
"""What `stringTest` makes of every text: longer words, said twice, right to left, one letter."""


def _read_list(text: str) -> tuple[str, ...]:
    parts = tuple(part for part in text.split(",") if part)
    if not set(parts) <= set(HIDEABLE):
        raise ValueError(text)
    return tuple(part for part in HIDEABLE if part in parts)


def _read_ids(text: str) -> tuple[str, ...]:
    parts = tuple(dict.fromkeys(part for part in text.split(",") if part))
    if len(parts) > MOST_OTHERS:
        raise ValueError(text)
    return parts


def _read_config(text: str) -> str:
    """Read a config.json and keep what counts; the reader is loaded when there is one to read."""
    if not text:
        return text
    return str(import_module("model.networks.huggingface").read_config(text).compact)


STATE = table(
    Key("workload", "gemm-big", Reason("workload_id"), str, str, "id of a workload"),
    number_key("b", "bytes per value", 2),
    Key("chip", "h100-sxm", Reason("chip_id"), str, str, "id of a chip"),
    Key("roof", "", Reason("peak_id"), str, str, "peak that draws the roof"),
    number_key("peak", "own peak, FLOP/s; overrides the chip's"),
    number_key("bw", "own bandwidth, byte/s; overrides the chip's"),
    Key("model", "qwen2.5-7b", Reason("model_id"), str, str, "id of a whole model"),
    Key(
        "model.phase",
        "decode",
        Reason("one_of", {"allowed": PHASES}),
        one_of(*PHASES),
        str,
        "one token for each sequence, or a whole prompt",
    ),
    count_key("model.B", "batch of the whole model, sequences", 1),
    count_key("model.S", "its context or prompt length, tokens", 2048),
    number_key("model.b_w", "bytes per value of its weights", 2),
    number_key("model.b_a", "bytes per value of its activations", 2),
    number_key("model.b_kv", "bytes per value of its KV cache", 2),
    flag_key("model.activations", "count activations as traffic", True),
    Key("model.config", "", Reason("config_json"), _read_config, str, "fields of a config.json"),
    flag_key("expert", "Expert view", False),
    range_key("x", "range of the intensity axis, FLOP/byte"),
    range_key("y", "range of the throughput axis, FLOP/s"),
    Key(
        "path",
        "",
        Reason("path", {"allowed": PATHS}),
        one_of("", *PATHS),
        str,
        "dimension whose way is drawn",
    ),
    Key("vs", (), Reason("chip_ids"), _read_ids, ",".join, "other chips on the chart"),
    flag_key("ceilings", "lower compute ceilings", False),
    flag_key("levels", "roofs of on-chip memory", False),
    flag_key("no_overlap", "what is attainable without overlap", False),
    flag_key("measured", "measured roofs, where they are known", False),
    Key("v", "1", Reason("version"), one_of("1"), str, "version"),
)
"""Keys of the state, but for the shapes."""

SHAPE = table(
    count_key("M", "rows of A and C"),
    count_key("N", "columns of B and C"),
    count_key("K", "inner dimension"),
    flag_key("beta", "C = AB + βC: C is read too"),
    count_key("S", "prompt length or context, tokens"),
    count_key("D", "model width"),
    count_key("h", "query heads"),
    count_key("g", "key/value heads"),
    flag_key("causal", "skip the masked half"),
    flag_key("fused", "keep scores and probabilities on chip"),
    count_key("B", "batch, sequences"),
    count_key("L", "layers"),
    count_key("P", "parameters"),
    count_key("d", "head dimension"),
    count_key("dv", "head dimension of V"),
    count_key("q", "query tokens a step"),
    flag_key("kv_only", "count K and V alone as traffic"),
    flag_key("latent", "K and V are one cached vector (MLA)"),
    flag_key("shrink", "P shrinks with g"),
    count_key("T", "edge of a tile, or queries in a block"),
    flag_key("weights_only", "count the weights alone as traffic"),
    count_key("n", "values"),
    count_key("inputs", "arrays read, 1 or 2"),
    number_key("flops_per_value", "FLOPs on each value"),
    count_key("ops", "elementwise operations in a row"),
    count_key("C", "input channels"),
    count_key("H", "height of the input"),
    count_key("W", "width of the input"),
    count_key("R", "height of the filter"),
    count_key("stride", "step of the filter"),
    count_key("pad", "zeros added on each side"),
    Key(
        "lowering",
        None,
        Reason("one_of", {"allowed": LOWERINGS}),
        one_of(*LOWERINGS),
        str,
        "how a convolution becomes a matrix product",
    ),
    count_key("tokens", "tokens to train on"),
    count_key("steps", "steps of the optimizer"),
    flag_key("attention", "add attention to the work of training"),
    count_key("grad_bytes", "bytes of a gradient, 2 or 4"),
    number_key("b_w", "bytes per value of the weights"),
    number_key("b_a", "bytes per value of the activations"),
    number_key("b_kv", "bytes per value of the KV cache"),
)
"""Keys of the workloads' dimensions; their defaults are the preset's."""

CHROME = table(
    flag_key("embed", "without the page around the simulator", False),
    Key(
        "hide",
        (),
        Reason("some_of", {"allowed": ",".join(HIDEABLE)}),
        _read_list,
        ",".join,
        "parts to hide",
    ),
    Key(
        "theme",
        "system",
        Reason("theme"),
        one_of("light", "dark", "system"),
        str,
        "colours",
    ),
    Key("locale", "en", Reason("language_tag"), read_locale, str, "language"),
    flag_key("lite", "click to load", False),
    Key(
        "view",
        "simulator",
        Reason("one_of", {"allowed": VIEWS}),
        one_of(*VIEWS),
        str,
        "page that is shown",
    ),
    Key(
        "stringTest",
        "",
        Reason("one_of", {"allowed": STRING_TESTS}),
        one_of("", *STRING_TESTS),
        str,
        "texts for checking the layout",
    ),
    Key("lesson", "", Reason("lesson_id"), str, str, "the lesson that is open"),
)
"""Keys of the page around the state; they survive Reset."""
