"""Rows that answer rows of their kind: comments with replies, as deep as may be, as a tree."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Fault
from beliefs.spec.brief.families import covering, heard
from beliefs.spec.brief.families import threads_said as speech
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.rules import guard
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type


class _Said(NamedTuple):
    """What was said of a thread besides that there is one."""

    foreign: list[Fault]
    deep: list[Fault]
    most: int
    first: int


def read(service: Service, scenes: list[Scene]) -> None:
    """Let rows answer each other where requests bring what one answers."""
    for kind in list(service.kinds):
        making = next((x for x in scenes if x.kind is kind and x.request.method == "POST"), None)
        if making is None or making.deed is not None:
            continue
        name = _reference(kind, making)
        whole = heard.words(service, scenes)
        if name and (
            re.search(f"(?i){speech.TREE}", whole) or re.search(f"(?i){speech.DEEP}", whole)
        ):
            _Thread(service, scenes, kind, making, name).read()


def _reference(kind: Kind, making: Scene) -> str:
    """The name under which a new row brings the key of the one that it answers."""
    for name, given in making.given.items():
        if given.place == "json" and speech.SELF.match(name) and given.held.of in {"", kind.name}:
            return name
    for one in [*making.told.said, *(x.cause for x in making.told.faults)]:
        if (found := speech.NAMED.search(one.whole)) is not None:
            return str(found[0])
    return next((n for n in kind.fields if speech.NAMED.fullmatch(n)), "")


class _Thread:
    """The rows of one kind that answer each other."""

    def __init__(
        self, service: Service, scenes: list[Scene], kind: Kind, making: Scene, name: str
    ) -> None:
        self.service, self.scenes, self.kind = service, scenes, kind
        self.making, self.name = making, name
        self.about = [
            x
            for x in scenes
            if heard.about(x, kind) or (kind.parent is not None and heard.about(x, kind.parent))
        ]
        self.base = "integer" if kind.key.style == "integer" else "string"
        self.hidden = ""  # the field that says that a row is only a placeholder
        self.children = self._children()

    @property
    def alike(self) -> str:
        """The condition that rows are below the same row as the one that is made."""
        above = self.kind.parent
        if above is None or above not in self.making.rows:
            return ""
        return f" and .{self.kind.within} = {above.one}.{above.key.name}"

    def read(self) -> None:
        """Take what is said, and write what requests do."""
        kind = self.kind
        held = kind.held(self.name)
        held.type = Type(self.base, nullable=True)  # type: ignore[arg-type]
        held.required, held.of, held.server, held.start = False, "", False, ""
        self.making.bring(self.name, "json", held)
        self.making.given[self.name].held = held
        if self.name not in kind.brought:
            kind.brought.append(self.name)
        if kind.spoken in self.making.given and not self._sketched(kind.spoken):
            self.making.given.pop(kind.spoken)  # "parent_id, the comment it replies to"
            kind.fields.pop(kind.spoken, None)
            kind.brought = [x for x in kind.brought if x != kind.spoken]
        self._below()
        self._placeholders()
        told = self._told()
        self._made(told)
        for scene in self.scenes:
            if scene.kind is kind and scene.request.method == "GET":
                scene.after.append(self._tree) if self._is_tree(scene) else None
        self._words()
        self._counts()

    def _children(self) -> str:
        """The name of the list of what is below a row."""
        for scene in self.about:
            sketch = scene.told.answer
            record = (sketch.rows or sketch) if sketch is not None else None
            for name in record.names if record is not None else ():
                if speech.CHILDREN.match(name) and name not in self.making.given:
                    return str(name)
        for name in self.kind.fields:
            if speech.CHILDREN.match(name) and name not in self.making.given:
                return name
        for one in heard.sentences(self.service, self.about):
            found = re.search(
                r"(?i)(?:\bhas|\bhave|\bwith|\bin|\bunder|\bcalled|\bas) (?:an? |its |their |"
                r"the )*"
                r"(?:list |array )?(?:called |of |in )?[\"`⟪]?(replies|children|answers)\b",
                one.whole,
            )
            if found is not None:
                return str(found[1]).lower()
        whole = heard.words(self.service, self.about)
        return "children" if re.search(r"(?i)\bchildren\b", whole) else "replies"

    def _sketched(self, name: str) -> bool:
        """Whether a record shows a value of that name."""
        told = (self.making.told.body, self.making.told.answer)
        return any(x is not None and name in x.names for x in told)

    def _below(self) -> None:
        """What one row shows of those below it: nothing when it is new."""
        kind, name = self.kind, self.children
        kind.fields.pop(name, None)
        for scene in self.about:
            sketch = scene.told.answer
            record = (sketch.rows or sketch) if sketch is not None else None
            shown = record is not None and name in record.names
            one = scene.request.method == "GET" and scene.row is kind and not scene.request.tail
            if shown:
                self.service.derived[kind.name, name] = "[]"
            if one and (shown or any(x.has(speech.TREE) for x in scene.told.said)):
                scene.after.append(self._subtree)

    def _subtree(self, scene: Scene) -> None:
        """Show one row with all that is below it."""
        kind, last = self.kind, scene.lines.pop()
        key, order = f"{kind.one}.{kind.key.name}", f"by .{kind.key.name}"
        below = (
            f"{kind.name}[where .{kind.key.name} in below and .{kind.key.name} != {key}, {order}]"
        )
        tree = f'tree({below}, "{kind.key.name}", "{self.name}", "{self.children}")'
        scene.lines += [
            f"let below = [{key}]",
            f"for other in {kind.name}[{order}]:",
            f"    if other.{self.name} in below:",
            f"        let below = append(below, other.{kind.key.name})",
            last.replace(f"{self.children}: []", f"{self.children}: {tree}")
            if f"{self.children}: []" in last
            else re.sub(
                r"^(answer \d+) (.*)$", rf"\1 merge(\2, {{{self.children}: {tree}}})", last
            ),
        ]

    def _is_tree(self, scene: Scene) -> bool:
        whole = " ".join(one.whole for one in scene.told.said)
        sketch = scene.told.answer
        record = (sketch.rows or sketch) if sketch is not None else None
        shown = record is not None and self.children in record.names
        named = bool(re.search(f"(?i){speech.TREE}", whole))
        lists = [x for x in self.scenes if x.kind is self.kind and x.request.method == "GET"]
        general = " ".join(one.whole for one in self.service.brief.said)
        alone = lists == [scene] and bool(re.search(f"(?i){speech.TREE}", general))
        return shown or named or alone

    def _told(self) -> _Said:
        """How what cannot be answered is refused, and how deep replies go."""
        service, about = self.service, self.about
        unknown = rf"{speech.PARENT}|\bunknown (?:one|id|{re.escape(self.name)})\b"
        foreign = covering.fails(
            service, [self.making], unknown, speech.PARENT_WORDS, self.name, "id"
        )
        deep = covering.fails(service, about, speech.DEEP, speech.DEEP_WORDS)
        most, first = 0, 1
        texts = [x.fault.cause.whole for x in (*deep, *foreign)]
        before = [one.text for one in heard.sentences(service, about)]
        words = f"{speech.DEEP_WORDS} {speech.TREE_WORDS}"
        texts += [text for _, text in covering.take(service, about, speech.DEEP, words)]
        for text in [*texts, *before] if deep else texts:
            most = most or speech.levels(text, self.kind)
        if any(re.search(r"(?i)\bdepth (?:of )?0\b", x) for x in (*texts, *before)):
            first = 0
        return _Said([x.fault for x in foreign], [x.fault for x in deep], most, first)

    def _made(self, told: _Said) -> None:
        """What a new row has to answer, and how deep it then is."""
        kind, making, name = self.kind, self.making, self.name
        depth = next((n for n in kind.fields if n in {"depth", "level"}), "")
        if told.deep and not told.most:
            making.open.append("how deep replies go")
        gone = f" and .{self.hidden} = false" if self.hidden else ""
        held = f".{kind.key.name} = input.{name}{self.alike}{gone}"
        lines = [f"let parent = first({kind.name}[where {held}])"]
        fault = next(iter(told.foreign), Fault(400, Said("There is nothing there to answer", "")))
        lines += _guard(making, f"input.{name} != null and parent = null", fault)
        if told.most or depth:
            depth = depth or "depth"
            shown = depth in kind.fields
            kind.fields[depth] = Held(
                depth,
                Type("integer"),
                server=True,
                start=f"if(parent = null, {told.first}, parent.{depth} + 1)",
                hidden=not shown,
            )
            kind.brought = [x for x in kind.brought if x != depth]
            making.given.pop(depth, None)
        if told.most:
            last = told.most + told.first - 1
            fault = next(iter(told.deep), Fault(400, Said("It would be too deep", "")))
            lines += _guard(making, f"parent != null and parent.{depth} >= {last}", fault)
        making.checks += lines

    def _tree(self, scene: Scene) -> None:
        """Show what is listed with what is below each."""
        last = scene.lines.pop()
        found = re.fullmatch(r"answer (\d+) (?P<rows>.*)", last)
        if found is None:
            scene.lines.append(last)
            return
        kind = self.kind
        rows = found["rows"]
        if rows.startswith("each(one in "):  # shown without what a tree is made of
            names = {kind.key.name, self.name}
            source = rows[len("each(one in ") :].partition("]: ")
            record = source[2].removesuffix(")")
            told = re.sub(rf"\b{re.escape(self.children)}: [^,}}]*(?:, )?", "", record)
            more = [f"{n}: one.{n}" for n in sorted(names) if not re.search(rf"[{{ ]{n}: ", told)]
            told = f"{told.rstrip('}').rstrip(', ')}{', ' if more else ''}{', '.join(more)}}}"
            rows = f"each(one in {source[0]}]: {told})"
        scene.lines.append(
            f'answer {found[1]} tree({rows}, "{kind.key.name}", "{self.name}", "{self.children}")'
        )

    def _placeholders(self) -> None:
        """What stays of a deleted row that was answered."""
        removing = next(
            (
                x
                for x in self.scenes
                if x.row is self.kind and x.request.method == "DELETE" and not x.request.tail
            ),
            None,
        )
        if removing is None:
            return
        said = [*removing.told.said, *self.service.brief.said]
        names = covering.names_of(self.service, self.scenes)
        values: dict[str, str] = {}
        for one in said:
            values |= self._blanks(one)
        if not values:
            self._dropped(removing)
            return
        leaf = covering.clauses(said, speech.LEAF, speech.LEAF_WORDS, names)
        covering.clauses(said, speech.STAYS, f"{speech.STAYS_WORDS} {speech.LEAF_WORDS}", names)
        kind = self.kind
        self.hidden = "removed" if "removed" not in kind.fields else "gone"
        kind.fields[self.hidden] = Held(
            self.hidden, Type("boolean"), start="false", server=True, hidden=True
        )
        for name in values:
            held = kind.fields[name]
            held.type = replace(held.type or Type("string"), nullable=True)
        answered = f"{kind.name}[where .{self.name} = {kind.one}.{kind.key.name}]"
        removing.checks.append(
            f"guard not({kind.one}.{self.hidden}) else absent "
            f"{removing.says(404, f'{kind.spoken.capitalize()} not found')}"
        )
        blank = ", ".join([*(f"{n}: {v}" for n, v in values.items()), f"{self.hidden}: true"])
        for given in self.making.given.values():  # what is brought is still no null
            if given.held.name in values:
                given.held = replace(
                    given.held, type=replace(given.held.type or Type("string"), nullable=False)
                )

        def deed(scene: Scene, guards: list[str]) -> None:
            from beliefs.spec.brief import deeds

            deeds.read_rows(scene)
            scene.lines += guards
            patch = f"patch {kind.name} {kind.one} {{{blank}}}"
            if leaf:
                scene.lines += [
                    f"if count({answered}) = 0:",
                    f"    delete {kind.name} where .{kind.key.name} = {kind.one}.{kind.key.name}",
                    "else:",
                    f"    {patch}",
                ]
            else:
                scene.lines.append(patch)
            deeds.done(scene, kind.one if scene.told.status == 200 else None, 204)

        removing.deed = deed

    def _blanks(self, one: Said) -> dict[str, str]:
        """What a placeholder has in place of what was said."""
        if not re.search(r"(?i)\b(?:delet|remov|stay|placeholder|replies|answer)", one.whole):
            return {}
        found: dict[str, str] = {}
        for name, held in self.kind.fields.items():
            if name in {self.name, self.kind.within} or held.server:
                continue
            label = next((f"⟪{i}⟫" for i, q in enumerate(one.quotes) if q == name), "")
            spoken = (
                rf"(?:\b{re.escape(name)}\b|{re.escape(label)})"
                if label
                else rf"\b{re.escape(name)}\b"
            )
            match = re.search(
                rf"(?i){spoken}(?: and (?:the |its )?\w+)?(?::| is| are| becomes?| set| "
                rf"replaced| "
                r"reads?| to| by| with| says?| shows?| as| then| both)* *(?P<v>null|⟪\d+⟫|empty)",
                one.text,
            )
            if match is not None:
                value = match["v"]
                found[name] = (
                    "null"
                    if value.lower() == "null"
                    else '""'
                    if value.lower() == "empty"
                    else json.dumps(one.quote(value), ensure_ascii=False)
                )
                if label:
                    one.text = one.text.replace(label, name)
        return found

    def _dropped(self, removing: Scene) -> None:
        """What is below a deleted row goes with it, or hangs in the air no longer."""
        kind = self.kind
        said = covering.clauses(
            [*removing.told.said, *self.service.brief.said],
            r"\b(?:replies|children|answers|everything|all)\b",
            "delete deletes deleted deleting removes removed remove go goes gone with together "
            "along replies reply children below under underneath answers everything takes it",
            covering.names_of(self.service, self.scenes),
        )
        if not said:
            self.service.assumptions.append(_dropping(kind, removing))

        def then(scene: Scene) -> None:
            at = next(
                (i for i, x in enumerate(scene.lines) if x.startswith(f"delete {kind.name} where")),
                None,
            )
            if at is None:
                return
            scene.lines[at:at] = [
                f"let doomed = [{kind.one}.{kind.key.name}]",
                f"for other in {kind.name}[by .{kind.key.name}]:",
                f"    if other.{self.name} in doomed:",
                f"        let doomed = append(doomed, other.{kind.key.name})",
                f"delete {kind.name} where .{kind.key.name} in doomed",
            ]

        removing.after.append(then)

    def _counts(self) -> None:
        """How many there are; those that are only placeholders do not count, where that is said."""
        above = self.kind.parent
        spoken = self.kind.spoken.replace(" ", "_")
        names = [
            f"{spoken}_count",
            f"{spoken}Count",
            f"{self.kind.plural}_count",
            f"{spoken}s_count",
        ]
        known = covering.names_of(self.service, self.scenes) | {x.lower() for x in names}
        said = []
        for sort in (speech.COUNTED, r"\b(?:placeholders?|removed|deleted)\b", r"\bcases\b"):
            told = heard.sentences(self.service, self.about)
            said += covering.clauses(told, sort, speech.COUNTED_WORDS, known)
        less = any(
            re.search(r"(?i)\bnot?\b|\bn't\b|\bwithout\b|\bleav|\bexclud", x)
            and re.search(r"(?i)\b(?:placeholder|remov|delet)", x)
            for _, x in said
        )
        if above is None:
            return
        held = f" and .{self.hidden} = false" if self.hidden and less else ""
        source = f"{self.kind.name}[where .{self.kind.within} = $.{above.key.name}{held}]"
        whole = heard.words(self.service, self.scenes)
        shown = {n for s in self.scenes if s.told.answer for n in s.told.answer.names}
        for name in [*names, self.kind.plural]:
            named = name in shown or name in above.fields
            if named or (name in names and re.search(rf"\b{name}\b", whole)):
                self.service.derived[above.name, name] = f"count({source})"
                above.fields.pop(name, None)

    def _words(self) -> None:
        """Take what only says that there is a tree."""
        service, about = self.service, self.about
        names = covering.names_of(service, self.scenes) | {self.children, self.name.lower()}
        mine = [x for x in about if x.kind is self.kind and x.request.method == "GET"]
        for _, text in covering.clauses(
            heard.sentences(service, mine),
            speech.FIRST,
            f"{speech.FIRST_WORDS} {speech.TREE_WORDS}",
            names,
        ):
            if re.search(r"(?i)\b(?:newest|latest)\b", text):
                self.service.order[self.kind.name] = f"by .{self.kind.key.name} down"
        covering.clauses(heard.sentences(service, about), speech.TREE, speech.TREE_WORDS, names)
        spoken = rf"\b{re.escape(self.name)}\b|\banswers? another\b|\bis a reply\b|\brepl"
        covering.clauses(
            [*heard.sentences(service, about), *(x.said for s in about for x in s.request.lines)],
            spoken,
            f"{speech.TREE_WORDS} answers answer another leave left out null itself comment "
            f"top-level if "
            "replies leaves absent omitted optional without refers same reply-to or comments",
            names | {"leave"},
        )
        covering.clauses(
            (x.said for s in about for x in s.request.lines),
            r"\bleave|\bnull\b|\babsent\b|\bomit",
            f"{speech.TREE_WORDS} leave left out null itself top absent omit omitted if",
            names,
        )


def _dropping(kind: Kind, removing: Scene) -> Assumption:
    return Assumption(
        f"deleting one {kind.spoken}", "drops what is below it, too", removing.request.source
    )


def _guard(scene: Scene, fails_if: str, fault: Fault) -> list[str]:
    """The lines with which a request fails under a condition."""
    before = len(scene.lines)
    guard(scene, fails_if, fault)
    lines = scene.lines[before:]
    del scene.lines[before:]
    return lines
