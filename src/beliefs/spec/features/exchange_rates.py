"""Amounts of one kind in another, by rates that are kept."""

from __future__ import annotations

from dataclasses import dataclass

from beliefs.spec.features.resources import Resource, params, program, spoken
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Type

RATE = "rate"


@dataclass(frozen=True, slots=True)
class Conversion:
    """The names under which a request says from what, to what, and how much."""

    start: str
    end: str
    amount: str
    result: str = "result"
    shown: tuple[str, ...] = ()  # what is answered; all of it, when it is empty


def convert(
    resource: Resource, path: str, asked: Conversion, code: str, base: str = ""
) -> Operation:
    """How much an amount is in another kind; `base` is what rates are against: it counts one.

    >>> from beliefs.spec.entities import Entity, Key
    >>> rates = Resource(Entity("Rate", "rates", (), Key("code", "given")), "/rates")
    >>> convert(rates, "/convert", Conversion("from", "to", "amount"), "code", "EUR").name
    'convert'
    """
    entity = resource.entity
    said = f"{spoken(entity)} not found"

    def rate(name: str, of: str) -> list[str]:
        kept = f"first({entity.name}[where .{code} = input.{of}]).{RATE}"
        value = f'if(input.{of} = "{base}", or_else({kept}, 1), {kept})' if base else kept
        return [f"let {name} = {value}", f'guard {name} != null else absent "{said}"']

    names = (asked.start, asked.end, asked.amount)
    told = asked.shown or (*names, asked.result)
    value = f"input.{asked.amount} * target / source"
    answer = ", ".join(f"{each}: {f'input.{each}' if each in names else value}" for each in told)
    types = {asked.amount: Type("number")}
    inputs = tuple(
        Input(each, "path" if each in params(path) else "query", types.get(each, Type("string")))
        for each in names
    )
    return Operation(
        "convert",
        "GET",
        path,
        program(
            *rate("source", asked.start),
            *rate("target", asked.end),
            f"answer 200 {{{answer}}}",
        ),
        inputs=inputs,
        summary="Convert an amount.",
        needs="caller" if resource.needs else "",
    )
