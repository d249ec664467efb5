"""A goal as tokens: words, numbers, routes, JSON, quoted texts, and the signs between them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.understanding.words import lemmas

Sort: TypeAlias = Literal[
    "word", "number", "method", "path", "query", "json", "string", "sign", "break"
]

_METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS"
# In backquotes, requests and paths are what they are without them.
_QUOTED = re.compile(rf"`(?=(?:(?:{_METHODS})\b[^`\n]*|[/{{?][^`\n]*)`)")
_ARROWS = {"->": "→", "=>": "→", "⇒": "→", "⟶": "→", ">=": "≥", "<=": "≤", "…": "..", "...": ".."}
# A query with a cron expression in it, whose spaces are part of it.
_TIMES = r"[\d*/,A-Z-]+"
_CRON = rf"[\w\-./{{}}]*\?(?:\w+=[\w%.-]*&)*\w+={_TIMES}(?:[ ]{_TIMES}){{4}}(?:&[\w=&%.-]*)?"
_PATTERN = re.compile(
    rf"""(?P<space>[^\S\n]+)
      | (?P<break>\n+(?:[^\S\n]*(?:[-*•]|\d+[.)])[^\S\n]+)?|[.;!?](?=\s|$))
      | (?P<method>\b(?:{_METHODS})\b(?=[\s/,)|]|$))
      | (?P<query>(?<!\w)\?[A-Za-z_]\w*(?:=[\w%.|-]*)?(?:&[A-Za-z_]\w*(?:=[\w%.|-]*)?)*)
      | (?P<address>https?://[^\s,;)'"`]*)
      | (?P<path>(?<![\w)])/(?:{_CRON}|(?:[\w\-.~:{{}}<>?=&%*]+/?)*))
      | (?P<string>"[^"\n]*"|`[^`\n]*`|(?<!\w)'[^'\n]*'(?!\w)|“[^”\n]*”)
      | (?P<number>\d+(?:\.\d+)?(?![\w]))
      | (?P<short>\b(?:i\.e|e\.g)\b\.?)
      | (?P<word>[^\W\d_](?:[\w]|['’\-](?=\w))*|\d+\w+|_\w+)
      | (?P<sign>->|=>|>=|<=|\.\.\.?|.)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the goal and where it stands."""

    sort: Sort
    text: str
    start: int
    end: int
    forms: frozenset[str] = frozenset()  # of a word, in lower case
    keys: tuple[str, ...] = ()  # of JSON, or of a path's query
    samples: tuple[str, ...] = ()  # of a path's query, a value for each key, or nothing

    @property
    def low(self) -> str:
        """Its text in lower case."""
        return self.text.lower()


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text.

    >>> [each.text for each in tokens("Notes: GET /notes/search?q= finds them.")]
    ['Notes', ':', 'GET', '/notes/search', 'finds', 'them', '.']
    """
    found: list[Token] = []
    at, closing = 0, -1
    while at < len(text):
        if at == closing or _QUOTED.match(text, at):
            closing = text.find("`", at + 1) if at != closing else -1
            at += 1
            continue
        if text[at] == "{" and (end := _balanced(text, at)):
            found.append(_record(text, at, end))
            at = end
            continue
        match = _PATTERN.match(text, at)
        assert match is not None
        at = _taken(match, found)
    return tuple(found)


def _taken(match: re.Match[str], found: list[Token]) -> int:
    """Add the token of a match; where to go on."""
    text, start, end = match.group(), match.start(), match.end()
    match match.lastgroup:
        case "word" | "short":
            text = text.rstrip(".")  # "i.e." ends no sentence
            found.append(Token("word", text, start, end, lemmas(text)))
        case "path":
            kept = text.rstrip(".:?*") if not text.endswith("}") else text
            path, _, query = kept.partition("?")
            pairs = [each.partition("=") for each in query.split("&") if each]
            keys = tuple(each[0] for each in pairs)
            samples = tuple(each[2] for each in pairs)
            path = re.sub(r"<(?:\w+:)?(\w+)>|(?<=/):(\w+)", r"{\1\2}", path)
            found.append(Token("path", path, start, start + len(kept), keys=keys, samples=samples))
            return start + len(kept)
        case "query":
            kept = re.sub(r"(?<!\.)\.$", "", text)  # a point that ends the sentence
            keys = tuple(each.partition("=")[0] for each in kept[1:].split("&"))
            found.append(Token("query", kept, start, start + len(kept), keys=keys))
            return start + len(kept)
        case "method" | "number" | "break" | "sign" as sort:
            found.append(Token(sort, _ARROWS.get(text, text), start, end))
        case "string":
            found.append(Token("string", text[1:-1], start, end))
        case "address":
            kept = text.rstrip(".:!?")  # what ends the sentence
            found.append(Token("string", kept, start, start + len(kept)))
            return start + len(kept)
        case _:
            pass
    return end


def _balanced(text: str, start: int) -> int:
    """Where the braces that open here are closed again; 0 if they are not."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1
    return 0


def _record(text: str, start: int, end: int) -> Token:
    said = text[start:end]
    try:
        keys = tuple(json.loads(said))
    except ValueError:
        keys = tuple(re.findall(r"[{,]\s*[\"']?(\w+)[\"']?\s*(?=[:,}])", said))
    return Token("json", said, start, end, keys=keys)


def sentences(found: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """Tokens sentence by sentence, without the signs that end them."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for each in found:
        depth = max(0, depth + {"(": 1, ")": -1}.get(each.text, 0))
        if each.text == ";" and depth and any(later.text == ")" for later in found):
            parts[-1].append(replace(each, sort="sign", text=","))
        elif each.sort == "break":
            depth = 0
            parts.append([])
        else:
            parts[-1].append(each)
    return [tuple(each) for each in parts if each]
