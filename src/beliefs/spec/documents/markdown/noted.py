"""Where a reader of a description is, and what it has read so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare
from beliefs.spec.documents.contract import (
    EnvKey,
    Fault,
    Fixed,
    Param,
    Property,
    Security,
    Shape,
)
from beliefs.spec.documents.markdown.drafts import MODEL, Draft, one_form, queried, same_path
from beliefs.spec.documents.markdown.lifecycles import Stage
from beliefs.spec.documents.markdown.talk import Talk
from beliefs.spec.documents.places import core, same_thing, steps
from beliefs.spec.service import Assumption, Unknown
from beliefs.spec.types import Type

# What made the routes that are spoken of: it says how long they are.
By: TypeAlias = Literal["", "heading", "line", "bullet", "talk", "topic"]
# What fields are of, by the label above them; the first that fits.
_PLACES = (
    (r"query|filter|url param|search param", "query"),
    (r"path param", "path"),
    (r"error|fail", "errors"),
    (r"\bheaders?\b", "header"),
    (r"respon|return|output|success|answer|result", "response"),
    (r"body|request|payload|input|send|fields|accepts|json|form", "request"),
    (r"param", "query"),
)
_NO_MODEL = (
    r"(?i)data|error|overview|api|endpoint|rule|note|auth|general|example|route|usage|validation|"
    r"constraint"
)


@dataclass(slots=True)
class Noted:
    """What was read so far, and where in the document the reader is."""

    name: str
    title: str = ""
    summary: str = ""
    base: str = ""
    port: int = 0
    secret: str = ""
    drafts: list[Draft] = field(default_factory=list)
    here: list[Draft] = field(default_factory=list)
    by: By = ""
    indent: int = 0
    opened: int = 0  # how many routes there were before this section
    line: int = 1
    shapes: dict[str, Shape] = field(default_factory=dict)
    loose: list[tuple[Property, str]] = field(default_factory=list)  # fields of no thing, and where
    things: list[str] = field(default_factory=list)  # that paths are about
    model: str = ""
    label: str = ""
    heading: str = ""
    heads: list[tuple[int, str]] = field(default_factory=list)
    error: str = ""
    error_sure: bool = False
    error_listed: str = ""  # where every fault of an input is listed
    envelope: Shape | None = None
    envelope_of_lists: Shape | None = None
    wrapped: str = ""
    paging: list[Param] = field(default_factory=list)  # of all lists
    faults: list[Fault] = field(default_factory=list)
    folds: tuple[str, ...] = ()
    capacities: list[tuple[str, str]] = field(default_factory=list)
    exact: set[str] = field(default_factory=set)  # models of which all names are said
    fine: int = 0  # the status of everything that works
    derived: list[tuple[str, str]] = field(default_factory=list)
    tables: list[Fixed] = field(default_factory=list)  # of what nobody adds to
    stages: list[tuple[str, list[Stage]]] = field(default_factory=list)  # with where they stand
    security: Security | None = None
    warden: Security | None = None  # a second one, that the environment holds
    warded: list[tuple[int, str]] = field(default_factory=list)  # the headings of what it is for
    pending: tuple[EnvKey, ...] = ()  # what is to be shown, where nothing says yet in what
    all_secured: bool = False
    secured_places: set[str] = field(default_factory=set)  # the first names of paths
    secured_verbs: set[str] = field(default_factory=set)
    guarded: list[tuple[int, str]] = field(default_factory=list)  # the headings of what is secured
    open_words: str = ""
    roles: tuple[str, ...] = ()
    prose: list[tuple[str, str]] = field(default_factory=list)
    sections: dict[str, str] = field(default_factory=dict)  # the thing that prose stands below
    talks: list[tuple[Talk, str]] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    unknowns: list[Unknown] = field(default_factory=list)
    level: int = 0
    inside: list[tuple[int, str]] = field(default_factory=list)  # bullets that fields stand below

    def at(self, line: int) -> str:
        """A line of this document."""
        return f"{self.name}:{line}"

    @property
    def scoped(self) -> bool:
        """Whether routes are spoken of."""
        return bool(self.here)

    @property
    def fixed(self) -> bool:
        """Whether the section is that of a route, whatever others are named in it."""
        return self.by == "heading" and bool(self.here)

    def lone(self) -> bool:
        """Whether the section has spoken of one route only, so that it is about that."""
        return len(self.drafts) <= self.opened + 1 and bool(self.heads) and self.heads[-1][0] > 1

    def leave(self) -> None:
        """Speak of no route any more."""
        self.here, self.by = [], ""

    def known(self, method: str, path: str) -> bool:
        """Whether a route was spoken of before."""
        path, _ = one_form(path)
        return any(each.method == method and same_path(each.path, path) for each in self.drafts)

    def draft(self, method: str, path: str, line: int) -> Draft:
        """The draft of a route, a new one or what there is of it."""
        path, query = one_form(path)
        known = next(
            (each for each in self.drafts if each.method == method and same_path(each.path, path)),
            None,
        )
        draft = known or Draft(method, path, line)
        if known is None:
            self.drafts.append(draft)
            if self.guarded and self.heads[: len(self.guarded)] == self.guarded:
                draft.secured = True
            if self.warded and self.heads[: len(self.warded)] == self.warded:
                draft.secured, draft.warded = False, True
        for name, value in query:
            draft.params.setdefault(name, queried(name, value))
        return draft

    def narrate(self, text: str, at: int) -> None:
        """Note words that are about no route in particular."""
        plainly = bare(text)
        if not plainly:
            return
        if not self.summary and len(self.heads) <= 1 and len(plainly.split()) > 3:
            self.summary = plainly
        self.prose.append((self.at(at), text))
        if self.model_by_heading():
            self.sections[self.at(at)] = self.model_by_heading()

    def model_part(self, model: str, part: Property) -> None:
        """Note a field of a model."""
        known = self.shapes.get(model, Shape(Type("record"), model))
        if known.part(part.name) is not None:
            parts = tuple(part if each.name == part.name else each for each in known.properties)
        else:
            parts = (*known.properties, part)
        self.shapes[model] = replace(known, properties=parts, open=False)

    def place(self) -> str:
        """What the label above says that fields are of."""
        label = self.label.lower()
        return next((place for pattern, place in _PLACES if re.search(pattern, label)), "")

    def model_by_label(self) -> str:
        """The model that a label names: "Song:" above its JSON."""
        noun = re.sub(MODEL, "", self.label).strip(" :-–—()")
        noun = (
            re.sub(r"^(?:An?|The|One) (?=[a-z]+$)", "", noun).capitalize() if " " in noun else noun
        )
        if re.fullmatch(r"[A-Z][A-Za-z]{2,24}", noun) and not re.search(_NO_MODEL, noun):
            stop = (
                r"(?i)request|response|body|query|parameters?|success|listing|returns?|fields|json"
            )
            return "" if re.fullmatch(stop, noun) else core(noun)
        return ""

    def model_shown(self) -> str:
        """The thing that a label says the look of, where no route here is named by it."""
        match = re.match(
            r"(?i)(?:an?|each|every|the) (\w+)(?: object| record| entry| row)? (?:looks?|is (?:"
            r"shown|returned|represented)|has (?:the|this) (?:shape|form|structure))\b",
            self.label,
        )
        if not match:
            return ""
        own = [step for each in self.here for step in steps(each.path)[-1:]]
        return "" if any(same_thing(each.name, match[1]) for each in own) else core(match[1])

    def model_by_heading(self) -> str:
        """The model that the headings above are about."""
        if self.heads and re.search(r"(?i)\bvalidation\b|\bconstraints\b", self.heads[-1][1]):
            return ""  # of whatever has fields of these names
        for _, head in reversed(self.heads):
            noun = re.sub(MODEL, "", re.sub(r"^[\d.]+\s+", "", head)).strip(" :-–—()")
            if re.fullmatch(r"[A-Za-z][A-Za-z ]{2,24}", noun) and not re.search(_NO_MODEL, noun):
                return core(noun.replace(" ", "_"))
        return ""
