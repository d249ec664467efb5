"""How many rows there may be of a kind: "a flat may have at most 3 reservations on one date".

A rule of this kind has a number, the rows that count (what they are called, the state they are in)
and what they have in common (a value that the request brings, the row above, whoever asks, a day).
It is read word by word: where a word is none of these and does not only hold the others together,
the sentence says something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS, sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.folding import alike
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.words import snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.told.settings import Row, whole
from beliefs.spec.inferring.told.states import state
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import MANY, counted

_NUMBER = rf"(?P<many>{MANY})"
_HAS = r"(?:has|have|had|holds?|owns?|keeps?|made|got|booked|with|are|is)"
_MOST = (
    re.compile(
        r"(?i)\b(?:at (?:the )?most|up to|(?:(?:not?|never|cannot) )?more than|"
        r"(?:a )?(?:maximum|max\.?|limit)(?: of)?|limited to|reached|only|"
        rf"already {_HAS}|{_HAS} already|already)\s+{_NUMBER}(?!\w)"
    ),
    re.compile(rf"(?i)\b{_NUMBER}(?= (?:[\w-]+ ){{1,3}}(?:already|at most|at a time)\b)"),
    re.compile(rf"(?i)^{_NUMBER}(?= [\w-]+ (?:per|for (?:each|every))\b)"),
)
_ANOTHER = re.compile(rf"(?i)\b(?:already {_HAS}|{_HAS} already) (?:an?|another)\b")
_ONCE = re.compile(rf"(?i)\b(?:only |at most )?(?:(?P<once>once|twice)|{_NUMBER} times)\b")
_FILLING = frozenset(
    """a an one the this that these those any each every no same single given per for of in on at by
    with to from and or if when while where who which it its their his her they he she is are be
    been was were has have had having hold holds own owns keep keeps get gets got may can could
    must should will would cannot do does not already still currently yet then than there also
    such as new further other others them error otherwise else refused rejected conflict returns
    answers gives fails response status allowed possible time at_a_time at_the_same_time at_once
    in_total altogether reached limit quota maximum takes take accepts allows makes too many
    more but so because second third fourth fifth sixth 2nd 3rd 4th 5th 6th 11th 21st""".split()  # noqa: SIM905
)
_PEOPLE = frozenset(
    """person people somebody someone nobody anybody everybody anyone everyone you user users
    caller account accounts""".split()  # noqa: SIM905
)
_DAYS = frozenset({"day", "date", "days", "dates"})
_MONTHS = frozenset({"month", "months", "calendar_month"})
_MODALS = frozenset({"may", "can", "could", "must", "cannot", "to"})
# How a field is called that names somebody or something: `guest_name`, `member_id`.
_ENDS = re.compile(r"_(?:id|name|no|number|code|email|key)$")
_VAGUE = frozenset({"free", "available", "used", "taken", "full", "in_use", "over", "past"})
_UNSURE = re.compile(r"(?i)\b(?:unless|except|before|after|until|since|within|ago|last|past)\b")


@dataclass(slots=True)
class _Said:
    """What the words of a rule come to, as far as they were read."""

    rows: bool = False  # the rows that count are named
    above: bool = False  # the row that they belong to is
    people: bool = False  # somebody is spoken of, and not by a name that rows have
    states: list[str] = field(default_factory=list)
    alike: dict[str, str] = field(default_factory=dict)  # what they have in common, by field


def quota_guards(
    writer: Writer,
    route: Route,
    holding: Holding,
    brought: dict[str, str],
    parents: list[tuple[str, str]],
    unique: list[str],
) -> list[str]:
    """Guards that there is room for one more of these rows.

    `unique` are guards that a value is there once, which were read less closely: they stay, but for
    those that a rule about one row says more of.
    """
    lines: list[str] = []
    for text in _told(writer, route):
        for most, rest in _numbered(text):
            tests = _tests(rest, writer, route, holding, brought, parents)
            if not tests or (most == 1 and any(_same(tests, each) for each in unique)):
                continue
            if most == 1:
                unique = [each for each in unique if not any(test in each for test in tests)]
            nouns = holding.entity.plural.replace("_", " ")
            said = f"There are {most} such {nouns} already" if most > 1 else "There is one already"
            among = (429, 409, 403, 422, 400)
            way = writer.refuse(route, "conflict", said, f"{rest} too many most limit", among)
            line = f"guard count({holding.name}[where {' and '.join(tests)}]) < {most} else {way}"
            if not any(each.partition(" else ")[0] in line for each in lines):
                lines.append(line)
            break
    return [*lines, *unique]


def _same(tests: list[str], unique: str) -> bool:
    """Whether a guard that a value is there once looks at the same rows."""
    found = re.search(r"\[where (.*)\]\) = 0 else ", unique)
    return found is not None and {*found[1].split(" and ")} == {*tests}


def _told(writer: Writer, route: Route) -> Iterator[str]:
    """What may be such a rule: sentences, and the parts of those that say more."""
    faults = [each.words for each in (*route.faults, *writer.contract.faults)]
    for text in (route.words, *faults, *(text for _, text in writer.contract.prose)):
        for sentence in sentences(text):
            for part in re.split(r"[;:]\s|\s[–—-]\s", sentence):
                yield part
                if "," in part:
                    yield from part.split(",")


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """Each number that may be a rule's, with the words around it."""
    plainly = whole(STATUS.sub(" ", re.sub(r"[()\"]", " ", text)))
    if _UNSURE.search(plainly):
        return
    for pattern in _MOST:
        for found in pattern.finditer(plainly):
            many = found["many"].lower()
            most = counted(many)
            has = " has " if re.search(rf"(?i)\b{_HAS}\b", found[0]) else " "
            yield most, f"{plainly[: found.start()]}{has}{plainly[found.end() :]}"
    for found in _ANOTHER.finditer(plainly):
        yield 1, f"{plainly[: found.start()]} has {plainly[found.end() :]}"
    for found in _ONCE.finditer(plainly):
        many = (found["many"] or "").lower()
        most = counted(many, 0)
        most = most or (1 if found["once"].lower() == "once" else 2)
        yield most, f"{plainly[: found.start()]} times {plainly[found.end() :]}"


def _tests(
    rest: str,
    writer: Writer,
    route: Route,
    holding: Holding,
    brought: dict[str, str],
    parents: list[tuple[str, str]],
) -> list[str]:
    """Which rows count; none where the words say something else, or more."""
    reader = _Reader(writer, route, holding, brought, {name for name, _ in parents})
    said = reader.read(re.findall(r"[\w-]+", rest.lower()))
    apiece = re.search(r"(?i)\b(?:per|each|every)\b", rest)
    if said is None or not (said.rows or (said.alike and apiece)):
        return []
    if said.people and not said.alike:
        users = writer.accounts.users
        if users is None or not holding.owner or not writer.needs(route):
            return []
        said.alike[holding.owner] = f".{holding.owner} = me.{users.key.name}"
    within = [f".{name} = {value}" for name, value in parents]
    # "3 attempts per team" are those at one quiz; "the team has 3 attempts" are all of them.
    far = bool(re.search(rf"(?i)\b{_HAS}\b", rest)) and bool(said.alike) and not said.above
    if not said.alike and not within:
        return []
    states = [f"({' or '.join(said.states)})"] if len(said.states) > 1 else said.states
    return [*([] if far else within), *said.alike.values(), *states]


@dataclass(slots=True)
class _Reader:
    """What a word may be in a rule about rows of one kind."""

    writer: Writer
    route: Route
    holding: Holding
    brought: dict[str, str]
    links: set[str]

    def read(self, words: list[str]) -> _Said | None:
        """What all of the words come to; None where one of them is not understood."""
        said = _Said()
        at = 0
        while at < len(words):
            for size in (3, 2, 1):
                phrase = "_".join(words[at : at + size])
                if at + size <= len(words) and self._takes(phrase, said):
                    at += size
                    break
            else:
                if not at or words[at - 1] not in _MODALS:
                    return None
                at += 1  # what somebody may do
        return said

    def _takes(self, phrase: str, said: _Said) -> bool:
        if phrase == "times" or same_thing(phrase, self.holding.word):
            said.rows = True
        elif (name := self._common(phrase)) is not None:
            said.alike[name] = alike(self.writer.contract, f".{name}", self.brought[name])
        elif (day := self._day(phrase)) is not None:
            said.alike[day[0]] = day[1]
        elif self._is_above(phrase):
            said.above = True
        elif phrase in _PEOPLE or self._is_caller(phrase):
            said.people = True
        elif phrase not in _FILLING | _VAGUE and (test := state(Row(self.holding, ""), phrase)):
            said.states.append(test)
        else:
            return phrase in _FILLING
        return True

    def _common(self, phrase: str) -> str | None:
        """The field whose value rows have in common, by what it is called."""
        fields = self.holding.fields
        known = [
            each for each in self.brought if each in fields and fields[each].type.kind != "list"
        ]
        for name in known:
            if any(same_thing(form, phrase) for form in {name, _ENDS.sub("", snaked(name))}):
                return name
        return None

    def _day(self, phrase: str) -> tuple[str, str] | None:
        """The one date or moment that a request brings, and that rows are of its day or month."""
        kinds = {name: each.type.kind for name, each in self.holding.fields.items()}
        found = [each for each in self.brought if kinds.get(each) in {"date", "datetime"}]
        if phrase not in _DAYS | _MONTHS or len(found) != 1:
            return None
        of = "month" if phrase in _MONTHS else "" if kinds[found[0]] == "date" else "date"
        return found[0], f"{of}(.{found[0]}) = {of}({self.brought[found[0]]})" if of else (
            f".{found[0]} = {self.brought[found[0]]}"
        )

    def _is_caller(self, phrase: str) -> bool:
        users = self.writer.accounts.users
        return users is not None and same_thing(phrase, users.word)

    def _is_above(self, phrase: str) -> bool:
        """Whether it is what the row above is called."""
        above = [each for each in self.holding.parents if each.field in self.links]
        kept = [self.writer.kept.of(each.name) for each in above]
        return any(each is not None and same_thing(phrase, each.word) for each in kept)
