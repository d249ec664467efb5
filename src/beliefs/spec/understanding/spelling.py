"""Words that nobody knows and that are one slip away from a word of the grammar."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.classes import FRAMEWORKS, HEADS, STORAGES
from beliefs.spec.understanding.numbers import WORDS
from beliefs.spec.understanding.reading import house
from beliefs.spec.understanding.stopwords import GRAMMAR
from beliefs.spec.understanding.tokens import Token
from beliefs.spec.understanding.words import is_english, lemmas, plural, singular

_SHORTEST = 5
_SWAPPED = 3  # letters of a word of grammar that may be in the wrong order


@cache
def _known() -> frozenset[str]:
    """Every word that means something here."""
    own = {word for each in house().phrases for part in each.elements for word in part.words}
    things = {*lexicon.things(), *(plural(each) for each in lexicon.things())}
    names = {part for each in lexicon.names() for part in each.split("_")}
    return frozenset({*own, *things, *names, *HEADS, *FRAMEWORKS, *STORAGES, *GRAMMAR, *WORDS})


def corrected(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], tuple[tuple[str, str], ...]]:
    """The tokens with slips put right, and each slip with what it was taken for.

    >>> from beliefs.spec.understanding.tokens import tokens
    >>> corrected(tokens("a bokmark API"))[1]
    (('bokmark', 'bookmark'),)
    """
    slips: list[tuple[str, str]] = []
    done: list[Token] = []
    placed = {
        singular(part)
        for each in tokens
        if each.sort == "path"
        for part in each.text.lower().split("/")
    }
    seen = [each.low for each in tokens]
    for each in tokens:
        meant = _meant(each.low) if _doubtful(each) and seen.count(each.low) == 1 else ""
        meant = meant or _held_together(each) or _product(each)
        if meant and singular(each.low) not in placed:
            slips.append((each.text, meant))
            done.append(replace(each, text=meant, forms=lemmas(meant)))
        else:
            done.append(each)
    return tuple(done), tuple(slips)


def _doubtful(token: Token) -> bool:
    """Whether a word may be a slip: lower case, long enough, and in no table."""
    text = token.text
    return (
        token.sort == "word"
        and len(text) >= _SHORTEST
        and text.isalpha()
        and text[1:].islower()
        and text.lower() not in _known()
        and singular(text) not in _known()
        and not is_english(text)
    )


def _held_together(token: Token) -> str:
    """The word of grammar that short letters in the wrong order stand for: "wiht", "teh", "adn"."""
    low = token.low
    strange = token.sort == "word" and low.isalpha() and low not in _known()
    if not strange or len(low) < _SWAPPED or token.text.isupper() or is_english(low):
        return ""
    cuts = [(low[:place], low[place:]) for place in range(len(low) - 1)]
    near = {left + right[1] + right[0] + right[2:] for left, right in cuts}
    if len(low) == _SHORTEST - 1:  # "buld", with a letter too few
        letters = "abcdefghijklmnopqrstuvwxyz"
        near |= {low[:at] + each + low[at:] for at in range(1, len(low)) for each in letters}
    found = sorted(near & GRAMMAR)
    return found[0] if len(found) == 1 else ""


def _product(token: Token) -> str:
    """The framework or the storage that a name with a slip stands for, in whatever letters."""
    low = token.low
    names = {each for each in (*FRAMEWORKS, *STORAGES) if len(each) >= _SHORTEST}
    if token.sort != "word" or low in _known() or low in names or is_english(low):
        return ""
    near = sorted(_slips(low) & names)
    return near[0] if len(near) == 1 else ""


@cache
def _meant(word: str) -> str:
    """The one word of the grammar that is a slip away; nothing when there are several."""
    near = {each for each in _slips(word) if each in _known() and len(each) >= _SHORTEST - 1}
    stems = {singular(each) for each in near}
    return min(near, key=lambda each: (each[0] != word[0], each)) if len(stems) == 1 else ""


_LONGEST = 30  # letters: no word that is known has more


def _slips(word: str) -> set[str]:
    """Every word that differs by one letter left out, doubled, swapped or wrong."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    if len(word) > _LONGEST:
        return set()
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    return {
        *(left + right[1:] for left, right in cuts if right),
        *(left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1),
        *(left + each + right[1:] for left, right in cuts if right for each in letters),
        *(left + each + right for left, right in cuts for each in letters),
    }
