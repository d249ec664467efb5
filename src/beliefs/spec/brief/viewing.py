"""Answers and failures that a sentence says as a whole, where no reader of single words knows it.

GET /results lists the candidates with the number of votes each, most votes first.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Fault
from beliefs.spec.brief.deeds import done, pick, read_rows
from beliefs.spec.brief.lists import narrowed
from beliefs.spec.brief.meaning import condition, rows, value
from beliefs.spec.brief.meaning.around import scope_of
from beliefs.spec.brief.meaning.rows import Some
from beliefs.spec.brief.meaning.scope import Focus, Scope, Val
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.scene import Scene
from beliefs.spec.brief.showing import answer, shown
from beliefs.spec.brief.sketch import Sketch
from beliefs.spec.brief.values import Rows
from beliefs.spec.service import Assumption

_VERB = re.compile(
    r"(?i)^\W*(?:and |it |this |that |which |to )*(?:lists?|shows?|returns?|gives?|gets?|answers?|"
    r"tells?|displays?|finds?|fetch(?:es)?|sends?|picks?|responds?|says?|counts?|sees?|a list of)"
    r"(?: back| with)*\b"
)
_ENDS = re.compile(rf"\s*(?:;|{GAP}|\.(?=\s|$))\s*")


def fails_if(scene: Scene, fault: Fault, text: str) -> str | None:
    """The condition under which a request fails, by the whole of its cause."""
    bare = text.strip(f" .,;:{GAP}")
    quotes, demanded = fault.cause.quotes, fault.otherwise
    told = condition(bare, scope_of(scene), (), quotes, demanded=demanded)
    return f"not({told})" if told is not None and fault.otherwise else told


def viewed(scene: Scene, said: list[Said], guards: list[str]) -> bool:
    """Write what a request answers, where one of its sentences says all of it."""
    if scene.request.method != "GET":
        return False
    scope = scope_of(scene)
    for at, one in enumerate(said):
        for clause in _ENDS.split(one.text):
            verb = _VERB.match(clause)
            text = clause[verb.end() :] if verb else clause
            if not text.strip():
                continue
            found = rows(text, scope, (), one.quotes)
            if found is not None and _rows(scene, found, guards):
                scene.told.said[at].text = one.text.replace(clause, GAP)
                return True
            values = _values(scene, text, scope, one.quotes)
            if values and _figures(scene, values, guards):
                scene.told.said[at].text = one.text.replace(clause, GAP)
                return True
    return False


def _rows(scene: Scene, found: Some, guards: list[str]) -> bool:
    kind = found.kind
    sketch = scene.told.answer
    if kind.owner and scene.needs:
        found = replace(found, wheres=(f"{found.row}.owner_id = me.id", *found.wheres))
    if kind.buried:
        found = replace(found, wheres=(f"{found.row}.{kind.buried} = null", *found.wheres))
    read_rows(scene)
    scene.lines += guards
    if found.one:
        scene.lines.append(f"let {kind.one} = {found.one}({found.source()})")
        scene.lines.append(
            f"guard {kind.one} != null else absent "
            f"{scene.says(404, f'There is no such {kind.spoken}')}"
        )
        told = replace(found, row=kind.one, shows=_renamed(found, kind.one))
        body = _record(scene, told, sketch if sketch and sketch.form == "record" else None)
        if body is None:
            return False
        scene.kind = kind
        done(scene, body, 200)
        return True
    wheres, paging, unread = narrowed(scene, kind)
    names = {text: name for name, text in found.shows}
    order = [_by_name(each, names) for each in found.order]
    late = bool(order) and all(order)
    source = found.unsorted().source() if late else found.source()
    if wheres or paging:
        source = (
            pick(source, wheres, "", paging)
            if "]" not in source
            else _narrowed(source, wheres, paging)
        )
    if unread:
        scene.open.append(f"what the parameter {unread} does")
        return False
    scene.kind = kind
    if not found.shows and (sketch is None or sketch.listed is None or sketch.form == "record"):
        done(scene, answer(scene, Rows(kind, source), sketch, found.source()), 200)
        return not scene.open
    body = _record(scene, found, sketch.listed if sketch is not None else None)
    if body is None or (sketch is not None and sketch.form == "record" and not scene.told.several):
        return False
    listed = source if body == found.row else f"each({found.row} in {source}: {body})"
    if late:
        clauses = [f"by .{each}" for each in order] + [f"limit {found.limit}"] * bool(found.limit)
        listed += f"[{', '.join(clauses)}]"
    done(scene, listed, 200)
    return True


def _by_name(key: str, names: dict[str, str]) -> str:
    """An order by a figure that is shown, by its name; empty where none such is shown."""
    name = names.get(key.removesuffix(" down"), "")
    return f"{name} down" if name and key.endswith(" down") else name


def _narrowed(source: str, wheres: list[str], paging: list[str]) -> str:
    clauses = [f"where {' and '.join(wheres)}"] if wheres else []
    return f"{source}[{', '.join([*clauses, *paging])}]"


def _renamed(found: Some, row: str) -> tuple[tuple[str, str], ...]:
    old = re.compile(rf"(?<![\w.]){re.escape(found.row)}\.")
    return tuple((name, old.sub(f"{row}.", told)) for name, told in found.shows)


def _record(scene: Scene, found: Some, sketch: Sketch | None) -> str | None:
    """One of the rows, with the figures that are shown beside its fields."""
    kind, row = found.kind, found.row
    shows = dict(found.shows)
    if sketch is None or not sketch.parts:
        told = shown(scene, kind, row, None, inside=True)
        beside = ", ".join(f"{name}: {text}" for name, text in shows.items())
        if not beside:
            return told
        if told.startswith("{"):
            return f"{told[:-1]}, {beside}}}"
        return f"merge({told}, {{{beside}}})"
    known = {kind.key.name, *kind.fields, *(n for k, n in scene.service.derived if k == kind.name)}
    unknown = [each for each in sketch.names if each not in known and each not in shows]
    spare = [each for each in shows if each not in sketch.names]
    if len(unknown) != len(spare) or len(unknown) > 1:
        return None
    shows |= {new: shows[old] for new, old in zip(unknown, spare, strict=True)}
    focus = Focus(kind, row)
    scope = scope_of(scene)
    told_all = [(x, shows.get(x) or scope.read(focus, x).text) for x in sketch.names]
    return "{" + ", ".join(f"{name}: {text}" for name, text in told_all) + "}"


def _values(
    scene: Scene, text: str, scope: Scope, quotes: tuple[str, ...]
) -> list[tuple[str, Val]]:
    """The values that a clause lists, by the words that it calls them."""
    whole = value(text, scope, (), quotes)
    if whole is not None:
        return [(_short(text, scene), whole)]
    pieces = [x for x in re.split(r"(?i),? and (?:the )?|, (?:the )?", text) if x.strip()]
    if len(pieces) < 2:
        return []
    of = re.search(r"(?i) (?:of|over|for) .*$", pieces[-1])
    found = []
    for each in pieces:
        told = value(each, scope, (), quotes)
        if told is None and of is not None and each is not pieces[-1]:
            told = value(each + of[0], scope, (), quotes)
        if told is None:
            return []
        found.append((_short(each, scene), told))
    return found


def _short(text: str, scene: Scene) -> str:
    """What a value is called: the first words that say what it is."""
    bare = re.sub(r"(?i)\b(?:the|an?|of|its|their|all|number|current|how|many)\b", " ", text)
    bare = re.sub(r"(?i)\b(?:for|in|on|over|across)\b.*", " ", bare)
    words = re.findall(r"[a-z_]\w*", bare.lower())
    return "_".join(words[:2]) or scene.request.tail.replace("-", "_") or "value"


def _figures(scene: Scene, values: list[tuple[str, Val]], guards: list[str]) -> bool:
    sketch = scene.told.answer
    if sketch is not None and (sketch.form != "record" or len(sketch.parts) != len(values)):
        return False
    names = [name for name, _ in values]
    if sketch is not None:
        if len(values) > 1 and {*sketch.names} != {*names}:
            return False
        names = [*sketch.names] if len(values) == 1 else names
    elif len(values) == 1:
        tail = scene.request.tail.replace("-", "_")
        names = [tail if re.fullmatch(r"[a-z_]+", tail) else names[0]]
        scene.service.assumptions.append(
            Assumption(
                f"what {scene.request.path} calls its answer", names[0], scene.request.source
            )
        )
    read_rows(scene)
    scene.lines += guards
    told = (f"{name}: {each.text}" for name, (_, each) in zip(names, values, strict=True))
    done(scene, "{" + ", ".join(told) + "}", 200)
    return True
