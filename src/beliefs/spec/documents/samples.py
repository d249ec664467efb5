"""Values in JSON as descriptions show them: examples, or jottings in the place of values."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape
from beliefs.spec.documents.kinds import guessed
from beliefs.spec.documents.loading import relaxed
from beliefs.spec.documents.pseudo import RANGE, Told, bounded, demanded, jotted
from beliefs.spec.documents.sketches import as_json
from beliefs.spec.documents.together import together
from beliefs.spec.documents.words import plain
from beliefs.spec.types import NUMBERS, Kind, Type

_WORDS = re.compile(
    r"(?i)^<?\s*(?:string|str|text|integer|int|number|float|decimal|boolean|bool|date|"
    r"datetime|date-time|"
    r"timestamp|uuid|email|url|uri|array|list|object|enum|iso[- ]?8601|any|null)\b[^a-z]*"
)


_HINTS = re.compile(
    r"(?i)\b(required|optional|nullable|read-?only|min|max|chars|characters|default|unique)\b|\d\.\.\d"
)


def is_jotting(value: Any) -> bool:
    """Whether a JSON value says what may stand there, and is none itself.

    >>> is_jotting("string (required)"), is_jotting("Buy milk"), is_jotting("integer")
    (True, False, True)
    """
    if not isinstance(value, str):
        return False
    match = _WORDS.match(value)
    if match and (
        match.end() == len(value) or value[match.end() - 1] in "(,|<[>-:;" or _HINTS.search(value)
    ):
        return True
    if match and re.match(
        r"(?i)(?:or|of|between|in|with|from|format)\b|[\d(>=<]", value[match.end() :]
    ):
        return True
    if re.fullmatch(r"\s*[\w-]+(\s*\|\s*[\w-]+)+\s*", value) or RANGE.fullmatch(value):
        return True
    return bool(re.fullmatch(r"(?i)<[\w .-]+>|\w+\[\]|(array|list) of \w+|\.{2,}|…", value.strip()))


@dataclass(frozen=True, slots=True)
class Sample:
    """A piece of JSON: its shape, and its text where it is an example and no schema."""

    shape: Shape
    example: str = ""


def sample(text: str, *, brought: bool) -> Sample | None:
    """What a piece of JSON says, with its comments; None when it is none.

    >>> sample('{"title": "string (required)", "done": false}', brought=True).shape.names
    ('title', 'done')
    >>> sample("{ title: string, tags?: string[] }", brought=True).shape.part("tags").required
    False
    """
    comments = _comments(text)
    for attempt in (text, relaxed(text), loosened(text), loosened(named(text)), as_json(text)):
        try:
            value = json.loads(attempt)
        except ValueError:
            continue
        break
    else:
        return None
    schema = _has_jotting(value)
    # Where dots are all that stands for a value, the others are examples.
    dotted = schema and all(_DOTS.fullmatch(each) for each in _jottings(value))
    shape = _valued(value, comments, brought=brought, schema=schema and not dotted, name="")
    return Sample(shape, "" if schema else json.dumps(value, ensure_ascii=False))


_DOTS = re.compile(r"<?(?:\.{2,}|…)>?")


def _comments(text: str) -> dict[str, str]:
    """What comments say of names."""
    found: dict[str, str] = {}
    for line in text.split("\n"):
        match = re.match(r"\s*[\"']?([\w-]+)\??[\"']?\s*:(.*)$", line)
        if match:
            said = re.search(r"(?:\s//|\s#|/\*|<--|←)\s*(.*?)(?:\*/)?\s*$", match[2])
            if said:
                found[match[1]] = said[1]
    return found


def named(text: str) -> str:
    """The same with a value for every name of a record that stands without one.

    >>> named('{"logs": [{"text", at}], tags: ["a", "b"]}')
    '{"logs": [{"text": "…", at: "…"}], tags: ["a", "b"]}'
    """
    made, within = "", ""
    for piece in re.findall(r'"[^"\n]*"|[\w?-]+|\s+|.', text):
        if piece in "{[":
            within += piece
        elif piece in "}]":
            within = within[:-1]
        made += piece
        # A name of a record stands behind its brace or a comma, and nothing stands behind it yet.
        if within.endswith("{") and re.search(r'[{,]\s*(?:"[\w?-]+"|[A-Za-z_][\w?-]*)$', made):
            made += "\0"
    return re.sub(r"\0(?=\s*[,}])", ': "…"', made).replace("\0", "")


def loosened(text: str) -> str:
    """JSON text of what is written like it: bare names, bare words, alternatives."""
    text = re.sub(r"(?m)(?:\s//|\s#).*$", "", text)
    text = re.sub(r"'([^'\n]*)'", r'"\1"', text)
    text = _named(text)
    text = re.sub(r"([{,;\n]\s*)([A-Za-z_][\w-]*)(\??)\s*:", r'\1"\2\3":', text)
    text = re.sub(r"(\")\?\s*:", r"?\1:", text)
    text = re.sub(r",\s*(?:\.{2,}|…)\s*(?=[\]}])", "", text)
    text = _NAMES_ONLY.sub(lambda each: re.sub(r'"(\w+)(\??)"', r'"\1\2": "<any>"', each[0]), text)
    text = re.sub(r";\s*(?=\n|}|\")", ",", text)

    def quoted(match: re.Match[str]) -> str:
        value = match[2].strip()
        if value in {"true", "false", "null"} or re.fullmatch(r"-?\d+(\.\d+)?", value):
            return f"{match[1]}{value}"
        bare = value.replace(chr(34), "")
        if re.fullmatch(r"[nN]", bare):
            return f'{match[1]}"integer"'
        # A bare word is no value but says what stands there.
        return f"{match[1]}{json.dumps(f'<{bare}>' if re.fullmatch(_WORD, bare) else bare)}"

    text = re.sub(r"(:\s*)((?![\s{\[\"])[^,{}\n]+?)\s*(?=[,}\n]|$)", quoted, text)
    text = re.sub(r"(:\s*)(\"[^\"]*\"(?:\s*\|\s*(?:\"[^\"]*\"|\w+))+)", quoted, text)
    text = re.sub(r"(\[\s*)([A-Za-z_]\w*)(\s*(?:,\s*(?:\.\.\.|…)?)?\s*\])", r'\1"<\2>"]', text)
    text = re.sub(r"\[\s*(?:\.{2,}|…)\s*\]", '["<any>"]', text)
    text = re.sub(r"([\"}\]el\d])\s*\n(\s*\")", r"\1,\n\2", text)
    return relaxed(text)


def _named(text: str) -> str:
    """Names in braces that nothing stands behind, with any value: {name, tags: [tag]}."""
    made, depth, at = [], [], 0
    while at < len(text):
        each = text[at]
        if each in "{[":
            depth.append(each)
        elif each in "}]" and depth:
            depth.pop()
        made.append(each)
        at += 1
        if each in "{," and depth[-1:] == ["{"]:
            name = re.compile(r"\s*([A-Za-z_]\w*)(\??)(?=\s*[,}])").match(text, at)
            if name:
                made.append(f' "{name[1]}{name[2]}": "<any>"')
                at = name.end()
    return "".join(made)


_NAMES_ONLY = re.compile(r'\{\s*"\w+\??"(?:\s*,\s*"\w+\??")*\s*\}')
_WORD = r"[A-Za-z_][\w-]*|\.{2,}|…"


def _has_jotting(value: Any) -> bool:
    if isinstance(value, dict):
        return any(key.endswith("?") or _has_jotting(each) for key, each in value.items())
    if isinstance(value, list):
        return any(_has_jotting(each) for each in value)
    return is_jotting(value)


def _jottings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for each in value.values() for text in _jottings(each)]
    if isinstance(value, list):
        return [text for each in value for text in _jottings(each)]
    return [value] if is_jotting(value) else []


def _valued(
    value: Any, comments: dict[str, str], *, brought: bool, schema: bool, name: str
) -> Shape:
    if isinstance(value, dict):
        parts = []
        own = [comments.get(key.removesuffix("?"), "") for key in value]
        own += [each for each in value.values() if schema and is_jotting(each)]
        stated = any(demanded(each.lower()) is True for each in own)
        outer, brought = brought, brought and not stated
        for key, each in value.items():
            bare = key.removesuffix("?")
            parts.append(
                _part(
                    bare,
                    each,
                    comments,
                    brought=brought,
                    inner=outer,
                    schema=schema,
                    optional=key.endswith("?"),
                )
            )
        return Shape(Type("record"), properties=tuple(parts), open=not parts)
    if isinstance(value, list):
        item = None
        if value:
            plainly = isinstance(value[0], dict | list) or not _has_jotting(value[0])
            inner = name if plainly else ""
            shown = value if all(isinstance(each, dict) for each in value) else value[:1]
            item = reduce(
                together,
                (
                    _valued(each, comments, brought=brought, schema=schema, name=inner)
                    for each in shown
                ),
            )
        unlike = len({tuple(each) for each in value if isinstance(each, dict)}) > 1
        told = json.dumps(value, ensure_ascii=False) if unlike and not brought else ""
        return Shape(Type("list"), item=item, example=told)
    if schema and isinstance(value, str):
        if re.fullmatch(r"<any>|<?\.{2,}>?|<?…>?", value):
            return Shape(Type(guessed(name) if name else "json"), words="…" if "…" in value else "")
        named = re.fullmatch(r"<?([A-Z]\w+)(\[\])?>?", value)
        if named and not is_jotting(named[1].lower()):
            model = Shape(Type("json"), named[1])
            return Shape(Type("list"), item=model) if named[2] else model
        made = jotted(value, name).shape
        if name in {"status", "state"} and re.fullmatch(r"\w+", value) and not is_jotting(value):
            made = replace(made, example=json.dumps(value))
        return made
    if isinstance(value, str) and _DOTS.fullmatch(value):
        return Shape(Type(guessed(name) if name else "json"), words="…")
    if isinstance(value, str) and _RANGE.fullmatch(value) and guessed(name) in NUMBERS:
        return jotted(f"{guessed(name)} {value}", name).shape
    return Shape(Type(_kind_of(value, name)), example=json.dumps(value, ensure_ascii=False))


_RANGE = re.compile(r"-?\d+(?:\.\d+)?\s?(?:-|–|\.\.+|to)\s?\d+(?:\.\d+)?")


def _part(
    name: str,
    value: Any,
    comments: dict[str, str],
    *,
    brought: bool,
    inner: bool,
    schema: bool,
    optional: bool,
) -> Property:
    shape = _valued(value, comments, brought=inner, schema=schema, name=name)
    said = comments.get(name, "")
    told = jotted(value, name) if schema and isinstance(value, str) else Told(shape)
    told = replace(told, shape=shape)
    if said:
        more = jotted(said, name)
        kind = more.shape.type if more.typed and not isinstance(value, dict | list) else shape.type
        listed = re.fullmatch(r"([\w-]+(?:, [\w-]+)*,? or [\w-]+)", said.strip())
        words = re.split(r",? or |, ", listed[1]) if listed else []
        if isinstance(value, str) and value in words:
            kind = replace(shape.type, choices=tuple(words))
        elif not more.typed or isinstance(value, list):
            kind = bounded(shape.type, said.lower())
        told = Told(
            replace(shape, type=kind, words=said),
            more.required if more.required is not None else told.required,
            more.default or told.default,
            read_only=more.read_only or told.read_only,
            write_only=more.write_only or told.write_only,
            unique=more.unique or told.unique,
        )
    if value is None:
        told = replace(
            told, shape=replace(told.shape, type=replace(told.shape.type, nullable=True))
        )
    if optional:
        told = replace(told, required=False)
    otherwise = brought and value is not None and not isinstance(value, bool | list)
    if inner and isinstance(value, list) and told.shape.type.min_length:
        otherwise = True  # it must have some
    if (
        brought
        and isinstance(value, bool)
        and not schema
        and not told.default
        and told.required is None
    ):
        told = replace(told, default="false", required=False)
    return told.part(name, otherwise=otherwise)


def _kind_of(value: Any, name: str) -> Kind:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return (
            "number"
            if plain(name) in {"price", "amount", "cost", "balance", "total"}
            else "integer"
        )
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        if re.fullmatch(r"\d{4}-\d\d-\d\d|(?i:YYYY-MM-DD)", value):
            return "date"
        if re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", value):
            return "datetime"
        if re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}", value, re.IGNORECASE):
            return "uuid"
        if re.fullmatch(r"[^@\s]+@[^@\s]+\.\w+", value):
            return "email"
        if re.match(r"https?://", value):
            return "url"
        return "string"
    kind = guessed(name)
    return kind if kind in {"datetime", "date"} else "string"
