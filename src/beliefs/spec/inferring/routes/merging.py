"""More of what is there already: a second request for the same changes the row of the first.

"If an item with that name is on the list and not bought yet, its quantity goes up by that much."
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.folding import any_case
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.told.conditions import holds
from beliefs.spec.inferring.told.programs import at_hand
from beliefs.spec.inferring.told.settings import Row, Setting, whole
from beliefs.spec.inferring.told.writes import deed
from beliefs.spec.inferring.writing import Writer

_SAME = r"(?:that|this|the same|the given|such an?|an equal|the)"
_NAMES = rf"(?P<names>\w+(?:(?:,|,? and)(?: {_SAME})? \w+)*?)"
_THERE = (
    re.compile(
        rf"(?i)^(?:if|when|where|whenever|should) (?:there (?:is|already is|'s) )?(?:already )?"
        rf"(?:an?|the|some|another) (?P<noun>[\w ]+?) (?:with|of|for) {_SAME} {_NAMES}"
        rf"(?P<tests>(?: (?:is|are|exists?|was|has|be|and|in|on)\b[^,]*)?),? (?:then )?"
        rf"(?P<deed>(?:its|the|it|that|increase|add|raise)\b.+)"
    ),
    re.compile(
        rf"(?i)^(?:adding|posting|sending|putting|creating|entering|ordering)"
        rf"(?: an? (?P<noun>\w+) with)? {_SAME} {_NAMES}"
        rf"(?: (?:again|twice|a second time|once more))?"
        rf"(?P<tests>(?: while (?:it|one|the first) is\b[^,]*)?),? "
        rf"(?P<deed>(?:increases|adds|raises|increments|adds|counts|sets|changes)\b.+)"
    ),
)
# Where a row that is there already stands says nothing of it.
_DULL = re.compile(
    r"(?i)(?:(?:is|are|was|be) )?(?:already |still )?(?:(?:exists?|there|known|present|kept|listed)"
    r"(?: already)?|(?:on|in|at|among) (?:the|that|this|its) \w+(?: already)?)"
)
_REST = re.compile(
    r"(?i)[,;]? (?:and )?(?:(?:the )?(?:answer|status|response)\b|answers?\b|returns?\b|"
    r"responds?\b|otherwise\b|else\b|20\d\b|with 20\d\b|instead of\b|rather than\b).*$"
)
_MOST = re.compile(
    r"(?i)\b(?:never|not|but not|no) (?:goes |going |gets? )?(?:above|over|beyond|more than) (\d+)|"
    r"\b(?:at most|up to|capped at|(?:a |the )?maximum (?:of|is)|to a maximum of|limited to) (\d+)"
)


class Merged(NamedTuple):
    """What a row must be like to be changed, and what is changed in it."""

    tests: list[str]
    values: dict[str, str]


def merged(writer: Writer, route: Route, holding: Holding) -> Merged | None:
    """How a request for what is there already changes that row; None where nothing says so."""
    setting = at_hand(writer, route)
    for sentence in sentences(route.words):
        text = re.sub(r"\s*\([^()]*\)", "", whole(sentence))
        for pattern in _THERE:
            match = pattern.match(text)
            if match is None or (match["noun"] and not same_thing(match["noun"], holding.word)):
                continue
            same = _same(match["names"], setting, holding, any_case(route.words))
            tests = _tests(match["tests"], setting, holding)
            values = _changed(_REST.sub("", match["deed"]), sentence, setting, holding)
            if same and tests is not None and values:
                return Merged([*same, *tests], values)
    return None


def _same(names: str, setting: Setting, holding: Holding, folds: bool) -> list[str]:
    """That a row has the same values as the request brings; none where one is not brought."""
    found = []
    for word in re.split(rf"(?:,|,? and)(?: {_SAME})? ", names):
        field, given = holding.named(word), setting.brought(word)
        if field not in holding.fields or given is None:
            return []
        text = folds and holding.fields[field].type.kind == "string"
        one, other = f".{field}", f"input.{given.name}"
        found.append(f"lower({one}) = lower({other})" if text else f"{one} = {other}")
    return found


def _tests(words: str, setting: Setting, holding: Holding) -> list[str] | None:
    """The states that a row must be in besides; None where one is not understood."""
    found = []
    row = setting.about(Row(holding, ""))
    for each in re.split(r"(?i),? and |^ ?while ", words.strip()):
        if not each or _DULL.fullmatch(each.strip()):
            continue
        test = holds(re.sub(r"(?i)^(?:it|one|the first) ", "", each), row)
        if not test:
            return None
        found.append(test)
    return found


def _changed(words: str, sentence: str, setting: Setting, holding: Holding) -> dict[str, str]:
    """New values of the row, with the bound that a sentence gives to what goes up."""
    text = re.sub(r"(?i)^(?:increase|add|raise)\b", lambda each: f"{each[0]}s", words)
    text = _MOST.sub("", re.sub(r"(?i)\binstead\b", "", text)).strip(" ,")
    found = deed(re.sub(r"\s+", " ", text), setting.about(Row(holding, holding.variable)))
    if found is None or found.row is None or found.row.holding is not holding or found.pick:
        return {}
    most = _MOST.search(whole(sentence))
    values = dict(found.values)
    for name, value in values.items() if most else ():
        if " + " in value and most is not None:
            values[name] = f"least([{value}, {most[1] or most[2]}])"
    return values if all(plain(name) for name in values) else {}
