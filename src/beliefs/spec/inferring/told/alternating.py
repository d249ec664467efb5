"""Deeds of which one or the other is done: "becomes fixed, or hopeless if `ok` is false"."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re

_IF = r"(?P<how>if|when|unless|in case|provided)"
_OR_IF = re.compile(
    rf"(?i)(?P<head>.*?\b(?:becomes|become|to|is|are|as|into|status|state) )(?P<one>[\w\"'-]+),? "
    rf"(?:or|and|but) (?:to |into |as )?(?P<two>[\w\"'-]+)(?: instead)?,? {_IF} (?P<test>.+)"
)
_IF_ELSE = (
    re.compile(
        rf"(?i)(?P<one>.+?),? {_IF} (?P<test>.+?)(?:,|;)? (?:and |or |but )?(?:otherwise|else|"
        rf"or else)"
        r",? (?P<two>.+)"
    ),
    re.compile(
        rf"(?i)(?P<one>.+?),? {_IF} (?P<test>.+?)(?:,| and| or| but)+ (?P<two>.+?) "
        r"(?:otherwise|if not|else|in any other case)"
    ),
    re.compile(
        rf"(?i){_IF} (?P<test>.+?)(?:,|;)? (?:then )?(?P<one>(?:it|the|its|this|"
        rf"that)\b.+?)(?:,|;)? "
        r"(?:otherwise|else|or else),? (?P<two>.+)"
    ),
)


class Choice(NamedTuple):
    """Two deeds in words, and the condition under which the second is done instead of the first."""

    one: str
    two: str
    test: str
    turned: bool  # where it does not hold


def choices(text: str) -> list[Choice]:
    """The ways to read a text as one deed or another.

    >>> choices("status becomes fixed, or hopeless if `ok` is false")[0][:3]
    ('status becomes fixed', 'status becomes hopeless', '`ok` is false')
    >>> choices("the status becomes paid if nothing is left, otherwise it becomes open")[0][:3]
    ('the status becomes paid', 'it becomes open', 'nothing is left')
    """
    found = []
    match = _OR_IF.fullmatch(text)
    if match:
        turned = match["how"].lower() == "unless"
        one, two = f"{match['head']}{match['one']}", f"{match['head']}{match['two']}"
        found.append(Choice(one, two, match["test"], turned))
    for pattern in _IF_ELSE:
        match = pattern.fullmatch(text)
        if match:
            turned = match["how"].lower() != "unless"
            two = match["two"]
            head = re.match(
                r"(?i)(.*?\b(?:becomes|become|to|is|are|as|into) )[\w\"'-]+$", match["one"]
            )
            if head and re.fullmatch(r"(?i)(?:to |into |as )?[\w\"'-]+", two):
                two = f"{head[1]}{re.sub(r'(?i)^(?:to|into|as) ', '', two)}"
            found.append(Choice(match["one"], two, match["test"], turned))
    return found
