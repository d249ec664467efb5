"""What lists can do: filters, search, sort, paging."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.listing import (
    Filter,
    Paging,
    bounded,
    equals,
    listing,
    searched,
    tagged,
)
from beliefs.spec.operations import Input
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families import sorting
from beliefs.spec.understanding.families.conditions import condition
from beliefs.spec.understanding.families.rules import created
from beliefs.spec.understanding.families.verbs import spoken
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import singular

_PAGE = frozenset({"page", "per_page", "page_size", "size"})
_SIZES = frozenset({"limit", "per_page", "page_size", "size"})
_OFFSET = frozenset({"limit", "offset", "skip"})
_OF_ALL = _PAGE | _OFFSET | {"sort", "order", "sort_by", "order_by"}
_SEARCH = frozenset({"q", "query", "search", "term", "keyword", "text"})


def shape(world: World) -> None:
    """Give lists what cues and query parameters ask of them."""
    for cue in world.draft.all_said("query"):
        if not any(cue in route.cues for route in world.draft.routes):
            of_all = _OF_ALL.issuperset(cue.bound["query"])  # books and authors alike
            for plan in _near(world, cue) if of_all else _plans(world, cue):
                read = [parameter(world, plan, each) for each in cue.bound["query"]]
                cue.used = "lists" if all(read) else ""
        if "number" in cue.bound and not _SIZES.isdisjoint(cue.bound["query"]):
            for plan in _plans(world, cue):
                plan.paging = replace(plan.paging, usual=int(cue.bound["number"]))
    for cue in world.draft.all_said(
        "filter",
        "filter_range",
        "sort",
        "sort_down",
        "newest",
        "flag_first",
        "newest_by",
        "oldest_by",
    ):
        _cue(world, cue)
    for cue in world.draft.all_said(
        "oldest", "paging", "page_paging", "page_size", "page_links", "envelope"
    ):
        _cue(world, cue)
    for plan in world.plans.values():
        _tags(world, plan)
        for route in world.draft.routes:
            if route.method == "GET" and (route.path == plan.path or _spoken_of(plan, route)):
                names = [*route.query, *(each.field.name for each in route.takes)]
                for name in names:
                    parameter(world, plan, name)
                _searching(plan, route)
        sorting.shape(world, plan)
        for route in world.draft.routes:
            told = route.said("history") if route.path == plan.path else None
            if told is not None and "known" in told.bound and "{" not in plan.path:
                parameter(world, plan, f"{told.bound['known'].name}_id")
    _plain_search(world)
    if any(each.input.wire in _TO for plan in world.plans.values() for each in plan.filters):
        world.draft.use("lists", "inclusive")
    for cue in world.draft.all_said("answers"):
        _wrapped(world, cue)


def _spoken_of(plan: Plan, route: Route) -> bool:
    """Whether a path that is named by a verb lists a thing: GET /listTodos."""
    said = spoken(route)
    return said is not None and said.crud == "list" and said.noun == plan.thing.name


def _wrapped(world: World, cue: Cue) -> None:
    """An answer with the list under a key beside its total: how a paged list looks."""
    token = cue.bound.get("json")
    keys = token.keys if token is not None else ()
    for plan in _plans(world, cue) if "total" in keys and not cue.used else ():
        kept = {"total", plan.paging.start, plan.paging.size}
        lists = [each for each in keys if each not in kept]
        if plan.paging.style and len(lists) == 1:
            plan.paging = replace(plan.paging, envelope=lists[0])
            cue.used = "lists"


def _searching(plan: Plan, route: Route) -> None:
    """Search in the fields that words name: "GET /notes?q= searches title"."""
    cue = route.said("search")
    name = next((each for each in route.query if each in _SEARCH), "")
    if cue is not None and name:
        only = searched(chosen_fields(plan, cue), name)
        plan.filters = [only if each.input.wire == name else each for each in plan.filters]
        cue.used = "lists"
        for other in route.cues:
            other.used = other.used or ("lists" if other.says == "any_case" else "")


def _plans(world: World, cue: Cue) -> list[Plan]:
    """Whose list a cue is about."""
    return _near(world, cue)[:1]


def _near(world: World, cue: Cue) -> list[Plan]:
    """All things whose lists a cue may be about, what it is most likely about first."""
    near = [each for each in world.plans.values() if cue in each.thing.cues]
    for route in world.draft.routes:
        found = world.at(route.path)
        if cue in route.cues and found is not None and found[0] not in near:
            near.append(found[0])
    main = world.main()
    beside = world.draft.said("side_by_side")  # "cars and drivers"
    alike = [each for each in world.plans.values() if beside and beside in each.thing.cues]
    if main is not None and main in alike:
        alike = [main, *(each for each in alike if each is not main)]
        return near or alike
    return near or ([main] if main is not None else [])


def _cue(world: World, cue: Cue) -> None:
    routed = [route for route in world.draft.routes if cue in route.cues]
    if routed and all(_of_its_own(world, each) for each in routed):
        return
    for plan in _plans(world, cue):
        if _applied(world, plan, cue):
            cue.used = "lists"


def _of_its_own(world: World, route: Route) -> bool:
    """Whether a route is not the list of a thing: a cue about it is not about the list."""
    found = world.at(route.path)
    return found is None or found[1] != "" or route.method != "GET"


def _applied(world: World, plan: Plan, cue: Cue) -> bool:
    asked: tuple[Asked, ...] = cue.bound.get("fields", ())
    match cue.says:
        case "filter":
            return bool(asked) and all(parameter(world, plan, each.field.name) for each in asked)
        case "filter_range":
            return _range(plan)
        case "sort" | "sort_down":
            return _sorted(plan, [each.field.name for each in asked], cue)
        case "flag_first":
            told = plan.field(str(cue.bound["name"]))
            if told is None or told.type.kind != "boolean":
                return False
            plan.order.insert(0, f".{told.name} down")
        case "newest_by" | "oldest_by":
            if plan.field(str(cue.bound["name"])) is None:
                return False
            down = " down" if cue.says == "newest_by" else ""
            plan.order.append(f".{cue.bound['name']}{down}")
        case "newest":
            if plan.fixed is None:
                created(plan)
                plan.order.append(".created_at down")
            plan.order.append(f".{plan.key.name} down")
        case "oldest":
            pass
        case "paging":
            if not plan.paging.style:
                plan.paging = replace(plan.paging, style="offset")
        case "page_paging":
            size = next(
                (each for each in ("per_page", "page_size", "limit", "size") if each in cue.text),
                "per_page",
            )
            plan.paging = replace(plan.paging, style="page", start="page", size=size)
            if "usual" in cue.bound:
                usual, most = int(cue.bound["usual"]), int(cue.bound["most"])
                plan.paging = replace(plan.paging, usual=usual, most=most)
        case "page_links":
            back = "prev" if "prev" in cue.text.split() else "previous"
            style = plan.paging.style or "page"
            kept = plan.paging.envelope or "items"
            plan.paging = replace(plan.paging, style=style, envelope=kept, links=("next", back))
            if style == "page" and plan.paging.start == "offset":
                plan.paging = replace(plan.paging, start="page", size="per_page")
        case "page_size":
            plan.paging = replace(plan.paging, usual=int(cue.bound["number"]))
        case _:
            plan.paging = replace(plan.paging, envelope="items")
    return True


def _range(plan: Plan) -> bool:
    dates = [each for each in plan.fields if each.type.kind in {"date", "datetime"}]
    if not dates:
        return False
    known = {each.input.wire for each in plan.filters}
    if known & _FROM and known & _TO:
        return True
    plan.filters.append(_named(bounded(dates[0], "from", ">="), "from_date", "from"))
    plan.filters.append(_named(bounded(dates[0], "to", "<="), "to_date", "to"))
    return True


def _named(made: Filter, name: str, wire: str) -> Filter:
    """A filter whose name on the wire is a word that effects keep for themselves."""
    told = Input(name, "query", made.input.type, required=False, named=wire)
    return Filter(told, made.holds.replace(f"input.{wire}", f"input.{name}"))


def _sorted(plan: Plan, names: list[str], cue: Cue) -> bool:
    known = [each for each in names if plan.field(each) is not None]
    if not known:
        if "sort" in plan.sorts or names:
            return False
        plan.sorts += [each.name for each in plan.fields if each.type.kind not in {"list", "json"}]
        return True
    down = cue.says == "sort_down" or bool(cue.words & {"descending", "desc"})
    if cue.words & {"sortable", "sorting"}:
        plan.sorts += [each for each in known if each not in plan.sorts]
    else:
        plan.order += [f".{each}{' down' if down else ''}" for each in known]
    return True


def _tags(world: World, plan: Plan) -> None:
    """A list of things with tags can be narrowed to one tag."""
    told = plan.field("tags")
    if told is None or any(each.input.name == "tag" for each in plan.filters):
        return
    if world.draft.route("GET", plan.path) is None and "list" not in plan.verbs:
        return
    chosen = world.decide(
        f"can {plan.thing.plural} be listed by tag", ("yes, with ?tag=", 0.7), ("no", 0.3)
    )
    if chosen != "no":
        plan.filters.append(tagged("tags"))


def parameter(world: World, plan: Plan, name: str) -> bool:
    """A query parameter of a list: what it narrows, sorts or cuts."""
    if any(each.input.wire == name for each in plan.filters):
        return True
    told = plan.field(name)
    if (
        told is None
        and plan.parent is not None
        and name
        in {
            plan.parent_field,
            plan.parent_field.removesuffix("_id"),
        }
    ):
        name = plan.parent_field
        told = next(each for each in plan.entity.fields if each.name == name)
    if told is not None and told.type.kind == "list":
        plan.filters.append(_holding(told, singular(name)))
    elif told is not None:
        plan.filters.append(equals(told))
    elif (whole := plan.field(f"{name}s")) is not None and whole.type.kind == "list":
        plan.filters.append(_holding(whole, name))
    elif plan.field(f"{name}_id") is not None:
        plan.filters.append(equals(plan.field(f"{name}_id") or whole or _nothing(name)))
    elif name in _SEARCH:
        plan.filters.append(searched(_texts(plan), name))
    elif name in _PAGE:
        other = name if name != "page" else plan.paging.size
        size = "per_page" if other == "limit" else other
        plan.paging = replace(plan.paging, style="page", start="page", size=size)
    elif name in _OFFSET:
        if plan.paging.style != "page":
            plan.paging = replace(plan.paging, style="offset")
        if name == "skip":
            plan.paging = replace(plan.paging, start="skip")
    elif _on_day(plan, name) or _in_period(plan, name) or _between(plan, name):
        pass
    elif name in {"prefix", "starts_with"} and _texts(plan):
        text = _texts(plan)[0].name
        holds = f"input.{name} = null or starts(lower(.{text}), lower(input.{name}))"
        plan.filters.append(Filter(Input(name, "query", Type("string"), required=False), holds))
    elif name in sorting.NAMES:
        plan.sorts = [each.name for each in plan.fields if each.type.kind not in {"list", "json"}]
    elif not _bound(plan, name) and not _yes(plan, name):
        return False
    del world
    return True


def _yes(plan: Plan, name: str) -> bool:
    """A parameter of yes or no: ?overdue=true are those that are, false the others."""
    held = condition(plan, name)
    if held:
        asked = Input(name, "query", Type("boolean"), required=False)
        rows = f"if(input.{name}, {held}, not({held}))"
        plan.filters.append(Filter(asked, f"input.{name} = null or {rows}"))
    return bool(held)


def _holding(told: Field, named: str) -> Filter:
    """Rows whose list has what is asked for; a list of records, one of that name."""
    item = told.type.item
    parts = [each.name for each in item.fields] if item is not None else []
    if not parts:
        return tagged(told.name, named)
    part = next((each for each in ("name", "title", named) if each in parts), parts[0])
    held = f"count(.{told.name}[where .{part} = input.{named}]) > 0"
    return Filter(
        Input(named, "query", Type("string"), required=False), f"input.{named} = null or {held}"
    )


def _nothing(name: str) -> Field:
    return Field(name, Type("string"))


def _bound(plan: Plan, name: str) -> bool:
    """Parameters like min_price and date_to."""
    found = bounds_of(plan, name)
    plan.filters += [found] if found is not None else []
    return found is not None


_FROM = frozenset(
    {"min", "from", "since", "after", "start", "start_date", "from_date", "date_from"}
)
_TO = frozenset({"max", "to", "until", "before", "end", "end_date", "to_date", "date_to"})
_DATES = ("date", "datetime")


def bounds_of(plan: Plan, name: str) -> Filter | None:
    """What a parameter like min_price, date_to or since narrows."""
    for start, sign in (
        *((each, ">=") for each in sorted(_FROM)),
        *((each, "<=") for each in sorted(_TO)),
    ):
        rest = name.removeprefix(f"{start}_").removesuffix(f"_{start}")
        names = (rest, f"{rest}_date", f"{rest}_at", f"{rest}_on") if rest != name else ()
        told = next((known for each in names if (known := plan.field(each))), None)
        if told is None and name == start and start not in {"min", "max"}:
            told = next(
                (each for each in (*plan.fields, *plan.own) if each.type.kind in _DATES), None
            )
        if told is not None:
            return bounded(told, name, ">=" if sign == ">=" else "<=")
    return None


def _on_day(plan: Plan, name: str) -> bool:
    """A parameter that names one day."""
    times = [each for each in (*plan.fields, *plan.own) if each.type.kind in _DATES]
    if not times or name not in {"date", "day", "on"}:
        return False
    field = times[0]
    day = Input(f"on_{name}", "query", Type("date"), required=False, named=name)
    kept = f"date(.{field.name})" if field.type.kind == "datetime" else f".{field.name}"
    plan.filters.append(Filter(day, f"input.on_{name} = null or {kept} = input.on_{name}"))
    return True


_PERIODS = {"month": r"[0-9]{4}-[0-9]{2}", "year": r"[0-9]{4}"}


def _in_period(plan: Plan, name: str) -> bool:
    """A parameter that names a month or a year: ?month=2026-05."""
    times = [each for each in (*plan.fields, *plan.own) if each.type.kind in _DATES]
    if not times or name not in _PERIODS:
        return False
    told = Input(name, "query", Type("string", pattern=f"^{_PERIODS[name]}$"), required=False)
    holds = f"input.{name} = null or starts(.{times[0].name}, input.{name})"
    plan.filters.append(Filter(told, holds))
    return True


def _between(plan: Plan, name: str) -> bool:
    """A number between two fields of a row: ?players=4 where games have min_ and max_players."""
    low, high = plan.field(f"min_{name}"), plan.field(f"max_{name}")
    if low is None or high is None or low.type.kind not in {"integer", "number"}:
        return False
    told = Input(name, "query", Type(low.type.kind), required=False)
    held = f".{low.name} <= input.{name} and .{high.name} >= input.{name}"
    plan.filters.append(Filter(told, f"input.{name} = null or ({held})"))
    return True


def _texts(plan: Plan) -> tuple[Field, ...]:
    """The fields that are searched when nobody says which."""
    return tuple(
        each
        for each in plan.fields
        if each.type.kind in {"string", "email", "url"} and not each.type.choices
    )


def _plain_search(world: World) -> None:
    """Search that the goal asks for without a route: `q` of the list."""
    routed = [cue for route in world.draft.routes for cue in route.cues]
    for cue in world.draft.all_said("search"):
        if cue in routed or any(each.last == "search" for each in world.draft.routes):
            continue
        for plan in _plans(world, cue):
            wires = [each.input.wire for each in plan.filters]
            named = next((each for each in wires if each in _SEARCH and not plan.field(each)), "")
            if not named:
                world.assume(f"how {plan.thing.plural} are searched", f"GET {plan.path}?q=")
            plan.filters = [each for each in plan.filters if each.input.wire != (named or "q")]
            plan.filters.append(searched(chosen_fields(plan, cue), named or "q"))
            cue.used = "lists"


def chosen_fields(plan: Plan, cue: Cue | None) -> tuple[Field, ...]:
    """The fields that a cue names, else every text."""
    asked: tuple[Asked, ...] = cue.bound.get("fields", ()) if cue is not None else ()
    named = tuple(
        told
        for told in _texts(plan)
        for each in asked
        if told.name == each.field.name or told.name.endswith(f"_{each.field.name}")
    )
    return named or _texts(plan)


def write(world: World) -> None:
    """Routes that search, or list in a way of their own."""
    for route in world.draft.open_routes():
        if route.method != "GET":
            continue
        if route.last in {"low", "low-stock", "low_stock"} or route.said("low"):
            _low(world, route)
        elif route.last == "search" or (route.said("search") and not route.of_item):
            _search(world, route)


def _looked(plan: Plan, name: str) -> tuple[Field, ...]:
    """The texts that a parameter of a search is called after: `name` looks in first_name too."""
    if name in _SEARCH and plan.field(name) is None:
        return ()
    return tuple(
        each for each in _texts(plan) if each.name == name or each.name.endswith(f"_{name}")
    )


def _low(world: World, route: Route) -> None:
    """Rows of which there are few: fewer than the request says."""
    found = world.at(route.path)
    names = [each for each in ("stock", "quantity", "count") if found and found[0].field(each)]
    asked = next(iter((*route.query, *(each.field.name for each in route.takes))), "")
    if found is None or not names or not asked:
        return
    plan = found[0]
    usual = route.samples.get(asked, "")
    usual = usual if usual.isdigit() else ""
    least = Input(asked, "query", Type("integer"), required=not usual, default=usual)
    few = Filter(least, f".{names[0]} < input.{asked}")
    world.assume(f"which {plan.thing.plural} run low", f"those whose {names[0]} is below {asked}")
    made = listing(
        plan.resource(), replace(plan.wants, filters=(few,), paging=Paging()), route.path
    )
    made = replace(made, name=f"low_{made.name.removeprefix('list_')}", summary="What runs low.")
    world.add(made, route, route.source)
    for cue in route.cues:
        cue.used = cue.used or "lists"


def _search(world: World, route: Route) -> None:
    found = world.at(route.path)
    plan = found[0] if found is not None else world.main()
    if plan is None or route.path == plan.path:
        return
    name = next((each for each in route.query if each in _SEARCH), "")
    name = name or next((each.field.name for each in route.takes), "")
    name = name or next(iter(route.query), "q")
    only = [searched(_looked(plan, name) or chosen_fields(plan, route.said("search")), name)]
    if len(route.query) < 2:
        only = [replace(only[0], input=replace(only[0].input, required=True))]
        only = [replace(only[0], holds=only[0].holds.removeprefix(f"input.{name} = null or "))]
    more = [each for each in route.query if each != name]
    before = list(plan.filters)
    plan.filters = []
    for each in more:
        parameter(world, plan, each)
    wants = replace(plan.wants, filters=(*only, *plan.filters), paging=Paging())
    plan.filters = before
    made = listing(plan.resource(), wants, route.path)
    made = replace(made, name=f"search_{made.name.removeprefix('list_')}")
    world.add(replace(made, summary=f"Search {plan.thing.plural}."), route, route.source)
    world.draft.use("lists", "search", "search_both", "any_case")
