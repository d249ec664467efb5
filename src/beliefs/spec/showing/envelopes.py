"""What stands around every answer that succeeds: `{"success": true, "data": …}`.

Such a sentence names no request. It is taken out of a source before anybody reads its fields, and
put around the answers once these are known.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from beliefs.spec import effects as e
from beliefs.spec import patterns as re
from beliefs.spec.brief.sketch import span
from beliefs.spec.brief.wording import is_place
from beliefs.spec.documents.loading import relaxed
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec, Unknown

_HELD = "\0"
_SUBJECT = re.compile(
    r"(?i)(?:(?<=^)|(?<=[.!?:;] )|(?<=\n)|(?<=[-*] )|(?<=, )|(?<=and ))(?:the |json |on |in case o"
    r"f )*"
    r"(?:(?:all|every|each|any|whenever|when|whatever|what|everything that|anything that)\s+)?(?:("
    r"?:a |the )?(?:success(?:ful|es)?|succeed\w*|"
    r"good|ok(?:ay)?"
    r"|2xx|200|positive|happy)\b[\w /-]{0,20}?|(?:answers?|responses?|repl(?:y|ies))\b)"
    r"(?:(?:answers?|responses?|repl(?:y|ies)|requests?|results?|bod(?:y|ies)|calls?)\b)?"
    r"(?P<links>(?:[ :,]|\b(?:is|are|be|always|come|comes|look|looks|like|this|wrapped|have|has|in"
    r"|as|with|"
    r"of|the|a|an|form|format|shape|envelope|body|json|object|use|uses|return|returns|answer|answe"
    r"rs|"
    r"get|gets|gives?|this|following|put|into|inside|under|enveloped|sent|back|it|succeed|succeeds|"
    r"responds?|everything|whole)\b|->|→|`|\n+(?=```|\s*\{)|```(?:json)?\n?)+)(?=\{)"
)
# "The answer is {…}" is about the request that was spoken of last.
_OF_ALL = re.compile(
    r"(?i)\b(?:all|every|each|any|what|whatever|when|whenever|everything|success\w*|succeed\w*|good|"
    r"ok(?:ay)?|2xx|200|positive|happy|answers|responses|replies|wrapped|enveloped?|always)\b"
)
_FAILS = re.compile(r"(?i)\b(?:fail\w*|errors?|wrong|4\d\d|unsuccessful)\b")
_NULL = re.compile(
    r"(?i)with (?:(?:an? )?null `?(?P<other>\w+)`?|"
    r"(?:a |the )?`?(?P<name>\w+)`?(?: being|:| is| =)? ?`?null`?)"
)
_ENDS = re.compile(r"\s*`{0,3}\s*(?P<stop>[.;,]|and\b|but\b|while\b|\n|$)")


class _Found(NamedTuple):
    around: dict[str, Any]
    start: int
    end: int


# What every service does with fields that nobody asked for.
_IGNORED = re.compile(
    r"(?i)(?:(?<=^)|(?<=[.!?;] )|(?<=\n)|(?<=[-*] ))(?:all |any |please )?(?:ignore )?(?:unknown|e"
    r"xtra|additional|"
    r"unexpected|other|undeclared|unrecogni[sz]ed|superfluous)(?: json)?(?: request)? (?:fields?|k"
    r"eys?|"
    r"propert(?:y|ies)|attributes?|members?)(?: (?:in|of) (?:the |a |any )?(?:json |request )?(?:b"
    r"od(?:y|ies)|"
    r"requests?|json|payload))?(?: (?:that|which) (?:are|is) sent)?(?: (?:is|are|get|gets|must be|"
    r"should be|will be|shall be|"
    r"have to be))?(?: (?:simply|just|silently|quietly))?(?: ignored| dropped| discarded| left out"
    r")?"
    r"(?:,? (?:and|but) (?:are |is )?(?:never|not) (?:stored|saved|kept|persisted)|, not (?:stored"
    r"|rejected|an "
    r"error))?(?=[.!;]|\n|$)[.!;]?"
    r"|(?:(?<=^)|(?<=[.!?;] ))if (?:a |the )?(?:client|caller|user|somebody|someone|request)s? (?:"
    r"sends?|has|have|"
    r"contains?|brings?) more(?: than (?:that|this|these))?,? (?:just |simply )?(?:ignore (?:it|th"
    r"e rest|that)|"
    r"the rest is ignored)[.!]?"
)


# "On /health the service says {…}" names a request.
_HEALTH = re.compile(
    r"(?i)(?:(?<=^)|(?<=[.!?;\n] )|(?<=\n))(?:on|at|under) `?/health`?,? (?:the |it |service |api "
    r"|app |server )*"
    r"(?:says?|answers?|returns?|gives?|responds?(?: with)?) "
)
_RULES = re.compile(
    r"(?i)\b(?:ignor|dropped|discarded|left out|(?:never|not) (?:stored|saved|kept))"
)


def without_envelopes(text: str) -> str:
    """A text without what it says stands around every answer, and what holds anyhow.

    >>> without_envelopes('Notes. Every answer is {"ok": true, "data": ...}. SQLite.')
    'Notes. SQLite.'
    """
    text = _HEALTH.sub("GET /health returns ", text)
    text = _IGNORED.sub(lambda one: one[0] if _RULES.search(one[0]) is None else "", text)
    for found in reversed(list(_found(text))):
        before, after = text[: found.start].rstrip(" "), text[found.end :]
        rest = re.match(r"\s*(?:,|;)?\s*(?:and|but|while)\s+", after)
        if rest is not None:  # what is said of the others is a sentence of its own
            after = after[rest.end() :]
            after = f"{after[:1].upper()}{after[1:]}"
        else:
            after = re.sub(r"^`*[ ]*[.;,]", "", after)
        gap = " " if before[-1:].strip() and after[:1].strip() else ""
        lines = "\n" * text[found.start : found.end].count("\n")
        text = f"{before}{lines}{gap}{after}"
        names = [name for name, value in found.around.items() if value == _HELD]
        empty = json.dumps(found.around).replace(json.dumps(_HELD), "null")
        text = _NULL.sub(
            lambda one, names=names, empty=empty: (  # type: ignore[misc]
                f"with {empty}" if (one["name"] or one["other"]) in names else one[0]
            ),
            text,
        )
    return text


def enveloped(spec: Spec, sources: Iterable[tuple[str, str, str]]) -> Spec:
    """The Spec whose answers stand in what the sources say stands around them."""
    told = [each for _, text, kind in sources if kind != "openapi" for each in _found(text)]
    if not told:
        return spec
    around = told[0].around
    made = tuple(_wrapped(each, around) for each in spec.operations)
    if any(each.around != around for each in told):
        said = Unknown("material", json.dumps(told[1].around), "", "another one is said too")
        return replace(spec, operations=made, unknowns=(*spec.unknowns, said))
    return replace(spec, operations=made)


def _found(text: str) -> Iterator[_Found]:
    for subject in _SUBJECT.finditer(text):
        lead = text[max(0, text.rfind("\n", 0, subject.start())) : subject.end()]
        if _FAILS.search(subject[0]) or re.search(r"\b(?:GET|POST|PUT|PATCH|DELETE) ?`?/", lead):
            continue
        if not _OF_ALL.search(subject[0]):
            continue
        end = span(text, subject.end())
        around = _around(text[subject.end() : end]) if end > 0 else None
        if around is None:
            continue
        rest = _ENDS.match(text, end)
        if rest is None:
            continue
        closing = re.match(r"\s*`{1,3}", text[end:])
        yield _Found(around, subject.start(), end + (closing.end() if closing else 0))


_PAYLOAD = frozenset(
    {"data", "result", "payload", "response", "content", "value", "body", "results"}
)
_DOTS = re.compile(
    r"(?<=:)\s*(?:\[\s*)?(?:\.\.\.|…|<[^<>]*>|\{\s*(?:\.\.\.|…)?\s*\})(?:\s*\])?\s*(?=[,}])"
)


def _around(text: str) -> dict[str, Any] | None:
    """What stands around an answer; one of its names holds it."""
    text = _DOTS.sub(f" {json.dumps(_HELD)}".replace("\\", "\\\\"), text)
    text = re.sub(r"([{,]\s*)([A-Za-z_]\w*)(?=\s*:)", r'\1"\2"', text)
    try:
        told = json.loads(relaxed(text))
    except ValueError:
        return None
    if not isinstance(told, dict) or len(told) < 2:
        return None
    held = [name for name, value in told.items() if value == _HELD]
    if not held:
        held = [
            name
            for name, value in told.items()
            if name in _PAYLOAD and (value in (None, [], {}) or is_place(value))
        ]
    plain = all(
        isinstance(v, bool | int | str) or v is None for n, v in told.items() if n not in held
    )
    if len(held) != 1 or not plain:
        return None
    return {name: _HELD if name == held[0] else value for name, value in told.items()}


def _wrapped(operation: Operation, around: dict[str, Any]) -> Operation:
    if operation.path.endswith("/health"):
        return operation
    return replace(operation, effect=_inside(operation.effect, around))


def _inside(effect: e.Effect, around: dict[str, Any]) -> e.Effect:
    made: list[e.Stmt] = []
    for each in effect:
        match each:
            case e.Answer(status, body, "application/json") if status < 300 and status != 204:
                wrapped = (
                    each if _is_wrapped(body, around) else replace(each, body=_in(body, around))
                )
                made.append(wrapped)
            case e.If(holds, then, otherwise):
                made.append(e.If(holds, _inside(then, around), _inside(otherwise, around)))
            case e.For(name, source, body):
                made.append(e.For(name, source, _inside(body, around)))
            case _:
                made.append(each)
    return tuple(made)


def _is_wrapped(body: e.Expr | None, around: dict[str, Any]) -> bool:
    return isinstance(body, e.Make) and {name for name, _ in body.fields} == {*around}


def _in(body: e.Expr | None, around: dict[str, Any]) -> e.Expr:
    held = body if body is not None else e.Lit(None)
    return e.Make(
        tuple((name, held if value == _HELD else e.Lit(value)) for name, value in around.items())
    )
