"""Which fact a sentence states, by the evidence of its words.

A kind of fact has signs, of which one must be there, things that it needs (a field, a number, a
status), and words that it is told with (`vocabulary.toml`). A sentence with a word besides is no
plain fact.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.facts import of_fields, of_lists, of_services
from beliefs.spec.facts.telling import Fact
from beliefs.spec.facts.terms import Clause, Names, clause
from beliefs.spec.facts.vocabulary import vocabulary

_READERS = of_services.READERS | of_lists.READERS | of_fields.READERS
OF_FIELDS = frozenset({"unique", "bounds", "length", "choices", "default", "form", "optional"})


def fact_of(field: str, said: str, names: Names) -> Fact | None:
    """What a clause says of a field at whose name it stands.

    >>> fact_of("price", "must be positive", Names({}, {"price": "price"})).bounds.above
    0.0
    """
    told = clause(f"{field} {said}", names)
    return _fact(told, OF_FIELDS) if told.fields == [field] else None


def facts_in(said: str, names: Names) -> tuple[Fact, ...]:
    """The facts that a sentence states, all of it; none where a word of it is left.

    >>> facts_in("Books survive restarts.", Names({"books": "Book"}, {}))[0].kind
    'persist'
    """
    whole = clause(said, names)
    fact = _fact(whole)
    if fact is not None:
        return (fact,)
    found: list[Fact] = []
    parts = re.split(r"(?:;|,? (?:and|but)|,|\.) (?=\S)", said.rstrip("."))
    if len(parts) < 2:
        return ()
    for part in parts:
        fact = _fact(clause(part, names))
        if fact is None:
            return ()
        found.append(fact)
    return tuple(found)


def _fact(told: Clause, kinds: frozenset[str] = frozenset()) -> Fact | None:
    entities = told.of("entity")
    if len(entities) > 1:
        return None
    for kind, reader in _READERS.items():
        if kinds and kind not in kinds:
            continue
        signs, words = vocabulary()[kind]
        if not any(signs.fullmatch(each) for each in _signs(told)):
            continue
        fact = reader(told)
        if fact is None:
            continue
        spare = {each.lower() for each in fact.texts}
        asked = {each.lower() for each in fact.asked}
        if all(words.fullmatch(each) for each in told.words - spare - asked):
            entity = entities[0] if entities else ""
            return replace(fact, entity=entity)
    return None


def _signs(told: Clause) -> set[str]:
    signs = {each.text for each in told.terms if each.sort == "sign"}
    return told.words | signs | set(told.query) | {method.lower() for method, _ in told.routes}
