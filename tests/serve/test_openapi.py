"""The description of the server is true: whatever it allows is answered as it says."""

from __future__ import annotations

import os
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import checks

from beliefs import Beliefs
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store

EXAMPLES = 8 * int(os.environ.get("BELIEFS_TEST_PATIENCE", "1"))
"""Requests for each operation: there are some sixty."""


BEHIND = Beliefs(":memory:")
schema = schemathesis.openapi.from_asgi("/openapi.json", create_app(on_one_store(BEHIND)))


@schemathesis.serializer("application/x-ndjson")
def as_it_is(_: object, value: object) -> bytes:
    """An export is sent as the text it is."""
    return str(value).encode(errors="surrogatepass")


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_described(case: Any) -> None:
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
