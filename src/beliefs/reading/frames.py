"""Frames around a clause: "I think that …", "it is likely that …", "there is a risk that …"."""

from __future__ import annotations

import re

from beliefs.reading import hedges
from beliefs.reading.attribution import is_clause
from beliefs.reading.heard import Role
from beliefs.reading.manner import Manner


def _any(words: dict[str, float]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_JUDGING = _any(hedges.JUDGMENTS).replace("am ", "(?:am|are) ")

_LEAD = re.compile(
    r"(?:(?:however|also|well|in addition|additionally|finally|unfortunately|fortunately|luckily|"
    r"sadly|actually|in fact|indeed|yes|no|ok|okay|moreover|furthermore|thus|therefore|hence|"
    r"importantly|interestingly|surprisingly|as expected|as a result|consequently|meanwhile|"
    r"overall|basically|besides|that said|on the other hand|in other words|as you know|secondly|"
    r"firstly|then|again|of course|so|anyway|hi|hello|hey|thanks|great|sure|right|in conclusion|"
    r"in particular|more precisely|sorry|currently|as always|either way|in practice|in theory|"
    r"in short|in summary|to summarise|for example|for instance|note|first|second|third|next|"
    r"by the way|btw|fyi|specifically)(?:,| –)|"
    r"(?:in short|in summary|to summarise|for example|for instance|note|first|second|third|next|"
    r"by the way|btw|fyi|specifically|good news|bad news|heads up):|"
    r"(?:and|but|so|yet|also|plus)(?= )|"
    r"(?:please )?(?:note|notice|remember|recall|keep in mind|be aware|bear in mind|fyi) that|"
    r"this (?:means|implies|shows|suggests|confirms) that|which means(?: that)?|"
    r"the (?:fact|truth|point|problem|issue|thing|result|reality|conclusion|finding) is(?: that|,))"
    r"\s+(?=\S)",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?P<label>(?:key |main |biggest |open |top )?(?:risks?|danger|warning|caution|assumptions?|"
    r"hypothesis|decisions?|decided|insights?|lesson(?: learned)?|takeaway|learning|note|notes|"
    r"result|finding|conclusion|observation|fact|summary|update|answer|important|tl;dr))"
    r"(?: \d+)?(?::| –) ?(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_LABELS: tuple[tuple[str, Role], ...] = (
    ("risk", "risk"), ("danger", "risk"), ("warning", "risk"), ("caution", "risk"),
    ("assumption", "assumption"), ("hypothesis", "assumption"), ("decision", "decision"),
    ("decided", "decision"), ("insight", "insight"), ("lesson", "insight"),
    ("takeaway", "insight"), ("learning", "insight"),
)  # fmt: skip

_ROLES: tuple[tuple[Role, re.Pattern[str]], ...] = (
    (
        "risk",
        re.compile(
            r"(?:there is (?:an? |some |still |always )?(?:\w+ )?(?:risk|danger|possibility)|"
            r"the (?:\w+ )?(?:risk|danger|worry|concern|fear) is|we run the risk|we risk|"
            r"(?:I|we) (?:am|are) (?:\w+ )?(?:worried|afraid|concerned)|(?:I|we) (?:fear|worry))"
            r"(?: that)? (?P<rest>.+)$",
            re.IGNORECASE,
        ),
    ),
    (
        "insight",
        re.compile(
            r"(?:it (?:turns|turned) out|as it turns out,|turns out|(?:I|we) (?:have )?(?:just )?"
            r"(?:learne?d|realised|realized|discovered|figured out)|(?:the|our|my|a) (?:key |"
            r"main )?"
            r"(?:insight|lesson|takeaway|learning|surprise) (?:is|was|"
            r"here is))(?: that)? (?P<rest>.+)$",
            re.IGNORECASE,
        ),
    ),
    (
        "assumption",
        re.compile(
            r"(?:(?:I|we) (?:\w+ )?(?:assumed?|presumed?|hypothesi[sz]ed?|conjecture|"
            r"postulate)"
            r"|(?:I|we) (?:am|are) assuming|let us (?:assume|suppose)|assume|suppose|"
            r"it is assumed|(?:the|our|my|one) (?:\w+ )?(?:assumption|hypothesis|premise)"
            r" (?:is|was))(?: that)? (?P<rest>.+)$",
            re.IGNORECASE,
        ),
    ),
)
_DECIDED_THAT = re.compile(
    r"(?:it (?:was|has been)|(?:I|we)(?: have| all)?) (?:decided|agreed) that (?P<rest>.+)$",
    re.IGNORECASE,
)
_DECIDED = re.compile(
    r"(?:(?:I|we|they|the \w+) (?:have |has |had |\w+ly )?(?:decided|chose|chosen|picked|selected|"
    r"opted|settled on|agreed (?:to|on)|went with|committed to|resolved to)\b|"
    r"(?:I|we) (?:will|are going to) (?:go with|use|adopt|stick with|settle on|keep)\b|"
    r"(?:the|our) decision (?:is|was) |it (?:was|has been) (?:decided|agreed) )",
    re.IGNORECASE,
)
_JUDGED = re.compile(
    rf"(?:I|we) (?:(?:are|am) (?P<share>\d{{1,3}}) ?% (?:sure|certain|confident)|"
    rf"(?P<words>{_JUDGING}))"
    r"(?P<that> that|,)? (?P<rest>.+)$",
    re.IGNORECASE,
)
_OPINION = re.compile(
    r"(?:in (?:my|our) (?:\w+ )?(?:opinion|view|judge?ment|experience|assessment|estimation)|imo|"
    r"imho|"
    r"to my mind|personally|(?P<known>as far as (?:I|we) (?:know|can tell|can see|understand)|"
    r"afaik|"
    r"to (?:the best of )?(?:my|our) knowledge)|if you ask me|(?:my|"
    r"our) (?:best )?guess is(?: that)?|"
    r"(?:my|our) (?:impression|view|opinion|sense|feeling|read|judge?ment) is(?: that)?|"
    r"from what (?:I|we) (?:know|can tell|have seen)),? (?P<rest>.+)$",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?P<rest>.+?)(?:, | – )(?:(?P<opinion>I|we) (?:would )?"
    rf"(?P<words>{_JUDGING})|imo|imho|in my opinion|"
    r"as far as (?:I|we) (?:know|can tell|can see)|afaik|to my knowledge|if I remember correctly)$",
    re.IGNORECASE,
)
_CERTAINTY = re.compile(
    rf"it (?:is|was|has become|seems|looks|became|now seems) (?:now |also |still )?"
    rf"(?P<words>{_any(hedges.FRAMES)})(?: that|,) (?P<rest>.+)$",
    re.IGNORECASE,
)
_SEEMS = re.compile(
    r"it (?:now |also )?(?:(?P<seems>seems|appears)(?: that| to me that| like| as if| as though)?|"
    r"(?:looks|sounds|feels) (?:like|as if|as though)) (?P<rest>.+)$",
    re.IGNORECASE,
)
_CHANCE = re.compile(
    r"(?:there is |with )?(?:an? |the )?(?:(?P<share>\d{1,3}) ?% |(?P<size>good|high|strong|real|"
    r"fair|"
    r"decent|slim|small|low|slight|remote) )(?:chance|probability|likelihood|possibility)"
    r"(?: is)? that (?P<rest>.+)$",
    re.IGNORECASE,
)
_SIZES = {"good": 0.75, "high": 0.85, "strong": 0.85, "real": 0.65, "fair": 0.65, "decent": 0.65,
          "slim": -0.9, "small": -0.85, "low": -0.85, "slight": -0.9, "remote": -0.95}  # fmt: skip
_ALSO_A_VERB = frozenset({"feel", "expect", "figure", "bet", "imagine", "suspect"})


def without_lead(clause: str) -> str:
    """A clause without the words that only join it to the one before.

    >>> without_lead("However, note that the disk is full")
    'the disk is full'
    """
    while match := _LEAD.match(clause):
        clause = clause[match.end() :]
    return clause


def unframed(clause: str, manner: Manner) -> tuple[str, Manner] | None:
    """A clause without its outermost frame, if it has one.

    >>> rest, manner = unframed("I am 80% sure that the leak is fixed", Manner())
    >>> rest, manner.confidence, manner.evidence_type
    ('the leak is fixed', 0.8, 'judgment')
    """
    if match := _LABEL.match(clause):
        return _labelled(match, manner)
    for role, pattern in _ROLES:
        match = pattern.match(clause)
        if match and (role != "insight" or is_clause(match["rest"])):
            said = manner._replace(role=role)
            return match["rest"], said.typed("assumption") if role == "assumption" else said
    if match := _DECIDED_THAT.match(clause):
        return match["rest"], manner._replace(role="decision")
    if match := _JUDGED.match(clause):
        return _judged(match, manner)
    if match := _OPINION.match(clause):
        known = match["known"] is not None
        return match["rest"], manner.said(0.85 if known else 0.75).typed("judgment")
    if match := _CERTAINTY.match(clause):
        return match["rest"], manner.said(hedges.FRAMES[match["words"].lower()])
    if (match := _SEEMS.match(clause)) and is_clause(match["rest"]):
        return match["rest"], manner.said(0.75)
    if match := _CHANCE.match(clause):
        share = match["share"]
        return match["rest"], manner.said(_share(share) if share else _SIZES[match["size"].lower()])
    if match := _TRAILING.match(clause):
        said = manner.typed("judgment")
        words = match["words"]
        return match["rest"], said.said(_sureness(words) if words else 0.8)
    return None


def _labelled(match: re.Match[str], manner: Manner) -> tuple[str, Manner]:
    label = match["label"].lower()
    for word, role in _LABELS:
        if word in label:
            said = manner._replace(role=role)
            return match["rest"], said.typed("assumption") if role == "assumption" else said
    return match["rest"], manner


def _judged(match: re.Match[str], manner: Manner) -> tuple[str, Manner] | None:
    if match["share"]:
        return match["rest"], manner.said(_share(match["share"])).typed("judgment")
    words = match["words"].lower()
    if not match["that"] and not is_clause(match["rest"]):
        return None  # "I think about it", "we expect rain"
    if words in _ALSO_A_VERB and not match["that"] and match["rest"].startswith("to "):
        return None
    return match["rest"], manner.said(_sureness(words)).typed("judgment")


def _sureness(words: str) -> float:
    words = words.lower()
    return hedges.JUDGMENTS.get(words) or hedges.JUDGMENTS[words.replace("are ", "am ", 1)]


def _share(percent: str) -> float:
    """A stated probability as a confidence; below a half it denies."""
    share = min(int(percent), 100) / 100
    return share if share >= 0.5 else -(1 - share)


def is_decision(clause: str) -> bool:
    """Whether a clause says what was decided.

    >>> is_decision("We decided to keep the monolith"), is_decision("We keep the monolith")
    (True, False)
    """
    return _DECIDED.match(clause) is not None
