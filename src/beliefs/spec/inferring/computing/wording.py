"""What a goal means by a word of a text, and how it cuts what is made of one."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.numbers import MANY, in_digits

_SPACED = re.compile(
    r"(?i)\b(?:separated|split|divided) (?:by|at|on) (?:white ?space|spaces|blanks)\b"
)
_STRIPPED = re.compile(
    r"(?i)\b(?:characters?|marks?|signs?|punctuation(?: marks?)?)[:,]? \(?((?:[^\w\s()] ?)+)\)? ?"
    r"(?:(?:are|is|being) )?(?:removed|stripped|taken|cut|trimmed)\b[^.;]*\b"
    r"(?:start|begin|front|end|around|both sides)"
)
_CUT = re.compile(
    r"(?i)\b(?:cut|truncat|shorten|trim|clip|limit)\w*\b|\bat most\b|\bno longer than\b"
)
_TAIL = re.compile(r"(?i)\bends? (?:in|with) an? (?:hyphen|dash)|\btrailing (?:hyphen|dash)")
_NOTHING = re.compile(r"(?i)\bnothing (?:is |was |would be )?left\b|\b(?:empty|no) slug\b")
_LENGTHS = {"maxlength", "max", "length", "limit", "maxlen", "maximumlength", "size"}


def words_told(said: str) -> str:
    """The regular expression of a word as a goal defines it; empty where it does not.

    >>> words_told("Words are separated by spaces, with the marks . , ! removed at start and end")
    '[^\\\\s.,!](?:\\\\S*[^\\\\s.,!])?'
    """
    marks = _STRIPPED.search(said)
    if marks is None or not _SPACED.search(said):
        return ""
    inner = "".join(re.escape(each) if each in "]^\\\\-" else each for each in marks[1].split())
    return rf"[^\s{inner}](?:\S*[^\s{inner}])?"


def in_words(value: str, said: str) -> str:
    """A value that is worked out of words, with the words that a goal means."""
    rate = re.search(r"(?i)\b(\d+) words (?:per|a|/) ?min", said)
    value = value.replace("RATE", rate[1] if rate else "200")
    pattern = json.dumps(words_told(said), ensure_ascii=False)
    if pattern == '""':
        return value
    value = re.sub(
        r"\bterms_in\(([\w.]+)\)", lambda of: f"findings_in(lower({of[1]}), {pattern})", value
    )
    return re.sub(r"\bwords_in\(([\w.]+)\)", lambda of: f"findings_in({of[1]}, {pattern})", value)


def is_length(name: str, said: str) -> bool:
    """Whether an input says how long a text may become."""
    return name in _LENGTHS and bool(_CUT.search(said))


def cut(value: str, length: str, said: str) -> str:
    """A text no longer than so much; a slug without the hyphen that it may then end in."""
    shorter = f"cut_out({value}, 0, {length})"
    function = value.partition("(")[0]
    return (
        f"{function}({shorter})"
        if function in {"slug", "dashed"} and _TAIL.search(said)
        else shorter
    )


def may_be_nothing(said: str) -> bool:
    """Whether it is a failure that nothing is left of a text."""
    return bool(_NOTHING.search(said)) and bool(re.search(r"\b4\d\d\b|(?i:nothing left)", said))


def most(said: str) -> str:
    """How many of the most frequent are wanted: "the three most frequent words"."""
    found = re.search(rf"(?i)\b({MANY}) most (?:frequent|common|used)\b", said)
    return in_digits(found[1]) if found else ""
