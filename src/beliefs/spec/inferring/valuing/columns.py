"""Lists of one value of each of some rows: "the names of the open ones, sorted"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property
from beliefs.spec.documents.words import singular
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.valuing.orders import field_told
from beliefs.spec.inferring.valuing.rows import rows_told
from beliefs.spec.inferring.valuing.scope import One, Scope, Untold, cleared
from beliefs.spec.inferring.valuing.values import below

_COLUMN = re.compile(
    r"(?i)(?:(?:an? |the )?(?:sorted |ordered )?(?:list|array) of )?"
    r"(?P<all>(?:(?:the|all|each|every|sorted|its|their|different|distinct|unique) )*)"
    r"(?P<names>\w+(?: \w+)??)(?P<once> once)?(?: (?:seen|used|in use|there are|that occur|so far|"
    r"named|mentioned))*(?: (?:of|from|in|on|used by) (?P<rows>[^,;(]+?)|"
    r" (?P<cond>(?:who|that|which|whose|with) [^,;(]+?))?(?P<tail>[,;(].*| "
    r"(?:sorted|in (?:\w+ )?order|alphabetically|without (?:duplicates|repeats)|once)\b.*)?"
)
_APART = re.compile(
    r"(?i)\b(?:different|distinct|unique|once|each|every|without (?:duplicates|repeats))\b"
)
_PLAIN_ORDER = re.compile(
    r"(?i)\b(?:sorted|in order|alphabetical(?:ly)?|a to z|a-z)\b(?! (?:by|of))"
)


def told_column(part: Property, scope: Scope, phrases: list[str]) -> str:
    """One value of each of some rows, as words tell it: "the names of the open ones, sorted"."""
    for phrase in phrases:
        match = _COLUMN.fullmatch(cleared(phrase))
        if match is None:
            continue
        tail = (match["tail"] or "").strip(" ,;()")
        kept = [rows_told(match["rows"], scope)] if match["rows"] else below(scope)
        if match["cond"]:
            kept = [
                rows_told(f"{each.holding.word}s {match['cond']}".replace("_", " "), scope)
                for each in below(scope)
            ]
        for some in kept:
            field = field_told(match["names"], some.holding) if some else ""
            if some is None or field not in (*some.holding.fields, some.holding.key.name):
                continue
            order = stated_order(replace(scope.route, words=tail, replies=()), some.holding)
            if _PLAIN_ORDER.search(". ".join(phrases)):
                order = [f".{field}"]
            rest = re.sub(r"(?i)\b(?:each )?once\b|\bwithout (?:duplicates|repeats)\b", "", tail)
            if rest.strip(" ,;") and not order:
                continue
            keys = ", ".join(f"by {each}" for each in order)
            rows = f"{some.rows}[{keys}]" if order else some.rows
            value = f"each(one in {rows}: one.{field})"
            known = some.holding.fields.get(field)
            if known is not None and known.type.kind == "list":
                value = f"flat({value})"
            scope.told.append(part.name)
            return f"distinct({value})" if _APART.search(phrase) else value
    return ""


def column(part: Property, one: One, rows: str, phrases: list[str]) -> str:
    """One value of each of some rows."""
    for name in (singular(part.name), *(w for p in phrases for w in re.findall(r"\w+", p))):
        field = one.holding.named(singular(name))
        if field and field in one.holding.fields and not one.holding.fields[field].hidden:
            return f"each({one.row} in {rows}: {one.row}.{field})"
    raise Untold(part.name)
