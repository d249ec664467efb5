"""Rows carried out and in: CSV, JSON, Excel."""

from __future__ import annotations

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


def import_csv(
    resource: Resource, path: str, named: str = "file", *, raw: bool = False
) -> Operation:
    """Keep each line of a CSV file as a row; lines that lack a required column are refused.

    The whole file is refused, or none of it: an effect is undone as a whole.
    """
    plural, one = snake(resource.entity.plural), resource.one
    values = [(each.name, _cell(each)) for each in resource.brought]
    row = record([*values, *sets_from(resource, "line")])
    required = [each for each in resource.brought if each.required]
    text = f"input.{named}" if raw else f"decoded(input.{named})"
    upload = Input(named, "body" if raw else "file", Type("string") if raw else Type("file"))
    return Operation(
        f"import_{plural}",
        "POST",
        path,
        program(
            f"let lines = read_csv({text})",
            'guard lines != null else malformed "This is no CSV file"',
            "for line in lines:",
            *(
                f'    guard trim(or_else({_cell(each)}, "")) != "" else missing '
                f'"{each.name}: is required"'
                if each.type.kind not in {"integer", "number"}
                else f'    guard {_cell(each)} != null else wrong_type "{each.name}: is no number"'
                for each in required
            ),
            f"    insert {resource.entity.name} {row} as {one}",
            "answer 201 {imported: count(lines)}",
        ),
        inputs=(upload,),
        summary=f"Import {plural} from CSV.",
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
