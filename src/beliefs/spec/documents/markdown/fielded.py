"""Bodies that a sentence tells by the names in it: "POST /join with the fields `a` and `b`"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
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
