"""Which rows count at all, where a sentence of its own says so: "approved claims only".

"Cancelled bookings do not count", "only open ones", "not returned, and due before today": whole
sentences, or what stands in brackets. Every word of one is read, or it says nothing here.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.valuing.conditions import conditions
from beliefs.spec.inferring.valuing.rows import rows_told
from beliefs.spec.inferring.valuing.scope import Scope, Some, cleared

_COUNT = (
    r"(?:count(?:ed)?(?: here| at all| in)?|(?:shown|listed|included|considered|returned|looked at|"
    r"taken into account|part of (?:it|this|the list))(?: here)?|appear|show up|matter)"
)
_KEPT = (
    rf"(?:only|just) (?P<only>.+?)(?: (?:are |is |do |does )?{_COUNT})?|"
    r"(?:counts|includes|considers|covers|lists|shows|takes|this is|these are|of) (?:only|just) "
    r"(?P<lists>.+)|(?P<alone>.+) (?:only|alone)"
)
_LEFT = (
    rf"(?P<not>.+?) (?:(?:are|is) (?:left out|ignored|excluded|omitted|skipped|hidden|not "
    rf"{_COUNT}|never {_COUNT})|(?:do|does) not {_COUNT}|don't {_COUNT}|never {_COUNT})|"
    r"(?:without|except(?: for)?|excluding|not counting|ignor(?:es|ing)|leav(?:es|ing) out|but "
    r"not|exclud(?:es|ing)|skip(?:s|ping)) (?P<but>.+)"
)
_SAID = re.compile(rf"(?i)(?:(?:here|in this list|and|but),? )?(?:{_KEPT}|{_LEFT})")
_BARE = re.compile(r"(?i)(?:not|never|still|neither|those|ones) |(?:that|which) (?:is|are) ")


def only_rows(route: Route, holding: Holding, scope: Scope) -> list[str]:
    """The conditions that such sentences set on rows of a kind."""
    found: list[str] = []
    for text in (route.words, route.good.words if route.good else ""):
        for sentence in re.split(r"(?<=[.;!?])\s+|\s*[()]\s*", text):
            told = _told(cleared(sentence), holding, scope)
            clauses = [] if told else re.split(r", (?:and |but )?", cleared(sentence))
            for clause in clauses if len(clauses) > 1 else []:
                told = (*told, *_told(clause, holding, scope, bare=False))
            found += [each for each in told if each not in found]
    return found


def _told(sentence: str, holding: Holding, scope: Scope, *, bare: bool = True) -> tuple[str, ...]:
    match = _SAID.fullmatch(sentence)
    kept = match and (match["only"] or match["lists"] or match["alone"])
    if match and kept:
        some = _rows(kept, holding, scope)
        return some.holds if some else ()
    if match:
        some = _rows(match["not"] or match["but"] or "", holding, scope)
        held = " and ".join(some.holds) if some else ""
        plainly = re.fullmatch(r"not\(((?:[^()]|\([^()]*\))*)\)", held)
        return (plainly[1] if plainly else f"not({held})",) if held else ()
    if not bare or not _BARE.match(sentence):
        return ()
    found = conditions(sentence, holding, scope)
    pieces = re.split(r" and (?![^(]*\))", found or "true")
    return tuple(each for each in pieces if each != "true")


def _rows(told: str, holding: Holding, scope: Scope) -> Some | None:
    """Rows of a kind that words mean, also those that are only called so: "the open ones"."""
    noun = holding.word.replace("_", " ")
    bare = re.sub(r"(?i)\b(?:ones?|those|these|entries)\b", f"{noun}s", told)
    bare = re.sub(r"(?i)^(?:what|whatever|who|whoever) (?=(?:is|are|was|has)\b)", f"{noun}s ", bare)
    for text in (bare, f"{bare} {noun}s"):
        some = rows_told(text, scope)
        if some is not None and some.holding is holding and some.holds:
            return some
    return None
