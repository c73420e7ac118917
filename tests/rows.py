"""The published figures of `tests/reference/*.toml` and how each form is computed."""

import tomllib
from pathlib import Path
from types import SimpleNamespace

from model import Chip, Decode, Roofline, evaluate, load_presets, parse
from tests.expressions import evaluated, namespace

FOLDER = Path(__file__).parent / "reference"
REQUIRED = {"id", "source"}
FORMS = ("query", "roofline")
KEYS = REQUIRED | {*FORMS, "about", "against", "expect", "misprint", "refused", "tolerance"}


def load(name: str = "*") -> list[dict]:
    paths = sorted(FOLDER.glob(f"{name}.toml"))
    return [row for path in paths for row in tomllib.loads(path.read_text("utf-8"))["row"]]


def figures(row: dict) -> dict[str, object]:
    """Everything the row's expressions may name."""
    if "roofline" in row:
        return vars(_roofline(**row["roofline"]))
    fields = vars(_answer(row["query"]))
    return fields | ({"other": _answer(row["against"])} if "against" in row else {})


def agrees(row: dict, expression: str, printed: object) -> bool:
    value = evaluated(expression, figures(row))
    if isinstance(printed, bool | str):
        return value == printed
    return abs(value - printed) <= row.get("tolerance", 1e-9) * abs(printed)


def _answer(query: str) -> SimpleNamespace:
    presets = load_presets()
    read = parse(query, presets)
    assert not read.problems, read.problems
    assert not read.unknown, read.unknown
    found = namespace(evaluate(read.scenario, presets).as_dict())
    workload = read.scenario.shaped(presets)
    if isinstance(workload, Decode):
        found.intensity_ceiling = workload.intensity_ceiling
    return found


def _roofline(*, chip="", peak_id="", peak=None, bw=None, **counts) -> SimpleNamespace:
    roof = _chip_roofline(load_presets().chips[chip], peak_id) if chip else Roofline(peak, bw)
    found = SimpleNamespace(**vars(roof), ridge_intensity=roof.ridge_intensity)
    if "intensity" in counts:
        found.attainable_flops_per_s = roof.attainable_flops_per_s(counts["intensity"])
        found.bound = roof.bound(counts["intensity"], 1)
    if "flops" in counts:
        found.bound = roof.bound(**counts)
        found.compute_time_s = roof.compute_time_s(counts["flops"])
        found.time_s = roof.time_s(**counts)
        found.no_overlap_time_s = roof.no_overlap_time_s(**counts)
    return found


def _chip_roofline(chip: Chip, peak_id: str) -> Roofline:
    peak = chip.peak(peak_id or chip.roof)
    return Roofline(peak.flops_per_s, chip.bandwidth_bytes_per_s)
