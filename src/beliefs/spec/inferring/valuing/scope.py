"""What is at hand where a value is told: rows that were named, values beside it, inputs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.words import plain, plural, singular
from beliefs.spec.inferring.answers.lists import read_query
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.writing import Writer

NUMBERS = {"integer", "number"}


PERIODS = {  # that a path names, of rows with a day or a moment
    "month": "month({}) = {}",
    "year": "cut_out({}, 0, 3) = text({})",
    "day": "date({}) = {}",
    "date": "date({}) = {}",
}


def dated(holding: Holding) -> str:
    """The day or the moment of rows, where they have one."""
    days = [each for each in holding.fields.values() if each.type.kind in {"date", "datetime"}]
    made = holding.made
    brought = [each for each in days if made is not None and made.part(each.name)]
    return (brought or days)[0].name if brought or len(days) == 1 else ""


class Untold(Exception):
    """A value that nothing explains, by its name."""


class One(NamedTuple):
    """A row that words may mean, by the name that effects call it."""

    row: str
    holding: Holding

    @property
    def key(self) -> str:
        """What tells it apart from others."""
        return f"{self.row}.{self.holding.key.name}"


class Some(NamedTuple):
    """Rows that words mean; `base` are those that a condition was set on.

    `holds` are all conditions that words set on them, beside whose they are.
    """

    rows: str
    holding: Holding
    base: str = ""
    holds: tuple[str, ...] = ()


class Item(NamedTuple):
    """A value of each of the rows that a list shows, before it is rounded."""

    one: One
    value: str


@dataclass(frozen=True, slots=True)
class Scope:
    """Rows that were named, the innermost first, and values by their plain names."""

    writer: Writer
    route: Route
    ones: tuple[One, ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, str] = field(default_factory=dict)  # what the request brings
    spoken: list[Some] = field(default_factory=list)  # rows that values before were about
    terms: dict[str, Some] = field(default_factory=dict)  # the rows that values beside count
    items: dict[str, Item] = field(default_factory=dict)  # of lists beside, by plain name
    told: list[str] = field(default_factory=list)  # names of values that words explained
    groups: dict[str, Some] = field(default_factory=dict)  # rows of a line, by what they are of
    shared: tuple[str, ...] = ()  # what all rows of a line have the same of, by plain name
    by: tuple[tuple[str, str], ...] = ()  # values of rows that the path names, and what they are
    # Conditions that sentences of their own set on all rows of a kind.
    only: dict[str, list[str]] = field(default_factory=dict)
    strict: bool = False  # names alone explain nothing but what rows and inputs have

    @property
    def kept(self) -> Kept:
        """All that the service keeps."""
        return self.writer.kept

    def inside(self, one: One) -> Scope:
        """The same for each of some rows."""
        return replace(self, ones=(one, *self.ones), values={}, spoken=[])

    def named(self, name: str) -> str:
        """The value that a name has here; empty where nothing has it."""
        if plain(name) in self.values:
            return self.values[plain(name)]
        for at, one in enumerate(self.ones):
            found = self._of(one, name) or self._between(one, self.ones[at + 1 :], name)
            if found:
                return found
        return ""

    def _of(self, one: One, name: str) -> str:
        holding, bare = one.holding, plain(name)
        if bare in {plain(f"{holding.word}_{holding.key.name}"), plain(f"{holding.word}_id")}:
            return one.key
        if bare in SECRETS:
            return ""
        for each, template in holding.computed.items():
            if plain(each) == bare:
                return template.replace("$", one.row)
        found = holding.named(name)
        if found and not (found in holding.fields and holding.fields[found].hidden):
            return f"{one.row}.{found}"
        if worked := holding.worked(name):
            template = holding.computed.get(worked, "") or holding.derived[worked]
            return template.replace("$", one.row)
        for link, to in links(holding):
            other = self.kept.of(to)
            if other is None or link.endswith("ids"):
                continue
            rest = bare.removeprefix(plain(other.word))
            there = other.named(rest if rest != bare else name)
            if there and there != other.key.name and plain(there) not in SECRETS:
                return f"first({to}[where .{other.key.name} = {one.row}.{link}]).{there}"
        return ""

    def _between(self, one: One, outer: tuple[One, ...], name: str) -> str:
        """A value of the row that joins a row with one of those around it."""
        for other in outer:
            for child, link in self.kept.children(one.holding):
                there = child.named(name)
                theirs = [key for key, to in links(child) if to == other.holding.name]
                if there in child.fields and theirs and link not in theirs:
                    both = f".{link} = {one.key} and .{theirs[0]} = {other.key}"
                    return f"first({child.name}[where {both}]).{there}"
        return ""

    def below(self, holding: Holding) -> list[str]:
        """Conditions that rows belong to the rows that were named, where they can."""
        found = [*self.asked(holding), *self.only.get(holding.name, ())]
        for name, given in self.by:
            if (kept := holding.named(name)) in holding.fields:
                found.append(f".{kept} = {given}")
            elif name in PERIODS and (day := dated(holding)):
                found.append(PERIODS[name].format(f".{day}", given))
        for one in self.ones:
            link = next((key for key, to in links(holding) if to == one.holding.name), "")
            if link and not link.endswith("ids") and holding is not one.holding:
                found.append(f".{link} = {one.key}")
        return found

    def asked(self, holding: Holding) -> list[str]:
        """Conditions that the query sets on rows that have what it names."""
        if not any(each.place == "query" for each in self.route.params):
            return []
        quiet = replace(self.writer, said=lambda _: None, unknown=lambda _: None)
        return read_query(quiet, self.route, holding).holds


def links(holding: Holding) -> list[tuple[str, str]]:
    """The fields of rows that name others, with the holdings of these."""
    return [*((each.field, each.name) for each in holding.parents), *holding.references.items()]


def amount_of(holding: Holding) -> str:
    """The only number that rows bring."""
    taken = {name for name, _ in links(holding)}
    found = [
        each.name
        for each in holding.fields.values()
        if each.type.kind in NUMBERS and each.name not in taken and not each.hidden
    ]
    return found[0] if len(found) == 1 else ""


def is_called(word: str, holding: Holding) -> bool:
    """Whether a word names rows of a kind, one or several: by what they are, or where they are."""
    forms = {plain(holding.word), plain(plural(holding.word))}
    forms |= {plain(each) for place in holding.places for each in (place[-1], singular(place[-1]))}
    return plain(word) in forms or plain(singular(word.lower())) in forms


def cleared(text: str) -> str:
    """Words without the signs around them.

    >>> cleared("`best` (of all).")
    'best (of all)'
    """
    bare = re.sub(r"\*\*|\*(?=\S[^*]*\*(?!\w))|(?<=\w)\*(?=\W|$)(?! [\d\w])", "", text)
    return re.sub(r"\s+", " ", bare.replace("`", "")).strip(" .;:,")
