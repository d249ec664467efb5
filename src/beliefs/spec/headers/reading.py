"""What sources say that answers carry in their headers: "every answer has `X-Service: vinyl`"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

import yaml  # type: ignore[import-untyped]

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief
from beliefs.spec.brief.openapi import documented
from beliefs.spec.brief.reading import with_base
from beliefs.spec.brief.requests import brief
from beliefs.spec.brief.said import GAP, sentences

# What a header holds: a text that is written out, where the new row is, how many rows there are.
Holds: TypeAlias = Literal["text", "location", "total", ""]


class Header(NamedTuple):
    """A header of the answers of one request, or of all where no method is given."""

    name: str
    holds: Holds
    value: str
    words: str
    source: str
    method: str = ""
    path: str = ""


_NAME = (
    r"(?P<name>X-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*|Cache-Control|Location|Content-Language|Server|"
    r"Pragma|Referrer-Policy|Content-Security-Policy|Strict-Transport-Security|Deprecation|Sunset)"
)
_WRITTEN = re.compile(
    rf"`{_NAME}:\s*(?P<value>[^`]+)`"
    rf"|(?<![\w-])`?{_NAME.replace('name', 'named')}`?:\s*(?P<bare>[^\s`\"'.,;()]+(?:[./][^\s`\"'."
    rf",;()]+)*"
    r"(?:,\s*[\w-]+=\w+)*)(?=[\s.,;)`]|$)"
    rf"|(?<![\w-])`?{_NAME.replace('name', 'called')}`?(?: header)?,? (?:(?:is|are|always|set|of|t"
    rf"hat|"
    r"says?|reads?|with|to|the|value|equals?|=|holding|containing|being)\s+)+[`\"'“](?P<quoted>[^`"
    r"\"'”]+)"
    r"[`\"'”]"
)
_NAMED = re.compile(rf"(?<![\w-])`?{_NAME}`?(?![\w-])")
_TOTAL = re.compile(r"(?i)\b(?:total|number of|how many|count)\b")
_PLACE = re.compile(
    r"(?i)^(?:the |an? |some |your |how |its |their |number|total|<|\{|\.\.\.|…|string)"
)
# Whose headers a sentence is about: those of answers, not those that callers send.
_ANSWER = re.compile(
    r"(?i)\b(?:answers?|answered|responses?|repl(?:y|ies)|returns?|responds?|sends|sets?|carr(?:y|"
    r"ies)|"
    r"adds?|includes?|comes?|with|gives?|has|have|headers?)\b|->|\b20\d\b"
)
_ASKS = re.compile(
    r"(?i)\b(?:needs?|requires?|required|must (?:be )?(?:sent|send|have|carry|contain)|callers?|cl"
    r"ients?"
    r"|requests? (?:must|need|have|with|without)|send (?:it|the|your|an?)|reads?|takes?|expects?|"
    r"accepts?|missing|without|if the|when the|unless|from the|by the|request header|in the reques"
    r"t|"
    r"protected|optional|echo\w*|same|only|as in|per)\b"
)
_ALL = re.compile(
    r"(?i)^\W*(?:also,? |and )?(?:(?:each|every|any|all(?: the| of the)?) (?:\w+ )?(?:answers?|res"
    r"ponses?|"
    r"repl(?:y|ies)|endpoints?|routes?)\b|(?:answers|responses|replies) (?:all|always|carry|have)"
    r"\b)"
)


def headers_of(sources: Iterable[tuple[str, str, str]]) -> list[Header]:
    """All headers of answers that sources (name, text and kind) state."""
    return [each for name, text, kind in sources for each in _of(name, text, kind)]


def _of(name: str, text: str, kind: str) -> Iterator[Header]:
    if not _NAMED.search(text):
        return
    if kind == "openapi":
        told: Brief = documented(text, name)[0]
        yield from _documented(text, name)
    else:
        told = brief(text, "goal" if kind == "sentences" else name)
        with_base(told, text)
        for each in told.requests:
            for one in each.said:
                for sentence in sentences(one.whole):
                    about = ("", "") if _ALL.search(sentence) else (each.method, each.path)
                    yield from _said(sentence, one.source, *about)
    for one in told.said:
        for sentence in sentences(one.whole):
            if _ALL.search(sentence):
                yield from _said(sentence, one.source)


def _said(sentence: str, source: str, method: str = "", path: str = "") -> Iterator[Header]:
    """The headers that a sentence about answers names, and what they hold."""
    if not _ANSWER.search(sentence) or (_ASKS.search(sentence) and not _ALL.search(sentence)):
        return
    written: set[str] = set()
    for found in _WRITTEN.finditer(sentence):
        name = found["name"] or found["named"] or found["called"]
        value = (found["value"] or found["bare"] or found["quoted"]).strip()
        written.add(name)
        if name == "Location":
            yield Header(name, "location", value, sentence, source, method, path)
        elif _TOTAL.match(value) or (
            found["bare"] and _TOTAL.search(sentence[found.start("bare") :])
        ):
            yield Header(name, "total", "", sentence, source, method, path)
        elif not _PLACE.match(value):
            yield Header(name, "text", value, sentence, source, method, path)
    for found in _NAMED.finditer(sentence):
        if found["name"] in written:
            continue
        if found["name"] == "Location":
            yield Header("Location", "location", "", sentence, source, method, path)
        elif _TOTAL.search(sentence):
            yield Header(found["name"], "total", "", sentence, source, method, path)
        elif method:
            yield Header(found["name"], "", "", sentence, source, method, path)


def _documented(text: str, name: str) -> Iterator[Header]:
    """The headers of a document's answers that have one value."""
    try:
        whole = yaml.safe_load(text)
    except yaml.YAMLError:
        return
    paths = whole.get("paths") if isinstance(whole, dict) else None
    for path, methods in (paths if isinstance(paths, dict) else {}).items():
        for method, told in (methods if isinstance(methods, dict) else {}).items():
            for status, reply in _each(told, "responses"):
                if not str(status).startswith("2"):
                    continue
                for header, stated in _each(reply, "headers"):
                    value = _fixed(stated)
                    if value and _NAMED.fullmatch(str(header)) and header != "Location":
                        words = f"{header}: {value}"
                        yield Header(
                            header, "text", value, words, f"{name}:1", method.upper(), str(path)
                        )


def _each(told: Any, name: str) -> list[tuple[Any, Any]]:
    inner = told.get(name) if isinstance(told, dict) else None
    return list(inner.items()) if isinstance(inner, dict) else []


def _fixed(stated: Any) -> str:
    """The only value of a header: a constant, a single choice, a default, an example."""
    if not isinstance(stated, dict):
        return ""
    inner, listed = stated.get("schema"), dict(_each(stated, "schema")).get("enum")
    schema = inner if isinstance(inner, dict) else {}
    choices = listed if isinstance(listed, list) else []
    told = [schema.get("const"), *choices[:1], schema.get("default")] if len(choices) < 2 else []
    if schema.get("type", "string") == "string":
        told += [schema.get("example"), stated.get("example")]
    return next((str(each) for each in told if each is not None), "")


__all__ = ["GAP", "Header", "headers_of"]
