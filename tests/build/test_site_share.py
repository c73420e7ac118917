"""Sharing under the site's own policy: preview, pictures and data are nothing it forbids."""

import json

import pytest

pytestmark = pytest.mark.ui


def test_the_policy_lets_the_preview_be_shown_and_every_file_be_saved(open_page):
    site = open_page().open("workload=decode-64")
    page = site.page
    page.get_by_role("button", name="Share").click()
    for kind in ("SVG", "PNG", "CSV", "JSON"):
        with page.expect_download() as started:
            page.get_by_role("button", name=f"as {kind}").click()
        content = started.value.path().read_bytes()
        assert started.value.suggested_filename == f"roofline-decode-64.{kind.lower()}"
        assert len(content) > 1000
    assert json.loads(content)["query"] == "workload=decode-64"
    page.get_by_role("button", name="Show preview").click()
    page.locator(".preview iframe").scroll_into_view_if_needed()
    inside = page.frame_locator(".preview iframe")
    inside.get_by_text("Batched decode is memory-bound").first.wait_for()
    known = "warning: An iframe which has both allow-scripts and allow-same-origin"
    assert [line for line in site.complaints if not line.startswith(known)] == []
