"""Readers of facts about lists: their order, their pages, what they are narrowed by."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.facts.paging import paged
from beliefs.spec.facts.telling import Fact, Reader
from beliefs.spec.facts.terms import Clause


def _paging(told: Clause) -> Fact | None:
    """How a list is cut: what may be asked for, how many without, how many at most."""
    if told.json or (set(told.status) - {200}):
        return None
    paging = paged(told)
    if paging is None:
        return None
    return Fact("paging", asked=paging.names, numbers=paging.numbers)


def _search(told: Clause) -> Fact | None:
    scope = [each for each in told.fields if each not in told.query]
    named = list(told.query) or [each for each in told.texts if re.fullmatch(r"[a-z]\w*", each)]
    named = named or sorted({"q", "query", "search"} & told.words & {"q"})
    if len(named) != 1 or not scope or named[0] in told.fields or set(told.status) - {200}:
        return None
    found = re.search(
        r"contain|search|substring|find|look|includ|part|match|anywhere|with that|has", told.text
    )
    loose = re.search(
        r"insensitiv|ignor|regardless|matter|either case|whatever the case|upper|"
        r"caps|"
        r"small or big|big or small|caring|case|casing|capital",
        told.text,
    )
    strict = re.search(r"(?<!not )(?<!not be )case[- ]sensitiv|case matters|exact", told.text)
    denied = re.search(r"don't[\w ]+case[- ]sensitiv|n't (?:be )?case", told.text)
    if not found or (strict and not denied) or not loose or told.of("number"):
        return None
    return Fact("search", fields=tuple(scope), asked=(named[0],))


def _between(told: Clause) -> Fact | None:
    """Two parameters for the ends of a range of a field."""
    if len(told.query) == 2:
        names = list(told.query)
    else:
        names = [each for each in told.texts if re.fullmatch(r"[a-z]\w*", each)]
        parameters = re.search(r"parameters?|params?|query", told.text)
        names = names or (["from", "to"] if parameters and {"from", "to"} <= told.words else [])
    if len(names) != 2 or len(told.fields) != 1 or told.fields[0] in names:
        return None
    low = [each for each in names if re.search(r"(?i)from|min|since|start|after|low", each)]
    high = [each for each in names if re.search(r"(?i)to|max|until|end|before|high", each)]
    if len(low) != 1 or len(high) != 1 or low == high or set(told.status) - {200}:
        return None
    return Fact("between", fields=tuple(told.fields), asked=(low[0], high[0]))


def _filter(told: Clause) -> Fact | None:
    asked = list(told.query)
    if asked:
        # What is asked for by another name than a field has is no plain filter.
        if any(each not in told.known for each in asked):
            return None
        fields = tuple(asked)
    else:
        fields = tuple(told.fields)
        if (
            not re.search(
                r"filter|narrow|parameters?|params?|restrict|query|of a certain|look", told.text
            )
            or not fields
        ):
            return None
    if told.json or set(told.status) - {200} or told.of("number") or set(told.fields) - set(fields):
        return None
    samples = {each.lower() for each in told.query.values() if each}
    if re.search(r"contain|search|substring|sort|order|\bfrom\b.*\bto\b|[<>]", told.text):
        return None
    return Fact(
        "filter", fields=fields, asked=(*fields, *samples), texts=tuple(samples & told.words)
    )


_FALLING = re.compile(
    r"descend|\bdesc\b|(?:highest|biggest|largest|latest|newest|most recent)\b[\w "
    r"]{0,20}\b(?:first|top|start)|"
    r"(?:first|start\w*|begin\w*|on top|top|from)\b[\w ]{0,20}\b(?:highest|biggest|largest|"
    r"latest|newest)|"
    r"high to low|reverse|decreas|biggest \w+ on top|backwards|downwards|large to small|"
    r"(?:higher|later|greater)\b[\w ]{0,20}\b(?:before|first|precede)|the higher the|from the "
    r"most recent|greatest\b[\w ]{0,20}\bfirst"
)


_RISING = re.compile(
    r"ascend|\basc\b|alphabet|a to z|a-z|(?:lowest|smallest|earliest|oldest)\b[\w ]{0,20}\bfirst|"
    r"low to high|increas|upwards|from the (?:lowest|smallest|earliest|oldest)"
)


def _order(told: Clause) -> Fact | None:
    return _ordered(told)


def _ranked(told: Clause) -> Fact | None:
    return _ordered(told) if _FALLING.search(told.text) and told.fields else None


def _ordered(told: Clause) -> Fact | None:
    if len(told.fields) != 1 or told.query or told.json or told.of("number") or told.texts:
        return None
    if any(way[0] != "GET" for way in told.routes) or set(told.status) - {200}:
        return None
    text = re.sub(r"\bnot (?:ascending|descending)", "", told.text)
    rising, falling = _RISING.search(text), _FALLING.search(text)
    if rising and falling:
        return None
    return Fact("order", fields=tuple(told.fields), falling=bool(falling))


def _newest(told: Clause) -> Fact | None:
    if told.query or told.json or told.texts or set(told.of("number")) - {"0"}:
        return None
    if told.fields or any(way[0] != "GET" for way in told.routes) or set(told.status) - {200}:
        return None
    first = re.search(
        r"(?:newest|latest|recent\w*(?: \w+)?|added last|last added|last)\b[\w "
        r",]{0,30}\b(?:first|top|beginning|start|"
        r"index)|(?:first|begin\w*|start\w*|top)\b[\w ]{0,24}\b(?:newest|latest|recent|last)|"
        r"reverse|"
        r"(?:recent\w*|new|newest)\b[\w ]{0,20}\b(?:before|precede|beginning|down to|to the "
        r"oldest)|heads\b|just added\b[\w ]+first|"
        r"(?:creation|insertion|addition)[\w ,:]*\bdesc",
        told.text,
    )
    other = re.search(r"\boldest\b[\w ]{0,12}\b(?:first|top)|\b(?:ascending)\b", told.text)
    return Fact("newest", falling=True) if first and not other else None


READERS: dict[str, Reader] = {
    "paging": _paging,
    "search": _search,
    "between": _between,
    "filter": _filter,
    "order": _order,
    "ranked": _ranked,
    "newest": _newest,
}
