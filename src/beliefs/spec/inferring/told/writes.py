"""Deeds that words tell: what is written into which row."""

from __future__ import annotations

import json
from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.words import plain, singular, snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.told.becoming import becoming, field_is, outcome
from beliefs.spec.inferring.told.choosing import Pick, picked, whom
from beliefs.spec.inferring.told.deeds import Deed, field_named, wrote, wrote_to
from beliefs.spec.inferring.told.settings import ARTICLE, Row, Setting
from beliefs.spec.inferring.told.states import done_to, into, nothing_in, occupant, state
from beliefs.spec.inferring.told.stating import (
    LATER,
    become,
    in_state,
    kept,
    moved,
    stamped,
)
from beliefs.spec.inferring.told.values import value
from beliefs.spec.numbers import in_digits
from beliefs.spec.types import Field

_SETS = re.compile(
    r"(?i)(?:sets?|changes?|resets?|puts?|updates?) (?P<name>.+?) (?:back )?(?:to|=) (?P<value>.+)"
)
_MARKS = re.compile(
    rf"(?i)(?:marks?|flags?|reports?|declares?|records?) (?P<row>{ARTICLE}(?:[\w-]+ (?=[\w-]+ "
    rf"as ))?[\w-]+) (?:as )?(?P<no>not )?"
    r"[\"']?(?P<state>[\w -]+)[\"']?"
)
_MORE = (
    re.compile(r"(?i)(?:increases|increments|raises|bumps) (?P<name>.+?)(?: by (?P<by>.+))?"),
    re.compile(
        r"(?i)(?P<name>.+?) (?:goes up|is increased|is incremented|grows|rises)(?: by (?P<by>.+))?"
    ),
    re.compile(
        r"(?i)(?:adds|puts|deposits|credits|books|pays) (?P<by>.+?) (?:to|into|onto|in|on) "
        r"(?P<name>.+)"
    ),
    re.compile(r"(?i)(?:counts|adds) (?P<by>an?|one|\d+)(?: more)? (?P<name>[\w ]+)"),
    re.compile(
        r"(?i)(?:adds|credits|books|deposits|pays in|tops up)(?: up)? (?P<by>[\w ]+)(?P<name>)"
    ),
    re.compile(
        r"(?i)(?P<by>.+?) (?:is|are|gets?) (?:added|credited|booked|put)(?: on| up)?"
        r"(?: (?:to|on|onto|into) (?:(?:those|that) of )?(?P<name>.+))?"
    ),
    re.compile(r"(?i)with (?P<by>.+?) added(?: to (?P<name>.+))?"),
    re.compile(r"(?i)(?P<by>one|an?|\d+)(?: more)? (?P<name>\w+) is (?:added|counted)"),
    re.compile(r"(?i)(?P<name>\w+) ?(?:\+|\+=) ?(?P<by>\w+)"),
)
_LESS = (
    re.compile(r"(?i)(?:decreases|decrements|lowers|reduces) (?P<name>.+?)(?: by (?P<by>.+))?"),
    re.compile(r"(?i)(?P<name>.+?) (?:goes down|is decreased|is reduced|falls)(?: by (?P<by>.+))?"),
    re.compile(r"(?i)(?P<name>\w+) ?(?:[-−]|-=|−=) ?(?P<by>\w+)"),
    re.compile(
        r"(?i)(?:takes|subtracts|deducts|draws|withdraws|removes) (?P<by>.+?) "
        r"(?:off|from|out of) (?P<name>.+)"
    ),
    re.compile(
        r"(?i)(?:uses(?: up)?|spends|consumes|costs|takes|removes) (?P<by>an?|one|\d+) "
        r"(?P<name>[\w ]+)"
    ),
    re.compile(
        r"(?i)(?P<by>.+?) (?:is|are|gets?) (?:taken|subtracted|deducted|withdrawn|removed|drawn) "
        r"(?:off|from|away from) (?:(?:those|that) of )?(?P<name>.+)"
    ),
    re.compile(r"(?i)(?P<by>.+?) (?:is|are|gets?) (?:subtracted|deducted|withdrawn)(?P<name>)"),
    re.compile(
        r"(?i)(?:takes|subtracts|deducts|draws|withdraws|uses up|spends) (?P<by>.+)(?P<name>)"
    ),
)
_PICKS = re.compile(
    r"(?i)(?:takes?|picks?|chooses?|selects?|draws?|finds?|gets?|calls?|pops?|assigns?|hands? out|"
    r"gives? out)(?: out)? (?P<what>.+?)(?: at random)?"
)
_GIVES = (
    re.compile(r"(?i)(?:gives|hands|assigns) (?P<to>(?:the |an? )?\w+) (?P<what>(?:the|an?) .+)"),
    re.compile(
        r"(?i)\w+s (?P<to>(?:the |an? |this |that )?\w+) (?:on|in|into|onto|at|to) "
        r"(?P<what>(?:the|an?) .+)"
    ),
    re.compile(
        r"(?i)(?:gives|hands|assigns) (?P<what>(?:the|an?) .+?) to (?P<to>(?:the |an? )?\w+)"
    ),
)
_DROPS = re.compile(
    r"(?i)(?:deletes|removes|discards|drops|erases|takes out|throws (?:out|away)|clears(?: out)?|"
    r"gets rid of|purges) (?P<what>.+)"
)
_MANY = re.compile(
    r"(?i)(?:all(?: of)? |every |any )?(?:the |its )?(?P<noun>everything|whatever|all|those|things|"
    r"[\w-]+)(?: (?:that|which|who)(?:'s| is| are| was| were| have been| has been)|"
    r" (?:is|are))? (?P<state>[\w -]+)"
)
_STATED = re.compile(
    r"(?i)(?:all(?: of)? |every |any )?(?:the |its )?(?P<state>[\w-]+) (?P<noun>[\w-]+)"
)
_FROM = re.compile(rf"(?i) (?:from|of|in|on) {ARTICLE}[\w-]+$")
_ALL_OF_THEM = {"everything", "whatever", "all", "those", "things", "ones"}
_EMPTIES = re.compile(r"(?i)(?:empties|clears) (?P<what>.+)")
_FREES = re.compile(r"(?i)(?:frees|releases|vacates) (?P<what>.+)")
_NOBODY = re.compile(r"(?i)(?:nobody|no one|nothing) is (?:its|the) (?P<name>\w+)(?: any more)?")
_NO_MORE = re.compile(
    rf"(?i)(?:{ARTICLE}[\w-]+ )?(?:(?:has|have) (?:no|not an?)|loses? (?:its|the|their|any)) "
    r"(?P<name>\w+)(?: any more| then| again)?"
)
_TAKEN = re.compile(
    rf"(?i){ARTICLE}(?P<name>\w+) (?:is|are) (?:removed|cleared|reset|taken away|dropped|deleted|"
    rf"lost|gone|emptied){LATER}"
)
_FREED = re.compile(
    rf"(?i){ARTICLE}(?P<name>\w+) (?:is|are|becomes?) (?:free|available|released|freed)(?: "
    rf"again| then)+"
)
_DOES = re.compile(rf"(?i)(?P<verb>\w+s) (?P<what>{ARTICLE}.+?)(?P<later>{LATER})")


_PLACED = (
    re.compile(
        r"(?i)\w+s (?P<new>(?:the|an?|it|every|each)(?: [\w-]+)??) (?:in|into|to|on|onto|at|with) "
        r"(?P<what>.+)"
    ),
    re.compile(
        r"(?i)(?P<new>(?:the |an? |every |each )?(?:new )?[\w-]+) (?:gets|takes|receives|goes "
        r"(?:in)?to|"
        r"is (?:put|stored|placed|booked) (?:in|into|on|onto|at)|is (?:given|assigned)(?: to)?) "
        r"(?P<what>.+)"
    ),
    re.compile(
        r"(?i)(?P<what>.+?) is (?:picked|chosen|taken|assigned|found|used)(?P<new>)(?P<more>, .+)?"
    ),
)


def _placed(text: str, setting: Setting) -> Deed | None:
    """A row that is picked for the one that is made: "puts the parcel into a free locker"."""
    for pattern in _PLACED if setting.made is not None else ():
        match = pattern.fullmatch(text)
        if match is None or setting.made is None:
            continue
        new = re.sub(rf"(?i)^{ARTICLE}(?:new )?", "", match["new"]).strip().lower()
        pick = picked(match["what"] + (match.groupdict().get("more") or ""), setting)
        if pick is not None and (new in {"", "it"} or same_thing(setting.made.word, snaked(new))):
            return Deed(pick, _at(pick))
    return None


def deed(text: str, setting: Setting) -> Deed | None:
    """The deed that a clause tells; None where it tells none."""
    for reading in (
        _placed,
        _set,
        _marked,
        become,
        moved,
        in_state,
        _given_to,
        _amount,
        _picked_only,
        _emptied,
        _without,
        becoming,
        field_is,
        outcome,
        kept,
        stamped,
        _dropped,
        _dropped_many,
        _done,
    ):
        found = reading(text.strip(" ,"), setting)
        if found is not None:
            return found
    return None


def _set(text: str, setting: Setting) -> Deed | None:
    match = _SETS.fullmatch(text)
    found = field_named(match["name"], setting) if match else None
    if match is None or found is None:
        return None
    row, field = found
    given = value(match["value"], setting, field)
    if not given and plain(field.name) in {"status", "state"} and field.type.kind == "string":
        given = json.dumps(match["value"].strip("\"'")) if not field.type.choices else ""
    return wrote(row, {field.name: given}) if given else None


def _marked(text: str, setting: Setting) -> Deed | None:
    match = _MARKS.fullmatch(text)
    named = whom(match["row"], setting) if match else None
    if match is None or named is None:
        return None
    no = bool(match["no"])
    return wrote_to(named, into(named.row.holding, match["state"], no=no))


def _amount(text: str, setting: Setting) -> Deed | None:
    """So much more, or less, of what a row has."""
    for sign, patterns in (("+", _MORE), ("-", _LESS)):
        for pattern in patterns:
            match = pattern.fullmatch(text)
            found = _held(match["name"] or "", match["by"] or "one", setting) if match else None
            if found is not None:
                row, field, by = found
                return wrote(row, {field: f"{row.of(field)} {sign} {by}"})
    return None


_AMOUNTS = ("balance", "stock", "amount", "quantity", "points", "credit", "credits", "total")


_THAT_MUCH = re.compile(
    r"(?i)(?:that|so|as) (?:much|many)|it|them|"
    r"(?:that|the same|the given|the new) (?:amount|number)"
)


def _held(name: str, by: str, setting: Setting) -> tuple[Row, str, str] | None:
    """The field of an amount, and the amount: "10 stamps" of "the card", "it" to "the balance"."""
    much = "1" if by.lower() in {"a", "an", "one"} else value(by, setting)
    name = re.sub(r"(?i)^(?:the )?(?:number|count|amount) of ", "", name)
    field = field_named(name, setting) if name else None
    if field is not None and _THAT_MUCH.fullmatch(by.strip()):
        given = setting.brought(field[1].name)
        much = f"input.{given.name}" if given is not None else _only_number(setting)
    if field is not None and field[1].type.kind in _NUMBERS:
        much = _brought_for(field, much, setting)
        return (field[0], field[1].name, much) if much else None
    row = setting.row(name)
    if row is None or not row.at:
        return None
    counted = _OF_THEM.fullmatch(by.strip())
    inner = field_named(counted["what"], setting.about(row)) if counted else None
    if counted and inner is not None and inner[0].at == row.at and inner[1].type.kind in _NUMBERS:
        many = (counted["by"] or "").lower()
        many = {"a": "1", "an": "1"}.get(many, in_digits(many))
        given = setting.brought(counted["what"])
        brought = f"input.{given.name}" if given is not None else _only_number(setting)
        return row, inner[1].name, many if many.isdigit() else brought
    held = next((each for each in _AMOUNTS if each in row.holding.fields), "")
    return (row, held, much) if held and much.startswith("input.") else None


_NUMBERS = {"integer", "number"}
_OF_THEM = re.compile(
    rf"(?i)(?:(?:that|so|as) (?:many|much) |{ARTICLE}(?:(?P<by>\d+|one|an?) )?)(?:more "
    rf")?(?P<what>\w+)"
)


def _brought_for(field: tuple[Row, Field], much: str, setting: Setting) -> str:
    """An amount; what the request brings under the name of the field where both are called so."""
    given = setting.brought(field[1].name)
    same = much == field[0].of(field[1].name)
    return (f"input.{given.name}" if given is not None else "") if same else much


def _only_number(setting: Setting) -> str:
    """The one number that a request brings."""
    found = [each for each in setting.inputs if each.place == "json" and each.type.kind in _NUMBERS]
    return f"input.{found[0].name}" if len(found) == 1 else ""


def _at(pick: Pick) -> Row:
    return Row(pick.holding, pick.holding.variable)


def _picked_only(text: str, setting: Setting) -> Deed | None:
    match = _PICKS.fullmatch(text)
    pick = picked(match["what"], setting) if match else None
    if pick is None and match is not None and (row := setting.row(match["what"])) and row.at:
        return Deed(None, row)
    if pick is None:
        return None
    random = pick.random or bool(re.search(r"(?i)\bat random\b", text))
    done = done_to(pick.holding, text.partition(" ")[0])  # "calls" may be a state as well
    return Deed(pick._replace(random=random), _at(pick), tuple(done.items()))


def _given_to(text: str, setting: Setting) -> Deed | None:
    """A row that gets what the request brings: "hangs the coat on the free hook"."""
    for pattern in _GIVES:
        match = pattern.fullmatch(text)
        if match is None:
            continue
        pick = picked(match["what"], setting)
        row = _at(pick) if pick is not None else setting.row(match["what"])
        given = setting.brought(match["to"])
        if row is None or given is None or not row.at:
            continue
        bare = re.sub(rf"(?i)^{ARTICLE}", "", match["to"])
        name = row.holding.named(bare) or row.holding.named(given.wire)
        held = occupant(row.holding)
        name = name or (held.name if held is not None else "")
        if name:
            return wrote(row, {name: f"input.{given.name}"}, pick)
    return None


def _emptied(text: str, setting: Setting) -> Deed | None:
    match = _EMPTIES.fullmatch(text)
    frees = _FREES.fullmatch(text)
    what = match["what"] if match else frees["what"] if frees else ""
    if not what:
        return None
    row = setting.row(what)
    if row is None and match is not None and (found := field_named(what, setting)) is not None:
        return wrote(found[0], {found[1].name: _nothing(found[1])})
    if row is None or not row.at:
        return None
    if frees is not None:
        return wrote(row, into(row.holding, "free") or into(row.holding, "available"))
    held = re.fullmatch(r"(?:count\()?[\w.]*\.(\w+)\)? = .*", nothing_in(row))
    if held:
        return wrote(row, {held[1]: _nothing(row.holding.fields[held[1]])})
    for child, link in setting.writer.kept.children(row.holding):
        line = f"delete {child.name} where .{link} = {row.of(row.holding.key.name)}"
        return Deed(None, row, (), (line,))
    return None


def _nothing(field: Field) -> str:
    kinds = {"list": "[]", "integer": "0", "number": "0"}
    return kinds.get(field.type.kind, "null") if not field.type.nullable else "null"


def _without(text: str, setting: Setting) -> Deed | None:
    """What a row has no more: "nobody is its rider", "it has no courier any more"."""
    for pattern in (_NOBODY, _NO_MORE, _TAKEN, _FREED):
        match = pattern.fullmatch(text)
        found = field_named(match["name"], setting) if match else None
        found = found or (field_named(f"{match['name']}_id", setting) if match else None)
        if match and pattern is _FREED and _is_freed(match["name"], setting):
            return None  # a row that says itself whether it is free
        if found is not None and pattern is _FREED and not _may_lack(*found, setting):
            continue
        if found is not None:
            return wrote(found[0], {found[1].name: "null"})
    return None


def _is_freed(name: str, setting: Setting) -> bool:
    row = setting.row(name)
    return row is not None and bool(row.at) and bool(into(row.holding, "free"))


def _may_lack(row: Row, field: Field, setting: Setting) -> bool:
    """Whether the row that is spoken of may be without a value: the hook that it frees."""
    return row.at == setting.rows[0].at and field.type.nullable and not field.required


def _dropped(text: str, setting: Setting) -> Deed | None:
    match = _DROPS.fullmatch(text)
    row = setting.row(match["what"]) if match else None
    if match is None or row is None or not row.at:
        return None
    key = row.holding.key.name
    return Deed(None, row, (), (f"delete {row.holding.name} where .{key} = {row.of(key)}",))


def _dropped_many(text: str, setting: Setting) -> Deed | None:
    """Rows of a row, or all there are, that are in a state: "removes everything that is done"."""
    match = _DROPS.fullmatch(text)
    what = _FROM.sub("", match["what"]) if match else ""
    for pattern in (_MANY, _STATED):
        told = pattern.fullmatch(what)
        for holding, within, row in _below(setting) if told else ():
            noun = told["noun"].lower() if told else ""
            test = state(Row(holding, ""), told["state"]) if told else ""
            if test and (noun in _ALL_OF_THEM or same_thing(noun, holding.word)):
                holds = " and ".join([*within, test])
                line = f"delete {holding.name} where {holds}"
                return Deed(None, row, (), (line,))
    return None


def _below(setting: Setting) -> Iterator[tuple[Holding, list[str], Row]]:
    """The rows that belong to one at hand; all of what the path is about where there is none."""
    kept = setting.writer.kept
    for row in setting.rows:
        for child, link in kept.children(row.holding) if row.at else ():
            yield child, [f".{link} = {row.of(row.holding.key.name)}"], row
    chain = setting.writer.chain(setting.route)
    for end in range(len(chain), 0, -1) if not setting.rows else ():
        holding = kept.at(chain[:end])
        if holding is not None:
            yield holding, [], Row(holding, "")


def _done(text: str, setting: Setting) -> Deed | None:
    """A verb whose outcome is a state of the row: "seats the first party", "locks it"."""
    match = _DOES.fullmatch(text)
    if match is None or singular(snaked(match["verb"])) in {"return", "answer", "show"}:
        return None
    named = whom(match["what"], setting)
    if named is None or not named.row.at:
        return None
    return wrote_to(named, done_to(named.row.holding, match["verb"]))
