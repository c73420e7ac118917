"""Whole models: dimensions, operators, storage, and what a chip makes of them.

Nothing here is imported until a whole model is asked for.
"""

from model.networks.network import Experts, Latent, Network
from model.networks.operators import Operator, experts_touched, operators
from model.networks.parameters import Parameters, parameters
from model.networks.presets import NetworkPreset, load_networks, selected
from model.networks.report import Report, Row, report, run_network

__all__ = (
    "Experts",
    "Latent",
    "Network",
    "NetworkPreset",
    "Operator",
    "Parameters",
    "Report",
    "Row",
    "experts_touched",
    "load_networks",
    "operators",
    "parameters",
    "report",
    "run_network",
    "selected",
)
