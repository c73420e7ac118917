"""Evaluate the small formulas of the reference files and of the ledger's terms."""

import re
from collections.abc import Mapping
from fractions import Fraction
from types import SimpleNamespace

_FUNCTIONS = {"abs": abs, "round": round}


def evaluated(expression: str, names: Mapping[str, object]) -> object:
    return eval(expression, {"__builtins__": {}}, {**_FUNCTIONS, **names})


def exact(formula: str, dimensions: Mapping[str, object]) -> Fraction:
    """Value of a term's text such as ``2·b_kv·B·S²·D·g/h``."""
    expression = re.sub("²", "**2", formula).replace("·", "*")
    used = set(re.findall(r"[A-Za-z_]\w*", expression))
    return Fraction(evaluated(expression, {name: Fraction(dimensions[name]) for name in used}))


def namespace(fields: Mapping[str, object]) -> SimpleNamespace:
    """Fields by attribute, with dictionaries inside (streams, work) by attribute too."""
    inner = {k: SimpleNamespace(**v) if isinstance(v, dict) else v for k, v in fields.items()}
    return SimpleNamespace(**inner)
