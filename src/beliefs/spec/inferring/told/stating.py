"""Clauses that say what a row is, has or keeps then: "the shift has status swapped for good"."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plain, snaked, states
from beliefs.spec.inferring.told.choosing import whom
from beliefs.spec.inferring.told.deeds import Deed, field_named, wrote, wrote_to
from beliefs.spec.inferring.told.settings import ARTICLE, Setting
from beliefs.spec.inferring.told.states import into
from beliefs.spec.inferring.told.values import value
from beliefs.spec.types import Field

LATER = (
    r"(?: (?:again|now|then|afterwards|for good|from then on|after that|for ever|at once|instead|"
    r"right away|immediately|from now on))*"
)
_ROW = rf"{ARTICLE}(?:[\w-]+ )??[\w-]+"
_STATE = r"[\"'“]?(?P<state>[\w-]+(?: [\w-]+)??)[\"'”]?"
_MOVES = re.compile(
    rf"(?i)(?:makes?|turns?|moves?|puts?|sends?|returns?|switch(?:es)?|changes?|brings?|sets?|"
    rf"resets?|"
    rf"marks?|flags?|takes?|leaves?) (?P<row>{_ROW})(?: back| over)?(?: to| into| as| in| as "
    rf"being)?"
    rf"(?: the)?(?: status| state)?(?: of)? {_STATE}{LATER}"
)
_HAS_STATE = re.compile(
    rf"(?i)(?:(?P<row>{_ROW}) )?(?:has|gets|is in|goes (?:back )?to|is set (?:back )?to|is given|"
    rf"changes to|moves (?:back )?to|returns to|goes back to|is moved (?:back )?to|enters)"
    rf"(?: the| a)?(?P<word> status| state)?(?: of)? {_STATE}{LATER}"
)
_STORED = r"(?:stored|kept|saved|recorded|noted|remembered|written down|taken over|set)"
_KEEPS = re.compile(
    rf"(?i)(?:(?P<row>{_ROW}) )?(?:has|gets|keeps|stores|records|saves|notes(?: down)?|remembers|"
    rf"holds|carries|sets) {ARTICLE}(?P<name>\w+)(?: (?:in|as|under|with) {ARTICLE}(?P<to>\w+))?"
    rf"(?: (?:with|on|in|of) {_ROW})?{LATER}"
)
_KEPT = re.compile(
    rf"(?i){ARTICLE}(?P<name>\w+) (?:(?:is|are) )?{_STORED}(?: (?:in|as|under) "
    rf"{ARTICLE}(?P<to>\w+))?"
    rf"(?: (?:with|on|in|of) {_ROW}| there)?{LATER}"
)
_NEEDS = re.compile(
    rf"(?i)(?:needs|requires|takes|wants|expects|asks for) {ARTICLE}(?P<name>\w+),? (?:which|"
    rf"that) is "
    rf"{_STORED}(?: (?:in|as) {ARTICLE}(?P<to>\w+))?"
)
_BECOME = re.compile(
    rf"(?i)(?:both |all of )?(?P<names>{ARTICLE}\w+(?:, {ARTICLE}\w+)*,? and {ARTICLE}\w+) "
    r"(?:both )?(?:become|are(?: set| reset)?(?: back)?(?: to)?|go back to|turn|get) "
    rf"(?P<value>[\w\"'.-]+){LATER}"
)
_EMPTIED = re.compile(
    rf"(?i)(?P<names>{ARTICLE}\w+(?:, {ARTICLE}\w+)*,? and {ARTICLE}\w+) "
    r"(?:are|become) (?:cleared|emptied|removed|reset|dropped|null|empty)(?: again)?"
)


def moved(text: str, setting: Setting) -> Deed | None:
    """A row that is brought into a state: "makes it available", "puts the job back to waiting"."""
    match = _MOVES.fullmatch(text)
    named = whom(match["row"], setting) if match else None
    if match is None or named is None or not named.row.at:
        return None
    return wrote_to(named, into(named.row.holding, match["state"]))


def in_state(text: str, setting: Setting) -> Deed | None:
    """A state that a row then has: "it has the status "swapped" for good"."""
    match = _HAS_STATE.fullmatch(text)
    named = whom(match["row"] or "", setting) if match else None
    if match is None or named is None or not named.row.at:
        return None
    row = named.row
    found = into(row.holding, match["state"])
    if not found and match["word"]:
        name = row.holding.named(match["word"].strip())
        field = row.holding.fields.get(name)
        if field is not None and field.type.kind == "string" and not field.type.choices:
            found = {name: json.dumps(match["state"])}
    return wrote_to(named, found)


_STAMPS = (
    re.compile(rf"(?i)(?:sets|stamps|notes|records|stores) {ARTICLE}(?P<name>\w+){LATER}"),
    re.compile(
        rf"(?i){ARTICLE}(?P<name>\w+) (?:(?:is|gets) )?(?:now |then )?(?:set|stamped|noted|"
        rf"filled(?: in)?|"
        rf"recorded|stored|given){LATER}"
    ),
)


def stamped(text: str, setting: Setting) -> Deed | None:
    """A moment that is noted: "sets `finished_at`"."""
    match = next((hit for each in _STAMPS if (hit := each.fullmatch(text))), None)
    found = field_named(match["name"], setting) if match else None
    if match is None or found is None or setting.brought(match["name"]) is not None:
        return None
    moment = {"datetime": "now()", "date": "today()"}.get(found[1].type.kind, "")
    return wrote(found[0], {found[1].name: moment}) if moment else None


def kept(text: str, setting: Setting) -> Deed | None:
    """What a request brings that is kept: "has the desk", "the reason is stored"."""
    for pattern in (_NEEDS, _KEEPS, _KEPT):
        match = pattern.fullmatch(text)
        given = setting.brought(match["name"]) if match else None
        if match is None or given is None or given.place == "path":
            continue
        said = match.groupdict()
        named = whom(said.get("row") or "", setting)
        about = setting.about(named.row) if named else setting
        found = field_named(said["to"] or match["name"], about)
        if found is not None and _holds(found[1], given.type.kind):
            values = {found[1].name: f"input.{given.name}"}
            same = named is not None and named.row.at == found[0].at
            return wrote_to(named, values) if named and same else wrote(found[0], values)
    return None


def _holds(field: Field, kind: str) -> bool:
    numbers = {"integer", "number"}
    return field.type.kind == kind or {field.type.kind, kind} <= numbers or kind == "string"


def become(text: str, setting: Setting) -> Deed | None:
    """Several values that become the same: "lent_to and due become null"."""
    match = _EMPTIED.fullmatch(text) or _BECOME.fullmatch(text)
    if match is None:
        return None
    told = match.groupdict().get("value") or "null"
    found = [field_named(each, setting) for each in re.split(r",? and |, ", match["names"]) if each]
    values: dict[str, str] = {}
    for each in found:
        if each is None or each[0].at != (found[0] or each)[0].at:
            return None
        given = value(told, setting, each[1])
        if not given:
            return None
        values[each[1].name] = given
    first = found[0]
    return wrote(first[0], values) if first is not None else None


_DONE = re.compile(
    rf"(?i)(?:{_ROW} )?(?:(?:is|was|were|has been|have been|had been) )?(?P<one>already )?"
    r"(?P<done>[\w-]+(?: (?:in|out|up|off|back))?)(?P<two> (?:already|before))?"
)


def _done_before(words: str, setting: Setting) -> bool:
    """Whether words say that the deed of the route itself was done: "it was picked up already"."""
    match = _DONE.fullmatch(words)
    if match is None or not (match["one"] or match["two"]):
        return False
    last = snaked(setting.route.path.rpartition("/")[2])
    whole = re.match(r"(?P<verb>\w+?)_?(?P<part>in|out|up|off|back)?$", last)
    part = (whole["part"] or "") if whole else ""
    verb = whole["verb"] if whole and len(whole["verb"]) > 2 else last
    forms = {plain(f"{each}{part}") for each in states(verb)} | {
        plain(each) for each in states(last)
    }
    return plain(match["done"]) in forms


def already(words: str, setting: Setting) -> str:
    """The condition that a deed was done before: "closing it again", "checking in twice"."""
    if not _done_before(words, setting) and not re.search(
        r"(?i)\b(?:again|twice|a second time|(?:more than|only) once|second|repeatedly|"
        r"another time)\b",
        words,
    ):
        return ""
    tests = []
    for at, given in setting.new.items():
        if re.fullmatch(r"\"[^\"]*\"|true|false", given):
            tests.append(f"{at} = {given}")
        elif given in {"now()", "today()"}:
            tests.append(f"{at} != null")
    return tests[0] if tests else ""
