"""`python -m model` as a reader's shell meets it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from model import evaluate, load_presets, parse
from model.presets import CHIPS_VARIABLE
from tests.test_presets import BAD, GOOD, PROBLEMS, written

ROOT = Path(__file__).parent.parent
KEYS = [
    "workload", "chip", "flops", "bytes_moved", "intensity", "peak_flops_per_s",
    "bandwidth_bytes_per_s", "ridge_intensity", "attainable_flops_per_s", "bound",
    "compute_time_s", "memory_time_s", "time_s", "no_overlap_time_s", "streams", "work", "warnings",
]  # fmt: skip


def run(*arguments, given=b"", **variables):
    done = subprocess.run(
        [sys.executable, "-m", "model", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **variables},
        check=False,
    )
    lines = done.stdout.splitlines()
    return done.returncode, lines, done.stderr.decode()


def answers(*arguments, status=0, **options):
    found, lines, errors = run(*arguments, **options)
    assert (found, errors) == (status, "")
    return [json.loads(line, parse_constant=pytest.fail) for line in lines]


def test_a_query_prints_one_object_with_the_promised_keys():
    (answer,) = answers("workload=gemm-big&N=128")
    assert sorted(answer) == sorted(KEYS)
    assert (answer["workload"], answer["chip"]) == ("gemm-big", "h100-sxm")
    assert (answer["flops"], answer["bytes_moved"]) == (17179869184, 138412032)
    assert sum(answer["streams"].values()) == answer["bytes_moved"]
    assert sum(answer["work"].values()) == answer["flops"]
    assert answer["bound"] == "memory"
    assert answer["warnings"] == []


def test_the_command_line_prints_the_numbers_of_the_library():
    query = "workload=decode-64&chip=a100-80gb-sxm&b=0.5625"
    presets = load_presets()
    expected = evaluate(parse(query, presets).scenario, presets).as_dict()
    assert answers(query) == [expected]


def test_an_unknown_key_is_a_warning_and_no_error():
    (answer,) = answers("workload=relu&utm=5")
    assert answer["warnings"] == ["unknown key 'utm' was ignored"]


def test_work_without_flops_is_answered_with_a_warning():
    (answer,) = answers("workload=relu&flops_per_value=0")
    assert (answer["flops"], answer["intensity"], answer["bound"]) == (0, 0, "memory")
    assert "no FLOPs" in answer["warnings"][0]


def test_an_erroneous_query_prints_query_and_error_and_fails():
    query = "workload=gemm&M=0&bw=-1"
    (answer,) = answers(query, status=1)
    assert answer == {
        "query": query,
        "error": "bw: expected a number > 0 byte/s, up to 10^30, got -1; "
        "M: expected a whole number from 1 to 10^12, got 0",
    }


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_lines_are_answered_in_order_and_an_error_stops_none(arguments):
    given = b"workload=relu\r\nM=zero\n\nworkload=gemm-small"
    first, second, third, last = answers(*arguments, given=given, status=1)
    assert first["workload"] == "relu"
    assert second == {"query": "M=zero", "error": "M: expected a whole number, got 'zero'"}
    assert third["workload"] == "gemm-big"  # a blank line is the default state
    assert last["workload"] == "gemm-small"


def test_no_input_gives_no_output():
    assert answers(given=b"") == []


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_bytes_that_are_no_text_spoil_only_their_line(encoding):
    given = b"workload=\xff\xfe\nworkload=relu&\xc3\xa9=\xff\nworkload=relu\n"
    bad, odd, good = answers(given=given, status=1, PYTHONIOENCODING=encoding)
    assert bad["error"].startswith("workload: expected one of ")
    assert odd["warnings"] == ["unknown key 'é' was ignored"]
    assert good["warnings"] == []


def test_an_argument_that_is_no_text_is_answered():
    (answer,) = answers(b"workload=\xff", status=1)
    assert answer["error"].startswith("workload: expected one of ")


def test_ten_thousand_lines_are_answered_by_one_process():
    given = "\n".join(f"workload=gemm&M={n}" for n in range(1, 10_001)).encode()
    found = answers(given=given)
    assert [answer["flops"] for answer in found] == [2 * n * 8192**2 for n in range(1, 10_001)]


def test_a_reader_who_leaves_early_is_no_error():
    with subprocess.Popen(
        [sys.executable, "-m", "model"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        process.stdout.close()
        process.stdin.write(b"workload=relu\n" * 5000)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_list_names_every_workload_and_chip():
    (listing,) = answers("--list")
    presets = load_presets()
    assert [entry["id"] for entry in listing["workloads"]] == list(presets.workloads)
    assert [entry["id"] for entry in listing["chips"]] == list(presets.chips)
    for entry in listing["workloads"]:
        assert set(entry) == {"id", "kind", "shape"}
    for entry in listing["chips"]:
        assert {"id", "name", "peaks", "bandwidth", "source", "date"} <= set(entry)
        assert all(value > 0 for value in (*entry["peaks"].values(), entry["bandwidth"]))
        assert entry["source"].strip()


def test_a_listed_shape_is_the_one_a_query_changes():
    (listing,) = answers("--list")
    shapes = {entry["id"]: entry["shape"] for entry in listing["workloads"]}
    flags = {"beta": False, "weights_only": False}
    assert shapes["gemm-small"] == {"M": 256, "N": 256, "K": 256, "T": 256, **flags}
    assert shapes["decode-64"]["P"] == 12 * 32 * 4096**2


def test_chips_of_ones_own_are_named_by_option_or_environment(tmp_path):
    path = written(tmp_path, GOOD)
    query = "workload=relu&chip=mine"
    by_option = answers("--chips", path, query)
    by_variable = answers(query, **{CHIPS_VARIABLE: path})
    assert by_option == by_variable
    assert by_option[0]["ridge_intensity"] == 250


def test_a_bad_file_is_refused_with_every_problem_and_its_own_status(tmp_path):
    path = written(tmp_path, BAD)
    status, lines, errors = run("--chips", path, "workload=relu")
    assert (status, lines) == (2, [])
    assert len(errors.splitlines()) == len(PROBLEMS)
    assert all(line.startswith(f"{path}: ") for line in errors.splitlines())


def test_a_missing_file_is_named(tmp_path):
    status, _, errors = run("--chips", str(tmp_path / "none.toml"), "--list")
    assert status == 2
    assert "none.toml: expected a readable file" in errors


def test_a_whole_model_is_one_object_with_its_operators():
    (answer,) = answers("view=model&model=llama-3.1-8b&model.S=8192&chip=a100-80gb-sxm")
    assert (answer["model"], answer["S"], answer["chip"]) == ("llama-3.1-8b", 8192, "a100-80gb-sxm")
    assert sum(row["flops"] for row in answer["operators"]) == answer["flops"]
    assert answer["warnings"] == []


def test_an_unknown_model_is_an_error_that_names_those_there_are():
    (answer,) = answers("view=model&model=gpt-5", status=1)
    assert "llama-3.1-8b" in answer["error"]


def test_the_models_are_listed_with_their_parameters():
    (listing,) = answers("--list")
    models = {model["id"]: model for model in listing["models"]}
    assert models["llama-3.1-8b"]["parameters"] == 8030261248
    assert all(model["source"] and model["date"] for model in models.values())


def test_the_simulator_never_reads_the_models():
    code = (
        "import sys, model.__main__ as m; m.main(['workload=relu'])\n"
        "print(any(name.startswith('model.networks') for name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.splitlines()[-1] == "False"
