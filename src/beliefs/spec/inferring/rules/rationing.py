"""How much one may come to in a while: "one person cannot have more than 12 hours on one day"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.folding import alike
from beliefs.spec.documents.words import plain, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import MANY, in_digits
from beliefs.spec.types import NUMBERS as NUMERIC
from beliefs.spec.types import Field

_RATION = re.compile(
    rf"(?i)\b(?:more than|at most|up to|no more than|over|above|exceeds?|a? ?maximum of|max\.?) "
    rf"(?P<most>\d+\.\d+|{MANY})\s+(?P<noun>\w+(?: \w+)?)"
)
_WHILE = re.compile(
    r"(?i)\b(?:per|each|every|an?|one|same|any|that|single|(?:with)?in the) (?:calendar |single )?"
    r"(?P<span>day|date|month)\b"
)


def ration_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """Guards that rows of one value on one day, or in one month, do not come to more than told.

    How many rows there may be is for `quotas`.
    """
    found: list[str] = []
    for sentence in [*sentences(route.words), *(each.words for each in route.faults)]:
        span = _WHILE.search(sentence)
        whose = [each for each in brought if _whose(each, sentence, holding)]
        day = _day(holding, brought)
        if span is None or len(whose) != 1 or day is None:
            continue
        month = span["span"].lower() == "month"
        holds = [
            alike(writer.contract, f".{whose[0]}", brought[whose[0]]),
            f"{_of(f'.{day.name}', day, month=month)} = {_of(brought[day.name], day, month=month)}",
        ]
        rows = f"{holding.name}[where {' and '.join(holds)}]"
        for ration in _RATION.finditer(sentence):
            test = _test(ration, rows, holding, brought)
            if not test or any(test in each for each in found):
                continue
            said = f"{ration[0]} in one {span['span'].lower()}".capitalize()
            among = (409, 422, 429, 403, 400)
            way = writer.refuse(route, "conflict", said, "too many more than limit day", among)
            found.append(f"guard {test} else {way}")
    return found


def _test(ration: re.Match[str], rows: str, holding: Holding, brought: dict[str, str]) -> str:
    """That one more row does not make too much; empty where the noun is of something else."""
    most = in_digits(ration["most"])
    amount = _amount(ration["noun"], holding, brought)
    return f"sum(each(one in {rows}: one.{amount})) + {brought[amount]} <= {most}" if amount else ""


def _whose(name: str, sentence: str, holding: Holding) -> bool:
    field = holding.fields.get(name)
    bare = re.escape(" ".join(words(name)).lower().removesuffix(" id"))
    spoken = rf"(?i)\b(?:an?|one|each|every|any|no|the same|per|the|by) `?{bare}`?\b"
    return (
        field is not None
        and field.type.kind in {"string", "integer", "email", "uuid"}
        and bool(re.search(spoken, sentence))
    )


def _day(holding: Holding, brought: dict[str, str]) -> Field | None:
    """The one date or moment that a request brings."""
    kinds = {"date", "datetime"}
    found = [
        each for name, each in holding.fields.items() if each.type.kind in kinds and name in brought
    ]
    return found[0] if len(found) == 1 else None


def _of(value: str, day: Field, *, month: bool) -> str:
    if month:
        return f"month({value})"
    return value if day.type.kind == "date" else f"date({value})"


def _amount(noun: str, holding: Holding, brought: dict[str, str]) -> str:
    """The number of a row that a noun names."""
    for name in brought:
        field = holding.fields.get(name)
        if field is None or field.type.kind not in NUMERIC:
            continue
        said = {plain(noun), *(plain(each) for each in noun.split())}
        if said & {plain(name), f"{plain(name)}s", *(plain(each) for each in words(name))}:
            return name
    return ""
