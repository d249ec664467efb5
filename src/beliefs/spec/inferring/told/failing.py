"""Clauses that say how a request fails: a status, and what must hold or must not."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS, masked
from beliefs.spec.inferring.told.conditions import denied, holds
from beliefs.spec.inferring.told.counting import at_most
from beliefs.spec.inferring.told.settings import Setting, whole
from beliefs.spec.inferring.told.stating import already

_SAYS = (
    r"(?:it |the (?:answer|status|response|request) )?(?:fails|is refused|is rejected|answers|"
    r"answer|returns|gives|gets|is|are|means|→|->|=)"
)
_BEFORE = re.compile(
    rf"(?i)^(?:{_SAYS} )?(?:with |a |an |and |or |then |status )*@@(?: error| as well| too)?"
    r"[\s:,–—-]*(?P<way>if|when|for|because|unless|while|where|as)?\b\s*(?P<test>.+)$"
)
_BEHIND = re.compile(
    rf"(?i)^(?P<test>.+?)[\s,:;(–—-]*(?:(?P<way>otherwise|else|or|if not)\b)?[\s,]*"
    rf"(?:{_SAYS} )?(?:with |a |an )*@@(?: error)?\)?(?:,? and nothing (?:changes|happens|is \w+)|"
    r"(?P<rest>,? and so are .+))?$"
)
_MUST = re.compile(
    r"(?i)^(?P<row>.+?) (?:must(?P<no> not)?|ha(?:s|ve) to|needs? to)(?: still| currently)? "
    r"(?:be |have )?(?P<rest>.+)$"
)
_ONLY = re.compile(
    r"(?i)^(?:only|just) (?:an? |the )?(?P<state>[\w-]+(?: (?:or|and) [\w-]+)?) "
    r"(?P<row>[\w-]+) (?:can|may) .+$|"
    r"^(?P<one>.+?) (?:can|may)(?: only)? be [\w -]+? (?:only )?(?:while|when|if|as long as)"
    r" (?P<test>.+)$"
)
_ALLOWED = re.compile(
    r"(?i)^(?:(?:it|this|that|[\w ]+?) (?:is|are) )?(?:only )?(?:allowed|possible|permitted|"
    r"valid|works)"
    r"(?: only)? (?:while|when|if|as long as|until|for|on) (?P<test>.+)$"
)
_BARRED = re.compile(
    r"(?i)^(?:(?:it|this|that|[\w ]+?) (?:is|are) )?(?:not (?:allowed|possible|permitted)|"
    r"impossible|"
    r"forbidden|refused|rejected)(?: any more)? (?:while|when|if|as long as|for|on|once|after) "
    r"(?P<test>.+)$"
)
_CANNOT = re.compile(r"(?i)^(?P<test>.+?) (?:cannot|may not|must not|can never) .+$")
# What is wrong with inputs is answered before any effect.
_INPUTS = re.compile(
    r"(?i)\binvalid|\bbad\b|\bmissing\b|\bwrong type|validation|\bnegative\b|not an? |malformed|"
    r"out of range|\bnope\b|\bempty\b|required|format"
)
_DULL = re.compile(
    r"(?i)(?:not found|conflict|not possible(?: now)?|forbidden|gone|unprocessable.*|bad request|"
    r"(?:there is )?no such thing|error|every ?thing(?: else)?|all others?|any other|"
    r"see above|not allowed|unknown)?"
)


class Refusal(NamedTuple):
    """What must hold, and the status of a request for which it does not; 0 stands for no rule."""

    status: int
    test: str = ""
    words: str = ""
    after: bool = False  # it is about what the deed makes of things


def demand(text: str, setting: Setting) -> Refusal | None:
    """What must hold by words that name no status: that of a conflict is meant."""
    bare = whole(text)
    known = setting.route.statuses
    status = next((each for each in (409, 403, 422, 400) if each in known), 409)
    if most := at_most(bare, setting):
        return Refusal(status, most, bare)
    for test in _demanded(bare, setting):
        return Refusal(status, test, bare, after=_sums_up(test, setting))
    return None


def statuses(text: str) -> list[int]:
    """The statuses of failures that a text names."""
    return [int(each) for each in STATUS.findall(masked(text)) if int(each) >= 400]


def refusal(text: str, setting: Setting) -> Refusal | None:
    """The rule of a clause with one status of a failure; None where it is not understood."""
    found = statuses(text)
    if len(set(found)) != 1:
        return None
    status = found[0]
    if re.fullmatch(r"\W*\d{3}\W*", text):
        return Refusal(0)
    marked = whole(re.sub(rf"\(?\b{status}\b\)?", "@@", text, count=1))
    marked = re.sub(rf"\(?\b{status}\b\)?", "", marked)
    for pattern in (_BEFORE, _BEHIND):
        match = pattern.match(marked)
        if match is None:
            continue
        way = (match["way"] or "").lower()
        wanted = way in {"unless", "otherwise", "else", "or", "if not"}
        said = match["test"] + (match.groupdict().get("rest") or "")
        spoken = (
            [said, f"{said} it"] if re.search(r"(?i) it (?:is|gives|gets) @@", marked) else [said]
        )
        for each in spoken:
            if rule := ruled(status, each, setting, wanted=wanted):
                return rule
    return None


def ruled(status: int, words: str, setting: Setting, *, wanted: bool = False) -> Refusal | None:
    """The rule that words about a failure tell; `wanted` ones say what must hold."""
    text = whole(words)
    text = re.sub(r"(?i)^(?:fails with |fails )?(?:if|when|because) ", "", text)
    if re.match(r"(?i)^(?:fails with )?\s*unless ", text):
        text, wanted = re.sub(r"(?i)^(?:fails with )?\s*unless ", "", text), True
    if _DULL.fullmatch(text) or _refused_before(text, setting):
        return Refusal(0)
    if most := at_most(text, setting):
        return Refusal(status, most, text)
    for test in _demanded(text, setting):
        return Refusal(status, test, text, after=_sums_up(test, setting))
    found = holds(text, setting) or _of_one(text, setting) or already(text, setting)
    if found:
        return Refusal(status, found if wanted else denied(found), text)
    if status in {400, 422} and _INPUTS.search(text):
        return Refusal(0)
    return None


_OF_ONE = re.compile(r"(?i)(?:an?|the|any|one) (?P<row>[\w-]+),? (?:that|which|who) (?P<tests>.+)")
_MERELY = re.compile(r"(?i)\b(is|are|was|were|has|have)(?: been)? (?:only|merely|still|already)\b")


def _of_one(text: str, setting: Setting) -> str:
    """What is said of a row by what it is for: "a child that is only waiting, or that has left"."""
    match = _OF_ONE.fullmatch(text)
    if match is None or not _stands_for_row(match["row"], setting):
        return ""
    parts = re.split(r"(?i),? or (?:(?:that|which|who) )?", _MERELY.sub(r"\1", match["tests"]))
    tests = [holds(f"it {each}", setting) for each in parts]
    return " or ".join(tests) if all(tests) else ""


def _stands_for_row(noun: str, setting: Setting) -> bool:
    """Whether a noun names the row that is spoken of: its kind, or who or what it is for."""
    if setting.row(noun) is not None:
        return setting.row(noun) is setting.rows[0]
    first = setting.rows[0].holding if setting.rows else None
    field = first.fields.get(first.named(noun)) if first is not None else None
    return field is not None and field.type.kind == "string" and not field.type.choices


def _refused_before(text: str, setting: Setting) -> bool:
    """Whether a failure is that of a value which is none of the choices of an input."""
    match = re.fullmatch(
        r"(?i)(?:an? |the )?(?P<name>\w+) (?:that|which) does not exist"
        r"(?:,? and so are (?P<more>.+?)(?:,? which .+)?)?",
        text,
    )
    given = setting.brought(match["name"]) if match else None
    if match is None or given is None or not given.type.choices:
        return False
    more = re.split(r",? (?:and|or) |, ", match["more"] or "")
    return not set(more) & set(given.type.choices)


def _sums_up(test: str, setting: Setting) -> bool:
    """Whether a rule is about all rows of a kind of which the deed changes one."""
    changed = {name.partition(".")[0] for name in setting.new}
    kinds = {row.holding.name for row in setting.rows if row.at in changed}
    return any(re.search(rf"(?:sum|count)\(.*\b{kind}\[where", test) for kind in kinds)


def _demanded(text: str, setting: Setting) -> list[str]:
    """What must hold, where a text says that: must, only, cannot, at most."""
    match = _BARRED.match(text)
    if match:
        found = holds(match["test"], setting)
        return [denied(found)] if found else []
    match = _ALLOWED.match(text)
    if match and (found := holds(match["test"], setting)):
        return [found]
    match = _ONLY.match(text)
    if match:
        said = match["test"] or f"the {match['row']} is {match['state']}"
        return [found] if (found := holds(_one(said), setting)) else []
    match = _CANNOT.match(text)
    if match:
        said = re.sub(r"(?i)^(.+?) (?:which|that|who) ", r"\1 ", match["test"])
        if found := holds(match["test"], setting) or holds(said, setting):
            return [denied(found)]
    match = _MUST.match(text)
    if match:
        no = " not" if match["no"] else ""
        for verb in ("is", "has"):
            if found := holds(f"{match['row']} {verb}{no} {match['rest']}", setting):
                return [found]
    return []


def _one(text: str) -> str:
    """A clause about several of a kind as one about one of them."""
    return re.sub(r"(?i)^the (\w+?)s is ", r"the \1 is ", text)
