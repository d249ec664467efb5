"""Rows that keep an order within their parent, and move."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import (
    Resource,
    an,
    found,
    key_param,
    key_type,
    parent_read,
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
    *,
    within: bool = False,
) -> Operation:
    """Put a row at a position of a parent, or at the end if that is nearer; the others close up.

    `within` its own parent, and at the end, where the request does not say otherwise.
    """
    entity, one = resource.entity, resource.one
    wanted = f"or_else(input.{named}, {one}.{field})" if within else f"input.{named}"
    silent = f"input.{named} = null or " if within else ""
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
            f"guard {silent}count({parent.name}[where .{key} = input.{named}]) > 0 "
            f'else absent "{spoken(parent)} not found"',
            f"let target = {wanted}",
            f"for other in {entity.name}[where .{field} = {one}.{field} and "
            f".position > {one}.position]:",
            f"    patch {entity.name} other {{position: other.position - 1}}",
            _place(position, others, optional=within),
            f"for other in {others}[where .position >= place]:",
            f"    patch {entity.name} other {{position: other.position + 1}}",
            f"patch {entity.name} {one} {{{field}: target, position: place}}",
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=(
            *path_inputs(resource, path),
            Input(named, "json", key_type(parent), required=not within),
            Input(position, "json", Type("integer", minimum=0), required=not within),
        ),
        summary=f"Move {an(spoken(entity).lower())}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def _place(position: str, others: str, *, optional: bool = False) -> str:
    """The statement that says where a row comes to stand among others."""
    wanted = f"or_else(input.{position}, count({others}))" if optional else f"input.{position}"
    return f"let place = least([{wanted}, count({others})])"


def reorder(
    resource: Resource, path: str, position: str = "position", field: str = ""
) -> Operation:
    """Put a row at a position of its own list: of the rows with the same `field`, or of all."""
    entity, one = resource.entity, resource.one
    same = f".{field} = {one}.{field} and " if field else ""
    others = (
        f"{entity.name}[where {same}.{entity.key.name} != {one}.{entity.key.name}, by .position]"
    )
    return Operation(
        f"move_{snake(entity.name)}",
        "POST",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            f"for other in {entity.name}[where {same}.position > {one}.position]:",
            f"    patch {entity.name} other {{position: other.position - 1}}",
            _place(position, others),
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


def put_in_order(resource: Resource, path: str, named: str = "ids", field: str = "") -> Operation:
    """Put all rows of a list in the order in which a request names their keys."""
    entity, key, parent = resource.entity, resource.entity.key.name, resource.parent
    below = parent is not None and bool(field)
    holds = (
        f"where .{field} = input.{parent.param}" if parent is not None and below else "where true"
    )
    said = f"{named}: must name every {spoken(entity).lower()} once"
    return Operation(
        f"order_{snake(entity.plural)}",
        "PUT",
        path,
        program(
            *parent_read(resource),
            f"let keys = each(held in {entity.name}[{holds}]: held.{key})",
            f'guard same_items(input.{named}, keys) else out_of_range "{said}"',
            f"for held in {entity.name}[{holds}]:",
            f"    patch {entity.name} held {{position: index(input.{named}, held.{key})}}",
            f"answer 200 {entity.name}[{holds}, by .position]",
        ),
        inputs=(
            *path_inputs(resource, path),
            Input(named, "json", Type("list", item=key_type(entity))),
        ),
        summary=f"Put {snake(entity.plural).replace('_', ' ')} in order.",
        needs="caller" if resource.needs or resource.writers else "",
    )
