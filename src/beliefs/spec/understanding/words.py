"""English words: their base forms, their plurals, and whether they are any.

The tables of lemminflect come with its wheel; nothing is fetched.
"""

from __future__ import annotations

from functools import cache

from beliefs.spec import patterns as re

# What the tables lack, or have other ideas of.
_SINGULARS = {
    "data": "data",
    "media": "media",
    "news": "news",
    "series": "series",
    "statistics": "statistics",
    "stats": "stats",
    "analytics": "analytics",
    "status": "status",
    "address": "address",
    "business": "business",
    "quizzes": "quiz",
    "people": "person",
    "movies": "movie",
    "cookies": "cookie",
    "todos": "todo",
    "leaves": "leave",
    "houses": "house",
    "courses": "course",
    "exercises": "exercise",
    "expenses": "expense",
    "purchases": "purchase",
    "warehouses": "warehouse",
    "licenses": "license",
    "responses": "response",
    "invoices": "invoice",
    "axes": "axis",
    "photos": "photo",
    "ads": "ad",
    "videos": "video",
}
_PLURALS = {
    "person": "people",
    "todo": "todos",
    "status": "statuses",
    "photo": "photos",
    "video": "videos",
    "news": "news",
    "series": "series",
    "stock": "stock",
}


@cache
def _tables(word: str) -> dict[str, tuple[str, ...]]:
    from lemminflect import getAllLemmas

    found: dict[str, tuple[str, ...]] = getAllLemmas(word)
    return found


@cache
def lemmas(word: str) -> frozenset[str]:
    """A word in lower case with every base form it may have.

    >>> sorted(lemmas("Grades"))
    ['grade', 'grades']
    """
    low = word.lower().removesuffix("'s").removesuffix("’s")
    found = {low, *(each.lower() for forms in _tables(low).values() for each in forms)}
    if low in _SINGULARS:
        found.add(_SINGULARS[low])
    elif not _tables(low):
        found.add(singular(low))
        if low.endswith("ed"):  # "waitlisted", "upvoted"
            found |= {low[:-2], low[:-1]}
        if low.endswith("ing"):
            found |= {low[:-3], f"{low[:-3]}e"}
    return frozenset(found)


def is_english(word: str) -> bool:
    """Whether the tables have the word."""
    low = word.lower().removesuffix("'s").removesuffix("’s")
    return bool(_tables(low)) or all(_tables(part) for part in re.split(r"[-_]", low))


def is_verb(word: str) -> bool:
    """Whether the word may be a verb."""
    return "VERB" in _tables(word.lower())


def is_noun(word: str) -> bool:
    """Whether the word may be a noun; words nobody knows may be."""
    found = _tables(word.lower())
    return not found or "NOUN" in found


@cache
def singular(noun: str) -> str:
    """One of it.

    >>> [singular(each) for each in ("notes", "categories", "quiz", "boxes", "status")]
    ['note', 'category', 'quiz', 'box', 'status']
    """
    low = noun.lower()
    if low in _SINGULARS:
        return _SINGULARS[low]
    head, _, last = low.rpartition("_")
    if head:
        return f"{head}_{singular(last)}"
    known = _tables(low).get("NOUN")
    if known:
        return known[0].lower()
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch")):
        if low.endswith(ending) and len(low) > len(ending) + 1:
            return low[: -len(ending)] + instead
    if low.endswith("s") and not low.endswith(("ss", "us", "is")) and len(low) > 3:
        return low[:-1]
    return low


@cache
def plural(noun: str) -> str:
    """Several of it.

    >>> [plural(each) for each in ("note", "category", "quiz", "box", "person")]
    ['notes', 'categories', 'quizzes', 'boxes', 'people']
    """
    from lemminflect import getInflection

    low = noun.lower()
    if low in _PLURALS:
        return _PLURALS[low]
    head, _, last = low.rpartition("_")
    if head:
        return f"{head}_{plural(last)}"
    found: tuple[str, ...] = getInflection(low, tag="NNS")
    return found[0].lower() if found else f"{low}s"


def is_plural(noun: str) -> bool:
    """Whether a noun is several."""
    low = noun.lower()
    return singular(low) != low


@cache
def participle(verb: str) -> str:
    """What something is after the verb was done to it.

    >>> [participle(each) for each in ("close", "pay", "submit", "cancel")]
    ['closed', 'paid', 'submitted', 'cancelled']
    """
    from lemminflect import getInflection

    low = verb.lower()
    found: tuple[str, ...] = getInflection(low, tag="VBN")
    return found[-1].lower() if found else f"{low}ed"


@cache
def third_person(verb: str) -> str:
    """What somebody does.

    >>> [third_person(each) for each in ("show", "reply", "give")]
    ['shows', 'replies', 'gives']
    """
    from lemminflect import getInflection

    low = verb.lower()
    found: tuple[str, ...] = getInflection(low, tag="VBZ")
    return found[0].lower() if found else f"{low}s"
