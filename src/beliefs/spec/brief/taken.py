"""What no two rows may share, as a failure tells it: "409 for a name that is there already"."""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Fault
from beliefs.spec.brief.causes import CASE
from beliefs.spec.brief.held import STRING
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, is_time
from beliefs.spec.brief.vocabulary import JOINING
from beliefs.spec.failures import Way

TAKEN = re.compile(
    r"(?i)\b(?:(?:already |that (?:is|has|are) )*(?:been )?(?:taken|used|in use|there|registered|"
    r"known|stored|has it|has one|belongs|"
    r"assigned|given out|present)(?: already| before)|already (?:taken|exists?|used|in use|there|"
    r"registered|known|has it|has one|belongs|"
    r"stored|assigned|present)|(?:is |are |be )?taken(?: already)?|exists?(?: already)?|in use|"
    r"twice|duplicate\w*|a "
    r"second time|not unique|(?:with )?(?:exactly )?(?:the|this|that) same|with exactly this|two|"
    r"again|is not (?:free|unique)|already|must be unique|unique|not free)\b"
)
_BEFORE = re.compile(  # "a used name", "an existing keyword": of a conflict alone
    r"(?i)^\W*(?:an? |any |the )?(?:already )?(?:used|existing|known|taken|duplicate|repeated|"
    r"second|non-?unique|registered|same|another)\b|\bsame\b"
)
_FILLING = frozenset(
    """
    signing signed up adding using two ever second creating somebody person same try time attempt
    owner trying add another one other whose kind new third whichever whatever per within inside
    across among reading posting existing used known taken repeated registered before again
    people anybody anyone user client whole different case capitals letters letter sent making
    booked waiting made stored is exactly combination pair
    """.split()  # noqa: SIM905
)


class Shared(NamedTuple):
    """Fields that no two rows may share: each by itself, or all of them together."""

    names: tuple[str, ...]
    together: bool
    folded: bool


def taken_names(cause: str, scene: Scene, status: int = 409) -> Shared | None:
    """The fields that a cause says are taken; None where it says something else."""
    kind = scene.kind
    if kind is None:
        return None
    text = CASE.sub(" ", cause)
    folded = text != cause
    plain, text = text, TAKEN.sub(" ", text)
    if plain == text and not (status == 409 and _BEFORE.search(text)):
        return None
    brought = [
        name
        for name, given in scene.given.items()
        if given.place in {"json", "path"} and name in {*kind.fields, kind.key.name}
    ]
    found: list[str] = []
    for name in brought:
        spelled = _spelled(kind, name, brought)
        if re.search(spelled, text):
            found.append(name)
            text = re.sub(spelled, " ", text)
    for each in (kind, *([kind.parent] if kind.parent is not None else [])):
        names = "|".join(map(re.escape, {each.spoken, each.plural, each.spoken.split()[-1]}))
        text = re.sub(rf"(?i)\b(?:{names})\b", " ", text)
    words = [x for x in re.findall(r"[a-z]+", text.lower()) if x not in JOINING]
    if any(each not in _FILLING | {"name", "day", "text"} for each in words):
        return None
    if {"day"} & set(words) and found and not _dated(kind, found):
        return None
    named = tuple(found) or _only(kind, brought, cause)
    together = (
        len(named) > 1
        and re.search(r"(?i)\b(?:and|same|combination|pair|per)\b", cause) is not None
    )
    return Shared(named, together, folded) if named else None


def _dated(kind: Kind, names: list[str]) -> bool:
    return any(is_time(kind.fields.get(each)) for each in names)


def _spelled(kind: Kind, name: str, brought: list[str]) -> str:
    """How a field is called: by its name, or as the only one that is a day."""
    words = {name, name.replace("_", " ")} | (
        {"e-mail", "e-mail address", "email address"} if name == "email" else set()
    )
    held = kind.fields.get(name)
    days = [each for each in brought if is_time(kind.fields.get(each))]
    if is_time(held) and len(days) == 1:
        words |= {"day", "date"}
    return rf"(?i)\b(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})s?\b"


def _only(kind: Kind, brought: list[str], cause: str) -> tuple[str, ...]:
    """The field that can be meant where none is named."""
    if kind.key.name in brought:
        return (kind.key.name,)
    texts = [
        x
        for x in brought
        if kind.fields.get(x) is None or (kind.fields[x].type or STRING).kind in {"string", "email"}
    ]
    sure = "already exists" in cause or "name" in texts[:1] or len(texts) == 1
    return tuple(texts[:1]) if sure else ()


def unique_guard(fault: Fault, scene: Scene, way: Way, says: str) -> bool:
    """Guard against rows that share what they may not; whether that is what a failure is about."""
    told = taken_names(fault.cause.text, scene, fault.status)
    kind = scene.kind
    if told is None or kind is None:
        return False
    if way == "refused":
        scene.fails("refused", fault.status)
    groups = [told.names] if told.together else [(each,) for each in told.names]
    for names in groups:
        message = says or json.dumps(f"{' and '.join(names)} is taken")
        scene.lines.append(
            f"guard count({kind.name}[where {_alike(scene, kind, names, folded=told.folded)}]) = "
            f"0 else {way} {message}"
        )
        if len(names) == 1 and kind.parent is None and names[0] in kind.fields:
            kind.fields[names[0]].unique = True
    return True


def _alike(scene: Scene, kind: Kind, names: tuple[str, ...], *, folded: bool) -> str:
    """The condition that a row has the values that are brought."""
    parts = []
    parent = kind.parent
    if parent is not None and parent in scene.rows and kind.key.name not in names:
        parts.append(f".{kind.within} = {parent.one}.{parent.key.name}")
    for name in names:
        held = kind.fields.get(name)
        if held is not None and folded and (held.type or STRING).kind in {"string", "email"}:
            held.folded = True
        small = held is not None and held.folded
        parts.append(
            f"lower(.{name}) = lower(input.{name})" if small else f".{name} = input.{name}"
        )
    return " and ".join(parts)
