"""Words as the grammar of wishes spells them: "w/" is "with", "can't" is "cannot"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.types import NUMBERS
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.stopwords import GRAMMAR
from beliefs.spec.understanding.tokens import Token
from beliefs.spec.understanding.words import is_verb

# Words that stand for two, or that the grammar spells in another way.
_SPELLED = {
    **dict.fromkeys(("can't", "cannot", "can’t"), "cannot"),
    **dict.fromkeys(("that's", "that’s"), "that"),
    **dict.fromkeys(("it's", "it’s"), "it"),
    **dict.fromkeys(("they're", "they’re"), "they"),
    **dict.fromkeys(("there's", "there’s"), "there"),
    **dict.fromkeys(("who's", "who’s"), "who"),
    **dict.fromkeys(("what's", "what’s"), "what"),
    **dict.fromkeys(("shouldn't", "mustn't", "can't"), "cannot"),
    **dict.fromkeys(("doesn't", "isn't", "aren't", "don't", "won't"), "not"),
}


_MOST = {"max": "max", "maximum": "max", "min": "min", "minimum": "min"}  # "a max capacity"


# Words that name a value behind another, and hold sentences together elsewhere: "prep time".
_BEHIND = frozenset({"time", "rate"})
_UNITS = frozenset("ml cl l liters litres g mg cm mm m miles kcal calories".split())  # noqa: SIM905
# States of two words.
_AS_ONE = frozenset({"in progress", "on hold", "to do", "not started", "checked out"})


def spelled(found: tuple[Token, ...]) -> tuple[Token, ...]:
    """Tokens as the grammar spells them: "w/" is "with", "can't" is "cannot"."""
    told: list[Token] = []
    for each in found:
        if each.text == "/" and told and told[-1].low == "w":
            told[-1] = replace(told[-1], text="with", forms=frozenset({"with"}), end=each.end)
        elif told and told[-1].low in _MOST and each.sort == "word" and each.low not in GRAMMAR:
            name = f"{_MOST[told[-1].low]}_{each.low}"
            forms = frozenset({name, each.low})
            told[-1] = replace(told[-1], text=name, forms=forms, end=each.end)
        elif each.low in {"date", "dates", "time", "times"} and _paired(told):
            for at in (-3, -1):
                name = f"{told[at].low.replace('-', '_')}_{each.low.removesuffix('s')}"
                told[at] = replace(told[at], text=name, forms=frozenset({name}))
            told[-2] = replace(told[-2], sort="word", text="and", forms=frozenset({"and"}))
            told[-1] = replace(told[-1], end=each.end)
        elif each.low in _BEHIND and told and _qualifies(told[-1]):
            name = f"{told[-1].low.replace('-', '_')}_{each.low}"
            told[-1] = replace(told[-1], text=name, forms=frozenset({name}), end=each.end)
        elif told and f"{told[-1].low} {each.low}" in _AS_ONE:
            name = f"{told[-1].low}_{each.low}"
            told[-1] = replace(told[-1], text=name, forms=frozenset({name}), end=each.end)
        elif each.low in _UNITS and len(told) > 1 and told[-1].low == "in" and _measured(told[-2]):
            told.pop()  # "amount in ml" is a number whatever it is measured in
            told[-1] = replace(told[-1], end=each.end)
        elif each.text in {"'", "’"} and told and each.start == told[-1].end:
            told[-1] = replace(told[-1], end=each.end)  # "others' recipes"
        elif told and told[-1].low == "number_of" and each.sort == "word":
            name = f"number_of_{each.low}"
            told[-1] = replace(told[-1], text=name, forms=frozenset({name}), end=each.end)
        elif each.low == "of" and told and told[-1].low in {"min_number", "max_number"}:
            bound = told[-1].low.partition("_")[0]  # "a maximum number of seats"
            told[-1] = replace(told[-1], text=bound, forms=frozenset({bound}), end=each.end)
        elif each.low == "birth" and len(told) > 1 and told[-1].low == "of":
            told.pop()
            name = f"{told[-1].low}_of_birth"
            told[-1] = replace(told[-1], text=name, forms=frozenset({name}), end=each.end)
        elif each.low == "of" and _numbered(told):
            told[-1] = replace(told[-1], text="number_of", end=each.end)
        elif each.text in {"&", "+"}:
            told.append(replace(each, sort="word", text="and", forms=frozenset({"and"})))
        elif (word := _SPELLED.get(each.low)) is not None:
            told.append(replace(each, text=word, forms=frozenset({word})))
        else:
            told.append(each)
    return tuple(told)


def _qualifies(token: Token) -> bool:
    """Whether a word says which time or rate is meant."""
    plain = token.sort == "word" and token.low not in GRAMMAR | {"real", "same", "date", "over"}
    known = token.low in {"prep", "start", "end", "cook", "run"}
    return known or (plain and not is_verb(token.low))


def _numbered(told: list[Token]) -> bool:
    """Whether a number of something is one of several values: "date and number of eggs"."""
    return (
        len(told) > 1
        and told[-1].low == "number"
        and told[-2].low in {",", "and", "with", ":", "plus", "has", "have"}
    )


def _measured(token: Token) -> bool:
    return token.sort == "word" and lexicon.field(token.low).type.kind in NUMBERS


def _paired(told: list[Token]) -> bool:
    """Whether two words with a bar between them come before: "check-in/check-out dates"."""
    return len(told) > 2 and told[-2].text == "/" and told[-3].sort == told[-1].sort == "word"
