"""What profilers export, read as measured points."""

import pytest

from model.measured import load_measurements
from tests.test_measured import POINT

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
