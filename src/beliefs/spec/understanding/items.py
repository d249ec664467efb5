"""What lists are made of, said in a sentence of its own: "takes lines. A line has a sku".

Whoever names requests names all of them: a thing at none of them that a request brings a list of is
kept in that list, and nowhere else.
"""

from __future__ import annotations

from beliefs.spec.understanding.asked import Asked, of_records
from beliefs.spec.understanding.draft import Cue, Draft, Route, Thing
from beliefs.spec.understanding.tokens import Token
from beliefs.spec.understanding.words import is_plural, singular


def put_inside(draft: Draft) -> None:
    """Put what is said of a thing into the lists of it that requests bring."""
    for name, thing in list(draft.things.items()):
        lists = [each.takes for each in draft.routes if each.method != "GET"]
        held = [each for each in lists if any(_holds(one, name) for one in each)]
        if held and thing.fields and not _placed(draft, thing):
            for each in held:
                _filled(each, name, tuple(thing.fields))
            del draft.things[name]


def told_inside(draft: Draft, routes: list[Route], cue: Cue, sentence: tuple[Token, ...]) -> bool:
    """Whether "Each line has …" says what a list has that was brought or shown just before."""
    nouns, start = cue.bound["nouns"], cue.tokens[0].start
    before = [each.low for each in sentence if each.start < start]
    if before[-1:] not in (["each"], ["every"]) or len(nouns) != 1:
        return False
    for route in routes or draft.routes[-1:]:
        for told in (route.takes, route.answers):
            if any(_holds(each, nouns[0].name) for each in told):
                _filled(told, nouns[0].name, cue.bound["fields"])
                route.cues.append(cue)
                cue.says, cue.used = "answers", "fields"
                return True
    return False


def _holds(asked: Asked, name: str) -> bool:
    """Whether a field is a list of which nothing but this name is known."""
    several = is_plural(asked.field.name) and singular(asked.field.name) == name
    return several and not asked.inner and not asked.typed


def _filled(told: list[Asked], name: str, inner: tuple[Asked, ...]) -> None:
    told[:] = [of_records(each, inner) if _holds(each, name) else each for each in told]


def _placed(draft: Draft, thing: Thing) -> bool:
    """Whether a thing has a place of its own, or is made by itself."""
    parts = {singular(part.lower()) for each in draft.routes for part in each.segments}
    return bool(thing.path or thing.item) or "create" in thing.verbs or thing.name in parts
