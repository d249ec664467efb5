"""Routes named by verbs: /addTodo, /list-todos, /notes/create, /notes/{id}/delete."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.features.crud import Verb, crud
from beliefs.spec.features.resources import key_type, params
from beliefs.spec.operations import Input
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import is_noun, is_plural, is_verb, singular

_VERBS: dict[str, Verb] = {
    **dict.fromkeys(("add", "create", "new", "save", "insert", "post", "make", "store"), "create"),
    **dict.fromkeys(("list", "all", "browse"), "list"),
    **dict.fromkeys(("get", "show", "read", "view", "fetch", "find"), "show"),
    **dict.fromkeys(("update", "edit", "modify", "change"), "change"),
    "replace": "replace",
    **dict.fromkeys(("delete", "remove", "drop"), "remove"),
}


class Spoken(NamedTuple):
    """What a path says: a verb, and the thing that it is done to."""

    verb: str
    noun: str
    crud: Verb | None


def spoken(route: Route) -> Spoken | None:
    """The verb and the thing of a path that is named by a verb.

    >>> spoken(Route("POST", "/addTodo"))
    Spoken(verb='add', noun='todo', crud='create')
    """
    literal = [each for each in route.segments if "{" not in each]
    if not literal:
        return None
    words = [each.lower() for each in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", literal[-1])]
    if len(words) > 1 and words[0] == "get" and words[1] == "all":
        words = ["list", *words[2:]]
    if len(words) > 1 and (words[0] in _VERBS or is_verb(words[0])):
        noun = "_".join((*words[1:-1], singular(words[-1])))
        if lexicon.knows_thing(noun) or (words[0] in _VERBS and is_noun(words[-1])):
            return Spoken(words[0], noun, _crud(words[0], words[-1], route))
    before = literal[-2] if len(literal) > 1 else ""
    if params(route.path) and words[:1] and _VERBS.get(words[0]) == "create":
        return None  # "/items/{id}/add" adds to one row
    if len(words) == 1 and words[0] in _VERBS and before and is_noun(before.lower()):
        noun = singular(before.lower())
        return Spoken(words[0], noun, _crud(words[0], before.lower(), route))
    return None


def call(path: str) -> str:
    """What a path that is named by a verb is called, in lower case; nothing where it is not.

    >>> call("/assignTicket"), call("/tickets/{id}/close"), call("/tickets")
    ('assignticket', 'close', '')
    """
    parts = [each for each in path.split("/") if each]
    last = parts[-1] if parts else ""
    if not last or "{" in last:
        return ""
    behind = len(parts) > 1 and "{" in parts[-2]
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", last)
    named = len(words) > 1 and spoken(Route("POST", path)) is not None
    return last.lower() if named or (behind and is_verb(last) and not is_plural(last)) else ""


# They make a row where a request brings what it has, and no key of one.
_BEGINS = frozenset({"submit", "open", "place", "raise", "file", "report", "register", "start"})


def _crud(verb: str, noun: str, route: Route) -> Verb | None:
    found = _VERBS.get(verb)
    brought = {each.field.name for each in route.takes}
    if verb in _BEGINS and route.method == "POST" and brought and "id" not in brought:
        return None if params(route.path) else "create"
    if found == "show" and not params(route.path) and is_plural(noun):
        return "list"
    if found == "change" and route.method == "PUT":
        return "replace"
    return found


def write(world: World) -> None:
    """Write routes whose verb is one of collections."""
    for route in world.draft.open_routes():
        said = spoken(route)
        plan = world.plans.get(said.noun) if said is not None else None
        if said is None or plan is None or said.crud is None or route.said("search"):
            continue
        others = [each for each in world.plans.values() if each is not plan]
        resource = replace(plan.resource(others), path=route.path, item=route.path)
        (made,) = crud(resource, (said.crud,), plan.wants)
        if said.crud not in {"create", "list"} and not params(route.path):
            place = "query" if route.method in {"GET", "DELETE"} else "json"
            key = Input(
                plan.key.name, "query" if place == "query" else "json", key_type(plan.entity)
            )
            made = replace(made, inputs=(key, *made.inputs))
        world.add(made, route, route.source)
        for cue in route.cues:
            if cue.says in {"answers", "shows", "lists", "verbs", "thing", "crud", "with", "takes"}:
                cue.used = cue.used or "verbs"


def named_only(plan: Plan, world: World) -> bool:
    """Whether a thing is reached by verbs alone, so that it has no collection of its own."""
    said = [spoken(each) for each in world.draft.routes]
    mine = [each for each in said if each is not None and each.noun == plan.thing.name]
    return bool(mine) and not any(
        each.path == plan.path or each.path.startswith(f"{plan.path}/{{")
        for each in world.draft.routes
        if spoken(each) is None
    )
