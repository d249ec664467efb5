"""Earlier versions of rows, and going back to one."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.entities import Entity
from beliefs.spec.features import history
from beliefs.spec.features.resources import an, params
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.things import text_field
from beliefs.spec.understanding.plans import Plan, World, item_path

_WORDS = frozenset({"versions", "history", "revisions"})


def shape(world: World) -> None:
    """Every change keeps what was there before."""
    plan = _plan(world)
    if plan is None:
        return
    world.families.add("history")
    version = history.version_of(plan.entity, tuple(plan.fields))
    plan.changes += history.kept(plan.entity, version)
    one = plan.resource().one
    plan.removal.append(
        f"delete {version.name} where .{version.fields[0].name} = {one}.{plan.key.name}"
    )
    world.entities.append(version)
    world.kept["history"] = (plan, version)


def _plan(world: World) -> Plan | None:
    for route in world.draft.routes:
        found = world.at(route.path)
        if found is not None and found[1].split("/")[-1] in _WORDS and found[1].startswith("{}"):
            return found[0]
    cue = world.draft.said("versions")
    if cue is None:
        return None
    near = [each for each in world.plans.values() if cue in each.thing.cues]
    return near[0] if near else world.main()


def write(world: World) -> None:
    """List versions, bring one back."""
    if "history" not in world.families:
        return
    plan, version = world.kept["history"]
    resource = plan.resource()
    for route in world.draft.open_routes():
        found = world.at(route.path)
        if found is None or found[0] is not plan:
            continue
        keys = len(params(route.path))
        if route.method == "GET" and ("diff" in route.segments or route.last in _DIFF):
            names = _compared(route)
            if names is None:
                continue
            plain = any("text" in cue.words and "plain" in cue.words for cue in route.cues)
            field = text_field(plan, *_TEXTS)
            made = history.difference(resource, version, route.path, field, names, plain=plain)
        elif route.method == "GET" and route.last in _WORDS and not route.of_item:
            made = history.versions(resource, version, route.path)
        elif route.method == "GET" and route.last in _WORDS and keys == 2:
            made = history.version(resource, version, route.path)
        elif route.method in {"POST", "PUT"} and keys == 2:
            made = history.revert(resource, version, route.path)
        elif route.method == "POST" and keys == 1 and _numbered(route):
            made = history.revert(resource, version, route.path, _numbered(route))
        else:
            continue
        world.add(made, route, route.source)
        for cue in route.cues:
            cue.used = cue.used or "history"
    if not any(each.name.endswith("_versions") for each in world.operations):
        path = f"{item_path(plan)}/versions"
        world.add(history.versions(resource, version, path))
        world.assume(f"where versions of {an(plan.thing.name)} are", path)
    back = any(each.name.startswith("revert_") for each in world.operations)
    if not back and not plan.buried and world.draft.said("revert", "restore"):
        path = f"{item_path(plan)}/versions/{{version}}/restore"
        world.add(history.revert(resource, version, path))
        world.assume(f"how a version of {an(plan.thing.name)} is brought back", f"POST {path}")
    _compared_at(world, plan, version)
    world.draft.use("history", "versions", "history", "revert", "restore", "diff")


def _compared_at(world: World, plan: Plan, version: Entity) -> None:
    """Two versions that the goal wants compared, where it names no path for it."""
    made = any("diff(" in notation.write(each.effect) for each in world.operations)
    if made or world.draft.said("diff") is None:
        return
    resource, path = plan.resource(), f"{item_path(plan)}/diff"
    field, names = text_field(plan, *_TEXTS), ("from", "to")
    world.add(history.difference(resource, version, path, field, names, plain=False))
    world.assume(f"where versions of {an(plan.thing.name)} are compared", f"{path}?from=&to=")


_DIFF = frozenset({"diff", "compare", "changes"})
_TEXTS = ("content", "body", "text", "markdown", "description")


def _compared(route: Route) -> tuple[str, str] | None:
    """What the two versions that are compared are called."""
    names = params(route.path)[1:] or list(route.query) or [each.field.name for each in route.takes]
    if not names and not route.of_item:
        return ("from", "to")
    return (names[0], names[1]) if len(names) == 2 else None


def _numbered(route: Route) -> str:
    """The name under which a body says which version is meant."""
    told = [each.field.name for each in route.takes]
    told += [key for cue in route.cues if "json" in cue.bound for key in cue.bound["json"].keys]
    return next((each for each in told if each in {"version", "revision", "number"}), "")
