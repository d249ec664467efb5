"""Files: uploaded, listed, downloaded, shared for a while."""

from __future__ import annotations

from beliefs.spec.entities import Entity, Key
from beliefs.spec.features.figures import rows_of
from beliefs.spec.features.resources import Resource, found, params, path_inputs, program
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type

SECONDS = Type("integer", above=0)


def stored(name: str = "File", plural: str = "files") -> Entity:
    """What is kept of a file."""
    return Entity(
        name,
        plural,
        (
            Field("filename", Type("string")),
            Field("size", Type("integer")),
            Field("content_type", Type("string")),
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
    """Keep a file."""
    entity, one = resource.entity, resource.one
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
            f"content_type: input.{named}.type, content: input.{named}}} as {one}",
            f"answer 201 {one}",
        ),
        inputs=(Input(named, "file", Type("file")),),
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
            *found(entity, params(path)[-1], resource.visible),
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
            *found(entity, params(path)[-1], resource.visible),
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
) -> Operation:
    """Make a link that is good for so many seconds; `target` is where it leads, `key` its name."""
    entity, one = resource.entity, resource.one
    where = target.replace("{token}", "")
    return Operation(
        f"share_{one}",
        "POST",
        path,
        program(
            *found(entity, params(path)[-1], resource.visible),
            f"insert Share {{{share_.fields[0].name}: {one}.{entity.key.name}, "
            f"expires_at: later(now(), input.{seconds})}} as share",
            f'answer {status} {{{key}: url("{where}" + share.token), token: share.token, '
            "expires_at: share.expires_at}",
        ),
        inputs=(*path_inputs(resource, path), Input(seconds, "json", SECONDS)),
        summary="Share a file for a while.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def shared_download(resource: Resource, share_: Entity, target: str) -> Operation:
    """The file behind a link, until it expires."""
    entity, one = resource.entity, resource.one
    return Operation(
        "download_shared",
        "GET",
        target,
        program(
            "let share = first(Share[where .token = input.token])",
            'guard share != null else absent "Link not found"',
            'guard now() < share.expires_at else gone "The link has expired"',
            f"let {one} = first({entity.name}[where .{entity.key.name} = "
            f"share.{share_.fields[0].name}])",
            f'guard {one} != null else absent "File not found"',
            f"answer 200 content({one}.content)",
        ),
        inputs=(Input("token", "path", Type("string")),),
        summary="Download what was shared.",
    )
