"""States that a rule in words demands of a row: "only drafts can be deleted", "a closed lot"."""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS, sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import singular, snaked
from beliefs.spec.inferring.keeping.depending import speaks_of_others
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.numbers import MANY, counted
from beliefs.spec.types import Field

_RULED = {400, 403, 409, 410, 412, 422, 423}
_ONLY = re.compile(
    r"(?i)\bonly\b|\bmust (?:currently |still )?be\b|\bha(?:s|ve) to be\b|\bneeds?\b|\bwhile\b|"
    r"\bas long as\b|\bcurrently\b"
)
_NEVER = re.compile(r"(?i)\balready\b|\bcannot\b|\bcan't\b|\bcan not\b|\bno longer\b|\bneither\b")
_NOT = r"(?i)(?:\bnot|n't|\bno longer|\bnever|\bnon[- ]|\bneither)\s+(?:\w+\s+){0,2}$"
OTHER_WORDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "open": (("open",), ("closed",)),
    "isopen": (("open",), ("closed",)),
    "active": (("active",), ("inactive", "deactivated", "disabled")),
    "available": (("available", "free"), ("unavailable", "taken", "on loan", "borrowed", "rented")),
    "free": (("free", "empty"), ("taken", "occupied")),
    **dict.fromkeys(
        ("onloan", "borrowed", "lent", "loaned", "checkedout", "rented"),
        (
            ("on loan", "borrowed", "lent", "lent out", "loaned", "checked out", "rented"),
            ("back", "returned", "available"),
        ),
    ),
    "published": (("published",), ("draft", "drafts", "unpublished")),
    "enabled": (("enabled",), ("disabled",)),
    "paid": (("paid",), ("unpaid",)),
}


# What is done to a thing in a state, and what is said of such a thing instead.
_DEED = re.compile(r"(?i)\W*(?!this|is|was|has|as)\w+s (?:[\w`]+ ){0,4}?(?:an?|one) [`\"']?")
_FAILS = re.compile(
    r"(?i)[^:,;(]*\b(?:is|are|be|gives?|gets?|answers?|returns?|fails?|cannot|→|=)(?:\b|\s)|.*->"
)


# "one that is only waiting": it is no more than that, and nothing is allowed by it.
_MERELY = re.compile(
    r"(?i)\b(is|are|was|were) (?:only|merely)(?! (?:if|when|while|for|after|before|once|with|in|by|"
    r"possible|allowed|permitted|accepted|valid)\b)"
)
_FAILS_WHILE = re.compile(
    r"(?i)(?:^|\b[45]\d\d\b(?: error)?|\b(?:refused|rejected|fails|forbidden|impossible|"
    r"not (?:possible|allowed|permitted))(?: with)?)"
    r"[\W_]*(?:while|as long as|so long as)\b[^,;]*$"
)
_OTHERWISE = re.compile(r"(?i)\b(?:otherwise|else|only)\b")


class Said(NamedTuple):
    """A sentence about a route; `failing` ones say when it fails."""

    text: str
    failing: bool


def said_of(route: Route) -> list[Said]:
    """The sentences about a route, with what is said of its failures."""
    found = []
    for sentence in map(_own, sentences(route.words)):
        hit = {int(each) for each in STATUS.findall(sentence)} & _RULED
        fails = bool(hit) or bool(
            re.search(
                r"(?i)\botherwise\b|\belse\b|refused|rejected with|\bimpossible\b|"
                r"\bnot (?:possible|allowed|permitted)\b",
                sentence,
            )
        )
        found.append(Said(sentence, fails))
    found += [
        Said(_own(each.words or each.message), failing=True)
        for each in route.faults
        if each.status in _RULED and (each.words or each.message)
    ]
    return found


def _own(sentence: str) -> str:
    """A sentence without the clauses about rows that the row waits for."""
    if not speaks_of_others(sentence):
        return sentence
    pieces = re.split(r"(?i)(,? or (?=if\b|when\b)|[,;] )", sentence)
    return "".join(each for each in pieces if not speaks_of_others(each))


def demands(route: Route, holding: Holding, row: str, *, but: tuple[str, ...] = ()) -> list[str]:
    """Conditions on the state of a row that must hold for a request, in the notation."""
    made: list[str] = []
    told = said_of(route)
    for field in holding.fields.values():
        if field.name in but:
            continue
        test = f"{row}.{field.name}"
        if field.type.choices:
            allowed, refused = _states(told, field.type.choices, holding)
            if allowed:
                made.append(" or ".join(f"{test} = {json.dumps(each)}" for each in allowed))
            elif refused:
                made.append(" and ".join(f"{test} != {json.dumps(each)}" for each in refused))
        elif field.type.kind == "boolean":
            wanted = _truth(told, field, holding)
            if wanted is not None:
                made.append(test if wanted else f"not({test})")
    return made


def wanted_children(route: Route) -> list[tuple[str, int]]:
    """Things that a row must have some of: "without items", "at least 3 players"."""
    found = []
    for said in said_of(route):
        for number, noun in re.findall(rf"(?i)\bat least ({MANY}) (\w+)", said.text):
            found.append((noun, counted(number)))
        if said.failing or _NEVER.search(said.text):
            found += [(noun, 1) for noun in re.findall(r"(?i)\bwithout (?:any )?(\w+)", said.text)]
    return found


def whole_children(route: Route) -> list[tuple[str, str]]:
    """Things all of which must be so: "all games have a score", "every task is done"."""
    found = []
    for said in said_of(route):
        if not said.failing and not _ONLY.search(said.text):
            continue
        found += re.findall(
            r"(?i)\b(?:all|every|each)(?: of)?(?: its| the)? (\w+) (?:must |has to |have to )?"
            r"((?:have|has|is|are|be)\b[^,.;]*)",
            said.text,
        )
    return found


def _states(
    told: list[Said], choices: tuple[str, ...], holding: Holding
) -> tuple[list[str], list[str]]:
    allowed: list[str] = []
    refused: list[str] = []
    for said in told:
        for choice in choices:
            way = _way(said, _spoken(choice), holding)
            if way is True:
                allowed.append(choice)
            elif way is False:
                refused.append(choice)
    return list(dict.fromkeys(allowed)), [
        each for each in dict.fromkeys(refused) if each not in allowed
    ]


def _truth(told: list[Said], field: Field, holding: Holding) -> bool | None:
    bare = snaked(field.name).removeprefix("is_").removeprefix("has_")
    yes, no = OTHER_WORDS.get(bare.replace("_", ""), ((bare.replace("_", " "),), ()))
    for said in told:
        for words, value in ((yes, True), (no, False)):
            for word in words:
                way = _way(said, _spoken(word), holding)
                if way is not None:
                    return way is value
    return None


def _spoken(word: str) -> str:
    plain = re.escape(word.replace("_", " ")).replace(r"\ ", "[ _-]")
    return rf"(?i)(?<![\w/`\"-])[`\"']?{plain}s?[`\"']?(?![\w/])"


def _way(said: Said, pattern: str, holding: Holding) -> bool | None:
    """Whether a state is demanded (true) or ruled out (false) by a sentence; None for neither."""
    text = _MERELY.sub(r"\1", said.text) if said.failing else said.text
    match = re.search(pattern, text)
    if match is None:
        return None
    before, after = text[: match.start()], text[match.end() :]
    negated = bool(re.search(_NOT, before))
    if re.search(
        r"(?i)^[`\"']?[^.;]*\b(?:cannot|can't|never)\b[^.;]*\b(?:back )?to\b [`\"']?\w", after
    ):
        return None  # it depends on what it is to become
    if re.search(
        r"(?i)\b(?:to|into|as|become[s]?|then|sets? (?:it|the \w+) to|→|->)\s*(?:\w+ or )?$", before
    ):
        return None  # what it turns into
    if re.search(r"(?i)\bonly\b[^.;,]*\b(?:can|may|could)(?: still)? be [`\"']?$", before):
        return None  # "only running jobs can be finished": what is done to them
    unless = r"(?i)\bunless (?:it|the \w+|they) (?:is|are|was|were) (?:\w+ )?$"
    if said.failing and re.search(unless, before):
        return not negated
    if _DEED.fullmatch(before) and not _FAILS.match(after):
        return True  # "closes an open ticket: 403 for others"
    if said.failing and _FAILS_WHILE.search(before) and not _OTHERWISE.search(text):
        return negated  # "409 while it is on loan"
    only = _ONLY.search(before) or (_ONLY.search(after[:24]) and not said.failing)
    if only and not _NEVER.search(text):
        return not negated
    near = _near(before, after, holding)
    if _NEVER.search(text) and near:
        return negated
    if said.failing and near:
        return negated
    return None


def _near(before: str, after: str, holding: Holding) -> bool:
    """Whether a word is said of a thing of this kind, or of whatever a failure is about."""
    noun = re.escape(singular(holding.word).replace("_", " "))
    close = rf"(?i)^[`\"']?\s*(?:{noun}|one|ones|state|status)s?\b"
    said = (
        rf"(?i)\b(?:{noun}|it|one|that|which|who|they|status|state)s?\b[^.,;]*\b(?:is|are|was"
        rf"|been|has|in|not)\b[^.,;]*$"
    )
    begins = re.fullmatch(r"(?i)\W*(?:an? |the |any )?", before) is not None
    if begins and re.match(r"[`\"']?\s+\w+\b (?:can|cannot|may|must|never|is|are)\b", after):
        return True  # the things are called otherwise than in the path
    alone = (
        re.fullmatch(r"(?i)\W*(?:(?:is|are|if|when|the|an?|not|already|it)\W+)*", before)
        is not None
    )
    return bool(re.search(close, after) or re.search(said, before) or (alone and len(after) < 30))
