"""What words of a sentence may mean: the rows that are at hand, and what the request brings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.words import plain, singular, snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Input

_SHORT = {
    "isn't": "is not",
    "aren't": "are not",
    "wasn't": "was not",
    "hasn't": "has not",
    "haven't": "have not",
    "doesn't": "does not",
    "don't": "do not",
    "can't": "cannot",
    "can not": "cannot",
    "won't": "will not",
    "anymore": "any more",
    "no longer": "not",
    "nobody's": "nobody is",
}
ARTICLE = r"(?:(?:the|an?|its|their|this|that|such|any|given|each|every|his|her|one) )*"
_IT = {"", "it", "this", "that", "one", "they", "he", "she", "them", "the one", "that one"}


class Row(NamedTuple):
    """A row that words may speak of; without a name it is the one that a pick looks at."""

    holding: Holding
    at: str
    read: str = ""  # the statement that reads it, where nothing has yet

    def of(self, name: str) -> str:
        """The value of one of its fields, in the notation."""
        return f"{self.at}.{name}"


@dataclass(frozen=True, slots=True)
class Setting:
    """What a sentence is read in."""

    writer: Writer
    route: Route
    rows: tuple[Row, ...] = ()  # the one that is spoken of comes first
    inputs: tuple[Input, ...] = ()
    chosen: tuple[str, ...] = ()  # rows that the words pick, and there may be none of
    new: dict[str, str] = field(default_factory=dict)  # values that deeds give to rows
    made: Holding | None = None  # of what a row is made, which is not there yet
    scales: tuple[tuple[str, ...], ...] = ()  # choices in their order: "S < M < L"

    def about(self, row: Row) -> Setting:
        """The same where this row is spoken of."""
        return replace(self, rows=(row, *(each for each in self.rows if each.at != row.at)))

    def row(self, words: str) -> Row | None:
        """The row that words name: "it", "the voucher", "that room"."""
        bare = re.sub(rf"(?i)^{ARTICLE}", "", words.strip()).strip()
        if words.strip().lower() in _IT or bare.lower() in _IT:
            return self.rows[0] if self.rows else None
        for each in self.rows:
            names = {each.holding.word, each.holding.name}
            if any(same_thing(name, snaked(bare)) for name in names):
                return each
        given = next((each for each in self.inputs if plain(each.wire) == plain(bare)), None)
        for each in self.rows if given is not None and given.place != "path" else ():
            if each.read.endswith(f"= input.{given.name}])" if given is not None else "?"):
                return each
        return None

    def brought(self, words: str) -> Input | None:
        """What the request brings under a name, or in the place of the path that it names."""
        name = plain(re.sub(rf"(?i)^{ARTICLE}(?:new |requested )?", "", words.strip()))
        for each in self.inputs:
            if plain(each.wire) == name:
                return each
        for step in self.writer.chain(self.route) if self.row(words) is None else ():
            if step.param and plain(singular(snaked(step.name or ""))) == name:
                return next((each for each in self.inputs if each.name == step.param), None)
        return None


def whole(text: str) -> str:
    """A text without contractions, marks and what only fills it.

    >>> whole("The party isn't `waiting` anymore.")
    'The party is not waiting any more'
    """
    text = text.replace("`", "").replace("’", "'").replace("**", "")
    for short, long in _SHORT.items():
        text = re.sub(rf"(?i)\b{short}\b", long, text)
    text = re.sub(r"(?i)\b(?:simply|just|also|too|as well|of course|automatically)\b", " ", text)
    return re.sub(r"\s+", " ", text).strip(" .,;:!")
