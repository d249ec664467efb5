"""The Spec of a document that `render` wrote."""

from __future__ import annotations

from typing import Any, cast

from beliefs.errors import InvalidInput, shown
from beliefs.spec import patterns as re
from beliefs.spec.entities import Entity, Key, KeyStyle
from beliefs.spec.failures import DEFAULT_BODY, Failure, Failures, Way
from beliefs.spec.operations import Input, Method, Operation, Place
from beliefs.spec.parsing import read as read_effect
from beliefs.spec.parsing import read_expression
from beliefs.spec.rendering.cells import WORD, uncell, unseveral, untable
from beliefs.spec.rendering.markdown import INDENT
from beliefs.spec.rendering.types import read_field, read_phrase
from beliefs.spec.service import Assumption, Example, Identity, Rank, Rate, Spec, Unknown

_BEGINS = re.compile(r"\A# [^\n]+\n\n[^\n]+\n\n## Service\n\n- name: ")
_SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)
_KEY = re.compile(
    rf"Its key is {WORD}: (\w+)(?:, prefix {WORD})?(?:, (\d+) long)?\."
    r"( It keeps unknown fields too\.)?"
)
_PART = re.compile(r"^### (.+)\n", re.MULTILINE)


def is_rendered(text: str) -> bool:
    """Whether a text is a document of `render`."""
    return _BEGINS.match(text) is not None


def read(text: str) -> Spec:
    """The Spec of a document."""
    head, *rest = _SECTION.split(text)
    sections = dict(zip(rest[::2], rest[1::2], strict=True))
    title, summary = (each for each in head.split("\n") if each)
    settings, blocks = _settings(_blocks(sections.pop("Service")))
    tables = [each for each in blocks if each[0].startswith("| failure ")]
    stated = tuple(_failure(row) for each in tables for row in untable(each))
    who = next((each for each in blocks if each[0].startswith(INDENT)), None)
    identity = None
    if who is not None:
        place, name = settings.pop("credential").split(" ", 1)
        wanted = read_expression("\n".join(each.removeprefix(INDENT) for each in who))
        identity = Identity(cast("Any", place), uncell(name), wanted)
    return Spec(
        name=uncell(settings["name"]),
        title=uncell(title.removeprefix("# ")),
        summary=uncell(summary),
        framework=cast("Any", settings["framework"]),
        storage=cast("Any", settings["storage"]),
        port=int(settings["port"]),
        python=uncell(settings.get("python", "-")),
        base=uncell(settings.get("base", "-")),
        secret=uncell(settings.get("secret", "-")),
        origins=tuple(uncell(each) for each in settings.get("origin", ())),
        rates=tuple(_rate(each) for each in settings.get("rate", ())),
        largest=int(settings.get("largest body", "0")),
        identity=identity,
        failures=Failures(stated, _body(settings), _media(settings)),
        entities=tuple(_entity(*each) for each in _parts(sections.pop("Data", ""))),
        operations=tuple(_operation(*each) for each in _parts(sections.pop("Operations", ""))),
        examples=_examples(sections.pop("Examples", "")),
        assumptions=tuple(_assumption(each) for each in _rows(sections.pop("Assumptions", ""))),
        unknowns=tuple(_unknown(each) for each in _rows(sections.pop("Not understood", ""))),
        warnings=_warnings(sections.pop("Warnings", "")),
    )


def _body(settings: dict[str, Any]) -> str:
    return uncell(settings["error body"]) if "error body" in settings else DEFAULT_BODY


def _media(settings: dict[str, Any]) -> str:
    return uncell(settings["error type"]) if "error type" in settings else Failures().media


def _blocks(text: str) -> list[list[str]]:
    return [each.split("\n") for each in text.strip("\n").split("\n\n") if each]


def _parts(text: str) -> list[tuple[str, list[list[str]]]]:
    """The parts of a section: a heading, and the blocks under it."""
    found = _PART.split(text)[1:]
    return [(head, _blocks(body)) for head, body in zip(found[::2], found[1::2], strict=True)]


def _settings(blocks: list[list[str]]) -> tuple[dict[str, Any], list[list[str]]]:
    told: dict[str, Any] = {}
    for line in blocks[0]:
        name, value = line.removeprefix("- ").split(": ", 1)
        if name in {"origin", "rate"}:
            told.setdefault(name, []).append(value)
        else:
            told[name] = value
    return told, blocks[1:]


def _rate(told: str) -> Rate:
    match = re.fullmatch(
        r"(\d+) requests in (\d+) seconds(?: of ([A-Z]+))?(?: by (caller))?(?: under (.+))?", told
    )
    if match is None:
        message = f"{shown(told)} is no rate."
        raise InvalidInput(message)
    by = cast("Any", match[4] or "address")
    return Rate(int(match[1]), int(match[2]), uncell(match[5] or "-"), by, match[3] or "")


def _failure(row: tuple[str, ...]) -> Failure:
    way, status, message, code, body = row
    return Failure(cast("Way", way), int(status), uncell(message), uncell(code), uncell(body))


def _entity(head: str, blocks: list[list[str]]) -> Entity:
    named = re.fullmatch(f"{WORD}: {WORD}", head)
    key = _KEY.fullmatch(blocks[0][0])
    if named is None or key is None:
        message = f"{shown(head)} names no data with a key."
        raise InvalidInput(message)
    length = int(key[4]) if key[4] else Key().length
    made = Key(uncell(key[1]), cast("KeyStyle", key[2]), uncell(key[3] or "-"), length)
    fields = blocks[1] if len(blocks) > 1 else []
    return Entity(
        uncell(named[1]),
        uncell(named[2]),
        tuple(read_field(each.removeprefix("- ")) for each in fields),
        made,
        open=key[5] is not None,
    )


def _operation(head: str, blocks: list[list[str]]) -> Operation:
    match = re.fullmatch(
        rf"(\w+): (\w+) {WORD}(, for callers)?(?:, takes ([^\s,]+))?(, no other fields)?", head
    )
    if match is None:
        message = f"{shown(head)} names no operation."
        raise InvalidInput(message)
    said: dict[str, Any] = {"effect": ()}
    for block in blocks:
        if block[0].startswith("> "):
            said["summary"] = uncell(block[0][2:])
        elif block[0].startswith("Source: "):
            said["source"] = uncell(block[0].removeprefix("Source: "))
        elif block[0].startswith("| input "):
            said["inputs"] = tuple(_input(each) for each in untable(block))
        elif block[0].startswith("| failure "):
            said["failures"] = tuple(_failure(each) for each in untable(block))
        else:
            said["effect"] = read_effect("\n".join(each.removeprefix(INDENT) for each in block))
    return Operation(
        name=match[1],
        method=cast("Method", match[2]),
        path=uncell(match[3]),
        needs="caller" if match[4] else "",
        consumes=cast("Any", match[5] or ""),
        closed=match[6] is not None,
        **said,
    )


def _input(row: tuple[str, ...]) -> Input:
    name, place, type_, required, default, named = row
    return Input(
        uncell(name),
        cast("Place", place),
        read_phrase(type_),
        required == "yes",
        uncell(default),
        uncell(named),
    )


def _rows(text: str) -> list[tuple[str, ...]]:
    blocks = _blocks(text)
    return untable(blocks[0]) if blocks else []


def _assumption(row: tuple[str, ...]) -> Assumption:
    about, chosen, source, instead = row
    return Assumption(uncell(about), uncell(chosen), uncell(source), unseveral(instead))


def _unknown(row: tuple[str, ...]) -> Unknown:
    rank, words, source, why = row
    return Unknown(cast("Rank", rank), uncell(words), uncell(source), uncell(why))


def _warnings(text: str) -> tuple[str, ...]:
    return tuple(uncell(line.removeprefix("- ")) for block in _blocks(text) for line in block)


def _examples(text: str) -> tuple[Example, ...]:
    return tuple(_example(each) for each in _blocks(text))


def _example(lines: list[str]) -> Example:
    match = re.fullmatch(rf"- {WORD} {WORD}(?: gives (\d+))?", lines[0])
    if match is None:
        message = f"{shown(lines[0])} is no example."
        raise InvalidInput(message)
    told: dict[str, str] = {}
    headers: list[tuple[str, str]] = []
    for line in lines[1:]:
        name, value = line.removeprefix(f"{INDENT}- ").split(": ", 1)
        if name == "header":
            pair = re.fullmatch(f"{WORD} (.*)", value)
            assert pair is not None
            headers.append((uncell(pair[1]), uncell(pair[2])))
        else:
            told[name] = uncell(value)
    return Example(
        method=uncell(match[1]),
        path=uncell(match[2]),
        status=int(match[3]) if match[3] else None,
        source=told.get("source", ""),
        body=told.get("body", ""),
        headers=tuple(headers),
        answer=told.get("answer", ""),
    )
