"""Open records: whatever JSON object comes is kept as it is, with a key."""

from __future__ import annotations

from beliefs.spec.entities import Entity, Key
from beliefs.spec.features.crud import item_inputs, reading
from beliefs.spec.features.resources import Resource, an, program, snake, spoken
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type

KEPT = "data"


def document(name: str, plural: str, key: Key) -> Entity:
    """What is kept: the object, hidden in a field of its own."""
    return Entity(name, plural, (Field(KEPT, Type("record"), hidden=True),), key)


def operations(resource: Resource) -> dict[str, Operation]:
    """Every operation of a collection of open records, by its verb."""
    entity, one, key = resource.entity, resource.one, resource.entity.key.name
    shown = f"merge({one}.{KEPT}, {{{key}: {one}.{key}}})"
    body = Input("body", "body", Type("record"))
    name, plural = snake(entity.name), snake(entity.plural)

    def changed(verb: str, method: str, value: str) -> Operation:
        return Operation(
            f"{verb}_{name}",
            "PUT" if method == "PUT" else "PATCH",
            resource.item_path,
            program(
                *reading(resource),
                f"patch {entity.name} {one} {{{KEPT}: {value}}}",
                f"answer 200 {shown}",
            ),
            inputs=(*item_inputs(resource), body),
            summary=f"{verb.capitalize()} one {spoken(entity).lower()}.",
        )

    return {
        "create": Operation(
            f"create_{name}",
            "POST",
            resource.path,
            program(
                f'insert {entity.name} {{{KEPT}: drop(input.body, "{key}")}} as {one}',
                f"answer 201 {shown}",
            ),
            inputs=(body,),
            summary=f"Create {an(spoken(entity).lower())}.",
        ),
        "list": Operation(
            f"list_{plural}",
            "GET",
            resource.path,
            program(f"answer 200 each({one} in {entity.name}: {shown})"),
            summary=f"List {plural.replace('_', ' ')}.",
        ),
        "show": Operation(
            f"get_{name}",
            "GET",
            resource.item_path,
            program(*reading(resource), f"answer 200 {shown}"),
            inputs=item_inputs(resource),
            summary=f"Show one {spoken(entity).lower()}.",
        ),
        "replace": changed("replace", "PUT", f'drop(input.body, "{key}")'),
        "change": changed("update", "PATCH", f'merge({one}.{KEPT}, drop(input.body, "{key}"))'),
        "remove": Operation(
            f"delete_{name}",
            "DELETE",
            resource.item_path,
            program(
                *reading(resource),
                f"delete {entity.name} where .{key} = {one}.{key}",
                "answer 204",
            ),
            inputs=item_inputs(resource),
            summary=f"Delete one {spoken(entity).lower()}.",
        ),
    }
