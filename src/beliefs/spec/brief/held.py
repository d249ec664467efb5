"""What words say that a value may be: its kind, its bounds, whether it must be there."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.letters import letters
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.sketch import Sketch, scalar_of
from beliefs.spec.numbers import WORDS
from beliefs.spec.types import Field, Kind, Type

STRING = Type("string")
NOT_BLANK = r"\S"


@dataclass(slots=True)
class Held:
    """A named value, as far as it has been told."""

    name: str
    type: Type | None = None
    required: bool | None = None
    default: str | None = None  # JSON text
    unique: bool = False
    server: bool = False  # no request brings it
    start: str = ""  # what a new row has, as an expression
    hidden: bool = False
    folded: bool = False  # compared ignoring letter case
    nonzero: bool = False
    declared: bool = False  # by a schema, which says whether null may be sent
    shown: bool = False  # nothing but an answer has it
    of: str = ""  # the kind whose key it holds

    def field(self) -> Field:
        """As a field of an entity."""
        kind = self.type or named(self.name)
        if self.required is False and self.default in {None, "null"} and not kind.nullable:
            kind = replace(kind, nullable=True)
        default = "" if self.default in {None, "null"} else str(self.default)
        return Field(
            self.name,
            kind,
            self.required is not False and not default,
            default,
            self.unique,
            self.hidden,
        )


_N = r"(-?\d+(?:[.,]\d{3})*(?:\.\d+)?|zero|one|two|three|four|five|six|ten)"
_CHARS = r"(?:characters?|chars?|letters?|symbols?|signs?)(?: long)?"
_KINDS: tuple[tuple[str, Kind], ...] = (
    (
        (
            r"(?:an? )?(?:non-?empty )?(?:list|array)s? of (?:distinct )?(?:strings?|texts?|words|"
            r"names|tags|labels)"
        ),
        "list",
    ),
    (r"(?:an? )?(?:list|array)s? of (?:integers?|whole numbers?|numbers|ids?)", "list"),
    (r"\b(?:string|text|word|str)\[\]", "list"),
    (r"\blist\b(?! of)|\barray\b(?! of)", "list"),
    (
        (
            r"\b(?:ISO(?:[- ]?8601)? )?date-?times?\b|\bdatetimes?\b|\btimestamps?\b|\bISO[- ]?"
            r"8601(?"
            r": (?:date and time|moment|time))?(?:, (?:in )?UTC)?|\bmoment\b|\bdate and time\b"
        ),
        "datetime",
    ),
    (r"(?:like|e\.g\.?|such as|as in|written as) \d{4}-\d\d-\d\dT[\d:]+Z?", "datetime"),
    (r"(?:like|e\.g\.?|such as|as in|written as) \d{4}-\d\d-\d\d", "date"),
    (
        (
            r"\bdates?\b(?: (?:like|written as|as|in the form|of the form|format(?:ted)?(?: as)?))"
            r"? ?"
            r"\(?(?:YYYY-MM-DD|\d{4}-\d\d-\d\d)?\)?|\bYYYY-MM-DD\b|\ba day\b"
        ),
        "date",
    ),
    (r"\bwhole numbers?\b|\bintegers?\b|\bints?\b(?! the)", "integer"),
    (r"\bnumbers?\b(?! of)|\bfloats?\b|\bdecimals?\b|\bamount of money\b|\beuros?\b", "number"),
    (r"\bbool(?:ean)?s?\b|\btrue or false\b|\btrue/false\b|\bflag\b|\byes/no\b", "boolean"),
    (r"\b(?:an? )?(?:valid )?e-?mail(?: address(?:es)?)?\b", "email"),
    (r"\b(?:an? )?(?:valid )?(?:URLs?|web address)\b", "url"),
    (r"\buuids?\b", "uuid"),
    (r"\b(?:any|arbitrary|free(?:-form)?) (?:JSON )?objects?\b|\bJSON objects?\b", "record"),
    (r"\b(?:any|arbitrary|free) (?:JSON|object|value)\b|\bobject\b|\bJSON\b", "json"),
    (r"\bstrings?\b|\btexts?\b|\bstr\b|\bwords?\b", "string"),
)
_SERVER = re.compile(
    r"(?i)(?:assigned|set|given|made(?: up)?|generated|chosen|filled in|added|created) (?:out )?"
    r"by (?:the )?(?:server|service|system|us|you|backend)|"
    r"comes? from the server|auto(?:matic(?:ally)?|-?generated|-?assigned|-?increment\w*)?(?: (?"
    r":set|assigned|generated))?|read-?only|server-?(?:set|generated|assigned)|generated"
)
_OPTIONAL = re.compile(
    r"(?i)\boptional(?:ly)?\b|(?:may|can|could) be (?:left (?:out|away|empty)|omitted|missing|"
    r"null|absent|skipped)|not required|need not be (?:given|there|sent)|"
    r"if (?:i|they|you) (?:feel like it|like|want)(?: to)?|or null\b|\bnullable\b|null(?:able)? (?"
    r":when|if) (?:not given|none|missing|unknown|i gave none|left out|unset)|(?:and )?(?:are|is) "
    r"null then|doesn't have to be (?:there|given)"
)
_REQUIRED = re.compile(
    r"(?i)\b(?:is |are |both |all (?:of them )?)*(?:required|mandatory|compulsory|obligatory|"
    r"necessary)\b|(?:must|has to|have to) be (?:there|given|present|sent|set)|(?:is|are) (?:a "
    r"must|needed)|must not be missing|is needed|are both needed|all needed"
)
_EMPTY = re.compile(
    r"(?i)non-?empty\b|(?:must |may |can |should )?(?:not|never|n't|cannot) be (?:empty|blank)|"
    r"not (?:empty|blank)\b|(?:can't|mustn't|shouldn't) be (?:empty|blank)|(?:and )?(?:not )?(?"
    r":empty|blank) (?:is |ones are )?not (?:ok(?:ay)?|allowed|fine)|with something in it"
)
_UNIQUE = re.compile(
    r"(?i)\bunique\b(?: (?:across|among|per|in) [\w ]+)?|no two [\w ]+ (?:have|share|with) the "
    r"same(?: \w+)?|identifies the \w+"
)
_PATTERNS: tuple[tuple[str, str], ...] = (
    (
        (
            r"(?:must |has to |have to |needs to |should )?(?:starts?|begins?|starting|beginning) "
            r"with https?://? or https?://"
        ),
        r"^https?://\S+$",
    ),
    (r"(?:must |has to |should )?contains? (?:an )?(?:@|at sign)(?: sign)?", r"@"),
)


def describe(held: Held, told: Said) -> None:
    """Take out of a sentence what it says that a value may be."""
    mark = told.has(r"⟦\d+⟧")
    inner = told.sketch(mark[0]) if mark is not None else None
    if (
        mark is not None
        and inner is not None
        and (inner.parts or inner.rows)
        and not told.text[: mark.start()].strip(" ,:")
    ):
        held.type = typed(inner, held.name)
        told.drop(mark)
    told.take(r"(?:^|\b)(?:like|e\.g\.?|such as|for example) ⟪\d+⟫(?:(?:,| or|, or| and) ⟪\d+⟫)*")
    for pattern, starts in _ASIDES:
        if (found := told.has(pattern)) is not None:  # "invited (at first), coming or declined"
            value = json_of(found[1], told)
            told.text = f"{told.text[: found.start()]}{found[1]}{told.text[found.end() :]}"
            held.start, held.default = (
                (value or "", held.default) if starts else (held.start, value)
            )
    _presence(held, told)
    if (made := letters(told)) is not None:
        old = held.type or STRING
        held.type = replace(
            old,
            pattern=made.pattern,
            min_length=made.least or old.min_length,
            max_length=made.most or old.max_length,
        )
    for pattern, regex in _PATTERNS:
        if told.take(pattern):
            held.type = replace(held.type or STRING, pattern=regex)
            break
    _default(held, told)
    _choices(held, told)
    _kind(held, told)
    _length(held, told)
    _bounds(held, told)
    if held.type is None:
        held.type = _shown(held)


def _shown(held: Held) -> Type | None:
    """The type that a default or a first value shows."""
    value = held.default or held.start
    if value in {"true", "false"}:
        return Type("boolean")
    if re.fullmatch(r"-?\d+", value or ""):
        return Type("integer")
    return Type("list", item=STRING) if value == "[]" else None


# What names are, where nothing is said of them.
_NAMES: tuple[tuple[str, Kind], ...] = (
    (r"(?:\w+_)?(?:date|day|birthday|dob)|\w+Date|\w+_on", "date"),
    (
        r"\w+_at|\w+At|(?:\w+_)?(?:timestamp|deadline)|starts|ends|due_at|start_time|end_time",
        "datetime",
    ),
    (
        (
            r"(?:\w+_)?(?:count|quantity|qty|minutes|seconds|days|hours|age|year|stock|seats|"
            r"capacity|"
            r"stars|copies|pages|votes|likes|points|servings|people|level|priority|size|position|"
            r"plus|"
            r"guests|floor|places|slots|limit|calories|rating|score|reps|rounds|laps|beds|goals|"
            r"steps_taken|wins|losses)|\w+_(?:minutes|days|seconds|"
            r"hours)|"
            r"\w+Count|(?:num|number|max|min)_\w+"
        ),
        "integer",
    ),
    (
        (
            r"(?:\w+_)?(?:amount|price|cost|total|balance|fee|weight|height|distance|km|lat|lon|"
            r"lng|"
            r"latitude|longitude|temperature|percent|percentage|value|rate|salary|budget|tip|sum)|"
            r"\w+_(?"
            r":price|cost|percent)"
        ),
        "number",
    ),
    (
        (
            r"(?:is|has|can)_\w+|(?:is|has)[A-Z]\w+|done|completed|complete|active|enabled|"
            r"archived|"
            r"pinned|published|closed|paid|read|favou?rite|starred|available|public|checked|"
            r"returned|"
            r"confirmed|finished"
        ),
        "boolean",
    ),
    (
        (
            r"tags|labels|keywords|ingredients|options|choices|categories|steps|members|"
            r"participants|"
            r"genres"
        ),
        "list",
    ),
    (r"(?:\w+_)?ids", "list"),
)


def named(name: str) -> Type:
    """The type of a value of which only the name is told.

    >>> named("quantity").kind, named("due_date").kind, named("title").kind
    ('integer', 'date', 'string')
    """
    for pattern, kind in _NAMES:
        if re.fullmatch(pattern, name):
            if kind == "list":
                return Type("list", item=Type("integer") if name.endswith("ids") else STRING)
            return Type(kind)
    return STRING


_ASIDES = (  # the same word goes on
    (r"(⟪\d+⟫|\b[a-z_]\w*) \((?:at first|initially|to begin with|the first|when new)\)", True),
    (r"(⟪\d+⟫|\b[a-z_]\w*) \((?:the )?default\)", False),
)


def _presence(held: Held, told: Said) -> None:
    if told.take(_SERVER):
        held.server = True
    if told.take(_UNIQUE):
        held.unique = True
    if told.has(r"\bnot (?:optional|null)") or told.take(_REQUIRED):
        held.required = True
    if told.take(_OPTIONAL):
        held.required = False
    if found := told.take(_EMPTY):
        blank = NOT_BLANK if "blank" in found[0].lower() else ""
        if held.type is not None and held.type.kind == "list":
            held.type = replace(held.type, min_length=1)
        else:
            held.type = replace(
                held.type or STRING, min_length=1, pattern=(held.type or STRING).pattern or blank
            )
    if told.take(r"(?:non-?|not (?:be )?)blank"):
        held.type = replace(held.type or STRING, min_length=1, pattern=NOT_BLANK)


_VALUE = (
    r"(⟪\d+⟫|⟦\d+⟧|-?\d+(?:\.\d+)?|true|false|null|(?:an )?empty (?:string|text|list|object)|"
    r"today|now|[a-z_][\w-]*)"
)
_ABSENT = (
    r"(?:(?:if|when|where|unless) (?:it(?:'s| is)? )?(?:not (?:given|sent|set|specified|"
    r"provided|there)|none(?: is)? given|nothing is (?:given|said)|left out|missing|omitted|"
    r"absent|i gave none|given)|without it|otherwise)"
)
_DEFAULTS = (
    rf"(?:the )?default(?:s|ing)?(?: value)?(?: is| to|:|=)? {_VALUE}",
    rf"\(default:? ?{_VALUE}\)",
    rf"{_VALUE} (?:by default|is the default|as (?:the )?default)",
    rf"(?:is |are |it is |then )?{_VALUE},? {_ABSENT}",
    rf"(?:{_ABSENT}),? (?:it(?:'s| is)|take|use|they are called|it becomes|that's) {_VALUE}",
    rf"normally {_VALUE}",
    r"(?:¦|^) *\(?(?:then )?((?:an )?empty (?:string|text|list|object))(?: then| by default)?\)?",
)
_STARTS = (
    (
        r"(?:it )?(?:starts?|begins?|starting|beginning)(?: out)? (?:as|at|with|in) (?:state )?"
        rf"{_VALUE}"
    ),
    rf"(?:is )?(?:initially|at first|first|to begin with) {_VALUE}",
    (
        rf"{_VALUE} (?:at first|initially|to begin with|at the start|in the beginning|for new (?"
        r":ones|"
        r"\w+))"
    ),
)


def _default(held: Held, told: Said) -> None:
    if (
        held.required is None
        and (
            bare := told.has(
                r"^[\W¦]*(?:is|are|=)? ?(?P<v>null|false|0|true)(?: (?:at first|initially|first|"
                r"to begin with|for a new one))?[\W¦]*$"
            )
        )
        and not told.has(r"\bor null")
    ):
        held.start, held.server = bare["v"].lower(), True
        told.drop(bare)
        return
    for pattern in _DEFAULTS:
        found = told.has(pattern)
        value = json_of(next((x for x in found.groups() if x), ""), told) if found else None
        if found is not None and value is not None:
            told.drop(found)
            held.default, held.required = value, False
            return
    for pattern in _STARTS:
        found = told.has(pattern)
        value = json_of(next((x for x in found.groups() if x), ""), told) if found else None
        if found is not None and value is not None:
            told.drop(found)
            held.start, held.server = value, held.required is not True
            return


_NO_VALUE = frozenset(
    [
        "it",
        "is",
        "are",
        "the",
        "a",
        "an",
        "in",
        "as",
        "at",
        "to",
        "not",
        "if",
        "when",
        "required",
        "optional",
        "and",
        "or",
        "of",
        "with",
        "that",
        "this",
        "its",
        "which",
        "one",
        "any",
        "value",
        "set",
        "unique",
        "case",
        "of",
        "characters",
        "lowercase",
    ]
)


def json_of(text: str, told: Said) -> str | None:
    """A value that words name, as JSON text; None where they name none."""
    if text.startswith("⟪"):
        return json.dumps(told.quote(text), ensure_ascii=False)
    if text.startswith("⟦"):
        sketch = told.sketch(text)
        return None if sketch.parts or sketch.item else ("[]" if sketch.form == "list" else "{}")
    low = text.lower()
    if low in {"true", "false", "null"} or re.fullmatch(r"-?\d+(?:\.\d+)?", low):
        return low
    emptied = {"string": '""', "text": '""', "list": "[]", "object": "{}"}
    if (found := re.search(r"empty (string|text|list|object)", low)) is not None:
        return emptied[found[1]]
    if low in _NO_VALUE or low in {"today", "now"} or not low:
        return None
    return json.dumps(text, ensure_ascii=False)


_ONE = r"(?:⟪\d+⟫|[A-Za-z][\w-]*)"
_CHOICES = (
    (
        r"(?:(?:must be |is |are |either |always )*(?:one|any) of:? |either |enum:? ?|values?:? |(?"
        rf":must|can|may) (?:only )?be (?:either )?)\(?({_ONE}(?:(?:,| or| and|, or|, and|/|\|| "
        r"\|) ?"
        rf"{_ONE})+)\)?"
    ),
    r"()(⟪\d+⟫(?:(?:,| or|, or| \||/|\|| and) ?⟪\d+⟫)+)",
    rf"\(({_ONE}(?:(?:, ?(?:or )?| or |/|\|| \| ){_ONE})+)\)",
    rf"^()({_ONE}(?:(?:/|\|| \| ){_ONE})+)",
    rf"^()({_ONE}(?:, {_ONE})*,? or {_ONE})(?=$|[,.;¦ (])",
)


def _choices(held: Held, told: Said) -> None:
    marked = "|".join(sorted(map(re.escape, told.codes), key=len, reverse=True)) or "(?!)"
    for pattern in (
        rf"()\b((?:{marked})(?:(?:,| or|, or| \||/|\||, and| and) ?(?:{marked})\b)+)",
        *_CHOICES,
    ):
        found = told.has(pattern)
        if found is None:
            continue
        text = next(each for each in reversed(found.groups()) if each)
        named = [
            told.quote(each)
            for each in re.findall(r"⟪\d+⟫|[A-Za-z][\w-]*", re.sub(r"\b(?:or|and)\b", ",", text))
        ]
        if "null" in named:
            held.required = False if held.required is None else held.required
            named = [each for each in named if each != "null"]
        if (
            len(named) < 2
            or set(named) & _NO_VALUE
            or {"true", "false"} & set(named)
            or set(named) & _TYPE_WORDS
        ):
            continue
        told.drop(found)
        held.type = replace(held.type or STRING, choices=tuple(dict.fromkeys(named)))
        return


_TYPE_WORDS = frozenset(
    [
        "string",
        "integer",
        "number",
        "int",
        "boolean",
        "list",
        "letters",
        "digits",
        "dashes",
        "date",
        "text",
        "missing",
        "empty",
        "required",
        "optional",
    ]
)


def _kind(held: Held, told: Said) -> None:
    for pattern, kind in _KINDS:
        found = told.take(rf"(?:\b(?:an?|some|must be|is|as|a real|valid) )*(?:{pattern})")
        if found is None:
            continue
        old = held.type
        if old is not None and old.choices:
            return
        if kind == "list":
            numbers = re.search(r"number|integer|ids", found[0])
            item = Type("integer") if numbers else STRING
            kept = old.min_length if old is not None and old.kind == "string" else None
            held.type = Type(
                "list",
                item=item,
                min_length=kept or (1 if re.search("non-?empty", found[0]) else None),
            )
        elif (
            old is None
            or old.kind in {"string", kind}
            or (old.kind == "number" and kind == "integer")
        ):
            held.type = replace(old or STRING, kind=kind)
            if kind != "string" and held.type.pattern == NOT_BLANK:
                held.type = replace(held.type, pattern="", min_length=None)
        return


def number(text: str) -> float:
    """A number that words or digits say."""
    low = text.lower().replace(",", "")
    value = float({**WORDS, "zero": 0}.get(low, low))
    return int(value) if value == int(value) else value


def _length(held: Held, told: Said) -> None:
    least = most = None
    if found := told.take(
        rf"(?:has |have |of |between |from )*{_N} ?(?:-|to|and|\.\.) ?{_N} {_CHARS}"
    ):
        least, most = number(found[1]), number(found[2])
    elif found := told.take(
        r"(?:may have |has |have |with |of )*(?:at most|up to|max(?:imum)?\.?(?: of)?|no (?:more|"
        rf"longer) than|not (?:more|longer) than|<=) {_N} {_CHARS}|{_N} {_CHARS} (?:max(?:imum)?|"
        r"at most)"
    ):
        most = number(found[1] or found[2])
    elif found := told.take(
        rf"(?:has |have |with |of |must be )*(?:at least|min(?:imum)?\.?(?: of)?|>=) {_N} "
        rf"{_CHARS}|{_N} ?(?:or more|\+) {_CHARS}"
    ):
        least = number(found[1] or found[2])
    elif found := told.take(
        rf"(?<!rounded to )(?<!rounded with )(?:has |have |with |of )?(?:exactly )?{_N} (?:random "
        rf")?(?:{_CHARS}|digits)"
    ):
        least = most = number(found[1])
    if least is None and most is None:
        return
    old = held.type or STRING
    held.type = replace(
        old,
        min_length=int(least) if least is not None else old.min_length,
        max_length=int(most) if most is not None else old.max_length,
    )


_OF_NUMBERS: tuple[tuple[str, str], ...] = (
    (
        (
            rf"(?:an? )?(?:from |between |in the range |, ?|^ ?|\()?{_N} ?(?:-|to|and|through|"
            r"\.\.+) ?"
            rf"{_N}(?: \(?both inclu\w+\)?|,? inclusive(?:ly)?)?"
        ),
        "range",
    ),
    (
        (
            r"(?:must be |is |of )*(?:>=|at least|min(?:imum)?(?: of| is)?:?|not? (?:less|smaller|"
            rf"lower) than|from) {_N}(?: up(?:wards)?)?|{_N} or (?:more|above|higher|later)|(?:not|"
            rf"never) (?:below|under|less than) {_N}"
        ),
        "least",
    ),
    (
        (
            r"(?:must be |is |of )*(?:<=|at most|max(?:imum)?(?: of| is)?:?|not? (?:more|greater|"
            rf"higher) than|up to) {_N}|{_N} or (?:less|fewer|below)|(?:not|never) (?:above|over|"
            r"more "
            rf"than) {_N}"
        ),
        "most",
    ),
    (
        (
            r"(?:must be |is |of )*(?:>|above|greater than|more than|larger than|over|higher than) "
            rf"{_N}"
        ),
        "above",
    ),
    (rf"(?:must be |is |of )*(?:<|below|less than|smaller than|under|lower than) {_N}", "below"),
)


def _bounds(held: Held, told: Said) -> None:
    if told.take(
        r",? ?(?:but )?(?:positive or negative,? )?(?:but )?(?:and )?(?:is |must )?(?:not|never|"
        r"isn't|other than|except)(?: be)? (?:0|zero)\b|\bnon-?zero\b"
    ):
        held.nonzero = True
    told.take(r"positive or negative|may be negative(?: too)?|can be negative(?: too)?")
    if told.take(
        r"(?:must be |is )?(?:strictly )?(?<!non-)(?<!non)positive\b(?: or negative)?(?: "
        r"\w*number)?"
    ):
        held.type = replace(held.type or Type("number"), above=0)
    if told.take(
        r"(?:must |can |may )?(?:be )?(?:not|never|non-?|n't)(?: be| gets?| goes?| becomes?)? ?"
        r"negative|(?:never|not) below zero|>= ?0|zero or more|0 or more"
    ):
        held.type = replace(held.type or Type("number"), minimum=0)
    for pattern, sort in _OF_NUMBERS:
        found = told.has(pattern)
        if found is None or (
            held.type is not None and held.type.kind in {"date", "datetime", "boolean"}
        ):
            continue
        values = [number(each) for each in found.groups() if each]
        if sort == "range" and (len(values) < 2 or values[0] >= values[1] or values[0] > 1900):
            continue
        if held.type is not None and held.type.kind not in {"integer", "number", "list"}:
            continue
        told.drop(found)
        kind = held.type or Type(
            "number" if any(isinstance(x, float) for x in values) else "integer"
        )
        if kind.kind == "list" and sort != "above":
            held.type = replace(
                kind,
                min_length=int(values[0]) if sort in {"range", "least"} else kind.min_length,
                max_length=int(values[-1]) if sort in {"range", "most"} else kind.max_length,
            )
        elif kind.kind in {"integer", "number"}:
            changes = {
                "range": {"minimum": values[0], "maximum": values[-1]},
                "least": {"minimum": values[0]},
                "most": {"maximum": values[0]},
                "above": {"above": values[0]},
                "below": {"below": values[0]},
            }
            held.type = replace(kind, **changes[sort])  # type: ignore[arg-type]


_NAMED: tuple[tuple[str, Kind], ...] = (
    (r"(?:string|text|str)", "string"),
    (r"(?:integer|int|long)", "integer"),
    (r"(?:number|float|double|decimal)", "number"),
    (r"bool(?:ean)?", "boolean"),
    (r"date", "date"),
    (r"date-?time|timestamp", "datetime"),
    (r"uuid", "uuid"),
    (r"email", "email"),
    (r"object|json", "json"),
)


def typed(sketch: Sketch, name: str = "") -> Type | None:
    """The type that what is written in the place of a value shows; None where nothing is.

    >>> typed(Sketch("value", text='"2024-05-01"')).kind
    'date'
    """
    if sketch.type is not None:
        return sketch.type
    if sketch.form == "list":
        item = typed(sketch.item, "") if sketch.item else None
        return Type("list", item=item or STRING)
    if sketch.form == "record":
        return Type(
            "record",
            fields=tuple(
                Field(x.name, typed(x.value, x.name) or STRING, not x.optional)
                for x in sketch.parts
            ),
        )
    text = sketch.text.strip()
    for pattern, kind in _NAMED:
        if re.fullmatch(rf"(?i){pattern}", text.strip("?<>")):
            return Type(kind)
    if re.fullmatch(r"\w+(?: ?\| ?\w+)+", text) and not re.search(r"\bnull\b|string|number", text):
        return Type("string", choices=tuple(re.findall(r"\w+", text)))
    if re.fullmatch(r"\"[\w-]+\"(?: ?\| ?\"[\w-]+\")+", text):
        return Type("string", choices=tuple(re.findall(r"[\w-]+", text)))
    if (found := re.fullmatch(r"(\w+) ?\| ?null", text)) is not None:
        named_ = typed(Sketch("value", text=found[1]))
        return replace(named_, nullable=True) if named_ else None
    value = scalar_of(sketch)
    if isinstance(value, bool):
        return Type("boolean")
    if isinstance(value, int):
        return Type("integer")
    if isinstance(value, float):
        return Type("number")
    if isinstance(value, str):
        if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
            return Type("date")
        if re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", value):
            return Type("datetime")
        return STRING if value.strip(".… ") else None
    return _worded(text, name) if " " in text else None


def _worded(text: str, name: str) -> Type | None:
    """The type that words in the place of a value say, where all of them are understood.

    "int >= 1".
    """
    held, told = Held(name), Said(text, "")
    describe(held, told)
    return (
        held.type
        if held.type is not None and not told.left and held.default is None and not held.start
        else None
    )
