"""Rows out as CSV, JSON, Excel or PDF, and in as CSV, JSON or XML; several rows at once."""

from __future__ import annotations

from typing import Literal, TypeAlias

from beliefs.spec.features import batch, exchange, papers
from beliefs.spec.features.resources import an
from beliefs.spec.operations import Operation
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.figures import about
from beliefs.spec.understanding.plans import Plan, World, item_path

_Form: TypeAlias = Literal["csv", "json", "sheet", "pdf", "xml"]
_ENDINGS: dict[_Form, str] = {"csv": "csv", "json": "json", "sheet": "xlsx", "pdf": "pdf"}
_ENDINGS |= {"xml": "xml"}
_FORMS: dict[_Form, frozenset[str]] = {
    "csv": frozenset({"csv"}),
    "json": frozenset({"json"}),
    "sheet": frozenset({"excel", "xlsx", "spreadsheet", "workbook"}),
    "pdf": frozenset({"pdf"}),
    "xml": frozenset({"xml"}),
}


def write(world: World) -> None:
    """Routes that export, import, or take many rows."""
    for route in world.draft.open_routes():
        plan = about(world, route)
        if plan is None:
            continue
        if route.method == "GET" and _goes_out(route):
            _export(world, plan, route)
        elif route.method == "POST" and (route.last.startswith("import") or route.said("import")):
            _import(world, plan, route)
        elif route.method == "POST" and (
            route.last in {"batch", "bulk", "many"} or route.said("bulk")
        ):
            _batch(world, plan, route)
    _bulk(world)
    wanted: dict[tuple[str, _Form], str] = {}
    for cue in world.draft.all_said("export", "import", "both_ways", "sheet", "pdf"):
        forms = _forms(cue)
        way = "import" if cue.says == "import" else "export"
        ways = ["import", "export"] if cue.says == "both_ways" else [way]
        if not cue.used and _of_one(world, cue):
            pass
        elif not cue.used and not (cue.says != "both_ways" and _routed(world, cue, way)):
            wanted |= {(way, each): cue.source for way in ways for each in forms}
        cue.used = "exchange"
    several = {format_ for _, format_ in wanted}
    for (says, format_), source in wanted.items():
        _unrouted(world, says, format_, source, alone=len(several) == 1)
    world.draft.use("exchange", "header", "header_both", "upload_file")


def _of_one(world: World, cue: Cue) -> bool:
    """A PDF of one row that the goal speaks of without a path: "prints an invoice as PDF"."""
    noun = cue.bound.get("one")
    plan = world.plans.get(noun.name) if noun is not None and not noun.several else None
    if plan is None or any(cue in route.cues for route in world.draft.routes):
        return False
    path = f"{item_path(plan)}/pdf"
    world.add(papers.paper(plan.resource(), path, columns(world, plan)), None, cue.source)
    world.assume(f"where {an(plan.thing.name.replace('_', ' '))} is a PDF", f"GET {path}")
    return True


def _forms(cue: Cue) -> list[_Form]:
    """What rows go out or come in as, by the words for it; CSV where they leave it open."""
    known: list[_Form] = ["csv", "json", "sheet", "pdf", "xml"]
    return [each for each in known if cue.words & _FORMS[each]] or ["csv"]


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
        if cue in routed or plan is None or plan.fixed is not None:
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


def _routed(world: World, cue: Cue, way: str) -> bool:
    """Whether a route that the goal names does it."""
    return any(cue in route.cues for route in world.draft.routes) or any(
        each.name.startswith(f"{way}_") for each in world.operations
    )


def _unrouted(world: World, says: str, form: _Form, source: str, *, alone: bool) -> None:
    """An export or import without a path gets one, and one for each form of several."""
    plan = world.main()
    if plan is None:
        return
    path = f"{plan.path}/{says}" if alone else f"{plan.path}/{says}/{_ENDINGS[form]}"
    if says == "export":
        world.add(_out(world, plan, path, form), None, source)
    elif form == "json":
        world.add(exchange.import_json(plan.resource(), path), None, source)
    else:
        world.add(
            exchange.import_rows(plan.resource(), path, form="xml" if form == "xml" else "csv"),
            None,
            source,
        )
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


def _goes_out(route: Route) -> bool:
    named = route.last.startswith("export") or route.last.endswith((".csv", ".xlsx", ".pdf"))
    return named or route.last == "pdf" or bool(route.said("export", "sheet", "pdf"))


def _form(route: Route) -> _Form:
    """What a route sends: by its ending, else by the words about it."""
    for form, ending in _ENDINGS.items():
        if form != "xml" and route.last.endswith(ending):
            return form
    cue = route.said("pdf", "sheet", "export")
    return _forms(cue)[0] if cue is not None else "csv"


def _out(world: World, plan: Plan, path: str, form: _Form) -> Operation:
    """The operation that carries rows out; a path with a parameter is that of one row."""
    resource, named = plan.resource(), columns(world, plan)
    match form:
        case "json":
            return exchange.export_json(resource, path)
        case "sheet":
            return exchange.export_sheet(resource, path, named)
        case "pdf":
            return (papers.paper if "{" in path else papers.papers)(resource, path, named)
        case "csv" | "xml":  # no phrase asks for XML that goes out
            return exchange.export_csv(resource, path, named)


def _is_json(route: Route, says: str) -> bool:
    cue = route.said(says)
    return route.last.endswith("json") or (cue is not None and "json" in cue.text.lower())


def _export(world: World, plan: Plan, route: Route) -> None:
    made = _out(world, plan, route.path, _form(route))
    world.add(made, route, route.source)
    _use(world, route, "export", "sheet", "pdf", "answers", "shows", "download", "lists")


def _import(world: World, plan: Plan, route: Route) -> None:
    resource = plan.resource()
    if _is_json(route, "import"):
        made = exchange.import_json(resource, route.path)
    else:
        part = route.said("takes_part")
        named = part.bound["name"] if part else "file"
        made = exchange.import_rows(resource, route.path, named, form=_file_of(route))
    world.add(made, route, route.source)
    _use(world, route, "import", "takes_part", "upload", "upload_file", "takes")


def _file_of(route: Route) -> Literal["csv", "xml"]:
    """The form of a file with rows, by the words about a route."""
    return "xml" if any("xml" in cue.words for cue in route.cues) else "csv"


def _use(world: World, route: Route, *says: str) -> None:
    del world
    for cue in route.cues:
        if cue.says in says:
            cue.used = cue.used or "exchange"
