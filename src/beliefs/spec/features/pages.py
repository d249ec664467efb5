"""HTML pages: one row rendered, and a list with links."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

from beliefs.spec.features.crud import create, reading
from beliefs.spec.features.figures import rows_of
from beliefs.spec.features.resources import Resource, an, path_inputs, program, snake
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field

_HTML = 'answer 200 as "text/html"'
_HEAD = (
    '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title></head>'
)


END = "</body>\n</html>\n"


def page(title: str) -> str:
    """The beginning of a page, to the first line of its body."""
    return f"{_plain(title)}\n<body>\n"


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
    head = f"html({quoted(_HEAD)}, {{title: {one}.{title}}})" if title else quoted(_plain(""))
    heading = f'html("<h1>{{title}}</h1>", {{title: {one}.{title}}}) + ' if title else ""
    text = f'markdown(or_else({one}.{body}, ""))'
    return Operation(
        f"render_{snake(resource.entity.name)}",
        "GET",
        path,
        program(
            *reading(seen),
            f"{_HTML} {head} + {quoted(chr(10) + '<body>' + chr(10))} + {heading}{text} + "
            f"{quoted(chr(10) + '</body>' + chr(10) + '</html>' + chr(10))}",
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
    item = quoted(f'<li><a href="{target}">{{label}}</a></li>')
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
            f"{_HTML} {quoted(_plain(heading) + chr(10) + '<body>' + chr(10))} + "
            f"{quoted('<h1>' + heading + '</h1>' + chr(10) + '<ul>' + chr(10))} + "
            f"joined(items, {quoted(chr(10))}) + "
            f"{quoted(chr(10) + '</ul>' + chr(10) + '</body>' + chr(10) + '</html>' + chr(10))}",
        ),
        summary=f"A page with {plural}.",
        needs="caller" if resource.needs else "",
    )


def _plain(title: str) -> str:
    return _HEAD.replace("{title}", title)


def quoted(text: str) -> str:
    """A text as the notation writes it."""
    return json.dumps(text, ensure_ascii=False)


def listed(
    resource: Resource,
    path: str,
    heading: str,
    fields: tuple[str, ...],
    *,
    link: str = "",
    form: str = "",
) -> Operation:
    """A page with each row, escaped; `link` is the field that leads away, `form` where to post."""
    one, plural = resource.one, snake(resource.entity.plural)
    shown_ = [each for each in fields if each != link]
    text = ": ".join(f"{{{each}}}" for each in shown_) or "{link}"
    if link:
        text = f'<a href="{{link}}" rel="noopener">{text}</a>'
    values = [f"{each}: {one}.{each}" for each in shown_] + ([f"link: {one}.{link}"] * bool(link))
    items = f"each({one} in {rows_of(resource)}: html({quoted(f'<li>{text}</li>')}, "
    items += f"{{{', '.join(values)}}}))"
    body = f"<h1>{heading}</h1>\n<ul>\n"
    after = f"\n</ul>\n{form_of(resource.brought, form) if form else ''}{END}"
    return Operation(
        f"{plural}_page",
        "GET",
        path,
        program(
            f"let items = {items}",
            f"{_HTML} {quoted(_plain(heading) + chr(10) + '<body>' + chr(10) + body)} + "
            f"joined(items, {quoted(chr(10))}) + "
            f"{quoted(after)}",
        ),
        summary=f"A page with {plural.replace('_', ' ')}.",
        needs="caller" if resource.needs else "",
    )


def form_page(resource: Resource, path: str, action: str) -> Operation:
    """A page with a form that makes a row."""
    heading = f"New {snake(resource.entity.name).replace('_', ' ')}"
    text = (
        f"{_plain(heading)}\n<body>\n<h1>{heading}</h1>\n{form_of(resource.brought, action)}{END}"
    )
    return Operation(
        f"new_{snake(resource.entity.name)}_page",
        "GET",
        path,
        program(f"{_HTML} {quoted(text)}"),
        summary=f"A page with a form for {an(snake(resource.entity.name).replace('_', ' '))}.",
    )


def posted(resource: Resource, path: str, back: str) -> Operation:
    """Keep what a form brings, and lead back to a page."""
    made = create(resource)
    effect = (*made.effect[:-1], *program(f'answer 303 headers {{Location: "{back}"}}'))
    inputs = tuple(
        replace(each, place="form") if each.place == "json" else each for each in made.inputs
    )
    return replace(made, path=path, effect=effect, inputs=inputs)


def form_of(brought: Iterable[Field | Input], action: str) -> str:
    """The form, a line for each field that a request brings."""
    lines = [f'<form method="post" action="{action}">']
    for each in brought:
        kind = {"integer": "number", "number": "number", "email": "email", "url": "url"}
        needed = " required" if each.required else ""
        type_ = kind.get(each.type.kind, "text")
        label = each.name.replace("_", " ").capitalize()
        lines.append(
            f'<p><label>{label} <input type="{type_}" name="{each.name}"{needed}></label></p>'
        )
    return "\n".join([*lines, "<p><button>Save</button></p>", "</form>", ""])
