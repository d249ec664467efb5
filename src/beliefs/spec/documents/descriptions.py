"""Markdown descriptions into contracts: routes wherever they stand, and what surrounds them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from beliefs.spec.documents.assembling import assembled
from beliefs.spec.documents.blocks import Block, bare, blocks
from beliefs.spec.documents.contract import (
    JSON,
    Contract,
    Fault,
    Reply,
    Security,
    is_record,
)
from beliefs.spec.documents.drafts import (
    FIELD,
    LABELS,
    LEAD,
    METHODS,
    MODEL,
    ROUTE,
    STATUS,
    Draft,
    code_in,
    column,
    default_of,
    shown_beside,
)
from beliefs.spec.documents.failing import templated
from beliefs.spec.documents.notes import Notes
from beliefs.spec.documents.places import core
from beliefs.spec.documents.pseudo import jotted, sample
from beliefs.spec.documents.talk import Talk, talks
from beliefs.spec.documents.words import plain


def read_markdown(text: str, name: str) -> Contract:
    """The contract of a description; `name` is what its lines are called by.

    >>> read_markdown("# Notes\\n\\n## GET /notes\\nList notes.", "api.md").routes[0].source
    'api.md:3'
    """
    reader = _Description(name)
    for block in blocks(text):
        reader.take(block)
    return assembled(reader)


class _Description(Notes):
    """A reader that takes a document piece by piece."""

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
            self.here = [self.draft(each[1], each[2], block.line) for each in found]
            self.level = block.level
            self.model = ""
            rest = ROUTE.sub(" ", block.text)
            self.say(bare(rest).strip(" -–—:()"), summary=True)
            return
        if self.here and block.level > self.level:
            return
        self.here = []
        self.heading, self.model = text, ""
        if block.level == 1 and not self.title:
            self.title = re.sub(r"(?i)\s*(specification|spec|documentation|docs)$", "", text)
            return
        noun = re.sub(MODEL, "", text).strip(" :-–—()")
        if (
            re.search(MODEL, text)
            and noun
            and not re.search(r"(?i)\bdata\b|\berror|path|query", noun)
        ):
            self.model = core(noun.replace(" ", "_"))
        elif re.fullmatch(r"[A-Z][a-zA-Z]+", text) and any(
            re.search(MODEL, head) for level, head in self.heads if level < block.level
        ):
            self.model = core(text)

    def _table(self, block: Block) -> None:
        head = [plain(bare(each)) for each in block.rows[0]]
        rows = [tuple(bare(cell) for cell in row) for row in block.rows[1:]]
        raw = block.rows[1:]
        method = column(head, ("method", "verb", "httpmethod", "http"))
        path = column(head, ("path", "endpoint", "route", "url", "uri", "endpoints"))
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
        name = column(
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
            STATUS.fullmatch(row[status].split(" ")[0])
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
        body = column(head, ("body", "requestbody", "request", "payload", "input", "bodyfields"))
        answer = column(
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
        auth = column(head, ("auth", "authentication", "authrequired", "access", "secured"))
        errors = column(head, ("errors", "error", "failures", "errorcodes", "fails"))
        query = column(head, ("query", "queryparams", "params", "parameters", "queryparameters"))
        used = {method, path, body, answer, auth, errors, query}
        for number, row in enumerate(rows):
            cells = [*row, *[""] * (len(head) - len(row))]
            text = f"{cells[method]} {cells[path]}" if method is not None else cells[path]
            for verb in re.findall(METHODS, bare(text).split("/")[0]) or []:
                found = re.search(r"(/[^\s`*|]*)", cells[path])
                if not found:
                    continue
                self.here = [self.draft(verb, found[1], block.line + 2 + number)]
                words_ = [bare(cell) for at, cell in enumerate(cells) if at not in used and cell]
                for each in words_:
                    self.say(each, summary=True)
                if body is not None and cells[body]:
                    self.inline(cells[body], "request")
                if query is not None and cells[query]:
                    self.inline_fields(cells[query], "query")
                if answer is not None and cells[answer]:
                    self.outcome(cells[answer], block.line + 2 + number)
                if errors is not None:
                    for status in STATUS.findall(cells[errors]):
                        self.reply(int(status), bare(cells[errors]))
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
        code = column(head, ("code", "errorcode", "error", "type"), status)
        for number, row in enumerate(rows):
            match = STATUS.match(row[status]) if status < len(row) else None
            if not match:
                continue
            told = [each for at, each in enumerate(row) if at not in {status, code} and each]
            tag = row[code] if code is not None and code < len(row) else ""
            tag = tag if re.fullmatch(r"[A-Za-z][\w.-]+", tag) else ""
            said = ". ".join([*told, *([row[code]] if code is not None and not tag else [])])
            if self.here:
                for draft in self.here:
                    self.reply(int(match[1]), said, draft)
            else:
                self.faults.append(
                    Fault(int(match[1]), tag, said, self.at(block.line + 2 + number))
                )

    def _fields_table(self, block: Block, head: list[str], rows: Any, name: int) -> None:
        place = column(head, ("in", "location", "place", "where"))
        required = column(head, ("required", "mandatory", "req", "requiredness", "optional"))
        default = column(head, ("default", "defaultvalue"))
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
                told = replace(told, default=default_of(cells[default], told), required=False)
            where = plain(cells[place]) if place is not None else ""
            self.field_of(cells[name].removesuffix("?"), told, where)
        del block

    def _bullet(self, block: Block) -> None:
        first, *rest_ = LABELS.split(block.text) if self.here else [block.text]
        self._bulleted(block._replace(text=first))
        for each in rest_:
            self._line(each.strip(), block.line)

    def _bulleted(self, block: Block) -> None:
        text = block.text
        found = ROUTE.search(f" {text}")
        if found and found.start() < 6:
            rest = f" {text}"[found.end() :]
            self.here = [self.draft(found[1], found[2], block.line)]
            self.level = 99
            self.label = ""
            self.here[0].shows += shown_beside(rest)
            said = bare(rest).strip(" -–—:`")
            self.say(said, summary=True)
            if re.search(r"(?i)\bsame (?:body|fields|as)\b", said):
                self.same_as_create()
            self.both(rest, block.line)
            return
        plainly = bare(text)
        lead = LEAD.match(plainly)
        if lead and self._is_about_status():
            if self.here:
                self.outcome(plainly, block.line)
            else:
                self.faults.append(Fault(int(lead[1]), code_in(text), lead[2], self.at(block.line)))
            return
        if self.here and self._labelled(text, block.line):
            return
        spaced = re.match(r"^[`*]+(\w+)[`*]+(\??)\s+(.+)$", text)
        if spaced and jotted(spaced[3], spaced[1]).typed:
            text = f"{spaced[1]}{spaced[2]}: {spaced[3]}"
        match = FIELD.match(re.sub(r"^\*\*([^*]+)\*\*", r"\1", text.replace("`", "")))
        if match and self._takes_fields(match[1], match[3]):
            told = jotted(match[3].rstrip(")") if "(" not in match[3] else match[3], match[1])
            if match[2]:
                told = replace(told, required=False)
            self.field_of(match[1], told, "")
            return
        single = re.fullmatch(r"`?([a-z_][\w]*)`?\??", text)
        if single and (self.model or self.place() in {"query", "request"}):
            self.field_of(single[1], jotted("", single[1]), "")
            return
        if self.here:
            self._said(plainly, block.line)
        else:
            self._narrate(plainly, block.line)

    def _is_about_status(self) -> bool:
        label = f"{self.label} {self.heading}".lower()
        return bool(self.here) or bool(re.search(r"error|status|fail|response", label))

    def _takes_fields(self, name: str, rest: str) -> bool:
        if " " in name.strip():
            return False
        if self.model or self.place() in {"query", "request", "path", "header"}:
            return True
        told = jotted(rest, name)
        return told.typed and bool(self.here or self.model_by_heading()) and not name[0].isupper()

    def _text(self, block: Block) -> None:
        for number, line in enumerate(block.text.split("\n")):
            for each in LABELS.split(line):
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
            new = self.draft(found[1], found[2], at)
            self.here, self.level = [new], self.heads[-1][0] if self.heads else 1
            self.label = ""
            title = self.heads[-1][1] if self.heads and not new.words else ""
            title = titled[1] if titled else title if len(self.heads) > 1 and " " in title else ""
            self.say(title if not ROUTE.search(f" {title}") else "", summary=True)
            self.say(rest, summary=True)
            if re.search(r"(?i)\bsame (?:body|fields|as)\b", rest):
                self.same_as_create()
            query = re.search(r"(?i)\bquery(?: params?| parameters?)?:\s*(.*)$", line)
            if query:
                self.inline_fields(query[1], "query")
            self.both(f" {line}"[found.end() :], at)
            return
        if self._global(line, at):
            return
        plainly = bare(line)
        label = re.fullmatch(
            r"(?:\*\*|__)?([^.*]{2,60}?)(?:\*\*|__)?\s*:?\s*(?:\*\*|__)?\s*:?", line
        )
        marked = line.startswith(("**", "__")) or line.rstrip("*_ ").endswith(":")
        if label and marked and not LEAD.match(plainly):
            self.label = plainly.rstrip(":")
            name = core(re.sub(MODEL, "", self.label).strip(" :").replace(" ", "_") or "x")
            if (
                not self.here
                and re.search(MODEL, f"{self.label} {self.heading}")
                and self.label
                and (not re.search(r"(?i)error|request|response|example", self.label))
            ):
                self.model = name
            if self.here:
                for status in STATUS.findall(plainly):
                    self.reply(int(status), "")
                same = re.search(
                    r"(?i)same as|as (?:for|in) (?:create|post)|like (?:create|post)", plainly
                )
                if same:
                    self.same_as_create()
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
            r"[*_`]*(request(?: body)?|body|payload|input|json body|accepts|query(?: params?|"
            r" parameters?)?|params?|"
            r"parameters|filters|response|responses|returns?|success|output|errors?|failures?|"
            r"fails|"
            r"auth(?:entication|orization)?|"
            r"status|headers?|form(?: fields| data)?)(?![\w-])[*_`]*\s*(\([^)]*\)|"
            r"`?\d{3}`?(?: \w+)?)?\s*(?:[:–—→]|->|-\s)[*_`]*\s*(.+)$",
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
                self.same_as_create()
                return True
            if re.fullmatch(r"(?i)[`*]*none[`*.]*|no body|-|empty", rest):
                return True
            if not self.inline(rest, "request"):
                self.inline_fields(rest, "request")
            return True
        if word.startswith(("query", "param", "filter")):
            self.inline_fields(rest, "query")
            return True
        if word.startswith("auth"):
            for draft in self.here:
                draft.secured = not re.search(r"(?i)\bno(ne)?\b|public", rest)
            return True
        if word.startswith("header"):
            return True
        if word.startswith(("error", "fail")):
            for piece in re.split(r"[;,](?=\s*`?\d{3})|\n", rest):
                for status in STATUS.findall(bare(piece)):
                    said = LEAD.sub(r"\2", bare(piece).strip()) or bare(piece)
                    self.reply(int(status), said.strip("()"))
            return True
        self.outcome(rest, at)
        return True

    def _said(self, text: str, at: int) -> None:
        """A sentence about the routes of this section."""
        self.say(text, summary=True)
        self.outcome(text, at, quiet=True)
        if re.search(
            r"(?i)\bsame (?:body|fields|request|payload|shape|schema|as)\b.*\b(?:create|post|"
            r"creating|above)",
            text,
        ) or (re.search(r"(?i)(?:body|fields|request) (?:is |are )?(?:the )?same", text)):
            self.same_as_create()

    def _global(self, line: str, at: int) -> bool:
        plainly = bare(line)
        url = re.search(
            r"(?i)(?:base (?:url|path)|prefix(?:ed)?(?: with| by)?|served (?:at|under)|"
            r"root url|all (?:paths|routes|endpoints)[^/]*(?:under|start with|begin with|"
            r"relative to))[^/\w]*(?:is |are )?(https?://[^\s/]+)?(/[\w/.-]*)?",
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
                Fault(int(status), code_in(line), sentence, self.at(at))
                for sentence in re.split(r"(?<=[.;!])\s+", plainly)
                for status in STATUS.findall(sentence)
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
            draft = self.draft(talk.method, talk.path, talk.line) if talk.method else None
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
                self._heard(joined, self.draft(last.method, last.path, last.line))
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
        model = self.model or self.model_by_heading()
        if made is not None and is_record(made.shape) and model:
            for part in made.shape.properties:
                self.model_part(model, part)
        elif re.search(r"(?i)error|fail", self.heading):
            self._error(block.text)
        elif made is None:
            self._fields_in(block)

    def _is_error(self, text: str) -> bool:
        return bool(re.search(r"(?i)\b(error|message|detail|code)\b", text))

    def _wrong(self, text: str) -> None:
        status = next((int(each) for each in STATUS.findall(self.label)), 0)
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
            self.here = [self.draft(match[1], match[2], block.line + at)]
            rest = bare(f" {lines[at]}"[match.end() :]).strip(" -–—:#/>→")
            self.say(rest, summary=True)
            self.outcome(rest, block.line + at, quiet=True)
        if len(good) > 1:
            self.here = []
        return True

    def _fields_in(self, block: Block) -> None:
        model = self.model or self.model_by_heading()
        for line in block.text.split("\n"):
            head = re.match(
                r"\s*(?:interface|type|class|struct|table|entity)?\s*([A-Z]\w+)\s*[{:(=]", line
            )
            if head:
                model = core(head[1])
                continue
            match = FIELD.match(line.strip().rstrip(",;"))
            if match and model:
                told = jotted(match[3], match[1])
                if match[2]:
                    told = replace(told, required=False)
                self.model_part(model, told.part(match[1]))

    def _json(self, block: Block) -> None:
        """A fence of JSON in a route's section: what it is brought, or what it answers."""
        place = self.place()
        status = next((int(each) for each in STATUS.findall(self.label)), 0)
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
                self.answered(draft, fine, made)

    def _heard(self, talk: Talk, draft: Draft) -> None:
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

    def _narrate(self, text: str, at: int) -> None:
        if not text:
            return
        if not self.summary and len(self.heads) <= 1 and len(text.split()) > 3:
            self.summary = text
        self.prose.append((self.at(at), text))
