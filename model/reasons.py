"""Why a value is refused: a code and what fills its sentence, so that any language can say it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, Union

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ("ENGLISH", "Reason", "Value")

Value: TypeAlias = Union[str, int, float, tuple[str, ...], "Reason"]

ENGLISH = {
    "array_shapes": "shapes that broadcast",
    "at_most": "at most {name} = {of}",
    "both_or_none": "a value together with {name}, or none of the two",
    "chip_id": "the id of a chip",
    "chip_ids": "the ids of at most 3 chips",
    "config_head_dim": "head_dim, or a hidden size that the {heads} heads divide",
    "config_inner": "a config.json of the language model alone: paste what {inner} holds",
    "config_json": "a config.json: one JSON object of at most {most} characters",
    "config_layer_types": "for each of {layers} layers one of {kinds}",
    "config_missing": "a value, which a model of type {architecture} must have",
    "config_once": "each field once",
    "config_only": "{wanted}: nothing else is counted for a model of type {architecture}",
    "config_same": "the same as {name} = {of} for a model of type {architecture}",
    "config_unknown": "no such field in a model of type {architecture}: it may change a shape",
    "count": "a whole number from {least} to {most}",
    "dimension": "a dimension of {workload}: {keys}",
    "divisor": "a divisor of {name} = {of}",
    "fits": "at most {name} + 2·pad = {of}",
    "flag": "true or false",
    "flag_text": "true or false (or 1, 0)",
    "inputs": "1 or 2",
    "model_id": "the id of a model",
    "lesson_id": "the id of a lesson",
    "language_tag": "a language tag such as en or zh-CN",
    "not_negative": "a number >= 0 {unit}, up to 10^30",
    "number": "a number",
    "number_format": "a number format such as 'fp32'",
    "one_dimension_value": "one value of each dimension",
    "one_of": "one of {allowed}",
    "one_value": "one value",
    "path": "one of {allowed}, or nothing",
    "peak_id": "PRECISION[-vector][-XXXacc]",
    "positive": "a number > 0 {unit}, up to 10^30",
    "range": "two numbers 0 < lo,hi",
    "some_of": "some of {allowed}",
    "theme": "light, dark or system",
    "version": "1, the version of this vocabulary",
    "whole_number": "a whole number",
    "unset": "false, or no {name} of its own",
    "with_other": "a value with which {name} = {of} is {expected}",
    "workload_id": "the id of a workload",
    "above_zero": "a number above 0",
    "cells": "{of} cells, as the header has",
    "count_or_rate": "a count (GFLOP) or a rate (GFLOP/s) by its name",
    "finite": "a finite number",
    "metrics": "columns or lines for {known}",
    "one_column": "one of {first} and {second}",
    "one_number": "{first} or {second}",
    "same_quantity": "about {of}, as the other columns give",
    "some_bytes": "bytes above 0: without them intensity has no end",
    "some_flops": "FLOPs above 0: a logarithmic axis has no place for 0",
    "some_time": "a time above 0",
    "table_columns": "columns {known} (FLOPs and bytes or intensity, and time or FLOP/s)",
    "table_most": "at most {of} rows",
    "table_rows": "a header and at least one row below it",
    "table_size": "at most {of} characters",
    "table_text": "a table as text (CSV in UTF-8)",
    "tensor_ops": "{of}: an instruction's FLOPs depend on its shape",
    "unit_known": "a unit of time or size",
}
"""What was expected, by code."""


@dataclass(frozen=True)
class Reason:
    """What was expected of a value.

    Parameters
    ----------
    code : str
        A key of `ENGLISH`.
    values : mapping
        What fills the placeholders: names and numbers, which are the same in every language;
        `unit`, a unit as this package writes it; several ids; or a reason inside this one.

    Examples
    --------
    >>> str(Reason("divisor", {"name": "h", "of": 28}))
    'a divisor of h = 28'
    """

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return ENGLISH[self.code].format_map({k: _english(v) for k, v in self.values.items()})


def _english(value: Value) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)
