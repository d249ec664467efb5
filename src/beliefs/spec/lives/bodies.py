"""The names in the body of a request, where a terse goal shows or lists them."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.names import row_of
from beliefs.spec.brief.said import GAP
from beliefs.spec.lives.goal import Goal
from beliefs.spec.understanding.draft import Route

_SKETCH = r"(?:with |takes |body:? |and |\()?(?P<mark>⟦\d+⟧)\)?"
_LIST = re.compile(
    rf"(?i)(?:^[\s{GAP}`]*(?:takes|with|body:?)|\b(?:takes|body:?|with|given|by)|{GAP} ?(?=\()) ?"
    r"(?=\(?(?:an? |the )?[a-z]\w*(?:,| and|\)|$|;|\.))"
)


def names_in(goal: Goal, route: Route | None) -> list[str]:
    """The names in a body: `{option_id, voter}`, "with option_id and voter", (option_id, voter)."""
    for one in goal.told_of.get(route.way, []) if route is not None else ():
        mark = one.take(_SKETCH)
        if mark is not None:
            return list(one.sketch(mark["mark"]).names)
        if (lead := one.has(_LIST)) is not None:
            bracket = one.text[lead.end() : lead.end() + 1] == "("
            named, end = row_of(one.text, lead.end() + bracket, frozenset(), one.codes)
            if named and all(re.fullmatch(r"[A-Za-z_]\w*", each.name) for each in named):
                end += one.text[end : end + 1] == ")"
                one.text = f"{one.text[: lead.start()]} {GAP} {one.text[end:]}"
                return [each.name for each in named]
    return []
