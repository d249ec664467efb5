"""Values that words in a text decide: "urgent" makes a ticket one of high priority."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from beliefs.errors import CannotRun
from beliefs.spec import patterns as re
from beliefs.spec.brief.said import Said
from beliefs.spec.effects import Insert, Make
from beliefs.spec.service import Spec
from beliefs.spec.terse.hearing import Heard, entity_at
from beliefs.spec.terse.writing import entity, makes, set_by_service, with_fields
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.words import plural

_WORDS = r"(?P<words>⟪\d+⟫(?:(?:,| or|, or| and|/) ?⟪\d+⟫)*)"
_FIELDS = (
    "priority|category|severity|label|urgency|type|department|team|queue|topic|tag|level|kind|"
    "sentiment|assigned_to|status|folder|group"
)
_V = r"(?P<value>⟪\d+⟫|(?!the\b|an?\b|it\b|in\b|has\b)[a-z][\w-]*)"
_F = rf"(?P<field>{_FIELDS})"
# "a" or "b" in the subject are assigned to x; get high priority; go to category x; -> x
_LEADS = (
    r"(?: (?:are|is|be|get|gets|go|goes|means?|have|has|becomes?|then|it|set|sets|the)\b)*"
    r"(?: (?:assigned|routed|sent|filed|go|goes)\b)?(?: (?:to|into|under|in|as|the|an?)\b)*"
)
_CASE = (
    # set severity to critical when the text has "a" or "b"; to minor when it has "c"
    re.compile(
        rf"(?i)(?:set |and |sets )*(?:the )?(?:{_F} )?to {_V} (?:when|if|where)[^⟪;.]*?{_WORDS}"
    ),
    # the priority is high if it contains "a"
    re.compile(
        rf"(?i)(?:the )?(?:{_F} )(?:is|becomes|gets|=) {_V} (?:when|if|where)[^⟪;.]*?{_WORDS}"
    ),
    re.compile(
        rf"(?i){_WORDS}(?:[^⟪;.]*? in (?:the |their |its )?(?P<in>\w+))?(?: \w+)??,?{_LEADS}"
        rf"(?: {_F}\b)?(?: (?:is|to|as|=|:)(?!\w))* ?(?:-> ?)?{_V}(?: (?P<field2>{_FIELDS}))?"
    ),
)
_ELSE = re.compile(
    rf"(?i)(?:\b(?:otherwise|anything else|everything else|all (?:the )?others?|else|the rest"
    rf"|others|if not|and(?= to \w+ if not)|"
    rf"no match))(?: (?:is|are|it|it's|the|get|gets|go|goes|becomes?|to|as|assigned|->"
    rf"|{_FIELDS}))* "
    rf"(?:-> ?)?{_V}(?: if not)?(?: (?:{_FIELDS}))?\W*$"
)
_LED = re.compile(
    rf"(?i)(?:the )?{_F} (?:is|gets|will be) (?:set|chosen|decided|derived|picked|determined) "
    rf"(?:from|by) "
    r"(?:the )?(?:\w+ )?(?:words|keywords|text)(?: in (?:it|them|the \w+))?:?"
)


@dataclass(slots=True)
class _Rule:
    """A field with what words lead to, in which field, and what it is otherwise."""

    name: str
    cases: list[tuple[str, tuple[str, ...], str]] = field(default_factory=list)
    otherwise: str = ""


def hear(heard: Heard) -> Callable[[Spec], Spec] | None:
    """Quoted words that lead to values of a field."""
    if not re.search(
        r"(?i)contain|mention|words?\b|keyword|with [\"“']|ha(?:s|ve) [\"“']|says?|->|→",
        heard.whole,
    ):
        return None
    if not any("⟪" in one.text for one in heard.sentences()):
        return None
    rules: dict[str, _Rule] = {}
    led = heard.take(_LED.pattern)
    last = str(led["field"]).lower() if led is not None else ""
    for one in list(heard.sentences()):
        last = _cases(one, rules, last)
    if not rules:
        return None
    for one in list(heard.sentences()):
        found = one.has(_ELSE)
        if found is not None and last:
            rules[last].otherwise = one.quote(found["value"]).lower()
            one.drop(found)
    making = heard.brief.request("POST", "") or next(
        (x for x in heard.brief.requests if x.method == "POST" and "{" not in x.path), None
    )
    path = making.path if making is not None else _spoken_of(heard)
    heard.rows(path, ("POST", "GET", "GET {id}"))
    heard.sets(path, *rules)
    heard.take(
        r"\b(?:if|when|where)? ?(?:the )?(?:\w+ )?(?:that )?(?:contains?|mentions?|have|has"
        r"|says?)\b(?= ?(?:¦|$))",
        rf"\b(?:{plural('ticket')}|text|with|it|get|go to|and|that|contain)\b ?(?=¦)",
    )
    told = list(rules.values())
    return lambda spec: _written(spec, heard, path, told)


def _spoken_of(heard: Heard) -> str:
    """The rows that words without a request speak of."""
    found = heard.has(r"\b(?P<n>tickets|messages|emails|complaints|incidents|requests|reports"
                      r"|posts|reviews|"
                      r"feedbacks?|issues|comments|notes|questions|articles|mails)\b")  # fmt: skip
    return heard.collection(found["n"] if found is not None else "message")


def _cases(one: Said, rules: dict[str, _Rule], last: str) -> str:
    """Take out what words lead to; the field that was spoken of last is that of a bare value."""
    while True:
        hits = [found for each in _CASE if (found := one.has(each)) is not None]
        if not hits:
            return last
        found = min(hits, key=lambda each: (each.start("words"), each.start() - each.end()))
        groups = found.groupdict()
        name = (groups.get("field") or groups.get("field2") or "").lower()
        if not name and re.search(r"(?i)\bassigned\b", found[0]):
            name = "assigned_to"
        name = name or last or "category"
        words = tuple(one.quote(each) for each in re.findall(r"⟪\d+⟫", found["words"]))
        inside = (groups.get("in") or "").strip()
        value = one.quote(found["value"]).lower()
        rules.setdefault(name, _Rule(name)).cases.append((value, words, inside))
        one.drop(found)
        last = name


def _written(spec: Spec, heard: Heard, path: str, rules: list[_Rule]) -> Spec:
    name = entity_at(path)
    own = {each.name for each in rules}
    texts = [
        each.name
        for each in entity(spec, name).fields
        if each.type.kind == "string" and each.required and each.name not in own
    ]
    texts = [each for each in texts if each in _inserted(spec, name)]
    if not texts:
        raise CannotRun(f"A new {name} brings no text in which words could be looked for.")
    for rule in rules:
        values = [value for value, _, _ in rule.cases]
        if not rule.otherwise:
            rule.otherwise = "normal" if rule.name in _RANKED else "general"
            heard.assume(f"the {rule.name} of all others", rule.otherwise)
        choices = tuple(dict.fromkeys([*values, rule.otherwise]))
        value = json.dumps(rule.otherwise)
        for case, words, inside in reversed(rule.cases):
            looked = [inside] if inside in texts else texts
            holds = " or ".join(
                f"contains(input.{text}, {json.dumps(word)})" for text in looked for word in words
            )
            value = f"if({holds}, {json.dumps(case)}, {value})"
        spec = with_fields(spec, name, Field(rule.name, Type("string", choices=choices)))
        spec = set_by_service(spec, name, {rule.name: value})
    return spec


_RANKED = frozenset({"priority", "severity", "urgency", "level"})


def _inserted(spec: Spec, name: str) -> set[str]:
    """The fields that requests bring for a new row."""
    found: set[str] = set()
    for one in spec.operations:
        if makes(one, name):
            for each in one.effect:
                if isinstance(each, Insert) and isinstance(each.values, Make):
                    found |= {field for field, _ in each.values.fields}
    return found & {each.name for one in spec.operations for each in one.inputs}
