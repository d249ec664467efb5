"""Numbers of each of some rows, by name or by a formula, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape
from beliefs.spec.documents.words import plain, singular, words
from beliefs.spec.inferring.keeping.formulas import Reading, worked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.valuing.scope import NUMBERS, One, Scope, Some, links
from beliefs.spec.types import Type


@dataclass(slots=True)
class Names(Reading):
    """Names of a formula, looked up in a scope."""

    scope: Scope | None = None

    def named(self, name: str, item: dict[str, str]) -> str:
        """The value of a name; empty where nothing has it."""
        if plain(name) in item:
            return item[plain(name)]
        assert self.scope is not None
        if not (self._numeric(name) or self._numeric(singular(name))):
            return ""
        found = self.scope.named(name) or self.scope.named(singular(name))
        return f"({found})" if " " in found else found

    def _numeric(self, name: str) -> bool:
        """Whether a name may be that of a number."""
        assert self.scope is not None
        if plain(name) in self.scope.values:
            return True
        kinds = [
            one.holding.fields[found].type.kind
            for one in self.scope.ones
            if (found := one.holding.named(name)) in one.holding.fields
        ]
        return not kinds or kinds[0] in NUMBERS

    def owned(self, noun: str, name: str) -> str:
        """A value of a row that was named, or that a key of it names."""
        assert self.scope is not None
        for one in self.scope.ones:
            if plain(noun) == plain(one.holding.word):
                return self.scope.named(name) and f"{one.row}.{one.holding.named(name)}"
            for link, to in links(one.holding):
                other = self.kept.of(to)
                found = other.named(name) if other is not None else ""
                if other is not None and found and plain(noun) == plain(other.word):
                    return f"first({to}[where .{other.key.name} = {one.row}.{link}]).{found}"
        return ""


def measured(told: str, holding: Holding, scope: Scope) -> str:
    """A number of each row of a kind, by its name or by a formula over its names."""
    row = row_of(Some("", holding), scope)
    text = re.sub(r"(?i)\b(?:unrounded|exact|respective|own|single) ", "", told)
    text = re.sub(r"(?i)^(?:the |its |their )+", "", text)
    inner = scope.inside(One(row, holding))
    text = spelled(text, holding, scope)
    if re.fullmatch(r"\w+", text):
        item = scope.items.get(plain(text)) or scope.items.get(plain(singular(text)))
        if item is not None and item.one.holding is holding:
            return re.sub(rf"\b{item.one.row}\b", row, item.value)
        for name in (text, singular(text)):
            field = holding.named(name)
            numeric = field in holding.fields and holding.fields[field].type.kind in NUMBERS
            if (numeric and field not in holding.references) or name in holding.computed:
                return inner.named(name)
        return ""
    return worked(text, _names(inner), Type("number"))


def _names(scope: Scope) -> Names:
    holding = scope.ones[0].holding if scope.ones else _nothing()
    row = scope.ones[0].row if scope.ones else "$"
    return Names(holding, scope.kept, row=row, scope=scope)


def _nothing() -> Holding:
    return Holding("", "", set(), [], Shape(Type("record")))


def spelled(text: str, holding: Holding, scope: Scope) -> str:
    """Words in which names of several words are one: "unit price" is `unit_price`."""
    names = {*holding.fields, *holding.computed, *scope.values}
    names |= {name for one in scope.ones for name in one.holding.fields}
    for name in sorted(names, key=len, reverse=True):
        apart = words(name)
        if len(apart) > 1:
            text = re.sub(rf"(?i)\b{' '.join(apart)}s?\b", name, text)
    return text


def row_of(some: Some, scope: Scope) -> str:
    """What one of some rows is called where it is not called so already."""
    taken = {each.row for each in scope.ones}
    return some.holding.variable if some.holding.variable not in taken else "one_of"


def over(how: str, some: Some, value: str, scope: Scope, *, weighted: bool = False) -> str:
    """A figure of a value of each of some rows."""
    row = row_of(some, scope)
    scope.spoken.append(some)
    if weighted:
        weight = scope.inside(One(row, some.holding)).named("weight")
        if not weight:
            return ""
        total = f"sum(each({row} in {some.rows}: {weight}))"
        return f"sum(each({row} in {some.rows}: ({value}) * {weight})) / {total}"
    rows, field = some.rows, value.removeprefix(f"{row}.")
    kept = some.holding.fields.get(field)
    if kept is not None and (kept.type.nullable or not (kept.required or kept.default)):
        rows = f"{rows}[where .{field} != null]"
    return f"{how}(each({row} in {rows}: {value}))"


_WORKS = re.compile(r"(?i)\w [-+*/×−] \w|\b(?:minus|plus|times|divided by)\b")


def formed(told: str, scope: Scope, part: Property) -> str:
    """A formula over values that are at hand."""
    kind = part.shape.type
    if kind.kind == "string" and not part.shape.example and _WORKS.search(told):
        kind = Type("number")  # only its name was shown
    if kind.kind not in NUMBERS | {"json"} or not re.search(r"\w", told):
        return ""
    holding = scope.ones[0].holding if scope.ones else _nothing()
    # What is divided by nothing is null, and no factor makes it more.
    told = re.sub(r"\b(\w+) ?/ ?(\w+) ?([*×] ?\d+)\b", r"\1 \3 / \2", told)
    return worked(spelled(told, holding, scope), _names(scope), kind)
