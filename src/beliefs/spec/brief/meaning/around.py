"""What the phrases about a request can speak of."""

from __future__ import annotations

from beliefs.spec.brief.held import named
from beliefs.spec.brief.meaning.scope import Focus, Scope
from beliefs.spec.brief.scene import Scene


def scope_of(scene: Scene) -> Scope:
    """The rows that a request reads, what it is brought, and every kind that is kept."""
    service = scene.service
    bound = [Focus(each, each.one) for each in scene.rows if each.param in scene.request.params]
    if scene.request.method in {"POST", "PUT", "PATCH"}:
        for given in scene.given.values():
            other = next((x for x in service.kinds if x.name == given.held.of), None)
            if other is not None and given.place == "json":
                bound.append(Focus(other, other.one))
    inputs = {
        name: each.held.type or named(name)
        for name, each in scene.given.items()
        if each.place != "path"
    }
    made = scene.kind if scene.request.method == "POST" else None
    about = scene.kind
    return Scope(tuple(service.kinds), tuple(bound), inputs, made, about, service.derived)
