"""The description of the server is true: whatever it allows is answered as it says."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import checks

from beliefs import Beliefs
from beliefs.mind.calls import CALLS
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from beliefs.serve.schema import describe

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = 8 * int(os.environ.get("BELIEFS_TEST_PATIENCE", "1"))
"""Requests for each operation: there are some sixty."""


@pytest.fixture(scope="module")
def described() -> Iterator[Any]:
    with Beliefs(":memory:") as behind:
        behind.add("The cache is warm")
        yield schemathesis.openapi.from_asgi("/openapi.json", create_app(on_one_store(behind)))


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_described(case: schemathesis.Case) -> None:
    if case.operation.path == "/v1/events":  # it would go on
        case.query["timeout"] = 0
    case.call_and_validate(
        checks=[
            checks.not_a_server_error,
            checks.status_code_conformance,
            checks.content_type_conformance,
            checks.response_headers_conformance,
            checks.response_schema_conformance,
            checks.negative_data_rejection,
        ]
    )
