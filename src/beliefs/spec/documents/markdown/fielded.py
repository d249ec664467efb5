"""Bodies that a sentence tells by the names in it: "POST /join with the fields `a` and `b`"."""

from __future__ import annotations

import re
from dataclasses import replace

from beliefs.spec.documents.markdown.drafts import Draft

_NAME = r"`\w+`(?: \([^)]*\))?"
_LIST = rf"{_NAME}(?:(?:, and |, or |, | and | or ){_NAME})*"
_LEAD = r"(?:an?|the|its|optional|optionally)"
_BRINGS = re.compile(
    r"(?i)\b(?:takes?|accepts?|expects?|needs?|sends?|sending|brings?|posting|with|and)"
    r"(?: (?:a|an|the|its|these|two|three|both|json|form|request|body|object|payload|with|of))*"
    rf"(?: fields?| keys?| properties)(?: called| named)?:? (?P<fields>{_LIST})"
    r"|\b(?:takes?|accepts?|expects?|sends?|sending|brings?)(?: (?:a|an|the|its|both|json|body|"
    rf"object|payload|with|of))* (?P<names>{_LIST})"
    rf"|\b(?:POST|PUT|PATCH) \S+ (?:with|sending)(?: (?:their|his|her|your|\w+['’]s?|{_LEAD}))* "
    rf"(?P<behind>(?:{_LEAD} )*{_NAME}(?:(?:, and |, | and )(?:{_LEAD} )*{_NAME})*)"
)
_ANSWERS = re.compile(r"(?i)\b(?:answer|return|respond|give|repl)\w*\b|→|->")
_SAME = re.compile(
    r"(?i)\b(?:takes?|accepts?|expects?|needs?|with|has|sends?|wants?) (?:exactly )?the same "
    r"(?:json |request |two |three |four )*(?:fields?|body|payload|input|keys|object)\b"
)
_WORD = r"(?:(?:an?|the|its|his|her|their) )?[a-z]\w*"
_PLAIN = re.compile(
    r"^[\s,]*(?:with|sending|sends|takes|taking|gets|accepts|expects|wants|needs)"
    rf"(?: the)?(?: json)?(?: fields?| body)?:? (?P<names>{_WORD}(?: \([^()]*\))?"
    rf"(?:(?:, and |, | and ){_WORD}(?: \([^()]*\))?(?=[\s,]|$))*)(?: (?:as|in) (?:a )?"
    r"(?:json|JSON)(?: body)?)?(?=[\s,:]*$|[\s,]+(?:and |always |it |then )*"
    r"(?:answer|return|repl|respond|give|"
    r"create|make|add|store|save|log|regist|replace|change|set|send)\w*\b|"
    r"[\s,]*(?:->|→)|,? or \d{3}\b)"
)
_NO_FIELDS = {"same", "body", "json", "fields", "field", "status", "nothing", "no", "it", "them"}
_NO_FIELDS |= {"all", "one", "both", "query", "header", "object", "array", "list", "file", "files"}
_VERBS = re.compile(r"^(?:answer|return|replie|respond|give|create|make|add|store|save|replace)s$")
# A record that stands right behind a route is what it is brought.
BEHIND = re.compile(
    r"\b(?:POST|PUT|PATCH) \S+`? (?:with|and)(?: (?:a|an|the|json|body|object))*\s*`?$"
)


def told_fields(sentence: str) -> str:
    """The list of names that a request is brought; empty where a sentence tells none.

    >>> told_fields("A person joins with POST /join and the JSON fields `name` and `code`.")
    '`name` and `code`'
    >>> told_fields("The answer has the fields `id` and `name`.")
    ''
    """
    found = _BRINGS.search(sentence)
    if found is None or _ANSWERS.search(sentence[: found.start()]):
        return ""
    return found["fields"] or found["names"] or found["behind"]


def plain_fields(text: str) -> tuple[dict[str, str], int]:
    """The names right behind a route, each with what brackets say of it, and where they end.

    >>> plain_fields(" with email and password (8 characters or more) creates an account")
    ({'email': '', 'password': 'at least 8 characters'}, 46)
    >>> plain_fields(" with the same two fields answers 200")
    ({}, 0)
    """
    found = _PLAIN.match(text)
    if found is None:
        return {}, 0
    parts = re.findall(rf"({_WORD})(?: \(([^()]*)\))?(?:, and |, | and |$)", found["names"])
    told = {name.rsplit(" ", 1)[-1]: _bounded(more) for name, more in parts}
    if any(name in _NO_FIELDS or _VERBS.match(name) for name in told):
        return {}, 0
    return told, found.end()


def _bounded(text: str) -> str:
    """What is in brackets behind a name, with bounds as descriptions have them."""
    told = re.sub(r"^again,? ", "", text)
    return re.sub(r"\b(\d+) (\w+) or (?:more|longer)\b", r"at least \1 \2", told)


def same_again(sentence: str, here: list[Draft], drafts: list[Draft]) -> None:
    """Let routes bring what the one before them does, where a sentence says so."""
    if not _SAME.search(sentence) or re.search(r"(?i)\bsame\b[^.]*\bas\b", sentence):
        return
    first = min((drafts.index(each) for each in here if each in drafts), default=0)
    before = [each for each in drafts[:first] if each.body or each.told or each.fields]
    for draft in here if before else ():
        if not (draft.body or draft.told or draft.fields):
            draft.body = before[-1].body
            draft.told = dict(before[-1].told)
            draft.fields = {name: replace(each) for name, each in before[-1].fields.items()}
