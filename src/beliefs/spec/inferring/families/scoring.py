"""What somebody who is known gives a row, one each, and again in its place: votes, ratings, grades.

A vote is a row of its own, of who gave it, of what, and how much; a list of the best shows how many
there are and what they come to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_list, is_record, typed
from beliefs.spec.documents.places import names, steps, unwrapped
from beliefs.spec.documents.words import plain, plural, snaked
from beliefs.spec.inferring.answers.filters import narrowed
from beliefs.spec.inferring.answers.lists import every
from beliefs.spec.inferring.keeping.belonging import key_reference
from beliefs.spec.inferring.keeping.holdings import Holding, Parent
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.rules.guarding import state_guards
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.numbers import in_digits
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.inferring.access.accounts import Accounts
    from beliefs.spec.inferring.keeping.kept import Kept

_BY = "user_id"
_NOUNS = {"vote": "vote", "rate": "rating", "rating": "rating", "score": "score", "grade": "grade"}
_NOUNS |= {"review": "review", "assessment": "assessment", "stars": "rating"}
_NUMBERS = {"integer", "number"}
_AVERAGES = {"average", "avg", "mean", "averagescore", "averagerating", "avgscore", "avgrating"}


def place(kept: Kept, accounts: Accounts) -> None:
    """Make what is given part of what is kept."""
    users = accounts.users
    for route in kept.contract.routes if users is not None and accounts.known else ():
        chain = steps(route.path, kept.base)
        noun = _NOUNS.get(snaked(chain[-1].name), "") if len(chain) > 1 else ""
        given = kept.at(chain[:-1]) if noun and chain[-2].param else None
        if given is None or kept.at(chain) is not None or not _gives(route):
            continue
        title = noun.capitalize()
        title = title if kept.of(title) is None else f"{given.name}{title}"
        if kept.of(title) is not None or users is None or route.body is None:
            continue
        word = snaked(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", title))
        vote = Holding(title, word, {names(chain)}, [], Shape(Type("record")), scored=given.name)
        link = f"{given.word}_id"
        vote.fields[_BY] = Field(_BY, key_reference(users))
        vote.fields[link] = Field(link, key_reference(given))
        vote.fields |= {
            each.name: Field(each.name, typed(each.shape), required=each.required)
            for each in route.body.properties
        }
        vote.parents.append(Parent(given.name, link))
        kept.holdings.append(vote)


def _gives(route: Route) -> bool:
    """Whether a request brings a number that stands in the place of the one before it."""
    body = route.body
    again = re.search(r"(?i)\b(?:again|replac\w+|overwrit\w+|updat\w+|chang\w+)\b", route.words)
    numbers = [
        each
        for each in (body.properties if body is not None and is_record(body) else ())
        if each.shape.type.kind in _NUMBERS
    ]
    return route.secured and len(numbers) == 1 and (route.method == "PUT" or bool(again))


def score_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that gives, shows or takes back what somebody gave; else None."""
    chain = writer.chain(route)
    vote = next((each for each in writer.kept.holdings if each.scored and _at(each, chain)), None)
    given = writer.kept.of(vote.scored) if vote is not None else None
    users = writer.accounts.users
    if vote is None or given is None or users is None or chain[-1].param:
        return None
    one, link = vote.variable, vote.parents[0].field
    key, me = f"{given.variable}.{given.key.name}", f"me.{users.key.name}"
    holds = f".{_BY} = {me} and .{link} = {key}"
    read = f"let {one} = first({vote.name}[where {holds}])"
    lines = writer.above(route, chain[:-1])
    scene = Scene(vote, one)
    there = f"guard {one} != null else {writer.absent(route, vote)}"
    if route.method == "GET":
        return [*lines, read, there, writer.answer(route, scene)]
    if route.method == "DELETE":
        return [*lines, f"delete {vote.name} where {holds}", writer.answer(route, scene, 204)]
    brought = {
        name: f"input.{each.name}"
        for each in writer.inputs(route)
        if each.place in {"json", "form"} and (name := vote.named(each.wire))
    }
    return [
        *lines,
        *_not_own(writer, route, given, me),
        *state_guards(writer, route, given),
        read,
        f"if {one} = null:",
        f"    insert {vote.name} {made({_BY: me, link: key, **brought})} as {one}",
        "else:",
        f"    patch {vote.name} {one} {made(brought)}",
        writer.answer(route, scene),
    ]


def _at(vote: Holding, chain: tuple[object, ...]) -> bool:
    return tuple(getattr(each, "name", "") for each in chain) in vote.places


def _not_own(writer: Writer, route: Route, given: Holding, me: str) -> list[str]:
    """A guard that nobody gives to what is their own, where that is ruled out."""
    own = (
        rf"(?i)\b(?:nobody|no one|cannot|can't|may not|must not|never)\b[^.]*\bown {given.word}s?\b"
    )
    if not given.owner or not re.search(own, route.words):
        return []
    about = f"own {given.word}"
    way = writer.refuse(route, "forbidden", f"Not your own {given.word}", about, (403, 409, 400))
    return [f"guard {given.variable}.{given.owner} != {me} else {way}"]


def ranking_lines(writer: Writer, route: Route) -> list[str] | None:
    """The best of what is given to, with how many gave and what it comes to; else None."""
    shape, _ = unwrapped(route.good.shape if route.good else None)
    item = shape.item if shape is not None and is_list(shape) else None
    if route.method != "GET" or item is None or not is_record(item) or shape is None:
        return None
    for vote in writer.kept.holdings:
        given = writer.kept.of(vote.scored) if vote.scored else None
        values = _figures(route, item.properties, given, vote) if given is not None else None
        if given is None or not values or route.good is None or route.good.shape is not shape:
            continue
        holds = every([*narrowed(route, given), *_stated(route, given)])
        one = given.variable
        rows = f"{given.name}[where {holds}]" if holds else given.name
        voted = re.search(
            rf"(?i)\bat least one {vote.word}\b|\bthat have {vote.word}s\b", route.words
        )
        many = next((name for name in values if _counts(name, vote)), "")
        mean = next((name for name in values if plain(name) in _AVERAGES), "")
        kept = [f"where .{many} > 0"] if voted and many else []
        down = not re.search(r"(?i)\b(?:worst|lowest) [\w ]*first\b", route.words)
        order = [f"by .{mean or many}{' down' if down else ''}"]
        listed = f"each({one} in {rows}: {made(values)})[{', '.join([*kept, *order])}]"
        return [f"answer {route.good.status} {listed}"]
    return None


def _figures(
    route: Route, parts: tuple[Property, ...], given: Holding, vote: Holding
) -> dict[str, str] | None:
    """The values of one line; None where one of them is neither of the row nor of its votes."""
    one, link = given.variable, vote.parents[0].field
    number = next(
        each.name
        for each in vote.fields.values()
        if each.type.kind in _NUMBERS and each.name not in {_BY, link}
    )
    rows = f"{vote.name}[where .{link} = {one}.{given.key.name}]"
    digits = re.search(r"(?i)\brounded to (\d|one|two|three)\b", route.words)
    places = in_digits(digits[1]) if digits else ""
    values: dict[str, str] = {}
    for part in parts:
        if _counts(part.name, vote):
            values[part.name] = f"count({rows})"
        elif plain(part.name) in _AVERAGES:
            mean = f"average(each(one in {rows}: one.{number}))"
            values[part.name] = f"round({mean}, {places})" if places else mean
        elif given.named(part.name):
            values[part.name] = f"{one}.{given.named(part.name)}"
        else:
            return None
    figures = [each for each in values.values() if "[where" in each]
    return values if figures else None


def _counts(name: str, vote: Holding) -> bool:
    many = plain(plural(vote.word))
    return plain(name) in {many, f"{plain(vote.word)}count", f"{many}count", f"numberof{many}"}


def _stated(route: Route, given: Holding) -> list[str]:
    """Rows in one state that the words speak of: "of the submitted talks"."""
    noun = rf"{re.escape(given.word.replace('_', ' '))}s?"
    told = [
        f'.{field.name} = "{choice}"'
        for field in given.fields.values()
        for choice in field.type.choices
        if re.search(rf"(?i)\b{re.escape(choice)} {noun}\b", route.words)
    ]
    return [] if any(each in narrowed(route, given) for each in told) else told[:1]
