"""The one row, or the one value of rows, that has the most or the least of something.

"The open lift with the longest waiting time", "the place with the most sightings", "the name of the
widest badge", "the most common species": a noun phrase, a degree, and who goes first in a tie.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.valuing.measures import measured, over
from beliefs.spec.inferring.valuing.orders import field_told, order_told, superlative
from beliefs.spec.inferring.valuing.rows import rows_told
from beliefs.spec.inferring.valuing.scope import Scope, Some, cleared

_MOST = r"most|highest|largest|biggest|greatest|longest|best|latest|newest|most recent"
_LEAST = r"fewest|lowest|smallest|least|shortest|worst|earliest|oldest"
_WITH = re.compile(
    rf"(?i)(?P<rows>.+?) (?:with|having|that (?:has|have|had|got)|which has|who has|who (?:wrote|"
    rf"made|did|sent|logged|entered)) (?:the )?(?P<how>{_MOST}|{_LEAST}|\w+est) (?P<what>.+)"
)
_DEGREE = re.compile(rf"(?i)(?P<how>{_MOST}|{_LEAST}|\w+est|most \w+(?:ed|t|n)) (?P<rows>.+)")
_COMMON = re.compile(
    r"(?i)(?:most (?:common|frequent|popular|used|often used|frequently used|sold|active|played|"
    r"visited|booked|read)|commonest|busiest|favou?rite) (?P<name>.+)|"
    r"(?P<often>.+?) (?:that|which|who) (?:occurs?|appears?|comes? up|is (?:used|named|there)|was "
    r"(?:used|named|there)) (?:the )?most(?: often)?"
)
_TIE = re.compile(
    r"(?i)[,;:(\s–—-]+(?:of several|among several|with several|if (?:there are )?several|in case "
    r"of (?:a )?(?:tie|draw)s?|(?:on|in|for|with) (?:a )?(?:tie|draw)s?|(?:a )?(?:ties?|draws?)|if "
    r"(?:they are )?(?:tied|equal)|when tied|equal ones)\b[:,]?"
    r"(?: (?:is|are|go(?:es)? to|broken by|decided by|wins?|take|it is))*(?P<by> .+?)?\)?$"
)
_AHEAD = re.compile(
    r"(?i)[,;(]\s*(?P<by>(?:the )?[\w ]+?)(?: wins| first)? (?:if (?:several|tied|equal)|on (?:a )?"
    r"(?:tie|draw)s?|in case of (?:a )?(?:tie|draw)s?|of several|when tied)\)?$"
)


class Best(NamedTuple):
    """Rows of which the first is meant; of rows in groups, the value that they share."""

    rows: str
    holding: Holding
    value: str = ""  # of the row; empty where it is the row itself


def best_told(text: str, scope: Scope) -> Best | None:
    """What has the most or the least of something; None where not every word of it is read."""
    told, ties = _tied(cleared(text))
    told = re.sub(r"(?i)^(?:the|its|a|an) ", "", told)
    named = re.fullmatch(
        r"(?i)(?P<name>[\w ]+?) of (?:the|its|their) (?P<rest>(?=.*(?:est|most|best|worst)\b).+)",
        told,
    )
    if named:
        found = _best(named["rest"], ties, scope)
        field = field_told(named["name"], found.holding) if found and not found.value else ""
        return found._replace(value=field) if found and field else None
    return _best(told, ties, scope)


def _tied(told: str) -> tuple[str, str]:
    """A phrase without who goes first in a tie, and that."""
    for pattern in (_AHEAD, _TIE):
        if match := pattern.search(told):
            return told[: match.start()].strip(), (match["by"] or "").strip()
    return told, ""


def _best(told: str, ties: str, scope: Scope) -> Best | None:
    if common := _COMMON.fullmatch(told):
        return _commonest(common["name"] or common["often"], ties, scope)
    if match := _WITH.fullmatch(told):
        some = rows_told(match["rows"], scope)
        found = _row(some, match["how"], match["what"], ties, scope) if some else None
        return found or _group(match["rows"], match["how"], match["what"], ties, scope)
    match = _DEGREE.fullmatch(told)
    some = rows_told(match["rows"], scope) if match else None
    if match is None or some is None:
        return None
    how, _, what = match["how"].partition(" ")
    return _row(some, how, what if how.lower() == "most" else "", ties, scope)


def _row(some: Some, how: str, what: str, ties: str, scope: Scope) -> Best | None:
    """The row of some with the most of a number that it has, or of what belongs to it."""
    keys, rows = superlative(how, what, some.holding), some.rows
    row, holding = some.holding.variable, some.holding
    if keys and (worked := [k for k in keys if _bare(k) in holding.computed]):
        values = {_bare(k): holding.computed[_bare(k)].replace("$", row) for k in worked}
        rows = f"each({row} in {rows}: merge({row}, {made(values)}))"
    if not keys and what:
        below = _counted(what, some, scope)
        rows = f"each({row} in {rows}: merge({row}, {{so_many: {below}}}))"
        keys = [f".so_many{_way(how)}"] if below else None
    behind = _tie_keys(ties, holding)
    if not keys or behind is None:
        return None
    keys = [*keys, *(each for each in behind if _bare(each) not in set(map(_bare, keys)))]
    return Best(f"{rows}[{', '.join(f'by {each}' for each in keys)}]", holding)


def _counted(what: str, some: Some, scope: Scope) -> str:
    """How many rows belong to a row: "the album with the most tracks"."""
    for child, link in scope.kept.children(some.holding):
        told = rows_told(what, scope)
        if told is not None and told.holding is child:
            test = f".{link} = {some.holding.variable}.{some.holding.key.name}"
            return f"count({told.rows}[where {test}])"
    return ""


def _group(name: str, how: str, what: str, ties: str, scope: Scope) -> Best | None:
    """The value that the most rows have, or those with the most of a number."""
    some = rows_told(what, scope)
    if some is not None:
        return _grouped(name, some, f"count(.items){_way(how)}", ties)
    whole = re.fullmatch(
        r"(?i)(?:(?P<how>total|sum of|summed|average|mean)(?: of)? )?(?:the )?(?P<what>[\w ]+?)"
        r"(?: (?:in total|in all|altogether|overall|together|on average))?",
        what,
    )
    for holding in scope.kept.holdings if whole else ():
        rows = rows_told(holding.word, scope) if holding.places and not holding.shadow else None
        value = measured(whole["what"], holding, scope) if whole and rows else ""
        if rows is None or not value:
            continue
        mean = re.search(r"(?i)average|mean", what)
        summed = over("average" if mean else "sum", Some(".items", holding), value, scope)
        if found := _grouped(name, rows, f"{summed}{_way(how)}", ties):
            return found
    return None


def _commonest(name: str, ties: str, scope: Scope) -> Best | None:
    bare = name.strip()
    over_ = re.fullmatch(r"(?i)(?P<name>\w+) (?:of|among|in|over) (?P<rows>.+)", bare)
    told = rows_told(over_["rows"], scope) if over_ else None
    rows = [told] if told else []
    if not over_:
        found = [rows_told(e.word, scope) for e in scope.kept.holdings if e.places and not e.shadow]
        rows = [each for each in found if each]
    for some in rows:
        if best := _grouped(over_["name"] if over_ else bare, some, "count(.items) down", ties):
            return best
    return None


def _grouped(name: str, some: Some, key: str, ties: str) -> Best | None:
    field = some.holding.named(singular(name.replace(" ", "_")))
    if field not in some.holding.fields:
        return None
    keys = [key]
    if ties:
        plainly = re.sub(rf"(?i)\b(?:the|by|in|order|{re.escape(name)}|name|one)\b", "", ties)
        if not re.fullmatch(r"(?i)(?:alphabetical(?:ly)?|first|smallest|lowest|\s)*", plainly):
            return None
        keys.append(".key")
    rows = f'group({some.rows}, "{field}")[{", ".join(f"by {each}" for each in keys)}]'
    return Best(rows, some.holding, "key")


def _tie_keys(ties: str, holding: Holding) -> list[str] | None:
    """The keys of rows that are alike otherwise; None where words tell others."""
    told = re.sub(r"(?i)^(?:the )?(?:one )?", "", ties).strip()
    if not told:
        return []
    first = re.fullmatch(r"(?i)(?:first|alphabetically first) (?:by|in the order of) (.+)", told)
    if first:
        return order_told(f"by {first[1]}", holding)
    lowest = re.fullmatch(r"(?i)(?:with the )?(?:lowest|smallest|first) (\w+)", told)
    if lowest and (field := field_told(lowest[1], holding)):
        return [f".{field}"]
    if re.fullmatch(r"(?i)(?:first|oldest|earliest|earlier|older)(?: one| entered| added)?", told):
        return order_told("oldest first", holding)
    if re.fullmatch(r"(?i)(?:last|newest|latest|later|newer)(?: one| entered| added)?", told):
        return order_told("newest first", holding)
    return order_told(told, holding) or order_told(f"by {told}", holding)


def _way(how: str) -> str:
    return "" if re.fullmatch(rf"(?i){_LEAST}", how) else " down"


def _bare(key: str) -> str:
    return (
        plain(key.split(" ", maxsplit=1)[0].removeprefix("."))
        if "(" in key
        else key.split(" ", maxsplit=1)[0][1:]
    )
