"""Values that are one of several, by what other fields are: "`low` below 10, otherwise `fine`".

A sentence names the value, or a thing that it is said of, and then cases: a state with what must
hold for it, on either side of it, and perhaps one for all that is left. A sentence of which one
case is not read to its end says nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plain

_SIGNS = {
    **dict.fromkeys(("more than", "greater than", "higher than", "above", "over", "after"), ">"),
    **dict.fromkeys(("later than", "exceeds", "longer than", ">"), ">"),
    **dict.fromkeys(("less than", "fewer than", "lower than", "below", "under", "before"), "<"),
    **dict.fromkeys(("earlier than", "shorter than", "smaller than", "<"), "<"),
    **dict.fromkeys(("at least", "from", "not below", "no less than", "reaches", ">=", "≥"), ">="),
    **dict.fromkeys(("at most", "up to", "not above", "no more than", "not more than"), "<="),
    **dict.fromkeys(("<=", "≤", "until"), "<="),
    **dict.fromkeys(("equal to", "equals", "exactly", "the same as", "==", "="), "="),
    **dict.fromkeys(("not equal to", "other than", "not", "!=", "≠"), "!="),
}
_OPPOSITE = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "!=", "!=": "="}
_SIGN = "|".join(sorted(map(re.escape, _SIGNS), key=len, reverse=True))
_MORE = {"more": ">=", "above": ">=", "higher": ">=", "over": ">=", "later": ">="}
_MORE |= {"less": "<=", "below": "<=", "fewer": "<=", "lower": "<=", "under": "<=", "earlier": "<="}
_FROM = (
    r"(?:follows (?:from )?|depends on |is derived from |derives from |is worked out (?:from|of) |"
    r"is computed from |is calculated from |results from |comes from |is determined by |"
    r"is based on |is given by |is set by |tells from )"
)
_STATE = r"[`\"']?(?P<state>[A-Za-z][\w-]*)[`\"']?"
_ELSE = (
    re.compile(
        r"(?i)(?:everything|anything|all|the rest|whatever is)(?: else| (?:in )?between| others?|"
        rf" that is left)?(?: is| are| means|:| =| →| ->)? {_STATE}"
    ),
    re.compile(
        rf"(?i)(?:otherwise|else|in between|in all other cases)(?:,|:| it is| is)? {_STATE}"
    ),
    re.compile(
        rf"(?i){_STATE},? (?:otherwise|else|in between|in all other cases|for everything else|"
        r"for all others?|for the rest|in any other case)"
    ),
)
_BEFORE = re.compile(
    rf"(?i){_STATE}:? (?:(?:only )?(?:when|if|while|once|for|as long as|as soon as|where|with|at)"
    r" )?(?P<test>.+)"
)
_BEHIND = re.compile(
    rf"(?i)(?:(?:when|if|with|at|a) )?(?P<test>.+?)(?:,? (?:it )?(?:is|are|means|gives|makes it|"
    rf"counts as|→|->|=>)|:) {_STATE}"
)
_CUT = re.compile(r",? (?:and|but|or) |[,;] ")


class Grade(NamedTuple):
    """A state, and the condition over `$` on which a row is in it; none of what is left."""

    state: str
    test: str = ""


def grades(
    sentence: str, name: str, names: Iterable[str], known: Iterable[str] = ()
) -> list[Grade]:
    """The states that a sentence gives to a value, in the order in which they are looked at.

    >>> grades("`level` is `low` below 10 `points`, else `fine`", "level", ["level", "points"])
    [Grade(state='low', test='$.points < 10'), Grade(state='fine', test='')]
    >>> grades(
    ...     "Its state follows from done: 0 is new, `done` = `all` is ready and everything "
    ...     "between is busy",
    ...     "state",
    ...     ["done", "all"],
    ... )[1]
    Grade(state='ready', test='$.done = $.all')
    """
    others = {plain(each): each for each in names if plain(each) != plain(name)}
    text = re.sub(r"\s+", " ", sentence.replace("**", "")).strip(" .;")
    text = re.sub(r"[\w`]+(?: [\w`]+)? \(([^()]*(?:=|<|>)[^()]*)\)", r"\1", text)
    text = re.sub(r" \([^()]*\)", "", text).replace("`", "")
    head = re.match(
        rf"(?i)(?:the |its |an? )?(?:\w+'s )?{re.escape(name)}"
        r"(?: of (?:an?|the|each|every) \w+)?:? "
        rf"(?:{_FROM}(?:the |its |how \w+ )?(?P<of>\w+)[^:,]*[:,] |(?:is|becomes|shows|reads|=) |"
        r"(?=\S+ (?:when|if|while|below|from|for)))",
        f"{text} ",
    )
    subject = others.get(plain(head["of"]), "") if head and head["of"] else ""
    rest = text[head.end() :] if head else ""
    if head is None:
        thing = re.match(r"(?i)(?:an?|the|each|every) [\w-]+ (?:is|are) |it is ", text)
        rest = text[thing.end() :] if thing else text
    found = _cases(rest, others, subject) if rest else None
    known = set(known)
    if not found or (known and not known & {each.state for each in found}):
        return []
    if head is None and not known:
        return []
    return _in_order(found)


def graded(found: list[Grade]) -> str:
    """The template of a value by its cases."""
    *first, last = found
    template = json.dumps(last.state)
    for each in reversed(first):
        template = f"if({each.test}, {json.dumps(each.state)}, {template})"
    return template


def holds_in(found: list[Grade], state: str) -> str:
    """The condition over `$` that a row is in a state; empty for a state that is none of them."""
    at = next((at for at, each in enumerate(found) if each.state == state), None)
    if at is None:
        return ""
    before = [f"not({each.test})" for each in found[:at] if not _apart(each, found[at])]
    return " and ".join([*before, *([found[at].test] if found[at].test else [])])


def _apart(one: Grade, other: Grade) -> bool:
    """Whether two conditions never hold together: the same value is two numbers."""
    match = [re.fullmatch(r"(\$\.\w+) = (-?\d+|\"[^\"]*\")", each.test) for each in (one, other)]
    return bool(match[0] and match[1] and match[0][1] == match[1][1])


def _in_order(found: list[Grade]) -> list[Grade]:
    """Cases with the one for the rest last, and bounds with the narrowest first."""
    rest = [each for each in found if not each.test]
    told = [each for each in found if each.test]
    if len(rest) > 1 or len({each.state for each in found}) < len(found) or len(found) < 2:
        return []
    bounds = [re.fullmatch(r"(\$\.\w+) ([<>]=?) (-?\d+(?:\.\d+)?)", each.test) for each in told]
    if all(bounds):
        ways = {(each[1], each[2][0]) for each in bounds if each}
        if len(ways) == 1:
            up = next(iter(ways))[1] == "<"
            told.sort(key=lambda each: float(each.test.rsplit(" ", 1)[1]), reverse=not up)
    if not rest:
        *told, last = told
        if len(told) != 1 or _denied(told[0].test) != last.test:
            return []
        rest = [Grade(last.state)]
    return [*told, *rest]


def _denied(test: str) -> str:
    match = re.fullmatch(r"(\S+) (<=|>=|!=|=|<|>) (\S+)", test)
    return f"{match[1]} {_OPPOSITE[match[2]]} {match[3]}" if match else ""


def _cases(text: str, names: dict[str, str], subject: str) -> list[Grade] | None:
    """A text as cases, cut wherever what stands before is one."""
    text = re.sub(r"(?i)^(?:and|or|but|it is|is) ", "", text.strip(" ,;"))
    one = _case(text, names, subject)
    if one is not None:
        return [one]
    for cut in _CUT.finditer(text):
        first = _case(text[: cut.start()], names, subject)
        same = re.match(r"\$\.(\w+)", first.test) if first is not None else None
        again = subject or (same[1] if same else "")
        rest = _cases(text[cut.end() :], names, again) if first is not None else None
        if first is not None and rest is not None:
            return [first, *rest]
    return None


def _case(text: str, names: dict[str, str], subject: str) -> Grade | None:
    text = text.strip(" ,;")
    for pattern in _ELSE:
        if match := pattern.fullmatch(text):
            return Grade(match["state"])
    for pattern in (_BEFORE, _BEHIND):
        match = pattern.fullmatch(text)
        test = _test(match["test"], names, subject) if match else ""
        if match and test and plain(match["state"]) not in names:
            return Grade(match["state"], test)
    return None


def _test(text: str, names: dict[str, str], subject: str) -> str:
    """A condition on fields of a row; empty where one word of it is not read."""
    text = re.sub(r"(?i)\b(?:the|its|an|a|there is|there are|it has|it is|has|have) ", "", text)
    text = re.sub(r"(?i)\b(?:is|are|was) ", "", text.strip(" ,"))
    if found := _single(text, names, subject):
        return found
    for word in ("and", "or"):
        parts = re.split(rf",? {word} ", text)
        tests = [_single(each, names, subject) for each in parts]
        if len(parts) > 1 and all(tests):
            joined = f" {word} ".join(tests)
            return f"({joined})" if word == "or" else joined
    return ""


def _single(text: str, names: dict[str, str], subject: str) -> str:
    left, rest = _field(text, names)
    left = left or subject
    match = re.fullmatch(r"(?i)(?:between |from )?(\S+) ?(?:and|to|-|–|up to) ?(\S+)( \w+)?", rest)
    if match and (ends := [_value(match[at], names) for at in (1, 2)]) and all(ends):
        left = left or names.get(plain(match[3] or ""), "")
        return f"$.{left} >= {ends[0]} and $.{left} <= {ends[1]}" if left else ""
    match = re.fullmatch(rf"(?i)(?P<sign>{_SIGN})? ?(?P<value>[^\s,]+)(?P<unit> \w+)?", rest)
    sign = _SIGNS[match["sign"].lower()] if match and match["sign"] else "="
    more = re.fullmatch(r"(?i)(?P<value>\S+)(?P<unit> \w+)? (?:or|and) (?P<more>\w+)", rest)
    if more and more["more"].lower() in _MORE:
        match, sign = more, _MORE[more["more"].lower()]
    if match is None:
        return ""
    unit = (match["unit"] or "").strip()
    left = left or names.get(plain(unit), "")
    value = _value(match["value"], names)
    counted = unit and plain(unit) not in {plain(left), "days", "percent", "points"}
    return f"$.{left} {sign} {value}" if left and value and not counted else ""


def _field(text: str, names: dict[str, str]) -> tuple[str, str]:
    """The field that a text begins with, and what stands behind it."""
    words = text.split(" ")
    for end in (3, 2, 1):
        found = names.get(plain("".join(words[:end])), "") if end < len(words) else ""
        if found:
            return found, " ".join(words[end:])
    return "", text


def _value(word: str, names: dict[str, str]) -> str:
    word = word.strip("\"'")
    if re.fullmatch(r"-?\d+(?:\.\d+)?", word) or word.lower() in {"null", "true", "false"}:
        return word.lower()
    usual = {"zero": "0", "none": "null", "empty": "null", "missing": "null", "today": "today()"}
    usual |= {"now": "now()", "one": "1"}
    return usual.get(word.lower(), f"$.{names[plain(word)]}" if plain(word) in names else "")
