"""Requests of a Spec that answer as the goal says of all their kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from beliefs.spec import effects as e
from beliefs.spec.documents.places import same_thing, steps
from beliefs.spec.documents.words import words
from beliefs.spec.entities import Entity
from beliefs.spec.operations import Operation
from beliefs.spec.outcomes.saying import Deed, Outcome, outcomes_in
from beliefs.spec.outcomes.templates import Subject, written
from beliefs.spec.service import TWO_THINGS, Assumption, Spec, Unknown

_USUAL: dict[Deed, int] = {"create": 201, "update": 200, "delete": 204, "list": 200, "show": 200}
_BY_METHOD: dict[str, Deed] = {"PUT": "update", "PATCH": "update", "DELETE": "delete"}
_VERBS: dict[str, Deed] = {
    **dict.fromkeys(("create", "add", "new", "insert"), "create"),
    **dict.fromkeys(("update", "edit", "change", "modify"), "update"),
    **dict.fromkeys(("delete", "remove"), "delete"),
}


def as_told(spec: Spec, texts: list[str]) -> Spec:
    """The Spec whose requests answer as the texts say of all of their kind."""
    for outcome in (each for text in texts for each in outcomes_in(text)):
        spec = _answering(spec, outcome)
    return spec


def _answering(spec: Spec, outcome: Outcome) -> Spec:
    made: list[Operation] = []
    said: list[Assumption] = []
    why = "no request of this kind is built"
    for each in spec.operations:
        about = _about(spec, each, outcome)
        told = each
        if about is not None and _stated(each, outcome):
            other = f"what {each.method} {each.path} answers, {TWO_THINGS}"
            said.append(Assumption(other, "what is said of it alone", "", (outcome.words,)))
            why = ""
        elif about is not None:
            told = _answered(each, about, outcome) or each
            why = why and ("what it shows cannot be told from the rows" if told is each else "")
        made.append(told)
    lost = (Unknown("material", outcome.words, "", why),) if why else ()
    return replace(
        spec,
        operations=tuple(made),
        assumptions=(*spec.assumptions, *said),
        unknowns=(*spec.unknowns, *lost),
    )


def _stated(operation: Operation, outcome: Outcome) -> bool:
    """Whether a request has a status of its own, which is neither the usual one nor the told."""
    last = operation.effect[-1]
    usual = {_USUAL[outcome.deed], outcome.status or 200}
    return isinstance(last, e.Answer) and last.status not in usual


def _about(spec: Spec, operation: Operation, outcome: Outcome) -> Subject | None:
    """What a request is about, where it is of the kind that is meant."""
    entity = _entity(spec, operation)
    if entity is None or _deed(operation, entity) != outcome.deed:
        return None
    if outcome.thing and not same_thing(outcome.thing, entity.name):
        general = outcome.thing.lower() in {"row", "record", "item", "resource", "object", "entity"}
        if not general:
            return None
    row = _row(operation, entity, outcome.deed)
    return Subject(entity, row, many=outcome.deed == "list") if row is not None else None


def _entity(spec: Spec, operation: Operation) -> Entity | None:
    """The rows that a path is about: those of its last name, or of a verb's object."""
    chain = steps(operation.path, spec.base)
    name = next((each.name for each in reversed(chain) if each.name), "")
    parts = words(name)
    named = (name, "_".join(parts[1:]) if parts[:1] and parts[0] in _VERBS else name)
    return next(
        (each for one in named for each in spec.entities if one and same_thing(one, each.name)),
        None,
    )


def _deed(operation: Operation, entity: Entity) -> Deed | None:
    """What a request does to rows of a kind; None where that is nothing usual."""
    chain = steps(operation.path)
    keyed = bool(chain) and bool(chain[-1].param)
    verb = words(chain[-1].name)[:1] if chain and not keyed else ()
    if verb and verb[0] in _VERBS:
        return _VERBS[verb[0]]
    match operation.method:
        case "POST":
            inserted = {each.entity for each in operation.effect if isinstance(each, e.Insert)}
            return "create" if entity.name in inserted and not keyed else None
        case "GET":
            return "show" if keyed else "list"
        case method if keyed:
            return _BY_METHOD.get(method)
    return None


def _row(operation: Operation, entity: Entity, deed: Deed) -> e.Expr | None:
    """What stands for the row, or the rows, in the answer of a request."""
    last = operation.effect[-1] if operation.effect else None
    if not isinstance(last, e.Answer) or not 200 <= last.status < 300:
        return None
    if deed != "delete" and last.body is not None:
        return last.body
    for each in operation.effect:
        match each:
            case e.Let(name, e.Call("first", (e.Pick(e.Table(table)),))) if table == entity.name:
                return e.Var(name)
            case e.Insert(table, _, name) | e.Patch(table, name) if table == entity.name:
                return e.Var(name)
            case _:
                pass
    return None


def _answered(operation: Operation, about: Subject, outcome: Outcome) -> Operation | None:
    """The request with the answer that is told; None where the rows do not tell it."""
    last = operation.effect[-1]
    if not isinstance(last, e.Answer):
        return None
    status = outcome.status or (200 if outcome.body and last.status == 204 else last.status)
    body = _body(last, about, outcome, status)
    if body is _OTHER:
        return None
    told = replace(last, status=status, body=body)
    return replace(operation, effect=(*_everywhere(operation.effect[:-1], last, told), told))


_OTHER = e.Lit("\0")


def _body(last: e.Answer, about: Subject, outcome: Outcome, status: int) -> e.Expr | None:
    if outcome.nothing or (status == 204 and not outcome.body):
        return None
    if isinstance(about.value, e.Make) or (about.many and not _are_rows(about.value)):
        return last.body if not outcome.body else _OTHER  # a record of its own
    if outcome.key:
        return e.Make(((about.entity.key.name, e.Get(about.value, about.entity.key.name)),))
    if not outcome.body:
        return about.value if outcome.whole or last.body is None else last.body
    made = written(outcome.body, about)
    return _OTHER if made is None else made


def _are_rows(value: e.Expr) -> bool:
    return isinstance(value, e.Table | e.Pick | e.Each | e.Var)


def _everywhere(effect: e.Effect, before: e.Answer, told: e.Answer) -> Iterator[e.Stmt]:
    """The statements, with an answer that is the same as the last one told as that is."""
    for each in effect:
        match each:
            case e.Answer(status, body) if (status, body) == (before.status, before.body):
                yield replace(each, status=told.status, body=told.body)
            case e.If(holds, then, otherwise):
                yield e.If(
                    holds,
                    tuple(_everywhere(then, before, told)),
                    tuple(_everywhere(otherwise, before, told)),
                )
            case _:
                yield each
