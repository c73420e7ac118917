"""Hypothesis strategies: shapes, chips' roofs, states."""

from hypothesis import strategies as st

from model import (
    Attention,
    AttentionDecode,
    Conv,
    Decode,
    Elementwise,
    Gemm,
    Roofline,
    Scenario,
    Training,
)
from model import load_presets as presets
from model.run import PHASES, Run
from model.workloads import KINDS

LARGEST = 10**9

# Few bits in the mantissa, as real formats have.
sizes = st.sampled_from([0.5, 0.53125, 0.5625, 0.75, 1, 1.5, 2, 4, 8])
whole_sizes = st.sampled_from([1, 2, 4, 8])
intensities = st.floats(1e-6, 1e9)
rates = st.floats(1e3, 1e20)
rooflines = st.builds(Roofline, rates, rates)


def counts(largest=LARGEST):
    """Counts of every magnitude, odd ones too."""
    magnitudes = [most for most in (8, 1000, largest) if most <= largest]
    return st.one_of(*(st.integers(1, most) for most in magnitudes))


@st.composite
def heads(draw, largest=LARGEST):
    """h query heads sharing g key/value heads, in a model of width D."""
    g, group = draw(st.integers(1, 64)), draw(st.integers(1, 32))
    width = draw(st.integers(1, max(1, largest // (g * group))))
    return {"h": g * group, "g": g, "D": g * group * width}


@st.composite
def gemm(draw, largest=LARGEST, size=sizes):
    return {**{name: draw(counts(largest)) for name in "MNK"}, "b": draw(size)}


@st.composite
def tiled(draw, largest=LARGEST, size=sizes):
    """A GEMM with a tile."""
    return {**draw(gemm(largest, size)), "T": draw(counts(largest))}


@st.composite
def attention(draw, largest=LARGEST, size=sizes):
    return {**draw(heads(largest)), **{n: draw(counts(largest)) for n in "SB"}, "b": draw(size)}


@st.composite
def blocked(draw, largest=LARGEST, size=sizes):
    """Attention in blocks of queries, with a head dimension of its own."""
    own = {name: draw(counts(largest)) for name in "TdD"}
    return {**draw(attention(largest, size)), **own}


@st.composite
def decode(draw, largest=LARGEST, size=sizes):
    return {**draw(heads(largest)), **{n: draw(counts(largest)) for n in "SBL"}, "b": draw(size)}


@st.composite
def wide_decode(draw, largest=LARGEST, size=sizes):
    """A decode step whose heads have a dimension of their own."""
    return {**draw(decode(largest, size)), **{name: draw(counts(largest)) for name in "dD"}}


@st.composite
def attention_decode(draw, largest=LARGEST, size=sizes):
    shape = {name: draw(counts(largest)) for name in ("S", "B", "d", "q")}
    shape["dv"] = draw(st.integers(1, shape["d"]))
    joint = draw(heads(largest))
    return {**shape, "h": joint["h"], "g": joint["g"], "b": draw(size)}


@st.composite
def elementwise(draw, largest=LARGEST, size=sizes):
    rate = draw(st.integers(0, 100))
    inputs = draw(st.integers(1, 2))
    return {
        "n": draw(counts(largest)), "inputs": inputs, "flops_per_value": rate, "b": draw(size),
        "ops": draw(counts(1000)),
    }  # fmt: skip


@st.composite
def conv(draw, largest=LARGEST, size=sizes):
    shape = {name: draw(counts(largest)) for name in "NCKRS"}
    pad = draw(st.integers(0, 3))
    rest = {n: max(1, shape[f] - 2 * pad) + draw(counts(1000)) for n, f in (("H", "R"), ("W", "S"))}
    return {**shape, **rest, "pad": pad, "stride": draw(st.integers(1, 4)), "b": draw(size)}


@st.composite
def training(draw, largest=LARGEST, size=sizes):
    shape = {name: draw(counts(largest)) for name in ("P", "tokens", "steps", "L", "D", "S")}
    return {**shape, "grad_bytes": draw(st.sampled_from([2, 4])), "b": draw(size)}


SHAPES = {
    Gemm: gemm,
    Attention: attention,
    Decode: decode,
    AttentionDecode: attention_decode,
    Elementwise: elementwise,
    Conv: conv,
    Training: training,
}
MORE = {Gemm: tiled, Attention: blocked, Decode: wide_decode}
FLAGS = {
    Gemm: ("beta", "weights_only"),
    Attention: ("causal", "fused", "kv_only"),
    Decode: ("shrink",),
    AttentionDecode: ("kv_only", "latent"),
    Elementwise: ("fused",),
    Conv: (),
    Training: ("attention", "causal"),
}
assert set(SHAPES) == set(FLAGS) == set(KINDS.values())


def flags(kind):
    choices = {name: st.booleans() for name in FLAGS[kind]}
    if kind is Conv:
        choices["lowering"] = st.sampled_from(["implicit", "im2col"])
    return st.fixed_dictionaries(choices)


@st.composite
def _made_by(draw, kind):
    """The strategy of a kind's shapes, or of those with its rarer dimensions."""
    return draw(st.sampled_from([SHAPES[kind], MORE.get(kind, SHAPES[kind])]))


@st.composite
def workloads(draw, kinds=tuple(SHAPES), largest=LARGEST, size=sizes):
    kind = draw(st.sampled_from(kinds))
    made = draw(_made_by(kind))
    return kind(**draw(made(largest, size)), **draw(flags(kind)))


@st.composite
def sweeps(draw, size=sizes):
    """A kind, its flags, and a few shapes of it."""
    kind = draw(st.sampled_from(tuple(SHAPES)))
    made = draw(_made_by(kind))
    shapes = draw(st.lists(made(size=size), min_size=1, max_size=4))
    return kind, draw(flags(kind)), shapes


numbers = st.one_of(
    st.integers(1, 10**30), st.floats(1e-30, 1e30, allow_subnormal=False), sizes
)  # fmt: skip


@st.composite
def ranges(draw):
    low, high = sorted(draw(st.lists(st.floats(1e-30, 1e30), min_size=2, max_size=2, unique=True)))
    return low, high


MODELS = ("qwen2.5-7b", "mixtral-8x7b", "deepseek-v3", "chapter-6.4b")
CONFIG = (
    '{"model_type":"gpt2","n_embd":768,"n_head":12,"n_layer":12,"vocab_size":50257,'
    '"n_positions":1024}'
)
whole_runs = st.builds(
    Run, st.sampled_from(PHASES), counts(), counts(), sizes, sizes, sizes, st.booleans(),
    st.sampled_from(["", CONFIG]),
)  # fmt: skip


@st.composite
def scenarios(draw):
    """Any state a reader can reach."""
    found = presets()
    state = Scenario(
        workload=draw(st.sampled_from(sorted(found.workloads))),
        b=draw(sizes),
        chip=draw(st.sampled_from(sorted(found.chips))),
        peak=draw(st.none() | numbers),
        bw=draw(st.none() | numbers),
        model=draw(st.sampled_from(MODELS)),
        run=draw(st.just(Run()) | whole_runs),
        expert=draw(st.booleans()),
        x=draw(st.none() | ranges()),
        y=draw(st.none() | ranges()),
    )
    for name in draw(st.sets(st.sampled_from(sorted(found.workloads)), max_size=3)):
        kind = KINDS[found.workloads[name].kind]
        for key, value in {**draw(SHAPES[kind]()), **draw(flags(kind))}.items():
            if key != "b":
                state = state.with_dimension(found, name, key, value)
    return state
