"""What is taken out of the wheels."""

import zipfile

import pytest
import wheels
from parts import BuildError


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("panel/io/state.py", True),
        ("panel/tests/test_x.py", False),
        ("panel/dist/panel.min.js", False),
        ("panel/dist/css/button.css", True),
        ("panel/package.json", True),
        ("bokeh/server/static/js/bokeh.min.js", False),
        ("bokeh/core/_templates/file.html.jinja", True),
        ("numpy/_core/include/x.h", False),
        ("numpy/_core/_multiarray_umath.cpython-314-wasm32-emscripten.so", True),
        ("panel-1.9.4.dist-info/METADATA", True),
        ("panel-1.9.4.dist-info/RECORD", False),
        ("panel-1.9.4.data/scripts/x.py", False),
    ],
)
def test_members_that_matter(name, kept):
    assert wheels.wanted(name) is kept


def wheel(path, **members):
    with zipfile.ZipFile(path, "w") as out:
        for name, content in members.items():
            out.writestr(name.replace("__", "/"), content)
    return path


def test_compiled_code_for_another_machine_is_dropped(tmp_path):
    foreign = wheel(tmp_path / "x-1-cp312-cp312-manylinux_x86_64.whl", **{"x.so": "", "x.py": ""})
    own = wheel(tmp_path / "y-1-cp314-cp314-pyemscripten_wasm32.whl", **{"y.so": ""})
    wheels.merge([foreign, own], tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as merged:
        assert merged.namelist() == ["x.py", "y.so"]


def test_a_member_that_is_missing_is_named(tmp_path):
    path = wheel(tmp_path / "panel-1-py3-none-any.whl", **{"a.js": "x"})
    assert wheels.member([path], "panel", "a.js") == b"x"
    with pytest.raises(BuildError, match=r"b\.js: not in the wheel of panel"):
        wheels.member([path], "panel", "b.js")
