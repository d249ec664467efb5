"""Dropping more than one row, and what is in the bin."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.crud import reading
from beliefs.spec.features.listing import Filter, Listing, listing
from beliefs.spec.features.resources import Resource, path_inputs, program, snake, spoken
from beliefs.spec.operations import Operation


def binned(resource: Resource, path: str) -> Operation:
    """The rows that were marked as deleted."""
    made = listing(replace(resource, visible=f".{resource.buried} != null"), Listing(), path)
    plural = snake(resource.entity.plural)
    return replace(made, name=f"list_deleted_{plural}", summary=f"List deleted {plural}.")


def purge(resource: Resource, path: str) -> Operation:
    """Drop one row for good, deleted before or not."""
    entity, one = resource.entity, resource.one
    at = replace(resource, item=path, visible="")
    return Operation(
        f"purge_{snake(entity.name)}",
        "DELETE",
        path,
        program(
            *reading(at),
            f"delete {entity.name} where .{entity.key.name} = {one}.{entity.key.name}",
            "answer 204",
        ),
        inputs=path_inputs(at, path),
        summary=f"Delete one {spoken(entity).lower()} for good.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def delete_where(
    resource: Resource,
    path: str,
    holds: str,
    name: str,
    filters: tuple[Filter, ...] = (),
    counted: str = "",
) -> Operation:
    """Drop the rows that hold; `counted` is the name under which the answer says how many."""
    entity = resource.entity
    conditions = [
        each for each in (resource.visible, holds, *(one.holds for one in filters)) if each
    ]
    where = " and ".join(f"({each})" for each in conditions) or "true"
    where = conditions[0] if len(conditions) == 1 else where
    lines = [f"delete {entity.name} where {where}", "answer 204"]
    if counted:
        lines = [
            f"let gone = count({entity.name}[where {where}])",
            lines[0],
            f"answer 200 {{{counted}: gone}}",
        ]
    return Operation(
        f"delete_{name}_{snake(entity.plural)}",
        "DELETE",
        path,
        program(*lines),
        inputs=tuple(each.input for each in filters),
        summary=f"Delete {name.replace('_', ' ')} {snake(entity.plural).replace('_', ' ')}.",
        needs="caller" if resource.needs or resource.writers else "",
    )
