"""Rows that are gone and not forgotten: answered with 410 after a deed, and never listed."""

from __future__ import annotations

from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.documents.places import Step, steps
from beliefs.spec.documents.words import snaked, states
from beliefs.spec.inferring.keeping.holdings import Holding, stored
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made, read_anew
from beliefs.spec.inferring.rules.unseen import narrowed_to
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.types import Field, Type

_GONE = r"(?i)\b(?:deleted|removed|withdrawn|gone)\b"


def retire_rows(kept: Kept) -> None:
    """Give rows a moment at which they are gone, where a deed and a 410 say so."""
    for route in kept.contract.routes:
        found = _retired(route, kept)
        if found is None:
            continue
        holding, state = found
        holding.retired = f"{state}_at"
        moment = Type("datetime", nullable=True)
        holding.fields[holding.retired] = Field(
            holding.retired, moment, required=False, hidden=True
        )
        for part in route.body.properties if is_record(route.body) and route.body else ():
            if part.name not in holding.fields:
                holding.fields[part.name] = _kept(stored(part))


def _kept(field: Field) -> Field:
    kind = Type(field.type.kind, nullable=True, choices=field.type.choices, item=field.type.item)
    return Field(field.name, kind, required=False, hidden=True)


def retire_lines(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """An effect after which a row is gone."""
    found = _retired(route, writer.kept)
    if found is None or not found[0].retired:
        return None
    holding, state = found
    one = holding.variable
    brought = {
        each.wire: f"input.{each.name}"
        for each in writer.inputs(route)
        if each.wire in holding.fields and each.place != "path"
    }
    from beliefs.spec.inferring.rules.guarding import state_guards

    scene = Scene(holding, one, message=f"{holding.spoken} {state}")
    return [
        *writer.above(route, chain if chain[-1].param else chain[:-1]),
        *state_guards(writer, route, holding),
        f"patch {holding.name} {one} {made({holding.retired: 'now()', **brought})}",
        writer.answer(route, scene, 204),
    ]


def without_retired(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """The lines of a read, without rows that are gone."""
    for holding in writer.kept.holdings if route.method == "GET" else ():
        if holding.retired:
            there = f" .{holding.retired} = null"
            change = partial(narrowed_to, entity=holding.name, condition=there)
            lines = [read_anew(each, change) for each in lines]
    return lines


def _retired(route: Route, kept: Kept) -> tuple[Holding, str] | None:
    """The rows that a route retires, and the word for it."""
    chain = steps(route.path, kept.base)
    if not chain or route.method in {"GET", "HEAD", "OPTIONS"}:
        return None
    own = bool(chain[-1].param)
    if own and route.method != "DELETE":
        return None
    if not own and (len(chain) < 2 or not chain[-2].param):
        return None
    holding = kept.at(chain if own else chain[:-1])
    if holding is None:
        return None
    state = "removed" if own else states(snaked(chain[-1].name))[0]
    words = _GONE if own else rf"(?i)\b{re.escape(state.replace('_', ' '))}\b"
    for each in holding.routes:
        ends = steps(each.path, kept.base)
        if each.method != "GET" or not ends or not ends[-1].param or kept.at(ends) is not holding:
            continue
        said = " ".join(fault.words for fault in each.faults if fault.status == 410)
        told = "410" in route.words and not _expires(holding, said)
        if 410 in each.statuses and (re.search(words, said) or told):
            return holding, state
    return None


def _expires(holding: Holding, said: str) -> bool:
    """Whether a failure is that of a row whose time is over, and not of one that is done with."""
    then = re.match(r"(?i)\W*(?:after (?:that|this)|afterwards|then)\b", said) is not None
    over = r"(?i)\bexpir\w*|\b(?:valid|good) for\b"
    return bool(re.search(over, said)) or (
        then and any(re.search(over, each.words) for each in holding.siblings)
    )
