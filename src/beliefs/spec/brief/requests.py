"""A text as a brief: which request each sentence is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Line, Request, Topic
from beliefs.spec.brief.layout import Block, blocks
from beliefs.spec.brief.said import Said, said, sentences
from beliefs.spec.documents.moments import brief_moments
from beliefs.spec.understanding.words import singular

_METHODS = r"(?:GET|POST|PUT|PATCH|DELETE)"
MENTION = re.compile(
    rf"\b({_METHODS}(?:(?:\s*[/|,&]\s*|\s+(?:and|or)\s+){_METHODS})*)\b[`*:\s]*(?:to |on |at )?"
    r"[`*]*(/[^\s`*,;|()\[\]\"]*)(?:\[(\?[^\]\s]*)\])?`?"
)
# A request that is spoken of only to say what another one is like.
_REFERS = re.compile(
    r"(?i)(?:\b(?:like|as|as (?:in|for|with|by)|from|see|than|of|same as|unlike|in|the|by|under|"
    r"shown by|answered by|gives)\s+(?:an? |the )?[`*]*)$"
)
_SHOWN = re.compile(
    r"(?i)(?:\b(?:shown|like|as|described|given) (?:under|in|for|by|at)|\b(?:same|exactly) as)"
    r"\s*[`*]*$"
)
_LEANS = re.compile(
    r"(?i)^\W*(?:->|=>|→|returns?\b|answers?\b|respon[ds]|body\b|query\b|params?\b|input\b|"
    r"output\b|in:|out:|"
    r"errors?\b|success|\d{3}\b|⟦|it\b|its\b|this\b|that\b|they\b|both\b|otherwise\b|also\b|"
    r"optional|"
    r"if\b|when\b|unless\b|same\b|where\b|here\b|fields?:|(?:the )?(?:request|result|reply|answer)"
    r"\b)"
)
_GENERAL = re.compile(
    r"(?i)\b(?:everywhere|always|all (?:the )?(?:other )?(?:routes|requests|endpoints|errors|"
    r"answers|bodies)|every (?:request|error|endpoint|answer)|any (?:request|endpoint))\b"
)
# How all requests fail, in a paragraph behind those that name the requests.
_OF_ALL = re.compile(r"(?i)^\W*(?:errors?\W*:|(?:when|if|whenever) (?:something|anything|sth)\b)")
# What the fields below are those of: "A guest looks like this:", "Product:", "All answer with the
# cart:".
_TOPIC = re.compile(
    r"(?i)^(?:(?:\w+ ){1,4}(?:answers?|returns?|responds?)(?: with)? (?:the|an?) (?P<a>[a-z]+)|"
    r"(?:(?:an?|the|each|every|one) )?(?P<b>[a-z]+(?: [a-z]+)?)(?: looks? like(?: this)?| (?:has|"
    r"have)(?: these fields| the (?:following )?fields)?| fields| objects?| records?)?):$"
)
# How whatever is asked fails, in a paragraph that names no request.
_ALIKE = re.compile(
    r"(?i)\b(?:something|anything|sth)(?: is|'s)? (?:missing|wrong|invalid|empty|bad)|\b(?:bad|"
    r"invalid|wrong|malformed) (?:input|data|requests?|bod(?:y|ies))\b|\b(?:unknown|wrong) ids?\b"
)
_FIELD = re.compile(r"^[`*\"]*([A-Za-z_]\w*)(\[\])?(\?)?[`*\"]*\s*(?::|-|=|\()\s*(.*)$", re.DOTALL)
_COLUMNS = re.compile(r"^([a-z_]\w*)(\[\])?(\?)?\s{2,}(\S.*)$")
_FIELD_WORDS = re.compile(
    r"(?i)\b(?:string|str|text|int|integer|whole|number|float|decimal|bool|boolean|date|datetime|"
    r"timestamp|"
    r"list|array|uuid|email|url|required|optional|default|assigned|set by|given by|characters|one "
    r"of|unique|null|"
    r"automatic|true|false|how|generated|moment|time|at least|at most|between|max|min|>=?|<=?|≥|≤|"
    r"\d+\s*(?:-|–|to)\s*\d+|not empty|positive|iso|key|enum|object|address|float|made|only|the )"
)
_NO_FIELD = frozenset(
    {
        "note",
        "get",
        "post",
        "put",
        "patch",
        "delete",
        "error",
        "errors",
        "e",
        "i",
        "answer",
        "answers",
        "response",
        "returns",
        "result",
        "filters",
        "sorting",
        "order",
        "in",
        "out",
        "input",
        "output",
        "params",
        "parameters",
        "request",
    }
)


# A sentence about requests of one method: "POST answers 201 with a Location header."
_BARE = re.compile(
    rf"(?:(?:An?|The|Every)\s+)?({_METHODS})(?: requests?)?\s+(?:answers?|returns?|gives?|"
    r"responds?|also|needs?|works|takes|has|must|is)\b"
)
# A sentence about what one of several requests does: "The upload answers 201 with its id."
_DEED = r"upload|download|listing|list|deletion"
_BY_DEED = re.compile(
    rf"(?i)(?:The|An?|Every)\s+({_DEED})\s+(?:answers?|returns?|gives?|has|is|shows?)\b"
)
_NEXT_DEED = re.compile(rf"(?i);\s+(?=the (?:{_DEED}) )")
_DEED_METHODS = {
    "upload": ("POST", False),
    "download": ("GET", True),
    "listing": ("GET", False),
    "list": ("GET", False),
    "deletion": ("DELETE", True),
}
_BOTH = re.compile(
    r"(?i)[,;:.]? (?:and )?(both|all (?:of them|three|four|these))"
    r"(?: of (?:them|these))? "
    r"(?P<what>(?:answers?|returns?|gives?|responds?|are|takes?|needs?|fails?|works?)\b.*)$"
)
# Words that lead to the next request: "GET /a lists all, but only admins may POST /a".
_AHEAD = re.compile(
    r"(?:^|[,;\s]|(?<=\)))\s*(?:(?:and|but|while|or|then)\s+)?(?P<lead>(?:[A-Za-z'-]+\s+){0,7}?(?"
    r":may|can|could|with|by|via|using|through)\s+[`*]*|(?:[A-Za-z'-]+\s+){1,5}\([`*]*)$"
)


class Mention(NamedTuple):
    """Where a sentence names requests."""

    start: int
    end: int
    methods: tuple[str, ...]
    path: str
    query: dict[str, str]


def brief(text: str, name: str) -> Brief:
    """The brief of a goal.

    >>> found = brief(
    ...     "With POST /notes I add a note. GET /notes lists them. Unknown is 404.", "goal"
    ... )
    >>> [(each.method, len(each.said)) for each in found.requests]
    [('POST', 1), ('GET', 2)]
    """
    made = _Laying(text, name).done()
    made.short = brief_moments(text)
    return made


def extended(made: Brief, text: str, name: str, line: int) -> None:
    """Add to a brief what a text says, of its requests and of all; the text begins in a line."""
    laying = _Laying(text, name, line - 1)
    laying.brief = made
    laying.done()


class _Laying:
    """The walk over the blocks of a text."""

    def __init__(self, text: str, name: str, above: int = 0) -> None:
        self.above = above
        self.blocks = blocks(text)
        self.name = name
        self.brief = Brief()
        self.current: list[Request] = []
        self.topic: Topic | None = None
        self.heading = 0  # the level of the heading that names the current request
        self.depth = 0  # how far the item that names the current request stands in
        self.role = ""

    def done(self) -> Brief:
        for at, block in enumerate(self.blocks):
            getattr(self, f"_{block.sort}")(block, self.blocks[at - 1] if at else None)
        return self.brief

    def _source(self, line: int) -> str:
        return f"{self.name}:{self.above + line}"

    def _heading(self, block: Block, _: Block | None) -> None:
        if not self.brief.title and block.depth == 1 and not MENTION.search(block.text):
            self.brief.title = block.text
        found = list(mentions(block.text))
        if found:
            self._of(found, block.text, block.line)
            self.heading, self.depth = block.depth, 0
        elif not self.heading or block.depth <= self.heading:
            self.current, self.heading = [], 0
        self.role = ""
        plain = re.sub(r"[`*]", "", block.text)
        self.topic = None if found else Topic(plain, self._source(block.line))
        if self.topic is not None:
            self.brief.topics.append(self.topic)

    def _paragraph(self, block: Block, _: Block | None) -> None:
        lines = block.text.split("\n")
        # A line that begins with a request, an arrow or a bullet is a piece of its own.
        starts = [at for at, line in enumerate(lines) if at == 0 or _begins(line)]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            piece = " ".join(" ".join(lines[start:end]).split())
            if end == len(lines) and self._titles(block, piece):
                continue
            self._piece(piece, block.line + start, held=self._holds(block, piece))
            self.depth = 0

    def _holds(self, block: Block, piece: str) -> bool:
        """Whether a paragraph that names no request is about the one before."""
        if self.heading or not self.current:
            return bool(self.heading)
        if _OF_ALL.match(piece) or (
            _ALIKE.search(block.text) and not next(mentions(block.text), None)
        ):
            return False
        first = block.text.startswith(piece[:20])
        return bool(_LEANS.match(piece)) or not first

    def _titles(self, block: Block, piece: str) -> bool:
        """Whether a paragraph only says whose the fields are that stand below it."""
        at = self.blocks.index(block) + 1
        after = self.blocks[at] if at < len(self.blocks) else None
        found = _TOPIC.match(re.sub(r"[`*]", "", piece))
        if found is None or after is None or not _tells_fields(after):
            return False
        self.topic = Topic(found["a"] or found["b"], self._source(block.line))
        self.brief.topics.append(self.topic)
        self.current, self.heading, self.role = [], 0, ""
        return True

    def _item(self, block: Block, _: Block | None) -> None:
        if not next(mentions(block.text), None) and self._field(block.text, block.line):
            return
        below = bool(self.current) and (
            self.heading > 0 or block.depth > self.depth > 0 or bool(_LEANS.match(block.text))
        )
        self._piece(block.text, block.line, held=below, depth=block.depth)

    def _row(self, block: Block, _: Block | None) -> None:
        cells = dict(block.cells)
        named = next((k for k in cells if k in {"method", "verb"}), "")
        if named:
            where = next((k for k in cells if k in {"path", "endpoint", "url", "route", "uri"}), "")
            if where:
                cells = {
                    where: f"{cells[named]} {cells[where]}",
                    **{k: v for k, v in cells.items() if k not in {named, where}},
                }
        request = next((k for k in cells if next(mentions(cells[k]), None)), None)
        if request is not None:
            self._of(list(mentions(cells[request])), cells[request], block.line)
            for header, text in cells.items():
                if header != request and text.strip("- –—"):
                    self._tell(_labelled(header, text), block.line)
            return
        fieldlike = next((k for k in cells if _FIELDLIKE.search(k)), None)
        if fieldlike is not None:
            rest = ", ".join(
                text for k, text in cells.items() if k != fieldlike and text.strip("- –—")
            )
            self._line(cells[fieldlike], rest, block.line)
            return
        self._piece(
            "; ".join(text for text in cells.values() if text), block.line, held=bool(self.current)
        )

    def _code(self, block: Block, _: Block | None) -> None:
        text = block.text
        if re.search(r"(?m)^\W*curl\b", text):
            return self._transcript(block)
        if (
            _ASKED.match(text.split("\n")[0].strip()) and len(text.strip().split("\n")) > 1
        ) or _STATED.match(text.split("\n")[0].strip()):
            return self._exchange(block)
        found = list(mentions(text))
        if found:
            for at, line in enumerate(text.split("\n")):
                if line.strip():
                    self._piece(line.strip(), block.line + at, held=bool(self.current))
            return None
        lines = [re.sub(r"[,;]\s*$", "", each) for each in text.split("\n")]
        if _MODEL.match(lines[0]) and len(lines) > 1:
            self._models(lines, block.line)
            return None
        if _field_lines(text):
            for at, line in enumerate(lines):
                if line.strip():
                    self._field(line.strip(), block.line + at, anyhow=True)
            return None
        if all(re.match(r"\s*[45]\d\d\b|\s*$", each) for each in lines):
            for at, line in enumerate(lines):
                if line.strip():
                    self._piece(line.strip(), block.line + at, held=False)
            return None
        told = " ".join(re.sub(r"(?m)^\s*#+ ?", "", text).split())
        self._piece(told, block.line, held=bool(self.current), sketched=True)
        return None

    def _models(self, lines: list[str], number: int) -> None:
        """The fields of one kind after the other, each below its name."""
        kept, current, self.current = self.topic, self.current, []
        for at, line in enumerate(lines):
            if (model := _MODEL.match(line)) is not None:
                self.topic = Topic(model[1], self._source(number + at))
                self.brief.topics.append(self.topic)
            elif line.strip(" {}()"):
                self._field(line.strip(), number + at, anyhow=True)
        self.topic, self.current = kept, current

    def _exchange(self, block: Block) -> None:
        """A request as it goes over the wire, its answer, or both: a line, headers.

        An empty line, a body.
        """
        mode, kept, headed = "", list[str](), False

        def tell(number: int) -> None:
            words = " ".join(" ".join(kept).split())
            if words:
                self._tell(f"Body: {words}" if mode == "asked" else f"-> {words}", number)
            kept.clear()

        for at, line in enumerate(block.text.split("\n")):
            text = line.strip()
            if (asked := _ASKED.match(text)) is not None:
                tell(block.line + at)
                self._of(
                    list(mentions(f"{asked[1]} {_templated(asked[2], self.brief)}")),
                    "",
                    block.line + at,
                )
                mode, headed = "asked", True
            elif (stated := _STATED.match(text)) is not None:
                tell(block.line + at)
                mode, headed = "answered", True
                kept.append(stated[1] or stated[2])
            elif not text:
                headed = False
            elif not (headed and _HEADER.match(text)):
                headed = False
                kept.append(text)
        tell(block.line)

    def _transcript(self, block: Block) -> None:
        """Commands of curl and what they print, as sentences about their requests."""
        text = re.sub(r"\\\n\s*", " ", block.text)
        pieces = re.split(r"(?m)^(?=[^\w\n]*curl\b)", text)
        line = block.line
        for piece in pieces:
            found = re.match(r"[^\w\n]*curl\b(.*)", piece)
            if found is None:
                line += piece.count("\n")
                continue
            command = found[1].split(" # ")[0]
            method = re.search(r"(?:-X|--request)[ =]*([A-Z]+)", command)
            body = re.search(
                r"(?:-d|--data(?:-raw)?|--json)[ =]*(?:'([^']*)'|\"((?:[^\"\\]|\\.)*)\")",
                command,
            )
            place = re.search(
                r"(?:https?://)?[\w.$]+(?::\d+)?(/[^\s'\"]*)",
                re.sub(
                    r"-H\s*(?:'[^']*'|\"[^\"]*\")|(?:-d|--data(?:-raw)?|--json)[ =]*(?:'[^']*'|"
                    r"\"(?:[^\"\\]|\\.)*\")",
                    " ",
                    command,
                ),
            )
            if place is None:
                continue
            named = method[1] if method else ("POST" if body else "GET")
            self._of(list(mentions(f"{named} {_templated(place[1], self.brief)}")), "", line)
            if body:
                self._tell(f"Body: {body[1] or body[2]}", line)
            rest = piece[found.end() :] + (
                " # " + found[1].split(" # ", 1)[1] if " # " in found[1] else ""
            )
            rest = " ".join(re.sub(r"(?m)^\s*(?:#|//|<|>)+ ?", "", rest).split())
            if rest.strip(" #"):
                self._tell(
                    "-> " + re.sub(r"^[\s#]*(?:->|→|=>)?\s*(?:HTTP/[\d.]+ )?", "", rest), line
                )
            line += piece.count("\n")

    def _piece(
        self, text: str, line: int, *, held: bool, depth: int = 0, sketched: bool = False
    ) -> None:
        """Sentences that stand together: those behind one that names a request are about it."""
        here = held
        for sentence in sentences(text):
            found = [each for each in mentions(sentence) if not self._refers(sentence, each)]
            if found:
                self._of(found, sentence, line)
                here, self.depth = True, depth or self.depth
                if not self.heading:
                    self.depth = depth
            elif (
                here
                and self.current
                and not (_GENERAL.search(sentence) and not _LEANS.match(sentence))
            ):
                self._tell(sentence, line, keep=True)
            elif sketched and not self.current and self.brief.said:
                last = self.brief.said[-1]  # what a sentence with a colon shows below
                self.brief.said[-1] = said(f"{last.whole} {sentence}", last.source)
            else:
                self.brief.said.append(said(sentence, self._source(line)))

    def _refers(self, sentence: str, mention: Mention) -> bool:
        before = sentence[: mention.start]
        if _SHOWN.search(before):
            return True
        known = all(self.brief.request(each, mention.path) for each in mention.methods)
        return known and bool(_REFERS.search(before))

    def _of(self, found: list[Mention], text: str, line: int) -> None:
        """What stands around each mention is said of its request."""
        made: list[Request] = []
        ahead, told = text[: found[0].start], ""
        for at, each in enumerate(found):
            start = each.end
            end = found[at + 1].start if at + 1 < len(found) else len(text)
            lead, ahead = ahead, ""
            told = lead.strip() or told
            between = text[start:end]
            if at + 1 < len(found) and (led := _AHEAD.search(between)) is not None:
                between, ahead = between[: led.start()], led["lead"]
            here = [self._request(method, each, line) for method in each.methods]
            words = f"{lead.strip()} {GAP_MARK} {between.strip()}".strip()
            if at + 1 < len(found):
                words = re.sub(r"(?:[,;]|\band\b|\bor\b|\bwhile\b|\bwith\b|\s)+$", "", words)
                if not words.strip(f"{GAP_MARK} ,"):  # "PUT and PATCH /x do …", said of both
                    made += here
                    continue
            for one in {id(x): x for x in (*here, *self._joined(made, found, at, text))}.values():
                if words.strip(f"{GAP_MARK} .:,-–—*`"):
                    one.said.append(replace(said(words, self._source(line)), lead=told))
                elif told:
                    one.said.append(Said("", self._source(line), lead=told))
            made += here
        self._bracketed(found, text, line, made)
        self._of_both(found, text, line, made)
        self.current = list({id(each): each for each in made}.values())
        self.role = ""
        self._colon(text)
        if re.search(r"(?:->|=>|→|:)?\s*`?20[01]`?\W*$", text) and any(
            x.method in {"POST", "PUT", "PATCH"} for x in self.current
        ):
            self.role = (
                "body"  # fields right below a request and no more than its status are what it takes
            )

    def _of_both(self, found: list[Mention], text: str, line: int, made: list[Request]) -> None:
        """What is said of several requests behind the last of them: ", both answer 204"."""
        both = _BOTH.search(text, found[-1].end)
        if both is None or len(found) < 2:
            return
        own = [x for x in {id(x): x for x in made}.values() if x is not made[-1]]
        for one in own[-1:] if both[1].lower() == "both" else own:
            one.said.append(said(f"{GAP_MARK} {both['what']}", self._source(line)))

    def _bracketed(self, found: list[Mention], text: str, line: int, made: list[Request]) -> None:
        """What is said of several deeds, each with its request in brackets.

        Is said of all of them.
        """
        open_ = all(text[: each.start].rstrip("`* ").endswith("(") for each in found)
        tail = text[found[-1].end :].partition(")")[2].strip()
        if len(found) > 1 and open_ and tail.strip("."):
            for one in {id(x): x for x in made}.values():
                if one.method not in found[-1].methods or one is not made[-1]:
                    one.said.append(said(f"{GAP_MARK} {tail}", self._source(line)))

    def _joined(
        self, made: list[Request], found: list[Mention], at: int, text: str
    ) -> list[Request]:
        """Requests before this one of which nothing was said: they share what is said of it."""
        if at == 0:
            return []
        between = text[found[at - 1].end : found[at].start]
        # A list of requests with commas is a list; what is behind its last one is that one's.
        bare = re.fullmatch(r"[\s`*]*(?:,\s*)?(?:and|or|/)[\s`*]*", between)
        shown = re.match(r"\W*[{\[(]|[`*]*,? (?:which|that|who)\b", text[found[at].end :])
        both = re.match(
            r"\W*\{[^}]*\}\s*(?:are|both|needs?|requires?|is|must)\b", text[found[at].end :]
        )
        return made if bare and (not shown or both) else []

    def _request(self, method: str, mention: Mention, line: int) -> Request:
        found = self.brief.request(method, mention.path)
        if found is None:
            found = Request(method, mention.path, self._source(line))
            self.brief.requests.append(found)
        for name, sample in mention.query.items():
            found.query.setdefault(name, sample)
        return found

    def _tell(self, text: str, line: int, *, keep: bool = False) -> None:
        pieces = sentences(text) if not keep else [text]
        for each in (part for piece in pieces for part in _NEXT_DEED.split(piece)):
            bare = _BARE.match(each)
            about = [x for x in self.current if bare is None or x.method == bare[1]]
            if (deed := _BY_DEED.match(each)) is not None:
                method, item = _DEED_METHODS[deed[1].lower()]
                about = [x for x in about if x.method == method and bool(x.params) is item] or about
            for request in about or self.current:
                request.said.append(said(each, self._source(line)))
            self._colon(each)

    def _colon(self, text: str) -> None:
        for role, pattern in _ROLES.items():
            if re.search(pattern, text):
                self.role = role

    def _field(self, text: str, line: int, *, anyhow: bool = False) -> bool:
        """Whether an item is a name with what it may be; then it is kept as such."""
        found = _FIELD.match(text.strip()) or (_COLUMNS.match(text.strip()) if anyhow else None)
        if found is None or found[1].lower() in _NO_FIELD or found[1].isupper():
            return False
        words = found[4]
        if not anyhow and not (
            _FIELD_WORDS.search(words)
            and (text.lstrip().startswith(("`", "*", '"')) or found[1].islower() or "_" in found[1])
        ):
            return False
        if not anyhow and not self.current and self.topic is None:
            return False
        if not self.current and self.topic is None:
            return False
        name = found[1]
        comment = re.sub(r"\s(?://|#|--)\s", ", ", words)
        self._line(f"{name}{found[2] or ''}{found[3] or ''}", comment, line)
        return True

    def _line(self, name: str, words: str, line: int) -> None:
        bare = re.sub(r"[`*\"\s]", "", name)
        listed = bare.endswith("[]") or "[]" in bare
        plain = bare.rstrip("?").removesuffix("[]")
        told = said(("list, " if listed else "") + words, self._source(line))
        where = Line(plain, told, self.role, optional=bare.endswith("?"))
        if self.current:
            for request in self.current:
                request.lines.append(where)
        elif self.topic is not None:
            self.topic.lines.append(where)


# The first line of a request, the first line of an answer, and headers that say nothing which
# JSON services do not do anyhow.
_ASKED = re.compile(rf"^({_METHODS}) (/\S*)(?: HTTP/[\d.]+)?$")
_STATED = re.compile(
    r"^(?:HTTP/[\d.]+ )?([1-5]\d\d) (?:OK|Created|Accepted|No Content|Found|Bad Request|"
    r"Unauthorized|Forbidden|Not Found|Conflict|Gone|Unprocessable \w+|Too Many Requests)$|"
    r"^HTTP/[\d.]+ ([1-5]\d\d)\b.*$"
)
_HEADER = re.compile(
    r"(?i)^(?:content-type: application/json.*|accept: \S+|host: .*|content-length: \d+|date: .*)$"
)
_FIELDLIKE = re.compile(r"^(?:field|name|property|key|column|param\w*|attribute)$")
_MODEL = re.compile(
    r"^\s*(?:(?:type|interface|class|model|struct|table)\s+)?([A-Z]\w*)\s*:?\s*[{(]?\s*$"
)


def _tells_fields(block: Block) -> bool:
    """Whether a block is fields with what they may be."""
    if block.sort == "row":
        return any(_FIELDLIKE.search(k) for k, _ in block.cells) and not next(
            mentions(block.text), None
        )
    if block.sort == "item":
        found = _FIELD.match(block.text)
        return found is not None and bool(_FIELD_WORDS.search(found[4]))
    return (
        block.sort == "code" and not next(mentions(block.text), None) and _field_lines(block.text)
    )


def _field_lines(text: str) -> bool:
    """Whether every line is a field with what it may be."""
    lines = [each.strip() for each in text.split("\n") if each.strip()]
    return (
        bool(lines)
        and not text.lstrip().startswith(("{", "["))
        and all(_FIELD.match(each) or _COLUMNS.match(each) for each in lines)
    )


GAP_MARK = "¦"
_ROLES = {
    "query": r"(?i)\bquery\b|\bparameters?\b|\bparams?\b|\bfilters?\b",
    "body": r"(?i)\bbody\b|\bin:|\brequest\b|\btakes\b|\bfields\b|\bpayload\b",
    "answer": r"(?i)->|→|\breturns?\b|\banswers?\b|\bresponse\b|\bout:|\bresult\b|\b200\b|\b201\b",
}


def _begins(line: str) -> bool:
    return bool(re.match(rf"\s*(?:[`*]*{_METHODS}\b[`* ]|->|→|=>|⇒|\*\*)", line))


def _labelled(header: str, text: str) -> str:
    if re.search(r"body|request|input|payload|takes", header):
        return f"Body: {text}"
    if re.search(r"success|status|result|answer|response|returns|output", header):
        return f"-> {text}"
    if re.search(r"error|fail", header):
        return "; ".join(re.split(r",\s*(?=\d{3})", text))
    if (shown := _CREDENTIAL.search(header)) is not None:
        if re.fullmatch(r"(?i)\W*(?:yes|y|x|✓|✔|✅|needed|required|must|true)\W*", text):
            return f"needs the {shown[0]}"
        if re.fullmatch(r"(?i)\W*(?:no|n|none|not needed|optional|false|✗|✘|❌)\W*", text):
            return f"needs no {shown[0]}"
    return text


# What a column says that a request has to show, or not.
_CREDENTIAL = re.compile(r"(?i)\b(?:api[ -]key|key|token|login|auth\w*|secret)\b")


def _templated(path: str, brief: Brief) -> str:
    """A path of an example with names in place of its values."""
    path, _, query = path.partition("?")
    parts = path.split("/")
    for known in brief.requests:
        told = known.path.split("/")
        if (
            len(told) == len(parts)
            and "{" in known.path
            and all(a == b or a.startswith("{") for a, b in zip(told, parts, strict=True))
        ):
            parts = told
            break
    out = ["{id}" if re.fullmatch(r"\d+", each) else each for at, each in enumerate(parts)]
    return "/".join(out) + (f"?{query}" if query else "")


def mentions(text: str) -> Iterator[Mention]:
    """Every place where requests are named.

    >>> [
    ...     (each.methods, each.path, each.query)
    ...     for each in mentions("GET /a/:id?x=1 and PUT or PATCH /b/<b>.")
    ... ]
    [(('GET',), '/a/{id}', {'x': '1'}), (('PUT', 'PATCH'), '/b/{b}', {})]
    """
    for found in MENTION.finditer(text):
        told = found[2].rstrip(".:") + (found[3] or "")
        path, _, query = told.partition("?")
        asked = {}
        for each in re.split(r"[&;]", query):
            name, _, sample = each.partition("=")
            if re.fullmatch(r"[A-Za-z_][\w.-]*", name):
                asked[name] = sample.strip("<>{}.…")
        path = re.sub(r":(\w+)|<(\w+)>", lambda one: f"{{{one[1] or one[2]}}}", path)
        path = re.sub(r"\{([\w ]+)-(\w+)\}", r"{\1_\2}", path)
        path = re.sub(r"(?<=/)\d+(?=/|$)", "{id}", path)
        path = _distinct(path)
        end = found.end() - (len(found[2]) - len(found[2].rstrip(".:")) if not found[3] else 0)
        methods = tuple(re.findall(_METHODS, found[1]))
        yield Mention(found.start(), end, methods, path if path == "/" else path.rstrip("/"), asked)


def _distinct(path: str) -> str:
    """A path in which no two names in braces are the same."""
    parts = path.split("/")
    for at, each in enumerate(parts):
        if each.startswith("{") and each in parts[at + 1 :]:
            parts[at] = f"{{{singular(parts[at - 1].replace('-', '_'))}_{each.strip('{}')}}}"
    return "/".join(parts)
