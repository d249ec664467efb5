"""Random rows, counts, statistics, rankings."""

from __future__ import annotations

from beliefs.spec.features import figures
from beliefs.spec.features.figures import Column, Figure
from beliefs.spec.features.listing import Filter, equals
from beliefs.spec.types import Field
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.fields import Asked
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
        elif route.last in _STATS or route.said(*CUES) or route.last in {"count", "counts"}:
            _figures(world, plan, route)


def about(world: World, route: Route) -> Plan | None:
    """The thing that a route is about: by its path, by the words around it, else the main one."""
    found = world.at(route.path)
    if found is not None:
        return found[0]
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


def _figures(world: World, plan: Plan, route: Route) -> None:
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
                plan.resource(), route.path, by, column, _filters(plan, route), where=where
            ),
            route,
            route.source,
        )
    elif columns := _columns(plan, route):
        world.add(
            figures.totals(plan.resource(), route.path, columns, _filters(plan, route)),
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
    found: list[Column] = []
    for asked in route.answers:
        column = _named(plan, asked)
        if column is None:
            return ()
        found.append(column)
    if found:
        return tuple(found)
    for cue in route.cues:
        if cue.says == "figures":
            found.append(_column(plan, [*cue.words]))
        elif cue.says == "counts" or route.last in {"count", "counts"}:
            found.append(Column("count", "count"))
    if not found and route.last in _STATS:
        found.append(Column("count", "count"))
        for each in plan.fields:
            if each.type.kind == "number":
                found.append(Column(f"total_{each.name}", "sum", each.name))
                found.append(Column(f"average_{each.name}", "average", each.name))
    return tuple(dict.fromkeys(found))


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
    limit = int(top.bound["number"])
    sort = route.said("sort", "sort_down")
    asked: tuple[Asked, ...] = sort.bound.get("fields", ()) if sort else ()
    asked = (*top.bound.get("fields", ()), *asked)
    kept = (*plan.fields, *plan.own)
    numbers = [each.name for each in kept if each.type.kind in {"integer", "number"}]
    name = next((each.field.name for each in asked if plan.field(each.field.name)), "")
    name = name or next(iter(numbers), "")
    if name:
        made = figures.ranked(
            plan.resource(), route.path, (f".{name} down",), limit, f"top_{plan.entity.plural}"
        )
        world.add(made, route, route.source)
        _use(route, "top", "sort", "sort_down", "lists", "shows", "answers")
