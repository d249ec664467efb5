"""What a reader of a description has noted, and how a fact becomes part of a route."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.aliases import by_field_names
from beliefs.spec.documents.clauses import Clause, bare, clauses, or_else, records, sentences
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
from beliefs.spec.documents.facts import facts, values_in
from beliefs.spec.documents.markdown.drafts import ROUTE, Draft, queried, valued
from beliefs.spec.documents.markdown.elsewhere import of_others
from beliefs.spec.documents.markdown.fielded import BEHIND, same_again, told_fields
from beliefs.spec.documents.markdown.noted import Noted
from beliefs.spec.documents.markdown.noting import (
    apply_fact,
    apply_params,
    behind,
    brings_either,
    chosen_in,
    first_record,
    placed_example,
    strict_example,
    with_part,
)
from beliefs.spec.documents.markdown.telling import beside_fields, named_answer, told_answer
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.pseudo import Told, jotted
from beliefs.spec.documents.samples import Sample, sample
from beliefs.spec.documents.tightening import tightened
from beliefs.spec.documents.words import singular
from beliefs.spec.operations import Place
from beliefs.spec.types import Type

_ASKS = re.compile(r"(?i)\bquer|filter|param|optional|\bsort|search|\bpass|narrow|limit|\bpag")
_BRINGS = re.compile(r"(?i)\bbody|json|send|fields?\b|\bwith\b|requir|accept|takes?\b|\bhas\b")
_ANSWERS = re.compile(r"(?i)return|respond|response|answer|give|gets?\b|result|→|->|=>|look")
_SHOWS = re.compile(
    r"(?i)(?:each|every) \w+ (?:also |additionally )?(?:shows?|has|contains?|carries)\b"
)


# What is behind an arrow and a status is answered, not brought: "otherwise → 202, with `place`".
_ANSWERED = re.compile(
    r"[^`→]*(?:→|->|=>|\b(?:answers?|is|gets?(?: back)?|receives?|returns?|gives?(?: back)?)\b)"
    r"\s*[`*]*2\d\d\b"
)
# Where a sentence that says what is brought comes to what is answered.
_THEN = re.compile(
    r"(?i)(?:→|->|=>)\s*[`*]*(?:2\d\d\b|the\b)|[,;:]? (?:and |then |it )*(?:answers?|returns?|"
    r"responds?|"
    r"gives back|replies)\b"
)
# A record behind a name says what stands under it, and is no answer.
_INSIDE = re.compile(
    r"(`\w+`\s*)(?:\([^()]*\{[^()]*\}[^()]*\)|"
    r"(?::|,|as|is|being) (?:an? )?(?:list|array) of `?\{[^{}]*\}`?)"
)


# "takes `name` and `code` and opens a door": what is done with them is none of them.
_GOES_ON = r"(?<=`|\)),?\s+and\s+(?=[a-z]+s (?:an?|the|it|its|one)\b)"


def _gets(drafts: list[Draft]) -> bool:
    """Whether routes are only asked: whatever record a sentence shows is an answer."""
    return bool(drafts) and all(each.method == "GET" for each in drafts)


def _ahead(head: str, first: Clause) -> bool:
    """Whether a record stands before the first status, and is not the body that goes with it."""
    start, _ = records(head)[0]
    return first.body not in head if first.body else start < head.find(f"{first.status}")


def _goes_well(text: str, first: Clause) -> bool:
    """Whether the record right behind an arrow is what is answered, and a failure is told later."""
    lead = re.match(r"\s*(?:→|->|=>)\s*`?(?=[\[{])", text)
    spans = records(text)
    if lead is None or first.status < 400 or not spans or spans[0][0] != lead.end():
        return False
    return bool(
        re.match(r"[`\s]*(?:[,;:]|and\b|with\b(?! (?:status )?\d)|[–—-] )", text[spans[0][1] :])
    )


@dataclass(slots=True)
class Notes(Noted):
    """What was read so far, and how a fact becomes part of it."""

    def say(self, text: str, *, summary: bool = False) -> None:
        """Note words about the routes of this section."""
        for draft in self.here:
            if text:
                draft.words.append(text)
            if summary and text and not draft.summary:
                draft.summary = text
        for method, path in ROUTE.findall(f" {text}"):
            if "?" in path and self.known(method, path):
                self.draft(method, path, self.line)  # its query is told here
        cookie = re.search(r"(?i)\bcookie (?:called |named )?[\"`']([\w-]+)[\"`']", text)
        if cookie and self.security is None and re.search(r"(?i)\bsets?\b", text):
            self.security = Security("cookie", cookie[1], self.at(self.line))
        for draft in self.here:
            self._secured(draft, text)
            if draft.method == "DELETE":
                for name, value in re.findall(r"[?&]([A-Za-z_]\w*)=(\w*)", text):
                    draft.params.setdefault(name, queried(name, value))
            if draft.method == "GET":
                self._ranged(draft, text)
                found = re.findall(r"[?&]([A-Za-z_]\w*)=(\w*)", text)
                found += re.findall(r"(?<![\w?&/])([a-z_]\w*)=(?:\.{2,}|…)()", text)
                found += re.findall(r"`([A-Za-z_]\w*)=(<[^<>`]*>|[\w|-]*)`", text)
                found += re.findall(r"(?i:\bquery|\bparameters?):? ([A-Za-z_]\w*)=(\w*)", text)
                for name, value in found:
                    draft.params.setdefault(name, queried(name, value))
                    if re.search(rf"\b{name}=\S* \((?:required|mandatory|needed)\b", text):
                        draft.params[name] = replace(draft.params[name], required=True)
                    self._bounded(draft, name, text)

    def _ranged(self, draft: Draft, text: str) -> None:
        """Bounds that stand behind the bare name of a parameter: "limit 1 – 1000 (default 100)"."""
        for name, known in list(draft.params.items()):
            bare = rf"(?<![\w=?&`]){re.escape(name)} (-?\d+ ?(?:-|–|to|…) ?\d+[^,.;]*)"
            told = re.search(bare, text)
            if told and known.shape.type.kind in {"integer", "number"}:
                part = tightened(Property(name, known.shape), told[1])
                kind = jotted(f"integer, {told[1]}", name).shape.type
                shape = replace(part.shape, type=replace(part.shape.type, minimum=kind.minimum))
                draft.params[name] = replace(known, shape=shape)

    def _bounded(self, draft: Draft, name: str, text: str) -> None:
        """Bounds of a parameter that the sentence which names it says."""
        told = next((each for each in sentences(text) if re.search(rf"\b{name}=", each)), "")
        after = told[told.find(f"{name}=") + len(name) + 1 :]
        known = draft.params[name]
        if known.shape.type.kind not in {"integer", "number"} or not re.search(r"\d", after):
            return
        part = tightened(Property(name, known.shape), after)
        draft.params[name] = replace(known, shape=part.shape, default=part.default or known.default)

    def _secured(self, draft: Draft, text: str) -> None:
        if re.search(
            r"(?i)🔒|auth(?:entication|orization)? (?:is )?(?:required|needed)|requires? (?:a |"
            r"an |valid |the )*(?:auth\w*|token|bearer|login|api[- ]key|logged)|\bauth:? ?(?:yes|"
            r"required|bearer)|\bauthenticated\b|\(auth\)|\bprotected\b",
            text,
        ):
            draft.secured = not re.search(r"(?i)\bno auth|not require|without auth", text)
        elif re.search(r"(?i)\bno auth|\bpublic\b|\bauth:? ?(?:no|none)\b", text):
            draft.secured = False

    def said(self, text: str, at: int) -> None:
        """Sentences about the routes of this section."""
        for sentence in (each for one in sentences(text) for each in or_else(one)):
            told = _SHOWS.match(bare(sentence)) and values_in(sentence)
            if told or of_others(sentence, self.here):
                self.narrate(sentence, at)
                continue
            if brings_either(sentence) and all(each.method == "POST" for each in self.here):
                for draft in self.here:
                    draft.many = sentence
                continue
            self.say(bare(sentence), summary=True)
            shown = records(sentence)
            before = sentence[: shown[0][0]] if shown else ""
            brings = r"(?i)\b(?:body|payload|send|sends|sending|post|takes|accepts)\b[^.]*$"
            if (
                shown
                and (re.search(brings, before) or BEHIND.search(before))
                and not clauses(before)
            ) or (shown and self._brought_first(sentence, shown[0])):
                self.inline(sentence[shown[0][0] :], "request")
                sentence = sentence[: shown[0][0]] + sentence[shown[0][1] :]  # noqa: PLW2901
            self.outcome(sentence, at)
            if not shown and self._recorded(sentence):
                continue
            self.asked(sentence)
            if (named := told_fields(sentence)) and not _gets(self.here):
                self.inline_fields(named, "request")
            same_again(sentence, self.here, self.drafts)
            self.stated(sentence)
            plainly = bare(sentence)
            if re.search(
                r"(?i)\bsame (?:body|fields|request|payload|shape|schema|as)\b.*\b(?:create|post|"
                r"creating|above)|(?:body|fields|request) (?:is |are )?(?:the )?same",
                plainly,
            ):
                self.same_as_create()

    def _brought_first(self, sentence: str, span: tuple[int, int]) -> bool:
        """Whether a sentence begins with what its route is brought: "`{name: string}` → 201"."""
        if sentence[: span[0]].strip(" `*") or any(
            each.method not in {"POST", "PUT", "PATCH"} or each.body is not None or each.told
            for each in self.here
        ):
            return False
        after = re.match(r"[`*\s]*(?:\([^()]*\)\s*)?(?:→|->|=>|[.,:;]|$)", sentence[span[1] :])
        return bool(after)

    def _recorded(self, text: str) -> bool:
        """An answer that is told by its names: "answers 201 with the row: its `id`, the `kind`"."""
        found = told_answer(text)
        for draft in self.here if found else ():
            usual = next((each for each in draft.replies if each < 400), 0)
            if found:
                self.answered(draft, found[0] or usual, Sample(found[1]))
        if found is None and self._reads() and (shape := named_answer(text)):
            for draft in self.here:
                self.answered(draft, 200, Sample(shape))
        return found is not None

    def _reads(self) -> bool:
        """Whether what is said is of requests that only read, with no answer told yet."""
        return bool(self.here) and all(
            each.method == "GET" and not any(one.shape for one in each.replies.values())
            for each in self.here
        )

    def asked(self, text: str) -> None:
        """Names in a sentence that a query or a body has."""
        for draft in self.here:
            if draft.method == "GET":
                draft.params |= valued(text, draft.params)
        usual = re.search(
            r"(?i)`([\w-]+)` (?:is the default|by default)|default(?:s to)? `([\w-]+)`", text
        )
        for draft in self.here:
            apply_params(draft, text)
            for each in [*draft.params.values()] if usual else ():
                value = usual[1] or usual[2] if usual else ""
                if value in each.shape.type.choices and not each.default:
                    draft.params[each.name] = replace(each, default=json.dumps(value))
        sorted_by = r"(?i)\b(?:(?:sort|order)(?:ed)? by|(?:in|by) (?:the )?order of) (?:the )?`\w+`"
        named = chosen_in(re.sub(sorted_by, "", text))
        for draft in self.here:
            path = re.findall(r"\{(\w+)\}", draft.path)
            if draft.method == "GET" and (_ASKS.search(text) or re.search(r"`\w+=", text)):
                told_ = [each.shape for each in draft.replies.values() if each.shape is not None]
                for name, said in named:
                    if any(name in each.shape.type.choices for each in draft.params.values()):
                        continue  # a value that one of them may have
                    if re.match(rf"`{name}` (?:lists|is|are)\b", text) and any(
                        each.part(name) for each in told_
                    ):
                        continue  # what the answer has
                    told = jotted(said, name)
                    known = draft.params.get(name)
                    finer = known is not None and known.silent and bool(told.shape.type.choices)
                    if name not in path and (known is None or finer):
                        kind = told.shape
                        param = Param(name, "query", kind, bool(told.required), told.default)
                        if not told.typed and kind.type == Type("string"):
                            param = queried(name, "")
                            shape = replace(param.shape, words=said)
                            param = replace(param, shape=shape, required=bool(told.required))
                        draft.params[name] = param
            elif draft.method in {"POST", "PUT", "PATCH"} and _BRINGS.search(text):
                if records(text) or not any(said for _, said in named):
                    continue
                if _ANSWERED.match(text):
                    draft.shows += [name for name, _ in named if name not in draft.shows]
                    continue
                then = _THEN.search(text)
                asked = text[: then.start()] if then and then.start() > 0 else text
                named = [each for each in named if f"`{each[0]}`" in asked]
                optional = re.search(r"(?i)\boptional(?:ly)?\b[^`]*`(\w+)`", text)
                for name, said in named:
                    told = jotted(said, name)
                    if optional and optional[1] == name:
                        told = replace(told, required=False)
                    if name not in path:
                        draft.told.setdefault(name, told)

    def stated(self, text: str) -> None:
        """What a sentence says of fields of the bodies of these routes."""
        whole = re.search(
            r"(?i)\b(?:body|request|payload|json)\b[^.]*\b(?:must|has to|have to) (?:have"
            r"|contain|include)\b(.*)",
            bare(text),
        )
        needed = set(re.findall(r"\w+", whole[1])) if whole else set()
        for draft in self.here if needed else ():
            if draft.body is not None and needed & set(draft.body.names):
                parts = tuple(
                    replace(each, required=each.name in needed) for each in draft.body.properties
                )
                draft.body = replace(draft.body, properties=parts)
        self._keys(text)
        for draft in self.here:
            shape = draft.body.names if draft.body and is_record(draft.body) else ()
            told = by_field_names(text, [*draft.told, *shape])
            for fact in facts(told):
                apply_fact(draft, fact, bare(told))

    def _keys(self, text: str) -> None:
        """Fields of models that hold keys: "`white` and `black` are player ids"."""
        match = re.match(
            r"(?i)(.*?`) (?:is|are)(?: both| each)? (?:the |an? )?(ids? of .+|\w+ ids?)\b", text
        )
        for name in re.findall(r"`(\w+)`", match[1]) if match else ():
            for model, shape in self.shapes.items():
                part = shape.part(name)
                if part is not None and match:
                    told = replace(part, shape=replace(part.shape, words=match[2]))
                    self.model_part(model, told)

    def reply(self, status: int, words_: str, draft: Draft | None = None) -> None:
        """Note an answer of routes."""
        for each in [draft] if draft else self.here:
            known = each.replies.get(status, Reply(status, media=""))
            if words_ and not known.words:
                known = replace(known, words=words_)
            each.replies[status] = known

    def fail(self, fault: Fault, draft: Draft | None = None) -> None:
        """Note how routes fail."""
        for each in [draft] if draft else self.here:
            self.reply(fault.status, fault.words, each)
            if fault not in each.faults:
                each.faults.append(fault)
            known = each.replies[fault.status]
            example = fault.body or (
                json.dumps({"message": fault.message}) if fault.message else ""
            )
            if example and not known.example and "<" not in example:
                each.replies[fault.status] = replace(known, example=example)

    def answered(self, draft: Draft, status: int, made: Sample) -> None:
        """Note what the body of an answer looks like."""
        usual = status or (201 if draft.method == "POST" else 200)
        known = draft.replies.get(usual, Reply(usual, media="", usual=not status))
        draft.replies[usual] = replace(known, shape=made.shape, example=made.example, media=JSON)

    def outcome(self, text: str, at: int, *, loud: bool = False) -> None:
        """Statuses in a text with what it says of them; `loud` text is about the answer only."""
        for draft in self.here:
            thing = next((each.name for each in reversed(steps(draft.path)) if each.name), "")
            shown = beside_fields(text, singular(thing)) if draft.method != "GET" else []
            draft.beside = draft.beside or shown
        text = _INSIDE.sub(r"\1", text)
        found = clauses(text)
        if loud and found and _goes_well(text, found[0]):
            self._fine(Clause(0, "", *first_record(text)))
            found = [found[0]._replace(body=""), *found[1:]]
        for each in found:
            if each.status >= 400:
                body = strict_example(each.body)
                live = "" if body else placed_example(each.body)
                told = (each.status, each.code, each.words, self.at(at), each.message, body, live)
                self.fail(Fault(*told))
            else:
                self._fine(each)
        shows = bool(records(text)) and not found and _gets(self.here)
        if not any(each.status < 400 for each in found) and (
            loud or shows or _ANSWERS.search(text)
        ):
            head = re.split(r"(?i)\b(?:if|when|otherwise)\b", text)[0]
            if not found:
                several = re.search(
                    r"(?i)\b(?:list|array) of\W*$", text[: (records(text) or [(0, 0)])[0][0]]
                )
                self._fine(
                    Clause(0, "", *first_record(text), after=behind(text), several=bool(several))
                )
            elif loud and records(head) and _ahead(head, found[0]):
                self._fine(Clause(0, "", *first_record(head)))
        if re.search(r"\bLocation\b.{0,20}\bheader|\bheader.{0,20}\bLocation\b", bare(text)):
            for draft in self.here:
                draft.headers.append("Location")

    def _fine(self, clause: Clause) -> None:
        """An answer when all goes well: its body, or the model that it names."""
        if clause.status:
            self.reply(clause.status, clause.words)
        made = sample(clause.body, brought=False) if clause.body else None
        if made is not None and is_record(made.shape) and clause.several:
            made = Sample(Shape(Type("list"), item=made.shape))
        named = re.match(
            r"(?i:(?:with |and |→ |-> )?(?:the |an? |(?:created|updated|full|new|single) )*)"
            r"(?P<list>(?i:list|array) of |\[)?(?P<name>[A-Z][a-z]\w*)(?P<many>\[\])?",
            clause.after,
        )
        for draft in self.here:
            usual = clause.status or next((each for each in draft.replies if each < 400), 0)
            if made is not None:
                silent = [] if clause.status else [one for one in draft.replies if one < 300]
                for status in silent or [usual]:
                    self.answered(draft, status, made)
            elif named and draft.method:
                several = bool(named["list"] or named["many"])
                draft.named.setdefault(usual, (named["name"], several))

    def both(self, text: str, at: int) -> None:
        """What stands behind a route in one line: what it is brought, then what it answers."""
        asks, _, answers = re.sub(
            r"(?i)\b(?:returns?|responds?|response)\b|→|->|=>|"
            r"(?<![`\"/])\banswers? (?=with\b|`?\d{3}\b|the\b|an?\b|`?\{)",
            "\0",
            text,
            count=1,
        ).partition("\0")
        if not asks.strip(" `*:") and self._sent(answers):
            end = records(answers)[0][1]
            asks, answers = answers[:end], answers[end:]
        first = clauses(asks)
        gets = all(each.method == "GET" for each in self.here)
        brings = re.match(
            r"(?i)[\s`*,:–—-]*(?:(?:with|body|takes|accepts|sends?)\b(?:(?!\b2\d\d\b)[^{.])*)?\{",
            asks,
        )
        if brings and not gets and self._brought(asks, at, alone=not answers):
            return
        if not answers and (gets or (first and first[0].body and not brings)):
            asks, answers = "", asks
        self.bodied(asks)
        if answers:
            behind = re.match(r"\s*`?\[?\{", answers)  # what is behind an arrow is a record
            self.outcome(f"→{answers}" if behind else answers, at, loud=True)
        self.outcome(re.sub(r"\{[^}]*\}", "", asks), at)
        for each in sentences(text):
            if records(each) or not self._recorded(each):
                self.stated(each)

    def _sent(self, text: str) -> bool:
        """Whether an arrow shows what is sent: "-> {title, text} both needed. 201, gives {id}"."""
        spans = records(text)
        first = spans and not text[: spans[0][0]].strip(" `*")
        rest = text[spans[0][1] :] if first else ""
        answered = next((each for each in clauses(rest) if each.status < 300), None)
        sends = all(each.method in {"POST", "PUT", "PATCH"} for each in self.here)
        return sends and answered is not None

    def _brought(self, text: str, at: int, *, alone: bool) -> bool:
        """A body, then the status of the answer: "with `{"name": "…"}` – 201".

        Where nothing is answered behind an arrow, sentences may follow the body instead.
        """
        one = re.match(
            r"[\s`*,:–—-]*(?:(?:with|body|takes|accepts|sends?) )?`?\{\s*\w+\??\s*\}", text
        )
        spans = [one.span()] if one else records(text)
        after = text[spans[0][1] :] if spans else ""
        fine = re.match(r"[\s`*,:–—-]*`?2\d\d\b", after)
        behind = alone and re.match(r"[\s`*,:–—-]*(?:with|and)\b", text)
        if not spans or not (fine or behind):
            return False
        self.bodied(text[: spans[0][1]])
        rest = after.strip(" `*,:–—-")
        self.outcome(rest, at, loud=bool(fine))
        for each in sentences(rest):
            self.stated(each)
        return True

    def field_of(self, name: str, told: Told, where: str) -> None:
        """Note a field, of whatever the label above it is about."""
        if not self.here:
            model = self.model or self.model_by_label() or self.model_by_heading()
            part = told.part(name, otherwise=False)
            if model:
                self.model_part(model, part)
            elif not re.search(r"(?i)quer|header|path|respon|error|filter", self.label):
                self.loose.append((part, self.at(self.line)))
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
                self._response_part(draft, told.part(name))
            elif place == "errors":
                continue
            elif place in {"form", "formdata"}:
                draft.consumes = "form"
                draft.told[name] = told
            else:
                known = draft.told.get(name)
                if known is not None and told.required is None:
                    told = replace(told, required=known.required)
                draft.told[name] = told

    def _response_part(self, draft: Draft, part: Property) -> None:
        fine = next((each for each in draft.replies if each < 400), 0)
        usual = fine or (201 if draft.method == "POST" else 200)
        known = draft.replies.get(usual, Reply(usual, media=JSON, usual=not fine))
        shape = known.shape if is_record(known.shape) else None
        parts = (*(shape.properties if shape else ()), part)
        made = Shape(Type("record"), properties=parts)
        draft.replies[usual] = replace(known, shape=made, media=JSON)

    def nested(self, name: str, told: Told, indent: int) -> None:
        """Note a field of a bullet, or of the field whose bullet it stands below."""
        while self.inside and self.inside[-1][0] >= indent:
            self.inside.pop()
        above = self.inside[-1][1] if self.inside else ""
        self.inside.append((indent, name))
        model = self.model or self.model_by_label() or self.model_by_heading()
        if above and not self.here and model and (known := self.shapes.get(model)):
            outer = known.part(above)
            if outer is not None and outer.shape.type.kind in {"list", "record", "json"}:
                self.model_part(model, with_part(outer, told.part(name)))
                return
        if above and self.here and self.here[0].told.get(above):
            for draft in self.here:
                outer_told = draft.told[above]
                inner = with_part(outer_told.part(above), told.part(name))
                draft.told[above] = replace(outer_told, shape=inner.shape)
            return
        self.field_of(name, told, "")

    def bodied(self, text: str) -> None:
        """Note a body that is shown in a line."""
        for start, end in records(text)[:1]:
            inner = text[start:end]
            if ":" in inner or '"' in inner or "," in inner:
                self.inline(text, "request")
                return
        match = re.search(r"(?<![/\w}])\{\s*(\w+\??)\s*\}", text)
        if match and not re.search(rf"/\{{{match[1]}\}}", text):
            self.inline(match[0], "request")
            return
        named = re.match(
            r"(?i)[\s`*,:–—-]*(?:body|json|payload|with|takes|accepts):?\s+(`\w.*)$", text
        )
        if named:
            listed = re.split(rf"(?<=`|\))\.\s|;|{_GOES_ON}", named[1])[0]
            self.inline_fields(listed, "request")

    def inline(self, text: str, use: str) -> bool:
        """Note a record that is shown in a line; whether there is one."""
        clean = text.replace("`", "")
        spans = records(clean)
        simple = re.search(r"(?<!\[)\{\s*\w+\??(\s*,\s*\w+\??)*\s*\}", clean)
        inner = simple[0] if simple else clean[slice(*spans[0])] if spans else ""
        if not inner:
            return False
        if simple:
            for name in re.findall(r"\w+\??", inner):
                told = jotted("", name.removesuffix("?"))
                told = replace(told, required=not name.endswith("?"))
                for draft in self.here:
                    # A record that only names what may be changed demands none of it.
                    silent = told.required and draft.method == "PATCH"
                    shown = replace(told, required=None) if silent else told
                    draft.told[name.removesuffix("?")] = shown
            return True
        made = sample(inner, brought=use == "request")
        if made is None:
            return False
        shape = made.shape
        marked = re.search(r"(?i)\bone of (?=`)(?:,? (?:or )?)?(.*)$", text[text.rfind("}") :])
        listed = re.search(
            r"(?i)\bone of ((?:[`\"']?[\w-]+[`\"']?(?:, or |, | or |/| \| ))+[`\"']?[\w-]+[`\"']?)",
            text[text.rfind("}") :],
        )
        if (listed or marked) and len(shape.properties) == 1 and use == "request":
            part = shape.properties[0]
            words = (
                _marked(marked[1])
                if marked
                else tuple(
                    re.findall(r"[\w-]+", re.sub(r"\bor\b", " ", listed[1] if listed else ""))
                )
            )
            kind = replace(part.shape.type, choices=words)
            shape = replace(
                shape, properties=(replace(part, shape=replace(part.shape, type=kind)),)
            )
        after = re.match(r"\}[\s*,:]*\(([^)]*\d[^)]*)\)", clean[clean.find("}") :])
        if after and len(shape.properties) == 1:
            part = shape.properties[0]
            told = jotted(f"{part.shape.type.kind}, {after[1]}", part.name)
            needed = part.required and not told.default
            part = replace(part, shape=told.shape, default=told.default, required=needed)
            shape = replace(shape, properties=(part,))
        aside = re.match(r"\W*\(([^()]*)\)", clean[clean.find("}") + 1 :])
        if aside and not after and len(shape.properties) == 1:
            part = shape.properties[0]
            noted = replace(part.shape, words=f"{part.shape.words}, {aside[1]}".strip(", "))
            shape = replace(shape, properties=(replace(part, shape=noted),))
        for draft in self.here:
            draft.body = shape
            draft.body_example = made.example
        return True

    def by_model(self, text: str) -> bool:
        """Note that a body is a model: "Survey without `id`"; whether it says so."""
        match = re.match(
            r"[\s`*]*(?:the |an? )?([A-Z][a-z]\w*)\b(?:`|\*)*(?: object| resource)?(.*)$", text
        )
        if not match or re.match(r"\s*[(:]", match[2]):
            return False
        but = re.search(r"(?i)\b(?:without|except|minus|but not|excluding)\b(.*)", match[2])
        left = tuple(re.findall(r"\w+", but[1])) if but else ()
        for draft in self.here:
            draft.brings = (match[1], left)
        return True

    def inline_fields(self, text: str, place: str) -> None:
        """`title (required), done (boolean)`, or `?tag=&limit=`."""
        before, self.label = self.label, place
        named = values_in(text)
        bare_rest = re.sub(r"`[^`]*`(?:\s*\([^)]*\))?|\band\b|\bor\b|[,.\s]", "", text)
        if named and len(bare_rest) < 12:
            for name, said in named:
                free = re.search(rf"(?i)\boptional(?:ly)?(?: an?| the| its)? `{name}`", text)
                self.field_of(name, jotted(f"optional, {said}" if free else said, name), "")
            self.label = before
            return
        pieces = re.split(
            r",\s*(?![^()]*\))|;\s*|&|\band\b(?![^()]*\))", text.strip(" .").lstrip("?")
        )
        for piece in pieces:
            match = re.match(
                r"[`?*]*([A-Za-z_][\w-]*)[`*]*(\??)\s*(?:=\S*)?\s*[:(\[]?\s*(.*)$", piece.strip()
            )
            if not match or match[1].lower() in _FILLERS:
                continue
            wordy = " " in piece.strip() and not re.search(r"[(:`\[]", piece) and match[3] != ""
            typed = jotted(match[3], match[1]).typed
            if wordy and not typed and not re.search("required|optional", match[3]):
                continue
            told = jotted(match[3].rstrip(")]`"), match[1])
            if match[2]:
                told = replace(told, required=False)
            self.field_of(match[1], told, "")
        self.label = before

    def same_as_create(self) -> None:
        """Note that the body is that of the route that makes such rows."""
        for draft in self.here:
            draft.like = "create"


def _marked(text: str) -> tuple[str, ...]:
    """The values in backticks at the beginning of a text, one after the other."""
    run = re.match(r"`[^`]+`(?:(?:, or |, | or |/| \| )`[^`]+`)*", text)
    return tuple(re.findall(r"`([^`]+)`", run[0])) if run else ()


_FILLERS = {"none", "optional", "no", "all", "the", "json", "same", "a", "an", "with", "body"}
