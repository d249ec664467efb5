"""Rows that a wrong secret does not open, and rows of which nothing is left to use."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene
from beliefs.spec.brief.vocabulary import JOINING

_UNLIKE = re.compile(
    r"(?i)^(?:an? |the )?(?:wrong|incorrect|invalid|bad|missing)(?:,? (?:or|and) (?:wrong|missing|"
    r"invalid|incorrect))* (?P<n>[a-z][\w ]*?)$|^(?:the )?(?P<m>[a-z][\w ]*?) (?:is |are "
    r")?(?:wrong|"
    r"incorrect|does(?: not|n't) match|missing or (?:wrong|invalid)|wrong or missing)$"
)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


_SECRET = re.compile(r"(?i)pass|pin|secret|key|token|code")


def unlike(row: Kind, text: str, scene: Scene) -> str | None:
    """The condition that a row has another value than the one that is brought to open it."""
    found = _UNLIKE.match(text)
    said = (found["n"] or found["m"]).lower().replace(" ", "_") if found else ""
    name = next((x for x in scene.given if _snake(x) == said and x in row.fields), "")
    given = scene.given.get(name)
    if given is None or given.place == "path" or scene.request.method in {"PUT", "PATCH"}:
        return None
    held = row.fields[name]
    shown = any(name in each.told.answer.names for each in scene.service.scenes if each.told.answer)
    held.hidden = held.hidden or (not shown and bool(_SECRET.search(name)))
    same = f"same_secret({row.one}.{name}, or_else(input.{name}, {json.dumps('')}))"
    return f"{row.one}.{name} != null and not({same})"


_FULL = re.compile(
    r"(?i)\b(?:used up|no (?:more )?uses? (?:left|remaining)|no longer usable|exhausted|fully "
    r"(?:used|redeemed)|(?:usage |use |the )?(?:limit|maximum|max\w*)(?: number of \w+)?(?: of "
    r"\w+)?"
    r" (?:is |has been |was )?(?:reached|exceeded|used up)|(?:has been |was |is )?(?:used|redeemed|"
    r"downloaded|opened|read|viewed|tried)(?: the)? (?P<f>[a-z]\w*) times?(?: already)?|(?:too "
    r"many|"
    r"all) (?:uses|attempts|downloads|views)(?: (?:were|are|have been) (?:used|made))?)\b"
)
_LIMIT = re.compile(
    r"(?i)^(?:max(?:imum)?_?(?P<a>\w+)|(?P<b>\w+)_?(?:limit|max|allowed)|limit|quota|capacity)$"
)


def used_up(row: Kind, text: str) -> str | None:
    """The condition that a number of a row has come to the limit that the row has for it."""
    found = _FULL.search(text)
    if found is None or ((rest := _beside(text, found, row)) and rest - {"already", "coupon"}):
        return None
    numbers = [n for n, h in row.fields.items() if h.type and h.type.kind == "integer" and not h.of]
    limits = [n for n in numbers if _LIMIT.match(n) and n in row.brought]
    limits = [n for n in limits if n == found["f"]] or limits
    counts = [n for n in numbers if n not in row.brought]
    if len(limits) != 1:
        return None
    told = _LIMIT.match(limits[0])
    of = ((told["a"] or told["b"] or "") if told else "").lower().replace("_", "")
    own = [
        n for n in counts if of and n.lower().replace("_", "") in {of, f"{of}count", f"{of}made"}
    ]
    counts = own or counts
    if len(counts) != 1:
        return None
    free = row.fields[limits[0]].required is False and row.fields[limits[0]].default is None
    full = f"{row.one}.{counts[0]} >= {row.one}.{limits[0]}"
    return f"({row.one}.{limits[0]} != null and {full})" if free else full


def _beside(text: str, found: re.Match[str], row: Kind) -> set[str]:
    """The words around a match that are none of those that hold sentences together."""
    left = f"{text[: found.start()]} {text[found.end() :]}".lower()
    own = {*row.spoken.split(), *row.plural.split("_"), row.key.name}
    return {x for x in re.findall(r"[a-z]+", left) if x not in JOINING and x not in own}
