"""What is owed and what came of it: sums of payments, what is left, and what becomes of a row then.

"More than what is left to pay is 409", "when nothing is left the status becomes paid".
"""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route
from beliefs.spec.documents.words import plain, snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.writing import Writer

# What came, and what the rows are called that bring it.
_CAME = {
    **dict.fromkeys(("paid", "settled", "repaid"), ("payment", "instalment", "installment")),
    **dict.fromkeys(("raised", "collected", "donated", "pledged"), ("donation", "pledge")),
    "contributed": ("contribution",),
    "refunded": ("refund",),
    "spent": ("expense",),
}
_OWED = ("gross", "grandtotal", "total", "totalamount", "totalcents", "amount", "price", "sum")
_LEFT = {"outstanding", "remaining", "left", "open", "unpaid", "owed", "amountdue", "balance"} | {
    *("rest", "due", "balancedue", "outstandingamount", "remainingamount", "amountleft"),
}
_UNIT = r"(?:total|amount|cents|sum|so_?far)"
_GIVEN = r"`?(?:(?:sum of (?:all |the )*)?payments?|paid|the payments together)`?"
_WHOLE = r"`?(?:gross|grand[ _]?total|total|amount|price|sum)\w*`?"
_TOO_MUCH = re.compile(
    r"(?i)\bmore than (?:what |that which )?(?:is |the |its |there is )*"
    r"(?:left|outstanding|remain\w*|still|open|owed|rest|due|balance)\b|\boverpa\w+"
    rf"|\b{_GIVEN} *(?:>|(?:may|must|can|should)(?: ?not|n't) exceed|(?:would )?exceeds?|"
    rf"(?:would |may not |must not |cannot )?(?:be(?:come)? |is )?(?:more|greater|higher) than) *"
    rf"(?:the |its )?{_WHOLE}"
)
_SETTLED = re.compile(
    r"(?i)\b(?:when|once|as soon as|if) (?:nothing (?:is left|remains)"
    r"|(?:it|everything|all|the \w+) (?:is|was|has been) (?:fully |completely )?"
    r"(?:paid|settled|covered)(?: in full)?"
    rf"|(?:the )?{_GIVEN} *(?:==?|equals?|reach(?:es)?|covers?|is equal to|is as much as) *"
    rf"(?:the |its )?{_WHOLE}"
    r"|(?:the )?(?:balance|rest|remainder) is (?:0|zero|nothing)|fully paid),? ?(?:then )?"
    r"(?:the |its )?(?P<field>\w+) (?:becomes|is|turns(?: to)?|changes to|is set to|goes to) "
    r"`?\"?(?P<state>\w+)"
)


def came(holding: Holding, part: Property, kept: Kept) -> str:
    """How much came in rows below one, as a template over `$`."""
    name = re.sub(rf"^{_UNIT}|{_UNIT}$", "", plain(part.name))
    if part.shape.type.kind not in {"integer", "number"} or name not in _CAME:
        return ""
    for child, link in kept.children(holding):
        amount = _amount(child, link)
        if child.word in _CAME[name] and amount:
            rows = f"{child.name}[where .{link} = $.{holding.key.name}]"
            return f"sum(each(one in {rows}: one.{amount}))"
    return ""


def _amount(child: Holding, link: str) -> str:
    """The one field that says how much."""
    found = [
        each.name
        for each in child.fields.values()
        if each.type.kind in {"integer", "number"}
        and each.name != link
        and each.name not in child.references
    ]
    return found[0] if len(found) == 1 else ""


def left(holding: Holding, part: Property, kept: Kept) -> str:
    """What is owed less what came, as a template over `$`."""
    if plain(part.name) not in _LEFT or part.shape.type.kind not in {"integer", "number"}:
        return ""
    return _left(holding, kept)


def _left(holding: Holding, kept: Kept) -> str:
    came_ = next(
        (found for part in holding.shape.properties if (found := came(holding, part, kept))), ""
    )
    by = {plain(each): f"({value})" for each, value in holding.computed.items()}
    by = {**{plain(each): f"$.{each}" for each in holding.fields}, **by}
    owed = next((by[each] for each in _OWED if each in by), "")
    return f"{owed} - {came_}" if owed and came_ else ""


def owed_guards(writer: Writer, route: Route, holding: Holding, parent: Holding) -> list[str]:
    """A guard that no more comes than is left, where words rule that out."""
    said = " ".join(_told(writer, route, parent))
    rest = _left(parent, writer.kept)
    link = next((each.field for each in holding.parents if each.name == parent.name), "")
    amount = _amount(holding, link)
    if not rest or not amount or f"{holding.name}[" not in rest or not _TOO_MUCH.search(said):
        return []
    way = writer.refuse(route, "conflict", "This is more than what is left", "more left")
    return [f"guard input.{writer.name(amount)} <= {rest.replace('$', parent.variable)} else {way}"]


def _told(writer: Writer, route: Route, parent: Holding) -> list[str]:
    """What is said of a route that brings what is owed, and of the rows that owe it."""
    faults = [each.words for each in route.faults]
    prose = [text for _, text in writer.contract.prose]
    return [route.words, *faults, *(each.words for each in parent.routes), *prose]


def settled_lines(writer: Writer, route: Route, holding: Holding, parent: Holding) -> list[str]:
    """Statements for when nothing is left."""
    match = _SETTLED.search(". ".join(_told(writer, route, parent)))
    rest = _left(parent, writer.kept)
    field = parent.fields.get(parent.named(match["field"])) if match else None
    if match is None or field is None or f"{holding.name}[" not in rest:
        return []
    state = next(
        (each for each in field.type.choices if snaked(each) == snaked(match["state"])), ""
    )
    if not state:
        return []
    one = parent.variable
    return [
        f"if {rest.replace('$', one)} <= 0:",
        f"    patch {parent.name} {one} {{{field.name}: {json.dumps(state)}}}",
    ]
