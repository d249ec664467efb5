"""Failures that are told as problem details (RFC 9457): their media type, and their members.

What sentences say of them holds for the whole service. It is taken out of a source before anybody
reads its fields, since "with type, title and detail" sounds like the fields of a row.
"""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.failures import DEFAULT_BODY
from beliefs.spec.service import Assumption, Spec

PROBLEM = "application/problem+json"
_SAID = re.compile(
    r"(?i)\bapplication/problem\+json\b|\bproblem[- ]details?\b|\bproblem\+json\b|\bproblem json\b|"
    r"\bRFC[ -]?(?:7807|9457)\b"
)
_OTHER = re.compile(
    r"\b[1-5]\d\d\b|(?<!problem)/(?!problem)[a-z{]|\b(?:GET|POST|PUT|PATCH|DELETE)\b|[{}|]"
)
_MEMBERS = {
    "type": "about:blank",
    "title": "{message}",
    "status": "{status}",
    "detail": "{message}",
}
_SENTENCE = re.compile(r"[^.!?\n]*(?:\.(?!\s|$)[^.!?\n]*)*(?:[.!?](?=\s|$)|$)", re.MULTILINE)


def taken_out(text: str) -> str:
    """A text without the sentences that say nothing else than that failures are problems.

    >>> taken_out("Notes: CRUD. Errors are application/problem+json with type and title. SQLite.")
    'Notes: CRUD. SQLite.'
    """

    def cut(found: re.Match[str]) -> str:
        told = found[0]
        rest = re.sub(r"(?i)application/problem\+json|RFC[ -]?\d{4}", "", told)
        return "" if _SAID.search(told) and not _OTHER.search(rest) else told

    return _SENTENCE.sub(cut, text)


def as_problems(spec: Spec, texts: list[str]) -> Spec:
    """The Spec whose failures are problem details, where one of the texts says so."""
    told = [said for text in texts for said in _SENTENCE.findall(text) if _SAID.search(said)]
    if not told or spec.failures.media == PROBLEM:
        return spec
    failures = replace(spec.failures, media=PROBLEM)
    if failures.body != DEFAULT_BODY:
        return replace(spec, failures=failures)
    words = " ".join(told)
    named = [each for each in _MEMBERS if re.search(rf"(?i)(?<![\w-]){each}\b(?!:)", words)]
    members = named if len(named) > 1 else list(_MEMBERS)
    body = json.dumps({each: _MEMBERS[each] for each in members})
    said = Assumption("what a problem has", ", ".join(members))
    return replace(
        spec,
        failures=replace(failures, body=body),
        assumptions=(*spec.assumptions, *([] if named == members else [said])),
    )
