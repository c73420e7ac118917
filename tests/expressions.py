"""Evaluate the formulas of the ledger's terms exactly."""

import re
from collections.abc import Mapping
from fractions import Fraction

from model.figures.expressions import evaluated


def exact(formula: str, dimensions: Mapping[str, object]) -> Fraction:
    """Value of a term's text such as ``2·b_kv·B·S²·D·g/h``."""
    expression = re.sub("²", "**2", formula).replace("·", "*")
    used = set(re.findall(r"[A-Za-z_]\w*", expression))
    expression = expression.replace("⌈", "ceil(").replace("⌉", ")")
    return Fraction(evaluated(expression, {name: Fraction(dimensions[name]) for name in used}))
