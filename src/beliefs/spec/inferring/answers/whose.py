"""Conditions on the first or last of what belongs to a row: "whose last check was not passed".

A row is then one of those that a grouping of the rows below picks out by their key.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.names import CREATED
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Field

_WHOSE = re.compile(
    r"(?i)\bwhose (?P<end>last|latest|newest|most recent|first|earliest|oldest) (?P<child>\w+) "
    r"(?P<told>(?:had|has|have|was|is|were|are|shows?|showed)\b[^.;?]*)"
)
_FIRST = {"first", "earliest", "oldest"}
_SIGNS = {
    "over": ">",
    "above": ">",
    "more than": ">",
    "greater than": ">",
    "at least": ">=",
    "of at least": ">=",
    "under": "<",
    "below": "<",
    "less than": "<",
    "at most": "<=",
    "of at most": "<=",
    "of": "=",
}
_SIGN = "|".join(sorted(_SIGNS, key=len, reverse=True))
_MEASURED = re.compile(
    rf"(?i)(?:had|has|have|with|shows?|showed)? ?(?:an? |the )?(?P<name>\w+) (?:was |is )?"
    rf"(?P<sign>{_SIGN}) (?P<bound>-?\d+(?:\.\d+)?)"
)
_ASKED = re.compile(
    rf"(?i)(?:had|has|have|with|shows?|showed)? ?(?P<sign>{_SIGN}) (?:that|this|the given) "
    r"(?P<name>\w+)"
)
_TRUTH = re.compile(r"(?i)(?:was|is|were|are) (?P<not>not )?(?P<name>\w+)")


def whose_rows(said: str, holding: Holding, kept: Kept, asked: str = "") -> str:
    """The condition that words set on the rows below; empty where not all of it is understood.

    `asked` is the input that "at least that size" compares with.
    """
    match = _WHOSE.search(said)
    child, link = _below(match["child"], holding, kept) if match else (None, "")
    if match is None or child is None:
        return ""
    end = "first" if match["end"].lower() in _FIRST else "last"
    tests = [
        _test(each.strip(), child, f"{end}(.items)", asked)
        for each in re.split(r",? and |, ", match["told"].strip())
    ]
    if not all(tests):
        return ""
    moments = [
        each.name for each in child.fields.values() if each.type.kind in {"date", "datetime"}
    ]
    order = ([each for each in moments if plain(each) not in CREATED] or moments or [""])[0]
    rows = f"{child.name}[by .{order}]" if order else child.name
    picked = f'group({rows}, "{link}")[where {" and ".join(tests)}]'
    return f".{holding.key.name} in each(part in {picked}: part.key)"


def asked_of(route: Route, name: str) -> str:
    """What the words about a route say of one parameter, up to the next one."""
    match = re.search(rf"[?&`]{re.escape(name)}=[^\s`]*`?(.*)$", route.words)
    return re.split(r"[?&`]\w+=|\.\s", match[1])[0].strip(" ,;") if match else ""


def _below(noun: str, holding: Holding, kept: Kept) -> tuple[Holding | None, str]:
    for child, link in kept.children(holding):
        if plain(child.word) == plain(singular(noun)):
            return child, link
    return None, ""


def _test(clause: str, child: Holding, one: str, asked: str) -> str:
    for pattern in (_ASKED, _MEASURED):
        match = pattern.fullmatch(clause)
        field = _field(match["name"], child) if match else None
        if match is None or field is None or field.type.kind not in {"integer", "number"}:
            continue
        bound = asked if pattern is _ASKED else match["bound"]
        return f"{one}.{field.name} {_SIGNS[match['sign'].lower()]} {bound}" if bound else ""
    match = _TRUTH.fullmatch(clause)
    field = _field(match["name"], child) if match else None
    if match is not None and field is not None and field.type.kind == "boolean":
        return f"not({one}.{field.name})" if match["not"] else f"{one}.{field.name}"
    return ""


def _field(name: str, child: Holding) -> Field | None:
    return child.fields.get(child.named(name))
