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
from beliefs.spec.brief.foreign import foreign_answer
from beliefs.spec.brief.layout import blocks
from beliefs.spec.brief.requests import extended
from beliefs.spec.brief.said import Said, said, sentences
from beliefs.spec.brief.sketch import Part, Sketch, sketched
from beliefs.spec.brief.wording import Wording, told_in
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
    alike = _alike(contract)
    made.requests = [_request(each, whole, alike) for each in contract.routes]
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


def _alike(contract: Contract) -> frozenset[str]:
    """The examples of failures that stand under several statuses: they say none of them."""
    shown = {
        (reply.status, reply.example)
        for route in contract.routes
        for reply in route.replies
        if reply.status >= 400 and reply.example
    }
    many = Counter(example for _, example in shown)
    return frozenset(each for each, times in many.items() if times > 1)


def _request(route: Route, whole: set[str], alike: frozenset[str]) -> Request:
    made = Request(route.method, route.path, route.source, secured=route.secured)
    made.said = list(_spoken(route))
    made.lines = [_param(each, route) for each in route.params]
    _body(
        route,
        made,
        free=route.method == "PATCH" and route.body is not None and route.body.name in whole,
    )
    _answer(route, made)
    for reply in route.replies:
        if reply.status >= 400:
            made.told.faults += _faults(reply, route.source, alike)
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
    name = param.name if param.place in {"path", "query"} else _called(param.name)
    return Line(
        name,
        told,
        param.place,
        not param.required,
        None if param.silent else typed(param.shape),
        param.default,
        param.name if name != param.name else "",
    )


def _called(header: str) -> str:
    """What a header is called among the values of a request: `X-User-Id` is its `user_id`."""
    bare = re.sub(r"(?i)^x-", "", header)
    return re.sub(r"\W+", "_", bare).strip("_").lower()


# ---- bodies and answers ----------------------------------------------------------------------


def _body(route: Route, made: Request, *, free: bool) -> None:
    if route.body is None:
        return
    if route.consumes == "text/plain":
        made.raw = replace(typed(route.body), kind="string")
        made.said += _about(route.body, route.source)
        return
    made.form = route.form
    made.closed = route.body.closed
    made.told.body = (
        _free(sketch_of(route.body, brought=True)) if free else sketch_of(route.body, brought=True)
    )
    made.said += _about(route.body, route.source)
    made.lines += [
        _line(name, each, "body", route) for name, each in _described(route.body, brought=True)
    ]


# That a request did what it is for: "Registered.", "User created successfully".
_DONE = re.compile(
    r"(?i)^\W*(?:the )?(?:new )?(?:[a-z]+ ){0,2}?(?:has been |have been |was |were |is |"
    r"successfully )*"
    r"[a-z]{3,}(?:ed|en|ent|ld|wn|pt)(?: successfully)?(?: *[.!]|$|, (?=not yet\b))"
)


def _answer(route: Route, made: Request) -> None:
    fine = [each for each in route.replies if each.status < 400]
    for at, reply in enumerate(fine):
        lead = f"{reply.status}: " if at else ""
        made.said += [
            replace(each, text=f"{lead}{each.text}", aside=not at)
            for each in _sentences(_DONE.sub("", reply.words), route.source)
        ]
    if not fine:
        return
    good = fine[0]
    made.good = " ".join(good.words.split())
    made.told.status = (
        201 if route.method == "PUT" and len(fine) > 1 and fine[1].status == 201 else good.status
    )
    if good.media and "json" not in good.media and good.status not in {204, 304}:
        made.media, made.sample = good.media.lower().partition(";")[0].strip(), good.example
        made.said += list(foreign_answer(good, route.source))
    elif good.shape is not None and good.status not in {204, 304}:
        made.told.answer = _shown(good, good.shape)
        made.said += _about(good.shape, route.source)
        made.lines += [
            _line(name, each, "answer", route)
            for name, each in _described(good.shape, brought=False)
        ]
    made.headers = {each: dict(good.described).get(each, "") for each in good.headers}
    for each in good.headers:
        if each.lower() == "set-cookie" and _logs_in(route):
            continue
        if each != "Location":
            made.said.append(said(f"with the header {each}", route.source))


def _logs_in(route: Route) -> bool:
    """Whether a request is brought a password, or ends what one began."""
    names = route.body.names if route.body is not None else ()
    return "password" in names or re.search(r"(?i)log-?out|sign-?out", route.path) is not None


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
    shown = shape.example if kind.kind == "string" and not brought else ""
    return Sketch("value", text=_SHOWN.get(kind.kind, shown), type=kind)


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


def _faults(reply: Reply, source: str, alike: frozenset[str]) -> Iterator[Fault]:
    """How a request fails with a status: one for each sentence about it.

    Examples that are `alike` whatever the status show no more than the form.
    """
    told = [each for each in _sentences(reply.words, source) if not _NAMED.match(each.text.strip())]
    told = [each for each in told if not _NOTHING.match(each.text)]
    if len(reply.examples) > 1:
        yield from (_shown_fault(reply, each, source) for each in reply.examples)
        return
    own = reply.example if reply.example not in alike else ""
    wording = told_in(sketched(own)) if own else Wording()
    message = (said_in(own) or wording.message) if own else ""
    code = wording.code if wording.message else ""
    form = template_of(reply)
    for cause in [caused(each, each.text) for each in told] or [Said("", source)]:
        yield Fault(reply.status, cause, message=message, code=code, form=form, why=cause.text)


def _shown_fault(reply: Reply, example: str, source: str) -> Fault:
    """One of several failures that are shown for a status: what it says is what leads to it."""
    wording = told_in(sketched(example))
    words = wording.message or wording.code.replace("_", " ").lower()
    return Fault(
        reply.status,
        Said("", source),  # its own words may say what must hold, or what does not
        message=wording.message or said_in(example),
        code=wording.code,
        form=template_of(replace(reply, example=example)),
        why=words,
    )


def _error(contract: Contract) -> str:
    """The template of failures that most of them show."""
    shown = Counter(
        each
        for route in contract.routes
        for reply in route.replies
        if reply.status >= 400 and (each := template_of(reply))
    )
    return shown.most_common(1)[0][0] if shown else contract.error or DEFAULT_BODY


def declared(line: Line | None) -> Type | None:
    """The type that a document states for a value; None where it says no more than its name."""
    return None if line is None or line.type in {None, ANYTHING} else line.type
