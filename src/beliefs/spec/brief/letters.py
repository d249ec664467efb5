"""Which characters a text may be made of: "2-12 chars of A-Z 0-9", "letters, digits and dashes"."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.said import Said

_CLASSES: tuple[tuple[str, str], ...] = (
    (r"(?:lower-?case|small|lower case) letters(?: a-z)?|a-z", "a-z"),
    (r"(?:upper-?case|capital|upper case|big) letters(?: A-Z)?|capitals|A-Z", "A-Z"),
    (r"letters|a-zA-Z", "A-Za-z"),
    (r"digits|0-9|numerals", "0-9"),
    (r"dash(?:es)?|hyphens?|minus signs?|-", "-"),
    (r"underscores?|_", "_"),
    (r"dots?|full stops?|\.(?=[\s,]|$)", "."),
    (r"spaces?|blanks?", " "),
)
_ONE = "(?:" + "|".join(f"(?:{pattern})" for pattern, _ in _CLASSES) + ")"
_N = r"\d+"
_ROW = re.compile(
    rf"(?:(?:(?:must |may )?(?:have |has |be )?(?P<a>{_N})(?: ?(?:-|to|and) ?(?P<b>{_N}))? (?"
    r":characters?|chars?)?(?: ?(?:out )?of| from)? ?)|(?P<only>only |(?:consists? of|made (?:up "
    r")?of) (?:only )?))?(?:the )?"
    rf"(?P<row>(?<![\w-]){_ONE}(?:(?:,? (?:and|or) |, ?| |/| ?\+ ?){_ONE}(?![\w]))*)(?: only)?(?"
    r"![\w])"
)


class Letters(NamedTuple):
    """The characters of a text as a pattern, and how many there may be."""

    pattern: str
    least: int | None = None
    most: int | None = None


def letters(told: Said) -> Letters | None:
    """Take out of a sentence which characters a text has.

    >>> letters(Said("3-20 letters or digits", ""))
    Letters(pattern='^[A-Za-z0-9]+$', least=3, most=20)
    """
    for found in _ROW.finditer(told.text):
        classes = [_class(each) for each in re.findall(_ONE, found["row"])]
        named = {each for each in classes if each in {"a-z", "A-Z", "A-Za-z", "0-9"}}
        if not named or (
            len(classes) < 2
            and not found["only"]
            and not re.fullmatch(r"a-z|A-Z|0-9", found["row"])
        ):
            continue
        told.drop(found)
        inner = "".join(sorted(dict.fromkeys(classes), key=lambda each: each == "-")).replace(
            ".", r"\."
        )
        return Letters(
            f"^[{inner}]+$",
            int(found["a"]) if found["a"] else None,
            int(found["b"] or found["a"]) if found["a"] else None,
        )
    return None


def _class(words: str) -> str:
    return next(chars for pattern, chars in _CLASSES if re.fullmatch(pattern, words))
