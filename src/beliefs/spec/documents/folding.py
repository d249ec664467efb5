"""Texts that are compared ignoring case, where a document says so."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract

_FOLDS = re.compile(
    r"(?i)^(?:all |the )?`?(?P<what>\w+(?:(?:,| and|, and) \w+)*)`? (?:are|is|get|gets) "
    r"(?:always )?(?:compared|matched|looked up|unique)?\s*"
    r"(?:ignoring|regardless of|irrespective of|without regard to|no matter the|"
    r"case[- ]insensitive)"
)
_ALL = {"names", "name", "texts", "strings", "everything", "values", "comparisons"}


_ANY_CASE = re.compile(
    r"(?i)case[- ]insensitiv|whatever (?:its|the|their) case|any case|"
    r"(?:case|capitals?) (?:does not|doesn't|do not|don't) matter|without regard (?:to|for) case|"
    r"case is ignored|ignores case|(?:not|n't) case[- ]sensitive|"
    r"(?:upper(?:[- ]?case)? and lower[- ]?case|case) makes? no difference|"
    r"(?:ignor\w+|regardless of|irrespective of) (?:the |their |its )?"
    r"(?:letter |upper(?:[- ]?case)?(?: ?/ ?| and | or )lower[- ]?|upper )?case|"
    r"upper[- ]?(?:case)?(?: ?/ ?| and )lower[- ]?case "
    r"(?:(?:letters )?(?:being|are|is|count as) the same|(?:do not|don't) (?:matter|differ|count))"
)
# "(Milk = milk)" shows it.
_SHOWN = re.compile(r"\(([A-Za-z]\w*) ?(?:=|==|is|equals|and) ?([A-Za-z]\w*)")


def any_case(text: str) -> bool:
    """Whether words say, or show, that upper and lower case are the same.

    >>> any_case("in any case"), any_case("a name (Milk = milk)"), any_case("a name (Milk)")
    (True, True, False)
    """
    pairs = _SHOWN.findall(text)
    shown = any(one != other and one.lower() == other.lower() for one, other in pairs)
    return shown or bool(_ANY_CASE.search(text))


def folded_names(sentence: str) -> tuple[str, ...]:
    """The fields whose case a sentence says does not matter; `*` is all texts.

    >>> folded_names("Names are compared ignoring case."), folded_names("Names are long.")
    (('*',), ())
    """
    match = _FOLDS.match(sentence)
    if match is None or "case" not in sentence.lower():
        return ()
    told = re.findall(r"\w+", match["what"].replace(" and ", " "))
    return ("*",) if _ALL & {each.lower() for each in told} else tuple(told)


def alike(contract: Contract, one: str, other: str) -> str:
    """The condition that two texts are the same."""
    name = one.rpartition(".")[2]
    if "*" in contract.folds or name in contract.folds:
        return f"lower({one}) = lower({other})"
    return f"{one} = {other}"
