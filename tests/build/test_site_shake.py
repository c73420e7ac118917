"""Only what start-up needs is kept, and nothing is lost."""

import json
import zipfile

import pack
import shake

SITE, STD = shake.SITE_PACKAGES, shake.STDLIB


def trace(opened=(), modules=()):
    return {"opened": list(opened), "modules": list(modules)}


def test_files_that_were_opened_are_kept_and_the_rest_is_not():
    names = ["lib/__init__.pyc", "lib/used.pyc", "lib/spare.pyc", "lib/page.html"]
    opened = [SITE + "lib/used.pyc", SITE + "lib/page.html"]
    needed, rest = shake.split(names, trace(opened), SITE, ())
    assert needed == ["lib/__init__.pyc", "lib/page.html", "lib/used.pyc"]
    assert rest == ["lib/spare.pyc"]


def test_modules_out_of_a_zip_are_known_by_their_source():
    needed, _ = shake.split(["json/x.pyc"], trace(modules=[STD + "json/x.py"]), STD, ())
    assert needed == ["json/x.pyc"]


def test_the_projects_own_files_are_always_kept():
    needed, _ = shake.split(["app/text/zh.toml", "other.css"], trace(), SITE, shake.SITE_ALWAYS)
    assert needed == ["app/text/zh.toml"]


def make_zip(path, *names):
    with zipfile.ZipFile(path, "w") as out:
        for name in names:
            out.writestr(name, name)


def test_every_module_is_in_a_pack_or_among_the_late_ones(tmp_path):
    make_zip(tmp_path / "all.zip", "lib/a.pyc", "lib/b.pyc", "lib/c.so")
    make_zip(tmp_path / "std.zip", "wave.pyc", "site.pyc", "used.pyc")
    opened = [SITE + "lib/a.pyc", STD + "used.pyc"]
    (tmp_path / "trace.json").write_text(json.dumps(trace(opened)))
    results = [tmp_path / name for name in ("site.pack", "core.zip", "rest.zip")]
    shake.shake(tmp_path / "all.zip", tmp_path / "std.zip", tmp_path / "trace.json", results)
    header, _ = pack.unpack(results[0].read_bytes())
    assert [name for name, _ in header["files"]] == ["lib/a.pyc"]
    assert shake.names_in(results[1]) == ["site.pyc", "used.pyc"]
    # `site` is kept for the interpreter's start, and late too: a snapshot has no library.
    assert set(shake.names_in(results[2])) == {"lib/b.pyc", "wave.pyc", "site.pyc"}


def test_a_snapshot_gets_the_files_that_are_not_code():
    files = {"app/x.toml": b"t", "app/x.pyc": b"c", "y-1.dist-info/METADATA": b"m"}
    assert shake.data_files(pack.files_pack(files)) == {SITE + "app/x.toml": b"t"}
