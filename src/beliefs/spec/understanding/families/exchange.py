"""CSV and JSON, out and in; several rows at once."""

from __future__ import annotations

from beliefs.spec.features import batch, exchange
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.figures import about
from beliefs.spec.understanding.plans import Plan, World


def write(world: World) -> None:
    """Routes that export, import, or take many rows."""
    for route in world.draft.open_routes():
        plan = about(world, route)
        if plan is None:
            continue
        out = route.last.startswith("export") or route.said("export")
        if out and route.method == "GET":
            _export(world, plan, route)
        elif route.method == "POST" and (route.last.startswith("import") or route.said("import")):
            _import(world, plan, route)
        elif route.method == "POST" and (
            route.last in {"batch", "bulk", "many"} or route.said("bulk")
        ):
            world.add(batch.create_many(plan.resource(), route.path), route, route.source)
            _use(world, route, "bulk", "verbs", "shows", "crud")
    for cue in world.draft.all_said("export", "import"):
        _unrouted(world, cue.says, cue.text, cue.source)
        cue.used = "exchange"
    world.draft.use("exchange", "header", "header_both", "upload_file")


def _unrouted(world: World, says: str, text: str, source: str) -> None:
    """An export or import without a path gets one."""
    plan = world.main()
    if plan is None or any(each.name.startswith(f"{says}_") for each in world.operations):
        return
    path = f"{plan.path}/{says}"
    resource = plan.resource()
    if says == "import":
        world.add(exchange.import_csv(resource, path), None, source)
    elif "json" in text.lower():
        world.add(exchange.export_json(resource, path), None, source)
    else:
        world.add(exchange.export_csv(resource, path, columns(world, plan)), None, source)
    world.assume(f"where {plan.thing.plural} are {says}ed", path)


def columns(world: World, plan: Plan) -> tuple[str, ...]:
    """The header of a CSV file: as it is stated, else the key and every field."""
    for cue in world.draft.all_said("header_both", "header"):
        asked: tuple[Asked, ...] = cue.bound.get("fields", ())
        names = tuple(each.field.name for each in asked)
        if names and all(plan.field(each) for each in names):
            return names
    shown = [each.name for each in plan.entity.fields if not each.hidden]
    return (plan.key.name, *shown)


def _is_json(route: Route, says: str) -> bool:
    cue = route.said(says)
    return route.last.endswith("json") or (cue is not None and "json" in cue.text.lower())


def _export(world: World, plan: Plan, route: Route) -> None:
    resource = plan.resource()
    if _is_json(route, "export"):
        made = exchange.export_json(resource, route.path)
    else:
        made = exchange.export_csv(resource, route.path, columns(world, plan))
    world.add(made, route, route.source)
    _use(world, route, "export", "answers", "shows", "download", "lists")


def _import(world: World, plan: Plan, route: Route) -> None:
    resource = plan.resource()
    if _is_json(route, "import"):
        made = exchange.import_json(resource, route.path)
    else:
        part = route.said("takes_part")
        named = part.bound["name"] if part else "file"
        made = exchange.import_csv(resource, route.path, named)
    world.add(made, route, route.source)
    _use(world, route, "import", "takes_part", "upload", "upload_file", "takes")


def _use(world: World, route: Route, *says: str) -> None:
    del world
    for cue in route.cues:
        if cue.says in says:
            cue.used = cue.used or "exchange"
