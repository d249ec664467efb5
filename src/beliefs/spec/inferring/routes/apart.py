"""What a route does with one item, done with each of many: a failure is told and stops nothing.

Guards of the effect for one become branches: where one does not hold, the next item is looked at,
and what became of this one is told in the words, codes or states that the document shows.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from beliefs.spec import effects as e
from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape, is_list, is_record
from beliefs.spec.documents.words import plain, snaked
from beliefs.spec.entities import Entity, Key
from beliefs.spec.failures import Failures
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.batches import (
    HOW,
    WHERE,
    WHY,
    Batch,
    is_truth,
    side,
    skips_unfit,
)
from beliefs.spec.inferring.rules.refusing import stems
from beliefs.spec.notation import expression, write
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field

ITEM, GIVEN, TOLD = "each_one", "given", "outcomes"


# Codes one after the other, in quotes or without.
_QUOTED = r"[`\"'][\w-]+[`\"'](?:(?:, or |, | or |\|)[`\"'][\w-]+[`\"'])+"
_CODED = r"[a-z]+(?:_[a-z]+)*(?:, [a-z]+(?:_[a-z]+)*)*,? or [a-z]+(?:_[a-z]+)*"


class Unclear(Exception):
    """What an answer is to tell of an item, and nobody can say."""


@dataclass(slots=True)
class Apart:
    """The effect for one item, on its way to one for each of many."""

    batch: Batch
    one: Operation
    entities: tuple[Entity, ...]
    table: Failures
    checked: Entity | None = None  # what an item must fit
    own: set[str] = field(default_factory=set)  # names of the batch's own path
    said: list[tuple[str, str]] = field(default_factory=list)  # what was assumed

    def lines(self) -> list[str]:
        """The statements of the batch."""
        before, effect = _of_all(self.one.effect)
        self.own = set(re.findall(r"\{(\w+)\}", self.batch.route.path))
        body = self._one(effect, wrote=False)
        source = f"input.{self.batch.listed or 'body'}"
        return [
            *_lined(before),
            *(f"let {each} = []" for each in self._lists()),
            f"for {ITEM} in {source}:",
            *_in(self._checked(body)),
            f"answer {self._status()} {self._answer()}",
        ]

    # An item.
    def _checked(self, body: list[str]) -> list[str]:
        """The lines for an item that fits; for another one it is told."""
        if not is_record(self.batch.item):
            return body
        parts = self._inputs()
        partial = "given(input)" in write(self.one.effect)
        brought = [each for each in parts if not (partial and each.place == "path")]
        self.checked = self._entity(brought)
        mark = "?" if partial else ""
        names = ", ".join(json.dumps(f"{each.wire}{mark}") for each in brought)
        return [
            f"let {GIVEN} = fitted({ITEM}, {json.dumps(self.checked.name)}, {names})",
            f"if {GIVEN} = null:",
            *_in(self._ill("invalid", self._invalid(), "The item is not valid")),
            "else:",
            *_in(body),
        ]

    def _inputs(self) -> list[Input]:
        return [each for each in self.one.inputs if each.name not in self.own]

    def _entity(self, parts: list[Input]) -> Entity:
        """What has fields of these kinds: the rows that are made, else a kind of its own."""
        inserted = re.findall(r"Insert\(entity='(\w+)'", repr(self.one.effect))
        fields = tuple(Field(each.wire, each.type, each.required, each.default) for each in parts)
        for entity in self.entities:
            known = {each.name: each for each in entity.fields}
            if entity.name in inserted and all(
                each.name in known
                and (known[each.name].type, known[each.name].required, known[each.name].default)
                == (each.type, each.required, each.default)
                for each in fields
            ):
                return entity
        words = "".join(each.capitalize() for each in snaked(self.one.name).split("_"))
        name = f"{words}Item"
        return Entity(name, snaked(f"{name}s"), fields, Key("row_number"))

    def _one(self, effect: e.Effect, *, wrote: bool) -> list[str]:
        """The statements for one item, a guard as a branch."""
        lines: list[str] = []
        for at, statement in enumerate(effect):
            rest = effect[at + 1 :]
            match statement:
                case e.Guard(holds, failure, message):
                    if wrote:
                        raise Unclear("a rule is looked at behind a write")
                    said = message or self.table.of(failure, self.one.failures).message  # type: ignore[arg-type]
                    status = self.table.of(failure, self.one.failures).status  # type: ignore[arg-type]
                    return [
                        *lines,
                        f"if {self._text(expression(holds))}:",
                        *_in(self._one(rest, wrote=wrote)),
                        "else:",
                        *_in(self._ill(failure, status, said)),
                    ]
                case e.Answer(status, body):
                    return [*lines, *self._well(status, body)]
                case e.If(holds, then, otherwise) if _branches(statement):
                    return [
                        *lines,
                        f"if {self._text(expression(holds))}:",
                        *_in(self._one((*then, *rest), wrote=wrote)),
                        "else:",
                        *_in(self._one((*otherwise, *rest), wrote=wrote)),
                    ]
                case e.For() if _branches(statement):
                    raise Unclear("a rule is about each of a list in an item")
                case _:
                    wrote = wrote or isinstance(statement, e.Insert | e.Patch | e.Delete)
                    lines += [self._text(each) for each in _lined((statement,))]
        raise Unclear("the route for one does not answer")

    def _text(self, line: str) -> str:
        """A line about what a request brings, about an item."""
        line = re.sub(r"\bgiven\(input\)", GIVEN, line)
        wires = {each.name: each for each in self.one.inputs}
        partial = "given(input)" in write(self.one.effect)

        def placed(match: re.Match[str]) -> str:
            name = match[1]
            if name in self.own:
                return match[0]
            if not is_record(self.batch.item):
                return ITEM
            if partial and name in wires and wires[name].place == "path":
                return f"{ITEM}.{wires[name].wire}"
            return f"{GIVEN}.{wires[name].wire if name in wires else name}"

        return re.sub(r"\binput\.([A-Za-z_]\w*)", placed, line)

    # What became of it.
    def _well(self, status: int, body: e.Expr | None) -> list[str]:
        lines = [f"let answered = {self._text(self._open(body))}"] if body is not None else []
        lines += self._noted("well", lambda each: self._fine(each, status, body))
        return [*lines, 'let ways = append(ways, "well")']

    def _ill(self, way: str, status: int, said: str) -> list[str]:
        kind = "again" if way == "conflict" else "ill"
        lines = self._noted("ill", lambda each: self._wrong(each, way, status, said))
        return [*lines, f'let ways = append(ways, "{kind}")']

    def _noted(self, kind: str, value: Callable[[Property], str]) -> list[str]:
        """What is put down of an item that went well, or ill."""
        lines = []
        shapes = self._shapes(kind)
        if shapes and TOLD in self._lists():
            values = {each.name: value(each) for each in shapes}
            lines.append(f"let {TOLD} = append({TOLD}, {made(values)})")
        for name, part in self._sides().items():
            sides = {"well": ("well",), "ill": ("ill", "again")}[kind]
            if side(part.name) not in sides:
                continue
            item = part.shape.item
            if item is None or not is_record(item):
                key = Property(self._key(), item or Shape(part.shape.type))
                lines.append(f"let {name} = append({name}, {value(key)})")
                continue
            values = {each.name: value(each) for each in item.properties}
            lines.append(f"let {name} = append({name}, {made(values)})")
        return lines

    def _shapes(self, kind: str) -> tuple[Property, ...]:
        """The names of what is told of an item of that kind."""
        samples = self.batch.outcomes
        mine = [each for each in samples if each.properties and _went(each) == kind]
        if mine:
            best = max(mine, key=lambda each: len(each.properties))
            return best.properties
        open_ = [each for each in samples if each.properties and not _went(each)]
        other = WHY if kind == "well" else {"id", "item", "data", "record", "created"}
        return tuple(
            part
            for each in open_[:1]
            for part in each.properties
            if part.shape.type.nullable
            or (
                plain(part.name) not in other
                and (
                    kind == "well"
                    or plain(part.name) in WHERE | WHY | HOW | self._items()
                    or is_truth(part.name)
                )
            )
        )

    def _items(self) -> set[str]:
        return {plain(each) for each in self.batch.item.names} | {self._key()}

    def _key(self) -> str:
        keys = re.findall(r"\{(\w+)\}", self.one.path)
        return keys[-1] if keys else "id"

    def _fine(self, part: Property, status: int, body: e.Expr | None) -> str:
        """A value of what is told of an item that went well."""
        name, shape = plain(part.name), part.shape
        shown = self._shown(body)
        if name in WHERE and name not in shown:
            return self._index(part)
        if shape.type.kind == "boolean" and is_truth(name):
            return "true"
        if name in HOW - {"code"} | ({"code"} & set(shape.type.choices)) and name not in shown:
            return self._state(part, "well", status, "")
        if name in WHY and name not in shown:
            return shape.example if shape.example == "null" else "null"
        if name in shown:
            return f"answered.{shown[name]}"
        if found := self._brought(part):
            return found
        if is_record(shape) or shape.type.kind == "json":
            return "answered"
        raise Unclear(part.name)

    def _wrong(self, part: Property, way: str, status: int, said: str) -> str:
        """A value of what is told of an item that went wrong."""
        name, shape = plain(part.name), part.shape
        if found := self._brought(part):
            return found
        if name in WHERE:
            return self._index(part)
        if shape.type.kind == "boolean" and is_truth(name):
            return "false"
        if name in WHY:
            return self._reason(part, way, status, said)
        if name in HOW:
            return self._state(part, way, status, said)
        if shape.example == "null" or shape.type.nullable or name in {"id", "item", "data"}:
            return "null"
        raise Unclear(part.name)

    def _brought(self, part: Property) -> str:
        item = self.batch.item
        if is_record(item):
            found = next((each for each in item.names if plain(each) == plain(part.name)), "")
            if not found and plain(part.name) in {"input", "item"} and is_record(part.shape):
                return ITEM
            return f"{ITEM}.{found}" if found else ""
        return ITEM if plain(part.name) in {plain(self._key()), "id", "key", "item"} else ""

    def _shown(self, body: e.Expr | None) -> dict[str, str]:
        """The names that the answer for one has, by plain names."""
        match body:
            case e.Make(fields):
                return {plain(name): name for name, _ in fields}
            case e.Call("merge", (left, right)):
                return {**self._shown(left), **self._shown(right)}
            case e.Call("drop", (left, *_)) | e.Call("only", (left, *_)):
                return self._shown(left)
            case e.Var(name):
                row = re.search(
                    rf"(?:Insert\(entity='(\w+)', values=(?:(?!Insert\().)*?, name='{name}'\)"
                    rf"|Patch\(entity='(\w+)', name='{name}')",
                    repr(self.one.effect),
                )
                entity = next((x for x in self.entities if row and x.name in row.groups()), None)
                if entity is None:
                    return {}
                shown = [each.name for each in entity.fields if not each.hidden]
                return {plain(each): each for each in (entity.key.name, *shown)}
        return {}

    def _open(self, body: e.Expr) -> str:
        """A row without what it hides: in a list it is no row any more, and hides nothing."""
        hidden = [
            json.dumps(each.name)
            for entity in self.entities
            if isinstance(body, e.Var) and f"entity='{entity.name}'" in repr(self.one.effect)
            for each in entity.fields
            if each.hidden
        ]
        return f"drop({', '.join([expression(body), *hidden])})" if hidden else expression(body)

    def _index(self, part: Property) -> str:
        firsts = [
            one.shape.example
            for each in self.batch.outcomes[:1]
            for one in each.properties
            if one.name == part.name
        ]
        whole = any(_went(each) == "well" for each in self.batch.outcomes)
        one = (firsts == ["1"] and whole) or (
            plain(part.name) in {"line", "row", "number", "nr"} and firsts != ["0"]
        )
        said = re.search(
            r"(?i)\b(?:starts?|starting|begins?|counts?|counted) (?:at|from|with) (\d)",
            self.batch.route.words,
        )
        first = said[1] if said else "1" if one else "0"
        return "count(ways)" if first == "0" else f"count(ways) + {first}"

    def _invalid(self) -> int:
        return self.table.of("out_of_range", self.one.failures).status

    def _state(self, part: Property, way: str, status: int, said: str) -> str:
        """The state, or the status, of an item."""
        if part.shape.type.kind == "integer":
            return str(status)
        told = self._words(part.name)
        if not told:
            raise Unclear(part.name)
        return json.dumps(self._matching(told, way, said, part.name))

    def _matching(self, told: tuple[str, ...], way: str, said: str, name: str) -> str:
        """The state or code that is told; a word of its own for what nothing shown is about."""
        if way == "invalid" and all(_about(each) in {"well", "absent", "again"} for each in told):
            self.said.append((f"{name} of an item that is not valid", '"invalid"'))
            return "invalid"
        return _matching(told, way, said, name)

    def _reason(self, part: Property, way: str, status: int, said: str) -> str:
        """Why an item went wrong: one of the codes that are told, else a sentence."""
        codes = self._codes(part)
        if codes:
            return json.dumps(self._matching(codes, way, said, part.name))
        if is_list(part.shape):
            return json.dumps([said])
        if is_record(part.shape):
            values = {
                each.name: str(status) if each.shape.type.kind == "integer" else json.dumps(said)
                for each in part.shape.properties
            }
            return made(values)
        return json.dumps(self._spoken(status, said))

    def _spoken(self, status: int, said: str) -> str:
        """The words that are shown for this failure, where they are about the same."""
        for each in self.batch.outcomes:
            parts = {plain(one.name): one.shape.example for one in each.properties}
            shown = next((parts[name] for name in WHY if parts.get(name)), "")
            if not shown or not shown.startswith('"'):
                continue
            words = str(json.loads(shown))
            if parts.get("status") == str(status) or len(stems(words) & stems(said)) > 1:
                return words
        return said

    def _codes(self, part: Property) -> tuple[str, ...]:
        if part.shape.type.choices:
            return part.shape.type.choices
        name = rf"(?i)\b(?:{re.escape(part.name)}|code)s?`?\"? "
        verb = r"(?:(?:is|are|being|can be|may be|one of|either|:|=) ?)+"
        text = self.batch.route.words
        said = re.search(rf"{name}{verb}(?P<codes>{_QUOTED})", text)
        said = said or re.search(rf"{name}{verb}(?P<codes>{_CODED})", text)
        if said:
            return tuple(re.findall(r"[\w-]{3,}", said["codes"]))
        shown = self._words(part.name)
        coded = [each for each in shown if re.fullmatch(r"[a-z]+(?:[_-][a-z]+)+|[A-Z_]+", each)]
        return tuple(shown) if shown and len(coded) == len(shown) else ()

    def _words(self, name: str) -> tuple[str, ...]:
        """The texts that samples and choices show under a name."""
        found: dict[str, None] = {}
        for each in self.batch.outcomes:
            part = each.part(name)
            if part is None:
                continue
            for choice in part.shape.type.choices:
                found[choice] = None
            if part.shape.example.startswith('"'):
                found[str(json.loads(part.shape.example))] = None
        return tuple(found)

    # The answer.
    def _sides(self) -> dict[str, Property]:
        """Lists of an answer that only have what went well, or what went wrong."""
        outer = self.batch.outer
        return {
            f"{snaked(each.name)}_told": each
            for each in (outer.properties if outer is not None else ())
            if is_list(each.shape) and side(each.name) in {"well", "ill", "again"}
        }

    def _lists(self) -> list[str]:
        """The lists that are put together item by item."""
        outer = self.batch.outer
        told = outer is None or any(
            (is_list(each.shape) or each.shape.type.kind == "json")
            and each.name not in {one.name for one in self._sides().values()}
            for each in outer.properties
        )
        return [*([TOLD] if told else []), *self._sides(), "ways"]

    def _status(self) -> int:
        said = re.search(r"\b207\b", self.batch.route.words)
        good = self.batch.route.good
        return 207 if said else good.status if good is not None else 200

    def _answer(self) -> str:
        outer = self.batch.outer
        if outer is None:
            return TOLD
        sides = {each.name: name for name, each in self._sides().items()}
        again = any(side(each) == "again" for each in outer.names)
        values: dict[str, str] = {}
        for part in outer.properties:
            which = side(part.name)
            if part.name in sides:
                values[part.name] = sides[part.name]
            elif is_list(part.shape) or part.shape.type.kind == "json":
                values[part.name] = TOLD
            elif which == "all":
                values[part.name] = "count(ways)"
            elif which == "ill":
                test = 'row = "ill"' if again else 'row != "well"'
                values[part.name] = f"count(ways[where {test}])"
            elif which == "again" and self._skips_all():
                values[part.name] = 'count(ways[where row != "well"])'
            elif which and part.shape.type.kind in {"integer", "number"}:
                values[part.name] = f'count(ways[where row = "{which}"])'
            else:
                raise Unclear(part.name)
        return made(values)

    def _skips_all(self) -> bool:
        """Whether all that is not kept counts as left out: the answer has nothing else for it."""
        outer = self.batch.outer
        others = [
            each
            for each in (outer.properties if outer is not None else ())
            if side(each.name) == "ill" and not is_list(each.shape)
        ]
        listed = any(is_list(each.shape) for each in (outer.properties if outer else ()))
        return not others and (not listed or skips_unfit(self.batch.route))


_BAD = {"invalid", "bad", "malformed", "validation", "wrong", "rejected", "error", "failed"}
_BAD |= {"failure", "refused", "unprocessable"}
_ABSENT = {"notfound", "unknown", "missing", "absent", "nosuch", "gone"}
_THERE = {"duplicate", "exists", "taken", "conflict", "existing", "skipped", "already"}
_FINE = {"ok", "created", "booked", "success", "succeeded", "added", "deleted", "updated", "done"}
_FINE |= {"imported", "accepted", "removed", "stored", "saved", "cancelled", "moved", "completed"}


def _about(word: str) -> str:
    """What a state or a code says that became of an item."""
    bare = plain(word)
    for way, known in (("absent", _ABSENT), ("again", _THERE), ("ill", _BAD)):
        if any(each in bare for each in known):
            return way
    return "well" if bare in _FINE or bare.endswith("ed") else ""


def _matching(told: tuple[str, ...], way: str, said: str, name: str) -> str:
    """The one of several states or codes that says how an item came off."""
    if way == "well":
        found = [each for each in told if _about(each) == "well"]
        if len(found) == 1:
            return found[0]
        raise Unclear(name)
    bad = [each for each in told if _about(each) != "well"]
    kinds = {"invalid": "ill", "absent": "absent", "conflict": "again"}
    wanted = kinds.get(way, "")
    near = [each for each in bad if len(stems(each) & stems(said)) > 0]
    near = near if way not in {"invalid", "absent"} else []
    exact = [each for each in bad if wanted and _about(each) == wanted]
    free = [each for each in bad if not _about(each)]
    usual = [each for each in bad if _about(each) == "ill"] if way != "absent" or not exact else []
    if way == "conflict" and not near and len(exact) == 0:
        exact = free
    for found in (near, exact, usual, bad):
        if len(found) == 1:
            return found[0]
    raise Unclear(name)


def _went(sample: Shape) -> str:
    """Whether a sample is of an item that went well, or ill; empty where it does not say."""
    for part in sample.properties:
        name, shown = plain(part.name), part.shape.example
        if is_truth(name) and shown in {"true", "false"}:
            return "well" if shown == "true" else "ill"
        if name in HOW and re.fullmatch(r"\d{3}", shown):
            return "well" if int(shown) < 400 else "ill"
    if any(
        plain(each.name) in WHY and each.shape.example not in {"", "null"}
        for each in sample.properties
    ):
        return "ill"
    for part in sample.properties:
        if plain(part.name) in HOW and part.shape.example.startswith('"'):
            about = _about(str(json.loads(part.shape.example)))
            return "well" if about == "well" else "ill" if about else ""
    named = {plain(each) for each in sample.names}
    if named & WHY and all(not each.shape.example for each in sample.properties):
        return ""
    return ""


def _of_all(effect: e.Effect) -> tuple[e.Effect, e.Effect]:
    """The first statements that are about whoever asks, and the others."""
    at = 0
    while at < len(effect) and "name='input'" not in repr(effect[at]):
        if not isinstance(effect[at], e.Guard | e.Let):
            break
        at += 1
    return effect[:at], effect[at:]


def _branches(statement: e.Stmt) -> bool:
    return "Guard(" in repr(statement) or "Answer(" in repr(statement)


def _lined(effect: e.Effect) -> list[str]:
    return [line for each in effect for line in write((each,)).split("\n")]


def _in(lines: list[str]) -> list[str]:
    return [f"    {each}" for each in lines]
