"""Answers and failures that a sentence says as a whole, where no reader of single words knows it.

GET /results lists the candidates with the number of votes each, most votes first.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Fault
from beliefs.spec.brief.changes import touched
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
from beliefs.spec.brief.states import state
from beliefs.spec.brief.values import Rows
from beliefs.spec.brief.verbs import entering
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type
from beliefs.spec.understanding.words import lemmas, participle, third_person

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


def viewed(scene: Scene, said: list[Said], guards: list[str], *, figured: bool = False) -> bool:
    """Write what a request answers, where one of its sentences says all of it.

    Where it was read otherwise (`figured`) only figures beside rows, and so many rows, count.
    """
    if scene.request.method != "GET":
        return False
    scope = scope_of(scene)
    scope = replace(scope, inputs={**scope.inputs, **_sampled(scene)})
    parts = [
        (at, clause, _asked_for(scene, _VERB.sub("", clause, count=1)))
        for at, one in enumerate(said)
        for clause in _ENDS.split(one.text)
    ]
    parts = [each for each in parts if each[2].strip()]
    found = [(at, x, told) for at, x, text in parts if (told := _some(text, scope, said[at]))]
    if figured:
        found = [each for each in found if each[2].shows or each[2].limit]
    whole = _together([told for _, _, told in found])
    if whole is not None and _rows(scene, whole, guards):
        for at, clause, _ in found:
            scene.told.said[at].text = said[at].text = said[at].text.replace(clause, GAP)
        return True
    for at, clause, text in parts if not figured else ():
        values = _values(scene, text, scope, said[at].quotes)
        if values and _figures(scene, values, guards):
            scene.told.said[at].text = said[at].text.replace(clause, GAP)
            return True
    return False


def _some(text: str, scope: Scope, one: Said) -> Some | None:
    return rows(text, scope, (), one.quotes)


def _together(found: list[Some]) -> Some | None:
    """What several sentences say of the rows that one request lists: "?after=7 lists those …"."""
    if not found or any(each.one or each.kind is not found[0].kind for each in found[1:]):
        return found[0] if len(found) == 1 else None
    first = found[0]
    for each in found[1:]:
        wheres = tuple(dict.fromkeys((*first.wheres, *each.wheres)))
        shows = tuple(dict.fromkeys((*first.shows, *each.shows)))
        order, limit = first.order or each.order, first.limit or each.limit
        then = first.then or each.then
        first = replace(first, wheres=wheres, shows=shows, order=order, limit=limit, then=then)
    return first


def _sampled(scene: Scene) -> dict[str, Type]:
    """The types that samples of parameters show: `?after=7`."""
    found: dict[str, Type] = {}
    for name, sample in scene.request.query.items():
        if name in scene.given and sample.isdigit():
            found[name] = Type("integer")
        elif name in scene.given and _DAY.fullmatch(sample):
            found[name] = Type("date")
    return found


_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _asked_for(scene: Scene, text: str) -> str:
    """A clause about a request with a sample (`?after=7`), with the parameter's name for it."""
    for name, sample in scene.request.query.items():
        if re.fullmatch(r"\w+", sample):
            text = re.sub(rf"\b{re.escape(sample)}\b", name, text)
    return text


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
    used = {x for x in scene.asked or {} if re.search(rf"input\.{x}\b", found.source())}
    found = replace(found, wheres=tuple(_where_asked(each, used) for each in found.wheres))
    for name, kind_ in _sampled(scene).items():
        if name in used:
            scene.given[name].held.type = kind_
    scene.asked = {x: y for x, y in (scene.asked or {}).items() if x not in used}
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
    if unread or scene.sorting:
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


def _where_asked(where: str, used: set[str]) -> str:
    """A condition with parameters, which holds where they are not given."""
    names = [each for each in sorted(used) if re.search(rf"input\.{each}\b", where)]
    return " or ".join([*(f"input.{each} = null" for each in names), where])


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
    pieces = [x.strip(" ,:") for x in re.split(r"(?i),? and (?:the )?|, (?:the )?", text)]
    pieces = [x for x in pieces if x]
    for at, each in enumerate(pieces[1:], 1):  # "the budget minus that sum"
        before = pieces[at - 1].removeprefix("the ")
        pieces[at] = re.sub(r"(?i)\b(?:that|this) (?:sum|total|number|count)\b", before, each)
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
    if sketch is not None:  # what is said of its names stands in their order
        names = [*sketch.names] if {*names} != {*sketch.names} else names
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


_NONE = re.compile(
    r"(?i)^(?:there (?:is|are) (?:none|nothing|no [a-z ]+)|nobody [a-z ]+|no one [a-z ]+|none|"
    r"nothing(?: is)?(?: left| there)?|no [a-z ]+?(?: is| are)? (?:left|there|waiting|free|open))$"
)
_LEADS = re.compile(
    r"(?i),? (?:which|and|that|it) (?:then )?(?=becomes?|is now|gets?|marks?|sets?)"
)
_BECOMES = re.compile(
    r"(?i)^(?:becomes?|is now|gets?|(?:marks?|sets?) (?:it |that )?(?:as |to )?) ?"
    r"(?P<state>[a-z_]+)$"
)


def picks(scene: Scene, fault: Fault, text: str) -> bool:
    """Whether a failure is that there is no row for a request that picks one."""
    alone = scene.request.method in {"POST", "PUT", "PATCH"} and not scene.rows
    return alone and scene.kind is None and fault.status == 404 and bool(_NONE.match(text.strip()))


def picked(scene: Scene, said: list[Said], guards: list[str]) -> bool:
    """Write a deed on the row that a sentence picks: "calls the oldest waiting ticket"."""
    if scene.request.method not in {"POST", "PUT", "PATCH"}:
        return False
    scope = scope_of(scene)
    for at, one in enumerate(said):
        for clause in _ENDS.split(one.text):
            head = re.match(r"^\W*(?:and )?(?P<verb>[a-z]+s)\b", clause)
            if head is None:
                continue
            parts = _LEADS.split(clause[head.end() :], maxsplit=1)
            found = rows(parts[0], scope, (), one.quotes)
            told = _BECOMES.match(parts[1].strip(" .,")) if len(parts) > 1 else None
            if found is None or not found.one or (len(parts) > 1 and told is None):
                continue
            word = told["state"] if told is not None else participle(_verb(head["verb"]))
            if _done_to(scene, found, word, guards):
                scene.told.said[at].text = one.text.replace(clause, GAP)
                return True
    return False


def _verb(third: str) -> str:
    return next((x for x in sorted(lemmas(third), key=len) if third_person(x) == third), third)


def _done_to(scene: Scene, found: Some, word: str, guards: list[str]) -> bool:
    kind = found.kind
    held = state(kind, word, "$")
    values = entering(kind, held) if held is not None else {}
    brought = [n for n, g in scene.given.items() if g.place == "json"]
    if not values or any(each not in kind.fields for each in brought):
        return False
    values |= {each: f"input.{each}" for each in brought}
    read_rows(scene)
    scene.lines += guards
    scene.lines.append(f"let {kind.one} = {found.one}({found.source()})")
    scene.lines.append(
        f"guard {kind.one} != null else absent {scene.says(404, f'There is no such {kind.spoken}')}"
    )
    told = ", ".join(f"{name}: {each}" for name, each in (values | touched(kind)).items())
    scene.lines.append(f"patch {kind.name} {kind.one} {{{told}}}")
    scene.kind = kind
    done(scene, shown(scene, kind, kind.one, None), 200)
    return True
