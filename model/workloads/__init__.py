"""The workloads: one frozen type each, with FLOPs and bytes in closed form."""

from model.workloads.attention import Attention, AttentionDecode
from model.workloads.base import Term, Workload
from model.workloads.conv import Conv
from model.workloads.decode import Decode
from model.workloads.elementwise import Elementwise
from model.workloads.gemm import Gemm
from model.workloads.training import Training

__all__ = (
    "KINDS",
    "Attention",
    "AttentionDecode",
    "Conv",
    "Decode",
    "Elementwise",
    "Gemm",
    "Term",
    "Training",
    "Workload",
)

KINDS: dict[str, type[Workload]] = {
    kind.kind: kind
    for kind in (Gemm, Attention, Decode, AttentionDecode, Elementwise, Conv, Training)
}
"""Workload types by the kind's name, as presets write it."""
