"""How all requests fail alike: "Bad input is 400, an unknown id 404", `{"error": "..."}` always."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.answers import carried_on, read_answers
from beliefs.spec.brief.brief import Fault, Request
from beliefs.spec.brief.causes import named_rows, unfitting, words_of
from beliefs.spec.brief.changes import TAKING
from beliefs.spec.brief.comparing import guarded as over_two
from beliefs.spec.brief.rules import INVALID, field_rules, refused
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.states import condition
from beliefs.spec.brief.taken import taken_names
from beliefs.spec.brief.verbs import verb_of
from beliefs.spec.brief.vocabulary import JOINING
from beliefs.spec.brief.worded import own_form
from beliefs.spec.brief.wording import take_wording, template
from beliefs.spec.failures import Failure, Way
from beliefs.spec.understanding.words import lemmas, participle, singular

_BODY = re.compile(
    r"(?i)^\W*(?:all |every |any |an? |the )*(?:other |failed |bad )*(?:(?:body|bodies|shape|forma"
    r"t)"
    r"(?= (?:is|are) always\b)|errors?|failures?|faults?|"
    r"problems?|(?:every|any)thing else|error (?:bodies|"
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
# What stands by itself in a sentence: "404 for unknown notes; error body is …".
_BY_ITSELF = re.compile(r"^(?:.*[;.])?\W*$")
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
        if found is None or (
            one.has(r"\b4\d\d\b")
            and not one.has(_BODY)
            and not _BY_ITSELF.match(one.text[: found.start()])
        ):
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
    if not service.brief.complete:
        _astray(service, scenes)
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


def _astray(service: Service, scenes: list[Scene]) -> None:
    """Give failures to the requests that they are about, where they stand behind another one.

    "POST /lamps/{id}/on; duplicate names 409".
    """
    for scene in scenes:
        kept: list[Fault] = []
        for fault in scene.told.faults:
            others = [x for x in scenes if x is not scene and x.kind is not scene.kind]
            away = (
                fault.status in {400, 409, 422}
                and fault.cause.text.strip()
                and taken_names(fault.cause.text, scene) is None
                and not _own(fault.cause.text, scene)
            )
            if away and _of_taken(service, fault, others):
                continue
            if (
                away
                and fault.status != 409
                and not _named_here(fault.cause.text, scene)
                and _of_fields(service, fault, others)
            ):
                continue
            kept.append(fault)
        scene.told.faults[:] = kept


def _named_here(text: str, scene: Scene) -> bool:
    """Whether a text names something that a request is brought."""
    names = "|".join(map(re.escape, scene.given)) or "(?!)"
    return re.search(rf"(?i)\b(?:{names})s?\b", text) is not None


def _own(text: str, scene: Scene) -> bool:
    """Whether words are of what a request is brought, or of the state that it leads to."""
    brought = [n for n, g in scene.given.items() if g.place == "json"]
    names = "|".join(map(re.escape, brought)) or "(?!)"
    return bool(
        re.search(rf"(?i)\b(?:{names})\b|\b(?:it|already|is|are|was|has|again|twice)\b", text)
    )


_PIECES = re.compile(
    r"(?i)\s*(?:[;,](?:\s+or\b)?|(?<=\s)/(?=\s)|\bor\b|\band also\b)\s*(?![^(]*\))"
)


_LABEL = re.compile(
    r"(?i)^\W*(?:(?:in case of )?(?:errors?|failures?|problems?|trouble|error cases|status "
    r"codes?)\s*[:-]+)+\s*(?:if|when|for)?\b"
)


# The name of a status before what leads to it: "conflict (already open, not open)".
_NAME = re.compile(
    r"(?i)^\W*(?:(?:a )?(?:conflict|bad request|not found|forbidden|unauthori[sz]ed|gone|"
    r"unprocessable"
    r"(?: entity| content)?|validation error)\b)\W*(?:\((.*?)\)?\W*|(?=[:,-]|$))$"
)


def _left_of(service: Service, fault: Fault, scenes: list[Scene]) -> str:
    """What of the cause of a failure nobody understood."""
    fault.cause.text = text = _NAME.sub(r"\1", _LABEL.sub("", fault.cause.text))
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
        for fault in [x for x in scene.told.faults if GAP not in x.cause.whole]:
            _of_another(service, scenes, scene, fault)
        for fault in scene.told.every:
            if fault.status == 404 and not fault.why.strip() and fault.message and not fault.body:
                if named_rows(fault.message, service.kinds):
                    service.worded.append(fault._replace(why=fault.message))
                continue
            if not fault.why.strip() or GAP in fault.cause.whole or fault.otherwise:
                continue
            alone = not _ONLY.match(fault.cause.whole)
            if fault.status == 404 and alone and named_rows(fault.why, service.kinds) is not None:
                if fault.worded:
                    service.worded.append(fault)
            elif fault.status in {400, 422} and not service.invalid and unfitting(fault.why, []):
                _all_unfit(service, fault)


_TAKEN = 409


def _of_another(service: Service, scenes: list[Scene], scene: Scene, fault: Fault) -> None:
    """What no two rows may share, said behind another request than the one that makes them."""
    if scene.kind is not None or scene.rows or fault.status != _TAKEN:
        return
    named = [
        kind.name
        for kind in service.kinds
        if re.search(rf"(?i)\b(?:{kind.spoken}|{kind.plural})\b", fault.cause.text)
    ]
    makes = [x for x in scenes if x.kind and x.kind.name in named and x.request.method == "POST"]
    if len(makes) == 1 and taken_names(fault.cause.text, makes[0]):
        scene.told.faults.remove(fault)
        makes[0].told.faults.append(fault)


def _all_unfit(service: Service, fault: Fault) -> None:
    service.invalid = fault.status
    own = own_form(service, fault)
    service.failures += [
        Failure(way, fault.status, fault.message, fault.code, own) for way in INVALID
    ]
    if fault.worded:
        service.unfit.append(fault)


def _bare(service: Service, fault: Fault) -> bool:
    """A status with its body and nothing else, which is said of all that fails so."""
    if fault.cause.text.strip(" ¦.,;:-") or not fault.worded or fault.otherwise:
        return False
    if fault.status in {400, 422}:
        _all_unfit(service, fault)
        return True
    ways: dict[int, Way] = {
        404: "absent",
        401: "unauthenticated",
        403: "forbidden",
        409: "conflict",
    }
    if fault.status not in ways:
        return False
    service.failures.append(Failure(ways[fault.status], fault.status, fault.message, fault.code))
    service.worded.append(fault._replace(why="not found" if fault.status == 404 else fault.why))
    return True


def _stated(service: Service, fault: Fault, scenes: list[Scene]) -> bool:
    if _bare(service, fault):
        return True
    text = fault.cause.text
    if fault.status == 409 and re.fullmatch(r"(?i)\W*(?:any |all )?conflicts?\W*", text):
        return True  # which they are is said elsewhere
    if both := [scene for scene in scenes if over_two(fault, scene)]:
        for scene in both:
            scene.told.faults.append(fault._replace(cause=replace(fault.cause)))
            scene.told.every.append(fault)
        return True
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
    return _said_there(fault, scenes) or _of_some(fault, scenes)


def _said_there(fault: Fault, scenes: list[Scene]) -> bool:
    """Whether a request says by itself that it fails so, in these words and more."""
    words = set(words_of(re.sub(r"(?i) (?:in stock|left|available)\b", "", fault.cause.text)))
    return bool(words - JOINING | words & {"enough"}) and any(
        each.status == fault.status and words <= set(words_of(each.why))
        for scene in scenes
        for each in scene.told.every
    )


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
            scene.told.every.append(fault)
            for way in INVALID:
                scene.fails(way, fault.status)
    if whole and not fault.worded:
        service.invalid = service.invalid or fault.status
        service.failures += [Failure(way, fault.status) for way in INVALID]
    return whole


_STATUS = re.compile(r"\b4\d\d\b")
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
    r"only once)(?: (?:per|within|across|among) (?P<among>[\w ]+))?"
)


def _spellings(word: str) -> set[str]:
    """How the name of a field may be spelled that words speak of: "Titles" of `title`."""
    plain = {word, word.split(maxsplit=1)[0], word.replace(" ", "_")}
    return {y for x in plain for y in (x, x.lower(), singular(x.lower()))}


# "Emails are compared without regard to case"
_FOLDED = re.compile(
    r"(?i)\b(?:the |an? )?(?P<f>[a-z_]+)s?(?: uniqueness| comparisons?)? (?:is|are|comparison "
    r"is|must be|should be)? "
    r"?(?:compared |matched |checked |treated |unique )?(?:case[- ]insensitive(?:ly)?|without "
    r"regard to (?:letter )?case|"
    r"(?:ignoring|regardless of|whatever the) (?:upper and lower |letter )?case)"
)
# "unique among tasks that are not done"
_SOME = re.compile(r"(?i)\b(?:that|which|who|with|where|whose)\b(?P<what>.*)|(?P<not>\bnot\b.*)")


def uniques(service: Service) -> None:
    """Take out of the sentences about all what no two rows may share."""
    for one in service.brief.said:
        while (folds := one.has(_FOLDED)) is not None:
            names = _spellings(folds["f"])
            fields = [h for k in service.kinds for n, h in k.fields.items() if n in names]
            if not fields:
                break
            for each in fields:
                each.folded = True
            one.drop(folds)
        for pattern in (_SAME, _UNIQUE):
            found = one.has(pattern)
            if found is None:
                continue
            kind = service.kind(found["rows"]) if "rows" in found.groupdict() else None
            names = _spellings(found["f"])
            kind = kind or next((x for x in service.kinds if names & {*x.fields}), None)
            if kind is None:
                continue
            name = next((x for x in kind.fields if x in names), None)
            if name is None:
                continue
            held = kind.fields[name]
            some = _SOME.search(found.groupdict().get("among") or "")
            if some is not None:
                held.among = condition(kind, some["what"], "") or ""
                if not held.among:
                    continue
            held.unique = True
            held.folded = held.folded or bool(one.take(_CASE))
            wording = take_wording(one)
            if wording.message or wording.code:
                told = _STATUS.search(one.text)
                why = f"{name} is taken already"
                fault = Fault(
                    int(told[0]) if told is not None else 409,
                    replace(one),
                    message=wording.message,
                    code=wording.code,
                    why=why,
                )
                service.worded.append(fault)
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
    if _deed_on(fault, scenes):
        return True
    hit = False
    words = {singular(x) for x in re.findall(r"[a-z]+", fault.cause.text.lower())}
    spoken = [x.row for x in scenes if x.row is not None and x.row.spoken in words]
    first = re.match(r"(?i)\W*[a-z]+ing (?:an? |the )?(?P<k>[a-z]+)", fault.cause.text)
    about = [x for x in spoken if first is not None and x.spoken == singular(first["k"].lower())]
    for scene in scenes:
        verbs = _verbs(scene)
        if about and scene.row not in about:
            continue
        for each in verbs:  # "completing a completed task"
            fault.cause.text = re.sub(
                rf"(?i)\b{re.escape(each)}\w*ing (?:an? |the )?(?:already )?"
                rf"{re.escape(each)}(?:e?d|n|en) \w+",
                f"{each}ing it again",
                fault.cause.text,
            )
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
            scene.told.every.append(fault._replace(cause=copy))
            hit = True
    return hit


# "A game that is lent out can't be lent again", "returning one that is not lent".
_AGAINST = (
    re.compile(
        r"(?i)^\W*(?:an? |the )?(?P<noun>[a-z]+) (?:that|which|who) (?:is|are|was|has been) "
        r"(?P<state>"
        r"[a-z ]+?) (?:can't|cannot|can ?not|may not|must not|mustn't) be (?P<deed>[a-z]+)"
        r"(?: [a-z ]+)?\W*$"
    ),
    re.compile(
        r"(?i)^\W*(?P<deed>[a-z]+)ing (?:an? |the |one|it)? ?(?P<noun>[a-z]+)? ?(?:that|which|"
        r"when it|if "
        r"it|while it|whose)(?: \w+)? (?:is|are|was|has been|isn't|is n't|wasn't) (?P<state>[a-z "
        r"]+?)"
        r"(?: too)?\W*$"
    ),
)


_TOO_MUCH = re.compile(
    r"(?i)^\W*(?P<deed>[a-z]+)ing (?:out |off |away )?(?P<what>(?:more|too (?:much|many)) [a-z "
    r"]+?)\W*$"
)


def _too_much(fault: Fault, scenes: list[Scene]) -> bool:
    """Whether a failure is that more is taken than there is, by whatever takes some."""
    found = _TOO_MUCH.match(fault.cause.text)
    if found is None:
        return False
    done = found["deed"].lower()
    able = [x for x in scenes if x.kind is None and x.row is not None and x.request.tail]
    own = [x for x in able if verb_of(x.request.tail).rstrip("e") in {done, done[:-1]}]
    about = own or [x for x in able if TAKING.search(verb_of(x.request.tail))]
    for scene in about:
        cause = replace(fault.cause, text=found["what"])
        moved = fault._replace(cause=cause, why=cause.text)
        scene.told.faults.append(moved)
        scene.told.every.append(moved)
    return bool(about)


def _deed_on(fault: Fault, scenes: list[Scene]) -> bool:
    """Whether a failure is that a deed is done to a row in a state; it is that deed's."""
    if _too_much(fault, scenes):
        return True
    for pattern in _AGAINST:
        found = pattern.match(fault.cause.text)
        if found is None:
            continue
        done, state = found["deed"].lower(), found["state"]
        if re.search(r"(?i)n't\b", found[0][: found.start("state") - found.start()][-5:]):
            state = f"not {state}"
        for scene in scenes:
            verb = verb_of(scene.request.tail).split("-")[0]
            if scene.kind is not None or scene.row is None or not verb:
                continue
            if {verb, participle(verb), verb.rstrip("e")} & {done, f"{done}e"} or lemmas(done) & {
                verb
            }:
                cause = replace(fault.cause, text=f"it is {state}")
                moved = fault._replace(cause=cause, why=cause.text)
                scene.told.faults.append(moved)
                scene.told.every.append(moved)
                return True
    return False


def _verbs(scene: Scene) -> list[str]:
    tail = scene.request.tail.lower()
    if scene.request.method in {"POST", "PUT", "PATCH"} and scene.kind is None and tail:
        stem = tail.rstrip("e")
        return [stem] if len(stem) > 2 else []
    if scene.request.method == "DELETE" and scene.row is not None and not tail:
        return ["delet", "remov"]
    return []
