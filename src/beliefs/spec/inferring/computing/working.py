"""Answers that are worked out of what a route is brought, each value by its name or by words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from beliefs.errors import InvalidInput
from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_record
from beliefs.spec.documents.words import plain, words
from beliefs.spec.inferring.computing.arguments import Given, as_wanted, brought, taken
from beliefs.spec.inferring.computing.catalogue import Function, Kind, functions
from beliefs.spec.inferring.computing.converting import Line, between, converted, pair_of
from beliefs.spec.inferring.computing.filling import (
    alike,
    digits_told,
    filled_in,
    is_said,
    loaded,
    named_so,
    sample_of,
    tally_of,
    texts_of,
)
from beliefs.spec.inferring.computing.pieces import swapped
from beliefs.spec.inferring.computing.wording import (
    cut,
    in_words,
    is_length,
    may_be_nothing,
    most,
)
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.parsing import read_expression
from beliefs.spec.pure.evaluating import Untold, evaluated
from beliefs.spec.types import NUMBERS, Type

_GENERIC = {"result", "value", "output", "answer", "response", "results", "data", "outcome"} | {
    *("text", "converted", "message", "string", "number", "valid", "is valid", "ok", "isvalid"),
}
_SWAPPED = re.compile(
    r"(?:mask|hidden|redact|clean|censor|strip|saniti[sz]|replac|remov|anonymi[sz]|obscur)\w*"
    r"(?: (?:text|count|characters|digits|string|value|words))?|replacements|count|output|result"
)
_KINDS: dict[str, set[Kind]] = {
    "integer": {"number"},
    "number": {"number"},
    "string": {"text"},
    "date": {"text"},
    "datetime": {"text"},
    "uuid": {"text"},
    "email": {"text"},
    "url": {"text"},
    "boolean": {"truth"},
    "list": {"list", "tally"},
    "record": {"record"},
    "json": {"number", "text", "truth", "list", "record"},
}


@dataclass(slots=True)
class Worked:
    """What a route answers, in the notation, and what it takes inputs for."""

    value: str = ""
    lines: list[Line] = field(default_factory=list)
    types: dict[str, Type] = field(default_factory=dict)  # of inputs, by their wire names
    used: set[str] = field(default_factory=set)
    media: str = ""
    values: dict[str, str] = field(default_factory=dict)  # of the record that it answers
    units: set[str] = field(default_factory=set)  # that it converts between


class Working:
    """Works out the answer of one route."""

    def __init__(self, route: Route, said: str) -> None:
        self.route = route
        self.given = brought(route)
        about = route.good.words if route.good else ""
        self.prose = f"{route.summary} {route.words} {about}"
        faults = " ".join(each.words for each in route.faults)
        shape = route.good.shape if route.good else None
        parts = " ".join(each.words for each in shape.properties) if shape else ""
        self.said = f"{self.prose} {route.path} {said}. {faults} {parts}"
        self.digits = digits_told(self.said)
        self.worked = Worked()
        self.functions: list[str] = []
        self.swap = swapped(f"{route.summary}. {route.words}. {about}", self.given)
        segments = [each for each in route.path.split("/") if each and "{" not in each]
        self.path = [" ".join(words(each)).lower() for each in segments]

    def answer(self) -> Worked | None:
        """The whole answer; None where some of it is not explained."""
        reply = self.route.good
        shape = reply.shape if reply is not None else None
        example = loaded(reply.example) if reply is not None and reply.example else None
        if reply is not None and reply.media and "json" not in reply.media:
            self.worked.media = reply.media
            shape = shape or Shape(Type("string"))
        if shape is None:
            return None
        if is_record(shape):
            if not shape.properties:
                return None
            value = self._record(shape, example if isinstance(example, dict) else {})
        else:
            part = Property("result", shape)
            value = self._swapped(part, (part,)) or self._computed(part, example)
        if value is None or not self.functions:
            return None
        self.worked.value = value
        return self.worked

    def _record(self, shape: Shape, example: dict[str, Any]) -> str | None:
        values: dict[str, str] = {}
        late: list[Property] = []
        for part in shape.properties:
            shown = example.get(part.name, sample_of(part))
            value = self._swapped(part, shape.properties) or self._value(part, shown)
            if value is None:
                late.append(part)
            else:
                values[part.name] = value
        for part in late:
            value = self._computed(part, example.get(part.name, sample_of(part)), generic=True)
            if value is None or len(late) > 1:
                return None
            values[part.name] = value
        self._changed(shape, values)
        values = {each.name: values[each.name] for each in shape.properties}
        self.worked.values = values
        return made(values)

    def _changed(self, shape: Shape, values: dict[str, str]) -> None:
        """What goes by the name of an input is what the path makes of it, where nothing else is."""
        echoed = [each for each in self.given if values.get(each.wire) == f"input.{each.name}"]
        unsure = [each for each in echoed if not each.shown]
        path = [each.gives for each in self._of_path() if each.kind not in {"number", "truth"}]
        part = shape.part(unsure[0].wire) if len(unsure) == 1 else None
        if part is None or any(each in self.functions for each in path):
            return
        if path:
            value = self._computed(part, None, generic=True)
        else:
            value = self._by_choice(_KINDS.get(part.shape.type.kind, set()))
        if value is not None:
            values[part.name] = value
            whole = f"count(input.{unsure[0].name})"
            for name, each in values.items():
                values[name] = f"count({value})" if each == whole else each

    def _value(self, part: Property, shown: Any) -> str | None:
        own = next((each for each in self.given if plain(each.wire) == plain(part.name)), None)
        if own is not None and (shown is None or not own.shown or alike(own.sample, shown)):
            self.worked.used.add(own.wire)
            return f"input.{own.name}"
        if plain(part.name) in {"operation", "op", "operator", "function"} and self.path:
            return json.dumps(self.route.path.strip("/").split("/")[-1])
        if is_record(part.shape) and part.shape.properties:
            inner = shown if isinstance(shown, dict) else {}
            return self._record(part.shape, inner)
        return self._computed(part, shown) or self._converted(part) or self._echoed(part, shown)

    def _swapped(self, part: Property, among: tuple[Property, ...]) -> str | None:
        """The text with pieces replaced as words say, or how many these were."""
        swap, kind = self.swap, part.shape.type.kind
        name = " ".join(words(part.name)).lower()
        if swap is None or part.shape.type.kind not in {"string", "integer", "number", "json"}:
            return None
        named = _SWAPPED.fullmatch(name) is not None
        texts = [each for each in among if each.shape.type.kind not in NUMBERS]
        alone = len(texts) == 1 and (plain(name) == plain(swap.of.wire) or name in _GENERIC)
        if kind in NUMBERS:
            told = named or re.search(r"(?i)\bhow many\b|\bnumber of\b", part.words)
            value = swap.many if told else None
        else:
            value = swap.value if named or alone else None
        if value is not None:
            inputs = set(re.findall(r"input\.(\w+)", value))
            self.worked.used |= {each.wire for each in self.given if each.name in inputs}
            self.functions.append("swapped")
        return value

    def _echoed(self, part: Property, shown: Any) -> str | None:
        """A text that an example shows to be one of the inputs: the unit that was asked for."""
        same = [each for each in self.given if each.shown and each.sample == shown]
        if part.shape.type.kind != "string" or not isinstance(shown, str) or len(same) != 1:
            return None
        self.worked.used.add(same[0].wire)
        return f"input.{same[0].name}"

    def _converted(self, part: Property) -> str | None:
        """An amount in another unit."""
        if part.shape.type.kind not in NUMBERS or self.worked.units:
            return None
        found = converted(self.given, self.route, self.said)
        if found is None:
            return None
        for letter, each in zip("NTT", found.inputs, strict=True):
            self.worked.types[each.wire] = as_wanted(each, letter)
            self.worked.used.add(each.wire)
        self.worked.lines += found.lines
        self.worked.units = set(found.told.units)
        self.functions.append("converted")
        return f"round({found.value}, {self.digits or 6})"

    def _computed(self, part: Property, shown: Any, *, generic: bool = False) -> str | None:
        kinds = _KINDS.get(part.shape.type.kind, set())
        if generic or " ".join(words(part.name)).lower() in _GENERIC:
            chosen = self._by_choice(kinds)
            if chosen is not None:
                return chosen
        for function in self._candidates(part, generic=generic):
            if function.kind not in kinds:
                continue
            arguments = taken(function.takes, self.given)
            if arguments is None:
                continue
            filled = filled_in(function.gives, function.takes, arguments)
            plainly = in_words(filled, f"{self.prose} {part.words}")
            shaped = tally_of(plainly, part.shape) if function.kind == "tally" else plainly
            value = self._agreeing(shaped, function, shown) if shaped is not None else None
            if value is None:
                continue
            self._use(function, arguments)
            value = self._cut(self._named(function, value), function, arguments)
            return self._limited(value, function, arguments)
        return None

    def _by_choice(self, kinds: set[Kind]) -> str | None:
        """What one of the inputs chooses by name among functions: `mode` is upper, lower or title.

        None where one of the choices names no function, or one of something else.
        """
        given = [each for each in self.given if each.type.choices and "T" in each.fits]
        if len(given) != 1:
            return None
        rest = tuple(each for each in self.given if each is not given[0])
        choices = given[0].type.choices
        found = [self._chosen(each, kinds, rest) for each in choices]
        told = [each for each in found if each is not None]
        if len(told) != len(choices):
            return None
        value, asked = "null", f"input.{given[0].name}"
        for choice, (function, arguments) in reversed(list(zip(choices, told, strict=True))):
            named = f"{asked} = {json.dumps(choice)}"
            self._use(function._replace(holds=""), arguments)
            plainly = filled_in(function.gives, function.takes, arguments)
            value = f"if({named}, {plainly}, {value})" if value != "null" else plainly
            if function.holds:
                holds = filled_in(function.holds, function.takes, arguments)
                line = Line("", f"{asked} != {json.dumps(choice)} or {holds}", function.fails)
                self.worked.lines.append(line)
        self.worked.used.add(given[0].wire)
        fails = ", ".join(
            dict.fromkeys(each.fails for each, _ in told if each.fails and not each.holds)
        )
        if fails:
            fails = f"not valid, {fails}" if ", " in fails else fails
            self.worked.lines.append(Line(f"let made = {value}", "made != null", fails))
        return "made" if fails else value

    def _chosen(
        self, choice: str, kinds: set[Kind], rest: tuple[Given, ...]
    ) -> tuple[Function, tuple[Given, ...]] | None:
        """The function that a choice names, by itself or behind the verb of the path."""
        name = " ".join(words(choice)).lower()
        verb = self.path[-1] if self.path else ""
        every = [
            each for each in functions() if not each.when or is_said(each.when, f"{name} {verb}")
        ]
        both = [f"{verb} {name}", f"{name} {verb}"]
        undone = re.fullmatch(r"(?:de|un)\w+", verb)  # "rot13" is its own way back, "hex" is not
        alone = [name] if not undone or name in {"rot13", "rot 13", "reverse"} else []
        for function in named_so(every, [*both, *alone]):
            arguments = taken(function.takes, rest)
            if function.kind in kinds and arguments is not None:
                return function, arguments
        return None

    def _cut(self, value: str, function: Function, arguments: tuple[Given, ...]) -> str:
        """A text as long as another input allows, and not empty where that is a failure."""
        if function.kind != "text":
            return value
        for each in self.given:
            free = each not in arguments and "I" in each.fits and each.wire not in self.worked.used
            if free and is_length(plain(each.wire), self.prose):
                value = cut(value, f"input.{each.name}", self.prose)
                self.worked.used.add(each.wire)
        if not may_be_nothing(self.prose):
            return value
        self.worked.lines.append(Line(f"let left = {value}", 'left != ""', "nothing left, empty"))
        return "left"

    def _candidates(self, part: Property, *, generic: bool) -> Iterator[Function]:
        """What may be meant, what is named first."""
        every = self._every()
        name = " ".join(words(part.name)).lower()
        free = generic or name in _GENERIC
        phrases = [name] if name not in {"result", "value", "output"} else []
        yield from named_so(every, phrases)
        pairs = (between(each.wire, part.name) for each in self.given if "N" in each.fits)
        yield from (each for each in pairs if each is not None)
        if part.words:
            yield from (each for each in every if each.told and is_said(each.told, part.words))
        if not free:
            return
        yield from self._of_path()
        said = " ".join([*self.path, self.prose])
        yield from (each for each in every if each.told and is_said(each.told, said))

    def _every(self) -> list[Function]:
        return [each for each in functions() if not each.when or is_said(each.when, self.said)]

    def _of_path(self) -> Iterator[Function]:
        """What the path is called by."""
        last = self.path[-1:] or [""]
        phrases = [" ".join(self.path), *last, " ".join(reversed(self.path))]
        pairs = (pair_of(each) for each in phrases)
        yield from (each for each in pairs if each is not None)
        yield from named_so(self._every(), phrases)

    def _limited(self, value: str, function: Function, arguments: tuple[Given, ...]) -> str:
        """A list as other inputs want it: each once, the other way round, no more than so many."""
        if function.kind not in {"list", "tally"}:
            return value
        if function.kind == "tally" and (many := most(self.prose)):
            value = f"{value}[limit {many}]"
        for each in self.given:
            bare, flag = plain(each.wire), "B" in each.fits
            if each in arguments:
                continue
            if flag and bare in {"unique", "distinct", "dedupe", "deduplicate"}:
                value = self._where(each, value, "distinct(listed)")
            elif flag and bare in {"reverse", "reversed", "desc", "descending"}:
                value = self._where(each, value, "backwards(listed)")
            elif "I" in each.fits and bare in {"n", "limit", "top", "count", "max", "k", "size"}:
                value = f"{value}[limit input.{each.name}]"
                self.worked.types[each.wire] = as_wanted(each, "I")
            else:
                continue
            self.worked.used.add(each.wire)
        return value

    def _where(self, flag: Given, value: str, instead: str) -> str:
        """What a list is instead where an input says so."""
        if value != "listed":
            self.worked.lines.append(Line(f"let listed = {value}"))
        self.worked.lines.append(Line(f"if input.{flag.name}:"))
        self.worked.lines.append(Line(f"    let listed = {instead}"))
        return "listed"

    def _agreeing(self, value: str, function: Function, shown: Any) -> str | None:
        """The value where the example does not speak against it, rounded as that is."""
        number = function.kind == "number"
        rounded = f"round({value}, {self.digits})" if number and self.digits else value
        if shown is None or shown in ("...", "…", ""):
            return rounded
        samples = {each.name: each.sample for each in self.given if each.shown}
        needed = set(re.findall(r"\binput\.(\w+)", value))
        if not needed <= set(samples):
            return rounded
        try:
            found = evaluated(read_expression(value), {"input": samples})
        except (Untold, InvalidInput):
            return rounded
        except (TypeError, ValueError, KeyError, AttributeError, ArithmeticError):
            return None
        if alike(found, shown):
            return rounded
        digits = len(str(shown).partition(".")[2]) if isinstance(shown, float) else 0
        if number and isinstance(found, float) and alike(round(found, digits), shown):
            return rounded if self.digits else f"round({value}, {digits})"
        return None

    def _use(self, function: Function, arguments: tuple[Given, ...]) -> None:
        self.functions.append(function.gives)
        for letter, each in zip(function.takes.split(), arguments, strict=True):
            self.worked.used.add(each.wire)
            if letter == "T" and "F" in each.fits:
                read = texts_of(each, self.said)
                self.worked.lines[:0] = [one for one in read if one not in self.worked.lines]
            self.worked.types.setdefault(each.wire, as_wanted(each, letter))
        if function.holds:
            holds = filled_in(function.holds, function.takes, arguments)
            told = Line("", holds, function.fails)
            if told not in self.worked.lines:
                self.worked.lines.append(told)

    def _named(self, function: Function, value: str) -> str:
        """The value, under a name where it may have none."""
        if not function.fails or function.holds:
            return value
        told = [each.statement for each in self.worked.lines]
        known = [each for each in told if each.startswith("let found")]
        again = next((each for each in known if each.endswith(f" = {value}")), "")
        name = again.split(" ")[1] if again else f"found{len(known) or ''}"
        if not again:
            line = Line(f"let {name} = {value}", f"{name} != null", function.fails)
            self.worked.lines.append(line)
        return name
