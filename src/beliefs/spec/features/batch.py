"""Many rows in one request: all or none of them, or each by itself with what became of it."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.resources import (
    Resource,
    an,
    key_type,
    program,
    record,
    sets_from,
    shown,
    snake,
    spoken,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Type


def create_many(resource: Resource, path: str, named: str = "") -> Operation:
    """Keep a list of rows, all or none; `named` is its key, where the body is a record."""
    entity, one = resource.entity, resource.one
    some = an(entity.name.lower()).capitalize()
    values = [(each.name, f"item.{each.name}") for each in resource.brought]
    item = Type("record", fields=resource.brought)
    source = named or "body"
    listed = Type("list", item=item, min_length=1)
    return Operation(
        f"create_{snake(entity.plural)}",
        "POST",
        path,
        program(
            "let made = []",
            f"for item in input.{source}:",
            *(
                f"    guard count({entity.name}[where .{each.name} = item.{each.name}]) = 0 else "
                f'conflict "{some} with this {each.name} already exists"'
                for each in resource.brought
                if each.unique
            ),
            f"    insert {entity.name} {record([*values, *sets_from(resource, 'item')])} as {one}",
            f"    let made = append(made, {shown(resource.shows, one)})",
            "answer 201 made",
        ),
        inputs=(Input(source, "json" if named else "body", listed),),
        summary=f"Create several {snake(entity.plural).replace('_', ' ')}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def delete_many(resource: Resource, path: str, named: str = "ids") -> Operation:
    """Drop the rows whose keys are listed, and say how many there were."""
    entity = resource.entity
    key = entity.key.name
    return Operation(
        f"delete_{snake(entity.plural)}",
        "POST",
        path,
        program(
            f"let found = {entity.name}[where .{key} in input.{named}]",
            f"delete {entity.name} where .{key} in input.{named}",
            "answer 200 {deleted: count(found)}",
        ),
        inputs=(Input(named, "json", Type("list", item=Type("integer"), min_length=1)),),
        summary=f"Delete several {snake(entity.plural).replace('_', ' ')}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def create_each(resource: Resource, path: str, named: str = "", status: int = 207) -> Operation:
    """Keep the rows of a list that can be kept, and say of each what became of it."""
    entity, one = resource.entity, resource.one
    names = ", ".join(f'"{each.name}"' for each in resource.brought)
    values = [(each.name, f"taken.{each.name}") for each in resource.brought]
    row = record([*values, *sets_from(resource, "taken")])
    kept = [f"insert {entity.name} {row} as {one}", _said(201, f"item: {_shown(resource)}")]
    return _each(
        resource,
        path,
        "create",
        named,
        status,
        [
            f'let taken = fitted(item, "{entity.name}", {names})',
            *_either("taken = null", _invalid(resource), _unless_taken(resource, kept)),
        ],
    )


def change_each(resource: Resource, path: str, named: str = "", status: int = 207) -> Operation:
    """Change the rows that a list names by key, and say of each what became of it."""
    entity, one, key = resource.entity, resource.one, resource.entity.key.name
    names = ", ".join(f'"{each.name}?"' for each in resource.changed)
    # As text: what stands in free JSON may be of any kind.
    mine = f"text(.{key}) = text(item.{key}){_seen(resource)}"
    changed = [f"patch {entity.name} {one} taken", _said(200, f"item: {_shown(resource)}")]
    others = f" and .{key} != {one}.{key}"
    fits = _either("taken = null", _invalid(resource), _unless_taken(resource, changed, others))
    return _each(
        resource,
        path,
        "update",
        named,
        status,
        [
            f'let taken = fitted(item, "{entity.name}", {names})',
            f"let {one} = first({entity.name}[where {mine}])",
            *_either(f"{one} = null", [_absent(resource)], fits),
        ],
    )


def delete_each(resource: Resource, path: str, named: str = "ids", status: int = 207) -> Operation:
    """Drop the rows that a list names by key, and say of each whether it was there."""
    entity, one, key = resource.entity, resource.one, resource.entity.key.name
    gone = [*resource.removal, f"delete {entity.name} where .{key} = {one}.{key}"]
    made = _each(
        resource,
        path,
        "delete",
        named,
        status,
        [
            f"let {one} = first({entity.name}[where .{key} = item{_seen(resource)}])",
            *_either(f"{one} = null", [_absent(resource)], [*gone, _said(204, f"{key}: item")]),
        ],
    )
    keys = Type("list", item=key_type(entity), min_length=1)
    return replace(made, inputs=(replace(made.inputs[0], type=keys),))


def _either(holds: str, then: list[str], otherwise: list[str]) -> list[str]:
    indented = [[f"    {line}" for line in each] for each in (then, otherwise)]
    return [f"if {holds}:", *indented[0], "else:", *indented[1]]


def _unless_taken(resource: Resource, lines: list[str], others: str = "") -> list[str]:
    """Lines that only run where no other row has a value that must be unique."""
    clashes = [
        f"taken.{each.name} != null and "
        f"count({resource.entity.name}[where .{each.name} = taken.{each.name}{others}]) > 0"
        for each in resource.brought
        if each.unique
    ]
    if not clashes:
        return lines
    name = spoken(resource.entity).lower()
    said = _said(409, f'error: "{an(name).capitalize()} like this exists already"')
    return _either(" or ".join(clashes), [said], lines)


def _invalid(resource: Resource) -> list[str]:
    return [_said(422, f'error: "Invalid {spoken(resource.entity).lower()}"')]


def _absent(resource: Resource) -> str:
    return _said(404, f'error: "{spoken(resource.entity)} not found"')


def _shown(resource: Resource) -> str:
    hidden = ", ".join(f'"{each.name}"' for each in resource.entity.fields if each.hidden)
    whole = f"drop({resource.one}, {hidden})" if hidden else resource.one
    return shown(resource.shows, resource.one) if resource.shows != "$" else whole


def _seen(resource: Resource) -> str:
    return f" and ({resource.visible})" if resource.visible else ""


def _said(status: int, more: str) -> str:
    told = f"{{index: count(results), status: {status}, {more}}}"
    return f"let results = append(results, {told})"


def _each(
    resource: Resource, path: str, verb: str, named: str, status: int, body: list[str]
) -> Operation:
    source = named or "body"
    plural = snake(resource.entity.plural)
    items = Type("list", item=Type("json"), min_length=1)
    return Operation(
        f"{verb}_{plural}",
        "POST",
        path,
        program(
            "let results = []",
            f"for item in input.{source}:",
            *(f"    {line}" for line in body),
            f"answer {status} {{results: results}}",
        ),
        inputs=(Input(source, "json" if named else "body", items),),
        summary=f"{verb.capitalize()} several {plural.replace('_', ' ')}, each by itself.",
        needs="caller" if resource.needs or resource.writers else "",
    )
