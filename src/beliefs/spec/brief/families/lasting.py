"""Rows that last for a while, links to them that do, and rows that are read once."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.entities import Key
from beliefs.spec.types import Type

_UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
_SPAN = re.compile(
    r"(?i)^(?:(?:expires?|valid|lasts?|ttl|good|max_age|lifetime)(?:_?(?:in|for|after))?(?:_?(?"
    r"P<u>seconds?|minutes?|hours?|days?))?|(?P<v>seconds?|minutes?|hours?|days?))$"
)
_OVER = (
    r"(?:(?:once|when|after|as soon as) (?:the|that|those|its|these|\w+) ?(?:time|minutes|"
    r"hours|seconds|days)?(?: are| is| have| has)?(?: over| up| passed| elapsed)?|\b(?:an? |"
    r"the )?(?:expired?|outdated) ?(?:link|one|\w+)?|(?:it |the \w+ )?(?:has |is )?expired|"
    r"afterwards|after that|\bis over\b|(?:after )?expires_in (?:seconds|minutes)|no longer (?"
    r":valid|works?))"
)
_TOLD = (
    (
        r"(?:\w+ )?that (?:expires?|lasts?|works?|is valid|is good)(?: (?:for|after) (?:that|this|"
        r"so) "
        r"(?:many|long)(?: \w+)?)?"
    ),
    (
        r"(?:for|after) (?:that|this|so) many (?:minutes|seconds|"
        r"hours|days)|\bthat expire\b|(?:makes?|creates?) (?:an? )?(?"
        r":share |shared |public )?links?(?: to it)?"
    ),
    (
        r"(?:with )?share links?|\bwithout any login\b|\bwithout (?:a "
        r")?login\b"
    ),
    (
        r"(?:an? |the |with an? )?id(?: that)? (?:cannot|can't) be guessed|(?:an? )?(?:random|"
        r"unguessable) (?:id|token|code)"
    ),
    (
        r"(?:after|afterwards|then) (?:the|it|that) ?\w* (?:is |"
        r"are )?"
        r"(?:gone|deleted|over)|\bgone\b|\bexpires?\b"
    ),
    r"\((?:in )?(?:seconds|minutes|hours|days)\)",
)
_ONCE = (
    r"(?:exactly|only|just) once|(?:and |which |then )?(?:deletes?|destroys?|removes?) (?:it|"
    r"the \w+)(?: afterwards| then| for good)?|one[- ]time|read[- ]once|(?:can be |is )(?"
    r":only )?read (?:only )?once|(?:only )?the first (?:time|GET|reader)"
)
_AGAIN = (
    r"(?:(?:so that )?(?:an?|any|every) (?:second|other|further|later|next) (?:GET|time|read|"
    r"request|try|reading)?|(?:after|once) (?:it|that|the \w+)? ?(?:was|has been|is) read(?: "
    r"it)?(?: is)?(?: gone)?(?: and)?|(?:it is |is )?gone (?:and|afterwards)|after(?:wards| "
    r"that)|reading it again|again)"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear of what ends: links to rows, rows themselves, and rows that are read."""
    for scene in scenes:
        if (
            scene.request.method == "POST"
            and scene.row is not None
            and scene.deed is None
            and re.match(
                r"(?i)^(?:share|shares|link|links|share-?link|public-?link)$", scene.request.tail
            )
        ):
            _shared(service, scenes, scene)
    for kind in list(service.kinds):
        making = next((x for x in scenes if x.kind is kind and x.request.method == "POST"), None)
        if making is None or not kind.makes:
            continue
        _expiring(service, scenes, kind, making)
        _once(service, scenes, kind)


def _unit(scene: Scene, name: str) -> int:
    """How many seconds one of what a field counts is."""
    found = _SPAN.match(name)
    said = (found["u"] or found["v"]) if found is not None else None
    if said is None:
        whole = " ".join(one.whole for one in scene.request.said)
        told = re.search(r"(?i)\b(?P<u>second|minute|hour|day)s?\b", whole)
        said = told["u"] if told else "second"
    return _UNITS[said.lower().rstrip("s")]


def _token(service: Service, kind: Kind, scenes: list[Scene]) -> None:
    """Keys that nobody guesses, where words or the path say so."""
    whole = heard.words(service, scenes)
    if (kind.key.name in {"token", "code", "key"} and kind.key.style == "given") or re.search(
        r"(?i)\bid\b[^.;]*(?:cannot|can't) be guessed|\b(?:random|unguessable) id\b", whole
    ):
        kind.key = Key(kind.key.name, "token")
    else:
        return
    kind.fields.pop(kind.key.name, None)
    for scene in scenes:
        if scene.row is kind and kind.param in scene.given:
            scene.given[kind.param].held.type = STRING


def _expiring(service: Service, scenes: list[Scene], kind: Kind, making: Scene) -> None:
    whole = heard.words(service, scenes)
    name = next((n for n in making.given if _SPAN.match(n)), "")
    if not name or not re.search(
        r"(?i)\bexpir|\bgone\b|\bover\b|\blasts\b|\blast for\b|that many|\bvalid for\b", whole
    ):
        return
    _token(service, kind, scenes)
    held = making.given[name].held
    held.type = (
        Type("integer", minimum=1)
        if held.type is None
        or (
            held.type.kind in {"string", "integer"}
            and held.type.minimum is None
            and held.type.above is None
        )
        else held.type
    )
    kind.fields["ends_at"] = Held(
        "ends_at",
        Type("datetime"),
        server=True,
        hidden=True,
        start=f"later(now(), input.{name} * {_unit(making, name)})",
    )
    way = _way(service, scenes, _OVER)
    for scene in scenes:
        if scene.row is kind and scene.kind is None:
            scene.checks.append(f'guard now() < {kind.one}.ends_at else {way} "It has expired"')
        elif scene.kind is kind and scene.request.method == "GET" and scene.deed is None:
            scene.deed = _still
    for pattern in _TOLD:
        heard.take(service, [x for x in scenes if heard.about(x, kind)], pattern)


def _still(scene: Scene, guards: list[str]) -> None:
    from beliefs.spec.brief import deeds

    del guards
    assert scene.kind is not None  # its rows are listed
    deeds.listing(scene, scene.kind, also=("now() < .ends_at",))


def _way(service: Service, scenes: list[Scene], pattern: str) -> str:
    """How something that is over is answered: as gone, or as never there."""
    way = "absent"
    for each in heard.faults(service, scenes, pattern):
        left = heard.rest(
            each.fault.cause.text,
            pattern,
            *_TOLD,
            r"\b(?:link|it|is|gone|over|and|GET|paste|links?|minutes|seconds|hours|time|are|the|"
            r"an?|after|once)\b",
        )
        if left or each.fault.status not in {404, 410}:
            heard.put_back(service, each)
            continue
        way = "gone" if each.fault.status == 410 else "absent"
    return way


def _shared(service: Service, scenes: list[Scene], making: Scene) -> None:
    """A link to a row, and what is behind it."""
    of = making.row
    assert of is not None  # its path names one
    behind = next(
        (
            x
            for x in scenes
            if x.request.method == "GET"
            and len(x.request.params) == 1
            and re.match(
                r"(?i)^(?:token|code|key|share_?id|share_token|hash)$", x.request.params[0]
            )
            and (x.row is None or not x.row.makes)
        ),
        None,
    )
    if behind is None:
        return
    param = behind.request.params[0]
    kind = Kind("Share", "/shares", key=Key("token", "token"), makes=True)
    kind.fields["row_id"] = Held(
        "row_id", Type("integer") if of.key.style == "integer" else STRING, server=True
    )
    span = next((n for n in making.given if _SPAN.match(n)), "")
    if span:
        making.given[span].held.type = Type("integer", minimum=1)
        kind.fields["ends_at"] = Held("ends_at", Type("datetime"), server=True)
    if behind.row is not None and behind.row in service.kinds:
        service.kinds.remove(behind.row)
    service.kinds.append(kind)
    behind.rows, behind.kind = [], None
    behind.given.clear()
    behind.bring(param, "path", Held(param, STRING))
    way = _way(service, scenes, _OVER)
    ends = f", ends_at: later(now(), input.{span} * {_unit(making, span)})" if span else ""
    names = making.told.answer.names if making.told.answer is not None else ("token",)
    where = behind.request.path.replace(f"{{{param}}}", "")
    values = {
        "token": "share.token",
        "code": "share.token",
        "key": "share.token",
        "url": f'url("{where}" + share.token)',
        "link": f'url("{where}" + share.token)',
        "expires_at": "share.ends_at" if span else "null",
        "id": "share.token",
    }
    if any(n not in values for n in names):
        return

    def made(scene: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        deeds.read_rows(scene)
        scene.lines += [*guards, f"insert Share {{row_id: {of.one}.{of.key.name}{ends}}} as share"]
        deeds.done(scene, "{" + ", ".join(f"{n}: {values[n]}" for n in names) + "}", 201)

    def shown_(scene: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief.showing import shown

        scene.lines += [
            f"let share = first(Share[where .token = input.{param}])",
            'guard share != null else absent "There is no such link"',
        ]
        scene.lines += (
            [f'guard now() < share.ends_at else {way} "The link has expired"'] if span else []
        )
        scene.lines += [
            f"let {of.one} = first({of.name}[where .{of.key.name} = share.row_id])",
            f'guard {of.one} != null else absent "It is gone"',
            *guards,
        ]
        if "content" in of.fields and (of.fields["content"].type or STRING).kind == "file":
            scene.lines.append(f"answer 200 content({of.one}.content)")
        else:
            sketch = (
                scene.told.answer
                if scene.told.answer is not None and scene.told.answer.form == "record"
                else None
            )
            scene.lines.append(f"answer 200 {shown(scene, of, of.one, sketch)}")

    making.deed, behind.deed = made, shown_
    making.needs = making.needs
    behind.needs = behind.needs and not any(
        one.has(r"without (?:any )?log") for one in behind.request.said
    )
    for pattern in (*_TOLD, r"\bdownloads? the file\b", r"\blinks?\b", r"\bshared?\b"):
        heard.take(service, [making, behind], pattern)
    for each in heard.faults(service, [behind], r"\bunknown\b|\bno such\b"):
        if each.fault.status != 404:
            heard.put_back(service, each)


def _once(service: Service, scenes: list[Scene], kind: Kind) -> None:
    """A row that is gone when it has been read."""
    showing = next(
        (
            x
            for x in scenes
            if x.row is kind and x.kind is None and x.request.method == "GET" and not x.request.tail
        ),
        None,
    )
    if showing is None or showing.deed is not None:
        return
    whole = " ".join(one.whole for one in showing.request.said)
    if not re.search(f"(?i){_ONCE}", whole) or not re.search(
        r"(?i)\bonce\b|\bsecond\b|\bfirst\b|\bone[- ]time\b|\bgone\b|\bdeletes?\b|\bdestroys?\b",
        whole,
    ):
        return
    _token(service, kind, scenes)
    way = "absent"
    for each in heard.faults(service, [showing], _AGAIN):
        if each.fault.status not in {404, 410} or heard.rest(
            each.fault.cause.text,
            _AGAIN,
            _ONCE,
            rf"\b(?:{kind.spoken}|returns?|the|text|GET|answers?|is|gone|and|so|that|it)\b",
        ):
            heard.put_back(service, each)
            continue
        way = "gone" if each.fault.status == 410 else "absent"
    if way == "gone":
        kind.fields["read_at"] = Held(
            "read_at",
            Type("datetime", nullable=True),
            required=False,
            server=True,
            hidden=True,
            start="null",
        )

    def deed(scene: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds
        from beliefs.spec.brief.showing import shown

        deeds.read_rows(scene)
        scene.lines += guards
        if way == "gone":
            scene.lines += [
                f'guard {kind.one}.read_at = null else gone "It has been read"',
                f"patch {kind.name} {kind.one} {{read_at: now()}}",
            ]
        else:
            scene.lines.append(
                f"delete {kind.name} where .{kind.key.name} = {kind.one}.{kind.key.name}"
            )
        sketch = (
            scene.told.answer
            if scene.told.answer is not None and scene.told.answer.form == "record"
            else None
        )
        deeds.done(scene, shown(scene, kind, kind.one, sketch), 200)

    showing.deed = deed
    for pattern in (_ONCE, _AGAIN, *_TOLD):
        heard.take(service, [x for x in scenes if heard.about(x, kind)], pattern)
    for one in service.brief.said:
        one.take(r"(?:that )?can be read (?:only )?once|\bone[- ]time\b")
