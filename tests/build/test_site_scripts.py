"""The page's and the worker's scripts: joined without clashes, and tested under Node."""

import re
import subprocess
from pathlib import Path

import bundle
import node
import pytest

WEB = Path(bundle.__file__).parent / "web"
TESTS = sorted((Path(__file__).parent / "web").glob("*.test.mjs"))
DECLARED = re.compile(r"^(?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)


@pytest.mark.parametrize("name", ["page.mjs", "worker.mjs"])
def test_a_bundle_is_one_sound_script(tmp_path, name):
    text = bundle.bundle(WEB / name)
    declared = DECLARED.findall(text)
    assert sorted(declared) == sorted(set(declared))
    assert not re.search(r"^(import|export) ", text, re.MULTILINE)
    script = tmp_path / "script.mjs"
    script.write_text(text)
    done = subprocess.run([node.find(), "--check", str(script)], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_imported_files_come_first_and_once(tmp_path):
    (tmp_path / "a.mjs").write_text('import { b } from "./b.mjs";\nimport { c } from "./c.mjs";\nA')
    (tmp_path / "b.mjs").write_text('import { c } from "./c.mjs";\nexport const b = 1;')
    (tmp_path / "c.mjs").write_text("export const c = 1;")
    text = bundle.bundle(tmp_path / "a.mjs")
    assert [text.index(part) for part in ("const c", "const b", "A")] == sorted(
        text.index(part) for part in ("const c", "const b", "A")
    )
    assert text.count("const c") == 1


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_under_node(path):
    command = [node.find(), "--test", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
