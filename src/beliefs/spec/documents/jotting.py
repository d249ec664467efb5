"""Bodies that the description of a route jots down, where no schema says them.

`{title, year?} -> the film`, "day (YYYY-MM-DD), size (1-10 whole number), both required. note
optional", "Add a film: title 1-80 chars, year is a number".
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Property, Shape, is_record
from beliefs.spec.documents.pseudo import Told, jotted
from beliefs.spec.documents.samples import sample
from beliefs.spec.documents.tightening import tightened
from beliefs.spec.types import Type

_BRACED = re.compile(r"(?P<record>\{[^{}]*\})`?(?P<rest>.*)$", re.DOTALL)
_SENT = re.compile(
    r"(?i)^(?:you )?(?:send|post|submit|pass|give|takes?|expects?|wants?|needs?|request|input|"
    r"(?:the )?(?:request |json )?body)\b[^{}]*(?P<record>\{[^{}]*\})"
)
_SIMPLE = re.compile(r"\{\s*[A-Za-z_]\w*\??(?:\s*,\s*[A-Za-z_]\w*\??)*\s*\}")
_LEAD = re.compile(r"(?i)^(?:[a-z][\w' ]{2,50}: |(?:with |needs |takes |brings |wants )(?=\S))")
_ITEM = re.compile(
    r"^(?:(?P<free>optional(?:ly)?) )?(?:an? |the )?`?(?P<name>[a-z_]\w*)`?(?P<mark>\?)?"
    r"(?: ?\((?P<inner>(?:[^()]|\([^()]*\))*)\))?(?P<rest>(?: |:|=).*)?$"
)
_NUMBER = r"-?\d+(?:\.\d+)?"
_TOKEN = re.compile(
    rf"(?i)(?:\b(?:is|are|an?|must be|required|mandatory|needed|optional|not required|bool(?:ean)?|"
    rf"whole numbers?|integers?|numbers?|texts?|strings?|dates?|yyyy-mm-dd|timestamps?|"
    rf"(?:list|array) of \w+|defaults?(?: to| is)? \S+|{_NUMBER} ?(?:-|–|to|\.\.) ?{_NUMBER}|"
    rf"(?:more|greater|less) than {_NUMBER}|(?:at least|at most|up to|from|over|max|min) {_NUMBER}|"
    r"chars?|characters|letters|long|unique|positive|not empty|non-empty|url|email|"
    r"(?:the )?id of (?:the|an?) [\w ]+|one of [\w|/, \"'`-]+|true/false|true or false)(?!\w)"
    rf"|[<>≤≥]=? ?{_NUMBER}|[:=,])"
)
# Words that are types, and also what fields are called.
_NAMELIKE = re.compile(r"(?i)(?:text|date|number|email|url)(?: |$)")
_NO_NAME = re.compile(
    r"(?:an?|the|it|they|this|that|both|all|each|every|no|not|is|are|if|when|and|or|only|same|with|"
    r"for|of|in|on|as|then|answers|returns|returned)"
)


def jotted_body(text: str) -> Shape | None:
    """The body that words about a route jot down; None where they do not.

    >>> jotted_body("day (YYYY-MM-DD), size (1-10), both required. note optional").names
    ('day', 'size', 'note')
    >>> jotted_body("Books a seat. seats (at least 1) and day. Only while it is open (409).").names
    ('seats', 'day')
    >>> jotted_body("{text, key} -> the note, changed. wrong key 403").names
    ('text', 'key')
    >>> jotted_body("Starts the machine, and never stops it.") is None
    True
    """
    told = sentences(text)
    for sentence in told:
        match = _BRACED.match(sentence.strip("` "))
        if match is not None and (body := _braced(match["record"])) is not None:
            return body
    for sentence in told:
        sent = _SENT.match(sentence)
        if sent is not None and (body := _braced(sent["record"])) is not None:
            return _typed(body, sentence)
    found: dict[str, Told] = {}
    for sentence in told:
        found |= _listed(sentence)
    parts = [_part(name, each) for name, each in found.items()]
    return Shape(Type("record"), properties=tuple(parts)) if parts else None


def refined(body: Shape, told: Shape | None) -> Shape:
    """A body that an example shows, with what words jot down of its values.

    >>> shown = Shape(Type("record"), properties=(Property("note", Shape(Type("string"))),))
    >>> refined(shown, jotted_body("note 1-9 chars")).properties[0].shape.type.max_length
    9
    """
    parts = []
    for part in body.properties:
        said = told.part(part.name) if told is not None else None
        if said is None:
            parts.append(part)
        elif part.shape.type.kind == "json" or part.shape.example == "null":
            parts.append(replace(said, required=said.required and not part.shape.type.nullable))
        else:
            kept = replace(part, required=said.required) if said.words else part
            parts.append(tightened(kept, said.words))
    return replace(body, properties=tuple(parts))


def _part(name: str, told: Told) -> Property:
    truth = told.shape.type.kind == "boolean"
    return told.part(name, otherwise=not truth and not told.shape.type.nullable)


def _braced(record: str) -> Shape | None:
    if _SIMPLE.fullmatch(record):
        names = re.findall(r"(\w+)(\??)", record)
        parts = [
            replace(jotted("", name), required=not mark).part(name, otherwise=not mark)
            for name, mark in names
        ]
        return Shape(Type("record"), properties=tuple(parts))
    made = sample(re.sub(r"\btrue ?(?:/|\||or) ?false\b", "true", record), brought=True)
    if made is None or not is_record(made.shape):
        return None
    parts = [
        replace(each, required=not each.default and not each.shape.type.nullable)
        for each in made.shape.properties
    ]
    return replace(made.shape, properties=tuple(parts))


def _typed(body: Shape, sentence: str) -> Shape:
    """A body that is shown, with the types that stand behind its names: "value (a number)"."""
    parts = []
    for part in body.properties:
        said = re.search(rf"\b{re.escape(part.name)}`? \(([^()]*)\)", sentence)
        told = _told(part.name, said[1]) if said else None
        if told is not None and told.typed:
            made = _part(part.name, told)
            shape = replace(made.shape, example=part.shape.example)
            parts.append(replace(made, shape=shape))
        else:
            parts.append(part)
    return replace(body, properties=tuple(parts))


def _listed(sentence: str) -> dict[str, Told]:
    """The fields that a sentence lists; none where it says anything else too."""
    text = _LEAD.sub("", sentence.strip().rstrip("."))
    found: dict[str, str] = {}
    said = False
    for piece in re.split(r",\s*(?:and\s+)?(?![^(]*\))|\s+and\s+(?![^(]*\))|;\s*", text):
        whole = re.match(r"(?i)(?:both|all)(?: of them)?(?: are)? (.*)$", piece)
        if found and whole and _is_jotting(whole[1]):
            found = {name: f"{told}, {whole[1]}".strip(", ") for name, told in found.items()}
            said = True
            continue
        if found and _is_jotting(piece) and not _NAMELIKE.match(piece):
            last = next(reversed(found))
            found[last] = f"{found[last]}, {piece}".strip(", ")
            said = True
            continue
        match = _ITEM.match(piece.strip())
        if match is None or _NO_NAME.fullmatch(match["name"]):
            return {}
        rest = (match["rest"] or "").strip()
        if rest and not _is_jotting(rest):
            return {}
        more = [
            rest.lstrip(":= "),
            match["inner"] or "",
            "optional" * bool(match["free"] or match["mark"]),
        ]
        found[match["name"]] = ", ".join(each for each in more if each)
        said = said or bool(found[match["name"]])
    return {name: _told(name, each) for name, each in found.items()} if said else {}


def _is_jotting(text: str) -> bool:
    return not _TOKEN.sub("", re.sub(r"\([^()]*\)", "", text)).strip(" .")


_RANGE = (
    rf"(?:(?:at least|at most|min|max|from|up to|over) )?{_NUMBER}(?: ?(?:-|–|to|\.\.) ?{_NUMBER})?"
)


def _told(name: str, jotting: str) -> Told:
    bound = re.match(rf"(?i){_RANGE}(?=,|$)", jotting)
    if re.fullmatch(r"[a-z][\w-]*(?:, [a-z][\w-]*)*,? or [a-z][\w-]*", jotting):
        jotting = f"one of {jotting}"
    told = jotted(f"integer, {jotting}" if bound and "." not in bound[0] else jotting, name)
    if re.match(r"(?i)(?:the )?id of (?:the|an?) ", jotting):
        kind = replace(Type("integer"), nullable=told.required is False)
        return replace(told, shape=replace(told.shape, type=kind), typed=True)
    return told
