"""What is said of all fields of a request at once: "Both are required", "none may be empty"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses
from beliefs.spec.documents.contract import Fault, Property, is_record
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.numbers import MANY, counted
from beliefs.spec.types import TEXTS

_SUBJECT = re.compile(
    r"(?i)^(?P<which>all|both|each|every|none|neither|nothing|no|the)\b"
    r"(?: of (?:the|these|those|them|its)\b| the\b| these\b)?"
    rf"(?: (?P<many>both|{MANY}))?(?: of (?:the|these|them)\b)?"
    r"(?: (?P<noun>fields?|values?|propert(?:y|ies)|attributes?|inputs?|keys?|parameters?)\b)?"
    r"(?: (?:of|in) the (?:body|request))? "
    r"(?P<how>(?:is|are|must|may|has to|have to|can|needs?)\b.*)$"
)
_NONE = {"none", "neither", "nothing", "no"}
_REQUIRED = re.compile(
    r"(?i)\b(?:required|mandatory|obligatory|compulsory)\b|"
    r"\bmust be (?:given|sent|present|there|filled in|provided)\b"
)
_FILLED = re.compile(r"(?i)\bnon-?empty\b|\b(?:not|never) be (?:empty|blank)\b|\bnot empty\b")
# Of none of them.
_LEFT_OUT = re.compile(r"(?i)\b(?:may|can) be (?:left out|missing|omitted)\b")
_EMPTY = re.compile(r"(?i)\b(?:may|can) be (?:empty|blank)\b")


def of_every_field(notes: Notes, sentence: str, source: str, drafts: list[Draft]) -> bool:
    """Let every field of the request that is spoken of hold to a sentence; whether there is one."""
    plainly = bare(sentence)
    match = _SUBJECT.match(plainly)
    if match is None or not (match["noun"] or match["many"] or match["which"].lower() != "the"):
        return False
    none = match["which"].lower() in _NONE
    required = bool((_LEFT_OUT if none else _REQUIRED).search(match["how"]))
    filled = bool((_EMPTY if none else _FILLED).search(match["how"]))
    if not (required or filled):
        return False
    told = "two" if match["which"].lower() == "both" else match["many"]
    count = counted(told, 2) if told else None
    draft = _spoken_of(drafts, int(source.rpartition(":")[2] or 0), count)
    if draft is None or draft.body is None:
        return False
    parts = tuple(_held(each, required=required, filled=filled) for each in draft.body.properties)
    draft.body = replace(draft.body, properties=parts)
    for each in clauses(sentence):
        if each.status >= 400:
            notes.fail(Fault(each.status, each.code, "invalid", source, each.message), draft)
    return True


def _spoken_of(drafts: list[Draft], line: int, count: int | None) -> Draft | None:
    """The last request before a line that brings a record; of so many fields, where they count."""
    before = [
        each
        for each in drafts
        if each.line < line and each.body is not None and is_record(each.body)
    ]
    last = max(before, key=lambda each: each.line, default=None)
    names = last.body.names if last is not None and last.body is not None else ()
    return last if count is None or len(names) == count else None


def _held(part: Property, *, required: bool, filled: bool) -> Property:
    if required:
        part = replace(part, required=True, default="")
    if filled and part.shape.type.kind in TEXTS and not part.shape.type.min_length:
        part = replace(part, shape=replace(part.shape, type=replace(part.shape.type, min_length=1)))
    return part
