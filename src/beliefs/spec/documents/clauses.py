"""Sentences that speak of statuses: which words, body, code and message belong to which."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.samples import sample

_KNOWN = (
    "200|201|202|204|207|301|302|303|304|307|308|400|401|402|403|404|405|406|409|410|411|412|413|415|"
    "418|422|423|424|428|429|451|500|501|503"
)
# A number that is a status: no bound, no amount, no part of another number.
STATUS = re.compile(
    rf"(?<![\d.,:/#$€£-])(?<!max )(?<!min )(?<!at most )(?<!at least )(?<!up to )(?<!than )"
    rf"(?<!between )(?<!default )(?<!defaults to )(?<!maximum )(?<!limit )(?<!port )(?<!= "
    rf")(?<!not )"
    rf"({_KNOWN})(?![\d%]|[.,:-]\d|\s*(?:chars?|characters|items|letters|entries|cents|seconds|"
    r"rows|points|words|MB|KB|bytes|ms|per|minutes|results|requests|symbols)\b)"
)
_APART = re.compile(r"\s*(?:[;·|/•\n]|,|\bor\b|\band\b|\botherwise\b|\belse\b|—|–)\s*")

# Readers of all kinds cut the same texts again: as many of them are kept as a long document has.
_TEXTS = 1 << 14


class Clause(NamedTuple):
    """What is said of one status; `body` is JSON text as it stands, or empty."""

    status: int
    words: str
    body: str = ""
    code: str = ""
    message: str = ""
    after: str = ""  # what stands behind the status
    several: bool = False  # the body is that of each of a list


def records(text: str) -> list[tuple[int, int]]:
    """Where records and lists of records stand in a text.

    >>> text = 'gives 404 `{"error": {"code": 1}}` or [{"a": 1}], not {id}'
    >>> [text[start:end] for start, end in records(text)]
    ['{"error": {"code": 1}}', '[{"a": 1}]']
    >>> records("POST /login → {token}")
    [(14, 21)]
    """
    return list(_records(text))


_OPENS = re.compile(r"[{\[]")


@lru_cache(_TEXTS)
def _records(text: str) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    opened = _OPENS.search(text)
    while opened:
        at, end = opened.start(), _closed(text, opened.start())
        inner = text[at:end]
        told = re.search(r"[:,\"]|\{\s*\}", inner) or _answered(text[:at], inner)
        if end and told and ("{" in inner):
            found.append((at, end))
            at = end - 1
        opened = _OPENS.search(text, at + 1)
    return tuple(found)


_ONE_NAME = re.compile(r"\[?\{\s*[A-Za-z_]\w*\??\s*\}\]?")
_ANSWERS = re.compile(
    r"(?i)(?:(?:->|→|=>)|(?:^|[\s(|])[1245]\d\d:?|\b(?:returns?|answers?|gives?|responds with)"
    r"(?: with)?)\s*[`*]*$"
)


def _answered(before: str, inner: str) -> bool:
    """Whether one name in braces is a record: behind an arrow or a status, not part of a path."""
    return bool(_ONE_NAME.fullmatch(inner) and _ANSWERS.search(before))


def _closed(text: str, start: int) -> int:
    depth, quoted = 0, False
    for at in range(start, len(text)):
        each = text[at]
        if each == '"' and text[at - 1] != "\\":
            quoted = not quoted
        elif quoted:
            continue
        elif each in "{[":
            depth += 1
        elif each in "}]":
            depth -= 1
            if depth == 0:
                return at + 1
    return 0


@lru_cache(_TEXTS)
def masked(text: str) -> str:
    """A text of the same length without what is quoted in it."""
    made = list(text)
    spans = records(text)
    spans += [match.span() for match in re.finditer(r"[\"“][^\"“”]*[\"”]", text)]
    spans += [
        match.span() for match in re.finditer(r"`[^`]*`", text) if not STATUS.search(match[0][1:-1])
    ]
    for start, end in spans:
        made[start:end] = "\x01" * (end - start)
    return "".join(made)


def sentences(text: str) -> list[str]:
    """The sentences of a text; what is quoted stays whole, and a mark that stands alone is a word.

    >>> sentences('It is 404. Then `{"a": "b. C"}` is sent. e.g. this')
    ['It is 404.', 'Then `{"a": "b. C"}` is sent.', 'e.g. this']
    """
    return list(_sentences(text))


@lru_cache(_TEXTS)
def _sentences(text: str) -> tuple[str, ...]:
    hidden = masked(text)
    cuts = [
        match.end()
        for match in re.finditer(r"(?<!e\.g)(?<!i\.e)(?<!etc)(?<!\.)[.!?][*_`)\"]*\s+|\n+", hidden)
        # A full stop may stand alone where a record before it was taken out.
        if match[0][0] not in "!?" or not text[match.start() - 1 : match.start()].isspace()
    ]
    parts = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    return tuple(each.strip() for each in parts if each.strip())


def or_else(sentence: str) -> list[str]:
    """A sentence in two where it shows what goes well, "or" a failure.

    >>> or_else('Answers `{"id": 1}` or 404 if it is gone.')
    ['Answers `{"id": 1}`', '404 if it is gone.']
    """
    for _, end in records(sentence):
        found = re.match(r"[`\s]*,? or (?:with |an? )?(?=`?[45]\d\d\b)", sentence[end:])
        if found and not STATUS.search(masked(sentence[:end])):
            closed = end + len(sentence[end:]) - len(sentence[end:].lstrip("`"))
            return [sentence[:closed], sentence[end + found.end() :]]
    return [sentence]


def clauses(text: str) -> list[Clause]:
    """Every status of a text, with what is said of it.

    >>> one, two = clauses('Returns `201` and the book, 409 `{"error": "taken"}` if it is there.')
    >>> one.status, two.status, two.message, two.words
    (201, 409, 'taken', 'if it is there')
    >>> clauses("at most 200 characters, 1-404, 300 seats")
    []
    """
    return list(_clauses(text))


@lru_cache(_TEXTS)
def _clauses(text: str) -> tuple[Clause, ...]:
    found: list[Clause] = []
    for sentence in sentences(text):
        hidden = masked(sentence)
        marks = [
            each
            for each in STATUS.finditer(hidden)
            if not re.search(
                r"(?:between|from)\s+\S+\s+(?:and|to)\s+$|\d\s*(?:to|-|–|…|\.{2,3})\s*$",
                hidden[: each.start()],
            )
        ]
        strong = list(re.finditer(r"[;·|]\s", hidden[: marks[0].start()])) if marks else []
        starts = [strong[-1].end() if strong else 0]
        for one, other in pairwise(marks):
            between = [
                (match.start(), match.end())
                for match in _APART.finditer(hidden, one.end(), other.start())
            ]
            plain = re.fullmatch(r"[\s`,/|]*(?:or|and)?[\s`]*", hidden[one.end() : other.start()])
            apart = [each for each in between if hidden[slice(*each)].strip() in {";", "·", "•"}]
            cut = (apart or between)[-1][1] if between else 0
            starts.append(cut if between and not plain else other.start())
        ends = [*starts[1:], len(sentence)]
        for start, end, mark in zip(starts, ends, marks, strict=False):
            found.append(_clause(sentence[start:end], int(mark[1]), mark.end() - start))
    return tuple(found)


def _clause(text: str, status: int, behind: int) -> Clause:
    body = ""
    rest = text
    behind_first = sorted(records(text), key=lambda each: (each[0] < behind, abs(each[0] - behind)))
    for start, end in behind_first[:1]:
        if sample(text[start:end], brought=False) is not None:
            body = text[start:end]
            rest = text[:start] + text[end:]
    quoted = re.search(r"[\"“]([^\"“”]{2,}[^\"“”]*)[\"”]", rest)
    quoted = quoted or re.search(r"(?i)(?<=error |ssage |etail )`([^`{}]+ [^`{}]+)`", rest)
    message = quoted[1] if quoted and re.search(r"[A-Za-z]", quoted[1]) else ""
    if message:
        rest = rest.replace(quoted[0], " ") if quoted else rest
    code = code_in(rest) if status >= 400 else ""  # what succeeds has none
    if code:
        rest = re.sub(
            rf"(?:(?:with )?(?:the )?(?:error )?code:? )?`?{re.escape(code)}`?", " ", rest
        )
    if body and not message:
        message = said_in(_strict(body))
    words = bare(rest)
    words = re.sub(rf"(?<!\d){status}(?!\d)", " ", words, count=1)
    words = re.sub(
        r"(?i)^[\s:;,.→>=()-]*(?:(?:it |the )?(?:returns?|answers?|responds?|gives|gets|is|are|a|"
        r"with|status|code|error|http|the answer|the response|then|message|body)\b[\s:]*)*",
        "",
        words,
    )
    words = re.sub(
        r"(?i)[\s:;,(]*(?:\b(?:with|and|or|message|code|the body|a|is|answer|the"
        r"|otherwise)\b[\s:;,.·|]*)*$",
        "",
        words,
    )
    after = bare(text[behind:]).strip(" `*:,;→->=")
    start = text.find(body) if body else 0
    several = bool(re.search(r"(?i)\b(?:list|array) of\W*$", text[:start]))
    return Clause(status, words.strip(" .:;,()→`->"), body, code, message, after, several)


def _strict(text: str) -> str:
    found = sample(text, brought=False)
    return found.example if found is not None else ""


def code_in(text: str) -> str:
    """The error code that a text names.

    >>> code_in("`SPOT_TAKEN`"), code_in("with code `not_found`"), code_in("the `name` is bad")
    ('SPOT_TAKEN', 'not_found', '')
    """
    text = re.sub(r"`(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|JSON|HTML|UTC|ID)`", " ", text)
    match = re.search(r"`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)`|\b([A-Z]{2,}(?:_[A-Z0-9]+)+)\b", text)
    if match:
        return match[1] or match[2]
    match = re.search(r"(?i)\b(?:error )?code:?\s*[`\"']([\w.-]+)[`\"']", text)
    match = match or re.search(r"`([a-z]+(?:[_-][a-z]+)+)`", text)
    return match[1] if match else ""


_SAYING = ("message", "detail", "error", "title", "msg", "description", "reason", "errors", "err")


def said_in(example: str) -> str:
    """The message that an example of a failure shows.

    >>> said_in('{"error": {"code": "NF", "message": "No such book"}}')
    'No such book'
    """
    try:
        told = json.loads(example) if example else None
    except ValueError:
        return ""
    while isinstance(told, dict | list):
        if isinstance(told, list):
            told = told[0] if told else None
            continue
        texts = [told[name] for name in _SAYING if name in told]
        inner = [each for each in told.values() if isinstance(each, dict)]
        texts = texts or (inner if len(inner) == 1 else [])
        told = texts[0] if texts else None
    return told if isinstance(told, str) and not re.fullmatch(r"[.…]+|<.*>", told) else ""


def totals_in(words: str) -> list[str]:
    """The headers in which words want to have how many rows there are.

    >>> totals_in("The X-Total-Count header has the number of all notes")
    ['X-Total-Count']
    >>> totals_in("The header X-Count is how often to repeat it")
    []
    """
    found = []
    for said in re.split(r"(?<=[.;])\s+", words):
        names = re.findall(r"\bX-(?:[A-Z]\w*-)*(?:Total|Count)\b(?:-[A-Z]\w*)*", said)
        told = (
            r"(?i)\bnumber of\b|\btotal\b(?!-)|\bhow many\b|\bcount of\b|\ball (?:of them|rows)\b"
        )
        if names and re.search(told, re.sub(r"\bX-[\w-]+", "", said)):
            found += names
    return list(dict.fromkeys(found))


def bare(text: str) -> str:
    """A text without marks of emphasis and code.

    >>> bare("**Request** `body`")
    'Request body'
    """
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\*\*|__|`|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)", "", text).strip()
