"""Texts that are compared ignoring case, where a document says so."""

from __future__ import annotations

from dataclasses import replace

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
    r"upper[- ]?(?:case)?(?: ?/ ?| and | or )lower[- ]?case "
    r"(?:(?:letters )?(?:being|are|is|count as) (?:treated as )?(?:the same|equal|alike)|"
    r"(?:do not|don't|does not|doesn't) (?:matter|differ|count))|case[- ]blind|"
    r"(?:whatever|whichever|no matter the|in upper or lower) (?:letter )?case|"
    r"capitali[sz]ation (?:is ignored|(?:does not|doesn't) matter)"
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


def folded(contract: Contract) -> Contract:
    """The contract with the texts that the words about them say are the same in any case."""
    told = [each for route in contract.routes if route.body for each in route.body.properties]
    names = [each.name for each in told if each.words and any_case(each.words)]
    return replace(contract, folds=tuple(dict.fromkeys([*contract.folds, *names])))


def folds(contract: Contract, name: str) -> bool:
    """Whether a field is the same text in upper and in lower case."""
    return "*" in contract.folds or name in contract.folds


def alike(contract: Contract, one: str, other: str) -> str:
    """The condition that two texts are the same."""
    if folds(contract, one.rpartition(".")[2]):
        return f"lower({one}) = lower({other})"
    return f"{one} = {other}"
