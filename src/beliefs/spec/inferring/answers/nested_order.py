"""The order of rows that are shown within another row: "one tape with its songs, longest first"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plural
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.valuing.orders import order_told
from beliefs.spec.inferring.writing import Writer

_ORDER = r"(?:(?:\w+ ){1,3}first|(?:sorted|ordered) by [\w ]+|in alphabetical order)\b"


def nested_in_order(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """The same, with the rows below the one that is shown sorted as words say of them."""
    chain = writer.chain(route)
    if route.method != "GET" or not chain or not chain[-1].param or not lines:
        return lines
    last = lines[-1]
    for child in writer.kept.holdings:
        rows = re.compile(rf"\b{child.name}(\[where [^\[\]]*)\]")
        if " by ." in last or not rows.search(last):
            continue
        if told := _told(route, child):
            last = rows.sub(rf"{child.name}\1, by {', by '.join(told)}]", last)
    return [*lines[:-1], last]


def _told(route: Route, child: Holding) -> list[str]:
    """The keys that words sort the rows of a kind by, right behind their name."""
    many = re.escape(plural(child.word).replace("_", " "))
    said = bare(f"{route.words}. {route.good.words if route.good else ''}")
    match = re.search(rf"(?i)\b{many}\b(?: \(|,? (?:are |is |and )?|: )(?P<order>{_ORDER})", said)
    if match is None:
        return []
    order = re.sub(r"(?i)^(?:the|and|with|are) ", "", match["order"])
    return stated_order(replace(route, words=order, replies=()), child) or (
        order_told(order, child) or []
    )
