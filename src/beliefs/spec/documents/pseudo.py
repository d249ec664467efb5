"""Schemas as people jot them down: `"string (required, 3-20 characters)"`, `integer, min 1`."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import ONE_OF, Property, Shape
from beliefs.spec.documents.keywords import said_unique
from beliefs.spec.documents.letters import PREFIX
from beliefs.spec.documents.spelling import spelled
from beliefs.spec.documents.words import plain
from beliefs.spec.numbers import MANY, in_digits
from beliefs.spec.types import Kind, Type

_TYPES: tuple[tuple[str, Kind], ...] = (
    (r"date-?time|timestamp|iso[- ]?8601( date ?time| timestamp)?|utc time", "datetime"),
    (r"(iso )?date|yyyy-mm-dd", "date"),
    (r"e-?mail( address)?", "email"),
    (r"url|uri|link", "url"),
    (r"uuid|guid", "uuid"),
    (
        r"integer|int|whole number|long|bigint|number of (?!decimals|digits)\w+|how many \w+",
        "integer",
    ),
    (r"number|float|double|decimal|numeric|money|real", "number"),
    (r"boolean|bool|true/false", "boolean"),
    (r"string|str|text|varchar|char", "string"),
    (r"object|map|dict|dictionary|record", "record"),
    (r"json|any|anything", "json"),
    (r"file|binary|upload", "file"),
)
_LIST = re.compile(
    r"(?i)\b(?:array|list)s?(?: of |<|\[)\s*([\w-]+)|\b(\w+)\[\]|^\[\s*(\w+)\s*\]?|\b(array|list)\b"
)
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
_UNIT = r"(?:chars?|characters?|letters?|symbols|long|in length)"


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
    choices = _choices(rest) or _listed(rest, name) or _glossed(rest, name)
    kind, item, typed = _kind(small, name)
    numbers = _numbers(rest) if kind in {"string", "integer", "number"} and not choices else ()
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
            rf"(?:[<>]=?|[≤≥]|\b(?:more|greater|less) than)\s*{_NUMBER}(?! ?{_UNIT})", small
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


def _kind(small: str, name: str) -> tuple[Kind, str, bool]:
    head = re.split(r"[(.;—–]|, ", small.replace("`", ""), maxsplit=1)[0]
    match = _LIST.search(head)
    if match:
        item = next((each for each in match.groups()[:3] if each), "")
        return "list", item, True
    for pattern, kind in _TYPES:
        if re.search(rf"(?:^|[\s<:|])(?:{pattern})s?(?:$|[\s>,?|:;])", head):
            finer = re.search(
                r"\b(?:valid |(?:must|has to) be an? |format:? ?|\()"
                r"(e-?mail|url|uri|uuid|date-time|datetime)\b",
                small,
            )
            named: dict[str, Kind] = {"mail": "email", "url": "url", "uri": "url", "uuid": "uuid"}
            day = re.search(r"\biso(?: 8601)? date\b(?![- ]?time)|yyyy-mm-dd", small)
            if kind == "string" and day:
                return "date", "", True
            if kind == "string" and finer:
                told = finer[1].replace("-", "")
                return (
                    next((to for word, to in named.items() if word in told), "datetime"),
                    "",
                    True,
                )
            if kind == "number" and (plain(name) == "id" or re.search(r"(_id|Id)$", name)):
                return "integer", "", True  # keys are counted
            return kind, "", True
    match = _LIST.search(small)
    if match and match[4] is None:
        return "list", next((each for each in match.groups()[:3] if each), ""), True
    for pattern, kind in _TYPES[:10]:
        if re.search(rf"\b(?:{pattern})\b", small):
            return kind, "", True
    if guessed(name) == "integer" and re.search(r"\brandom\b|\bhex\b|\bslug\b", small):
        return "string", "", True  # no number that is counted
    return guessed(name), "", False


def guessed(name: str) -> Kind:
    """The kind of a value that nothing is said about, by its name.

    >>> guessed("createdAt"), guessed("email"), guessed("title"), guessed("isDone")
    ('datetime', 'email', 'string', 'boolean')
    """
    bare = plain(name)
    if re.search(r"(_at|At)$", name) or bare == "timestamp":
        return "datetime"
    if bare.endswith("date"):
        return "date"
    if bare == "email":
        return "email"
    if bare in {"url", "website", "homepage"}:
        return "url"
    if bare in {"tags", "labels", "keywords"}:
        return "list"
    if re.match(r"(is|has)[_A-Z]", name) or bare in {"done", "completed", "active", "published"}:
        return "boolean"
    counted = {
        "credits",
        "points",
        "rating",
        "stars",
        "duration",
        "minutes",
        "days",
        "hours",
        "seats",
        "level",
        "votes",
    }
    counted |= {"page", "limit", "offset", "size", "skip"}
    counted |= {"id", "quantity", "stock", "count", "capacity", "year", "age", "pages", "score"}
    if re.search(r"(?i)(left|remaining|count|total|_(minutes|seconds|hours|days|weeks))$", name):
        return "integer"
    if re.search(r"^(?:free|available|remaining|taken|booked|used|open)_\w+s$", name) or re.search(
        r"s_(?:taken|free|booked|available|used|open|reserved)$", name
    ):
        return "integer"
    if bare in {
        "places",
        "perpage",
        "pagesize",
        "pagenumber",
        "itemsperpage",
        "seconds",
        "amountleft",
    }:
        return "integer"
    if bare in counted or (re.search(r"(_id|Id)$", name)):
        return "integer"
    measured = {"price", "amount", "cost", "balance", "average", "avg", "mean"}
    if bare in measured | {"budget", "fee", "km", "temperature", "salary"}:
        return "number"
    return "string"


_ONE = r"-?\d+(?:\.\d+)?"
_SOME = re.compile(
    r"(?i)^\W*(?:(?:an? )?(?:int(?:eger)?|number|whole number)\b[\s,:(]*)?"
    r"(?:must be |is |are )?(?:one of|either|enum|allowed:?|:)?\W{0,3}"
    rf"(?P<all>{_ONE}(?:\s*(?:\||,|/|\bor\b)+\s*{_ONE})+)"
    rf"(?!\s*(?:{_UNIT}|more\b|less\b|\d|%|[.-]\d))"
)


def _numbers(text: str) -> tuple[str, ...]:
    """The numbers that a value may be, where only some may.

    >>> _numbers("0 | 7 | 19, default 19"), _numbers("integer, one of 5, 10"), _numbers("1-5")
    (('0', '7', '19'), ('5', '10'), ())
    """
    match = _SOME.match(re.sub(r"(?i)^\W*in [\w%]+\W+", "", text))
    return tuple(re.findall(_ONE, match["all"])) if match else ()


_NEXT = frozenset({"the", "its", "this", "must", "not"})  # they begin another clause


def _choices(text: str) -> tuple[str, ...]:
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


def _listed(text: str, name: str) -> tuple[str, ...]:
    """Choices that only stand there, in marks, or as the states of a thing.

    >>> _listed("`open`, `paid`, `shipped`", "phase"), _listed("open / closed", "status")
    (('open', 'paid', 'shipped'), ('open', 'closed'))
    >>> _listed("first, last", "name")
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


def _glossed(text: str, name: str) -> tuple[str, ...]:
    """Choices of which each is explained where it stands.

    >>> _glossed("required: `in` (a delivery) or `out` (used up)", "way")
    ('in', 'out')
    """
    bare = _GLOSS.sub(r"\1\2\1", text)
    found = (_choices(bare) or _listed(bare, name)) if bare != text else ()
    return found if all(re.match(r"[A-Za-z]", each) for each in found) else ()


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
        (rf"{_NUMBER}\+ ?{_UNIT}", "low"),
        (rf"{_NUMBER}(?: ?{_UNIT})? or (?:more|greater|above|higher|longer)", "low"),
        (rf"{_NUMBER}(?: ?{_UNIT})? or (?:less|fewer|below|lower|shorter)", "high"),
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
