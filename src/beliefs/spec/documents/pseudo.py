"""Schemas as people jot them down: `"string (required, 3-20 characters)"`, `integer, min 1`."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.choices import UNIT, choices_in, glossed_in, listed_in, numbers_in
from beliefs.spec.documents.contract import ONE_OF, Property, Shape
from beliefs.spec.documents.keywords import said_unique
from beliefs.spec.documents.kinds import kind_told
from beliefs.spec.documents.letters import PREFIX
from beliefs.spec.documents.spelling import spelled
from beliefs.spec.numbers import MANY, in_digits
from beliefs.spec.types import Type

_THERE = re.compile(
    r"(?i)\b(?:must|has to|have to|needs to) (?:be )?(?:there|given|present|set|exist)\b"
)
_NUMBER = r"(-?\d+(?:\.\d+)?)"
RANGE = re.compile(r"\s*-?\d+(?:\.\d+)?\s*(?:\.\.|–|to)\s*-?\d+(?:\.\d+)?\s*")
# How fine a number may be told: no bound of the number itself.
DECIMALS = re.compile(
    r"(?i)(?:with )?(?:at most|up to|max(?:imum)?\.?|no more than|not more than)? ?"
    r"(?P<count>one|two|three|four|\d) (?:decimals?|digits after|fraction(?:al)? digits?)"
    r"(?: places?| the (?:decimal )?(?:point|comma))?"
)


# "weight in grams": a number, whatever it is called.
_MEASURED = re.compile(
    r"\bin (?:whole )?(?:cents?|euros?|dollars?|pounds?|minutes?|seconds?|milliseconds?|hours?|"
    r"days?|weeks?|kilo(?:gram|metre|meter)s?|kg|km|cm|mm|ml|grams?|met(?:re|er)s?|lit(?:re|er)s?|percent|"
    r"degrees)\b"
)
_FLAG = re.compile(
    r"\b(?:defaults?|starts? (?:as|at|with|out as))(?: to| is)? `?(?:true|false)\b|"
    r"\b(?:true|false) by default\b"
)


@dataclass(frozen=True, slots=True)
class Told:
    """What a jotting says of a value; `required` is None where it is silent."""

    shape: Shape
    required: bool | None = None
    default: str = ""
    read_only: bool = False
    write_only: bool = False
    unique: bool = False
    typed: bool = False  # it names a type

    def part(self, name: str, *, otherwise: bool = False) -> Property:
        """As a property; `otherwise` is whether it is required where nothing says so."""
        required = self.required if self.required is not None else otherwise and not self.default
        return Property(
            name,
            self.shape,
            bool(required) and not self.read_only,
            self.default,
            self.read_only,
            self.write_only,
            self.unique,
        )


# What rows begin with: "0 at first". That of every new one no request brings.
_AT_FIRST = re.compile(
    r"(?i)(true|false|(?<![\w.-])-?\d+(?:\.\d+)?|`[^`]+`|\"[^\"]*\") "
    r"(?:(?P<new>(?:for|in|on|of) (?:an? |the |every |each |all )?new\b)|at first\b|initially\b|"
    r"at the (?:start|beginning)\b|in the beginning\b|to (?:begin|start) with\b)"
)


def jotted(text: str, name: str = "") -> Told:
    """What a jotting says.

    >>> told = jotted("string (required, 3-20 characters)")
    >>> told.shape.type.min_length, told.shape.type.max_length, told.required
    (3, 20, True)
    >>> jotted("text, defaults to an empty string").default
    '""'
    >>> jotted("integer, min 1, default 5").default
    '5'
    >>> jotted("enum: low | high").shape.type.choices
    ('low', 'high')
    >>> jotted("how many people come, 0 if left out").shape.type.kind, jotted("in print").typed
    ('integer', False)
    """
    text = _THERE.sub("required", text.strip())
    pattern, rest = _pattern(text)
    small = rest.lower()
    choices = choices_in(rest) or listed_in(rest, name) or glossed_in(rest, name)
    kind, item, typed = kind_told(small, name)
    numbers = numbers_in(rest) if kind in {"string", "integer", "number"} and not choices else ()
    if numbers:
        whole = all(re.fullmatch(r"-?\d+", each) for each in numbers)
        kind, typed = "integer" if whole else "number", True
        text = f"{text}. {ONE_OF} {', '.join(numbers)}"
    if not typed and kind == "string" and RANGE.fullmatch(rest):
        kind, typed = "number" if "." in rest.replace("..", "") else "integer", True
    if (
        not typed
        and kind == "string"
        and re.search(r"\bdefaults?\b[^\w]*(?:to |is )?\d+\b(?!:)", small)
    ):
        kind, typed = "integer", True
    if (
        not typed
        and kind == "string"
        and re.search(
            rf"(?:[<>]=?|[≤≥]|\b(?:more|greater|less) than)\s*{_NUMBER}(?! ?{UNIT})", small
        )
    ):
        kind, typed = "number", True
    if not typed and kind == "string" and _MEASURED.search(small):
        kind, typed = "integer" if "cent" in small else "number", True
    if not typed and kind == "string" and _FLAG.search(small):
        kind, typed = "boolean", True
    shape = Shape(Type(kind), words=text)
    if kind == "list":
        inner = jotted(item) if item else None
        known = inner is not None and inner.typed
        shape = Shape(
            Type("list"),
            words=text,
            item=inner.shape
            if known and inner
            else (
                Shape(Type("string"), item)
                if item and not item[0].isupper()
                else Shape(Type("json"), item)
                if item
                else Shape(Type("string"))
            ),
        )
    if choices:
        shape = replace(shape, type=Type("string", choices=choices))
        typed = True
    else:
        shape = replace(shape, type=bounded(shape.type, small))
        if not pattern and re.search(r"\b(?:not|non|never)[- ](?:be )?(?:\w+ or )?blank\b", small):
            pattern = r"\S"
        if pattern and shape.type.kind == "string":
            shape = replace(shape, type=replace(shape.type, pattern=pattern))
            typed = True
    if re.search(r"\bnull(able)?\b|or null|\| ?null", small) and "not null" not in small:
        shape = replace(shape, type=replace(shape.type, nullable=True))
    return Told(
        shape,
        demanded(small),
        _default(text, shape.type),
        read_only=bool(
            re.search(
                r"read[- ]?only|auto[- ]?(generated|increment|set)?\b|generated|server[- ]set|"
                r"set by (the )?server|"
                r"assigned by|system[- ]set|\bpk\b|primary key|computed|calculated|"
                r"derived (?:by|from)|"
                r"the (?:service|server|system) (?:makes? up|generates|assigns)|"
                r"(?:set|made|filled in|chosen) by (?:the )?(?:service|system)",
                small,
            )
        )
        or bool((first := _AT_FIRST.search(text)) and first["new"]),
        write_only=bool(
            re.search(r"write[- ]?only|never returned|not returned|never shown", small)
        ),
        unique=said_unique(text),
        typed=typed,
    )


def _pattern(text: str) -> tuple[str, str]:
    """The regular expression that a jotting has, or says in words, and the text without it.

    >>> _pattern("string, pattern `^[a-z]+$`, required")
    ('^[a-z]+$', 'string, , required')
    """
    match = re.search(
        r"(?i)(?:pattern|regexp?|match(?:es|ing)?|format)\s*[:=]?\s*(?:`([^`]+)`|/(\^[^/]*)/|"
        r"(\^\S*\$))",
        text,
    ) or re.search(r"()()(?<![\w`])(\^\S+\$)", text)
    if match:
        found = (match[1] or match[2] or match[3] or "").strip("/")
        return (found if _compiles(found) else ""), text.replace(match[0], "")
    return spelled(text)


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


def bounded(kind: Type, small: str) -> Type:
    """Bounds of numbers, or of lengths."""
    small = small.replace("–", "-").replace("—", " - ").replace("≤", "<=").replace("≥", ">=")
    small = re.sub(
        rf"\b(at least|at most|up to|no more than|exactly|min|max) ({MANY})\b",
        lambda each: f"{each[1]} {in_digits(each[2])}",
        small,
    )
    small = re.sub(r"\b(min|max)\.", r"\1", small)
    small = DECIMALS.sub("", small)
    small = re.sub(r"(?<=\d) \([^()\d]+\)(?= (?:to|-|and) \d)", "", small)  # what a number means
    small = re.sub(r"^((?:var)?char|string|str|text)\((\d+)\)", r"\1, max \2", small)
    small = re.sub(r"^((?:var)?char|string|str|text)\{(\d+),(\d+)\}", r"\1, \2..\3", small)
    low = high = above = below = None
    between = re.search(rf"(?<![\w.]){_NUMBER}\s*(?:-|to|\.\.\.?|…|and)\s*{_NUMBER}", small)
    if between and not re.search(r"\d{4}-\d\d", small):
        low, high = float(between[1]), float(between[2])
    for pattern, which in (
        (
            (
                rf"(?:min(?:imum)?(?:[ _-]?length)?|at least|>=|no less than|from|"
                rf"minlength)\s*[:=]?\s*{_NUMBER}"
            ),
            "low",
        ),
        (
            (
                rf"(?:max(?:imum)?(?:[ _-]?length)?|at most|<=|up to|no more than|maxlength|"
                rf"under or equal)\s*[:=]?\s*{_NUMBER}"
            ),
            "high",
        ),
        (rf"(?:greater than|more than|above|(?<![-=])>(?!=))\s*{_NUMBER}", "above"),
        (rf"(?:less than|below|under|<(?![-=]))\s*{_NUMBER}", "below"),
        (rf"{_NUMBER}\+ ?{UNIT}", "low"),
        (rf"{_NUMBER}(?: ?{UNIT})? or (?:more|greater|above|higher|longer)", "low"),
        (rf"{_NUMBER}(?: ?{UNIT})? or (?:less|fewer|below|lower|shorter)", "high"),
    ):
        if match := re.search(pattern, small):
            value = float(match[1])
            low = value if which == "low" else low
            high = value if which == "high" else high
            above = value if which == "above" else above
            below = value if which == "below" else below
    if re.search(r"\bpositive\b", small) and kind.kind in {"integer", "number"}:
        above = 0.0 if low is None else above
    if re.search(r"non-?negative|(?:never|not|cannot be|must not be) negative", small):
        low, above = 0.0, None
    if re.search(r"non-?empty|not empty|must not be (?:empty|blank)", small) and (
        kind.kind in {"string", "list"}
    ):
        low = 1.0 if low is None else low
    if kind.kind in {"string", "list", "email", "url"}:
        low = above + 1 if above is not None else low
        high = below - 1 if below is not None else high
        return replace(kind, min_length=_int(low), max_length=_int(high))
    if kind.kind in {"integer", "number"}:
        return replace(
            kind, minimum=_num(low), maximum=_num(high), above=_num(above), below=_num(below)
        )
    return kind


def _int(value: float | None) -> int | None:
    return int(value) if value is not None else None


def _num(value: float | None) -> float | None:
    return int(value) if value is not None and value == int(value) else value


def demanded(small: str) -> bool | None:
    """Whether a jotting says that a value must be given; None where it says nothing."""
    free = r"\boptional\b|not required|\(opt\)|required: ?(no|false)|\bleave (?:it|them) out\b"
    if re.search(free, small):
        return False
    if re.search(r"\brequired\b|\bmandatory\b|\bmust be (given|present)\b|\*\*\*", small):
        return True
    return None


def _default(text: str, kind: Type) -> str:
    text = PREFIX.sub("", text)
    silent = re.search(
        r"(?i)[`'\"]?([\w.-]+)[`'\"]? (?:when|if|unless) (?:it is )?(?:not given|omitted|left "
        r"out|missing|absent|"
        r"not set|given|set|unset)",
        text,
    )
    match = silent or re.search(
        r"(?i)\b(?:defaults?|initially|initial|starts? (?:as|at|with|out as)|begins as)\b(?: "
        r"value)?"
        r"(?: is| to|:|=)?\s*[:=]?\s*(?:an? |the )?(\[\]|`[^`]+`|\"[^\"]*\"|"
        r"'[^']*'|[\w.+-]+(?::\d\d)*)",
        text,
    )
    match = match or _AT_FIRST.search(text)
    usual = re.search(r"(?i)(?<![\w.-])[`'\"]?([\w.-]+)[`'\"]? by default\b", text)
    if not match and usual and (kind.kind != "string" or usual[1] in kind.choices):
        match = usual
    if not match:
        return ""
    raw = match[1].strip("`")
    value = raw.strip("\"'")
    if value.lower() in {"null", "none", "now", "current", "today"}:
        return ""
    if kind.kind in {"integer", "number"}:
        return value if re.fullmatch(r"-?\d+(\.\d+)?", value) else ""
    if kind.kind == "boolean":
        return value.lower() if value.lower() in {"true", "false"} else ""
    if kind.kind == "list":
        return "[]" if raw == "[]" or value == "empty" else ""
    if kind.kind in {"json", "record"}:
        return ""
    return json.dumps("" if value == "empty" else value)


# Values in JSON: examples, or jottings in the place of values.
