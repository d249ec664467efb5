"""Files that are told apart by what is in them: their digests, the same one twice, their types."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Fault, Reply, Route
from beliefs.spec.documents.uploading import many_files
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.inferring.keeping.filed import DIGESTS
from beliefs.spec.inferring.keeping.holdings import Holding, file_fact
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer

_SAME = re.compile(
    r"(?i)\bsame (?:bytes|files?|contents?|pictures?|photos?|images?|documents?)\b[^.;]*"
    r"\b(?:twice|again|already|before|second time)\b|\b(?:twice|again) the same (?:bytes|file)\b"
)


def digest_of(holding: Holding) -> str:
    """The field that holds the digest of a file; empty where none does."""
    return next((each for each in holding.fields if plain(each) in DIGESTS), "")


def brought_file(writer: Writer, route: Route) -> str:
    """The name of the file that a route is brought; of several, where each becomes a row."""
    many = many_files(route)
    return next(
        (
            each.name
            for each in writer.inputs(route)
            if each.place == "file" and (each.type.kind == "file" or each.wire == many)
        ),
        "",
    )


def from_file(holding: Holding, file: str) -> dict[str, str]:
    """What an uploaded file says of itself."""
    if not file:
        return {}
    found = {}
    for name, each in holding.fields.items():
        if each.type.kind == "file":
            found[name] = f"input.{file}"
        elif fact := file_fact(name):
            found[name] = f"input.{file}.{fact}"
        elif name == digest_of(holding):
            found[name] = f"hash(input.{file})"
    return found


def same_file_guards(
    writer: Writer, route: Route, holding: Holding, file: str, parents: list[tuple[str, str]]
) -> list[str]:
    """The refusal of a file that is there already, in one row above it or anywhere."""
    digest, given = digest_of(holding) if file else "", f"input.{file}"
    said = next((each for each in sentences(route.words) if _SAME.search(each)), "")
    fault = next((each for each in route.faults if _SAME.search(each.words)), None)
    if not said or not digest:
        return []
    holds = [f".{digest} = hash({given})"]
    for link, value in parents:
        above = next((each for each in holding.parents if each.field == link), None)
        if above is not None and re.search(rf"(?i)\b{above.name}\b", said):
            holds.append(f".{link} = {value}")
    shown = shown_again(route)
    find = f"let same = first({holding.name}[where {' and '.join(holds)}])"
    if fault is not None and (body := _shown(fault, holding)):
        return [find, "if same != null:", f"    answer {fault.status} {body}"]
    if shown is not None:
        answer = writer.answer(replace(route, replies=(shown,)), Scene(holding, "same"))
        return [find, "if same != null:", f"    {answer}"]
    way = writer.refuse(route, "conflict", "This file is there already", "same twice", (409,))
    return [find, f"guard same = null else {way}"]


def shown_again(route: Route) -> Reply | None:
    """The answer to a file that was there before, where that is no failure; else None."""
    said = any(_SAME.search(each) for each in sentences(route.words))
    known = route.reply(200) if 201 in route.statuses and 409 not in route.statuses else None
    return known if said else None


def _shown(fault: Fault, holding: Holding) -> str:
    """The body of a refusal that names the row which is there already; empty where none does."""
    told = json.loads(fault.body) if fault.body else {}
    own = {plain(f"{holding.word}_{holding.key.name}"), plain(holding.key.name)}
    own |= {f"existing{each}" for each in own}
    if not isinstance(told, dict) or not own & {plain(each) for each in told}:
        return ""
    return made(
        {
            name: f"same.{holding.key.name}" if plain(name) in own else json.dumps(value)
            for name, value in told.items()
        }
    )


def of_type(holding: Holding, name: str, given: str) -> str:
    """The condition that the file of a row is of a type: `?type=png`."""
    kept = next((each for each in holding.fields if plain(each) in {"contenttype", "mimetype"}), "")
    brings = any(each.type.kind == "file" for each in holding.fields.values())
    if not kept or not brings or singular(plain(name)) not in {"type", "format", "kind"}:
        return ""
    return f'.{kept} = {given} or contains(.{kept}, "/" + {given})'
