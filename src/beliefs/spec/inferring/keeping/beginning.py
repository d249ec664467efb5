"""What rows show that no request brings: its kind by the deeds told of it, and how it begins."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    JSON,
    Contract,
    Property,
    Route,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.documents.kinds import guessed
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import is_plural, plain
from beliefs.spec.types import Kind, Type

_VALUE = r"(?P<value>null|true|false|-?\d+(?:\.\d+)?(?![\w.])|\"[^\"]*\"|'[^']*'|\[\])"
_IS = (
    r"`?(?:\s*(?:[=:]|,? (?:which )?(?:is|are|being|set to|starts? (?:at|as|with|out as)|"
    r"begins? (?:at|as|with)|initially)))?(?:\s*\(\s*|\s+)(?:at first |initially )?"
)
_ONE = r"(?:one|an?|\d+|the \w+|`\w+`)"
_ITEM = re.compile(
    r"(?:(?:its|an?|the|their) )?`?(?P<name>[a-z_][A-Za-z_0-9]*)`?"
    r"(?: (?:is |= ?)?\(?(?P<value>null|true|false|-?\d+(?:\.\d+)?|\"[^\"]*\"|\[\])\)?)?"
)
_SHOWS = re.compile(
    r"(?i)\b(?:with|has|having|gets|and|of)(?: the(?: fields)?| fields)?:? (?=[`a-z])"
)
_GAP = re.compile(r",? and |, ")
_NO_NAMES = {"it", "that", "this", "all", "status", "body", "json", "answer", "one"}


def begun(contract: Contract) -> Contract:
    """The contract, with kinds and first values of what its words tell of the values of rows."""
    routes = tuple(_shown(each) for each in contract.routes)
    contract = replace(contract, routes=routes)
    said = ". ".join(
        [*(each.words for each in contract.routes), *(text for _, text in contract.prose)]
    )
    first: dict[str, dict[str, str]] = {}
    for route in contract.routes:
        if _makes(route):
            first[route.path] = _first_values(route)

    def told(part: Property) -> Property:
        return _kind(part, said)

    contract = _over(contract, lambda shape: _parts(shape, told))
    for path, values in first.items():
        if values:
            contract = _begin(contract, path, values)
    return contract


def _makes(route: Route) -> bool:
    """Whether a route makes a row, and does nothing to one."""
    chain = steps(route.path)
    if route.method != "POST" or not chain or chain[-1].param:
        return False
    return is_plural(chain[-1].name) or not any(each.param for each in chain)


def _parts(shape: Shape, change: Callable[[Property], Property]) -> Shape:
    return replace(shape, properties=tuple(change(each) for each in shape.properties))


def _over(contract: Contract, change: Callable[[Shape], Shape]) -> Contract:
    """The contract, with every record that it names or answers with changed."""

    def deep(shape: Shape | None) -> Shape | None:
        if shape is None:
            return None
        if is_list(shape):
            return replace(shape, item=deep(shape.item))
        if not is_record(shape):
            return shape
        parts = tuple(
            replace(each, shape=deep(each.shape) or each.shape) for each in shape.properties
        )
        return change(replace(shape, properties=parts))

    def of_route(route: Route) -> Route:
        replies = tuple(
            replace(each, shape=deep(each.shape)) if each.status < 400 else each
            for each in route.replies
        )
        return replace(route, replies=replies)

    return replace(
        contract,
        routes=tuple(of_route(each) for each in contract.routes),
        shapes=tuple(deep(each) or each for each in contract.shapes),
    )


def _kind(part: Property, said: str) -> Property:
    """A property of which only the name is known, of the kind that deeds make of it."""
    if part.shape != Shape(Type("string")) or part.default:
        return part
    kind = kind_told(part.name, said)
    if kind == "string":
        return part
    nullable = bool(re.search(rf"(?i)\b{part.name}\b[^.;]*\bnull\b", said))
    return replace(part, shape=Shape(Type(kind, nullable=nullable)))


def kind_told(name: str, said: str) -> Kind:
    """The kind of a value by what is done to it.

    >>> kind_told("skips", "increases its skips by one"), kind_told("lent", "sets lent to true")
    ('integer', 'boolean')
    >>> kind_told("due", "sets due to today plus 14 days"), kind_told("note", "keeps the note")
    ('date', 'string')
    """
    it = rf"(?:the |its )?`?{re.escape(name)}`?"
    is_ = r"(?: is| are| to| becomes?| back to| is set to|=|:)+"
    if re.search(rf"(?i)(?<![\w.]){it}{is_} ?(?:true|false)\b", said):
        return "boolean"
    more = r"(?:increases|increments|raises|bumps|decreases|decrements|lowers|reduces|counts)"
    moved = r"(?:goes|go|is) (?:up|down)|(?:is|are) (?:increased|incremented|reduced|decreased)"
    if re.search(
        rf"(?i)\b{more} {it}\b|\b(?:adds?|takes|subtracts) {_ONE} (?:to|from|off) {it}(?!\w)|"
        rf"(?<![\w.]){it} (?:{moved}|grows|rises|falls)\b|(?<![\w.]){it} ?[+-]{{1,2}} ?1\b|"
        rf"(?<![\w.]){it} (?:is|counts|starts at|begins at)(?: at)? \d+\b",
        said,
    ):
        return "integer"
    if re.search(
        rf"(?i)(?<![\w.]){it}{is_} (?:now\b|the (?:current|present) (?:time|moment))", said
    ):
        return "datetime"
    if re.search(
        rf"(?i)(?<![\w.]){it}{is_} (?:today\b|the (?:current|present) (?:day|date))", said
    ):
        return "date"
    return "string"


def _first_values(route: Route) -> dict[str, str]:
    """What the words about making a row say that it begins with, as JSON texts."""
    shape = _record(route.good.shape if route.good else None)
    brought = set(route.body.names) if route.body is not None else set()
    said = f"{route.words}\n{route.good.words if route.good else ''}"
    found: dict[str, str] = {}
    for part in shape.properties if shape is not None else ():
        if part.name in brought or part.default or plain(part.name) == "id":
            continue
        value = _first_value(part, said)
        if value:
            found[part.name] = value
    return found


def _first_value(part: Property, said: str) -> str:
    match = re.search(rf"(?i)(?<![\w.?&{{]){re.escape(part.name)}{_IS}{_VALUE}", said)
    if match:
        raw = match["value"]
        return json.dumps(raw[1:-1]) if raw[0] in "\"'" else raw.lower()
    kind = part.shape.type
    if kind.choices or plain(part.name) in {"status", "state"}:
        word = re.search(rf"(?i)(?<![\w.?&{{]){re.escape(part.name)}{_IS}(?P<w>[a-z][\w-]*)", said)
        if word and word["w"] in kind.choices:
            return json.dumps(word["w"])
    return ""


def _record(shape: Shape | None) -> Shape | None:
    """The record that an answer is, or has under its one name that is one."""
    if shape is None or not is_record(shape):
        return None
    inner = [each.shape for each in shape.properties if is_record(each.shape)]
    plain_ = [each for each in shape.properties if not is_record(each.shape)]
    return inner[0] if len(inner) == 1 and len(plain_) < 2 else shape


def _begin(contract: Contract, path: str, values: dict[str, str]) -> Contract:
    """The contract whose records, as those that a route makes, begin with these values."""
    made = next(each for each in contract.routes if each.path == path and each.method == "POST")
    model = _record(made.good.shape if made.good else None)
    if model is None:
        return contract
    names = set(model.names)

    def change(shape: Shape) -> Shape:
        same = shape.name == model.name if shape.name and model.name else False
        if not same and len(set(shape.names) & names) * 2 <= len(names):
            return shape
        return _parts(shape, lambda part: _beginning(part, values))

    return _over(contract, change)


def _beginning(part: Property, values: dict[str, str]) -> Property:
    value = values.get(part.name, "")
    if not value or part.default:
        return part
    kind = part.shape.type
    if value == "null":
        return replace(part, shape=replace(part.shape, type=replace(kind, nullable=True)))
    if part.shape == Shape(Type("string")):
        part = replace(part, shape=Shape(Type(_kind_of(value))))
        kind = part.shape.type
    return replace(part, default=value) if _fits(kind, value) else part


def _kind_of(value: str) -> Kind:
    if value in {"true", "false"}:
        return "boolean"
    if value == "[]":
        return "list"
    if re.fullmatch(r"-?\d+", value):
        return "integer"
    return "number" if re.fullmatch(r"-?\d+\.\d+", value) else "string"


def _fits(kind: Type, value: str) -> bool:
    told = _kind_of(value)
    if kind.choices:
        return told == "string" and json.loads(value) in kind.choices
    return kind.kind == told or (kind.kind == "number" and told == "integer")


def _shown(route: Route) -> Route:
    """A route that makes a row, with the answer that words spell out name by name."""
    good = route.good
    if not _makes(route) or good is None or good.shape is not None or good.status not in {200, 201}:
        return route
    shape = spelled_out(f"{route.words}", route.body)
    if shape is None:
        return route
    made = replace(good, shape=shape, media=JSON)
    return replace(route, replies=tuple(made if each is good else each for each in route.replies))


def spelled_out(text: str, body: Shape | None) -> Shape | None:
    """The record whose names a sentence lists: "with id, title, votes 0 and closed false".

    >>> spelled_out("creates an idea, 201, with id, votes 0 and closed false", None).names
    ('id', 'votes', 'closed')
    >>> spelled_out("takes part with id and name", None) is None
    True
    """
    brought = {each.name: each for each in body.properties} if body is not None else {}
    for lead in _SHOWS.finditer(text):
        rest = re.split(r"[.;](?:\s|$)|\n", text[lead.end() :])[0]
        items = [_ITEM.fullmatch(each.strip()) for each in _GAP.split(rest)]
        if len(items) < 2 or not all(items):
            continue
        found = [(each["name"], each["value"] or "") for each in items if each]
        names = [name for name, _ in found]
        valued = any(value for _, value in found)
        whole = bool(brought) and set(brought) <= set(names) and len(names) > len(brought) + 1
        if "id" not in names or not (valued or whole) or set(names) & _NO_NAMES - {"status"}:
            continue
        parts = [
            replace(brought[name], required=False)
            if name in brought
            else _beginning(Property(name, _blank(name)), {name: value})
            for name, value in found
        ]
        return Shape(Type("record"), properties=tuple(parts))
    return None


def _blank(name: str) -> Shape:
    return Shape(Type("integer" if plain(name) == "id" else guessed(name)))
