"""What running words say of a value right behind its name: "that is 1 unless given".

"a state which is open or shut and starts as open", "an email that must be unique": each is brought
into the form in which people jot such things down, one after the other. A clause that goes on with
anything else is not read here at all.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.limits import NUMBERS

_NUMBER = r"-?\d+(?:\.\d+)?"
_WORD = (
    r"(?!(?:an?|the|its|one|either|each|all|more|less|fewer|longer|null|empty|missing|above|over|"
    r"optional|required|unique|positive|nothing|something|not|left)\b)[\w-]+"
)
_CHOICE = rf"(?:\"[^\"]*\"|`[^`]*`|{_WORD})"
_VALUE = rf"(?:\"[^\"]*\"|`[^`]*`|{_NUMBER}(?!\w)|[A-Za-z][\w-]*)"
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
    r"not specified|nothing is given|none is given))"
)
_PIECES: tuple[tuple[str, str], ...] = (
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
            r"(?:may|can) be (?:left out|omitted|missing|absent)|need not be (?:given|there)|"
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
            rf"(?:{_BEING}|{_HAVING})(?:an? (?:whole |integer )?(?:number|integer) )?"
            rf"(?:between |from )?"
            rf"(?P<low>{_NUMBER})(?: \([^()]*\))? ?(?:to|and|-|–|\.\.) ?(?P<high>{_NUMBER})"
            rf"(?: \([^()]*\))?(?P<units>{_UNITS})"
        ),
        "{low} to {high}{units}",
    ),
    (
        (
            rf"{_BEING}(?:an? |in )?(?P<kind>whole number|integer|number|decimal number|decimal|"
            r"string|"
            r"text|boolean|bool|date|url(?! \()|email(?: address)?|uuid|timestamp|list of [a-z]+|"
            r"array of [a-z]+|valid (?:email|url|date)(?: address)?)"
        ),
        "{kind}",
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
_GOES_ON = re.compile(r"\s*(?:$|[,;:.()]|->|→|(?:and|plus|as well as)\b)")
_SAID = re.compile(rf"{_BEING}(?:one of|either|any of)\b")


class Quality(NamedTuple):
    """What is said of a value, as people jot it down, and where that ends."""

    jotting: str
    end: int


def qualified(text: str, at: int) -> Quality | None:
    """What stands behind a name of what it names; None where that is anything else.

    >>> qualified("a state which is open or shut and starts as open, and a size", 7)
    Quality(jotting='one of open or shut, default open', end=48)
    >>> qualified("a size and a shape", 6)
    >>> qualified("an email that must be unique, and a name", 8)
    Quality(jotting='unique', end=28)
    """
    led = _LED.match(text, at)
    loose = led is not None and led[0].strip() == ","
    if led is None or (loose and _is_name(text, led.end())):
        return None
    found = _pieces(text, led.end())
    # "a name, mail or phone" has three values; "a size, one of small or large" has one.
    bare = loose and found is not None and not _SAID.match(text, led.end())
    return None if bare and found is not None and found.jotting.startswith("one of") else found


def bracketed(text: str) -> str:
    """What stands in brackets behind a name, as a jotting; as it is where it is anything else.

    >>> bracketed("low, medium or high; medium by default")
    'one of low, medium or high, default medium'
    """
    found = _pieces(text.strip(), 0)
    return found.jotting if found and found.end == len(text.strip()) else text


def _is_name(text: str, at: int) -> bool:
    """Whether the next value begins at a place, and no word about the one before."""
    rest = text[at:]
    named = re.match(r"(?:(?:an?|the|its|and|optional|unique|required) )+[a-z]", rest)
    alone = re.match(r"[\w-]+(?=,| and |$)", rest)
    choice = re.match(rf"(?:{_CHOICE}, )*{_CHOICE},? or {_CHOICE}", rest)
    kind = re.match(r"an? (?:whole number|integer|number|decimal|boolean|list of|flag)\b", rest)
    return (bool(named) and not kind) or (bool(alone) and not choice)


def _pieces(text: str, at: int) -> Quality | None:
    """Everything that is said from a place on, piece by piece."""
    told: list[str] = []
    end = at
    while True:
        found = next(
            (
                (form, match)
                for pattern, form in _READ
                if (match := pattern.match(text, at)) and _GOES_ON.match(text, match.end())
            ),
            None,
        )
        if found is None:
            break
        form, match = found
        named = {name: _counted(each or "") for name, each in match.groupdict().items()}
        told.append(form.format(**named))
        end = match.end()
        joined = _JOINED.match(text, end)
        if joined is None or _is_name(text, joined.end()):
            break
        at = joined.end()
    return Quality(", ".join(told), end) if told else None


def _counted(word: str) -> str:
    """A word of a jotting, with digits for a number; how long something is goes without saying."""
    return str(NUMBERS.index(word)) if word in NUMBERS else word.removesuffix(" long")
