"""Sentences that say what follows from a change of a row, or that nothing does."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses
from beliefs.spec.documents.comparing import bounded
from beliefs.spec.documents.contract import Fault, Property, Shape, is_record
from beliefs.spec.documents.grading import grades
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.places import same_thing, steps
from beliefs.spec.documents.words import gives, plain

_NEVER_SET = re.compile(
    r"(?i)(?P<name>it|`?\w+`?)(?: itself)? (?:cannot|can't|can not|may not|must not|is never|"
    r"is not) (?:be )?(?:set|changed|sent|given|edited|brought)(?: directly| by hand| by (?:the )?"
    r"(?:clients?|callers?|users?|requests?))?\W*"
)
# Every effect is done as a whole, or not at all.
_UNDONE = re.compile(
    r"(?i)(?:when|if|whenever) (?:a|the|any) request (?:is (?:refused|rejected|invalid)|fails),? "
    r"nothing (?:changes|is (?:changed|stored|saved|kept|written))\W*|"
    r"(?:an? |any |the )?(?:refused|rejected|failed|failing|invalid) requests? (?:changes?|does|do|"
    r"must|leaves?|has|have|stores?)\b[^.;]*\b(?:nothing|not (?:change|alter) anything|no effect|"
    r"unchanged|as (?:it|they) (?:was|were))\W*"
)
_ONLY = re.compile(
    r"(?i)only (?:an? |the )?[\w-]+ (?P<noun>\w+) (?:can|may) be (?P<deed>\w+)|"
    r"(?:an? |the )?(?:[\w-]+ (?P<other>\w+)|(?P<that>\w+) (?:that|which) [^.;]+?) "
    r"(?:cannot|can't|can not|may not) be (?P<done>\w+)|"
    r"(?:an? |the )?`?(?P<field>\w+)`? (?:can|may|is) only (?:be )?(?:set|given|changed|added|sent|"
    r"allowed|possible)\b"
)
_LOSES = re.compile(
    r"(?i)(?:an?|the|any) (?P<noun>[\w-]+) (?:that|which) .+ (?:loses|becomes)\b|"
    r"(?:when|if|once|as soon as) (?:an?|the) (?P<thing>[\w-]+) (?:is|becomes|was|has)\b.+?,? "
    r"(?:(?:it|the \w+) loses|its \w+ (?:is|are) (?:removed|cleared|reset|taken away|dropped|lost|"
    r"emptied))\b"
)


def followed(notes: Notes, sentence: str, before: str, drafts: list[Draft]) -> bool:
    """Give a sentence to what it is about; whether it is one of what follows from a change."""
    if _UNDONE.fullmatch(sentence) or _is_never_set(notes, sentence, before, drafts):
        return True
    if _graded(notes, sentence, drafts):
        return True
    if _between(notes, sentence, drafts):
        return True
    return _only(notes, sentence, drafts) or _along(sentence, drafts)


def _is_never_set(notes: Notes, sentence: str, before: str, drafts: list[Draft]) -> bool:
    """Whether a sentence says that nobody sets what no request brings."""
    match = _NEVER_SET.fullmatch(sentence)
    if match is None:
        return False
    name = match["name"].strip("`")
    if name.lower() == "it":
        head = re.match(r"(?i)(?:the |its |an? )?`?(\w+)`?", before)
        name = head[1] if head else ""
    brought = {plain(each) for draft in drafts for each in _brought(draft)}
    shown = {plain(each) for draft in drafts for each in _shown(draft)}
    shown |= {plain(each) for shape in notes.shapes.values() for each in shape.names}
    return plain(name) in shown - brought


def _brought(draft: Draft) -> list[str]:
    return [*draft.told, *(draft.body.names if draft.body is not None else ())]


def _shown(draft: Draft) -> list[str]:
    shapes = [each.shape for status, each in draft.replies.items() if status < 400]
    return [name for each in shapes if each is not None for name in _record(each).names]


def _record(shape: Shape) -> Shape:
    return shape.item if shape.item is not None and is_record(shape.item) else shape


def _graded(notes: Notes, sentence: str, drafts: list[Draft]) -> bool:
    """A value that cases decide is said of the field wherever it is shown."""
    hit = False
    for name, shape in notes.shapes.items():
        made = _with_cases(shape, sentence)
        hit = hit or made != shape
        notes.shapes[name] = made
    for draft in drafts:
        for status, reply in draft.replies.items():
            if status >= 400 or reply.shape is None:
                continue
            record = _record(reply.shape)
            made = _with_cases(record, sentence)
            hit = hit or made != record
            whole = made if record is reply.shape else replace(reply.shape, item=made)
            draft.replies[status] = replace(reply, shape=whole)
    return hit


def _with_cases(shape: Shape, sentence: str) -> Shape:
    parts = tuple(_cased(each, shape, sentence) for each in shape.properties)
    return replace(shape, properties=parts)


def _cased(part: Property, shape: Shape, sentence: str) -> Property:
    kind = part.shape.type
    if kind.kind != "string":
        return part
    shown = json.loads(part.shape.example) if part.shape.example else None
    known = kind.choices or ((shown,) if isinstance(shown, str) else ())
    if not grades(sentence, part.name, shape.names, known):
        return part
    said = ". ".join(each.rstrip(".") for each in (part.words, sentence) if each)
    return replace(part, shape=replace(part.shape, words=said))


def _between(notes: Notes, sentence: str, drafts: list[Draft]) -> bool:
    """A bound that is another field of the row holds wherever what it bounds is brought."""
    hit = False
    for shape in notes.shapes.values():
        found = bounded(bare(sentence), {plain(each): each for each in shape.names})
        for draft in drafts if found else ():
            if found[0][0] not in _brought(draft) or not _is_item(draft, shape.name):
                continue
            hit = True
            draft.words.append(bare(sentence))
            for each in clauses(sentence):
                notes.fail(Fault(each.status, each.code, each.words, "", each.message), draft)
    return hit


def _only(notes: Notes, sentence: str, drafts: list[Draft]) -> bool:
    """A state that a row must be in for a value to be given to it: "only read books are rated"."""
    rule = bare(sentence).split(";")[0]
    match = _ONLY.match(rule)
    failing = [each for each in clauses(rule) if each.status >= 400]
    if match is None or not failing:
        return False
    hit = False
    for draft in drafts:
        noun = match["noun"] or match["other"] or match["that"]
        if not _changes(draft) or (noun and not _is_item(draft, noun)):
            continue
        deed = match["deed"] or match["done"] or match["field"]
        if any(gives(deed, each) for each in _brought(draft)):
            hit = True
            draft.words.append(rule)
            for each in failing:
                notes.fail(Fault(each.status, each.code, each.words, "", each.message), draft)
    return hit


def _along(sentence: str, drafts: list[Draft]) -> bool:
    """What a row in a state has no more, or gets, whatever request changed it."""
    match = _LOSES.match(bare(sentence))
    if match is None or clauses(sentence):
        return False
    noun = match["noun"] or match["thing"]
    found = [each for each in drafts if _changes(each) and _is_item(each, noun)]
    for draft in found:
        draft.words.append(bare(sentence))
    return bool(found)


def _changes(draft: Draft) -> bool:
    chain = steps(draft.path)
    return draft.method in {"PUT", "PATCH"} and bool(chain) and bool(chain[-1].param)


def _is_item(draft: Draft, noun: str) -> bool:
    return same_thing(steps(draft.path)[-1].name, noun)
