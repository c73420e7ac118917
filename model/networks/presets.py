"""Load `presets/models.toml`: published models, by id."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from model.errors import ConfigError, PresetError, RooflineError
from model.networks.huggingface import read_config, read_fields
from model.networks.network import Network
from model.reader import PRESETS_FOLDER, Reader

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from model.reader import Table
    from model.scenario import Scenario

__all__ = ("NetworkPreset", "load_networks", "read_networks", "selected")

_FILE = PRESETS_FOLDER / "models.toml"


@dataclass(frozen=True)
class NetworkPreset:
    """A published model.

    Parameters
    ----------
    id, name : str
        Stable short id, and the name shown.
    network : Network
        Its dimensions.
    source : str
        Where they are printed.
    accessed : datetime.date or None
        When they were last checked; None for a config.json of the reader's own.
    note : str
        What a reader should know, or empty.
    """

    id: str
    name: str
    network: Network
    source: str
    accessed: datetime.date | None
    note: str = ""


@cache
def load_networks() -> Mapping[str, NetworkPreset]:
    """Load the models that ship.

    Returns
    -------
    mapping of str to NetworkPreset
        By id, in the file's order.

    Raises
    ------
    PresetError
        Listing every problem in the file, each with its key.

    Examples
    --------
    >>> load_networks()["deepseek-v3"].network.cached * 61 * 2
    70272
    """
    return read_networks(_FILE)


def read_networks(path: Path) -> Mapping[str, NetworkPreset]:
    """Load a file in the form of `presets/models.toml`; raises as `load_networks`."""
    reader = Reader()
    found = reader.records(path, _preset)
    if reader.problems:
        raise PresetError(reader.problems)
    return found


def selected(scenario: Scenario) -> NetworkPreset:
    """Return the model that a scenario selects: the one of its config.json, or a preset.

    Raises
    ------
    ConfigError
        If the scenario was not made by a query and its config.json is wrong.
    """
    if not scenario.run.config:
        return load_networks()[scenario.model]
    return NetworkPreset(
        "config", "config.json", read_config(scenario.run.config).network, "config.json", None
    )


def _preset(key: str, table: Table) -> NetworkPreset:
    source, accessed = table.take("source", str), table.take("accessed", datetime.date)
    name, note = table.take("name", str), table.take("note", str, "")
    config, own = table.take("config", dict, None), table.take("network", dict, None)
    if (config is None) == (own is None):
        raise RooflineError("expected either config or network")
    network = Network(**own) if own is not None else _network(table, config)
    return NetworkPreset(key, name, network, source, accessed, note)


def _network(table: Table, config: dict[str, Any]) -> Any:
    try:
        return read_fields(config).network
    except ConfigError as error:
        table.problems += [f"{table.where}.{problem}" for problem in error.problems]
        return None
