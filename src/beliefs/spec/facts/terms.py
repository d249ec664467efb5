"""A sentence as terms: names that are known, numbers, statuses, texts, and other words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.numbers import WORDS
from beliefs.spec.service import Spec
from beliefs.spec.understanding.words import plural, singular

_JSON = re.compile(r"\{\s*\"[^{}]*\}")
_ROUTE = re.compile(
    r"`?\b(GET|POST|PUT|PATCH|DELETE)\b[`\s]+(?:on\s+)?`?(/[\w{}/.-]*[\w}/])(\?[^\s`,;:)]*)?`?"
)
_QUERY = re.compile(r"`?(/[\w/{}-]+)?\?((?:\w+(?:=[\w.…-]*)?)(?:&\w+(?:=[\w.…-]*)?)*)`?")
_QUOTED = re.compile(r"\"([^\"]*)\"|“([^”]*)”|(?<![\w'])'([^']*)'(?!\w)")
_CODE = re.compile(r"`([^`]*)`")
_STATUS = re.compile(
    r"(?i)(?:(?:->|→|=>|:|\() *|\b(?:is|are|be|with|a|an|as|by|give|gives|get|gets|getting|"
    r"return|returns|returning|answer|answers|answered|"
    r"is|status|code|http|error|use|from|plain|by|never|cope with|know|for|say|says|yields?|"
    r"respond|to|of|means?|receive|receives|expect|on|"
    r"not|no|else|otherwise|still|just|than|responds?) +|^|[,;] |/)(?:an? +)?(?:http "
    r"+)?(?:status +)?(?:code +)?"
    r"((?:20[0-6]|40[0-9]|41[0-7]|42[0-9]))\b(?! ?(?:char|digit|letter|book|item|second|word))"
    r"(?: (?:ok|created|no content|bad request|conflict|not found|unauthorized|unprocessable"
    r"(?: (?:entity|content))?)\b)?"
)
_WORD = re.compile(
    r"[a-z_][\w'’-]*|[<>]=?|[≤≥|:]|->|→|=>|!=|(?<![\w.])-?\d+(?:[.,]\d+)*(?![\w])|[,;()+]"
)


_TEENS = ("four", "fif", "six", "seven", "eigh", "nine")
_MANY = (
    WORDS
    | {f"{each}teen": at for at, each in enumerate(_TEENS, 14)}
    | {"thirteen": 13, "forty": 40, "hundred": 100}
)


class Word(NamedTuple):
    """A term: what sort of thing it is, and which."""

    sort: str  # field, entity, number, text, word, sign
    text: str


@dataclass(frozen=True, slots=True)
class Names:
    """What things are called in a Spec: the spellings of entities and of fields."""

    entities: dict[str, str]  # spelling to entity
    fields: dict[str, str]  # spelling to field


@dataclass(slots=True)
class Clause:
    """A sentence, taken apart."""

    said: str
    text: str  # in lower case, without what stands below
    terms: list[Word]
    status: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    routes: list[tuple[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    query: dict[str, str] = field(default_factory=dict)
    json: list[str] = field(default_factory=list)
    known: frozenset[str] = frozenset()  # the fields that there are

    def of(self, sort: str) -> list[str]:
        """The terms of a sort, each once, in their order."""
        return list(dict.fromkeys(each.text for each in self.terms if each.sort == sort))

    @property
    def fields(self) -> list[str]:
        """The fields that it names."""
        return self.of("field")

    @property
    def words(self) -> set[str]:
        """Its words that are no names."""
        return {each.text for each in self.terms if each.sort == "word"}


def names_of(spec: Spec) -> Names:
    """What things are called in a Spec."""
    entities: dict[str, str] = {}
    fields: dict[str, str] = {}
    for each in spec.entities:
        one = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", each.name).lower()
        for spelling in (one, singular(one), plural(one), each.plural.replace("_", " ")):
            entities[spelling] = each.name
        for held in [one for one in each.fields if not one.hidden]:
            spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", held.name).replace("_", " ").lower()
            for spelling in (held.name.lower(), spaced, plural(spaced), f"{spaced}'s"):
                fields.setdefault(spelling, held.name)
    return Names(entities, fields)


# Names in a row: "title, author and year".
_ROW = re.compile(
    r"\b([a-z][a-z_]+)(?=,| and [a-z_]+\b)|(?:,|\band) (?:an? |the )?([a-z][a-z_]+)\b"
)


def told_besides(names: Names, text: str) -> Names:
    """The names that the rest of a goal tells too: what a sentence alone has made up is none."""
    there = text.lower()
    rows = {one or two for one, two in _ROW.findall(there)}
    fields = {each: each for each in rows if each not in names.entities}
    fields |= {f"{plural(each)}": each for each in fields}
    known = {
        spelling: name
        for spelling, name in names.fields.items()
        if re.search(rf"\b{re.escape(spelling)}\b", there) or name.lower() in there
    }
    return Names(names.entities, fields | known)


_STORY = re.compile(
    r"(?i)^as (?:an? |the )?(?:[\w-]+ ){1,3}?,? ?(?:i|we)(?: (?:want|would like|'d like|like|"
    r"wish|need|expect|can|could|get|should|must|may))?(?: to)?\b"
)
_LED = re.compile(
    r"(?i)^(?:oh,? |and |also,? |please,? |ok(?:ay)?,? |then |so |but |plus |finally,? |note:? |"
    r"important:? |could |would )+(?:and |also )?"
)


def clause(said: str, names: Names) -> Clause:
    """A sentence as terms, by the names that are known."""
    text = re.sub(r"^\s*(?:[-*•]|\d+[.)])\s+", "", said).strip()
    found = Clause(said, "", [], known=frozenset(names.fields.values()))

    def json(match: re.Match[str]) -> str:
        found.json.append(match[0])
        return " "

    def route(match: re.Match[str]) -> str:
        found.routes.append((match[1], match[2]))
        _asked(found, (match[3] or "")[1:])
        return " "

    def query(match: re.Match[str]) -> str:
        found.paths += [match[1]] if match[1] else []
        _asked(found, match[2])
        return " "

    def code(match: re.Match[str]) -> str:
        plain = match[1].strip()
        if re.fullmatch(r"\"[^\"]*\"", plain):
            return f" {plain} "
        if re.match(r"/\w|https?://|ids?$", plain):
            return f" {plain} "
        known = plain.lower() in names.fields or plain.lower() in names.entities
        if known or re.fullmatch(r"[\w ]+:?|\d+|[<>]=? ?\d+|\d{3} [\w ]+", plain):
            return (
                f" {plain} " if known or not re.fullmatch(r"[A-Za-z]\w*", plain) else f' "{plain}" '
            )
        found.texts.append(plain)
        return " "

    def quoted(match: re.Match[str]) -> str:
        plain = match[1] or match[2] or match[3] or ""
        if plain.lower() in names.fields:
            return f" {plain} "
        if not plain:
            return " empty "
        found.texts.append(plain)
        return f" \x00{len(found.texts) - 1}\x00 "

    text = _JSON.sub(json, text)
    text = _ROUTE.sub(route, text)
    text = _QUERY.sub(query, text)
    text = _CODE.sub(code, text)
    text = _QUOTED.sub(quoted, text)
    text = re.sub(r"\b[45]xx\b", "error", text.strip(), flags=re.IGNORECASE)
    text = _LED.sub("", _STORY.sub("", text))
    found.paths += re.findall(r"(?<![\w.])/[\w/{}-]+", text)
    text = re.sub(r"(?<![\w.])/[\w/{}-]+", " ", text)

    def status(match: re.Match[str]) -> str:
        found.status.append(int(match[1]))
        return match[0][: match.start(1) - match.start()] + " "

    text = _STATUS.sub(status, text)
    for many, number in _MANY.items():
        if many not in {"one", "two"}:
            text = re.sub(rf"(?i)\b{many}\b(?!-)", str(number), text)
    text = " ".join(text.lower().replace("’", "'").split())
    found.text = text
    found.terms = list(_terms(text, names))
    return found


def _asked(found: Clause, query: str) -> None:
    for part in query.split("&"):
        name, _, sample = part.partition("=")
        if name:
            found.query[name] = sample.strip(".…")


def _terms(text: str, names: Names) -> Iterable[Word]:
    """The terms of a text, the longest names first."""
    spaced = sorted((e for e in {**names.fields, **names.entities} if " " in e), key=len)
    for name in reversed(spaced):
        text = re.sub(rf"\b{re.escape(name)}\b", name.replace(" ", "\x01"), text)
    for each in re.finditer(rf"\x00\d+\x00|(?:[a-z_][\w'-]*\x01)+[\w'-]+|{_WORD.pattern}", text):
        word = each[0].replace("\x01", " ")
        plain = word.removesuffix("'s")
        if word in names.fields or plain in names.fields:
            yield Word("field", names.fields.get(word) or names.fields[plain])
        elif word in names.entities or plain in names.entities:
            yield Word("entity", names.entities.get(word) or names.entities[plain])
        elif word.startswith("\x00"):
            yield Word("text", word)
        elif re.fullmatch(r"-?\d+(?:[.,]\d+)*", word):
            yield Word("number", word.replace(",", ""))
        elif re.fullmatch(r"[a-z_][\w'-]*", word):
            yield Word("word", word)
        else:
            yield Word("sign", word)
