"""What a reader of a description has noted, and how a fact becomes part of a route."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace

from beliefs.spec.documents.blocks import bare
from beliefs.spec.documents.contract import (
    JSON,
    Fault,
    Param,
    Property,
    Reply,
    Security,
    Shape,
    is_record,
)
from beliefs.spec.documents.drafts import MODEL, STATUS, Draft, one_form, queried, same_path
from beliefs.spec.documents.places import core
from beliefs.spec.documents.pseudo import Sample, Told, jotted, sample
from beliefs.spec.documents.talk import Talk
from beliefs.spec.operations import Place
from beliefs.spec.service import Assumption, Unknown
from beliefs.spec.types import Type


@dataclass(slots=True)
class Notes:
    """What was read so far, and where in the document the reader is."""

    name: str
    title: str = ""
    summary: str = ""
    base: str = ""
    port: int = 0
    drafts: list[Draft] = field(default_factory=list)
    here: list[Draft] = field(default_factory=list)
    shapes: dict[str, Shape] = field(default_factory=dict)
    model: str = ""
    label: str = ""
    heading: str = ""
    heads: list[tuple[int, str]] = field(default_factory=list)
    error: str = ""
    faults: list[Fault] = field(default_factory=list)
    security: Security | None = None
    all_secured: bool = False
    open_words: str = ""
    prose: list[tuple[str, str]] = field(default_factory=list)
    talks: list[tuple[Talk, str]] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    unknowns: list[Unknown] = field(default_factory=list)
    level: int = 0

    def at(self, line: int) -> str:
        """A line of this document."""
        return f"{self.name}:{line}"

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
        for name, value in query:
            draft.params.setdefault(name, queried(name, value))
        return draft

    def say(self, text: str, *, summary: bool = False) -> None:
        """Note words about the routes of this section."""
        for draft in self.here:
            if text:
                draft.words.append(text)
            if summary and text and not draft.summary:
                draft.summary = text
        for draft in self.here:
            self._secured(draft, text)
            if draft.method == "GET":
                for name, value in re.findall(r"[?&]([A-Za-z_]\w*)=(\w*)", text):
                    draft.params.setdefault(name, queried(name, value))

    def _secured(self, draft: Draft, text: str) -> None:
        if re.search(
            r"(?i)🔒|auth(?:entication|orization)? (?:is )?(?:required|needed)|requires? (?:a |"
            r"an |valid )*(?:auth\w*|token|bearer|login|api key|logged)|\bauth:? ?(?:yes|"
            r"required|bearer)|\bauthenticated\b|\(auth\)|\bprotected\b",
            text,
        ):
            draft.secured = not re.search(r"(?i)\bno auth|not require|without auth", text)
        elif re.search(r"(?i)\bno auth|\bpublic\b|\bauth:? ?(?:no|none)\b", text):
            draft.secured = False

    def reply(self, status: int, words_: str, draft: Draft | None = None) -> None:
        """Note an answer of routes."""
        for each in [draft] if draft else self.here:
            known = each.replies.get(status, Reply(status, media=""))
            if words_ and not known.words:
                known = replace(known, words=words_)
            quoted = re.search(r"[\"“]([^\"”]{4,})[\"”]", words_)
            if quoted and status >= 400 and not known.example and "{" not in words_:
                known = replace(known, example=json.dumps({"message": quoted[1]}))
            each.replies[status] = known

    def answered(self, draft: Draft, status: int, made: Sample) -> None:
        """Note what the body of an answer looks like."""
        usual = status or (201 if draft.method == "POST" else 200)
        known = draft.replies.get(usual, Reply(usual, media=""))
        draft.replies[usual] = replace(known, shape=made.shape, example=made.example, media=JSON)

    def field_of(self, name: str, told: Told, where: str) -> None:
        """Note a field, of whatever the label above it is about."""
        if not self.here:
            model = self.model or self.model_by_heading()
            if model:
                self.model_part(model, told.part(name, otherwise=False))
            return
        place = where or self.place()
        for draft in self.here:
            if name in re.findall(r"\{(\w+)\}", draft.path) and place in {"", "path", "query"}:
                draft.params[name] = Param(name, "path", told.shape, required=True)
            elif place in {"query", "header", "cookie", "querystring"} or (
                place in {"", "params"} and draft.method in {"GET", "DELETE"}
            ):
                at: Place = "header" if place == "header" else "query"
                if name.lower() in {"authorization", "content-type"}:
                    continue
                draft.params[name] = Param(name, at, told.shape, bool(told.required), told.default)
            elif place == "response":
                fine = next((each for each in draft.replies if each < 400), 0)
                usual = fine or (201 if draft.method == "POST" else 200)
                known = draft.replies.get(usual, Reply(usual, media=JSON))
                shape = known.shape if is_record(known.shape) else None
                parts = (*(shape.properties if shape else ()), told.part(name))
                draft.replies[usual] = replace(
                    known, shape=Shape(Type("record"), properties=parts), media=JSON
                )
            elif place == "errors":
                continue
            elif place in {"form", "formdata"}:
                draft.consumes = "form"
                draft.told[name] = told
            else:
                draft.told[name] = told

    def model_part(self, model: str, part: Property) -> None:
        """Note a field of a model."""
        known = self.shapes.get(model, Shape(Type("record"), model))
        rest = tuple(each for each in known.properties if each.name != part.name)
        self.shapes[model] = replace(known, properties=(*rest, part), open=False)

    def bodied(self, text: str) -> None:
        """Note a body that is shown in a line."""
        match = re.search(r"(?i)\b(?:body|with|json|payload)?:?\s*`?(\{[^`]*\})`?", text)
        if (match and ":" in match[1]) or (match and '"' in match[1]):
            self.inline(match[1], "request")

    def inline(self, text: str, use: str) -> bool:
        """Note a record that is shown in a line; whether there is one."""
        match = re.search(r"[{\[].*[}\]]", text.replace("`", ""))
        if not match:
            return False
        inner = match[0]
        if re.fullmatch(r"\{\s*\w+\??(\s*,\s*\w+\??)*\s*\}", inner):
            for name in re.findall(r"\w+\??", inner):
                told = jotted("", name.removesuffix("?"))
                told = replace(told, required=not name.endswith("?"))
                for draft in self.here:
                    draft.told[name.removesuffix("?")] = told
            return True
        made = sample(inner, brought=use == "request")
        if made is None:
            return False
        shape = made.shape
        after = re.search(r"\(([^)]*\d[^)]*)\)", text[text.find("}") :])
        if after and len(shape.properties) == 1:
            part = shape.properties[0]
            bounded = jotted(f"{part.shape.type.kind}, {after[1]}", part.name).shape
            shape = replace(shape, properties=(replace(part, shape=bounded),))
        for draft in self.here:
            draft.body = shape
            draft.body_example = made.example
        return True

    def inline_fields(self, text: str, place: str) -> None:
        """`title (required), done (boolean)`, or `?tag=&limit=`."""
        before, self.label = self.label, place
        pieces = re.split(r",\s*(?![^()]*\))|;\s*|&|\band\b(?![^()]*\))", text.strip(" .?"))
        for piece in pieces:
            match = re.match(
                r"[`?*]*([A-Za-z_][\w-]*)[`*]*(\??)\s*(?:=\S*)?\s*[:(\[]?\s*(.*)$", piece.strip()
            )
            if not match or match[1].lower() in {
                "none",
                "optional",
                "no",
                "all",
                "the",
                "json",
                "same",
            }:
                continue
            wordy = " " in piece.strip() and not re.search(r"[(:`\[]", piece) and match[3] != ""
            said = jotted(match[3], match[1]).typed or re.search("required|optional", match[3])
            if wordy and not said:
                continue
            told = jotted(match[3].rstrip(")]`"), match[1])
            if match[2]:
                told = replace(told, required=False)
            self.field_of(match[1], told, "")
        self.label = before

    def outcome(self, text: str, at: int, *, quiet: bool = False) -> None:
        """Statuses in a sentence, with what it says of the body."""
        plainly = bare(text)
        statuses = [int(each) for each in STATUS.findall(plainly)]
        if quiet:
            marks = (
                r"(?i)return|respond|answer|status|→|->|\bif\b|when|otherwise|"
                r"\b[1-5]\d\d\b\s*(?:\(|$|[.,;:])"
            )
            statuses = statuses if re.search(marks, plainly) else []
        if not statuses:
            if not quiet:
                self._returned(text, None)
            return
        pieces = re.split(r"(?<=[;,.])\s+|\bor\b|\botherwise\b", plainly)
        for status in statuses:
            said = next((each for each in pieces if str(status) in each), plainly)
            self.reply(status, re.sub(rf"^\W*{status}\W*", "", said).strip(" .:"))
        fine = next((each for each in statuses if each < 400), None)
        if fine is not None:
            self._returned(text, fine)
        del at

    def _returned(self, text: str, status: int | None) -> None:
        """A body shown in the sentence itself: JSON, or the name of a model."""
        inline = re.search(r"[{\[].*[}\]]", text)
        for draft in self.here:
            usual = status or next((each for each in draft.replies if each < 400), 0)
            if inline:
                made = sample(inline[0].replace("`", ""), brought=False)
                if made is not None:
                    self.answered(draft, usual, made)

    def both(self, text: str, at: int) -> None:
        """What stands behind a route in one line: what it is brought, then what it answers."""
        asks, _, answers = re.sub(
            r"(?i)\b(?:returns?|responds?|response)\b|→|->|=>", "\0", text, count=1
        ).partition("\0")
        self.bodied(asks)
        self.outcome(answers or re.sub(r"\{[^}]*\}", "", asks), at, quiet=not answers)

    def same_as_create(self) -> None:
        """Note that the body is that of the route that makes such rows."""
        for draft in self.here:
            draft.like = "create"

    def place(self) -> str:
        """What the label above says that fields are of."""
        label = self.label.lower()
        if re.search(r"query|filter|url param|search param", label):
            return "query"
        if re.search(r"path param", label):
            return "path"
        if re.search(r"error|fail", label):
            return "errors"
        if re.search(r"\bheaders?\b", label):
            return "header"
        if re.search(r"respon|return|output|success|answer|result", label):
            return "response"
        if re.search(r"body|request|payload|input|send|fields|accepts|json|form", label):
            return "request"
        if re.search(r"param", label):
            return "query"
        return ""

    def model_by_heading(self) -> str:
        """The model that the headings above are about."""
        for _, head in reversed(self.heads):
            noun = re.sub(MODEL, "", head).strip(" :-–—()")
            if re.fullmatch(r"[A-Za-z][A-Za-z ]{2,24}", noun) and not re.search(
                r"(?i)data|error|overview|api|endpoint|rule|note", noun
            ):
                return core(noun.replace(" ", "_"))
        return ""
