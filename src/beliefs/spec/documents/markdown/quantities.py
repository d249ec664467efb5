"""Sentences about quantities: how much a thing holds, and what new rows move of others."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses
from beliefs.spec.documents.contract import Fault, is_list, is_record
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.places import same_thing, steps
from beliefs.spec.documents.words import plain

_HOLDS = re.compile(
    r"(?i)^(?:an? |each |every |the )?(?P<thing>\w+) (?:holds|takes|fits|"
    r"has (?:room|place|space) for|can hold|can take) (?:at most|up to|no more than|only) "
    r"(?:its |the )?`(?P<field>\w+)` \w+"
)
_MOVES = re.compile(
    r"(?i)\b(?:rais|increas|lower|reduc|decreas|deduct|subtract|add|tak|put|draw)\w*\b[^.]*"
    r"\b(?:quantit\w+|stock|inventory|balances?|amounts?)\b"
    r"|\ball or nothing\b|\bnot enough\b|\bthat (?:is|are) short\b|\bnothing changes\b"
)


def holds(notes: Notes, sentence: str, drafts: list[Draft]) -> bool:
    """How much a thing holds goes to every route that puts something into it."""
    match = _HOLDS.match(sentence)
    if match is None:
        return False
    thing = match["thing"].lower()
    notes.capacities.append((thing, match["field"]))
    for draft in drafts:
        brought = [*draft.told, *(draft.body.names if draft.body else ())]
        if not any(plain(each).removesuffix("id") == plain(thing) for each in brought):
            continue
        for each in clauses(sentence):
            told = Fault(each.status, each.code, f"the {thing} is full", "", each.message)
            notes.fail(told, draft)
    return True


def moves(notes: Notes, sentence: str, drafts: list[Draft], section: str) -> bool:
    """What is said of amounts that the items of new rows move goes to the route that makes them."""
    if not section or not _MOVES.search(bare(sentence)):
        return False
    making = [each for each in drafts if each.method == "POST" and _brings_items(each, section)]
    for draft in making:
        draft.words.append(bare(sentence))
        for each in clauses(sentence):
            if each.status >= 400:
                told = Fault(each.status, each.code, each.words, "", each.message, each.body)
                notes.fail(told, draft)
    return bool(making)


def _brings_items(draft: Draft, section: str) -> bool:
    """Whether a route brings a thing of a section with a list of records."""
    chain = steps(draft.path)
    if not chain or chain[-1].param or not same_thing(chain[-1].name, section):
        return False
    parts = draft.body.properties if draft.body is not None else ()
    return any(is_list(each.shape) and is_record(each.shape.item) for each in parts)
