"""Create, list, show, replace, change and remove the rows of a collection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias, get_args

from beliefs.spec import patterns as re
from beliefs.spec.effects import Effect
from beliefs.spec.entities import Entity
from beliefs.spec.features.listing import Listing, listing
from beliefs.spec.features.resources import (
    Resource,
    an,
    body_inputs,
    found,
    key_param,
    params,
    parent_read,
    path_inputs,
    program,
    record,
    shown,
    snake,
    spoken,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field

Verb: TypeAlias = Literal["create", "list", "show", "replace", "change", "remove"]
ALL: Final[tuple[Verb, ...]] = get_args(Verb)


def crud(
    resource: Resource, verbs: tuple[Verb, ...] = ALL, wants: Listing | None = None
) -> tuple[Operation, ...]:
    """The operations of a collection, in the house's order.

    >>> note = Entity("Note", "notes", ())
    >>> [each.name for each in crud(Resource(note, "/notes"), ("create", "remove"))]
    ['create_note', 'delete_note']
    """
    return tuple(_OPERATIONS[verb](resource, wants) for verb in ALL if verb in verbs)


def create(resource: Resource, _: Listing | None = None) -> Operation:
    """Keep a new row, and show it."""
    entity, one = resource.entity, resource.one
    values = [(each.name, f"input.{each.name}") for each in resource.brought]
    values += resource.sets
    parent = resource.parent
    lines = parent_read(resource)
    if parent is not None and lines:
        values.insert(0, (parent.field, f"input.{parent.param}"))
    return Operation(
        name=f"create_{snake(entity.name)}",
        method="POST",
        path=resource.path,
        effect=program(
            *lines,
            *_referred(resource),
            *(free(entity, each) for each in resource.brought if each.unique),
            *resource.checks,
            f"insert {entity.name} {record(values)} as {one}",
            f"answer 201 {shown(resource.shows, one)}",
        ),
        inputs=(
            *path_inputs(resource, resource.path),
            *body_inputs(resource.brought),
            *resource.beside,
        ),
        summary=f"Create {an(spoken(entity).lower())}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def show(resource: Resource, _: Listing | None = None) -> Operation:
    """One row by its key."""
    return Operation(
        name=f"get_{snake(resource.entity.name)}",
        method="GET",
        path=resource.item_path,
        effect=program(*reading(resource), f"answer 200 {shown(resource.shows, resource.one)}"),
        inputs=item_inputs(resource),
        summary=f"Show one {spoken(resource.entity).lower()}.",
        needs="caller" if resource.needs else "",
    )


def replace(resource: Resource, _: Listing | None = None) -> Operation:
    """Put new values in place of all that requests bring."""
    values = [(each.name, f"input.{each.name}") for each in resource.changed]
    return Operation(
        name=f"replace_{snake(resource.entity.name)}",
        method="PUT",
        path=resource.item_path,
        effect=_changing(resource, record([*values, *resource.touches]), optional=False),
        inputs=(*item_inputs(resource), *body_inputs(resource.changed)),
        summary=f"Replace one {spoken(resource.entity).lower()}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def keep(resource: Resource, _: Listing | None = None) -> Operation:
    """Put a row under a key that the request names, new or in place of the old one."""
    entity, one, key = resource.entity, resource.one, resource.entity.key.name
    param = key_param(resource.item_path)
    values = [(each.name, f"input.{each.name}") for each in resource.brought]
    new = record([(key, f"input.{param}"), *values, *resource.sets])
    return Operation(
        name=f"put_{snake(entity.name)}",
        method="PUT",
        path=resource.item_path,
        effect=program(
            f"let {one} = first({entity.name}[where .{key} = input.{param}])",
            f"if {one} = null:",
            f"    insert {entity.name} {new} as {one}",
            f"    answer 201 {shown(resource.shows, one)}",
            *_touchable(resource),
            f"patch {entity.name} {one} {record([*values, *resource.touches])}",
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=(*item_inputs(resource), *body_inputs(resource.brought)),
        summary=f"Keep one {spoken(entity).lower()} under its {key}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def change(resource: Resource, _: Listing | None = None) -> Operation:
    """Change what the request names, and nothing else."""
    values = "given(input)"
    if resource.touches:
        values = f"merge(given(input), {record(list(resource.touches))})"
    also = (resource.entity.field(name) for name in resource.changeable)
    optional = tuple(
        Input(each.name, "json", each.type, required=False)
        for each in (*resource.changed, *also)
        if each is not None
    )
    return Operation(
        name=f"update_{snake(resource.entity.name)}",
        method="PATCH",
        path=resource.item_path,
        effect=_changing(resource, values, optional=True),
        inputs=(*item_inputs(resource), *optional),
        summary=f"Change one {spoken(resource.entity).lower()}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def remove(resource: Resource, _: Listing | None = None) -> Operation:
    """Drop a row and what belongs to it; a buried one is only marked as deleted."""
    entity, one = resource.entity, resource.one
    key = entity.key.name
    last = (
        f"patch {entity.name} {one} {{{resource.buried}: now()}}"
        if resource.buried
        else f"delete {entity.name} where .{key} = {one}.{key}"
    )
    return Operation(
        name=f"delete_{snake(entity.name)}",
        method="DELETE",
        path=resource.item_path,
        effect=program(
            *reading(resource), *_touchable(resource), *resource.removal, last, "answer 204"
        ),
        inputs=item_inputs(resource),
        summary=f"Delete one {spoken(entity).lower()}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def reading(resource: Resource) -> list[str]:
    """Statements that read the row an item path names, within its parent where that is named."""
    entity, parent, names = resource.entity, resource.parent, params(resource.item_path)
    visible = resource.visible
    lines: list[str] = []
    if parent is not None and parent.param in names[:-1]:
        lines = found(parent.entity, parent.param, parent.visible)
        within = f".{parent.field} = input.{parent.param}"
        visible = f"{within} and ({visible})" if visible else within
    return [*lines, *found(entity, names[-1] if names else entity.key.name, visible)]


def item_inputs(resource: Resource) -> tuple[Input, ...]:
    """The inputs of an item's path."""
    return path_inputs(resource, resource.item_path)


def _changing(resource: Resource, values: str, *, optional: bool) -> Effect:
    entity, one = resource.entity, resource.one
    unique = [each for each in resource.changed if each.unique]
    return program(
        *reading(resource),
        *_touchable(resource),
        *_referred(resource, optional=optional, again=True),
        *(free(entity, each, one, optional=optional) for each in unique),
        *(resource.changes if optional else _as_sent(resource)),
        *(resource.moves if optional else ()),
        f"patch {entity.name} {one} {values}",
        f"answer 200 {shown(resource.shows, one)}",
    )


def _as_sent(resource: Resource) -> tuple[str, ...]:
    """Statements before a change that brings every required field: none has to be looked up."""
    sent = "|".join(each.name for each in resource.changed if each.required)
    silent = re.compile(rf"or_else\((input\.(?:{sent})), \w+\.\w+\)")
    return tuple(silent.sub(r"\1", each) for each in resource.changes) if sent else resource.changes


def _touchable(resource: Resource) -> list[str]:
    if not resource.touchable:
        return []
    return [f"guard {shown(resource.touchable, resource.one)} else forbidden"]


def _referred(resource: Resource, *, optional: bool = False, again: bool = False) -> list[str]:
    """Guards that the rows named by keys are there."""
    lines = []
    for field, other in resource.references:
        known = resource.entity.field(field)
        brought = resource.changed if again else resource.brought
        if known is None or known not in brought:
            continue
        silent = f"input.{field} = null or " if optional or not known.required else ""
        there = f"count({other.name}[where .{other.key.name} = input.{field}]) > 0"
        lines.append(f'guard {silent}{there} else absent "{spoken(other)} not found"')
    return lines


def free(entity: Entity, field: Field, one: str = "", *, optional: bool = False) -> str:
    """A guard that no other row has this value."""
    name, key = field.name, entity.key.name
    others = f" and .{key} != {one}.{key}" if one else ""
    silent = f"input.{name} = null or " if optional or not field.required else ""
    taken = f"count({entity.name}[where .{name} = input.{name}{others}]) = 0"
    said = f"{an(spoken(entity).lower()).capitalize()} with this {name} already exists"
    return f'guard {silent}{taken} else conflict "{said}"'


_OPERATIONS: dict[Verb, Callable[[Resource, Listing | None], Operation]] = {
    "create": create,
    "list": listing,
    "show": show,
    "replace": replace,
    "change": change,
    "remove": remove,
}
