"""CSV and JSON, out and in; several rows at once."""

from __future__ import annotations

from beliefs.spec.features import batch, exchange
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.draft import Cue, Route
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
            _batch(world, plan, route)
    _bulk(world)
    wanted: dict[tuple[str, str], str] = {}
    for cue in world.draft.all_said("export", "import", "both_ways"):
        formats = [each for each in ("csv", "json") if each in cue.words] or ["csv"]
        ways = ["import", "export"] if cue.says == "both_ways" else [cue.says]
        if not (cue.says != "both_ways" and _routed(world, cue)):
            wanted |= {(way, each): cue.source for way in ways for each in formats}
        cue.used = "exchange"
    several = {format_ for _, format_ in wanted}
    for (says, format_), source in wanted.items():
        _unrouted(world, says, format_ if len(several) > 1 else "", format_, source)
    world.draft.use("exchange", "header", "header_both", "upload_file")


def _per_item(world: World) -> tuple[bool, int]:
    """Whether each row of many is handled by itself, and the status that the whole answers."""
    cue = world.draft.said("per_item")
    if cue is None:
        return False, 201
    world.draft.use("exchange", "per_item")
    return True, int(cue.bound.get("status", 207))


def _batch(world: World, plan: Plan, route: Route) -> None:
    """A route that makes, changes or drops many rows."""
    alone, status = _per_item(world)
    named = next((each.field.name for each in route.takes), "")
    words = {route.last, *(form for cue in route.cues for form in cue.words)}
    resource = plan.resource()
    if words & {"delete", "remove"} or route.said("bulk_delete"):
        made = (
            batch.delete_each(resource, route.path, named or "ids", status)
            if alone
            else batch.delete_many(resource, route.path, named or "ids")
        )
    elif alone and words & {"update", "change", "edit"}:
        made = batch.change_each(resource, route.path, named, status)
    elif alone:
        made = batch.create_each(resource, route.path, named, status)
    else:
        made = batch.create_many(resource, route.path)
    world.add(made, route, route.source)
    _use(world, route, "bulk", "bulk_delete", "bulk_update", "verbs", "shows", "crud", "takes")


_BULK = {"bulk": "create", "bulk_update": "update", "bulk_delete": "delete"}


def _bulk(world: World) -> None:
    """Bulk operations that the goal asks for without a path."""
    plan = world.main()
    routed = [cue for route in world.draft.routes for cue in route.cues]
    for cue in world.draft.all_said(*_BULK):
        if cue in routed or plan is None:
            continue
        alone, status = _per_item(world)
        path = f"{plan.path}/bulk-{_BULK[cue.says]}"
        resource = plan.resource()
        if cue.says == "bulk":
            made = batch.create_each(resource, path, "", status) if alone else None
            made = made or batch.create_many(resource, path)
        elif cue.says == "bulk_update":
            made = batch.change_each(resource, path, "", status if alone else 200)
        else:
            made = batch.delete_each(resource, path, "ids", status) if alone else None
            made = made or batch.delete_many(resource, path)
        world.add(made, None, cue.source)
        world.assume(f"where many {plan.thing.plural} are {_BULK[cue.says]}d", f"POST {path}")
        cue.used = "exchange"


def _routed(world: World, cue: Cue) -> bool:
    """Whether a route that the goal names does it."""
    return any(cue in route.cues for route in world.draft.routes) or any(
        each.name.startswith(f"{cue.says}_") for each in world.operations
    )


def _unrouted(world: World, says: str, last: str, format_: str, source: str) -> None:
    """An export or import without a path gets one, and one for each format of several."""
    plan = world.main()
    if plan is None:
        return
    path = f"{plan.path}/{says}{'/' * bool(last)}{last}"
    resource = plan.resource()
    if says == "import" and format_ == "json":
        world.add(exchange.import_json(resource, path), None, source)
    elif says == "import":
        world.add(exchange.import_csv(resource, path), None, source)
    elif format_ == "json":
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
