"""What a goal says in so many words, and a Spec says nothing of: whoever read it lost it.

Readers account for words, and a word may be used up by something else than what it means. Some
words mean one thing wherever they stand: a status that must be answered, an address that callers
are told apart by, a difference between versions. A Spec in which there is none of it is not what
was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from beliefs.spec import notation
from beliefs.spec.effects import Answer, Effect, For, Guard, If
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec, Unknown

_SENTENCES = re.compile(r"(?<=[.;!?])\s+|\n+")
# "404", where it stands as a status does, and is no amount of anything.
_STATUS = re.compile(
    r"(?<![\w.,:/$€£#-])(4(?:0[0-9]|1[0-8]|2[2-9]))(?![\w%]|[.,:/-]\d| (?:px|pixels?|characters?|"
    r"chars|letters|items|rows|bytes|[kKmMg]i?B|words|ms|seconds?|minutes?|hours?|days|grams?|km|"
    r"euros?|dollars|entries|results|requests|times)\b)"
)
_NEAR = re.compile(
    r"(?i)\b(?:answers?|returns?|gives?|gets?|is|are|be|with|status(?: code)?|code|yields?|fails?|"
    r"refused?|rejected?|responds?|else|otherwise|or|then|a|an|→|->|=>|=|:|\()\s*$|[→>=(:]\s*$"
)
_BY_ADDRESS = re.compile(
    r"(?i)\b(?:per|by|each|every|same|one|an|from|unique|distinct) (?:client |remote |caller )?"
    r"IP(?:[- ]?address(?:es)?)?\b|\bIP[- ]based\b|\bonce (?:per|from) [^.;]{0,12}\bIP\b"
)
_ONCE = re.compile(
    r"(?i)\b(?:one|once|only|single|twice|again|second|unique|already|same|at most)\b"
)
# "through `wc -l`", "with the program pandoc", "runs the external command sort".
_RUNS = re.compile(
    r"(?i)\b(?:through|pip\w+|runs?|executes?|invokes?)\b[^.;`]{0,40}`([a-z][\w.+-]*)(?: [^`/]*)?`"
    r"|\b(?:with|by|via|through|using|runs?|calls?) (?:the |an? )?(?:external |other |outside )?"
    r"(?:program|command|binary|executable|command[- ]line tool) [`\"']?([a-z][\w.+-]+)"
    r"|\b(?:with|by|via|through|using)\b[^.;`]{0,12}`?\b([a-z][\w+]*) -[a-z]\b"
)
_NO_PROGRAM = frozenset(
    "that which named called and to for in is on of with a the".split()  # noqa: SIM905
)
_HAVING = re.compile(
    r"(?:^|: )([A-Za-z]{3,}s) (?:with|have) (?!the|that|this|no|only|any)(?:an? )?[a-z]"
)
_DIFFERS = re.compile(r"(?i)diff|compar|changes")
_ENOUGH = 3  # words: less of a sentence does not tell what of it is lost
_COMPARES = re.compile(r"(?i)\bdiffs?\b|\bdifferences? between\b[^.;]{0,30}\bversions?\b")


def kept(text: str, spec: Spec) -> Spec:
    """The Spec, with every promise of the goal that nothing keeps told as not understood.

    >>> from beliefs.spec.service import Spec
    >>> [each.words for each in kept("GET /a. Old ones are 410.", Spec("a", "A", "")).unknowns]
    ['Old ones are 410.']
    """
    told = [_bare(each.words) for each in spec.unknowns if each.rank != "narrative"]
    found = tuple(each for each in _lost(text, spec) if not _listed(_bare(each.words), told))
    return replace(spec, unknowns=(*spec.unknowns, *found)) if found else spec


def _lost(text: str, spec: Spec) -> Iterator[Unknown]:
    possible = {*_always(spec), *(each for one in spec.operations for each in statuses(spec, one))}
    effects = "\n".join(notation.write(each.effect) for each in spec.operations)
    compared = "diff(" in effects or any(_DIFFERS.search(each.path) for each in spec.operations)
    at = 0
    for said in _SENTENCES.split(text):
        source = f"goal:{text.count(chr(10), 0, text.find(said, at)) + 1}"
        at = max(text.find(said, at), at)
        words = said.strip()
        for status in _stated(words):
            if status not in possible:
                yield Unknown("material", words, source, f"no request answers {status}")
                break
        by_address = _BY_ADDRESS.search(words) and _ONCE.search(words)
        if by_address and not spec.rates and "caller()" not in effects:
            why = "rows do not know the address of who asks; say what callers name themselves by"
            yield Unknown("blocking", words, source, why)
        if _COMPARES.search(words) and not compared:
            yield Unknown("material", words, source, "no request compares two versions")
        if (program := _program(words)) and f'"{program}"' not in effects:
            yield Unknown("blocking", words, source, f"no request runs {program}")
        if (thing := _unkept(words, spec)) is not None:
            yield Unknown("blocking", words, source, f"nothing is kept that is called {thing}")


def _unkept(words: str, spec: Spec) -> str | None:
    """A thing that a sentence begins with and says the fields of, and that nothing keeps."""
    told = _HAVING.search(words)
    if told is None or not spec.operations or not all(each.effect for each in spec.operations):
        return None  # what is not understood says so itself
    name = told[1].lower()
    known = {each.plural.lower() for each in spec.entities}
    known |= {each.name.lower() for entity in spec.entities for each in entity.fields}
    said = any(name in each or each in name for each in known)
    return None if said else told[1]


def _program(words: str) -> str:
    """The program that a sentence wants run, by its name."""
    told = _RUNS.search(words)
    name = next((each for each in told.groups() if each), "") if told else ""
    return "" if name.lower() in _NO_PROGRAM else name.rstrip(".")


def _stated(words: str) -> list[int]:
    return [int(each[1]) for each in _STATUS.finditer(words) if _NEAR.search(words[: each.start()])]


def _always(spec: Spec) -> set[int]:
    """What any request may be answered with: no such path, too much of something."""
    none, other = spec.failures.of("no_route"), spec.failures.of("not_allowed")
    found = {none.status, other.status, spec.failures.of("malformed").status}
    found |= {spec.failures.of("rate").status} if spec.rates else set()
    return found | ({spec.failures.of("too_large").status} if spec.largest else set())


def statuses(spec: Spec, operation: Operation) -> set[int]:
    """What an operation may be answered with."""
    found = stated_statuses(spec, operation, operation.effect)
    if operation.inputs:
        for way in ("missing", "wrong_type", "out_of_range", "unknown_choice", "unsupported_type"):
            found.add(spec.failures.of(way, operation.failures).status)
    if operation.needs:
        found.add(spec.failures.of("unauthenticated", operation.failures).status)
        found.add(spec.failures.of("forbidden", operation.failures).status)
    return found


def stated_statuses(spec: Spec, operation: Operation, effect: Effect) -> set[int]:
    """The statuses that the statements of an effect answer with."""
    found: set[int] = set()
    for statement in effect:
        match statement:
            case Answer(status):
                found.add(status)
            case Guard(failure=way):
                found.add(spec.failures.of(way, operation.failures).status)  # type: ignore[arg-type]
            case If(then=then, otherwise=otherwise):
                found |= stated_statuses(spec, operation, (*then, *otherwise))
            case For(body=body):
                found |= stated_statuses(spec, operation, body)
            case _:
                pass
    return found


def _listed(sentence: str, told: list[str]) -> bool:
    """Whether it is said already that a sentence, or more than a word of it, is not understood."""
    parts = [each for each in told if each in sentence and len(each.split()) >= _ENOUGH]
    return bool(parts) or any(sentence in each for each in told)


def _bare(words: str) -> str:
    return re.sub(r"\W+", " ", words).strip().lower()
