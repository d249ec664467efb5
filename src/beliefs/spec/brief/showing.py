"""How rows are shown: whole, or with the names that a sketch has."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene
from beliefs.spec.brief.sketch import SILENT, Sketch
from beliefs.spec.brief.values import Rows, figure, guessed, meaning, refined


def shown(
    scene: Scene,
    kind: Kind,
    row: str,
    sketch: Sketch | None = None,
    *,
    inside: bool = False,
    without: frozenset[str] = frozenset(),
    more: tuple[str, ...] = (),
) -> str:
    """A row as an answer has it."""
    if not inside:
        without, more = without | scene_without(scene), (*more, *scene_more(scene))
    derived = {name: text for (of, name), text in scene.service.derived.items() if of == kind.name}
    stored = [
        kind.key.name,
        *(n for n, h in kind.fields.items() if not h.hidden and n != kind.key.name),
    ]
    if (sketch is None or not sketch.parts) and not more and not without:
        sketch = scene.service.shapes.get(kind.name, sketch)
    if sketch is None or not sketch.parts:
        hide = {kind.within} if kind.parent is not None and kind.within in kind.fields else set()
        short = any(_short(scene, kind, name) for name in stored)
        if not derived and not without and not hide and not more and not short:
            return row
        names = [*(n for n in stored if n not in hide), *(n for n in derived if n not in stored)]
        names = [*(each for each in names if each not in without), *more]
    else:
        names = list(sketch.names)
        names += [
            *(n for n in stored if sketch.more and n not in names),
            *(n for n in more if n not in names),
        ]
    if (
        names == stored
        and not set(names) & set(derived)
        and not any(_short(scene, kind, name) for name in names)
    ):
        return row
    values = []
    for name in names:
        value = _value(scene, kind, row, name, (sketch.part(name) if sketch else None) or SILENT)
        if value is None:
            scene.open.append(f"what {name} is")
            value = "null"
        values.append(f"{_key(name)}: {value}")
    return "{" + ", ".join(values) + "}"


def _short(scene: Scene, kind: Kind, name: str) -> bool:
    """Whether a value is a moment that came from outside, and is shown as it was written."""
    held = kind.fields.get(name)
    moment = held is not None and held.type is not None and held.type.kind == "datetime"
    return moment and scene.service.brief.short and name in kind.brought


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else f'"{name}"'


def _value(scene: Scene, kind: Kind, row: str, name: str, sample: Sketch) -> str | None:
    derived = scene.service.derived.get((kind.name, name))
    if derived is not None:
        return derived.replace("$", row)
    if _short(scene, kind, name):
        value = f'replace({row}.{name}, ".000000Z", "Z")'
        return (
            value
            if kind.fields[name].required is not False
            else f"if({row}.{name} = null, null, {value})"
        )
    if name == kind.key.name or name in kind.fields:
        return f"{row}.{name}"
    if name == "id":
        return f"{row}.{kind.key.name}"
    parent = kind.parent
    if (
        parent is not None
        and name in {kind.within, f"{parent.spoken}_id", parent.param}
        and kind.within in kind.fields
    ):
        return f"{row}.{kind.within}"
    if (told := meaning(scene, name)) is not None:
        found = figure(scene, told, None, row, kind)
        if found is not None:
            return found
    if name in scene.given and name not in kind.fields:
        return f"input.{name}"
    return refined(told, guessed(scene, name, sample, None, row, kind))


def answer(scene: Scene, rows: Rows, sketch: Sketch | None, total: str = "") -> str:
    """A list of rows: bare, or below a name with figures beside it."""
    if sketch is None or sketch.form == "list" or scene.told.several:
        inner = (
            sketch
            if sketch is not None and sketch.form == "record"
            else (sketch.rows if sketch else None)
        )
        return _each(scene, rows, inner)
    named = next(
        (
            part
            for part in sketch.parts
            if part.value.form == "list" or _plural_of(part.name, rows.kind)
        ),
        None,
    )
    if named is None:
        return _each(scene, rows, None)
    values = []
    for part in sketch.parts:
        if part is named:
            inner = part.value.rows
            values.append(f"{part.name}: {_each(scene, rows, inner)}")
        elif part.name in scene.given:
            values.append(f"{part.name}: input.{part.name}")
        elif (pages := _pages(scene, part.name, total or rows.source)) is not None:
            values.append(f"{part.name}: {pages}")
        else:
            every = Rows(rows.kind, total or rows.source)
            told = meaning(scene, part.name)
            value = figure(scene, told, every, "", None) if told is not None else None
            if value is None and part.name in {"total", "count", "total_count", "totalCount"}:
                value = f"count({every.source})"
            value = value or refined(told, guessed(scene, part.name, part.value, every, "", None))
            if value is None:
                scene.open.append(f"what {part.name} is")
            values.append(f"{part.name}: {value or 'null'}")
    return "{" + ", ".join(values) + "}"


def _pages(scene: Scene, name: str, every: str) -> str | None:
    """How many pages there are, where callers ask for one of so many rows."""
    size = next(
        (
            x
            for x in ("per_page", "page_size", "limit", "size", "perPage", "pageSize")
            if x in scene.given
        ),
        None,
    )
    if size is None or name.lower().replace("_", "") not in {
        "pages",
        "totalpages",
        "pagecount",
        "lastpage",
    }:
        return None
    for line in scene.request.lines:
        if line.name == name:
            line.said.take(
                r"(?:how many|the number of|total(?: number of)?)? ?pages(?: there are(?: in all)?"
                r"| in total)?"
            )
    return f"floor((count({every}) + input.{size} - 1) / input.{size})"


def _plural_of(name: str, kind: Kind) -> bool:
    return name in {kind.plural, "items", "results", "data", "entries", "rows", "records", "list"}


def _each(scene: Scene, rows: Rows, sketch: Sketch | None) -> str:
    one = "one"
    inner = shown(
        scene,
        rows.kind,
        one,
        sketch,
        inside=True,
        without=scene_without(scene),
        more=scene_more(scene),
    )
    return rows.source if inner == one else f"each({one} in {rows.source}: {inner})"


def scene_without(scene: Scene) -> frozenset[str]:
    """Fields that the sentences leave out of what is shown."""
    kind = scene.kind or scene.row
    for one in scene.told.said if kind is not None else ():
        found = one.has(
            r"(?:leav(?:e|ing|es) (?:out|away)|without|but not|except(?: for)?|not including|"
            r"omit(?:s|ting)?|minus)\s+(?:the |their |its )?(?P<name>[a-z_]\w*)"
        )
        if found is not None and kind is not None and found["name"] in kind.fields:
            scene.told.left_out.add(found["name"])
            one.drop(found)
    return frozenset(scene.told.left_out)


_MORE = re.compile(
    r"(?i)(?:(?:together )?with|plus|and|including|tell me with|as well as|along with) (?:an? |"
    r"its |their |the |all )*(?P<name>[a-z]+_count|[a-z]+)(?P<list>(?: as an? (?:list|array))?,?(?"
    r": (?:the )?(?P<end>oldest|newest|latest) first)?)(?P<many> (?:how many|that says how many|"
    r"\(?the number of) [a-z]+(?: (?:each(?: one)?|it|they|there) (?:has|have|are))?)?"
)


def scene_more(scene: Scene) -> tuple[str, ...]:
    """Values that the sentences show beside what is kept: "each with a comment_count"."""
    kind = scene.kind or scene.row
    for one in scene.told.said if kind is not None else ():
        at = 0
        while (match := _MORE.search(one.text, at)) is not None:
            at = match.end()
            name = match["name"]
            below = (
                next((x for x in scene.service.below(kind) if x.plural == name.lower()), None)
                if kind is not None
                else None
            )
            counts = (
                name.endswith("_count")
                and kind is not None
                and guessed(scene, name, SILENT, None, "$", kind) is not None
            )
            if below is None and not counts:
                continue
            if below is not None and (match["end"] or "").lower() in {"newest", "latest"}:
                scene.told.falling.add(below.name)
            one.text = f"{one.text[: match.start()]} ¦ {one.text[match.end() :]}"
            scene.told.more[name] = None
            at = 0
    for one in scene.told.said if kind is not None else ():
        one.take(
            rf"\b(?:{'|'.join(map(re.escape, kind.fields)) or '(?!)'}) included\b"
        ) if kind is not None else None
    return tuple(scene.told.more)
