"""A goal in plainer words that say the same: "by GET /x one gets y" is "GET /x returns y".

People frame what they ask for in many ways: as a question, a wish, a role ("As a … I want"), in
the passive, with the request at the end of the sentence, or with a courtesy. The grammar of phrases
knows the plain way. What is rewritten here keeps its meaning whatever the goal is about; a goal
that is understood as it stands is never rewritten.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher

from beliefs.spec import patterns as re
from beliefs.spec.understanding.tokens import tokens
from beliefs.spec.understanding.words import is_verb, third_person

_WAY = r"(?:GET|POST|PUT|PATCH|DELETE) /(?:[^\s,;()]*[\w}/=])?"
_GET = r"GET /(?:[^\s,;()]*[\w}/=])?"
_WHO = (
    r"(?:I|we|you|one|they|he|she|people|everyone|everybody|anyone|someone|somebody|whoever|"
    r"(?:the |an? |our |my |its )?(?:\w+ )?(?:users?|clients?|customers?|callers?|guests?|"
    r"visitors?|members?|readers?|authors?|teams?|players?|attendees|organisers?|organizers?|"
    r"admins?|operators?|voters?|participants?|consumers?|staff|managers?|developers?))"
)
_CAN = r"(?:can|could|may|might|should|shall|will|would|must|need to|have to|want to|wish to)"
_LIKE = (
    r"(?:I|we)(?:'d| would| should) (?:also |then |moreover )?(?:like|love|enjoy|appreciate|want|"
    r"be (?:grateful|glad|happy|pleased|thankful|delighted)(?: for| to have)?)"
)
_SEE = r"(?:get|see|find|receive|obtain|view|fetch|have|look at|look up|be given|be told|learn)"
_SHOWN = (
    r"(?:shown|returned|given|listed|displayed|reported|provided|delivered|found|available|"
    r"to be (?:found|seen|had)|served|presented|offered|visible|answered|told|seen|kept)"
)
_BY = r"(?:by|at|with|via|through|under|using|from|on|in)"
# Where a clause begins: what stands before is no part of what is shown.
_FROM = r"(?P<from>^|[.;!?]\s+|(?<!\")[:]\s+|, and |, while )"
_WHAT = r"(?P<the>(?:An?|The|All|Each|Every)\b)?(?P<what>[^.;:!?/\"{}]*?),?"


def _shows(found: re.Match[str]) -> str:
    """What is shown at a request, as what the request returns."""
    what = f"{(found['the'] or '').lower()}{found['what']}"
    if what.lower() in {"it", "they", "this", "these", "that", "those", "he", "she"}:
        return found[0]
    return f"{found['from']}{found['way']} returns {what}"


def _acts(found: re.Match[str]) -> str:
    """A request that is wished to do something, as one that does."""
    verb = found["verb"]
    return f"{found['way']} {third_person(verb)}" if is_verb(verb) else found[0]


_RULES: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    # What is asked of whoever builds it.
    (
        r"(?i)(?P<from>^|[.!?]\s+)(?:(?:can|could|would|will) (?:you|we|I)|please to|I would ask you to"
        r"|I'd like you to|I would like you to)(?: please| kindly)? (?P<verb>build|make|write|create|"
        r"develop|implement|have|get)(?: me| us)?\b(?P<rest>[^.?!]*)\?",
        r"\g<from>Build\g<rest>.",
    ),
    (r"(?i)(?P<from>^|[.!?]\s+)please to (?=\w)", r"\g<from>"),
    # Courtesies.
    (
        r"(?i),? if (?:you (?:please|would|like|can|could)|I may|that suits you|possible)\b,?",
        "",
    ),
    (r"(?i),\s*(?:please|kindly)(?P<end>[,.;?!])", r"\g<end>"),
    (r"(?i)\b(?:please|kindly) ", ""),
    # Roles: "As a reader I want GET /x to return y".
    (rf"(?P<from>^|[.;,]\s+(?:and )?)As an? \w+(?: \w+)?,? (?:I|we) (?:want|need|would like) to (?={_WAY})", r"\g<from>"),
    (
        rf"(?i)(?:{_LIKE}|(?:I|we) (?:want|need|expect)) (?P<way>(?-i:{_WAY})) to (?P<verb>[a-z]+)",
        _acts,
    ),
    (rf"(?i){_LIKE} (?=(?:an? |the )?(?-i:{_WAY}))", ""),
    # A request that should do something does it.
    (
        rf"(?P<way>{_WAY}),? (?:should|shall|must|will|would|has to|needs to)(?: also| then)? "
        r"(?P<verb>[a-z]+)",
        _acts,
    ),
    # What one gets by a request is what that returns.
    (
        rf"(?i)\b(?:by|with|at|on|via|through|using|upon|under|looking at|calling) (?P<way>(?-i:{_WAY})),? "
        rf"(?:{_LIKE} to|{_WHO} {_CAN}|{_WHO})(?: then| also)? {_SEE}\b",
        r"\g<way> returns",
    ),
    # Whom it is shown to says nothing of it.
    (
        r"(?i)\b(?P<verb>returns?|shows?|gives?|tells?|sends?|lists?|reports?|presents?|answers?) "
        r"(?:me|us|them|him|her|users|clients|callers|people) (?!back\b|that\b)",
        r"\g<verb> ",
    ),
    # The passive, and the request at the end.
    (
        rf"{_FROM}{_WHAT} (?:is|are) (?:(?:also |then )?{_SHOWN}(?: {_BY})+|at) (?P<way>{_GET})",
        _shows,
    ),
    (r"(?i)(?P<status>\b[1-5]\d\d) is (?:returned|answered|given|sent)\b", r"it returns \g<status>"),
    # How something is brought.
    (
        r"(?i)\b(?:by |and )?(?:supplying|giving|providing|passing|stating|specifying|entering) "
        r"(?=(?:an? |the |its |their )?[a-z_]+(?:,| and |\b))",
        "with ",
    ),
    # What was named last, explained: "It returns url. That is a link with a token."
    (r"[.;] (?:That|This|It) is (?=an? )", ", "),
    (r"(?i)\bincl\. ", "including "),
    (r"(?i)\bexcl\. ", "excluding "),
)


def reworded(text: str) -> str:
    """A text in plainer words.

    >>> reworded("Could you please build a notes API? By GET /notes we get all notes.")
    'Build a notes API. GET /notes returns all notes.'
    >>> reworded("The total is shown by GET /total. GET /x should also count the click.")
    'GET /total returns The total. GET /x counts the click.'
    """
    for pattern, instead in _RULES:
        text = re.compile(pattern).sub(instead, text)
    return text


def in_both(text: str, other: str) -> list[tuple[int, int]]:
    """Which words of a text stand in the other too: places among the tokens of both."""
    one, two = ([each.text for each in tokens(said)] for said in (text, other))
    blocks = SequenceMatcher(None, one, two, autojunk=False).get_matching_blocks()
    return [(block.a + at, block.b + at) for block in blocks for at in range(block.size)]


__all__ = ["in_both", "reworded"]
