"""Routes whose answers are explained value by value, where no reader knows the whole of them."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.places import unwrapped
from beliefs.spec.documents.words import gives, plain, singular, words
from beliefs.spec.inferring.answers.figures import figure
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.keeping.explaining import worked_out
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import counted, listed, made
from beliefs.spec.inferring.valuing.best import best_told
from beliefs.spec.inferring.valuing.columns import column, told_column
from beliefs.spec.inferring.valuing.groups import grouped, line_order, rank_in, with_ranks
from beliefs.spec.inferring.valuing.keyed import keyed_value
from beliefs.spec.inferring.valuing.measures import measured, over, row_of
from beliefs.spec.inferring.valuing.only import only_rows
from beliefs.spec.inferring.valuing.phrases import Told, is_remark, told_of
from beliefs.spec.inferring.valuing.rows import rows_told
from beliefs.spec.inferring.valuing.scope import (
    PERIODS,
    Item,
    One,
    Scope,
    Some,
    Untold,
    cleared,
    dated,
    is_called,
)
from beliefs.spec.inferring.valuing.values import LABELS, told_value
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.service import Unknown
from beliefs.spec.types import NUMBERS, Type


def told_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that only reads, where words tell all that rows do not have."""
    heard: list[Unknown] = []
    try:
        lines = _lines(replace(writer, unknown=heard.append), route, strict=True)
    except Untold:
        return None
    for each in heard if lines is not None else ():
        writer.unknown(each)
    return lines


def valued_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that only reads, its answer explained value by value; else None."""
    try:
        return _lines(writer, route)
    except Untold:
        return None


def untold(writer: Writer, route: Route) -> str:
    """The value of an answer that is not explained; empty where it has none of its own."""
    quiet = replace(writer, said=lambda _: None, unknown=lambda _: None, stated=[])
    try:
        _lines(quiet, route)
    except Untold as value:
        return str(value)
    return ""


def _lines(writer: Writer, route: Route, *, strict: bool = False) -> list[str] | None:
    shape = route.good.shape if route.good else None
    if route.method != "GET" or shape is None or not (is_record(shape) or is_list(shape)):
        return None
    if not shape.properties and shape.item is None and not shape.open:
        return None
    inner, _ = unwrapped(shape)
    if strict and inner is not None and writer.kept.like(inner.item or inner) is not None:
        return None  # rows as they are
    chain = writer.chain(route)
    named, inputs = rows_named(writer, route), inputs_of(writer, route)
    by = values_named(writer, route)
    if by is None:
        return None
    inputs |= {plain(name): given for name, given in by}
    scope = Scope(writer, route, named, inputs, dict(inputs), by=by, strict=strict)
    for kept in _made(writer):
        scope.only[kept.name] = only_rows(route, kept, scope)
    if is_list(shape):
        said = [route.words, route.good.words if route.good else ""]
        body = _list(Property("", shape), scope, [each for each in said if each])
    else:
        spoken = told_of(shape, route, _prose(writer))
        if len(shape.properties) == 1 and is_list(shape.properties[0].shape):
            name = shape.names[0]  # what is said of the request is said of it
            spoken.phrases[name] = spoken.phrases.get(name) or sentences(route.words)
        body = _record(shape, scope, spoken, [route.words])
    if strict and not scope.told:
        return None
    if is_list(shape):
        body = _limited(body, writer, route)
    lines = [
        *(writer.above(route, chain) if not by else _found(scope, body)),
        f"answer {route.good.status if route.good else 200} {body}",
    ]
    for each in route.params:
        if each.place == "query" and f"input.{writer.name(each.name)}" not in " ".join(lines):
            if each.required or strict:
                raise Untold(each.name)
            told = f"the parameter {each.name} of {route.method} {route.path}"
            why = "it filters by nothing that is kept"
            writer.unknown(Unknown("blocking", told, route.source, why))
    return lines


def _prose(writer: Writer) -> tuple[str, ...]:
    return tuple(text for _, text in writer.contract.prose)


def rows_named(writer: Writer, route: Route) -> tuple[One, ...]:
    """The rows that a path names, the last first."""
    chain, found = writer.chain(route), []
    for end in range(len(chain), 0, -1):
        holding = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        if holding is not None:
            found.append(One(holding.variable, holding))
    return tuple(found)


def values_named(writer: Writer, route: Route) -> tuple[tuple[str, str], ...] | None:
    """Values of rows that a path names, where it names no row: `/stations/{station}/summary`."""
    chain, found = writer.chain(route), []
    for end in range(1, len(chain) + 1):
        param = chain[end - 1].param
        if not param or writer.kept.at(chain[:end]) is not None:
            continue
        names = (param, singular(chain[end - 1].name or ""))
        name = next(
            (one for one in names if any(h.named(one) in h.fields for h in _made(writer))), ""
        )
        if not name and plain(param) in PERIODS and any(map(dated, _made(writer))):
            name = plain(param)
        if not name:
            return None
        found.append((name, f"input.{writer.name(param)}"))
    return tuple(found)


def _made(writer: Writer) -> list[Holding]:
    return [each for each in writer.kept.holdings if not each.shadow]


def _found(scope: Scope, body: str) -> list[str]:
    """That there are rows with the values which a path names, where 404 says otherwise."""
    route, writer = scope.route, scope.writer
    for holding in _made(writer) if 404 in route.statuses else ():
        kept = [(holding.named(name), given) for name, given in scope.by]
        if all(name in holding.fields for name, _ in kept) and f"{holding.name}[" in body:
            holds = " and ".join(f".{name} = {given}" for name, given in kept)
            way = writer.refuse(route, "absent", "Nothing found", "none no unknown never", (404,))
            return [f"guard count({holding.name}[where {holds}]) > 0 else {way}"]
    return []


_SIZES = {"limit", "n", "top", "count", "max", "size", "first"}


def _limited(body: str, writer: Writer, route: Route) -> str:
    """A list, no longer than the query says."""
    for each in route.params:
        if each.place == "query" and plain(each.name) in _SIZES:
            return f"{body}[limit input.{writer.name(each.name)}]"
    return body


def inputs_of(writer: Writer, route: Route) -> dict[str, str]:
    """What a request brings, by plain names."""
    return {
        plain(each.name): f"input.{writer.name(each.name)}"
        for each in route.params
        if each.place == "query"
    }


def _record(shape: Shape, scope: Scope, told: Told, said: list[str]) -> str:
    """A record, every value of which is explained."""
    by_key = keyed_value(shape, scope, said)
    if by_key:
        scope.told.append("")
        return by_key
    found: dict[str, str] = {}
    left = list(shape.properties)
    while left:
        before = len(left)
        for part in list(left):
            spoken = len(scope.spoken)
            value = counted(part, _value(part, scope, told))
            if value:
                if len(scope.spoken) > spoken:
                    scope.terms[plain(part.name)] = scope.spoken[-1]
                found[part.name] = value
                scope.values[plain(part.name)] = value
                left.remove(part)
        if len(left) == before:
            raise Untold(left[0].name)
    return made({name: _told_apart(name, found, scope) for name in shape.names})


def _told_apart(name: str, found: dict[str, str], scope: Scope) -> str:
    """A value; how many rows there are where a sum of them goes by another name beside theirs."""
    value = found[name]
    rows = re.match(r"sum\(each\(\w+ in ([A-Z]\w*\[[^\[\]]*\]|[A-Z]\w*):", value)
    twice = [each for each in found.values() if each == value]
    if rows is None or len(twice) < 2 or not any(is_called(name, e) for e in _made(scope.writer)):
        return value
    return f"count({rows[1]})"


def _value(part: Property, scope: Scope, told: Told) -> str:
    phrases = told.phrases.get(part.name, [])
    if part.name in told.empty and told.empty[part.name] == "null":
        free = replace(part.shape.type, nullable=True)
        part = replace(part, shape=replace(part.shape, type=free))
    part = _shaped(part, [*phrases, *told.elsewhere.get(part.name, [])])
    if is_list(part.shape):
        return _list(part, scope, [*phrases, *told.elsewhere.get(part.name, [])])
    if is_record(part.shape):
        return _nested(part, scope, [*phrases, *told.elsewhere.get(part.name, [])])
    telling = [each for each in phrases if not is_remark(each)]
    if found := _as_kept(part, scope, told=any(map(_VALUE.search, telling))):
        return found
    ends = [f"{part.name} {each}" for each in telling if re.fullmatch(r"[\w ]+", each)]
    ends += [f"{each} {' '.join(words(part.name))}" for each in telling if _HOW_MANY.match(each)]
    for phrase in [*telling, *ends]:  # `best` (points)
        if value := told_value(phrase, part, scope):
            scope.told.append(part.name)
            return value
    for phrase in told.elsewhere.get(part.name, []):
        value = told_value(phrase, part, scope) if not telling and _VALUE.search(phrase) else ""
        if value:
            scope.told.append(part.name)
            return value
    return _by_name(part, scope, telling)


_HOW_MANY = re.compile(r"(?i)(?:how many|the (?:number|count)(?: of)?|number of|count of)$")
_EACH_WITH = re.compile(
    r"(?i)\beach (?:with|having|showing) (?:its |the |their )*(?P<names>[\w, ]+)$"
)


def _shaped(part: Property, phrases: list[str]) -> Property:
    """A value of which only words say that it is a list of records: "lists …, each with a, b"."""
    match = next((found for each in phrases if (found := _EACH_WITH.search(each))), None)
    if match is None or part.shape.type.kind != "json":
        return part
    names = re.split(r",? and (?:its |the )?|, (?:its |the )?", match["names"].strip())
    if not all(re.fullmatch(r"\w+", each) for each in names):
        return part
    items = tuple(Property(each, Shape(Type("json"))) for each in names)
    item = Shape(Type("record"), properties=items)
    return replace(part, shape=replace(part.shape, type=Type("list"), item=item))


def _as_kept(part: Property, scope: Scope, *, told: bool) -> str:
    """A field of the row that was named last, of the same kind; brought, where words tell it."""
    one = scope.ones[0] if scope.ones else None
    field = one.holding.fields.get(one.holding.named(part.name)) if one else None
    same = field is not None and part.shape.type.kind in {field.type.kind, "json"}
    made_ = one.holding.made if one else None
    if told and (made_ is None or field is None or made_.part(field.name) is None):
        return ""
    return f"{one.row}.{field.name}" if one and field and same and not field.hidden else ""


def _labelled(part: Property, scope: Scope) -> str:
    """What a row that was named is called, under its own name: `{"room": "Aula"}`."""
    for one in scope.ones if part.shape.type.kind == "string" and part.shape.example else ():
        if plain(part.name) == plain(one.holding.word):
            label = next((each for each in LABELS if each in one.holding.fields), "")
            return f"{one.row}.{label}" if label else ""
    return ""


def _by_name(part: Property, scope: Scope, telling: list[str]) -> str:
    """A value by its name alone, where words do not say that it is something else."""
    if any(_FIGURE.search(each) for each in telling):
        return ""
    if plain(part.name) in scope.values:
        return scope.values[plain(part.name)]
    if found := scope.named(part.name):
        return found
    if label := _labelled(part, scope):
        return label
    if summed := _worked_out_in_all(part, scope):
        return summed
    if telling or scope.strict:
        return ""
    if scope.by and (summed := _summed_by_name(part, scope)):
        return summed
    if summed := _summed_below(part, scope):
        return summed
    spoken = " ".join(words(part.name))
    if value := told_value(spoken, part, scope):
        return value
    for holding in _made(scope.writer):
        done = part.shape.type.kind == "integer" and gives(part.name, holding.word)
        some = rows_told(holding.word, scope) if done and not part.name.endswith("ing") else None
        if some is not None:
            return f"count({some.rows})"
    one = scope.ones[0] if scope.ones else None
    template = worked_out(one.holding, part, scope.kept) if one else ""
    if one and template:
        return template.replace("$", one.row)
    for holding in scope.kept.holdings:
        some = rows_told(holding.word, scope) if not one or scope.below(holding) else None
        found_ = figure(scope.writer, part, some.rows, holding, {}) if some else None
        if found_:
            return found_
    return ""


def _worked_out_in_all(part: Property, scope: Scope) -> str:
    """What rows come to in a value that is worked out for each of them under the same name."""
    counted = any(is_called(part.name, each) for each in _made(scope.writer))
    if part.shape.type.kind not in NUMBERS or scope.ones or counted:
        return ""
    found = [
        each
        for each in scope.kept.holdings
        if plain(part.name) in map(plain, each.computed) and not each.shadow
    ]
    some = rows_told(found[0].word, scope) if len(found) == 1 else None
    value = measured(part.name, found[0], scope) if some is not None else ""
    return over("sum", some, value, scope) if some is not None and value else ""


_IN_ALL = re.compile(r"(?i)\b(?:total|sum|in all|altogether|most|best|rank\w*|leaderboard)\b")


def _summed_below(part: Property, scope: Scope) -> str:
    """A number of what belongs to a row, in all: "members by total minutes"."""
    one = scope.ones[0] if scope.ones and part.shape.type.kind in NUMBERS else None
    if one is None or not _IN_ALL.search(f"{scope.route.path} {scope.route.words} {part.name}"):
        return ""
    bare = plain(part.name).removeprefix("total").removesuffix("total")
    found = [
        (child, field)
        for child, _ in scope.kept.children(one.holding)
        for field in child.fields.values()
        if plain(field.name) == bare and field.type.kind in NUMBERS and not child.shadow
    ]
    some = rows_told(found[0][0].word, scope) if len(found) == 1 else None
    value = measured(found[0][1].name, found[0][0], scope) if some else ""
    return over("sum", some, value, scope) if some and value else ""


def _summed_by_name(part: Property, scope: Scope) -> str:
    """A number of the rows that a path tells by a value, in all: `minutes` of a pilot."""
    if part.shape.type.kind not in {"integer", "number"}:
        return ""
    bare = plain(part.name).removeprefix("total").removesuffix("total")
    for holding in _made(scope.writer):
        field = holding.fields.get(holding.named(part.name) or holding.named(bare))
        kept = field is not None and field.type.kind in {"integer", "number"}
        if field is not None and kept and scope.below(holding):
            some = rows_told(holding.word, scope)
            return f"sum(each(one in {some.rows}: one.{field.name}))" if some else ""
    return ""


_VALUE = re.compile(
    r"(?i)\b(?:number|sum|total|average|mean|count|how many|share|percent\w*|minus|highest|lowest|"
    r"latest|newest|oldest|whether|rounded|divided|times)\b|[×*/+]|\w [-−] \w|\bof (?:the|this)\b"
)
_FIGURE = re.compile(
    r"(?i)\b(?:number|sum|total|average|mean|count|how many|share|percent\w*|minus|less|latest|"
    r"newest|highest|lowest|whether|rounded|divided|times|per|without|only|not|if|when)\b"
)


_OR_NULL = re.compile(
    r"(?i)[\s,;(]*(?:or )?(?:else )?null(?: (?:if|when|without|while|as long as|before|until|for|"
    r"where)\b.*)?\)?$"
)


def _nested(part: Property, scope: Scope, phrases: list[str]) -> str:
    """A record inside an answer: a row, or values of its own."""
    by_key = keyed_value(part.shape, scope, [*phrases, part.name])
    if by_key:
        scope.told.append(part.name)
        return by_key
    if not part.shape.properties:
        return ""
    for phrase in phrases:
        if (best := best_told(_OR_NULL.sub("", phrase), scope)) and not best.value:
            one = One(row_of(Some("", best.holding), scope), best.holding)
            inner = scope.inside(one)
            body = _record(part.shape, inner, told_of(part.shape, scope.route), [])
            scope.told.append(part.name)
            return f"first(each({one.row} in {best.rows}[limit 1]: {body}))"
    said = " ".join(phrases)
    return _record(part.shape, scope, told_of(part.shape, scope.route, (said,)), phrases)


def _list(part: Property, scope: Scope, phrases: list[str]) -> str:
    """A list of rows, each with values of its own, or of one value of each."""
    item = part.shape.item
    if item is None:
        raise Untold(part.name or "the list")
    if not is_record(item) and (values := told_column(part, scope, phrases)):
        return values
    if is_record(item) and not scope.strict and scope.kept.like(item) is None:
        told = told_of(item, scope.route, (". ".join(phrases), *_prose(scope.writer)))
        if lines := grouped(item, scope, told, ". ".join(phrases), _value):
            return lines
    some, rest = _rows(part, scope, phrases)
    if some is None:
        raise Untold(part.name or "the list")
    if not is_record(item):
        return column(part, _one_of(some, scope), _sorted_rows(some, rest, scope), phrases)
    if not item.properties:
        return listed(_sorted_rows(some, rest, scope), some.holding, None, scope.kept)
    one, ranked = _one_of(some, scope), rank_in(item)
    inner = scope.inside(one)
    told = told_of(item, scope.route, (rest, *_prose(scope.writer)))
    shown = replace(item, properties=tuple(e for e in item.properties if e.name != ranked))
    body = _record(shown, inner, told, [rest])
    for name, value in inner.values.items():
        scope.items[name] = Item(one, _unrounded(value))
    order = line_order(rest, item) or []
    rows = _sorted_rows(some, rest, scope)
    if order and rows.endswith(f"[{', '.join(order)}]"):
        order = []
    rows = some.rows if order else rows
    if body == one.row and not order:
        return rows
    text = f"each({one.row} in {rows}: {body})"
    text = f"{text}[{', '.join(order)}]" if order else text
    if ranked and not (text := with_ranks(text, ranked, order, item)):
        raise Untold(ranked)
    return text


def _one_of(some: Some, scope: Scope) -> One:
    return One(row_of(some, scope), some.holding)


def _sorted_rows(some: Some, said: str, scope: Scope) -> str:
    """Rows in the order that words tell by what they keep."""
    order = stated_order(replace(scope.route, words=said, replies=()), some.holding)
    kept = {*some.holding.fields, some.holding.key.name}
    keys = [f"by {each}" for each in order if each.split(" ")[0][1:] in kept]
    return f"{some.rows}[{', '.join(keys)}]" if keys else some.rows


def _unrounded(value: str) -> str:
    match = re.fullmatch(r"round\((.*), \d\)", value)
    return match[1] if match else value


_ONE_EACH = re.compile(
    r"(?i)(?:returns? |answers? |gives? |lists? |shows? |with |is |are |a |an |the |json |list of "
    r"|array of |array with |list with |ordered |sorted )*(?:one (?:object|entry|record|line|row|"
    r"item"
    r"|element)s? )?(?:(?:per|for each|for every|for all|of all|of every) )?(?P<rows>.+)"
)
_CUT = re.compile(
    r"(?i)(?:,| with | in the order| in order| sorted| ordered| having | each | as |:|;| \(|\. |$)"
)


def _rows(part: Property, scope: Scope, phrases: list[str]) -> tuple[Some | None, str]:
    """The rows that a list is about, and what is said of it."""
    for phrase in phrases:
        match = _ONE_EACH.match(cleared(phrase))
        told = match["rows"] if match else ""
        for cut in reversed(list(_CUT.finditer(told))):
            some = rows_told(told[: cut.start()], scope) if told[: cut.start()].strip() else None
            if some is not None:
                return some, phrase
    rest = ". ".join(phrases)
    some = rows_told(" ".join(words(part.name)), scope) if part.name else None
    return some or _by_item(part.shape.item, scope), rest


def _by_item(item: Shape | None, scope: Scope) -> Some | None:
    """The rows that records show, by the names that they share."""
    if item is None or not is_record(item):
        return None
    like = scope.kept.like(item)
    if like is not None:
        return rows_told(like.word, scope)
    for name in item.names:
        parts = words(name)
        holding = scope.kept.called("_".join(parts[:-1])) if parts[-1:] == ("id",) else None
        if holding is not None and all(holding is not one.holding for one in scope.ones):
            return rows_told(holding.word, scope)
    return None
