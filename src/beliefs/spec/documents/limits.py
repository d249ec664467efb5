"""How many of a thing there may be, by a sentence: "at most two plots"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.places import same_thing
from beliefs.spec.numbers import MANY, in_digits

MOST = re.compile(
    r"(?i)\b(?:at most|(?:nobody|no one|not|never|cannot)\b[^.;]{0,20} more than|"
    r"no more than|not more than|up to|a? ?maximum(?: of)?|max\.?|limited to|"
    r"limit of|only|already (?:has|owns|holds)|(?:has|owns|holds) already)\s+"
    rf"({MANY})\s+(\w+(?: \w+)?)"
)


def most_in(sentence: str, word: str) -> str:
    """How many of a thing there may be, by a sentence; empty when it says nothing of it.

    >>> most_in("A gardener may rent at most two plots (409).", "plot")
    '2'
    """
    for number, nouns in MOST.findall(sentence):
        if any(same_thing(each, word) for each in (nouns, *nouns.split())):
            return in_digits(number)
    return ""
