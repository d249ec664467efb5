"""Two people who write to each other: what went between them, and with whom somebody writes."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param, Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.places import unwrapped
from beliefs.spec.documents.words import plain, plural, words
from beliefs.spec.inferring.answers.lists import list_lines
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made, projected
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.types import Type

_BETWEEN = re.compile(
    r"(?i)\bboth directions|\bin either direction|\bbetween\b[^.]*\band\b|\bconversations? (?:with|"
    r"between)\b|\bexchanged (?:with|by|between)\b|\bthread with\b|\bchat with\b|"
    r"\bto or from (?:that|the other|another|the given)\b"
)
_CALLER = r"(?:the caller|you|i|me|whoever asks|the user|somebody|they)"
_PARTNERS = re.compile(
    rf"(?i)\b(?:everybody|everyone|all|each|every|people|persons?|users?|names?|those|with|contacts?)"
    rf"(?: \w+)? ?(?:whom?|that|with whom)? ?{_CALLER} (?:has|have|had|ever)?\b ?(?:ever )?"
    r"(?:sent|written|wrote|been writing|exchanged|talked|messaged|chatted|got|received|writes?)|"
    r"\b(?:conversation|chat|correspondence|message) partners?\b|"
    r"\b(?:has|have|had) (?:ever )?exchanged messages\b"
)
_NAMES = {"name", "user", "username", "with", "contact", "peer", "partner", "other", "who"}
_NAMES |= {"person", "participant", "correspondent"}
_UNREAD = re.compile(r"(?i)\bunread\b|\bnot (?:yet )?(?:been )?(?:read|seen|opened)\b|\bunseen\b")
_LAST = re.compile(r"(?i)\b(?:last|latest|newest|most recent)\b")
_LATEST = re.compile(r"(?i)\b(?:latest|newest|most recent|last)\b[^.;]*\bfirst\b|\bmost recently\b")
_BY_NAME = re.compile(
    r"(?i)\balphabetical|\b(?:by|sorted by|ordered by) (?:their )?(?:user)?names?\b"
)


def corresponding_lines(
    writer: Writer, route: Route, holding: Holding, to: str, sender: str
) -> list[str] | None:
    """The effect of a route about what two people wrote, or with whom one writes; else None."""
    if route.method != "GET" or not sender:
        return None
    shape, _ = unwrapped(route.good.shape if route.good else None)
    said = f"{route.summary}. {route.words}"
    if shape is None and re.search(rf"(?i)\b{plural(holding.word)}\b", said):
        shape = Shape(Type("list"), item=holding.shape)
    if shape is None or not is_list(shape):
        return None
    if writer.kept.like(shape.item or shape) is holding:
        both = _two(writer, route) if _BETWEEN.search(said) else ()
        if len(both) != 2:
            return None
        one, other = both
        holds = f"(.{sender} = {one} and .{to} = {other})"
        holds = f"({holds} or (.{sender} = {other} and .{to} = {one}))"
        return list_lines(writer, route, holding, (), [holds])
    people = _one(writer, route)
    if not people or not _PARTNERS.search(said) or shape.item is None:
        return None
    return _partner_lines(writer, route, shape.item, holding, (to, sender, people))


def _asked(writer: Writer, route: Route) -> list[str]:
    """The people whom a path or a query names."""

    def person(each: Param) -> bool:
        return each.shape.type.kind in {"string", "json"} and not each.shape.type.choices

    named = [each for each in route.params if each.place in {"path", "query"} and person(each)]
    sure = [each for each in named if each.place == "path" or each.required]
    return [f"input.{writer.name(each.name)}" for each in sure]


def _two(writer: Writer, route: Route) -> tuple[str, ...]:
    me = [writer.my_name()] if writer.needs(route) and writer.accounts.users is not None else []
    return (*me, *_asked(writer, route))


def _one(writer: Writer, route: Route) -> str:
    both = _two(writer, route)
    return both[0] if len(both) == 1 else ""


def _partner_lines(
    writer: Writer, route: Route, item: Shape, holding: Holding, ends: tuple[str, str, str]
) -> list[str] | None:
    """A list of all with whom somebody wrote, each once."""
    to, sender, me = ends
    said = f"{route.summary}. {route.words}"
    rows = f"{holding.name}[where .{sender} = {me} or .{to} = {me}]"
    other = f"if(one.{sender} = {me}, one.{to}, one.{sender})"
    status = route.good.status if route.good else 200
    order = ""
    if _LATEST.search(said):
        # The one whose last row is the newest, comes first.
        rows = f"{rows}[by .{holding.key.name} down]"
    lines = [f"let others = distinct(each(one in {rows}: {other}))"]
    if not is_record(item):
        order = "[by row]" if _BY_NAME.search(said) else ""
        return [*lines, f"answer {status} others{order}"]
    values = {each.name: _value(writer, each, holding, ends) for each in item.properties}
    if not all(values.values()):
        return None
    name = next((key for key, value in values.items() if value == "other"), "")
    if _BY_NAME.search(said):
        if not name:
            return None
        order = f"[by .{name}]"
    return [*lines, f"answer {status} each(other in others: {made(values)}){order}"]


def _value(writer: Writer, part: Property, holding: Holding, ends: tuple[str, str, str]) -> str:
    """What is told of one with whom somebody wrote; empty where it is not understood."""
    to, sender, me = ends
    both = f"(.{sender} = {me} and .{to} = other) or (.{sender} = other and .{to} = {me})"
    told, kind = f"{' '.join(words(part.name))} {part.words}", part.shape.type.kind
    names = _NAMES | {plain(re.sub(r"(?i)^x-", "", writer.accounts.caller))}
    if kind in {"string", "json"} and plain(part.name) in names:
        return "other"
    if kind == "integer":
        if not _UNREAD.search(told):
            counted = re.search(r"(?i)\bmessages?\b|\bcount\b|\btotal\b|\bhow many\b", told)
            return f"count({holding.name}[where {both}])" if counted else ""
        read = next(
            (each for each in holding.fields if plain(each) in {"read", "isread", "seen"}), ""
        )
        got = f".{sender} = other and .{to} = {me} and not(.{read})"
        return f"count({holding.name}[where {got}])" if read else ""
    if not _LAST.search(told):
        return ""
    last = f"last({holding.name}[where {both}])"
    if is_record(part.shape):
        row = projected(part.shape, holding, "row", writer.kept)
        return f"first(each(row in [{last}]: {row}))"
    moments = [each for each in holding.fields.values() if each.type.kind in {"datetime", "date"}]
    texts = [each for each in ("text", "body", "content", "message") if each in holding.fields]
    found = [each.name for each in moments] if kind in {"datetime", "date"} else texts
    return f"{last}.{found[0]}" if found else ""
