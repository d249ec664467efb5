"""How all requests fail alike: "Bad input is 400, an unknown id 404", `{"error": "..."}` always."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.answers import carried_on, read_answers
from beliefs.spec.brief.brief import Fault, Request
from beliefs.spec.brief.causes import named_rows, unfitting
from beliefs.spec.brief.rules import INVALID, field_rules, refused
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.taken import taken_names
from beliefs.spec.brief.worded import own_form
from beliefs.spec.brief.wording import template
from beliefs.spec.failures import Failure

_BODY = re.compile(
    r"(?i)^\W*(?:all |every |any |an? |the )*(?:other |failed |bad )*(?:errors?|failures?|faults?|"
    r"problems?|error (?:bodies|"
    r"responses|answers|messages?)|(?:failed |failing )?requests?(?: that fails?)?|always|(?:what|"
    r"whatever|if something) (?:fails|goes wrong))"
    r"(?: (?:in this table|above|below|responses?|bodies|answers?|of (?:all )?(?:requests|"
    r"endpoints)|status(?:es)?))*(?: (?:is|"
    r"are|always|everywhere|all|look(?:s)? like(?: this)?|"
    r"have the (?:form|body)|come(?:s)? (?:as|back as|back)|(?:is |are )?(?:always )?(?:answered|"
    r"returned|sent|told|reported)"
    r"(?: as| with)?|use|uses|carry|carries|has|have|with|in the (?:form|shape|format)|as|json|a|"
    r"the|body|of|form|this|like|shape"
    r"|format|same|one|answers?|returns?|gives?|get|gets|object|bodies))*[:,]? *(?P<mark>⟦\d+⟧)"
)
_FORM_OF = re.compile(
    r"(?i)(?:and )?(?:the |an? |their |its )?(?:error|failure)s?(?: (?:body|bodies|format|form|"
    r"shape|response|object))*"
    r"(?: is| are| has| have| looks? like(?: this)?| as| always| the| form)*:? "
    r"*(?P<mark>⟦\d+⟧)(?: (?:always|everywhere|in all cases))?"
)
_INSTEAD = re.compile(r"(?i)\bwhere\b")
# What the texts in a form are, which the form shows.
_TEXTS = re.compile(
    r"(?i),? ?(?:with |where )?(?:\b(?:some|any|a|an|the) )?(?:short |human[- ]readable |free "
    r")*(?:text|message|sentence|words)\b"
    r"(?: (?:is|for people|of your choice|saying what is wrong|that says what (?:is|went) wrong))*"
)


def error_form(service: Service) -> None:
    """Take out of the sentences about all what every failure looks like."""
    for one in service.brief.said:
        found = one.has(_BODY) or one.has(_FORM_OF)
        if found is None or (one.has(r"\b4\d\d\b") and not one.has(_BODY)):
            continue
        form = template(one.sketch(found["mark"]))
        if form:
            service.body = service.body or form
            one.drop(found)
            one.take(_TEXTS)


def general(service: Service) -> list[Fault]:
    """The failures that sentences about all tell, which stay as they are."""
    told = [replace(one) for one in service.brief.said if one.has(r"\b4\d\d\b")]
    return read_answers(Request("GET", "", "", said=told)).faults


def general_faults(service: Service, scenes: list[Scene]) -> None:
    """Take out of the sentences about all how requests fail."""
    carried_on(service.brief.said)
    for one in service.brief.said:
        if not one.has(r"\b4\d\d\b"):
            continue
        told = read_answers(Request("GET", "", one.source, said=[one]))
        left: list[str] = [part.text for part in told.said]
        for fault in told.faults:
            if not (rest := _left_of(service, fault, scenes)):
                continue
            left.append(f"{rest}{', otherwise' if fault.otherwise else ''} {fault.status}")
        one.text = "; ".join(left)
    _spread(service, scenes)


_PIECES = re.compile(r"(?i)\s*(?:[;,](?:\s+or\b)?|\bor\b|\band also\b)\s*(?![^(]*\))")


_LABEL = re.compile(
    r"(?i)^\W*(?:(?:in case of )?(?:errors?|failures?|problems?|trouble|error cases|status "
    r"codes?)\s*[:-]+)+\s*(?:if|when|for)?\b"
)


def _left_of(service: Service, fault: Fault, scenes: list[Scene]) -> str:
    """What of the cause of a failure nobody understood."""
    fault.cause.text = text = _LABEL.sub("", fault.cause.text)
    if _stated(service, fault, scenes):
        return ""
    if fault.otherwise:
        return text
    pieces = [each for each in _PIECES.split(text) if each.strip()]
    if len(pieces) < 2:
        return text
    left = []
    for each in pieces:
        cause = replace(fault.cause, text=each)
        if not _stated(service, fault._replace(cause=cause, why=each), scenes):
            left.append(each)
    return ", ".join(left)


_ONLY = re.compile(r"(?i)^\W*(?:it|this|that|if|when|otherwise|or|also)\b")


def _spread(service: Service, scenes: list[Scene]) -> None:
    """What is said of one request in a sentence that is about all of its kind holds for all.

    "Unknown codes give 404", behind the last of them.
    """
    for scene in scenes:
        for fault in scene.told.every:
            if not fault.why.strip() or GAP in fault.cause.whole or fault.otherwise:
                continue
            alone = not _ONLY.match(fault.cause.whole)
            if fault.status == 404 and alone and named_rows(fault.why, service.kinds) is not None:
                if fault.worded:
                    service.worded.append(fault)
            elif fault.status in {400, 422} and not service.invalid and unfitting(fault.why, []):
                _all_unfit(service, fault)


def _all_unfit(service: Service, fault: Fault) -> None:
    service.invalid = fault.status
    own = own_form(service, fault)
    service.failures += [
        Failure(way, fault.status, fault.message, fault.code, own) for way in INVALID
    ]
    if fault.worded:
        service.unfit.append(fault)


def _stated(service: Service, fault: Fault, scenes: list[Scene]) -> bool:
    text = fault.cause.text
    if fault.status in {400, 422} and unfitting(text, service.kinds):
        _all_unfit(service, fault)
        _filled(text, scenes)
        return True
    if fault.status == 404 and _of_rows(service, fault, scenes):
        service.failures.append(Failure("absent", 404, "", fault.code))
        if fault.worded:
            service.worded.append(fault)
        return True
    if fault.status == 401 and re.search(r"(?i)token|logged|auth|credential|key|header", text):
        service.failures.append(Failure("unauthenticated", 401, fault.message, fault.code))
        return False
    if fault.status in {400, 422} and _of_fields(service, fault, scenes):
        return True
    if fault.status in {400, 409, 422} and _of_taken(service, fault, scenes):
        return True
    return _of_some(fault, scenes)


def _of_rows(service: Service, fault: Fault, scenes: list[Scene]) -> bool:
    """Whether a failure is no more than that a row is not there."""
    params = {
        part
        for scene in scenes
        for name in scene.request.params
        for part in (name.lower(), f"{name.lower()}s")
    }
    tails = {
        word for scene in scenes for word in scene.request.segments if not word.startswith("{")
    }
    return named_rows(fault.cause.text, service.kinds, frozenset(params | tails)) is not None


def _of_taken(service: Service, fault: Fault, scenes: list[Scene]) -> bool:
    """Whether a failure is that something is taken that a request would make; it is that one's."""
    for scene in scenes:
        if scene.request.method != "POST" or scene.kind is None:
            continue
        if taken_names(fault.cause.text, scene) is None:
            continue
        moved = fault._replace(cause=replace(fault.cause))
        scene.told.faults.append(moved)
        scene.told.every.append(moved)
        if fault.worded:
            service.worded.append(fault)
        return True
    return False


def _of_fields(service: Service, fault: Fault, scenes: list[Scene]) -> bool:
    """Whether a failure is about fields of some requests; then it says what they may be."""
    whole = False
    for scene in scenes:
        known = {name: given.held for name, given in scene.given.items()}
        copy = replace(fault.cause)
        if fault.otherwise:
            field_rules(copy, known, None)
            here = not copy.left
        else:
            here = refused(copy, known, list(known.values())) and not [
                x for x in copy.left if x not in {"answered", "contains"}
            ]
        whole = whole or here
        if (
            here
            and fault.worded
            and any(re.search(rf"\b{re.escape(x)}\b", fault.why) for x in known)
        ):
            scene.unfit.append(fault)
            for way in INVALID:
                scene.fails(way, fault.status)
    if whole and not fault.worded:
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
