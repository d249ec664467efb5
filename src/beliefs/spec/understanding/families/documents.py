"""Records that may have any fields: "accepts any JSON object", "unknown fields are kept"."""

from __future__ import annotations

from beliefs.spec.features import documents
from beliefs.spec.features.resources import an
from beliefs.spec.understanding.plans import Plan, World, item_path

_LIST = {"GET": "list", "POST": "create"}
_ITEM = {"GET": "show", "PUT": "replace", "PATCH": "change", "DELETE": "remove"}


def shape(world: World) -> None:
    """A thing without fields whose creation takes any object."""
    for cue in world.draft.all_said("any_object"):
        plan = _plan(world, cue)
        if plan is None or plan.thing.fields or plan.fixed is not None:
            continue
        plan.fixed = documents.document(plan.name, plan.entity.plural, plan.key)
        plan.fields = []
        plan.handled |= {"create", "list", "show", "replace", "change", "remove"}
        said = f"the fields of {an(plan.thing.name)}"
        world.assumptions = [each for each in world.assumptions if each.about != said]
        world.kept["documents"] = plan
        world.draft.use("documents", "any_object", "kept_fields")
        return


def _plan(world: World, cue: object) -> Plan | None:
    for route in world.draft.routes:
        found = world.at(route.path)
        if cue in route.cues and found is not None:
            return found[0]
    return world.main()


def write(world: World) -> None:
    """The routes that the goal names, and reading back what was kept."""
    plan = world.kept.get("documents")
    if not isinstance(plan, Plan):
        return
    made = documents.operations(plan.resource())
    for route in world.draft.open_routes():
        verb = _LIST.get(route.method) if route.path == plan.path else None
        verb = _ITEM.get(route.method) if route.path == item_path(plan) else verb
        if verb is not None:
            world.add(made[verb], route, route.source)
            for cue in route.cues:
                if cue.says in {"with", "shows", "answers", "lists", "verbs", "thing", "crud"}:
                    cue.used = cue.used or "documents"
    for verb in ("create", "list", "show", *sorted(plan.verbs)):
        world.add(made[verb])
