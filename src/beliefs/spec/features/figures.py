"""One row at random, counts, statistics and rankings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from beliefs.spec.entities import Entity
from beliefs.spec.features.listing import LARGEST, Filter
from beliefs.spec.features.resources import (
    Resource,
    path_inputs,
    program,
    shown,
    snake,
    spoken,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type

Figure: TypeAlias = Literal["count", "sum", "average", "least", "most"]


@dataclass(frozen=True, slots=True)
class Column:
    """A figure under a name: of a field, or of the rows themselves."""

    name: str
    figure: Figure
    field: str = ""
    where: str = ""  # a condition for the rows that count


@dataclass(frozen=True, slots=True)
class Split:
    """A record under a name, with a figure for each value of a field that occurs."""

    name: str
    by: str
    column: Column


def random(resource: Resource, path: str, within: Within | None = None) -> Operation:
    """Any of the rows, or of those within something."""
    entity, one = resource.entity, resource.one
    held, lines, inputs = _within(resource, within, path)
    rows = rows_of(resource, where=held)
    return Operation(
        f"random_{snake(entity.name)}",
        "GET",
        path,
        program(
            *lines,
            f"let {one} = any_of({rows})",
            f'guard {one} != null else absent "There is no {spoken(entity).lower()} yet"',
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=inputs,
        summary=f"Show any {spoken(entity).lower()}.",
        needs="caller" if resource.needs else "",
    )


def extreme(resource: Resource, path: str, clause: str, name: str) -> Operation:
    """The first row by some order."""
    entity, one = resource.entity, resource.one
    where = f"where {resource.visible}, " if resource.visible else ""
    return Operation(
        f"{snake(name)}_{snake(entity.name)}",
        "GET",
        path,
        program(
            f"let {one} = first({entity.name}[{where}by {clause}])",
            f'guard {one} != null else absent "There is no {spoken(entity).lower()} yet"',
            f"answer 200 {shown(resource.shows, one)}",
        ),
        summary=f"Show the {name} {spoken(entity).lower()}.",
        needs="caller" if resource.needs else "",
    )


def distinct(resource: Resource, path: str, field: Field) -> Operation:
    """Every value of a field once, in order of first sight."""
    values = f"each(one in {rows_of(resource)}: one.{field.name})"
    values = f"flat({values})" if field.type.kind == "list" else values
    return Operation(
        f"list_{snake(field.name)}_values",
        "GET",
        path,
        program(f"answer 200 distinct({values})"),
        summary=f"Every {field.name.replace('_', ' ')} once.",
        needs="caller" if resource.needs else "",
    )


def rows_of(resource: Resource, filters: tuple[Filter, ...] = (), where: str = "") -> str:
    """The rows that statistics look at, in the notation."""
    holds = [each for each in (resource.visible, where, *(each.holds for each in filters)) if each]
    if not holds:
        return resource.entity.name
    joined = holds[0] if len(holds) == 1 else " and ".join(f"({each})" for each in holds)
    return f"{resource.entity.name}[where {joined}]"


def totals(
    resource: Resource,
    path: str,
    columns: tuple[Column, ...],
    filters: tuple[Filter, ...] = (),
    name: str = "",
    within: Within | None = None,
    splits: tuple[Split, ...] = (),
) -> Operation:
    """Figures over all rows, or over those within something."""
    held, lines, inputs = _within(resource, within, path)
    told = [f"{each.name}: {figure(each, 'found')}" for each in columns]
    told += [f"{each.name}: {_split(each)}" for each in splits]
    figures = ", ".join(told)
    return Operation(
        name or f"summarise_{snake(resource.entity.plural)}",
        "GET",
        path,
        program(
            *lines,
            f"let found = {rows_of(resource, filters, held)}",
            f"answer 200 {{{figures}}}",
        ),
        inputs=(*inputs, *(each.input for each in filters)),
        summary=f"Figures over {resource.entity.plural}.",
        needs="caller" if resource.needs else "",
    )


def _split(told: Split) -> str:
    """A figure for each value of a field, in the notation."""
    value = figure(told.column, "part.items")
    return f'keyed(each(part in group(found, "{told.by}"): {{key: part.key, value: {value}}}))'


@dataclass(frozen=True, slots=True)
class Within:
    """What figures are limited to: a condition, statements before it, and the path's inputs."""

    holds: str
    lines: tuple[str, ...]
    inputs: tuple[Input, ...]


def _within(
    resource: Resource, within: Within | None, path: str
) -> tuple[str, tuple[str, ...], tuple[Input, ...]]:
    if within is None:
        return "", (), path_inputs(resource, path)
    return within.holds, within.lines, within.inputs


def figure(column: Column, rows: str) -> str:
    """One figure over rows, in the notation.

    >>> figure(Column("total", "sum", "amount"), "found")
    'sum(each(one in found: one.amount))'
    """
    if column.where:
        rows = f"{rows}[where {column.where}]"
    if column.figure == "count":
        return f"count({rows})"
    return f"{column.figure}(each(one in {rows}: one.{column.field}))"


def figures(columns: tuple[Column, ...], rows: str) -> str:
    """One figure, or several as a record."""
    if len(columns) == 1:
        return figure(columns[0], rows)
    return f"{{{', '.join(f'{each.name}: {figure(each, rows)}' for each in columns)}}}"


def grouped(
    resource: Resource,
    path: str,
    field: Field,
    columns: tuple[Column, ...],
    filters: tuple[Filter, ...] = (),
    *,
    where: str = "",
    name: str = "",
    within: Within | None = None,
    span: Literal["", "month", "date"] = "",
) -> Operation:
    """A figure for each value of a field, under that value; a choice that nobody took is there.

    Several figures are a record. With a `span`, the values are the months or days of moments.
    """
    held, before, inputs = _within(resource, within, path)
    rows = rows_of(resource, filters, where or held)
    lines = [f"let found = {rows}"]
    if span:
        kept = dict.fromkeys(each.field for each in columns if each.field)
        values = [
            f"{field.name}: {span}(one.{field.name})",
            *(f"{each}: one.{each}" for each in kept),
        ]
        lines = [f"let found = each(one in {rows}: {{{', '.join(values)}}})"]
    if field.type.kind == "list":
        lines = [
            f"let found = flat(each(one in {rows}: distinct(one.{field.name})))",
            (
                "answer 200 keyed(each(value in distinct(found): "
                "{key: value, value: count(found[where row = value])}))"
            ),
        ]
    elif field.type.choices:
        parts = [
            f'"{each}": {figures(columns, f"""found[where .{field.name} = "{each}"]""")}'
            for each in field.type.choices
        ]
        lines.append(f"answer 200 {{{', '.join(parts)}}}")
    else:
        lines.append(
            f'answer 200 keyed(each(part in group(found, "{field.name}"): '
            f"{{key: part.key, value: {figures(columns, 'part.items')}}}))"
        )
    return Operation(
        name or f"count_{snake(resource.entity.plural)}_by_{field.name}",
        "GET",
        path,
        program(*before, *lines),
        inputs=(*inputs, *(each.input for each in filters)),
        summary=f"A figure for each {field.name.replace('_', ' ')}.",
        needs="caller" if resource.needs else "",
    )


@dataclass(frozen=True, slots=True)
class Below:
    """A figure over the rows that refer to another one by a field."""

    entity: Entity
    key: str
    column: Column


def ranked_below(
    resource: Resource, path: str, below: Below, *, limit: int | None = None, named: str = ""
) -> Operation:
    """Rows by a figure over those that refer to them, the highest first."""
    one, entity = resource.one, resource.entity
    mine = f"{below.entity.name}[where .{below.key} = {one}.{entity.key.name}]"
    value = figure(below.column, mine)
    row = f"merge({shown(resource.shows, one)}, {{{below.column.name}: {value}}})"
    cut = f", limit {limit}" if limit is not None else ""
    cut = f", limit input.{named}" if named else cut
    size = Type("integer", minimum=1, maximum=LARGEST)
    many = (Input(named, "query", size, required=False, default=str(limit or 10)),) if named else ()
    return Operation(
        f"top_{snake(entity.plural)}",
        "GET",
        path,
        program(
            f"let found = each({one} in {rows_of(resource)}: {row})",
            f"answer 200 found[by .{below.column.name} down{cut}]",
        ),
        inputs=many,
        summary=f"{entity.plural.capitalize()} by {below.column.name.replace('_', ' ')}.",
        needs="caller" if resource.needs else "",
    )


def ranked(
    resource: Resource,
    path: str,
    clauses: tuple[str, ...],
    name: str,
    *,
    limit: int | None = None,
    named: str = "",
) -> Operation:
    """The first rows by some order; `named` is the parameter that says how many."""
    where = f"where {resource.visible}, " if resource.visible else ""
    order = ", ".join(f"by {each}" for each in clauses)
    cut = f", limit {limit}" if limit is not None else ""
    cut = f", limit input.{named}" if named else cut
    size = Type("integer", minimum=1, maximum=LARGEST)
    many = (Input(named, "query", size, required=False, default=str(limit or 10)),) if named else ()
    rows = f"{resource.entity.name}[{where}{order}{cut}]"
    template = resource.lists or resource.shows
    one = resource.one
    body = rows if template == "$" else f"each({one} in {rows}: {shown(template, one)})"
    return Operation(
        name,
        "GET",
        path,
        program(f"answer 200 {body}"),
        inputs=(*path_inputs(resource, path), *many),
        summary=f"{resource.entity.plural.capitalize()} in order.",
        needs="caller" if resource.needs else "",
    )
