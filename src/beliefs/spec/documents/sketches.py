"""Records in which a jotting stands for every value: `{title*, size: int(1..9), tags []}`."""

from __future__ import annotations

import json
from contextlib import suppress

from beliefs.spec import patterns as re
from beliefs.spec.documents.kinds import guessed

_OPENS, _CLOSES = "([{<", ")]}>"
_PIECE = re.compile(
    r"[\"'`]?(?P<name>[A-Za-z_][\w-]*)[\"'`]?\s*(?P<mark>[*?!]?)\s*"
    r"(?::\s*(?P<said>.+)|\((?P<aside>.+)\)|(?P<rest>\[\]|[^:\s][^:]*)?)$",
    re.DOTALL,
)


def as_json(text: str) -> str:
    """JSON text of a record of jottings; empty where it is none.

    >>> as_json("{title*, size: int(1..9), note?}")
    '{"title": "string (required)", "size": "int(1..9)", "note?": "<any>"}'
    >>> as_json("(a, b)")
    ''
    """
    made = _record(text.strip())
    return "" if made is None else json.dumps(made, ensure_ascii=False)


def pieces(inner: str) -> list[str]:
    """What commas, semicolons or ends of lines part, but not within brackets or quotes.

    >>> pieces("a: int(1, 2), b: [c, d]")
    ['a: int(1, 2)', 'b: [c, d]']
    """
    found, depth, quoted = [""], 0, False
    for at, each in enumerate(inner):
        if each == '"':
            quoted = not quoted
        compares = each in "<>" and inner[at + 1 : at + 2] in {" ", "="} | set("0123456789")
        if not quoted and not compares:
            depth += (each in _OPENS) - (each in _CLOSES and depth > 0)
        if each in ",;\n" and not depth and not quoted:
            found.append("")
        else:
            found[-1] += each
    return [each.strip() for each in found if each.strip()]


def _record(text: str) -> dict[str, object] | None:
    if not (text.startswith("{") and text.endswith("}")):
        return None
    made: dict[str, object] = {}
    for piece in pieces(re.sub(r"(?m)(?:\s//|\s#).*$", "", text[1:-1])):
        match = _PIECE.match(piece)
        if match is None:
            return None
        said = match["said"] or match["aside"] or match["rest"] or ""
        value = _value(said.strip(), match["name"], needed=match["mark"] in {"*", "!"})
        if value is None:
            return None
        made[match["name"] + ("?" if match["mark"] == "?" else "")] = value
    return made or None


def _value(said: str, name: str, *, needed: bool) -> object:
    if said.startswith("{"):
        return _record(said)
    if said.startswith("[{") and said.endswith("}]"):
        inner = _record(said[1:-1])
        return None if inner is None else [inner]
    with suppress(ValueError):
        value = json.loads(said)
        return "list" if value == [] else value
    if needed:
        return f"{said or guessed(name)} (required)"
    return said or "<any>"
