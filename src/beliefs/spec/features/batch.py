"""Many rows in one request."""

from __future__ import annotations

from beliefs.spec.features.resources import Resource, program, record, sets_from, shown, snake
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Type


def create_many(resource: Resource, path: str, named: str = "") -> Operation:
    """Keep a list of rows, all or none; `named` is its key, where the body is a record."""
    entity, one = resource.entity, resource.one
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
                f'conflict "A {entity.name.lower()} with this {each.name} already exists"'
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
