"""Words that a Chinese page must not show: Latin ones that are no symbol, unit or name."""

import re

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9'-]*[A-Za-z]")
_UNIT = re.compile(r"[pnµmkMGTPE]?(FLOP|B|s)")
# Names, and terms that the field says in English in Chinese too, or that stand beside the Chinese
# one once.
NAMES = {
    "Adam", "BF", "CSV", "Cache", "English", "FLOP", "FP", "FlashAttention", "GB", "GEMM",
    "GEMV", "GPT", "GQA", "GiB", "HTML", "INT", "Infinity", "JSON", "KV", "Kaplan", "LD", "LSD",
    "MHA", "MLA", "MLP", "MQA", "Markdown", "MyST", "PNG", "PV", "QK", "ReLU", "ResNet", "SVG",
    "Sphinx", "TF", "TPU", "URL", "compute-bound", "decode", "im2col", "memory-bound",
    "prefill", "proj", "softmax", "token",
}  # fmt: skip


def foreign_words(text: str, *allowed: str) -> list[str]:
    """Words of a text that are neither Chinese nor names; `allowed` ones are passed over."""
    for name in sorted(allowed, key=len, reverse=True):
        text = re.sub(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", " ", text)
    return [w for w in _WORD.findall(text) if w not in NAMES and not _UNIT.fullmatch(w)]
