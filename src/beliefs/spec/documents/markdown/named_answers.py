"""Answers that running words tell by their names: "answers 201 with the id and the name"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.markdown.enumerating import Item, enumerated

_ANSWERS = re.compile(
    r"(?i)(?:^|[\s,]+)(?:(?:and|which|it|that|then|you|they|should|must|will) )*"
    r"(?:(?:the )?(?:answer|response|result|reply)(?: is)?|answers?|returns?|responds?|gives?|"
    r"gets?(?: back)?|replies|comes? back)\b"
    r"(?:\s+(?:with\s+)?(?:an?\s+)?(?:status\s+)?(?:code\s+)?(?P<status>2\d\d)\b)?"
    r"(?P<row>\s+(?:it|the (?:(?:stored|new|created|saved|updated|whole|full|resulting) )?[a-z]+))?"
    r"\s*(?:,\s*)?(?:(?:together )?with|including|plus|:)\s+(?:an? (?:json )?object (?:of|with|"
    r"having) )?"
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
        items, end = enumerated(text[lead.end() :])
        rows = [each for each in items if _is(each.name, thing)]
        named = [each for each in items if each not in rows]
        beside = bool(rows or lead["row"])
        if lead["row"] and not re.search(rf"(?i)\b(?:it|{re.escape(thing)})$", lead["row"]):
            continue
        if not named or any(_said_of_answers(each.name) for each in named):
            continue
        if beside or len(named) > 1 or named[0].name.endswith("id"):
            end += lead.end()
            return Answered(named, lead["status"] or "", lead.start(), end, beside)
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
