"""Rows that keep several files in one list, and what is shown of each of them."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Property, Route
from beliefs.spec.documents.uploading import is_facts
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.filed import DIGESTS
from beliefs.spec.inferring.keeping.holdings import Holding, file_fact
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made

_COUNTS = {"filecount", "count", "files", "numberoffiles", "filescount"}
_SIZES = {"totalsize", "totalbytes", "size", "bytes"}


def bundled(holding: Holding) -> str:
    """The field of a row with a list of files; empty where there is none."""
    for each in holding.fields.values():
        item = each.type.item
        if each.type.kind == "list" and item is not None and item.kind == "file":
            return each.name
    return ""


def place(kept: Kept) -> None:
    """Let rows show of their files what answers show, and how many there are."""
    for holding in kept.holdings:
        _there(holding)
        name = bundled(holding)
        if not name:
            continue
        for part in holding.shape.properties:
            if is_facts(part.shape):
                holding.computed[part.name] = _shown(part, name)
                holding.fields[name] = replace(holding.fields[name], hidden=True)
                if part.name != name:
                    holding.fields.pop(part.name, None)
            elif plain(part.name) in _COUNTS and part.shape.type.kind == "integer":
                holding.computed[part.name] = f"count($.{name})"
                holding.fields.pop(part.name, None)
            elif plain(part.name) in _SIZES and part.shape.type.kind == "integer":
                holding.computed[part.name] = f"sum(each(file in $.{name}: file.size))"
                holding.fields.pop(part.name, None)


def _there(holding: Holding) -> None:
    """Let a truth say whether a row has a file that it may be without: `has_photo`."""
    files = {
        plain(each.name): each.name for each in holding.fields.values() if each.type.kind == "file"
    }
    for part in holding.shape.properties:
        told = plain(part.name).removeprefix("has")
        if (
            part.shape.type.kind == "boolean"
            and told != plain(part.name)
            and told in {*files, "file"}
        ):
            name = files.get(told) or next(iter(files.values()), "")
            if name:
                holding.computed[part.name] = f"$.{name} != null"
                holding.fields.pop(part.name, None)


def _shown(part: Property, name: str) -> str:
    item = part.shape.item
    values = {
        each: "hash(file)" if plain(each) in DIGESTS else f"file.{file_fact(each)}"
        for each in (item.names if item is not None else ())
    }
    return f"each(file in $.{name}: {made(values)})"


_TWICE = re.compile(
    r"(?i)\b(?:same|identical|equal) (?:file ?)?names?\b|\bnames? (?:twice|more than once)\b|"
    r"\bduplicate (?:file ?)?names?\b|\bnames? (?:must be|are) (?:unique|different|distinct)\b"
)


def named_twice(route: Route) -> bool:
    """Whether a request with two files of one name is refused."""
    said = [*sentences(route.words), *(each.words for each in route.faults)]
    return any(
        _TWICE.search(each) and re.search(r"(?i)\bfiles?\b|\btwice\b", each) for each in said
    )
