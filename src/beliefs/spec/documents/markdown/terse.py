"""Terse lines of a description: `plot: {no, size}`, "key `no`: two digits", "size: 1..9"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import clauses, sentences
from beliefs.spec.documents.contract import is_record
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.places import core, same_thing, steps
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.samples import sample
from beliefs.spec.documents.words import plain

BRACED = re.compile(
    r"^[*`]*(?:(?:an?|each|every|the|one) )?[*`]*(?P<noun>[A-Za-z_]\w*)[*`]*\s*[:=–—]\s*"
    r"`?(?P<record>\{[^`]*\})`?\s*(?:[;,.]\s*(?P<rest>.*))?$"
)
_KEY = re.compile(
    r"(?i)^(?:the |its )?(?:natural |primary |unique )?(?:key|id|identifier)(?: is)?:?\s+"
    r"`(?P<name>\w+)`\s*[:,(–—-]*\s*(?P<said>.*?)\)?$"
)
_JOTTING = re.compile(r"^[*`]*(?P<name>[A-Za-z_]\w*)[*`]*\s*:\s*(?P<said>.+)$")


def take_terse(notes: Notes, line: str, at: int) -> bool:
    """Read a line that jots down a thing, its key, or some of its fields; whether it does."""
    if _thing(notes, line, at):
        return True
    return not notes.here and (_key(notes, line) or _fields(notes, line))


def _thing(notes: Notes, line: str, at: int) -> bool:
    """A thing and its fields in braces."""
    match = BRACED.match(line)
    if match is None or not _named(notes, match["noun"]):
        return False
    made = sample(match["record"], brought=False)
    if made is None or not is_record(made.shape):
        return False
    model = core(match["noun"])
    known = notes.shapes.get(model)
    for part in made.shape.properties:
        if known is None or known.part(part.name) is None:
            notes.model_part(model, part)
    if match["rest"]:
        notes.narrate(match["rest"], at)
    return True


def _named(notes: Notes, noun: str) -> bool:
    """Whether paths, or the heading above, speak of a thing."""
    return same_thing(noun, notes.model_by_heading() or "?") or any(
        each.name and same_thing(each.name, noun)
        for draft in notes.drafts
        for each in steps(draft.path)
    )


def _key(notes: Notes, line: str) -> bool:
    """What tells the things of a section apart."""
    match = _KEY.match(line)
    model = notes.model_by_heading()
    if match is None or not model:
        return False
    told = jotted(
        re.sub(r"(?i)\be\.g\.,? (?:`[^`]*`(?: or |, )?)+", "", match["said"]), match["name"]
    )
    notes.model_part(model, told.part(match["name"], otherwise=False))
    return True


def _fields(notes: Notes, line: str) -> bool:
    """Fields of the things of a section: "name: required. size: required, integer 1..9."."""
    model = notes.model_by_heading()
    found = [_JOTTING.match(each.rstrip(".")) for each in sentences(line)]
    if not model or not found or clauses(line):
        return False
    known = _brought(notes, model)
    told = [(each["name"], jotted(each["said"], each["name"])) for each in found if each]
    if len(told) < len(found) or not all(plain(name) in known for name, _ in told):
        return False
    if not all(each.typed or each.required is not None or each.default for _, each in told):
        return False
    for name, each in told:
        notes.model_part(model, each.part(name, otherwise=False))
    return True


def _brought(notes: Notes, model: str) -> set[str]:
    """The names that requests about a thing bring."""
    return {plain(name) for draft in notes.drafts if _about(draft, model) for name in _names(draft)}


def _about(draft: Draft, model: str) -> bool:
    last = next((each for each in reversed(steps(draft.path)) if each.name), None)
    return last is not None and same_thing(last.name, model)


def _names(draft: Draft) -> list[str]:
    return [*draft.told, *(draft.body.names if draft.body is not None else ())]
