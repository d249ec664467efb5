"""What leads to a failure, in which way of failing that is, and of which input.

"A body that is no JSON", "plate is missing", "hours out of range", "an unknown id", "no If-Match".
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.causes import unfitting
from beliefs.spec.failures import Way

INVALID: tuple[Way, ...] = ("malformed", "missing", "wrong_type", "out_of_range", "unknown_choice")
_OF_FIELDS: tuple[Way, ...] = ("missing", "wrong_type", "out_of_range", "unknown_choice")
ODD = "*"  # stands for the fields that nobody asked for


class Cause(NamedTuple):
    """Ways to fail, each of these fields where any is named, and the thing that is spoken of."""

    ways: tuple[Way, ...]
    fields: tuple[str, ...] = ()
    thing: str = ""
    empty: bool = False  # texts with nothing in them, too
    any: bool = False  # whichever of the ways these values can fail in


# What holds for every request says so.
_EVERYWHERE = re.compile(
    r"(?i)\b(?:^here|instead|everywhere|always|throughout|in (?:all|any|every) cases?|at all times"
    r"|(?:in )?"
    r"general(?:ly)?(?: errors?)?|on (?:all|any|every) (?:routes?|requests?|endpoints?)|any ?where|"
    r"errors?(?= ?:)|(?:which|that) is)\b:?"
)
_NO = r"(?:no|not|isn't|is not|aren't|without|missing|lacks?|lacking|absent|omitted|left out)"
_MEANT: tuple[tuple[str, Way], ...] = (
    (
        (
            r"\b(?:malformed|broken|invalid|unreadable|unparse?able|bad|wrong|corrupt)\b[^.;]{0,12"
            r"}\bjson"
            r"|\bjson\b[^.;]{0,25}\b(?:malformed|broken|invalid|unreadable|unparse?able|syntax|err"
            r"or)"
            r"|\b(?:not|no|isn't|aren't|non)[ -](?:be )?(?:valid |proper |parse?able )?json\b(?! ("
            r"?:content"
            r"|type))|\b(?:cannot|can't|could not|couldn't) be (?:read|parsed|decoded)"
            r"|\bunreadable (?:body|bodies)|\b(?:unparse?able|malformed) (?:body|bodies|payloads?)"
        ),
        "malformed",
    ),
    (
        (
            rf"\bif-?match\b[^.;]{{0,25}}\b{_NO}\b|\b{_NO}\b[^.;]{{0,20}}\bif-?match\b(?! does)"
            r"|\bneeds if-?match\b.*\bwithout\b"
        ),
        "precondition_required",
    ),
    (
        (
            r"\b(?:if-?match|e-?tag|version|revision)\b[^.;]{0,30}\b(?:does(?:n't| not) match|diff"
            r"ers?|"
            r"stale|out(?:dated| of date)|mismatch|changed|wrong|old|another)\b|-match does not ma"
            r"tch"
        ),
        "precondition",
    ),
    (
        (
            r"\b(?:content|media)[ -]types?\b|\b(?:not|isn't|no|anything but|other than|except)\b"
            r"[^.;]{0,20}\b(?:application/)?json\b|\bunsupported\b[^.;]{0,12}\btypes?\b"
        ),
        "unsupported_type",
    ),
    (
        (
            r"\b(?:bod(?:y|ies)|payloads?|uploads?|files?|requests?)\b[^.;]{0,20}\b(?:too (?:large"
            r"|big|"
            r"long)|(?:over|above|beyond|more than|larger than|bigger than|exceed\w*) \d)|\btoo (?"
            r":large"
            r"|big)(?: a)? (?:bod|payload|upload|file|request)|\b(?:over|above|beyond|more than|la"
            r"rger"
            r" than|exceed\w*) \d[\d.,]* ?(?:[kmg]i?b|bytes)\b"
        ),
        "too_large",
    ),
    (
        (
            r"\btoo many (?:requests|calls|attempts|tries)|\brate[ -]?limit|\bmore than \w+\b[^.;]"
            r"{0,30}"
            r"\b(?:per|an?|each|every|in \w+) (?:seconds?|minutes?|hours?|days?)\b|\btoo (?:fast|o"
            r"ften)\b"
        ),
        "rate",
    ),
)
_EXTRA = re.compile(
    r"(?i)\b(?:unknown|extra|unexpected|additional|undeclared|unlisted|undocumented|unrecogni[sz]e"
    r"d|"
    r"superfluous|other|foreign|more) (?:json )?(?:fields?|keys?|propert(?:y|ies)|attributes?|memb"
    r"ers?|"
    r"names?)\b|\b(?:fields?|keys?|propert(?:y|ies)) (?:that (?:is|are) (?:not|un)|(?:which|that) "
    r"(?:nobody|no one|isn't|aren't|we don't|the)|not (?:listed|known|named|mentioned)|"
    r"nobody|no one|we don't know|that isn't|that aren't|it does(?:n't| not) know)"
)
_WHO = re.compile(
    r"(?i)\b(?:tokens?|keys?|credentials?|log(?:ged|s)?[ -]?in|sign(?:ed)?[ -]?in|sessions?|"
    r"unauthenticated|unauthori[sz]ed|authenticat\w+|authori[sz]ation|header|cookie|password)\b"
)
_MAY = re.compile(
    r"(?i)\b(?:(?:not|n't|nobody) (?:be )?(?:yours?|theirs|his|hers|the (?:owner|author)|(?:an? )?"
    r"admin"
    r"|allowed|permitted)|some(?:body|one) else|others?'|other (?:people|users?|persons?)|another "
    r"(?:user|person|owner)|belongs? to|forbidden|wrong role|no (?:permission|rights?)|not own)"
)
_ABSENT = re.compile(
    r"(?i)\b(?:unknown|no such|non-?exist\w*|not found|(?:does|do|did)(?:n't| not) exist|(?:is|are"
    r"|was)"
    r"(?:n't| not) (?:there|found|known|here)|there(?:'s| is| are) n(?:one|o\b|ot)|not there|nobod"
    r"y|"
    r"missing|absent|no longer (?:there|exists?)|is gone|nothing there|not exist|none)\b"
)
_UNKNOWN = re.compile(
    r"(?i)\b(?:unknown|no such|non-?exist\w*|not found|(?:does|do)(?:n't| not) exist)\b"
)
_TAKEN = re.compile(
    r"(?i)\b(?:taken|already|exists?|existing|in use|duplicate[ds]?|twice|again|second time|same|"
    r"not unique|unique|repeated)\b"
)
_MISSING = re.compile(
    r"(?i)\b(?:missing|left out|(?:not|isn't|n't) (?:be )?(?:given|there|sent|provided|supplied|"
    r"present|set|included|specified)|absent|omitted|without|no\b|(?:is |are |be )?required|needed|"
    r"must be (?:given|present|there|sent)|lacks?|lacking|forgotten|need)"
)
_EMPTY = re.compile(r"(?i)\b(?:empty|blank|nothing in it|only spaces)\b")
_TYPE = re.compile(
    r"(?i)\b(?:wrong types?|types? (?:is|are) wrong|wrongly typed|of (?:the|a|another) (?:wrong )?"
    r"type|"
    r"(?:not|isn't|n't be) (?:an? )?(?:whole )?(?:string|text|integer|number|boolean|bool|list|arr"
    r"ay|"
    r"object)|(?:must|has to|should) be (?:an? )?(?:whole )?(?:string|text|integer|number|boolean|"
    r"bool|"
    r"list|array|object)|type mismatch(?:es)?|mistyped)\b"
)
_CHOICE = re.compile(
    r"(?i)\b(?:unknown|not one of|must be (?:one of|either)|no such|other than|isn't one of|"
    r"unsupported|(?:not|none) (?:of|among) (?:the|these|those)|anything (?:else|but)|outside the "
    r"(?:list|enum)|enum\w*|choices?|options?|any other|(?:neither|either) [\w'\"-]+ n?or|"
    r"must be (?!at\b|from\b|between\b|more\b|less\b|greater\b)[\w'\"-]+(?:, [\w'\"-]+)*,? or "
    r"[\w'\"-]+)(?!\w)"
)
_RANGE = re.compile(
    r"(?i)\b(?:below|above|over|under|less|more|greater|smaller|larger|between|out ?(?:of|side)|ra"
    r"nge|"
    r"bounds?|too|negative|positive|zero|at (?:least|most)|longer|shorter|exceed\w*|limit|from \d|"
    r"up to|\d+ ?(?:-|–|to) ?\d+|format|pattern|must match|not (?:an? )?(?:valid )?(?:e-?ma"
    r"il|"
    r"url|date|uuid)|characters?|letters|digits|future|past|max\w*|min\w*)\b|[<>]"
)
_BAD = re.compile(
    r"(?i)\b(?:invalid|bad|wrong|incorrect|not valid|isn't valid|malformed|not ok(?:ay)?|illegal|"
    r"unacceptable|nonsense|faulty)\b"
)
# Words that say more of a value than that it is bad.
_MORE = re.compile(
    r"(?i)\b(?!(?:an?|the|is|are|was|were|it|its|if|when|for|with|of|in|or|and|has|have|value|values|"
    r"field|fields|given|sent|any|some|as|be|that|which)\b)[a-z]{2,}"
)
_ANY_FIELD = re.compile(
    r"(?i)\b(?:an?|any|some|the|one|required|mandatory|necessary|all)\b|\b(?:fields?|values?|"
    r"propert(?:y|ies)|parameters?|params?|keys?|something|anything|numbers?|ones|of|are|is|was|"
    r"in the body|body)\b"
)
_ANY_WAYS: tuple[tuple[Way, str], ...] = (
    ("missing", r"missing|absent|omitted"),
    ("wrong_type", r"(?:the |of )?(?:an? )?(?:wrong(?:ly)? )?typed?s?|mistyped|type mismatch"),
    (
        "out_of_range",
        (
            r"out ?(?:of|side)(?: of)?(?: the)? ?(?:allowed )?(?:range|bounds|limits?)|range|"
            r"bounds|too (?:long|short|large|small|big)"
        ),
    ),
    (
        "unknown_choice",
        (
            r"unknown (?:enum|choices?|options?)|(?:not one of|outside|unknown)(?: the| these)? ?"
            r"(?:enum|choices|options|list)|enum"
        ),
    ),
)
_SAID_OF_WAYS = re.compile(
    r"(?i)\b(?:missing|absent|omitted|wrong(?:ly)?|typed?s?|mistyped|mismatch|out|of|outside|the|"
    r"allowed|range|bounds|limits?|too|long|short|large|small|big|unknown|enum|choices?|options?|"
    r"not|one|these|list|or|and|an?|with|has|have|if|for|when)\b|[,/]"
)
_NOT_FIT = re.compile(
    r"(?i)(?:an? |any |the )?(?:body|input|data|request|payload|value)s? (?:(?:that|which) )?"
    r"(?:is|are|does|do)(?: not|n't) (?:right|ok|okay|valid|fit|good|correct|acceptable|match|"
    r"as described)|"
    r"(?:what|whatever|that) (?:is not|isn't|does not|doesn't|is) ?(?:ok|okay|valid|fit|right|"
    r"wrong|invalid)"
)
_BY_STATUS: dict[int, tuple[Way, ...]] = {
    400: INVALID,
    422: INVALID,
    401: ("unauthenticated",),
    403: ("forbidden",),
    404: ("absent",),
    409: ("conflict",),
    410: ("absent",),
    412: ("precondition",),
    413: ("too_large",),
    415: ("unsupported_type",),
    428: ("precondition_required",),
    429: ("rate",),
}


def caused(words: str, status: int, names: frozenset[str]) -> Cause | None:
    """What words say leads to a failure; None where that is not understood.

    >>> caused("plate is missing", 400, frozenset({"plate"}))
    Cause(ways=('missing',), fields=('plate',), thing='', empty=False, any=False)
    >>> caused("bodies above 2 KB", 413, frozenset()).ways
    ('too_large',)
    >>> caused("the moon is full", 409, frozenset())
    """
    text = " ".join(_EVERYWHERE.sub(" ", words).split()).strip(" .,;:¦()-")
    if not text:
        ways = _BY_STATUS.get(status, ())
        return Cause(ways) if ways else None
    if _EXTRA.search(text):
        return Cause(("out_of_range",), (ODD,))
    for pattern, way in _MEANT:
        if re.search(f"(?i){pattern}", text):
            return Cause((way,))
    named = _named(text, names)
    if status == 401 or (status == 403 and _WHO.search(text) and not _MAY.search(text)):
        return Cause(("unauthenticated",)) if _WHO.search(text) or status == 401 else None
    if status == 403 or (_MAY.search(text) and status != 409):
        return Cause(("forbidden",)) if _MAY.search(text) else None
    if status == 409 and _TAKEN.search(text):
        return Cause(("conflict",), named)
    if status in {404, 410} and not (named and _MISSING.search(text) and "id" not in named):
        return Cause(("absent",), (), _thing(text)) if _ABSENT.search(text) else None
    if named:
        return _of_fields(text, named)
    found = _of_any(text, status)
    gone = found is None and status in {400, 422} and _UNKNOWN.search(text)
    return Cause(("absent",), (), _thing(text)) if gone else found


def _of_any(text: str, status: int) -> Cause | None:
    """What is said of whatever is brought."""
    rest = _ANY_FIELD.sub(" ", text).strip(" ,")
    if re.fullmatch(
        r"(?i)(?:missing|lacking|absent|omitted|not (?:given|sent|there)|left out|without)", rest
    ):
        return Cause(("missing",))
    told = [way for way, pattern in _ANY_WAYS if re.search(rf"(?i)\b(?:{pattern})\b", rest)]
    if told and not _SAID_OF_WAYS.sub(" ", rest).strip():
        return Cause(tuple(told))
    if status in {409, 404, 410, 401, 403}:
        return None
    whole = unfitting(text, []) or _NOT_FIT.fullmatch(text)
    return Cause(INVALID, empty=bool(_EMPTY.search(text))) if whole else None


def _of_fields(text: str, named: tuple[str, ...]) -> Cause:
    """What is said of values by their names."""
    ways: list[Way] = []
    empty = bool(_EMPTY.search(text))
    bare = text
    for each in named:
        bare = re.sub(rf"(?i)\b{re.escape(_spoken(each))}s?\b|\b{re.escape(each)}\b", " ", bare)
    typed = bool(_TYPE.search(bare))
    if _MISSING.search(bare):
        ways.append("missing")
    if typed:
        ways.append("wrong_type")
    if empty or _RANGE.search(_TYPE.sub(" ", bare)):
        ways.append("out_of_range")
    if _CHOICE.search(bare) and not typed:
        ways.append("unknown_choice")
    if not ways and _BAD.search(bare) and not _MORE.search(_BAD.sub(" ", bare)):
        return Cause(_OF_FIELDS, named, "", empty, any=True)
    return Cause(tuple(ways), named, "", empty)


def of_value(name: str, rule: str) -> Cause:
    """What breaks the rule that stands beside a value: all that it may be, or that it is there."""
    alone = re.fullmatch(r"(?i)\W*(?:\w+, )?(?:required|mandatory|must be there)\W*", rule)
    return Cause(("missing",) if alone else _OF_FIELDS, (name,), any=not alone)


def _named(text: str, names: frozenset[str]) -> tuple[str, ...]:
    """The names of inputs that stand in a text, in their order there; of two, the longer one."""
    found: list[tuple[int, int, str]] = []
    for each in sorted(names, key=len, reverse=True):
        forms = "|".join(re.escape(form) for form in sorted({each, _spoken(each)}))
        at = re.search(rf"(?i)(?<![\w.-])(?:{forms})(?:'s)?(?![\w-])", text)
        if at is not None and not any(a < at.end() and at.start() < b for a, b, _ in found):
            found.append((at.start(), at.end(), each))
    return tuple(name for _, _, name in sorted(found))


def _spoken(name: str) -> str:
    """A name as people say it: `maxPeople` is "max people"."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return re.sub(r"[_.-]+", " ", apart).lower()


_NO_THING = frozenset(
    """
    id ids an a any the one ones thing things key keys row rows record records item items such with
    that this given which is are was does do not exist there found known unknown no such missing
    resource resources everything anything what whatever nobody it itself its found entry number
    code
    """.split()  # noqa: SIM905
)


def _thing(text: str) -> str:
    """What is said not to be there, where that is more than an id."""
    told = [each for each in re.findall(r"[a-z][\w-]*", text.lower()) if each not in _NO_THING]
    return told[0] if told else ""
