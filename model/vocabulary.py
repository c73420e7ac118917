"""The keys of the query: name, type, default, what is expected, how text is read and written.

The one schema behind the URL, the command line, the page's state and its messages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from model.errors import ConfigError, QueryError
from model.literals import number_text, read_number
from model.reasons import Reason
from model.run import PHASES
from model.workloads.conv import LOWERINGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = (
    "CHROME",
    "HIDEABLE",
    "MOST_OTHERS",
    "PATHS",
    "SHAPE",
    "SIZES",
    "STATE",
    "STRING_TESTS",
    "VIEWS",
    "Key",
    "number_text",
    "read_number",
)

_LOCALE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*", re.ASCII)

HIDEABLE = ("controls", "header", "table", "export", "theme")
"""Parts of the page that `hide` can take away."""

VIEWS = ("simulator", "model", "points", "check")
"""Pages of the app: the simulator, and those beside it."""

SIZES = ("b_w", "b_a", "b_kv")
"""Bytes per value of weights, activations and cache; they follow `b` unless set."""

PATHS = ("M", "N", "K", "S", "B", "L", "D", "n")
"""Dimensions along which the way of a workload can be drawn."""

MOST_OTHERS = 3
"""How many other chips fit on one chart."""

STRING_TESTS = ("long", "double", "rtl", "X")
"""What `stringTest` makes of every text: longer words, said twice, right to left, one letter."""


@dataclass(frozen=True)
class Key:
    """One key of the vocabulary.

    Parameters
    ----------
    name : str
        As it is written in a query.
    default : object
        Value when it is not written.
    reason : Reason
        What a good value is, for the message about a bad one; `expected` is its English.
    read : callable
        From text to value; raises `ValueError` on a bad one.
    write : callable
        From value to text.
    meaning : str
        One line for the documentation.
    """

    name: str
    default: Any
    reason: Reason
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    meaning: str

    @property
    def expected(self) -> str:
        """What a good value is, in English."""
        return str(self.reason)

    def parse(self, text: str) -> Any:
        """Return the value that `text` stands for.

        Raises
        ------
        QueryError
            Naming the key, the text and what was expected.
        ConfigError
            The same for each field of a config.json.
        """
        try:
            return self.read(text)
        except ConfigError:
            raise
        except ValueError:
            raise QueryError(self.name, self.reason, text) from None


def read_flag(text: str) -> bool:
    """Read `true`, `false`, `1` or `0`."""
    return {"true": True, "1": True, "false": False, "0": False}[text] if text in _FLAGS else _no()


_FLAGS = ("true", "false", "1", "0")


def _no() -> bool:
    raise ValueError


def _write_flag(value: bool) -> str:
    return "true" if value else "false"


def _read_count(text: str) -> int:
    value = read_number(text)
    if not isinstance(value, int):
        raise ValueError(text)
    return value


def _read_range(text: str) -> tuple[float, float]:
    low, high = (float(read_number(part)) for part in text.split(","))
    if not 0 < low < high:
        raise ValueError(text)
    return low, high


def _write_range(value: tuple[float, float]) -> str:
    return ",".join(number_text(end) for end in value)


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


def _one_of(*allowed: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in allowed:
            raise ValueError(text)
        return text

    return read


def _read_locale(text: str) -> str:
    if not _LOCALE.fullmatch(text):
        raise ValueError(text)
    return text.replace("_", "-")


def _read_config(text: str) -> str:
    """Read a config.json and keep what counts; the reader is loaded when there is one to read."""
    if not text:
        return text
    return str(import_module("model.networks.huggingface").read_config(text).compact)


def _count(name: str, meaning: str, default: Any = None) -> Key:
    return Key(name, default, Reason("whole_number"), _read_count, number_text, meaning)


def _number(name: str, meaning: str, default: Any = None) -> Key:
    return Key(name, default, Reason("number"), read_number, number_text, meaning)


def _flag(name: str, meaning: str, default: Any = None) -> Key:
    return Key(name, default, Reason("flag_text"), read_flag, _write_flag, meaning)


def _range(name: str, meaning: str) -> Key:
    return Key(name, None, Reason("range"), _read_range, _write_range, meaning)


def _table(*keys: Key) -> dict[str, Key]:
    return {key.name: key for key in keys}


STATE = _table(
    Key("workload", "gemm-big", Reason("workload_id"), str, str, "id of a workload"),
    _number("b", "bytes per value", 2),
    Key("chip", "h100-sxm", Reason("chip_id"), str, str, "id of a chip"),
    Key("roof", "", Reason("peak_id"), str, str, "peak that draws the roof"),
    _number("peak", "own peak, FLOP/s; overrides the chip's"),
    _number("bw", "own bandwidth, byte/s; overrides the chip's"),
    Key("model", "qwen2.5-7b", Reason("model_id"), str, str, "id of a whole model"),
    Key(
        "model.phase",
        "decode",
        Reason("one_of", {"allowed": PHASES}),
        _one_of(*PHASES),
        str,
        "one token for each sequence, or a whole prompt",
    ),
    _count("model.B", "batch of the whole model, sequences", 1),
    _count("model.S", "its context or prompt length, tokens", 2048),
    _number("model.b_w", "bytes per value of its weights", 2),
    _number("model.b_a", "bytes per value of its activations", 2),
    _number("model.b_kv", "bytes per value of its KV cache", 2),
    _flag("model.activations", "count activations as traffic", True),
    Key("model.config", "", Reason("config_json"), _read_config, str, "fields of a config.json"),
    _flag("expert", "Expert view", False),
    _range("x", "range of the intensity axis, FLOP/byte"),
    _range("y", "range of the throughput axis, FLOP/s"),
    Key(
        "path",
        "",
        Reason("path", {"allowed": PATHS}),
        _one_of("", *PATHS),
        str,
        "dimension whose way is drawn",
    ),
    Key("vs", (), Reason("chip_ids"), _read_ids, ",".join, "other chips on the chart"),
    _flag("ceilings", "lower compute ceilings", False),
    _flag("levels", "roofs of on-chip memory", False),
    _flag("no_overlap", "what is attainable without overlap", False),
    _flag("measured", "measured roofs, where they are known", False),
    Key("v", "1", Reason("version"), _one_of("1"), str, "version"),
)
"""Keys of the state, but for the shapes."""

SHAPE = _table(
    _count("M", "rows of A and C"),
    _count("N", "columns of B and C"),
    _count("K", "inner dimension"),
    _flag("beta", "C = AB + βC: C is read too"),
    _count("S", "prompt length or context, tokens"),
    _count("D", "model width"),
    _count("h", "query heads"),
    _count("g", "key/value heads"),
    _flag("causal", "skip the masked half"),
    _flag("fused", "keep scores and probabilities on chip"),
    _count("B", "batch, sequences"),
    _count("L", "layers"),
    _count("P", "parameters"),
    _count("d", "head dimension"),
    _count("dv", "head dimension of V"),
    _count("q", "query tokens a step"),
    _flag("kv_only", "count K and V alone as traffic"),
    _flag("latent", "K and V are one cached vector (MLA)"),
    _flag("shrink", "P shrinks with g"),
    _count("T", "edge of a tile, or queries in a block"),
    _flag("weights_only", "count the weights alone as traffic"),
    _count("n", "values"),
    _count("inputs", "arrays read, 1 or 2"),
    _number("flops_per_value", "FLOPs on each value"),
    _count("ops", "elementwise operations in a row"),
    _count("C", "input channels"),
    _count("H", "height of the input"),
    _count("W", "width of the input"),
    _count("R", "height of the filter"),
    _count("stride", "step of the filter"),
    _count("pad", "zeros added on each side"),
    Key(
        "lowering",
        None,
        Reason("one_of", {"allowed": LOWERINGS}),
        _one_of(*LOWERINGS),
        str,
        "how a convolution becomes a matrix product",
    ),
    _count("tokens", "tokens to train on"),
    _count("steps", "steps of the optimizer"),
    _flag("attention", "add attention to the work of training"),
    _count("grad_bytes", "bytes of a gradient, 2 or 4"),
    _number("b_w", "bytes per value of the weights"),
    _number("b_a", "bytes per value of the activations"),
    _number("b_kv", "bytes per value of the KV cache"),
)
"""Keys of the workloads' dimensions; their defaults are the preset's."""

CHROME = _table(
    _flag("embed", "without the page around the simulator", False),
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
        _one_of("light", "dark", "system"),
        str,
        "colours",
    ),
    Key("locale", "en", Reason("language_tag"), _read_locale, str, "language"),
    _flag("lite", "click to load", False),
    Key(
        "view",
        "simulator",
        Reason("one_of", {"allowed": VIEWS}),
        _one_of(*VIEWS),
        str,
        "page that is shown",
    ),
    Key(
        "stringTest",
        "",
        Reason("one_of", {"allowed": STRING_TESTS}),
        _one_of("", *STRING_TESTS),
        str,
        "texts for checking the layout",
    ),
    Key("lesson", "", Reason("lesson_id"), str, str, "the lesson that is open"),
)
"""Keys of the page around the state; they survive Reset."""
