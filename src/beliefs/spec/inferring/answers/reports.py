"""Figures that words tell: what came in and went out, what is in stock, and who gave most."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, is_list, is_record
from beliefs.spec.documents.words import plain, states
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import counted

_NUMBERS = {"integer", "number"}


def reported(writer: Writer, part: Property, holding: Holding) -> str:
    """One figure of a report over all rows; empty where its name and words do not tell it."""
    if is_list(part.shape):
        return _top(writer, part)
    if part.shape.type.kind not in _NUMBERS:
        return ""
    template = holding.computed.get(part.name, "")
    if template.startswith("sum("):
        return f"sum(each(row_of in {holding.name}: {template.replace('$', 'row_of')}))"
    for each in writer.kept.holdings:
        amount = _amount(each)
        if amount and _is_done(plain(part.name), each.word):
            return f"sum(each(one in {each.name}: one.{amount}))"
    return ""


def _is_done(name: str, noun: str) -> bool:
    """Whether a participle is that of what a noun means: deposited, withdrawn."""
    stem = re.sub(r"(?:ation|ment|ing|al|y)$", "", noun)
    return name in {*states(stem), *states(noun), f"{stem}n", f"{stem}en"} and name != noun


def _amount(holding: Holding) -> str:
    """The only number that rows bring."""
    links = {each.field for each in holding.parents} | {*holding.references}
    found = [
        each.name
        for each in holding.fields.values()
        if each.type.kind in _NUMBERS and each.name not in links and not each.hidden
    ]
    return found[0] if len(found) == 1 else ""


def _top(writer: Writer, part: Property) -> str:
    """Those with the largest sums: "at most three `member`s with `packets` who deposited most"."""
    item, said = part.shape.item, part.words
    if item is None or not is_record(item) or len(item.names) != 2:
        return ""
    if not re.search(r"(?i)\bmost\b|\bhighest\b|\blargest\b|\btop\b", f"{said} {part.name}"):
        return ""
    who, many = item.names
    for each in writer.kept.holdings:
        stem = re.sub(r"(?:ation|ment|ing|al|y)$", "", each.word)
        amount = _amount(each)
        if (
            not amount
            or each.named(who) not in each.fields
            or not re.search(rf"(?i)\b{stem}", said)
        ):
            continue
        limit = re.search(r"(?i)\b(?:at most|up to|first|top) (\w+)", said)
        most = counted(limit[1], 0) if limit else 0
        values = {who: "part.key", many: f"sum(each(one in part.items: one.{amount}))"}
        rows = f'each(part in group({each.name}, "{each.named(who)}"): {made(values)})'
        return f"{rows}[by .{many} down{f', limit {most}' if most else ''}]"
    return ""
