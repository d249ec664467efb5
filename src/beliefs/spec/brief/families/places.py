"""Stock in several places: what comes in, goes out and moves from one to another."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.rules import STATUS_WAYS
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.types import Type

_PLACE = re.compile(
    r"(?i)^(?:location|warehouse|place|shelf|site|store|depot|branch|shop|room)s?(?:_name)?$"
)
_FROM = re.compile(r"(?i)^(?:from|source|origin|from_\w+|source_\w+)$")
_TO = re.compile(r"(?i)^(?:to|target|destination|to_\w+|dest\w*)$")
_MANY = re.compile(r"(?i)^(?:quantity|amount|qty|count|units|number|pieces)$")
_IN = re.compile(r"(?i)^(?:in|add|receive|restock|stock-?in|inbound|deposit|receipts?|incoming)$")
_OUT = re.compile(
    r"(?i)^(?:out|remove|take|ship|stock-?out|outbound|withdraw|issue|consume|outgoing)$"
)
_SHORT = (
    r"(?:(?:if |when )?(?:there (?:is|are)|it has|the \w+ has) )?(?:not enough|too little|"
    r"insufficient|not that much|less than that)(?: there| stock| of it| left)?|(?:taking|"
    r"moving|removing|transferring)(?: or (?:taking|moving|removing|transferring))* more "
    r"than (?:there is|a \w+ (?:has|holds)|is there|the \w+ (?:has|holds)|it has)|more than "
    r"(?:there is|is there|a \w+ has)"
)
_WORDS = (
    r"(?:the )?stock (?:comes|goes|moves)?(?: in| out)?(?: with| by)?",
    r"(?:and )?(?:goes|comes) (?:out|in)(?: with| by)?",
    (
        r"(?:adds?|puts?|brings?) (?:some )?(?:stock|it|units)?(?: to|"
        r" at| in| into)?(?: an?| the| that)? ?(?:location|warehouse|"
        r"place)?"
    ),
    (
        r"(?:takes?|removes?) (?:some|it|units|stock)?(?: away)?(?: from)?(?: an?| the| that)? ?(?"
        r":location|warehouse|place)?"
    ),
    (
        r"(?:moves?|transfers?) (?:it|some|stock|units)?(?: from (?"
        r":one|an?) \w+ to (?:another|the other|one)| between (?:two )"
        r"?\w+)?"
    ),
    r"(?:both )?with an? \w+ and an? \w+",
    r"\b(?:in|kept in|stock in) (?:several|many|different|multiple) \w+\b",
    (
        r"(?:the )?(?:stock )?per (?:location|warehouse|place)|(?:the "
        r")?total\b"
    ),
    r"\bmoves\b|\bgoes\b|\btwo\b|\bbetween\b|\bstock\b",
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Keep how much of a row is where, if requests bring a place and a quantity."""
    for kind in list(service.kinds):
        mine = [
            x
            for x in scenes
            if x.row is kind and x.kind is None and x.request.method in {"POST", "PUT", "PATCH"}
        ]
        ins = [x for x in mine if _IN.match(x.request.tail)]
        outs = [x for x in mine if _OUT.match(x.request.tail)]
        moves = [x for x in mine if x not in ins and x not in outs]
        whole = heard.words(service, scenes)
        place = next((n for x in (*ins, *outs) for n in x.given if _PLACE.match(n)), "")
        if (
            not place
            and (ins or outs)
            and re.search(r"(?i)\b(?:location|warehouse|place)s?\b", whole)
            and re.search(r"(?i)both with", whole)
        ):
            place = next(
                m[0] for m in [re.search(r"(?i)\b(?:location|warehouse|place)\b", whole)] if m
            ).lower()
        if place and ins and outs:
            _Places(service, scenes, kind, place).read(ins, outs, moves)


class _Places:
    """The stock of one kind of row, by place."""

    def __init__(self, service: Service, scenes: list[Scene], of: Kind, place: str) -> None:
        self.service, self.scenes, self.of, self.place = service, scenes, of, place
        self.kind = Kind(f"{of.name}Stock", f"{of.path}/stock", parent=of, makes=True)
        key = Type("integer") if of.key.style == "integer" else STRING
        self.kind.fields = {
            self.kind.within: Held(self.kind.within, key, server=True, of=of.name),
            place: Held(place, STRING),
            "quantity": Held("quantity", Type("integer")),
        }
        service.kinds.append(self.kind)

    @property
    def mine(self) -> str:
        """The stock of the row that the path names."""
        return f".{self.kind.within} = {self.of.one}.{self.of.key.name}"

    def read(self, ins: list[Scene], outs: list[Scene], moves: list[Scene]) -> None:
        """Write what comes in, goes out and moves, and what is shown of it."""
        way = self._short()
        for scene in [*ins, *outs, *moves]:
            many = self._many(scene)
            if scene in moves:
                source = next((n for n in scene.given if _FROM.match(n)), "")
                target = next((n for n in scene.given if _TO.match(n)), "")
                if not source or not target:
                    continue
                scene.deed = lambda one, guards, a=source, b=target, m=many: self._does(
                    one, guards, m, way, a, b
                )
            else:
                if self.place not in scene.given:
                    scene.bring(
                        self.place,
                        "json",
                        Held(self.place, Type("string", min_length=1), required=True),
                    )
                a, b = ("", self.place) if scene in ins else (self.place, "")
                scene.deed = lambda one, guards, a=a, b=b, m=many: self._does(
                    one, guards, m, way, a, b
                )
        self._shown()
        for pattern in _WORDS:
            heard.take(self.service, [x for x in self.scenes if heard.about(x, self.of)], pattern)

    def _many(self, scene: Scene) -> str:
        name = next((n for n in scene.given if _MANY.match(n)), "quantity")
        held = scene.given[name].held if name in scene.given else Held(name, required=True)
        if held.type is None or (held.type.minimum is None and held.type.above is None):
            held.type = Type("integer", minimum=1)
        scene.bring(name, "json", held)
        return name

    def _short(self) -> str:
        """How more than there is is answered."""
        way = "conflict"
        for each in heard.faults(self.service, self.scenes, _SHORT):
            if heard.rest(
                each.fault.cause.text,
                _SHORT,
                *_WORDS,
                r"\b(?:away|some|it|there|is|are|from|one|location|another|to|has|a)\b",
            ):
                heard.put_back(self.service, each)
                continue
            way = STATUS_WAYS.get(each.fault.status, "refused")
            for scene in each.scenes if way == "refused" else ():
                scene.fails("refused", each.fault.status)
        return way

    def _does(
        self, scene: Scene, guards: list[str], many: str, way: str, source: str, target: str
    ) -> None:
        from beliefs.spec.brief import deeds

        deeds.read_rows(scene)
        scene.lines += guards
        if source:
            scene.lines.append(
                f"let held = first({self.kind.name}[where {self.mine} and .{self.place} = "
                f"input.{source}])"
            )
            scene.lines.append(
                f'guard held != null and held.quantity >= input.{many} else {way} "There is not '
                'enough"'
            )
            scene.lines.append(
                f"patch {self.kind.name} held {{quantity: held.quantity - input.{many}}}"
            )
            scene.lines.append(f"delete {self.kind.name} where {self.mine} and .quantity = 0")
        if target:
            scene.lines.append(
                f"let there = first({self.kind.name}[where {self.mine} and .{self.place} = "
                f"input.{target}])"
            )
            scene.lines.append("if there = null:")
            scene.lines.append(
                f"    insert {self.kind.name} {{{self.kind.within}: "
                f"{self.of.one}.{self.of.key.name}, {self.place}: input.{target}, quantity: "
                f"input.{many}}} as there"
            )
            scene.lines.append("else:")
            scene.lines.append(
                f"    patch {self.kind.name} there {{quantity: there.quantity + input.{many}}}"
            )
        deeds.done(scene, self._answer(), 200)

    def _answer(self) -> str:
        total, by = self._figures(self.of.one)
        stored = [
            self.of.key.name,
            *(n for n, h in self.of.fields.items() if not h.hidden and n != self.of.key.name),
        ]
        return (
            "{"
            + ", ".join(
                [
                    *(f"{n}: {self.of.one}.{n}" for n in stored),
                    f"total: {total}",
                    f"{self.place}s: {by}",
                ]
            )
            + "}"
        )

    def _figures(self, row: str) -> tuple[str, str]:
        held = f"{self.kind.name}[where .{self.kind.within} = {row}.{self.of.key.name}]"
        return (
            f"sum(each(one in {held}: one.quantity))",
            f"keyed(each(one in {held}: {{key: one.{self.place}, value: one.quantity}}))",
        )

    def _shown(self) -> None:
        """What answers show of it: the total, and a figure for each place."""
        total, by = self._figures("$")
        for scene in self.scenes:
            sketch = scene.told.answer
            if scene.row is not self.of or scene.request.method != "GET":
                continue
            if scene.request.tail and scene.request.tail in {"stock", "inventory", "levels"}:
                scene.deed = lambda one, guards: self._level(one, guards)  # noqa: PLW0108 - bound late
            for part in sketch.parts if sketch is not None else ():
                if (
                    part.name in {"total", "quantity", "stock", "total_quantity"}
                    and part.value.form == "value"
                ):
                    self.service.derived[self.of.name, part.name] = total
                    self.of.fields.pop(part.name, None)
                elif part.value.form == "record" or part.name in {
                    f"{self.place}s",
                    "stock",
                    "by_location",
                }:
                    self.service.derived[self.of.name, part.name] = by
                    self.of.fields.pop(part.name, None)

    def _level(self, scene: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        deeds.read_rows(scene)
        scene.lines += guards
        deeds.done(scene, self._answer(), 200)
