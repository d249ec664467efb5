"""One search over several kinds of rows."""

from __future__ import annotations

from beliefs.spec.features.listing import searched
from beliefs.spec.features.resources import Resource, program, shown, snake
from beliefs.spec.operations import Operation
from beliefs.spec.types import Field


def everywhere(
    path: str, kinds: tuple[tuple[Resource, tuple[Field, ...]], ...], named: str = "q"
) -> Operation:
    """The rows of each kind one of whose texts has the part asked for, under its name.

    >>> from beliefs.spec.entities import Entity
    >>> from beliefs.spec.types import Type
    >>> title = Field("title", Type("string"))
    >>> note = Resource(Entity("Note", "notes", (title,)), "/notes")
    >>> everywhere("/search", ((note, (title,)),)).name
    'search_everything'
    """
    parts = [f"{snake(each.entity.plural)}: {_found(each, texts, named)}" for each, texts in kinds]
    return Operation(
        "search_everything",
        "GET",
        path,
        program(f"answer 200 {{{', '.join(parts)}}}"),
        inputs=(searched((), named, required=True).input,),
        summary="Search everything.",
        needs="caller" if any(each.needs for each, _ in kinds) else "",
    )


def _found(resource: Resource, texts: tuple[Field, ...], named: str) -> str:
    holds = searched(texts, named, required=True).holds
    if resource.visible:
        holds = f"({resource.visible}) and ({holds})"
    rows = f"{resource.entity.name}[where {holds}]"
    template = resource.lists or resource.shows
    if template == "$":
        return rows
    return f"each({resource.one} in {rows}: {shown(template, resource.one)})"
