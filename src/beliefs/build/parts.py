"""What a Spec is made of, in words that beliefs can be about.

A part is something that many goals share and that a builder can get wrong: a framework, a feature,
a kind of default. What is peculiar to one goal, its names and paths, is left out of the words, so
that what one build taught is of use to the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from beliefs.spec.effects import Call
from beliefs.spec.understanding.reading import HOW

if TYPE_CHECKING:
    from beliefs.spec.service import Spec

# How likely a part is to be right before any suite has said so. Reading is what goes wrong most
# often, and defaults are where goals and builds part company; a rule that nobody enforces is what
# a suite asks about first.
_COMPONENT, _FEATURE, _READ, _ASSUMED_IT, _LACKING = 0.99, 0.985, 0.93, 0.96, 0.6

# What may be another in a variant of a goal; everything else is the goal's own.
VARYING = ("the framework ", "the storage ")
_ASSUMED = "assumed: "
_UNMET = "a rule that is not met"
_FEATURES = {
    "animated": "pictures",
    "archive": "archives",
    "calculate": "arithmetic",
    "bucket": "hashes",
    "caller": "addresses of callers",
    "check_password": "passwords",
    "code": "random codes",
    "combined": "PDF",
    "content": "files",
    "csv": "CSV",
    "dashed": "slugs",
    "decoded": "files",
    "diff": "differences",
    "group": "figures",
    "hash": "hashes",
    "hash_password": "passwords",
    "html": "pages",
    "in_zone": "time zones",
    "inline": "files",
    "later": "deadlines",
    "markdown": "Markdown",
    "next_run": "schedules",
    "pages": "PDF",
    "paper": "PDF",
    "percent": "figures",
    "pictured": "pictures",
    "piped": "other programs",
    "processed": "other programs",
    "read_csv": "CSV",
    "read_xml": "XML",
    "seconds": "deadlines",
    "sheet": "sheets",
    "sign": "signed tokens",
    "slug": "slugs",
    "thumbnail": "pictures",
    "token": "random codes",
    "unique_slug": "slugs",
    "url": "absolute addresses",
    "zip_entries": "archives",
    "zip_entry": "archives",
}
_PLACES = {"file": "uploads", "form": "forms", "header": "headers", "cookie": "cookies"}


def parts(
    spec: Spec, questions: Iterable[str] = (), sources: Iterable[str] = ("sentences",)
) -> tuple[str, ...]:
    """Every part of a Spec, sorted.

    `questions` are what was chosen between on the way to it, `sources` the kinds of text that it
    was read from.

    >>> from beliefs.spec.service import Spec
    >>> parts(Spec("notes", "Notes", ""))
    ('read from sentences', 'the framework fastapi', 'the storage sqlite')
    """
    found = {f"the framework {spec.framework}", f"the storage {spec.storage}"}
    found |= {f"read from {each}" for each in sources}
    found |= {"a sentence with several readings"} if _ambiguous(questions) else set()
    found |= {f"identity by {spec.identity.place}"} if spec.identity else set()
    found |= {"rate limits"} if spec.rates else set()
    found |= {"cross-origin requests"} if spec.origins else set()
    found |= {"a base path"} if spec.base else set()
    found |= {"examples of the goal"} if spec.examples else set()
    found |= {f"keys: {each.key.style}" for each in spec.entities if each.key.style != "integer"}
    for operation in spec.operations:
        found |= {_PLACES[each.place] for each in operation.inputs if each.place in _PLACES}
        found |= {"nested paths"} if operation.path.count("{") > 1 else set()
        found |= {"conversations"} if operation.method == "WEBSOCKET" else set()
        called = {each.function for each in _calls(operation.effect)}
        found |= {_FEATURES[each] for each in called if each in _FEATURES}
    found |= {assumed_part(each.about, spec) for each in spec.assumptions}
    found |= {"unsafe on request"} if spec.warnings else set()
    found |= {lacking_part()} if any(each.rank == "material" for each in spec.unknowns) else set()
    return tuple(sorted(found))


def _ambiguous(questions: Iterable[str]) -> bool:
    return any(each.startswith(HOW) for each in questions)


def assumed_part(about: str, spec: Spec) -> str:
    """The part that an assumption is."""
    return _ASSUMED + general(about, spec)


def lacking_part() -> str:
    """The part that rules are which nothing built holds to."""
    return _UNMET


def prior(part: str) -> float:
    """How likely a part is to be right before any suite has said so."""
    for start, likely in (
        (_UNMET, _LACKING),
        (_ASSUMED, _ASSUMED_IT),
        ("read from ", _READ),
        ("a sentence with several readings", _ASSUMED_IT),
        ("the framework ", _COMPONENT),
        ("the storage ", _COMPONENT),
    ):
        if part.startswith(start):
            return likely
    return _FEATURE


def general(about: str, spec: Spec) -> str:
    """A question without the names of one goal.

    >>> from beliefs.spec.entities import Entity
    >>> from beliefs.spec.service import Spec
    >>> spec = Spec("a", "A", "", (Entity("Bookmark", "bookmarks", ()),))
    >>> general("can bookmarks be listed by tag", spec), general("the word tittle", spec)
    ('can things be listed by tag', 'the word …')
    """
    told = re.sub(r"^(the (?:framework|database|words?)) .+", r"\1 …", about)
    told = re.sub(r"/[\w{}/.-]*", "a path", told)
    for entity in spec.entities:
        for name, instead in ((entity.plural, "things"), (_spaced(entity.name), "thing")):
            words = name.replace("_", "[_ ]").replace(" ", "[_ ]")
            told = re.sub(rf"(?i)\b{words}\b", instead, told)
    return told


def _spaced(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()


def _calls(value: Any) -> Iterator[Call]:
    if isinstance(value, Call):
        yield value
    if isinstance(value, tuple):
        for each in value:
            yield from _calls(each)
    elif is_dataclass(value):
        for each in fields(value):
            yield from _calls(getattr(value, each.name))
