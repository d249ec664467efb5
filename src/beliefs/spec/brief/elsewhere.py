"""Rows that paths name in a place of their own: `/go/{code}` of links.

`/sensors/{sensor}/readings`.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.entities import Key


def found_elsewhere(service: Service, scenes: list[Scene]) -> None:
    """Read a path that ends in the key of rows made elsewhere as one of those rows."""
    for kind in [x for x in service.kinds if not x.makes and x.parent is None and x.param != "id"]:
        own = [s for s in scenes if kind in s.rows or s.kind is kind]
        if any(s.kind is kind or s.request.method in {"PUT", "PATCH", "DELETE"} for s in own):
            continue
        other = _keyed(service, kind) or _named(service, scenes, kind)
        if other is None:
            continue
        service.kinds.remove(kind)
        for scene in own:
            scene.rows = [other if x is kind else x for x in scene.rows]


def _keyed(service: Service, kind: Kind) -> Kind | None:
    """The kind whose rows go by what the path has."""
    found = [
        x
        for x in service.kinds
        if x is not kind and x.makes and kind.param in {x.key.name, x.param}
    ]
    return found[0] if len(found) == 1 else None


def _named(service: Service, scenes: list[Scene], kind: Kind) -> Kind | None:
    """The kind of which no two rows share what the path has.

    Where nothing else tells them apart.
    """
    for other in service.kinds:
        made = next((s for s in scenes if s.kind is other and s.request.method == "POST"), None)
        if (
            other is kind
            or made is None
            or kind.param not in other.fields
            or any(other in s.rows for s in scenes)
        ):
            continue
        taken = any(
            x.status == 409 and re.search(rf"(?i)\b{re.escape(kind.param)}\b", x.cause.text)
            for x in made.told.faults
        )
        shows = any(
            "id" in sketch.names
            for s in scenes
            if s.kind is other and (sketch := s.told.answer) is not None
        )
        given = made.told.body is not None and kind.param not in made.told.body.names
        if (taken or given) and not shows:
            other.key, other.param = Key(kind.param, "given"), kind.param
            return other
    return None


def by_what_they_have(service: Service, scenes: list[Scene]) -> None:
    """Rows below something that nothing makes or shows: they have it as a value.

    And that is all.
    """
    for kind in [x for x in service.kinds if not x.makes and x.parent is None]:
        below = [x for x in service.kinds if x.parent is kind and x.makes]
        own = [s for s in scenes if kind in s.rows]
        bare = any(s.kind is kind or (s.row is kind and not s.request.tail) for s in scenes)
        if len(below) != 1 or bare or not own:
            continue
        [child] = below
        told = next(
            (
                x.type
                for s in own
                for x in s.request.lines
                if x.role == "path" and x.name == kind.param
            ),
            None,
        )
        held = child.held(kind.param)
        shown = any(
            kind.param in (sketch.listed or sketch).names
            for s in scenes
            if s.kind is child and (sketch := s.told.answer) is not None
        )
        held.type, held.server, held.hidden = told or held.type or STRING, True, not shown
        child.parent = None
        service.kinds.remove(kind)
        for scene in own:
            scene.rows.remove(kind)
            scene.by = (child, kind.param, kind.param)
            scene.given[kind.param].held = Held(kind.param, held.type)
