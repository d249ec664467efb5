"""What each request does, as an effect: by its method, by its path, by what is said of it."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.changes import born, touched
from beliefs.spec.brief.grouped import figures_named, share, span_order, spanned
from beliefs.spec.brief.held import STRING, Held, describe, typed
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.lists import LATE, narrowed, only, ordered
from beliefs.spec.brief.moves import copied, moved
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import CREATED, Scene, is_number, rows_below
from beliefs.spec.brief.showing import answer, fixed, shown
from beliefs.spec.brief.sketch import Part, Sketch, scalar_of
from beliefs.spec.brief.values import Rows, figure, guessed, meaning, refined
from beliefs.spec.features.resources import an


def read_rows(scene: Scene) -> None:
    """Read every row that the path names, each within the one above."""
    above: Kind | None = None
    for kind in scene.rows:
        if scene.param(kind) not in scene.request.params:
            continue
        within = (
            f" and .{kind.within} = {above.one}.{above.key.name}"
            if above is not None and kind.parent is above
            else ""
        )
        within += " and .owner_id = me.id" if kind.owner == "hidden" and scene.needs else ""
        within += f" and .{kind.buried} = null" if kind.buried else ""
        scene.lines.append(
            f"let {kind.one} = first({kind.name}[where .{kind.by or kind.key.name} = "
            f"input.{scene.param(kind)}{within}])"
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
    if kind.by in scene.given and not any(f".{kind.by} = input." in x for x in scene.lines):
        scene.lines.append(
            f"guard count({rows_below(kind.parent, kind, kind.parent.one)[:-1]} and .{kind.by} = "
            f"input.{kind.by}]) = 0 else conflict {scene.says(409, f'{kind.by} is taken')}"
        ) if kind.parent is not None else None
    if (of := scene.service.slugs.get(kind.name)) is not None:
        slug = key.name if key.style == "given" else "slug"
        values[slug] = f"unique_slug(input.{of}, each(x in {kind.name}: x.{slug}))"
    if kind.parent is not None and kind.parent in scene.rows:
        values[kind.within] = f"{kind.parent.one}.{kind.parent.key.name}"
    for name in scene.given:
        if (
            scene.given[name].place in {"json", "form", "file"}
            and name in kind.fields
            and name != key.name
            and not _file_of_text(kind.fields[name], scene.given[name].held)
        ):
            otherwise = kind.fields[name].otherwise or scene.given[name].held.otherwise
            values[name] = f"or_else(input.{name}, {otherwise})" if otherwise else f"input.{name}"
    for name, value in (
        copied(kind) | born(kind)
        if kind.parent not in scene.rows
        else {**born(kind), **_from_above(kind)}
    ).items():
        values.setdefault(name, _own(value))
    if scene.by is not None and scene.by[0] is kind:
        values[scene.by[1]] = f"input.{scene.by[2]}"
    if kind.owner and scene.needs:
        values["owner_id"] = "me.id"
    fields = ", ".join(f"{name}: {value}" for name, value in values.items())
    grown(scene, kind)
    scene.lines += moved(scene, kind)
    scene.lines.append(f"insert {kind.name} {{{fields}}} as {kind.one}")
    done(scene, _shown(scene, kind), 201)


def _file_of_text(kept: Held, given: Held) -> bool:
    """Whether what is kept is the file that a text in base64 stands for."""
    kinds = [(x.type or STRING).kind for x in (kept, given)]
    return kinds[0] == "file" and kinds[1] != "file"


_GROWS = re.compile(
    r"(?i)(?:if|when) (?:the|an?|that|this) (?P<what>[a-z ]+?) (?:is|was|has been) (?:already |"
    r"there "
    r"already|in it already)(?:(?:in|on|part of|there|added to|listed|contained)\b[a-z ]*)?,? "
    r"(?:then )?"
    r"(?:(?:its|the|their) )?(?P<f>[a-z_]\w*)s? (?:is|are|gets?) (?:increased|added(?: up| to it|"
    r" together)?|raised|summed(?: up)?|incremented)(?: by (?:the|that)(?: \w+){1,2}| instead)?"
)


def grown(scene: Scene, kind: Kind) -> None:
    """A row for what there is one of already only adds to its number.

    "If the product is already in the cart, its quantity is increased."
    """
    for one in [*scene.told.said, *scene.service.brief.said]:
        found = one.has(_GROWS)
        name = (
            next((x for x in (found["f"], f"{found['f']}s") if x in scene.given), "")
            if found
            else ""
        )
        if found is None or not is_number(kind.fields.get(name)):
            continue
        texts = [n for n, g in scene.given.items() if n in kind.fields and n != name]
        same = [n for n in texts if found["what"].split()[-1].lower() in re.sub("_", "", n.lower())]
        same = same or [n for n in texts if n.lower().endswith("id")]
        if len(same) != 1:
            continue
        within = kind.parent in scene.rows and kind.parent is not None
        above = (
            f".{kind.within} = {kind.parent.one}.{kind.parent.key.name} and "
            if within and kind.parent
            else ""
        )
        more = f"{{{name}: {kind.one}.{name} + input.{name}}}"
        status = scene.told.status or 201
        scene.lines += [
            f"let {kind.one} = first({kind.name}[where {above}.{same[0]} = input.{same[0]}])",
            f"if {kind.one} != null:",
            f"    patch {kind.name} {kind.one} {more}",
            f"    answer {status}" + ("" if status == 204 else f" {_shown(scene, kind)}"),
        ]
        one.drop(found)
        return


def _from_above(kind: Kind) -> dict[str, str]:
    """What a new row takes over from the one above, where nothing else says what it starts with."""
    return {
        n: v for n, v in copied(kind).items() if n not in kind.fields or not kind.fields[n].start
    }


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
        free = f"input.{name} = null or " if held.required is False or given.partial else ""
        way = {0: "absent", 409: "conflict"}.get(scene.missing.get(other.name, 0), "refused")
        scene.lines.append(f"let {other.one} = {where}")
        scene.lines.append(
            f'guard {free}{other.one} != null else {way} "{other.spoken.capitalize()} not found"'
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
        value += f" and {held.among}" if held.among else ""
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
    asked, extra = list(wheres), [*also, *only(scene, kind, tail)]
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
    if above is not None and kind.parent is above and scene.param(above) in scene.request.params:
        wheres.insert(0, f".{kind.within} = {above.one}.{above.key.name}")
    elif above is not None and scene.param(above) in scene.request.params:
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
    scene.whole = pick(kind.name, [x for x in wheres if x not in asked], "", [])
    if scene.told.answer is not None and _mapped(scene, kind, rows):
        return extra
    body = answer(scene, Rows(kind, rows), scene.told.answer, every)
    done(scene, body, 200)
    return extra


def _mapped(scene: Scene, kind: Kind, rows: str) -> bool:
    """Rows as one object, by their keys, where an answer is an object of names of its own."""
    sketch = scene.told.answer
    if sketch is None or sketch.form != "value" or sketch.type is None:
        return False
    if sketch.type.kind != "record":
        return False
    values = [n for n, h in kind.fields.items() if not h.hidden and not h.of]
    if kind.key.style != "given" or len(values) != 1:
        scene.open.append("what an object of whatever names holds")
        return True
    pair = f"{{key: one.{kind.key.name}, value: one.{values[0]}}}"
    done(scene, f"keyed(each(one in {rows}: {pair}))", 200)
    return True


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
        f"{kind.key.name}: input.{scene.param(kind)}",
        *values,
        *(f"{n}: {v}" for n, v in born(kind).items() if n not in names),
    ]
    scene.lines.append(
        f"let {kind.one} = first({kind.name}[where .{kind.key.name} = input.{scene.param(kind)}])"
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
    sketch = _record(scene.told.answer)
    if scene.told.status in {200, 202} and sketch is None and scene.service.brief.complete:
        scene.lines.append(f"answer {scene.told.status}")
        return None
    if (left := _leaving(scene, kind, "1")) is not None:
        scene.told.status = scene.told.status or 200
        return done(scene, left, 204)
    body = (
        (_shown(scene, kind) if scene.shows else shown(scene, kind, kind.one, sketch))
        if scene.told.status in {200, 202}
        else None
    )
    return done(scene, body, 204)


_MANY = re.compile(r"(?i)^(?:n|num\w*|count|total|how[ _]many|deleted|removed|cleared|affected)")


_KEY = re.compile(
    r"(?i)(?:\(|,? ?\b(?:where|with|being) )?(?:the )?(?:number |value |it )?(?:is |being )?(?:the"
    r"|its) id\b"
    r"(?: of (?:the|what) [\w ]*?(?:gone|deleted|removed|entry|row|item|one|was))?(?: (?:that|whic"
    r"h) "
    r"(?:is|was) (?:gone|deleted|removed))?\)?"
)


def _of_key(scene: Scene) -> bool:
    """Whether words say that a number is the key of what is gone."""
    said = [*scene.told.said, *(x.said for x in scene.request.lines if x.role == "answer")]
    return any(one.take(_KEY) is not None for one in said)


def _leaving(scene: Scene, kind: Kind, many: str) -> str | None:
    """What a request that deletes is shown to answer, where that is not what it deletes."""
    sketch = _record(scene.told.answer)
    if sketch is None or not sketch.parts or scene.shows is not None:
        return None
    values = []
    for part in sketch.parts:
        shown_as = scalar_of(part.value)
        if part.name in {kind.key.name, "id"} and kind in scene.rows:
            values.append(f"{part.name}: {kind.one}.{kind.key.name}")
        elif part.value.text == "null":
            values.append(f"{part.name}: null")
        elif _MANY.match(part.name) and kind in scene.rows and _of_key(scene):
            values.append(f"{part.name}: {kind.one}.{kind.key.name}")
        elif isinstance(shown_as, (bool, str)):
            values.append(f"{part.name}: {json.dumps(shown_as, ensure_ascii=False)}")
        elif _MANY.match(part.name) or _MANY.match(part.value.text.strip("<>{} .")):
            values.append(f"{part.name}: {many}")
        elif (said := fixed(scene, part.name, part.value)) is not None:
            values.append(f"{part.name}: {said}")
        else:
            return None
    return "{" + ", ".join(values) + "}"


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
    left = _leaving(scene, kind, "gone")
    if left is not None:
        scene.told.status = scene.told.status or 200
        scene.lines.append(f"let gone = count({pick(kind.name, wheres, '', [])})")
    elif (
        scene.told.answer is not None and scene.told.status == 200 and scene.service.brief.complete
    ):
        scene.open.append("what it answers")
    scene.lines.append(f"delete {kind.name} where {' and '.join(wheres) or 'true'}")
    done(scene, left, 204)


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


def _titled(scene: Scene, sketch: Sketch) -> None:
    """Take what only names the figures that an answer shows: "Totals per category"."""
    shown_ = "|".join({re.escape(w) for n in sketch.names for w in n.lower().split("_")})
    for one in scene.told.said:
        one.take(
            r"^\W*(?:the )?(?:totals?|sums?|counts?|figures|numbers|overview|summary|"
            r"statistics|stats|"
            rf"breakdown)(?:(?:,| and| of| for| per| by| the| all| grouped| broken down)* "
            rf"(?:{shown_})s?)*"
            r"(?=\W*$)"
        )


def figures(scene: Scene, kind: Kind | None) -> None:
    """An answer that is worked out, value by value."""
    sketch = scene.told.answer
    nothing = [one for one in scene.told.said if one.take(_ALL_ZERO)]
    for one in scene.told.said:
        if one.has(r"¤\w+\s+" + _DATED):
            one.take(_DATED)
    read_rows(scene)
    row = scene.row
    lines = [x for x in scene.request.lines if x.role == "answer"]
    if sketch is None and lines:
        from beliefs.spec.brief.sketch import SILENT, Part

        sketch = Sketch("record", tuple(Part(x.name, SILENT) for x in lines))
    if sketch is None and kind is not None:
        sketch = figures_named(scene, kind)
    if sketch is None:
        scene.open.append("what it answers")
        return
    if kind is None:
        scene.open.append("what it is worked out of")
        return
    _titled(scene, sketch)
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
        _per_value(scene, Rows(kind, source), sketch)
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
        if nothing and re.match(r"(?:round\()?(?:average|most|least|median_of)\(", value or ""):
            value = f"or_else({value}, 0)"
        values.append(f"{part.name}: {value or 'null'}")
    done(scene, "{" + ", ".join(values) + "}", 200)


_DATED = (
    r"(?:can )?(?:limits?|restricts?|narrows?)(?: it)?(?: to)? "
    r"(?:the )?(?:dates?|days|period|range)"
)
# What figures are of no rows: "everything 0 when there are no runs".
_ALL_ZERO = (
    r"(?:and |with )?(?:everything|all(?: (?:values|numbers|figures|of them|fields))?|"
    r"each(?: value)?)(?: (?:is|are|being))? (?:0|zero)(?:s|es)? (?:when|if|while|as long as) "
    r"(?:there (?:are|is) (?:none|no \w+)|nothing is there)(?: yet)?"
)


_EACH = r"(?:per|by|for each|of each|grouped by)"


def _per_value(scene: Scene, rows: Rows, sketch: Sketch) -> None:
    """How many rows there are of each value of a field, under the value: "Entries per level"."""
    whole = " ".join(one.whole for one in scene.request.said).lower()
    fields = [n for n, h in rows.kind.fields.items() if not h.hidden]
    named = [
        n
        for n in fields
        if re.search(
            rf"\b(?:per|by|for each|of each|grouped by) (?:\w+ )?{re.escape(n.lower())}s?\b", whole
        )
    ]
    counts = re.search(r"\b(?:number|count|how many|counts|how often|votes|entries)\b", whole)
    if sketch.type is None or sketch.type.kind != "record" or len(named) != 1 or counts is None:
        scene.open.append("what it answers")
        return
    for one in scene.told.said:
        one.take(
            rf"(?:the )?(?:number of |counts? of |how many )?(?:[a-z]+ )?(?:per|by|for each|of "
            rf"each|grouped by) (?:\w+ )?{re.escape(named[0])}s?"
        )
    pair = "{key: one.key, value: count(one.items)}"
    done(scene, f'keyed(each(one in group({rows.source}, "{named[0]}"): {pair}))', 200)


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
    source = rows.source
    span = spanned(scene, kind, sketch, source) if by is None and listed is None else None
    if span is not None:
        by, source = span
    if sketch is None or (by is None and listed is None):
        scene.open.append("what it has a line for")
        return
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
        value = value or share(scene, part.name, kind, "g.items", rows.source, sketch.names)
        value = value or refined(
            told,
            _of_group(scene, part.name, inner)
            or guessed(scene, part.name, part.value, inner, "", None),
        )
        if value is None:
            scene.open.append(f"what {part.name} is")
        values.append(f"{part.name}: {value or 'null'}")
    scene.lines.append(f'let groups = each(g in group({source}, "{by}"): {{{", ".join(values)}}})')
    for one in scene.told.said:  # what they are grouped by says nothing of their order
        one.take(
            rf"\bgroup(?:ed|s|ing)?\b(?: \w+){{0,3}}? (?:by|per) (?:the |their "
            rf")?{re.escape(by)}\b"
        )
    order = span_order(scene, by) if span is not None else ""
    order = order or _group_order(scene, sketch, by, ranked)
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
        _jotted(scene, held, part, partial=partial)
        if part.optional or part.name in scene.told.spare:
            held.required = False
        scene.bring(part.name, "json", held, partial=partial)


# Words in the place of a value that rule something; others only stand for it.
_RULING = re.compile(
    r"(?i)[<>=≤≥]|\d|\b(?:default|required|optional|unique|positive|negative|blank|empty|non-?\w+|"
    r"nullable|null|max|min|string|str|text|int|integer|number|float|bool|boolean|date|list)\b"
)


def _jotted(scene: Scene, held: Held, part: Part, *, partial: bool) -> None:
    """What is written in the place of a value where that is neither a sample nor a type."""
    text = part.value.text.strip()
    quoted = re.fullmatch(r'"((?:string|str|text|int|integer|number|float|bool|date)\b.*)"', text)
    known = typed(part.value, part.name) is not None and not quoted
    sample = text in {"null", '""'} or (text.startswith('"') and not quoted)
    if part.value.form != "value" or known or sample or not _RULING.search(text):
        return
    words = quoted[1] if quoted else text
    told = Said(words.replace("=", " default "), scene.request.source, whole=f"{part.name}: {text}")
    before = held.required, held.default
    describe(held, told)
    if partial:
        held.required, held.default = before
    if told.left:
        scene.told.said.append(told)


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
