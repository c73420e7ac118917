"""Work, traffic and attainable throughput of AI workloads: the roofline model, pure Python + NumPy.

>>> from model import Gemm, Roofline, place
>>> place(Gemm(8192, 128, 8192), Roofline(125e12, 900e9)).bound
'memory'
"""

from model.chips import Chip, Peak
from model.errors import ConfigError, DomainError, PresetError, QueryError, RooflineError
from model.evaluate import Result, evaluate, place
from model.presets import Presets, load_presets
from model.query import Query, dump, parse
from model.roofline import Roofline, attainable_flops_per_s, ridge_intensity
from model.scenario import Scenario
from model.workloads import (
    Attention,
    AttentionDecode,
    Conv,
    Decode,
    Elementwise,
    Gemm,
    Training,
    Workload,
)

__all__ = (
    "Attention",
    "AttentionDecode",
    "Chip",
    "ConfigError",
    "Conv",
    "Decode",
    "DomainError",
    "Elementwise",
    "Gemm",
    "Peak",
    "PresetError",
    "Presets",
    "Query",
    "QueryError",
    "Result",
    "Roofline",
    "RooflineError",
    "Scenario",
    "Training",
    "Workload",
    "attainable_flops_per_s",
    "dump",
    "evaluate",
    "load_presets",
    "parse",
    "place",
    "ridge_intensity",
)
