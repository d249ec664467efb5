"""Values that rows of another kind must not have: "members cannot be invited"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.folding import any_case
from beliefs.spec.documents.words import plural
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.rules.once import NATURAL
from beliefs.spec.inferring.writing import Writer


def elsewhere_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """Guards that nobody and nothing of another kind goes by what a new row does, where said so."""
    told = [each.words for each in route.faults if each.status == 409]
    told += [each for each in sentences(route.words) if 409 in route.statuses]
    lines = []
    for other in writer.kept.holdings:
        name = _shared(holding, other, brought)
        if other is holding or not name or not any(_excludes(each, other) for each in told):
            continue
        folds = any_case(f"{route.words} {' '.join(told)}")
        value = (
            f"lower(.{name}) = lower({brought[name]})" if folds else f".{name} = {brought[name]}"
        )
        said = f"There is a {other.spoken.lower()} with this {name.replace('_', ' ')} already"
        way = writer.refuse(route, "conflict", said, f"already {other.word}", (409,))
        lines.append(f"guard count({other.name}[where {value}]) = 0 else {way}")
    return lines


def _shared(holding: Holding, other: Holding, brought: dict[str, str]) -> str:
    """What rows of both kinds go by."""
    return next(
        (
            each
            for each in NATURAL
            if each in brought and each in holding.fields and each in other.fields
        ),
        "",
    )


def _excludes(said: str, other: Holding) -> bool:
    """Whether a text says that what is one of another kind cannot be one of this."""
    noun = other.word.replace("_", " ")
    one, many = re.escape(noun), re.escape(plural(noun))
    is_one = (
        rf"(?:already|is|are|be) (?:already )?(?:an? )?(?:(?:existing|current) )?(?:{one}|{many})"
    )
    none = rf"\b{many} (?:cannot|can't|can not|may not|must not|are not) (?:be )?\w+"
    none += rf"|\ban? (?:existing )?{one} (?:cannot|can't|can not|may not|must not) be \w+"
    return bool(re.search(rf"(?i)\b{is_one}\b(?! of\b)|{none}", said))
