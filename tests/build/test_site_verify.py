"""A site with a fault is not called built."""

import assemble
import pack
import pytest
import verify
from parts import BuildError

PAGE = '<p id="site-config"><p id="site-document"><p id="site-status">'


@pytest.fixture
def small(tmp_path):
    site = assemble.Site(tmp_path / "site", "b0", pack.Compressor(tmp_path / "kept"))
    for name in (*assemble.RUNTIME, "stdlib.zip", "site.pack", "bokeh.js", "page.js"):
        site.add(name, b"x" * 30_000)
    for name in ("worker.js", "site.css"):
        site.add(name, b"x")
    (site.root / "index.html").write_text(PAGE)
    (site.root / "sw.js").write_text("x")
    (site.root / "licences.txt").write_text("x")
    return site


def test_a_sound_site_passes_and_its_sizes_are_told(small):
    verify.verify(small)
    table = verify.sizes(small)
    assert "ordinary path" in table
    assert "fast path" not in table


def test_every_fault_is_named_at_once(small):
    (small.root / "b0" / "site.pack").unlink()
    (small.root / "sw.js").write_text("")
    (small.root / "index.html").write_text('<script src="https://elsewhere/x.js">')
    with pytest.raises(BuildError) as caught:
        verify.verify(small)
    for word in ("b0/site.pack", "sw.js", "another host", "site-status"):
        assert word in str(caught.value)


def test_the_decoder_is_taken_out_of_its_script():
    script = b'const wasm = "AGFzbQEAAAA=";'
    assert assemble.decoder(script) == b"\0asm\1\0\0\0"
    with pytest.raises(BuildError):
        assemble.decoder(b"nothing")


def test_style_sheets_are_those_the_document_names():
    document = {"a": ["b0/panel/1/dist/css/x.css", "other/y.css"], "b": "b0/panel/1/dist/css/x.css"}
    assert assemble.style_sheets(document, "b0/panel/") == ["1/dist/css/x.css"]
