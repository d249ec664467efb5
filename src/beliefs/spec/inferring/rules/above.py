"""Rules by the row above one that is put, changed or taken away: it is closed, or offers it not."""

from __future__ import annotations

from beliefs.spec.documents.contract import Route
from beliefs.spec.inferring.rules.guarding import state_guards
from beliefs.spec.inferring.rules.offered import offered_guards
from beliefs.spec.inferring.writing import Writer


def with_rules_above(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """The lines with guards on the row above, right behind the one that it is there.

    What is made below a row has them already.
    """
    chain = writer.chain(route)
    if route.method not in {"PUT", "PATCH", "DELETE"} or len(chain) < 2 or not chain[-2].param:
        return lines
    parent, row = writer.kept.at(chain[:-1]), writer.kept.at(chain)
    if parent is None or row is None or parent is row:
        return lines
    there = f"guard {parent.variable} != null else "
    at = next((number for number, each in enumerate(lines) if each.startswith(there)), -1)
    if at < 0:
        return lines
    known = " ".join(each for each in lines if each.startswith("guard "))
    states = [
        each
        for each in state_guards(writer, route, parent)
        if each.removeprefix("guard ").partition(" else ")[0] not in known
    ]
    offered = [] if route.method == "DELETE" else offered_guards(writer, route, parent)
    return [*lines[: at + 1], *states, *(e for e in offered if e not in lines), *lines[at + 1 :]]
