"""What ought to be: wishes, musts, plans, requests. They are goals, and never evidence.

A "should" that only expects ("should be done by now") is neither: it is not understood.
"""

from __future__ import annotations

import re

from beliefs.reading import lexicon as lex
from beliefs.reading.heard import Heard
from beliefs.reading.verbs import FORMS, main_verb
from beliefs.reading.wording import tidy

EXPECTED = "an expectation is neither evidence nor a wish"

_OUGHT = (
    r"(?:should|must|shall|ought to|need to|needs to|have to|has to|had better|got to|need|needs)"
)
_OURS = re.compile(
    r"(?:I|we|let us) (?:(?:really|also|still|now|just|probably|definitely|urgently|then|first|"
    r"would|do|will) )*"
    r"(?:should|must|shall|ought to|need to|have to|had better|have got to|want to|would like to|"
    r"like to|love to|wish to|"
    r"hope to|plan to|intend to|aim to|would prefer to|prefer to|are planning to|am planning to|"
    r"are hoping to|"
    r"are aiming to|could|might want to|may want to|can try to|are supposed to|are required to|"
    r"are trying to|am trying to)"
    r"(?: (?:probably|also|definitely|really|maybe|just|now))*(?P<no> not| never)? (?P<rest>.+)$",
    re.IGNORECASE,
)
_MINE = re.compile(
    r"(?:I (?:will|am going to|am about to)|let me|let us|I (?:can|could) (?:now )?(?=(?:check|"
    r"look|try|run|start)\b))"
    r"(?: (?:now|also|then|just|first|next|quickly|go ahead and|"
    r"please))*(?P<no> not)? (?P<rest>.+)$",
    re.IGNORECASE,
)
_THEIRS = re.compile(
    r"(?P<who>.+?) (?:really |also |always |probably |still )?(?P<ought>should|must|shall|"
    r"ought to|needs? to|"
    r"ha(?:s|ve) to|(?:is|are) (?:supposed|required|obliged|expected) to(?= (?:be able|return|"
    r"support|provide))|"
    r"(?:is|are) (?:supposed|required|obliged) to)"
    r"(?: (?:always|also|really|probably|only|just|definitely))*(?P<no> not| never)? (?P<rest>.+)$",
    re.IGNORECASE,
)
_WANTED = re.compile(
    r"(?:I|we) (?:(?:really|also|still|now|just|urgently|would|do|will|desperately) )*"
    r"(?:want|need|would like|like|would love|love|require|could use|prefer)(?P<rest> (?:an?|the|"
    r"more|some|to|our|it|this|that|"
    r"all|two|three|better|faster|less|fewer|at least|every|each|no) .+| \w+ to .+)$",
    re.IGNORECASE,
)
_HOPED = re.compile(
    r"(?:(?:I|we) (?:really )?(?:hope|wish)|hopefully,?|ideally,?|if only|(?:I|we) (?:want|"
    r"expect) it to be that)"
    r"(?: that)? (?P<rest>.+)$",
    re.IGNORECASE,
)
_WANTS = re.compile(
    r"(?P<who>(?!(?:I|we)\b).+?) (?:also |really |now |still )?"
    r"(?P<verb>wants?|wanted|wish(?:es)?|would like|would love|would prefer|asked (?:for|us to|"
    r"me to|to)|requests?|requested|"
    r"demands?|demanded|hopes? to|aims? to|plans? to|intends? to|insists? on) .+$",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"(?:the|our|my|a|one) (?:\w+ ){0,2}(?:goal|objective|aim|plan|target|task|idea|intention|"
    r"mission|purpose|"
    r"next step|priority|ambition|job|requirement) (?:is|was|here is|now is|remains|"
    r"will be)(?: now| still)?(?: that| to|:) (?P<rest>.+)$",
    re.IGNORECASE,
)
_BETTER = re.compile(
    r"(?:it (?:would|might|could|will) (?:also )?be (?:nice|good|great|better|best|wise|helpful|"
    r"useful|worth|ideal|"
    r"worthwhile|prudent|safer|a good idea)|it is (?:very |really |also )?(?:important|essential|"
    r"necessary|crucial|vital|critical|"
    r"imperative|time|best|better|wise|advisable|recommended|a good idea|worth)|would be (?:nice|"
    r"good|great)|"
    r"(?:I|we) (?:would )?(?:strongly |highly )?(?:recommend|suggest|propose|advise))(?: for us|"
    r" to us)?"
    r"(?: to| that| if| having| trying)? (?P<rest>.+)$",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:to-?do|goals?|objectives?|action items?|actions?|next steps?|tasks?|requirements?|wish|"
    r"fixme|recommendations?|"
    r"follow-?ups?|plan|aim|must have)(?: \d+)?(?::| –) ?(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_PLEASE = re.compile(r"(?:please|kindly|pls)[, ] ?(?P<rest>.+)$", re.IGNORECASE)
_DO_NOT = re.compile(r"(?:please )?(?:do not|never) (?P<rest>\S.*)$", re.IGNORECASE)
_EXPECTATION = re.compile(
    r".+ should (?:have|already|now|soon|be (?:\w+ )*(?:by now|already|soon|shortly|any minute|"
    r"fine|ok|okay|enough|there)\b)"
    r"|.+ should .+ by now$",
    re.IGNORECASE,
)
_OPENERS = re.compile(
    r"(?:then|now|next|first|finally|also|just|always|instead|otherwise|afterwards|simply|"
    r"immediately|"
    r"only|carefully|quickly),? (?=[a-z])",
    re.IGNORECASE,
)
_THEN = re.compile(r"(?:then|now|next|first|finally|also|just),? ", re.IGNORECASE)
_AFTER_ORDER = (lex.DETERMINERS | lex.PRONOUNS) - {"one"} | {
    "sure",
    "that",
    "if",
    "whether",
    "up",
    "it",
    "them",
    "us",
    "me",
    "out",
}
_NOT_ORDERS = lex.words_of(
    """assume clean clear close complete cool correct direct double dry equal forward found last
    let lie like live lower matter mean need open own please present secure see seem
    separate slow smooth suppose thank triple warm welcome"""
)
"""Verbs that begin a sentence more often as something else."""


def is_expectation(clause: str) -> bool:
    """Whether a "should" expects rather than asks.

    >>> is_expectation("The migration should be done by now"), is_expectation("It should scale")
    (True, False)
    """
    return " should " in clause and _EXPECTATION.match(clause) is not None


def wish(clause: str) -> Heard | None:
    """The goal that a clause states, if it states one.

    >>> wish("We should not deploy on Fridays").text, wish("The client must retry").text
    ('Do not deploy on Fridays', 'The client should retry')
    """
    if match := _LABEL.match(clause):
        return _goal(match["rest"])
    for pattern in (_MINE, _OURS):
        if match := pattern.match(clause):
            return _goal(f"Do not {match['rest']}" if match["no"] else match["rest"])
    for pattern in (_PURPOSE, _WANTED, _HOPED, _BETTER, _PLEASE):
        if match := pattern.match(clause):
            return _goal(match["rest"])
    if match := _DO_NOT.match(clause):
        return _goal(f"Do not {match['rest']}")
    if (match := _THEIRS.match(clause)) and _is_subject(match["who"]):
        if match["ought"] == "must" and match["rest"].startswith(("have been", "have ")):
            return None  # "must have failed" concludes
        return _goal(f"{match['who']} should{match['no'] or ''} {match['rest']}")
    if (match := _WANTS.match(clause)) and _is_wanting(clause, match):
        return _goal(clause)
    return _goal(_THEN.sub("", clause)) if is_order(clause) else None


def is_order(clause: str) -> bool:
    """Whether a clause begins with a verb that tells somebody to do something.

    >>> is_order("Run the tests"), is_order("Test coverage is low"), is_order("Check out")
    (True, False, True)
    """
    if match := _OPENERS.match(clause):
        clause = clause[match.end() :]
    words = clause.split()
    if not words or not words[0][:1].isalpha() or (words[0].isupper() and len(words[0]) > 1):
        return False
    known = FORMS.get(words[0].lower().rstrip(","))
    if known is None or known.form != "base":
        return words[0].lower() == "be" and len(words) > 1
    if words[0].lower() in _NOT_ORDERS:
        return (
            len(words) > 1
            and (words[1].lower() in _AFTER_ORDER or "/" in words[1])
            and main_verb(words) < 0
        )
    if len(words) == 1:
        return False
    second = words[1].lower() if words[1] != "A" else "plan"  # "Plan A" is a name
    following = FORMS.get(second)
    if second in lex.AUXILIARIES or words[0].endswith(","):
        return False
    if following and following.form in ("s", "past") and not following.noun:
        return False  # "Go compiles faster"
    if second in _AFTER_ORDER or words[1][0] in "-/\"'`":
        return True
    return not known.noun or main_verb(words) < 0


def _is_wanting(clause: str, match: re.Match[str]) -> bool:
    """Whether what wants is the verb of the clause, unlike the requests in "most requests"."""
    verb = main_verb(clause.split())
    return verb > 0 and clause.split()[verb] == match["verb"].split()[0]


def _is_subject(words: str) -> bool:
    return main_verb(words.split()) < 1 and "," not in words


def _goal(text: str) -> Heard:
    return Heard("goal", tidy(text.removeprefix("to ")))
