"""What a value is where requests are silent: "if no author is given it is `anonymous`".

Two parts, in words of many kinds: that something is left out, and what it is then. Such a value may
be left out, whatever a list of fields says of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Contract, Param, Property, Route
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.types import Type

_TOLD = re.compile(
    r"(?i)\b([a-z_]\w*)\b(?: (?:in|of|as|for) [\w ]+)? \((defaults?:? (?:to )?[^()]+)\)"
)
_X = r"(?:an? |the |any |their |its |his |her )*`?(?P<name>NAME)`?"
_GONE = (
    r"(?:left out|omitted|missing|absent|unset|lacking|"
    r"not (?:given|sent|set|there|present|provided|stated|passed))"
)
_WHO = r"(?:they|you|somebody|someone|one|people|a (?:client|request|caller|user)|the \w+|we|I)"
_NOBODY = r"(?:nobody|no one|no client|no request)"
_GIVE = r"(?:gives?|sends?|pass(?:es)?|names?|sets?|provides?|says?|tells?|brings?|states?)"
_THERE = r"(?: (?:is|was) (?:given|sent|set|named|there|provided|passed|stated))?"
_LEAVES = rf"(?:leaves? out|omits?|skips?|(?:do|does)(?:n't| not) {_GIVE})"
_IF = r"(?:if|when(?:ever)?)"
_ABSENT = (
    rf"{_IF} (?:there is )?no {_X}{_THERE}",
    rf"{_IF} {_WHO} {_LEAVES} {_X}",
    rf"{_IF} {_NOBODY} {_GIVE} {_X}",
    rf"{_IF} {_X}(?: (?:is|was|are|isn't|is not))? {_GONE}",
    rf"(?:\w+ )?without {_X}",
    rf"(?:an? |the )?(?:missing|omitted) {_X.replace('(?:an? ', '(?:')}",
    rf"no {_X}",
    rf"{_X} (?:may|can) be (?:{_GONE})(?: ?[(,;]| and)? ?(?:it |which )?(?:is )?(?=then )",
    rf"{_X} (?:too|also|likewise) ?[(](?=then )",
)
_VALUE = (
    r"(?P<value>`[^`]+`|\"[^\"]*\"|'[^']*'|-?\d+(?:\.\d+)?|true|false|"
    r"(?P<bare>[a-z][\w-]*(?=[.,;:)]|$)))"
)
_IS = (
    r"(?:(?:it|they|this|that|the \w+|`?NAME`?|we|the (?:service|server)) )?"
    r"(?:(?:is|are|will be) (?:called|set to|from|by|of)|counts? as|means?|=|→|->|defaults? to|"
    r"stands? for|is|are|be|becomes?|gets?|will be|takes?|uses?|assumes?)"
)
_THEN = (
    rf"(?:,|:| –| —|,? then| means)? ?(?:then )?{_IS} (?:the )?{_VALUE}(?=[\s.,;:)]|$)",
    rf"(?:,|:)? ?then {_VALUE}(?=[\s.,;:)]|$)",
    rf",? (?:the )?{_VALUE} (?:is|are) (?:used|taken|assumed|stored|set|meant)\b",
)
# Words that say what becomes of it, and no value: "it is refused", "it is today".
_NO_VALUE = re.compile(
    r"(?i)\w+ed|an?|the|not|null|none|no|of|by|from|all|ok|fine|invalid|optional|empty|today|now|"
    r"random|made|kept|set|left|given|taken|shown|unlimited|infinite|never|always|only|up|wrong|bad"
)
_STATUS = re.compile(r"[1-5]\d\d")


def defaulted(contract: Contract) -> Contract:
    """The contract, with the values that its words tell of what is left out."""
    far = [contract.summary, *(text for _, text in contract.prose)]
    told: dict[str, str] = {}
    for text in far:
        for name, said in _TOLD.findall(text):
            told.setdefault(name, said)
    return replace(contract, routes=tuple(_with(each, told, far) for each in contract.routes))


def _with(route: Route, told: dict[str, str], far: list[str]) -> Route:
    body = route.body
    parts = body.properties if body is not None and route.method in {"POST", "PUT"} else ()
    asked = [each for each in route.params if each.place == "query"]
    names = [*(each.name for each in parts), *(each.name for each in asked)]
    if not names:
        return route
    silent = dict(_silent(" ".join([route.words, *far]), names))
    if body is not None and parts:
        body = replace(body, properties=tuple(_part(each, told, silent) for each in parts))
    params = tuple(_param(each, silent) if each in asked else each for each in route.params)
    return replace(route, body=body, params=params)


def _part(part: Property, told: dict[str, str], silent: dict[str, str]) -> Property:
    if part.default:
        return part
    if value := _fitting(silent.get(part.name, ""), part.shape.type):
        return replace(part, default=value, required=False)
    if part.required or part.name not in told:
        return part
    said = jotted(f"{part.shape.type.kind}, {told[part.name]}", part.name)
    return replace(part, default=said.default)


def _param(param: Param, silent: dict[str, str]) -> Param:
    value = _fitting(silent.get(param.name, ""), param.shape.type)
    return replace(param, default=value, required=False) if value and not param.default else param


def _silent(text: str, names: list[str]) -> Iterator[tuple[str, str]]:
    """The fields of which a text tells what they are where they are left out, and what.

    >>> dict(
    ...     _silent(
    ...         "If no author is given it is `anonymous`. No stars means 5.", ["author", "stars"]
    ...     )
    ... )
    {'author': '`anonymous`', 'stars': '5'}
    >>> dict(_silent("You can pass percent, and when nobody passes it we take 15.", ["percent"]))
    {'percent': '15'}
    >>> dict(_silent("Without an author it is 400.", ["author"]))
    {'author': '400'}
    """
    one = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    before = ""
    for sentence in sentences(text):
        for absent in _ABSENT:
            for then in _THEN:
                spoken = rf"(?i)(?<![\w-]){absent}{then}".replace("NAME", f"{one}|it|them")
                for match in re.finditer(_once(spoken), sentence):
                    named = match["name"]
                    if named.lower() in {"it", "them"}:
                        earlier = re.findall(rf"\b({one})\b", before + sentence[: match.start()])
                        named = earlier[-1] if earlier else ""
                    if named and not _NO_VALUE.fullmatch(match["bare"] or ""):
                        yield next(e for e in names if e.lower() == named.lower()), match["value"]
        before += f"{sentence} "


def _once(pattern: str) -> str:
    """A pattern of several parts, of which only the first that is named so keeps its name."""
    first = pattern.find("(?P<name>")
    return pattern[: first + 9] + pattern[first + 9 :].replace("(?P<name>", "(?:")


def _fitting(said: str, kind: Type) -> str:
    """A value as JSON text, where it is one of a kind; a status is none."""
    if not said or (_STATUS.fullmatch(said) and 400 <= int(said) < 600):
        return ""
    bare = said.strip("`\"'")
    if kind.kind in {"integer", "number"}:
        whole = r"-?\d+" if kind.kind == "integer" else r"-?\d+(?:\.\d+)?"
        return bare if re.fullmatch(whole, bare) else ""
    if kind.kind == "boolean":
        return bare.lower() if bare.lower() in {"true", "false"} else ""
    if kind.kind != "string" or (kind.choices and bare not in kind.choices):
        return ""
    marked = said[0] in "`\"'"
    return json.dumps("" if not marked and bare == "empty" else bare, ensure_ascii=False)
