"""Pieces of a text that words have replaced or taken out: "every digit by `*`, save the last 4"."""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.computing.arguments import Given
from beliefs.spec.numbers import in_digits

# What pieces are called, and what fits them; the longest name that fits is meant.
_PIECES: dict[str, str] = {
    r"non-digits?|characters? (?:that (?:is|are) (?:not|no)|other than) (?:a )?digits?": "[^0-9]",
    r"non-alphanumeric characters?": r"[\W_]",
    r"(?:ascii )?digits?": "[0-9]",
    r"letters?": r"[^\W\d_]",
    r"vowels?": "[aeiouAEIOU]",
    r"consonants?": "[b-df-hj-np-tv-zB-DF-HJ-NP-TV-Z]",
    r"(?:runs?|sequences?|groups?) of (?:white ?space(?: characters?)?|spaces?|blanks?)"
    r"|(?:multiple|consecutive|repeated|several) (?:white ?spaces?|spaces?|blanks?)": r"\s+",
    r"white ?space(?: characters?)?": r"\s",
    r"(?:spaces?|blanks?)": " ",
    r"tabs?(?: characters?)?": r"\t",
    r"(?:line ?breaks?|new ?lines?(?: characters?)?|line feeds?)": r"\r?\n",
    r"(?:empty|blank) lines?": r"(?m)^[ \t]*(?:\n|\Z)",
    r"e-?mail addresses|e-?mail address|e-?mails?": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    r"(?:urls?|links?|web addresses|web address)": r"https?://[^\s<>\"]+",
    r"(?:phone|telephone) numbers?": r"(?<![\w+])\+?\d[\d ()/-]{5,}\d(?!\w)",
    r"(?:whole |decimal )?numbers?": r"-?\d+(?:\.\d+)?",
    r"punctuation(?: (?:marks?|characters?|signs?))?": r"[^\w\s]",
    r"html tags?|tags?": r"<[^<>]*>",
    r"hash ?tags?": r"#\w+",
    r"mentions?": r"(?<!\w)@\w+",
    r"(?:ip|ipv4) addresses|(?:ip|ipv4) address": r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])",
    r"characters?|signs?": r"[\s\S]",
}
_EACH = r"(?:(?:every|each|all|any)(?: of)?(?: the| single)? |the )?"
_WHERE = (
    r"(?: (?:in|of|from|within|found in) (?:the |a |this |your )?(?:given |whole |submitted )?"
    r"(?:text|input|string|body|message|line|sentence|it|value)s?\b)"
)
_PUT = (
    r"\b(?:replac|mask|hid|redact|censor|obscur|substitut|blank|cover|anonymi[sz]|turn)\w*(?: out)?"
)
_OUT = r"\b(?:remov|strip|delet|drop|eras|tak|leav)\w*(?: (?:out|off|away))?"
_BY = r"(?:with|by|into|to|as|through) (?:an? |the )?"
_SIGN = (
    r"`[^`]*`|\"[^\"]*\"|'[^']*'|[\[<({]+[\w ]+[\])>}]+|[^\w\s.,;`\"']+|single space|one space|"
    r"empty \w+|\w+"
)
_BUT = r",? ?(?:but|except|save|apart|other)(?: for| from| than)? "
_SIGNS = {
    **dict.fromkeys(("asterisk", "asterisks", "star", "stars"), "*"),
    **dict.fromkeys(("space", "spaces", "single space", "one space", "blank", "one blank"), " "),
    **dict.fromkeys(("hyphen", "hyphens", "dash", "dashes"), "-"),
    **dict.fromkeys(("underscore", "underscores"), "_"),
    **dict.fromkeys(("nothing", "empty string", "empty text"), ""),
    **dict.fromkeys(("dot", "dots", "period"), "."),
    **dict.fromkeys(("hash", "hashes"), "#"),
}


class Swap(NamedTuple):
    """A text in which pieces are replaced, and how many these are."""

    of: Given
    value: str
    many: str


class _Told(NamedTuple):
    """What is put in the place of a pattern, and how many stay at the beginning and the end."""

    pattern: str
    by: str
    first: str
    last: str


def swapped(prose: str, given: tuple[Given, ...]) -> Swap | None:
    """What words have done to pieces of the one text that is brought; None where nothing is said.

    >>> from beliefs.spec.types import Type
    >>> text = Given("text", "text", Type("string"), "T")
    >>> swapped("Replaces every vowel by `_`.", (text,)).value
    'replaced_in(input.text, "[aeiouAEIOU]", "_", 0, 0)'
    """
    whole = [each for each in given if each.fits == "T" and not re.search(_NAMED_SIGN, each.wire)]
    if len(whole) != 1:
        return None
    value, counts = f"input.{whole[0].name}", []
    clauses = [each.strip() for each in re.split(r"[.;:]+(?=\s|$)|\n", prose)]
    for clause in dict.fromkeys(clauses):
        for told in _clause(clause, given):
            pattern = json.dumps(told.pattern)
            many = f"count(findings_in({value}, {pattern}))"
            kept = " + ".join(each for each in (told.first, told.last) if each != "0")
            counts.append(f"if({many} > {kept}, {many} - ({kept}), 0)" if kept else many)
            value = f"replaced_in({value}, {pattern}, {told.by}, {told.first}, {told.last})"
    return Swap(whole[0], value, " + ".join(counts)) if counts else None


_NAMED_SIGN = r"(?i)^(?:mask|char\w*|sign|by|with|replacement|symbol|filler|mask_?char\w*)$"


def _clause(said: str, given: tuple[Given, ...]) -> tuple[_Told, ...]:
    """One clause, all of it behind its verb: "masks all but the last four digits with *"."""
    for out, verb in ((False, _PUT), (True, _OUT)):
        for found in re.finditer(f"(?i){verb}", said):
            told = _objects(said[found.end() :], given, out=out)
            if told:
                return told
            passive = re.fullmatch(
                r"(?i)(.*?),? (?:is|are|gets?|must be|be) ", said[: found.start()]
            )
            told = (
                _objects(f" {passive[1]}{said[found.end() :]}", given, out=out) if passive else ()
            )
            if told:
                return told
    becoming = re.fullmatch(r"(?i)(.*?) (?:becomes?|turns? into) (.*)", said)
    return _objects(f" {becoming[1]} by {becoming[2]}", given, out=False) if becoming else ()


def _objects(said: str, given: tuple[Given, ...], *, out: bool) -> tuple[_Told, ...]:
    """All that a verb is about: "phone numbers by [phone] and links by [url]"; or nothing."""
    found: list[_Told] = []
    while said.strip(" ,"):
        one = _object(said, given, out=out)
        if one is None:
            return ()
        told, said = one
        joined = re.match(r"(?i)(?:,? and|,)(?= )", said)
        if not joined and said.strip(" ,"):
            return ()
        found.append(told)
        said = said[joined.end() :] if joined else ""
    return tuple(found)


def _object(said: str, given: tuple[Given, ...], *, out: bool) -> tuple[_Told, str] | None:
    rest, kept = _after(f" {_EACH}", said), ("0", "0")
    if (spared := _spared(rest, given)) is not None:
        kept, rest = spared
    pattern, rest = _piece(rest)
    if not pattern:
        return None
    rest = _after(_WHERE, rest)
    if kept == ("0", "0") and (spared := _spared(rest, given)) is not None:
        kept, rest = _behind_piece(spared)
    by = '""'
    if not out:
        sign = re.match(rf"(?i) {_BY}({_SIGN})", rest)
        told = _sign(sign[1], given) if sign else None
        if sign is None or told is None:
            return None
        by, rest = told, _after(_WHERE, rest[sign.end() :])
        if kept == ("0", "0") and (spared := _spared(rest, given)) is not None:
            kept, rest = _behind_piece(spared)
    return _Told(pattern, by, *kept), rest


def _after(pattern: str, text: str) -> str:
    """What is behind a pattern that a text may begin with."""
    found = re.match(f"(?i){pattern}", text)
    return text[found.end() :] if found else text


def _piece(said: str) -> tuple[str, str]:
    """The pattern of the pieces that a text begins with, and what is behind them."""
    fits = [
        (found.end(), pattern)
        for name, pattern in _PIECES.items()
        if (found := re.match(rf"(?i) ?(?:{name})(?![\w-])", said))
    ]
    end, pattern = max(fits, default=(0, ""))
    return pattern, said[end:]


def _behind_piece(spared: tuple[tuple[str, str], str]) -> tuple[tuple[str, str], str]:
    """What is spared, past the word for it: "save for the last 4 *digits of the text*"."""
    kept, rest = spared
    _, rest = _piece(rest)
    return kept, _after(_WHERE, _after(" ?(?:of )?(?:them|these|those|ones?)", rest))


def _spared(said: str, given: tuple[Given, ...]) -> tuple[tuple[str, str], str] | None:
    """How many stay at the beginning and at the end, and what is said behind that."""
    found = re.match(f"(?i){_BUT}", said)
    if found is None:
        return None
    rest, kept = said[found.end() :], {"first": "0", "last": "0"}
    while told := re.match(
        r"(?i)(?:and )?(?:the )?(first|last)(?: and (last))?(?: `?(\w+)`?)?", rest
    ):
        many = _many(told[3], given)
        for each in (told[1], told[2]):
            if each:
                kept[each.lower()] = many or "1"
        rest = rest[told.end() if many else told.end(2 if told[2] else 1) :]
        if re.match("(?i) and (?:the )?(?:first|last)", rest):
            rest = rest.removeprefix(" ")
    return ((kept["first"], kept["last"]), rest) if set(kept.values()) != {"0"} else None


def _many(said: str | None, given: tuple[Given, ...]) -> str | None:
    """A number, or the input that says it."""
    if said is None:
        return "1"
    own = next((each for each in given if plain(each.wire) == plain(said)), None)
    if own is not None:
        return f"input.{own.name}" if "I" in own.fits else None
    return in_digits(said) if in_digits(said).isdigit() else None


def _sign(said: str, given: tuple[Given, ...]) -> str | None:
    """What is put there: an input, a sign by its name, or as it stands; None for mere words."""
    bare = said.strip("`\"'")
    own = next((each for each in given if plain(each.wire) == plain(bare)), None)
    if own is not None:
        return f"input.{own.name}" if own.fits == "T" else None
    if said.lower() in _SIGNS:
        return json.dumps(_SIGNS[said.lower()])
    return None if said == bare and re.match(r"[a-z]", said) else json.dumps(bare)
