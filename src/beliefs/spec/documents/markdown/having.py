"""Things that running words say the fields of: "Songs have a title and an artist", "Song: title".

Whoever writes a description marks names, or does not. What stands here needs no marks, but a thing
that some path is about, and a list of names that the sentence ends with: of anything else, nothing
is taken.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.markdown.blocks import Block
from beliefs.spec.documents.markdown.drafts import ROUTE, one_form
from beliefs.spec.documents.markdown.enumerating import Item, enumerated
from beliefs.spec.documents.markdown.noted import Noted
from beliefs.spec.documents.places import core, same_thing, steps
from beliefs.spec.documents.pseudo import jotted

_HAS = (
    r"(?:has|have|consists? of|(?:is|are) made (?:up )?of|contains?|includes?|carry|carries|"
    r"(?:is|are) described by|(?:is|are) an? (?:object|record)s? (?:with|of)|stores?)"
)
_FIELDS = r"(?:fields|properties|attributes|columns|values|keys)"
# "A song has a title", "Songs have the fields title and artist"
_WITH_VERB = re.compile(
    rf"(?i)^\W*(?:(?:an?|each|every|the|all|one|any) )?(?P<thing>[a-z][\w-]*) {_HAS}"
    rf"(?: the)?(?: following)?(?: {_FIELDS})?:? (?P<rest>.+)$"
)
# "Fields of a song: title", "Fields: title", "Stored: title"
_BY_LABEL = re.compile(
    rf"(?i)^\W*(?:(?:the|its|their) )?(?:{_FIELDS}|stored|model|schema)[*_]*"
    r"(?: (?:of|for) (?:an? |the |each |every )?(?P<thing>[a-z][\w-]*))?(?: are)?"
    r"[*_]*\s*[:=–—][*_]*\s*(?P<rest>.+)$"
)
# "Song fields: title", "Song: title"
_BY_NAME = re.compile(
    rf"(?i)^\W*(?:an? |each |every )?(?P<thing>[a-z][\w-]*)[*_]*"
    rf"(?: (?:{_FIELDS}|object|model|resource|entity|schema)(?: are)?)?"
    r"[*_]*\s*[:=–—][*_]*\s*(?P<rest>.+)$"
)
# "Songs with title and artist", "an API for songs with title and artist"
_WITH = re.compile(
    r"(?i)(?:^\W*|: |\b(?:for|of|manages?|managing|stores?|storing|keeps?|keeping|tracks?|"
    r"tracking) )(?:(?:an?|the|our|my|all) )?(?P<thing>[a-z][\w-]*) (?:with|having) (?P<rest>.+)$"
)
# "an API for songs (title, artist)"
_BRACKETED = re.compile(
    r"(?i)\b(?P<thing>[a-z][\w-]*) \((?P<rest>[^()]*(?:\([^()]*\)[^()]*)*)\)\W*$"
)
_FORMS = (_WITH_VERB, _BY_LABEL, _BY_NAME, _WITH, _BRACKETED)
# Forms whose names are marked, which are read with what they say of each.
_MARKED = re.compile(
    rf"(?i)^\W*(?:(?:an?|each|every|the|its|their) |{_FIELDS}\b|\w+(?: \w+)?[*_]*\s*[:=–—])"
    r".*`\w+`.*`\w+`"
)
_OF_ALL = re.compile(rf"(?i)\W*(?:(?:an?|each|every|all) )?[a-z][\w-]* {_HAS} ")
_NO_FIELD = frozenset(
    "been many several multiple more some zero one two three only exactly either not no".split()  # noqa: SIM905
)
_WORD = re.compile(
    r"(?P<lead>(?:(?:an?|the|its|optional|required|unique) )*)[`\"]?(?P<name>[a-z_]\w*)[`\"]?"
    r"(?P<free>\?)?(?:\s*(?:[:=]\s*|\()(?P<said>.*?)\)?|\s+(?P<kind>.+))?\Z"
)


class Having(NamedTuple):
    """A thing with its fields; `whole` where the sentence says nothing else."""

    thing: str  # empty where the section or the only thing there is says it
    items: list[Item]
    whole: bool = True


def things_of(found: list[Block]) -> list[str]:
    """What the paths of a description are about, each once: what is made there, or has keys."""
    texts = [" ".join((each.text, *(" ".join(row) for row in each.rows))) for each in found]
    made: list[str] = []
    for route in (each for text in texts for each in ROUTE.finditer(f" {text}")):
        chain = steps(one_form(route[2])[0].rstrip("/,`"))
        made += [step.name for step in chain if step.name and step.param]
        made += [chain[-1].name] if chain and route[1] == "POST" else []
    return list(dict.fromkeys(filter(None, made)))


def take_having(notes: Noted, block: Block) -> Block:
    """Note the fields that a paragraph or a bullet tells of things; what is left of it."""
    things = notes.things
    if block.kind not in {"text", "bullet"} or not things:
        return block
    left = re.sub(r"(?<![.:;!?])\n(?=[a-z`])", " ", block.text)  # a sentence on several lines
    told_here = False
    for sentence in sentences(left):
        if notes.here and not _OF_ALL.match(sentence):
            continue  # it goes on about a route
        told = having(sentence, things)
        model = _model(notes, told) if told is not None else ""
        if told is None or not model or notes.shapes.get(model) is not None:
            continue
        for name, said in _needed(told.items):
            notes.model_part(model, jotted(said, name).part(name, otherwise=False))
        told_here = True
        if told.whole:
            left = left.replace(sentence, "", 1)
    return block._replace(text=left.strip()) if told_here else block


def having(sentence: str, things: list[str]) -> Having | None:
    """The thing and the fields that a sentence tells; None where it tells none.

    >>> [each.name for each in having("A song has a title and a year.", ["songs"]).items]
    ['title', 'year']
    >>> having("A song has many plays.", ["songs", "plays"])
    >>> having("Songs with a bad title are refused.", ["songs"])
    """
    if _MARKED.search(sentence) or ROUTE.search(f" {sentence}"):
        return None
    for form in _FORMS:
        match = form.search(sentence)
        if match is None:
            continue
        thing = match["thing"] or ""
        known = not thing or any(same_thing(thing, each) for each in things)
        items = _items(match["rest"].strip().rstrip(".")) if known else []
        items = [each for each in items if not any(same_thing(each.name, one) for one in things)]
        if items and not any(each.name in _NO_FIELD for each in items):
            return Having(thing, items, not re.search(r"\w", sentence[: match.start()]))
    return None


def _items(text: str) -> list[Item]:
    """The fields that a text names from its beginning to its end."""
    found, end = enumerated(text)
    if found and not text[end:].strip(" .)"):
        return found
    made = []
    for piece in _pieces(text):
        match = _WORD.fullmatch(piece)
        if match is None:
            return []
        said = [match["lead"].strip(), "optional" if match["free"] else "", match["said"] or ""]
        if match["kind"] and not jotted(match["kind"], match["name"]).typed:
            return []
        said.append(match["kind"] or "")
        made.append(
            Item(match["name"], re.sub(r"^(?:an?|the|its)\b ?", "", ", ".join(filter(None, said))))
        )
    return made


def _pieces(text: str) -> list[str]:
    """What stands between commas and "and", outside of brackets."""
    found, depth, start = [], 0, 0
    for match in re.finditer(r"[(\[{]|[)\]}]|,\s*(?:and\s+)?|\s+and\s+|;\s*", text):
        if match[0] in "([{":
            depth += 1
        elif match[0] in ")]}":
            depth -= 1
        elif depth == 0:
            found.append(text[start : match.start()].strip())
            start = match.end()
    return [*found, text[start:].strip()]


def _needed(items: list[Item]) -> list[tuple[str, str]]:
    """Fields with what is said of them; those beside optional ones are required."""
    free = any(each.free for each in items) and not any(each.needed for each in items)
    return [
        (
            each.name,
            ", ".join(filter(None, ("required" if free and not each.free else "", each.jotting))),
        )
        for each in items
    ]


def _model(notes: Noted, told: Having) -> str:
    """The thing whose fields are told: by name, by the section, or as the only one there is."""
    if told.thing:
        return core(told.thing)
    headed = notes.model or notes.model_by_heading()
    if any(same_thing(headed, each) for each in notes.things):
        return headed
    return core(notes.things[0]) if len({core(each) for each in notes.things}) == 1 else ""
