"""How all requests fail alike: "Bad input is 400, an unknown id 404", `{"error": "..."}` always."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.answers import carried_on, read_answers
from beliefs.spec.brief.brief import Fault, Request
from beliefs.spec.brief.rules import INVALID, field_rules, refused
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.failures import Failure

_BODY = re.compile(
    r"(?i)^(?:all |every |any )?(?:other )?(?:errors?|failures?|faults?|error (?:bodies|"
    r"responses|"
    r"answers|messages?)|always)(?: (?:responses?|bodies|answers))?(?: (?:is|are|look(?:s)? "
    r"like(?"
    r": this)?|have the (?:form|body)|come(?:s)? (?:as|back as)|(?:is |are )?(?:always )?(?"
    r":answered|returned|sent)(?: as| with)?|use|carry|has|have|with|in the form|as|always|"
    r"json|a|"
    r"the|body|of|form|this|like|shape))*:? *(?P<mark>⟦\d+⟧)"
)


def general_faults(service: Service, scenes: list[Scene]) -> None:
    """Take out of the sentences about all how requests fail."""
    carried_on(service.brief.said)
    for one in service.brief.said:
        found = one.has(_BODY)
        if found is not None:
            sketch = one.sketch(found["mark"])
            if len(sketch.parts) == 1:
                service.body = json.dumps({sketch.names[0]: "{message}"})
                one.drop(found)
                one.take(r"\b(?:some )?text\b")
        if not one.has(r"\b4\d\d\b"):
            continue
        told = read_answers(Request("GET", "", one.source, said=[one]))
        left: list[str] = [part.text for part in told.said]
        left += [
            f"{fault.cause.text}{', otherwise' if fault.otherwise else ''} {fault.status}"
            for fault in told.faults
            if not _stated(service, fault, scenes)
        ]
        one.text = "; ".join(left)


_INVALID = re.compile(
    r"(?i)\b(?:bad|invalid|wrong|malformed|incorrect|missing|violat\w+|doesn'?t fit|does not fit|"
    r"out of range|validation|breaks?|not (?:valid|fit)|garbage|incomplete|unacceptable|blank|"
    r"empty)\b"
)
_ABSENT = re.compile(
    r"(?i)\b(?:unknown|no such|non-?exist\w*|not found|isn'?t there|is not there|does(?:n'?t| "
    r"not)"
    r" exist|don'?t exist|do not exist|not there|nobody|missing (?:row|id)|absent|never existed|"
    r"that is gone|there (?:is|are|'s) (?:no|none))\b"
)


def _stated(service: Service, fault: Fault, scenes: list[Scene]) -> bool:
    text = fault.cause.text
    words = set(re.findall(r"[a-z_]+", text.lower()))
    general = {
        "input",
        "body",
        "data",
        "request",
        "requests",
        "field",
        "fields",
        "values",
        "value",
        "anything",
        "something",
        "payload",
        "sth",
        "inputs",
        "parameters",
    }
    if (
        fault.status in {400, 422}
        and _INVALID.search(text)
        and (words & general or len(words) <= 3)
    ):
        service.invalid = fault.status
        service.failures += [Failure(way, fault.status) for way in INVALID]
        _filled(text, scenes)
        return True
    if fault.status == 404 and _ABSENT.search(text):
        service.failures.append(Failure("absent", 404))
        return True
    if fault.status == 401 and re.search(r"(?i)token|logged|auth|credential|key|header", text):
        service.failures.append(Failure("unauthenticated", 401))
        return False
    if fault.status in {400, 422} and _of_fields(service, fault, scenes):
        return True
    return _of_some(fault, scenes)


def _of_fields(service: Service, fault: Fault, scenes: list[Scene]) -> bool:
    """Whether a failure is about fields of some requests; then it says what they may be."""
    whole = False
    for scene in scenes:
        known = {name: given.held for name, given in scene.given.items()}
        copy = Said(
            fault.cause.text,
            fault.cause.source,
            fault.cause.sketches,
            fault.cause.quotes,
            fault.cause.whole,
        )
        if fault.otherwise:
            field_rules(copy, known, None)
            whole = whole or not copy.left
        elif refused(copy, known, list(known.values())):
            whole = whole or not [x for x in copy.left if x not in {"answered", "contains"}]
    if whole:
        service.invalid = service.invalid or fault.status
        service.failures += [Failure(way, fault.status) for way in INVALID]
    return whole


_SAME = re.compile(
    r"(?i)(?:there )?(?:must |may |can |should )?(?:never|no|not|n't)?(?: be)? ?(?:any )?two (?"
    r":different )?(?P<rows>[a-z]+) (?:can't |cannot |can |may |must |must not |mustn't |with|"
    r"having|shar\w*|have|has|never|not| )*(?: the)? ?same (?P<f>[a-z_]+(?: [a-z]+)?)"
)
_CASE = re.compile(
    r"(?i),?\s*(?:where |whatever (?:the|its) |however it(?:'s| is) |no matter (?:the |how ))?(?"
    r":upper(?:/| and | or )?-?(?:lower)? ?-?case (?:makes? no difference|does(?:n't| not) "
    r"matter|"
    r"is ignored)|case[- ]insensitive(?:ly)?|ignoring (?:upper and lower )?case|capitali[sz]ed|"
    r"case)\b"
)
_UNIQUE = re.compile(
    r"(?i)(?:the |an? |every |each )?(?P<f>[a-z_]+)s? (?:is|are|must be|has to be|have to be|"
    r"should be|needs to be|may only be used|can only be used|exists only) (?:unique|once|used "
    r"only once)(?: (?:per|within|across|among) [\w ]+)?"
)


def uniques(service: Service) -> None:
    """Take out of the sentences about all what no two rows may share."""
    for one in service.brief.said:
        for pattern in (_SAME, _UNIQUE):
            found = one.has(pattern)
            if found is None:
                continue
            kind = service.kind(found["rows"]) if "rows" in found.groupdict() else None
            kind = kind or next((x for x in service.kinds if found["f"] in x.fields), None)
            if kind is None:
                continue
            name = next(
                (
                    x
                    for x in (found["f"], found["f"].split()[0], found["f"].replace(" ", "_"))
                    if x in kind.fields
                ),
                None,
            )
            if name is None:
                continue
            held = kind.fields[name]
            held.unique = True
            held.folded = held.folded or bool(one.take(_CASE))
            one.drop(one.has(pattern) or found)
            status = one.take(
                r":? ?(?:[a-z ]*\bis answered with |[^;.]*?(?:->|-|is|gives?|answers?|returns?|"
                r"else|otherwise|:)[ a]*)?\b(4\d\d)\b[^;.,]*"
            )
            if status is not None and status[1] != "409":
                service.failures.append(Failure("conflict", int(status[1])))


def _filled(text: str, scenes: list[Scene]) -> None:
    """Empty texts are refused where that is said of all that is brought."""
    from beliefs.spec.brief.rules import _refuse

    if not re.search(r"(?i)\b(?:empty|blank)\b", text):
        return
    for scene in scenes:
        for given in scene.given.values():
            if given.place == "json" and given.held.required is not False:
                _refuse(given.held, "filled", [])


def _of_some(fault: Fault, scenes: list[Scene]) -> bool:
    """A failure whose words fit some of the requests by what they are called.

    It is one of theirs.
    """
    hit = False
    for scene in scenes:
        verbs = _verbs(scene)
        if any(re.search(rf"(?i)\b{re.escape(each)}", fault.cause.text) for each in verbs):
            text = fault.cause.text
            if re.search(r"(?i)\bwould\b", text) and any(
                x.status == fault.status for x in scene.told.faults
            ):
                return True  # said there already
            for each in verbs:
                text = re.sub(rf"(?i)\b{re.escape(each)}\w*\b(?: on| to| for)?", " ", text)
            copy = Said(
                " ".join(text.split()),
                fault.cause.source,
                fault.cause.sketches,
                fault.cause.quotes,
                fault.cause.whole,
            )
            scene.told.faults.append(fault._replace(cause=copy))
            hit = True
    return hit


def _verbs(scene: Scene) -> list[str]:
    tail = scene.request.tail.lower()
    if scene.request.method in {"POST", "PUT", "PATCH"} and scene.kind is None and tail:
        stem = tail.rstrip("e")
        return [stem] if len(stem) > 2 else []
    if scene.request.method == "DELETE" and scene.row is not None and not tail:
        return ["delet", "remov"]
    return []
