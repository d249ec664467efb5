"""A text as a brief: which request each sentence is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Line, Request, Topic
from beliefs.spec.brief.columns import FIELDLIKE, field_cells, labelled, request_cells
from beliefs.spec.brief.enumerated import METHODS, spelled_out
from beliefs.spec.brief.kinds import about
from beliefs.spec.brief.layout import BOLD, Block, blocks
from beliefs.spec.brief.names import row_of
from beliefs.spec.brief.said import Said, said, sentences
from beliefs.spec.brief.samples import schema_in, schema_lines, spoken, uncommented
from beliefs.spec.brief.sections import told as told_of
from beliefs.spec.brief.sketch import Sketch
from beliefs.spec.brief.stories import about_below, numbered, plainly
from beliefs.spec.brief.wires import (
    Call,
    commands,
    exchanges,
    is_exchange,
    is_transcript,
    templated,
    values_in,
)
from beliefs.spec.documents.moments import brief_moments
from beliefs.spec.understanding.words import singular

_METHODS = METHODS
# Samples with signs that no other path has: five fields of a schedule, a sum.
_SAMPLES = (
    r"(?<=cron=)[\d*/,-]+(?:[ +][\d*/,A-Za-z-]+){4}|"
    r"(?:(?<=[?&]expr=)|(?<=expression=)|(?<=formula=)|(?<=calc=))[\d+*/().%A-F-]*[\d)]"
)
MENTION = re.compile(
    rf"\b({_METHODS}(?:(?:\s*[/|,&]\s*|\s+(?:and|or)\s+){_METHODS})*)\b[`*:\s]*(?:to |on |at )?"
    rf"[`*]*(/[^\s`*,;|()\[\]\"?]*(?:\?(?:{_SAMPLES}|[^\s`*,;|()\[\]\"]|(?<=[\w=])\|(?=\w))*)?)"
    r"(?:\[(\?[^\]\s]*)\])?`?"
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
# What leads to a list of what holds for all requests.
_OF_SERVICE = re.compile(
    r"(?i)^[*_\s]*(?:(?:general|common|shared|global|all) )?(?:limits?|errors?|failures?|"
    r"conventions?|error (?:responses|codes|cases|handling)|general(?: rules)?|rate limits?)"
    r"[*_\s]*:[*_\s]*$"
)
# What the fields below are those of: "A guest looks like this:", "Product:", "All answer with the
# cart:".
_TOPIC = re.compile(
    r"(?i)^(?:(?:\w+ ){1,4}(?:answers?|returns?|responds?)(?: with)? (?:the|an?) (?P<a>[a-z]+)|"
    r"(?:(?:an?|the|each|every|one) )?(?P<b>[a-z]+(?: [a-z]+)?)(?: looks? like(?: this)?| (?:has|"
    r"have)(?: these fields| the (?:following )?fields)?| fields| objects?| records?| is| "
    r"consists? "
    r"of| is (?:an object|a record)(?: like this)?)?):$"
)
# How whatever is asked fails, in a paragraph that names no request.
_ALIKE = re.compile(
    r"(?i)\b(?:something|anything|sth)(?: is|'s)? (?:missing|wrong|invalid|empty|bad)|\b(?:bad|"
    r"invalid|wrong|malformed) (?:input|data|requests?|bod(?:y|ies))\b|\b(?:unknown|wrong) ids?\b"
)
_FIELD = re.compile(
    r"^[`*\"]*([A-Za-z_]\w*)(\[\])?(\?)?[`*\"]*\s*(?::|(?<=\s)-|-(?=\s)|–|—|=|\()\s*(.*)$",
    re.DOTALL,
)
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


_SAME_PATH = re.compile(
    rf"({_METHODS}) (?:on|to|at|for|from) (?:(?:(?:the|that) )?same|that) (?:path|url|uri|route|"
    r"endpoint|address|resource)\b"
)
# "; sort=name|created_at" is a parameter, too.
_BARE_QUERY = re.compile(
    r"(?<=[;,(] )(sort|sort_by|order|order_by|limit|page|per_page|q|search)=(?=\w|[;,)]|$)"
)


# What callers may ask of the one list, below such a line.
_ASKED_OF_LIST = re.compile(
    r"(?i)^\W*(?:the |optional |supported |possible |available )*(?:query )?(?:parameters?|params?|"
    r"filters?|query strings?)(?: (?:of|for|on) (?:the )?(?:list(?:ing)?|collection|\w+s))?"
    r"(?: \(all optional\)|,? all optional)?\W*$"
)
_ASKED_NAMES = re.compile(
    r"^(?P<names>`[A-Za-z_]\w*`(?:(?:,| and|, and| or|/| &) ?`[A-Za-z_]\w*`)*)\s*(?:[-–—:=]|\()\s*"
    r"(?P<words>.*)$",
    re.DOTALL,
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
    made = _Laying(_BARE_QUERY.sub(r"?\1=", text), name).done()
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
        self.above_here: Block | None = None  # the last heading
        self.stated = ""  # the status of the answer that stands next
        self.listed = False  # whether the last row of a table named a request
        self.samples = values_in(text)
        self.calls: Callable[[str], list[Call]] = exchanges
        self.asking = False  # parameters of a list stand here

    def done(self) -> Brief:
        for at, (block, story) in enumerate(told_of(self.blocks)):
            if story:
                self._story(block)
                continue
            if block.sort != "row" and self.listed and not self.heading:
                self.current = []  # what stands below a table of requests is about all
            self.listed = self.listed and block.sort == "row"
            self.asking = self.asking and block.sort == "item"
            getattr(self, f"_{block.sort}")(block, self.blocks[at - 1] if at else None)
        return self.brief

    def _story(self, block: Block) -> None:
        """What asks for nothing is kept to be shown as that."""
        if block.sort == "heading":
            self.current, self.heading, self.role = [], 0, ""
            return
        for sentence in sentences(" ".join(block.text.split())):
            self.brief.said.append(
                Said("", self._source(block.line), whole=sentence, aside=True, story=True)
            )

    def _source(self, line: int) -> str:
        return f"{self.name}:{self.above + line}"

    def _heading(self, block: Block, _: Block | None) -> None:
        if not self.brief.title and block.depth == 1 and not MENTION.search(block.text):
            self.brief.title = block.text
        found = list(mentions(block.text))
        if not found and self._labels(block):
            return
        self.above_here = block
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

    def _labels(self, block: Block) -> bool:
        """Whether a heading only says what of a request stands below it: "Response"."""
        if not self.current or _LABEL.fullmatch(block.text.strip("` :")) is None:
            return False
        if re.search(r"(?i)error|rule|note", block.text) and not self._within(block):
            return False
        self.role = next((k for k, v in reversed(_ROLES.items()) if re.search(v, block.text)), "")
        self.stated = ""
        if (status := re.search(r"\b[1-5]\d\d\b", block.text)) is not None:
            self.role = "answer"
            if status[0] < "400":
                self._tell(f"-> {status[0]}", block.line)
            else:
                self.stated = f"{status[0]} "
        return True

    def _within(self, block: Block) -> bool:
        """Whether a heading stands below the one of the current request."""
        return 0 < self.heading < block.depth

    def _alone(self) -> None:
        """Have all that stands below a request that is named by itself be about it."""
        above = self.above_here
        if above is None or above.depth < 2:
            self.heading = 2 if above is not None and self._only(2) else BOLD
            return
        self.heading = above.depth if self._only(above.depth) else BOLD
        if self.heading == above.depth < BOLD and not list(mentions(above.text)):
            told = said(numbered(above.text), self._source(above.line))
            told.aside = True
            for each in self.current:
                each.said.append(told)
            self.brief.topics = [x for x in self.brief.topics if x is not self.topic]
            self.topic = None

    def _only(self, depth: int) -> bool:
        """Whether no other request is named by itself until the next heading of that level."""
        start = self.blocks.index(self.above_here) if self.above_here is not None else 0
        below = self.blocks[start + 1 :]
        ends = (i for i, x in enumerate(below) if x.sort == "heading" and x.depth <= depth)
        return sum(_bare(x) for x in below[: next(ends, len(below))]) == 1

    def _paragraph(self, block: Block, _: Block | None) -> None:
        if _OF_SERVICE.match(block.text) and not self.heading:
            self.current, self.role, self.depth = [], "", 0  # what stands below is about all
        lines = block.text.split("\n")
        if self._listed_fields(lines, block.line):
            return
        # A line that begins with a request, an arrow or a bullet is a piece of its own.
        starts = [at for at, line in enumerate(lines) if at == 0 or _begins(line)]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            piece = " ".join(" ".join(lines[start:end]).split())
            if end == len(lines) and (self._titles(block, piece) or self._asks(piece)):
                continue
            self._piece(piece, block.line + start, held=self._holds(block, piece))
            self.depth = 0
        if _bare(block):
            self._alone()

    def _listed_fields(self, lines: list[str], number: int) -> bool:
        """Whether a paragraph is a name with the fields of such a thing below it, line by line."""
        found = _TOPIC.match(re.sub(r"[`*]", "", lines[0].strip()))
        rest = [each for each in lines[1:] if each.strip()]
        if found is None or not rest or _LABEL.fullmatch(lines[0].strip("`*: ")):
            return False
        fields = [_FIELD.match(each.strip()) for each in rest]
        sure = [x for x in fields if x is not None and _FIELD_WORDS.search(x[4])]
        if None in fields or 2 * len(sure) < len(rest) or any(_begins(x) for x in rest):
            return False
        self.topic = Topic(found["a"] or found["b"], self._source(number))
        self.brief.topics.append(self.topic)
        self.current, self.heading, self.role = [], 0, ""
        for at, line in enumerate(lines[1:], 1):
            if line.strip():
                self._field(line.strip(), number + at, anyhow=True)
        return True

    def _asks(self, piece: str) -> bool:
        """Whether a line only says that what the one list may be asked for stands below it."""
        lists = [
            x
            for x in self.brief.requests
            if x.method == "GET" and x.tail and self.brief.request("POST", x.path) is not None
        ]
        if len(lists) != 1 or _ASKED_OF_LIST.match(piece) is None:
            return False
        self.current, self.role, self.heading, self.depth = lists, "query", 0, 0
        self.asking = True
        return True

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
        if self.current and _LABEL.fullmatch(re.sub(r"[`*:]", "", piece)):
            return False
        self.topic = Topic(found["a"] or found["b"], self._source(block.line))
        self.brief.topics.append(self.topic)
        self.current, self.heading, self.role = [], 0, ""
        return True

    def _item(self, block: Block, _: Block | None) -> None:
        if self.asking and self._parameters(block):
            return
        if not next(mentions(block.text), None) and self._field(block.text, block.line):
            return
        below = bool(self.current) and (
            self.heading > 0 or block.depth > self.depth > 0 or bool(_LEANS.match(block.text))
        )
        self._piece(block.text, block.line, held=below, depth=block.depth)

    def _parameters(self, block: Block) -> bool:
        """Whether an item tells of parameters of a list, by one name or several."""
        found = _ASKED_NAMES.match(block.text)
        if found is None or next(mentions(block.text), None) is not None:
            return False
        for name in re.findall(r"[A-Za-z_]\w*", found["names"]):
            self._line(name, found["words"], block.line, "query")
        return True

    def _row(self, block: Block, _: Block | None) -> None:
        cells = request_cells(block.cells)
        request = next((k for k in cells if next(mentions(cells[k]), None)), None)
        self.listed = request is not None
        if request is not None:
            self._of(list(mentions(cells[request])), cells[request], block.line)
            for header, text in cells.items():
                if header != request and text.strip("- –—"):
                    self._tell(labelled(header, text), block.line)
            return
        if failure := _failing(cells):
            self._piece(failure, block.line, held=bool(self.current))
            return
        fieldlike = next((k for k in cells if FIELDLIKE.search(k)), None)
        if fieldlike is not None and self._tells(cells[fieldlike]):
            name, words, role = field_cells(cells, fieldlike)
            self._line(name, words, block.line, role)
            return
        self._piece(
            "; ".join(text for text in cells.values() if text), block.line, held=bool(self.current)
        )

    def _tells(self, name: str) -> bool:
        """Whether a row of a table is about a value, and there is something that has it."""
        bare = re.sub(r"[`*\"\s]", "", name)
        named = re.fullmatch(r"[A-Za-z_][\w.-]*(?:\[\])?\??", bare)
        return named is not None and bool(self.current or self.topic is not None)

    def _code(self, block: Block, _: Block | None) -> None:
        text = block.text
        if is_transcript(text):
            self.calls = commands
            return self._wire(block)
        if is_exchange(text):
            self.calls = exchanges
            return self._wire(block)
        found = list(mentions(text))
        if found:
            for at, line in enumerate(text.split("\n")):
                if line.strip():
                    self._piece(line.strip(), block.line + at, held=bool(self.current))
            if _bare(block):
                self._alone()
            return None
        if (schema := schema_in(text)) is not None:
            return self._schema(schema, block.line)
        if text.lstrip().startswith(("{", "[")):
            text, remarks = uncommented(text)
            for each in remarks if self._has() else ():
                self._line(each.name, each.words, block.line + each.line)
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
        if self.current and told.startswith(("{", "[")):
            told = f"{_LEADS.get(self.role, '')}{self.stated}{told}"
            self.stated = ""
        elif self.topic is not None and told.startswith("{") and (name := about(self.topic.name)):
            plain, words = spoken(told)
            for one, what in words:
                self._line(one, what, block.line)
            self.brief.said.append(said(f"The {name} is: {plain}", self._source(block.line)))
            return None
        self._piece(told, block.line, held=bool(self.current), sketched=True)
        return None

    def _has(self) -> bool:
        """Whether there is something that the members of a value are those of."""
        if not self.current and self.topic is None and self.brief.said:
            found = _TOPIC.match(re.sub(r"[`*]", "", self.brief.said[-1].whole))
            if found is not None:
                self.topic = Topic(found["a"] or found["b"], self.brief.said[-1].source)
                self.brief.topics.append(self.topic)
        return bool(self.current or self.topic is not None)

    def _schema(self, schema: dict[str, Any], line: int) -> None:
        """The values that a JSON Schema states, of what it or its heading names."""
        where = list(schema_lines(schema, self._source(line)))
        title = schema.get("title")
        if self.current and not (isinstance(title, str) and title):
            for request in self.current:
                request.lines += [replace(x, role=x.role or self.role) for x in where]
            return
        if isinstance(title, str) and title:
            self.topic = Topic(title, self._source(line))
            self.brief.topics.append(self.topic)
        if self.topic is not None:
            self.topic.lines += where

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

    def _wire(self, block: Block) -> None:
        """What goes over the wire, as sentences about its requests."""
        at = self.blocks.index(block)
        before = self.blocks[at - 1] if at else None
        lead = _lead_of(before) if before is not None else ""
        for call in self.calls(block.text):
            line = block.line + call.line
            if call.method:
                path = templated(call.path, self.brief, self.samples, failed=call.status >= 400)
                self._of(list(mentions(f"{call.method} {path}")), "", line)
            if lead and before is not None:
                lead = self._led(lead, before, call, line)
            for words in call.told(self.samples):
                self._tell(f"{lead} {words}".strip() if words.startswith("->") else words, line)
                lead = "" if words.startswith("->") else lead

    def _led(self, lead: str, before: Block, call: Call, line: int) -> str:
        """What leads to a call, no longer said where it stood; it is why a call fails."""
        places = (self.brief.said, *(x.said for x in self.brief.requests))
        for told in places:
            kept = [x for x in told if x.source != self._source(before.line) or x.whole != lead]
            told[:] = kept
        if call.status >= 400:
            return lead.rstrip(": ")
        for each in self.current:
            each.said.append(replace(said(lead.rstrip(": "), self._source(line)), aside=True))
        return ""

    def _piece(
        self, text: str, line: int, *, held: bool, depth: int = 0, sketched: bool = False
    ) -> None:
        """Sentences that stand together: those behind one that names a request are about it."""
        here = held
        told = [spelled_out(self._same_path(plainly(x))) for x in sentences(numbered(text))]
        for sentence in told if held else about_below(told, MENTION):
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

    def _same_path(self, sentence: str) -> str:
        """A sentence with the path in place of "the same path"."""
        found = _SAME_PATH.search(sentence)
        if found is None:
            return sentence
        before = [each.path for each in mentions(sentence[: found.start()])]
        path = before[-1] if before else (self.current[-1].path if self.current else "")
        if not path:
            return sentence
        if "location" in sentence[: found.start()].lower() and not path.endswith("}"):
            path = f"{path}/{{id}}"  # the path that the header tells
        return f"{sentence[: found.start()]}{found[1]} {path}{sentence[found.end() :]}"

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
            here = [
                self._request(method, each._replace(path=path), line)
                for method, path in _collection(each, text[each.end :])
            ]
            between = self._spoken(between, line, here)
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
        pieces = [each for each in pieces if not self._needed(each, line)]
        pieces = [self._spoken(each, line, self.current) for each in pieces]
        for each in (part for piece in pieces for part in _NEXT_DEED.split(piece)):
            bare = _BARE.match(each)
            about = [x for x in self.current if bare is None or x.method == bare[1]]
            if bare is not None and not about:  # "POST returns 200" behind what is said of a GET
                about = [x for x in self.brief.requests if x.method == bare[1]]
            if (deed := _BY_DEED.match(each)) is not None:
                method, item = _DEED_METHODS[deed[1].lower()]
                about = [x for x in about if x.method == method and bool(x.params) is item] or about
            if bare is not None and any(_says_otherwise(x, each) for x in about):
                about = [x for x in about if not _says_otherwise(x, each)]
                if not about:  # what is said of one request alone goes first
                    continue
            for request in about or self.current:
                request.said.append(said(each, self._source(line)))
            self._colon(each)

    def _needed(self, text: str, line: int) -> bool:
        """Whether a sentence is names of what is brought: "Required: `title` and `owner`"."""
        lead = _NEEDED.match(text)
        if lead is None or not any(x.method in {"POST", "PUT", "PATCH"} for x in self.current):
            return False
        one = said(text[lead.end() :].rstrip(". "), self._source(line))
        named, end = row_of(one.text, 0, frozenset(), one.codes)
        if not named or one.text[end:].strip(" .") or one.sketches:
            return False
        for each in named:
            words = f"{lead['how'].lower()}, {each.words.strip('()')}".rstrip(", ")
            self._line(each.name, words, line, "body")
        return True

    def _spoken(self, text: str, line: int, requests: list[Request]) -> str:
        """A sentence whose sketches have no words in the places of values: those are lines."""
        plain, told = spoken(text)
        for name, words in told:
            at = text.find(words)
            answers = re.search(r"->|→|\b20\d\b|\b(?:returns?|answers?|response)\b", text[:at])
            role = "answer" if answers else "body"
            where = Line(name, said(words, self._source(line)), role)
            where.said.aside = role == "answer"
            for each in requests:
                each.lines.append(where)
        return plain

    def _colon(self, text: str) -> None:
        for role, pattern in _ROLES.items():
            if re.search(pattern, text):
                self.role = role

    def _field(self, text: str, line: int, *, anyhow: bool = False) -> bool:
        """Whether an item is a name with what it may be; then it is kept as such."""
        found = _FIELD.match(text.strip()) or (_COLUMNS.match(text.strip()) if anyhow else None)
        marked = anyhow or text.lstrip().startswith(("`", "**", '"'))
        if found is None or found[1].isupper() or (not marked and found[1].lower() in _NO_FIELD):
            return False
        words = found[4]
        below = marked and self.role in {"body", "answer"} and bool(self.current)
        if (
            not anyhow
            and not below
            and not (
                _FIELD_WORDS.search(words)
                and (
                    text.lstrip().startswith(("`", "*", '"'))
                    or found[1].islower()
                    or "_" in found[1]
                )
            )
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

    def _line(self, name: str, words: str, line: int, role: str = "") -> None:
        bare = re.sub(r"[`*\"\s]", "", name)
        listed = bare.endswith("[]") or "[]" in bare
        plain = bare.rstrip("?").removesuffix("[]")
        told = said(("list, " if listed else "") + words, self._source(line))
        where = Line(plain, told, role or self.role, optional=bare.endswith("?"))
        if self.current:
            for request in self.current:
                brought = not role and any(
                    plain in x.names for one in request.said[-6:] for x in _brought(one)
                )
                request.lines.append(replace(where, role="body") if brought else where)
        elif self.topic is not None:
            self.topic.lines.append(where)


# A heading that only says what of a request stands below it.
_LABEL = re.compile(
    r"(?i)(?:example |sample |json )?(?:(?:the )?(?:request|response|success|error)s?(?: (?:body|"
    r"bodies|example|payload|schema|json|params|parameters|fields|format|codes?|responses?))?|"
    r"body|payload|input|output|returns|answer|result|(?:query |path |url )?param(?:eter)?s?|query"
    r"(?: string)?|filters|fields|errors?(?: cases)?|rules|notes?|validation|behaviou?r|status "
    r"codes?)(?:\W+[1-5]\d\d[\w /]*)?\)?|[1-5]\d\d(?: [A-Z][\w ]*)?"
)
_NEEDED = re.compile(
    r"(?i)^\W*(?P<how>required|mandatory|optional)(?: (?:body )?(?:fields?|parameters?|values?|"
    r"attributes?))?"
    r"(?: (?:is|are))?\s*[:-]+\s*"
)
_LEADS = {"body": "Body: ", "answer": "-> "}
_MODEL = re.compile(
    r"^\s*(?:(?:type|interface|class|model|struct|table)\s+)?([A-Z]\w*)\s*:?\s*[{(]?\s*$"
)


def _tells_fields(block: Block) -> bool:
    """Whether a block is fields with what they may be."""
    if block.sort == "row":
        return any(FIELDLIKE.search(k) for k, _ in block.cells) and not next(
            mentions(block.text), None
        )
    if block.sort == "item":
        found = _FIELD.match(block.text)
        return found is not None and bool(_FIELD_WORDS.search(found[4]))
    return (
        block.sort == "code"
        and not next(mentions(block.text), None)
        and (_field_lines(block.text) or block.text.lstrip().startswith("{"))
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


# The columns of a table of failures: when, with what code, in which words.
_STATUS_CELL = re.compile(r"^\W*([45]\d\d)\b[\s\w()-]*$")
_WHEN_COLUMN = re.compile(
    r"^(?:when|whenever|case|cases|cause|condition|situation|reason|meaning|if|trigger|description|"
    r"problem|what|what happened|error|failure|scenario)\b"
)
_CODE_COLUMN = re.compile(r"^(?:error ?)?(?:code|type|name|error|key)$")
_WORDS_COLUMN = re.compile(r"^(?:error ?)?(?:msg|message|text|detail|says|wording|words)$")
_BODY_COLUMN = re.compile(r"^(?:json|body|response|answer|payload|response body|error body)$")


def _failing(cells: dict[str, str]) -> str:
    """A row of a table of failures as a sentence; nothing where it is none.

    >>> _failing(
    ...     {"status": "400", "code": "NO_PLATE", "message": "Which plate?", "when": "no plate"}
    ... )
    '400 if no plate, with code "NO_PLATE", with message "Which plate?"'
    """
    told = {name: re.sub(r"[`*]", "", text).strip() for name, text in cells.items()}
    told = {name: text for name, text in told.items() if text.strip("- –—")}
    status = next((name for name, text in told.items() if _STATUS_CELL.match(text)), None)
    if status is None:
        return ""
    number = re.findall(r"[45]\d\d", told.pop(status))[0]
    body = next((x for x in told if told[x].startswith("{")), None)
    shown = f": {told.pop(body)}" if body is not None else ""
    words = next((x for x in told if _WORDS_COLUMN.match(x)), None)
    said = told.pop(words).strip("\"'“”") if words is not None else ""
    code = next((x for x in told if _CODE_COLUMN.match(x) and re.fullmatch(r"\w+", told[x])), None)
    name = told.pop(code) if code is not None else ""
    when = next((x for x in told if _WHEN_COLUMN.match(x)), None) or next(iter(told), None)
    cause = told.pop(when) if when is not None else ""
    if told or not (shown or said or name):
        return ""
    parts = [f"{number} if {cause}" if cause else number]
    parts += [f'with code "{name}"'] if name else []
    parts += [f'with message "{said}"'] if said else []
    return ", ".join(parts) + shown


def _bare(block: Block) -> bool:
    """Whether a paragraph is no more than one request."""
    if block.sort not in {"paragraph", "code"}:
        return False
    found = next(mentions(block.text), None)
    if found is None or (block.sort == "code" and "\n" in block.text.strip()):
        return False
    rest = f"{block.text[: found.start]} {block.text[found.end :]}"
    return not re.search(r"\w", re.sub(r"HTTP/[\d.]+", "", rest))


def _brought(one: Said) -> tuple[Sketch, ...]:
    """The records that a sentence says are brought."""
    return one.sketches if one.whole.startswith("Body:") else ()


def _collection(mention: Mention, behind: str) -> list[tuple[str, str]]:
    """The requests of a mention; `POST/GET/PATCH/DELETE /flags` are those of rows, too."""
    path, methods = mention.path, mention.methods
    changes = {"PUT", "PATCH", "DELETE"} & {*methods}
    if path.endswith("}") or "POST" not in methods or "GET" not in methods or not changes:
        return [(each, path) for each in methods]
    by = re.match(r"(?i)\W*(?:each |all )?by (?:its |their )?([a-z_]\w*)", behind)
    item = f"{path}/{{{by[1] if by else 'id'}}}"
    found = [(each, item if each in changes else path) for each in methods]
    return [*found, ("GET", item)]


def _begins(line: str) -> bool:
    return bool(
        re.match(rf"\s*(?:[`*]*{_METHODS}\b[`* ]|->|→|=>|⇒|\*\*)", line) or _BEGINNING.match(line)
    )


# Lines that say one thing each, below the request that they are about.
_BEGINNING = re.compile(
    r"(?i)^\s*(?:[-–>]\s*)?[`*]*(?:(?:(?:request |response )?body|json|query|params?|parameters?|"
    r"headers?|returns?|response|answers?|errors?|success|failures?|auth\w*|in|out|input|output)"
    r"[`*]*\s*:|[1-5]\d\d\b[`*]*(?:\s*(?::|->|→|-|–|—|=|$)|\s+(?:if|when|for|with)\b))"
)


def _lead_of(block: Block) -> str:
    """A paragraph that leads to what stands below it; empty where it does not."""
    text = " ".join(block.text.split())
    if block.sort != "paragraph" or not text.endswith(":") or next(mentions(text), None):
        return ""
    return (
        text if len(sentences(text)) == 1 and _LABEL.fullmatch(text.strip("` :*")) is None else ""
    )


def _says_otherwise(request: Request, general: str) -> bool:
    """Whether a request answers with another status than what is said of all of its method."""
    said_of_all = set(_GOOD.findall(general))
    own = {status for one in request.said for status in _GOOD.findall(one.whole)}
    return bool(own and said_of_all and not own & said_of_all)


_GOOD = re.compile(r"\b2\d\d\b")


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
        asked: dict[str, str] = {}
        for each in re.split(r"[&;]", query):
            name, _, sample = each.partition("=")
            if re.fullmatch(r"[A-Za-z_][\w.-]*", name):
                plain = sample.strip("<>{}.…")  # one that stands there twice may be given twice
                asked[name] = f"{asked[name]}&{plain}" if name in asked else plain
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
