"""Rows carried out and in: CSV, JSON, Excel, XML."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from beliefs.spec.features.figures import rows_of
from beliefs.spec.features.resources import Resource, program, record, sets_from, snake
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type


def export_csv(resource: Resource, path: str, columns: tuple[str, ...]) -> Operation:
    """Every row as a line of CSV."""
    named = ", ".join(f'"{each}"' for each in columns)
    plural = snake(resource.entity.plural)
    disposition = f'attachment; filename=\\"{plural}.csv\\"'
    return Operation(
        f"export_{plural}",
        "GET",
        path,
        program(
            f'answer 200 as "text/csv" csv({rows_of(resource)}, {named}) '
            f'headers {{"Content-Disposition": "{disposition}"}}'
        ),
        summary=f"Export {plural} as CSV.",
        needs="caller" if resource.needs else "",
    )


def export_sheet(resource: Resource, path: str, columns: tuple[str, ...]) -> Operation:
    """Every row as a line of an Excel sheet."""
    named = ", ".join(f'"{each}"' for each in columns)
    plural = snake(resource.entity.plural)
    return Operation(
        f"export_{plural}",
        "GET",
        path,
        program(f'answer 200 content(sheet("{plural}.xlsx", {rows_of(resource)}, {named}))'),
        summary=f"Export {plural} as an Excel sheet.",
        needs="caller" if resource.needs else "",
    )


def export_json(resource: Resource, path: str) -> Operation:
    """Every row as JSON."""
    plural = snake(resource.entity.plural)
    return Operation(
        f"export_{plural}",
        "GET",
        path,
        program(f"answer 200 {rows_of(resource)}"),
        summary=f"Export {plural} as JSON.",
        needs="caller" if resource.needs else "",
    )


def import_lines(
    form: Literal["csv", "xml"],
    text: str,
    refuse: str,
    entity: str,
    one: str,
    fields: Iterable[Field],
    sets: tuple[tuple[str, str], ...] = (),
) -> list[str]:
    """Keep each line of a CSV text, or each element of an XML one; `refuse` what is no such text.

    The whole text is refused, or none of it: an effect is undone as a whole.
    """
    brought = tuple(fields)
    row = record([*((each.name, _cell(each)) for each in brought), *sets])
    return [
        f"let lines = read_{form}({text})",
        f"guard lines != null else {refuse}",
        "for line in lines:",
        *(
            f'    guard trim(or_else({_cell(each)}, "")) != "" else missing '
            f'"{each.name}: is required"'
            if each.type.kind not in {"integer", "number"}
            else f'    guard {_cell(each)} != null else wrong_type "{each.name}: is no number"'
            for each in brought
            if each.required
        ),
        f"    insert {entity} {row} as {one}",
    ]


def import_rows(
    resource: Resource,
    path: str,
    named: str = "file",
    *,
    raw: bool = False,
    form: Literal["csv", "xml"] = "csv",
) -> Operation:
    """Keep each line of a CSV file, or each element of an XML one, as a row.

    Lines that lack a required column are refused, and the whole file with them.
    """
    plural, kind = snake(resource.entity.plural), form.upper()
    text = f"input.{named}" if raw else f"decoded(input.{named})"
    upload = Input(named, "body" if raw else "file", Type("string") if raw else Type("file"))
    refuse = f'malformed "This is no {kind} file"'
    sets = tuple(sets_from(resource, "line"))
    kept = (form, text, refuse, resource.entity.name, resource.one, resource.brought, sets)
    return Operation(
        f"import_{plural}",
        "POST",
        path,
        program(*import_lines(*kept), "answer 201 {imported: count(lines)}"),
        inputs=(upload,),
        summary=f"Import {plural} from {kind}.",
        needs="caller" if resource.needs or resource.writers else "",
        consumes="text/plain" if raw else "multipart/form-data",
    )


def import_json(resource: Resource, path: str) -> Operation:
    """Keep each record of a JSON list as a row."""
    plural, one = snake(resource.entity.plural), resource.one
    values = [(each.name, f"item.{each.name}") for each in resource.brought]
    row = record([*values, *sets_from(resource, "item")])
    item = Type("record", fields=resource.brought)
    return Operation(
        f"import_{plural}",
        "POST",
        path,
        program(
            "for item in input.body:",
            f"    insert {resource.entity.name} {row} as {one}",
            "answer 201 {imported: count(input.body)}",
        ),
        inputs=(Input("body", "body", Type("list", item=item)),),
        summary=f"Import {plural} from JSON.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def _cell(field: Field) -> str:
    """A cell of a line as the field's type."""
    cell = f"line.{field.name}"
    if field.type.kind in {"integer", "number"}:
        return f"number({cell})"
    if field.type.kind == "boolean":
        return f'lower(or_else({cell}, "")) = "true"'
    if field.type.kind == "list":
        return f'split(or_else({cell}, ""), ";")'
    return cell
