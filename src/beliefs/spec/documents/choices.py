"""The values that a jotting says there are: words one of which it is, numbers."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plain

UNIT = r"(?:chars?|characters?|letters?|symbols|long|in length)"
_ONE = r"-?\d+(?:\.\d+)?"
_SOME = re.compile(
    r"(?i)^\W*(?:(?:an? )?(?:int(?:eger)?|number|whole number)\b[\s,:(]*)?"
    r"(?:must be |is |are )?(?:one of|either|enum|allowed:?|:)?\W{0,3}"
    rf"(?P<all>{_ONE}(?:\s*(?:\||,|/|\bor\b)+\s*{_ONE})+)"
    rf"(?!\s*(?:{UNIT}|more\b|less\b|\d|%|[.-]\d))"
)


def numbers_in(text: str) -> tuple[str, ...]:
    """The numbers that a value may be, where only some may.

    >>> numbers_in("0 | 7 | 19, default 19"), numbers_in("integer, one of 5, 10"), numbers_in("1-5")
    (('0', '7', '19'), ('5', '10'), ())
    """
    match = _SOME.match(re.sub(r"(?i)^\W*in [\w%]+\W+", "", text))
    return tuple(re.findall(_ONE, match["all"])) if match else ()


_NEXT = frozenset({"the", "its", "this", "must", "not"})  # they begin another clause


def choices_in(text: str) -> tuple[str, ...]:
    """The words of a jotting one of which a value is."""
    match = re.search(
        r"(?i)(?:\benum\b|\brequired:|one of|either|allowed(?: values)?|values|choices|must be)"
        r"\s*[:=]?\s*[\[({]?\s*"
        r"([`'\"]?[\w -]+[`'\"]?(?:\s*(?:[,|/]|or|and)+\s*[`'\"]?[\w-]+[`'\"]?)+)",
        text,
    )
    if not match:
        quoted = re.findall(r"[`'\"]([\w-]+)[`'\"]\s*(?:\||/|,|or\b)?", text)
        alike = re.search(r"[`'\"][\w-]+[`'\"]\s*(?:\||/|or)\s*[`'\"][\w-]+[`'\"]", text)
        if alike and len(quoted) > 1:
            return tuple(dict.fromkeys(quoted))
        match = re.search(r"^\s*\(?([a-z_-]+(?:\s*\|\s*[a-z_-]+)+)\)?", text)
        if not match or re.search(r"\bnull\b|\bstring\b|\bnumber\b", match[1]):
            return ()
    parts = re.split(r"\s*(?:[,|/]|\bor\b|\band\b)+\s*", match[1])
    if re.match(r"\d[\w-]* \w", parts[0].strip("`'\" ")):
        return ()  # "must be 1-5 characters, leading and trailing space is cut off" is a bound
    found = tuple(each.strip("`'\" []") for each in parts if each.strip("`'\" []"))
    if _NEXT.intersection(each.lower().split()[0] for each in found):
        return ()  # "must be free and the url must start with …"
    words = {"string", "required", "optional", "default", "null", "integer", "number"}
    words |= {"else", "otherwise", "if", "when"}  # what follows upon another value
    found = tuple(each for each in found if each.lower() not in words and " " not in each)
    if len(found) < 2 or any(re.fullmatch(r"\d+", each) for each in found):
        return ()
    return found


_WORD = r"[`'\"]?[a-z][\w-]*[`'\"]?"
_LISTED = re.compile(
    rf"\s*(?P<all>{_WORD}(?:\s*(?:,|/|\||;)\s*(?:or |and )?{_WORD}|\s+or\s+{_WORD})+)\s*"
    r"(?:[,;(–—-]|$)"
)
_SAYS_KIND = re.compile(
    r"(?i)\b(?:required|optional|mandatory|unique|string|text|integer|int|number|boolean|bool|date|"
    r"datetime|null|nullable|true|false|read-?only|default|not|auto|array|list|object|uuid|email)\b"
)


def listed_in(text: str, name: str) -> tuple[str, ...]:
    """Choices that only stand there, in marks, or as the states of a thing.

    >>> listed_in("`open`, `paid`, `shipped`", "phase"), listed_in("open / closed", "status")
    (('open', 'paid', 'shipped'), ('open', 'closed'))
    >>> listed_in("first, last", "name")
    ()
    """
    match = _LISTED.match(text)
    if match is None or _SAYS_KIND.search(match["all"]):
        return ()
    parts = [each for each in re.split(r"[\s,/|;]+(?:or |and )?", match["all"]) if each != "or"]
    marked = all(re.match(r"[`'\"]", each) for each in parts)
    if not marked and plain(name) not in {"status", "state"}:
        return ()
    return tuple(dict.fromkeys(each.strip("`'\"") for each in parts))


_GLOSS = re.compile(
    r"([`'\"])([\w-]+)\1\s*(?:\([^()`]*\)|(?:for|means|=) [^,;|`'\"]+?)"
    r"(?=\s*(?:[,;|/.]|\bor\b|\band\b|$))"
)


def glossed_in(text: str, name: str) -> tuple[str, ...]:
    """Choices of which each is explained where it stands.

    >>> glossed_in("required: `in` (a delivery) or `out` (used up)", "way")
    ('in', 'out')
    """
    bare = _GLOSS.sub(r"\1\2\1", text)
    found = (choices_in(bare) or listed_in(bare, name)) if bare != text else ()
    return found if all(re.match(r"[A-Za-z]", each) for each in found) else ()
