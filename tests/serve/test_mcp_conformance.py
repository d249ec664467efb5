"""The server passes the published conformance tests that apply to it.

They are fetched with npm once, into build/; without npm, a network or Node 22 this is skipped.
"""

from __future__ import annotations

import pytest

from beliefs import Beliefs
from beliefs.serve.mcp.server import http_app, mcp_server
from tests.serve.mcp_conformance import NOT_OURS, OURS, SAMPLED, SAMPLES, Missing, found_suite
from tests.serve.mcp_http import serving


@pytest.fixture(scope="module")
def suite():
    try:
        return found_suite()
    except Missing as missing:
        pytest.skip(f"the MCP conformance suite cannot be run: {missing}")


@pytest.fixture(scope="module")
def ours():
    with serving(http_app(mcp_server(Beliefs(":memory:")))) as url:
        yield f"{url}/mcp"


@pytest.fixture(scope="module")
def samples():
    with serving(http_app(mcp_server(Beliefs(":memory:"), **SAMPLES))) as url:
        yield f"{url}/mcp"


def test_every_scenario_is_accounted_for(suite):
    assert suite.known() == OURS | SAMPLED | NOT_OURS.keys()


def passed(checks) -> bool:
    assert [one for one in checks if one["status"] in ("FAILURE", "WARNING")] == []
    return any(one["status"] == "SUCCESS" for one in checks)


@pytest.mark.parametrize("scenario", sorted(OURS))
def test_our_server(suite, ours, scenario, tmp_path):
    assert passed(suite.run(ours, scenario, tmp_path))


@pytest.mark.parametrize("scenario", sorted(SAMPLED))
def test_the_samples_of_the_suite(suite, samples, scenario, tmp_path):
    assert passed(suite.run(samples, scenario, tmp_path))
