"""Markdown descriptions into contracts: routes wherever they stand, and what is said around them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from beliefs.errors import InvalidInput
from beliefs.spec.documents.blocks import Block, bare, blocks
from beliefs.spec.documents.contract import (
    JSON,
    Consumed,
    Contract,
    Fault,
    Param,
    Property,
    Reply,
    Route,
    Security,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.documents.failing import templated
from beliefs.spec.documents.lists import OFFSETS, PAGES, SIZES
from beliefs.spec.documents.places import core, same_thing, steps
from beliefs.spec.documents.pseudo import Sample, Told, jotted, loosened, sample
from beliefs.spec.documents.talk import Talk, talks
from beliefs.spec.documents.words import plain, singular, snaked, words
from beliefs.spec.operations import Method, Place
from beliefs.spec.service import Assumption, Example, Unknown
from beliefs.spec.types import Type

_METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS"
ROUTE = re.compile(
    rf"(?:^|[\s`*(\[|:])({_METHODS})[`*]*\s+[`*]*(?:https?://[^/\s`]+)?(/[^\s`*|)\],;]*)"
)
_LEAD = re.compile(r"^(\d{3})\b[\s:)–—-]*(.*)$")
_STATUS = re.compile(r"(?<![\d.])([1-5]\d\d)(?!\d|\.\d)(?!\s*(?:chars|characters|items|letters))")
_FIELD = re.compile(
    r"^[`*_]*([A-Za-z_][\w.-]*)[`*_]*(\??)\s*(?:[:–—=-]\s+|\s*[(\[](?=[^)\]]*[)\]])|\s+[–—-]\s+|:\s*)(.*)$"
)
_LABELS = re.compile(
    r"(?<=[.;])\s+(?=(?:Responses?|Errors?|Body|Request(?: body)?|Query(?: params?| parameters)?|Returns?)\b)"
)
_MODEL = r"(?i)\b(objects?|models?|resources?|schemas?|entit(?:y|ies)|fields|attributes|properties|structure|shape|type)\b"


def read_markdown(text: str, name: str) -> Contract:
    """The contract of a description; `name` is what its lines are called by.

    >>> read_markdown("# Notes\\n\\n## GET /notes\\nList notes.", "api.md").routes[0].source
    'api.md:3'
    """
    reader = _Description(name)
    for block in blocks(text):
        reader.take(block)
    return reader.contract()


@dataclass(slots=True)
class _Draft:
    """A route while its section is read."""

    method: str
    path: str
    line: int
    words: list[str] = field(default_factory=list)
    summary: str = ""
    params: dict[str, Param] = field(default_factory=dict)
    fields: dict[str, Property] = field(default_factory=dict)
    body: Shape | None = None
    body_example: str = ""
    consumes: str = ""
    replies: dict[int, Reply] = field(default_factory=dict)
    secured: bool | None = None
    like: str = ""
    told: dict[str, Told] = field(default_factory=dict)
    shows: list[str] = field(default_factory=list)
    shown: bool = False  # by a request with real keys in its path


@dataclass(slots=True)
class _Description:
    name: str
    title: str = ""
    summary: str = ""
    base: str = ""
    port: int = 0
    drafts: list[_Draft] = field(default_factory=list)
    here: list[_Draft] = field(default_factory=list)
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

    # Block by block.

    def take(self, block: Block) -> None:
        """Read one piece of the document."""
        match block.kind:
            case "heading":
                self._heading(block)
            case "table":
                self._table(block)
            case "bullet":
                self._bullet(block)
            case "code":
                self._code(block)
            case "text":
                self._text(block)

    def _heading(self, block: Block) -> None:
        text = bare(block.text)
        self.heads = [each for each in self.heads if each[0] < block.level] + [(block.level, text)]
        self.label = text
        found = list(ROUTE.finditer(block.text))
        if found:
            self.here = [self._draft(each[1], each[2], block.line) for each in found]
            self.level = block.level
            self.model = ""
            rest = ROUTE.sub(" ", block.text)
            self._say(bare(rest).strip(" -–—:()"), summary=True)
            return
        if self.here and block.level > self.level:
            return
        self.here = []
        self.heading, self.model = text, ""
        if block.level == 1 and not self.title:
            self.title = re.sub(r"(?i)\s*(specification|spec|documentation|docs)$", "", text)
            return
        noun = re.sub(_MODEL, "", text).strip(" :-–—()")
        if (
            re.search(_MODEL, text)
            and noun
            and not re.search(r"(?i)\bdata\b|\berror|path|query", noun)
        ):
            self.model = core(noun.replace(" ", "_"))
        elif re.fullmatch(r"[A-Z][a-zA-Z]+", text) and any(
            re.search(_MODEL, head) for level, head in self.heads if level < block.level
        ):
            self.model = core(text)

    def _draft(self, method: str, path: str, line: int) -> _Draft:
        path, query = _path(path)
        known = next(
            (each for each in self.drafts if each.method == method and _same(each.path, path)), None
        )
        draft = known or _Draft(method, path, line)
        if known is None:
            self.drafts.append(draft)
        for name, value in query:
            draft.params.setdefault(name, _queried(name, value))
        return draft

    def _say(self, text: str, *, summary: bool = False) -> None:
        for draft in self.here:
            if text:
                draft.words.append(text)
            if summary and text and not draft.summary:
                draft.summary = text
        for draft in self.here:
            self._secured(draft, text)
            if draft.method == "GET":
                for name, value in re.findall(r"[?&]([A-Za-z_]\w*)=(\w*)", text):
                    draft.params.setdefault(name, _queried(name, value))

    def _secured(self, draft: _Draft, text: str) -> None:
        if re.search(
            r"(?i)🔒|auth(?:entication|orization)? (?:is )?(?:required|needed)|requires? (?:a |an |valid )*(?:auth\w*|token|bearer|login|api key|logged)|\bauth:? ?(?:yes|required|bearer)|\bauthenticated\b|\(auth\)|\bprotected\b",
            text,
        ):
            draft.secured = not re.search(r"(?i)\bno auth|not require|without auth", text)
        elif re.search(r"(?i)\bno auth|\bpublic\b|\bauth:? ?(?:no|none)\b", text):
            draft.secured = False

    # Tables.

    def _table(self, block: Block) -> None:
        head = [plain(bare(each)) for each in block.rows[0]]
        rows = [tuple(bare(cell) for cell in row) for row in block.rows[1:]]
        raw = block.rows[1:]
        method = _column(head, ("method", "verb", "httpmethod", "http"))
        path = _column(head, ("path", "endpoint", "route", "url", "uri", "endpoints"))
        if path is not None and (
            method is not None or any(ROUTE.search(row[path]) for row in raw if path < len(row))
        ):
            self._routes_table(block, head, raw, method, path)
            return
        status = next(
            (
                at
                for at, each in enumerate(head)
                if each in {"status", "code", "statuscode", "httpstatus", "http", "httpcode"}
                and any(at < len(row) and re.match(r"[1-5]\d\d\b", row[at]) for row in rows)
            ),
            None,
        )
        name = _column(
            head,
            (
                "name",
                "field",
                "parameter",
                "param",
                "key",
                "property",
                "attribute",
                "column",
                "parameters",
                "fields",
                "queryparameter",
                "queryparam",
            ),
        )
        if status is not None and any(
            _STATUS.fullmatch(row[status].split(" ")[0])
            for row in rows
            if status < len(row) and row[status]
        ):
            self._faults_table(block, head, rows, status)
        elif name is not None:
            self._fields_table(block, head, rows, name)
        else:
            self._narrate(" / ".join(block.rows[0]), block.line)

    def _routes_table(
        self, block: Block, head: list[str], rows: Any, method: int | None, path: int
    ) -> None:
        body = _column(head, ("body", "requestbody", "request", "payload", "input", "bodyfields"))
        answer = _column(
            head,
            (
                "response",
                "returns",
                "success",
                "responses",
                "result",
                "status",
                "output",
                "answer",
                "successresponse",
            ),
        )
        auth = _column(head, ("auth", "authentication", "authrequired", "access", "secured"))
        errors = _column(head, ("errors", "error", "failures", "errorcodes", "fails"))
        query = _column(head, ("query", "queryparams", "params", "parameters", "queryparameters"))
        used = {method, path, body, answer, auth, errors, query}
        for number, row in enumerate(rows):
            cells = [*row, *[""] * (len(head) - len(row))]
            text = f"{cells[method]} {cells[path]}" if method is not None else cells[path]
            for verb in re.findall(_METHODS, bare(text).split("/")[0]) or []:
                found = re.search(r"(/[^\s`*|]*)", cells[path])
                if not found:
                    continue
                self.here = [self._draft(verb, found[1], block.line + 2 + number)]
                words_ = [bare(cell) for at, cell in enumerate(cells) if at not in used and cell]
                for each in words_:
                    self._say(each, summary=True)
                if body is not None and cells[body]:
                    self._inline(cells[body], "request")
                if query is not None and cells[query]:
                    self._inline_fields(cells[query], "query")
                if answer is not None and cells[answer]:
                    self._outcome(cells[answer], block.line + 2 + number)
                if errors is not None:
                    for status in _STATUS.findall(cells[errors]):
                        self._reply(int(status), bare(cells[errors]))
                if auth is not None:
                    told = bare(cells[auth]).lower()
                    self.here[0].secured = told not in {
                        "",
                        "no",
                        "none",
                        "-",
                        "—",
                        "public",
                        "false",
                        "✗",
                        "❌",
                    }
        self.here = []

    def _faults_table(self, block: Block, head: list[str], rows: Any, status: int) -> None:
        code = _column(head, ("code", "errorcode", "error", "type"), status)
        for number, row in enumerate(rows):
            match = _STATUS.match(row[status]) if status < len(row) else None
            if not match:
                continue
            told = [each for at, each in enumerate(row) if at not in {status, code} and each]
            tag = row[code] if code is not None and code < len(row) else ""
            tag = tag if re.fullmatch(r"[A-Za-z][\w.-]+", tag) else ""
            said = ". ".join([*told, *([row[code]] if code is not None and not tag else [])])
            if self.here:
                for draft in self.here:
                    self._reply(int(match[1]), said, draft)
            else:
                self.faults.append(
                    Fault(int(match[1]), tag, said, self.at(block.line + 2 + number))
                )

    def _fields_table(self, block: Block, head: list[str], rows: Any, name: int) -> None:
        place = _column(head, ("in", "location", "place", "where"))
        required = _column(head, ("required", "mandatory", "req", "requiredness", "optional"))
        default = _column(head, ("default", "defaultvalue"))
        for row in rows:
            cells = [*row, *[""] * (len(head) - len(row))]
            if not re.match(r"[A-Za-z_]", cells[name]):
                continue
            said = ", ".join(
                each
                for at, each in enumerate(cells)
                if at not in {name, place, required, default} and each and each not in {"-", "—"}
            )
            told = jotted(said, cells[name])
            if required is not None:
                yes = cells[required].lower().strip() in {
                    "yes",
                    "y",
                    "true",
                    "required",
                    "✓",
                    "✔",
                    "x",
                    "✅",
                    "always",
                }
                yes = yes != (head[required] == "optional")
                told = replace(told, required=yes)
            if default is not None and cells[default] not in {"", "-", "—", "none", "null"}:
                told = replace(told, default=_literal(cells[default], told), required=False)
            where = plain(cells[place]) if place is not None else ""
            self._field(cells[name].removesuffix("?"), told, where)
        del block

    # Bullets and text.

    def _bullet(self, block: Block) -> None:
        first, *rest_ = _LABELS.split(block.text) if self.here else [block.text]
        self._bulleted(block._replace(text=first))
        for each in rest_:
            self._line(each.strip(), block.line)

    def _bulleted(self, block: Block) -> None:
        text = block.text
        found = ROUTE.search(f" {text}")
        if found and found.start() < 6:
            rest = f" {text}"[found.end() :]
            self.here = [self._draft(found[1], found[2], block.line)]
            self.level = 99
            self.label = ""
            self.here[0].shows += _shown_beside(rest)
            said = bare(rest).strip(" -–—:`")
            self._say(said, summary=True)
            if re.search(r"(?i)\bsame (?:body|fields|as)\b", said):
                self._like()
            self._both(rest, block.line)
            return
        plainly = bare(text)
        lead = _LEAD.match(plainly)
        if lead and self._is_about_status():
            if self.here:
                self._outcome(plainly, block.line)
            else:
                self.faults.append(Fault(int(lead[1]), _tag(text), lead[2], self.at(block.line)))
            return
        if self.here and self._labelled(text, block.line):
            return
        spaced = re.match(r"^[`*]+(\w+)[`*]+(\??)\s+(.+)$", text)
        if spaced and jotted(spaced[3], spaced[1]).typed:
            text = f"{spaced[1]}{spaced[2]}: {spaced[3]}"
        match = _FIELD.match(re.sub(r"^\*\*([^*]+)\*\*", r"\1", text.replace("`", "")))
        if match and self._takes_fields(match[1], match[3]):
            told = jotted(match[3].rstrip(")") if "(" not in match[3] else match[3], match[1])
            if match[2]:
                told = replace(told, required=False)
            self._field(match[1], told, "")
            return
        single = re.fullmatch(r"`?([a-z_][\w]*)`?\??", text)
        if single and (self.model or self._placed() in {"query", "request"}):
            self._field(single[1], jotted("", single[1]), "")
            return
        if self.here:
            self._said(plainly, block.line)
        else:
            self._narrate(plainly, block.line)

    def _both(self, text: str, at: int) -> None:
        """What stands behind a route in one line: what it is brought, then what it answers."""
        asks, _, answers = re.sub(
            r"(?i)\b(?:returns?|responds?|response)\b|→|->|=>", "\0", text, count=1
        ).partition("\0")
        self._bodied(asks)
        self._outcome(answers or re.sub(r"\{[^}]*\}", "", asks), at, quiet=not answers)

    def _is_about_status(self) -> bool:
        label = f"{self.label} {self.heading}".lower()
        return bool(self.here) or bool(re.search(r"error|status|fail|response", label))

    def _takes_fields(self, name: str, rest: str) -> bool:
        if " " in name.strip():
            return False
        if self.model or self._placed() in {"query", "request", "path", "header"}:
            return True
        told = jotted(rest, name)
        return told.typed and bool(self.here or self._model_by_heading()) and not name[0].isupper()

    def _model_by_heading(self) -> str:
        for _, head in reversed(self.heads):
            noun = re.sub(_MODEL, "", head).strip(" :-–—()")
            if re.fullmatch(r"[A-Za-z][A-Za-z ]{2,24}", noun) and not re.search(
                r"(?i)data|error|overview|api|endpoint|rule|note", noun
            ):
                return core(noun.replace(" ", "_"))
        return ""

    def _placed(self) -> str:
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

    def _text(self, block: Block) -> None:
        for number, line in enumerate(block.text.split("\n")):
            for each in _LABELS.split(line):
                self._line(each.strip(), block.line + number)

    def _line(self, line: str, at: int) -> None:
        found = ROUTE.search(f" {line}")
        titled = (
            re.match(r"\*\*([^*]+)\*\*\W*$", f" {line}"[: found.start() + 1].strip())
            if found
            else None
        )
        if found and (found.start() < 3 or titled):
            rest = bare(f" {line}"[found.end() :]).strip(" -–—:")
            new = self._draft(found[1], found[2], at)
            self.here, self.level = [new], self.heads[-1][0] if self.heads else 1
            self.label = ""
            title = self.heads[-1][1] if self.heads and not new.words else ""
            title = titled[1] if titled else title if len(self.heads) > 1 and " " in title else ""
            self._say(title if not ROUTE.search(f" {title}") else "", summary=True)
            self._say(rest, summary=True)
            if re.search(r"(?i)\bsame (?:body|fields|as)\b", rest):
                self._like()
            query = re.search(r"(?i)\bquery(?: params?| parameters?)?:\s*(.*)$", line)
            if query:
                self._inline_fields(query[1], "query")
            self._both(f" {line}"[found.end() :], at)
            return
        if self._global(line, at):
            return
        plainly = bare(line)
        label = re.fullmatch(
            r"(?:\*\*|__)?([^.*]{2,60}?)(?:\*\*|__)?\s*:?\s*(?:\*\*|__)?\s*:?", line
        )
        marked = line.startswith(("**", "__")) or line.rstrip("*_ ").endswith(":")
        if label and marked and not _LEAD.match(plainly):
            self.label = plainly.rstrip(":")
            name = core(re.sub(_MODEL, "", self.label).strip(" :").replace(" ", "_") or "x")
            if (
                not self.here
                and re.search(_MODEL, f"{self.label} {self.heading}")
                and self.label
                and (not re.search(r"(?i)error|request|response|example", self.label))
            ):
                self.model = name
            if self.here:
                for status in _STATUS.findall(plainly):
                    self._reply(int(status), "")
                same = re.search(
                    r"(?i)same as|as (?:for|in) (?:create|post)|like (?:create|post)", plainly
                )
                if same:
                    self._like()
            return
        if self.here:
            if not self._labelled(line, at):
                self._said(plainly, at)
            if plainly.endswith(":"):
                self.label = re.split(r"(?<=[.;])\s+", plainly)[-1].rstrip(":")
        else:
            self._narrate(plainly, at)

    def _labelled(self, text: str, at: int) -> bool:
        """`Request: …`, `Response: 201 …`, `Errors: 404`, `Body: same as create` in one line."""
        match = re.match(
            r"[*_`]*(request(?: body)?|body|payload|input|json body|accepts|query(?: params?| parameters?)?|params?|"
            r"parameters|filters|response|responses|returns?|success|output|errors?|failures?|fails|"
            r"auth(?:entication|orization)?|"
            r"status|headers?|form(?: fields| data)?)(?![\w-])[*_`]*\s*(\([^)]*\)|`?\d{3}`?(?: \w+)?)?\s*(?:[:–—→]|->|-\s)[*_`]*\s*(.+)$",
            text,
            re.IGNORECASE,
        )
        if not match:
            return False
        word, rest = match[1].lower(), match[3].strip()
        if match[2]:
            rest = f"{match[2].strip('()`')} {rest}"
        if word.startswith(("request", "body", "payload", "input", "json", "accepts", "form")):
            if re.search(r"(?i)\bsame\b|as (?:in |for )?(?:create|post)", rest):
                self._like()
                return True
            if re.fullmatch(r"(?i)[`*]*none[`*.]*|no body|-|empty", rest):
                return True
            if not self._inline(rest, "request"):
                self._inline_fields(rest, "request")
            return True
        if word.startswith(("query", "param", "filter")):
            self._inline_fields(rest, "query")
            return True
        if word.startswith("auth"):
            for draft in self.here:
                draft.secured = not re.search(r"(?i)\bno(ne)?\b|public", rest)
            return True
        if word.startswith("header"):
            return True
        if word.startswith(("error", "fail")):
            for piece in re.split(r"[;,](?=\s*`?\d{3})|\n", rest):
                for status in _STATUS.findall(bare(piece)):
                    said = _LEAD.sub(r"\2", bare(piece).strip()) or bare(piece)
                    self._reply(int(status), said.strip("()"))
            return True
        self._outcome(rest, at)
        return True

    def _said(self, text: str, at: int) -> None:
        """A sentence about the routes of this section."""
        self._say(text, summary=True)
        self._outcome(text, at, quiet=True)
        if re.search(
            r"(?i)\bsame (?:body|fields|request|payload|shape|schema|as)\b.*\b(?:create|post|creating|above)",
            text,
        ) or (re.search(r"(?i)(?:body|fields|request) (?:is |are )?(?:the )?same", text)):
            self._like()

    def _like(self) -> None:
        for draft in self.here:
            draft.like = "create"

    def _outcome(self, text: str, at: int, *, quiet: bool = False) -> None:
        """Statuses in a sentence, with what it says of the body."""
        plainly = bare(text)
        statuses = [int(each) for each in _STATUS.findall(plainly)]
        if quiet:
            marks = r"(?i)return|respond|answer|status|→|->|\bif\b|when|otherwise|\b[1-5]\d\d\b\s*(?:\(|$|[.,;:])"
            statuses = statuses if re.search(marks, plainly) else []
        if not statuses:
            if not quiet:
                self._returned(text, None)
            return
        pieces = re.split(r"(?<=[;,.])\s+|\bor\b|\botherwise\b", plainly)
        for status in statuses:
            said = next((each for each in pieces if str(status) in each), plainly)
            self._reply(status, re.sub(rf"^\W*{status}\W*", "", said).strip(" .:"))
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
                    self._answered(draft, usual, made)

    def _reply(self, status: int, words_: str, draft: _Draft | None = None) -> None:
        for each in [draft] if draft else self.here:
            known = each.replies.get(status, Reply(status, media=""))
            if words_ and not known.words:
                known = replace(known, words=words_)
            quoted = re.search(r"[\"“]([^\"”]{4,})[\"”]", words_)
            if quoted and status >= 400 and not known.example and "{" not in words_:
                known = replace(known, example=json.dumps({"message": quoted[1]}))
            each.replies[status] = known

    def _answered(self, draft: _Draft, status: int, made: Sample) -> None:
        usual = status or (201 if draft.method == "POST" else 200)
        known = draft.replies.get(usual, Reply(usual, media=""))
        draft.replies[usual] = replace(known, shape=made.shape, example=made.example, media=JSON)

    def _field(self, name: str, told: Told, where: str) -> None:
        if not self.here:
            model = self.model or self._model_by_heading()
            if model:
                self._model_part(model, told.part(name, otherwise=False))
            return
        place = where or self._placed()
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

    def _model_part(self, model: str, part: Property) -> None:
        known = self.shapes.get(model, Shape(Type("record"), model))
        rest = tuple(each for each in known.properties if each.name != part.name)
        self.shapes[model] = replace(known, properties=(*rest, part), open=False)

    def _bodied(self, text: str) -> None:
        match = re.search(r"(?i)\b(?:body|with|json|payload)?:?\s*`?(\{[^`]*\})`?", text)
        if (match and ":" in match[1]) or (match and '"' in match[1]):
            self._inline(match[1], "request")

    def _inline(self, text: str, use: str) -> bool:
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

    def _inline_fields(self, text: str, place: str) -> None:
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
            if " " in piece.strip() and not re.search(r"[(:`\[]", piece) and match[3] != "":
                if not jotted(match[3], match[1]).typed and not re.search(
                    "required|optional", match[3]
                ):
                    continue
            told = jotted(match[3].rstrip(")]`"), match[1])
            if match[2]:
                told = replace(told, required=False)
            self._field(match[1], told, "")
        self.label = before

    # What holds for all.

    def _global(self, line: str, at: int) -> bool:
        plainly = bare(line)
        url = re.search(
            r"(?i)(?:base (?:url|path)|prefix(?:ed)?(?: with| by)?|served (?:at|under)|root url|all (?:paths|routes|endpoints)[^/]*(?:under|start with|begin with|relative to))[^/\w]*(?:is |are )?(https?://[^\s/]+)?(/[\w/.-]*)?",
            plainly,
        )
        if url and (url[1] or url[2]):
            path = (url[2] or "").rstrip("/.")
            self.base = path or self.base
            port = re.search(r":(\d{2,5})", url[1] or "")
            self.port = int(port[1]) if port else self.port
            return True
        if (
            re.search(r"(?i)\b(bearer|x-api-key|api[- ]key|jwt|authorization)\b", plainly)
            and not self.here
        ):
            header = re.search(r"\b(X-[A-Za-z-]+)\b", plainly)
            if header:
                self.security = Security("header", header[1], self.at(at))
            elif re.search(r"(?i)bearer|jwt|authorization", plainly):
                self.security = self.security or Security("bearer", "Authorization", self.at(at))
            self._who(plainly)
            return True
        if (
            re.search(
                r"(?i)\b(all|every)\b.*\b(require|need)s?\b.*\b(auth\w*|token|login|key|logged)",
                plainly,
            )
            and not self.here
        ):
            self._who(plainly)
            return True
        whole = re.match(
            r"(?i)(all |every |any )?(errors?|error (responses|bodies)|validation \w+|failures)\b"
            r".*\b(are|look|have|has|use|return|is|come)\b",
            plainly,
        )
        if re.search(r"(?i)error|fail|invalid", f"{plainly} {self.heading}") and (
            whole or not self.here
        ):
            inline = re.search(r"\{.*\}", line.replace("`", ""))
            if inline:
                self._error(inline[0])
            told = [
                Fault(int(status), _tag(line), sentence, self.at(at))
                for sentence in re.split(r"(?<=[.;!])\s+", plainly)
                for status in _STATUS.findall(sentence)
            ]
            self.faults += told
            return bool(told or inline)
        return False

    def _who(self, text: str) -> None:
        if re.search(r"(?i)\b(all|every|everything|other|rest)\b", text):
            self.all_secured = True
            match = re.search(r"(?i)\b(?:except|other than|besides|apart from|but)\b(.*)", text)
            self.open_words += match[1].lower() if match else ""

    def _error(self, text: str) -> None:
        if self.error:
            return
        made = sample(text, brought=False)
        if made is None:
            return
        found = templated(made.example) if made.example else ""
        if not found and is_record(made.shape):
            from beliefs.spec.documents.failing import _template

            found = _template(made.shape)
        self.error = found

    def _code(self, block: Block) -> None:
        language = block.rows[0][0].lower() if block.rows else ""
        found = talks(block.text, block.line)
        for talk in found:
            fresh = len(self.drafts)
            draft = self._draft(talk.method, talk.path, talk.line) if talk.method else None
            if draft is not None:
                draft.shown = draft.shown or len(self.drafts) > fresh
                self._heard(talk, draft)
                self.talks.append((talk, self.at(talk.line)))
                if not self.here:
                    self.here, self.level = [draft], self.heads[-1][0] if self.heads else 1
            elif self.talks and talk.status:
                last, source = self.talks[-1]
                joined = replace(last, status=talk.status, answer=talk.answer)
                self.talks[-1] = (joined, source)
                self._heard(joined, self._draft(last.method, last.path, last.line))
        if found or language in {"bash", "sh", "shell", "console"}:
            return
        if self._routes_in(block):
            return
        if re.search(r"(?i)error|fail", self.label) and self._is_error(block.text):
            if self.here:
                self._wrong(block.text)
            else:
                self._error(block.text)
            return
        if self.here:
            self._json(block)
            return
        made = sample(block.text, brought=False)
        model = self.model or self._model_by_heading()
        if made is not None and is_record(made.shape) and model:
            for part in made.shape.properties:
                self._model_part(model, part)
        elif re.search(r"(?i)error|fail", self.heading):
            self._error(block.text)
        elif made is None:
            self._fields_in(block)

    def _is_error(self, text: str) -> bool:
        return bool(re.search(r"(?i)\b(error|message|detail|code)\b", text))

    def _wrong(self, text: str) -> None:
        status = next((int(each) for each in _STATUS.findall(self.label)), 0)
        made = sample(text, brought=False)
        for draft in self.here:
            if status and made is not None and made.example:
                known = draft.replies.get(status, Reply(status, media=JSON))
                draft.replies[status] = replace(known, example=made.example, shape=made.shape)

    def _routes_in(self, block: Block) -> bool:
        """A plain list of routes in a fence."""
        lines = block.text.split("\n")
        found = [(at, ROUTE.search(f" {line}")) for at, line in enumerate(lines)]
        good = [(at, each) for at, each in found if each and each.start() < 4]
        if len(good) < 1 or any(line.strip().startswith(("{", "curl", "$")) for line in lines):
            return False
        for at, match in good:
            self.here = [self._draft(match[1], match[2], block.line + at)]
            rest = bare(f" {lines[at]}"[match.end() :]).strip(" -–—:#/>→")
            self._say(rest, summary=True)
            self._outcome(rest, block.line + at, quiet=True)
        if len(good) > 1:
            self.here = []
        return True

    def _fields_in(self, block: Block) -> None:
        model = self.model or self._model_by_heading()
        for line in block.text.split("\n"):
            head = re.match(
                r"\s*(?:interface|type|class|struct|table|entity)?\s*([A-Z]\w+)\s*[{:(=]", line
            )
            if head:
                model = core(head[1])
                continue
            match = _FIELD.match(line.strip().rstrip(",;"))
            if match and model:
                told = jotted(match[3], match[1])
                if match[2]:
                    told = replace(told, required=False)
                self._model_part(model, told.part(match[1]))

    def _json(self, block: Block) -> None:
        """A fence of JSON in a route's section: what it is brought, or what it answers."""
        place = self._placed()
        status = next((int(each) for each in _STATUS.findall(self.label)), 0)
        for draft in self.here:
            takes = draft.method in {"POST", "PUT", "PATCH"}
            first = takes and draft.body is None and not draft.fields and not draft.told
            request = place == "request" or (place != "response" and not status and first)
            made = sample(block.text, brought=request)
            if made is None:
                continue
            if request and takes:
                draft.body, draft.body_example = made.shape, made.example
            elif status >= 400:
                known = draft.replies.get(status, Reply(status, media=JSON))
                draft.replies[status] = replace(known, example=made.example, shape=made.shape)
            else:
                fine = status or next((each for each in draft.replies if each < 400), 0)
                self._answered(draft, fine, made)

    def _heard(self, talk: Talk, draft: _Draft) -> None:
        """What a request and its answer show of a route."""
        if (
            talk.body
            and draft.body is None
            and not draft.fields
            and not draft.told
            and draft.method != "GET"
            and (not talk.status or talk.status < 400)
        ):
            made = sample(talk.body, brought=True)
            if made is not None:
                draft.body, draft.body_example = made.shape, made.example
        if talk.status:
            known = draft.replies.get(talk.status, Reply(talk.status, media=""))
            made = sample(talk.answer, brought=False) if talk.answer else None
            if made is not None and known.shape is None:
                known = replace(known, shape=made.shape, example=made.example, media=JSON)
            draft.replies[talk.status] = known

    # Prose.

    def _narrate(self, text: str, at: int) -> None:
        if not text:
            return
        if not self.summary and len(self.heads) <= 1 and len(text.split()) > 3:
            self.summary = text
        self.prose.append((self.at(at), text))

    # All together.

    def contract(self) -> Contract:
        """Everything that was read."""
        if not self.drafts and not self.shapes and not self.prose:
            message = f"{self.name} says nothing: describe at least one route."
            raise InvalidInput(message)
        drafts = self._rooted()
        for name, shape in self.shapes.items():
            keys = {"id", "_id", "uuid", "slug", "code", "key", plain(f"{name}id")}
            if not any(plain(each) in keys for each in shape.names):
                key = Property("id", Shape(Type("integer")), read_only=True)
                self.shapes[name] = replace(shape, properties=(key, *shape.properties))
        self._rules(drafts)
        routes = tuple(self._route(each, drafts) for each in drafts)
        return Contract(
            title=self.title,
            summary=self.summary,
            base=self.base,
            port=self.port,
            routes=routes,
            shapes=tuple(self.shapes.values()),
            security=self.security,
            error=self.error,
            faults=tuple(self.faults),
            examples=tuple(self._examples()),
            prose=tuple(self.prose),
            assumptions=tuple(self.assumptions),
            unknowns=tuple(self.unknowns),
        )

    def _rooted(self) -> list[_Draft]:
        """Routes with one form of each path: some say the base, some do not."""
        made: list[_Draft] = []
        for draft in sorted(self.drafts, key=lambda each: each.shown):
            path = draft.path
            if self.base and path.startswith(f"{self.base}/"):
                path = path.removeprefix(self.base)
            known = next(
                (
                    each
                    for each in made
                    if each.method == draft.method
                    and (_same(each.path, path) or (draft.shown and _matches(each.path, path)))
                ),
                None,
            )
            if known is None:
                draft.path = path
                made.append(draft)
                continue
            _join(known, draft)
        return sorted(made, key=lambda each: each.line)

    def _rules(self, drafts: list[_Draft]) -> None:
        """Sentences outside of routes that are about some of them."""
        rest: list[tuple[str, str]] = []
        for source, text in self.prose:
            for sentence in re.split(r"(?<=[.!?])\s+", text):
                if not self._ruled(sentence, drafts):
                    rest.append((source, sentence))
        self.prose = rest

    def _ruled(self, sentence: str, drafts: list[_Draft]) -> bool:
        small = sentence.lower()
        spoken = {plain(each) for each in re.findall(r"[\w-]+", small)}
        spoken |= {singular(each) for each in spoken}
        if re.search(r"\bunique\b", small):
            hit = False
            for draft in drafts:
                for name, told in list(draft.told.items()):
                    if plain(name) in spoken:
                        draft.told[name] = replace(told, unique=True)
                        hit = True
                if draft.body is not None and is_record(draft.body):
                    parts = tuple(
                        replace(each, unique=True) if plain(each.name) in spoken else each
                        for each in draft.body.properties
                    )
                    hit = hit or parts != draft.body.properties
                    draft.body = replace(draft.body, properties=parts)
            for name, shape in self.shapes.items():
                parts = tuple(
                    replace(each, unique=True) if plain(each.name) in spoken else each
                    for each in shape.properties
                )
                hit = hit or parts != shape.properties
                self.shapes[name] = replace(shape, properties=parts)
            if hit:
                return True
        status = [int(each) for each in _STATUS.findall(sentence) if int(each) >= 400]
        order = re.search(r"newest|most recent|sorted|ordered|order", small)
        verbs = {
            "delet": "DELETE",
            "remov": "DELETE",
            "creat": "POST",
            "add": "POST",
            "updat": "PUT",
            "list": "GET",
        }
        hits = []
        for draft in drafts:
            chain = steps(draft.path)
            last = next((each for each in reversed(chain) if each.name), None)
            if last is None:
                continue
            word = singular(snaked(last.name))
            acts = list(words(last.name))
            verb = any(each in small for each, method in verbs.items() if method == draft.method)
            named = plain(word) in spoken or any(
                plain(singular(snaked(each.name))) in spoken for each in chain if each.name
            )
            action = (
                not chain[-1].param
                and len(chain) > 1
                and any(
                    re.search(rf"\b{re.escape(each[: max(4, len(each) - 2)])}", small)
                    for each in acts
                )
            )
            if (
                (status and named and (verb or action))
                or (action and re.search(r"\bonly\b|\bmust\b|cannot|can't|can be", small))
                or (
                    order and named and draft.method == "GET" and not chain[-1].param and not action
                )
            ):
                hits.append(draft)
        for draft in hits:
            draft.words.append(sentence)
            for each in status:
                self._reply(each, sentence, draft)
        return bool(hits)

    def _route(self, draft: _Draft, drafts: list[_Draft]) -> Route:
        chain = steps(draft.path)
        shape = self._body(draft, drafts)
        form = draft.consumes == "form"
        files = any(each.shape.type.kind == "file" for each in (shape.properties if shape else ()))
        said = ". ".join(each.rstrip(".") for each in dict.fromkeys(draft.words))
        if re.search(r"(?i)multipart", said):
            files = True
        consumes: Consumed = "multipart/form-data" if files else ""
        if re.search(r"(?i)multipart|upload", said) and shape is None and draft.method == "POST":
            named = re.search(r"(?i)\bfields? (?:named |called )?(\w+)", said)
            shape = Shape(
                Type("record"),
                properties=(
                    Property(named[1] if named else "file", Shape(Type("file")), required=True),
                ),
            )
            consumes, files = "multipart/form-data", True
        path = [
            Param(name, "path", Shape(Type("json")), required=True)
            for name in re.findall(r"\{(\w+)\}", draft.path)
            if name not in draft.params
        ]
        secured = draft.secured
        if secured is None:
            last = plain(chain[-1].name) if chain else ""
            opens = {"login", "register", "signup", "signin", "health", "token"}
            spoken = last in opens or (bool(last) and last in plain(self.open_words))
            secured = self.all_secured and not spoken
        replies = self._replies(draft)
        return Route(
            method=next(each for each in get_args(Method) if each == draft.method),
            path=draft.path,
            summary=draft.summary[:100].rstrip("."),
            words=said,
            params=(*path, *draft.params.values()),
            body=shape,
            consumes=consumes,
            form=form or files,
            replies=replies,
            secured=bool(secured),
            source=self.at(draft.line),
            example=draft.body_example,
            like=draft.like,
            shows=tuple(draft.shows),
        )

    def _body(self, draft: _Draft, drafts: list[_Draft]) -> Shape | None:
        if draft.method in {"GET", "HEAD"}:
            return None
        explicit = any(each.required is not None for each in draft.told.values())
        for name, told in draft.told.items():
            otherwise = draft.method != "PATCH" and not explicit
            kind = told.shape.type.kind
            draft.fields.setdefault(
                name, told.part(name, otherwise=otherwise and kind not in {"boolean", "list"})
            )
        body = draft.body
        if body is not None and is_record(body) and draft.fields:
            parts = tuple(draft.fields.get(each.name, each) for each in body.properties)
            names = {each.name for each in parts}
            more = tuple(each for name, each in draft.fields.items() if name not in names)
            body = replace(body, properties=(*parts, *more))
        elif body is None and draft.fields:
            body = Shape(Type("record"), properties=tuple(draft.fields.values()))
        model = self._model_of(draft)
        if body is not None and is_record(body) and model is not None:
            body = replace(body, properties=tuple(_finer(each, model) for each in body.properties))
        if body is not None or draft.method == "DELETE":
            return body
        chain = steps(draft.path)
        acts = chain and not chain[-1].param and any(each.param for each in chain[:-1])
        if draft.like or (draft.method in {"PUT", "PATCH"} and chain and chain[-1].param):
            for other in drafts:
                mine = [each.name for each in chain]
                if (
                    other is not draft
                    and other.method == "POST"
                    and ([each.name for each in steps(other.path)] == mine)
                    and not steps(other.path)[-1].param
                ):
                    found = self._body(other, [])
                    if found is not None:
                        self.assumptions.append(
                            Assumption(
                                f"the body of {draft.method} {draft.path}",
                                f"the same as of POST {other.path}",
                                self.at(draft.line),
                            )
                        )
                        return found
        if (
            model is not None
            and not (acts and draft.method != "POST")
            and chain
            and (same_thing(model.name, chain[-1].name) or draft.like)
        ):
            parts = tuple(
                each
                for each in model.properties
                if not each.read_only and not _made_by_service(each, draft.path)
            )
            return Shape(Type("record"), f"{model.name}Input", parts)
        return None

    def _model_of(self, draft: _Draft) -> Shape | None:
        chain = steps(draft.path)
        for step in reversed(chain):
            found = next(
                (
                    each
                    for key, each in self.shapes.items()
                    if step.name and same_thing(key, step.name)
                ),
                None,
            )
            if found is not None:
                return found
        return (
            next(iter(self.shapes.values()))
            if len(self.shapes) == 1
            and len({steps(each.path)[0].name for each in self.drafts if steps(each.path)}) == 1
            else None
        )

    def _replies(self, draft: _Draft) -> tuple[Reply, ...]:
        model = self._model_of(draft)
        chain = steps(draft.path)
        found = dict(draft.replies)
        if not any(each < 400 for each in found):
            usual = {"POST": 201, "DELETE": 204}.get(draft.method, 200)
            if (
                draft.method == "POST"
                and len(chain) > 1
                and chain[-2].param
                and not (chain[-1].param or singular(chain[-1].name) != chain[-1].name)
            ):
                usual = 200
            if draft.method == "POST" and plain(chain[-1].name if chain else "") in {
                "login",
                "signin",
                "token",
            }:
                usual = 200
            found[usual] = Reply(usual, media="")
        made = []
        for status, reply in sorted(found.items()):
            shape = self._resolved(reply.shape)
            if status < 400 and status != 204 and model is not None and chain:
                last = next((each for each in reversed(chain) if each.name), chain[-1])
                whole = same_thing(model.name, last.name) and (chain[-1] is last)
                if shape is None and whole and model.properties:
                    shape = replace(model, open=False)
                    if draft.method == "GET" and not chain[-1].param:
                        shape = Shape(Type("list"), item=model)
                elif (
                    shape is None
                    and len(chain) > 1
                    and chain[-2].param
                    and draft.method not in {"GET", "DELETE"}
                ):
                    above = next(
                        (
                            each
                            for key, each in self.shapes.items()
                            if same_thing(key, chain[-2].name)
                        ),
                        None,
                    )
                    shape = above
                elif shape is not None:
                    shape = _named(shape, model)
            made.append(replace(reply, shape=shape))
        return tuple(made)

    def _resolved(self, shape: Shape | None) -> Shape | None:
        """A shape with the models that it names put in."""
        if shape is None:
            return None
        if shape.type.kind == "json" and shape.name:
            found = next(
                (each for key, each in self.shapes.items() if same_thing(key, shape.name)), None
            )
            return found or shape
        if is_list(shape):
            return replace(shape, item=self._resolved(shape.item))
        if is_record(shape):
            parts = tuple(
                replace(each, shape=self._resolved(each.shape) or each.shape)
                for each in shape.properties
            )
            return replace(shape, properties=parts)
        return shape

    def _examples(self) -> list[Example]:
        made = []
        for talk, source in self.talks:
            if talk.status or talk.answer:
                path = talk.path
                if self.base and not path.startswith(f"{self.base}/"):
                    path = self.base + path
                made.append(
                    Example(
                        talk.method,
                        path,
                        talk.status or None,
                        source,
                        talk.body,
                        talk.headers,
                        talk.answer,
                    )
                )
        return made


def _shown_beside(text: str) -> list[str]:
    """Names that an answer has, as a sentence says: "rooms with their `message_count`"."""
    return re.findall(
        r"(?i)\b(?:with|including|includes?|plus|and|incl\.?)(?: (?:its|their|a|an|the))*[ :]+`([a-z_]\w*)`",
        text,
    )


def _made_by_service(part: Property, path: str) -> bool:
    from beliefs.spec.documents.kept import CREATED, UPDATED

    name = plain(part.name)
    if name == "id" or name in CREATED | UPDATED or name in {"clicks", "views"}:
        return True
    return any(
        plain(each.name).startswith(name.removesuffix("id")[:-1] or "\0")
        and name.endswith("id")
        and each.param
        for each in steps(path)[:-1]
    )


def _finer(part: Property, model: Shape) -> Property:
    """A property of an example with what the model says of it."""
    known = model.part(part.name)
    if known is None or part.shape.words:
        return part
    default = part.default if part.default and not known.required else known.default
    required = known.required or (part.required and not known.default)
    if known.default:
        default, required = known.default, False
    return Property(
        part.name,
        known.shape,
        required,
        default,
        unique=known.unique or part.unique,
        write_only=known.write_only,
    )


def _named(shape: Shape, model: Shape) -> Shape:
    """An example's record under the model's name, where it is one of its rows."""

    def fits(one: Shape) -> bool:
        names = set(one.names)
        return is_record(one) and bool(names) and len(names & set(model.names)) >= len(names) * 0.6

    if fits(shape):
        parts = tuple(_typed(each, model) for each in shape.properties)
        return replace(shape, name=model.name, properties=parts)
    if is_list(shape) and shape.item is not None:
        return replace(shape, item=_named(shape.item, model))
    if is_record(shape):
        parts = tuple(replace(each, shape=_named(each.shape, model)) for each in shape.properties)
        return replace(shape, properties=parts)
    return shape


def _typed(part: Property, model: Shape) -> Property:
    known = model.part(part.name)
    return replace(part, shape=known.shape, default=known.default) if known is not None else part


def _column(head: list[str], names: tuple[str, ...], but: int | None = None) -> int | None:
    return next((at for at, each in enumerate(head) if each in names and at != but), None)


def _path(path: str) -> tuple[str, list[tuple[str, str]]]:
    """A path in one form, and the names of its query.

    >>> _path("/books/:id?tag=x&limit=")
    ('/books/{id}', [('tag', 'x'), ('limit', '')])
    """
    path, _, query = path.partition("?")
    path = re.sub(r":([A-Za-z_]\w*)", r"{\1}", path)
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)
    path = re.sub(
        r"\{([^}]+)\}", lambda each: f"{{{re.sub(r'[^A-Za-z0-9_]', '_', each[1])}}}", path
    )
    path = path.rstrip(".:'\"")
    pairs = re.findall(r"(?:^|&|\[)([A-Za-z_][\w-]*)(?:=([^&\]]*))?", query)
    return path or "/", [(name, value) for name, value in pairs]


def _queried(name: str, value: str) -> Param:
    """A parameter that only a path shows."""
    if plain(name) in SIZES | OFFSETS | PAGES:
        default = value if value.isdigit() else ""
        low = 0 if plain(name) in OFFSETS else 1
        return Param(name, "query", Shape(Type("integer", minimum=low)), default=default)
    if value.lower() in {"true", "false"}:
        return Param(name, "query", Shape(Type("boolean")))
    return Param(name, "query", jotted("", name).shape)


def _same(one: str, other: str) -> bool:
    return re.sub(r"\{\w+\}", "{}", one) == re.sub(r"\{\w+\}", "{}", other)


def _matches(pattern: str, path: str) -> bool:
    """Whether a path is an instance of another: `/books/1` of `/books/{id}`."""
    if _same(pattern, path):
        return True
    if "{" in path:
        return False
    ours, theirs = pattern.split("/"), path.split("/")
    if len(ours) != len(theirs) or "{" not in pattern:
        return False
    return all(a == b or a.startswith("{") for a, b in zip(ours, theirs, strict=True))


def _join(known: _Draft, other: _Draft) -> None:
    known.words += other.words
    known.body = known.body or (other.body if not known.fields else None)
    known.body_example = known.body_example or other.body_example
    for status, reply in other.replies.items():
        mine = known.replies.get(status)
        if mine is None or (mine.shape is None and reply.shape is not None):
            known.replies[status] = replace(reply, words=mine.words if mine else reply.words)
    for name, param in other.params.items():
        known.params.setdefault(name, param)


def _literal(text: str, told: Told) -> str:
    raw = text.strip("`'\"")
    if told.shape.type.kind in {"integer", "number", "boolean"}:
        return raw.lower() if re.fullmatch(r"-?\d+(\.\d+)?|true|false", raw.lower()) else ""
    if told.shape.type.kind == "list":
        return "[]"
    return json.dumps(raw)


def _tag(text: str) -> str:
    match = re.search(r"`([A-Z][A-Z_]+)`|\b([A-Z]{3,}_[A-Z_]+)\b", text)
    return (match[1] or match[2]) if match else ""


__all__ = ["loosened", "read_markdown"]
