"""Evaluations a second, beside bare NumPy arithmetic that gives the same outputs.

Run from the root: ``python -m tests.bench.model``.
"""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from model import Decode, Gemm, Roofline, place

if TYPE_CHECKING:
    from collections.abc import Callable

ELEMENTS = 1_000_000
QUERIES = 10_000
PEAK, BANDWIDTH = np.float64(989e12), np.float64(3.35e12)
ROOF = Roofline(PEAK, BANDWIDTH)


def bare(work: dict, streams: dict) -> dict:
    """Do what `place` does with the terms, without names, checks or exactness."""
    F, Q = sum(work.values()), sum(streams.values())
    intensity = F / Q
    compute, memory = F / PEAK, Q / BANDWIDTH
    return {
        "flops": F,
        "bytes_moved": Q,
        "intensity": intensity,
        "ridge_intensity": PEAK / BANDWIDTH,
        "attainable_flops_per_s": np.minimum(PEAK, BANDWIDTH * intensity),
        "bound": np.where(compute < memory, "memory", "compute"),
        "compute_time_s": compute,
        "memory_time_s": memory,
        "time_s": np.maximum(compute, memory),
        "no_overlap_time_s": compute + memory,
        "streams": streams,
        "work": work,
    }


def bare_gemm(M, N, K, b=2):
    return bare({"multiply_adds": 2 * M * N * K}, {"A": b * M * K, "B": b * K * N, "C": b * M * N})


def bare_decode(B, S, L, D, b=2):
    P = 12 * L * D**2
    work = {"weights": 2 * B * P, "attention": 4 * B * L * S * D}
    return bare(work, {"weights": b * P, "kv_cache": 2 * b * B * L * S * D})


def our_gemm(M, N, K):
    return place(Gemm(M, N, K), ROOF)


def our_decode(B, S, L, D):
    return place(Decode(B=B, S=S, L=L, D=D, h=1), ROOF)


def seconds(call: Callable[[], object], rounds: int, repeats: int) -> float:
    """Shortest time of one call."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(rounds):
            call()
        times.append(time.perf_counter() - start)
    return min(times) / rounds


def compared(name: str, ours: Callable, theirs: Callable, shape: tuple) -> str:
    arrays = isinstance(shape[0], np.ndarray)
    rounds, repeats, elements = (1, 15, ELEMENTS) if arrays else (1000, 50, 1)
    mine = seconds(partial(ours, *shape), rounds, repeats)
    bare_shape = shape if arrays else tuple(np.int64(n) for n in shape)
    other = seconds(partial(theirs, *bare_shape), rounds, repeats)
    return f"{name:<32}{elements / mine:>16,.0f}{elements / other:>16,.0f}{mine / other:>8.2f}"


def command_line() -> str:
    lines = "\n".join(f"workload=gemm&M={n}&N=128" for n in range(1, QUERIES + 1))
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "model"], input=lines, text=True, stdout=-3, check=True)
    return f"{'command line, stdin':<32}{QUERIES / (time.perf_counter() - start):>16,.0f}"


def main() -> None:
    random = np.random.default_rng(0)
    M, N, K = (random.integers(1, 16384, ELEMENTS) for _ in range(3))
    B, S = random.integers(1, 1024, ELEMENTS), random.integers(1, 131072, ELEMENTS)
    print(f"{'evaluations a second':<32}{'model':>16}{'bare NumPy':>16}{'ratio':>8}")
    for line in (
        compared("GEMM, scalar call", our_gemm, bare_gemm, (8192, 128, 8192)),
        compared("GEMM, array of 10⁶", our_gemm, bare_gemm, (M, N, K)),
        compared("decode, scalar call", our_decode, bare_decode, (64, 1024, 32, 4096)),
        compared("decode, array of 10⁶", our_decode, bare_decode, (B, S, 32, 4096)),
        command_line(),
    ):
        print(line)


if __name__ == "__main__":
    main()
