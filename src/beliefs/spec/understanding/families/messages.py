"""What failures say, and with which status, where the goal says it."""

from __future__ import annotations

import json

from beliefs.spec.understanding.draft import Cue, Draft

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


def status_behind(draft: Draft, cue: Cue) -> int:
    """The status that stands behind a rule; it is used up."""
    place = draft.cues.index(cue)
    for other in draft.cues[place + 1 : place + 3]:
        if other.says in {"status_else", "again", "second"} and "status" in other.bound:
            other.used = other.used or "rules"
            return int(other.bound["status"])
    return 409
