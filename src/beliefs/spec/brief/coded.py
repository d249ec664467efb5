"""The codes of failures, and what their statuses are called, where the form of bodies asks."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.brief.rules import INVALID
from beliefs.spec.documents.templates import REASON, STATUS_TEXT, with_status
from beliefs.spec.failures import HOUSE, Failure, Failures, Way
from beliefs.spec.operations import Operation

_USUAL: dict[Way, str] = {
    "absent": "not_found",
    "no_route": "not_found",
    "unauthenticated": "unauthorized",
    "not_allowed": "method_not_allowed",
    "refused": "bad_request",
    "rate": "too_many_requests",
    "not_built": "not_implemented",
}


def completed(
    failures: Failures, operations: tuple[Operation, ...]
) -> tuple[Failures, tuple[Operation, ...]]:
    """The table and the requests with a code for each failure whose body has a place for one.

    >>> told, _ = completed(Failures(body='{"code": "{code}"}'), ())
    >>> told.of("absent").code
    'not_found'
    """
    whole = " ".join([failures.body, *(x.body for x in failures.stated)])
    if not any(each in whole for each in ("{code}", STATUS_TEXT, REASON)):
        return failures, operations
    stated = (*failures.stated, *(x for each in operations for x in each.failures))
    codes = {each.status: each.code for each in reversed(stated) if each.code}

    def told(one: Failure) -> Failure:
        form = one.body or failures.body
        code = one.code or codes.get(one.status) or _code(one.way, codes)
        made = replace(one, code=code) if "{code}" in form else one
        named = STATUS_TEXT in form or REASON in form
        return replace(made, body=with_status(form, one.status)) if named else made

    known = {each.way for each in failures.stated}
    every = (*failures.stated, *(each for each in HOUSE if each.way not in known))
    plain = failures.body.replace(STATUS_TEXT, "{status}").replace(REASON, "{message}")
    table = Failures(tuple(told(each) for each in every), plain, failures.media)
    made = (replace(x, failures=tuple(told(each) for each in x.failures)) for x in operations)
    return table, tuple(made)


def _code(way: Way, codes: dict[int, str]) -> str:
    """A code where none is shown, in the casing of those that are."""
    code = _USUAL.get(way, "validation_error" if way in INVALID else way)
    shown = next(iter(codes.values()), "")
    return code.upper() if shown and shown.isupper() else code
