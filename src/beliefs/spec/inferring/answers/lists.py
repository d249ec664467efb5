"""Lists: which rows a query keeps, in which order, and how they are cut and wrapped."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import totals_in
from beliefs.spec.documents.contract import Param, Route, Shape, is_list, is_record
from beliefs.spec.documents.names import CREATED, OFFSETS, PAGES, SIZES, SORTS, WAYS
from beliefs.spec.documents.places import Step, names, unwrapped
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.inferring.answers.accounting import accounted, is_cut, unaccounted
from beliefs.spec.inferring.answers.besides import beside
from beliefs.spec.inferring.answers.cursors import cursor_of, is_cursor, next_in
from beliefs.spec.inferring.answers.edges import boxed, given_day
from beliefs.spec.inferring.answers.either import bounded, sorting
from beliefs.spec.inferring.answers.filters import filtered, narrowed, searched, whose
from beliefs.spec.inferring.answers.leaving_out import unless_asked
from beliefs.spec.inferring.answers.neighbours import links, page_size
from beliefs.spec.inferring.answers.ordering import by_time, stated_order
from beliefs.spec.inferring.answers.singled import columns_only, values_only
from beliefs.spec.inferring.answers.timing import timed
from beliefs.spec.inferring.answers.whose import asked_of, whose_rows
from beliefs.spec.inferring.families.lasting import overlapping
from beliefs.spec.inferring.families.lining import available
from beliefs.spec.inferring.families.marks import followed
from beliefs.spec.inferring.families.turns import by_moment
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import listed, made
from beliefs.spec.inferring.rules.trash import asks_deleted
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.service import Unknown
from beliefs.spec.types import Type

SEARCHES = {
    "contains",
    "q",
    "query",
    "search",
    "keyword",
    "keywords",
    "term",
    "text",
    "s",
    "searchterm",
}


@dataclass(slots=True)
class Query:
    """What the parameters of a list ask for."""

    holds: list[str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    size: str = ""
    start: str = ""  # how many are left out
    values: dict[str, str] = field(default_factory=dict)  # of an envelope, by plain name
    pages: str = ""
    late: bool = False  # sorted or kept by what is worked out
    late_holds: list[str] = field(default_factory=list)
    otherwise: list[str] = field(default_factory=list)  # the order while no other is asked for
    guards: list[str] = field(default_factory=list)  # that a parameter can be read at all
    told: bool = False  # a sentence tells the rows, and all of it is understood
    day: str = ""  # what stands for today, where a parameter says of which day rows are told


def list_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...], where: list[str]
) -> list[str]:
    """An effect that answers rows of a holding."""
    route = columns_only(_without(route, holding), holding)
    heard: list[Unknown] = []
    query = read_query(replace(writer, unknown=heard.append), route, holding)
    lines = _listed_lines(writer, route, holding, chain, where, query)
    text = " ".join(lines)
    for each in heard:
        asked = re.match(r"the parameter (\S+) of ", each.words)
        if asked is None or not re.search(rf"\binput\.{writer.name(asked[1])}\b", text):
            writer.unknown(each)
    away = not query.told and route.method == "GET" and not _is_home(route, holding, writer)
    away = away and (is_cut(route) or "[where" not in text)  # of all rows, and not of some
    if away and not accounted(route.words, holding, lines):
        writer.unknown(unaccounted(route, lines))
    return [each.replace("today()", query.day) for each in lines] if query.day else lines


def _is_home(route: Route, holding: Holding, writer: Writer) -> bool:
    """Whether a list is at the path where rows of its kind live."""
    return any(names(writer.chain(route)) == place for place in holding.places)


def _listed_lines(
    writer: Writer,
    route: Route,
    holding: Holding,
    chain: tuple[Step, ...],
    where: list[str],
    query: Query,
) -> list[str]:
    from beliefs.spec.inferring.valuing.selecting import only_of, selected_rows

    sorted_ = _with_item(route, holding, writer)
    told = selected_rows(writer, route, sorted_)
    query.told = told is not None
    holds = [*where, *writer.mine(route, holding), *query.holds, *narrowed(route, holding)]
    holds += timed(route, holding)
    holds += writer.present(route, holding)
    holds += [each for each in (followed(writer, route, holding),) if each]
    asked = {plain(each.name) for each in route.params if each.place == "query"}
    for condition in (*(told.holds if told is not None else ()), *only_of(writer, route, holding)):
        if {plain(each) for each in re.findall(r"(?<![\w)\]])\.(\w+)", condition)} <= asked:
            continue  # whoever asks says which
        if any(re.search(rf"(?<![\w)\]])\.{each}\b", condition) for each in holding.computed):
            query.late = True
            query.late_holds.append(condition)
        elif derived := _by_derived(holding, condition):
            holds.append(derived)
        elif condition not in " and ".join(holds):
            holds.append(condition)
    query.size = query.size or (told.limit if told is not None else "")
    only = values_only(route, holding)
    order = [*query.order, *query.otherwise] or by_moment(route, holding)
    order = order or list(told.order if told is not None else ()) or stated_order(route, sorted_)
    said = f"{route.words}. {route.good.words if route.good else ''}"
    if only and re.search(r"(?i)\balphabetical|\b(?:sorted|in order)\b(?! (?:by|of))", said):
        order = [f".{only}"]
    clauses = [f"where {every(holds)}"] if holds else []
    late = query.late or any(
        each.split(" ")[0].removeprefix(".") in sorted_.computed for each in order
    )
    ordered = [f"by {each}" for each in order]
    clauses += [] if late else ordered
    rows = f"{holding.name}[{', '.join(clauses)}]" if clauses else holding.name
    if late:
        # What is worked out can be sorted by once it is there.
        answered, _ = unwrapped(route.good.shape if route.good else None)
        item = answered.item if answered is not None and is_list(answered) else None
        rows = f"{listed(rows, holding, item, writer.kept)}"
        after = [f"where {every(query.late_holds)}"] if query.late_holds else []
        rows += f"[{', '.join([*after, *ordered])}]"
    cursor = cursor_of(writer, route, holding, order, query.size) if not late else None
    cut = []
    if cursor is not None:
        cut += [f"where {cursor.where}"] if cursor.where else [f"skip {cursor.start}"]
        query.guards += cursor.guards
        query.values[plain(_next_name(route))] = cursor.next
    elif query.start:
        cut.append(f"skip {query.start}")
    if query.size:
        cut.append(f"limit {query.size}")
    lines = [*(writer.above(route, chain[:-1]) if chain else []), *query.guards]
    shape = route.good.shape if route.good else None
    wrapped, _ = unwrapped(shape)
    if only and not late:
        one = holding.variable
        rows, late = f"each({one} in {rows}: {one}.{only})", True
    if shape is None or is_list(shape):
        if cut or (route.good and route.good.headers) or totals_in(route.words):
            shown = f"found[{', '.join(cut)}]" if cut else "found"
            values = _wrapping(query, shown)
            scene = Scene(holding, rows=shown, values=values, shown=late)
            return [*lines, f"let found = {rows}", writer.answer(route, scene)]
        return [*lines, writer.answer(route, Scene(holding, rows=rows, shown=late))]
    lines.append(f"let found = {rows}")
    shown = f"found[{', '.join(cut)}]" if cut else "found"
    values = _wrapping(query, shown)
    if is_record(shape) and not any(plain(each).startswith("total") for each in shape.names):
        values["count"] = "count(found)"  # nothing else says how many there are
    if is_record(shape):
        values = {**beside(writer, route, holding, chain, shown), **values}
    scene = Scene(holding, rows=shown, values=values, shown=late)
    if not is_list(wrapped) and not is_record(shape):
        scene = Scene(holding, rows="found")
    return [*lines, writer.answer(route, scene)]


def _with_item(route: Route, holding: Holding, writer: Writer) -> Holding:
    """Rows with what this list alone shows of them, which it may be sorted by."""
    from beliefs.spec.inferring.keeping.explaining import worked_out

    shown, _ = unwrapped(route.good.shape if route.good else None)
    item = shown.item if shown is not None and is_list(shown) else None
    known = {*holding.fields, *holding.computed, holding.key.name}
    more = {
        each.name: template
        for each in (item.properties if item is not None else ())
        if each.name not in known and (template := worked_out(holding, each, writer.kept))
    }
    return replace(holding, computed={**holding.computed, **more}) if more else holding


def _without(route: Route, holding: Holding) -> Route:
    """The route, with rows that lack what words leave out: "all of them, without their tokens"."""
    told = re.findall(r"(?i)\bwithout (?:their|its|the) [`\"]?(\w+)", route.words)
    left = {plain(form) for word in told for form in (word, singular(word))}
    names = {each for each in holding.shown if plain(each) in left}
    shape = route.good.shape if route.good else None
    if not names or route.good is None or (shape is not None and not is_list(shape)):
        return route
    item = shape.item if shape is not None and shape.item is not None else holding.shape
    parts = tuple(each for each in item.properties if each.name not in names)
    made = Shape(Type("list"), item=replace(item, name="", properties=parts))
    replies = tuple(
        replace(each, shape=made) if each is route.good else each for each in route.replies
    )
    return replace(route, replies=replies)


def _next_name(route: Route) -> str:
    part = next_in(route.good.shape if route.good else None)
    return part.name if part is not None else ""


def _by_derived(holding: Holding, condition: str) -> str:
    """A condition by what is worked out and not shown, as one by keys; empty for other ones."""
    one, key = holding.variable, holding.key.name
    worked = {
        name: template.replace("$", one)
        for name, template in holding.derived.items()
        if re.search(rf"(?<![\w)\]])\.{name}\b", condition)
    }
    if not worked:
        return ""
    rows = f"each({one} in {holding.name}: merge({one}, {made(worked)}))[where {condition}]"
    return f".{key} in each({one} in {rows}: {one}.{key})"


def _wrapping(query: Query, shown: str) -> dict[str, str]:
    """The values that an envelope may have beside its list."""
    values = dict.fromkeys(
        ("total", "totalcount", "totalitems", "totalresults", "totalrecords", "totalelements"),
        "count(found)",
    )
    values["count"] = f"count({shown})" if shown != "found" else "count(found)"
    size = query.size
    if size:
        pages = f"floor((count(found) + {size} - 1) / {size})"
        values |= dict.fromkeys(("pages", "totalpages", "pagecount", "lastpage"), pages)
        more = f"{query.start or '0'} + {size} < count(found)"
        values |= dict.fromkeys(("hasnext", "hasmore", "hasnextpage", "more"), more)
        before = f"{query.start or '0'} > 0"
        values |= dict.fromkeys(("hasprev", "hasprevious", "haspreviouspage"), before)
        if query.pages:
            values |= dict.fromkeys(("nextpage",), f"if({more}, {query.pages} + 1, null)")
            values |= dict.fromkeys(("prevpage",), f"if({before}, {query.pages} - 1, null)")
    return values | query.values


def every(holds: list[str]) -> str:
    """All of the conditions.

    >>> every(["a = 1", "b = 1 or c = 1"])
    'a = 1 and (b = 1 or c = 1)'
    """
    if len(holds) == 1:
        return holds[0]
    return " and ".join(f"({each})" if " or " in each else each for each in holds)


def read_query(writer: Writer, route: Route, holding: Holding) -> Query:
    """What each parameter of a list is for."""
    query = Query()
    params = [each for each in route.params if each.place == "query"]
    by_use = {use: each for each in params if (use := _use(each, holding))}
    for each in params:
        name = f"input.{writer.name(each.name)}"
        query.values[plain(each.name)] = name
        match _use(each, holding):
            case "size":
                query.size = name if each.default or each.required else query.size or name
            case "offset":
                query.start = name
            case "page" | "sort" | "way":
                pass
            case _ if is_cursor(each, route):
                query.values.pop(plain(each.name))
            case "search":
                query.holds.append(_silent(name, each, searched(each, route, holding, name)))
            case _ if holding.gone and asks_deleted(each):
                pass
            case _ if box := boxed(each, holding, name):
                way = writer.refuse(
                    route,
                    "out_of_range",
                    f"{each.name} must be four numbers",
                    each.name,
                    (400, 422),
                )
                query.guards.append(f"guard {_silent(name, each, box[0])} else {way}")
                query.holds.append(_silent(name, each, box[1]))
            case _:
                asked = _within(each)
                measured, late = whose(asked, holding, name)
                if not measured and (room := available(each, holding, name, writer.kept)):
                    measured, late = room, True
                day = given_day(each, route, holding, name)
                if day:
                    query.day = name if each.required else f"or_else({name}, today())"
                spoken = f"{each.shape.words}. {asked_of(route, each.name)}"
                condition = measured or day or overlapping(asked, route, holding, name)
                condition = condition or whose_rows(spoken, holding, writer.kept, name)
                condition = condition or filtered(asked, holding, name, writer, route)
                bound = "" if measured else bounded(asked, holding, name)
                measured, late, condition = (
                    (bound, True, bound) if bound else (measured, late, condition)
                )
                if measured and late:
                    query.late = True
                    query.late_holds.append(_silent(name, each, condition))
                elif condition:
                    usual = unless_asked(asked, route, holding, name, condition)
                    query.holds.append(usual or _silent(name, each, condition))
                else:
                    query.values.pop(plain(each.name), None)
                    writer.unknown(
                        Unknown(
                            "blocking",
                            f"the parameter {each.name} of {route.method} {route.path}",
                            route.source,
                            "it filters by nothing that is kept",
                        )
                    )
    page = by_use.get("page")
    if page is not None:
        _paged(query, page, by_use.get("size"), writer, page_size(route))
    cut = query.size if page is not None or by_use.get("offset") is not None else ""
    if cut:
        query.values |= links(writer, route, page, by_use.get("offset"), cut)
    size = by_use.get("size")
    if size is not None and not size.default and not size.required and page is None:
        query.size = f"input.{writer.name(size.name)}"
    sort = by_use.get("sort")
    query.order = _ordered(writer, sort, by_use.get("way"), holding, route)
    if sort is not None and not sort.default and not sort.required:
        query.otherwise = by_time(route, holding)
    for choice in _choices(sort, route.words) if sort is not None else ():
        found, _ = _sort_field(choice, holding)
        found = found or sorting(choice, route, holding)
        if keys := _meant(choice, route, holding):
            found = keys[0].split(" ")[0].removeprefix(".")
        query.late = query.late or found in holding.computed or "(" in found
        if not found:
            writer.unknown(
                Unknown(
                    "material",
                    f"sorting {route.path} by {choice}",
                    route.source,
                    "nothing that is kept is called so",
                )
            )
    return query


def _use(param: Param, holding: Holding) -> str:
    name = plain(param.name)
    if holding.named(param.name) and name not in SIZES | PAGES | SORTS:
        return ""
    if name in SIZES and param.shape.type.kind == "string":
        return ""  # the size of a thing, `S` or `L`, and not that of a page
    uses = (("size", SIZES), ("offset", OFFSETS), ("page", PAGES), ("sort", SORTS), ("way", WAYS))
    numeric = param.shape.type.kind in {"integer", "number"}
    if name in WAYS and (choices := param.shape.type.choices):
        ways = ("asc", "desc", "up", "down", "rising", "falling", "1", "-1", "+", "-")
        return "way" if all(each.lower().startswith(ways) for each in choices) else "sort"
    for use, known in uses:
        if name in known and (numeric or use in {"sort", "way"}):
            return use
    most = r"(?i)^(?:the )?(?:how many|(?:max(?:imum|imal)? )?number of|at most)\b"
    if numeric and re.search(most, param.shape.words):
        return "size"
    return "search" if name in SEARCHES else ""


def _within(param: Param) -> Param:
    """A parameter by the name in its brackets: `filter[status]` asks for a status."""
    inner = re.fullmatch(r"(?i)(?:filters?|where|q)\[([\w-]+)\]((?:\[\w+\])?)", param.name)
    return replace(param, name=f"{inner[1]}{inner[2]}") if inner else param


def _silent(name: str, param: Param, condition: str) -> str:
    if param.required or param.default:
        return condition
    return f"{name} = null or {condition}" if condition != "true" else "true"


def _paged(query: Query, page: Param, size: Param | None, writer: Writer, usual: str) -> None:
    at = f"input.{writer.name(page.name)}"
    lowest = page.shape.type.minimum
    first = 0 if lowest == 0 or page.default == "0" else 1
    if not page.default and not page.required:
        at = f"or_else({at}, {first})"
        query.values[plain(page.name)] = at
    many = usual
    if size is not None:
        many = f"input.{writer.name(size.name)}"
        if not size.default and not size.required:
            many = f"or_else({many}, {usual})"
            query.values[plain(size.name)] = many
    query.size = many
    query.start = f"({at} - {first}) * {many}" if first else f"{at} * {many}"
    query.pages = at


def _ordered(
    writer: Writer, sort: Param | None, way: Param | None, holding: Holding, route: Route
) -> list[str]:
    if sort is None and way is None:
        return []
    falls = f'input.{writer.name(way.name)} = "{_falling(way)}"' if way is not None else ""
    if sort is None:
        key = next((each for each in holding.fields if plain(each) in CREATED), holding.key.name)
        by = re.search(r"(?i)\border(?:ed)? by `?(\w+)", route.words)
        key = (holding.named(by[1]) if by else "") or key
        return [f"if({falls}, null, .{key})", f"if({falls}, .{key}, null) down"]
    name = f"input.{writer.name(sort.name)}"
    clauses = []
    choices = _choices(sort, route.words) or tuple(
        each
        for each in holding.shown
        if each == holding.key.name
        or holding.fields[each].type.kind not in {"list", "record", "json"}
    )
    for choice in choices:
        found, down = _sort_field(choice, holding)
        told = f".{found}" if found else sorting(choice, route, holding)
        if keys := _meant(choice, route, holding):
            told, down = keys[0].removesuffix(" down"), keys[0].endswith(" down")
        if not told:
            continue
        test = f"{name} = {json.dumps(choice)}"
        most = r"(?:largest|highest|biggest|greatest|best|most|newest|latest)"
        first = rf"(?i)(?:\bby |\b{sort.name}=){re.escape(choice)}\b[^.;]*\b{most}\b[^.;]*\bfirst\b"
        down = down or bool(re.search(first, route.words))
        if way is not None:
            clauses.append(f"if({test} and not({falls}), {told}, null)")
            clauses.append(f"if({test} and {falls}, {told}, null) down")
            continue
        clauses.append(f"if({test}, {told}, null){' down' if down else ''}")
        if not _choices(sort, route.words):
            clauses.append(f'if({name} = "-{choice}", {told}, null) down')
            clauses.append(f'if({name} = "{choice}:desc", {told}, null) down')
    return clauses


def _meant(choice: str, route: Route, holding: Holding) -> list[str]:
    """The keys that words give a choice: "top (the default) means most votes first"."""
    from beliefs.spec.inferring.valuing.orders import order_told

    match = re.search(
        rf"(?i)(?<![\w|=-]){re.escape(choice)}[`\"]?(?: \([^()]*\))? ?(?:means|is|sorts|puts|gives|"
        r"=|:|→|->|lists) (?:the )?(?P<order>[\w ]+? first|by [\w ]+)(?=[,.;)]|$| and\b)",
        route.words,
    )
    return (order_told(match["order"], holding) or []) if match else []


def _choices(sort: Param, said: str) -> tuple[str, ...]:
    """What may be sorted by: as declared, else as the words about it name it."""
    found = re.findall(rf"(?<!\w){re.escape(sort.name)}=([\w:|-]+)", said)
    spoken = [one for each in found for one in each.split("|") if one]
    return sort.shape.type.choices or tuple(dict.fromkeys(spoken))


def _falling(way: Param) -> str:
    choices = way.shape.type.choices
    return next((each for each in choices if each.lower().startswith(("desc", "down"))), "desc")


def _sort_field(choice: str, holding: Holding) -> tuple[str, bool]:
    moment = next((each for each in holding.fields if plain(each) in CREATED), holding.key.name)
    known = {
        "newest": (moment, True),
        "latest": (moment, True),
        "recent": (moment, True),
        "oldest": (moment, False),
    }
    if choice.lower() in known:
        return known[choice.lower()]
    down = choice.startswith("-") or bool(re.search(r"(?i)[-_: ]?desc(ending)?$", choice))
    bare = re.sub(r"(?i)^[-+]|[-_: ]?(desc|asc)(ending)?$", "", choice)
    worked = next((each for each in holding.computed if plain(each) == plain(bare)), "")
    worked = worked or next(
        (each for each in holding.computed if plain(each).endswith(plain(bare))), ""
    )
    if not holding.named(bare) and plain(bare) in CREATED and holding.key.style == "integer":
        return holding.key.name, down  # keys count in the order of creation
    return holding.named(bare) or worked, down
