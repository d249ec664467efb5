"""The parts of an upload that only words describe: "multipart, fields `file` and `width`"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal, TypeAlias

from beliefs.spec.documents.contract import Property, Route, Shape
from beliefs.spec.documents.places import same_thing
from beliefs.spec.features.tools import brought, tool_of
from beliefs.spec.types import Type

Form: TypeAlias = Literal["", "csv", "xml"]
_BRINGS = r"(?i)\b(?:import\w*|load\w*|ingest\w*|upload\w*|bulk|add\w*|insert\w*|sav\w*|stor\w*)\b"


def brings_file(said: str, path: str) -> bool:
    """Whether words without a body speak of a file that is brought: an upload, or a tool's.

    >>> brings_file("Takes a PDF and answers its text", "/words"), brings_file("Adds it", "/sum")
    (True, False)
    """
    if re.search(r"(?i)multipart|upload", said):
        return True
    return tool_of(f"{said}. {re.sub('[/_-]', ' ', path)}", brought(said)) is not None


def brings_text(said: str) -> bool:
    """Whether the body is the text of a file itself: "takes `text/csv` with a header line".

    >>> brings_text("Takes text/csv with a header line"), brings_text("Sends a CSV file")
    (True, False)
    """
    raw = r"(?i)\b(?:takes?|accepts?|expects?|reads?|body|sen[dt]|content[- ]type)\b[^.;]*"
    return bool(re.search(rf"{raw}\btext/(?:csv|xml)\b|\braw (?:csv|xml)\b", said))


def uploaded(said: str) -> Shape:
    """What a request brings whose words speak of an upload.

    >>> uploaded("merges several PDF files").properties[0].shape.type.kind
    'list'
    """
    parts = tuple(
        Property(each.name, _shape(each.type), each.required, each.default)
        for each in brought(said)
    )
    return Shape(Type("record"), properties=parts)


def filed(body: Shape, said: str) -> Shape:
    """A body of form fields that only have names, with the file, or files, and numbers in it."""
    told = {each.name: each for each in uploaded(said).properties}
    parts = tuple(
        told[each.name] if each.name in told and each.shape.type == Type("string") else each
        for each in body.properties
    )
    return replace(body, properties=parts)


def _shape(kind: Type) -> Shape:
    return Shape(kind, item=_shape(kind.item)) if kind.item is not None else Shape(kind)


def form_of(route: Route) -> Form:
    """The form of the rows in a file that a route is brought; empty where it is none."""
    parts = route.body.properties if route.body is not None else ()
    files = [each for each in parts if each.shape.type.kind == "file"]
    words = f"{route.words} {' '.join(each.words for each in files)}"
    text = route.consumes == "text/plain" and brings_text(route.words)
    if route.method != "POST" or (len(files) != 1 and not text):
        return ""
    if not re.search(_BRINGS, f"{words} {re.sub('[/_-]', ' ', route.path)}"):
        return ""
    told: tuple[Form, ...] = ("xml", "csv")
    return next((each for each in told if re.search(rf"(?i)\b{each}\b", words)), "")


def brings(route: Route, word: str) -> bool:
    """Whether a route is brought a file with rows of what a word names.

    >>> brings(Route("POST", "/upload", words="Import employees"), "employee")
    False
    """
    if not form_of(route):
        return False
    parts = route.body.properties if route.body is not None else ()
    said = f"{route.words} {route.path} {' '.join(each.words for each in parts)}"
    return any(same_thing(each, word) for each in re.findall(r"[A-Za-z]+", said))
