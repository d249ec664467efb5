"""Texts that words describe: of which letters they are, how many, and how they begin."""

from __future__ import annotations

from beliefs.spec import patterns as re

_SORTS = (
    (r"(?:lower[- ]?case )?letters (?:from )?a(?:-|–| to )z", "a-z"),
    (r"(?:upper[- ]?case |capital )?letters (?:from )?A(?:-|–| to )Z", "A-Z"),
    (r"digits (?:from )?0(?:-|–| to )9", "0-9"),
    (r"lower[- ]?case (?:ascii |latin )?letters", "a-z"),
    (r"(?:upper[- ]?case|capital) (?:ascii |latin )?letters", "A-Z"),
    (r"(?:ascii |latin )?letters", "a-zA-Z"),
    (r"digits|numbers", "0-9"),
    (r"underscores", "_"),
    (r"hyphens|dashes", r"\-"),
    (r"dots|periods", "."),
    (r"spaces", " "),
    (r"a-z", "a-z"),
    (r"A-Z", "A-Z"),
    (r"0-9", "0-9"),
    (r"-", r"\-"),
    (r"_", "_"),
)


_ONE = "|".join(each for each, _ in _SORTS)


_LIST = rf"(?:{_ONE})(?:(?:,? (?:and|or|and/or) |, ?)(?:only )?(?:{_ONE}))*(?![\w])"


_LONG = r"(?:(\d+) ?(?:to|-|–|\.\.) ?(\d+)|(?:up to|at most) (\d+)|(?:exactly )?(\d+)) "


_SPELLED = re.compile(rf"(?:{_LONG})?(?:characters?,? (?:of |from |out of )?)?({_LIST})")


BEGINS = re.compile(
    r"(?i)(?:has to|must|should|needs? to) (?:begin|start) with "
    r"(\S+?)(?: or (?:with )?(\S+?))?[,.;]?(?=\s|$)"
)


# "must start with http://": no value that it has at first.
PREFIX = re.compile(
    r"(?i)\b(?:must|has to|have to|should|shall|needs? to|always) (?:start|begin)s? with\b|"
    r"\b(?:start|begin)s? with [`'\"]?[^\s`'\"]*(?:[^\w\s`'\".-]|[`'\"]? or [`'\"])"
)


def pattern_of(text: str) -> str:
    r"""The regular expression of the letters that a text lists; empty when it lists none.

    >>> pattern_of("2 to 20 lower case letters, digits or underscores")
    '[a-z0-9_]{2,20}'
    """
    found = _SPELLED.search(text)
    if found is None or not (found[1] or found[3] or found[4] or len(found[5].split()) > 1):
        return ""
    letters = ""
    rest = found[5]
    for words, chars in _SORTS:
        if re.search(rf"(?<![\w-])(?:{words})(?![\w-])", rest):
            letters += chars if chars not in letters else ""
            rest = re.sub(rf"(?<![\w-])(?:{words})(?![\w-])", " ", rest)
    letters = letters.replace(r"\-", "") + (r"\-" if r"\-" in letters else "")
    low, high = found[1] or found[4] or "1", found[2] or found[3] or found[4] or ""
    return f"[{letters}]{{{low},{high}}}"
