"""What sentences add to the Spec of documents beside them."""

from __future__ import annotations

from dataclasses import fields, replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    Contract,
)
from beliefs.spec.documents.merging import form_of
from beliefs.spec.documents.unread import left, place_of, unread
from beliefs.spec.operations import Operation
from beliefs.spec.service import TWO_THINGS, Assumption, Spec, Unknown
from beliefs.spec.types import Type

_SETTINGS = ("port", "python", "storage", "framework", "secret", "origins", "rates", "largest")


def _moved(path: str, theirs: str, ours: str) -> str:
    """A path of one Spec under the base of another.

    >>> _moved("/pets", "", "/v2"), _moved("/v2/pets", "", "/v2"), _moved("/api/pets", "/api", "")
    ('/v2/pets', '/v2/pets', '/pets')
    """
    return path if ours and path.startswith(f"{ours}/") else f"{ours}{path.removeprefix(theirs)}"


def _contrary(spec: Spec, beside: Spec) -> list[Assumption]:
    """What sentences say otherwise than documents, which are the more specific."""
    usual = Spec("", "", "")
    told = [
        (f"the {name}", str(getattr(spec, name)), str(getattr(beside, name)))
        for name in ("port", "storage", "framework")
        if getattr(usual, name) not in {getattr(spec, name), getattr(beside, name)}
    ]
    for entity in spec.entities:
        theirs = beside.entity(entity.name)
        for one in entity.fields if theirs is not None else ():
            other = theirs.field(one.name) if theirs is not None else None
            if other is not None and other.type != Type(other.type.kind):
                about = f"what {one.name} of {entity.plural} may be"
                told.append((about, _bounds(one.type), _bounds(other.type)))
    return [
        Assumption(f"{about}, {TWO_THINGS}", one, "", (other,))
        for about, one, other in told
        if one != other
    ]


def _presumed(operation: Operation, beside: Spec) -> bool:
    """Whether sentences that say nothing of what can be done are all that an operation rests on."""
    told = {each.about for each in beside.assumptions}
    things = [
        each.plural for each in beside.entities if f"what can be done with {each.plural}" in told
    ]
    return any(f"/{each}" in operation.path for each in things)


def _free(name: str, names: set[str]) -> str:
    """The name, or one like it that no operation has."""
    others = (name, *(f"{name}_{at}" for at in range(2, len(names) + 3)))
    found = next(each for each in others if each not in names)
    names.add(found)
    return found


def _bounds(kind: Type) -> str:
    """What a type allows, in a few words.

    >>> _bounds(Type("string", min_length=3, max_length=20)), _bounds(Type("integer"))
    ('string, min_length 3, max_length 20', 'integer')
    """
    usual = Type(kind.kind)
    stated = {each.name: getattr(kind, each.name) for each in fields(kind)}
    told = {name: each for name, each in stated.items() if each != getattr(usual, name)}
    return ", ".join([kind.kind, *(f"{name} {_told(each)}" for name, each in told.items())])


def _told(value: object) -> str:
    return " | ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def with_sentences(spec: Spec, contract: Contract, beside: Spec | None, lines: list[str]) -> Spec:
    """The Spec of documents, with what sentences add; what nobody read is listed."""
    if beside is None:
        told = [each for each in contract.prose if each[1].strip()]
        lost_ = tuple(unread(source, text, spec) for source, text in told)
        return replace(spec, unknowns=(*spec.unknowns, *lost_))
    private = any("Var(name='me')" in repr(each.effect) for each in spec.operations)
    usual = Spec("", "", "")
    taken = {(each.method, form_of(each.path)) for each in spec.operations}
    known = {each.name for each in spec.entities}
    names = {each.name for each in spec.operations}
    more: list[Operation] = []
    lost: list[Unknown] = []
    # What a document's own prose says of its fields is no second source.
    said = _contrary(spec, beside) if any(each.startswith("goal:") for each in lines) else []
    for other in beside.operations:
        place = place_of(other.source, lines)
        each = replace(other, path=_moved(other.path, beside.base, spec.base))
        if (each.method, form_of(each.path)) in taken or not place.startswith("goal:"):
            continue  # what a document's prose is about, its routes say
        if not each.effect or _presumed(each, beside):
            continue
        if set(re.findall(r"entity='(\w+)'", repr(each.effect))) <= known:
            more.append(replace(each, name=_free(each.name, names), source=place))
        else:
            words = f"{each.method} {each.path}"
            why = "the documents keep nothing that it could be about"
            lost.append(Unknown("material", words, place, why))
    changes = {
        name: getattr(beside, name)
        for name in _SETTINGS
        if getattr(spec, name) == getattr(usual, name) != getattr(beside, name)
    }
    return replace(
        spec,
        operations=(*spec.operations, *more),
        assumptions=(*spec.assumptions, *said),
        unknowns=(*spec.unknowns, *lost, *left(beside, lines, contract, spec, private=private)),
        warnings=(*spec.warnings, *beside.warnings),
        **changes,
    )
