"""How far a value may go, in any words: "1450 or later", "nothing below zero", "max 120 chars".

A comparison and a word that refuses it come to its opposite: "years before 1450 are refused" is at
least 1450. Where two clauses say it twice, they must agree.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re


class Bounds(NamedTuple):
    """The least and the greatest value; `above` is one that is not reached itself."""

    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None


_N = r"(-?\d+(?:\.\d+)?)"
_UNIT = r"(?:characters?|chars?|letters?|symbols?)"
_LESS = "less|lower|smaller|fewer|earlier|older|shorter|cheaper"
_MORE = "more|greater|higher|larger|bigger|longer|later|newer"
_LEAST = r"min(?:imum|imal|length|\.)?|lowest|smallest|earliest|cheapest|lower (?:limit|bound)"
_MOST = r"max(?:imum|imal|length|\.)?|highest|largest|biggest|latest|longest|upper (?:limit|bound)"
_OF = "price|title|length|value|year|permitted|permissible|allowed|possible|has|of|is|being"
# What stands before a number, and what it makes of it.
_BEFORE = {
    ">=": (
        r">=|≥|at least",
        rf"not? (?:be )?(?:{_LESS}) than",
        r"not? (?:be )?(?:below|under|before)",
        rf"(?:{_LEAST})(?: (?:{_OF}))*:?",
        r"start(?:s|ing)? (?:at|from|with)|(?<!up )from",
    ),
    "<=": (
        r"<=|≤|at most",
        rf"not? (?:be )?(?:{_MORE}) than",
        r"not? (?:be )?(?:above|over|after)|(?:not|never)(?: to)? exceed",
        r"(?:not|never) goes? (?:above|over)",
        rf"(?:{_MOST})(?: (?:{_OF}))*:?",
        r"up to|until|stop at|within",
        r"(?:cap(?:ped)?|limit(?:ed)?)(?: \w+)? (?:at|to)|limit(?: is|:| of)",
    ),
    ">": (r">", rf"(?:{_MORE}) than", r"above|over|exceed(?:s|ing)?|after|beyond"),
    "<": (r"<", rf"(?:{_LESS}) than", r"below|under|before|prior to"),
}
# What stands behind one.
_BEHIND = {
    ">=": (
        rf"(?:or|and) (?:{_MORE}|above|up|upwards|over|onwards)|onwards",
        r"(?:itself )?is (?:the )?(?:earliest|first|lowest|smallest|minimum|lower limit)",
    ),
    "<=": (
        rf"(?:or|and) (?:{_LESS}|below|under)(?: zero)?",
        r"at (?:the )?most|tops|max(?:imum)?",
        r"(?:itself )?is (?:the )?(?:latest|last|highest|largest|maximum|longest|(?:upper )?limit)",
        r"and (?:that's it|no more)|no (?:longer|more)",
    ),
}
_BETWEEN = re.compile(
    rf"(?:between|from|range(?: of)?|within|anywhere from)? ?(?:\ba?n?\b )?\[?{_N} ?(?:and|to|up "
    rf"to|through|-|–|—|\.\.|,) ?{_N}\]?"
)
_AROUND = re.compile(rf"{_N} ?<=? ?[\w' ]+?<=? ?{_N}")
_REFUSED = re.compile(
    r"!=|turn(?:ed|s)? down|wrong|neither|refus|reject|invalid|forbidden|disallow|(?:not|n't|"
    r"never)(?: be| get)? (?:allow|accept|valid|permit|take|want|ok|let|possible)|"
    r"\bno\b|\bnothing\b|\bnobody\b|(?:don't|doesn't|can't|cannot|may not|must not|mustn't|never|"
    r"not)\b|makes no sense|is no\b|error"
)
_ELSE = re.compile(r"[,;]? ?\b(?:else|otherwise|or else)\b.*$")
_OPPOSITE = {">=": "<", "<": ">=", "<=": ">", ">": "<="}


def bounds_in(text: str, *, length: bool = False) -> Bounds | None:
    """The bounds that a text states, of a number or of how long a text is.

    >>> bounds_in("years before 1450 are refused")
    Bounds(least=1450.0, most=None, above=None, below=None)
    >>> bounds_in("titles over 120 characters are invalid", length=True)
    Bounds(least=None, most=120.0, above=None, below=None)
    """
    if length and not re.search(rf"\b{_UNIT}\b|length|\blong|empty|blank|short", text):
        return None
    if not length and re.search(rf"\b{_UNIT}\b|\blength|digit", text):
        return None
    text = _ELSE.sub("", text)
    # "zero or negative", "neither 0 nor less": whatever is not above zero.
    text = re.sub(
        r"(?:\b0|\bzero) (?:or|nor|and) (?:an? |any )?(?:negative|less|below|lower)(?: than 0| 0|"
        r" zero)?\b",
        "at most 0",
        text,
    )
    if re.search(r"\bnegative\b", text) and re.search(r"\b(?:0|zero)\b", text):
        text = re.sub(r"\bnegative\b", "at most 0", re.sub(r"\b(?:0|zero)\b", "", text))
    text = re.sub(r"\bnon-?negative\b", "at least 0", text)
    text = re.sub(r"\bnegative\b(?: numbers?| values?)?", "less than 0", text)
    text = re.sub(r"\b(?:strictly )?positive\b", "greater than 0", text)
    text = re.sub(
        r"\bexclusive (?:minimum|maximum):? ?", lambda e: ">" if "min" in e[0] else "<", text
    )
    if length:
        text = re.sub(
            r"\b(?:non-?empty|not be (?:empty|blank)|never (?:be )?(?:empty|blank))\b",
            "at least 1",
            text,
        )
        text = re.sub(r"\ban? empty (?:string|text)\b|\bempty string\b", "empty", text)
        text = re.sub(r"\bone (?=character)|\ba single (?=character)", "1 ", text)
        text = re.sub(r"\b(?:empty|blank)\b|\"\"", "less than 1", text)
    found: set[tuple[str, float]] = set()
    for part in _parts(text):
        found |= _compared(part)
    if length:
        found = {(rel, n) for rel, n in map(_whole, found) if (rel, n) != (">=", 0)}
    return _together(found)


_SO = re.compile(
    r"refus|reject|invalid|turned down|error|(?:not|n't)(?: be)? (?:valid|allow|accept|permit|"
    r"take|ok)"
)
_CUT = re.compile(
    r"[,;.](?= )|,? (?:and|but|so) (?=(?:not|no|never|nothing|anything|must|may|is|\d+ (?:itself|"
    r"is))\b)"
)


def _parts(text: str) -> list[str]:
    """The clauses of a text; one without a number belongs to the one before it."""
    found: list[str] = []
    for part in _CUT.split(text):
        if found and not re.search(r"\d", part):
            # "…, so it is refused" says what the clause before comes to; "…, not earlier" does not.
            found[-1] += f" {part}" if _SO.search(part) else ""
        else:
            found.append(part)
    return found


def _whole(told: tuple[str, float]) -> tuple[str, float]:
    """A comparison of whole numbers, as one that its bound holds for."""
    rel, number = told
    return {">": (">=", number + 1), "<": ("<=", number - 1)}.get(rel, told)


def _compared(part: str) -> set[tuple[str, float]]:
    found: list[tuple[str, float]] = []
    spans: list[tuple[int, int]] = []

    def take(match: re.Match[str], *told: tuple[str, float]) -> None:
        if all(match.end() <= start or match.start() >= end for start, end in spans):
            spans.append(match.span())
            found.extend(told)

    for each in _AROUND.finditer(part):
        take(each, (">=", float(each[1])), ("<=", float(each[2])))
    for each in _BETWEEN.finditer(part):
        take(each, (">=", float(each[1])), ("<=", float(each[2])))
    for rel, ways in _BEHIND.items():
        words = "|".join(ways)
        for each in re.finditer(rf"{_N} ?(?:{_UNIT} )?(?:{words})(?! than| ?-?\d|\w)", part):
            take(each, (rel, float(each[1])))
    for rel, ways in _BEFORE.items():
        words = "|".join(ways)
        for each in re.finditer(
            rf"(?<!\w)(\w+n't |not )?(?:{words})[ ]?(?:the |an? |year |length )*{_N}", part
        ):
            take(each, (_OPPOSITE[rel] if each[1] else rel, float(each[2])))
    told = {number for _, number in found}
    others = {float(each) for each in re.findall(rf"(?<![\w.]){_N}", part)}
    if found and any(min(abs(each - one) for one in told) > 1 for each in others):
        return {("?", 0)}  # a number that is no bound means something else
    bare = list(part)
    for start, end in spans:
        bare[start:end] = "\x00" * (end - start)
    # "between 1 and 500" that is refused would be two ranges: that is no bound.
    rest = "".join(bare).replace("\x00", "")
    if not _REFUSED.search(rest):
        return set(found)
    rels = {rel for rel, _ in found}
    if len(found) == 2 and rels == {">=", "<="}:
        return {("?", 0)}
    return {(_OPPOSITE[rel], number) for rel, number in found}


def _together(found: set[tuple[str, float]]) -> Bounds | None:
    """Bounds that agree, or none."""
    if not found or any(rel == "?" for rel, _ in found):
        return None
    by = {rel: {number for told, number in found if told == rel} for rel, _ in found}
    if (
        any(len(each) > 1 for each in by.values())
        or {">", ">="} <= by.keys()
        or {"<", "<="} <= by.keys()
    ):
        return None
    one = {rel: next(iter(each)) for rel, each in by.items()}
    return Bounds(one.get(">="), one.get("<="), one.get(">"), one.get("<"))
