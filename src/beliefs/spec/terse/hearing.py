"""What a goal says, while behaviours take out of it what they are about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Line, Request, Topic
from beliefs.spec.brief.kinds import row_name
from beliefs.spec.brief.names import row_of
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.numbers import MANY, counted
from beliefs.spec.service import Assumption
from beliefs.spec.understanding.words import plural, singular

_READ = ("POST", "GET", "GET {id}")
ROWS = (*_READ, "PATCH {id}", "DELETE {id}")
KEPT = (*_READ, "PATCH {id}")  # what other rows belong to is not dropped from under them


@dataclass(slots=True)
class Heard:
    """A goal, what was claimed of it, and what was made up."""

    brief: Brief
    claimed: list[Request] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)

    def sentences(self) -> Iterator[Said]:
        """Every sentence, those about all first."""
        yield from self.brief.said
        for request in (*self.brief.requests, *self.claimed):
            yield from request.said

    @property
    def whole(self) -> str:
        """All that is said, as it stood, with the requests that are named."""
        return " ".join(dict.fromkeys(self._pieces()))

    def _pieces(self) -> Iterator[str]:
        yield self.brief.title
        for one in self.sentences():
            yield one.whole
        for each in (*self.brief.requests, *self.claimed):
            yield f"{each.method} {each.path}"

    def has(self, pattern: str) -> re.Match[str] | None:
        """The first place that fits, in what is left of any sentence."""
        return next((found for one in self.sentences() if (found := one.has(pattern))), None)

    def take(self, *patterns: str) -> re.Match[str] | None:
        """The first place that fits one of these; all such places are taken out."""
        first: re.Match[str] | None = None
        for pattern in patterns:
            for one in self.sentences():
                while (found := one.take(pattern)) is not None:
                    first = first or found
        return first

    def named(self, methods: str, tail: str, *, below: str = "") -> Request | None:
        """A request that nobody claimed yet, by its method and by the end of its path."""
        for each in self.brief.requests:
            if not re.fullmatch(methods, each.method) or not each.path.startswith(below):
                continue
            if re.fullmatch(tail, each.path.rsplit("/", 1)[-1].lower()):
                return each
        return None

    def claim(self, request: Request) -> Request:
        """Take a request over: what it does is written by whoever claims it."""
        if request in self.brief.requests:
            self.brief.requests.remove(request)
            self.claimed.append(request)
        return request

    def suppose(self, method: str, path: str, about: str = "") -> Request:
        """A request, made up where the goal names none such."""
        found = self.brief.request(method, path)
        if found is None:
            found = next((x for x in self.claimed if (x.method, x.path) == (method, path)), None)
        if found is not None:
            return found
        made = Request(method, path, "")
        self.brief.requests.append(made)
        if about:
            self.assume(about, f"{method} {path}")
        return made

    def assume(self, about: str, chosen: str) -> None:
        """Say what was chosen where the goal is silent."""
        self.assumptions.append(Assumption(about, chosen))

    def rows(self, path: str, deeds: tuple[str, ...] = ROWS) -> None:
        """The usual requests for rows at a path, those that the goal does not name made up."""
        param = self.key(path)
        made = []
        for deed in deeds:
            method, _, item = deed.partition(" ")
            where = f"{path}/{{{param}}}" if item else path
            if self.brief.request(method, where) is None:
                self.brief.requests.append(Request(method, where, ""))
                made.append(f"{method} {where}")
        if made:
            self.assume(f"what can be done with {path.rsplit('/', 1)[-1]}", ", ".join(made))

    def key(self, path: str) -> str:
        """What the key of a row is called in paths below a collection."""
        for each in (*self.brief.requests, *self.claimed):
            found = re.match(rf"{re.escape(path)}/\{{(\w+)\}}", each.path)
            if found is not None:
                return str(found[1])
        return "id"

    def collection(self, noun: str) -> str:
        """The path of the rows that a noun stands for."""
        wanted = plural(singular(noun.lower())).replace(" ", "-")
        for each in (*self.brief.requests, *self.claimed):
            parts = each.path.split("/")
            for at, part in enumerate(parts):
                if part.lower() == wanted and not any("{" in x for x in parts[:at]):
                    return "/".join(parts[: at + 1])
        return f"/{wanted}"

    def fields(self, noun: str, named: tuple[str, ...]) -> None:
        """Have rows keep these where nothing is said of what they have."""
        self.brief.topics.append(
            Topic(noun, "", [Line(each, Said(each, "", whole=each)) for each in named])
        )

    def sets(self, path: str, *names: str) -> None:
        """Have rows at a path show values that the service sets: lists can narrow by them."""
        words = "a text, set by the service"
        noun = path.rsplit("/", 1)[-1].replace("-", " ")
        lines = [Line(each, Said(words, "", whole=words)) for each in names]
        self.brief.topics.append(Topic(noun, "", lines))

    def told(self, noun: str) -> list[str]:
        """The names that sentences or requests say rows of a noun have."""
        found: list[str] = []
        one = singular(noun.lower())
        for said in self.sentences():
            match = said.has(
                rf"\b(?:{re.escape(one)}|{re.escape(plural(one))})\b(?: (?:all )?(?:with|have|has|"
                r"having|contain|contains)|:|(?= \()) ?\(?(?=[a-z])"
            )
            if match is not None:
                found += [x.name for x in row_of(said.text, match.end())[0]]
        making = self.brief.request("POST", self.collection(noun))
        for said in making.said if making is not None else ():
            for mark in re.findall(r"⟦\d+⟧", said.text):
                found += said.sketch(mark).names
            match = said.has(rf"{GAP}[\s:-]*(?:(?:with|takes|needs|has)\b|(?=\()) ?\(?(?=[a-z])")
            if match is not None:
                found += [x.name for x in row_of(said.text, match.end())[0]]
        for topic in self.brief.topics:
            if singular(topic.name.lower().strip(":. ")) == one:
                found += [line.name for line in topic.lines]
        found += [line.name for line in making.lines] if making is not None else []
        return list(dict.fromkeys(found))

    def status(self, about: str, otherwise: int = 0) -> int:
        """The status that is stated for what words are about."""
        gives = r"(?:\(|\b(?:is|are|gives?|gets?|returns?|answers?|with)\b|->|:|=|,|¦|\ban?\b|\s)*"
        when = r"(?:for|when|if|on|unless|otherwise)?"
        for pattern in (
            rf"(?:{about})[^;.¦()]*?{gives}\b(?P<s>4\d\d)\b\)?",
            rf"\(?(?P<s>4\d\d)\b {when} ?[^;.¦()]*?(?:{about})[^;.,¦()]*\)?",
        ):
            if (found := self.take(pattern)) is not None:
                return int(found["s"])
        return otherwise

    def many(self, *patterns: str) -> int:
        """How many a phrase says, as `n` of its pattern; 0 where none of them is there."""
        for pattern in patterns:
            if (found := self.take(pattern.replace("MANY", f"(?P<n>{MANY})"))) is not None:
                return counted(found["n"])
        return 0


def entity_at(path: str) -> str:
    """The entity whose rows are at a path."""
    return row_name(path.rstrip("/").rsplit("/", 1)[-1])


def above(path: str) -> str:
    """The collection that a path begins with: that of the row that it names.

    >>> above("/api/tasks/{id}/complete")
    '/api/tasks'
    """
    return path.split("/{", 1)[0]
