"""Rows that keep an order within their parent, and move."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import (
    Resource,
    an,
    found,
    key_param,
    path_inputs,
    program,
    shown,
    snake,
    spoken,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Type


def at_end(entity: Entity, field: str, parent: str) -> str:
    """The position after the last row of a parent; `parent` is its key in the notation."""
    return f"count({entity.name}[where .{field} = {parent}])"


def closing(entity: Entity, field: str, one: str) -> list[str]:
    """Statements that close the gap which a row leaves in its parent."""
    return [
        (
            f"for later_one in {entity.name}[where .{field} = {one}.{field} and "
            f".position > {one}.position]:"
        ),
        f"    patch {entity.name} later_one {{position: later_one.position - 1}}",
    ]


def move(
    resource: Resource,
    path: str,
    parent: Entity,
    field: str,
    named: str,
    position: str = "position",
) -> Operation:
    """Put a row at a position of a parent, or at the end if that is nearer; the others close up."""
    entity, one = resource.entity, resource.one
    key = parent.key.name
    others = (
        f"{entity.name}[where .{field} = target and .{entity.key.name} != {one}.id, by .position]"
    )
    return Operation(
        f"move_{snake(entity.name)}",
        "POST",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            f"guard count({parent.name}[where .{key} = input.{named}]) > 0 "
            f'else absent "{spoken(parent)} not found"',
            f"let target = input.{named}",
            f"for other in {entity.name}[where .{field} = {one}.{field} and "
            f".position > {one}.position]:",
            f"    patch {entity.name} other {{position: other.position - 1}}",
            f"let place = least([input.{position}, count({others})])",
            f"for other in {others}[where .position >= place]:",
            f"    patch {entity.name} other {{position: other.position + 1}}",
            f"patch {entity.name} {one} {{{field}: target, position: place}}",
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=(
            *path_inputs(resource, path),
            Input(named, "json", Type("integer")),
            Input(position, "json", Type("integer", minimum=0)),
        ),
        summary=f"Move {an(spoken(entity).lower())}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def reorder(resource: Resource, path: str, position: str = "position") -> Operation:
    """Put a row at a position of its own list."""
    entity, one = resource.entity, resource.one
    others = f"{entity.name}[where .{entity.key.name} != {one}.{entity.key.name}, by .position]"
    return Operation(
        f"move_{snake(entity.name)}",
        "POST",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            f"for other in {entity.name}[where .position > {one}.position]:",
            f"    patch {entity.name} other {{position: other.position - 1}}",
            f"let place = least([input.{position}, count({others})])",
            f"for other in {others}[where .position >= place]:",
            f"    patch {entity.name} other {{position: other.position + 1}}",
            f"patch {entity.name} {one} {{position: place}}",
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=(
            *path_inputs(resource, path),
            Input(position, "json", Type("integer", minimum=0)),
        ),
        summary=f"Move {an(spoken(entity).lower())}.",
        needs="caller" if resource.needs or resource.writers else "",
    )
