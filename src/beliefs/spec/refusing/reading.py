"""What sources say of how requests fail: each with the request that it is said of, if any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.answers import carried_on, read_answers
from beliefs.spec.brief.brief import Brief, Fault, Request
from beliefs.spec.brief.openapi import documented
from beliefs.spec.brief.reading import with_base
from beliefs.spec.brief.requests import brief
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.wording import template, told_in
from beliefs.spec.refusing.causes import Cause, of_value

# Such a sentence leans on the one before, which is about one request.
_LEANS = re.compile(r"(?i)^\W*(?:it|its|this|that|if|when|otherwise|or|also|here|->|\d{3}\b)")
_STATUS_FIRST = re.compile(r"^\W*(?:413|429)\b")
# Limits are of a service, where no request is named beside them.
_OF_SERVICES = frozenset({413, 429})
_FAILS = re.compile(r"\b4\d\d\b")


class Stated(NamedTuple):
    """A failure that is stated: of one request, or of all where no method is given."""

    fault: Fault
    method: str = ""
    path: str = ""
    cause: Cause | None = None  # where the place says it


def stated(sources: Iterable[tuple[str, str, str]]) -> list[Stated]:
    """All failures that sources (name, text and kind) state, those of single requests last."""
    found = [each for name, text, kind in sources for each in _of(name, text, kind)]
    return sorted(found, key=lambda each: bool(each.method))


def _of(name: str, text: str, kind: str) -> Iterator[Stated]:
    told = _brief(name, text, kind)
    for each in told.requests:
        sentences = {one.whole: one for one in each.said}
        yield from _of_lines(each)
        for one in list(each.said):
            if shared := _shared(one):
                each.said.remove(one)
                yield from (Stated(fault, each.method, each.path) for fault in shared)
        for read in read_answers(each).every:
            fault = read if read.why else read._replace(why=read.cause.text)
            whole = sentences.get(fault.cause.whole)
            loose = kind == "sentences" or fault.status in _OF_SERVICES
            alone = loose and _of_all(fault, whole)
            yield Stated(fault) if alone else Stated(fault, each.method, each.path)
    carried_on(told.said)
    for one in told.said:
        if shared := _shared(one):
            yield from map(Stated, shared)
        elif _FAILS.search(one.text):
            about = Request("GET", "", one.source, said=[replace(one)])
            yield from map(Stated, read_answers(about).faults)


def _of_lines(request: Request) -> Iterator[Stated]:
    """Failures that stand beside the values whose rules they are for."""
    for line in request.lines:
        if not _FAILS.search(line.said.text) or line.role == "answer":
            continue
        rule, _, _ = line.said.text.partition(_FAILS.search(line.said.text)[0])  # type: ignore[index]
        about = Request("POST", "", line.said.source, said=[replace(line.said)])
        for fault in read_answers(about).every:
            yield Stated(fault, request.method, request.path, of_value(line.name, rule))


_CLAUSES = re.compile(r"(?i)(?:[,;:]|\.(?=\s)|¦)\s*(?:and |or |but )?|\band (?=[^,;]*⟦)")
_GIVES = re.compile(
    r"(?i)\b(?:gives?|is|are|gets?|returns?|answers?|means?|yields?|says?|leads? to|results? in|"
    r"->)?\W*(?:an? |the )?(?:with |body )?$"
)


def _shared(one: Said) -> list[Fault]:
    """Failures of one status that a sentence says once, each with a body of its own."""
    statuses = _FAILS.findall(one.text)
    marks = re.findall(r"⟦\d+⟧", one.text)
    if len({*statuses}) != 1 or len(marks) < 2 or len(statuses) >= len(marks):
        return []
    found: list[Fault] = []
    for clause in _CLAUSES.split(one.text):
        mark = re.search(r"⟦(\d+)⟧", clause)
        if mark is None:
            continue
        sketch = one.sketches[int(mark[1])]
        shown, told = told_in(sketch), template(sketch)
        why = _GIVES.sub("", _FAILS.sub(" ", clause[: mark.start()])).strip(" ,.:;¦->")
        why = why or clause[mark.end() :].strip(" ,.:;¦")
        if not told or not (shown.message or shown.code):
            return []
        cause = Said(" ".join(why.split()), one.source, whole=one.whole)
        found.append(
            Fault(
                int(statuses[0]),
                cause,
                message=shown.message,
                code=shown.code,
                body=shown.body,
                form=told,
                why=cause.text,
            )
        )
    return found


def _brief(name: str, text: str, kind: str) -> Brief:
    if kind == "openapi":
        return documented(text, name)[0]
    told = brief(text, "goal" if kind == "sentences" else name)
    with_base(told, text)
    return told


def _of_all(fault: Fault, sentence: Said | None) -> bool:
    """Whether a sentence stands by itself, behind those about a request."""
    return (
        sentence is not None
        and not fault.otherwise
        and bool(fault.why.strip())
        and GAP not in sentence.whole
        and (not _LEANS.match(sentence.whole) or bool(_STATUS_FIRST.match(sentence.whole)))
    )
