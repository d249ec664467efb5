"""No two rows of one thing at one time: bookings of a room, rentals of a car, shifts at a desk.

That a conflict is about a time makes what the rows are of (the room) no value that only one row may
have: it is taken from a start to an end, and free before and behind it.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Fault, Route
from beliefs.spec.documents.words import plain, plural, singular
from beliefs.spec.inferring.families.lasting import ENDS, STARTS
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer

_CLASHES = re.compile(
    r"(?i)overlap|already (?:booked|reserved|taken)|not available|unavailable|double|conflict|twice"
)
# A conflict that is about a time: "taken during that time", "busy then", "not free in this period".
_IN_TIME = re.compile(
    r"(?i)\boverlap|\b(?:taken|booked|reserved|busy|occupied|used|free|available|scheduled|rented)\b"
    r"[^.;]*\b(?:during|while|then|times?|period|slots?|interval|hours?|dates?|days?|nights?)\b|"
    r"\b(?:during|at|in|within|for) (?:\(?\w+ \w+ \w+ of\)? )?(?:that|this|the(?: same)?) "
    r"(?:time|period|interval|span|slot)s?\b"
)
# A conflict that is about a value all the same.
_TOLD_APART = re.compile(r"(?i)\bexist|\bduplicate|\bunique|\bin use\b")
_RULE = re.compile(r"(?i)\boverlap|\bat the same time\b|\bdouble[- ]book|\bone \w+ at a time\b")
_SAME = re.compile(
    r"(?i)\b(?:the same|one|a single|each|any|every|that|this) (?P<a>\w+)|"
    r"\bthe (?P<b>\w+) (?:is|was)\b"
)
_USUAL = {"room", "resource", "table", "seat", "court", "desk", "car", "vehicle"}


def span_in(names: list[str], holding: Holding) -> tuple[str, str] | None:
    """The start and the end among some fields of rows; None where they have no both."""
    by = {plain(each): each for each in names if each in holding.fields}
    start = next((by[each] for each in STARTS if each in by), "")
    end = next((by[each] for each in ENDS if each in by), "")
    timed = start and holding.fields[start].type.kind in {"date", "datetime"}
    return (start, end) if start and end and timed else None


def makers(holding: Holding) -> list[Route]:
    """The routes that make rows, whose rules hold for changing them too."""
    return [each for each in holding.routes if each.method == "POST" and each.body is not None]


def clashes_in_time(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> bool:
    """Whether a row is refused because of another one at the same time."""
    if span_in(list(brought), holding) is None:
        return False
    told = [f"{each.words} {each.message}" for each in _conflicts(route)]
    if told and all(_IN_TIME.search(each) for each in told):
        return True
    return bool(_ruled(writer, holding)) and not any(_TOLD_APART.search(each) for each in told)


def says_clash(writer: Writer, route: Route, holding: Holding) -> bool:
    """Whether the words about a route, or about all such rows, forbid two at the same time."""
    said = " ".join([route.words, *(each.words + each.example for each in route.replies)])
    if 409 in route.statuses and (_CLASHES.search(said) or _IN_TIME.search(_all(route))):
        return True
    return bool(_ruled(writer, holding))


def _conflicts(route: Route) -> list[Fault]:
    return [each for each in route.faults if each.status == 409]


def _all(route: Route) -> str:
    return " ".join(f"{each.words} {each.message}" for each in _conflicts(route))


def _ruled(writer: Writer, holding: Holding) -> list[str]:
    """What a document says of all rows of a kind: "two bookings of one room never overlap"."""
    nouns = {plain(holding.word), plain(plural(holding.word))}
    told = [text for _, text in writer.contract.prose]
    return [
        each
        for each in told
        if _RULE.search(each) and nouns & {plain(word) for word in re.findall(r"\w+", each)}
    ]


def same_things(
    writer: Writer, route: Route, holding: Holding, values: dict[str, str], one: str = ""
) -> list[str]:
    """What two rows must share to be in each other's way; nothing where any two are."""
    links = [f".{each} = {values[each]}" for each in values if each in holding.references][:1]
    chain = writer.chain(route)
    above = [writer.kept.at(chain[: at + 1]) for at, step in enumerate(chain) if step.param]
    for each in holding.parents:
        parent = writer.kept.of(each.name)
        if parent is not None and any(parent is found for found in above):
            links.append(f".{each.field} = {parent.variable}.{parent.key.name}")
        elif one and f".{each.field} = " not in " ".join(links):
            links.append(f".{each.field} = {one}.{each.field}")
    if links:
        return links
    said = [*_ruled(writer, holding), route.words, _all(route)]
    said += [_all(each) for each in makers(holding)]
    spoken = [match["a"] or match["b"] for text in said for match in _SAME.finditer(text)]
    named = [holding.named(singular(each)) for each in spoken]
    usual = [each for each in values if plain(each) in _USUAL]
    shared = next(
        (each for each in (*named, *usual) if each in values and _is_name(holding, each)), ""
    )
    return [f".{shared} = {values[shared]}"] if shared else []


def _is_name(holding: Holding, name: str) -> bool:
    """Whether a value tells things apart, as moments and long texts do not."""
    known = holding.fields.get(name)
    return known is not None and known.type.kind in {"string", "integer", "uuid"}
