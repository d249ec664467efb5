"""What running words say of a value right behind its name: "that is 1 unless given".

"a state which is open or shut and starts as open", "an email that must be unique": each is brought
into the form in which people jot such things down, one after the other. A clause that goes on with
anything else is not read here at all.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.numbers import NUMBERS, in_digits

_NUMBER = r"-?\d+(?:\.\d+)?"
_WORD = (
    r"(?!(?:an?|the|its|one|either|each|all|more|less|fewer|longer|null|empty|missing|above|over|"
    r"optional|required|unique|positive|nothing|something|not|left)\b)[\w-]+"
)
_CHOICE = rf"(?:\"[^\"]*\"|`[^`]*`|{_WORD})"
_EMPTY = r"(?:an )?empty (?:string|text)"
_VALUE = rf"(?:\"[^\"]*\"|`[^`]*`|{_EMPTY}|{_NUMBER}(?!\w)|[A-Za-z][\w-]*)"
_UNITS = (
    r"(?: (?:characters?|chars|letters?|cents?|euros?|dollars?|minutes?|seconds?|hours?|days?|"
    r"items?|entries|elements|grams?|kg|km|percent|%))?(?: long)?"
)
_MANY = rf"(?:{_NUMBER}|{'|'.join(NUMBERS)})"
_BEING = (
    r"(?:(?:is|are|being|must be|has to be|have to be|needs to be|should be|may be|can be|"
    r"can only be|will be) )?(?:always )?"
)
_HAVING = r"(?:(?:must have|has|have|may have|can have|having|with|of) )?"
_SILENT = (
    r"(?:unless (?:(?:said|told|stated) otherwise|otherwise (?:given|set|stated|specified)|given|"
    r"set|stated|specified|something else is (?:given|said|sent)|one is given|it is given)|"
    r"by default|"
    r"at first|initially|at the (?:start|beginning)|to (?:start|begin) with|in the beginning|"
    r"(?:if|when) (?:it is |it's |they are )?(?:not given|missing|left out|omitted|absent|not set|"
    r"not specified|nothing(?: else)? is (?:given|said|sent)|none is given))"
)
_PIECES: tuple[tuple[str, str], ...] = (
    (rf"{_BEING}(?:either )?(?:true or false|false or true|true/false)", "boolean"),
    (rf"{_BEING}(?P<value>{_VALUE}) {_SILENT}", "default {value}"),
    (
        (
            r"(?:starts?|begins?|is set|starting|beginning)(?: out| off)?"
            r"(?: as| at| with| from| to)? "
            rf"(?P<value>(?!as\b|at\b|with\b){_VALUE})(?: {_SILENT})?"
        ),
        "default {value}",
    ),
    (
        (
            r"(?:is |which )?(?:with |has )?(?:an? |its )?(?:defaults?|defaulting|default value)"
            rf"(?: to| of| is|:|=)? (?P<value>{_VALUE})"
        ),
        "default {value}",
    ),
    (rf"initially (?P<value>{_VALUE})", "default {value}"),
    (
        (
            rf"{_BEING}(?:one of|either|any of)(?: the (?:values|words))?:? "
            rf"(?P<these>(?:{_CHOICE}, )*{_CHOICE},? (?:and|or) {_CHOICE})"
        ),
        "one of {these}",
    ),
    (
        rf"{_BEING}(?P<these>(?:{_CHOICE}, )+{_CHOICE},? or {_CHOICE}|{_CHOICE} or {_CHOICE})",
        "one of {these}",
    ),
    (rf"{_BEING}(?:optional|not required|not mandatory)", "optional"),
    (
        (
            r"(?:it |which )?(?:is|becomes|counts as|will be|stays) then "
            rf"(?P<value>{_VALUE})"
        ),
        "default {value}",
    ),
    (
        (
            r"(?:(?:is |are )?(?:written|given|formatted) )?(?:(?:as|like|in the (?:form|"
            r"format)) )?"
            r"(?:an? )?(?:\"?\d{4}-\d\d-\d\d\"?|(?:YYYY|yyyy)-(?:MM|mm)-(?:DD|dd))"
        ),
        "date",
    ),
    (
        (
            r"(?:there (?:must|may) be )?(?:no (?:duplicates?|two alike)|no two [a-z ]+? the same)"
            r"(?P<case>(?:,? (?:regardless of|ignoring|whatever the) (?:upper (?:and|or) lower "
            r")?case)?)"
            r"(?P<else>(?:(?:,| -| –| =| →| ->) 409(?: otherwise| if so)?)?)"
        ),
        "unique{case}{else}",
    ),
    (rf"(?:{_BEING}|{_HAVING})(?P<count>{_NUMBER}) or (?:more|greater|higher)", "at least {count}"),
    (
        (
            r"(?:may|can) be (?:left out|omitted|missing|absent)|need not be (?:given|there|sent)|"
            r"if (?:any|given|known|there is one)"
        ),
        "optional",
    ),
    (rf"{_BEING}(?:required|mandatory|needed|obligatory)|must be (?:given|present)", "required"),
    (rf"{_BEING}unique(?: (?:among|across) all(?: [a-z]+)?)?|must not repeat", "unique"),
    (
        (
            rf"{_BEING}(?:non-empty|nonempty|not empty|not blank)|"
            r"(?:must not|may not|cannot|can't) be "
            r"(?:empty|blank)"
        ),
        "non-empty",
    ),
    (
        rf"{_BEING}(?P<sign>[<>]=?|[≤≥]) ?(?P<count>{_NUMBER})(?P<units>{_UNITS})",
        "{sign} {count}{units}",
    ),
    (rf"{_BEING}(?:a )?positive(?: number)?", "positive number"),
    (rf"{_BEING}(?:a )?positive (?:integer|whole number)", "positive integer"),
    (
        (
            rf"{_BEING}(?:non-negative|never negative|not negative)|"
            r"(?:must not|may not|cannot|can't) "
            rf"be (?:negative|below (?:0|zero)|less than (?:0|zero))|{_BEING}(?:0|zero) or more"
        ),
        "number, non-negative",
    ),
    (
        (
            rf"(?:{_BEING}|{_HAVING})(?P<how>at least|at most|up to|no more than|exactly|"
            r"max\.?|min\.?|"
            rf"more than|greater than|less than|above|below) (?P<count>{_MANY})(?P<units>{_UNITS})"
        ),
        "{how} {count}{units}",
    ),
    (
        (
            rf"(?:must not|may not|cannot|can't|not) be (?:longer|more|larger|greater|higher) than "
            rf"(?P<count>{_MANY})(?P<units>{_UNITS})"
        ),
        "at most {count}{units}",
    ),
    (
        (
            rf"(?:{_BEING}|{_HAVING})(?:an? (?P<kind>(?:whole |integer )?(?:number|integer) ))?"
            rf"(?:between |from )?"
            rf"(?P<low>{_NUMBER})(?: \([^()]*\))? ?(?:to|and|-|–|\.\.) ?(?P<high>{_NUMBER})"
            rf"(?: \([^()]*\))?(?P<units>{_UNITS})"
        ),
        "{kind}{low} to {high}{units}",
    ),
    (
        (
            rf"{_BEING}(?:an? |in )?(?P<how>(?:(?:short|plain|free|single|simple|valid|non-empty|"
            r"nonempty|non-negative|positive|unique|optional|required|any|iso) )*)"
            r"(?P<kind>whole number|integer|int|float|number|decimal number|decimal|string|text|"
            r"boolean|bool|date|url(?! \()|email(?: address)?|uuid|timestamp|list of [a-z]+|"
            r"array of [a-z]+)s?"
        ),
        "{how}{kind}",
    ),
    (rf"{_BEING}(?:a )?(?:flag|true or false|truth value)", "boolean"),
)
_READ = tuple((re.compile(f"(?:{pattern})(?![\\w-])"), form) for pattern, form in _PIECES)
_LED = re.compile(
    r",?\s+(?:that|which)\s+(?:also )?|,\s+|\s+(?=(?:of|with|between|from|greater|"
    r"more|less|above|below|at|up|no|defaulting|starting|in) )"
)
_JOINED = re.compile(
    r",?\s+(?:and|but)\s+(?:which |that |it )?(?:also )?|,\s+(?:which |that )?|;\s+"
)
# A bound right behind a kind: "a whole number of at least 1", "a number that may not be negative"
_BOUND_ON = re.compile(
    r"\s+(?:that |which )?(?=(?:of|with|between|from|greater|more than|less than|above|below|at "
    r"(?:least|most)|up to|no (?:more|longer)|not|must|may|is|has|\d)\b|[<>≤≥])"
)
_GOES_ON = re.compile(r"\s*(?:$|[,;:.()]|->|→|(?:and|plus|as well as)\b)")
_SAID = re.compile(rf"{_BEING}(?:one of|either|any of)\b")


class Quality(NamedTuple):
    """What is said of a value, as people jot it down, and where that ends."""

    jotting: str
    end: int


def qualified(text: str, at: int, *, bare: bool = False) -> Quality | None:
    """What stands behind a name of what it names; None where that is anything else.

    Where names stand `bare`, without "a" or "the", "a text" behind one says what it is.

    >>> qualified("a state which is open or shut and starts as open, and a size", 7)
    Quality(jotting='one of open or shut, default open', end=48)
    >>> qualified("a size and a shape", 6)
    >>> qualified("title, a short text, and price", 5, bare=True)
    Quality(jotting='short text', end=19)
    >>> qualified("an email that must be unique, and a name", 8)
    Quality(jotting='unique', end=28)
    """
    led = _LED.match(text, at)
    loose = led is not None and led[0].strip() == ","
    if led is None or (loose and _is_name(text, led.end(), bare=bare)):
        return None
    found = qualities(text, led.end())
    # "a name, mail or phone" has three values; "a size, one of small or large" has one.
    bare = loose and found is not None and not _SAID.match(text, led.end())
    return None if bare and found is not None and found.jotting.startswith("one of") else found


def bracketed(text: str) -> str:
    """What stands in brackets behind a name, as a jotting; as it is where it is anything else.

    >>> bracketed("low, medium or high; medium by default")
    'one of low, medium or high, default medium'
    """
    found = qualities(text.strip(), 0)
    return found.jotting if found and found.end == len(text.strip()) else text


def _is_name(text: str, at: int, *, bare: bool = False) -> bool:
    """Whether the next value begins at a place, and no word about the one before."""
    rest = text[at:]
    named = re.match(r"(?:(?:an?|the|its|and|optional|unique|required) )+[a-z]", rest)
    said = r"(?:non-?empty|required|optional|unique|mandatory|positive|non-negative)\b"
    alone = re.match(rf"(?!{said})[\w-]+(?=,| and | \(|$)", rest)
    choice = re.match(rf"(?:{_CHOICE}, )*{_CHOICE},? or {_CHOICE}", rest)
    kind = re.match(
        r"an? (?:(?:short|plain|positive|non-negative|non-empty|valid|single|required|optional) )*"
        rf"(?:whole number|integer|number|decimal|boolean|list of|flag{'|string|text|date' * bare})"
        r"\b"
        r"(?! (?:of (?!at|up|\d)|called|named|for)\b)",
        rest,
    )
    return (bool(named) and not kind) or (bool(alone) and not choice)


def qualities(text: str, at: int) -> Quality | None:
    """Everything that is said from a place on, piece by piece."""
    told: list[str] = []
    end = at
    while True:
        found = _piece(text, at)
        if found is None:
            break
        form, match = found
        named = {name: _counted(each or "") for name, each in match.groupdict().items()}
        told.append(form.format(**named))
        end = match.end()
        joined = _JOINED.match(text, end)
        if joined is None:
            joined = _BOUND_ON.match(text, end)
        elif _is_name(text, joined.end()):
            break
        if joined is None:
            break
        at = joined.end()
    return Quality(", ".join(told), end) if told else None


def _piece(text: str, at: int) -> tuple[str, re.Match[str]] | None:
    """The first piece that can be read at a place, with what goes on behind it."""
    for pattern, form in _READ:
        match = pattern.match(text, at)
        if match is None:
            continue
        bound = _BOUND_ON.match(text, match.end())
        if _GOES_ON.match(text, match.end()) or (bound and _piece(text, bound.end())):
            return form, match
    return None


def _counted(word: str) -> str:
    """A word of a jotting, with digits for a number; how long something is goes without saying."""
    if word.endswith(" case"):
        return " ignoring case"
    if word.endswith(("409", "409 otherwise", "409 if so")):
        return ", 409 otherwise"
    if re.fullmatch(_EMPTY, word):
        return '""'
    return in_digits(word.removesuffix(" long"))
