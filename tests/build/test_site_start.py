"""Both ways to start: same numbers, no other origin, no violation of the page's policy."""

import subprocess
import sys

import pytest

from tests.build.fixtures import ROOT

pytestmark = pytest.mark.ui

WAYS = ("fast", "ordinary")
QUERIES = (
    "workload=decode-64&B=512&S=8192&g=8&chip=mi300x",
    "workload=relu&n=123456789&peak=1.234e15&expert=1",
)


def command_line(query):
    command = [sys.executable, "-m", "model", query]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("query", QUERIES)
def test_a_state_given_by_url_has_the_command_lines_numbers(open_page, way, query):
    page = open_page().open(f"start={way}&{query}")
    assert page.path == way
    assert page.json == command_line(query).strip()


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_asked_of_another_origin_and_the_policy_holds(open_page, host, way):
    page = open_page().open(f"start={way}")
    page.page.evaluate("roofline.set({workload: 'decode-64', expert: true})")
    own = ("blob:", "data:", host.address)
    assert [url for url in page.requests if not url.startswith(own)] == []
    assert page.complaints == []
