"""What everybody may do once to a row, by a name that the request brings: votes, likes, cheers.

Who did it is kept in rows of their own, which nothing shows.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import Clause, clauses, sentences
from beliefs.spec.documents.contract import Route, Shape
from beliefs.spec.documents.folding import alike
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, snaked
from beliefs.spec.entities import Key
from beliefs.spec.inferring.keeping.holdings import Holding, Parent
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.types import Field, Type

_ONCE = re.compile(
    r"(?i)\b(?:every(?:one|body)|each|any(?:one|body)|nobody|no one|one|a|only)\b[^.;]*\bonce\b|"
    r"\bonce (?:per|for each|for every|each|only)\b|"
    r"\b(?:second|another|repeated) \w+ (?:by|of|from) the same\b|"
    r"\bsame \w+ (?:twice|again)\b|\balready \w+ed\b|\btwice\b"
)
# What comes of a second time, where it is no failure.
_NO_MORE = re.compile(
    r"(?i)\b(?:does not|doesn't|do not|don't|is not|isn't|are not|never) (?:count\w*|change|matter|"
    r"add)\b|\bno (?:effect|change|difference)\b|\bignored\b|\bcounts? (?:only )?once\b|"
    r"\bchanges nothing\b|\b(?:is|are) (?:fine|ok|okay|harmless|allowed)\b|\bidempotent\b|"
    r"\bstays? (?:as it is|the same)\b"
)
_OWN = re.compile(r"(?i)\bown (\w+)\b|\bfor (?:one|your|him|her|them)sel(?:f|ves)\b|\bown\b")
_WHO = {"by", "who", "name", "user", "username", "voter", "person", "email", "from", "member"}


def who_of(route: Route, holding: Holding) -> str:
    """The name of whoever asks, which a deed is brought and the row has not."""
    parts = route.body.properties if route.body is not None else ()
    texts = [each.name for each in parts if each.shape.type.kind in {"string", "email"}]
    texts = [each for each in texts if not holding.named(each)]
    known = [each for each in texts if plain(each) in _WHO]
    return (known or (texts if len(texts) == 1 else [""]))[0]


def voiced(kept: Kept) -> None:
    """Give every holding to which something may be done once by each the rows that say by whom."""
    for route in kept.contract.routes:
        chain = steps(route.path, kept.base)
        if route.method != "POST" or len(chain) < 2 or chain[-1].param:
            continue
        holding = kept.at(chain[:-1]) if chain[-2].param and kept.at(chain) is None else None
        if holding is None or holding.readers or not (_told(route, _ONCE) or _quiet(route)):
            continue  # whom a row is shared with is kept with it
        if not who_of(route, holding):
            continue
        name = rows_of(holding, route)
        if kept.of(name) is not None:
            continue
        link = f"{snaked(holding.word)}_{snaked(holding.key.name)}"
        number = holding.key.style == "integer" or holding.key_type.kind == "integer"
        rows = Holding(name, f"{holding.word}_{snaked(chain[-1].name)}", set(), [], _NOTHING)
        rows.key, rows.shadow = Key("id", "integer"), True
        rows.parents = [Parent(holding.name, link)]
        rows.fields[link] = Field(link, Type("integer" if number else "string"), hidden=True)
        who = who_of(route, holding)
        rows.fields[who] = Field(who, Type("string"))
        kept.holdings.append(rows)


_NOTHING = Shape(Type("record"))


def rows_of(holding: Holding, route: Route) -> str:
    """What the rows are called that say who did something."""
    parts = re.findall(r"[a-z0-9]+", route.path.rpartition("/")[2].lower())
    return holding.name + "".join(each.capitalize() for each in parts)


def _told(route: Route, pattern: re.Pattern[str]) -> Clause | None:
    """The failure that words give something, where they do."""
    for sentence in sentences(route.words):
        for each in clauses(sentence):
            if each.status in {400, 403, 409, 422, 423} and pattern.search(each.words):
                return each
    return None


def _quiet(route: Route) -> bool:
    """Whether words say that a second time counts for nothing, and is no failure either."""
    told = sentences(route.words)
    return any(
        _ONCE.search(each) and (_NO_MORE.search(each) or _NO_MORE.search(after))
        for each, after in zip(told, [*told[1:], ""], strict=False)
        if not any(one.status >= 400 for one in clauses(each))
    )


class Voice(NamedTuple):
    """What must hold for a deed, what keeps who did it, and when it is done at all."""

    guards: list[str]
    kept: list[str]
    anew: str = ""


def voice_lines(writer: Writer, route: Route, holding: Holding) -> Voice:
    """Guards that somebody does something once and not to what is theirs; and who did it.

    A second time that is no failure does nothing: `anew` has the condition that it is the first.
    """
    who = who_of(route, holding)
    one, given = holding.variable, f"input.{writer.name(who)}"
    guards = []
    mine = _mine(route, holding) if who else ""
    if mine and (own := _told(route, _OWN)):
        way = writer.refuse(route, "forbidden", "This is your own", own.words, (own.status,))
        same = alike(writer.contract, f"{one}.{mine}", given)
        guards.append(f"guard not({same}) else {way}")
    rows = writer.kept.of(rows_of(holding, route))
    once = _told(route, _ONCE)
    quiet = once is None and _quiet(route)
    if rows is None or not rows.shadow or not (once or quiet) or who not in rows.fields:
        return Voice(guards, [])
    link = rows.parents[0].field
    key = f"{one}.{holding.key.name}"
    same = alike(writer.contract, f".{who}", given)
    first = f"count({rows.name}[where .{link} = {key} and {same}]) = 0"
    kept = [f"insert {rows.name} {made({link: key, who: given})} as voice"]
    if once is None:
        return Voice(guards, kept, first)
    way = writer.refuse(route, "conflict", "This was done already", once.words, (once.status,))
    return Voice([*guards, f"guard {first} else {way}"], kept)


def taken_back(writer: Writer, route: Route, holding: Holding) -> list[str] | None:
    """A `DELETE` that takes back what somebody did once, by the name that it brings."""
    last = route.path.rpartition("/")[2]
    given = [
        each
        for each in writer.inputs(route)
        if each.place in {"query", "json", "form", "header"} and each.type.kind != "boolean"
    ]
    rows = writer.kept.of(rows_of(holding, route))
    if route.method != "DELETE" or last.startswith("{") or rows is None or not rows.shadow:
        return None
    who = next((each for each in rows.fields if each != rows.parents[0].field), "")
    brought = [each for each in given if plain(each.wire) == plain(who)] or given
    if len(brought) != 1 or not who:
        return None
    one, link = holding.variable, rows.parents[0].field
    key = f"{one}.{holding.key.name}"
    same = alike(writer.contract, f".{who}", f"input.{brought[0].name}")
    mine = f".{link} = {key} and {same}"
    said = "This was not done before"
    way = writer.refuse(route, "absent", said, "not voted never has not", (404, 409, 400))
    back = [f"delete {rows.name} where {mine}"]
    if not {404, 409, 400} & route.statuses:
        return [
            f"if count({rows.name}[where {mine}]) > 0:",
            *_indented(_less(route, holding)),
            *back,
        ]
    return [
        f"guard count({rows.name}[where {mine}]) > 0 else {way}",
        *back,
        *_less(route, holding),
    ]


def _indented(lines: list[str]) -> list[str]:
    return [f"    {each}" for each in lines] or ["    let nothing = 0"]


def _less(route: Route, holding: Holding) -> list[str]:
    """One less of what the row counts of it."""
    last = plain(route.path.rpartition("/")[2])
    counts = {last, f"{last}s", f"{last}count", f"{last}scount", f"{last}es"}
    name = next((each for each in holding.fields if plain(each) in counts), "")
    one = holding.variable
    return [f"patch {holding.name} {one} {{{name}: most([0, {one}.{name} - 1])}}"] if name else []


def _mine(route: Route, holding: Holding) -> str:
    """The field that says whose a row is: the text that makes it and that nothing else names."""
    own = _OWN.search(route.words)
    noun = plain(own[1]) if own and own[1] else ""
    brought = holding.made.properties if holding.made is not None else ()
    texts = [
        each.name
        for each in brought
        if each.shape.type.kind in {"string", "email"}
        and not each.shape.type.choices
        and each.required
        and plain(each.name) != noun
    ]
    people = [each for each in texts if re.search(r"(?:er|or|by|name|owner|user|email)$", each)]
    return texts[0] if len(texts) == 1 else people[0] if len(people) == 1 else ""
