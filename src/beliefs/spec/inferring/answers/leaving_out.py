"""Rows in a state that a list leaves out: "archived ones are not shown", "all but the closed"."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param, Route
from beliefs.spec.documents.words import plain, singular, snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.types import Field

# What becomes of rows in a state, behind the words for them ...
_GONE = (
    r"(?:(?:is|are|gets?|will be|stays?) (?:then |by default |normally |also )?"
    r"(?:left out|not (?:in|on|shown|listed|included|returned|part of)|excluded|omitted|hidden|"
    r"skipped|gone|missing|never (?:shown|listed|in)|"
    r"no longer (?:in|on|shown|listed|included|part of)|"
    r"removed from (?:the |this )?list)|"
    r"(?:isn't|aren't) (?:in|on|shown|listed|included|part of)|"
    r"(?:no longer|never|do not|does not|don't|doesn't) "
    r"(?:shows? up|appears?|comes? up|turns? up|count)|"
    r"(?:disappears?|vanish(?:es)?|drops? out|falls? out)\b)"
)
# ... and what stands before them.
_BUT = (
    r"(?:leav(?:es?|ing) out|hid(?:es?|ing)|exclud(?:es?|ing)|omit(?:s|ting)?|skip(?:s|ping)?|"
    r"without|except(?: for)?|all but|but not|other than|apart from|save for)"
)


def left_out(said: str, state: str, noun: str) -> bool:
    """Whether words leave out rows in a state; `noun` is a pattern for one row.

    >>> [left_out(each, "closed", "shop") for each in ("Closed shops are not shown", "all shops \
except the closed ones", "shops that are not closed", "the closed shops", "leaves out closed ones")]
    [True, True, True, False, True]
    """
    rows = rf"\b{state}[`\"]?(?: (?:{noun}s?|ones?|entries|rows|items|things))?(?: and [\w ]+?)?"
    return bool(
        re.search(
            rf"(?i){rows} {_GONE}"
            rf"|\b{_BUT} (?:the |all |any |those (?:that|which) are |what is )?[`\"]?{state}\b"
            rf"|\b(?:that|which|who)? ?(?:are|is|were|was|have been|has been) not (?:yet |been )?"
            rf"[`\"]?{state}\b|\bonly (?:the )?(?:{noun}s? )?not (?:yet )?{state}\b",
            said,
        )
    )


def states(known: Field) -> tuple[str, ...]:
    """The states that rows have by a field: its choices, or that it is true."""
    if known.type.choices:
        return known.type.choices
    flag = known.type.kind == "boolean"
    return (snaked(known.name).removeprefix("is_").replace("_", " "),) if flag else ()


def spoken_of(state: str) -> str:
    """A pattern for a state in running words."""
    return re.escape(state).replace("_", "[ _-]")


def unless_asked(param: Param, route: Route, holding: Holding, name: str, condition: str) -> str:
    """The condition of a parameter by a state whose rows are left out while nobody asks for them.

    Empty where words leave none of them out.
    """
    if condition.startswith(f"{name} or not(."):
        return condition  # whoever can ask for these too does not see them otherwise
    known = holding.fields.get(holding.named(param.name))
    if known is None or param.required or param.default:
        return ""
    said = f"{route.words}. {route.good.words if route.good else ''}"
    noun = singular(holding.word).replace("_", "[ _-]")
    hidden = [each for each in states(known) if left_out(said, spoken_of(each), noun)]
    if not hidden:
        return ""
    if known.type.kind == "boolean" and condition == f".{known.name} = {name}":
        return f"{condition.partition(' = ')[0]} = or_else({name}, false)"
    usual = " and ".join(f".{known.name} != {json.dumps(each)}" for each in hidden)
    return f"({name} = null and {usual}) or ({name} != null and {condition})"


def is_asked(route: Route, known: Field) -> bool:
    """Whether a parameter of a list asks for the state of a field.

    `archived` does, and so does `include_archived`.
    """
    names = {plain(each.name) for each in route.params}
    names |= {re.sub(r"^(?:include|with|show|only)", "", each) for each in names}
    return plain(known.name) in names
