"""Sentences outside of routes that tell what a route does, by its verb: "Lending sets `due`"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, singular, snaked, states, words

_PART = r"(?: (?:in|out|up|off|back|down|on))?"
_GERUND = re.compile(
    rf"(?i)(?P<verb>[a-z]+ing){_PART}(?P<what>(?: (?:an?|the|it|one|this|them|your)\b(?: "
    rf"[\w-]+){{0,2}}?)?)"
    r" (?P<rest>(?!is\b|was\b|has\b|does\b)[a-z]+(?<!s)s(?: |$).+)"
)
_LABEL = re.compile(r"(?P<verb>[A-Za-z][\w-]*)(?P<mark>:| –| —| -| =)? (?P<rest>.+)")
_WHEN = re.compile(
    r"(?i)(?:when|whenever|once|after|as soon as|every time) (?:an?|the|some) (?P<noun>[\w-]+) "
    r"(?:is|was|has been|gets) (?P<done>[\w-]+(?: (?:in|out|up|off|back))?),? "
    r"(?P<rest>(?:it|its|the|all|their|this|that|every|no)\b.+)"
)
_REMOVES = {"delet", "remov", "cancel", "withdraw", "eras", "discard"}


def told_of(sentence: str, drafts: list[Draft]) -> tuple[Draft, str] | None:
    """The route that a sentence outside of all tells of, and what it says that the route does."""
    text = bare(sentence).strip()
    if any(each.status >= 400 for each in clauses(sentence)):
        return None
    deeds = [each for each in drafts if each.method != "GET" and _verb(each)]
    match = _GERUND.fullmatch(text)
    if match:
        found = [each for each in deeds if _is_gerund(match["verb"], _verb(each)[0])]
        found = found or _removing(match["verb"], match["what"], drafts)
        return (found[0], match["rest"]) if len(found) == 1 else None
    match = _WHEN.fullmatch(text)
    if match:
        done = snaked(match["done"].replace(" ", "_"))
        found = [
            each
            for each in deeds
            if done in _outcomes(_verb(each)) and plain(match["noun"]) == plain(_thing(each))
        ]
        return (found[0], match["rest"]) if len(found) == 1 else None
    match = _LABEL.fullmatch(text)
    marked = sentence.lstrip("-* ").startswith("`")
    if match and (match["mark"] or marked):
        last = plain(match["verb"])
        found = [each for each in deeds if plain(steps(each.path)[-1].name) == last]
        return (found[0], match["rest"]) if len(found) == 1 else None
    return None


def _verb(draft: Draft) -> tuple[str, ...]:
    """What a path ends with that is done: the words of its last step, behind a row or alone."""
    chain = steps(draft.path)
    return words(chain[-1].name) if chain and not chain[-1].param else ()


def _thing(draft: Draft) -> str:
    chain = [each for each in steps(draft.path)[:-1] if each.name]
    return singular(snaked(chain[-1].name)) if chain else ""


def _is_gerund(said: str, verb: str) -> bool:
    """Whether a word is what doing something is called.

    >>> _is_gerund("Lending", "lend"), _is_gerund("reserving", "reserve"), _is_gerund("king", "k")
    (True, True, False)
    """
    small = said.lower()
    forms = {f"{verb}ing", f"{verb[:-1]}ing" if verb.endswith("e") else "", f"{verb}{verb[-1:]}ing"}
    return len(verb) > 2 and small in forms


def _outcomes(verb: tuple[str, ...]) -> set[str]:
    return {"_".join([each, *verb[1:]]) for each in states(verb[0])}


def _removing(verb: str, what: str, drafts: list[Draft]) -> list[Draft]:
    """The `DELETE` of a thing that a sentence names: "Removing a track …"."""
    if not any(verb.lower().startswith(each) for each in _REMOVES):
        return []
    noun = plain(singular(what.rsplit(" ", maxsplit=1)[-1])) if what.strip() else ""
    return [
        each
        for each in drafts
        if each.method == "DELETE"
        and (chain := steps(each.path))
        and chain[-1].param
        and noun in {plain(singular(snaked(chain[-1].name))), "it", "one"}
    ]
