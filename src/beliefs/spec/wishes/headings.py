"""What a goal calls the whole, and what is kept by that name: "coin collection" keeps coins."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec.understanding.classes import FRAMEWORKS, HEADS, STORAGES, Noun, Title
from beliefs.spec.understanding.patterns import Tokens
from beliefs.spec.understanding.stopwords import GRAMMAR
from beliefs.spec.understanding.words import is_noun, is_plural
from beliefs.spec.wishes import relations

# Where things are kept, or what is done with them there, and not what they are.
_KEPT_IN = frozenset(
    """cellar cabinet desk register roster shelf garage pantry fridge freezer list lists log shelter
    shop office club clinic school bank board helper bot backend service calendar schedule
    reminder records history overview table corner counter checker finder monitor assistant
    handler tracking management booking bookings registration administration admin lending sharing
    lookup signup intake reporting logging house home community""".split()  # noqa: SIM905
)
_BEFORE = frozenset({"a", "an", "the", "my", "our", "simple", "small", "tiny", "basic", "rest"})
_AFTER = frozenset({":", "-", "–", ",", "with", "for", "where", "of", "to", "that", "in", "using"})
_LONGEST = 6
_MADE_WITH = frozenset({*FRAMEWORKS, *STORAGES, "rest", "restful", "json", "http", "crud", "web"})


def heading(tokens: Tokens, at: int) -> Iterator[tuple[int, Title]]:
    """Words at the beginning of a sentence that name the whole: "wine cellar api:"."""
    if any(each.low not in GRAMMAR or each.low in {"for", "of", "in"} for each in tokens[:at]):
        return
    while at < len(tokens) and tokens[at].low in _BEFORE:
        at += 1
    words: list[str] = []
    while at < len(tokens) and tokens[at].sort == "word" and len(words) < _LONGEST:
        low = tokens[at].low
        if low in GRAMMAR and low not in HEADS | _KEPT_IN:
            break
        words.append(tokens[at].text)
        at += 1
        headed = words[-1].lower() in HEADS | _KEPT_IN | GRAMMAR
        ends = at == len(tokens) or tokens[at].low in _AFTER
        if ends and (headed or _colon(tokens, at)) and (noun := _kind(words)) is not None:
            yield at, Title(tuple(words), (noun,))


def _colon(tokens: Tokens, at: int) -> bool:
    return at < len(tokens) and tokens[at].text in {":", "-", "–"}


def _kind(words: list[str]) -> Noun | None:
    """What is kept: the last noun that is no place for it."""
    rest = [each.lower() for each in words if each.lower() not in _MADE_WITH]
    while rest and (rest[-1] in HEADS or rest[-1] in _KEPT_IN or rest[-1] in GRAMMAR):
        last = rest.pop()
        if relations.knows(last) and not rest:
            rest.append(last)
            break
    rest = [each for each in rest if each not in _KEPT_IN]
    if not rest or not is_noun(rest[-1]):
        return None
    from beliefs.spec.wishes.slots import called

    known = [each for each in rest if relations.knows(called([each]))]
    name = called(rest[-1:]) if relations.knows(called(rest[-1:])) or len(rest) == 1 else ""
    name = name or called(rest[-2:])
    if not relations.knows(name) and len(known) == 1 and known[0] == rest[-1]:
        name = called(known)
    return Noun(name, relations.knows(name), several=is_plural(rest[-1]))
