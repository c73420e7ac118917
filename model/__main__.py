"""`python -m model`: queries in, JSON out. Thin over the library."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING, Any

from model.errors import PresetError, RooflineError
from model.evaluate import evaluate
from model.further import further
from model.presets import load_presets
from model.query import parse
from model.vocabulary import SHAPE
from model.workloads.base import SIZES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from model.presets import Presets
    from model.query import Query


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit status."""
    options = _parser().parse_args(arguments)
    try:
        presets = load_presets(tuple(options.chips))
    except PresetError as error:
        print(error, file=sys.stderr)
        return 2
    if options.list:
        return _print([listing(presets)])
    if options.check:
        return _print_checked(presets)
    if options.query != "-":
        return _print([answer(options.query, presets)])
    sys.stdin.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    return _print(answer(line.rstrip("\r\n"), presets) for line in sys.stdin)


def answer(query: str, presets: Presets) -> dict[str, Any]:
    """Answer one query: the result's keys, or `query` and `error`."""
    read = parse(query, presets)
    if read.problems:
        return {"query": query, "error": "; ".join(map(str, read.problems))}
    try:
        result = _evaluated(read, presets)
    except RooflineError as error:
        return {"query": query, "error": str(error)}
    result["warnings"] += [f"unknown key {key!r} was ignored" for key, _ in read.unknown]
    return result


def _evaluated(read: Query, presets: Presets) -> dict[str, Any]:
    """Evaluate what the query's page shows: a workload, or a whole model."""
    if read.chrome.get("view") != "model":
        return evaluate(read.scenario, presets).as_dict() | further(read.scenario, presets)
    from model.networks import report  # noqa: PLC0415 - most queries need none of it

    return report(read.scenario, presets).as_dict()


def listing(presets: Presets) -> dict[str, Any]:
    """Return what `--list` prints: workloads, chips and whole models."""
    from model.networks import load_networks, parameters  # noqa: PLC0415

    return {
        "workloads": [
            {"id": p.id, "kind": p.kind, "shape": _shape(p.workload())}
            for p in presets.workloads.values()
        ],
        "chips": [
            {
                "id": chip.id,
                "name": chip.name,
                "peaks": {peak.id: peak.flops_per_s for peak in chip.peaks},
                "roof": chip.roof,
                "bandwidth": chip.bandwidth_bytes_per_s,
                "source": chip.source,
                "date": chip.accessed.isoformat(),
            }
            for chip in presets.chips.values()
        ],
        "models": [
            {
                "id": found.id,
                "name": found.name,
                "parameters": parameters(found.network).total,
                "source": found.source,
                "date": found.accessed.isoformat() if found.accessed else None,
            }
            for found in load_networks().values()
        ],
    }


def _print_checked(presets: Presets) -> int:
    """Recompute the published figures; fail if one disagrees without an explanation."""
    from model.figures import check, load_figures  # noqa: PLC0415 - a query needs none of it

    checked = [check(figure, presets, answer) for figure in load_figures()]
    _print(row._asdict() for row in checked)
    return int(any(row.verdict == "disagrees" for row in checked))


def _shape(workload: Any) -> dict[str, Any]:
    return {k: v for k, v in workload.dimensions.items() if k in SHAPE and k not in SIZES}


def _print(answers: Iterable[dict[str, Any]]) -> int:
    status = 0
    try:
        for item in answers:
            status |= "error" in item
            print(json.dumps(item))  # ASCII: prints on any terminal, whatever the query held
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m model",
        description="Place a workload on a roofline. Prints JSON in base SI units.",
    )
    parser.add_argument(
        "query",
        nargs="?",
        default="-",
        help="e.g. 'workload=gemm-big&N=128'; - or nothing reads one query a line",
    )
    parser.add_argument(
        "--list", action="store_true", help="print the workloads, chips and whole models there are"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="recompute the published figures and print one JSON object for each",
    )
    parser.add_argument(
        "--chips",
        action="append",
        default=[],
        metavar="FILE",
        help="add chips from a TOML file in the form of presets/chips.toml",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
