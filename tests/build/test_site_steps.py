"""A step is run when something it depends on has changed, and only then."""

import pytest
import steps


@pytest.fixture
def runner(tmp_path):
    return steps.Steps(tmp_path / "work", say=lambda line: None)


def writer(path, text="made"):
    return lambda: path.write_text(text)


def test_a_second_build_has_nothing_to_do(runner, tmp_path):
    source, result = tmp_path / "source", tmp_path / "result"
    source.write_text("one")
    inputs = [source, "a text"]
    assert runner.run("step", inputs, [result], writer(result))
    assert not runner.run("step", inputs, [result], writer(result))


@pytest.mark.parametrize("change", ["source", "text", "result"])
def test_a_change_makes_the_step_run_again(runner, tmp_path, change):
    source, result = tmp_path / "source", tmp_path / "result"
    source.write_text("one")
    runner.run("step", [source, "text"], [result], writer(result))
    if change == "source":
        source.write_text("two")
    if change == "result":
        result.unlink()
    text = "other" if change == "text" else "text"
    assert runner.run("step", [source, text], [result], writer(result))


def test_a_step_that_failed_is_run_again(runner, tmp_path):
    result = tmp_path / "result"

    def fail():
        result.write_text("half")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        runner.run("step", [], [result], fail)
    assert runner.run("step", [], [result], writer(result))


def test_inputs_do_not_run_into_each_other():
    assert steps.digest(["ab", "c"]) != steps.digest(["a", "bc"])


def test_caches_of_python_are_no_files_of_a_project(tmp_path):
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "x.pyc").write_text("")
    (tmp_path / "b.py").write_text("")
    (tmp_path / "a.py").write_text("")
    assert [path.name for path in steps.files_below(tmp_path)] == ["a.py", "b.py"]
