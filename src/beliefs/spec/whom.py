"""For whom a goal says that something is, and whether a Spec tells these people from others."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import notation
from beliefs.spec import patterns as re
from beliefs.spec.service import Spec

_OWNERS = {"owner", "author", "creator", "uploader", "poster", "writer"}
_ABOVE = {"admin", "administrator", "moderator", "manager", "staff", "editor", "librarian"}
_KNOWN = {"user", "people", "account", "caller", "customer"}
# Words that stand where people do, and are none.
_NOBODY = {"read", "write", "header", "letter", "digit", "number", "character", "order", "integer"}
_NOBODY |= {"list", "exist", "tree", "ever", "three", "free", "agree", "fixer", "minor", "error"}
_NOBODY |= {"filter", "parameter", "answer", "other", "after", "never", "offer", "paper", "folder"}
_PEOPLE = re.compile(
    r"(?i)(?:er|or|ant|ian|ist|ee|min|staff|member|user|student|nurse|guest|host)$"
)
_ONLY = re.compile(
    r"(?i)\b(?P<a>[a-z]{4,}?)s?(?P<more>(?:,? (?:and|or) (?:the |an? )?[a-z]{4,})?)[ -]only\b"
    r"|\bonly (?:for |by |to |the |an? |its |their )*(?P<b>[a-z]{4,}?)s?\b"
    r"(?! (?:of|is|are|in|with|one|that|if|when))"
)


def people_told(words: str) -> Iterator[str]:
    """Those whom a sentence says that something is for, each by one word.

    >>> list(people_told("DELETE /posts/{id} (admins only)")), list(people_told("read-only"))
    (['admin'], [])
    """
    for match in _ONLY.finditer(words):
        more = re.sub(r"(?i)^,? (?:and|or) (?:the |an? )?", "", match["more"] or "").rstrip("s")
        for name in (match["a"], more, match["b"]):
            word = (name or "").lower()
            if word and word not in _NOBODY and _PEOPLE.search(word):
                yield word


def lets_others(words: str, spec: Spec) -> str:
    """Whom a sentence is about that nothing built tells from others; empty when there is nobody."""
    effects = "\n".join(notation.write(each.effect) for each in spec.operations)
    for who in people_told(words):
        if not _told_apart(who, effects, spec):
            return who
    return ""


def _told_apart(who: str, effects: str, spec: Spec) -> bool:
    mine = bool(re.search(r"= me\.|\bme\.\w+ (?:=|in) |\bin me\.|me\.token", effects))
    if who in _OWNERS:
        return mine or "same_secret(" in effects
    if who in _KNOWN:
        return mine or any(each.needs for each in spec.operations)
    roles = {
        choice.lower()
        for entity in spec.entities
        for field in entity.fields
        for choice in field.type.choices
    }
    if who in roles:
        return bool(re.search(rf"(?i)me\.\w+ (?:=|in) [^\n]*\"{who}\"", effects))
    return mine and who not in _ABOVE
