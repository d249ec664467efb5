"""Specs about who may ask, how often, and how requests fail."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.failures import Failure, Failures
from beliefs.spec.service import Rate
from tests.build.samples import OWNED

_OWN = (
    Failure("missing", 400, "Something is missing", "MISSING"),
    Failure("absent", 404, body='{"gone": true, "by": {"status": "{status}"}}'),
)
_TABLE = (
    Failure("unauthenticated", 401, "Who?", "WHO", '{"error": "{message}", "code": "{code}"}'),
    Failure("wrong_type", 400, code="TYPE"),
    Failure("out_of_range", 400, "Out of range", "RANGE"),
)
FAILING = replace(
    OWNED,
    operations=tuple(
        replace(each, failures=_OWN) if each.name in {"create_note", "get_note"} else each
        for each in OWNED.operations
    ),
    failures=Failures(
        _TABLE, '{"error": {"text": "{message}", "code": "{code}", "n": "{status}"}}'
    ),
)
LIMITED = replace(OWNED, rates=(Rate(8, 60), Rate(4, 30, "/notes", "caller", "POST")), largest=2000)
