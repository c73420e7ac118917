"""Hypothesis strategies: networks of every kind, and runs of them."""

from hypothesis import strategies as st

from model.networks import Experts, Latent, Network
from model.run import PHASES, Run
from tests.strategies import sizes, whole_sizes

few = st.integers(1, 6)
widths = st.integers(1, 40)


@st.composite
def experts(draw, layers):
    routed = draw(st.integers(1, 12))
    return Experts(
        routed, draw(st.integers(1, routed)), draw(widths), draw(st.integers(0, 2)),
        draw(st.integers(0, layers)),
    )  # fmt: skip


@st.composite
def networks(draw):
    g, group, layers = draw(few), draw(few), draw(few)
    windowed = draw(st.integers(0, layers))
    latent = draw(st.none() | st.builds(Latent, widths, widths, widths, widths, widths))
    return Network(
        layers, draw(widths), g * group, g, draw(widths), draw(widths), draw(st.integers(0, 40)),
        gated=draw(st.booleans()), tied=draw(st.booleans()), fused_qkv=draw(st.booleans()),
        fused_gate_up=draw(st.booleans()), vectors=draw(st.integers(0, 9)),
        positions=draw(st.sampled_from([0, 64])),
        window=draw(st.integers(1, 40)) if windowed and not latent else 0,
        windowed=0 if latent else windowed, latent=latent,
        experts=draw(st.none() | experts(layers)),
    )  # fmt: skip


def runs(size=sizes):
    return st.builds(
        Run, st.sampled_from(PHASES), st.integers(1, 40), st.integers(1, 60), size, size, size,
        st.booleans(),
    )  # fmt: skip


exact_runs = runs(whole_sizes)
