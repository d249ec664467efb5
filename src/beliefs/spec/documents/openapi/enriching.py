"""What the words of an OpenAPI document add to what its schemas say."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare
from beliefs.spec.documents.contract import (
    Contract,
    Fault,
    Fixed,
    Param,
    Reply,
    Route,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.documents.fixing import listing
from beliefs.spec.documents.jotting import jotted_body, refined
from beliefs.spec.documents.markdown.assembling import lets_in
from beliefs.spec.documents.markdown.blocks import Block, blocks
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.fences import take_fence
from beliefs.spec.documents.markdown.general import signing
from beliefs.spec.documents.markdown.lifecycles import drawn
from beliefs.spec.documents.markdown.lines import take_bullet, take_text
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.markdown.ruling import rule
from beliefs.spec.documents.markdown.tables import take_table
from beliefs.spec.documents.samples import sample
from beliefs.spec.documents.supposing import spoken_body
from beliefs.spec.types import Type

# A record that is said to be one of a list's.
_EACH = re.compile(
    r"(?i)\b(?:list|array|lists)\b[^.{}]*\beach(?: one| of them)?(?: is| looks| shown)?"
    r"(?: as| with| like)? ?`?\{"
)


def enriched(contract: Contract) -> Contract:
    """A contract with what is said in sentences: of routes, and of the whole service."""
    notes = Notes(contract.routes[0].source.partition(":")[0])
    drafts = [_draft(each) for each in contract.routes]
    notes.drafts = drafts
    for route, draft in zip(contract.routes, drafts, strict=True):
        notes.here, notes.by = [draft], "heading"
        notes.line = int(route.source.rpartition(":")[2] or 1)
        told = route.words.removeprefix(_spelled(route))
        draft.body = _exemplified(draft.body, route.example)
        if _untold(draft.body) and route.method in {"POST", "PUT", "PATCH"}:
            draft.body = spoken_body(told) or jotted_body(told) or draft.body
        elif route.example and draft.body is not None and is_record(draft.body):
            draft.body = refined(draft.body, jotted_body(told))
        for block in blocks(told):
            notes.said(block.text.replace("\n", " "), notes.line)
        draft.words = []
    notes.leave()
    source, described = contract.prose[0]
    notes.heads = [(1, ""), (2, "")]
    known: list[Fixed] = []
    for block in blocks(described):
        moved = block._replace(line=int(source.rpartition(":")[2] or 1))
        match block.kind:
            case "text":
                take_text(notes, moved)
            case "bullet":
                take_bullet(notes, moved)
            case "code":
                take_fence(notes, moved)
            case "table" if (table := _fixed(contract, moved, source)) is not None:
                known.append(table)
            case "table":
                take_table(notes, moved)
            case "heading":
                notes.heading = notes.label = block.text
    notes.prose += [(each, drawn(stages)) for each, stages in notes.stages]
    rule(notes, drafts)
    there, besides = drafts[: len(contract.routes)], drafts[len(contract.routes) :]
    routes = tuple(
        _folded(one, each, notes) for one, each in zip(contract.routes, there, strict=True)
    )
    # A request that only the prose names: the document has no place for it, and it is not built.
    notes.prose += [
        (source, f"{each.method} {each.path} {each.summary or ' '.join(each.words)}".strip())
        for each in besides
    ]
    whole = replace(
        contract,
        routes=routes,
        fixed=(*known, *notes.tables),
        error=contract.error or notes.error,
        invalid=contract.invalid or notes.error_listed,
        secret=notes.secret or signing(contract.security.words if contract.security else ""),
        roles=notes.roles,
        faults=(*contract.faults, *notes.faults),
        derived=(*contract.derived, *notes.derived),
        prose=tuple(notes.prose),
    )
    return _guarded(whole, notes)


def _fixed(contract: Contract, block: Block, source: str) -> Fixed | None:
    """A table of rows that a route lists and none makes; None for any other."""
    columns, *rows = [tuple(bare(cell) for cell in row) for row in block.rows]
    whole = bool(rows) and all(len(each) == len(columns) for each in rows)
    table = Fixed(columns, tuple(rows), source)
    return table if whole and listing(contract.routes, table) is not None else None


def _untold(body: Shape | None) -> bool:
    """Whether a schema says nothing of a body but that it is an object."""
    bare = body is not None and is_record(body) and not body.properties and body.values is None
    return body is None or (bare and not body.name)


def _exemplified(body: Shape | None, example: str) -> Shape | None:
    """A body whose lists have the items that an example shows, where a schema says nothing."""
    shown = sample(example, brought=True) if example and body is not None else None
    if body is None or shown is None:
        return body
    if is_list(body) and _untold(body.item):
        return replace(body, item=shown.shape.item)
    parts = tuple(
        replace(each, shape=replace(each.shape, item=one.shape.item))
        if is_list(each.shape)
        and _untold(each.shape.item)
        and (one := shown.shape.part(each.name)) is not None
        else each
        for each in body.properties
    )
    return replace(body, properties=parts)


def _spelled(route: Route) -> str:
    """The name of an operation, which its words begin with."""
    return route.words.partition(". ")[0] + ". " if route.name and ". " in route.words else ""


def _draft(route: Route) -> Draft:
    params = {each.name: each for each in route.params if each.place == "query"}
    line = int(route.source.rpartition(":")[2] or 1)
    draft = Draft(route.method, route.path, line, params=params, body=route.body)
    draft.replies = {each.status: each for each in route.replies}
    return draft


def _folded(route: Route, draft: Draft, notes: Notes) -> Route:
    known = {each.status for each in route.replies}
    fine = any(each < 400 for each in known)
    replies = [
        each if each.shape is not None else _reply(each, draft, route) for each in route.replies
    ]
    replies += [
        each
        for status, each in draft.replies.items()
        if status not in known and (status >= 400 or not fine)
    ]
    names = {each.name for each in route.params}
    more = tuple(each for name, each in draft.params.items() if name not in names and _asks(route))
    changed = tuple(_param(each, draft) for each in route.params)
    shown = [_explained(each, draft.faults) for each in route.faults]
    said = [each for each in draft.faults if not any(_same(each, one) for one in shown)]
    for told in [each for each in said if not each.message and not each.code]:
        alike = [at for at, each in enumerate(shown) if each.status == told.status]
        if len(alike) == 1 and (shown[alike[0]].message or shown[alike[0]].body):
            # Words about a failure that is shown elsewhere: one failure.
            first = shown[alike[0]]
            shown[alike[0]] = replace(first, words=f"{first.words}. {told.words}".strip(". "))
            said.remove(told)
    body = draft.body if draft.body is not None and is_record(draft.body) else route.body
    body = body or _told(draft)
    words = ". ".join(each.rstrip(".") for each in (route.words, *draft.words) if each)
    made = replace(
        route,
        words=words,
        params=(*changed, *more),
        body=body,
        faults=(*said, *shown),
        replies=tuple(sorted(replies, key=lambda each: each.status)),
    )
    return _wrapped(made, notes)


def _told(draft: Draft) -> Shape | None:
    """The body that sentences tell by the names of its fields."""
    parts = {name: each.part(name, otherwise=True) for name, each in draft.told.items()}
    parts |= draft.fields
    if not parts or draft.method == "GET":
        return None
    return Shape(Type("record"), properties=tuple(parts.values()))


def _guarded(contract: Contract, notes: Notes) -> Contract:
    """A contract with who may ask what, where only sentences say so."""
    if contract.security is not None or notes.security is None or not notes.all_secured:
        return contract
    routes = tuple(
        each if lets_in(each.path, notes.open_words) else replace(each, secured=True)
        for each in contract.routes
    )
    return replace(contract, security=notes.security, routes=routes)


def _asks(route: Route) -> bool:
    return route.method == "GET"


def _param(param: Param, draft: Draft) -> Param:
    found = draft.params.get(param.name)
    return found if found is not None and param.place == "query" else param


def _reply(reply: Reply, draft: Draft, route: Route) -> Reply:
    found = draft.replies.get(reply.status)
    if found is None or found.shape is None:
        return reply
    shape, example = found.shape, found.example
    if is_record(shape) and _EACH.search(route.words):
        shape, example = Shape(Type("list"), item=shape), f"[{example}]" if example else ""
    return replace(reply, shape=shape, example=example, media=found.media or reply.media)


def _explained(fault: Fault, told: list[Fault]) -> Fault:
    """A failure with what is said elsewhere of its code."""
    for each in told:
        if fault.code and (each.status, each.code) == (fault.status, fault.code):
            more = each.words.strip()
            if more and more not in fault.words:
                fault = replace(fault, words=f"{fault.words}. {more}".strip(". "))
    return fault


def _same(one: Fault, other: Fault) -> bool:
    coded = bool(one.code and other.code) and one.code != other.code
    return (one.status, one.message) == (other.status, other.message) and not coded


def _wrapped(route: Route, notes: Notes) -> Route:
    """A route's answer in the envelope that all of them have."""
    outer, name, good = notes.envelope, notes.wrapped, route.good
    if outer is None or good is None or good.status in {204, 304}:
        return route
    shape = good.shape
    if shape is None or (is_record(shape) and shape.part(name) is not None):
        return route
    listed = notes.envelope_of_lists if is_list(shape) and notes.envelope_of_lists else outer
    parts = tuple(
        replace(each, shape=shape) if each.name == name else each for each in listed.properties
    )
    made = replace(good, shape=Shape(listed.type, properties=parts), example="")
    return replace(route, replies=tuple(made if each is good else each for each in route.replies))
