"""Rules that change no effect because every effect of its kind holds to them."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.access.shown import ONE_SESSION, ends_one
from beliefs.spec.inferring.keeping.starting import ONCE
from beliefs.spec.inferring.rules.closing import says_closed
from beliefs.spec.inferring.rules.conditions import demands
from beliefs.spec.inferring.rules.once import CLASH
from beliefs.spec.inferring.rules.rates import is_rate, rates_of
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import in_digits

_SENT = (
    r"\bonly (?:what|those|the \w+|fields?|values?|parts?)\b[^.;]*\b(?:sent|given|named|"
    r"provided|present|there|included|in the body)\b"
)
_CHANGES = r"\b(?:chang|updat|replac|overwrit|modif)\w+"
_PARTIAL = re.compile(rf"(?i){_SENT}[^.;]*{_CHANGES}|{_CHANGES}[^.;]*{_SENT}")
_CLOSED = re.compile(
    r"(?i)\b(?:cannot|can't|can not|may not|must not|never) be (?:chang|sent|set|edit)\w*"
)
_UNTOLD = re.compile(r"(?i)^never (?:show|return|send|give)s? (?:the |a )?passwords?(?: back)?\W*$")
_TOUCHING = re.compile(
    r"(?i)^(?=.*\b(?:touch\w*|back[- ]to[- ]back|adjacent|"
    r"ends? (?:exactly |just )?(?:when|where|as))"
    r"\b).*\b(?:not? (?:an? )?(?:overlap|conflict|clash)\w*|fine|ok(?:ay)?|allowed|possible)\b"
)
_ESCAPED = re.compile(
    r"(?i)\b(?:html|markup|tags?|scripts?|entries|everything|texts?|names?|values?|output|input)\b"
    r"[^.;]*\bescap\w*|\bescap\w*[^.;]*\b(?:html|markup|tags?|entries|everything|texts?|values?)\b"
    r"|\bno (?:raw )?(?:html|script|markup)\b[^.;]*\b(?:runs?|executed|injected|rendered)\b|\bXSS\b"
)

_SECRET = re.compile(
    r"(?i)\bpasswords?\b[^.]*\b(?:never|not)\b[^.]*\b(?:appear|shown?|returned|answer\w*|stored|"
    r"plain)\b"
)
_PROPER = re.compile(
    r"(?i)^only [^.;,]*\b(?:valid|proper\w*|correct\w*|right|real|well[- ]?formed|canonical)\b"
    r"[^.;,]*\b(?:accepted|allowed|taken|ok|fine|good)\b"
)


def held_anyhow(writer: Writer, route: Route, sentence: str, lines: list[str]) -> bool:
    """Whether a sentence about a route says what its effect does whatever else is said."""
    effect = " ".join(lines)
    if _no_method(writer, route, sentence) or _by_rate(writer, route, sentence):
        return True
    if _SECRET.search(sentence) and writer.accounts.users is not None:
        return True  # passwords are hashed, and hidden
    if _demanded(writer, route, sentence, lines) or _asked(writer, route, sentence, lines):
        return True
    if _TOUCHING.search(sentence) and _parted(route, lines):
        return True
    if _UNTOLD.search(sentence) and not re.search(r"answer \d+ .*password", effect):
        return True
    if ends_one(writer, route) and ONE_SESSION.search(sentence):
        return True
    if "given(input)" in effect and _PARTIAL.search(sentence):
        return True
    if _ESCAPED.search(sentence) and ('as "text/html"' in effect or route.posting is not None):
        return True
    if route.method in {"PUT", "PATCH"} and _changes_these(route, sentence):
        return True
    # What it names is no input, and such a body is refused.
    closed = route.body is not None and route.body.closed
    return closed and bool(_CLOSED.search(sentence) or says_closed(sentence))


def _by_rate(writer: Writer, route: Route, sentence: str) -> bool:
    """Whether a sentence says how often a request may come, which is counted before any effect."""
    outside = re.sub(r"\([^)]*\)|\{[^{}]*\}", "", sentence)
    counted = is_rate(sentence) and bool(rates_of(writer, route))
    return counted and not re.search(r"(?i)\bonly\b|\bfailed\b|\bexcept\b", outside)


_NAMES = r"`?\w+`?(?:(?:, and/or |, and |, or |, | and/or | and | or )`?\w+`?)*"
_THESE = re.compile(
    r"(?i)^(?:`?(?:PATCH|PUT)`? |it |this )?(?:only (?:changes?|updates?|accepts?|takes?) "
    rf"(?P<a>{_NAMES})|(?:changes?|updates?|accepts?|takes?) (?:only (?P<b>{_NAMES})|"
    rf"(?P<c>{_NAMES}) only)|only (?P<d>{_NAMES}) (?:can|may) be (?:changed|updated|sent|edited))"
    r"\W*$"
)


def _changes_these(route: Route, sentence: str) -> bool:
    """Whether a sentence lists what may be changed, and a request brings nothing else."""
    told = _THESE.match(sentence.strip())
    listed = next(filter(None, told.groups()), "") if told else ""
    names = set(re.findall(r"\w+", listed)) - {"and", "or"}
    return bool(names) and route.body is not None and set(route.body.names) == names


def _parted(route: Route, lines: list[str]) -> bool:
    """Whether rows of which one ends when the other starts are not in each other's way."""
    strict = r"\.\w+ < input\.\w+ and \.\w+ > input\.\w+\]"
    return route.method == "GET" or any(re.search(strict, each) for each in lines)


def _no_method(writer: Writer, route: Route, sentence: str) -> bool:
    """Whether a sentence only says that something cannot be done for which there is no route."""
    told = re.search(
        r"(?i)^(?:there is no |no )?(?:PUT|PATCH)\b[^.;]*\b(?:not a thing|not (?:possible|supported"
        r"|allowed|there))\b|^[\w ]*\b(?:cannot|can't|can never) be (?:edited|changed|updated)\W*$",
        sentence,
    )
    path = writer.chain(route)
    return told is not None and not any(
        each.method in {"PUT", "PATCH"} and writer.chain(each) == path
        for each in writer.contract.routes
    )


# Both ends of a period belong to it.
_BETWEEN = re.compile(
    r"(?i)^(?!.*\b(?:exclu|without the|not includ)).*\bonly (?:those|the|\w+)\b[^.;]*"
    r"\b(?:between|within|from) (?:them|these|the two|both|then on)\b"
)


def _asked(writer: Writer, route: Route, sentence: str, lines: list[str]) -> bool:
    """Whether a sentence only says what a parameter does that the effect looks at."""
    text = "\n".join(lines)
    asked = [each for each in route.params if each.place == "query"]
    if re.search(r"(?i)\bwith (?:both|all|several)\b.*\bmatch (?:both|all|every)\b", sentence):
        return all(f"input.{writer.name(each.name)}" in text for each in asked)
    if _BETWEEN.search(sentence):
        names = "|".join(re.escape(writer.name(each.name)) for each in asked)
        return all(re.search(rf" {sign} input\.(?:{names})\b", text) for sign in (">=", "<="))
    return any(
        re.search(
            rf"(?<!\w){re.escape(each.name)}=|(?i:^(?:(?:with|by|given|if) )?(?:the |an? )?"
            rf"(?:query |optional )?(?:parameter )?[`'\"]?{re.escape(each.name)}[`'\"]?"
            rf"(?: is (?:given|set))?,? (?:shows |lists |returns |gives )?only (?:those|the|\w+ )"
            rf"[\w ]*\b(?:with|of|in|has|have) (?:that|this|the same|it)\b)",
            sentence,
        )
        and f"input.{writer.name(each.name)}" in text
        for each in asked
    )


def _demanded(writer: Writer, route: Route, sentence: str, lines: list[str]) -> bool:
    """Whether the state that a sentence demands is what a guard looks at."""
    said = replace(route, words=sentence, faults=())
    text = "\n".join(lines)
    spoken = {plain(each) for each in re.findall(r"\w+", sentence)}
    if CLASH.search(sentence) and any(
        {plain(name), plain(name).removesuffix("id")} & spoken
        for name in re.findall(r"\[where (?:lower\()?\.(\w+)", text)
    ):
        return True
    if re.search(r"(?i)\bwithout\b[^.]*\bleft out\b", sentence) and "group(" in text:
        return True  # a grouping has no groups of nothing
    if _replaced(route, sentence, text) or _rounded(sentence, text):
        return True
    having = re.match(
        r"(?i)(?:an? |the )?\w+ (?:with|that has) (?:any )?\w+ (?:can|may|must)", sentence
    )
    if having and "guard count(" in text:
        return True
    if re.match(r"(?i)only the \w+ ", sentence) and re.search(r"guard \w+\.\w+ = me\.", text):
        return True  # who it is for is whose row it is
    key = writer.contract.row_key
    secrets = {each.secret for each in writer.kept.holdings if each.secret}
    secrets |= {key.name} if key is not None else set()
    if re.search(ONCE, sentence, re.IGNORECASE) and any(
        plain(each) in plain(sentence) for each in secrets
    ):
        return True
    if _PROPER.search(sentence) and "guard found != null" in text:
        return True  # whatever cannot be worked out is refused
    if re.search(r"(?i)\bmust belong to\b", sentence) and re.search(r"not\(\.\w+ in each\(", text):
        return True
    most = re.search(r"(?i)\b(?:at most|up to) (\w+)", sentence)
    if most and re.search(rf"\blimit {in_digits(most[1])}\b", text):
        return True
    enough = re.search(r"(?i)\bmore (\w+) than (?:there|is|are)\b", sentence)
    if enough and re.search(rf"\.{enough[1]}\)+ >= input\.{enough[1]}", text):
        return True
    set_here = {plain(each) for each in re.findall(r'\w+: "([^"]+)"', text)}
    if re.search(r"(?i)becomes?|sets?|turns", sentence) and set_here & spoken:
        return True
    return any(
        condition in text or _implied(condition, lines)
        for holding in writer.kept.holdings
        for condition in demands(said, holding, holding.variable)
    )


def _rounded(sentence: str, text: str) -> bool:
    """Whether a sentence says how a figure is rounded, and one is."""
    told = re.search(
        r"(?i)^(?:the )?`?(\w+)`? [^.;]*\brounded to (?:an? |the )?(?:nearest )?"
        r"(?:(whole|integer)|(\w+) (?:decimal|digit|place))",
        sentence,
    )
    if told is None or f"{told[1]}: " not in text:
        return False
    digits = "0" if told[2] else in_digits(told[3])
    return bool(re.search(rf"\b{told[1]}: [^\n]*round\([^\n]*, {digits}\)", text))


def _replaced(route: Route, sentence: str, text: str) -> bool:
    """Whether a sentence says what replacing does anyhow: what is left out becomes null."""
    becomes = re.search(
        r"(?i)`?(\w+)`? (?:that|which) (?:is|was) (?:left out|missing|not given|omitted),? "
        r"(?:becomes|is(?: then)?(?: set to)?) `?null`?",
        sentence,
    )
    if becomes and route.method == "PUT":
        return f"{becomes[1]}: input.{becomes[1]}" in text
    fixed = re.fullmatch(
        r"(?i)(?:the )?`?(\w+)`? (?:(?:cannot|can't|can not|never|must not) (?:be )?changed?s?"
        r"(?: and (?:is|are) ignored)?|(?:is|are) ignored)(?: in the body)?\.?",
        sentence,
    )
    name = fixed[1] if fixed else ""
    same = name in {each.name for each in route.params if each.place == "path"}
    return bool(name) and route.method in {"PUT", "PATCH"} and same and f"{name}: " not in text


def _implied(condition: str, lines: list[str]) -> bool:
    """Whether a state that is ruled out is none of those that a guard lets through.

    >>> _implied('lot.state != "sold"', ['guard lot.state = "open" else conflict "Closed"'])
    True
    """
    ruled = re.fullmatch(r'([\w.]+) != "([^"]+)"', condition)
    return ruled is not None and any(
        line.startswith(f"guard {ruled[1]} = ") and f'"{ruled[2]}"' not in line.split(" else ")[0]
        for line in lines
    )
