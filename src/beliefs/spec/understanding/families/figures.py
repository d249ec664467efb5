"""Random rows, counts, statistics, rankings."""

from __future__ import annotations

from beliefs.spec.features import figures
from beliefs.spec.features.figures import Column, Figure, Split
from beliefs.spec.features.listing import Filter, equals
from beliefs.spec.features.resources import found, params, path_inputs
from beliefs.spec.operations import Input
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.lists import bounds_of
from beliefs.spec.understanding.families.rules import created
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
_SIZES: dict[str, Figure] = {
    **dict.fromkeys(("longest", "largest", "biggest", "greatest"), "most"),
    **dict.fromkeys(("shortest", "smallest", "least"), "least"),
}
_STATS = frozenset({"stats", "statistics", "summary", "analytics", "overview", "report", "metrics"})
CUES = (
    "count_by",
    "counts",
    "figures",
    "figures_by",
    "group_by",
    "stats",
    "per",
    "as_in",
    "per_kind",
)


def shape(world: World) -> None:
    """Rows know when they were made where figures are told by the month or the day."""
    for route in world.draft.routes:
        cue = route.said("count_by", "figures_by", "group_by", "per")
        at = world.at(route.path)
        timed = at is not None and any(each.type.kind in _TIMES for each in at[0].fields)
        if at is not None and at[1] == "/today" and route.method == "GET" and not timed:
            created(at[0])
        if cue is None or at is None or route.method != "GET" or _by(at[0], cue) is not None:
            continue
        if str(cue.bound.get("field", cue.bound.get("by", ""))).lower() in _DATED:
            created(at[0])


# A month as paths and queries name it: 2026-01.
MONTH = Type("string", pattern=r"^\d{4}-(0[1-9]|1[0-2])$")
_YEAR = Type("string", pattern=r"^\d{4}$")
_TIMES = frozenset({"date", "datetime"})
_DATED = frozenset({"month", "day", "date"})


def write(world: World) -> None:
    """Routes that answer with a row at random, or with figures."""
    for route in world.draft.open_routes():
        plan = about(world, route)
        named = params(route.path)[-1:] or [""]
        if plan is None or route.method != "GET" or (route.of_item and named[0] not in _SPANS):
            continue
        if route.last == "random" or route.said("random"):
            _any(world, plan, route)
        elif (top := route.said("top") or _best(route)) is not None:
            _ranked(world, plan, route, top)
        elif route.last.replace("_", "-") in _EXTREMES and not params(route.path):
            _extreme(world, plan, route)
        elif _summary(world, plan, route) or _distinct(world, plan, route):
            continue
        elif (
            route.last in _STATS | set(_WORDS) | {"count"}
            or route.said(*CUES)
            or (route.example is not None and route.answers)
        ):
            _figures(world, plan, route)


_EXTREMES = {
    "cheapest": ("price", ""),
    "most-expensive": ("price", " down"),
    "oldest": ("", ""),
    "first": ("", ""),
    "newest": ("", " down"),
    "latest": ("", " down"),
    "last": ("", " down"),
}


def _extreme(world: World, plan: Plan, route: Route) -> None:
    """One row: the cheapest, the newest."""
    wanted, down = _EXTREMES[route.last.replace("_", "-")]
    numbers = [each.name for each in plan.fields if each.type.kind in {"integer", "number"}]
    name = next((each for each in numbers if each in {wanted, "cost"}), "") if wanted else ""
    if wanted and not name:
        return
    made = figures.extreme(
        plan.resource(), route.path, f".{name or plan.key.name}{down}", route.last
    )
    world.add(made, route, route.source)
    _use(route, "shows", "answers", "thing", "newest", "oldest")


def _any(world: World, plan: Plan, route: Route) -> None:
    """Any row; at a path of one row, any of those below it."""
    below = _inside(world, plan, route)
    if below is None:
        return
    top, within = below
    world.add(figures.random(top.resource(), route.path, within), route, route.source)
    _use(route, "random", "shows", "answers")


def _distinct(world: World, plan: Plan, route: Route) -> bool:
    """Every value of a field once: GET /tags, GET /categories."""
    told = plan.field(route.last) or plan.field(singular(route.last))
    plain = route.said("distinct", "lists", "shows", "thing", "tagged") is not None
    counted = route.said(*CUES) is not None or route.example is not None
    listed = any(each.path == route.path for each in world.plans.values())
    if (
        told is None
        or listed
        or counted
        or not plain
        or len(route.segments) > 1 + world.base.count("/")
    ):
        return False
    world.add(figures.distinct(plan.resource(), route.path, told), route, route.source)
    _use(route, "distinct", "lists", "shows", "thing", "answers", "tagged")
    return True


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
    found = [equals(each) for each in told if each is not None]
    names = [each for each in route.query if plan.field(each) is None]
    names += [each.field.name for each in route.takes]
    ranged = route.said("filter_range")
    if ranged is not None:
        names += [each for each in ("from", "to") if each not in names]
        for cue in route.cues:
            if cue.says == "filter_range" or (cue.says == "filter" and not cue.bound):
                cue.used = "figures"
    bounds = [bounds_of(plan, each) for each in dict.fromkeys(names)]
    return (*found, *(each for each in bounds if each is not None))


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
    if name in _DATED:
        kept = (*plan.fields, *plan.own)
        return next((each for each in kept if each.type.kind in {"date", "datetime"}), None)
    return None


def _grouping(plan: Plan, route: Route, cue: Cue) -> tuple[Column, ...]:
    """The figures of each group."""
    named = [_named(plan, each) for each in route.answers]
    told = tuple(each for each in named if each is not None)
    if told and len(told) == len(named):
        counted = cue.says == "count_by" and all(each.name != "count" for each in told)
        return (*told, Column("count", "count")) if counted else told
    if cue.says == "count_by":
        return (Column("count", "count"),)
    words = [*cue.words]
    if cue.says in {"per", "group_by"} and (other := route.said("figures", "counts")) is not None:
        words = [*other.words]
    return (_column(plan, words),)


def _inside(world: World, plan: Plan, route: Route) -> tuple[Plan, figures.Within | None] | None:
    """What figures of a path with a parameter are about: the rows below it, or that match it."""
    names = params(route.path)
    if not names:
        return plan, None
    name = names[-1]
    if plan.parent is not None and params(plan.path) == names:
        held = f".{plan.parent_field} = input.{name}"
        lines = found(plan.parent.entity, name, plan.parent.visible)
        return plan, figures.Within(
            held, tuple(lines), path_inputs(plan.parent.resource(), route.path)
        )
    key = f"{plan.thing.name}_id"
    below = [each for each in world.plans.values() if each.parent is plan]
    below += [each for each in world.plans.values() if each.field(key) and each not in below]
    if below:
        child = next((each for each in below if _spoken(each, route)), below[0])
        held = f".{child.parent_field if child.parent is plan else key} = input.{name}"
        lines = found(plan.entity, name, plan.visible)
        return child, figures.Within(held, tuple(lines), path_inputs(plan.resource(), route.path))
    if name in _SPANS and len(names) == 1:
        return _spanned(plan, name)
    for other in world.plans.values():
        told = other.field(name)
        if told is not None and len(names) == 1:
            inputs = (Input(name, "path", Type(told.type.kind)),)
            return other, figures.Within(f".{name} = input.{name}", (), inputs)
    return None


_SPANS = frozenset({"month", "year", "day", "date"})


def _spanned(plan: Plan, name: str) -> tuple[Plan, figures.Within] | None:
    """The rows of the month, the year or the day that a path names."""
    times = [each for each in (*plan.fields, *plan.own) if each.type.kind in {"date", "datetime"}]
    if not times or plan.field(name) is not None:
        return None
    when = f".{times[0].name}"
    held, kind = f"month({when}) = input.{name}", MONTH
    if name == "year":
        held, kind = f"starts(month({when}), input.{name})", _YEAR
    elif name in {"day", "date"}:
        day = f"date({when})" if times[0].type.kind == "datetime" else when
        held, kind = f"{day} = input.{name}", Type("date")
    return plan, figures.Within(held, (), (Input(name, "path", kind),))


def _spoken(plan: Plan, route: Route) -> bool:
    return any(plan.thing.name in cue.words for cue in route.cues)


def _today(plan: Plan, route: Route) -> str:
    """The condition for rows of today, where the route is about that."""
    times = [each for each in (*plan.fields, *plan.own) if each.type.kind in {"date", "datetime"}]
    if route.last != "today" or not times:
        return ""
    kept = f".{times[0].name}"
    return f"{f'date({kept})' if times[0].type.kind == 'datetime' else kept} = today()"


def _figures(world: World, top: Plan, route: Route) -> None:
    about_what = _inside(world, top, route)
    if about_what is None:
        return
    plan, within = about_what
    if within is None and (today := _today(plan, route)):
        within = figures.Within(today, (), ())
    cue = route.said("count_by", "figures_by", "group_by", "per", "per_kind")
    by = _by(plan, cue)
    if by is None and cue is not None and cue.says in {"count_by", "figures_by", "group_by"}:
        return  # what is asked for is not there to be told by
    public = route.said("draft_only") or (cue is not None and "published" in cue.text)
    where = plan.listed if public else ""
    if by is not None and cue is not None:
        columns = _grouping(plan, route, cue)
        dated = by.type.kind in {"date", "datetime"}
        spoken = str(cue.bound.get("field", cue.bound.get("by", ""))).lower()
        span = (
            "month" if dated and spoken == "month" else "date" if by.type.kind == "datetime" else ""
        )
        world.add(
            figures.grouped(
                plan.resource(),
                route.path,
                by,
                columns,
                _filters(plan, route),
                where=where,
                within=within,
                span="month" if span == "month" else "date" if span else "",
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
    _use(route, *CUES, "answers", "draft_only", "verbs", "thing", "crud", "lists", "shows")


def _summary(world: World, plan: Plan, route: Route) -> bool:
    """Figures that are told one by one, each under its name; some split by a field."""
    cue = route.said("summary")
    if cue is None:
        return False
    columns: list[Column] = []
    splits: list[Split] = []
    for told in cue.bound["summary"]:
        if told.by:
            by = plan.field(told.by)
            kinds = {"integer", "number"}
            numbers = [each.name for each in plan.fields if each.type.kind in kinds]
            name = next((each for each in told.words if each in numbers), "")
            if by is None:
                return False
            held = _of(plan, name, "sum", name) if name else Column("count", "count")
            splits.append(Split(told.name, by.name, held))
            continue
        column = _named(plan, Asked(Field(told.name, Type("number")), known=True))
        if "number" in told.words and plan.thing.name in map(singular, told.words):
            column = Column(told.name, "count")
        if column is None:
            return False
        columns.append(column)
    made = figures.totals(
        plan.resource(), route.path, tuple(columns), _filters(plan, route), splits=tuple(splits)
    )
    world.add(made, route, route.source)
    _use(route, *CUES, "summary", "answers", "thing", "shows")
    return True


def _column(plan: Plan, words: list[str]) -> Column:
    """The figure that words name, of the field that they name, or of the only number."""
    kind = next((_WORDS[each] for each in sorted(words) if each in _WORDS), None)
    numbers = [each for each in plan.fields if each.type.kind in {"integer", "number"}]
    counted = [each for each in plan.own if each.type.kind in {"integer", "number"}]
    named = next((each for each in (*numbers, *counted) if each.name in words), None)
    target = named or next((each for each in numbers if not each.name.endswith("_id")), None)
    if kind is None and named is not None:
        kind = "sum"
    if kind is None or target is None:
        return Column("count", "count")
    return _of(plan, f"{_NAMES[kind]}_{target.name}", kind, target.name)


def _of(plan: Plan, name: str, kind: Figure, field: str) -> Column:
    """A figure of a field; rows that lack it do not count."""
    told = plan.field(field)
    lacking = told is not None and told.type.nullable
    return Column(name, kind, field, f".{field} != null" if lacking else "")


def _summed(name: str) -> bool:
    """Whether a total of it is a sum, and not how many there are."""
    parts = {"amount", "price", "cost", "hours", "quantity", "points", "minutes", "value", "total"}
    return not parts.isdisjoint(name.split("_"))


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
    for word, kind in (*_WORDS.items(), *_SIZES.items()):
        if name == word and numbers and (name != "total" or _summed(numbers[0])):
            return _of(plan, name, kind, numbers[0])
        rest = name.removeprefix(f"{word}_").removesuffix(f"_{word}")
        near = next((each for each in numbers if each.endswith(f"_{rest}")), "")
        if rest != name and (rest in numbers or near):
            return _of(plan, name, kind, rest if rest in numbers else near)
    if name in {"total", f"total_{plan.entity.plural}", plan.entity.plural}:
        return Column(name, "count")
    return _counted(plan, name)


def _counted(plan: Plan, name: str) -> Column | None:
    """How many rows have a choice, or a yes: "finished", "done"."""
    for each in (*plan.fields, *plan.own):
        if name in each.type.choices:
            return Column(name, "count", where=f'.{each.name} = "{name}"')
        if each.type.kind == "boolean" and name in {each.name, f"{each.name}_count"}:
            return Column(name, "count", where=f".{each.name} = true")
    return None


def _ranked_by(world: World, plan: Plan, top: Cue) -> figures.Below | None:
    """The figure over rows below that a ranking speaks of: "the highest average rating"."""
    names = {part for each in top.bound["fields"] for part in each.field.name.split("_")}
    names |= {singular(each) for each in names} | set(top.words)
    for child in world.plans.values():
        key = child.parent_field if child.parent is plan else f"{plan.thing.name}_id"
        if child.parent is not plan and child.field(key) is None:
            continue
        numbers = [
            each.name
            for each in child.fields
            if each.type.kind in {"integer", "number"} and not each.name.endswith("_id")
        ]
        spoken = child.thing.name in names
        name = next((each for each in numbers if each in names), numbers[0] if numbers else "")
        if names & {"average", "mean"} and name and (spoken or name in names):
            return figures.Below(child.entity, key, Column(f"average_{name}", "average", name))
        if names & {"total", "sum"} and name and (spoken or name in names):
            return figures.Below(child.entity, key, Column(f"total_{name}", "sum", name))
        if spoken:
            return figures.Below(child.entity, key, Column(f"{child.entity.plural}_count", "count"))
    return None


def _best(route: Route) -> Cue | None:
    """What a path says that asks for the best: GET /scores/top?n=3."""
    if route.last not in {"top", "best"} or params(route.path):
        return None
    named = route.said("route")
    return Cue("top", {}, named.tokens if named is not None else (), 0)


def _ranked(world: World, plan: Plan, route: Route, top: Cue) -> None:
    limit = int(top.bound["number"]) if "number" in top.bound else None
    named = next((each for each in route.query if each in {"limit", "n", "count", "top"}), "")
    sort = route.said("sort", "sort_down")
    asked: tuple[Asked, ...] = sort.bound.get("fields", ()) if sort else ()
    asked = (*top.bound.get("fields", ()), *asked)
    kept = (*plan.fields, *plan.own)
    numbers = [each.name for each in kept if each.type.kind in {"integer", "number"}]
    name = next((each.field.name for each in asked if plan.field(each.field.name)), "")
    below = _ranked_by(world, plan, top) if not name and asked else None
    if below is not None:
        made = figures.ranked_below(plan.resource(), route.path, below, limit=limit, named=named)
        world.add(made, route, route.source)
        _use(route, "top", "sort", "sort_down", "lists", "shows", "answers", "figures")
    name = name or ("" if asked else next(iter(numbers), ""))
    if name and not route.done:
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
