"""Many rows in one request, each by itself: made, changed or deleted, with what became of it."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.sketch import Sketch, scalar_of
from beliefs.spec.types import Type

_TAIL = re.compile(
    r"(?i)^(?:batch|bulk)(?:[-_](?:create|add|insert|update|change|edit|delete|remove))?$|^(?"
    r":delete|remove|create|update|add)[-_](?:many|several|batch|bulk)$"
)
_WORDS = (
    (
        r"(?:takes?|accepts?|with|body:?|the body is)? ?(?:an? |the )?(?:JSON )?(?:list|array) (?"
        r":of|"
        r"like)(?: \w+)?"
    ),
    (
        r"(?:creates?|adds?|stores?|keeps?|updates?|changes?|deletes?|"
        r"removes?) (?:all |each|every|the|those|several|many)? ?(?"
        r":\w+ )?(?:that (?:is|are) valid|that exists?|with these ids|"
        r"at once)"
    ),
    (
        r"(?:a |an )?(?:list|array) (?:of|with) (?:one )?(?:results?|entry|entries|line)?(?: one)?"
        r"(?: "
        r"(?:per|for each|for every) (?:item|one|entry|contact|task)?)?(?: result)?(?: per item)?"
    ),
    r"(?:,? ?)in (?:the same )?order",
    (
        r"(?:one )?(?:result|entry) (?:per|for) (?:each|item|every)(?"
        r": item)?"
    ),
    r"valid ones are (?:created|stored|kept)(?:, (?:and )?invalid ones are reported)?",
    (
        r"(?:a|one|an?) (?:bad|invalid|broken) (?:item|one|entry) "
        r"does(?: not|n't) (?:stop|affect|break) the (?:others?|rest)"
    ),
    r"for (?:a|the) (?:created|good|valid|bad|invalid) one",
    (
        r"if (?:it was|it is) (?:changed|updated|deleted|created)|if "
        r"there is no such \w+"
    ),
    (
        r"ids? that (?:do|does)(?: not|n't) exist (?:are|is|go|goes|come)? ?(?:listed )?(?:in|into|"
        r"under) \w+"
    ),
    (
        r"(?:and )?returns? which were (?:deleted|updated) and which "
        r"were not found"
    ),
    (
        r"(?:deletes?|removes?|updates?|creates?) (?:those|these|the|"
        r"each|several)? ?\w+(?: at once)?"
    ),
    r"\b(?:with )?bulk (?:import|create|update|delete)\b",
    (
        r"\b(?:several|at once|each|valid|exists?|one|bad|others|stop|"
        r"entry|result|results)\b"
    ),
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Write what requests for many rows do, by what they show of each."""
    for scene in scenes:
        request = scene.request
        if request.method == "GET" or not _TAIL.match(request.tail) or scene.deed is not None:
            continue
        path = "/" + "/".join(request.segments[:-1])
        kind = next((x for x in service.kinds if x.path == path and x.makes), None)
        if kind is None:
            continue
        tail = f"{request.tail} {' '.join(one.whole for one in request.said)}"
        deletes = request.method == "DELETE" or bool(re.search(r"(?i)\b(?:delet|remov)", tail))
        changes = request.method in {"PATCH", "PUT"} or bool(
            re.search(r"(?i)\b(?:updat|chang)e", request.tail)
        )
        made = _deletes(scene, kind) if deletes else _each(scene, kind, changes=changes)
        if made:
            scene.kind, scene.rows = None, []
            for pattern in _WORDS:
                heard.take(service, [scene], pattern)


def _deletes(scene: Scene, kind: Kind) -> bool:
    """Rows by their keys: which were deleted, and which were not there."""
    sketch = scene.told.answer
    named = next((n for n, g in scene.given.items() if g.place == "json"), "ids")
    if sketch is None or sketch.form != "record":
        return False
    values: list[str] = []
    missing = "each(key in missing: key)"
    for part in sketch.parts:
        low = part.name.lower()
        counts = isinstance(scalar_of(part.value), int)
        if re.search(r"not_?found|missing|absent|unknown|failed", low):
            values.append(f"{part.name}: {'count(missing)' if counts else missing}")
        elif re.search(r"delet|remov|count|success", low):
            values.append(
                f"{part.name}: "
                f"{'count(found)' if counts else f'each(one in found: one.{kind.key.name})'}"
            )
        else:
            return False
    key = Type("integer") if kind.key.style == "integer" else Type("string")
    scene.given.clear()
    scene.bring(named, "json", Held(named, Type("list", item=key), required=True))
    mine = " and .owner_id = me.id" if kind.owner else ""

    def deed(one: Scene, guards: list[str]) -> None:
        one.lines += guards
        one.lines += [
            "let found = []",
            "let missing = []",
            f"for key in input.{named}:",
            f"    let {kind.one} = first({kind.name}[where .{kind.key.name} = key{mine}])",
            f"    if {kind.one} = null:",
            "        let missing = append(missing, key)",
            "    else:",
            f"        let found = append(found, {kind.one})",
            *(f"        delete {x.name} where .{x.within} = key" for x in one.service.below(kind)),
            f"        delete {kind.name} where .{kind.key.name} = key",
            f"answer {one.told.status or 200} {{{', '.join(values)}}}",
        ]

    scene.deed = deed
    return True


def _results(scene: Scene) -> tuple[Sketch | None, Sketch | None]:
    """What is shown of an item that went well, and of one that did not."""
    good = bad = None
    for one in scene.request.said:
        for sketch in one.sketches:
            each = sketch.rows or sketch
            status = (
                each.part("status")
                or each.part("result")
                or each.part("ok")
                or each.part("success")
            )
            value = scalar_of(status) if status is not None else None
            if each.form != "record" or status is None:
                continue
            wrong = (
                (
                    isinstance(value, str)
                    and re.search(r"(?i)err|fail|invalid|not|missing|skip|reject", value)
                )
                or value is False
                or (isinstance(value, int) and value >= 400)
            )
            if wrong:
                bad = bad or each
            else:
                good = good or each
    return good, bad


def _each(scene: Scene, kind: Kind, *, changes: bool) -> bool:
    """A list of rows to make or to change: each that can be is, and of each it is said."""
    good, bad = _results(scene)
    if good is None or bad is None:
        return False
    fields = [n for n in kind.brought or kind.fields if n in kind.fields]
    if changes:
        fields = list(
            dict.fromkeys([*fields, *(n for n, h in kind.fields.items() if not h.hidden)])
        )
    names = ", ".join(f'"{n}?"' if changes else f'"{n}"' for n in fields)
    done, failed = (
        _record(good, kind, changes=changes, well=True),
        _record(bad, kind, changes=changes, well=False),
    )
    if done is None or failed is None:
        return False
    scene.given.clear()
    scene.bring("items", "body", Held("items", Type("list", item=Type("json")), required=True))
    born = _born(kind)
    owner = " and .owner_id = me.id" if kind.owner else ""

    def deed(one: Scene, guards: list[str]) -> None:
        one.lines += [*guards, "let results = []", "for item in input.items:"]
        if changes:
            one.lines += [
                (
                    f"    let {kind.one} = first({kind.name}[where text(.{kind.key.name}) = "
                    f"text(item.{kind.key.name}){owner}])"
                ),
                f'    let taken = fitted(drop(item, "{kind.key.name}"), "{kind.name}", {names})',
                f"    if {kind.one} = null or taken = null:",
                f"        let results = append(results, {failed})",
                "    else:",
                f"        patch {kind.name} {kind.one} taken",
                f"        let results = append(results, {done})",
            ]
        else:
            values = ", ".join([*(f"{n}: taken.{n}" for n in fields), *born])
            one.lines += [
                f'    let taken = fitted(item, "{kind.name}", {names})',
                "    if taken = null:",
                f"        let results = append(results, {failed})",
                "    else:",
                f"        insert {kind.name} {{{values}}} as {kind.one}",
                f"        let results = append(results, {done})",
            ]
        one.lines.append(f"answer {one.told.status or 200} results")

    scene.deed = deed
    return True


def _born(kind: Kind) -> list[str]:
    from beliefs.spec.brief.changes import born

    values = [f"{n}: {v}" for n, v in born(kind).items() if n not in kind.brought]
    return [*values, "owner_id: me.id"] if kind.owner else values


def _record(sketch: Sketch, kind: Kind, *, changes: bool, well: bool) -> str | None:
    """What is said of one item, as an expression."""
    values = []
    for part in sketch.parts:
        low, sample = part.name.lower(), scalar_of(part.value)
        if low in {"index", "position", "i"}:
            values.append(f"{part.name}: count(results)")
        elif low in {"status", "result", "ok", "success"}:
            values.append(f"{part.name}: {json.dumps(sample)}")
        elif low == kind.key.name and (well or changes):
            values.append(f"{part.name}: {kind.one if well else 'item'}.{kind.key.name}")
        elif low in {"error", "message", "reason", "detail", "errors"}:
            values.append(f'{part.name}: "This is no valid {kind.spoken}"')
        elif low in {kind.spoken, "item", "data", "row"} and well:
            values.append(f"{part.name}: {kind.one}")
        elif part.name in kind.fields:
            values.append(f"{part.name}: {f'{kind.one}.' if well else 'item.'}{part.name}")
        else:
            return None
    return "{" + ", ".join(values) + "}"
