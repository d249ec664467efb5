"""Random rows, counts, statistics, rankings."""

from __future__ import annotations

from beliefs.spec.features import figures
from beliefs.spec.features.figures import Column, Figure
from beliefs.spec.features.listing import Filter, equals
from beliefs.spec.features.resources import found, params, path_inputs
from beliefs.spec.operations import Input
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import plural, singular

_WORDS: dict[str, Figure] = {
    "total": "sum",
    "sum": "sum",
    "average": "average",
    "mean": "average",
    "avg": "average",
    "minimum": "least",
    "lowest": "least",
    "cheapest": "least",
    "min": "least",
    "maximum": "most",
    "highest": "most",
    "max": "most",
}
_STATS = frozenset({"stats", "statistics", "summary", "analytics", "overview", "report", "metrics"})
CUES = ("count_by", "counts", "figures", "figures_by", "stats", "per", "as_in", "per_kind")


def write(world: World) -> None:
    """Routes that answer with a row at random, or with figures."""
    for route in world.draft.open_routes():
        plan = about(world, route)
        if plan is None or route.method != "GET" or route.of_item:
            continue
        if route.last == "random" or route.said("random"):
            world.add(figures.random(plan.resource(), route.path), route, route.source)
            _use(route, "random", "shows", "answers")
        elif (top := route.said("top")) is not None:
            _ranked(world, plan, route, top)
        elif route.last in _STATS | set(_WORDS) or route.said(*CUES) or route.last == "count":
            _figures(world, plan, route)


def about(world: World, route: Route) -> Plan | None:
    """The thing that a route is about: by its path, by the words around it, else the main one."""
    at = world.at(route.path)
    if at is not None:
        return at[0]
    for cue in route.cues:
        nouns = cue.bound.get("nouns", ())
        nouns = (*nouns, cue.bound["known"]) if "known" in cue.bound else nouns
        for noun in nouns:
            for part in (noun.name, noun.name.rsplit("_", 1)[-1]):
                if part in world.plans:
                    return world.plans[part]
    return world.main()


def _use(route: Route, *says: str) -> None:
    for cue in route.cues:
        if cue.says in says:
            cue.used = cue.used or "figures"


def _filters(plan: Plan, route: Route) -> tuple[Filter, ...]:
    told = [plan.field(each) for each in route.query]
    return tuple(equals(each) for each in told if each is not None)


def _by(plan: Plan, cue: Cue | None) -> Field | None:
    """The field that figures are split by."""
    if cue is None:
        return None
    name = str(cue.bound.get("field", cue.bound.get("by", ""))).lower()
    if "known" in cue.bound:
        name = cue.bound["known"].name
    for each in (name, singular(name), plural(name), f"{name}_id"):
        if (told := plan.field(each)) is not None:
            return told
    return None


def _inside(world: World, plan: Plan, route: Route) -> tuple[Plan, figures.Within | None] | None:
    """What figures of a path with a parameter are about: the rows below it, or that match it."""
    names = params(route.path)
    if not names:
        return plan, None
    name = names[-1]
    below = [each for each in world.plans.values() if each.parent is plan]
    if below:
        child = below[0]
        held = f".{child.parent_field} = input.{name}"
        lines = found(plan.entity, name, plan.visible)
        return child, figures.Within(held, tuple(lines), path_inputs(plan.resource(), route.path))
    for other in world.plans.values():
        told = other.field(name)
        if told is not None and len(names) == 1:
            inputs = (Input(name, "path", Type(told.type.kind)),)
            return other, figures.Within(f".{name} = input.{name}", (), inputs)
    return None


def _figures(world: World, top: Plan, route: Route) -> None:
    about_what = _inside(world, top, route)
    if about_what is None:
        return
    plan, within = about_what
    cue = route.said("count_by", "figures_by", "per", "per_kind")
    by = _by(plan, cue)
    public = route.said("draft_only") or (cue is not None and "published" in cue.text)
    where = plan.listed if public else ""
    if by is not None and cue is not None:
        column = _column(plan, [*cue.words]) if cue.says != "count_by" else Column("count", "count")
        if cue.says == "per" and (other := route.said("figures", "counts")) is not None:
            column = _column(plan, [*other.words])
        world.add(
            figures.grouped(
                plan.resource(),
                route.path,
                by,
                column,
                _filters(plan, route),
                where=where,
                within=within,
            ),
            route,
            route.source,
        )
    elif columns := _columns(plan, route):
        world.add(
            figures.totals(
                plan.resource(), route.path, columns, _filters(plan, route), within=within
            ),
            route,
            route.source,
        )
    else:
        return
    _use(route, *CUES, "answers", "draft_only", "verbs", "thing", "success", "lists")


def _column(plan: Plan, words: list[str]) -> Column:
    """The figure that words name, of the field that they name, or of the only number."""
    kind = next((_WORDS[each] for each in sorted(words) if each in _WORDS), None)
    numbers = [each for each in plan.fields if each.type.kind in {"integer", "number"}]
    named = next((each for each in numbers if each.name in words), None)
    target = named or next((each for each in numbers if not each.name.endswith("_id")), None)
    if kind is None and named is not None:
        kind = "sum"
    if kind is None or target is None:
        return Column("count", "count")
    return Column(f"{_NAMES[kind]}_{target.name}", kind, target.name)


_NAMES = {"sum": "total", "average": "average", "least": "min", "most": "max", "count": "count"}


def _columns(plan: Plan, route: Route) -> tuple[Column, ...]:
    """Figures from the names of what is answered, else those that cues name."""
    columns: list[Column] = []
    for asked in route.answers:
        column = _named(plan, asked)
        if column is None:
            return ()
        columns.append(column)
    if columns:
        return tuple(columns)
    for cue in route.cues:
        if cue.says == "figures":
            columns += [Column("count", "count")] if "count" in cue.words else []
            columns.append(_column(plan, [*cue.words]))
        elif cue.says == "counts" or route.last in {"count", "counts"}:
            columns.append(Column("count", "count"))
    if not columns and route.last in _STATS:
        columns.append(Column("count", "count"))
        for each in plan.fields:
            if each.type.kind == "number":
                columns.append(Column(f"total_{each.name}", "sum", each.name))
                columns.append(Column(f"average_{each.name}", "average", each.name))
    return tuple(dict.fromkeys(columns))


def _named(plan: Plan, asked: Asked) -> Column | None:
    """A figure by the name under which it is answered: total, average_price, max_age."""
    name = asked.field.name
    numbers = [each.name for each in plan.fields if each.type.kind in {"integer", "number"}]
    if name in {"count", "total_count", "number"} or name == f"{plan.entity.plural}_count":
        return Column(name, "count")
    for word, kind in _WORDS.items():
        if name == word and numbers:
            return Column(name, kind, numbers[0])
        rest = name.removeprefix(f"{word}_").removesuffix(f"_{word}")
        if rest != name and rest in numbers:
            return Column(name, kind, rest)
    if name in {"total", f"total_{plan.entity.plural}"}:
        return Column(name, "count")
    return None


def _ranked(world: World, plan: Plan, route: Route, top: Cue) -> None:
    limit = int(top.bound["number"]) if "number" in top.bound else None
    named = next((each for each in route.query if each in {"limit", "n", "count", "top"}), "")
    sort = route.said("sort", "sort_down")
    asked: tuple[Asked, ...] = sort.bound.get("fields", ()) if sort else ()
    asked = (*top.bound.get("fields", ()), *asked)
    kept = (*plan.fields, *plan.own)
    numbers = [each.name for each in kept if each.type.kind in {"integer", "number"}]
    name = next((each.field.name for each in asked if plan.field(each.field.name)), "")
    name = name or next(iter(numbers), "")
    if name:
        made = figures.ranked(
            plan.resource(),
            route.path,
            (f".{name} down",),
            f"top_{plan.entity.plural}",
            limit=limit,
            named=named,
        )
        world.add(made, route, route.source)
        _use(route, "top", "sort", "sort_down", "lists", "shows", "answers")
