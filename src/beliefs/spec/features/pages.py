"""HTML pages: one row rendered, and a list with links."""

from __future__ import annotations

import json

from beliefs.spec.features.crud import reading
from beliefs.spec.features.figures import rows_of
from beliefs.spec.features.resources import Resource, path_inputs, program, snake
from beliefs.spec.operations import Operation

_HTML = 'answer 200 as "text/html"'
_HEAD = (
    '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title></head>'
)


def rendered(
    resource: Resource, path: str, body: str, title: str = "", *, where: str = ""
) -> Operation:
    """One row as a page: its Markdown as HTML, under its title if it has one."""
    one = resource.one
    seen = Resource(
        resource.entity,
        resource.path,
        item=path,
        visible=" and ".join(f"({each})" for each in (resource.visible, where) if each),
        parent=resource.parent,
    )
    head = f"html({_quoted(_HEAD)}, {{title: {one}.{title}}})" if title else _quoted(_plain(""))
    heading = f'html("<h1>{{title}}</h1>", {{title: {one}.{title}}}) + ' if title else ""
    text = f'markdown(or_else({one}.{body}, ""))'
    return Operation(
        f"render_{snake(resource.entity.name)}",
        "GET",
        path,
        program(
            *reading(seen),
            f"{_HTML} {head} + {_quoted(chr(10) + '<body>' + chr(10))} + {heading}{text} + "
            f"{_quoted(chr(10) + '</body>' + chr(10) + '</html>' + chr(10))}",
        ),
        inputs=path_inputs(seen, path),
        summary=f"One {resource.entity.name.lower()} as a page.",
        needs="caller" if resource.needs else "",
    )


def linked(
    resource: Resource, path: str, heading: str, label: str, target: str, *, where: str = ""
) -> Operation:
    """A page with a link to each row; `target` is a path with the row's key in braces."""
    one, plural = resource.one, snake(resource.entity.plural)
    item = _quoted(f'<li><a href="{target}">{{label}}</a></li>')
    values = ", ".join(
        [f"label: {one}.{label}"]
        + [f"{key}: {one}.{key}" for key in (resource.entity.key.name,) if f"{{{key}}}" in target]
    )
    return Operation(
        f"{plural}_page",
        "GET",
        path,
        program(
            f"let items = each({one} in {rows_of(resource, where=where)}: "
            f"html({item}, {{{values}}}))",
            f"{_HTML} {_quoted(_plain(heading) + chr(10) + '<body>' + chr(10))} + "
            f"{_quoted('<h1>' + heading + '</h1>' + chr(10) + '<ul>' + chr(10))} + "
            f"joined(items, {_quoted(chr(10))}) + "
            f"{_quoted(chr(10) + '</ul>' + chr(10) + '</body>' + chr(10) + '</html>' + chr(10))}",
        ),
        summary=f"A page with {plural}.",
        needs="caller" if resource.needs else "",
    )


def _plain(title: str) -> str:
    return _HEAD.replace("{title}", title)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
