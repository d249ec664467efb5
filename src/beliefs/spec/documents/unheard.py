"""Sentences of a document that nothing was made of.

A reader that looks for what it knows passes over the rest and does not notice. So each sentence
with words that stand nowhere else is left out in turn and the document is read again: where the
service stays the same, the sentence was not heard, and is listed; unless other words say the same:
then it brings, where nothing else is said, something that the service has.

The wider of two nets. The rules of single routes were asked for by `inferring.unruled` already,
while their readings competed, and what that one listed, or found to hold anyhow, is not asked for
again. This one also sees what stands outside routes, and what has none of the words of a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from beliefs.errors import BeliefsError
from beliefs.spec import patterns as re
from beliefs.spec.documents.claiming import HOLDS_ANYHOW, claimed
from beliefs.spec.documents.clauses import bare, sentences
from beliefs.spec.documents.loading import load
from beliefs.spec.documents.markdown.blocks import blocks
from beliefs.spec.documents.markdown.drafts import ROUTE
from beliefs.spec.documents.unread import unread
from beliefs.spec.documents.words import plain, singular, words
from beliefs.spec.failures import Way
from beliefs.spec.service import Spec, Unknown

_LEAST = 4  # words of a sentence; shorter ones are labels, unless they end like one
_WHY = "nothing that is built changes by it; it may hold anyhow"
_UNFIT = re.compile(
    r"(?i)\b(?:in)?valid\b|\bmalformed\b|\bmissing\b|\bwrong (?:type|input)|\bbad (?:input|request)"
)
_DEEDS = re.compile(
    r"(?i)\b(?:headers?|gets?|receives?|sends?|is sent|notif\w+|e-?mail\w*|logs?|logged|written|"
    r"publish\w*|"
    r"translat\w*|convert\w*|stored|trimm?\w*|strip\w*|dropp?\w*|archiv\w*|copie[ds]|charg\w*|"
    r"pinned|hidden|masked|encrypt\w*|sort\w*|count\w*|starts?|stops?|becomes?|moves?|marks?)\b"
)


# What answers so is a rule of this service, and of no other.
_REFUSED = re.compile(r"(?<![\d.])4(?:0[239]|1[0237]|2[39])\b")
_SHORTEST = 3  # words of a clause of running text that says a rule, if it has no number
# Words of every day that no service holds to by itself.
_WORKED_OUT = re.compile(
    r"(?i)\b(?:number of|how (?:many|often|much)|counts?|totals?|sums?|averages?|per|at most|"
    r"at least|only|once(?! the| an?\b| it)|never|highest|lowest|newest|oldest|latest|longest|"
    r"shortest|sorted|ordered)\b"
)
_SHOWN = re.compile(r"(?i)\b(?:like|such as|for example|e\.g\.?)\W*$")  # an example says the same
_AMOUNT = re.compile(r"(?<![\d.])(?![1-5]\d\d\b)\d+")


def unheard_in_goal(
    name: str,
    text: str,
    spec: Spec,
    read: Callable[[str], Spec],
    doubted: frozenset[str] = frozenset(),
) -> Spec:
    """The Spec of running sentences that were laid out, with what changes nothing of it.

    A goal says everything once and in few words, many of which hold anyhow. What it says with a
    status that no service has by itself does not, nor what it says with words of its own, nor what
    another reading of it, which accounts for every word, made nothing of (`doubted`).
    """
    known = _vocabulary(spec) | _values(core(spec))
    clauses = dict.fromkeys(_clauses(text))
    told = [
        each
        for each in clauses
        if any(_within(words, each) for words in doubted)
        or (
            (_tells(each) or not known.issuperset(_stems(each, numbers=True)))
            and not claimed(each, spec)
        )
    ]
    return _left_out(name, _Document(text, tuple(clauses), read), spec, told)


def _tells(sentence: str) -> bool:
    """Whether a sentence says what holds of this service only, in whatever words."""
    return bool(_REFUSED.search(sentence) or _WORKED_OUT.search(sentence))


def _within(words: str, clause: str) -> bool:
    """Whether words stand in a clause."""
    return plain(words) in plain(bare(clause))


def unheard(kind: str, name: str, text: str, spec: Spec, read: Callable[[str], Spec]) -> Spec:
    """The Spec with the sentences that change nothing of it; `read` reads the document again."""
    known = _vocabulary(spec)
    spoken = Counter(_stems(text))
    told = dict.fromkeys(_openapi(text) if kind == "openapi" else _markdown(text))
    doubtful = [each for each in told if _strange(each, known, spoken)]
    spec = replace(spec, unknowns=tuple(_weighed(each, known) for each in spec.unknowns))
    return _left_out(name, _Document(text, tuple(told), read), spec, doubtful)


# What a list is said to be, or not to show, is asked for wherever it stands.
_ASKED = re.compile(
    r"(?i)\b(?:(?:can|may) be (?:filtered|sorted|searched)|paginated|(?:are|is|stay) hidden|per "
    r"page|"
    r"comes? (?:back )?\w+ first|(?:marks?|sets?) (?:it|them) (?:as )?\w+)\b"
)


def _weighed(unknown: Unknown, known: set[str]) -> Unknown:
    """What speaks of what is kept, and says how it is to be, is no mere story."""
    said = _ASKED.search(unknown.words) and known & set(_stems(unknown.words))
    if unknown.rank != "narrative" or not said:
        return unknown
    return replace(unknown, rank="material", why=_WHY)


class _Document(NamedTuple):
    """A text, what it says besides its routes and shapes, and what reads it again."""

    text: str
    sentences: tuple[str, ...]
    read: Callable[[str], Spec]

    def core(self, text: str) -> Spec | None:
        """What a service does by a text; None where it cannot be read."""
        try:
            return core(self.read(text))
        except BeliefsError:
            return None

    def place(self, sentence: str) -> re.Match[str] | None:
        """Where a sentence stands."""
        return re.search(r"\s+".join(map(re.escape, sentence.split())), self.text)

    def silent(self, but: re.Match[str] | None = None) -> str:
        """The text without all that it says, but for one sentence."""
        text = self.text
        for each in filter(None, map(self.place, self.sentences)):
            if but is None or each.end() <= but.start() or but.end() <= each.start():
                text = _blank(text, each, re.sub(r"[^\n]", " ", each[0]))
        return text


def _left_out(name: str, document: _Document, spec: Spec, told: list[str]) -> Spec:
    """The Spec with those sentences without which the document says the same."""
    listed = [plain(each.words) for each in spec.unknowns]
    doubtful = [each for each in told if not _listed(each, listed) and not _by_table(each, spec)]
    if not doubtful:
        return spec
    again = document.read(document.text)
    held = [plain(each.words) for each in again.unknowns if each.why == HOLDS_ANYHOW]
    whole = core(again)
    unheard: list[tuple[str, re.Match[str]]] = []
    for sentence in [part for each in doubtful for part in _unheld(each, held)]:
        match = document.place(sentence)
        if match and any(document.core(rest) == whole for rest in _without(document.text, match)):
            unheard.append((sentence, match))
    none = document.core(document.silent()) if unheard else None
    found = [
        _ranked(f"{name}:{document.text.count(chr(10), 0, match.start()) + 1}", sentence, spec)
        for sentence, match in unheard
        if not _brings(sentence, none, document.core(document.silent(match)), whole)
    ]
    return replace(spec, unknowns=(*spec.unknowns, *found))


def _brings(sentence: str, none: Spec | None, alone: Spec | None, whole: Spec) -> bool:
    """Whether what a sentence brings where nothing else is said, and its numbers, are built."""
    if none is None or alone is None:
        return False
    brought = _parts(alone) - _parts(none)
    if not _UNFIT.search(sentence):
        brought.discard(repr(alone.failures))  # its status is not what it says
    return (
        bool(brought) and brought <= _parts(whole) and _values(whole).issuperset(_numbers(sentence))
    )


def _parts(spec: Spec) -> set[str]:
    """What a service is made of, piece by piece."""
    fields_ = {f"{each.name} {one!r}" for each in spec.entities for one in each.fields}
    done = {f"{each.name} {one!r}" for each in spec.operations for one in each.effect}
    failing = {f"{each.name} {one!r}" for each in spec.operations for one in each.failures}
    return {*fields_, *done, *failing, repr(spec.failures)}


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def _ranked(source: str, told: str, spec: Spec) -> Unknown:
    sentence = bare(told)
    if claimed(sentence, spec):
        return Unknown("narrative", sentence, source, HOLDS_ANYHOW)
    made = unread(source, sentence, spec)
    doing = _DEEDS.search(sentence) or _WORKED_OUT.search(sentence) or _AMOUNT.search(sentence)
    rank = "material" if made.rank == "material" or doing else made.rank
    return replace(made, rank=rank, why=_WHY if rank == "material" else "")


# Words about failures that every service has, and how it answers them.
_TABLE: tuple[tuple[re.Pattern[str], Way], ...] = (
    (re.compile(r"(?i)\bmalformed\b|\b(?:bad|invalid|wrong) (?:input|bod|data)"), "malformed"),
    (re.compile(r"(?i)\bmissing\b|\bleft out\b"), "missing"),
    (
        re.compile(r"(?i)\bwithout (?:it|one|a valid)\b|\bneeds?\b.*\b(?:or|otherwise|else)\b"),
        "unauthenticated",
    ),
)


def _by_table(sentence: str, spec: Spec) -> bool:
    """Whether a sentence says no more than how the service answers such failures anyhow.

    Who asks for what is not there is told so by every service.
    """
    stated = [int(each) for each in re.findall(r"\b[45]\d\d\b", sentence)]
    ways: list[Way] = ["absent", *(way for told, way in _TABLE if told.search(sentence))]
    return bool(stated) and {*stated} <= {spec.failures.of(way).status for way in ways}


def _without(text: str, match: re.Match[str]) -> Iterator[str]:
    """The text without a sentence, or with nothing left of it but its status.

    Every line stays where it is.
    """
    lines = "\n" * match[0].count("\n")
    yield _blank(text, match, lines)
    status = re.search(r"\b4(?:00|22)\b", match[0])
    if status and not _UNFIT.search(match[0]):
        yield _blank(text, match, f"Invalid input is {status[0]}.{lines}")


def _blank(text: str, match: re.Match[str], instead: str) -> str:
    return f"{text[: match.start()]}{instead}{text[match.end() :]}"


def core(spec: Spec) -> Spec:
    """What a service does, without the words that say so and where they stand."""
    operations = tuple(replace(each, summary="", source="") for each in spec.operations)
    return replace(
        spec, name="", title="", summary="", operations=operations, unknowns=(), assumptions=()
    )


def _markdown(text: str) -> Iterator[str]:
    for block in blocks(text):
        cells = [cell for row in block.rows[1:] for cell in row] if block.kind == "table" else []
        for each in cells or ([block.text] if block.kind in {"text", "bullet"} else []):
            yield from _sentences(each)


def _clauses(text: str) -> Iterator[str]:
    """What is said in running words, also in a few of them."""
    for block in blocks(text):
        for each in sentences(" ".join(block.text.split())) if block.kind == "text" else ():
            long = len(each.split()) >= _SHORTEST or _AMOUNT.search(each)
            shown = _SHOWN.search(each) or "{" in each
            if long and not ROUTE.search(f" {each}") and not shown:
                yield each


def _openapi(text: str) -> Iterator[str]:
    yield from (each for told in _described(load(text).data) for each in _sentences(told))


def _described(data: Any) -> Iterator[str]:
    """What stands under `description` and `summary`, wherever it is."""
    if isinstance(data, list):
        for each in data:
            yield from _described(each)
    for name, each in data.items() if isinstance(data, dict) else ():
        if name in {"description", "summary"} and isinstance(each, str):
            yield each
        else:
            yield from _described(each)


def _sentences(text: str) -> Iterator[str]:
    for each in sentences(" ".join(text.split())):
        if _says(each) and not ROUTE.search(f" {each}"):
            yield each


def _says(text: str) -> bool:
    """Whether a text says something, and is no label, and no record that is shown.

    >>> _says("Titles rhyme."), _says("Request body"), _says('{"a": 1}'), _says("a {b} must rhyme")
    (True, False, False, True)
    """
    told = re.findall(r"[A-Za-z][\w'’-]*", re.sub(r"\{.*\}|`[^`]*`", " ", text))
    if "{" in text:
        return len(told) >= _SHORTEST
    many = len(text.split())
    return many >= _LEAST or (
        many > 1 and len(told) > 1 and text.rstrip("*_`").endswith((".", "!"))
    )


def _listed(sentence: str, listed: list[str]) -> bool:
    said = plain(bare(sentence))
    return any(said in each or (each and each in said) for each in listed)


def _unheld(sentence: str, held: list[str]) -> list[str]:
    """A sentence, or what is left of it without what holds anyhow."""
    parts = re.split(r"(?<=[;!?])\s+", sentence)
    rest = [each for each in parts if not any(plain(bare(each)) in told for told in held)]
    return [each for each in rest if len(each.split()) >= _LEAST] if rest != parts else [sentence]


def _strange(sentence: str, known: set[str], spoken: Counter[str]) -> bool:
    """Whether a sentence has a word of its own: no name of this service, and none of any service.

    What is said elsewhere too may be heard there.
    """
    here = Counter(_stems(re.sub(r"`[^`]*`", " ", sentence)))
    return any(each not in known and spoken[each] == many for each, many in here.items())


def _stems(text: str, *, numbers: bool = False) -> list[str]:
    found = re.findall(r"[A-Za-z][A-Za-z'’-]+", text)
    return [_stem(each) for each in (*found, *(_numbers(text) if numbers else ()))]


def _stem(word: str) -> str:
    return singular(word.lower().removesuffix("'s").removesuffix("’s"))


def _vocabulary(spec: Spec) -> set[str]:
    names = [each.name for each in spec.entities]
    names += [field.name for each in spec.entities for field in each.fields]
    names += [given.name for each in spec.operations for given in each.inputs]
    names += re.findall(r"\w+", " ".join(each.path for each in spec.operations))
    return {_stem(part) for name in names for part in words(name)} | _usual()


def _values(part: Any) -> set[str]:
    """The words and numbers that a part of a Spec holds as its values."""
    if is_dataclass(part):
        return {word for each in fields(part) for word in _values(getattr(part, each.name))}
    if isinstance(part, (tuple, list)):
        return {word for each in part for word in _values(each)}
    return {*_stems(str(part), numbers=True)}


@cache
def _usual() -> frozenset[str]:
    """What any service does, and the words that this is told with."""
    told = (files(__package__) / "usual_words.txt").read_text(encoding="utf-8").split()
    return frozenset({*told, *(_stem(each) for each in told)})
