"""What a row is then, clause by clause: "the oldest ticket becomes `called` with this agent".

A clause is a row (at hand, or picked), a word that links it, a state, and what it gets with it.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.told.choosing import whom
from beliefs.spec.inferring.told.deeds import Deed, field_named, wrote, wrote_to
from beliefs.spec.inferring.told.settings import ARTICLE, Row, Setting
from beliefs.spec.inferring.told.states import done_to, into
from beliefs.spec.inferring.told.stating import LATER
from beliefs.spec.inferring.told.values import value

_THEN = r"(?:again|now|then|afterwards|thereafter)"
_LINK = re.compile(
    r"(?i)(?:^| )(?P<how>becomes?|turns(?: into)?|goes(?: back)?(?: to)?|is(?: being)?|are|will be|"
    r"gets|stays|being|has(?: been)?)"
    rf"(?: in the data| there)?(?: with (?:status|state))?(?: {_THEN})*(?P<no> not| no longer)? "
)
_SURE = re.compile(rf"(?i){_THEN}|for good|from then on|after that|from now on|at once|instead")
_GETS = re.compile(
    rf"(?i),? ?(?:with|at|in|on|by|for|to|under|and has|and gets) (?P<what>{ARTICLE}[\w-]+)"
    rf"(?: as (?:its|the|their) (?P<name>\w+))?(?=$|,? (?:with|and)\b)"
)
_FIELD = re.compile(
    rf"(?i){ARTICLE}(?P<name>\w+)(?: of (?P<row>{ARTICLE}\w+))? "
    r"(?:(?:is|are)(?: then| now| again)*(?: set| reset| changed)?(?: back)?(?: to)?|becomes?|=|:|"
    r":=|→|"
    r"->|goe?s? back to|starts? again (?:at|from)|(?:now |then )?being|(?:set|reset) to)"
    rf"(?: then| now| again)* (?P<value>.+?){LATER}(?: on)?"
)
_TERSE = re.compile(rf"(?i)(?:with )?{ARTICLE}(?P<name>\w+) (?P<value>[\w\"'-]+)")
_ITSELF = re.compile(
    rf"(?i)(?P<row>{ARTICLE}.+?) (?:(?:starts?|begins?|stops?) (?P<doing>\w+ing)|"
    rf"(?P<verb>\w+s)){LATER}"
)


def becoming(text: str, setting: Setting) -> Deed | None:
    """What a row is then: "the room is free again", "the first ticket in line becomes called"."""
    for link in _LINK.finditer(text):
        named = whom(text[: link.start()], setting)
        if named is None or not named.row.at:
            continue
        values = _complement(text[link.end() :], named.row, setting, no=bool(link["no"]))
        plainly = link["how"].lower() in {"is", "are"} and not _SURE.search(text)
        if not values or (plainly and not (link["no"] or _is_new(named.row.holding, values))):
            continue
        return wrote_to(named, values)
    return None


def _complement(words: str, row: Row, setting: Setting, *, no: bool) -> dict[str, str]:
    """The values of a state, and of what a row gets with it; none where a word is left over."""
    rest = re.sub(rf"(?i){LATER}$", "", words).strip(" ,")
    gets: dict[str, str] = {}
    while rest:
        bare = re.sub(rf"(?i){LATER}$| any more$", "", rest).strip("\"' ,")
        if found := into(row.holding, bare, no=no):
            return {**found, **gets}
        behind = None
        for match in _GETS.finditer(rest):
            behind = match
        got = _got(behind, row, setting) if behind else None
        if behind is None or got is None or behind.end() != len(rest):
            return {}
        gets |= got
        rest = rest[: behind.start()]
    return {}


def _got(match: re.Match[str], row: Row, setting: Setting) -> dict[str, str] | None:
    """What a row gets with a state; nothing where the request names a row that is kept anyhow."""
    about = setting.about(row)
    if match["name"]:
        field = field_named(match["name"], about)
        given = value(match["what"], setting, field[1] if field else None)
        return {field[1].name: given} if field and given else None
    brought = setting.brought(match["what"])
    field = field_named(match["what"], about) if brought is not None else None
    if brought is not None and field is not None and field[0].at == row.at:
        return {field[1].name: f"input.{brought.name}"}
    other = setting.row(match["what"])
    known = brought is not None or (other is not None and "input." in other.read)
    return {} if known else None


def _is_new(holding: Holding, values: dict[str, str]) -> bool:
    """Whether rows are not made so."""
    return all(holding.fields[name].default not in {"", given} for name, given in values.items())


def field_is(text: str, setting: Setting) -> Deed | None:
    """What a field of a row is then: "its desk is the desk given", "`open` now being false"."""
    match = _FIELD.fullmatch(text)
    about = setting.row(match["row"]) if match and match["row"] else None
    found = (
        field_named(match["name"], setting.about(about) if about else setting) if match else None
    )
    if match is None or found is None:
        return None
    given = value(match["value"], setting, found[1])
    brought = setting.brought(found[1].name)
    if given == found[0].of(found[1].name):  # nothing becomes what it is
        given = f"input.{brought.name}" if brought is not None else ""
    return wrote(found[0], {found[1].name: given}) if given else None


def outcome(text: str, setting: Setting) -> Deed | None:
    """A state in few words: "status called", "the timer stops", "a paused one starts running"."""
    match = _TERSE.fullmatch(text)
    field = field_named(match["name"], setting) if match else None
    if match is not None and field is not None and field[1].type.choices:
        given = value(match["value"], setting, field[1])
        return wrote(field[0], {field[1].name: given}) if given.startswith('"') else None
    then = re.fullmatch(rf"(?i){_THEN} (?P<state>[\w\"' -]+)", text)
    row = setting.rows[0] if then and setting.rows else None
    if then is not None and row is not None and row.at:
        return wrote(row, into(row.holding, then["state"].strip("\"' ")))
    match = _ITSELF.fullmatch(text)
    named = whom(match["row"], setting) if match else None
    if match is None or named is None or not named.row.at:
        return None
    holding = named.row.holding
    found = into(holding, match["doing"]) if match["doing"] else done_to(holding, match["verb"])
    return wrote_to(named, found) if found else None
