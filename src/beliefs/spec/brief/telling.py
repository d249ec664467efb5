"""A brief as a Spec: kinds first, then each request, then what nobody understood."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.errors import BeliefsError
from beliefs.spec import patterns as re
from beliefs.spec.brief import acting, deeds
from beliefs.spec.brief.accounts import Accounts, account_operations, accounts, open_to_all
from beliefs.spec.brief.aftermath import learn_aftermath
from beliefs.spec.brief.answers import read_answers
from beliefs.spec.brief.belonging import told_of_once, told_of_rows, told_of_tails
from beliefs.spec.brief.brief import Brief, Fault, Request, Told
from beliefs.spec.brief.calls import as_rows
from beliefs.spec.brief.changes import born
from beliefs.spec.brief.elsewhere import by_what_they_have, found_elsewhere
from beliefs.spec.brief.fallen import error_form, general, general_faults, uniques
from beliefs.spec.brief.families import FAMILIES
from beliefs.spec.brief.figures import settle_figures
from beliefs.spec.brief.held import STRING, Held, describe, named, typed
from beliefs.spec.brief.keys import shown_key
from beliefs.spec.brief.kinds import Kind, closing, kinds_of, said_again, sketch_fields, tell_fields
from beliefs.spec.brief.lists import ordered, parameters
from beliefs.spec.brief.marks import learn_marks
from beliefs.spec.brief.moments import learn_moments
from beliefs.spec.brief.moves import learn_moves
from beliefs.spec.brief.names import Named, row_of
from beliefs.spec.brief.phases import learn_phases
from beliefs.spec.brief.rules import AGAIN, field_rules, guard, weighed
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.scene import CREATED, UPDATED, Scene, Service, is_number, path_inputs
from beliefs.spec.brief.shapes import told_shape
from beliefs.spec.brief.sketch import SILENT, Part, Sketch, scalar_of
from beliefs.spec.brief.starts import learn_starts
from beliefs.spec.brief.states import state, state_field
from beliefs.spec.brief.tallies import learn_tallies
from beliefs.spec.brief.turning import turnings
from beliefs.spec.brief.values import figure, guessed, meaning, refined
from beliefs.spec.brief.verbs import undone, verb_of
from beliefs.spec.brief.viewing import fails_if, picked, picks, viewed
from beliefs.spec.brief.vocabulary import ANYHOW
from beliefs.spec.brief.wishes import with_wishes
from beliefs.spec.brief.worded import form_of, in_words
from beliefs.spec.effects import Effect
from beliefs.spec.entities import Key
from beliefs.spec.failures import DEFAULT_BODY, Failures
from beliefs.spec.features.resources import program
from beliefs.spec.operations import Operation
from beliefs.spec.service import Assumption, Spec, Unknown
from beliefs.spec.types import Type
from beliefs.spec.understanding.words import participle, singular, third_person
from beliefs.spec.wishes import relations

_CHANGING = {"POST", "PUT", "PATCH"}


def spec_of(brief: Brief) -> Spec:
    """The Spec that a brief comes to; what is left of its words is listed."""
    with_wishes(brief)
    as_rows(brief)
    turnings(brief)
    told_of_tails(brief)
    kinds = kinds_of(brief)
    told_of_rows(brief, kinds)
    told_of_once(brief, kinds)
    service = Service(brief, kinds)
    for one in [*brief.said, *(x for each in brief.requests for x in each.said)]:
        one.take(_MADE_OF)
    tell_fields(brief, kinds)
    learn_starts(brief, kinds)
    told = {id(each): read_answers(each) for each in brief.requests}
    scenes = [_scene(service, each, told[id(each)]) for each in brief.requests]
    error_form(service)
    service.body = form_of(service, [*general(service), *(x for s in scenes for x in s.told.every)])
    _above(scenes)
    for scene in sorted(scenes, key=lambda each: not _stated(each)):
        _shapes(scene)
    _keys(service, scenes)
    found_elsewhere(service, scenes)
    known = accounts(service, scenes)
    for scene in scenes:
        scene.open += scene.request.unread
        scene.messages = {x.status: x.message for x in scene.told.faults if x.message}
    if known is not None:
        service.users = known.users
        _known(service, scenes, known)
    service.identity = shown_key(service, scenes, known)
    for scene in scenes:
        _bodies(scene)
    _by_value(service, scenes)
    by_what_they_have(service, scenes)
    _logs(service, scenes)
    for kind in service.kinds:  # states before the deeds that lead to them
        where = state_field(kind)
        if where is not None and not (where.type or STRING).choices:
            for one in service.brief.said:
                field_rules(one, {where.name: where}, None)
    learn_phases(service, scenes)
    _settle(service, scenes)
    learn_moves(service, scenes)
    for family in FAMILIES:
        family(service, scenes)
    uniques(service)
    general_faults(service, scenes)
    for scene in scenes:
        _rules(scene)
    _general(service, scenes)
    _derived(service, scenes)
    settle_figures(service, scenes)
    _shown_as(service, scenes)
    for kind in service.kinds:
        for held in kind.fields.values():
            held.type = held.type or named(held.name)
    if known is not None:
        account_operations(known)
    operations = [_operation(scene) for scene in scenes]
    return _spec(service, operations, scenes, known)


def _known(service: Service, scenes: list[Scene], known: Accounts) -> None:
    """Who may ask, and whose rows are whose."""
    apart = {id(x) for x in (known.register, known.login) if x is not None}
    for scene in scenes:
        if known.register is scene or known.login is scene or known.logout is scene:
            scene.kind, scene.rows = None, []
        scene.needs = id(scene) not in apart and not open_to_all(scene.request, scene)
        if known.paths and not any(scene.request.path.startswith(each) for each in known.paths):
            scene.needs = False
    if known.owned:
        for kind in service.kinds:
            if kind.makes and kind.parent is None:
                kind.owner = "told" if known.forbids else "hidden"
                kind.fields["owner_id"] = Held(
                    "owner_id", Type("integer"), server=True, hidden=True
                )


def _by_value(service: Service, scenes: list[Scene]) -> None:
    """Paths that name a value of rows, and no row.

    `/players/{player}` where scores have a player.
    """
    for kind in [x for x in service.kinds if not x.makes and x.parent is None]:
        if any(
            s.row is kind and not s.request.tail and s.request.method in {"PUT", "PATCH", "POST"}
            for s in scenes
        ):
            continue
        names = (kind.param, kind.spoken.replace(" ", "_"))
        real = next(
            (
                (x, n)
                for x in service.kinds
                if x is not kind and x.makes
                for n in names
                if n in x.fields and not x.fields[n].of
            ),
            None,
        )
        if real is None:
            continue
        service.kinds.remove(kind)
        for scene in scenes:
            if kind in scene.rows:
                scene.rows.remove(kind)
                scene.by = (*real, kind.param)
                scene.given[kind.param].held = Held(
                    kind.param, real[0].fields[real[1]].type or STRING
                )
            if scene.kind is kind:
                scene.kind = None


# ---- which rows a request is about -----------------------------------------------------------


def _scene(service: Service, request: Request, told: Told) -> Scene:
    scene = Scene(service, request, told)
    path = ""
    segments = request.segments
    for at, each in enumerate(segments):
        if each.startswith("{"):
            continue
        path = "/" + "/".join(segments[: at + 1])
        kind = next(
            (
                x
                for x in service.kinds
                if _form(x.path) == _form(path)
                or (x.path.split("/")[-1] == each and x.parent in scene.rows)
            ),
            None,
        )
        kind = kind or _below_another(service, segments, at)
        if kind is None:
            continue
        keyed = at + 1 < len(segments) and segments[at + 1].startswith("{")
        if keyed:
            scene.rows.append(kind)
        elif at == len(segments) - 1:
            scene.kind = kind
    if not scene.rows and len(segments) == 1 and segments[0].startswith("{"):
        name = segments[0].strip("{}")
        kind = next((x for x in service.kinds if x.param == name), None)
        if kind is not None:
            scene.rows.append(kind)
    return scene


def _below_another(service: Service, segments: tuple[str, ...], at: int) -> Kind | None:
    """Rows that are made below others and named without them: `/questions/{id}/answers`."""
    if at:
        return None
    found = [x for x in service.kinds if x.parent and x.path.split("/")[-1] == segments[0]]
    keyed = len(segments) > 1 and segments[1].startswith("{")
    return found[0] if keyed and len(found) == 1 else None


def _form(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


# ---- what is kept ------------------------------------------------------------------------------


def _above(scenes: list[Scene]) -> None:
    """Answers that show the row above the one that a request is about.

    As that row is shown elsewhere.
    """
    for scene in scenes:
        about = scene.kind or scene.row
        above = about.parent if about is not None else None
        if (
            above is None
            or above not in scene.rows
            or scene.request.method == "GET"
            or scene.told.answer is None
        ):
            continue
        if any(
            ((x.row is above and x.kind is None and not x.request.tail) or x.kind is above)
            and _alike(x, scene)
            for x in scenes
            if x is not scene
        ):
            scene.shows = above


def _alike(one: Scene, other: Scene) -> bool:
    """Whether two answers are the same, or samples of the same names."""
    first, second = one.told.answer, other.told.answer
    if first is None or second is None or first == second:
        return first is second or first == second
    brought = {*(other.told.body.names if other.told.body is not None else ())}
    return (
        first.form == second.form == "record"
        and first.names == second.names
        and not brought & {*second.names}
    )


def _stated(scene: Scene) -> bool:
    """Whether a schema states what makes a row: with its bounds, which what shows one may lack."""
    body = scene.told.body
    return (
        scene.request.method == "POST"
        and scene.kind is not None
        and body is not None
        and body.type is not None
    )


def _shapes(scene: Scene) -> None:
    """Fields as bodies and answers show them."""
    kind = (
        scene.kind
        if scene.request.method == "POST" and scene.kind is not None
        else (scene.row if not scene.request.tail else None)
    )
    told = scene.told
    if told.answer is None:
        told.answer = told_shape(scene)
    if kind is None:
        if (
            scene.kind is not None
            and told.answer is not None
            and (rows := told.answer.listed) is not None
        ):
            sketch_fields(scene.kind, rows)
        return
    if told.body is not None and told.body.form == "record":
        sketch_fields(kind, told.body, brought=True)
        if scene.request.method == "POST":
            kind.brought = [each.name for each in told.body.parts]
    if (
        told.answer is not None
        and told.answer.form == "record"
        and not told.several
        and scene.request.method != "DELETE"
        and scene.shows is None
    ):
        sketch_fields(kind, told.answer)


def _keys(service: Service, scenes: list[Scene]) -> None:
    """What rows are told by: a number of the house's, a name that is brought, a code."""
    for kind in service.kinds:
        brought = {
            part.name
            for scene in scenes
            if scene.kind is kind and scene.request.method == "POST" and scene.told.body
            for part in scene.told.body.parts
        }
        names = {
            part.name
            for scene in scenes
            for sketch in (scene.told.answer, scene.told.body)
            if sketch and (scene.kind is kind or scene.row is kind)
            for part in sketch.parts
        }
        if kind.param in {"code", "slug", "token", "short_code", "shortcode", "alias"} or (
            kind.param in kind.fields and kind.param in brought
        ):
            kind.key = Key(kind.param, "given")
        elif (
            kind.param == "id"
            or "id" in names
            or (kind.param.endswith("_id") and kind.param not in names)
        ):
            kind.key = Key("id", kind.key.style if kind.key.name == "id" else "integer")
        elif kind.param in names or kind.param in kind.fields:
            natural = (
                kind.param in kind.fields
                and (kind.fields[kind.param].type or STRING).kind == "string"
                and not kind.param.lower().endswith("id")
            )
            kind.key = Key(kind.param, "given" if natural else "integer")
        elif not kind.makes and any(
            s.request.method == "PUT" and s.row is kind and not s.request.tail for s in scenes
        ):
            kind.key = Key(kind.param, "given")
        else:
            kind.key = Key("id", "integer") if kind.makes else Key(kind.param, "given")
        if kind.key.name not in brought:
            _keyed(service, scenes, kind)
        for scene in scenes:
            for one in [*scene.told.said, *service.brief.said]:
                if (
                    one.has(
                        r"\bid\b[^.;]*\b(?:uuid|random|can't be guessed|unguessable)\b|\buuids?"
                        r"\b[^.;]*\bids?\b"
                    )
                    and kind.key.name == "id"
                    and len(service.kinds) == 1
                ):
                    kind.key = Key("id", "uuid" if one.has(r"uuid") else "token")
                    one.take(
                        r"(?:the )?ids? (?:is|are) (?:an? )?(?:random )?uuids?|uuids? (?:as )?ids?"
                    )
        kind.fields.pop(kind.key.name, None) if kind.key.style != "given" else None


def _keyed(service: Service, scenes: list[Scene], kind: Kind) -> None:
    """A key of the type that schemas state for it, where answers show it or paths name it."""
    shown = [
        sketch.rows or sketch
        for scene in scenes
        if scene.kind is kind or (scene.row is kind and not scene.request.tail)
        if (sketch := scene.told.answer) is not None
    ]
    stated = [
        part.value.type for record in shown for part in record.parts if part.name == kind.key.name
    ]
    stated += [
        line.type
        for scene in scenes
        if kind in scene.rows
        for line in scene.request.lines
        if line.role == "path" and line.name == kind.param
    ]
    told = next((each.kind for each in stated if each is not None), None)
    if told == "integer" or (
        told == "string" and (kind.key.style == "given" or kind.key.name != "id")
    ):
        kind.key = replace(kind.key, style="given" if told == "string" else "integer")
    elif told in {"uuid", "string"}:
        kind.key = replace(kind.key, style="uuid")
        if told == "string":
            service.assumptions.append(
                Assumption(
                    f"the {kind.key.name} of {kind.spoken}", "a random UUID, as it is a text"
                )
            )


def _bodies(scene: Scene) -> None:
    """What a request is brought, by a sketch, by lines, or by names in a sentence."""
    request, kind = scene.request, scene.kind
    path_inputs(scene)
    if request.method == "GET":
        return
    target = (
        kind
        if request.method == "POST" and kind is not None
        else (scene.row if request.method in {"PUT", "PATCH", "POST"} else None)
    )
    creates = request.method == "POST" and kind is not None
    partial = request.method == "PATCH"
    if scene.told.body is not None and scene.told.body.form != "record":
        scene.open.append("what it does with a body that is no record")
    elif scene.told.body is not None:
        deeds.sketched_inputs(scene, target, scene.told.body, partial=partial)
    lines = [x for x in request.lines if x.role in {"body", ""} and x.name not in request.params]
    for line in lines:
        held = (
            target.held(line.name)
            if creates and target is not None
            else (target.fields.get(line.name) if target else None) or Held(line.name)
        )
        describe(held, line.said)
        _gloss(held, line.said)
        if line.optional:
            held.required = False
        scene.bring(line.name, "json", held, partial=partial)
    if scene.told.body is None and not lines and request.method in _CHANGING:
        _named_body(scene, target, creates=creates, partial=partial)
    if creates and kind is not None:
        kind.brought = list(
            dict.fromkeys(
                [*kind.brought, *(n for n, g in scene.given.items() if g.place == "json")]
            )
        )


_BODY = re.compile(
    r"(?i)(?:¦ and(?= an? )|\bfields are|\bwith|\btakes|\bfrom|\bbody:?(?: is| has)?|\bfields:?|"
    r"\baccepts|\bneeds|\brequires|\bsends?|\bgiven|\bconsisting of|\bJSON(?: body)? (?:with|of)|"
    r"\brecord (?:an )?\w+:|\badds? \w+:|\bof)(?: the)?(?: fields| JSON| following)*:? (?=[a-z])|"
    r"¦\s*(?=\()|^\W*Body:? |¦\s*:?\s*(?=[a-z_]+\??(?:,| and ))"
)


_LISTED = re.compile(
    r"¦[\s:-]*(?=[A-Za-z_])"
)  # a row of names in backquotes right behind the request
_NO_BODY = re.compile(
    r"(?i)\b(?:json|auth\w*|admins?|public|private|protected|only|multipart|form|token|needs|"
    r"\d{3}|crud|same|as|see|below|above|new|all)\b"
)


def _named_body(scene: Scene, kind: Kind | None, *, creates: bool, partial: bool) -> None:
    found = _best_row(scene, kind, creates=creates)
    if found is not None:
        one, start, end, named, kept = found
        rest: list[str] = []  # of what brackets behind the names say
        for each in named:
            held = (
                kind.held(each.name)
                if creates and kind is not None
                else (kind.fields.get(each.name) if kind else None)
                or (scene.given[each.name].held if each.name in scene.given else Held(each.name))
            )
            describe(held, told := said_again(each.words, one))
            _gloss(held, told)
            if told.left:
                rest.append(told.text)
            if each.optional:
                held.required = False
            scene.bring(each.name, "json", held, partial=partial)
        one.text = (
            f"{one.text[:start]} {GAP} {''.join(f'{x}; ' for x in rest)}{kept} {GAP} "
            f"{one.text[end:]}"
        )
        return
    if kind is None or (creates and scene.service.brief.complete):
        return
    if creates or (scene.request.method in {"PUT", "PATCH"} and not scene.request.tail):
        fields = kind.brought or [
            n
            for n, h in kind.fields.items()
            if not h.server
            and not h.start
            and not CREATED.match(n)
            and not UPDATED.match(n)
            and n != kind.within
        ]
        fields = [n for n in fields if n not in kind.fields or not kind.fields[n].shown] or fields
        if (
            kind.key.style == "given"
            and creates
            and kind.key.name not in fields
            and kind.param not in {"code", "slug", "token"}
        ):
            fields = [kind.key.name, *fields]
            kind.held(kind.key.name)
        if not creates:
            fields = [n for n in fields if n != kind.key.name]
        if creates and not fields:
            for usual in relations.usual(kind.spoken.replace(" ", "_")):
                kind.fields[usual.name] = Held(usual.name, usual.type, usual.required)
                fields.append(usual.name)
            chosen = ", ".join(fields)
            scene.service.assumptions.append(
                Assumption(f"the fields of {kind.spoken}", chosen, scene.request.source)
            )
        deeds.body_fields(scene, kind, fields, partial=partial)


def _logs(service: Service, scenes: list[Scene]) -> None:
    """Rows that tell of what was done to a row.

    `GET /items/{sku}/history` beside a deed with such a body.
    """
    for scene in scenes:
        row, tail = scene.row, scene.request.tail
        if scene.request.method != "GET" or scene.kind is not None or row is None or not tail:
            continue
        sketch = scene.told.answer.rows if scene.told.answer is not None else None
        if sketch is None and scene.told.several:
            sketch = scene.told.answer
        if sketch is None:
            sketch = _entry(service, tail)
        deeds_ = [
            x
            for x in scenes
            if x.row is row and x.kind is None and x.request.method in _CHANGING and x.request.tail
        ]
        sketch = sketch or _usual_entry(service, scene, deeds_)
        if sketch is None or not any(
            {*sketch.names} & {n for n, g in x.given.items() if g.place == "json"} for x in deeds_
        ):
            continue
        word = singular(tail.replace("-", "_"))
        log = Kind(
            "".join(x.capitalize() for x in f"{row.spoken} {word}".replace("_", " ").split()),
            scene.request.path,
            parent=row,
        )
        for part in sketch.parts:
            if part.name != "id":
                log.fields[part.name] = Held(part.name, typed(part.value, part.name))
        log.makes = True
        service.kinds.append(log)
        service.logs.setdefault(row.name, []).append(log)
        scene.kind = log
        scene.told.answer = Sketch("list", item=sketch)


_LOGS = frozenset({"transactions", "history", "movements", "log", "ledger", "activity", "entries"})


def _usual_entry(service: Service, scene: Scene, acts: list[Scene]) -> Sketch | None:
    """What a line of a history has where nothing says so: what was done, how much, and when."""
    if scene.request.tail not in _LOGS:
        return None
    brought = (n for x in acts for n, g in x.given.items() if g.place == "json")
    amounts = [x for x in dict.fromkeys(brought) if named(x).kind in {"integer", "number"}]
    if not amounts:
        return None
    names = ("id", "type", *amounts, "created_at")
    what = f"what a line of {scene.request.path} has"
    service.assumptions.append(Assumption(what, ", ".join(names), scene.request.source))
    return Sketch("record", tuple(Part(each, SILENT) for each in names))


def _entry(service: Service, tail: str) -> Sketch | None:
    """What a sentence about all shows of one entry: "An entry of the history is {…}"."""
    word = singular(tail.rsplit("-", maxsplit=1)[-1])
    for one in service.brief.said:
        found = one.has(
            r"(?:an?|each|every) (?:entry|line|row|item|record)? ?(?:of|in)? ?(?:the |an? )?"
            rf"{re.escape(word)}\w*(?: entry)? (?:is|has|looks like|consists of)? ?:? ?(?"
            r"P<m>⟦\d+⟧)(?:, with the (?P<f>\w+) after (?:the |this )?\w+)?"
        )
        if found is not None:
            sketch = one.sketch(found["m"])
            one.drop(found)
            return sketch
    return None


def _gloss(held: Held, told: Said) -> None:
    """What a value that is brought is about: "how many people they bring"."""
    if told.take(r"(?:^|\b)how (?:many|often|much) [\w ]+?(?=[,.;)¦]|$)") and (
        held.type is None or held.type == STRING
    ):
        held.type = Type("integer")


def _best_row(
    scene: Scene, kind: Kind | None, *, creates: bool
) -> tuple[Said, int, int, list[Named], str] | None:
    """The longest row of names that a sentence says a body has, and where it stands."""
    known = frozenset(kind.fields) if kind is not None else frozenset()
    best: tuple[Said, int, int, list[Named], str] | None = None
    for one in scene.told.said:
        start = max(0, one.text.find(GAP))
        for lead in (*_BODY.finditer(one.text, start), *_LISTED.finditer(one.text)):
            named, end, kept = _row_behind(one, lead.end(), known)
            if not named or any(
                not re.fullmatch(r"[A-Za-z_]\w*", each.name) or each.name.endswith("_header")
                for each in named
            ):
                continue
            bracketed = creates and one.text[lead.end() : lead.end() + 1] == "("
            if (
                len(named) == 1
                and not bracketed
                and not _alone(named[0], lead[0], one.text[lead.end() :], kind, creates=creates)
            ):
                continue
            if lead.re is not _BODY and not {each.name for each in named} <= one.codes:
                continue
            if best is None or len(named) > len(best[3]):
                best = (one, lead.start(), end, named, kept)
    return best


def _row_behind(one: Said, start: int, known: frozenset[str]) -> tuple[list[Named], int, str]:
    """Names behind a place, where they end, and what is said of them in their brackets."""
    text, codes = one.text, one.codes
    if text[start : start + 1] != "(":
        return *row_of(text, start, known, codes), ""
    close = closing(text, start)
    inside = text[start + 1 : close].removeprefix("with ")
    named, end = row_of(inside, 0, known, codes)
    kept = inside[end:].strip()
    if named and kept.startswith(":"):
        kept = f"{named[-1].name} {kept}"
    fits = not kept or kept[0] in ";,(" or ":" in kept
    return (
        (named, close + 1, kept)
        if close < len(text) and fits and not _NO_BODY.search(inside[:end])
        else ([], start, "")
    )


def _alone(name: Named, lead: str, text: str, kind: Kind | None, *, creates: bool) -> bool:
    """Whether one name by itself is what a body has."""
    if kind is not None and name.name in kind.fields:
        return True
    if kind is not None and lead.strip(" :").lower() == "body" and (name.words or name.optional):
        return True  # all that a table says of a body
    if (
        kind is not None and name.name in {kind.spoken, kind.plural, "status", "body", "request"}
    ) or not creates:
        return False
    told = name.words or re.match(r"(?i)(?:an? |the |their |its |only )", text)
    return bool(told) or lead.lower().strip().startswith(("with", "body", "takes"))


def _settle(service: Service, scenes: list[Scene]) -> None:
    """What every kind has besides: moments, keys of rows above, states that deeds lead to."""
    for kind in service.kinds:
        if kind.parent is not None:
            above = kind.parent
            held = Held(
                kind.within,
                {"integer": Type("integer")}.get(above.key.style, STRING),
                server=True,
                of=above.name,
            )
            kind.fields = (
                {kind.within: held, **kind.fields}
                if kind.within not in kind.fields
                else kind.fields
            )
        for name, held in kind.fields.items():
            if (
                held.type is None
                and (CREATED.match(name) or UPDATED.match(name))
                and name not in kind.brought
            ):
                held.type, held.server = Type("datetime"), True
            for other in service.kinds:
                spoken = other.spoken.replace(" ", "_")
                if (
                    other is not kind
                    and name.lower()
                    in {f"{spoken}_id", f"{spoken}id", f"{spoken}_{other.key.name}"}
                    and not held.of
                ):
                    held.of = other.name
                    held.type = {"integer": Type("integer")}.get(other.key.style, STRING)
    for scene in scenes:
        if (
            scene.request.method not in _CHANGING
            or not scene.rows
            or scene.kind is not None
            or not scene.request.tail
        ):
            continue
        _implied(service, scene, scenes)
        _noted_values(service, scene)
    learn_marks(service, scenes)
    learn_moments(service, scenes)
    learn_tallies(service, scenes)
    learn_aftermath(scenes)


def _noted_values(service: Service, scene: Scene) -> None:
    """What a deed is brought and no field holds is kept with the row: who borrowed it."""
    kind = scene.row
    assert kind is not None  # there are rows
    for name, given in scene.given.items():
        number_ = is_number(given.held) or named(name).kind in {"integer", "number"}
        if given.place != "json" or name in kind.fields or number_ or service.logs.get(kind.name):
            continue
        kind.fields[name] = Held(
            name, replace(given.held.type or named(name), nullable=True), start="null", server=True
        )
        service.kept.setdefault((kind.name, verb_of(scene.request.tail)), []).append(name)
        service.assumptions.append(
            Assumption(
                f"where {name} of {scene.request.path} is kept",
                f"`{name}` of each {kind.spoken}",
                scene.request.source,
            )
        )


def _implied(service: Service, scene: Scene, scenes: list[Scene]) -> None:
    """A state that nothing keeps and that a failure speaks of: "409 if it is already borrowed"."""
    kind = scene.row
    assert kind is not None  # there are rows
    verb = verb_of(scene.request.tail).split("-")[0]
    base = undone(verb, scene) or verb
    done = participle(base)
    if state(kind, done) or state(kind, base):
        return
    causes = [x.cause.text for y in scenes if y.row is kind for x in y.told.faults]
    again = any(AGAIN.fullmatch(x.cause.text.strip(" .,;:¦")) for x in scene.told.faults)
    if again or any(
        re.search(rf"(?i)\b(?:{re.escape(done)}|{re.escape(base)})\b", each) for each in causes
    ):
        kind.fields[done] = Held(
            done,
            Type("boolean"),
            start="false",
            server=True,
            hidden=bool(kind.fields)
            and any(s.told.answer for s in scenes if s.kind is kind or s.row is kind),
        )
        service.assumptions.append(
            Assumption(
                f"what says that one is {done}",
                f"`{done}` of each {kind.spoken}",
                scene.request.source,
            )
        )


def _rules(scene: Scene) -> None:
    known = {name: each.held for name, each in scene.given.items()}
    kind = scene.kind or scene.row
    if kind is not None:
        known = {**kind.fields, **known}
    last = [each.held for each in scene.given.values() if each.place != "path"]
    for part in (
        scene.told.body.parts if scene.told.body is not None else ()
    ):  # "{"rating": n}, n from 1 to 5"
        if re.fullmatch(r"[a-z]", part.value.text) and part.name in scene.given:
            known.setdefault(part.value.text, scene.given[part.name].held)
    for one in scene.told.said:
        _codes(one, kind)
        before = [(each, each.required, each.default) for each in known.values()]
        field_rules(one, known, last)
        if (
            scene.request.method == "PATCH"
        ):  # what may be left out of a change may not be left out of a row
            for each, required, default in before:
                each.required, each.default = required, default


def _codes(one: Said, kind: Kind | None) -> None:
    """A key that is made up: "The code is made of 6 random letters and digits"."""
    if kind is None or kind.key.style != "given":
        return
    name = re.escape(kind.key.name)
    if (
        one.take(
            r"(?:the )?(?:caller|client|user|you|we|i|people|they|one)? ?(?:can|may|could) (?"
            r":also )?(?:choose|pick|bring|give|send|set|be) (?:the |their |its |our |your |an? )"
            rf"?(?:own |custom |chosen )?(?:{name})?(?: by sending it along| themselves| yourself)"
            r"?"
        )
        and kind.key.name in kind.fields
    ):
        kind.fields[kind.key.name].required = False
    found = one.take(
        rf"(?:the |a |an )?{name}s? (?:is|are|has|have|of)? ?(?:made (?:up )?of|generated from|a "
        r"random|random|consists? of|of)* ?(?P<n>\d+|six|seven|eight|five|four)?[- ]?(?:random |"
        r"characters? )*(?:letters(?: and|/|,) digits|characters?|alphanumeric\w*(?: characters?)"
        r"?)"
    )
    if found is not None and found["n"]:
        words = {"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
        kind.key = replace(kind.key, length=int(words.get(found["n"], 0) or found["n"]))
        if kind.key.name in kind.fields:
            kind.fields[kind.key.name].required = False


def _general(service: Service, scenes: list[Scene]) -> None:
    """What sentences about all say of fields and of lists."""
    for one in service.brief.said:
        for kind in service.kinds:
            field_rules(one, dict(kind.fields.items()), None)
        for scene in scenes:
            extra = {
                n: g.held
                for n, g in scene.given.items()
                if scene.kind is None or n not in scene.kind.fields
            }
            if extra:
                field_rules(one, extra, None)
        if one.has(r"\blist|\bsorted|\bordered|\border\b|first\b"):
            for kind in service.kinds:
                if (
                    one.has(rf"\b(?:{re.escape(kind.plural)}|{re.escape(kind.spoken)})\b")
                    or len(service.kinds) == 1
                ):
                    probe = Scene(
                        service, Request("GET", kind.path, ""), Told(said=[one]), kind=kind
                    )
                    if order := ordered(probe, kind):
                        service.order.setdefault(kind.name, order)


def _derived(service: Service, scenes: list[Scene]) -> None:
    """Which values of rows are worked out, and which are kept though no request brings them."""
    for scene in scenes:
        kind = (
            (scene.kind if scene.kind is not None else scene.row)
            if scene.request.method in {"POST", "GET", "PUT", "PATCH"}
            else None
        )
        sketch = scene.told.answer
        if kind is None or sketch is None or (scene.request.tail and scene.kind is None):
            continue
        if scene.shows is not None:
            continue
        record = (
            sketch
            if sketch.form == "record"
            and (scene.kind is None or scene.request.method == "POST" or scene.told.several)
            else sketch.listed
        )
        for part in record.parts if record is not None else ():
            name = part.name
            held = kind.fields.get(name)
            if (
                name == kind.key.name
                or name in kind.brought
                or (kind.name, name) in service.derived
            ):
                continue
            if held is not None and (
                held.server
                or (held.start and not held.start.startswith("?"))
                or held.default is not None
            ):
                continue
            told = meaning(scene, name)
            value = figure(scene, told, None, "$", kind) if told is not None else None
            if value is not None and re.search(rf"\$\.{re.escape(name)}\b", value):
                continue  # words that only say what the state is that it holds
            if value is None and not (
                held is not None
                and held.start
                and not is_number(held)
                and part.value.form == "value"
            ):
                value = refined(told, guessed(scene, name, part.value, None, "$", kind))
            if value is not None:
                service.derived[kind.name, name] = value
                kind.fields.pop(name, None)
            elif held is not None and held.type is not None and part.value.form == "value":
                held.server = True
                shown = scalar_of(part.value)
                if shown in (False, 0) or part.value.text in {"null", '""'}:
                    held.start = held.start or json.dumps(shown)
                elif held.type.kind == "boolean":
                    held.start = held.start or "false"


def _shown_as(service: Service, scenes: list[Scene]) -> None:
    """Rows without their key are so everywhere where nothing else is said of them."""
    for scene in scenes:
        kind, sketch = scene.kind, scene.told.answer
        if (
            kind is not None
            and scene.request.method == "POST"
            and sketch is not None
            and sketch.form == "record"
            and not sketch.more
            and kind.key.name not in sketch.names
            and {*kind.brought} <= {*sketch.names}
        ):
            service.shapes.setdefault(kind.name, sketch)


# ---- what each request does ----------------------------------------------------------------------


def _operation(scene: Scene) -> Operation:
    request = scene.request
    name = _name(scene)
    if request.method == "GET":
        for each in parameters(scene):
            scene.bring(each, "query", Held(each))
    guards = _guards(scene)
    said = [replace(each) for each in scene.told.said]
    try:
        _deed(scene, guards)
        _as_a_whole(scene, said, guards)
        for then in scene.after if not scene.open else ():
            then(scene)
        in_words(scene)
        effect: Effect = (
            program(*(x for x in scene.lines if not x.startswith("#"))) if not scene.open else ()
        )
    except (BeliefsError, ValueError, KeyError) as error:
        scene.open.append(str(error).split("\n")[0][:100])
        effect = ()
    if scene.open:
        why = "nothing says " + " and ".join(dict.fromkeys(scene.open))
        scene.service.unknowns.append(
            Unknown("blocking", " ".join(request.on_wire), request.source, why)
        )
    return Operation(
        name=name,
        method=request.on_wire[0],  # type: ignore[arg-type]
        path=request.on_wire[1],
        effect=effect,
        closed=request.closed,
        inputs=scene.inputs() if effect else (),
        needs="caller" if scene.needs else "",
        summary=deeds.summary(scene),
        failures=tuple(scene.stated.values()),
        consumes=scene.consumes,  # type: ignore[arg-type]
        source=request.source,
    )


_FIGURE = re.compile(
    r"(?i)\b(?:number of|how many|average|sum|total|most|fewest|highest|lowest|last \d+)\b"
)


def _passed_over(scene: Scene) -> bool:
    """Whether words about a request are left that nobody made anything of."""
    known = _known_names(scene.service, [scene])
    return any({*one.left} - known - _DEED_WORDS for one in scene.told.said)


def _as_a_whole(scene: Scene, said: list[Said], guards: list[str]) -> None:
    """Read a request by its whole sentences, where its words by themselves leave something open."""
    needed = bool(scene.open) or _passed_over(scene)
    get = scene.request.method == "GET"
    figures = get and any(_FIGURE.search(each.text) for each in said)
    if not (needed if get else scene.open) and not figures:
        return
    before = scene.lines, scene.open, scene.kind, [each.text for each in scene.told.said]
    scene.lines, scene.open = [], []
    if not (viewed(scene, said, guards, figured=not needed) or picked(scene, said, guards)):
        scene.lines, scene.open, scene.kind = before[:3]
        for each, text in zip(scene.told.said, before[3], strict=False):
            each.text = text


def _guards(scene: Scene) -> list[str]:
    before = len(scene.lines)
    met: set[int] = set()
    for fault in sorted(scene.told.faults, key=lambda each: not each.cause.text.strip(" ¦")):
        about = (fault.status, fault.cause.whole)
        cause = fault.cause.text
        if weighed(fault, scene) or _weighed_as_a_whole(fault, scene, cause):
            scene.service.met.add(about)
            met.add(fault.status)
        elif (
            not fault.cause.text.strip(" ¦") and fault.status in met
        ):  # a bare status is what another sentence explains
            continue
        elif (
            about not in scene.service.met or scene.service.brief.complete
        ):  # one that is said of several requests holds for one of them
            _unmet(scene, fault)
    guards = scene.lines[before:]
    scene.lines = scene.lines[:before]
    return guards


def _weighed_as_a_whole(fault: Fault, scene: Scene, cause: str) -> bool:
    """Guard against a failure whose cause is a condition, read as a phrase."""
    if picks(scene, fault, cause):
        return True
    told = fails_if(scene, fault, cause)
    if told is None:
        return False
    fault.cause.text = cause
    guard(scene, told, fault)
    fault.cause.text = ""
    return True


def _unmet(scene: Scene, fault: Fault) -> None:
    words = " ".join(fault.cause.whole.split())
    words = words if str(fault.status) in words else f"{fault.status} {words}"
    if any(each.words == words for each in scene.service.unknowns):
        return
    why = f"of {scene.request.method} {scene.request.path}: the {fault.status} is not understood"
    scene.service.unknowns.append(Unknown("material", words, fault.cause.source, why))


_RANDOM = re.compile(r"(?i)\brandom\b")


def _deed(scene: Scene, guards: list[str]) -> None:
    request, kind, row = scene.request, scene.kind, scene.row
    tail = request.tail
    if scene.lines and scene.lines[-1].startswith("answer "):
        return None  # written already: that of an account
    if scene.deed is not None:
        return scene.deed(scene, guards)
    if scene.by is not None and kind is None and row is None:  # what has that value
        return _of_value(scene, scene.by[0], tail)
    match request.method:
        case "POST" if kind is not None:
            return deeds.create(scene, guards)
        case "GET" if kind is not None:
            return _list(scene, kind)
        case "DELETE" if kind is not None:
            return deeds.emptied(scene, kind)
        case "GET" if row is not None and not tail:
            if (
                any(x.has(r"\bredirects?\b") for x in scene.told.said)
                or 300 <= scene.told.status < 400
            ):
                return _redirect(scene, row)
            return deeds.show(scene)
        case "PUT" | "PATCH" if row is not None and not tail:
            return deeds.replaced(scene, guards, partial=request.method == "PATCH")
        case "DELETE" if row is not None and not tail:
            return deeds.removed(scene, guards)
        case "GET" if row is not None:
            return _beside(scene, row, tail)
        case "POST" | "PUT" | "PATCH" if row is not None:
            return acting.acted(scene, guards)
        case "GET":
            return _root(scene, tail)
        case "DELETE" if row is not None and tail:
            return acting.lifted(scene, guards)
        case "DELETE" if _in_state(scene, tail):
            return deeds.emptied(scene, scene.kind or Kind("", ""), _in_state(scene, tail))
    scene.open.append("what it does")
    return None


def _in_state(scene: Scene, tail: str) -> str:
    """The condition that rows are what the end of a path says: `DELETE /items/checked`."""
    kind = _static(scene)
    told = state(kind, tail.replace("-", " "), "") if kind is not None else None
    if told is not None:
        scene.kind = kind
    return told or ""


def _list(scene: Scene, kind: Kind) -> None:
    deeds.listing(scene, kind)


def _of_value(scene: Scene, kind: Kind, tail: str) -> None:
    """What is asked of the rows with one value."""
    if scene.request.method == "DELETE" and not tail:
        return deeds.emptied(scene, kind)
    if scene.request.method != "GET":
        scene.open.append("what it does")
        return None
    sketch = scene.told.answer
    if (
        tail == kind.plural
        or (sketch is None and not scene.request.lines)
        or _lists(scene, kind, tail)
    ):
        scene.kind = kind
        return _list(scene, kind)
    return deeds.figures(scene, kind)


def _redirect(scene: Scene, row: Kind) -> None:
    deeds.read_rows(scene)
    target = next(
        (
            x
            for x in (
                "url",
                "target",
                "long_url",
                "original_url",
                "link",
                "address",
                "destination",
                "longUrl",
            )
            if x in row.fields
        ),
        None,
    )
    if target is None:
        scene.open.append("where it leads")
        return
    counter = next(
        (
            x
            for x in ("clicks", "hits", "visits", "count", "click_count", "views", "redirects")
            if x in row.fields
        ),
        None,
    )
    for one in scene.told.said:
        one.take(
            r"redirects?(?: there| them| people| visitors| the browser)?(?: to)?(?: the)?(?: "
            r"original| long| stored| target| full)*(?: url| address| link)?(?: with(?: an?| "
            r"status)?)?|with(?: a| the)? location(?: header)?"
        )
        if counter is not None:
            one.take(
                r"(?:and )?(?:adds?|counts?|increments?|increases?)(?: up)?(?: one| a| 1| the)?(?"
                r": to)?(?: the| its)? ?(?:clicks?|hits?|visits?|counter|click count|views?)(?: "
                r"by (?:one|1))?(?: up)?|that is one (?:click|hit|visit)"
            )
    if counter is not None:
        scene.lines.append(f"patch {row.name} {row.one} {{{counter}: {row.one}.{counter} + 1}}")
    scene.lines.append(
        f"answer {scene.told.status or 302} headers {{Location: {row.one}.{target}}}"
    )


def _static(scene: Scene) -> Kind | None:
    """The collection that a path with a written-out name at its end is below."""
    parts = scene.request.segments[:-1]
    path = "/" + "/".join(parts)
    return next((x for x in scene.service.kinds if _form(x.path) == _form(path)), None)


def _root(scene: Scene, tail: str) -> None:
    """A request for what is behind no key: some rows of a collection, one of them, or figures."""
    kind = _static(scene)
    words = " ".join(one.text for one in scene.told.said)
    sketch = scene.told.answer
    if kind is not None and (tail == "random" or _RANDOM.search(words)):
        for one in scene.told.said:
            one.take(_RANDOM)
        scene.kind = kind
        return deeds.one_of(scene, kind, "any_of")
    if (
        kind is not None
        and tail in {"latest", "newest", "last", "oldest"}
        and (sketch is None or sketch.form == "record")
    ):
        scene.kind = kind
        return deeds.one_of(scene, kind, "first" if tail == "oldest" else "last")
    about = kind or _spoken(scene) or _matching(scene)
    if about is None and len(scene.service.kinds) == 1:
        about = scene.service.kinds[0]
    if about is not None and _lists(scene, about, tail):
        scene.kind = about
        some = deeds.listing(scene, about, tail)
        plain = tail in {about.plural, about.spoken, "all", "list", "search", "feed"}
        if not (some or plain or any("[" in x and "answer" in x for x in scene.lines)):
            scene.open.append(f"which {about.plural} are {tail}")
        return None
    return deeds.figures(scene, about)


def _spoken(scene: Scene) -> Kind | None:
    for one in scene.told.said:
        for word in re.findall(r"[a-z]+", one.text.lower()):
            kind = scene.service.kind(word)
            if kind is not None:
                return kind
    return None


def _matching(scene: Scene) -> Kind | None:
    """The kind whose fields an answer has most of."""
    sketch = scene.told.answer
    if sketch is None:
        return None
    record = sketch.rows or sketch
    scored = [
        (len({*record.names} & {*k.fields, k.key.name, k.plural, k.spoken}), k)
        for k in scene.service.kinds
    ]
    best = max(scored, key=lambda each: each[0], default=(0, None))
    if best[0]:
        return best[1]
    from beliefs.spec.brief.scene import numbers

    return next((k for k in scene.service.kinds if numbers(k)), None)


def _lists(scene: Scene, kind: Kind, tail: str) -> bool:
    """Whether an answer is rows of a kind as they are."""
    sketch = scene.told.answer
    if sketch is None and any(x.role == "answer" for x in scene.request.lines):
        return False
    record = (
        (sketch.rows or (sketch if scene.told.several else None)) if sketch is not None else None
    )
    if record is not None:
        return {*record.names} <= {
            *kind.fields,
            kind.key.name,
            *(n for (k, n) in scene.service.derived if k == kind.name),
        }
    if sketch is not None:
        return False
    words = " ".join(one.text for one in scene.told.said)
    said = re.search(
        r"(?i)\b(?:lists?|array|all|only|those|shows?|returns?|gives?)\b[^;.]*\b(?"
        rf":{re.escape(kind.plural)}|them|those|ones|that)\b",
        words,
    )
    return bool(said) or deeds_state(kind, tail)


def deeds_state(kind: Kind, tail: str) -> bool:
    """Whether the end of a path says a state of rows."""
    return state(kind, tail.replace("-", " ")) is not None


def _beside(scene: Scene, row: Kind, tail: str) -> None:
    """A request for something of one row: rows that point to it, or figures."""
    below = next(
        (
            x
            for x in scene.service.kinds
            if x.plural == tail and any(h.of == row.name for h in x.fields.values())
        ),
        None,
    )
    if below is not None:
        scene.kind = below
        return _list(scene, below)
    children = scene.service.below(row)
    pointing = [
        x
        for x in scene.service.kinds
        if any(h.of == row.name for h in x.fields.values()) and x not in children
    ]
    about = next(iter([*children, *pointing]), row)
    return deeds.figures(scene, about)


def _name(scene: Scene) -> str:
    request = scene.request
    if request.wire is not None:
        return (
            re.sub(
                r"\W+",
                "_",
                re.sub(
                    r"(?<=[a-z])(?=[A-Z])",
                    "_",
                    "_".join([request.wire[0], *request.wire[1].split("/")]),
                ),
            )
            .lower()
            .replace("__", "_")
        )
    words = [
        x.strip("{}") if not x.startswith("{") else f"by_{x.strip('{}')}" for x in request.segments
    ]
    return re.sub(r"\W+", "_", "_".join([request.method.lower(), *words])).lower()


# ---- all of it -----------------------------------------------------------------------------------


def _spec(
    service: Service, operations: list[Operation], scenes: list[Scene], known: Accounts | None
) -> Spec:
    brief = service.brief
    used = " ".join(repr(each.effect) for each in operations)
    entities = [each.entity() for each in service.kinds if f"entity='{each.name}'" in used]
    if known is not None:
        entities += [known.users.entity(), *known.tokens.entities(Type("integer"))]
    unknowns = [*service.unknowns, *_never_set(service, scenes), *_left(service, scenes)]
    body = service.body or brief.error or DEFAULT_BODY
    failures = Failures(tuple({x.way: x for x in service.failures}.values()), body)
    title = brief.title or "API"
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "api"
    return Spec(
        name=name,
        title=title,
        summary=title + ".",
        entities=tuple(entities),
        operations=tuple(_unnamed(operations)),
        identity=service.identity,
        failures=failures,
        assumptions=tuple(service.assumptions),
        unknowns=tuple(unknowns),
        rates=tuple(service.rates),
        largest=service.largest,
        origins=service.origins,
    )


def _never_set(service: Service, scenes: list[Scene]) -> list[Unknown]:
    """Values that answers show, that no request brings or changes.

    And of which nothing says what they are.
    """
    found = []
    for kind in service.kinds:
        lines = [line for scene in scenes for line in scene.lines]
        shown = {
            n
            for s in scenes
            if (s.shows or s.kind or s.row) is kind and (k := s.told.answer) is not None
            for n in (k.listed or k).names
        }
        for name, value in born(kind).items():
            held = kind.fields[name]
            if (
                held.hidden
                or held.start
                or held.default is not None
                or value not in {"null", "0", "false", "[]"}
                or name not in shown
            ):
                continue
            if any(
                re.search(
                    rf"\b(?:insert|patch) {kind.name}\b.*\b{re.escape(name)}: (?"
                    rf"!{re.escape(value)}[,}}])",
                    line,
                )
                for line in lines
            ):
                continue
            if kind.makes:
                found.append(
                    Unknown(
                        "material",
                        f"{name} of {kind.spoken}",
                        service.brief.requests[0].source,
                        "nothing says where it comes from",
                    )
                )
    return found


def _unnamed(operations: list[Operation]) -> list[Operation]:
    seen: dict[str, int] = {}
    out = []
    for each in operations:
        many = seen[each.name] = seen.get(each.name, 0) + 1
        out.append(each if many == 1 else replace(each, name=f"{each.name}_{many}"))
    return out


_DEED_WORDS = frozenset(
    """
    create creates created add adds added new make makes insert post posts list lists listing
    all every fetch read reads single delete deletes remove removes update updates updated
    change changes changed edit edits modify replace replaces register registers add adding
    record records store put starts begin look looks get gives retrieve details view search
    filter filters find number id ids key name e.g like format form written order added first
    last works work whole part full current existing given back sent upload everybody anybody
    people person client clients caller app thanks hi
    """.split()  # noqa: SIM905
)
_NARRATIVE = re.compile(
    r"(?i)\b(?:must|only|never|at most|at least|unless|\d{3}|unique|twice|sorted|ordered|default|"
    r"reject|refuse|required|not allowed|can't|cannot|may not|no more than|each (?:user|player)|"
    r"once|no other|possible|overlap\w*|more than|fewer than|nobody|no one|limit|expires?|"
    r"automatic\w*|token|password|log ?in|header|admin|owner|role)\b|⟦|\d"
)


def _made(scene: Scene, one: Said) -> None:
    """Whatever it is called to make a row: "places a bid", "files a report"."""
    kind = scene.kind
    if scene.request.method == "POST" and kind is not None:
        kinds = "|".join(re.escape(each.spoken) for each in scene.service.kinds)
        noun = rf"(?:an? |the |one )?(?:new )?(?:{kinds})\b"
        one.take(
            rf"^\W*[a-z]+s (?:in |up |out )?{noun}(?: (?:to|from|in|into|for|on|with|of) {noun})?"
        )
    if scene.request.method == "DELETE":
        one.take(r"^\W*[a-z]+s(?: (?:it|one))?\W*$")


def _lead(one: Said) -> None:
    """What leads to a request that is named in the middle of a sentence is a story.

    If it rules nothing.
    """
    head, mark, rest = one.text.partition(GAP)
    if (
        mark
        and one.whole.partition(GAP)[0].strip("`* ")
        and not _NARRATIVE.search(head)
        and not re.search(r"(?i)\bwith\b|\(.", head)  # what is brought may stand before its request
    ):
        one.text = f"{mark}{rest}"


# What may say which rows, or how many, are meant.
_NARROWING = re.compile(
    r"(?i)\b(?:that|which|who|whose|without|except|first|last|by|with|within|after|before|until|"
    r"since|top|most|least|each|per|than|nothing|no|not|none|nobody|again|longer|instead|always|"
    r"both|latest|newest|oldest|best|highest|lowest|cheapest|ten|five|three|own|my|mine|if|when|"
    r"unless|how|sum|average|percent|times|minus|plus|including|excluding|\w+n't)\b|[<>]"
)


def _known_names(service: Service, scenes: list[Scene]) -> set[str]:
    """Words of what is kept, brought and asked: they say nothing by themselves."""
    names = {
        w
        for k in service.kinds
        for w in (
            *k.spoken.split(),
            *k.plural.split("_"),
            *(p for n in (*k.fields, k.key.name) for p in (n.lower(), *n.lower().split("_"))),
        )
    }
    names |= {f"{each}s" for each in names}
    names |= {
        w for s in scenes for x in s.request.segments for w in re.split(r"[-_{}]", x.lower()) if w
    }
    names |= {
        third_person(w) for s in scenes for w in re.split(r"[-_]", s.request.tail.lower()) if w
    }
    return names | {w for s in scenes for n in s.given for w in (n.lower(), *n.lower().split("_"))}


def _left(service: Service, scenes: list[Scene]) -> list[Unknown]:
    names = _known_names(service, scenes)
    found: list[Unknown] = []
    seen = {
        one.whole
        for scene in scenes
        for one in (x.said for x in scene.request.lines)
        if one.aside and not one.left
    }  # of a value that several show
    for scene in scenes:
        for one in [*scene.told.said, *(x.said for x in scene.request.lines)]:
            for pattern in ANYHOW:
                one.take(pattern)
            _made(scene, one)
            _lead(one)
            left = [each for each in one.left if each not in names and each not in _DEED_WORDS]
            if not left or one.whole in seen:
                continue
            seen.add(one.whole)
            if one.aside and not (_NARRATIVE.search(one.text) or _NARROWING.search(one.text)):
                found.append(Unknown("narrative", one.whole, one.source))
            else:
                found.append(
                    Unknown("material", one.whole, one.source, f"not understood: {' '.join(left)}")
                )
    below = [(x.said, True) for topic in service.brief.topics for x in topic.lines]
    first = min(
        (
            int(s.request.source.rpartition(":")[2])
            for s in scenes
            if s.request.source.rpartition(":")[2].isdigit()
        ),
        default=0,
    )
    for one, ruled in [*below, *((x, False) for x in service.brief.said)]:
        left = [each for each in one.left if each not in names and each not in _DEED_WORDS]
        if not left or (
            _SETTING.search(one.whole) and not _NARRATIVE.search(_SETTING.sub(" ", one.whole))
        ):
            continue
        about = one.codes & {n for k in service.kinds for n in k.fields}
        line = one.source.rpartition(":")[2]
        intro = (
            not ruled
            and one is service.brief.said[0]
            and (not line.isdigit() or int(line) <= first)
        )
        fields = bool(re.search(r"\(|(?i:\b(?:has|have|consists?)\b)", one.text)) and any(
            re.search(rf"(?i)\b(?:{k.spoken}|{k.plural})\b", one.whole) for k in service.kinds
        )
        rank = (
            "material"
            if ruled
            or fields
            or ((_NARRATIVE.search(one.text) or about) and (not intro or service.brief.complete))
            else "narrative"
        )
        found.append(
            Unknown(
                rank,  # type: ignore[arg-type]
                one.whole,
                one.source,
                f"not understood: {' '.join(left)}" if rank == "material" else "",
            )
        )
    return found


# Settings are read elsewhere.
_MADE_OF = re.compile(
    r"(?i)(?:\b(?:with|in|on|using|use|uses|stored? in|keep (?:it |them |everything )?in|backed "
    r"by|build with|and) )?(?:a )?\b(?:fastapi|flask|sqlite3?(?: (?:database|db|file))?|json "
    r"file(?: storage)?|in[- ]memory(?: storage)?|postgres(?:ql)?)\b(?: storage| database)?"
)
_SETTING = re.compile(
    r"(?i)\b(?:fastapi|flask|python(?: 3(?:\.\d+)?)?|sqlite|in[- ]memory|json file|postgres\w*|"
    r"json everywhere|everything is json|json in|json out|(?:data|notes|everything|links|photos|"
    r"rows|entries|numbers)? ?(?:have to |has to |must |should |is |are |will )*(?:still )?(?:be )"
    r"?(?:there|kept|stored|survive|remembered|persist\w*|not be lost)(?: \w+){0,3} restarts?|"
    r"after (?:a|the) restart|port \d+)\b"
)
