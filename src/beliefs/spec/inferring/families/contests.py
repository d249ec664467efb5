"""Who is best: one result kept for each name, ranks that are shared, and who stands next."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_list, is_record
from beliefs.spec.documents.places import Step, steps
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import listed, made
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.numbers import counted

_BEST = re.compile(
    r"(?i)\bonly (?:the |a |his |her |their |its )*(?:\w+'s )?(best|highest|lowest|top|fastest)\b"
    r"[^.;]*\b(?:kept|counts?|stored|saved|remembered)\b"
    r"|\bkeeps? only (?:the |a |each |their )*(?:\w+'s )?(best|highest|lowest|top|fastest)\b"
    r"|\b(best|highest|lowest|top|fastest) \w+ (?:of|per|for) (?:a|each|every|one)? ?\w+ "
    r"(?:is|are) kept\b"
)
_LOW = {"lowest", "low", "asc", "ascending", "smallest", "fastest", "min", "fewest", "least"}
_HIGH = {"highest", "high", "desc", "descending", "largest", "biggest", "max", "most", "greatest"}
_TRIES = {"attempts", "tries", "attempt", "submissions", "games", "played", "plays", "count"}
_RANKS = {"rank", "place", "standing", "ranking"}
_DENSE = re.compile(r"(?i)\b(?:without|no) gaps?\b|\bdense\b|\b1, ?(?:1, ?2\b|2, ?2, ?3\b)")
_AROUND = re.compile(
    r"(?i)(?:up to )?(\d|one|two|three|four|five) (?:\w+ )?(?:above|before|ahead|better)\b"
    r"[^.;]*?\b(\d|one|two|three|four|five) (?:\w+ )?(?:below|after|behind|worse)\b"
)


class Contest(NamedTuple):
    """The rows of a contest: whose they are, what counts, and where it says which is better."""

    holding: Holding
    who: str
    score: str
    tries: str
    low: str  # the condition that less is better, in the notation; "true" and "false" too


def rank_rows(kept: Kept) -> None:
    """Let ranks be worked out, of rows that are told to be in one."""
    for holding in kept.holdings:
        contest = _contest(holding, kept)
        if contest is None:
            _ranked(holding, kept)
            continue
        low, score = contest.low, contest.score
        key = {"false": f".{score} down", "true": f".{score}"}.get(low)
        holding.ranking = (key or f"if({low}, .{score}, 0 - .{score})", f".{contest.who}")
        holding.fields.pop("improved", None)
        for part in holding.shape.properties:
            if plain(part.name) in _RANKS:
                holding.fields.pop(part.name, None)
                holding.computed[part.name] = _rank(contest, kept)
        holding.shape = replace(
            holding.shape,
            properties=tuple(
                each
                for each in holding.shape.properties
                if each.shape.type.kind != "boolean" or each.name in holding.fields
            ),
        )


def contest_lines(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """A result handed in, or who stands next to somebody; None for any other route."""
    above = writer.kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
    holding = (writer.kept.at(chain) if chain else None) or above
    if holding is None or not holding.ranking:
        return None
    contest = _contest(holding, writer.kept)
    if route.method == "POST" and contest is not None and _BEST.search(route.words):
        return _handed_in(writer, route, contest, chain)
    around = _AROUND.search(route.words)
    if route.method == "GET" and around and above is holding:
        return _neighbours(writer, route, holding, chain, around)
    return None


def _handed_in(
    writer: Writer, route: Route, contest: Contest, chain: tuple[Step, ...]
) -> list[str]:
    holding, who, score, tries, low = contest
    one = holding.variable
    inputs = {each.wire: f"input.{each.name}" for each in writer.inputs(route)}
    within = writer.within(holding, chain[:-1])
    holds = " and ".join([f".{who} = {inputs[who]}", *within])
    kept = {*holding.fields, *((holding.key.name,) if holding.key.style == "given" else ())}
    values = {name: value for name, value in inputs.items() if name in kept}
    values |= dict(_link(each) for each in within)
    more = {tries: f"{one}.{tries} + 1"} if tries else {}
    less, greater = (f"{inputs[score]} {sign} {one}.{score}" for sign in "<>")
    better = {"true": less, "false": greater}.get(low, f"if({low}, {less}, {greater})")
    fine = [each.status for each in route.replies if 200 <= each.status < 300]
    first = 201 if 201 in fine or not fine else fine[0]
    other = next((each for each in fine if each != first), first)
    shape = next((each.shape for each in route.replies if each.shape and each.status < 300), None)

    def answer(status: int, truth: str) -> str:
        flags = [
            each.name
            for each in (shape.properties if shape else ())
            if each.shape.type.kind == "boolean"
        ]
        scene = Scene(holding, one, values={plain(each): truth for each in flags})
        reply = next((each for each in route.replies if each.status == status), None)
        reply = replace(reply or route.replies[0], status=status, shape=shape)
        return writer.answer(replace(route, replies=(reply,)), scene, status)

    return [
        *writer.above(route, chain[:-1]),
        f"let {one} = first({holding.name}[where {holds}])",
        f"if {one} = null:",
        f"    insert {holding.name} {made({**values, **({tries: '1'} if tries else {})})} as {one}",
        f"    {answer(first, 'true')}",
        f"if {better}:",
        f"    patch {holding.name} {one} {made({**_others(values, who), **more})}",
        f"    {answer(first, 'true')}",
        *([f"patch {holding.name} {one} {made(more)}"] if more else []),
        answer(other, "false"),
    ]


def _others(values: dict[str, str], who: str) -> dict[str, str]:
    return {name: value for name, value in values.items() if name != who and "input." in value}


def _link(condition: str) -> tuple[str, str]:
    field, _, value = condition.partition(" = ")
    return field.removeprefix("."), value


def _neighbours(
    writer: Writer,
    route: Route,
    holding: Holding,
    chain: tuple[Step, ...],
    around: re.Match[str],
) -> list[str]:
    before, after = map(counted, around.groups())
    one, key = holding.variable, holding.key.name
    where = " and ".join(writer.within(holding, chain[:-2])) or "true"
    order = ", ".join(f"by {each}" for each in holding.ranking)
    shape = route.good.shape if route.good else None
    item = shape.item if shape is not None and is_list(shape) else None
    cut = f"ranked[skip start, limit at_row + {after + 1} - start]"
    shown = listed(cut, holding, item, writer.kept)
    return [
        *writer.above(route, chain[:-1]),
        f"let ranked = {holding.name}[where {where}, {order}]",
        f"let at_row = index(each(one in ranked: one.{key}), {one}.{key})",
        f"let start = most([0, at_row - {before}])",
        f"answer {route.good.status if route.good else 200} {shown}",
    ]


def _contest(holding: Holding, kept: Kept) -> Contest | None:
    """What is contested, where only the best of each is kept."""
    for route in holding.routes:
        said = _BEST.search(route.words)
        if route.method != "POST" or not said or not is_record(route.body) or route.body is None:
            continue
        numbers = [
            each.name
            for each in route.body.properties
            if each.shape.type.kind in {"integer", "number"}
        ]
        texts = [each.name for each in route.body.properties if each.name not in numbers]
        who = holding.lookup if holding.lookup in texts else "".join(texts[:1])
        if len(numbers) != 1 or not who:
            continue
        counts = re.search(r"(?i)\battempts?\b|\btries\b|\beach one counts\b", route.words)
        tries = next(
            (each for each in holding.fields if plain(each) in _TRIES and each not in numbers), ""
        )
        word = next(each for each in said.groups() if each).lower()
        low = _way(holding, kept) or ("true" if word in _LOW else "false")
        return Contest(holding, who, numbers[0], tries if counts else "", low)
    return None


def _way(holding: Holding, kept: Kept) -> str:
    """The condition that less is better, where the row above says so for its own."""
    for parent in holding.parents:
        above = kept.of(parent.name)
        for field in above.fields.values() if above is not None else ():
            names = {plain(each): each for each in field.type.choices}
            low = next((names[each] for each in names if each in _LOW), "")
            if above is not None and low and set(names) & _HIGH:
                return f'{above.variable}.{field.name} = "{low}"'
    return ""


def _rank(contest: Contest, kept: Kept) -> str:
    """One more than there are better ones, of the same contest."""
    holding, score, low = contest.holding, contest.score, contest.low
    within = [f".{each.field} = $.{each.field}" for each in holding.parents[:1]]
    if within and low not in {"true", "false"}:
        above = kept.of(holding.parents[0].name)
        assert above is not None
        row = f"first({above.name}[where .{above.key.name} = $.{holding.parents[0].field}])"
        low = low.replace(f"{above.variable}.", f"{row}.", 1)
    better = {"true": f".{score} < $.{score}", "false": f".{score} > $.{score}"}.get(
        low, f"if({low}, .{score} < $.{score}, .{score} > $.{score})"
    )
    rows = f"{holding.name}[where {' and '.join([*within, better])}]"
    if any(_DENSE.search(each.words) for each in holding.routes):
        rows = f"distinct(each(one in {rows}: one.{score}))"
    return f"count({rows}) + 1"


def _ranked(holding: Holding, kept: Kept) -> None:
    """Ranks in lists that are sorted by what counts."""
    ranks = [each for each in holding.shape.properties if plain(each.name) in _RANKS]
    made_ = holding.made
    for route in holding.routes if ranks else ():
        chain = steps(route.path, kept.base)
        order = stated_order(route, holding) if route.method == "GET" and chain else []
        by = order[0].split(" ")[0].removeprefix(".") if order else ""
        if by not in holding.fields or holding.fields[by].type.kind not in {"integer", "number"}:
            continue
        for each in ranks:
            if made_ is None or made_.part(each.name) is None:
                down = order[0].endswith(" down")
                low = "false" if down else "true"
                holding.fields.pop(each.name, None)
                holding.computed[each.name] = _rank(Contest(holding, "", by, "", low), kept)
        return
