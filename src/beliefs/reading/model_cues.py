"""The words that show how a sentence means it: denial, doubt, question, bound, hearsay.

They keep a model from making up what changes a claim's sign, its confidence or its kind. Only
English is known here; about a sentence that shows another language each `may_…` says yes.
"""

from __future__ import annotations

import re

from beliefs.ledger.text import terms

_ENGLISH = frozenset(terms("the is are of to and be has have it we this that does do did"))
_ELSEWHERE = frozenset(
    terms(
        "che dans das dem den der di een ein eine el est et het il ist las le les los mit nicht"
        " niet non nous och que som sont sur und una une van wir zijn"
    )
)
_DENIAL = re.compile(
    r"\b(?:not|never|cannot|no longer|neither|nor|none|nobody|nothing)\b|n['’]t\b", re.IGNORECASE
)
_AGAINST = re.compile(
    r"\b(?:no|without|instead|rather|hardly|barely|except|contrary|stop\w*|ceas\w*|lack\w*|wrong"
    r"|false\w*|incorrect\w*|untrue|unlikely|impossib\w*|den(?:y|ie[sd])|doubt\w*|disprov\w*"
    r"|refut\w*|reject\w*|rul\w+ out|fail\w*|absent|missing|un\w{4,})\b",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:alleg|apparent|appear|arguabl|assum|believ|certain|chance|clear|confiden|could|definite"
    r"|doubt|expect|feel|guess|hop[ei]|imagin|likel|may\b|maybe|might|must|obvious|odds|often"
    r"|perhaps|possib|presum|probab|rare|reported|rumou?r|seem|should|sometim|sound|suggest|sure"
    r"|suspect|think|thought|tend|unclear|undoubt|unlikel|unsure|usual|would)|\d\s?%|\b[01]\.\d",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\?|\b(?:know\w*|unknown|un(?:clear|sure|certain|decided|resolved)|wonder\w*|whether|why|who"
    r"|how|what|which|when|where|open|missing|check|find out|figure out|investigate|tbd)\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"\b(?:or|over|but|not|instead|rather|versus|vs|between|among|either|pick\w*|cho[os]\w*"
    r"|select\w*|prefer\w*|option\w*|decid\w*|use[sd]?|using|switch\w*|settled?)\b",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"(?:\b(?:below|above|under|over|beyond|(?:less|more|fewer|greater|higher|lower) than|at least"
    r"|at most|up to|exceed\w*)|[<>≤≥])[\s=~]*(?:about |around )?\d",
    re.IGNORECASE,
)
_HEARSAY = re.compile(r"\b(?:says?|said|thinks?|believes?|according to)\b", re.IGNORECASE)


def denies(text: str) -> bool:
    """Whether a text says no in so many words.

    >>> denies("It isn't warm."), denies("It is noted.")
    (True, False)
    """
    return _DENIAL.search(text) is not None


def may_deny(sentence: str, text: str = "") -> bool:
    """Whether a sentence says no in any way that is not part of the text itself.

    >>> may_deny("The upload fails."), may_deny("The upload fails.", "The upload fails")
    (True, False)
    """
    if denies(sentence) and not denies(text):
        return True
    said = {match[0].lower() for match in _AGAINST.finditer(text)}
    found = (match[0].lower() for match in _AGAINST.finditer(sentence))
    return any(word not in said for word in found) or _is_elsewhere(sentence)


def may_hedge(text: str) -> bool:
    """Whether a text says how sure it is.

    >>> may_hedge("It is probably warm."), may_hedge("It is warm."), may_hedge("Es ist warm.")
    (True, False, True)
    """
    return _shows(_HEDGE, text)


def may_ask(text: str) -> bool:
    """Whether a text says that something is not known.

    >>> may_ask("Who owns the job?"), may_ask("It is done.")
    (True, False)
    """
    return _shows(_OPEN, text)


def may_choose(text: str) -> bool:
    """Whether a text picks one of several.

    >>> may_choose("We use tabs rather than spaces."), may_choose("It is warm.")
    (True, False)
    """
    return _shows(_CHOICE, text)


def bounds(text: str) -> bool:
    """Whether a text says that a number is more or less than another.

    >>> bounds("It takes less than 200 ms."), bounds("It takes 200 ms.")
    (True, False)
    """
    return _BOUND.search(text) is not None


def attributes(text: str) -> bool:
    """Whether a text says who says so.

    >>> attributes("Ana says it is warm"), attributes("It is warm")
    (True, False)
    """
    return _HEARSAY.search(text) is not None


def _shows(cue: re.Pattern[str], text: str) -> bool:
    return cue.search(text) is not None or _is_elsewhere(text)


def _is_elsewhere(text: str) -> bool:
    """Whether a text shows another language than English, by its letters or its small words."""
    words = set(terms(text))
    if words & _ENGLISH:
        return False
    return bool(words & _ELSEWHERE) or any(c.isalpha() and not c.isascii() for c in text)
