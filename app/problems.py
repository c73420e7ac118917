"""Refused values in the page's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.errors import ABSENT, shown
from model.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.language import Language
    from model import QueryError
    from model.reasons import Value

__all__ = ("expected", "problem", "together")

_CONFIG = "model.config"


def problem(text: Language, error: QueryError) -> str:
    """Say what is wrong with a value; in English what the error itself says."""
    values = {name: str(value) for name, value in error.reason.values.items()}
    said = text("problem", "both", **values) if error.reason.code == "one_value" else ""
    said = text("problem", "nothing") if error.value is ABSENT else said
    return text(
        "problem", "message",
        key=error.key, expected=expected(text, error.reason), value=said or shown(error.value),
    )  # fmt: skip


def together(text: Language, messages: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    """Put all that is wrong with the fields of one config.json into a single message."""
    told: dict[str, list[str]] = {}
    for message in messages:
        key = _CONFIG if message["key"].startswith(_CONFIG) else message["key"]
        told.setdefault(key, []).append(message["message"])
    between = text("punctuation", "clause")
    return [{"key": key, "message": between.join(parts)} for key, parts in told.items()]


def expected(text: Language, reason: Reason) -> str:
    """Say what was expected of a value."""
    values = {name: _said(text, name, value) for name, value in reason.values.items()}
    return text("problem", reason.code, **values)


def _said(text: Language, name: str, value: Value) -> str:
    if isinstance(value, Reason):
        return expected(text, value)
    if isinstance(value, tuple):
        return text.listed(*value)
    return text("measure", str(value)) if name == "unit" else str(value)
