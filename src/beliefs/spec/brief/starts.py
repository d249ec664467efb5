"""What new rows have that no request brings: "with stock 0", "enabled at first"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Request
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import Said
from beliefs.spec.numbers import in_digits
from beliefs.spec.types import Type
from beliefs.spec.understanding.words import is_noun, participle

_V = r"(?P<v>-?\d+|zero|true|false|null|an empty list|empty)"
_END = (
    r"(?= *(?:[,;.)¦]|$|and\b|at first|initially|or\b|with\b|plus\b))(?: (?:at first|initially))?"
)
_NONE = r"(?P<v>0|zero|true|false|null|an empty list|empty)"
_WHO = (
    r"(?:(?:it|they|everybody|everyone|an? (?:new )?\w+|each|every (?:new )?\w+|"
    r"(?:all )?new \w+s?|the \w+) )?"
)
# "starts with 0 points"; "balance starts at 0"; "new lamps have broken false"; "and stock 0".
_MANY = re.compile(
    rf"(?i){_WHO}(?:starts?|begins?)(?: out)? (?:with|at) (?P<v>\d+|no|zero) (?P<n>[a-z]+)\b"
)
_FROM = re.compile(
    rf"(?i)\b(?:the |an? |its |whose |their )?(?P<n>[a-z]\w*) (?:which |that )?(?:starts?|begins?|"
    rf"starting|beginning)(?: out)? (?:at|with|from|as) {_V}{_END}"
)
_NEW = re.compile(
    rf"(?i)\b(?:an? |every |each |all )?new (?P<k>[a-z]+) (?:has|have|starts? with|comes? with|"
    rf"is|are|gets?) (?:an? |the )?(?P<n>[a-z]\w*) (?:of |at |= ?)?{_V}{_END}"
)
_WITH = re.compile(
    rf"(?i)(?:\bwith|\band|\bplus|,|\bhas|\bhaving) (?:an? |the |its )?(?P<n>[a-z]\w*)"
    rf"(?: (?:of|is|being|set to|=)|:)? {_NONE}{_END}"
)
_SO = re.compile(
    r"(?i)(?:[,(]|\bis|\bare|\bas|\band|\bwhich is) ?(?P<no>not )?(?P<n>[a-z]+) "
    r"(?:at first|initially|to begin with|at the start|at the beginning|from the start)"
)
_NEVER = frozenset(
    """status state id ids code number answer returns with at from to page limit is are it or and
    by else otherwise then if not least most than more of exactly between over under above below
    empty""".split()  # noqa: SIM905
)


def learn_starts(brief: Brief, kinds: list[Kind]) -> None:
    """Give rows the values that new ones are said to have."""
    others = frozenset(each for kind in kinds for each in _called(kind))
    for request in brief.requests:
        made = next((x for x in kinds if x.path == request.path and x.makes), None)
        if made is None or request.method != "POST":
            continue
        for one in request.said:
            for pattern in (_MANY, _FROM, _WITH):
                _numbers(one, pattern, made, request, others)
            _so(one, made)
    makers = [x for x in kinds if x.makes]
    spoken = [*brief.said, *(one for x in brief.requests for one in x.said)]
    for one in spoken:
        while (found := one.has(_NEW)) is not None:
            kind = next((x for x in makers if found["k"].lower() in _called(x)), None)
            if kind is None or not _start(kind, found["n"], found["v"], others):
                break
            one.drop(found)
    for one in brief.said if len(makers) == 1 else ():
        for pattern in (_MANY, _FROM):
            _numbers(one, pattern, makers[0], None, others)


def _called(kind: Kind) -> set[str]:
    return {kind.spoken, kind.plural, kind.spoken.split()[-1], kind.plural.split("_")[-1]}


def _numbers(
    one: Said,
    pattern: re.Pattern[str],
    kind: Kind,
    request: Request | None,
    others: frozenset[str],
) -> None:
    """Take out what a sentence says that values of new rows are."""
    at = 0
    while (found := pattern.search(one.text, at)) is not None:
        at = found.end("n")
        before = one.text[: found.start()]
        if request is not None and _brings(one, found["n"], before):
            continue
        if _start(kind, found["n"], found["v"], others):
            one.drop(found)
            at = 0


def _brings(one: Said, name: str, before: str) -> bool:
    """Whether a name is one of what is brought, or the words are those of a failure."""
    if re.search(r"\b4\d\d\b[^;.]*$|(?i:\b(?:if|when|unless|below|above|than)\b[^;.]*)$", before):
        return True
    marks = re.findall(r"⟦\d+⟧", one.text)
    return bool(marks) and name in one.sketch(marks[0]).names and len(marks) == 1


def _start(kind: Kind, name: str, value: str, others: frozenset[str]) -> bool:
    """Give rows a value at first; how many `others` belong to a row is no value of it."""
    name, value = name.lower(), value.lower()
    if name in _NEVER or name in others or name == kind.key.name:
        return False
    first = {"no": "0", "empty": "[]", "an empty list": "[]"}.get(value, in_digits(value))
    held = kind.fields.get(name)
    if held is not None and (held.start.startswith('"') or held.default is not None):
        return False
    truth = first in {"true", "false"}
    type_ = None if first in {"null", "[]"} else Type("boolean" if truth else "integer")
    if held is None:
        if first in {"null", "[]"}:
            return False  # nothing says what it is otherwise
        held = kind.fields[name] = Held(name, type_)
    held.type, held.start, held.server = held.type or type_, first, True
    return True


def _so(one: Said, kind: Kind) -> None:
    """A state that new rows are in: "enabled at first"."""
    found = one.has(_SO)
    if found is None or {"status", "state"} & {*kind.fields}:
        return
    name = found["n"].lower()
    done = name.endswith(("ed", "en")) or name in {"active", "open", "visible", "public", "private"}
    if name in kind.fields or (done and not is_noun(name)) or participle(name) == name:
        kind.fields.setdefault(name, Held(name, Type("boolean")))
        held = kind.fields[name]
        held.type = held.type or Type("boolean")
        if held.type.kind == "boolean":
            held.start, held.server = "false" if found["no"] else "true", True
            one.drop(found)
