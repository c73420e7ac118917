"""The page: the app's template around ours, its data, and its policy."""

import base64
import hashlib
import json
import re

import page
import pytest

DOCUMENT = {
    "docs": {"d1": {}},
    "roots": [
        {"id": "p1", "name": "chart", "tags": []},
        {"id": "p2", "name": None, "tags": []},
    ],
    "title": "A & B",
}
CONFIG = {"build": "b0", "text": "</script><b>"}


@pytest.fixture
def rendered(tmp_path):
    def render(template="{% extends base %}"):
        (tmp_path / "index.html").write_text(template)
        return page.render(tmp_path, DOCUMENT, CONFIG)

    return render


def block(html, identifier):
    found = re.search(rf'<script type="application/json" id="{identifier}">(.*?)</script>', html)
    return json.loads(found.group(1))


def policy(html):
    content = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html).group(1)
    return {rule.split()[0]: rule.split()[1:] for rule in content.split("; ")}


def test_every_root_has_its_element(rendered):
    html = rendered()
    assert re.findall(r'<div id="(root-\w+)" data-root-id="(\w+)"', html) == [
        ("root-p1", "p1"),
        ("root-p2", "p2"),
    ]


def test_a_template_can_place_roots_by_name(rendered):
    html = rendered(
        "{% extends base %}{% block contents %}<main>{{ embed(roots.chart) }}</main>{% endblock %}"
    )
    assert re.search(r'<main><div id="root-p1"', html)
    assert "root-p2" not in html


def test_a_template_can_wrap_what_the_base_has(rendered):
    html = rendered(
        "{% extends base %}{% block contents %}<main>{{ super() }}</main>{% endblock %}"
    )
    assert re.search(r"<main>\s*<div id=\"root-p1\".*root-p2.*</main>", html, re.DOTALL)


def test_data_cannot_end_its_own_element(rendered):
    html = rendered()
    assert block(html, "site-config") == CONFIG
    assert block(html, "site-document") == DOCUMENT
    assert "</script><b>" not in html


def test_the_policy_names_no_other_host_and_forbids_eval(rendered):
    rules = policy(rendered())
    assert rules["default-src"] == ["'none'"]
    assert "'wasm-unsafe-eval'" in rules["script-src"]
    sources = {source for sources in rules.values() for source in sources}
    assert sources <= {
        "'none'",
        "'self'",
        "'wasm-unsafe-eval'",
        "'unsafe-inline'",
        "blob:",
        "data:",
    }
    assert "'unsafe-inline'" not in rules["script-src"]


def test_a_script_of_the_apps_own_template_may_run(rendered):
    html = rendered(
        "{% extends base %}{% block postamble %}<script>let x = 1</script>{% endblock %}"
    )
    digest = base64.b64encode(hashlib.sha256(b"let x = 1").digest()).decode()
    assert f"'sha256-{digest}'" in policy(html)["script-src"]
