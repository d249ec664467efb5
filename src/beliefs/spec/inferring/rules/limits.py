"""How many rows one may have below it, where words say so: "a page has at most 10 links"."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.folding import alike
from beliefs.spec.documents.limits import MOST, NUMBERS, most_in
from beliefs.spec.documents.places import same_thing
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer

# How often somebody may do something: "every team may attempt each quiz 3 times".
_OFTEN = re.compile(
    rf"(?i)\b(?:(once|twice)|(\d+|{'|'.join(NUMBERS[1:])}) (?:times|(\w+)))\b(?! as)"
)

# So many in a while is another rule.
_WHILE = re.compile(
    r"(?i)\b(?:per|each|every|an?|one|same) (?:calendar )?(?:day|date|week|month|hour)\b"
)


def value_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """Guards on how many rows may have one value: "one singer can have at most two songs open"."""
    lines: list[str] = caller_guards(writer, route, holding)
    for sentence in [*sentences(route.words), *(each.words for each in route.faults)]:
        for name, given in brought.items():
            field = holding.fields.get(name)
            spoken = re.escape(name.replace("_", " "))
            whose = (
                rf"(?:an?|one|each|every|any|no|the same) `?{spoken}`? (?:can|may|must|has|have)"
            )
            told = re.search(rf"(?i)\b{whose}\b[^.;]*\b(?:most|more than|up to|max)", sentence)
            most = MOST.search(sentence)
            if field is None or told is None or most is None or _WHILE.search(sentence):
                continue
            number = most[1] if most[1].isdigit() else str(NUMBERS.index(most[1].lower()))
            holds = [alike(writer.contract, f".{name}", given), *_in_state(sentence, holding)]
            among = (429, 409, 403, 422, 400)
            said = f"There are {number} with this {name.replace('_', ' ')} already"
            way = writer.refuse(route, "conflict", said, "too many most limit third", among)
            line = f"guard count({holding.name}[where {' and '.join(holds)}]) < {number} else {way}"
            if not any(each.partition(" else ")[0] in line for each in lines):
                lines.append(line)
    return lines


def caller_guards(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """A guard that whoever asks has room for one more: "a key may own at most 5 links"."""
    users = writer.accounts.users
    if users is None or not holding.owner or not writer.needs(route):
        return []
    who = rf"(?:{re.escape(users.word.replace('_', ' '))}|user|account|caller|person|member)"
    whose = (
        rf"(?i)\b(?:an?|one|each|every|any|no|the|per) {who}\b|\b(?:every|no)(?:body|one)\b|\byou\b"
    )
    prose = [each for _, text in writer.contract.prose for each in sentences(text)]
    told = [*sentences(route.words), *(each.words for each in route.faults), *prose]
    for sentence in told:
        most = most_in(sentence, holding.word)
        if not most or not re.search(whose, sentence) or _WHILE.search(sentence):
            continue
        said = f"There are {most} {holding.entity.plural.replace('_', ' ')} already"
        about = "too many most limit already owns"
        way = writer.refuse(route, "conflict", said, about, (429, 403, 409, 422, 400))
        rows = f"{holding.name}[where .{holding.owner} = me.{users.key.name}]"
        return [f"guard count({rows}) < {most} else {way}"]
    return []


def _in_state(sentence: str, holding: Holding) -> list[str]:
    """The state that the rows which count are in, where a sentence names one."""
    for field in holding.fields.values():
        for state in field.type.choices:
            if re.search(rf"(?i)(?<!\w)[`\"]?{re.escape(state)}\b", sentence):
                return [f".{field.name} = {json.dumps(state)}"]
    return []


def most_guards(
    writer: Writer, route: Route, holding: Holding, parent: Holding, link: str
) -> list[str]:
    """A guard that the row above has room for one more, by a number in words."""
    faults = (*route.faults, *writer.contract.faults)
    told = [*sentences(route.words), *(each.words for each in faults)]
    for sentence in told:
        most = most_in(sentence, holding.word)
        whose = rf"(?i)\b(?:{re.escape(parent.word.replace('_', ' '))}s?|it)\b"
        if not most or not re.search(whose, sentence) or _WHILE.search(sentence):
            continue
        said = f"The {parent.spoken.lower()} has {most} {holding.entity.plural} already"
        way = writer.refuse(route, "conflict", said.replace("_", " "), "too many most limit")
        rows = f"{holding.name}[where .{link} = {parent.variable}.{parent.key.name}]"
        return [f"guard count({rows}) < {most} else {way}"]
    return []


def often_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], parent: Holding
) -> list[str]:
    """A guard that somebody has not done it as often as may be: "3 attempts per team"."""
    link = next((each.field for each in holding.parents if each.name == parent.name), "")
    for sentence in [*sentences(route.words), *(each.words for each in route.faults)]:
        who = next((each for each in brought if _whose(each, sentence, holding)), "")
        most = _often(sentence, holding) if who and not _WHILE.search(sentence) else 0
        if not most or not link:
            continue
        among = tuple(each for each in (429, 409, 403, 422, 400) if each in route.statuses)
        noun = holding.entity.plural.replace("_", " ")
        said = f"This {who} has {most} {noun if most > 1 else holding.spoken.lower()} already"
        way = writer.refuse(route, "conflict", said, f"{who} {noun} times most", among or (409,))
        mine = f".{link} = {parent.variable}.{parent.key.name} and .{who} = {brought[who]}"
        return [f"guard count({holding.name}[where {mine}]) < {most} else {way}"]
    return []


def _whose(name: str, sentence: str, holding: Holding) -> bool:
    """Whether a rule is told of everybody that a text which is brought names."""
    field = holding.fields.get(name)
    word = re.escape(name.replace("_", " "))
    spoken = rf"(?i)\b(?:each|every|an?|per|one|the same|any) {word}\b"
    return field is not None and field.type.kind == "string" and bool(re.search(spoken, sentence))


def _often(sentence: str, holding: Holding) -> int:
    """How often something may be done; 0 where a sentence says no such thing."""
    may = re.search(
        r"(?i)\b(?:may|can|at most|only|up to|no more than|limited|maximum)\b", sentence
    )
    if may is None:
        return 0
    for once, number, noun in _OFTEN.findall(sentence):
        if once:
            return 1 if once.lower() == "once" else 2
        if not noun or same_thing(noun, holding.word):
            return int(number) if number.isdigit() else NUMBERS.index(number.lower())
    return 0
