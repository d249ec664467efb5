"""Values that words name: of rows at hand, of the request, counted or summed, the present."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.words import plain, singular, snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.told.settings import ARTICLE, Row, Setting
from beliefs.spec.numbers import WORDS, in_digits
from beliefs.spec.types import Field

_PLAIN = {"null": "null", "nothing": "null", "true": "true", "false": "false", "zero": "0"}
_OF_IT = (
    r"(?: of (?:the (?:call|request)|it|this|that)| when (?:it|this|that) (?:happens|happened))?"
)
_NOW = rf"(?i)(?:the )?(?:(?:current|present) )?(?:time|moment|timestamp){_OF_IT}|now|the present"
_TODAY = rf"(?i)(?:the )?current (?:date|day){_OF_IT}|today|the (?:date|day){_OF_IT}"
_SUMS = re.compile(
    rf"(?i)(?:the )?(?:sum|total) of {ARTICLE}(?P<field>\w+?)s? of (?:all )?(?P<rows>.+)"
)
_TOGETHER = re.compile(
    r"(?i)(?:the )?(?P<field>\w+?)s? of (?:all )?(?P<rows>.+?) (?:together|in total|summed up)"
)
_COUNTS = re.compile(r"(?i)(?:the )?number of (?:all )?(?P<rows>.+)")
_OF = re.compile(rf"(?i){ARTICLE}(?P<field>\w+) of (?P<row>{ARTICLE}\w+)")
_OWN = re.compile(rf"(?i){ARTICLE}(?P<row>\w+)'s (?P<field>\w+)")


_FROM_REQUEST = re.compile(
    r"(?i) (?:(?:that (?:is|was) )?(?:given|sent|brought|passed)(?: in the (?:body|request))?|"
    r"(?:of|from|in) the (?:request|body))$"
)


_WHO = (
    r"(?i)who(?:ever)? (?:did|does|has done|asked|asks|took|takes|started|stopped|calls|called) it"
)


def value(words: str, setting: Setting, like: Field | None = None) -> str:
    """A value in the notation; empty where nothing is called so."""
    words = _FROM_REQUEST.sub("", words.strip().strip("`"))
    bare = re.sub(rf"(?i)^{ARTICLE}", "", words).strip("\"'“”")
    if like is not None and (chosen := _choice(like, bare)):
        return chosen
    if re.fullmatch(r"-?\d+(?:\.\d+)?", bare):
        return bare
    if bare.lower() in _PLAIN:
        return _PLAIN[bare.lower()]
    if bare.lower() in WORDS:
        return in_digits(bare)
    if re.fullmatch(_WHO, words) and (who := setting.brought("who")) is not None:
        return f"input.{who.name}"
    if found := _later(words, setting, like) or _caller(words, setting):
        return found
    if re.fullmatch(_NOW, words) or re.fullmatch(_TODAY, words):
        day = re.fullmatch(_TODAY, words) if like is None else like.type.kind == "date"
        return "today()" if day else "now()"
    if re.fullmatch(r"[\"“][^\"“”]*[\"”]", words):
        return json.dumps(words[1:-1])
    return _named(words, setting) or _figure(words, setting) or _worked_out(words, setting)


_SPANS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
_LATER = (
    re.compile(
        r"(?i)(?:the )?(?:current )?(?P<base>today|now|date|day|time|moment)(?:'s date)? "
        r"(?:plus|\+) "
        rf"(?P<many>.+?) (?P<unit>{'|'.join(_SPANS)})s?"
    ),
    re.compile(
        rf"(?i)(?:in )?(?P<many>[\w ]+?) (?P<unit>{'|'.join(_SPANS)})s? (?:from|after) "
        r"(?P<base>today|now|that day|that moment)"
    ),
    re.compile(
        r"(?i)(?P<base>today|now) (?:plus|\+) (?P<many>(?:the )?(?:number of )?\w*days)(?P<unit>)"
    ),
)


def _later(words: str, setting: Setting, like: Field | None) -> str:
    """A day or a moment to come: "today plus `days` days", "two weeks from now"."""
    for pattern in _LATER:
        match = pattern.fullmatch(words)
        many = re.sub(r"(?i)^(?:the )?(?:number of )?", "", match["many"]) if match else ""
        much = value(many, setting) if many else ""
        if match is None or not much:
            continue
        seconds = _SPANS[match["unit"].lower() or "day"]
        moment = f"later(now(), {much} * {seconds})"
        day = like.type.kind == "date" if like is not None else match["base"].lower() == "today"
        return f"date({moment})" if day else moment
    return ""


_CALLER = re.compile(
    r"(?i)(?:the )?(?:caller|current user|logged[- ]in user|requester|whoever (?:asks|calls|"
    r"did it))"
    r"(?:'s (?P<name>\w+))?|(?:that|this|the|their|his|her|your) (?:[\w-]+'s )?(?P<own>\w+)|"
    r"(?:the )?(?P<of>\w+) of (?:the )?(?:caller|current user|requester|logged[- ]in user)"
)


def _caller(words: str, setting: Setting) -> str:
    """What whoever asks is known by, where that is what an account is called."""
    writer = setting.writer
    match = _CALLER.fullmatch(words) if writer.needs(setting.route) else None
    login = writer.accounts.name
    if match is None or not login:
        return ""
    said = match["name"] or match["own"] or match["of"] or login
    return writer.my_name() if plain(said) in {plain(login), "name"} else ""


def _choice(field: Field, word: str) -> str:
    found = next((each for each in field.type.choices if snaked(each) == snaked(word)), "")
    return json.dumps(found) if found else ""


def _named(words: str, setting: Setting) -> str:
    """A field of a row, or what the request brings."""
    for pattern in (_OF, _OWN):
        match = pattern.fullmatch(words)
        row = setting.row(match["row"]) if match else None
        if match and row is not None:
            return field_of(row, match["field"])
    given = re.match(r"(?i)(?:the )?(?:given|new|requested) ", words)
    brought = setting.brought(words)
    if given and brought is not None:
        return f"input.{brought.name}"
    bare = re.sub(rf"(?i)^{ARTICLE}", "", words)
    for row in setting.rows:
        if found := field_of(row, bare):
            return found
    return f"input.{brought.name}" if brought is not None else ""


def field_of(row: Row, name: str) -> str:
    """A value of a row by its name, kept or worked out; empty without any."""
    found = row.holding.named(name.replace(" ", "_"))
    if found:
        return row.of(found)
    for each, template in row.holding.computed.items():
        if plain(each) == plain(name) and row.at:
            return f"({template.replace('$', row.at)})"
    return ""


def _figure(words: str, setting: Setting) -> str:
    match = _COUNTS.fullmatch(words)
    if match:
        found = belonging(match["rows"], setting)
        return f"count({found[1]})" if found else ""
    match = _SUMS.fullmatch(words) or _TOGETHER.fullmatch(words)
    found = belonging(match["rows"], setting) if match else None
    if match is None or found is None:
        return ""
    holding, rows = found
    name = holding.named(match["field"]) or holding.named(f"{match['field']}s")
    name = name or next((each for each in holding.fields if _begins(each, match["field"])), "")
    return f"sum(each(one in {rows}: one.{name}))" if name else ""


def _begins(field: str, word: str) -> bool:
    """Whether a field is what a word means: `weight_kg` of "the weights"."""
    return plain(field).startswith(plain(singular(word))) and field.count("_") == 1


def belonging(words: str, setting: Setting) -> tuple[Holding, str] | None:
    """The rows that belong to one at hand: "its open orders", "deliveries of a courier"."""
    from beliefs.spec.inferring.told.states import state

    match = re.fullmatch(
        rf"(?i){ARTICLE}(?:(?P<own>\w+)'s )?(?P<states>(?:[\w-]+,? )*?)(?P<noun>[\w-]+)"
        rf"(?: (?:of|in|for|on) (?P<row>{ARTICLE}\w+))?",
        words.strip(),
    )
    if match is None:
        return None
    whose = match["row"] or match["own"] or ""
    owner = setting.row(whose)
    owners = (owner,) if owner is not None and whose else setting.rows
    for row in owners:
        for child, link in setting.writer.kept.children(row.holding):
            if not same_thing(child.word, snaked(match["noun"])) or not row.at:
                continue
            held = f".{link} = {row.of(row.holding.key.name)}"
            adjectives = re.split(r",? (?:and|or) |, ", match["states"].strip())
            tests = [state(Row(child, ""), each) for each in adjectives if each]
            if not all(tests):
                continue
            where = f"{held} and ({' or '.join(tests)})" if tests else held
            return child, f"{child.name}[where {where}]"
    return None


def _worked_out(words: str, setting: Setting) -> str:
    for sign, said in (("-", r" - | minus "), ("+", r" \+ | plus "), ("*", r" [*×] | times ")):
        parts = re.split(rf"(?i){said}", words)
        if len(parts) > 1:
            found = [value(each, setting) for each in parts]
            return f"({f' {sign} '.join(found)})" if all(found) else ""
    return ""
