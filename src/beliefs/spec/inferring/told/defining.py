"""Words that a document defines: "when the card has 10 stamps it is full"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.words import snaked
from beliefs.spec.inferring.told.settings import Row, Setting, whole

_DEFINED = (
    re.compile(
        r"(?i)(?:when|once|if|as soon as) (?P<test>.+?),? (?:it|the \w+) is (?P<word>\w+)\b.*"
    ),
    re.compile(
        r"(?i)(?:an?|the|every) (?P<noun>[\w-]+) is (?P<word>\w+) (?:with|at|when it has|"
        r"once it has|if it has) (?P<many>\d+) (?P<what>\w+)"
    ),
    re.compile(
        r"(?i)(?:an?|the|every) (?P<noun>[\w-]+) is (?P<word>\w+) (?:when|once|if) (?P<test>.+)"
    ),
)


def defined_states(setting: Setting, row: Row) -> dict[str, str]:
    """States of a row that sentences define, with what they say."""
    found: dict[str, str] = {}
    texts = [setting.route.words, setting.writer.contract.summary]
    texts += [text for _, text in setting.writer.contract.prose]
    texts += [each.words for each in row.holding.routes]
    for sentence in dict.fromkeys(one for text in texts for one in sentences(text)):
        if definition := definition_in(whole(sentence), row):
            found.setdefault(*definition)
    return found


def definition_in(sentence: str, row: Row) -> tuple[str, str] | None:
    """The word that a sentence defines, and how."""
    for pattern in _DEFINED:
        match = pattern.fullmatch(sentence)
        if match is None:
            continue
        told = match.groupdict()
        noun = told.get("noun")
        if noun and snaked(noun) != snaked(row.holding.word):
            continue
        test = told.get("test") or f"it has at least {told['many']} {told['what']}"
        return snaked(match["word"]), test
    return None
