"""What a field is that a request leaves out, where words say so."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.types import Type


def left_out(jotting: str, kind: Type) -> str:
    """The value of a field that is left out, as JSON text: "0 if left out"."""
    match = re.search(
        r"(?i)([\w.\"'-]+) (?:(?:if|when) (?:it is |they are )?(?:left out|omitted|missing|not "
        r"given|"
        r"absent|not set|not stated)|unless (?:it is )?(?:given|set|stated))",
        jotting,
    )
    if not match:
        return ""
    raw = match[1].strip("\"'")
    if kind.kind in {"integer", "number"}:
        return raw if re.fullmatch(r"-?\d+(\.\d+)?", raw) else ""
    if kind.kind == "boolean":
        return raw.lower() if raw.lower() in {"true", "false"} else ""
    return json.dumps(raw) if kind.kind == "string" and raw.lower() != "null" else ""


_LEFT_OUT = re.compile(
    r"(?i)\b(?:no|without|missing|omit\w*|lea(?:ve|ves|ving|ft) out|not (?:given|sent|set)|"
    r"nobody)\b"
)


def held_silent(text: str, name: str, default: str) -> bool:
    """Whether a sentence says what a field is that is left out, and it is so by default.

    >>> held_silent("Without an author it is `anonymous`.", "author", '"anonymous"')
    True
    """
    if not default or not _LEFT_OUT.search(text):
        return False
    value = default.strip('"')
    return all(re.search(rf"(?i)(?<!\w){re.escape(each)}(?!\w)", text) for each in (name, value))
