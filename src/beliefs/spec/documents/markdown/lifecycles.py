"""Lifecycles that a description draws: `draft --start--> running --finish--> finished`."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape, is_list, is_record
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, snaked, states

_STATE = r"[`\"'(\[*]*(?P<state>[A-Za-z][\w-]*?)[`\"')\]*]*"
_ARROW = (
    r"\s*(?:-{1,3}\s*[\[(|]?\s*(?P<on>[A-Za-z][\w -]*?)\s*[\])|]?\s*-{1,3}>|(?:-{1,3}>|→|=>|⟶)"
    r"(?:\s*\|\s*(?P<bar>[A-Za-z][\w -]*?)\s*\|)?)\s*"
)
_TITLE = (
    r"(?i)^\s*(?:(?:life ?-?cycle|states?|status(?:es)?|flow|workflow|transitions?)\s*:|"
    r"(?:an?|the|every|each) \w+(?:'s (?:status|state))? (?:goes|moves|passes|runs|walks)"
    r"(?: through| from)?(?: the states)?:?)\s*"
)
_NAMED = r"\s*(?::\s*|\(\s*(?:by |via |on )?)(?P<by>[A-Za-z][\w-]*)\s*\)?\s*$"


class Stage(NamedTuple):
    """A step of a lifecycle; `deed` is what it is called, where that is said."""

    start: str
    end: str
    deed: str = ""


def lifecycle(text: str) -> list[Stage]:
    """The steps that a drawing shows, line by line; none where it is no drawing.

    >>> lifecycle("draft --start--> running --finish--> finished")[1]
    Stage(start='running', end='finished', deed='finish')
    >>> lifecycle("States: `new` → `paid` → `sent`")[0], lifecycle("a -> 404 for b")
    (Stage(start='new', end='paid', deed=''), [])
    """
    found: list[Stage] = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        drawn = _line(re.sub(_TITLE, "", line).strip().rstrip("."))
        if not drawn:
            return []
        found += drawn
    return found


def _line(line: str) -> list[Stage]:
    named = re.search(_NAMED, line)
    text = line[: named.start()] if named else line
    first = re.match(_STATE + r"(?=\s|-|→|=|⟶)", text)
    if first is None:
        return []
    found: list[Stage] = []
    at, before = first.end(), first["state"]
    while at < len(text):
        step = re.compile(_ARROW + _STATE + r"(?=\s|-{1,3}|→|=|⟶|$)").match(text, at)
        if step is None:
            return []
        deed = step["on"] or step["bar"] or ""
        found.append(Stage(before, step["state"], deed.strip().replace(" ", "_")))
        at, before = step.end(), step["state"]
    if named and len(found) == 1:
        found = [found[0]._replace(deed=named["by"])]
    return found


def drawn(stages: list[Stage]) -> str:
    """A lifecycle as a sentence.

    >>> drawn([Stage("new", "paid"), Stage("paid", "sent"), Stage("new", "lost")])
    'new → paid → sent, new → lost'
    """
    text = ""
    for before, each in zip([None, *stages], stages, strict=False):
        follows = before is not None and before.end == each.start
        start = "" if follows else f"{', ' if text else ''}{each.start}"
        text += f"{start} → {each.end}"
    return text


def live(stages: list[Stage], drafts: list[Draft], shapes: dict[str, Shape]) -> list[Stage]:
    """Let the routes that a lifecycle speaks of hold to it; the steps that none of them takes."""
    every = tuple(dict.fromkeys(each for stage in stages for each in (stage.start, stage.end)))
    known = False
    for draft in drafts:
        for status, reply in draft.replies.items():
            made = _stated(reply.shape, every)
            known = known or made != reply.shape
            draft.replies[status] = replace(reply, shape=made)
    for name, shape in shapes.items():
        made = _stated(shape, every)
        known = known or made != shape
        shapes[name] = made or shape
    left = list(stages)
    for draft in drafts if known else ():
        chain = steps(draft.path)
        if draft.method == "GET" or len(chain) < 2 or chain[-1].param or not chain[-2].param:
            continue
        deed = snaked(chain[-1].name)
        taken = [
            each
            for each in stages
            if (each.deed and plain(each.deed) == plain(deed))
            or (not each.deed and snaked(each.end) in states(deed))
        ]
        draft.words += [f"{each.start} → {each.end}" for each in taken]
        left = [each for each in left if each not in taken]
    return left


def _stated(shape: Shape | None, every: tuple[str, ...]) -> Shape | None:
    """A shape whose state is one of those that a lifecycle has."""
    if shape is None:
        return None
    if is_list(shape):
        return replace(shape, item=_stated(shape.item, every))
    if not is_record(shape):
        return shape
    return replace(shape, properties=tuple(_chosen(each, every) for each in shape.properties))


def _chosen(part: Property, every: tuple[str, ...]) -> Property:
    kind = part.shape.type
    shown = part.shape.example.strip('"')
    named = plain(part.name) in {"state", "status", "stage", "phase"}
    if kind.kind != "string" or kind.choices or not named or (shown and shown not in every):
        return part
    made = replace(part.shape, type=replace(kind, choices=every))
    return replace(part, shape=made, default=part.default or json.dumps(every[0]))
