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


@pytest.mark.parametrize(
    ("table", "rate"),
    [("ai,GFLOPS\n500,2000000\n", 2e15), ("flops,bytes,TFLOPS\n2e12,4e9,2000\n", 2e15),
     ("flops,bytes,time,GFLOPS\n2e12,4e9,1e-3,5\n", 2e15)],
)  # fmt: skip
def test_gflops_is_a_count_or_a_rate_where_only_one_makes_sense(table, rate):
    assert load_measurements(table).flops_per_s == pytest.approx([rate])


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


@pytest.mark.parametrize(
    "row", ["1e200,1e-200,1", "1e-200,1e200,1", "1e200,1,1e-200", "5e-324,1,1e9"]
)
def test_what_no_roof_reaches_is_put_aside(row):
    found = load_measurements(f"flops,bytes,time\n{row}\n")
    assert [aside.reason.code for aside in found.aside] == ["positive"]
    assert place_measurements(found, Roofline(1, 1)).share.shape == (0,)


def test_ten_thousand_rows_are_one_call():
    rows = "".join(f"k{i},{i + 1}e9,1e6,1e-3\n" for i in range(10_000))
    found = load_measurements("name,flops,bytes,time\n" + rows)
    assert found.intensity.shape == (10_000,)
    assert place_measurements(found, Roofline(989e12, 3.35e12)).share.shape == (10_000,)
