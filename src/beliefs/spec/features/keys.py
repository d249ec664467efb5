"""Rows under names that requests give: counters that begin by themselves, sets, lists of keys."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.crud import reading
from beliefs.spec.features.resources import (
    Resource,
    key_param,
    key_params,
    path_inputs,
    program,
    shown,
    snake,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Type


def accumulate(
    resource: Resource, path: str, field: str, named: str = "", *, down: bool = False
) -> Operation:
    """Add to a number of a row, which begins at 0; `named` says by how much, else by 1."""
    entity, one, key = resource.entity, resource.one, resource.entity.key.name
    param = key_param(path)
    by = f"input.{named}" if named else "1"
    step = Input(named, "json", Type("number" if _number(resource, field) else "integer"))
    return Operation(
        f"{path.rsplit('/', 1)[-1].replace('-', '_')}_{snake(entity.name)}",
        "POST",
        path,
        program(
            f"let {one} = first({entity.name}[where .{key} = input.{param}])",
            f"if {one} = null:",
            f"    insert {entity.name} {{{key}: input.{param}}} as {one}",
            f"patch {entity.name} {one} {{{field}: {one}.{field} {'-' if down else '+'} {by}}}",
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=(
            *path_inputs(resource, path),
            *((replace(step, required=False, default="1"),) if named else ()),
        ),
        summary=f"Change the {field} of one {snake(entity.name).replace('_', ' ')}.",
    )


def _number(resource: Resource, field: str) -> bool:
    told = resource.entity.field(field)
    return told is not None and told.type.kind == "number"


def names(resource: Resource, path: str, prefix: str = "") -> Operation:
    """The keys of all rows; `prefix` is the parameter that says what they begin with."""
    one, key = resource.one, resource.entity.key.name
    begins = f"input.{prefix} = null or starts(.{key}, input.{prefix})" if prefix else ""
    held = [each for each in (resource.visible, begins) if each]
    where = f"[where {' and '.join(f'({each})' for each in held)}]" if held else ""
    asked = (Input(prefix, "query", Type("string"), required=False),) if prefix else ()
    return Operation(
        f"list_{snake(resource.entity.plural)}",
        "GET",
        path,
        program(f"answer 200 each({one} in {resource.entity.name}{where}: {one}.{key})"),
        inputs=asked,
        summary=f"List the {key} of all {snake(resource.entity.plural).replace('_', ' ')}.",
    )


def include(resource: Resource, path: str, field: str, method: str, named: str = "") -> Operation:
    """Put an item into a set of a row, once."""
    at, item, inputs = _item(resource, path, named)
    one = resource.one
    return Operation(
        f"add_{snake(field)}_to_{snake(resource.entity.name)}",
        "PUT" if method == "PUT" else "POST",
        path,
        program(
            *reading(at),
            f"patch {resource.entity.name} {one} {{{field}: with({one}.{field}, {item})}}",
            f"answer {200 if method == 'PUT' else 201} {shown(resource.shows, one)}",
        ),
        inputs=inputs,
        summary=f"Add to the {field} of one {snake(resource.entity.name).replace('_', ' ')}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def exclude(resource: Resource, path: str, field: str) -> Operation:
    """Take an item from a set of a row."""
    at, item, inputs = _item(resource, path, "")
    one = resource.one
    return Operation(
        f"remove_{snake(field)}_from_{snake(resource.entity.name)}",
        "DELETE",
        path,
        program(
            *reading(at),
            f'guard {item} in {one}.{field} else absent "Not among its {field}"',
            f"patch {resource.entity.name} {one} {{{field}: without({one}.{field}, {item})}}",
            "answer 204",
        ),
        inputs=inputs,
        summary=f"Remove from the {field} of one {snake(resource.entity.name).replace('_', ' ')}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def members(resource: Resource, path: str, field: str) -> Operation:
    """The items of a set of a row."""
    at = replace(resource, item=path)
    return Operation(
        f"list_{snake(field)}_of_{snake(resource.entity.name)}",
        "GET",
        path,
        program(*reading(at), f"answer 200 {resource.one}.{field}"),
        inputs=path_inputs(at, path),
        summary=f"The {field} of one {snake(resource.entity.name).replace('_', ' ')}.",
        needs="caller" if resource.needs else "",
    )


def _item(resource: Resource, path: str, named: str) -> tuple[Resource, str, tuple[Input, ...]]:
    """The row that the first key of a path names, and the item that follows it."""
    own, *rest = key_params(path, 1 if named else 2)
    name = named or rest[-1]
    at = replace(resource, item=path.partition(f"{{{own}}}")[0] + f"{{{own}}}")
    item = Input(name, "json" if named else "path", Type("string", min_length=1))
    return at, f"input.{name}", (*path_inputs(at, at.item), item)
