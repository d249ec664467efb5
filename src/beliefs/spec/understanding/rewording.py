"""A goal in plainer words that say the same: "by GET /x one gets y" is "GET /x returns y".

People frame what they ask for in many ways: as a question, a wish, a role ("As a … I want"), in
the passive, with the request at the end of the sentence, or with a courtesy. The grammar of phrases
knows the plain way. What is rewritten (`rewordings.txt`) keeps its meaning whatever the goal is
about; a goal that is understood as it stands is never rewritten.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher
from functools import cache, partial
from importlib import resources

from beliefs.spec import patterns as re
from beliefs.spec.understanding.tokens import tokens
from beliefs.spec.understanding.words import is_verb, third_person

_PATH = r"/(?:[^\s,;()]*[\w}/=])?"
_PIECES = {
    "WAY": rf"(?-i:(?:GET|POST|PUT|PATCH|DELETE) {_PATH})",
    "GET": rf"(?-i:GET {_PATH})",
    "PATH": _PATH,
    "WHO": (
        r"(?:I|we|you|one|they|he|she|people|everyone|everybody|anyone|someone|somebody|whoever|"
        r"(?:the |an? |our |my |its )?(?:\w+ )?(?:users?|clients?|customers?|callers?|guests?|"
        r"visitors?|members?|readers?|authors?|teams?|players?|attendees|organi[sz]ers?|"
        r"operators?|voters?|participants?|consumers?|managers?|developers?))"
    ),
    "CAN": r"(?:can|could|may|might|should|shall|will|would|must|need to|have to|want to|wish to)",
    "LIKE": (
        r"(?:I|we)(?:'d| would| should) (?:also |then |moreover )?(?:like|love|enjoy|appreciate|"
        r"want|be (?:grateful|glad|happy|pleased|thankful|delighted)(?: for| to have)?)"
    ),
    "SEE": r"(?:get|see|find|receive|obtain|view|fetch|have|look at|look up|be given|be told|read)",
    "SHOWN": (
        r"(?:shown|returned|given|listed|displayed|reported|provided|delivered|found|available|"
        r"to be (?:found|seen|had)|served|presented|offered|visible|answered|told|seen|kept)"
    ),
    "BY": r"(?:by|at|with|via|through|under|using|from|on|in)",
    # Where a clause begins: what stands before is no part of what is shown.
    "FROM": r"(?P<from>^|[.;!?]\s+|(?<!\")[:]\s+|, and |, while )",
    "WHAT": r"(?P<the>(?:An?|The|All|Each|Every)\b)?(?P<what>[^.;:!?/\"{}]*?),?",
    "VALUES": r"\w+(?:, \w+)*,? (?:or|and) \w+",
    # Who does something, where nobody is told apart by who they are.
    "ACTORS": (
        r"(?:(?<=^)|(?<=[.;:] )|(?<=and ))(?:the |an? |our |quiz )?(?:users|clients|customers|"
        r"callers|guests|visitors|readers|authors|teams?|players|attendees|organi[sz]ers|voters|"
        r"participants|people|everyone|they) (?:then )?(?:can |could |may |would |will |must )?"
        r"(?:also |then )?(?:be able to )?"
    ),
}
_WHO_ASKS = re.compile(
    r"(?i)\b(?:log(?:ged|s)? ?in|login|password|token|api[ -]key|roles?|admins?|owners?|accounts?|"
    r"auth\w*|only (?:the|an?|its|their)? ?\w+ (?:may|can))\b"
)


def reworded(text: str) -> str:
    """A text in plainer words.

    >>> reworded("Could you please build a notes API? By GET /notes we get all notes.")
    'Build a notes API. GET /notes returns all notes.'
    >>> reworded("The total is shown by GET /total. GET /x should also count the click.")
    'GET /total returns the total. GET /x counts the click.'
    """
    for pattern, instead in _rules(whoever=not _WHO_ASKS.search(text)):
        text = re.compile(pattern).sub(instead, text)
    return text


@cache
def _rules(*, whoever: bool) -> tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]:
    """All rules; those that drop who does something only where that is no rule of the goal."""
    text = (resources.files(__package__) / "rewordings.txt").read_text("utf-8")
    told = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return tuple(_rule(each) for each in told if whoever or "@ACTORS" not in each)


def _rule(line: str) -> tuple[str, str | Callable[[re.Match[str]], str]]:
    pattern, _, instead = line.partition(" =>")
    for name, piece in _PIECES.items():
        pattern = re.sub(rf"@{name}\b", piece.replace("\\", r"\\"), pattern)
    instead = instead[1:].replace("~", " ")
    if "!" in instead:
        return f"(?i){pattern}", partial(_made, instead)
    return f"(?i){pattern}", instead


def _made(instead: str, found: re.Match[str]) -> str:
    """The words that a rule makes by more than a template."""
    match instead:
        case "!acts":  # a request that is wished to do something does it
            verb = found["verb"]
            return f"{found['way']} {third_person(verb)}" if is_verb(verb) else found[0]
        case "!verb":
            return found["verb"] if is_verb(found["verb"]) else found[0]
        case "!after":
            return f"After {found['way'] or found['same']}"
        case "!shows":
            return _shows(found)
        case "!each":
            methods = re.findall(r"[A-Z]+", found["methods"])
            paths = re.findall(r"/[^\s,]+", found["paths"])
            return ", ".join(f"{each} {path}" for path in paths for each in methods)
        case "!likewise":
            more = [each for each in (found["one"], found["two"]) if each]
            return f"{found['told']}{''.join(f', {each}' for each in more[:-1])} and {more[-1]}"
        case _:
            verb = third_person(found["verb"])
            return found.expand(instead.replace("!verb", verb))


def _shows(found: re.Match[str]) -> str:
    """What is shown at a request, as what the request returns."""
    what = f"{(found['the'] or '').lower()}{found['what']}"
    if what.lower() in {"it", "they", "this", "these", "that", "those", "he", "she"}:
        return found[0]
    return f"{found['from']}{found['way']} returns {what}"


def in_both(text: str, other: str) -> list[tuple[int, int]]:
    """Which words of a text stand in the other too: places among the tokens of both."""
    one, two = ([each.text for each in tokens(said)] for said in (text, other))
    blocks = SequenceMatcher(None, one, two, autojunk=False).get_matching_blocks()
    return [(block.a + at, block.b + at) for block in blocks for at in range(block.size)]


__all__ = ["in_both", "reworded"]
