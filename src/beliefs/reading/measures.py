"""Numeric claims: what is measured, in which unit, and the number.

A claim's text is "<what> (<unit>)"; a number without a unit has "(number)". Bounds ("at least
10"), changes ("up by 3"), years, versions and other names that contain figures are not numbers
here: those sentences stay true or false.
"""

from __future__ import annotations

import re

from beliefs.reading import lexicon as lex
from beliefs.reading.heard import Heard
from beliefs.reading.hedges import SURE
from beliefs.reading.manner import Manner
from beliefs.reading.numbers import Quantity, bounded, number_word, quantity, quantity_at
from beliefs.reading.units import DIMENSIONS, Unit, per
from beliefs.reading.verbs import FORMS, is_plural, main_verb

_NOW = r"(?:now|currently|still|already|only|just|today|typically|usually|on average|normally|then)"
_CHANGED = (
    r"(?:rose|rises|fell|falls|dropped|drops|increased|increases|decreased|decreases|grew|grows|"
    r"climbed|went up|went down|went|goes|jumped|shrank|declined|improved|changed|reduced|gone|"
    r"risen|fallen|grown|"
    r"is down|is up|are down|are up|was reduced|was increased|was raised|was lowered|doubled|"
    r"halved|soared|slid)"
)
_IS = re.compile(
    rf"(?P<what>.+?) (?:{_NOW} )?(?:(?:is|are|was|were|has been|have been|equals?|takes?|took|"
    rf"achieves?|achieved|scores?|scored|yields?|yielded|costs?|weighs?|"
    r"weighed|lasts?|lasted|measures|measured|averages?|averaged|reached|reaches|has reached|"
    r"totals?|totalled|"
    r"totaled|stands? at|stood at|sits? at|sat at|hovers?|hovered|hovers? at|came to|comes to|"
    r"amounts? to|"
    r"amounted to|remains?|remained|remains? at|runs at|peaked at|(?:is|are|was|were) (?:set to|"
    r"set at|"
    r"measured at|estimated at|estimated to be|capped at|limited to|priced at|valued at|worth|at))"
    rf"|(?:(?:has|have|had) )?{_CHANGED} to)(?: {_NOW})?$",
    re.IGNORECASE,
)
_FROM = re.compile(rf"(?P<what>.+?) (?:(?:has|have|had|was|were) )?{_CHANGED}$", re.IGNORECASE)
_HAS = re.compile(
    rf"(?P<what>.+?) (?:{_NOW} )?(?:has|have|had|contains?|contained|holds?|held|includes?|"
    rf"included|comprises?|"
    rf"comprised|consists of|employs?|employed|counts)(?: {_NOW})?$",
    re.IGNORECASE,
)
_THERE = re.compile(rf"there (?:is|are|was|were|have been)(?: {_NOW})?$", re.IGNORECASE)
_BOUND = re.compile(
    r"(?:at least|at most|under|over|more than|less than|fewer than|greater than|higher than|"
    r"lower than|"
    r"up to|below|above|within|beyond|by|exceeds?|exceeded|minimum|maximum|min|max|than|every|"
    r"another|first|last|next|top|the|of)$",
    re.IGNORECASE,
)
_A = re.compile(r"an?$", re.IGNORECASE)
_FIGURE_OF = re.compile(r"(?:an? |the )?(?P<what>[^,]{2,60}?) (?:of|at)$", re.IGNORECASE)
_LEADING = re.compile(
    r"(?:the|our|my|a|an|its|this|that|your) (?=\S)|(?:(?:total|overall) )?(?:number|"
    r"count) of (?:the )?",
    re.IGNORECASE,
)
_NAMES = lex.words_of(
    "version port id code year date line page chapter section zip phone issue ticket release "
    "deadline address key hash pin name number step phase priority rank model"
)
_NOUNS = re.compile(
    r"(?P<noun>[a-z][\w-]*(?: [A-Za-z][\w-]*){0,3}?)(?: (?:per|an?) (?P<per>[a-z]+))?(?P<rest>$|"
    r" .*)"
)
_KEPT = re.compile(
    r"(?:in|on|at|for|during|with|by|per|across|over|under|from|within|among|throughout|via|"
    r"through|last|this|"
    r"next|each|every|yesterday|as of|using)\b",
    re.IGNORECASE,
)
_DROPPED = re.compile(
    r"(?:now|today|currently|so far|at the moment|right now|again|already|at present|after .+|"
    r"since .+|"
    r"because .+|overall|in total|altogether|exactly|on average|each|long|total|within .+)$",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:than|as|times|more|less|of|north|south|east|west|ahead|behind|late|early|before|from)\b"
)
_ASIDE = re.compile(
    r",? (?:(?:up|down) from|compared (?:to|with)|versus|vs\.?) .+$|, (?:not|instead of) .+$"
)
_CLAUSE_WITHIN = re.compile(r",|\b(?:which|that|who|if|when|because)\b")
_DIGIT = re.compile(r"\d")
_MORE = frozenset({"that", "which", "who", "and", "or", "times"})
_SPEAKERS = frozenset({"we", "i", "you", "they", "it", ""})
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_LOOSEST = 10.0
_MOST_QUANTITIES = 4


def measured(clause: str, manner: Manner) -> Heard | None:
    """The number that a clause states, if it states one.

    >>> heard = measured("The p99 latency is 130 ms ± 10", Manner())
    >>> heard.text, heard.value, heard.stdev
    ('p99 latency (s)', 0.13, 0.01)
    """
    if manner.refutes:
        return None
    if not _DIGIT.search(clause):
        clause = _in_figures(clause)
    at = 0
    for _ in range(_MOST_QUANTITIES):
        found = quantity(clause, at)
        if found is None:
            return None
        if heard := _linked(clause, found, manner):
            return heard
        at = found.end  # "node 7": the number that is stated comes later
    return None


def _linked(clause: str, found: Quantity, manner: Manner) -> Heard | None:
    """A quantity with what it is a quantity of, by the verb before it."""
    lead, tail = clause[: found.start].rstrip(), clause[found.end :]
    tail = _ASIDE.sub("", tail).strip(" .,!;")
    written = clause[found.start : found.end]
    if _BOUND.search(lead) and not _FIGURE_OF.match(lead):
        return None
    if written.startswith("from ") and (match := _FROM.match(lead)):
        return _about(match["what"], found, tail, manner)
    if _THERE.match(lead):
        return _counted("", found, tail, manner)
    if match := _IS.match(lead):
        return _about(match["what"], found, tail, manner)
    if match := _HAS.match(lead):
        return _counted(match["what"], found, tail, manner)
    return _bare_figure(lead, found, tail, manner)


def stated(key: str, value: str, manner: Manner) -> Heard | None:
    """The number in "key: value".

    >>> stated("Memory", "512 MB", Manner()).text
    'memory (B)'
    """
    found = quantity_at(value, 0)
    return _about(key, found, value[found.end :].strip(" .,"), manner) if found else None


def _bare_figure(lead: str, found: Quantity, tail: str, manner: Manner) -> Heard | None:
    """What is left of "reports a throughput of 12 MB/s" and "claims a 99.9% uptime"."""
    if main_verb([*lead.split(), "#"]) > 0 or manner.evidence_type == "inference":
        return None
    if match := _FIGURE_OF.match(lead):
        return _about(match["what"], found, tail, manner)
    if _A.match(lead) and found.unit and tail and main_verb(tail.split()) < 0:
        return _about(tail, found, "", manner)
    return None


def _in_figures(clause: str) -> str:
    """A clause with the number word of a count in figures: "has three nodes"."""
    words = clause.split()
    verb = main_verb(words)
    lead = " ".join(words[: verb + 1])
    if verb < 1 or not (_HAS.match(lead) or _THERE.match(lead)):
        return ""
    for place in range(verb + 1, min(verb + 3, len(words) - 1)):
        value = number_word(words[place])
        if value is not None and value != 1 and is_plural(words[-1].strip(".,")):
            return " ".join([*words[:place], str(value), *words[place + 1 :]])
    return ""


def _about(what: str, found: Quantity, tail: str, manner: Manner) -> Heard | None:
    """A number of something: "<what> is <number> <tail>"."""
    if _CLAUSE_WITHIN.search(what) or _has_verb(what):
        return None
    subject, unit = what, found.unit
    value, stdev = found.value, found.stdev
    if unit is None and _is_name(what, value):
        return None
    if tail:
        first = tail.split(" ", 1)[0]
        two = " ".join(tail.split()[:2])
        if two in DIMENSIONS or first in DIMENSIONS:
            known = two if two in DIMENSIONS else first
            subject, tail = f"{subject} {DIMENSIONS[known]}", tail[len(known) :].strip()
        elif unit == "%" and first == "of":
            subject, tail = f"{subject}, {tail}", ""
        elif unit is None and (match := _NOUNS.match(tail)) and is_plural(match["noun"]):
            if _COMPARED.search(match["noun"]) or match["noun"] in lex.PREPOSITIONS:
                return None
            base = Unit(match["noun"])
            base = per(base, match["per"]) if match["per"] else base
            unit, value, stdev = base.name, value * base.factor, stdev * base.factor
            tail = match["rest"].strip()
    if tail and not _DROPPED.match(tail):
        if not _KEPT.match(tail) or main_verb(tail.split()) > 0:
            return None
        subject = f"{subject} {tail}"
    return _number(_plain(subject), unit, value, stdev, manner)


def _counted(what: str, found: Quantity, tail: str, manner: Manner) -> Heard | None:
    """A count of things: "<what> has <number> <things>"."""
    if found.unit:
        return _about(what, found, tail, manner) if what else None
    words = tail.split()
    end = next((n for n, word in enumerate(words) if _ends_things(word)), len(words))
    things, rest = words[:end], " ".join(words[end:])
    if not things or not is_plural(things[-1]) or any(map(_is_more, words)):
        return None
    if rest and _DROPPED.match(rest):
        rest = ""
    owner = "" if what.lower() in _SPEAKERS else what
    if _LEADING.match(owner):
        owner = _plain(owner)
    subject = " ".join(filter(None, (owner, *things, rest)))
    return _number(subject, None, found.value, found.stdev, manner)


def _ends_things(word: str) -> bool:
    return (
        word.lower() in lex.PREPOSITIONS
        or "," in word
        or word.lower() in ("last", "this", "next", "today")
    )


def _is_more(word: str) -> bool:
    """Whether a word says that more follows than the things counted."""
    known = FORMS.get(word.lower())
    is_verb = known is not None and not known.noun and known.form in ("s", "past")
    return is_verb or word.lower() in lex.AUXILIARIES or word.lower() in _MORE


def _number(
    subject: str, unit: str | None, value: float, stdev: float, manner: Manner
) -> Heard | None:
    what = subject.strip(" ,.:")
    if not what or not any(c.isalpha() for c in what):
        return None
    doubt = 2 * manner.confidence - 1 if manner.confidence < SURE else 1.0
    # A hedge widens: half as far from a coin's toss is twice as far off.
    spread = bounded(stdev / max(doubt, 1 / _LOOSEST))
    claim = manner.claim(f"{what} ({unit or 'number'})")
    return claim._replace(confidence=None, value=float(f"{value:.12g}"), stdev=spread)


def _plain(what: str) -> str:
    """The subject without article, "number of" and the capital of a sentence's first word."""
    what = what.strip(" ,.:")
    while match := _LEADING.match(what):
        what = what[match.end() :]
    first, _, rest = what.partition(" ")
    is_name = first.endswith("'s") or rest[:1].isupper() or not first[1:].islower()
    return what if is_name else first.lower() + what[len(first) :]


def _has_verb(what: str) -> bool:
    """Whether a subject has a verb of its own, so that it is no subject."""
    words = what.split()
    return 0 < main_verb([*words, "is"]) < len(words)


def _is_name(what: str, value: float) -> bool:
    """Whether a bare number is a label: a version, a port, a year."""
    words = what.lower().split()
    if "number of" in what.lower() or "count" in words:
        return False
    is_year = (
        value == int(value) and _FIRST_YEAR <= value <= _LAST_YEAR if abs(value) < 1e9 else False
    )
    return not words or words[-1] in _NAMES or is_year
