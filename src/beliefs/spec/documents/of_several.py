"""What words say of several fields of a body at once, or of all but some.

"{title, author}, both strings, both required", "all optional except name", "the first two are
required, the rest may be left out", "only sku is required": a subject that stands for names, and
what is said of a value, as it would be jotted down behind each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import records
from beliefs.spec.documents.contract import Contract, Route, Shape, is_record
from beliefs.spec.documents.qualifying import qualities
from beliefs.spec.documents.tightening import tightened
from beliefs.spec.numbers import NUMBERS, counted

_BUT = r"(?:but|except|besides|other than|apart from|save)(?: for)?"
_NEED = r"required|mandatory|needed|optional"
_ALL = (
    r"(?:both|all|each|everything|every (?:field|value|one)|none)(?: of (?:them|these|which))?"
    r"(?: (?:two|three|four|five|six|fields|values|ones|are))*"
)
_MANY = "|".join(NUMBERS[1:7])
_VERB = r"(?:is|are|being|must be|has to be|have to be|needs? to be|should be|may be|can be)"
_OPPOSITE = {"required": "optional", "optional": "required"}


class _Told(NamedTuple):
    """Fields by their names, and what is said of each of them."""

    names: tuple[str, ...]
    jotting: str


def told_alike(contract: Contract) -> Contract:
    """The contract whose bodies hold to what is said of several of their fields at once."""
    return replace(contract, routes=tuple(_route(each) for each in contract.routes))


def _route(route: Route) -> Route:
    body = route.body
    if body is None or not is_record(body) or not body.properties or body.open:
        return route
    for told in of_several(route.words, body.names):
        body = _held(body, told)
    return replace(route, body=body)


def _held(body: Shape, told: _Told) -> Shape:
    parts = tuple(
        tightened(each, told.jotting)
        if each.name in told.names and not _holds(each.words, told.jotting)
        else each
        for each in body.properties
    )
    return replace(body, properties=parts)


def _holds(words: str, jotting: str) -> bool:
    return jotting in words


def of_several(text: str, names: tuple[str, ...]) -> list[_Told]:
    """What a text says of several of the fields that have these names.

    >>> of_several("{a, b, c} all strings, all but c required", ("a", "b", "c"))[1:]
    [_Told(names=('a', 'b'), jotting='required'), _Told(names=('c',), jotting='optional')]
    >>> of_several("the first two are required, the rest is optional", ("a", "b", "c"))[1]
    _Told(names=('c',), jotting='optional')
    """
    return list(_read(_plain(text, names), names))


def _plain(text: str, names: tuple[str, ...]) -> str:
    """A text with the record of these names as a list of them, and without all others."""
    text = re.sub(r"[`*]", "", text)
    for start, end in reversed(records(text)):
        inner = tuple(re.findall(r"[A-Za-z_]\w*(?=\??\s*[,}])", text[start:end]))
        listed = f"{', '.join(names)}," if set(inner) == set(names) else ","
        text = f"{text[:start]}{listed} {text[end:].lstrip(', ')}"
    one = "|".join(map(re.escape, names))
    some = rf"(?:{one})(?:(?:, and |, | and )(?:{one}))*"
    # "all optional except name"
    return re.sub(
        rf"(?i)\b({_ALL})((?: {_VERB})? (?:{_NEED})),? {_BUT}(?: the)? ({some})(?![\w-])",
        r"\1 but \3\2",
        text,
    )


def _read(text: str, names: tuple[str, ...]) -> Iterator[_Told]:
    one = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    some = rf"(?:{one})(?:(?:, and |, | and )(?:{one}))*"
    subject = re.compile(
        rf"(?i)(?:^|(?<=[\s(]))(?:(?P<before>{some}),? )?(?:(?P<all>{_ALL})"
        rf"(?: {_BUT} (?:the )?(?P<but>{some}))?|(?P<only>only )(?:the )?(?P<named>{some})|"
        rf"(?<![^\s,;.:(–—-] )(?P<list>{some})|"
        rf"(?:the )?(?P<end>first|last)(?: (?P<many>{_MANY}))?(?: ones| fields)?|"
        rf"(?:the )?(?P<rest>rest|others?|other (?:{_MANY}|ones|fields)|remaining(?: ones)?))"
        rf"(?: (?P<verb>{_VERB}))? (?=\S)"
    )
    spoken: set[str] = set()
    at = 0
    while found := subject.search(text, at):
        at = found.start() + 1 if found.end() == found.start() else found.end()
        quality = qualities(text, found.start("verb") if found["verb"] else found.end())
        meant = _meant(found, names, spoken)
        if quality is None or not meant or _condition(text, found.start()):
            at = max(found.start() + 1, found.end() - 1)
            continue
        if not found["verb"] and quality.jotting.startswith(("one of", "default")):
            continue
        rest = tuple(each for each in names if each not in meant)
        spoken |= set(meant)
        if found["all"] and found["all"].lower().startswith("none"):
            if quality.jotting in _OPPOSITE:
                yield _Told(names, _OPPOSITE[quality.jotting])
            at = quality.end
            continue
        yield _Told(meant, quality.jotting)
        if (found["but"] or found["only"]) and rest and quality.jotting in _OPPOSITE:
            yield _Told(rest, _OPPOSITE[quality.jotting])
        at = quality.end


def _condition(text: str, at: int) -> bool:
    """Whether what begins at a place only holds if something does."""
    sentence = re.split(r"[.;](?:\s|$)", text[:at])[-1]
    return bool(re.search(r"(?i)\b(?:if|when|unless|while|whose)\b[^,]*$", sentence))


def _meant(found: re.Match[str], names: tuple[str, ...], spoken: set[str]) -> tuple[str, ...]:
    """The names that a subject stands for."""
    if found["all"]:
        listed = _names(found["before"] or "", names)
        whole = listed if len(listed) > 1 else names
        if found["all"].lower().startswith("both") and len(whole) != 2:
            return ()
        gone = _names(found["but"] or "", names)
        return tuple(each for each in whole if each not in gone)
    if found["before"]:
        return ()
    if found["list"] or found["named"]:
        return _names(found["list"] or found["named"], names)
    if found["end"]:
        many = counted(found["many"]) if found["many"] else 1
        ends = names[:many] if found["end"].lower() == "first" else names[-many:]
        return ends if many < len(names) else ()
    return tuple(each for each in names if each not in spoken) if spoken else ()


def _names(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    spoken = re.split(r", and |, | and ", text)
    return tuple(each for each in names if each.lower() in {one.lower() for one in spoken})
