"""How an operation may end: the answers of its effect, and the ways in which it may fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from beliefs.spec.effects import Answer, Call, Effect, For, Guard, If

if TYPE_CHECKING:
    from collections.abc import Iterator

    from beliefs.spec.failures import Way
    from beliefs.spec.operations import Operation
    from beliefs.spec.service import Spec

_MADE = {
    "archive": "application/zip",
    "sheet": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "paper": "application/pdf",
}
_BODIES = ("json", "body", "form", "file")


def usual(effect: Effect) -> Answer | None:
    """The last answer in a program: what a request that succeeds gets."""
    last = effect[-1] if effect else None
    match last:
        case Answer():
            return last
        case If(_, then, otherwise):
            return usual(otherwise or then)
    return None


def usual_status(effect: Effect) -> int:
    """The status of that answer."""
    found = usual(effect)
    return found.status if found else 200


def media_of(answer: Answer) -> str:
    """The type of what is answered; a file has its own."""
    match answer.body:
        case Call("content", (Call(maker),)) if maker in _MADE:
            return _MADE[maker]
        case Call("content" | "inline"):
            return "*/*"
    return answer.media


def answers(effect: Effect) -> Iterator[Answer]:
    """Every answer in a program."""
    for statement in effect:
        match statement:
            case Answer():
                yield statement
            case If(_, then, otherwise):
                yield from answers((*then, *otherwise))
            case For(_, _, body):
                yield from answers(body)


def ways(operation: Operation, spec: Spec) -> list[Way]:
    """The ways in which an operation may fail once its inputs are read, in order of name."""
    found = set(_guarded(operation.effect))
    if not operation.effect:
        found.add("not_built")
    if operation.needs:
        found.add("unauthenticated")
    if any(each.counts(operation) for each in spec.rates):
        found.add("rate")
    if spec.largest and any(each.place in _BODIES for each in operation.inputs):
        found.add("too_large")
    return sorted(found)


def named_ways(operation: Operation, spec: Spec) -> list[str]:
    """The lines of the failure table that an operation may answer by; its own ones, if any."""
    own = {each.way for each in operation.failures}
    others = [way for way in ways(operation, spec) if way not in own]
    return sorted([*others, *(f"{operation.name}.{way}" for way in own)])


def _guarded(effect: Effect) -> Iterator[Way]:
    for statement in effect:
        match statement:
            case Guard(_, failure):
                yield cast("Way", failure)
            case If(_, then, otherwise):
                yield from _guarded((*then, *otherwise))
            case For(_, _, body):
                yield from _guarded(body)
