"""Who says so: "according to …", "the logs show …", "we measured …".

What a named source says is a citation, unless the source is a measurement itself.
"""

from __future__ import annotations

import re

from beliefs.reading.lexicon import DETERMINERS, PREPOSITIONS
from beliefs.reading.manner import Manner
from beliefs.reading.verbs import main_verb

SAYING: dict[str, float] = {
    "say": 1.0, "state": 1.0, "report": 1.0, "note": 1.0, "find": 1.0, "show": 1.0,
    "confirm": 1.0, "reveal": 1.0, "demonstrate": 1.0, "prove": 1.0, "announce": 1.0,
    "mention": 1.0, "write": 1.0, "warn": 1.0, "explain": 1.0, "document": 1.0, "establish": 1.0,
    "conclude": 1.0, "tell": 1.0, "insist": 0.8, "argue": 0.75, "claim": 0.75, "indicate": 0.85,
    "complain": 0.8, "suggest": 0.7, "imply": 0.7, "hint": 0.6, "estimate": 0.75,
    "predict": 0.7, "expect": 0.7,
    "think": 0.75, "believe": 0.75, "suspect": 0.65, "speculate": 0.55, "hypothesise": 0.55,
}  # fmt: skip
"""Verbs with which others speak, and how sure they leave a claim; 1 adds no doubt."""

_OPINIONS = frozenset({"think", "believe", "suspect", "speculate", "expect", "predict", "estimate"})
_SAID = {
    form: base
    for base in SAYING
    for form in {
        "say": ("say", "says", "said"),
        "find": ("find", "finds", "found"),
        "show": ("show", "shows", "showed", "shown"),
        "tell": ("tell us", "tells us", "told us", "told me", "tells me"),
        "write": ("write", "writes", "wrote"),
        "think": ("think", "thinks", "thought"),
        "imply": ("imply", "implies", "implied"),
        "prove": ("prove", "proves", "proved"),
    }.get(
        base,
        (base, base + "s", base + ("d" if base.endswith("e") else "ed")),
    )
}
_VERB = "|".join(sorted(_SAID, key=len, reverse=True))

_MEASURES = re.compile(
    r"\b(?:benchmarks?|logs?|metrics|tests?|profil(?:ing|er|es?)|measurements?|monitoring|traces?|"
    r"telemetry|experiments?|data|dashboards?|load tests?|query plans?|outputs?|sensors?|readings|"
    r"a/b tests?|trials?|surveys?|results?|flame ?graphs?|graphs?|counters?|screenshots?|scans?)\b",
    re.IGNORECASE,
)
_LITERATURE = re.compile(
    r"\b(?:paper|study|studies|report|docs?|documentation|et al|article|manual|brochure|"
    r"guidelines?|"
    r"authors?|press release|changelog|readme)\b",
    re.IGNORECASE,
)

_BEFORE = re.compile(
    r"(?:(?P<based>based on|judging by|going by|from)|according to|as per|per) "
    r"(?P<source>[^,]+?(?: et al\.)?(?: \(\d{4}\))?), (?P<rest>.+)$",
    re.IGNORECASE,
)
_BEFORE_THE = re.compile(
    r"(?:according to|as per|per) (?P<source>(?:the|our|an?|this) [\w-]+(?: [\w-]+)?) "
    r"(?P<rest>(?:the|an?|our|this|all|no|every|each|there) .+)$",
    re.IGNORECASE,
)
_AS = re.compile(
    r"as (?:(?:documented|noted|reported|described|shown|stated|seen)(?: (?:in|by) (?P<by>[^,]+?))?"
    r"|(?P<source>[^,]{2,40}?) (?:says?|notes?|states?|reports?|shows?|puts it|said|noted)), "
    r"(?P<rest>.+)$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?P<rest>.+?)(?:, | \(| – |, but only )"
    r"(?:according to|as per|per|as reported by|as noted by|source:|said|says) "
    r"(?P<source>[^,()]+?)\)?$",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(?P<rest>.+), (?P<source>(?:the|a|an|our|my|[A-Z])[^,]{0,40}?) "
    r"(?:said|says|reports?|claims?|notes?|wrote|explained|added|warned)$"
)
_SAYS = re.compile(
    rf"(?P<source>[^,;:]{{2,60}}?(?:, [^,]{{2,40}},)?) (?:(?:also|now|recently|have|has|clearly|"
    rf"had) )?"
    rf"(?P<verb>{_VERB})(?P<that> that|:)? (?P<rest>.+)$",
    re.IGNORECASE,
)
_MINE = re.compile(
    r"(?:I|we) (?:(?:have|also|just|then|again|did) )?(?:"
    r"(?P<measured>measured?|observed?|benchmarked|found|tested|profiled|saw|see|noticed|detected|"
    r"counted|recorded|timed)"
    r"|(?P<known>confirmed|can confirm|know|verified|checked|established|made sure|have proof))"
    r"(?P<that> that)? (?P<rest>.+)$",
    re.IGNORECASE,
)
_FIGURE_OF = re.compile(r"(?:an? |the )?[^,]{2,60}? (?:of|at) (?:\w+ )?[$€£¥~]?\d")
_FIGURE = re.compile(r"an? [$€£¥~]?\d")
_PERSONS = frozenset({"i", "we", "you", "it", "this", "that", "which", "there", "nobody"})


def attributed(clause: str, manner: Manner) -> tuple[str, Manner] | None:
    """What is said without who says it, if somebody is named.

    >>> rest, manner = attributed("According to the docs, the client is thread-safe", Manner())
    >>> rest, manner.evidence_type, manner.source
    ('the client is thread-safe', 'citation', 'the docs')
    """
    if match := _BEFORE.match(clause) or _AS.match(clause) or _BEFORE_THE.match(clause):
        groups = match.groupdict()
        source = groups.get("source") or groups.get("by")
        return match["rest"], _from(source, manner)
    if match := _MINE.match(clause):
        if match["that"] or is_clause(match["rest"]) or _FIGURE_OF.match(match["rest"]):
            return match["rest"], manner.typed("measurement" if match["measured"] else "assertion")
        return None
    if (match := _SAYS.match(clause)) and _speaks(match):
        verb = _SAID[match["verb"].lower()]
        heard = _from(match["source"], manner).said(SAYING[verb])
        if verb in _OPINIONS and heard.evidence_type == "citation":
            heard = heard._replace(evidence_type="judgment")
        return match["rest"], heard
    if match := _AFTER.match(clause) or _ASIDE.match(clause):
        return match["rest"], _from(match["source"], manner)
    return None


def _speaks(match: re.Match[str]) -> bool:
    """Whether the words before the verb are somebody and those after it are what was said."""
    source, rest = match["source"].split(), match["rest"]
    if (
        source[0].lower() in _PERSONS
        or main_verb(source) >= 0
        or source[-1].lower() in ("to", "not")
    ):
        return False
    if source[-1].lower() in ("the", "a", "an", "this", "our", "does", "do", "did"):
        return False
    if not match["that"] and rest.split(" ", 1)[0].lower() in PREPOSITIONS:
        return False  # "shows up when …"
    figure = _FIGURE_OF.match(rest) or _FIGURE.match(rest)
    return is_clause(rest) or bool(figure)


def is_clause(words: str) -> bool:
    """Whether words have a verb of their own after a subject.

    >>> is_clause("the disk is full"), is_clause("a full disk")
    (True, False)
    """
    return main_verb(words.split()) > 0


def _from(source: str | None, manner: Manner) -> Manner:
    source = source.strip(" .,") if source else None
    if source and source.split(" ", 1)[0].lower() in DETERMINERS:
        source = source[0].lower() + source[1:]
    measured = source and _MEASURES.search(source) and not _LITERATURE.search(source)
    named = manner.typed("measurement" if measured else "citation")
    return named if manner.source else named._replace(source=source)
