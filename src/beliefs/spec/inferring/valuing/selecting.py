"""Lists that a sentence tells whole: which rows, what holds of them, in which order, how many.

"The three oldest cats that are still here, the oldest first" is a noun with what is said before
and behind it, then an order. Every word of the sentence is part of that, or nothing comes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.valuing.answers import inputs_of, rows_named, values_named
from beliefs.spec.inferring.valuing.only import only_rows
from beliefs.spec.inferring.valuing.orders import is_tie, nulls_told, order_told, superlative
from beliefs.spec.inferring.valuing.rows import rows_told
from beliefs.spec.inferring.valuing.scope import Scope, cleared
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import MANY, in_digits

_LEAD = re.compile(
    r"(?i)^(?:(?:it|which|that|this|and|the answer is|the body is|answer|200,?|->|→|is|are|just) |"
    r"[:,–-] ?)*(?:(?:lists?|shows?|returns?|gives?(?: back| me)?|answers?(?: with)?|gets?|"
    r"responds?"
    r" with|fetch(?:es)?|finds?|search(?:es)?|browse|retrieves?|reads?|see|has|have|with) )?"
    r"(?:(?:a|an|the|one|as|in|all|json|full|flat|plain|sorted|ordered) )*"
    r"(?:(?:list|array|page|collection|sequence)(?: of| with)? )?"
)
_SUPERLATIVE = (
    r"most recent(?:ly \w+)?|most (?!of\b)\w+(?: \w+ed)?|best[- ]\w+ed|\w+est\b|best|worst|last|"
    r"latest|first|top"
)
_HEAD = re.compile(
    rf"(?i)^(?:(?:the|up to|at most|no more than|all|top|first|a maximum of|max) )*"
    rf"(?:(?P<end>last|first|top) )?(?:(?P<many>{MANY}) )?"
    rf"(?:(?P<how>{_SUPERLATIVE}) )?(?P<rest>.+)$"
)
_WITH_MOST = re.compile(
    r"(?i) (?:with|having|that have|which have|who have) the (?P<how>most|fewest|highest|lowest|"
    r"largest|smallest|best|least|biggest|latest|newest|earliest) (?P<what>[\w ]+)$"
)
_TAIL = re.compile(
    r"(?i)(?:\s*[,;(–—:]\s*|\s+(?=(?:sorted|ordered|ranked|arranged|alphabetical\w*|in "
    r"(?:alphabetical|"
    r"(?:reverse )?chronological|order|the order)|by|newest|oldest|latest|earliest|most|"
    r"highest|lowest|fewest|best|worst|cheapest|longest|shortest|at most|up to|limited|as|from|"
    r"starting|soonest|the \w+est|the one)\b))"
)
_LIMIT = re.compile(
    rf"(?i)^(?:and )?(?:(?:at most|up to|no more than|limited to|only|max(?:imum)?\.?|but) )+"
    rf"(?:the )?(?:first |last |top )?(?P<many>{MANY}|\w+)(?: of them| of those| entries| rows|"
    r" items| results| of each)?$"
)
_FILLER = re.compile(
    r"(?i)^(?:as (?:an? |the )?(?:json )?(?:array|list|above|json)|in full|each once|if any|"
    r"an? (?:json )?(?:array|list)|(?:possibly|maybe|may be) empty|(?:an )?empty (?:list|array)"
    r"(?: if (?:there (?:is|are) none|none|it has none|nothing))?|\[\] if (?:there are )?none|"
    r"\d+ ?(?:\.\.+|-|–|to) ?\d+|(?:default|by default)(?:s to|:| is)? \d+|\d+ (?:by default|if (?:"
    r"not given|left out|omitted|missing))|(?:from|between) \d+ (?:to|and) \d+|"
    r"in the same (?:form|shape|format)(?: as above)?|with all (?:their|its) fields|of course)$"
)


# How the request may fail, behind what it answers.
_FAILS = re.compile(
    r"(?i)\s*(?:→|->|=>).*$|[,;] \(?(?:or |else |otherwise )?[45]\d\d\b(?: (?:if|when|for|unless|"
    r"without|where)\b.*)?\)?$|,? (?:or|else|otherwise) [45]\d\d\b.*$| \([45]\d\d\b[^)]*\)$"
)


class Selection(NamedTuple):
    """Rows of one kind: conditions on them, the keys that they are sorted by, and how many."""

    holding: Holding
    holds: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    limit: str = ""


def selected(route: Route, scope: Scope, holding: Holding | None = None) -> Selection | None:
    """What the sentence that tells a list says of it; None where none is understood whole."""
    texts = [route.words, route.good.words if route.good else ""]
    for text in texts:
        for sentence in re.split(r"(?<=[.;!?])\s+", text):
            found = selection_told(sentence, scope)
            if found is not None and (holding is None or holding.name == found.holding.name):
                found = found._replace(holding=holding or found.holding)
                return _told_elsewhere(found, texts, scope, sentence)
    if holding is None:
        return None
    # What rows they are is told by the path alone, and elsewhere how many and in which order.
    some = _told_elsewhere(Selection(holding), texts, scope)
    return some if some.limit else None


def _told_elsewhere(
    found: Selection, texts: list[str], scope: Scope, sentence: str = ""
) -> Selection:
    """The same with the order and the number that a sentence of its own tells: "Sorted by name"."""
    given = bool(found.order)
    for other in (each for text in texts for each in re.split(r"(?<=[.;!?])\s+", text)):
        if other == sentence:
            continue
        keys = _keys(other, list(found.order), found.holding) if not given else None
        if keys is not None:
            found = found._replace(order=tuple(keys))
            continue
        more = _tailed(found, other.strip(" ."), scope)
        if more is not None and (not found.order or more.order[:1] == found.order[:1]):
            found = more
    return found


def _keys(sentence: str, order: list[str], holding: Holding) -> list[str] | None:
    """The keys of an order with those that a sentence adds; None where it is about more."""
    for piece in re.split(r", (?!then|and)", sentence):
        if not piece.strip():
            continue
        keys = order_told(piece, holding) if order or not is_tie(piece) else None
        lacking = nulls_told(piece, order, holding) if not keys else None
        if lacking is not None:
            order = lacking
            continue
        if not keys:
            return None
        there = {each.split(" ")[0] for each in order}
        order = [*order, *(each for each in keys if each.split(" ")[0] not in there)]
    return order


def selection_told(sentence: str, scope: Scope) -> Selection | None:
    """The rows that a sentence tells, all of it read; else None."""
    told = _bare(sentence)
    for head, tail in _cuts(told):
        some = _headed(head, scope)
        if some is None:
            continue
        found = _tailed(some, tail, scope)
        if found is not None:
            return found
    return None


def _bare(sentence: str) -> str:
    """A sentence without what leads to the rows, and how the request fails."""
    told = re.sub(r"^\?\S+\s*(?:->|→|:)?\s*", "", sentence.strip())
    return _FAILS.sub("", _LEAD.sub("", cleared(told)))


def _cuts(told: str) -> Iterator[tuple[str, str]]:
    """Ways to cut a sentence into what names rows and what is said of the list, longest first."""
    yield told, ""
    for cut in reversed(list(_TAIL.finditer(told))):
        if told[: cut.start()].strip():
            yield told[: cut.start()].strip(), told[cut.end() :].strip()


def _headed(head: str, scope: Scope) -> Selection | None:
    """The rows that a noun phrase means, with the order and the number that it tells."""
    plainly = rows_told(head, scope)
    if plainly is not None:
        return Selection(plainly.holding, plainly.holds)
    most = _WITH_MOST.search(head)
    if most is not None:
        some = _headed(head[: most.start()], scope)
        order = superlative(most["how"], most["what"], some.holding) if some else None
        return some._replace(order=tuple(order)) if some and order and not some.order else None
    match = _HEAD.match(head)
    if match is None or not (match["how"] or match["many"]):
        return None
    some_ = rows_told(match["rest"], scope)
    if some_ is None:
        return None
    limit = in_digits(match["many"]) if match["many"] else ""
    how = (match["how"] or match["end"] or "").lower()
    keys = _degree(how, some_.holding)
    if keys is None or (how in {"first", "top"} and not limit):
        return None
    return Selection(some_.holding, some_.holds, tuple(keys), limit)


def _degree(how: str, holding: Holding) -> list[str] | None:
    """The order of rows that a superlative before them tells; None where it is not known."""
    if how in {"last", "latest"} or how.startswith("most recent"):
        return superlative("latest", "", holding)
    if not how or how in {"first", "top"}:
        return []
    degree = re.match(r"(most|best)[ -](.+)", how)
    return superlative(degree[1], degree[2], holding) if degree else superlative(how, "", holding)


def _tailed(some: Selection, tail: str, scope: Scope) -> Selection | None:
    """Rows with what clauses behind them say of their order and number."""
    order: list[str] = []
    limit = some.limit
    for clause in re.split(r"(?i)[,;()](?! then)\s*|\s+–\s+|,(?= then)", tail):
        told = clause.strip(" .")
        if not told or _FILLER.match(told):
            continue
        keys = order_told(told, some.holding)
        if not keys and (lacking := nulls_told(told, order, some.holding)) is not None:
            order = lacking
            continue
        if keys:
            order += [
                each for each in keys if each.split(" ")[0] not in {o.split(" ")[0] for o in order}
            ]
            continue
        most = _LIMIT.match(told)
        given = _given_many(most["many"], scope) if most else ""
        if not given or limit:
            return None
        limit = given
    if some.limit and some.order and order and order[0] != some.order[0]:
        return None  # the last five, oldest first, are cut before they are sorted
    return some._replace(order=tuple(order) or some.order, limit=limit)


def _given_many(told: str, scope: Scope) -> str:
    """How many rows there are at most: a number, or what a query gives."""
    if re.fullmatch(rf"(?i){MANY}", told):
        return in_digits(told)
    for each in scope.route.params:
        if each.place == "query" and plain(each.name) == plain(told):
            return f"input.{scope.writer.name(each.name)}"
    return ""


_CHANCE = re.compile(
    r"(?i)^(?:an? |one |any |the )?(?:single )?random(?:ly (?:chosen|picked|selected))? |"
    r",? (?:at random|by chance|randomly|chosen at random)$"
)


def drawn(route: Route, scope: Scope, holding: Holding) -> tuple[str, ...] | None:
    """The conditions on rows of which one is drawn by chance; None where words say something else.

    No conditions where nothing is said of them.
    """
    for sentence in re.split(r"(?<=[.;!?])\s+", route.words):
        told = _bare(sentence)
        bare = _CHANCE.sub("", told)
        if bare == told:
            continue
        some = rows_told(bare, scope)
        return some.holds if some is not None and some.holding is holding else None
    return ()


def one_told(route: Route, scope: Scope) -> Selection | None:
    """The one row that a sentence tells by what it has the most or the least of."""
    first = re.split(r"(?<=[.;!?])\s+", route.words)[0]
    told = re.sub(r"(?i)^(?:the|its|their) ", "", _bare(first))
    whose = re.match(r"(?i)(\w+)'s (.+)$", told)
    if whose and any(plain(whose[1]) == plain(name) for name, _ in scope.by):
        told = whose[2]
    match = _HEAD.match(told)
    some = rows_told(match["rest"], scope) if match and match["how"] and not match["many"] else None
    if match is None or some is None:
        return None
    noun = some.holding.word.replace("_", " ")
    if not re.search(rf"(?i)\b{re.escape(noun)}\b", told):
        return None  # several of them
    keys = _degree(match["how"].lower(), some.holding)
    return Selection(some.holding, (some.rows,), tuple(keys)) if keys else None


def scope_of(writer: Writer, route: Route) -> Scope:
    """What is at hand where a sentence tells the rows of a route."""
    by = values_named(writer, route) or ()
    inputs = {**inputs_of(writer, route), **{plain(name): given for name, given in by}}
    return Scope(writer, route, rows_named(writer, route), inputs, inputs, by=by)


def only_of(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """The conditions that sentences of their own set on the rows of a list."""
    return only_rows(route, holding, scope_of(writer, route)) if route.method == "GET" else []


def selected_rows(writer: Writer, route: Route, holding: Holding) -> Selection | None:
    """What words say of a list of rows that are known to be of a kind."""
    if route.method != "GET":
        return None
    return selected(route, scope_of(writer, route), holding)
