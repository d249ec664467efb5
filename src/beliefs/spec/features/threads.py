"""Comments with replies at any depth: flat rows that name what they answer to, shown as a tree."""

from __future__ import annotations

from beliefs.spec.features.crud import create, reading
from beliefs.spec.features.listing import Listing, listing
from beliefs.spec.features.resources import (
    Resource,
    an,
    body_inputs,
    params,
    path_inputs,
    program,
    record,
    snake,
    spoken,
)
from beliefs.spec.operations import Operation
from beliefs.spec.types import Field


def above(resource: Resource, field: str) -> list[str]:
    """Statements before a row is kept: what it answers to is there, beside it."""
    entity, parent = resource.entity, resource.parent
    same = f" and .{parent.field} = input.{parent.param}" if parent is not None else ""
    there = f"count({entity.name}[where .{entity.key.name} = input.{field}{same}]) > 0"
    said = f"{spoken(entity)} not found"
    return [f'guard input.{field} = null or {there} else absent "{said}"']


def reply(resource: Resource, path: str, field: str, brought: tuple[Field, ...]) -> Operation:
    """A new row below another."""
    entity, one = resource.entity, resource.one
    at = Resource(entity, resource.path, item=path, visible=resource.visible)
    values = [(each.name, f"input.{each.name}") for each in brought]
    values.append((field, f"{one}.{entity.key.name}"))
    if resource.parent is not None:
        values.insert(0, (resource.parent.field, f"{one}.{resource.parent.field}"))
    return Operation(
        f"reply_to_{snake(entity.name)}",
        "POST",
        path,
        program(
            *reading(at),
            f"insert {entity.name} {record([*values, *resource.sets])} as reply",
            "answer 201 reply",
        ),
        inputs=(*path_inputs(at, path), *body_inputs(brought)),
        summary=f"Reply to {an(spoken(entity).lower())}.",
        needs=create(resource).needs,
    )


def replies(resource: Resource, path: str, field: str) -> Operation:
    """The rows right below another."""
    entity, one = resource.entity, resource.one
    at = Resource(entity, resource.path, item=path, visible=resource.visible)
    below = f"{entity.name}[where .{field} = {one}.{entity.key.name}]"
    return Operation(
        f"list_replies_to_{snake(entity.name)}",
        "GET",
        path,
        program(*reading(at), f"answer 200 {below}"),
        inputs=path_inputs(at, path),
        summary=f"The replies to {an(spoken(entity).lower())}.",
        needs="caller" if resource.needs else "",
    )


def thread(resource: Resource, path: str, field: str, name: str = "replies") -> Operation:
    """All rows as a tree, each with its replies below it."""
    entity, parent = resource.entity, resource.parent
    made = listing(resource, Listing(), path)
    within = [f".{parent.field} = input.{parent.param}"] if parent and params(path) else []
    holds = [*within, *([resource.visible] if resource.visible else [])]
    where = " and ".join(f"({each})" if len(holds) > 1 else each for each in holds)
    rows = f"{entity.name}[where {where}]" if holds else entity.name
    hidden = ", ".join(f'"{each.name}"' for each in entity.fields if each.hidden)
    rows = f"each(one in {rows}: drop(one, {hidden}))" if hidden else rows
    body = f'tree({rows}, "{entity.key.name}", "{field}", "{name}")'
    return Operation(
        made.name,
        "GET",
        path,
        (*made.effect[:-1], *program(f"answer 200 {body}")),
        inputs=made.inputs,
        summary=f"{entity.plural.replace('_', ' ').capitalize()} with their replies.",
        needs=made.needs,
    )


def below(resource: Resource, field: str) -> list[str]:
    """Statements before a row is dropped: its replies go with it, however deep."""
    entity, one = resource.entity, resource.one
    key = entity.key.name
    return [
        f"let gone = [{one}.{key}]",
        f"for turn in {entity.name}:",
        f"    for each_row in {entity.name}[where .{field} in gone and not(.{key} in gone)]:",
        f"        let gone = append(gone, each_row.{key})",
        f"delete {entity.name} where .{key} in gone",
    ]
