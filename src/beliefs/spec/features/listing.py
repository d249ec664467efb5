"""Lists: filters, search, sort and paging."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from beliefs.spec.features.resources import (
    Resource,
    parent_read,
    path_inputs,
    program,
    shown,
    snake,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type

Style: TypeAlias = Literal["", "offset", "page"]
LARGEST = 100


@dataclass(frozen=True, slots=True)
class Filter:
    """A query parameter that keeps some rows: a condition over the row and `input`."""

    input: Input
    holds: str


@dataclass(frozen=True, slots=True)
class Paging:
    """How a list is cut: by offset, or by pages counted from 1."""

    style: Style = ""
    size: str = "limit"
    start: str = "offset"
    usual: int = 20
    most: int = LARGEST
    envelope: str = ""  # the key of the list, where it stands in a record with its total
    total: str = "total"
    links: tuple[str, str] | None = None  # the names of absolute links to the next and last page


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list can do."""

    filters: tuple[Filter, ...] = ()
    order: tuple[str, ...] = ()  # clauses in the notation: ".created_at down"
    sorts: tuple[str, ...] = ()  # fields that `sort` may name
    downs: tuple[str, ...] = ()  # of them, those whose name alone means the highest first
    sort: str = "sort"
    paging: Paging = Paging()


def equals(field: Field, named: str = "") -> Filter:
    """Rows whose field is the value asked for.

    >>> equals(Field("status", Type("string"))).holds
    'input.status = null or .status = input.status'
    """
    name = named or field.name
    plain = Type(field.type.kind, choices=field.type.choices)
    return Filter(
        Input(name, "query", plain, required=False),
        f"input.{name} = null or .{field.name} = input.{name}",
    )


def tagged(field: str, named: str = "tag") -> Filter:
    """Rows whose list has the item asked for."""
    return Filter(
        Input(named, "query", Type("string"), required=False),
        f"input.{named} = null or input.{named} in .{field}",
    )


def bounded(field: Field, named: str, sign: Literal["<=", ">=", "<", ">"]) -> Filter:
    """Rows whose field is on one side of the value asked for."""
    return Filter(
        Input(named, "query", Type(field.type.kind), required=False),
        f"input.{named} = null or .{field.name} {sign} input.{named}",
    )


def searched(fields: tuple[Field, ...], named: str = "q", *, required: bool = False) -> Filter:
    """Rows one of whose texts has the part asked for, letter case aside.

    >>> searched((Field("title", Type("string")),), required=True).holds
    'contains(.title, input.q)'
    """
    parts = [_holds_part(each, named) for each in fields]
    matches = " or ".join(parts) or "true"
    holds = matches if required else f"input.{named} = null or {matches}"
    return Filter(Input(named, "query", Type("string"), required=required), holds)


def _holds_part(field: Field, named: str) -> str:
    if field.type.kind == "list":
        return f"count(.{field.name}[where contains(row, input.{named})]) > 0"
    text = f".{field.name}" if field.required else f'or_else(.{field.name}, "")'
    return f"contains({text}, input.{named})"


def listing(resource: Resource, wants: Listing | None = None, path: str = "") -> Operation:
    """The rows of a collection, oldest first unless the listing says otherwise.

    >>> from beliefs.spec.entities import Entity
    >>> note = Entity("Note", "notes", ())
    >>> listing(Resource(note, "/notes")).name
    'list_notes'
    """
    wants = wants or Listing()
    entity, parent, at = resource.entity, resource.parent, path or resource.path
    lines, holds = parent_read(resource), [each.holds for each in wants.filters]
    if parent is not None and lines:
        holds.insert(0, f".{parent.field} = input.{parent.param}")
    if resource.visible:
        holds.insert(0, resource.visible)
    clauses = [f"where {_all(holds)}"] if holds else []
    clauses += [f"by {each}" for each in (*_sorting(wants), *wants.order)]
    rows = f"{entity.name}[{', '.join(clauses)}]" if clauses else entity.name
    return Operation(
        name=f"list_{snake(entity.plural)}",
        method="GET",
        path=at,
        effect=program(*lines, *_answered(resource, wants.paging, rows, _named(wants), at)),
        inputs=(
            *path_inputs(resource, at),
            *(each.input for each in wants.filters),
            *_sort_input(wants),
            *_paging_inputs(wants.paging),
        ),
        summary=f"List {snake(entity.plural).replace('_', ' ')}.",
        needs="caller" if resource.needs else "",
    )


def _named(wants: Listing) -> tuple[str, ...]:
    """What else the query of a list may name."""
    sort = [wants.sort] if wants.sorts else []
    return (*(each.input.name for each in wants.filters), *sort)


def _all(holds: list[str]) -> str:
    if len(holds) == 1:
        return holds[0]
    return " and ".join(f"({each})" if " or " in each else each for each in holds)


def _answered(
    resource: Resource, paging: Paging, rows: str, filters: tuple[str, ...], path: str
) -> list[str]:
    template = resource.lists or resource.shows
    one = resource.one

    def projected(source: str) -> str:
        return source if template == "$" else f"each({one} in {source}: {shown(template, one)})"

    if not paging.style:
        return [f"answer 200 {projected(rows)}"]
    start = f"input.{paging.start}"
    skip = start if paging.style == "offset" else f"({start} - 1) * input.{paging.size}"
    cut = f"found[skip {skip}, limit input.{paging.size}]"
    if not paging.envelope:
        return [f"let found = {rows}", f"answer 200 {projected(cut)}"]
    body = (
        f"{paging.envelope}: {projected(cut)}, {paging.total}: count(found), "
        f"{paging.start}: {start}, {paging.size}: input.{paging.size}"
        f"{_links(paging, filters, path)}"
    )
    return [f"let found = {rows}", f"answer 200 {{{body}}}"]


def _links(paging: Paging, filters: tuple[str, ...], path: str) -> str:
    """Absolute links to the pages after and before; null where there is none."""
    if paging.links is None:
        return ""
    start, size = f"input.{paging.start}", f"input.{paging.size}"
    offset = paging.style == "offset"
    after = f"{start} + {size}" if offset else f"{start} + 1"
    before = f"most([{start} - {size}, 0])" if offset else f"{start} - 1"
    more = f"{after} < count(found)" if offset else f"{start} * {size} < count(found)"
    first = f"{start} > 0" if offset else f"{start} > 1"
    kept = "".join(f", {each}: input.{each}" for each in filters)

    def to(page: str) -> str:
        query = f"query({{{paging.start}: {page}, {paging.size}: {size}{kept}}})"
        return f'url("{path}?" + {query})'

    forth, back = paging.links
    return f", {forth}: if({more}, {to(after)}, null), {back}: if({first}, {to(before)}, null)"


def _sorting(wants: Listing) -> list[str]:
    """Sort keys that are null, and so move nothing, unless the request names them."""
    clauses = []
    for field in wants.sorts:
        down = " down" if field in wants.downs else ""
        clauses.append(f'if(input.{wants.sort} = "{field}", .{field}, null){down}')
        if not down:
            clauses.append(f'if(input.{wants.sort} = "-{field}", .{field}, null) down')
    return clauses


def _sort_input(wants: Listing) -> tuple[Input, ...]:
    if not wants.sorts:
        return ()
    choices = tuple(
        each
        for field in wants.sorts
        for each in ((field,) if field in wants.downs else (field, f"-{field}"))
    )
    return (Input(wants.sort, "query", Type("string", choices=choices), required=False),)


def _paging_inputs(paging: Paging) -> tuple[Input, ...]:
    if not paging.style:
        return ()
    lowest = 0 if paging.style == "offset" else 1
    size = Type("integer", minimum=1, maximum=paging.most)
    start = Type("integer", minimum=lowest)
    return (
        Input(paging.size, "query", size, required=False, default=str(paging.usual)),
        Input(paging.start, "query", start, required=False, default=str(lowest)),
    )
