"""A reader's own points: every form of table, every row accounted for."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import DomainError, Roofline
from model.measured import load_measurements, place_measurements
from model.measured.headers import find_columns
from model.measured.numbers import NumberError, decimal_comma, read_number
from model.measured.sheet import LARGEST_TEXT, MOST_ROWS

POINT = {"flops": 2e12, "bytes_moved": 4e9, "time_s": 1e-3}
PLAIN = [
    "name,flops,bytes,time_s\na,2e12,4e9,1e-3\n",
    "\ufeffKernel;GFLOP;MB;Time (ms)\r\na;2000;4000;1\r\n",
    "kernel\tTFLOP\tDRAM bytes [GB]\tduration_us\na\t2\t4\t1000\n",
    'op,"FLOPs","bytes moved","latency (ns)"\n'
    '"a","2,000,000,000,000","4,000,000,000","1,000,000"\n',
    "label;flop;byte;ms\na;2.000.000.000.000;4.000.000.000;1,0\n",
    "name,Intensity (FLOP/byte),bytes,TFLOP/s\na,500,4e9,2000\n",
    "# from the bench\n\n==PROF== ready\nname,flop_per_byte,flops,gflops_per_s\na,500,2e12,2e6\n",
    "name,time_ms,GFLOP/s,MB\na,1,2000000,4000\n",
]


@pytest.mark.parametrize("text", PLAIN)
def test_a_plain_table_gives_the_point_whatever_its_units_and_separators(text):
    found = load_measurements(text)
    assert (found.form, found.names, found.aside) == ("plain", ("a",), ())
    assert found.intensity == pytest.approx([500])
    assert found.flops_per_s == pytest.approx([2e15])
    for name, value in POINT.items():
        assert getattr(found, name) == pytest.approx([value])


def test_intensity_and_rate_alone_make_a_point_without_counts():
    found = load_measurements("ai,flop/s\n500,2e15\n")
    assert (found.names, found.intensity.tolist(), found.flops_per_s.tolist()) == (
        ("#1",), [500], [2e15],
    )  # fmt: skip
    assert found.flops.tolist() == found.time_s.tolist() == [0]


BAD_ROWS = {
    "0,4e9,1e-3": ("flops", "0", "some_flops"),
    "2e12,0,1e-3": ("bytes", "0", "some_bytes"),
    "2e12,4e9,0": ("time_s", "0", "some_time"),
    "nan,4e9,1e-3": ("flops", "nan", "finite"),
    "2e12,inf,1e-3": ("bytes", "inf", "finite"),
    "2e12,4e9,1e999": ("time_s", "inf", "finite"),
    "-2e12,4e9,1e-3": ("flops", "-2e+12", "above_zero"),
    "two,4e9,1e-3": ("flops", "two", "number"),
    "2e12,4e9,": ("time_s", "", "number"),
    "2e12,4e9": ("time_s", "", "number"),
    "2e12,4e9,1_0": ("time_s", "1_0", "number"),
    "2e12,4e9,1e-3,9": ("5", "9", "cells"),
}


@pytest.mark.parametrize(("cells", "fault"), BAD_ROWS.items(), ids=BAD_ROWS)
def test_a_row_without_a_place_is_listed_with_line_column_and_value(cells, fault):
    found = load_measurements(f"name,flops,bytes,time_s\na,2e12,4e9,1e-3\nb,{cells}\n\nc,1,1,1\n")
    assert found.names == ("a", "c")
    assert found.lines.tolist() == [2, 5]
    (aside,) = found.aside
    assert (aside.line, aside.name) == (3, "b")
    assert (aside.column, aside.value, aside.reason.code) == fault
    assert str(aside).startswith("line 3: ")


def test_columns_that_contradict_each_other_are_told():
    found = load_measurements("name,flops,bytes,intensity,time\na,100,10,10.2,1\nb,100,10,20,1\n")
    assert found.names == ("a",)
    assert (found.aside[0].column, found.aside[0].reason.values) == ("intensity", {"of": "10"})
    found = load_measurements("name,flops,bytes,time,flop/s\na,100,10,1,300\n")
    assert (found.aside[0].column, found.aside[0].value) == ("flop/s", "300")


BAD_TEXTS = {
    "": "table_rows",
    " \n,,\n": "table_rows",
    "name,flops,bytes,time\n": "table_rows",
    "name,flops,bytes,time\n\n ,,\n": "table_rows",
    "\x00\x01\x02": "table_text",
    "\ufffd\ufffdPK\x03\x04 zip": "table_text",
    "a,b,c\n1,2,3\n": "table_columns",
    "name,flops,time\na,1,2\n": "table_columns",
    "name,bytes,time\na,1,2\n": "table_columns",
    "name,GFLOPS,bytes,time\na,1,2,3\n": "count_or_rate",
    "name,flops,bytes,time (ms),duration (us)\na,1,2,3,4\n": "one_column",
    "ID,Kernel Name,Metric Name,Metric Value\n0,k,dram__bytes.sum,5\n": "metrics",
    "Kernel Name,dram__bytes.sum\n,byte\nk,5\n": "metrics",
    "Kernel_Name,SQ_INSTS_VALU_FMA_F32,BeginNs,EndNs\nk,5,1,2\n": "metrics",
    "Kernel_Name,SQ_INSTS_VALU_FMA_F32\nk,5\n": "metrics",
    'name,flops,bytes,time\n"' + "x" * 140_000: "table_text",
}


@pytest.mark.parametrize(("text", "code"), BAD_TEXTS.items(), ids=[*map(repr, range(16))])
def test_what_is_no_table_is_refused_with_a_reason(text, code):
    with pytest.raises(DomainError) as found:
        load_measurements(text)
    assert found.value.reason.code == code
    assert len(str(found.value)) < 600


def test_what_is_too_long_is_refused():
    head = "name,flops,bytes,time\n"
    with pytest.raises(DomainError, match=str(LARGEST_TEXT)):
        load_measurements(head + "x" * LARGEST_TEXT)
    with pytest.raises(DomainError, match=f"{MOST_ROWS} rows"):
        load_measurements(head + "a,1,1,1\n" * (MOST_ROWS + 1))


@pytest.mark.parametrize(
    ("cell", "comma", "delimiter", "value"),
    [
        ("1,234", False, ",", 1234), ("1,234.5", False, ";", 1234.5), ("12 345", False, ";", 12345),
        ("1\u202f234", False, ";", 1234), ("1'234.5", False, ",", 1234.5), (".5", False, ",", 0.5),
        ("+1e-3", False, ",", 1e-3), ("1.234,5", True, ";", 1234.5), ("1.234", True, ";", 1234),
        ("0,5", True, ";", 0.5), ("7", True, ";", 7), ("1e3", True, ";", 1000),
        ("1,5e3", True, ";", 1500),
    ],
)  # fmt: skip
def test_numbers_are_read_as_tools_write_them(cell, comma, delimiter, value):
    assert read_number(cell, comma=comma, delimiter=delimiter) == value


@pytest.mark.parametrize(
    ("cell", "comma", "code"),
    [("1,234", False, "one_number"), ("1,23", False, "number"), ("12,34,567", False, "number"),
     ("1.5", True, "number"), ("", False, "number"), ("0x10", False, "number"),
     ("1 GB", False, "number"), ("--1", False, "number"), ("1.2.3", False, "number")],
)  # fmt: skip
def test_what_may_be_two_numbers_or_none_is_refused(cell, comma, code):
    with pytest.raises(NumberError) as found:
        read_number(cell, comma=comma, delimiter=";")
    assert found.value.reason.code == code


@given(st.floats(1e-12, 1e24))
def test_a_number_that_python_writes_is_read_back(value):
    assert read_number(repr(value), comma=False) == value
    assert read_number(f"{value:,.2f}", comma=False) == pytest.approx(value, abs=0.01)


def test_a_decimal_comma_shows_itself():
    assert decimal_comma(["1.234,56", ""])
    assert not decimal_comma(["1,234.5", "1,234,567", "12", "1.5"])


@pytest.mark.parametrize(
    ("header", "role", "factor"),
    [
        ("FLOPs", "flops", 1), ("gflop", "flops", 1e9), ("flop count", "flops", 1),
        ("Bytes", "bytes", 1), ("dram_bytes", "bytes", 1), ("traffic (GiB)", "bytes", 2**30),
        ("KB", "bytes", 1e3), ("operational intensity", "intensity", 1), ("AI", "intensity", 1),
        ("FLOP/B", "intensity", 1), ("flops per byte", "intensity", 1), ("time (µs)", "time", 1e-6),
        ("gpu_time_ns", "time", 1e-9), ("Duration", "time", 1), ("Tflop/s", "rate", 1e12),
        ("flop_per_s", "rate", 1), ("achieved GFLOPs/sec", "rate", 1e9),
    ],
)  # fmt: skip
def test_headers_are_known_by_their_words(header, role, factor):
    rest = {"flops": "flops", "bytes": "bytes", "intensity": "intensity", "time": "time"}
    others = [name for key, name in rest.items() if key != role]
    column = find_columns([*others, "GB/s", "S", header])[role]
    assert (column.header, column.factor) == (header, factor)


NCU_METRICS = {
    "gpu__time_duration.sum": ("usecond", "1,000.00"),
    "dram__bytes.sum": ("Gbyte", "4.00"),
    "sm__sass_thread_inst_executed_op_fadd_pred_on.sum": ("inst", "1,000,000"),
    "sm__sass_thread_inst_executed_op_fmul_pred_on.sum": ("inst", "2,000,000"),
    "sm__sass_thread_inst_executed_op_ffma_pred_on.sum": ("inst", "3,000,000"),
    "sm__sass_thread_inst_executed_op_hfma_pred_on.sum": ("inst", "4,000,000"),
    "sm__sass_thread_inst_executed_op_dadd_pred_on.sum": ("inst", "5,000,000"),
    "sm__ops_path_tensor_src_fp16_dst_fp32.sum": ("", "1,999,978,000,000"),
    "sm__ops_path_tensor_src_fp16_dst_fp32_sparsity_off.sum": ("", "1,999,978,000,000"),
    "sm__inst_executed_pipe_tensor.sum": ("inst", "488,276"),
}
NCU_HEAD = "==PROF== Connected to process 7\nhello, from the program\n==PROF== Disconnected\n"
NAME = "void gemm<float, 128>(const float *, float)"


def wide(metrics, names=(NAME,)):
    head = ",".join(f'"{text}"' for text in ("ID", "Kernel Name", *metrics))
    units = ",".join(f'"{text}"' for text in ("", "", *(u for u, _ in metrics.values())))
    lines = [
        ",".join(f'"{text}"' for text in (str(i), name, *(v for _, v in metrics.values())))
        for i, name in enumerate(names)
    ]
    return NCU_HEAD + "\n".join([head, units, *lines, "==PROF== done"]) + "\n"


def long(metrics, names=(NAME,)):
    head = "ID,Kernel Name,Section Name,Metric Name,Metric Unit,Metric Value"
    lines = [
        f'"{i}","{name}","Command line profiler metrics","{metric}","{unit}","{value}"'
        for i, name in enumerate(names)
        for metric, (unit, value) in metrics.items()
    ]
    return NCU_HEAD + "\n".join([head, *lines]) + "\n"


@pytest.mark.parametrize("form", [wide, long])
def test_nsight_computes_exports_give_the_point(form):
    found = load_measurements(form(NCU_METRICS, (NAME, "copy")))
    assert (found.form, found.names, found.aside) == ("nsight", (NAME, "copy"), ())
    for name, value in POINT.items():
        assert getattr(found, name) == pytest.approx([value, value])
    assert "sm__inst_executed_pipe_tensor.sum" not in sum(found.columns.values(), ())


@pytest.mark.parametrize(
    ("replaced", "unit", "value"),
    [("gpu__time_duration.sum", "ns", "1000000"), ("gpu__time_duration.sum", "ms", "1"),
     ("dram__bytes.sum", "byte", "4000000000"), ("dram__bytes.sum", "Mbyte", "4,000")],
)  # fmt: skip
def test_units_of_nsight_compute_are_minded(replaced, unit, value):
    found = load_measurements(wide({**NCU_METRICS, replaced: (unit, value)}))
    assert found.intensity == pytest.approx([500])
    assert found.flops_per_s == pytest.approx([2e15])


def test_an_unknown_unit_is_told():
    found = load_measurements(wide({**NCU_METRICS, "dram__bytes.sum": ("sector", "5")}))
    assert [(a.column, a.value, a.reason.code) for a in found.aside] == [
        ("dram__bytes.sum", "sector", "unit_known")
    ]


def test_reads_and_writes_and_rates_will_do():
    metrics = {
        "gpu__time_duration.sum": ("msecond", "1"),
        "dram__bytes_read.sum": ("Gbyte", "3"),
        "dram__bytes_write.sum": ("Gbyte", "1"),
        "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed": ("inst", "500000"),
        "smsp__cycles_elapsed.avg.per_second": ("cycle/nsecond", "2"),
    }
    found = load_measurements(wide(metrics))
    assert found.intensity == pytest.approx([500])
    assert found.flops_per_s == pytest.approx([2e15])
    del metrics["dram__bytes_read.sum"]
    metrics["dram__bytes.sum.per_second"] = ("Tbyte/second", "4")
    metrics["smsp__cycles_elapsed.avg.per_second"] = ("Ghz", "2")
    assert load_measurements(wide(metrics)).intensity == pytest.approx([500])


def test_tensor_instructions_alone_are_not_guessed_at():
    metrics = {k: v for k, v in NCU_METRICS.items() if "ops_path" not in k}
    found = load_measurements(wide(metrics))
    assert [(a.column, a.value, a.reason.code) for a in found.aside] == [
        ("sm__inst_executed_pipe_tensor.sum", "488276", "tensor_ops")
    ]
    metrics["sm__inst_executed_pipe_tensor.sum"] = ("inst", "0")
    assert load_measurements(wide(metrics)).names == (NAME,)


COUNTERS = {  # 64 · (1000 + 2 · 2000) + 512 · 3000 FLOP; 32 · 100 + 64 · 900 + 32 · 50 + 64 · 150 B
    "SQ_INSTS_VALU_ADD_F32": 1000, "SQ_INSTS_VALU_FMA_F16": 2000,
    "SQ_INSTS_VALU_MFMA_MOPS_BF16": 3000, "TCC_EA_RDREQ_sum": 1000, "TCC_EA_RDREQ_32B_sum": 100,
    "TCC_EA_WRREQ_sum": 200, "TCC_EA_WRREQ_64B_sum": 150,
}  # fmt: skip
AMD_FLOPS, AMD_BYTES = 64 * 5000 + 512 * 3000, 3200 + 57600 + 1600 + 9600


def test_rocprof_computes_wide_table_gives_the_point():
    text = f"Dispatch_ID,Kernel_Name,{','.join(COUNTERS)},Start_Timestamp,End_Timestamp\n"
    counts = ",".join(map(str, COUNTERS.values()))
    text += f'0,"k, v",{counts},1700000000000000001,1700000000000005001\n'
    found = load_measurements(text)
    assert (found.form, found.names, found.aside) == ("rocm", ("k, v",), ())
    assert found.flops == pytest.approx([AMD_FLOPS])
    assert found.bytes_moved == pytest.approx([AMD_BYTES])
    assert found.time_s == pytest.approx([5e-6])


def test_rocprofv3s_lines_and_channels_give_the_point():
    head = "Correlation_Id,Dispatch_Id,Kernel_Name,Counter_Name,Counter_Value"
    head += ",Start_Timestamp,End_Timestamp"
    lines = [
        f'1,{dispatch},"k",{name.replace("_EA_", "_EA0_")},{value},100,5100'
        for dispatch in (1, 2)
        for name, value in COUNTERS.items()
    ]
    found = load_measurements("\n".join([head, *lines]))
    assert found.names == ("k", "k")
    assert found.flops == pytest.approx([AMD_FLOPS] * 2)
    channels = {k.removesuffix("_sum"): v for k, v in COUNTERS.items()}
    split = {f"{k}[{i}]": v / 2 for k, v in channels.items() if "TCC" in k for i in range(2)}
    rest = {k: v for k, v in channels.items() if "TCC" not in k}
    both = rest | split | {"TCC_BUBBLE_sum": 10}
    text = f"KernelName,{','.join(both)},DurationNs\nk,{','.join(map(str, both.values()))},5000\n"
    found = load_measurements(text)
    assert found.bytes_moved == pytest.approx([AMD_BYTES + 64 * 10])
    assert found.time_s == pytest.approx([5e-6])


def test_faults_in_amds_tables_are_told():
    head = f"Kernel_Name,{','.join(COUNTERS)},BeginNs,EndNs\n"
    good = ",".join(map(str, COUNTERS.values()))
    text = head + f"a,{good},100,100\nb,x{good},1,2\nc,{good},1,\nd,{good},9,4\n"
    assert [(a.name, a.reason.code) for a in load_measurements(text).aside] == [
        ("a", "some_time"), ("b", "number"), ("c", "number"), ("d", "above_zero"),
    ]  # fmt: skip


def test_points_are_placed_and_those_above_the_roof_are_impossible():
    text = "ai,flop/s\n1,5\n1,10\n1,10.05\n1,10.2\n100,50\n100,101\n100,200\n"
    placed = place_measurements(load_measurements(text), Roofline(100, 10))
    assert placed.attainable_flops_per_s.tolist() == [10] * 4 + [100] * 3
    assert placed.share == pytest.approx([0.5, 1, 1.005, 1.02, 0.5, 1.01, 2])
    assert placed.impossible.tolist() == [False, False, False, True, False, False, True]
    assert placed.memory.tolist() == [True] * 4 + [False] * 3


@given(
    st.lists(
        st.tuples(*[st.floats(0, 1e18) | st.sampled_from([0, -1, math.nan, math.inf])] * 3),
        min_size=1,
        max_size=30,
    )
)
def test_every_row_is_a_point_or_aside_and_every_number_finite(rows):
    text = "\n".join(["flops,bytes,time", *(",".join(map(repr, row)) for row in rows)])
    found = load_measurements(text)
    lines = [*found.lines.tolist(), *(aside.line for aside in found.aside)]
    assert sorted(lines) == list(range(2, len(rows) + 2))
    for name in ("intensity", "flops_per_s", "flops", "bytes_moved", "time_s"):
        assert np.all(np.isfinite(getattr(found, name)))
        assert np.all(getattr(found, name) > 0)


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text):
    try:
        load_measurements(text)
    except DomainError as error:
        assert error.argument in {"text", "header"}


def test_ten_thousand_rows_are_one_call():
    rows = "".join(f"k{i},{i + 1}e9,1e6,1e-3\n" for i in range(10_000))
    found = load_measurements("name,flops,bytes,time\n" + rows)
    assert found.intensity.shape == (10_000,)
    assert place_measurements(found, Roofline(989e12, 3.35e12)).share.shape == (10_000,)
