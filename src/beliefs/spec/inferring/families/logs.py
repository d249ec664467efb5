"""What was done to a row, kept as events that a route lists: created, moved, discarded."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.places import unwrapped
from beliefs.spec.documents.words import snaked, states, words
from beliefs.spec.inferring.families.eventful import events_of
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer

_MADE = {"created", "made", "added", "registered", "opened", "new"}


def event_lines(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """The statement that keeps what a route does as an event; none where no event is called so."""
    log = writer.kept.of(holding.log) if holding.log else None
    if log is None:
        return []
    link, kind, moment, *more = log.fields
    chain = writer.chain(route)
    making = route.method == "POST" and writer.kept.at(chain) is holding
    event = _event(log.fields[kind].type.choices, "" if making else chain[-1].name)
    if not event:
        return []
    key = f"{holding.variable}.{holding.key.name}"
    values = {link: key, kind: json.dumps(event), moment: "now()"}
    given = {each.wire: f"input.{each.name}" for each in writer.inputs(route)}
    values |= {name: given[name] for name in more if name in given}
    return [f"insert {log.name} {made(values)} as event"]


def _event(choices: tuple[str, ...], deed: str) -> str:
    """The event that a deed is called in the past: move, moved; startAnalysis, analysis_started."""
    if not deed:
        return next((each for each in choices if snaked(each) in _MADE), "")
    plainly = next((each for each in choices if snaked(each) in states(snaked(deed))), "")
    if plainly:
        return plainly
    return next((each for each in choices if _told(words(deed), words(each))), "")


def _told(deed: tuple[str, ...], event: tuple[str, ...]) -> bool:
    """Whether an event has every word of a deed, and the verb in the past."""
    return len(deed) == len(event) and all(
        any(one in {each, *states(each)} for one in event) for each in deed
    )


def log_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that lists what was done to a row; None for any other."""
    chain = writer.chain(route)
    holding, _, _ = events_of(route, writer.kept)
    log = writer.kept.of(holding.log) if holding is not None and holding.log else None
    if holding is None or log is None:
        return None
    link, *_ = log.fields
    newest = re.search(r"(?i)\b(?:newest|latest|most recent|last)\b[^.]*\bfirst\b", route.words)
    mine = f".{link} = {holding.variable}.{holding.key.name}"
    rows = f"{log.name}[where {mine}, by .id{' down' if newest else ''}]"
    good = route.good
    listed, _ = unwrapped(good.shape if good else None)
    item = listed.item if listed is not None else None
    names = [each for each in (item.names if item else ()) if each in {"id", *log.fields}]
    shown = f"each(event in {rows}: {made({each: f'event.{each}' for each in names})})"
    _, under = unwrapped(good.shape if good else None)
    outer = good.shape if good is not None and under else None
    values = {
        each.name: shown if each.name == under else each.shape.example or "null"
        for each in (outer.properties if outer is not None else ())
    }
    status = good.status if good is not None else 200
    return [
        *writer.above(route, chain[:-1]),
        f"answer {status} {made(values) if values else shown}",
    ]
