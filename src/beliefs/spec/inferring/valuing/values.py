"""One value told in words: how many, how much, on average, the last of, whether, A minus B."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property
from beliefs.spec.documents.names import CREATED, SECRETS
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.inferring.families.daily import day_of
from beliefs.spec.inferring.valuing.best import best_told
from beliefs.spec.inferring.valuing.conditions import conditions, state_of
from beliefs.spec.inferring.valuing.measures import formed, measured, over, row_of
from beliefs.spec.inferring.valuing.orders import field_told
from beliefs.spec.inferring.valuing.rows import rows_told
from beliefs.spec.inferring.valuing.scope import (
    NUMBERS,
    Scope,
    Some,
    amount_of,
    cleared,
    is_called,
    links,
)
from beliefs.spec.numbers import in_digits

_COUNTED = re.compile(
    r"(?i)(?:the )?(?:(?:total |overall |current )?(?:numbers?|count) of|how many(?: of)?)"
    r"(?P<apart> different| distinct| unique)? (?P<rows>.+)"
)
_HOW = {
    **dict.fromkeys(("average", "mean"), "average"),
    "median": "median_of",
    **dict.fromkeys(("sum", "total", "sum total"), "sum"),
    **dict.fromkeys(("lowest", "smallest", "minimum", "min", "least", "cheapest"), "least"),
    **dict.fromkeys(("worst", "shortest", "earliest", "oldest", "first"), "least"),
    **dict.fromkeys(("highest", "largest", "maximum", "max", "biggest", "greatest"), "most"),
    **dict.fromkeys(("best", "longest", "latest", "newest", "last", "most recent"), "most"),
}
_ENDS = {"latest": "last", "newest": "last", "last": "last", "most recent": "last"}
_ENDS |= {"earliest": "first", "oldest": "first", "first": "first"}
_HOWS = "|".join(sorted(_HOW, key=len, reverse=True))
_FIGURE = re.compile(rf"(?i)(?:the )?(?P<weighted>weighted )?(?P<how>{_HOWS})(?: of)? (?P<rest>.+)")
_OVER = re.compile(r"(?i) (?:of|over|across|for|from|in|among|per) ")
_NONE = re.compile(
    r"(?i)[\s,;(]*(?:or |and |but |both |all |else |it is )*(?P<value>null|0|zero|false|empty) "
    r"(?:if|when|without|while|as long as|before|until|for|where|with no)\b[^;]*$|"
    r"[\s,;(]+or (?:else )?(?P<else>null|0|zero)\)?$"
)
_DIGITS = re.compile(
    r"(?i)[,;( ]*(?:with |to |in )?(?:(?P<many>one|two|three|\d) (?:decimals?|digits?|decimal "
    r"places?|places?)(?: after the (?:point|comma))?|(?P<whole>(?:rounded )?(?:to )?(?:the |an? )?"
    r"(?:nearest |full |closest )?(?:whole (?:number|percent|one)|integer|percent))|"
    r"(?P<down>rounded down|without fractions?|whole ones))\)?$"
)
_SHARE = re.compile(
    r"(?i)(?:the )?(?P<unit>percent(?:age)?|share|fraction|proportion|ratio|%)(?: of)? (?P<rows>.+)"
)
_TRUTH = re.compile(
    r"(?i)(?:it is )?(?:whether(?: or not)?|true (?:if|when|while|as soon as|once|exactly when|"
    r"only "
    r"if)|if|says whether|tells whether) (?P<what>.+?)(?:,? (?:else|otherwise) false)?"
)
_END_OF = re.compile(
    rf"(?i)(?:the )?(?P<name>[\w ]+?) of (?:the |its |their )?(?P<end>{'|'.join(_ENDS)}) "
    rf"(?P<rows>.+)"
)
_STREAK = re.compile(
    r"(?i)(?:the )?(?P<most>most|longest|highest|largest)?.*\b(?:consecutive days|days in a row|"
    r"streak|run of (?:consecutive )?days)\b"
)
LABELS = ("name", "title", "label", "username", "code", "email")
_MONEY = {"amount", "price", "total", "sum", "cents", "value", "cost", "fee", "sumcents"}


def told_value(text: str, part: Property, scope: Scope) -> str:
    """The value that a phrase tells, in the notation; empty where it is not read to its end."""
    told = re.sub(r"(?i)^(?:is|are|being|equals|means|=|:)\s+", "", cleared(text))
    empty = _NONE.search(told)
    told = cleared(told[: empty.start()]) if empty else told
    value = _rounded(told, part, scope) or _plainly(told, part, scope)
    if not value:
        return ""
    none = (empty["value"] or empty["else"]).lower().replace("zero", "0") if empty else ""
    if none in {"0", "false"}:
        return f"or_else({value}, {none})"
    free = (
        part.shape.type.nullable or none == "null" or part.shape.type.kind in {"date", "datetime"}
    )
    whole = re.fullmatch(r"percent\(.+, (count\(.+\))\)", value)
    if whole and free:
        return f"if({whole[1]} = 0, null, {value})"
    figure = re.match(r"(?:average|least|most|round|median_of)\(", value)
    return f"or_else({value}, 0)" if figure and not free and not none else value


def _rounded(told: str, part: Property, scope: Scope) -> str:
    """A value that is told with how it is rounded."""
    match = _DIGITS.search(told)
    rest = cleared(re.sub(r"(?i),? ?rounded$", "", told[: match.start()])) if match else ""
    value = _plainly(rest, part, scope) if match and rest else ""
    if match and value and match["down"]:
        return f"floor({value})"
    if match and value:
        many = in_digits(match["many"] or "0")
        if share := re.fullmatch(  # rounded once, not twice
            r"percent\((.+), ([\w$.]+|count\((?:(?!count\().)+\))\)", value
        ):
            value = f"({share[1]}) * 100 / {share[2]}"
        return f"if({value} = null, null, round({value}, {many}))"
    return ""


def _plainly(told: str, part: Property, scope: Scope) -> str:
    """A value without what is said of its digits and of nothing."""
    kind, shown = part.shape.type, part.shape.example
    untold = kind.kind == "string" and not shown and not kind.choices
    if kind.kind == "boolean" or (untold and _TRUTH.fullmatch(told)):
        return _truth(told, scope)
    numeric = kind.kind in NUMBERS | {"json"} or untold
    if value := _at_the_end(told, scope) or _of_the_best(told, part, scope):
        return value
    value = _counted(told, part, scope) or _streak(told, scope) if numeric else ""
    value = value or (_shared(told, part, scope) or _ratio(told, scope) if numeric else "")
    value = value or (_figured(told, part, scope) or _in_all(told, scope) if numeric else "")
    value = value or (_own(told, scope) or _summed(told, scope) if numeric else "")
    value = value or (_each_counts(told, scope) if numeric else "")
    if value:
        return value
    if value := _dated(told, scope) if kind.kind not in NUMBERS else "":
        return value
    if numeric and (value := _percent(told, part, scope) or _all_of_it(told, part, scope)):
        return value
    return _own(told, scope) or formed(told, scope, part) or _less(told, part, scope)


_COUNTS_AS = re.compile(
    r"(?i)(?:each|every|an?) (?P<rows>[^,;]+?) counts? (?:as |for )?(?P<value>.+)"
)
_SIGNS = (("plus", "+"), ("minus", "-"), ("times", "*"))


def _each_counts(told: str, scope: Scope) -> str:
    """What rows come to, each of which counts so much: "every open box counts 2 plus its jars"."""
    match = _COUNTS_AS.fullmatch(told)
    some = rows_told(match["rows"], scope) if match else None
    if match is None or some is None:
        return ""
    text = match["value"]
    for word, sign in _SIGNS:
        text = re.sub(rf"(?i) {word} (?:its |their |the )?(?=\w)", f" {sign} ", text)
    value = text if re.fullmatch(r"\d+", text) else measured(text, some.holding, scope)
    return over("sum", some, value, scope) if value else ""


def _of_the_best(told: str, part: Property, scope: Scope) -> str:
    """A value of the row with the most of something, or what it is called."""
    best = best_told(told, scope)
    if best is None:
        return ""
    name = best.value
    if not name and part.shape.type.kind not in NUMBERS:
        name = next((each for each in LABELS if each in best.holding.fields), "")
        name = name or (best.holding.key.name if best.holding.key_type.kind == "string" else "")
    if not name and plain(part.name).endswith("id"):
        name = best.holding.key.name
    return f"first({best.rows}).{name}" if name else ""


def _own(told: str, scope: Scope) -> str:
    """A value of a row that was named: "the name of the gauge", "the poll's title"."""
    match = re.fullmatch(
        r"(?i)(?:the |its )?(?P<name>[\w ]+) of (?:the|this|that) (?P<noun>[\w ]+)", told
    )
    match = match or re.fullmatch(r"(?i)(?:the |this )?(?P<noun>\w+)'s (?P<name>[\w ]+)", told)
    for one in scope.ones if match else ():
        if match and is_called(match["noun"].replace(" ", "_"), one.holding):
            found = one.holding.named(match["name"].replace(" ", "_"))
            if found and plain(found) not in SECRETS:
                return f"{one.row}.{found}"
    return ""


def _counted(told: str, part: Property, scope: Scope) -> str:
    match = _COUNTED.fullmatch(told)
    if match is None:
        return _complement(told, scope)
    if match["apart"]:
        return _different(match["rows"], scope)
    some = rows_told(match["rows"], scope)
    state = state_of(part.name, some.holding) if some is not None and not some.holds else None
    if some is not None and state:  # `open`: the number of lifts
        some = Some(f"{some.rows}[where {state}]", some.holding, some.rows, (state,))
    if some is None:
        return ""
    scope.spoken.append(some)
    return f"count({some.rows})"


def _complement(told: str, scope: Scope) -> str:
    """Of the rows that were just counted, the others: "how many do not"."""
    others = (
        r"(?i)(?:how many|the number (?:of )?(?:those )?(?:that|which|who)) (?:do|are|have|did|"
        r"has) "
        r"(?:not|none|n't)|(?:the )?(?:rest|others|remaining ones)"
    )
    if not scope.spoken or not re.fullmatch(others, told):
        return ""
    last = scope.spoken[-1]
    return f"count({last.base}) - count({last.rows})" if last.base else ""


def _different(told: str, scope: Scope) -> str:
    """How many different values rows have."""
    for match in [*_OVER.finditer(told), None]:
        name = told[: match.start()] if match else told
        some = rows_told(told[match.end() :], scope) if match else None
        for each in [some] if some else below(scope) if not match else []:
            field = each.holding.named(singular(name.replace(" ", "_")))
            if field not in each.holding.fields:
                field = next(
                    (key for key, to in links(each.holding) if _is_of(name, to, scope)), ""
                )
            if field:
                return f"count(distinct(each(one in {each.rows}: one.{field})))"
    return ""


def _is_of(name: str, kind: str, scope: Scope) -> bool:
    """Whether words name rows of a kind."""
    other = scope.kept.of(kind)
    return other is not None and is_called(name.replace(" ", "_"), other)


def below(scope: Scope) -> list[Some]:
    """The rows that belong to those that were named, else all that there are."""
    kept = [each for each in scope.kept.holdings if not each.shadow]
    below = [each for each in kept if scope.below(each)]
    found = [rows_told(each.word, scope) for each in (below if scope.ones else kept)]
    return [each for each in found if each is not None]


_PART_OF = re.compile(r"(?i)(?:the )?(?P<one>[\w ]+?) (?:of|out of|/) (?:the )?(?P<two>\w+)")


def _percent(told: str, part: Property, scope: Scope) -> str:
    """One value in percent of another, where that is what a name says: "raised of goal"."""
    match = _PART_OF.fullmatch(
        re.sub(r"(?i)^(?:the )?(?:percent(?:age)?|share|%)(?: of)? ", "", told)
    )
    if match is None or not re.search(r"(?i)percent|pct|share|progress|%", f"{part.name} {told}"):
        return ""
    one, two = (formed(match[each], scope, part) for each in ("one", "two"))
    return f"percent({one}, {two})" if one and two else ""


def _shared(told: str, part: Property, scope: Scope) -> str:
    """A share of rows for which something holds."""
    match = _SHARE.fullmatch(told)
    some = rows_told(match["rows"], scope) if match else None
    if match is None or some is None or not some.base:
        return ""
    held = f"count({some.rows})"
    named = re.search(r"(?i)percent|pct", part.name)
    if match["unit"].lower() in {"percent", "percentage", "%"} or named:
        return f"percent({held}, count({some.base}))"
    return f"or_else({held} / count({some.base}), 0)"


def _figured(told: str, part: Property, scope: Scope) -> str:
    """An average, a sum, a least or a most of a number of rows."""
    match = _FIGURE.fullmatch(told)
    if match is None:
        return ""
    how, rest = _HOW[match["how"].lower()], match["rest"]
    rest = re.sub(r"(?i)^(?:the |all |all the |its |their )+", "", rest)
    for cut in _OVER.finditer(rest):
        some = rows_told(rest[cut.end() :], scope)
        value = measured(rest[: cut.start()], some.holding, scope) if some else ""
        if some and value:
            return over(how, some, value, scope, weighted=bool(match["weighted"]))
    some = rows_told(re.sub(r"(?i)^(?:over|across|of) ", "", rest), scope)
    if some is not None and match["how"].lower() not in _ENDS:
        if value := measured(part.name, some.holding, scope):
            return over(how, some, value, scope)
        field = amount_of(some.holding)
        return over(how, some, f"{row_of(some, scope)}.{field}", scope) if field else ""
    for each in below(scope):
        value = measured(rest, each.holding, scope)
        if value:
            return over(how, each, value, scope, weighted=bool(match["weighted"]))
    unit = re.fullmatch(r"(?i)(?P<rows>.+) (?:in|by) (?P<name>\w+)", rest)  # the longest run in km
    some = rows_told(unit["rows"], scope) if unit else None
    value = measured(unit["name"], some.holding, scope) if unit and some else ""
    return over(how, some, value, scope) if some and value else ""


def _dated(told: str, scope: Scope) -> str:
    """The first or the last of the days that rows have: "earliest day", "the latest due date"."""
    match = _FIGURE.fullmatch(told)
    how = _HOW[match["how"].lower()] if match else ""
    for some in below(scope) if how in {"least", "most"} and match else ():
        field = some.holding.fields.get(field_told(match["rest"], some.holding)) if match else None
        if field is not None and field.type.kind in {"date", "datetime"}:
            return over(how, some, f"{row_of(some, scope)}.{field.name}", scope)
    return ""


_RATIO = re.compile(
    r"(?i)(?:the )?(?P<one>[\w ]+?) (?:per|divided by) (?:the )?(?P<two>[\w ]+?)"
    r"(?: (?:over|of|across|for|in) (?P<rows>.+))?"
)


def _ratio(told: str, scope: Scope) -> str:
    """How much of one number there is for each of another, over all of some rows."""
    match = _RATIO.fullmatch(told)
    some = rows_told(match["rows"], scope) if match and match["rows"] else None
    for each in [some] if some else below(scope) if match and not match["rows"] else ():
        one = measured(match["one"], each.holding, scope) if match else ""
        two = measured(match["two"], each.holding, scope) if match and one else ""
        if one and two:
            return f"{over('sum', each, one, scope)} / {over('sum', each, two, scope)}"
    return ""


def _all_of_it(told: str, part: Property, scope: Scope) -> str:
    """What a value is called, in all: `km` that is "kilometres in total"."""
    whole = r"(?i)[\w ]* ?(?:in all|in total|altogether|overall|together|so far)"
    if not re.fullmatch(whole, told):
        return ""
    for each in below(scope):
        if value := measured(part.name, each.holding, scope):
            return over("sum", each, value, scope)
    return ""


def _in_all(told: str, scope: Scope) -> str:
    """A number of rows in all: "all minutes together", "the minutes of the longest visit"."""
    match = re.fullmatch(
        r"(?i)(?:all |the |all the )*(?P<name>[\w ]+?)(?: of (?P<rows>.+))? "
        r"(?:together|in all|in total|altogether|summed up|combined)",
        told,
    )
    if match:
        some = rows_told(match["rows"], scope) if match["rows"] else None
        for each in [some] if some else below(scope) if not match["rows"] else ():
            if value := measured(match["name"], each.holding, scope):
                return over("sum", each, value, scope)
    match = re.fullmatch(
        rf"(?i)(?:the )?(?P<name>[\w ]+?) of the (?P<how>{_HOWS}) (?P<rows>.+)", told
    )
    some = rows_told(match["rows"], scope) if match and match["how"].lower() not in _ENDS else None
    value = measured(match["name"], some.holding, scope) if match and some else ""
    return over(_HOW[match["how"].lower()], some, value, scope) if match and some and value else ""


def _summed(told: str, scope: Scope) -> str:
    """A formula over each of some rows, in all: "price minus discount over all sold ones"."""
    for cut in re.finditer(r"(?i) (?:over|across|for|of) (?=(?:all|the|every)\b)", told):
        some = rows_told(told[cut.end() :], scope)
        value = measured(told[: cut.start()], some.holding, scope) if some else ""
        if some and value:
            return over("sum", some, value, scope)
    some = rows_told(told, scope)
    if some is None:
        return ""
    field = amount_of(some.holding)
    if plain(field) in _MONEY:
        return over("sum", some, f"{row_of(some, scope)}.{field}", scope)
    scope.spoken.append(some)
    return f"count({some.rows})"


def _at_the_end(told: str, scope: Scope) -> str:
    """A value of the first or the last of some rows: "the text of the latest message"."""
    match = _END_OF.fullmatch(told)
    when = re.fullmatch(
        rf"(?i)when the (?P<end>{'|'.join(_ENDS)}) (?P<rows>.+?) (?:was|is|came)\b.*", told
    )
    some = rows_told((match or when)["rows"], scope) if match or when else None  # type: ignore[index]
    if some is None:
        return ""
    moments = [e.name for e in some.holding.fields.values() if e.type.kind in {"date", "datetime"}]
    brought = [each for each in moments if plain(each) not in CREATED]
    order = (brought or moments or [some.holding.key.name])[0]
    name = some.holding.named(match["name"].replace(" ", "_")) if match else order
    if not name and match and moments and plain(match["name"]) in {"time", "date", "day", "moment"}:
        name = order
    end = _ENDS[(match or when)["end"].lower()]  # type: ignore[index]
    return f"{end}({some.rows}[by .{order}]).{name}" if name else ""


def _streak(told: str, scope: Scope) -> str:
    """How many days in a row, now or at most."""
    match = _STREAK.fullmatch(re.sub(r"(?i)(?: ever| so far|, ending today)$", "", told))
    rows = [each for each in below(scope) if day_of(each.holding)] if match else []
    if match is None or len(rows) != 1:
        return ""
    days = f"each(one in {rows[0].rows}: {day_of(rows[0].holding, 'one')})"
    if match["most"]:
        return f"or_else(most(each(day in {days}: streak({days}, day))), 0)"
    if re.search(r"(?i)ending today$", told):
        return f"streak({days}, today())"
    return ""


def _less(told: str, part: Property, scope: Scope) -> str:
    """Two values of which each is told by itself: "all payments minus the sum of the fees"."""
    for cut in re.finditer(r"(?i) (minus|less|plus|-) ", told):
        left = _plainly(told[: cut.start()], part, scope)
        right = _plainly(told[cut.end() :], part, scope) if left else ""
        sign = {"plus": "+"}.get(cut[1].lower(), "-")
        if left and right:
            return f"({left}) {sign} ({right})"
    return ""


def _truth(told: str, scope: Scope) -> str:
    match = _TRUTH.fullmatch(told)
    what = match["what"] if match else told
    there = re.fullmatch(
        r"(?i)(?:there (?:is|are|was)|it has|any(?: of)?|at least one(?: of)?|some(?: of)?)"
        r"(?: (?P<no>no)\b)? ?(?:any |an? |at least one )?(?P<rows>.+)",
        what,
    )
    some = rows_told(there["rows"], scope) if there else None
    if there and some:
        return f"count({some.rows}) {'=' if there['no'] else '>'} 0"
    every = re.fullmatch(r"(?i)(?:all(?: of)?(?: the| its)?|every) (?P<rows>.+)", what)
    some = rows_told(every["rows"], scope) if every else None
    if some is not None and some.base:
        return f"count({some.rows}) = count({some.base})"
    if not scope.ones:
        return ""
    one = scope.ones[0]
    noun = re.escape(one.holding.word.replace("_", " "))
    what = re.sub(rf"(?i)^(?:it|this|the {noun}|this {noun}|{noun}) ", "", what)
    found = conditions(what, one.holding, scope)
    if not found or "[where" in found:
        return ""
    worked = {
        plain(name): text.replace("$", one.row) for name, text in one.holding.computed.items()
    }
    return re.sub(
        r"(?<![\w)\]])\.([a-zA-Z_]\w*)",
        lambda each: (
            f"({worked[plain(each[1])]})" if plain(each[1]) in worked else f"{one.row}.{each[1]}"
        ),
        found,
    )
