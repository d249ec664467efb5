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

# Such a sentence leans on the one before, which is about one request.
_LEANS = re.compile(r"(?i)^\W*(?:it|its|this|that|if|when|otherwise|or|also|here|->|\d{3}\b)")
_FAILS = re.compile(r"\b4\d\d\b")


class Stated(NamedTuple):
    """A failure that is stated: of one request, or of all where no method is given."""

    fault: Fault
    method: str = ""
    path: str = ""


def stated(sources: Iterable[tuple[str, str, str]]) -> list[Stated]:
    """All failures that sources (name, text and kind) state, those of single requests last."""
    found = [each for name, text, kind in sources for each in _of(name, text, kind)]
    return sorted(found, key=lambda each: bool(each.method))


def _of(name: str, text: str, kind: str) -> Iterator[Stated]:
    told = _brief(name, text, kind)
    for each in told.requests:
        sentences = {one.whole: one for one in each.said}
        for read in read_answers(each).every:
            fault = read if read.why else read._replace(why=read.cause.text)
            alone = kind == "sentences" and _of_all(fault, sentences.get(fault.cause.whole))
            yield Stated(fault) if alone else Stated(fault, each.method, each.path)
    carried_on(told.said)
    for one in told.said:
        if _FAILS.search(one.text):
            about = Request("GET", "", one.source, said=[replace(one)])
            yield from map(Stated, read_answers(about).faults)


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
        and not _LEANS.match(sentence.whole)
    )
