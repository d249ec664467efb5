"""What words say of a row: the states it is in, and the conditions it meets."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.understanding.words import lemmas, participle

# Names of the one field whose values are the states of a row.
STATE_NAMES = ("status", "state", "phase", "stage")


def state_field(kind: Kind) -> Held | None:
    """The field whose choices are states."""
    for name in STATE_NAMES:
        if name in kind.fields:
            return kind.fields[name]
    return next(
        (
            x
            for x in kind.fields.values()
            if x.type and x.type.choices and x.name.endswith(STATE_NAMES)
        ),
        None,
    )


def state(kind: Kind, words: str, row: str = "$") -> str | None:
    """The condition that a row is what an adjective says; None where nothing kept says so.

    >>> from beliefs.spec.types import Type
    >>> lamp = Kind(
    ...     "Lamp",
    ...     "/lamps",
    ...     fields={
    ...         "on": Held("on", Type("boolean")),
    ...         "state": Held("state", Type("string", choices=("new", "broken"))),
    ...     },
    ... )
    >>> state(lamp, "broken"), state(lamp, "not on")
    ('$.state = "broken"', 'not($.on)')
    """
    words = re.sub(
        r"\b(?:already|still|currently|yet|now|been|again|before|any more|anymore|just)\b",
        " ",
        words.lower(),
    )
    words = " ".join(words.split())
    negated = re.match(r"(?:not|no longer|never|n't)\s+", words)
    if negated:
        words = words[negated.end() :]
    plain = words.replace(" ", "_").replace("-", "_")
    found = _state(kind, plain, row)
    if found is None and not negated and plain.startswith("un") and len(plain) > 4:
        found = _state(kind, plain[2:], row)
        return f"not({found})" if found else None
    if found is None:
        return None
    return f"not({found})" if negated else found


def _state(kind: Kind, plain: str, row: str, *, opposite_too: bool = True) -> str | None:
    for name, held in kind.fields.items():
        if held.type is not None and held.type.kind == "boolean" and _same(name, plain):
            return f"{row}.{name}"
    where = state_field(kind)
    if where is not None and where.type is not None:
        for each in where.type.choices:
            if _same(each, plain):
                return f"{row}.{where.name} = {json.dumps(each)}"
    for name, held in kind.fields.items():
        if held.type is not None and held.type.choices and plain in held.type.choices:
            return f"{row}.{name} = {json.dumps(plain)}"
    for name in kind.fields:  # "returned" of a row with returned_at
        if re.fullmatch(
            rf"(?:last_)?{re.escape(plain)}_?(?:at|on|by|date)|last_{re.escape(plain)}",
            re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower(),
        ):
            return f"{row}.{name} != null"
    for name, held in kind.fields.items():  # "rated" of a row whose rating is null at first
        if (
            held.start.removeprefix("?") == "null"
            and "_" not in plain
            and plain.endswith("ed")
            and lemmas(name) & lemmas(plain) - {"be"}
        ):
            return f"{row}.{name} != null"
    opposite = _OPPOSITE.get(plain) if opposite_too else None
    if opposite is not None:
        found = _state(kind, opposite, row, opposite_too=False)
        return f"not({found})" if found else None
    return None


_OPPOSITE = {
    "open": "closed",
    "closed": "open",
    "available": "taken",
    "free": "taken",
    "inactive": "active",
    "off": "on",
    "disabled": "enabled",
    "unlocked": "locked",
    "unread": "read",
    "finished": "running",
    "empty": "",
}


def _same(one: str, other: str) -> bool:
    """Whether two words say the same state, in whatever form."""
    if not one or not other:
        return False
    one, other = one.lower().removeprefix("is_"), other.lower()
    if one == other:
        return True
    first, second = one.split("_")[-1], other.split("_")[-1]
    if "_" in one and "_" in other and one.split("_")[:-1] != other.split("_")[:-1]:
        return False
    if ("_" in one) != ("_" in other):
        return False
    return (
        bool(lemmas(first) & lemmas(second) - {"be"})
        or _done(first) == second
        or _done(second) == first
    )


def _done(verb: str) -> str:
    return participle(verb)


_SIGN = {
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
    "=": "=",
    "below": "<",
    "under": "<",
    "less than": "<",
    "fewer than": "<",
    "above": ">",
    "over": ">",
    "more than": ">",
    "greater than": ">",
    "at least": ">=",
    "at most": "<=",
    "up to": "<=",
    "at or below": "<=",
    "at or above": ">=",
    "or more": ">=",
    "before": "<",
    "after": ">",
}


def compared(kind: Kind, words: str, row: str = "$") -> str | None:
    """A condition between a field and a number or another field, with what it says taken in whole.

    >>> from beliefs.spec.types import Type
    >>> stock = Kind(
    ...     "Item",
    ...     "/items",
    ...     fields={
    ...         "quantity": Held("quantity", Type("integer")),
    ...         "low": Held("low", Type("integer")),
    ...     },
    ... )
    >>> compared(stock, "quantity is below low"), compared(stock, "quantity is 0")
    ('$.quantity < $.low', '$.quantity = 0')
    """
    signs = "|".join(sorted(map(re.escape, _SIGN), key=len, reverse=True))
    names = "|".join(sorted(map(re.escape, kind.fields), key=len, reverse=True)) or "-"
    text = re.sub(
        r"\b(?:their|its|the|whose|with|a|an|of|have|has|is|are|was|were|stands? at|than)\b",
        " ",
        words.replace("less than", "<").replace("fewer than", "<").replace("more than", ">"),
    )
    text = " ".join(text.split()).strip(" .,")
    found = re.fullmatch(
        rf"(?P<a>{names}) ?(?P<sign>{signs}|) ?(?P<b>{names}|-?\d+(?:\.\d+)?|null|zero|true|false)",
        text,
    )
    if found is None:
        return None
    other = found["b"].replace("zero", "0")
    other = f"{row}.{other}" if other in kind.fields else other
    return f"{row}.{found['a']} {_SIGN.get(found['sign'], '=')} {other}"


def condition(kind: Kind, words: str, row: str = "$") -> str | None:
    """What words say that a row is: a state, or a comparison; all of them must be understood."""
    text = words.strip(" .,;:¦")
    text = re.sub(
        rf"(?i)^(?:(?:the|a|an|this|that|only|those|all) )*(?:{re.escape(kind.spoken)}|"
        rf"{re.escape(kind.plural)}|it|they|one|ones|that one)\b(?!s?\.)",
        "",
        text,
    ).strip()
    for one, other in (
        ("isn't", "is not"),
        ("aren't", "are not"),
        ("wasn't", "was not"),
        ("hasn't", "has not"),
        ("haven't", "have not"),
        ("n't", " not"),
    ):
        text = text.replace(one, other)
    if (found := compared(kind, text, row)) is not None:
        return found
    stock = next(
        (x for x in ("quantity", "stock", "in_stock", "amount", "count") if x in kind.fields), None
    )
    if stock and (
        there := re.fullmatch(
            r"(?i)(?:is |are )?(?:still )?(?P<no>not |out of |no longer )?(?:in )?stock(?: left)?|"
            r"(?P<out>sold out)",
            text,
        )
    ):
        return f"{row}.{stock} {'<=' if there['no'] or there['out'] else '>'} 0"
    bare = re.sub(
        r"(?i)\b(?:is|are|was|were|has|have|been|being|be|it|they|that|which|who|already|still|"
        r"yet|those|only|the|a|an|ones?|had|in the state|in state)\b",
        " ",
        text,
    )
    bare = re.sub(rf"(?i)\b(?:{re.escape(kind.spoken)}|{re.escape(kind.plural)})\b", " ", bare)
    bare = " ".join(bare.split())
    if not bare:
        return None
    parts = re.split(r" (?:or|nor) |/", bare)
    found_all = [state(kind, each, row) for each in parts]
    if all(found_all):
        return found_all[0] if len(parts) == 1 else "(" + " or ".join(map(str, found_all)) + ")"
    return None
