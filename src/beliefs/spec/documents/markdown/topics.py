"""Headings that speak of a route without naming it: "Creating a spot", "Parking"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.places import same_thing, steps
from beliefs.spec.documents.words import plain, singular, snaked

_DEEDS = (
    (r"creat|add|new|post|register|submit|upload|insert|make|making", "POST", False),
    (r"list|all|index|browse|search", "GET", False),
    (r"get|read|retriev|fetch|show|view|detail|single", "GET", True),
    (r"replac|put", "PUT", True),
    (r"updat|edit|chang|modif|patch", "", True),
    (r"delet|remov", "DELETE", True),
)


def routes_about(heading: str, drafts: list[Draft]) -> list[Draft]:
    """The one route that a heading is about; none where it could be several.

    >>> drafts = [Draft("POST", "/spots", 1), Draft("POST", "/spots/{id}/park", 2)]
    >>> routes_about("Parking a car", drafts)[0].path
    '/spots/{id}/park'
    >>> routes_about("Create a spot", drafts)[0].path, routes_about("Errors", drafts)
    ('/spots', [])
    """
    said = [each.lower() for each in re.findall(r"[A-Za-z]+", heading)]
    if not said or len(said) > 7:
        return []
    acts = [each for each in drafts if _acts(each, said)]
    if len(acts) == 1:
        return acts
    if len(said) == 1 and said[0].endswith("s"):
        return []  # things: "Shows", "Posts", "Lists"
    for pattern, method, item in _DEEDS:
        if not re.match(pattern, said[0]):
            continue
        found = [
            each
            for each in drafts
            if (each.method == method or (not method and each.method in {"PUT", "PATCH"}))
            and (chain := steps(each.path))
            and bool(chain[-1].param) == item
        ]
        nouns = [singular(each) for each in said[1:]]
        named = [each for each in found if any(_named(each, noun) for noun in nouns)]
        if len(named or found) == 1:
            return named or found
    return []


def _acts(draft: Draft, said: list[str]) -> bool:
    """Whether the verb behind an item is what a heading begins with."""
    chain = steps(draft.path)
    if len(chain) < 2 or chain[-1].param or not chain[-2].param or draft.method == "GET":
        return False
    verb = plain(snaked(chain[-1].name))
    stem = verb.removesuffix("e")
    return bool(said) and any(
        re.fullmatch(rf"{re.escape(stem)}(?:e|s|es|ing|{re.escape(stem[-1])}ing)?", each)
        for each in said[:2]
    )


def _named(draft: Draft, noun: str) -> bool:
    last = next((each for each in reversed(steps(draft.path)) if each.name), None)
    return last is not None and same_thing(last.name, noun)
