"""What a goal says of headers, addresses and origins, and a Spec says nothing of."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.service import Spec

_CORS = re.compile(r"(?i)\bCORS\b|\bcross[- ]origin\b|\ballowed origins?\b")
_FROM = re.compile(r"(?i)\b(?:front-?\s?end|browser|web ?app|website|single[- ]page|SPA)s?\b")
_ORIGIN = re.compile(r"https?://[\w.-]+(?::\d+)?(?=[\s`'\",;).]|/?$)")
_NOT = re.compile(r"(?i)\b(?:no|not|without|never|n't|don't|disabled?|off)\b")
# What stands in a sentence, what an effect that does it has in it, and what is missing otherwise.
_MEANT = (
    (
        re.compile(r"\bLocation\b[- ](?:response )?header|\bheader:? `?Location\b|`Location`"),
        re.compile(r"\bLocation:"),
        "no answer has this header",
    ),
    (
        re.compile(r"\bETags?\b|\bIf-None-Match\b"),
        re.compile(r"\betag\(|\bETag:"),
        "no answer has this header",
    ),
    (
        re.compile(r"\bIf-Match\b"),
        re.compile(r"\bif_match\b"),
        "no request looks at this header",
    ),
    (
        re.compile(
            r"(?i)\b(?:absolute|full|complete) (?:urls?|links?)\b[^.;]*"
            r"\b(?:host|itself|of (?:the|this)|self)\b|"
            r"\bhost of the request\b|\bscheme and host\b"
        ),
        re.compile(r"\burl\("),
        "no answer has an address with its host",
    ),
    (
        re.compile(r"(?i)\blocation\b[^.;]*\b(?:absolute|full) (?:url|address)"),
        re.compile(r"\bLocation: url\("),
        "the header is a path without a host",
    ),
    (
        re.compile(r"(?i)\bOPTIONS\b[^.;]*\bAllow\b|\bAllow\b[^.;]*\bOPTIONS\b"),
        re.compile(r"\bAllow:"),
        "no request answers OPTIONS",
    ),
)
_TWICE = re.compile(r"[?&](\w+)=[^&\s`]*&\1=")


def unkept_headers(words: str, spec: Spec, effects: str) -> Iterator[str]:
    """Why a sentence is not kept, for each thing in it that nothing keeps.

    >>> list(unkept_headers("CORS for https://a.example.", Spec("a", "A", ""), ""))
    ['pages of other origins may not ask']
    """
    if not _NOT.search(words):
        if _CORS.search(words) and not spec.origins:
            yield "pages of other origins may not ask"
        elif _CORS.search(words) or _FROM.search(words):
            named = {each.rstrip("/.") for each in _ORIGIN.findall(words)}
            if (
                named
                and not named <= {*spec.origins}
                and "*" not in spec.origins
                and (spec.origins or _FROM.search(words))
            ):
                yield "pages of this origin may not ask"
        for said, done, why in _MEANT:
            if said.search(words) and not done.search(effects):
                yield why
    for name in _TWICE.findall(words):
        kinds = [x.type.kind for each in spec.operations for x in each.inputs if x.wire == name]
        if kinds and "list" not in kinds:
            yield f"{name} is read once"
