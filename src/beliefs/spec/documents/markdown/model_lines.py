"""Things that one line says the fields of, with names that are marked: "Plant: `id`, `species`"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import records, sentences
from beliefs.spec.documents.contract import is_record
from beliefs.spec.documents.facts import values_in
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.places import core
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.samples import sample
from beliefs.spec.documents.tightening import tightened

MODEL_LINE = re.compile(
    r"(?i)(?:\*\*)?(?:(?:the |an? )?(?:fields|properties|attributes|columns|data) of (?:an?|the"
    r"|each|"
    r"every) (?P<of>[\w ]+?)(?: as json| are| in json)?|(?:an?|each|every) (?P<an>\w+)"
    r"(?:(?=:)| (?:has|is|looks like(?: this)?|consists of|contains))(?: the "
    r"(?:fields|properties))?|(?P<name>[A-Z]\w+)"
    r"(?: (?:object|resource|model|fields))?)(?:\*\*)?\s*(?:[:=–—]|->| (?=`))\s*(?P<rest>.*`.*)$"
)
_BARE = re.compile(r"(?<![\w(])([a-z_]\w*)((?: \([^()]*\))?)(?=, |$|\.$| and )")
_BARE_LINE = re.compile(
    r"(?P<lead>(?:\*\*)?[A-Z][a-z]\w*(?:\*\*)?\s*[:=–—]\s*)"
    r"(?P<rest>[a-z_]\w*(?: \([^()]*\))?(?:(?:, and |, | and )[a-z_]\w*(?: \([^()]*\))?)+)\.?"
)
# What the thing of a section consists of: "Fields: `id` (number), `name` (text, mandatory)".
_FIELDS_LINE = re.compile(
    r"(?i)\W*(?:its |the |their )?(?:fields|attributes|properties|columns)(?: are)?[*_]*\s*[:=–—]"
    r"[*_]*\s*(?P<rest>.*`.*)$"
)
NO_THING = re.compile(
    r"(?i)\W*(?:body|request|response|returns?|query|params?|parameters?|errors?|notes?|examples?|"
    r"headers?|fields|filters?|optional|required|allowed|status(?:es)?|states?|success|\w+ing|"
    r"pagination|answers?|rules?|default|accepts|input|output|every|each|all|when|if|with|an?|the)\b"
)


def shown_first(line: str) -> tuple[str, str]:
    """A sentence that shows a whole thing, and what is said behind it; empty for other lines."""
    told = sentences(line)
    match = MODEL_LINE.match(told[0]) if len(told) > 1 else None
    shown = records(match["rest"]) if match and match["an"] else []
    if not shown or shown[0][0] > 2:
        return "", ""
    return told[0], line[line.find(told[0]) + len(told[0]) :].strip()


def take_model(notes: Notes, line: str) -> bool:
    """A thing and its fields in one line: "Plant: `id`, `species` (string, required)"."""
    own = _FIELDS_LINE.match(line)
    model = notes.model or notes.model_by_heading()
    if own and model and (found := values_in(own["rest"])):
        for name, said in found:
            notes.model_part(model, jotted(said, name).part(name, otherwise=False))
        return True
    match = MODEL_LINE.match(_with_ticks(line))
    if not match or (match["name"] and not match["name"][0].isupper()):
        return False
    found = values_in(match["rest"])
    named = match["of"] or match["an"] or match["name"]
    if match["an"] and _exactly(notes, core(named.replace(" ", "_")), match["rest"]):
        return True
    has = match["an"] and re.match(r"(?i)\w+ \w+ (?:has|consists of|contains) `\w+` \(", line)
    if len(found) < (1 if has else 2) or (match["name"] and NO_THING.fullmatch(named)):
        return False
    if match["an"] and re.match(r"(?i)(?:an?|each|every) \w+ is `", line):
        return False  # what it is, not what it has: "a cart is `open` until it is `paid`"
    for name, said in found:
        told = jotted(said, name)
        notes.model_part(core(named.replace(" ", "_")), told.part(name, otherwise=False))
    return True


def _with_ticks(line: str) -> str:
    """A line of a thing and its fields with the names of these in backticks.

    >>> _with_ticks("Bike: id, frame (text, required)")
    'Bike: `id`, `frame` (text, required)'
    """
    match = _BARE_LINE.fullmatch(line)
    if match is None or not any(jotted(said).typed for _, said in _BARE.findall(match["rest"])):
        return line
    return match["lead"] + _BARE.sub(r"`\1`\2", match["rest"])


def _exactly(notes: Notes, model: str, rest: str) -> bool:
    """A thing that is shown as a record of its names: "A rack is `{"name", "size"}`"."""
    span = next(iter(records(rest)), None)
    made = sample(rest[slice(*span)], brought=False) if span and span[0] < 3 else None
    if span is None or made is None or not is_record(made.shape):
        return False
    after = rest[span[1] :].strip("` ")
    unknown = re.search(r"(?i)^[^.]*\bnot (?:known|set|given)[^.]*\bnull\b", after)
    for part in made.shape.properties:
        kind = replace(part.shape.type, nullable=bool(unknown) or part.shape.type.nullable)
        notes.model_part(model, replace(part, shape=replace(part.shape, type=kind)))
    notes.exact.add(model)
    listed = re.match(r"(?i),? `?(\w+)`? (?:is|being) (one of .*?)(?:\.\s|\.?$)", after)
    if listed and (part_ := notes.shapes[model].part(listed[1])):
        notes.model_part(model, tightened(part_, listed[2]))
        after = after[listed.end() :]
    elif unknown:
        after = after[unknown.end() :]
    for sentence in sentences(after.strip(" .,;")):
        notes.narrate(sentence, notes.line)
    return True
