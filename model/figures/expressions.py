"""Evaluate the small formulas of the figures: arithmetic over names, and nothing else of Python."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from model.errors import RooflineError, shown

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ("ExpressionError", "evaluated")

_MOST_BITS = 4096  # of a power of integers: 2**30 and the like, never a frozen page
_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.not_,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs, "ceil": math.ceil, "floor": math.floor, "log2": math.log2, "max": max, "min": min,
    "round": round, "sqrt": math.sqrt, "sum": sum,
}  # fmt: skip


class ExpressionError(RooflineError):
    """An expression that can't be evaluated; names the expression and the part."""


def evaluated(expression: str, names: Mapping[str, Any]) -> Any:
    """Evaluate an expression.

    Parameters
    ----------
    expression : str
        Numbers, names, ``a.b`` and ``a[0]`` of what a name holds, arithmetic, comparisons and the
        functions abs, ceil, floor, log2, max, min, round, sqrt, sum.
    names : mapping of str to object
        What the names stand for: numbers, or mappings and lists of them.

    Returns
    -------
    int, float, bool or str

    Raises
    ------
    ExpressionError
        If it is no such expression, names something unknown, or has no value.

    Examples
    --------
    >>> evaluated("streams.kv_cache / 2**20 == 512", {"streams": {"kv_cache": 536870912}})
    True
    >>> evaluated("1 / zero", {"zero": 0})
    Traceback (most recent call last):
    model.figures.expressions.ExpressionError: '1 / zero': division by zero
    """
    try:
        return _value(_tree(expression), names)
    except (ArithmeticError, SyntaxError, TypeError, ValueError, LookupError) as error:
        if isinstance(error, ExpressionError):
            raise ExpressionError(f"{shown(expression)}: {error}") from None
        cause = error.msg if isinstance(error, SyntaxError) else error
        raise ExpressionError(f"{shown(expression)}: {cause}") from error


@cache
def _tree(expression: str) -> ast.expr:
    return ast.parse(expression, mode="eval").body


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=None | bool() | int() | float() | str() as constant):
            return constant
        case ast.Name(id=name):
            return _entry(names, name)
        case ast.Attribute(value=owner, attr=name):
            return _entry(_value(owner, names), name)
        case ast.Subscript(value=owner, slice=index):
            return _entry(_value(owner, names), _value(index, names))
    return _operation(node, names)


def _operation(node: ast.expr, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.UnaryOp(op=sign, operand=operand):
            return _operator(sign)(_value(operand, names))
        case ast.BinOp(left=left, op=sign, right=right):
            function = _power if isinstance(sign, ast.Pow) else _operator(sign)
            return function(_value(left, names), _value(right, names))
        case ast.Compare(left=left, ops=signs, comparators=others):
            values = [_value(item, names) for item in (left, *others)]
            pairs = zip(signs, values, values[1:], strict=False)
            return all(_operator(sign)(a, b) for sign, a, b in pairs)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_value(item, names) for item in arguments))
    raise ExpressionError(f"expected arithmetic over names, got {ast.unparse(node)!r}")


def _operator(sign: ast.AST) -> Callable[..., Any]:
    if type(sign) not in _OPERATORS:
        raise ExpressionError(f"expected arithmetic, got the operator {type(sign).__name__}")
    return _OPERATORS[type(sign)]


def _entry(owner: Any, key: Any) -> Any:
    known = isinstance(owner, Mapping) and key in owner
    if not known and not (isinstance(owner, list) and isinstance(key, int)):
        known_names = ", ".join(map(str, owner)) if isinstance(owner, Mapping) else "no names"
        raise ExpressionError(f"expected one of {known_names}, got {shown(key)}")
    return owner[key]


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(base, int) and abs(exponent) * base.bit_length() > _MOST_BITS:
        raise ExpressionError(f"expected a smaller power than {shown(base)}**{shown(exponent)}")
    return base**exponent
