"""Rules that change no effect because every effect of its kind holds to them."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.inferring.access.shown import ONE_SESSION, ends_one
from beliefs.spec.inferring.rules.closing import says_closed
from beliefs.spec.inferring.writing import Writer

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


def held_anyhow(writer: Writer, route: Route, sentence: str, lines: list[str]) -> bool:
    """Whether a sentence about a route says what its effect does whatever else is said."""
    effect = " ".join(lines)
    if _no_method(writer, route, sentence):
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
