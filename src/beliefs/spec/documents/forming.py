"""How texts that requests bring have to be formed, wherever a document says it in words.

"The url must start with http:// or https://", "400 if the url doesn't start with https://", "plates
have between 2 and 12 characters", "a tag may not contain spaces", "password (min 8 chars)": what
is said of a field by its name, in a sentence about the request, about one of its failures, or far
from it. Each is a subject, and behind it one predicate after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import clauses, sentences
from beliefs.spec.documents.contract import (
    Contract,
    Param,
    Property,
    Route,
    Shape,
    is_record,
)
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.spelling import spelled
from beliefs.spec.documents.words import plural, singular
from beliefs.spec.numbers import NUMBERS, counted
from beliefs.spec.types import Type

_SIGNS = {
    r"(?:forward )?slash(?:es)?": "/",
    r"dots?|full stops?|periods?": r"\.",
    r"colons?": ":",
    r"(?:white ?)?spaces?|blanks?": " ",
    r"@(?: signs?)?|at[- ]signs?": "@",
    r"hash(?:es| signs?)?": "\\#",
    r"plus(?: signs?)?": r"\+",
    r"hyphens?|dash(?:es)?": r"\-",
    r"underscores?": "_",
    r"commas?": ",",
    r"(?:upper[- ]?case|capital) letters?|capitals": "[A-Z]",
    r"(?:lower[- ]?case|small) letters?": "[a-z]",
    r"letters?": "[A-Za-z]",
    r"digits?|numbers?": "[0-9]",
}
_NAMED = "|".join(_SIGNS)
_LITERAL = (
    rf"(?:`[^`\n]+`|\"[^\"\n]+\"|'[^'\n]+'|(?:an? |one |the |any )?(?:{_NAMED})(?![\w-])|"
    r"(?!\d)\w[\w.]*[^\s\w`\"'(),;:.]+(?=[\s.,;)]|$)|(?-i:[A-Z]{2,}\w*(?=[\s.,;:)]|$))|"
    r"[^\s\w`\"'(),;]\w[\w.]*(?=[\s.,;:)]|$)|[^\s\w`\"'(),;](?=[\s,;:)]|\.\s|\.?$)|"
    r"[a-z]+(?:\(s\))?://)"
)
_LITERALS = rf"(?P<parts>{_LITERAL}(?:(?:, or |, and |, | or (?:with )?| and |/){_LITERAL})*)"
_MARKS = r"(?:characters?|chars?|letters?|signs|symbols)\b"
_N = rf"(\d+|{'|'.join(NUMBERS[1:])})"
_LONG = (
    (rf"(?:from |between )?{_N} ?(?:to|and|-|–|\.\.) ?{_N} {_MARKS}", ("low", "high")),
    (rf"(?:exactly |always )?{_N} {_MARKS}(?! (?:or|at|max|min))", ("both",)),
    (rf"(?:at least|min(?:imum|\.)?(?: of| length)?:?|no (?:fewer|less) than|>=|≥) ?{_N} ?{_MARKS}",
     ("low",)),
    (rf"(?:at most|max(?:imum|\.)?(?: of| length)?:?|up to|no (?:more|longer) than|<=|≤) ?{_N} ?"
     + _MARKS, ("high",)),
    (rf"{_N} {_MARKS} (?:or more|at least|min(?:imum)?)\b", ("low",)),
    (rf"{_N} {_MARKS} (?:or (?:less|fewer)|at most|max(?:imum)?)\b", ("high",)),
    (rf"(?:shorter than|(?:with )?(?:fewer|less) than|under|below) {_N} ?{_MARKS}", ("short",)),
    (rf"(?:longer than|(?:with |of )?more than|over|above) {_N} ?{_MARKS}", ("long",)),
)  # fmt: skip
_LENGTHS = tuple((re.compile(f"(?i){pattern}"), ends) for pattern, ends in _LONG)
_FORMS = tuple(
    (re.compile(f"(?i){verb} {_LITERALS}"), sort)
    for verb, sort in (
        (r"(?:start|begin)(?:s|ning)? with", "start"),
        (r"end(?:s|ing)? (?:with|in|on)", "end"),
        (r"(?:contain(?:s|ing)?|includ(?:e|es|ing))(?: at least one| any)?", "inside"),
    )
)
_MUST = r"(?:must|has to|have to|should|shall|needs? to|may only|can only|always)\b"
_BARRED = r"(?:must not|mustn't|may not|cannot|can ?not|can't|should not|shall not|may never)\b"
_DENIED = r"(?:(?:does|do|is|are|did) ?n[o']t|(?:does|do|is|are) ?n't|not|never|without)\b"
_LINK = re.compile(
    rf"(?i)[`\"']?[\s(,:]*(?:(?P<barred>{_BARRED})|(?P<must>{_MUST})|(?P<denied>{_DENIED})|"
    r"(?P<that>that|which|whose \w+)\b|(?:and|is|are|has|have|be|being|of|with|an?|strings?|texts?|"
    r"also|then|only)\b)?"
)
_FAILS = re.compile(
    r"(?i)\b4\d\d\b|\b(?:rejected|refused|invalid|malformed|an error|not (?:allowed|accepted))\b"
)
_LENGTHWISE = re.compile(r"(?i) (?:long|in length)\b")
_GOES_ON = re.compile(r"(?i),? and |, ")
_OTHERWISE = re.compile(r"(?i)\b(?:otherwise|else|anything else|everything else|if not)\b")


@dataclass(slots=True)
class Form:
    """What is known of a text so far."""

    start: list[str] = field(default_factory=list)
    end: list[str] = field(default_factory=list)
    inside: list[str] = field(default_factory=list)
    barred: list[str] = field(default_factory=list)
    letters: str = ""  # a whole pattern
    low: int | None = None
    high: int | None = None

    @property
    def pattern(self) -> str:
        """All of it but the lengths, as a regular expression."""
        if self.letters:
            return "" if self.start or self.end or self.inside or self.barred else self.letters
        if self.barred:
            alone = not (self.start or self.end or self.inside)
            return f"^[^{''.join(dict.fromkeys(self.barred))}]*$" if alone else ""
        start = f"^{_any(self.start)}" if self.start else ""
        end = f"{_any(self.end)}$" if self.end else ""
        inside = ".*".join(["", *dict.fromkeys(self.inside), ""]) if self.inside else ""
        if start and end:
            return f"{start}{inside or '.*'}{end}"
        if inside:
            return f"{start or '^'}{inside}{end or '$'}"
        return start or end


def _any(parts: list[str]) -> str:
    return f"(?:{'|'.join(dict.fromkeys(parts))})"


def formed_texts(contract: Contract) -> Contract:
    """The contract whose bodies are held to what words tell of their texts."""
    contract = replace(contract, routes=tuple(_keyed(each, contract) for each in contract.routes))
    far = [text for _, text in contract.prose]
    far += [f"{each.status} {each.words}" for each in contract.faults if each.status in {400, 422}]
    return replace(contract, routes=tuple(_formed(each, far) for each in contract.routes))


def _keyed(route: Route, contract: Contract) -> Route:
    """A route that puts something under a name, with what is said anywhere of such names."""
    name = re.search(r"\{(\w+)\}$", route.path)
    if route.method != "PUT" or name is None or name[1].lower().endswith("id"):
        return route
    texts = [each.words for each in contract.routes] + [text for _, text in contract.prose]
    form = Form()
    for text in (each for one in texts for each in sentences(one)):
        for at in _subjects(text, name[1], "") if not _answers(text) else ():
            _predicates(text, at, form, fails=_fails(text), own=False)
    known = next((each for each in route.params if each.name == name[1]), None)
    free = known is None or known.shape.type in {Type("string"), Type("json")}
    kind = _held(Type("string"), form)
    if not free or kind == Type("string"):
        return route
    made = Param(name[1], "path", Shape(kind), required=True)
    return replace(route, params=(*(e for e in route.params if e is not known), made))


def _formed(route: Route, far: list[str]) -> Route:
    body = route.body
    if body is None or not is_record(body) or route.method not in {"POST", "PUT", "PATCH"}:
        return route
    said = [
        *((each, False) for text in (route.words, *far) for each in sentences(text)),
        *((each.words, True) for each in route.faults if each.status in {400, 422}),
        *((each.words, True) for each in route.replies if each.status in {400, 422}),
    ]
    thing = singular(next((each.name for each in reversed(steps(route.path)) if each.name), ""))
    parts = tuple(_bounded(each, said, thing) for each in body.properties)
    if any(_EMPTY.search(text) for text, fails in said if fails or _fails(text)):
        parts = tuple(_filled(each) for each in parts)
    if parts == body.properties:
        return route
    return replace(route, body=replace(body, properties=parts))


# "400 when something is missing or empty": of no field in particular.
_FIELDS = r"(?:(?:a |any |the )?(?:required )?(?:fields?|values?|texts?|strings?|inputs?|names?))"
_EMPTY = re.compile(
    rf"(?i)(?:^|[,:;]|\b(?:if|when|for)|\b4\d\d) ?(?:(?:something|anything|{_FIELDS}) (?:is |are )?"
    rf"(?:missing (?:or|and) )?empty\b|(?:missing (?:or|and) )?empty(?: or missing)? {_FIELDS})"
)


def _filled(part: Property) -> Property:
    """A text that has to be there, and not empty."""
    kind = part.shape.type
    if not part.required or kind.kind != "string" or kind.choices or kind.pattern:
        return part
    least = kind.min_length or 1
    return replace(part, shape=replace(part.shape, type=replace(kind, min_length=least)))


def _bounded(part: Property, said: list[tuple[str, bool]], thing: str) -> Property:
    kind = part.shape.type
    if kind.kind not in {"string", "url"} or kind.choices:
        return part
    form = Form()
    said = [*((each, False) for each in sentences(part.words)), *said]
    found = [(text, fails, at) for text, fails in said for at in _subjects(text, part.name, thing)]
    if any(_answers(text) for text, _, _ in found):
        return part  # a failure of its own
    _predicates(part.words, 0, form, fails=False, own=True)
    for text, fails, at in found:
        _predicates(text, at, form, fails=fails or _fails(text), own=False)
    return replace(part, shape=replace(part.shape, type=_held(kind, form)))


def _answers(text: str) -> bool:
    """Whether a sentence tells the words of a failure, and not only texts in quotes."""
    told = [each.message for each in clauses(text) if each.message]
    return any(f'with "{each}' not in text for each in told)


def _held(kind: Type, form: Form) -> Type:
    """A type with what it does not say by itself."""
    if not kind.pattern and kind.min_length is None and kind.max_length is None:
        kind = replace(kind, min_length=form.low, max_length=form.high)
    pattern = form.pattern
    web = set(form.start) == {"http://", "https://"} or form.start == ["https?://"]
    if not pattern or kind.pattern or (kind.kind == "url" and web):
        return kind
    return replace(kind, kind="string", pattern=pattern)


def held_text(sentence: str, name: str, kind: Type) -> bool:
    r"""Whether a sentence only says how the texts of a field are formed, and its type holds to it.

    >>> held_text("The code must end with `-x`.", "code", Type("string", pattern=r"(?:\-x)$"))
    True
    """
    for at in _subjects(sentence, name, ""):
        form = Form()
        before = re.fullmatch(
            r"(?i)\W*(?:(?:the|an?|each|every|all|any) )?[\w -]+\W?", sentence[:at]
        )
        end = _predicates(sentence, at, form, fails=_fails(sentence), own=False)
        rest = _OTHERWISE.split(sentence[end:])[0]
        rest = _FAILS.sub("", rest)
        if not (before and end) or re.search(r"(?!\b(?:is|are|an?|gives|answers)\b)\b\w", rest):
            continue
        web = kind.kind == "url" and "http" in form.pattern
        if _held(replace(kind, pattern="", min_length=None, max_length=None), form) == kind or web:
            return True
    return False


def _fails(sentence: str) -> bool:
    """Whether a sentence says what is refused, and not what has to be."""
    told = _OTHERWISE.split(sentence)[0]
    return bool(_FAILS.search(told))


def _subjects(sentence: str, name: str, thing: str) -> Iterator[int]:
    """Where a field is named, of the thing that is made, or of nothing in particular."""
    bare = re.escape(name).replace("_", "[ _-]")
    many = re.escape(plural(singular(name))).replace("_", "[ _-]")
    of = rf"(?: of (?:the |an? |each |every )?{re.escape(thing)}s?)?" if thing else ""
    whose = rf"(?:{re.escape(thing)}(?:'s)?[ -])?" if thing else ""
    lead = r"(?:^|[.;:,(]\s*|\b(?:the|an?|each|every|all|any|its|their|and|if|when|for|or|where) )"
    named = rf"(?i){lead}{whose}[`\"']?(?:{bare}|{many})[`\"']?(?![\w/-]){of}"
    yield from (each.end() for each in re.finditer(named, sentence))


def _predicates(text: str, at: int, form: Form, *, fails: bool, own: bool) -> int:
    """Read what is said from a place on, one predicate after the other; where it ends.

    >>> form = Form()
    >>> _predicates("starts with a letter and has 3 to 8 letters", 0, form, fails=False, own=True)
    43
    >>> form.pattern, form.low, form.high
    ('^(?:[A-Za-z])', 3, 8)
    """
    read = 0
    barred = must = denied = that = False
    while True:
        while (link := _LINK.match(text, at)) and link.end() > at:
            barred = barred or bool(link["barred"])
            must = must or bool(link["must"])
            denied = denied or bool(link["denied"])
            that = that or bool(link["that"])
            at = link.end()
        if that and not (fails or must or barred):
            return read  # which of them, and not how all of them are
        end = _length(text, at, form, must=must and not (barred or denied))
        # A rule says what has to be; a failure what is refused.
        wanted = not (barred or (must and denied)) if must or barred else denied == fails
        end = end or _lettered(text, at, form)
        end = end or _shaped(text, at, form, wanted=wanted, sure=must or barred or fails or own)
        if end is None:
            return read
        long = _LENGTHWISE.match(text, end)
        at = read = long.end() if long else end
        if not _GOES_ON.match(text, at):
            return read


def _length(text: str, at: int, form: Form, *, must: bool) -> int | None:
    """Read how long a text is; "longer than 7" is too long, unless it `must` be longer."""
    for pattern, ends in _LENGTHS:
        match = pattern.match(text, at)
        if match is None:
            continue
        for end, told in zip(ends, match.groups(), strict=True):
            beyond = must and end in {"short", "long"}
            number = counted(told) + (beyond and (1 if end == "long" else -1))
            if end in {"low", "both", "long" if beyond else "short"}:
                form.low = number
            if end in {"high", "both", "short" if beyond else "long"}:
                form.high = number
        return match.end()
    return None


_LETTERS = re.compile(
    r"(?i)(?:(?:consists?|made|composed)(?: up)? (?:only )?of|contains? only|only contains?|"
    r"has only|have only|uses? only|(?<=only )(?:contain|use|have)) (?P<these>[^.;:()]+?)"
    r"(?=$|[.;:()]|,? (?:else|otherwise)\b)"
)


def _lettered(text: str, at: int, form: Form) -> int | None:
    """Read which letters a text is made of."""
    match = _LETTERS.match(text, at)
    pattern = spelled(match["these"])[0] if match else ""
    if match is None or not pattern:
        return None
    form.letters = pattern
    return match.end()


def _shaped(text: str, at: int, form: Form, *, wanted: bool, sure: bool) -> int | None:
    """Read what a text begins with, ends with, or has in it."""
    for pattern, sort in _FORMS:
        match = pattern.match(text, at)
        if match is None:
            continue
        parts = [_sign(each) for each in re.findall(_LITERAL, match["parts"])]
        if not sure and all(re.fullmatch(r"\w*", each) for each in parts):
            return None  # "status starts with `open`": what it is at first
        if not wanted:
            single = [each for each in parts if re.fullmatch(r"\\?.|\[[^\]]+\]", each)]
            if sort != "inside" or len(single) < len(parts):
                return None
            form.barred += [each.strip("[]") for each in parts]
        elif sort == "inside" and " or " in match["parts"]:
            form.inside.append(_any(parts))
        else:
            getattr(form, sort).extend(parts)
        return match.end()
    return None


def _sign(told: str) -> str:
    """The regular expression of a text in quotes, or of a sign by its name.

    >>> _sign("`.md`"), _sign("a capital letter"), _sign("http(s)://"), _sign("a slash")
    ('\\\\.md', '[A-Z]', 'https?://', '/')
    """
    if told[0] in "`\"'":
        return re.escape(told[1:-1])
    name = re.sub(r"(?i)^(?:an?|one|the|any) ", "", told)
    for words, sign in _SIGNS.items():
        if re.fullmatch(f"(?i){words}", name):
            return sign
    return re.escape(told.rstrip(".")).replace(r"s\(s\)", "s?").replace(r"\(s\)", "s?")
