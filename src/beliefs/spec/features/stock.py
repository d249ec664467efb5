"""Stock at locations, as the sum of what moved; never below zero."""

from __future__ import annotations

from dataclasses import dataclass

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import (
    Resource,
    found,
    key_param,
    path_inputs,
    program,
    snake,
    spoken,
    variable,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type

WAYS = ("in", "out", "transfer")


@dataclass(frozen=True, slots=True)
class Movements:
    """The names that movements go by. Without a location, all is in one place."""

    product: Entity
    location: Entity | None
    kept: Entity
    kind: str = "type"
    quantity: str = "quantity"

    @property
    def item(self) -> str:
        """The field that names the product."""
        return f"{snake(self.product.name)}_id"

    @property
    def source(self) -> str:
        """The field that names where it comes from."""
        return f"from_{snake(self.location.name)}_id" if self.location else ""

    @property
    def target(self) -> str:
        """The field that names where it goes."""
        return f"to_{snake(self.location.name)}_id" if self.location else ""


def movement_of(
    product: Entity, location: Entity | None, name: str = "Movement", plural: str = "movements"
) -> Entity:
    """One movement, as it is kept."""
    places: tuple[Field, ...] = ()
    if location is not None:
        where = snake(location.name)
        maybe = Type("integer", nullable=True)
        places = (
            Field(f"from_{where}_id", maybe, required=False),
            Field(f"to_{where}_id", maybe, required=False),
        )
    return Entity(
        name,
        plural,
        (
            Field("type", Type("string", choices=WAYS if location else WAYS[:2])),
            Field(f"{snake(product.name)}_id", Type("integer")),
            Field("quantity", Type("integer", minimum=1)),
            *places,
            Field("created_at", Type("datetime")),
        ),
    )


def move(names: Movements, path: str) -> Operation:
    """Change the stock by one movement."""
    product, kept, location = names.product, names.kept, names.location
    known = [
        (
            f"guard count({product.name}[where .id = input.{names.item}]) > 0 "
            f'else absent "{spoken(product)} not found"'
        )
    ]
    fields = [each.name for each in kept.fields if each.name != "created_at"]
    if location is None:
        lines = [*known, f"let held = {held(names, f'input.{names.item}')}"]
        short = 'input.type = "in" or held >= input.quantity'
    else:
        lines = [*known, *_places(names, location)]
        lines.append(f"let held = {held(names, f'input.{names.item}', f'input.{names.source}')}")
        short = 'input.type = "in" or held >= input.quantity'
    if location is not None:
        source, target = f"input.{names.source}", f"input.{names.target}"
        values = [f"{each}: input.{each}" for each in fields[:3]]
        values.append(f'{names.source}: if(input.type = "in", null, {source})')
        values.append(f'{names.target}: if(input.type = "out", null, {target})')
    else:
        values = [f"{each}: input.{each}" for each in fields]
    return Operation(
        f"create_{snake(kept.name)}",
        "POST",
        path,
        program(
            *lines,
            f'guard {short} else conflict "There is not enough stock"',
            f"insert {kept.name} {{{', '.join(values)}, created_at: now()}} as movement",
            "answer 201 movement",
        ),
        inputs=tuple(
            Input(each.name, "json", each.type, each.required)
            for each in kept.fields
            if each.name != "created_at"
        ),
        summary="Move stock.",
    )


def _places(names: Movements, location: Entity) -> list[str]:
    """Guards that a movement names the locations that its type needs, and no others."""
    lines = []
    for name, without in ((names.source, "in"), (names.target, "out")):
        lines.append(
            f'guard input.type = "{without}" or input.{name} != null '
            f'else missing "{name}: is required"'
        )
        there = f"count({location.name}[where .id = input.{name}]) > 0"
        lines.append(
            f'guard input.type = "{without}" or {there} else absent "{spoken(location)} not found"'
        )
    lines.append(
        f'guard input.type != "transfer" or input.{names.source} != input.{names.target} '
        f'else refused "A transfer needs two {location.plural}"'
    )
    return lines


def held(names: Movements, product: str, location: str = "") -> str:
    """How much there is of a product, at a location or in total, in the notation."""

    def moved(where: str) -> str:
        rows = f"{names.kept.name}[where .{names.item} = {product} and {where}]"
        return f"sum(each(one in {rows}: one.{names.quantity}))"

    if location and names.location is not None:
        return (
            f"{moved(f'.{names.target} = {location}')} - {moved(f'.{names.source} = {location}')}"
        )
    came, went = moved(f'.{names.kind} = "in"'), moved(f'.{names.kind} = "out"')
    return f"{came} - {went}"


def levels(resource: Resource, names: Movements, path: str, listed: str = "locations") -> Operation:
    """The stock of a product, in total and at each location."""
    one = resource.one
    total = held(names, f"{one}.id")
    parts = [f"{snake(names.product.name)}_id: {one}.id", f"total: {total}"]
    location = names.location
    if location is not None:
        at = variable(location)
        here = held(names, f"{one}.id", f"{at}.id")
        parts.append(
            f"{listed}: each({at} in {location.name}: "
            f"{{{snake(location.name)}_id: {at}.id, quantity: {here}}})"
        )
    return Operation(
        f"{snake(names.product.name)}_stock",
        "GET",
        path,
        program(
            *found(resource.entity, key_param(path), resource.visible),
            f"answer 200 {{{', '.join(parts)}}}",
        ),
        inputs=path_inputs(resource, path),
        summary="How much there is.",
    )


def alerts(resource: Resource, names: Movements, path: str, level: str) -> Operation:
    """Products whose stock is below their level."""
    one = resource.one
    counted = (
        f"each({one} in {resource.entity.name}: "
        f"merge({one}, {{total: {held(names, f'{one}.id')}}}))"
    )
    return Operation(
        "stock_alerts",
        "GET",
        path,
        program(f"answer 200 {counted}[where .total < .{level}]"),
        summary=f"{resource.entity.plural.capitalize()} that run low.",
    )
