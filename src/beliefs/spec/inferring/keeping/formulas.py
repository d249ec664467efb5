"""Values that a sentence works out: "`net` is the sum over the items of quantity * unit price".

A small grammar over names, numbers and signs, in symbols or words: plus, minus, times, divided by,
so many percent of, the sum over a list, rounding, and what it is instead if something holds. Names
are those of the row, of the items of a list, and of the row that a key names ("the customer's
country"). A sentence that is not read to its end says nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.alternatives import alternatives
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Property, Shape, is_list, is_record
from beliefs.spec.documents.words import plain, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.totals import totals
from beliefs.spec.numbers import in_digits
from beliefs.spec.types import Field, Type

_TOKEN = re.compile(r"\d+(?:\.\d+)?%?|[A-Za-z_]\w*(?:'s)?|[-+*/×÷()=]")
_SIGNS = {"+": "+", "plus": "+", "-": "-", "minus": "-", "less": "-"}
_TIMES = {"*": "*", "×": "*", "times": "*", "/": "/", "÷": "/"}
_ROUNDED = re.compile(
    r"(?i),? ?(?P<each>each (?:\w+ )?)?rounded (?P<way>down|up|the same way|likewise)?"
    r"(?: ?to (?:the |a |whole |full |nearest )*(?:cents?|integers?|numbers?|units?|points?"
    r"|(?P<digits>\d|one|two|three) (?:decimals?|digits?|(?:decimal )?places?)))?"
    r"(?: ?\(?(?P<half>half up|half away from zero)\)?)?"
)
_INSTEAD = re.compile(
    r"(?i),? ?(?:but|or|and) (?:it is )?(?P<value>\d+(?:\.\d+)?|null) "
    r"(?:if|when|where|unless) (?:the )?(?P<what>[\w']+(?: \w+)?) is (?P<no>not )?(?P<of>[\w-]+)$"
)


@dataclass(slots=True)
class Reading:
    """Where names of a sentence are looked up, and what was said before it."""

    holding: Holding
    kept: Kept
    inputs: dict[str, str] = field(default_factory=dict)  # by plain name
    row: str = "$"
    lists: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)  # of a request
    told: dict[str, str] = field(default_factory=dict)  # what sentences before work out
    rounding: str = ""  # the last one, over `?`

    def bring(self, body: Shape) -> None:
        """Let names mean what a request brings."""
        for part in body.properties:
            value, item = f"input.{part.name}", part.shape.item
            if part.shape.type.kind in {"integer", "number"}:
                self.inputs[plain(part.name)] = _usual(value, part)
            if is_list(part.shape) and item is not None and is_record(item):
                inner = {
                    plain(each.name): _usual(f"one.{each.name}", each)
                    for each in item.properties
                    if each.shape.type.kind in {"integer", "number"}
                }
                rows = value if part.required else f"or_else({value}, [])"
                self.lists[part.name] = (rows, inner)

    def named(self, name: str, item: dict[str, str]) -> str:
        """The value of a name; empty where nothing has it."""
        bare = plain(name)
        if bare in item:
            return item[bare]
        if bare in self.inputs:
            return self.inputs[bare]
        for said, value in self.told.items():
            if plain(said) == bare:
                return f"({value})"
        for each, value in self.holding.computed.items():
            if plain(each) == bare:
                return f"({value.replace('$', self.row)})"
        found = self.holding.named(name)
        return f"{self.row}.{found}" if found in self.holding.fields else self._above(name)

    def _above(self, name: str) -> str:
        """A number of the one row above that has such a name."""
        links = {**self.holding.references}
        links |= {each.field: each.name for each in self.holding.parents}
        found = [
            f"first({to}[where .{other.key.name} = {self.row}.{key}]).{has}"
            for key, to in links.items()
            if (other := self.kept.of(to)) is not None
            and (has := other.named(name)) in other.fields
            and other.fields[has].type.kind in {"integer", "number"}
        ]
        return found[0] if len(found) == 1 else ""

    def owned(self, noun: str, name: str) -> str:
        """A value of the row that a key names."""
        for key, to in self.holding.references.items():
            other = self.kept.of(to)
            if other is None or plain(noun) not in {plain(other.word), plain(key), plain(key)[:-2]}:
                continue
            found = other.named(name)
            if found in other.fields:
                return f"first({to}[where .{other.key.name} = {self.row}.{key}]).{found}"
        return ""


def _usual(value: str, part: Property) -> str:
    """What is brought, and what it is where it is left out."""
    return value if part.required else f"or_else({value}, {part.default or 0})"


def formula(holding: Holding, name: str, kept: Kept) -> str:
    """The template over `$` of a value of rows, by the sentences about them; empty without any."""
    reading = Reading(holding, kept)
    said = [each.words for each in holding.routes]
    said += [part.words for part in holding.shape.properties if part.words]
    said += [text for _, text in kept.contract.prose]
    for text in dict.fromkeys(said):
        for told, value in told_values(text, reading, _numbers(holding)):
            if told == name:
                return value
    part = holding.shape.part(name)
    alone = part.words if part is not None else ""
    return worked(alone, Reading(holding, kept), part.shape.type) if part and alone else ""


def told_values(text: str, reading: Reading, kinds: dict[str, Type]) -> list[tuple[str, str]]:
    """Names and what sentences say that they are, in the order of the sentences."""
    found: list[tuple[str, str]] = []
    for sentence in sentences(text):
        if chosen := _chosen(sentence, reading, kinds):
            reading.told[chosen[0]] = chosen[1]
            found.append(chosen)
            continue
        match = re.match(
            r"(?i)(?:the |its )?`?(\w+)`?(?: of (?:an?|the|each|every) \w+)? "
            r"(?:is|equals|are|comes to|=)(?!\w) ?(.*)$",
            sentence,
        )
        name = _known(match[1], kinds) if match else ""
        if match is None or not name:
            continue
        if value := worked(match[2], reading, kinds[name]):
            reading.told[name] = value
            found.append((name, value))
    return found


_EXTRAS = {"discount", "rebate", "bonus", "surcharge", "penalty", "reduction"}


def _chosen(sentence: str, reading: Reading, kinds: dict[str, Type]) -> tuple[str, str] | None:
    """A value that is one thing or another; a discount that is told for some is 0 for others."""
    for told in alternatives(sentence):
        name = _known(told.name, kinds)
        what = reading.named(told.what, {}) if name else ""
        value = worked(told.value, reading, kinds[name]) if what else ""
        other = told.other or ("0" if plain(name) in _EXTRAS else "")
        other = other if re.fullmatch(r"null|\d+", other) else worked(other, reading, kinds[name])
        if value and other:
            return name, f"if({what} {told.test}, {value}, {other})"
    return None


def _known(name: str, kinds: dict[str, Type]) -> str:
    return next((each for each in kinds if plain(each) == plain(name)), "")


def _numbers(holding: Holding) -> dict[str, Type]:
    brought = set(holding.made.names) if holding.made is not None else set()
    return {
        each.name: each.shape.type
        for each in holding.shape.properties
        if each.shape.type.kind in {"integer", "number"} and each.name not in brought
    }


def worked(text: str, reading: Reading, kind: Type) -> str:
    """The value that words work out to; empty where they are not read to their end."""
    text = text.replace("`", "").strip().rstrip(".;")
    instead = _INSTEAD.search(text)
    text = text[: instead.start()] if instead else text
    rounded = _ROUNDED.search(text)
    rest = f"{text[: rounded.start()]}{text[rounded.end() :]}".strip(" ,") if rounded else text
    way = _rounding(rounded, reading, kind) if rounded else ""
    each = way if rounded and rounded["each"] else ""
    rest, sums = totals(_spelled(rest, reading), reading.holding, reading.kept, reading.row)
    value = _Parser(rest, replace(reading, inputs={**reading.inputs, **sums}), each).whole()
    if not value:
        return ""
    if way and not each:
        value = way.replace("?", value)
    if way:
        reading.rounding = way
    return _otherwise(instead, reading, value) if instead else value


def _spelled(text: str, reading: Reading) -> str:
    """A text in which names of several words, and those of items in the plural, are as kept."""
    items = [name for _, item in listed(reading).values() for name in item.values()]
    inner = [each[1] for value in items if (each := re.match(r"(?:or_else\()?one\.(\w+)", value))]
    inner += [name for each in reading.holding.items.values() for name in each]
    own = [*reading.holding.fields, *reading.holding.computed, *reading.told]
    own += [each.rpartition(".")[2] for each in reading.inputs.values()]
    for name in sorted({*inner, *own}, key=len, reverse=True):
        parts = [re.escape(each) for each in words(name)]
        if len(parts) > 1:
            text = re.sub(rf"(?i)(?<!\w){'[ _-]'.join(parts)}s?(?!\w)", name, text)
        elif name in inner and name not in own:
            text = re.sub(rf"(?i)(?<!\w){parts[0]}s(?!\w)", name, text)
    return text


def of_item(field: Field) -> str:
    """A value of an item; a number that may be left out counts nothing."""
    free = not field.required and not field.default and field.type.kind in {"integer", "number"}
    return f"or_else(one.{field.name}, 0)" if free else f"one.{field.name}"


def listed(reading: Reading) -> dict[str, tuple[str, dict[str, str]]]:
    """The lists that a sentence may sum over: their items, and the numbers of each."""
    kept = {
        each.name: (
            f"{reading.row}.{each.name}",
            {
                **{plain(one.name): of_item(one) for one in each.type.item.fields},
                **{
                    plain(name): f"({value})"
                    for name, value in reading.holding.items.get(each.name, {}).items()
                },
            },
        )
        for each in reading.holding.fields.values()
        if each.type.kind == "list" and each.type.item is not None and each.type.item.fields
    }
    return {**kept, **reading.lists}


def _rounding(match: re.Match[str], reading: Reading, kind: Type) -> str:
    """A rounding over `?`."""
    way = (match["way"] or "").lower()
    if way in {"the same way", "likewise"}:
        return reading.rounding
    digits = in_digits(match["digits"] or "")
    if not digits:
        digits = "2" if "cent" in match[0] and kind.kind == "number" else "0"
    scale = 10 ** int(digits)
    if not way and not match["half"]:
        return f"round(?, {digits})" if scale > 1 else "floor(round(?, 0))"
    by, back = (f" * {scale}", f" / {scale}") if scale > 1 else ("", "")
    # A product of fractions is a hair off what it would be on paper.
    exact = f"round((?){by}, 6)"
    if way == "down":
        return f"floor({exact}){back}"
    if way == "up":
        return f"(0 - floor(0 - {exact})){back}"
    return f"floor({exact} + 0.5){back}"


def _otherwise(match: re.Match[str], reading: Reading, value: str) -> str:
    """What a value is where something holds; empty where nobody can tell what that is."""
    what = match["what"].split(" ")
    left = (
        reading.owned(what[0].removesuffix("'s"), what[1])
        if len(what) == 2 and what[0].endswith("'s")
        else reading.named("_".join(what), {})
    )
    if not left:
        return ""
    right = match["of"]
    known = right if re.fullmatch(r"\d+(?:\.\d+)?|true|false|null", right) else json.dumps(right)
    no = bool(match["no"]) != ("unless" in match[0].lower())
    return f"if({left} {'!=' if no else '='} {known}, {match['value']}, {value})"


class _Parser:
    """Words and signs, read from the left; `item` has the names of a list that is summed over."""

    def __init__(self, text: str, reading: Reading, each: str = "") -> None:
        self.text = text
        self.words = _TOKEN.findall(text)
        self.reading, self.each = reading, each
        self.at = 0
        self.item: dict[str, str] = {}

    def whole(self) -> str:
        """The value of all words, or nothing."""
        if re.sub(r"[\s,]", "", _TOKEN.sub("", self.text)):
            return ""
        if [each.lower() for each in self.words] in (
            ["both", "together"],
            ["the", "sum", "of", "both"],
        ):
            both = list(self.reading.told)[-2:]
            return " + ".join(f"({self.reading.told[each]})" for each in both) * (len(both) == 2)
        value = self._sum()
        return value if value and self.at == len(self.words) else ""

    def _peek(self, *words: str) -> bool:
        """Go over words, where they are the next ones."""
        here = [each.lower() for each in self.words[self.at : self.at + len(words)]]
        if here != list(words):
            return False
        self.at += len(words)
        return True

    def _next(self) -> str:
        return self.words[self.at].lower() if self.at < len(self.words) else ""

    def _sum(self) -> str:
        value = self._product()
        while value and self._next() in _SIGNS:
            sign = _SIGNS[self._next()]
            self.at += 1
            right = self._product()
            value = f"{value} {sign} {right}" if right else ""
        return value

    def _product(self) -> str:
        value = self._factor()
        while value:
            sign = _TIMES.get(self._next(), "")
            if sign:
                self.at += 1
            elif self._peek("multiplied", "by"):
                sign = "*"
            elif self._peek("divided", "by"):
                sign = "/"
            else:
                return value
            right = self._factor()
            value = f"{value} {sign} {right}" if right else ""
        return value

    def _factor(self) -> str:
        for article in ("the", "its", "all", "each"):
            self._peek(article)
        if self._peek("sum") or self._peek("total"):
            return self._summed()
        if self._peek("("):
            inner = self._sum()
            return f"({inner})" if inner and self._peek(")") else ""
        word = self.words[self.at] if self.at < len(self.words) else ""
        self.at += 1
        if re.match(r"\d", word):
            share = word.endswith("%") or self._peek("percent")
            number = word.rstrip("%")
            return self._share(number) if share else number
        if word.endswith("'s") and self.at < len(self.words):
            self.at += 1
            return self.reading.owned(word.removesuffix("'s"), self.words[self.at - 1])
        value = self.reading.named(word, self.item)
        if value and re.search(r"(?i)percent|pct|_rate$", word):
            self._peek("percent")
            return self._share(value) if self._next() == "of" else value
        return value

    def _share(self, part: str) -> str:
        """So many percent of something."""
        if not self._peek("of"):
            return ""
        whole = self._factor()
        return f"{whole} * {part} / 100" if whole else ""

    def _summed(self) -> str:
        """A sum over the items of a list: the list stands before or behind what is summed."""
        listed = ""
        if self._peek("over") or self._peek("for"):
            listed = self._list()
            if not listed or not self._peek("of"):
                return ""
        elif not self._peek("of"):
            return ""
        if not listed and (terms := self._terms()):
            return terms
        if not listed:
            rest = [plain(each) for each in self.words[self.at :]]
            lists = [each for each in self._lists() if plain(each) in rest]
            # "the sum of all line totals": only one list has such.
            lists = lists or [each for each, one in self._lists().items() if {*rest} & {*one[1]}]
            if len(lists) != 1:
                return ""
            listed = lists[0]
        self._enter(listed)
        value = self._sum()
        if self._peek("over") or self._peek("for") or self._peek("of"):
            value = value if self._list() == listed else ""
        self.item = {}
        if not value:
            return ""
        return self._over(listed, value)

    def _terms(self) -> str:
        """What a sum has one by one: "of the fee and of all lines (price * count)"."""
        start, made = self.at, []
        while True:
            here = self.at
            for article in ("all", "the", "its", "every"):
                self._peek(article)
            listed = self._list()
            if listed and self._peek("("):
                self._enter(listed)
                inner = self._sum()
                self.item = {}
                value = self._over(listed, inner) if inner and self._peek(")") else ""
            else:
                self.at = here
                value = self._product()
            made.append(value)
            if not value or not self._peek("and"):
                break
            self._peek("of")
        several = len(made) > 1 or "sum(" in made[0]
        if all(made) and several and self.at == len(self.words):
            return " + ".join(made)
        self.at = start
        return ""

    def _over(self, listed: str, value: str) -> str:
        value = self.each.replace("?", value) if self.each else value
        return f"sum(each(one in {self._lists()[listed][0]}: {value}))"

    def _lists(self) -> dict[str, tuple[str, dict[str, str]]]:
        return listed(self.reading)

    def _list(self) -> str:
        for article in ("all", "the", "its", "each", "every"):
            self._peek(article)
        word = plain(self._next())
        self.at += 1
        return next((each for each in self._lists() if word in {plain(each), plain(each)[:-1]}), "")

    def _enter(self, listed: str) -> None:
        self.item = self._lists()[listed][1]
