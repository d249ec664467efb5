"""What is not known: questions, "we don't know whether …", "to be decided"."""

from __future__ import annotations

import re

from beliefs.reading.attribution import is_clause
from beliefs.reading.heard import Heard
from beliefs.reading.wording import tidy

_ASK = r"(?P<ask>whether or not|whether|if|why|how|what|when|where|who|which|that)"
_UNKNOWN = (
    r"(?:still |currently |as yet |yet |also |entirely |completely |quite |very )*"
    r"(?:unclear|unknown|uncertain|undecided|unresolved|undetermined|not (?:yet )?(?:clear|known|"
    r"certain|decided|"
    r"determined|settled|resolved|sure|obvious|understood)|an open question|still open|a mystery|"
    r"tbd|tbc|"
    r"up in the air|anyone's guess|to be (?:seen|determined|decided|confirmed|investigated|"
    r"clarified|defined|"
    r"announced))"
)
_NOT_KNOWN = re.compile(
    r"(?:(?:I|we|they|you|he|she|the \w+) (?:still |really |just |also |currently |honestly )?"
    r"(?:(?:do|does|did|can|could) not (?:yet |really |currently )?(?:actually )?"
    r"(?:know|understand|tell|say|remember|see|have (?:enough |any |sufficient |the )?"
    r"(?:\w+ )?(?:data|information|evidence|idea|clue) (?:to (?:tell|say|know|decide|judge) |on |"
    r"about |as to )?)"
    r"|(?:am|are|is) (?:still |also )?(?:not (?:yet |entirely |quite |really |completely |100% |"
    r"so |at all )?"
    r"(?:sure|certain|clear)|unsure|uncertain|unclear|wondering|curious)|wonder|wondered|"
    r"need to (?:find out|"
    r"figure out|determine|know|clarify)|have (?:no idea|no clue|yet to (?:find out|determine|"
    r"learn)))"
    r"|(?:nobody|no one|none of us) (?:really )?(?:knows|can (?:tell|say)|understands)"
    r"|(?:no idea|not sure|unsure|unclear|unknown|hard to (?:say|tell)|it is hard to (?:say|tell|"
    r"know))"
    rf"|it (?:is|was|remains) {_UNKNOWN}|(?:an|the|one) open question is)"
    rf"(?: about| of| as to)? {_ASK}\b,? ?(?P<rest>.*)$",
    re.IGNORECASE,
)
_IS_UNKNOWN = re.compile(
    rf"(?P<what>.+?) (?:is|are|was|were|remains?|remained|has|have) (?:yet )?{_UNKNOWN}$",
    re.IGNORECASE,
)
_NOT_KNOWN_THING = re.compile(
    r"(?:I|we|nobody|no one) (?:still )?(?:do not|does not|did not|"
    r"can not) (?:yet )?know (?:about )?(?P<rest>(?:the|our|its|"
    r"their|his|her|your|any|much about|enough about) .+)$",
    re.IGNORECASE,
)
_NOT_SURE = re.compile(
    r"(?:I|we) (?:am|are) (?:still |also )?not (?:yet |entirely |quite |really |completely |"
    r"at all |so )?"
    r"(?:sure|certain|convinced|confident)(?: that)? (?P<rest>.+)$",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:(?:open |key |main )?(?:questions?|unknowns?|gaps?|unclear|to find out|"
    r"tbd))(?: \d+)?(?::| –) ?(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_OPEN_VALUE = re.compile(
    r"(?:tbd|tbc|unknown|unclear|undecided|to be (?:decided|determined|confirmed|announced)|\?+|"
    r"n/?k)$",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"(?:can|could|would|will) you (?:please |kindly |also )?(?P<rest>.+?)(?: please)?\?+$",
    re.IGNORECASE,
)
_OFFER = re.compile(r"(?:how|what) about (?P<rest>.+?)\?+$", re.IGNORECASE)


def gap(clause: str) -> Heard | None:
    """What a clause says is not known.

    >>> gap("We do not know if the index is used").text
    'Whether the index is used'
    """
    if match := _NOT_KNOWN.match(clause):
        ask = match["ask"].lower()
        asked = "Whether" if ask in ("if", "that", "whether or not") else ask
        return Heard("gap", tidy(f"{asked} {match['rest'].rstrip('?')}"))
    if (match := _NOT_SURE.match(clause)) and is_clause(match["rest"]):
        return Heard("gap", tidy(f"whether {match['rest']}"))
    if match := _LABEL.match(clause):
        rest = match["rest"]
        return Heard("gap", _question(rest) if rest.endswith("?") else tidy(rest))
    if match := _IS_UNKNOWN.match(clause):
        return Heard("gap", tidy(match["what"]))
    if match := _NOT_KNOWN_THING.match(clause):
        return Heard("gap", tidy(match["rest"]))
    return None


def question(clause: str) -> Heard:
    """A question as a gap, or as a goal if it politely asks for something.

    >>> question("could you check the logs?").kind, question("is it down?").text
    ('goal', 'Is it down?')
    """
    if match := _REQUEST.match(clause):
        return Heard("goal", tidy(match["rest"]))
    label = _LABEL.match(clause)
    return Heard("gap", _question(label["rest"] if label else clause))


def is_open(value: str) -> bool:
    """Whether a value says that there is none yet.

    >>> is_open("TBD"), is_open("42")
    (True, False)
    """
    return _OPEN_VALUE.match(value) is not None


def _question(words: str) -> str:
    text = tidy(words.rstrip("?! "))
    return f"{text}?"
