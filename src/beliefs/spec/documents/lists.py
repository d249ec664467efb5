"""Lists: which rows a query keeps, in which order, and how they are cut and wrapped."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from beliefs.spec.documents.contract import Param, Property, Route, is_list, is_record
from beliefs.spec.documents.kept import CREATED, Holding, Kept
from beliefs.spec.documents.ordering import stated_order
from beliefs.spec.documents.places import Step, unwrapped
from beliefs.spec.documents.values import listed
from beliefs.spec.documents.words import plain, singular, snaked, words
from beliefs.spec.documents.writing import Scene, Writer
from beliefs.spec.service import Unknown
from beliefs.spec.types import Field

SIZES = {
    "limit",
    "size",
    "perpage",
    "pagesize",
    "count",
    "take",
    "max",
    "maxresults",
    "first",
    "n",
    "top",
    "num",
    "itemsperpage",
    "pagelimit",
}
OFFSETS = {"offset", "skip", "start", "from", "startindex", "fromindex"}
PAGES = {"page", "pagenumber", "pageno", "p", "pageindex"}
SORTS = {"sort", "sortby", "orderby", "ordering", "sortfield", "sortkey"}
WAYS = {"order", "direction", "dir", "sortorder", "sortdir", "sortdirection", "orderdir"}
SEARCHES = {"q", "query", "search", "keyword", "keywords", "term", "text", "s", "searchterm"}
_LOWS = ("min", "from", "start", "after", "since", "gte", "gt", "begin", "atleast", "greaterthan")
_HIGHS = ("max", "to", "end", "before", "until", "lte", "lt", "till", "atmost", "lessthan")
_USUAL_SIZE = 20


@dataclass(slots=True)
class Query:
    """What the parameters of a list ask for."""

    holds: list[str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    size: str = ""
    start: str = ""  # how many are left out
    values: dict[str, str] = field(default_factory=dict)  # of an envelope, by plain name
    pages: str = ""
    late: bool = False  # sorted by what is worked out


def list_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...], where: list[str]
) -> list[str]:
    """An effect that answers rows of a holding."""
    query = read_query(writer, route, holding)
    holds = [*where, *writer.mine(route, holding), *query.holds, *narrowed(route, holding)]
    order = query.order or stated_order(route, holding)
    clauses = [f"where {every(holds)}"] if holds else []
    late = query.late or any(
        each.split(" ")[0].removeprefix(".") in holding.computed for each in order
    )
    ordered = [f"by {each}" for each in order]
    clauses += [] if late else ordered
    rows = f"{holding.name}[{', '.join(clauses)}]" if clauses else holding.name
    if late:
        # What is worked out can be sorted by once it is there.
        answered, _ = unwrapped(route.good.shape if route.good else None)
        item = answered.item if answered is not None and is_list(answered) else None
        rows = f"{listed(rows, holding, item, writer.kept)}[{', '.join(ordered)}]"
    cut = []
    if query.start:
        cut.append(f"skip {query.start}")
    if query.size:
        cut.append(f"limit {query.size}")
    lines = writer.above(route, chain[:-1]) if chain else []
    shape = route.good.shape if route.good else None
    wrapped, _ = unwrapped(shape)
    if shape is None or is_list(shape):
        if cut:
            return [
                *lines,
                f"let found = {rows}",
                writer.answer(route, Scene(holding, rows=f"found[{', '.join(cut)}]", shown=late)),
            ]
        return [*lines, writer.answer(route, Scene(holding, rows=rows, shown=late))]
    lines.append(f"let found = {rows}")
    shown = f"found[{', '.join(cut)}]" if cut else "found"
    values = _wrapping(query, shown)
    if is_record(shape) and not any(plain(each).startswith("total") for each in shape.names):
        values["count"] = "count(found)"  # nothing else says how many there are
    scene = Scene(holding, rows=shown, values=values, shown=late)
    if not is_list(wrapped) and not is_record(shape):
        scene = Scene(holding, rows="found")
    return [*lines, writer.answer(route, scene)]


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
            case "search":
                query.holds.append(_silent(name, each, _searched(each, route, holding, name)))
            case _:
                condition = filtered(each, holding, name, writer)
                if condition:
                    query.holds.append(_silent(name, each, condition))
                else:
                    query.values.pop(plain(each.name), None)
                    writer.unknown(
                        Unknown(
                            "material",
                            f"the parameter {each.name} of {route.method} {route.path}",
                            route.source,
                            "it filters by nothing that is kept",
                        )
                    )
    page = by_use.get("page")
    if page is not None:
        _paged(query, page, by_use.get("size"), writer)
    size = by_use.get("size")
    if size is not None and not size.default and not size.required and page is None:
        query.size = f"input.{writer.name(size.name)}"
    sort = by_use.get("sort")
    query.order = _ordered(writer, sort, by_use.get("way"), holding)
    for choice in sort.shape.type.choices if sort is not None else ():
        found, _ = _sort_field(choice, holding)
        query.late = query.late or found in holding.computed
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
    uses = (("size", SIZES), ("offset", OFFSETS), ("page", PAGES), ("sort", SORTS), ("way", WAYS))
    numeric = param.shape.type.kind in {"integer", "number"}
    for use, known in uses:
        if name in known and (numeric or use in {"sort", "way"}):
            return use
    return "search" if name in SEARCHES else ""


def _silent(name: str, param: Param, condition: str) -> str:
    if param.required or param.default:
        return condition
    return f"{name} = null or {condition}" if condition != "true" else "true"


def _paged(query: Query, page: Param, size: Param | None, writer: Writer) -> None:
    at = f"input.{writer.name(page.name)}"
    lowest = page.shape.type.minimum
    first = 0 if lowest == 0 or page.default == "0" else 1
    if not page.default and not page.required:
        at = f"or_else({at}, {first})"
        query.values[plain(page.name)] = at
    many = str(_USUAL_SIZE)
    if size is not None:
        many = f"input.{writer.name(size.name)}"
        if not size.default and not size.required:
            many = f"or_else({many}, {_USUAL_SIZE})"
            query.values[plain(size.name)] = many
    query.size = many
    query.start = f"({at} - {first}) * {many}" if first else f"{at} * {many}"
    query.pages = at


def _searched(param: Param, route: Route, holding: Holding, name: str) -> str:
    texts = [
        each
        for each in holding.fields.values()
        if not each.hidden
        and (
            (each.type.kind == "string" and not each.type.choices)
            or (
                each.type.kind == "list"
                and (each.type.item is None or each.type.item.kind == "string")
            )
        )
    ]
    said = {plain(each) for each in re.findall(r"\w+", f"{param.shape.words} {route.words}")}
    named = [
        each for each in texts if plain(each.name) in said or plain(singular(each.name)) in said
    ]
    parts = [
        _holds_part(each, name)
        for each in named or [each for each in texts if each.type.kind == "string"] or texts
    ]
    return " or ".join(parts) or "true"


def _holds_part(field: Field, name: str) -> str:
    if field.type.kind == "list":
        return f"count(or_else(.{field.name}, [])[where contains(row, {name})]) > 0"
    text = f".{field.name}" if field.required else f'or_else(.{field.name}, "")'
    return f"contains({text}, {name})"


def filtered(param: Param, holding: Holding, name: str, writer: Writer) -> str:
    """The condition that a parameter sets; empty when it means nothing that is kept."""
    field = holding.named(param.name)
    words_ = f"{param.shape.words}".lower()
    if field:
        return _equal(param, holding, field, name, words_)
    for other in holding.fields.values():
        same = plain(singular(other.name)) == plain(singular(param.name))
        if other.type.kind == "list" and same:
            return _equal(param, holding, other.name, name, words_)
    bound = _spoken_bound(param, holding, name) or _bound(param, holding, name, words_)
    if bound:
        return bound
    linked = _linked(param, holding, name, writer)
    if linked:
        return linked
    if param.shape.type.kind == "boolean":
        return _truth(param, holding, name, writer.kept)
    if plain(param.name) in {"prefix", "startswith"}:
        texts = [each.name for each in holding.fields.values() if each.type.kind == "string"]
        key = holding.key.name if holding.key_type.kind == "string" else (texts or [""])[0]
        return f"starts(.{key}, {name})" if key else ""
    tail = [each for each in holding.fields if plain(param.name).endswith(plain(each))]
    if tail and ("contains" in plain(param.name) or "search" in plain(param.name)):
        return f'contains(or_else(.{tail[0]}, ""), {name})'
    return ""


def _equal(param: Param, holding: Holding, field: str, name: str, said: str) -> str:
    known = holding.fields.get(field)
    kind = known.type if known else holding.key_type
    if kind.kind == "list":
        if is_list(param.shape):
            if re.search(r"\ball\b", said):
                return f"count(distinct(.{field})[where row in {name}]) = count(distinct({name}))"
            return f"count(.{field}[where row in {name}]) > 0"
        if "comma" in said or (plain(param.name) == "tags" and "," in said):
            parts = f'split({name}, ",")'
            if re.search(r"\ball\b", said):
                return f"count(distinct(.{field})[where row in {parts}]) = count(distinct({parts}))"
            return f"count(.{field}[where row in {parts}]) > 0"
        return f"{name} in .{field}"
    if is_list(param.shape):
        return f".{field} in {name}"
    if "comma" in said and kind.kind == "string":
        return f'.{field} in split({name}, ",")'
    if (
        kind.kind == "string"
        and re.search(r"contain|partial|substring|search|match", said)
        and (not re.search(r"exact", said))
    ):
        return f'contains(or_else(.{field}, ""), {name})'
    if kind.kind == "string" and re.search(r"case[- ]insensitive", said):
        return f'lower(or_else(.{field}, "")) = lower({name})'
    if kind.kind == "datetime" and param.shape.type.kind == "date":
        return f"date(.{field}) = {name}"
    return f".{field} = {name}"


def narrowed(route: Route, holding: Holding) -> list[str]:
    """Rows that a list leaves out: "published jobs", "bookings that are not cancelled"."""
    asked = {plain(each.name) for each in route.params}
    said = f"{route.words}. {route.good.words if route.good else ''}"
    noun = singular(holding.word).replace("_", "[ _-]")
    made: list[str] = []
    for known in holding.fields.values():
        if plain(known.name) in asked:
            continue
        test = f".{known.name}"
        words_ = known.type.choices or (
            (snaked(known.name).removeprefix("is_").replace("_", " "),)
            if known.type.kind == "boolean"
            else ()
        )
        for word in words_:
            spoken = re.escape(word).replace("_", "[ _-]")
            only = re.search(
                rf"(?i)(?<!un)\b{spoken} {noun}s?\b(?! are (?:left|not|exclu))", route.summary
            )
            out = re.search(
                rf"(?i)\b(?:that|which|who)? ?(?:are|is) not {spoken}\b|\b{spoken}(?: \w+)?(?: "
                rf"and [\w ]+)? (?:are|is) "
                rf"(?:left out|not (?:in|shown|listed|included)|excluded|omitted|hidden)"
                rf"|\bwithout {spoken}\b",
                said,
            )
            value = json.dumps(word)
            if out:
                made.append(f"{test} != {value}" if known.type.choices else f"not({test})")
            elif only and route.method == "GET":
                made.append(f"{test} = {value}" if known.type.choices else test)
    return list(dict.fromkeys(made))


def _spoken_bound(param: Param, holding: Holding, name: str) -> str:
    """A bound that the words about a parameter spell out: "whose salary_max is at least this"."""
    match = re.search(
        r"(?i)\b(?:whose|where|with) (?:the |a )?`?(\w+)`? (?:is |are )?(at least|at most|above"
        r"|below|more "
        r"than|less than|over|under|after|before|no more than|no less than|from|up to)",
        param.shape.words,
    )
    field = holding.named(match[1]) if match else ""
    if not match or not field:
        return ""
    signs = {"at least": ">=", "from": ">=", "no less than": ">=", "at most": "<=", "up to": "<="}
    signs |= {"no more than": "<=", "above": ">", "more than": ">", "over": ">", "after": ">"}
    return f".{field} {signs.get(match[2].lower(), '<')} {name}"


def _bound(param: Param, holding: Holding, name: str, said: str) -> str:
    parts = list(words(param.name))
    for marks, sign in ((_LOWS, ">="), (_HIGHS, "<=")):
        for mark in marks:
            if mark not in parts:
                continue
            strict = mark in {"gt", "lt", "greaterthan", "lessthan"}
            sign_ = sign[0] if strict else sign
            rest = plain("_".join(each for each in parts if each != mark))
            field = next((each for each in holding.fields if plain(each) == rest), "")
            field = field or next(
                (
                    each
                    for each in holding.fields
                    if rest
                    and rest not in {"date", "time", "at"}
                    and (plain(each).startswith(rest) or plain(each).endswith(rest))
                ),
                "",
            )
            if not field and (rest in {"", "date", "time", "at", "datetime"}):
                field = _moment(holding, said)
            if not field:
                continue
            kept = holding.fields[field].type.kind
            if kept == "datetime" and param.shape.type.kind == "date":
                return f"date(.{field}) {sign_} {name}"
            return f".{field} {sign_} {name}"
    return ""


def _moment(holding: Holding, said: str) -> str:
    moments = [
        each.name for each in holding.fields.values() if each.type.kind in {"date", "datetime"}
    ]
    named = [each for each in moments if plain(each) in plain(said)]
    brought = [each for each in moments if plain(each) not in CREATED | {"updatedat"}]
    return (named or brought or moments or [""])[0]


def _linked(param: Param, holding: Holding, name: str, writer: Writer) -> str:
    """A filter by what another row says, or by whom a row belongs to."""
    links = {**holding.references, **{each.field: each.name for each in holding.parents}}
    for key, to in links.items():
        other = writer.kept.of(to)
        if other is None:
            continue
        if plain(param.name) in {plain(other.word), plain(other.word + other.key.name)}:
            if param.shape.type.kind in {"integer", "uuid"} or not other.fields:
                return f".{key} = {name}"
            label = next(
                (
                    each
                    for each in ("name", "title", "username", "slug", "email")
                    if each in other.fields
                ),
                "",
            )
            rows = f"{to}[where contains(.{label}, {name})]" if label else ""
            return f".{key} in each(one in {rows}: one.{other.key.name})" if rows else ""
    return ""


def _truth(param: Param, holding: Holding, name: str, kept: Kept) -> str:
    """A truth that is worked out of a row, or that a state says."""
    template = holding.computed.get(param.name, "")
    if not template:
        from beliefs.spec.documents.fields import worked_out

        template = worked_out(holding, Property(param.name, param.shape), kept)
    if rowwise(template):
        return f"{name} = ({rowwise(template)})"
    word = snaked(param.name).removeprefix("is_").removeprefix("only_").removesuffix("_only")
    for each in holding.fields.values():
        if word in {snaked(choice) for choice in each.type.choices}:
            choice = next(one for one in each.type.choices if snaked(one) == word)
            return f"{name} = (.{each.name} = {json.dumps(choice)})"
        if each.type.kind == "boolean" and plain(each.name).removeprefix("is") == plain(word):
            return f".{each.name} = {name}"
        stock = each.type.kind in {"integer", "number"} and plain(each.name) in {
            "stock",
            "quantity",
        }
        if stock and word in {"available", "in_stock"}:
            return f"{name} = (.{each.name} > 0)"
    return ""


def rowwise(template: str) -> str:
    """A template as a condition on the row that is looked at; empty where it looks at others too.

    >>> rowwise("$.stock > 0"), rowwise("count(Note[where .task_id = $.id]) > 0")
    ('.stock > 0', '')
    """
    return "" if "[where" in template else template.replace("$.", ".")


def _ordered(writer: Writer, sort: Param | None, way: Param | None, holding: Holding) -> list[str]:
    if sort is None and way is None:
        return []
    falls = f'input.{writer.name(way.name)} = "{_falling(way)}"' if way is not None else ""
    if sort is None:
        key = next((each for each in holding.fields if plain(each) in CREATED), holding.key.name)
        return [f"if({falls}, null, .{key})", f"if({falls}, .{key}, null) down"]
    name = f"input.{writer.name(sort.name)}"
    clauses = []
    choices = sort.shape.type.choices or tuple(
        each
        for each in holding.shown
        if each == holding.key.name
        or holding.fields[each].type.kind not in {"list", "record", "json"}
    )
    for choice in choices:
        found, down = _sort_field(choice, holding)
        if not found:
            continue
        test = f"{name} = {json.dumps(choice)}"
        if way is not None:
            clauses.append(f"if({test} and not({falls}), .{found}, null)")
            clauses.append(f"if({test} and {falls}, .{found}, null) down")
            continue
        clauses.append(f"if({test}, .{found}, null){' down' if down else ''}")
        if not sort.shape.type.choices:
            clauses.append(f'if({name} = "-{choice}", .{found}, null) down')
            clauses.append(f'if({name} = "{choice}:desc", .{found}, null) down')
    return clauses


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
    return holding.named(bare) or worked, down
