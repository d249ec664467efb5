"""Facts about fields in running text: `title` (text, at most 80 characters), "x is required"."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare
from beliefs.spec.documents.words import plural, singular
from beliefs.spec.numbers import MANY, in_digits

_NAMED = re.compile(
    r"`([A-Za-z_][\w-]*)(\?)?(?:=[^`]*)?`(?:\s*\(((?:[^()]|\([^()]*\))*)\)|\s+[–—-]\s+([^,;.]+))?"
)
SHARED = re.compile(
    r"(?i)\b(timestamps|dates|integers|numbers|strings|both|booleans|texts|each|"
    r"(?:with|in|of) that \w+)\b"
)
_WORD = r"`?[A-Za-z_]\w*`?"
_LIST = rf"{_WORD}(?:(?:, and |, or |, | and | or ){_WORD})*"
_STATED = re.compile(
    rf"(?i)(?P<names>{_LIST})\s+(?:(?:is|are)\s+(?:both |all |also |always )?|(?<=both )|(?<=all ))"
    r"(?P<how>required|mandatory|optional|unique|read-only|nullable|not required)\b(?P<more>[^;]*)"
)
# What holds for some requests only is no fact about a field, nor what holds for one of several.
_SOMETIMES = re.compile(r"(?i)\s*(?:only )?(?:for an? |for `|if |when |in case |together\b)")
_GIVEN = re.compile(r"(?i)\s*(?:given|sent|present|provided|set|supplied|there|included)\b")
_BOUND = re.compile(
    rf"(?i)(?P<names>{_LIST})\s+(?:must|has to|have to|should|may|can)\s+(?:not |only )?(?:be|have|"
    r"contain|lie|consist|look like|match)\b(?P<more>[^;]*)"
)
_DEFAULT = re.compile(
    rf"(?i)(?P<names>{_WORD})\s+(?P<more>(?:defaults? to|is never|is at (?:least|most)|starts? "
    rf"(?:as|at|with)|"
    r"is a(?: whole| positive)? number|is an integer|is one of|ranges from|is between|"
    r"is positive|is \S+ (?:if|when|unless)|is (?:from )?-?\d+ ?(?:to|-|–|\.\.) ?-?\d+"
    r")\b[^;]*)"
)


# What kind of value fields are, and how far it goes: "hours is a number above 0 and at most 12".
_SORT = re.compile(
    rf"(?i)(?:the |an? |each |every )?(?P<names>{_LIST}) (?:is|are)(?: both| all| each| always)? "
    r"(?P<more>(?:an? )?(?:(?:non-?empty|positive|non-?negative|whole|natural|short) )*"
    r"(?:numbers?|integers?|texts?|strings?|amounts?|cents|booleans?)\b"
    r"(?=$|,| (?:of|above|over|greater|more|less|below|under|at|from|between|in|with|up|>|<|≥|≤|and"
    r"|other|that is)\b| ?[><≥≤(]).*)$"
)
# The same without a verb: "name 1 to 50 characters".
_BARE = re.compile(
    rf"(?i)(?:and )?(?P<names>{_WORD}):? (?P<more>(?:at most |at least |up to |exactly |max\.? )?"
    r"\d+(?: ?(?:to|-|–|\.\.) ?\d+)? (?:characters|chars|letters|digits)\b.*)$"
)


_SUBJECT = re.compile(
    r"(?i)(?:the |all |an? |each |every )*(?P<name>`?\w+`?) (?:to|of|for|in) [\w ,]+? (?:must"
    r"|has to|"
    r"have to|should)(?: always)? be (?P<more>[^;]*)"
)
# What may be left out, and what has to be there.
_SPARED = re.compile(
    rf"(?i)(?<!either )(?P<names>{_LIST}) (?:may|can) be (?:left out|omitted|missing|absent)"
    r"(?:,? and (?:is|are) then (?P<then>\S+))?"
)
# How a text is formed, and the texts that a field may be.
_FORMED = re.compile(
    rf"(?i)(?:the |an? |each |every )?(?P<names>{_WORD}) (?:has|have|needs?|consists? of|is|are) "
    r"(?:an? (?:unique |random )*(?:string|text|code) (?:of|with) )?"
    r"(?P<more>(?:exactly |always |at most |at least |up to )?\d+(?: ?(?:to|-|–) ?\d+)? "
    r"(?:digits|letters|characters|capital)\b.*)$"
)
_MADE_OF = re.compile(
    rf"(?i)(?:the |an? |each |every |all )?(?P<names>{_WORD}) (?:must |may |can )?(?:consists?|"
    r"are made|is made|be made|made up) (?:only )?of (?P<more>(?:only )?"
    r"(?:small|lower[- ]?case|upper[- ]?case|capital|letters|digits|a-z)\b"
    r".*?)(?:,? (?:otherwise|else)\b.*)?$"
)
_BRACKETED = re.compile(
    rf"(?i)(?:the |an? |each |every )?(?P<names>{_WORD}) "
    r"\((?P<more>[^()]*\d+ ?(?:characters|letters|digits|symbols)\b[^()]*)\)"
)
_CHOSEN = re.compile(
    r"(?i)(?P<names>`\w+`) (?:is|must be)(?: always| either)? "
    r"(?P<more>(?:`[\w-]+`, )*`[\w-]+`,? or `[\w-]+`)$"
)
# What kind of value fields are: "`start` and `end` are ISO 8601 times".
_KIND = re.compile(
    r"(?i)(?P<names>`\w+`(?:(?:, and |, | and )`\w+`)*) (?:is|are)(?: both| all| each)? (?:an? )?"
    r"(?P<more>(?:ISO[- ]?8601|RFC[- ]?3339|UTC|ISO) (?:date[- ]?|time)?"
    r"(?:times?|stamps?|timestamps?|dates?|moments?|instants?)\b|timestamps?\b|date[- ]?times?\b|"
    r"(?:calendar )?dates?\b)"
)
# What rows are told apart by, and how many items a list has to have.
_KEYED = re.compile(
    rf"(?i)(?P<names>{_WORD}) (?:is|serves as) (?:the |an? )?(?:unique |primary |natural )*"
    r"(?:key|identifier)(?: of [\w ]+?)?\s*(?::|,|–|—| - )\s*(?P<more>.+)$"
)
KEY = "as the key, "  # not where rows are only named by it
_FEWEST = re.compile(
    r"(?i)(?:there (?:must|has to|have to) be|needs?|must (?:have|contain|list)|has|have)"
    rf" (?P<least>at least|at most) (?P<many>{MANY}) (?P<names>`?[a-z]\w*`?)$"
)
_GONE = r"(?:missing|empty|blank|left out)(?: or (?:missing|empty|blank))?"
_LACKING = re.compile(
    rf"(?i)(?:an? |the )?(?:(?P<names>{_LIST}) (?:is |are )?(?P<how>{_GONE})|"
    rf"(?P<said>{_GONE}) (?P<of>{_LIST}))(?: is| are| gives| answers| an?| →| ->|:| –| -)* ?"
    r"(?:`?4\d\d|rejected|refused|invalid|an error|not (?:allowed|accepted))"
)
# What is too much or too little: "a `title` longer than 100 characters is rejected".
_BEYOND = re.compile(
    rf"(?i)(?:an? |the |any )?(?P<names>{_WORD})s? (?:that (?:is|are) |which (?:is|are) |of )?"
    r"(?P<over>longer than|shorter than|more than|less than|fewer than|above|over|below|under|"
    r"greater than|larger than|smaller than|bigger than) (?P<bound>\d+)"
    r"(?P<unit> characters| chars| letters)?"
    r"(?: is| are| gives| answers| →| ->|:| –| -)* ?"
    r"(?:`?4\d\d|rejected|refused|invalid|an error|not (?:allowed|accepted))"
)
_VERB = r"\b(?:is|are|has|have|must|may|can|has to|have to|defaults?)\b"


# Fields that begin a part of a sentence, with a verb or with that of the part before.
_AGAIN = rf"{_LIST} {_VERB}|`\w+` (?:between|at least|at most) "


class Fact(NamedTuple):
    """Something said of fields by name, as a jotting."""

    names: tuple[str, ...]
    jotting: str


# "`state`: `open` (at first) or `done`": what a value may be.
_VALUE = r"`[\w-]+`(?: \([^()`]*\))?"
CHOICES = re.compile(rf"(`\w+`): ({_VALUE}(?:, {_VALUE})*,? or {_VALUE})")


def values_in(text: str) -> list[tuple[str, str]]:
    """The names in backticks with what stands in brackets behind them.

    >>> values_in("`from`, `to` (ISO timestamps), `limit` (1-100, default 20)")
    [('from', 'ISO timestamps'), ('to', 'ISO timestamps'), ('limit', '1-100, default 20')]
    """
    text = CHOICES.sub(r"\1 (\2)", text)
    found: list[tuple[str, str]] = []
    waiting: list[int] = []
    for match in _NAMED.finditer(text):
        if match[1] in {"null", "true", "false"}:
            continue  # values, and no names
        said = (match[3] or match[4] or "").strip()
        if match[2]:
            said = f"optional, {said}".rstrip(", ")
        found.append((match[1], said))
        if not said:
            waiting.append(len(found) - 1)
        else:
            if SHARED.search(said):
                for at in waiting:
                    found[at] = (found[at][0], said)
            waiting = []
    return found


_JOTTED = re.compile(
    r"`(?P<name>[A-Za-z_]\w*)`:? (?P<more>(?:-?\d+ ?(?:to|-|–|\.\.) ?\d|at (?:least|most) \d|"
    r"up to \d|default )[^;]*)$"
)


# What may stand right behind a name, without a verb.
_JOT = (
    r"(?:-?\d+(?:\.\d+)? ?(?:to|-|–|\.\.|characters|chars) ?|(?:at (?:least|most)|up to|from|"
    r"exactly|max\.?|min\.?|between|[<>≤≥]=?) ?-?\d|(?:an? |the )?(?:[\w-]+ ){0,2}(?:integers?|int|"
    r"numbers?|strings?|texts?|booleans?|bool|dates?|lists?|arrays?|floats?|decimals?|timestamps?|"
    r"e-?mails?)\b|one of\b|either\b|required\b|optional\b|unique\b|mandatory\b|positive\b|"
    r"non-?empty\b|not (?:empty|blank)\b|default |true\b|false\b|`[\w-]+`,? or `)"
)
_SERIES = re.compile(
    rf"(?:^|[,;]\s+(?:and )?|\s+and )`[A-Za-z_]\w*`:? (?:{_JOT}|(?=(?:is|are|must|may|can|has)\b))"
)


def series(sentence: str) -> list[str]:
    """Fields one after the other, each with its own jotting; empty where it is only one.

    >>> series("`a` 1 to 40 characters, `b` an integer, `c` one of `x`, `y`")
    ['`a` 1 to 40 characters', '`b` an integer', '`c` one of `x`, `y`']
    """
    starts = [each.start() for each in _SERIES.finditer(sentence)]
    if len(starts) < 2 or starts[0] or not re.match(rf"`\w+`:? {_JOT}", sentence):
        return []
    parts = [sentence[a:b] for a, b in zip(starts, [*starts[1:], len(sentence)], strict=True)]
    return [re.sub(r"^(?:[,;]\s+(?:and )?|\s+and )", "", each) for each in parts]


# So many of other things.
_HAS = re.compile(
    r"(?i)\s*(?:at most|at least|up to|exactly|no more than|more than|only)?\s*"
    r"(?:\d+|one|two|three|four|five|six|ten)\s+(?!char|letter|digit|symbol|word|item|entr|element|"
    r"value|byte|decimal|place|number|line|or\b|and\b|to\b|of\b|upper|lower|capital|hex)[a-z]+"
)


# What only says that rules follow.
_LEAD = re.compile(
    r"(?i)^(?:the )?(?:rules?|constraints?|validations?|limits|checks)(?: (?:for|of) [\w ]+)?: +"
)


def _until(bound: re.Match[str]) -> str:
    return bound.string[bound.start() : bound.start("more")]


def facts(sentence: str) -> list[Fact]:
    """What a sentence says of fields by their names.

    >>> facts("`a` and `b` are required")
    [Fact(names=('a', 'b'), jotting='required')]
    """
    sentence = re.sub(r"(?<=`) \([^()`]*\)(?= (?:and|or|are|is|may|can|must)\b)", "", sentence)
    sentence = _positive(re.sub(r"\bshall\b", "must", _LEAD.sub("", sentence)))
    if parts := series(sentence.rstrip(".")):
        return [fact for each in parts for fact in _alone(each)]
    jotted_ = _JOTTED.match(sentence.rstrip("."))
    if jotted_:
        return [Fact((jotted_["name"],), bare(jotted_["more"]))]
    found = []
    for piece in _pieces(sentence):
        plainly = re.sub(r"^(`\w+`) (?=between |at (?:least|most) )", r"\1 is ", piece.rstrip("."))
        fact = next((fact for rule in _RULES if (fact := rule(plainly)) is not None), _NONE)
        if fact is not _NONE:
            found.append(fact)
    return found


def _alone(part: str) -> list[Fact]:
    """What one part of a series says of its field."""
    told = jot_of(part)
    return [Fact((told[0],), told[1])] if told else facts(part)


def jot_of(part: str) -> tuple[str, str] | None:
    """The name that a part of a series begins with, and what is jotted down behind it."""
    told = re.match(rf"`(\w+)`:? (?={_JOT})(.+)$", part)
    return (told[1], bare(told[2])) if told else None


_BARRED = r"\b(?:must not|may not|can ?not|can't|mustn't|should not|shall not|is not|are not)"
_DENIED = (
    (rf"{_BARRED} (?:be |have )?(?:longer|more|greater|larger|bigger|higher|over|above)(?: than)?",
     "must be at most"),
    (rf"{_BARRED} (?:be |have )?(?:shorter|less|fewer|smaller|lower|under|below)(?: than)?",
     "must be at least"),
    (rf"{_BARRED} (?:exceed|go (?:over|beyond|above))", "must be at most"),
    (r"\b(is|are|be) no (?:longer|more|greater|larger) than", r"\1 at most"),
    (r"\b(?:is|are) (?:limited|restricted) to(?: at most)?", "must be at most"),
    (r"\b(is|are|be) no (?:shorter|less|fewer|smaller) than", r"\1 at least"),
)  # fmt: skip


_ENDS = {"max": "most", "min": "least"}
_LONGEST = re.compile(r"(?i)\bthe (max|min)\w* length (?:of|for) (?:the |an? )?(`?\w+`?) is (\d+)")


def _positive(sentence: str) -> str:
    """A bound that is told by what must not be, as what has to be.

    >>> _positive("`title` must not be longer than 80 characters")
    '`title` must be at most 80 characters'
    """
    sentence = _LONGEST.sub(
        lambda told: f"{told[2]} must be at {_ENDS[told[1].lower()]} {told[3]} characters", sentence
    )
    for denied, held in _DENIED:
        sentence = re.sub(rf"(?i){denied} (?=\d)", _held(held), sentence)
    return sentence


_OWN_UNITS = re.compile(
    r"(?i)\d+ (?:char|letter|digit|symbol|word|item|entr|element|value|byte|decimal|place|line)"
)


def _held(held: str) -> Callable[[re.Match[str]], str]:
    """What has to be, of a field; "have more than 12 hours" is of something that it only names."""

    def told(match: re.Match[str]) -> str:
        of_others = " have " in match[0] and not _OWN_UNITS.match(match.string, match.end())
        return match[0] if of_others else f"{match.expand(held)} "

    return told


_NONE = Fact((), "")  # what ends the search: it is no fact about a field


def _spared(text: str) -> Fact | None:
    spared = _SPARED.search(text)
    if spared is None:
        return None
    then = f", default {spared['then']}" if spared["then"] else ""
    return Fact(_names(spared["names"]), f"optional{then}")


def _fewest(text: str) -> Fact | None:
    few = _FEWEST.search(text)
    if few is None or re.search(r"(?i)characters?|letters?|digits?", few["names"]):
        return None
    many = in_digits(few["many"])
    needed = "required, " if few["least"].lower() == "at least" else ""
    name = few["names"].strip("`")
    names = tuple(dict.fromkeys((plural(singular(name)), name)))
    return Fact(names, f"{needed}{few['least'].lower()} {many} items")


def _keyed(text: str) -> Fact | None:
    keyed = _KEYED.match(text)
    return Fact(_names(keyed["names"]), f"{KEY}{bare(keyed['more'])}") if keyed else None


def _formed(text: str) -> Fact | None:
    formed = _FORMED.match(text) or _BRACKETED.match(text) or _MADE_OF.match(text)
    return Fact(_names(formed["names"]), bare(formed["more"])) if formed else None


def _sort(text: str) -> Fact | None:
    sort = _SORT.match(text)
    if sort is None:
        return None
    more = re.sub(r"(?i)\b(text|string|number|integer|boolean)s\b", r"\1", bare(sort["more"]))
    more = re.sub(r"(?i)^(?:an? )?(non-?empty) (\w+)", r"\2, not empty", more)
    return Fact(_names(sort["names"]), f"required, {more}" if "not empty" in more else more)


def _shortly(text: str) -> Fact | None:
    short = _BARE.match(text)
    return Fact(_names(short["names"]), bare(short["more"])) if short else None


def _kind(text: str) -> Fact | None:
    kind = _KIND.match(text)
    if kind is None:
        return None
    days = re.search(r"(?i)dates?$", kind["more"])
    return Fact(_names(kind["names"]), "date" if days else "date-time")


def _chosen(text: str) -> Fact | None:
    chosen = _CHOSEN.match(text)
    return Fact(_names(chosen["names"]), f"one of {bare(chosen['more'])}") if chosen else None


def _lacking(text: str) -> Fact | None:
    lacking = _LACKING.match(text)
    if lacking is None:
        return None
    how = (lacking["how"] or lacking["said"]).lower()
    empty = "".join(f", not {each}" for each in ("empty", "blank") if each in how)
    return Fact(_names(lacking["names"] or lacking["of"]), f"required{empty}")


_LESS = {"shorter", "less", "fewer", "below", "under", "smaller"}


def _beyond(text: str) -> Fact | None:
    beyond = _BEYOND.match(text)
    if beyond is None:
        return None
    least = beyond["over"].lower().split()[0] in _LESS
    bound = f"{'at least' if least else 'at most'} {beyond['bound']}{beyond['unit'] or ''}"
    names = _names(beyond["names"])  # "expressions of more than 200 characters" are of a field
    return Fact(tuple(dict.fromkeys((*names, *(singular(each.lower()) for each in names)))), bound)


def _stated(text: str) -> Fact | None:
    stated = _STATED.search(text)
    if stated is None:
        return None
    needed = stated["how"].lower() in {"required", "mandatory"}
    if _SOMETIMES.match(stated["more"]) or (needed and " or " in stated["names"]):
        return _NONE
    more = (
        re.split(rf"->|→|=>|, (?:and |but )?(?:the [\w `]*|`?\w+`? ){_VERB}", stated["more"])[0]
        .strip(" ,")
        .replace("(", "")
        .replace(")", ",")
    )
    return Fact(
        _names(stated["names"]), bare(f"{stated['how']}, {more}" if more else stated["how"])
    )


def _subject(text: str) -> Fact | None:
    subject = _SUBJECT.match(text)
    if subject is None:
        return None
    return Fact((subject["name"].strip("`"),), bare(f"must be {subject['more']}"))


def _bound(text: str) -> Fact | None:
    bound = _BOUND.search(text)
    if bound is None:
        return None
    if _HAS.match(bound["more"]) and re.search(r"\b(?:have|contain)\s*$", _until(bound)):
        return _NONE  # "a customer may have at most 2 tickets": not what the name may be
    given = _GIVEN.match(bound["more"])
    if given and (" or " in bound["names"] or _SOMETIMES.match(bound["more"][given.end() :])):
        return _NONE
    jotting = bare(text[bound.end("names") :].strip())
    formed = re.match(r"(?i)(?:must|has to|have to) (?:look like|match)\b", jotting)
    if formed and not re.search(r"(?i)\boptional|\bif given", text):
        jotting = f"required, {jotting}"  # nothing can look like this and not be there
    names = _names(bound["names"])
    before = re.search(r"(?:^|[\s,])([a-z]+) $", text[: bound.start("names")])
    if len(names) == 1 and before and before[1] not in {"the", "a", "an", "and", "its", "each"}:
        names = (*names, f"{before[1]}_{names[0]}")  # "the policy number must be …"
    return Fact(names, jotting)


def _usual(text: str) -> Fact | None:
    usual = _DEFAULT.search(text)
    if usual and re.search(r"(?i)\b(?:whose|that|which|only)\b[^,;]*$", text[: usual.start()]):
        return None  # which of them: "those whose name starts with ab"
    return Fact(_names(usual["names"]), bare(usual["more"])) if usual else None


# The more particular before the more general; the first that finds something counts.
_RULES = (
    _spared,
    _fewest,
    _keyed,
    _formed,
    _kind,
    _chosen,
    _lacking,
    _beyond,
    _stated,
    _subject,
    _bound,
    _usual,
    _sort,
    _shortly,
)


_SHORT = re.compile(
    r"(?:and )?(`\w+`) (?=(?:at least|at most|up to|between|from|exactly|\d+ to) ?\d)"
)


# What begins a part of its own: "…, the plate number must be 8 characters".
_OWN = rf"(?:(?:the|its) (?:[a-z]+ )?)?{_WORD} "


# "must be free and the url must start with …"
_AND = r"\s+and\s+(?=(?:the |its )`?\w+`? (?:must|may|has to|have to|can|cannot|should|needs to)\b)"


def _pieces(sentence: str) -> list[str]:
    """Parts of a sentence that have a verb each."""
    made: list[str] = []
    for piece in re.split(rf"(;\s*|,\s+|{_AND})", sentence):
        short = _SHORT.match(piece) if made and re.search(_VERB, made[-1]) else None
        if short:  # "`a` is 3 to 30 characters long, `b` at least 6"
            made.append(f"{short[1]} is {piece[short.end() :]}")
            continue
        after = r"" if made and made[-1].rstrip().endswith(";") else _OWN
        verb = re.search if not after else re.match
        own = verb(rf"{after}{_VERB}", piece) or re.match(_AGAIN, piece)
        told = made and (re.search(_VERB, made[-1]) or _BARE.match(made[-1]))
        if made and not (told and own):
            made[-1] += piece
        else:
            made.append(piece)
    return made


def _names(text: str) -> tuple[str, ...]:
    return tuple(each.strip("`") for each in re.split(r", and |, or |, | and | or ", text))
