"""Answers that running words tell by their names: "answers 201 with the id and the name"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.markdown.enumerating import Item, enumerated

_STATUS = r"(?:an? )?(?:http )?(?:status )?(?:code )?"
_ROW = r"(?:stored|new|newly|created|saved|updated|whole|full|complete|resulting|changed|finished)"
_ANSWERS = re.compile(
    r"(?i)(?:^|[\s,]+)(?:(?:and|which|it|that|this|then|you|they|should|must|will|on success|the "
    r"(?:service|server|api)),? )*"
    r"(?:(?:(?:the )?(?:answer|response|result|reply)(?: is| then is)?|answers?|answered|returns?|"
    r"responds?|(?:gives?|gets?|sends?)(?: back)?|replies|yields?|comes? back|(?=status 2))\b|->|→)"
    rf"(?:\s*\(?(?:with\s+)?{_STATUS}(?P<status>2\d\d)\b\)?)?"
    r"(?P<joined>\s*(?:,\s*)?(?:with|and|containing|contains|has|plus|:)(?=\s))?"
    rf"(?P<row>\s+(?:it|the (?:{_ROW} )*(?P<noun>(?!id\b)[a-z]+\b)(?: (?:record|object|itself))?))?"
    r"(?: back)?(?:\s*\((?P<behind>2\d\d)\))?"
    r"(?P<beside>\s*(?:,\s*)?(?:(?:together )?with|including|incl\.?|plus|:|meaning|(?:and|which|"
    r"that|it)? ?(?:also |additionally )?(?:has|contains|shows)|to which (?:the \w+ adds|are added|"
    r"is added)|and(?= (?:its|an?) ))(?=\s))?\s*(?:an? (?:json )?object (?:of|with|having) )?"
    r"(?:(?:these|those|all) (?:two|three|four|five|fields|values)(?: fields| values)?,? "
    r"(?:and |plus )?)?"
)


class Answered(NamedTuple):
    """What an answer shows: by these names alone, or beside what was brought."""

    items: list[Item]
    status: str
    start: int
    end: int
    beside: bool = False
    many: bool = False  # a list of such records


def answered(text: str, thing: str) -> Answered | None:
    """The names that words say an answer has; `thing` is what the route is about.

    >>> answered(" keeps it and answers 201 with id, owner and a size", "box").items[2].name
    'size'
    >>> answered(" keeps it and returns the stored box with its id, status 201", "box").beside
    True
    >>> answered(" answers 200 with the box", "box")
    """
    for lead in _ANSWERS.finditer(text):
        if not (lead["joined"] or lead["beside"]):
            continue
        items, end = enumerated(text[lead.end() :])
        rows = [each for each in items if _is(each.name, thing)]
        named = [each for each in items if each not in rows]
        beside = bool(rows or lead["row"])
        keyed = any(each.name == "id" or each.name.endswith("_id") for each in named)
        meant = re.search(rf"(?i)\b(?:it|{re.escape(thing)}|record|row|entry|object)$", lead[0])
        noun = lead["noun"] or ""
        if lead["row"] and not lead["beside"]:
            continue
        if lead["row"] and noun and not _is(noun, thing) and not (keyed or meant):
            continue
        if not named or (len(named) < 3 and any(_said_of_answers(each.name) for each in named)):
            continue
        if len(named) > 1 and re.search(r"(?:\bmeaning|:)$", lead["beside"] or ""):
            beside = False  # all of it is listed
        if beside or len(named) > 1 or named[0].name.endswith("id"):
            status = lead["status"] or lead["behind"] or ""
            behind = re.compile(r"(?i)[\s,]*(?:and |with )*(?:the )?status(?: code)? (2\d\d)\b")
            after = behind.match(text, lead.end() + end) if not status else None
            last = after.end() if after else lead.end() + end
            status = after[1] if after else status
            return Answered(named, status, lead.start(), last, beside)
    return None


# Rows stay in the order in which they came, whether that is said or not.
_AS_SENT = re.compile(
    r"\b(list|array),? in (?:the )?(?:same )?order (?:(?:in which )?they were |as |of )?"
    r"(?:sent|given|uploaded|received|upload|sending|the form|the request),? of (?=\{)"
)
_NESTED = re.compile(
    r"(?P<lead>\b(?:answers?|answer is|returns?|responds?|gives?|shows?)\b[^.;{}]*?\bwith )"
    r"(?P<names>(?:(?:the |its |an? )?\w+(?: \([^()]*\))?, )*"
    r"(?:the |its |an? )?\w+(?: \([^()]*\))?)"
    r",? and (?:the |its )?(?P<name>\w+), (?:an? |as an? )?(?:list|array)\b[^{}.;]*? of "
    r"(?P<item>\{[^{}]*\})"
)


def nested(text: str) -> str:
    """A text in which names and a list of records are the one record that they are.

    >>> nested('answers 201 with id, runs (0 at first) and legs, a list by day of {"day", "km"}')
    'answers 201 with {"id": 1, "runs": 0, "legs": [{"day", "km"}]}'
    """

    def told(match: re.Match[str]) -> str:
        parts = []
        for name, said in re.findall(r"(\w+)(?: \(([^()]*)\))?(?:,|$)", match["names"]):
            first = re.match(r"(\d+|true|false|null|\"[^\"]*\")\b", said)
            usual = first[1] if first else "1" if name == "id" else ""
            parts.append(f'"{name}": {usual}' if usual else f'"{name}"')
        return f'{match["lead"]}{{{", ".join(parts)}, "{match["name"]}": [{match["item"]}]}}'

    return _AS_SENT.sub(r"\1 of ", _NESTED.sub(told, text))


def _is(name: str, thing: str) -> bool:
    """Whether a name means the row itself: "the stored expense"."""
    return name.rsplit("_", 1)[-1] in {thing, "row", "record", "entry", "object"}


def _said_of_answers(name: str) -> bool:
    last = name.rsplit("_", 1)[-1]
    return last in {"header", "message", "error", "errors", "list", "array", "text", "body", "file"}


_EACH = re.compile(
    r"(?i)[\s,:]*(?:and |with )*(?:"
    r"(?P<many>(?:a |an )?(?:json )?(?:array|list) (?:of|with) (?:an? |one )?(?:objects?|"
    r"records?|entries|items)\b"
    r"[^.;{\"]{0,60}?|(?:each|every|all)(?: (?:one|of them|entry|item|row|object|\w+))?)"
    r"|(?P<one>(?:an? )?(?:json )?object)),? ?"
    r"(?:having|with|containing|consisting of|has|have|contains|shows?|showing|of|:|=)\s*:?\s+"
)


def listed(text: str) -> Answered | None:
    """The names that words say each item of a list has, or an object that is only shown.

    >>> listed(" lists them by name, each with id, owner and size").items[1].name
    'owner'
    >>> listed(" lists each box with its owner")
    """
    for lead in _EACH.finditer(text):
        items, end = enumerated(text[lead.end() :])
        if len(items) > 1 and not any(_said_of_answers(each.name) for each in items):
            span = (lead.start(), lead.end() + end)
            return Answered(items, "", *span, many=bool(lead["many"]))
    return None


_SHOWS = re.compile(
    r"(?i)^[\s,:]*(?:it )?(?:shows?|tells?|returns?|gives?|answers?)(?: (?:with|back))?\s+"
    r"(?:an? object with |the )?"
)


def shown(text: str) -> Answered | None:
    """The names that words say one row shows.

    >>> [each.name for each in shown(" shows title, seats and left (how many are free)").items]
    ['title', 'seats', 'left']
    >>> shown(" shows the row and its owner")
    """
    lead = _SHOWS.match(text)
    items, end = enumerated(text[lead.end() :]) if lead else ([], 0)
    if lead is None or len(items) < 3 or any(_said_of_answers(each.name) for each in items):
        return None
    return Answered(items, "", 0, lead.end() + end)


# "returns the member plus total, the sum of …", "every plant also shows waterings (how many)"
_ALSO = re.compile(
    r"(?i)(?:^|[\s,]+)(?:and |which |it )*(?:(?:returns?|shows?|gives?|answers?|responds?)(?: "
    r"with| "
    r"back)* (?:it|the (?:whole )?[a-z]+|(?:one|a single) [a-z]+)(?: itself)?,? (?:plus|as "
    r"well as|and "
    r"also|together with|along with|with)|(?:(?:each|every|the|all|one|they|it)(?: \w+)? )"
    r"(?:additionally|also|in addition|too)? ?(?:shows?|has|have|contains?|carries|comes? with)"
    r"(?: additionally| also)?) (?=\w)"
)


def added(text: str) -> Answered | None:
    """The names that words say a row shows beside its own.

    >>> [each.name for each in added(" returns the cat plus meals, how many it had").items]
    ['meals']
    >>> added(" returns the cat with the id")
    """
    for lead in _ALSO.finditer(text):
        items, end = enumerated(text[lead.end() :])
        sure = re.search(r"(?i)\b(?:plus|also|additionally|addition|as well as|along)\b", lead[0])
        told = [each for each in items if each.jotting]
        if (
            items
            and (sure or len(told) == len(items))
            and not any(_said_of_answers(each.name) for each in items)
        ):
            return Answered(items, "", lead.start(), lead.end() + end, beside=True)
    return None


def as_list(told: Answered) -> str:
    """An answer that words tell by its names, as a list of what they say of each."""
    items = (f"- `{each.name}`{each.jotting and f': {each.jotting}'}" for each in told.items)
    return "\n".join(["Response:", "", *items])


def as_record(told: Answered, brought: Iterable[str]) -> str:
    """An answer that words tell by its names, as a record."""
    shown = {each.name: each.jotting for each in told.items}
    if told.beside:
        shown = {"id": "", **dict.fromkeys(brought, ""), **shown}
    parts = []
    for name, jotting in shown.items():
        first = re.search(
            r"(\"[^\"]*\"|\b(?:true|false|null)\b|(?<![\w.])-?\d+)(?: at (?:first|start|the "
            r"start)\b|$)",
            jotting,
        )
        parts.append(f'"{name}": {first[1]}' if first else f'"{name}"')
    record = f"{{{', '.join(parts)}}}"
    record = f"[{record}]" if told.many else record
    return f"Response {told.status}: `{record}`".replace(" :", ":")
