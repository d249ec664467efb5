"""The Spec of sources whose plain facts are told apart from the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from beliefs.errors import BeliefsError
from beliefs.spec import patterns as re
from beliefs.spec.entities import Entity
from beliefs.spec.facts import access, answers, fields, lists
from beliefs.spec.facts.cutting import ROUTE, Sentence, sentences, without
from beliefs.spec.facts.describing import told_of_fields
from beliefs.spec.facts.recognising import fact_of, facts_in
from beliefs.spec.facts.telling import Fact
from beliefs.spec.facts.terms import names_of, told_besides
from beliefs.spec.service import Spec, Unknown, blocked

Sources = list[list[str]]  # name, text and kind of each
Read = Callable[[Sources], Spec]


class _Held(NamedTuple):
    """A sentence of a source that may be a fact."""

    source: int
    sentence: Sentence


def stated(sources: Sources, read: Read) -> Spec:
    """The Spec of sources, with their facts apart; as `read` has them where that does not go."""
    whole = read(sources)
    names = names_of(whole)
    held = [
        _Held(at, each)
        for at, (_, text, kind) in enumerate(sources)
        if kind in {"sentences", "markdown"}
        for each in sentences(text, kind)
        if facts_in(each.text, names)
        or facts_in(each.text, told_besides(names, without(text, [each])))
    ]
    for _ in range(_TRIES):
        if not held:
            break
        try:
            spec = read(_rest(sources, held))
        except BeliefsError:
            break  # the facts were all there is
        spec, kept = _applied(spec, held)
        if len(kept) == len(held):
            described = any(kind == "markdown" for _, _, kind in sources)
            lost = described and _queries(whole) - _queries(spec)
            if lost or (blocked(spec) and not blocked(whole)):
                break  # what was held back told more than the facts in it
            return _at_names(_remaining(spec, sources), sources)
        # What names a request may be all that tells of it, and the rest does not stand without.
        unnamed = [each for each in held if not ROUTE.search(each.sentence.text)]
        held = unnamed if len(unnamed) < len(held) else kept
    return _at_names(_remaining(whole, sources), sources)


_TRIES = 4


def _queries(spec: Spec) -> set[str]:
    """What may be asked for by the names of parameters."""
    return {one.name for each in spec.operations for one in each.inputs if one.place == "query"}


def _rest(sources: Sources, held: list[_Held]) -> Sources:
    return [
        [name, without(text, [each.sentence for each in held if each.source == at]), kind]
        for at, (name, text, kind) in enumerate(sources)
    ]


def _applied(spec: Spec, held: list[_Held]) -> tuple[Spec, list[_Held]]:
    """The Spec with the facts that fit it, and the sentences that state them."""
    kept = []
    for each in held:
        found = _with_all(spec, each.sentence.text)
        if found is not None:
            spec = found
            kept.append(each)
    return spec, kept


def _with_all(spec: Spec, said: str) -> Spec | None:
    """The Spec with all that a sentence states, or none of it."""
    told = facts_in(said, names_of(spec))
    found: Spec | None = spec if told else None
    for fact in told:
        found = with_fact(found, fact) if found is not None else None
    return found


def _remaining(spec: Spec, sources: Sources) -> Spec:
    """The Spec with the facts among the sentences that nobody else made anything of."""
    whole = {_bare(each.text) for _, text, kind in sources for each in sentences(text, kind)}
    # Of documents whole sentences are listed, and pieces of those of goals.
    documents = {name for name, _, kind in sources if kind == "openapi"}
    for unknown in spec.unknowns:
        told = _bare(unknown.words) in whole or unknown.source.rpartition(":")[0] in documents
        if unknown.rank == "blocking" or not told:
            continue
        found = _with_all(spec, unknown.words)
        if found is not None:
            left = tuple(each for each in found.unknowns if each is not unknown)
            spec = replace(found, unknowns=left)
    return spec


def _at_names(spec: Spec, sources: Sources) -> Spec:
    """The Spec with what documents say of fields where they name them."""
    heard = set()
    for _, text, kind in sources:
        for told in told_of_fields(text, kind) if kind != "sentences" else ():
            fact = fact_of(told.field, told.clause, names_of(spec))
            fact = replace(fact, entity=_named(spec, told.of)) if fact is not None else None
            found = with_fact(spec, fact) if fact is not None else None
            if found is not None:
                spec = found
                heard.add(_bare(told.clause))
    left = tuple(each for each in spec.unknowns if _bare(each.words) not in heard)
    return replace(spec, unknowns=left)


def _named(spec: Spec, schema: str) -> str:
    """The entity that a schema is of, by its name: NewBook, BookInput, create_book."""
    plain = re.sub(r"\W|_", "", schema).lower()
    found = [each.name for each in spec.entities if each.name.lower() in plain]
    return max(found, key=len, default="")


def _bare(words: str) -> str:
    """Words as they stand in any text."""
    return " ".join(re.sub(r"[`*_]", "", words).split()).rstrip(" .;:").lower()


def with_fact(spec: Spec, fact: Fact) -> Spec | None:
    """The Spec with a fact; None where it does not fit."""
    match fact.kind:
        case "persist":
            return spec if spec.storage != "memory" else _forgetful(spec)
        case "port":
            return replace(spec, port=fact.numbers[0])
        case "base":
            return answers.below(spec, fact.texts[0])
        case "partial":
            return answers.partly(spec, fact.texts[0])
        case "error_body":
            return answers.worded(spec, fact.texts[0])
        case "key":
            return access.guarded(spec, *fact.texts)
        case "invalid":
            return answers.invalid(spec, fact.status)
        case "absent":
            return answers.absent(spec, fact.status)
    entity = _about(spec, fact)
    return _of_entity(spec, entity, fact) if entity is not None else None


def _forgetful(spec: Spec) -> Spec:
    """The Spec of a goal that wants rows in memory, and wants them to stay."""
    why = "rows are kept in memory, which is said too"
    return replace(
        spec, unknowns=(*spec.unknowns, Unknown("material", "to survive restarts", "", why))
    )


def _of_entity(spec: Spec, entity: Entity, fact: Fact) -> Spec | None:
    first = fact.fields[0] if fact.fields else ""
    match fact.kind:
        case "unique":
            return fields.unique(spec, entity, first, fact.status)
        case "bounds":
            return fields.bounded(spec, entity, first, fact.bounds)
        case "length":
            return fields.long(spec, entity, first, fact.bounds)
        case "form":
            return fields.formed(spec, entity, first, fact.numbers[0])
        case "choices":
            return fields.chosen(spec, entity, first, fact.texts)
        case "default":
            return fields.default(spec, entity, first, fact.texts[0])
        case "optional":
            return fields.optional(spec, entity, fact.fields)
        case "required":
            return _demanded(spec, entity, fact)
        case "created_status":
            return answers.made(spec, entity, fact.status)
        case "created":
            return answers.noted(spec, entity, first)
        case "order" | "newest":
            return lists.ordered(spec, entity, first, falling=fact.falling)
        case "filter":
            return lists.filtered(spec, entity, fact.fields)
        case "search":
            return lists.searched(spec, entity, fact.fields, fact.asked[0])
        case "between":
            return lists.between(spec, entity, first, *fact.asked)
        case "deletes_all":
            return lists.emptied(spec, entity, fact.texts[0], fact.status)
        case "count":
            return lists.counted(spec, entity, *fact.texts)
        case "envelope":
            return lists.wrapped(spec, entity, *fact.texts)
        case "paging":
            return lists.paged(spec, entity, fact.asked, fact.numbers)
    return None


def _demanded(spec: Spec, entity: Entity, fact: Fact) -> Spec | None:
    """Fields that must be there, and all others, or those that are named, that may be left out."""
    word, *named = fact.texts
    needed = {*fact.fields}
    brought = [
        each.name
        for each in entity.fields
        if any(
            one.name == each.name and one.place == "json"
            for op in spec.operations
            for one in op.inputs
        )
    ]
    spare = [each for each in brought if each not in needed] if word == "rest" else named
    found: Spec | None = spec
    for name in fact.fields:
        there = next(each for each in (found or spec).entities if each.name == entity.name)
        found = fields.required(found, there, name) if found is not None else None
    if found is None:
        return None
    there = next(each for each in found.entities if each.name == entity.name)
    return fields.optional(found, there, tuple(spare))


def _about(spec: Spec, fact: Fact) -> Entity | None:
    """The entity that a fact is about: the one it names, or the only one that can be meant."""
    of = [each for each in spec.entities if not fact.fields or _has(each, fact)]
    if fact.entity:
        return next((each for each in of if each.name == fact.entity), None)
    if not fact.fields:
        of = [each for each in of if lists.listing(spec, each) is not None]
    return of[0] if len(of) == 1 else None


def _has(entity: Entity, fact: Fact) -> bool:
    if fact.kind == "created":
        return True
    return all(entity.field(each) is not None for each in fact.fields)
