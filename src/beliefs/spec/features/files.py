"""Files: uploaded, listed, downloaded, shared for a while."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.entities import Entity, Key
from beliefs.spec.features.figures import rows_of
from beliefs.spec.features.resources import (
    Resource,
    an,
    body_inputs,
    found,
    key_param,
    path_inputs,
    program,
    shown,
    snake,
)
from beliefs.spec.notation import write
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type

SECONDS = Type("integer", above=0)


def stored(
    name: str = "File",
    plural: str = "files",
    filename: str = "filename",
    kind: str = "content_type",
    more: tuple[Field, ...] = (),
) -> Entity:
    """What is kept of a file; its name and its type under the names that a goal gives them.

    `more` is what comes with a file, in the same form.
    """
    return Entity(
        name,
        plural,
        (
            Field(filename, Type("string")),
            Field("size", Type("integer")),
            Field(kind, Type("string")),
            *more,
            Field("content", Type("file"), hidden=True),
        ),
    )


def shared(of: Entity) -> Entity:
    """A link to a file that expires."""
    return Entity(
        "Share",
        "shares",
        (
            Field(f"{of.name.lower()}_id", Type("integer")),
            Field("expires_at", Type("datetime")),
        ),
        Key("token", "token", length=32),
    )


def upload(
    resource: Resource, path: str, named: str = "file", most: int | None = None
) -> Operation:
    """Keep a file, with what comes beside it in the form."""
    entity, one = resource.entity, resource.one
    more = entity.fields[3:-1]
    beside = "".join(f", {each.name}: input.{each.name}" for each in more)
    size = []
    if most is not None:
        size = [
            (
                f"guard input.{named}.size <= {most} else too_large "
                f'"The file is larger than {most} bytes"'
            )
        ]
    return Operation(
        f"upload_{one}",
        "POST",
        path,
        program(
            *size,
            f"insert {entity.name} {{filename: input.{named}.name, size: input.{named}.size, "
            f"content_type: input.{named}.type{beside}, content: input.{named}}} as {one}",
            f"answer 201 {one}",
        ),
        inputs=(Input(named, "file", Type("file")), *body_inputs(more, "form")),
        summary="Upload a file.",
        consumes="multipart/form-data",
        needs="caller" if resource.needs or resource.writers else "",
    )


def download(resource: Resource, path: str) -> Operation:
    """A file's content with its name and type."""
    entity, one = resource.entity, resource.one
    return Operation(
        f"download_{one}",
        "GET",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            f"answer 200 content({one}.content)",
        ),
        inputs=path_inputs(resource, path),
        summary="Download a file.",
        needs="caller" if resource.needs else "",
    )


def thumbnail(resource: Resource, path: str, pixels: int) -> Operation:
    """A picture that fits a square."""
    entity, one = resource.entity, resource.one
    return Operation(
        f"preview_{one}",
        "GET",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            f"let small = thumbnail({one}.content, {pixels})",
            'guard small != null else unsupported_type "The file is no picture"',
            "answer 200 content(small)",
        ),
        inputs=path_inputs(resource, path),
        summary=f"Show a picture within {pixels} pixels.",
        needs="caller" if resource.needs else "",
    )


def archive(resource: Resource, path: str) -> Operation:
    """All files as one ZIP file."""
    one = resource.one
    return Operation(
        f"download_all_{resource.entity.plural}",
        "GET",
        path,
        program(
            f'answer 200 content(archive("{resource.entity.plural}.zip", '
            f"each({one} in {rows_of(resource)}: {one}.content)))"
        ),
        summary="Download all files as a ZIP file.",
        needs="caller" if resource.needs else "",
    )


def share(
    resource: Resource,
    share_: Entity,
    path: str,
    target: str,
    seconds: str,
    key: str,
    status: int = 201,
    usual: int = 0,
) -> Operation:
    """Make a link that is good for so many seconds; `target` is where it leads, `key` its name."""
    entity, one = resource.entity, resource.one
    where = target.replace("{token}", "")
    return Operation(
        f"share_{one}",
        "POST",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            f"insert Share {{{share_.fields[0].name}: {one}.{entity.key.name}, "
            f"expires_at: later(now(), input.{seconds})}} as share",
            f'answer {status} {{{key}: url("{where}" + share.token), token: share.token, '
            "expires_at: share.expires_at}",
        ),
        inputs=(
            *path_inputs(resource, path),
            Input(seconds, "json", SECONDS, required=not usual, default=str(usual or "")),
        ),
        summary="Share a file for a while.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def shared_download(
    resource: Resource, share_: Entity, target: str, way: str = "gone"
) -> Operation:
    """The file behind a link, until it expires; `way` is how it fails afterwards."""
    entity, one = resource.entity, resource.one
    return Operation(
        "download_shared",
        "GET",
        target,
        program(
            "let share = first(Share[where .token = input.token])",
            'guard share != null else absent "Link not found"',
            f'guard now() < share.expires_at else {way} "The link has expired"',
            f"let {one} = first({entity.name}[where .{entity.key.name} = "
            f"share.{share_.fields[0].name}])",
            f'guard {one} != null else absent "File not found"',
            f"answer 200 content({one}.content)",
        ),
        inputs=(Input("token", "path", Type("string")),),
        summary="Download what was shared.",
    )


def upload_many(
    resource: Resource, path: str, named: str = "files", most: int | None = None
) -> Operation:
    """Keep several files of one request, all or none."""
    one = upload(resource, path, "file", most)
    body = [line.replace("input.file", "part") for line in write(one.effect).split("\n")[:-1]]
    return replace(
        one,
        name=f"upload_{snake(resource.entity.plural)}",
        effect=program(
            "let kept = []",
            f"for part in input.{named}:",
            *(f"    {line}" for line in body),
            f'    let kept = append(kept, drop({resource.one}, "content"))',
            "answer 201 kept",
        ),
        inputs=(Input(named, "file", Type("list", item=Type("file"), min_length=1)),),
        summary="Upload several files.",
    )


def encoded(resource: Resource, path: str, name: str, content: str, kind: str = "") -> Operation:
    """Keep a file that comes as base64 in JSON; `kind` is the field that says its type."""
    entity, one = resource.entity, resource.one
    type_ = f"input.{kind}" if kind else '"application/octet-stream"'
    given = [
        Input(name, "json", Type("string", min_length=1)),
        Input(content, "json", Type("string")),
    ]
    given += [Input(kind, "json", Type("string", min_length=1))] if kind else []
    return Operation(
        f"upload_{one}",
        "POST",
        path,
        program(
            f"let file = from_base64(input.{content}, input.{name}, {type_})",
            f'guard file != null else out_of_range "{content}: is no base64"',
            f"insert {entity.name} {{{name}: file.name, size: file.size, "
            f"{kind or 'content_type'}: file.type, content: file}} as {one}",
            f"answer 201 {one}",
        ),
        inputs=tuple(given),
        summary="Keep a file that comes as base64.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def text_in(resource: Resource, path: str, field: str) -> Operation:
    """Keep a text that is the whole body."""
    entity, one = resource.entity, resource.one
    sets = "".join(f", {name}: {value}" for name, value in resource.sets)
    return Operation(
        f"create_{snake(entity.name)}",
        "POST",
        path,
        program(
            f"insert {entity.name} {{{field}: input.{field}{sets}}} as {one}",
            f"answer 201 {shown(resource.shows, one)}",
        ),
        inputs=(Input(field, "body", Type("string", min_length=1)),),
        summary=f"Keep the body as {an(snake(entity.name).replace('_', ' '))}.",
        consumes="text/plain",
        needs="caller" if resource.needs or resource.writers else "",
    )


def text_kept(resource: Resource, path: str, field: str) -> Operation:
    """Keep a text that is the whole body under the key of the path, new or in place of the old."""
    entity, one, key = resource.entity, resource.one, resource.entity.key.name
    param = key_param(path)
    return Operation(
        f"put_{snake(entity.name)}",
        "PUT",
        path,
        program(
            f"let {one} = first({entity.name}[where .{key} = input.{param}])",
            f"if {one} = null:",
            f"    insert {entity.name} {{{key}: input.{param}, {field}: input.{field}}} as {one}",
            f"    answer 201 {shown(resource.shows, one)}",
            f"patch {entity.name} {one} {{{field}: input.{field}}}",
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=(*path_inputs(resource, path), Input(field, "body", Type("string", min_length=1))),
        summary=f"Keep the body under its {key}.",
        consumes="text/plain",
        needs="caller" if resource.needs or resource.writers else "",
    )


def text_out(resource: Resource, path: str, field: str) -> Operation:
    """A text of a row as it is."""
    entity, one = resource.entity, resource.one
    return Operation(
        f"raw_{snake(entity.name)}",
        "GET",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            f'answer 200 as "text/plain" {one}.{field}',
        ),
        inputs=path_inputs(resource, path),
        summary=f"The {field} of one {snake(entity.name).replace('_', ' ')} as plain text.",
        needs="caller" if resource.needs else "",
    )
