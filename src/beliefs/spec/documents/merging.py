"""Several contracts, one: the first says most about a route, the others fill it in."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    Contract,
    Param,
    Property,
    Reply,
    Route,
    Shape,
    is_record,
)
from beliefs.spec.service import TWO_THINGS, Assumption


def merged(contracts: list[Contract]) -> Contract:
    """One contract of several; the first says most about a route, the others fill it in."""
    first, *rest = sorted(contracts, key=lambda each: not each.routes)
    for other in rest:
        first = _joined(first, other)
    return first


def _joined(one: Contract, other: Contract) -> Contract:
    said: list[Assumption] = []
    routes = list(one.routes)
    for route in other.routes:
        path = _rebased(route.path, other.base, one.base)
        at = next(
            (
                number
                for number, each in enumerate(routes)
                if each.method == route.method and form_of(each.path) == form_of(path)
            ),
            None,
        )
        if at is None:
            routes.append(replace(route, path=path))
        else:
            routes[at] = _route(routes[at], route, said)
    for name in ("base", "port", "error"):
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine and theirs and mine != theirs:
            said.append(Assumption(f"the {name}, {TWO_THINGS}", str(mine), "", (str(theirs),)))
    shapes = {each.name: each for each in other.shapes} | {each.name: each for each in one.shapes}
    return Contract(
        title=one.title or other.title,
        summary=one.summary or other.summary,
        base=one.base or other.base,
        port=one.port or other.port,
        routes=tuple(routes),
        shapes=tuple(shapes.values()),
        security=one.security or other.security,
        secret=one.secret or other.secret,
        roles=one.roles or other.roles,
        error=one.error or other.error,
        faults=(*one.faults, *other.faults),
        examples=(*one.examples, *other.examples),
        prose=(*one.prose, *other.prose),
        assumptions=(*one.assumptions, *other.assumptions, *said),
        unknowns=(*one.unknowns, *other.unknowns),
        brief=one.brief or other.brief,
    )


def form_of(path: str) -> str:
    """A path whatever its parameters are called."""
    return re.sub(r"\{\w+\}", "{}", path)


def _rebased(path: str, theirs: str, ours: str) -> str:
    if ours and path.startswith(f"{ours}/"):
        return path.removeprefix(ours)
    if theirs and path.startswith(f"{theirs}/"):
        return path.removeprefix(theirs)
    return path


def _route(one: Route, other: Route, said: list[Assumption]) -> Route:
    """A route that two sources describe."""
    about = f"{one.method} {one.path}"
    good = {each.status for each in (one.good, other.good) if each is not None}
    # An example's status outranks what is only stated.
    first = (
        other if other.good and other.good.example and not (one.good and one.good.example) else one
    )
    if len(good) > 1 and first.good is not None:
        others = tuple(str(each) for each in sorted(good - {first.good.status}))
        said.append(
            Assumption(
                f"the status of {about}, {TWO_THINGS}",
                str(first.good.status),
                first.source,
                others,
            )
        )
    replies = {each.status: each for each in other.replies if each.status >= 400}
    replies |= {each.status: each for each in one.replies if each.status >= 400}
    fine = _reply(one.good, other.good, first.good)
    params: dict[tuple[str, str], Param] = {
        (each.place, each.name): each for each in other.params if each.place != "path"
    }
    params |= {(each.place, each.name): each for each in one.params}
    return replace(
        one,
        words=". ".join(each for each in (one.words, other.words) if each),
        summary=one.summary or other.summary,
        params=tuple(params.values()),
        body=_shape(one.body, other.body, f"the body of {about}", one.source, said),
        replies=tuple(
            sorted((*([fine] if fine else ()), *replies.values()), key=lambda each: each.status)
        ),
        secured=one.secured or other.secured,
        example=one.example or other.example,
    )


def _reply(one: Reply | None, other: Reply | None, first: Reply | None) -> Reply | None:
    if one is None or other is None or first is None:
        return one or other
    second = other if first is one else one
    return replace(
        first,
        shape=first.shape or second.shape,
        example=first.example or second.example,
        media=first.media or second.media,
        words=first.words or second.words,
    )


def _shape(
    one: Shape | None, other: Shape | None, about: str, source: str, said: list[Assumption]
) -> Shape | None:
    if one is None or other is None or not is_record(one) or not is_record(other):
        return one or other
    parts: list[Property] = []
    for each in one.properties:
        theirs = other.part(each.name)
        if theirs is not None and theirs.shape.words and theirs.required != each.required:
            said.append(
                Assumption(
                    f"{each.name} in {about}, {TWO_THINGS}",
                    "required" if each.required else "optional",
                    source,
                    ("optional" if each.required else "required",),
                )
            )
        if theirs is not None and theirs.shape.type != each.shape.type and theirs.shape.words:
            said.append(
                Assumption(
                    f"the type of {each.name} in {about}",
                    each.shape.type.kind,
                    source,
                    (theirs.shape.type.kind,),
                )
            )
        parts.append(each)
    names = set(one.names)
    parts += [replace(each, required=False) for each in other.properties if each.name not in names]
    return replace(one, properties=tuple(parts))
