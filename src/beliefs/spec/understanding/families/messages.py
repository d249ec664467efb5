"""What failures say, where the goal says it."""

from __future__ import annotations

import json

from beliefs.spec.understanding.draft import Cue

MESSAGES = ("error", "detail", "message", "msg", "reason")


def body(cue: Cue) -> dict[str, object]:
    """The body of a failure that is written out."""
    token = cue.bound.get("message")
    if token is None or token.sort != "json":
        return {}
    try:
        told = json.loads(token.text)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def message(cue: Cue) -> str:
    """What a failure says, where the goal says it."""
    token = cue.bound.get("message")
    if token is None:
        return ""
    if token.sort == "string":
        return str(token.text)
    told = body(cue)
    words = next((each for name in MESSAGES if isinstance(each := told.get(name), str)), "")
    return "" if words.strip(".… ") == "" else words  # "..." stands for whatever is wrong
