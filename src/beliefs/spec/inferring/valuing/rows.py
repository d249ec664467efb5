"""Rows that a noun and the words around it mean: "the open tickets of this customer"."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plain, plural
from beliefs.spec.inferring.answers.lists import every
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.valuing.conditions import conditions, state_of
from beliefs.spec.inferring.valuing.scope import Scope, Some, cleared, is_called, links

_BEFORE = re.compile(
    r"(?i)^(?:(?:the|all|all of|each|every|any|its|their|his|her|of|those|these|our|total|other|"
    r"a|an|one|single|own|existing|whole|different|stored|recorded|registered) )+"
)
_BEHIND = re.compile(
    r"(?i) (?:there (?:are|is|were)(?: in all| in total| overall| at all| so far| now)?|in all|"
    r"(?:that|which) match(?: the \w+)?(?:,? (?:on|over|across|in) (?:all )?(?:of )?(?:the )?"
    r"pages)?|(?:on|over|across|in) all pages|in total|overall|altogether|so far|exist(?:s|ing)?|"
    r"at all|(?:it|that|this|she|he|they) (?:has|have|had|got|received))$"
)
_THEM = {"those", "these", "them", "ones", "they", "it"}
_ANY = {"entry", "row", "record", "item", "thing", "object", "element"}


def rows_told(text: str, scope: Scope) -> Some | None:
    """The rows that a phrase means; None where it means none, or more than is understood."""
    told = _BEHIND.sub("", cleared(text))
    before = re.match(r"(?i)(?:all |the )?(?:of )?(?:them|those|these)\b(?: rows)? ?(.*)$", told)
    if before and scope.spoken:
        last = scope.spoken[-1]
        if not before[1].strip():
            return last
        return _narrowed(Some(last.base or last.rows, last.holding), before[1], scope)
    told = _BEFORE.sub("", told)
    whose = re.match(r"(?i)(\w+)(?:'s|s') (.+)$", told)
    if whose:
        theirs = [one for one in scope.ones if is_called(whose[1], one.holding)]
        some = rows_told(whose[2], scope) if theirs else None
        return some if some and f"= {theirs[0].key}" in some.rows else None
    words = told.split(" ")
    for size in (3, 2, 1):
        for at in range(len(words) - size + 1):
            noun = "_".join(words[at : at + size])
            for holding in _called(noun, scope):
                found = _around(words[:at], words[at + size :], holding, scope)
                if found is not None:
                    return found
    return _by_state(words, scope)


def _called(noun: str, scope: Scope) -> list[Holding]:
    """The kinds of rows that a noun names, those below a row that was named first."""
    found = [each for each in scope.kept.holdings if is_called(noun, each) and not each.shadow]
    there = [each for each in scope.kept.holdings if each.places and not each.shadow]
    if not found and plain(noun).rstrip("s") in _ANY | {"entrie"}:
        below = [each for each in there if scope.below(each)]
        found = below if len(below) == 1 else there if len(there) == 1 else []
    found = [each for each in found if not _is_apart(each, scope)]
    if scope.by and not scope.ones:  # all rows there are have nothing to do with what a path names
        found = [each for each in found if scope.below(each)]
    return sorted(found, key=lambda each: not scope.below(each))


def _around(before: list[str], after: list[str], holding: Holding, scope: Scope) -> Some | None:
    holds: list[str] = []
    told = " ".join(each for each in before if each.lower() not in {"still", "currently", "and"})
    if told:
        found = state_of(told, holding)
        found = found or conditions(f"are {told}", holding, scope)
        if found is None:
            found = _not_state(told, holding)
        term = scope.terms.get(plain(told)) if not found else None
        if term is not None and term.holding is holding and term.holds:
            found = " and ".join(term.holds)
        each = [state_of(word, holding) or _not_state(word, holding) for word in told.split(" ")]
        holds = [found] if found else [one for one in each if one]
        if not found and len(holds) < len(each):
            return None
    rows = Some(_all(holding, scope), holding)
    rest = " ".join(after)
    for one in holds:
        rows = _kept(rows, one)
    return _narrowed(rows, rest, scope)


def _not_state(told: str, holding: Holding) -> str | None:
    match = re.fullmatch(r"(?i)(?:not (?:yet )?|non-|un)(\w+)", told)
    found = state_of(match[1], holding) if match else None
    return f"not({found})" if found else None


def _all(holding: Holding, scope: Scope) -> str:
    """All rows of a kind that there are, below those that were named."""
    if holding.name in scope.groups:
        return scope.groups[holding.name].rows
    holds = [*scope.below(holding), *_of_line(holding, scope)]
    if holding.gone:
        holds.append(f".{holding.gone} = null")
    return f"{holding.name}[where {every(holds)}]" if holds else holding.name


def _of_line(holding: Holding, scope: Scope) -> list[str]:
    """That rows belong to those of a line: the visits of the members of a plan."""
    for child, link in links(holding):
        group = scope.groups.get(link)
        other = scope.kept.of(link)
        if group is not None and other is not None and not child.endswith("ids"):
            return [f".{child} in each(one in {group.rows}: one.{other.key.name})"]
    return []


def _is_apart(holding: Holding, scope: Scope) -> bool:
    """Whether rows have nothing to do with those of the line that a value is of."""
    return bool(scope.groups) and holding.name not in scope.groups and not _of_line(holding, scope)


def _narrowed(rows: Some, rest: str, scope: Scope) -> Some | None:
    """Of some rows those that words behind them tell."""
    if not rest.strip():
        return rows
    told = re.sub(r"(?i)^(?:that|which|who) (?=(?:have|has|had|are|is|were|was)\b)", "", rest)
    found = conditions(told, rows.holding, scope)
    if found is None:
        return _chained(rows, rest, scope)
    if found in rows.rows:
        return rows
    return _kept(rows, found)


def _chained(rows: Some, rest: str, scope: Scope) -> Some | None:
    """Several conditions with nothing between them: "of this poll with a score over 3"."""
    for match in re.finditer(
        r" (?=(?:with|without|whose|that|which|who|of|in|for|from|are|is|have|has)\b)", f"{rest}"
    ):
        first = conditions(rest[: match.start()], rows.holding, scope)
        if first is None:
            continue
        some = rows if first in rows.rows else _kept(rows, first)
        found = _narrowed(some, rest[match.end() :], scope)
        if found is not None:
            return found
    return None


def _kept(rows: Some, condition: str) -> Some:
    """The rows for which a condition holds, with what is worked out of them where it asks."""
    holding, some = rows.holding, rows.rows
    if condition == "true":
        return rows
    worked = {
        name: template.replace("$", holding.variable)
        for name, template in (holding.derived | holding.computed).items()
        if re.search(rf"(?<![\w)\]]){re.escape('.' + name)}\b", condition)
    }
    if worked:
        some = f"each({holding.variable} in {some}: merge({holding.variable}, {made(worked)}))"
    return Some(f"{some}[where {condition}]", holding, rows.rows, (*rows.holds, condition))


def _spoken_of(scope: Scope) -> list[Some]:
    """The rows that "ones" may be: those that were spoken of, of a line, else of every kind."""
    if scope.spoken:
        return [Some(scope.spoken[-1].base or scope.spoken[-1].rows, scope.spoken[-1].holding)]
    kept = [each for each in scope.kept.holdings if each.places and not each.shadow]
    kept = [each for each in kept if each.name in scope.groups] or kept
    return [Some(_all(each, scope), each) for each in kept]


def _by_state(words: list[str], scope: Scope) -> Some | None:
    """Rows named by what they are: "drafts", "the done ones"."""
    last = words[-1].lower() if words else ""
    them = last in _THEM and len(words) > 1
    if them or re.match(r"(?i)(?:that|which|who)$", words[0] if words else ""):
        told = f"are {' '.join(words[:-1])}" if them else " ".join(words)
        found = [
            _kept(some, holds)
            for some in _spoken_of(scope)
            if (holds := conditions(told, some.holding, scope))
        ]
        return found[0] if len(found) == 1 else None
    if len(words) != 1:
        return None
    for holding in sorted(scope.kept.holdings, key=lambda each: not scope.below(each)):
        for each in holding.fields.values():
            for choice in each.type.choices:
                if plain(last) in {plain(plural(choice)), plain(choice)} and len(last) > 2:
                    test = f".{each.name} = {json.dumps(choice)}"
                    return _kept(Some(_all(holding, scope), holding), test)
    return None
