"""What each request does, as an effect: by its method, by its path, by what is said of it."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.changes import born, touched
from beliefs.spec.brief.held import STRING, Held, typed
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.lists import LATE, narrowed, only, ordered
from beliefs.spec.brief.moves import copied, moved
from beliefs.spec.brief.scene import CREATED, Scene, is_number
from beliefs.spec.brief.showing import answer, shown
from beliefs.spec.brief.sketch import Part, Sketch
from beliefs.spec.brief.values import Rows, figure, guessed, meaning, refined
from beliefs.spec.features.resources import an


def read_rows(scene: Scene) -> None:
    """Read every row that the path names, each within the one above."""
    above: Kind | None = None
    for kind in scene.rows:
        if kind.param not in scene.request.params:
            continue
        within = (
            f" and .{kind.within} = {above.one}.{above.key.name}"
            if above is not None and kind.parent is above
            else ""
        )
        within += " and .owner_id = me.id" if kind.owner == "hidden" and scene.needs else ""
        within += f" and .{kind.buried} = null" if kind.buried else ""
        scene.lines.append(
            f"let {kind.one} = first({kind.name}[where .{kind.key.name} = "
            f"input.{kind.param}{within}])"
        )
        scene.lines.append(
            f"guard {kind.one} != null else absent "
            f"{scene.says(404, f'{kind.spoken.capitalize()} not found')}"
        )
        if kind.owner == "told" and scene.needs:
            scene.lines.append(f"guard {kind.one}.owner_id = me.id else forbidden")
        above = kind
    scene.lines += scene.checks


def create(scene: Scene, guards: list[str]) -> None:
    """Keep a new row, and show it."""
    kind = scene.kind
    assert kind is not None  # whoever creates says what
    read_rows(scene)
    _referred(scene)
    scene.lines += guards
    unique(scene, kind)
    nonzero(scene)
    values: dict[str, str] = {}
    key = kind.key
    if key.style == "given":
        made = f"code({key.length if key.length != 22 else 6})"
        brought = scene.given.get(key.name)
        if brought is None:
            values[key.name] = made
        elif brought.held.required is False:
            values[key.name] = f"or_else(input.{key.name}, {made})"
        else:
            values[key.name] = f"input.{key.name}"
        if brought is not None and not any(
            f"[where .{key.name} = input.{key.name}]" in each for each in guards
        ):
            scene.lines.append(
                f"guard count({kind.name}[where .{key.name} = input.{key.name}]) = 0 else "
                f"conflict {scene.says(409, f'{key.name} is taken')}"
            )
    if kind.parent is not None and kind.parent in scene.rows:
        values[kind.within] = f"{kind.parent.one}.{kind.parent.key.name}"
    for name in scene.given:
        if (
            scene.given[name].place in {"json", "form", "file"}
            and name in kind.fields
            and name != key.name
        ):
            values[name] = f"input.{name}"
    for name, value in (
        copied(kind) | born(kind)
        if kind.parent not in scene.rows
        else {**born(kind), **copied(kind)}
    ).items():
        values.setdefault(name, _own(value))
    if scene.by is not None and scene.by[0] is kind:
        values[scene.by[1]] = f"input.{scene.by[2]}"
    if kind.owner and scene.needs:
        values["owner_id"] = "me.id"
    fields = ", ".join(f"{name}: {value}" for name, value in values.items())
    scene.lines += moved(scene, kind)
    scene.lines.append(f"insert {kind.name} {{{fields}}} as {kind.one}")
    done(scene, _shown(scene, kind), 201)


def _shown(scene: Scene, kind: Kind) -> str:
    """The row that a request is about, or the one above it, as its answer has it."""
    kind = scene.shows or kind
    return shown(scene, kind, kind.one, _record(scene.told.answer))


def _own(value: str) -> str:
    return (
        value
        if not re.match(r"[a-z_]\w*$", value) or value in {"null", "true", "false"}
        else f'"{value}"'
    )


def _record(sketch: Sketch | None) -> Sketch | None:
    return sketch if sketch is not None and sketch.form == "record" else None


def _referred(scene: Scene) -> None:
    """Rows that a body names by their keys must be there."""
    for name, given in scene.given.items():
        held = given.held
        if given.place != "json" or not held.of:
            continue
        other = next((x for x in scene.service.kinds if x.name == held.of), None)
        if other is None or other in scene.rows:
            continue
        where = f"first({other.name}[where .{other.key.name} = input.{name}])"
        free = f"input.{name} = null or " if held.required is False else ""
        scene.lines.append(f"let {other.one} = {where}")
        scene.lines.append(
            f'guard {free}{other.one} != null else absent "{other.spoken.capitalize()} not found"'
        )
        if other not in scene.rows:
            scene.rows.append(other)


def unique(scene: Scene, kind: Kind) -> None:
    """What no two rows may share, where no failure says so by itself."""
    for name, held in kind.fields.items():
        if not held.unique or name not in scene.given:
            continue
        value = (
            f"lower(.{name}) = lower(input.{name})" if held.folded else f".{name} = input.{name}"
        )
        line = (
            f"guard count({kind.name}[where {value}]) = 0 else conflict "
            f"{scene.says(409, f'{name} is taken')}"
        )
        if not any(f"input.{name}" in each and "count(" in each for each in scene.lines):
            scene.lines.append(line)


def nonzero(scene: Scene) -> None:
    """Numbers that may not be 0, which no type says."""
    for name, given in scene.given.items():
        if given.held.nonzero:
            scene.lines.append(f'guard input.{name} != 0 else out_of_range "{name} must not be 0"')


def noted(scene: Scene, row: Kind) -> None:
    """What a deed leaves behind in the rows that tell of such deeds."""
    for log in scene.service.logs.get(row.name, []):
        if not {*log.fields} & {*scene.given}:
            continue
        values = [f"{log.within}: {row.one}.{row.key.name}"]
        for name in log.fields:
            if name == log.within:
                continue
            if name in scene.given and scene.given[name].place == "json":
                values.append(f"{name}: input.{name}")
            elif name in row.fields:
                values.append(f"{name}: {row.one}.{name}")
            elif CREATED.match(name):
                values.append(f"{name}: now()")
            elif name in {"type", "kind", "action"}:
                values.append(f'{name}: "{scene.request.tail}"')
            else:
                scene.open.append(f"what {name} of a {log.spoken} is")
        scene.lines.append(f"insert {log.name} {{{', '.join(values)}}} as noted")


def done(scene: Scene, body: str | None, status: int) -> None:
    """Answer, with the status that is said or the usual one."""
    status = scene.told.status or status
    if status in {204, 304} or body is None:
        scene.lines.append(f"answer {status if status in {204, 304} or body else 204}")
    else:
        scene.lines.append(f"answer {status} {body}")


def listing(scene: Scene, kind: Kind, tail: str = "", also: tuple[str, ...] = ()) -> list[str]:
    """Rows of a kind, narrowed and in order.

    Which of them the sentences and a word of the path say.
    """
    read_rows(scene)
    wheres, paging, unread = narrowed(
        scene, kind
    )  # first: "only those that …" may be a parameter's
    extra = [*also, *only(scene, kind, tail)]
    if unread:
        scene.open.append(f"what the parameter {unread} does")
    order = ", ".join(
        [
            *scene.sorting,
            *filter(None, [ordered(scene, kind) or scene.service.order.get(kind.name, "")]),
        ]
    )
    wheres = [*extra, *wheres]
    if kind.buried and not any(f".{kind.buried}" in x for x in extra):
        wheres.insert(0, f".{kind.buried} = null")
    if kind.owner and scene.needs:
        wheres.insert(0, ".owner_id = me.id")
    if scene.by is not None and scene.by[0] is kind:
        wheres.insert(0, f".{scene.by[1]} = input.{scene.by[2]}")
        some(scene, f"{kind.name}[where {wheres[0]}]")
    above = scene.row
    if above is not None and kind.parent is above and above.param in scene.request.params:
        wheres.insert(0, f".{kind.within} = {above.one}.{above.key.name}")
    elif above is not None and above.param in scene.request.params:
        pointing = next((n for n, h in kind.fields.items() if h.of == above.name), None)
        if pointing is None:
            scene.open.append(f"which {kind.plural} belong to one {above.spoken}")
        else:
            wheres.insert(0, f".{pointing} = {above.one}.{above.key.name}")
    if LATE in order or any(LATE in each for each in wheres):
        _late(scene, kind, wheres, order, paging)
        return extra
    every = pick(kind.name, wheres, "", [])
    rows = pick(kind.name, wheres, order, paging)
    body = answer(scene, Rows(kind, rows), scene.told.answer, every)
    done(scene, body, 200)
    return extra


def _late(scene: Scene, kind: Kind, wheres: list[str], order: str, paging: list[str]) -> None:
    """Rows that are narrowed or sorted by figures that are worked out as they are shown."""
    rows = pick(kind.name, [each for each in wheres if LATE not in each], "", [])
    sketch = scene.told.answer
    if sketch is not None and sketch.form == "record" and not scene.told.several:
        scene.open.append("how a list is wrapped that is sorted by a figure")
        return
    scene.lines.append(f"let listed = {answer(scene, Rows(kind, rows), sketch, rows)}")
    late = [each.replace(LATE, "") for each in wheres if LATE in each]
    done(scene, pick("listed", late, order.replace(LATE, ""), paging), 200)


def pick(source: str, wheres: list[str], order: str, paging: list[str]) -> str:
    """Rows that hold, in order, and no more than wanted.

    >>> pick("Note", [".done"], "by .title", [])
    'Note[where .done, by .title]'
    """
    where = " and ".join(wheres)
    clauses = [f"where {where}"] if wheres else []
    clauses += [order] if order else []
    clauses += paging
    return f"{source}[{', '.join(clauses)}]" if clauses else source


def show(scene: Scene) -> None:
    """One row."""
    kind = scene.row
    assert kind is not None  # its path names one
    read_rows(scene)
    done(scene, shown(scene, kind, kind.one, _record(scene.told.answer)), 200)


def replaced(scene: Scene, guards: list[str], *, partial: bool) -> None:
    """New values in place of all, or of those that are named."""
    kind = scene.row
    assert kind is not None  # its path names one
    names = [n for n, g in scene.given.items() if g.place == "json" and n in kind.fields]
    makes = any(each.makes for each in (kind,))
    if not partial and not makes and kind.key.style == "given":
        _kept(scene, kind, names, guards)
        return
    read_rows(scene)
    _referred(scene)
    scene.lines += guards
    for name in names:
        if kind.fields[name].unique:
            same = (
                f"lower(.{name}) = lower(input.{name})"
                if kind.fields[name].folded
                else f".{name} = input.{name}"
            )
            given = f"input.{name} = null or " if partial else ""
            scene.lines.append(
                f"guard {given}count({kind.name}[where {same} and .{kind.key.name} != "
                f"{kind.one}.{kind.key.name}]) = 0 else conflict "
                f"{scene.says(409, f'{name} is taken')}"
            )
    touches = touched(kind)
    if partial:
        values = (
            "given(input)"
            if not touches
            else "merge(given(input), {" + ", ".join(f"{n}: {v}" for n, v in touches.items()) + "})"
        )
    else:
        values = (
            "{"
            + ", ".join(
                [*(f"{n}: input.{n}" for n in names), *(f"{n}: {v}" for n, v in touches.items())]
            )
            + "}"
        )
    scene.lines.append(f"patch {kind.name} {kind.one} {values}")
    done(scene, shown(scene, kind, kind.one, _record(scene.told.answer)), 200)


def _kept(scene: Scene, kind: Kind, names: list[str], guards: list[str]) -> None:
    """A row under a key that the path names, new or in place of the old one."""
    values = [f"{n}: input.{n}" for n in names]
    fresh = [
        f"{kind.key.name}: input.{kind.param}",
        *values,
        *(f"{n}: {v}" for n, v in born(kind).items() if n not in names),
    ]
    scene.lines.append(
        f"let {kind.one} = first({kind.name}[where .{kind.key.name} = input.{kind.param}])"
    )
    scene.lines += guards
    body = shown(scene, kind, kind.one, _record(scene.told.answer))
    status = scene.told.status or 201
    scene.lines.append(f"if {kind.one} = null:")
    scene.lines.append(f"    insert {kind.name} {{{', '.join(fresh)}}} as {kind.one}")
    scene.lines.append(f"    answer {status}" + (f" {body}" if status != 204 else ""))
    scene.lines.append(
        f"patch {kind.name} {kind.one} "
        f"{{{', '.join([*values, *(f'{n}: {v}' for n, v in touched(kind).items())])}}}"
    )
    again = scene.told.status if scene.told.status in {200, 204} else 200
    scene.lines.append(f"answer {again}" + (f" {body}" if again != 204 else ""))


def removed(scene: Scene, guards: list[str]) -> None:
    """A row and what belongs to it."""
    kind = scene.row
    assert kind is not None  # its path names one
    read_rows(scene)
    scene.lines += guards
    scene.lines += _below(scene, kind, kind.one)
    scene.lines.append(f"delete {kind.name} where .{kind.key.name} = {kind.one}.{kind.key.name}")
    body = (
        (_shown(scene, kind) if scene.shows else shown(scene, kind, kind.one))
        if scene.told.status == 200
        else None
    )
    done(scene, body, 204)


def _below(scene: Scene, kind: Kind, row: str) -> list[str]:
    return [
        f"delete {each.name} where .{each.within} = {row}.{kind.key.name}"
        for each in scene.service.below(kind)
        if each.within in each.fields
    ]


def emptied(scene: Scene, kind: Kind, held: str = "") -> None:
    """All rows of a collection, or those in a state."""
    read_rows(scene)
    wheres, _, unread = narrowed(scene, kind)
    wheres += [held] if held else []
    if unread:
        scene.open.append(f"what the parameter {unread} does")
    if kind.owner and scene.needs:
        wheres.insert(0, ".owner_id = me.id")
    if scene.by is not None:
        wheres.insert(0, f".{scene.by[1]} = input.{scene.by[2]}")
        some(scene, f"{kind.name}[where {wheres[0]}]")
    if kind.parent is not None and kind.parent in scene.rows:
        wheres.insert(0, f".{kind.within} = {kind.parent.one}.{kind.parent.key.name}")
    scene.lines.append(f"delete {kind.name} where {' and '.join(wheres) or 'true'}")
    done(scene, None, 204)


def some(scene: Scene, rows: str) -> None:
    """There must be rows with the value that the path says, where a 404 is told."""
    if "absent" in scene.stated or (
        scene.told.status == 0 and any(x.way == "absent" for x in scene.service.failures)
    ):
        scene.lines.append(f'guard count({rows}) > 0 else absent "There is none"')


def one_of(scene: Scene, kind: Kind, how: str) -> None:
    """One row of those that hold: any, the first or the last."""
    read_rows(scene)
    wheres, _, unread = narrowed(scene, kind)
    if unread:
        scene.open.append(f"what the parameter {unread} does")
    order = ordered(scene, kind)
    rows = pick(kind.name, [*only(scene, kind), *wheres], order, [])
    scene.lines.append(f"let {kind.one} = {how}({rows})")
    scene.lines.append(f'guard {kind.one} != null else absent "There is none"')
    done(scene, shown(scene, kind, kind.one, _record(scene.told.answer)), 200)


def figures(scene: Scene, kind: Kind | None) -> None:
    """An answer that is worked out, value by value."""
    sketch = scene.told.answer
    read_rows(scene)
    row = scene.row
    lines = [x for x in scene.request.lines if x.role == "answer"]
    if sketch is None and lines:
        from beliefs.spec.brief.sketch import SILENT, Part

        sketch = Sketch("record", tuple(Part(x.name, SILENT) for x in lines))
    if sketch is None:
        scene.open.append("what it answers")
        return
    if kind is None:
        scene.open.append("what it is worked out of")
        return
    wheres, paging, unread = narrowed(scene, kind)
    if unread:
        scene.open.append(f"what the parameter {unread} does")
    if row is not None and kind.parent is row:
        wheres.insert(0, f".{kind.within} = {row.one}.{row.key.name}")
    if kind.owner and scene.needs:
        wheres.insert(0, ".owner_id = me.id")
    if scene.by is not None:
        wheres.insert(0, f".{scene.by[1]} = input.{scene.by[2]}")
        some(scene, f"{kind.name}[where {wheres[0]}]")
    source = pick(kind.name, wheres, "", [])
    if sketch.form == "list" or scene.told.several:
        _groups(
            scene, Rows(kind, source), sketch if sketch.form == "record" else sketch.rows, paging
        )
        return
    if not sketch.parts:
        scene.open.append("what it answers")
        return
    values = []
    for part in sketch.parts:
        told = meaning(scene, part.name)
        value = None
        if told is not None:
            value = figure(scene, told, Rows(kind, source), row.one if row else "", row)
        if (
            value is None
            and row is not None
            and (part.name in row.fields or part.name == row.key.name)
        ):
            value = f"{row.one}.{part.name}"
        if value is None and part.name in scene.given:
            value = f"input.{part.name}"
        if value is None:
            value = refined(
                told,
                guessed(
                    scene, part.name, part.value, Rows(kind, source), row.one if row else "", row
                ),
            )
        if value is None:
            scene.open.append(f"what {part.name} is")
        values.append(f"{part.name}: {value or 'null'}")
    done(scene, "{" + ", ".join(values) + "}", 200)


def _groups(scene: Scene, rows: Rows, sketch: Sketch | None, paging: list[str]) -> None:
    """A line for each value of a field, with figures of the rows that have it."""
    kind = rows.kind
    named = [x for x in (sketch.names if sketch else ()) if x in kind.fields]
    listed = next(
        (
            n
            for n in (sketch.names if sketch else ())
            for f, h in kind.fields.items()
            if h.type and h.type.kind == "list" and f in {n, f"{n}s"}
        ),
        None,
    )
    by = next((x for x in named if not is_number(kind.fields[x])), None)
    if sketch is None or (by is None and listed is None):
        scene.open.append("what it has a line for")
        return
    source = rows.source
    if listed is not None and by is None:
        by = listed
        field = next(
            f
            for f, h in kind.fields.items()
            if h.type and h.type.kind == "list" and f in {listed, f"{listed}s"}
        )
        source = f"flat(each(x in {rows.source}: each(y in x.{field}: {{{by}: y, row: x}})))"
    if by is None:
        return
    ranked = next((x for x in sketch.names if x in {"rank", "position", "place"}), None)
    values = []
    for part in sketch.parts:
        if part.name == by:
            values.append(f"{by}: g.key")
            continue
        if part.name == ranked:
            continue
        inner = Rows(kind, "g.items")
        told = meaning(scene, part.name)
        value = figure(scene, told, inner, "", None) if told is not None else None
        value = value or refined(
            told,
            _of_group(scene, part.name, inner)
            or guessed(scene, part.name, part.value, inner, "", None),
        )
        if value is None:
            scene.open.append(f"what {part.name} is")
        values.append(f"{part.name}: {value or 'null'}")
    scene.lines.append(f'let groups = each(g in group({source}, "{by}"): {{{", ".join(values)}}})')
    order = _group_order(scene, sketch, by, ranked)
    listing_ = (
        f"groups[{', '.join(x for x in [order, *paging] if x)}]" if order or paging else "groups"
    )
    if ranked:
        against = next((x for x in sketch.names if x not in {by, ranked}), by)
        line = ", ".join(
            f"{x}: one.{x}"
            if x != ranked
            else f"{ranked}: 1 + count(groups[where .{against} > one.{against}])"
            for x in sketch.names
        )
        listing_ = f"each(one in {listing_}: {{{line}}})"
    done(scene, listing_, 200)


def _of_group(scene: Scene, name: str, rows: Rows) -> str | None:
    kind = rows.kind
    if name in kind.fields and is_number(kind.fields[name]):
        best = any(
            one.has(rf"(?i)\b(?:best|highest|top|max\w*) {name}|\bbest\b")
            for one in scene.told.said
        )
        low = any(one.has(rf"(?i)\b(?:lowest|fastest|min\w*) {name}") for one in scene.told.said)
        if best:
            for one in scene.told.said:
                one.take(
                    r"(?:one |an )?(?:entry|line|row)? ?(?:per|for each|of each) \w+ (?:with|by) "
                    r"(?:the|their|its) (?:best|highest) \w+"
                )
            return f"most(each(x in {rows.source}: x.{name}))"
        function = "least" if low else "sum"
        return f"{function}(each(x in {rows.source}: x.{name}))"
    if name in {kind.plural, "count", f"{kind.spoken}_count", "number"}:
        return f"count({rows.source})"
    return None


def _group_order(scene: Scene, sketch: Sketch, by: str, ranked: str | None) -> str:
    names = "|".join(map(re.escape, sorted(sketch.names, key=len, reverse=True)))
    clauses: list[str] = []
    figures_ = [x for x in sketch.names if x not in {by, ranked}]
    for one in scene.told.said:
        for pattern, down in (
            (
                (
                    r"(?:sorted|ordered|in order)(?: alphabetically)?(?: by)? (?:the )?(?"
                    rf"P<f>{names})"
                    r"(?"
                    rf"P<d> (?:descending|desc))?|\bby (?P<g>{names})(?P<e> (?:descending|desc))?"
                ),
                None,
            ),
            (
                (
                    rf"(?:the )?(?:most|highest|best|largest|biggest) (?:(?P<f>{names}|\w+) )?(?"
                    r":comes? )"
                    r"?first|(?:the )?(?:most|highest|best|largest)[\w ]* (?:first|on top)"
                ),
                True,
            ),
            (rf"(?:the )?(?:lowest|fewest|least|smallest) (?:(?P<f>{names}|\w+) )?first", False),
            (
                (
                    r"(?:(?:sorted |listed |in )?alphabetical(?:ly)?(?: order)?)(?: by name)?|"
                    r"names go "
                    r"alphabetically"
                ),
                "by",
            ),
        ):
            found = one.has(pattern)
            if found is None:
                continue
            groups = found.groupdict()
            name = groups.get("f") or groups.get("g")
            name = (
                name
                if name in sketch.names
                else (by if down == "by" or name == "name" else (figures_[0] if figures_ else by))
            )
            falling = down is True or bool(groups.get("d") or groups.get("e"))
            clauses.append(f"by .{name}{' down' if falling else ''}")
            one.drop(found)
    if not clauses and ranked and figures_:
        clauses.append(f"by .{figures_[0]} down")
    if clauses and by not in "".join(clauses):
        clauses.append(f"by .{by}")
    return ", ".join(dict.fromkeys(clauses))


def body_fields(
    scene: Scene, kind: Kind | None, fields: list[str], *, partial: bool = False
) -> None:
    """Bring fields of a kind, or values besides, under the names of a body."""
    for name in fields:
        held = kind.fields.get(name) if kind is not None else None
        scene.bring(name, "json", held or Held(name, STRING), partial=partial)


def sketched_inputs(
    scene: Scene, kind: Kind | None, sketch: Sketch, *, partial: bool = False
) -> None:
    """Bring what a sketch of a body has."""
    for part in sketch.parts:
        held = kind.fields.get(part.name) if kind is not None else None
        if part.value.type is not None:
            scene.bring(part.name, "json", _declared(held, part), partial=partial and part.optional)
            continue
        if held is None:
            guess = typed(part.value, part.name)
            held = Held(part.name, guess)
        if part.optional or part.name in scene.told.spare:
            held.required = False
        scene.bring(part.name, "json", held, partial=partial)


def _declared(held: Held | None, part: Part) -> Held:
    """A value as a schema of this body states it: the field itself, where that is alike."""
    kind, required, default = part.value.type, not part.optional, part.default or None
    if held is not None and (held.type, held.required is not False, held.default) == (
        kind,
        required,
        default,
    ):
        return held
    made = Held(part.name) if held is None else replace(held, server=False, start="")
    return replace(made, type=kind, required=required, default=default, declared=True)


def summary(scene: Scene) -> str:
    """What a request does, in a few words for people."""
    kind = scene.kind or scene.row
    noun = kind.spoken if kind is not None else "it"
    match scene.request.method, bool(scene.request.tail):
        case "GET", _ if scene.request.path.endswith("}"):
            return f"Show one {noun}."
        case "GET", _:
            return (
                f"List {kind.plural.replace('_', ' ')}."
                if kind and scene.request.path.endswith(kind.path.split("/")[-1])
                else f"{scene.request.tail.replace('-', ' ').capitalize()}."
            )
        case "POST", True if kind is not None and scene.kind is not None and scene.kind.makes:
            return f"Create {an(noun)}."
        case "DELETE", _:
            return f"Delete one {noun}."
        case "PUT" | "PATCH", False:
            return f"Change one {noun}."
    return f"{scene.request.tail.replace('-', ' ').replace('_', ' ').capitalize()} one {noun}."
