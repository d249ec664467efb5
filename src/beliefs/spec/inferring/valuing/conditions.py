"""Conditions on rows, told in words: "that are sent and not paid", "with a stock under 5"."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plain, plural, singular, states
from beliefs.spec.inferring.answers.lists import every
from beliefs.spec.inferring.answers.summing import narrowing
from beliefs.spec.inferring.keeping.depending import depending
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.valuing.scope import NUMBERS, Scope, amount_of, is_called, links
from beliefs.spec.inferring.valuing.taken import on_the_day, taken
from beliefs.spec.numbers import MANY, counted, in_digits
from beliefs.spec.types import Field, Type

_SIGNS = {
    **dict.fromkeys(("more than", "greater than", "above", "over", "higher than", "after"), ">"),
    **dict.fromkeys(("less than", "below", "under", "fewer than", "lower than", "before"), "<"),
    **dict.fromkeys(("at least", "not less than", "no less than", "from", "at or above"), ">="),
    **dict.fromkeys(("on or after", "not before", "not below", "no fewer than"), ">="),
    **dict.fromkeys(("at most", "not more than", "no more than", "up to", "until"), "<="),
    **dict.fromkeys(("at or below", "at or under", "on or before", "not after", "not above"), "<="),
    **dict.fromkeys(("equal to", "equals", "exactly", "of"), "="),
    **dict.fromkeys((">=", "<=", "=", ">", "<"), ""),
}
SIGN = "|".join(sorted(map(re.escape, _SIGNS), key=len, reverse=True))
_IS = r"(?:is|are|was|were|be|been|being|has been|have been)"
_STATE = re.compile(
    rf"(?i)(?:(?:that|which|who) )?(?:{_IS} )?(?:(?P<no>not|n't|never|no longer) )?"
    r"(?:yet |still |currently |already |marked (?:as )?|in (?:state |status )?)*"
    r"[\"']?(?P<state>[\w-]+)[\"']?(?: yet| already)?"
)
_COMPARED = re.compile(
    rf"(?i)(?:(?:with|having|whose|where|(?:(?:that|which|who) )?(?:is|are|was|were)|that have|"
    rf"which have|who have|that has|which has|has|have) )?(?:an? |the |its |their )?"
    rf"(?P<name>[\w ]+?) (?:(?:{_IS}|that is|of) )?(?P<sign>{SIGN}) "
    r"(?:or equal to )?(?:the |their |its )?[\"']?"
    r"(?P<value>-?\d+(?:\.\d+)?|[\w-]+(?: [a-z]+){0,2})[\"']?(?: ?(?:%|(?:minute|hour|day|second|"
    r"week|month|year|euro|cent|dollar|point|star|page|litre|liter|kilometre|kilometer|metre|meter|"
    r"km|kg|gram|mm|cm|degree)s?|percent))?"
)
_EQUAL = re.compile(
    r"(?i)(?:with|having|whose|where|in|of) (?:an? |the |its |their )?(?P<name>\w+)(?: is| are| "
    r"=)? "
    r"(?P<no>not )?[\"']?(?P<value>[\w-]+)[\"']?"
)
_MANY = re.compile(
    rf"(?i)(?:with|of|having|have|has|that take|lasting)? ?(?:exactly |(?P<sign>{SIGN}) )?"
    rf"(?P<value>\d+\.\d+|{MANY}) (?P<name>\w+)"
)
_OR_MORE = re.compile(
    r"(?i)(?:(?:that|which|who|with|of) )?(?:(?:are|is|was|were|has|have|had|gave|got|scored|took|"
    r"made|rated|rating|worth) )*(?:an? )?(?:(?P<name>[\w ]+?) (?:of |is |are )?)?"
    r"(?P<value>-?\d+(?:\.\d+)?) (?P<unit>\w+ )??"
    r"(?:or|and) (?P<side>more|above|over|higher|better|later|less|fewer|below|under|lower|worse)"
    r"(?: (?P<what>\w+))?"
)
_HAS = re.compile(
    r"(?i)(?:(?:that|which|who) )?(?P<verb>with|without|have no|has no|do not have|does not have|"
    r"have|has|had|having)(?: got)? (?:an? |any |no |at least one |one |some )*"
    r"(?P<child>[\w ]+)"
)
_NONE = {"without", "have no", "has no", "do not have", "does not have"}


def conditions(text: str, holding: Holding, scope: Scope) -> str | None:
    """A condition on `.` that words set; None where not all of them are understood."""
    told = text.strip(" ,")
    for word in ("or", "and", "but"):
        pieces = re.split(rf",? {word} (?:that |which |who )?", told)
        if len(pieces) == 1:
            continue
        found = [_condition(each, holding, scope, pieces[0]) for each in pieces]
        if all(found):
            joined = f" {'or' if word == 'or' else 'and'} ".join(each for each in found if each)
            return f"({joined})" if word == "or" else joined
    return _condition(told, holding, scope, told)


def _condition(text: str, holding: Holding, scope: Scope, first: str) -> str | None:
    told = text.strip(" ,")
    if re.match(r"(?i)not\b", told) and re.search(rf"(?i)\b{_IS}\b", first):
        told = f"are {told}"
    return (
        depending(told, holding, "", state_of)
        or _state(told, holding)
        or _in_stock(told, holding)
        or _of_choice(told, holding)
        or _given(told, holding, scope)
        or taken(told, holding, scope)
        or on_the_day(told, holding, scope)
        or _so_many(told, holding, scope)
        or _having(told, holding, scope)
        or _compared(told, holding, scope)
        or _of_one(told, holding, scope)
        or _in_time(told, holding)
        or _in_period(told, holding, scope)
    )


def state_of(word: str, holding: Holding) -> str | None:
    """The condition that one word sets: a choice, a truth, a moment that is there."""
    if not re.fullmatch(r"[\w-]+", word):
        return None
    found = narrowing(holding, word)
    if found:
        return found
    bare = plain(word)
    for each in holding.fields.values():
        if plain(each.name) in {f"{bare}at", f"{bare}on"} and each.type.kind in {
            "date",
            "datetime",
        }:
            free = each.type.nullable or not each.required
            return f".{each.name} != null" if free else "true"
        for choice in each.type.choices:
            if bare in {plain(one) for one in states(choice)} | {plain(f"{choice}s")}:
                return f".{each.name} = {json.dumps(choice)}"
    for name in holding.computed:
        part = holding.shape.part(name)
        truth = part is not None and part.shape.type.kind == "boolean"
        if truth and bare == plain(name).removeprefix("is"):
            return f".{name}"
        for choice in part.shape.type.choices if part is not None else ():
            if bare in {plain(choice), plain(f"{choice}s")}:
                return f".{name} = {json.dumps(choice)}"
    opposite = {"open": ("closed", "resolved", "done"), "unread": ("read",), "unpaid": ("paid",)}
    for end in opposite.get(bare, ()):
        found = state_of(end, holding)
        if found:
            return f"not({found})"
    return None


def _state(text: str, holding: Holding) -> str | None:
    match = _STATE.fullmatch(text)
    found = state_of(match["state"], holding) if match else None
    if match and match["no"] and found and re.fullmatch(r"\.\w+ = \"[^\"]*\"", found):
        return found.replace(" = ", " != ")
    return f"not({found})" if match and match["no"] and found else found


def _in_stock(text: str, holding: Holding) -> str | None:
    """That there are some of a thing, or none left."""
    match = re.fullmatch(
        r"(?i)(?:(?:that|which) )?(?:(?:is|are) )?(?:still )?(?:(?P<none>not in stock|out of "
        r"stock|sold out)|"
        r"in stock)",
        text,
    )
    names = {plain(each): each for each in holding.fields}
    stock = next((names[e] for e in ("stock", "quantity", "instock", "pieces") if e in names), "")
    kind = holding.fields[stock].type.kind if stock else ""
    if match is None or kind not in NUMBERS | {"boolean"}:
        return None
    if kind == "boolean":
        return f"not(.{stock})" if match["none"] else f".{stock}"
    return f".{stock} {'=' if match['none'] else '>'} 0"


_OF_CHOICE = re.compile(
    r"(?i)(?:of|with|in|at|having|marked(?: as)?) (?:an? |the )?[\"']?(?P<value>[\w-]+)[\"']? "
    r"(?P<name>\w+)"
)


def _of_choice(text: str, holding: Holding) -> str | None:
    """A choice before the name of its field: "of high priority"."""
    match = _OF_CHOICE.fullmatch(text)
    field = _field(match["name"], holding) if match else None
    for choice in field.type.choices if match and field is not None else ():
        if match and field is not None and plain(choice) == plain(match["value"]):
            return f".{field.name} = {json.dumps(choice)}"
    return None


_GIVEN = re.compile(
    r"(?i)(?:(?:that|which|who) )?(?:(?:is|are|was|were|belongs?) )?(?:\w+ed )?"
    r"(?:of|by|in|for|from|to|with|on|at) (?:(?:an?|one|the|this|that|the given|the named|each) )?"
    r"(?P<noun>\w+)"
)


def _given(text: str, holding: Holding, scope: Scope) -> str | None:
    """That rows have the value which a path names: "of an author", "by that person"."""
    match = _GIVEN.fullmatch(text)
    noun = plain(singular(match["noun"])) if match else ""
    if noun in scope.shared and holding.name in scope.groups:
        return "true"
    if noun in scope.inputs and (kept := holding.named(noun)) in holding.fields:
        asked = f"input.{scope.writer.name(noun)}"
        if any(f".{kept} = {asked}" in each for each in scope.asked(holding)):
            return "true"  # the query keeps these anyhow
    for name, given in scope.by if match else ():
        kept = holding.named(name)
        if match and kept in holding.fields and plain(name) == plain(singular(match["noun"])):
            return f".{kept} = {given}"
    return None


_SO_MANY = re.compile(
    rf"(?i)(?:(?:with|having|(?:that|which|who) )?(?:has|have|had)?) ?(?P<sign>{SIGN}|only)? ?"
    rf"(?P<value>{MANY}) (?P<more>or more )?(?P<child>[\w ]+)"
)


def _so_many(text: str, holding: Holding, scope: Scope) -> str | None:
    """How many of another kind belong to rows: "with at least two notes"."""
    match = _SO_MANY.fullmatch(text)
    for child, link in scope.kept.children(holding) if match else ():
        if match is None or not is_called(match["child"].replace(" ", "_"), child):
            continue
        many = counted(match["value"])
        sign = (match["sign"] or "=").lower()
        sign = ">=" if match["more"] else _SIGNS.get(sign, "=") or sign
        least = {">=": many, ">": many + 1, "<": many, "<=": many + 1}.get(sign)
        test = f"count(.items) >= {least}" if least is not None else f"count(.items) = {many}"
        groups = f'group({child.name}, "{link}")[where {test}]'
        held = f".{holding.key.name} in each(part in {groups}: part.key)"
        return f"not({held})" if sign in {"<", "<="} else held
    return None


def _having(text: str, holding: Holding, scope: Scope) -> str | None:
    """Whether something belongs to rows, or not."""
    match = _HAS.fullmatch(text)
    if match is None:
        return None
    words = match["child"].split(" ")
    none = match["verb"].lower() in _NONE or bool(re.search(r"(?i)\bno\b", match[0]))
    for child, link in scope.kept.children(holding):
        for end in range(len(words), 0, -1):
            if not is_called("_".join(words[:end]), child):
                continue
            rest = " ".join(words[end:])
            holds = [one for one in scope.below(child) if not one.startswith(f".{link} ")]
            if rest and not (found := conditions(rest, child, scope)):
                return None
            holds += [found] if rest and found else []
            rows = f"{child.name}[where {every(holds)}]" if holds else child.name
            test = f".{holding.key.name} in each(one in {rows}: one.{link})"
            return f"not({test})" if none else test
    for link, to in links(holding):
        other = scope.kept.of(to)
        if other is not None and is_called("_".join(words), other) and not link.endswith("ids"):
            return f".{link} {'=' if none else '!='} null"
    field = _field(match["child"], holding)
    if field is not None and field.type.kind in NUMBERS and field.default == "0":
        return f".{field.name} {'=' if none else '>'} 0"  # a counter
    if field is not None and (field.type.nullable or not field.required):
        return f".{field.name} {'=' if none else '!='} null"
    return None


def _compared(text: str, holding: Holding, scope: Scope) -> str | None:
    match = _COMPARED.fullmatch(text)
    field = _field(match["name"], holding) if match else None
    if match and field is not None:
        value = _value(match["value"], field, holding, scope)
        sign = _SIGNS[match["sign"].lower()] or match["sign"]
        return f".{field.name} {sign} {value}" if value else None
    match = _MANY.fullmatch(text)
    field = _field(match["name"], holding) if match else None
    if match and field is not None and field.type.kind in NUMBERS:
        sign = (match["sign"] or "=").lower()
        return f".{field.name} {_SIGNS[sign] or sign} {in_digits(match['value'])}"
    match = _OR_MORE.fullmatch(text)
    if match:
        named = (match["name"] or match["what"] or match["unit"] or "").strip()
        field = _field(named or amount_of(holding), holding)
        up = match["side"].lower() in {"more", "above", "over", "higher", "better", "later"}
        sure = field is not None and field.type.kind in NUMBERS
        return f".{field.name} {'>=' if up else '<='} {match['value']}" if field and sure else None
    match = _EQUAL.fullmatch(text)
    field = _field(match["name"], holding) if match else None
    if match is None or field is None:
        return None
    value = _value(match["value"], field, holding, scope)
    return f".{field.name} {'!=' if match['no'] else '='} {value}" if value else None


def _of_one(text: str, holding: Holding, scope: Scope) -> str | None:
    """That rows belong to a row that was named, or were chosen by its name."""
    match = re.fullmatch(
        r"(?i)(?:(?:that|which|who) )?(?:(?:is|are|was|were|belongs?|has|have|had) )?(?:\w+ed )?"
        r"(?:of|in|for|by|to|from|on|at|with|under|below)? ?"
        r"(?:this|that|the|its|their|it|them|each|every|one|an?)? ?(?P<noun>[\w ]*?)"
        r"(?: (?:has|had|have|got|gets|made|wrote|did))?",
        text,
    )
    for one in scope.ones if match else ():
        bare = match["noun"].strip() if match else ""
        if bare and not is_called(bare.replace(" ", "_"), one.holding) and bare != one.row:
            continue
        link = next((key for key, to in links(holding) if to == one.holding.name), "")
        if link:
            return f".{link} = {one.key}"
    return None


_MONTH = re.compile(
    r"(?i)(?:(?:that|which) )?(?:(?:are|were|was|is) )?(?:\w+ed )?(?:of|in|from|for|during|within) "
    r"(?:an?|that|the|this|the given|the named|the asked) (?P<period>month|year)"
)


def _in_period(text: str, holding: Holding, scope: Scope) -> str | None:
    """That rows are of the month or the year that the request names."""
    match = _MONTH.fullmatch(text)
    given = scope.values.get(match["period"].lower(), "") if match else ""
    given = given or (scope.inputs.get(match["period"].lower(), "") if match else "")
    days = [each for each in holding.fields.values() if each.type.kind in {"date", "datetime"}]
    if match is None or not given.startswith("input.") or len(days) < 1:
        return None
    if match["period"].lower() == "month":
        return f"month(.{days[0].name}) = {given}"
    return f"cut_out(.{days[0].name}, 0, 3) = text({given})"


def _in_time(text: str, holding: Holding) -> str | None:
    """That rows are of today, or of the last or the next so many days."""
    days = [each for each in holding.fields.values() if each.type.kind in {"date", "datetime"}]
    match = re.fullmatch(
        r"(?i)(?:(?:that|which) )?(?:(?:are|were|was|is) )?(?:\w+ed |due |starts? |ends? |"
        r"happens? )?"
        r"(?:from |of |on |in |within |during )?"
        r"(?:(?P<today>today)|the (?P<side>last|past|next|coming) (?P<many>\d+) "
        r"(?P<unit>hour|day|minute|week)s?)",
        text,
    )
    if match is None or not days:
        return None
    field = days[0]
    if match["today"]:
        day = f".{field.name}" if field.type.kind == "date" else f"date(.{field.name})"
        return f"{day} = today()"
    seconds = {"hour": 3600, "day": 86400, "minute": 60, "week": 604800}[match["unit"].lower()]
    if match["side"].lower() in {"next", "coming"}:
        until = f"later(now(), {int(match['many']) * seconds})"
        if field.type.kind == "date":
            return f".{field.name} >= today() and .{field.name} <= date({until})"
        return f".{field.name} >= now() and .{field.name} <= {until}"
    since = f"later(now(), 0 - {int(match['many']) * seconds})"
    if field.type.kind == "date":
        return f".{field.name} >= date({since})"
    return f".{field.name} >= {since}"


def _field(name: str, holding: Holding) -> Field | None:
    told = name.strip().replace(" ", "_")
    found = holding.named(told) or holding.named(singular(told)) or holding.named(plural(told))
    if found in holding.fields:
        return holding.fields[found]
    if each := holding.worked(told):
        part = holding.shape.part(each)
        kind = part.shape.type if part is not None else Type("number")
        return Field(each, kind) if part is not None or each in holding.derived else None
    most = re.sub(r"(?i)^(?:total|current|present|overall|actual)_", "", told)
    return _field(most, holding) if most != told else None


def _value(word: str, field: Field, holding: Holding, scope: Scope) -> str:
    """A value that a field is compared with: a number, a choice, a field, a value at hand."""
    if re.fullmatch(r"-?\d+(\.\d+)?", word):
        return word if field.type.kind in NUMBERS else ""
    choice = next((each for each in field.type.choices if plain(each) == plain(word)), "")
    if choice:
        return json.dumps(choice)
    if word.lower() in {"true", "false", "null"}:
        return word.lower()
    if word.lower() == "today" and field.type.kind == "date":
        return "today()"
    if word.lower() == "now" and field.type.kind == "datetime":
        return "now()"
    other = _field(word.replace(" ", "_"), holding)
    if other is not None and other.name != field.name:
        return f".{other.name}"
    return scope.values.get(plain(word), "")
