"""OpenAPI documents as briefs: what schemas state is known, what is described is read as sentences.

The contract of a document has every type with its bounds. A summary, and each description of an
operation, a parameter, a property or an answer, is a sentence where it stands: that of a failure is
its cause, that of a value of an answer its meaning, that of a parameter what it narrows by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.answers import caused
from beliefs.spec.brief.brief import Brief, Fault, Line, Request
from beliefs.spec.brief.layout import blocks
from beliefs.spec.brief.requests import extended
from beliefs.spec.brief.said import Said, said, sentences
from beliefs.spec.brief.sketch import Part, Sketch, sketched
from beliefs.spec.documents.clauses import said_in
from beliefs.spec.documents.contract import (
    ANYTHING,
    Contract,
    Param,
    Reply,
    Route,
    Shape,
    is_list,
    is_record,
    typed,
)
from beliefs.spec.documents.openapi.reading import as_stated
from beliefs.spec.documents.openapi.securing import by_headers
from beliefs.spec.documents.templates import template_of
from beliefs.spec.failures import DEFAULT_BODY
from beliefs.spec.types import Type


def documented(text: str, name: str) -> tuple[Brief, Contract]:
    """The brief of a document, and the contract that it states.

    >>> told, _ = documented(
    ...     "openapi: 3.0.0\\npaths: {/notes: {get: {summary: 'All notes, newest first'}}}", "api"
    ... )
    >>> [(each.method, each.path, each.said[0].text) for each in told.requests]
    [('GET', '/notes', 'All notes, newest first')]
    """
    contract = by_headers(as_stated(text, name))
    made = Brief(
        title=contract.title,
        complete=True,
        security=contract.security,
        short=contract.brief,
        error=_error(contract),
    )
    whole = {
        each.body.name
        for each in contract.routes
        if each.body is not None and each.body.name and each.method in {"POST", "PUT"}
    }
    made.requests = [_request(each, whole) for each in contract.routes]
    for source, prose in contract.prose:
        _prose(made, contract, prose, source)
    for each in made.requests:
        each.path = contract.base + each.path
    if contract.warden is not None:
        _unread(
            made, f"a second way to show who asks, {contract.warden.name}", contract.warden.source
        )
    return made, contract


def _prose(made: Brief, contract: Contract, prose: str, source: str) -> None:
    """Add what is said of all; a request that a document has no place for is not built."""
    if contract.base:
        prose = re.sub(rf"(\b[A-Z]+ `?){re.escape(contract.base)}(?=/)", r"\1", prose)
    there = len(made.requests)
    name, _, line = source.rpartition(":")
    extended(made, prose, name, int(line))
    for each in made.requests[there:]:
        _unread(made, f"{each.method} {each.path}, which has no place among the paths", each.source)
    del made.requests[there:]


def _unread(made: Brief, words: str, source: str) -> None:
    made.said.append(said(words, source))


def _request(route: Route, whole: set[str]) -> Request:
    made = Request(route.method, route.path, route.source, secured=route.secured)
    made.said = list(_spoken(route))
    made.lines = [_param(each, route) for each in route.params]
    for each in route.params:
        if each.place in {"header", "cookie"}:
            made.unread.append(f"what the {each.place} {each.name} does")
    _body(
        route,
        made,
        free=route.method == "PATCH" and route.body is not None and route.body.name in whole,
    )
    _answer(route, made)
    for reply in route.replies:
        if reply.status >= 400:
            made.told.faults += _faults(reply, route.source)
    return made


def _spoken(route: Route) -> Iterator[Said]:
    """The sentences about a request."""
    yield from (replace(each, aside=True) for each in _sentences(route.summary, route.source))
    yield from _sentences(_description(route), route.source)


def _description(route: Route) -> str:
    """What is said of a request behind its name and its summary."""
    if route.summary:
        _, _, rest = route.words.partition(route.summary)
        return rest.lstrip(". ")
    name, _, rest = route.words.partition(". ")
    return (
        rest
        if route.name and name.replace(" ", "").lower() == route.name.replace("_", "").lower()
        else route.words
    )


def _sentences(text: str, source: str) -> Iterator[Said]:
    for block in blocks(text):
        for each in sentences(" ".join(block.text.split())):
            yield said(each, source)


def _param(param: Param, route: Route) -> Line:
    told = said(param.shape.words, route.source)
    return Line(
        param.name,
        told,
        param.place,
        not param.required,
        None if param.silent else typed(param.shape),
        param.default,
    )


# ---- bodies and answers ----------------------------------------------------------------------


def _body(route: Route, made: Request, *, free: bool) -> None:
    if route.body is None:
        return
    if route.consumes not in {"", "application/json"} or route.form:
        made.unread.append(f"what it does with a body of {route.consumes or 'a form'}")
        return
    made.closed = route.body.closed
    made.told.body = (
        _free(sketch_of(route.body, brought=True)) if free else sketch_of(route.body, brought=True)
    )
    made.said += _about(route.body, route.source)
    made.lines += [
        _line(name, each, "body", route) for name, each in _described(route.body, brought=True)
    ]


def _answer(route: Route, made: Request) -> None:
    fine = [each for each in route.replies if each.status < 400]
    for at, reply in enumerate(fine):
        lead = f"{reply.status}: " if at else ""
        made.said += [
            replace(each, text=f"{lead}{each.text}", aside=not at)
            for each in _sentences(reply.words, route.source)
        ]
    if not fine:
        return
    good = fine[0]
    made.told.status = (
        201 if route.method == "PUT" and len(fine) > 1 and fine[1].status == 201 else good.status
    )
    if good.media and "json" not in good.media and good.shape is not None:
        made.unread.append(f"how an answer of {good.media} is made")
    elif good.shape is not None and good.status not in {204, 304}:
        made.told.answer = _shown(good, good.shape)
        made.said += _about(good.shape, route.source)
        made.lines += [
            _line(name, each, "answer", route)
            for name, each in _described(good.shape, brought=False)
        ]
    for each in good.headers:
        if each != "Location" or not 300 <= good.status < 400:
            made.said.append(said(f"with the header {each}", route.source))


def _free(body: Sketch) -> Sketch:
    """A body of a change, by the schema of a whole row: any of it may be left out."""
    return replace(body, parts=tuple(each._replace(optional=True) for each in body.parts))


def _shown(reply: Reply, shape: Shape) -> Sketch:
    """What an answer has: as its schema says, or its example.

    Where that says no more than the form.
    """
    bare = is_record(shape) and not shape.properties and shape.values is None
    shown = sketched(reply.example) if bare and reply.example else None
    return shown or sketch_of(shape, brought=False)


def sketch_of(shape: Shape, *, brought: bool) -> Sketch:
    """A shape as a sketch that knows its types."""
    kind = typed(shape)
    if is_list(shape):
        return Sketch(
            "list", item=sketch_of(shape.item, brought=brought) if shape.item else None, type=kind
        )
    if is_record(shape) and shape.properties:
        return Sketch(
            "record",
            tuple(_parts(shape, brought=brought)),
            type=kind,
            more=shape.open and not brought,
        )
    return Sketch("value", text=_SHOWN.get(kind.kind, ""), type=kind)


_SHOWN = {"integer": "1", "number": "1.5"}  # that it is a number, for whoever looks at samples


def _parts(shape: Shape, *, brought: bool) -> Iterator[Part]:
    for each in shape.properties:
        if each.read_only if brought else each.write_only:
            continue
        yield Part(
            each.name,
            sketch_of(each.shape, brought=brought),
            brought and not each.required,
            each.default,
        )


def _described(shape: Shape, *, brought: bool) -> Iterator[tuple[str, Shape]]:
    """The values of a shape of which anything is said, with those within."""
    for each in shape.properties:
        if each.read_only if brought else each.write_only:
            continue
        if each.words:
            yield each.name, each.shape
        yield from _described(each.shape, brought=brought)
    if shape.item is not None:
        yield from _described(shape.item, brought=brought)


def _line(name: str, shape: Shape, role: str, route: Route) -> Line:
    told = said(shape.words, route.source)
    told.aside = True
    return Line(name, told, role, type=typed(shape))


def _about(shape: Shape, source: str) -> Iterator[Said]:
    """What is said of a record as a whole, or of those in a list."""
    for each in (shape, shape.item):
        if each is not None:
            yield from (replace(one, aside=True) for one in _sentences(each.words, source))


# ---- failures ---------------------------------------------------------------------------------

_NAMED = re.compile(
    r"(?i)^(?:http )?(?:\d{3}:? )?(?:bad request|not found|conflict|unauthori[sz]ed|forbidden|gone|"
    r"unprocessable (?:entity|content)|too many requests|precondition failed|payload too large|"
    r"validation (?:error|failed|failure)s?|(?:an |the )?(?:client )?error|unauthenticated)\.?$"
)


_NOTHING = re.compile(
    r"(?i)^\W*nothing (?:is|has been|was|will be) (?:changed|stored|saved|added|removed|done)"
    r"\b.{0,10}$"
)


def _faults(reply: Reply, source: str) -> Iterator[Fault]:
    """How a request fails with a status: one for each sentence about it."""
    told = [each for each in _sentences(reply.words, source) if not _NAMED.match(each.text.strip())]
    told = [each for each in told if not _NOTHING.match(each.text)]
    message = said_in(reply.example) if reply.example and len(reply.examples) < 2 else ""
    if not told:
        yield Fault(reply.status, Said("", source), message=message)
    for each in told:
        yield Fault(reply.status, caused(each, each.text), message=message)


def _error(contract: Contract) -> str:
    """The template of failures that most of them show."""
    shown = Counter(
        each
        for route in contract.routes
        for reply in route.replies
        if reply.status >= 400 and (each := template_of(reply))
    )
    return shown.most_common(1)[0][0] if shown else DEFAULT_BODY


def declared(line: Line | None) -> Type | None:
    """The type that a document states for a value; None where it says no more than its name."""
    return None if line is None or line.type in {None, ANYTHING} else line.type
