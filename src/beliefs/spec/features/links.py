"""Short codes that redirect, and count how often."""

from __future__ import annotations

from beliefs.spec.entities import Entity, Key
from beliefs.spec.features.resources import key_param, params, program, snake
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type

CODE_LENGTH = 7
FOUND = 307


def link(
    name: str = "Link",
    plural: str = "links",
    code: str = "code",
    clicks: str = "clicks",
    *,
    ends: bool = False,
) -> Entity:
    """What is kept of a shortened address; `ends`: until when it is followed."""
    until = (Field("expires_at", Type("datetime")),) if ends else ()
    return Entity(
        name,
        plural,
        (
            Field("url", Type("url")),
            Field(clicks, Type("integer"), required=False, default="0"),
            *until,
        ),
        Key(code, "given"),
    )


def shorten(
    kept: Entity,
    path: str,
    target: str,
    shows: tuple[str, ...],
    custom: str = "",
    given: str = "url",
    lasts: int = 0,
) -> Operation:
    """Give an address a code; `target` is the path that redirects, `shows` what is answered.

    `lasts`: for how many seconds it is followed, where that ends.
    """
    until = f", expires_at: later(now(), {lasts})" if lasts else ""
    code = kept.key.name
    inputs = [Input(given, "json", Type("url"))]
    made = f"let made = code({CODE_LENGTH})"
    if custom:
        pattern = Type("string", pattern="[A-Za-z0-9_-]+", min_length=1, max_length=64)
        inputs.append(Input(custom, "json", pattern, required=False))
        made = f"let made = or_else(input.{custom}, code({CODE_LENGTH}))"
    where = target.replace(f"{{{code}}}", "")
    values = {
        code: f"link.{code}",
        "url": "link.url",
        **{each: f'url("{where}" + link.{code})' for each in shows if each.endswith("url")},
        kept.fields[1].name: f"link.{kept.fields[1].name}",
    }
    values["url"] = "link.url"
    body = ", ".join(f"{each}: {values[each]}" for each in shows if each in values)
    return Operation(
        f"shorten_{snake(kept.fields[0].name)}",
        "POST",
        path,
        program(
            made,
            f"guard count({kept.name}[where .{code} = made]) = 0 else conflict "
            f'"This {code} is taken"',
            f"insert {kept.name} {{{code}: made, url: input.{given}{until}}} as link",
            f"answer 201 {{{body}}}",
        ),
        inputs=tuple(inputs),
        summary="Shorten an address.",
    )


def follow(
    kept: Entity,
    path: str,
    status: int = FOUND,
    clicks: str = "clicks",
    checks: tuple[str, ...] = (),
) -> Operation:
    """Redirect to the address, and count it, where rows count; `checks` look at the row first."""
    counted = [f"patch {kept.name} link {{{clicks}: link.{clicks} + 1}}"] if clicks else []
    return Operation(
        "follow_link",
        "GET",
        path,
        program(
            *_found(kept, path),
            *checks,
            *counted,
            f"answer {status} headers {{Location: link.{_address(kept)}}}",
        ),
        inputs=_path(path),
        summary="Go to the address.",
    )


def clicked(kept: Entity, path: str, shows: tuple[str, ...]) -> Operation:
    """The address and how often it was followed."""
    names = ", ".join(f'"{each}"' for each in shows)
    return Operation(
        "link_stats",
        "GET",
        path,
        program(*_found(kept, path), f"answer 200 only(link, {names})"),
        inputs=_path(path),
        summary="How often a link was followed.",
    )


def _address(kept: Entity) -> str:
    return next((each.name for each in kept.fields if each.type.kind == "url"), "url")


def _found(kept: Entity, path: str) -> list[str]:
    param = key_param(path)
    return [
        f"let link = first({kept.name}[where .{kept.key.name} = input.{param}])",
        'guard link != null else absent "Link not found"',
    ]


def _path(path: str) -> tuple[Input, ...]:
    return tuple(Input(each, "path", Type("string")) for each in params(path))
