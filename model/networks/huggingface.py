"""Read a Hugging Face config.json: a whole model from its published dimensions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from model.errors import ABSENT, ConfigError, DomainError, QueryError, shown
from model.networks.architectures import ARCHITECTURES
from model.networks.fields import Fields
from model.reasons import Reason

if TYPE_CHECKING:
    from model.networks.network import Network

__all__ = ("LONGEST", "Config", "read_config", "read_fields")

LONGEST = 200_000
"""Characters; published files have a few thousand, with a vocabulary of labels some more."""


class Config(NamedTuple):
    """What was read.

    `compact` is JSON with the fields that count and no others, for a link; reading it gives the
    same network. `ignored` names the fields that were passed over.
    """

    network: Network
    compact: str
    ignored: tuple[str, ...]


def read_config(text: str) -> Config:
    """Read the text of a config.json.

    Parameters
    ----------
    text : str
        The file, or the `compact` form of one.

    Returns
    -------
    Config
        The model, and what was made of the file.

    Raises
    ------
    ConfigError
        Listing every field that is missing, contradictory or not known, with its value and what
        was expected.

    Examples
    --------
    >>> read_config('{"model_type": "llama", "hidden_size": 0}').network
    Traceback (most recent call last):
    model.errors.ConfigError: model.config.hidden_size: expected a whole number from 1 to 10^12, ...
    """
    return read_fields(_parsed(text))


def read_fields(raw: dict[str, Any]) -> Config:
    """Read the fields of a config.json.

    Raises
    ------
    ConfigError
        As for `read_config`.
    """
    architecture = raw.get("model_type")
    if not isinstance(architecture, str) or architecture not in ARCHITECTURES:
        raise _of_no_model(raw, architecture)
    fields = Fields(raw, architecture)
    network = None
    try:
        network = ARCHITECTURES[architecture](fields)
    except DomainError as error:
        if not fields.problems:  # else a consequence of what is noted already
            raise ConfigError([_problem(error.argument, error.reason, error.value)]) from None
    fields.finish()
    assert network
    kept = {"model_type": architecture, **fields.used}
    compact = json.dumps(kept, separators=(",", ":"))
    return Config(network, compact, tuple(key for key in raw if key not in kept))


def _of_no_model(raw: dict[str, Any], architecture: Any) -> ConfigError:
    inner = next((k for k in ("text_config", "llm_config") if isinstance(raw.get(k), dict)), "")
    if inner:
        reason = Reason("config_inner", {"inner": inner})
        return ConfigError([_problem(inner, reason, ABSENT)])
    reason = Reason("one_of", {"allowed": tuple(ARCHITECTURES)})
    value = ABSENT if architecture is None else architecture
    return ConfigError([_problem("model_type", reason, value)])


def _parsed(text: str) -> dict[str, Any]:
    try:
        if len(text) > LONGEST:
            raise ValueError(text)
        found = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        if isinstance(error, ConfigError):
            raise
        raise _not_json(text) from None
    if not isinstance(found, dict) or not found:
        raise _not_json(text)
    return found


def _not_json(text: str) -> ConfigError:
    reason = Reason("config_json", {"most": LONGEST})
    value = shown(text.strip()) if text.strip() else ABSENT
    return ConfigError([QueryError("model.config", reason, value)])


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    keys = [key for key, _ in pairs]
    repeated = [key for key in found if keys.count(key) > 1]
    if repeated:
        raise ConfigError([_problem(key, Reason("config_once"), key) for key in repeated])
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _problem(key: str, reason: Reason, value: Any) -> QueryError:
    return QueryError(f"model.config.{key}", reason, value)
