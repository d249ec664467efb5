"""Rules among the words about a route that its effect does not hold to.

The nearer of two nets. It asks while readings of a route compete, and of its rules alone, for a
reading that passes over fewer of them is the better one. What is left of a document is asked for
by `documents.unheard`, once there is a service: clauses of no route, and those without the words
of a rule. A clause is heard for both if the result is another one without it, or (where other
words say the same) with it alone than with nothing said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.documents.aliases import by_field_names
from beliefs.spec.documents.claiming import HOLDS_ANYHOW
from beliefs.spec.documents.clauses import clauses
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.facts import facts
from beliefs.spec.documents.forming import held_text
from beliefs.spec.documents.jotting import jotted_body
from beliefs.spec.documents.omitting import held_silent
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.supposing import spoken_body
from beliefs.spec.documents.words import plain, plural, singular
from beliefs.spec.inferring.effects import effect_lines
from beliefs.spec.inferring.held import held_anyhow
from beliefs.spec.inferring.rules.itemised import within
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.service import Unknown
from beliefs.spec.whom import people_told

Reading: TypeAlias = Callable[[Writer, Route], list[str] | None]
RULE = re.compile(
    r"(?i)\b(must|nobody|no one|cannot|can't|may not|only|never|at most|no more than|limited|"
    r"at least|expires?|"
    r"shares?|frees|becomes?|promot\w+|moves? up|is kept|are kept|as few as|derived|left out|"
    r"given back|no longer|loses?|its \w+ (?:is|are) (?:removed|"
    r"cleared|reset|taken away|dropped|lost|emptied)|more than what)\b"
)
_FIRST = re.compile(  # rows come in the order in which they were made: the oldest first
    r"(?i)\b(?:(?:(?!(?:old|earli|requ|gu|t|r|inter|cont)est\b)[a-z]+est|most|worst)"
    r"(?: [\w-]+){0,3} first|(?:sorted|ordered) by|alphabetical\w*)\b"
)


def rules(writer: Writer, route: Route, lines: list[str], reading: Reading = effect_lines) -> None:
    """Say which rules among the words about a route its effect does not hold to.

    Those that every such effect holds to are said to be so, that no other net lists them.
    """
    quiet = replace(writer, said=lambda _: None, unknown=lambda _: None, stated=[])
    for sentence in re.split(r"(?<=[.;!?])\s+", route.words):
        # What stands in brackets is said of fields, and records are shown.
        outside = re.sub(r"\([^)]*\)|\{[^{}]*\}", "", sentence)
        told = RULE.search(outside) or any(people_told(sentence))
        if not told or _of_fields(writer, route, sentence):
            continue
        if not _lets_in(writer, route) and _heard(quiet, route, sentence, lines, reading):
            continue
        bare = sentence.rstrip(".;!?")
        if held_anyhow(writer, route, sentence, lines):
            writer.unknown(Unknown("narrative", bare, route.source, HOLDS_ANYHOW))
        else:
            writer.unknown(Unknown("material", bare, route.source, "nothing built holds to it"))


def _heard(writer: Writer, route: Route, sentence: str, lines: list[str], reading: Reading) -> bool:
    """Whether another effect is inferred without a sentence, or with it alone than with none."""
    bare = sentence.rstrip(".;!?")
    folded = _folds(bare)
    without = replace(
        route,
        words=route.words.replace(sentence, ""),
        replies=tuple(
            replace(each, words="") if each.words and each.words.rstrip(".") in bare else each
            for each in route.replies
        ),
        faults=tuple(
            replace(each, words="") if each.words and _folds(each.words) in folded else each
            for each in route.faults
        ),
    )
    if _written(writer, without, reading) != lines:
        return True
    silent = tuple(replace(each, words="") for each in route.replies)
    unsaid = tuple(replace(each, words="") for each in route.faults)
    alone, none = (
        replace(route, words=text, replies=silent, faults=unsaid) for text in (sentence, "")
    )
    return _written(writer, alone, reading) != _written(writer, none, reading)


def order(writer: Writer, route: Route, lines: list[str]) -> None:
    """Say which order of a list its effect does not have."""
    found = re.compile(
        r"let \w+ = first\([A-Z]\w*\[where [^\[\]]*\]\)"
    )  # the row that a path names
    text = "\n".join(each for each in lines if not found.fullmatch(each))
    told = f"{route.words}. {route.good.words if route.good else ''}"
    if any(re.search(r"(?i)sort|order", each.name) for each in route.params):
        return  # by whatever is asked for
    if route.method != "GET" or re.search(r"\bby \.|\b(?:first|last|tallied)\(", text):
        return
    for sentence in re.split(r"(?<=[.;!?])\s+", told):
        if _FIRST.search(re.sub(r"\{[^{}]*\}", "", sentence)) and _lists(text):
            bare = sentence.rstrip(".;!? ")
            writer.unknown(Unknown("material", bare, route.source, "nothing is sorted so"))


def _lists(text: str) -> bool:
    """Whether an effect answers with rows."""
    return bool(re.search(r"\banswer \d+ [^\n]*(?:each\(|[A-Z]\w*\[|\b[A-Z]\w+\b|found)", text))


def _written(writer: Writer, route: Route, reading: Reading) -> list[str]:
    return [*writer.role(route), *(reading(writer, route) or ())]


def _folds(words: str) -> str:
    return re.sub(r"\W+", "", words)


def _lets_in(writer: Writer, route: Route) -> bool:
    return route in {writer.accounts.login, writer.accounts.register, writer.accounts.logout}


def _of_fields(writer: Writer, route: Route, sentence: str) -> bool:
    """Whether all that a sentence rules is what single fields may be, which inputs hold to."""
    if spoken_body(sentence) is not None or jotted_body(sentence) is not None:
        return True
    parts = route.body.properties if route.body else ()
    if any(held_text(sentence, each.name, each.shape.type) for each in parts):
        return True
    usual = [(each.name, each.default) for each in parts]
    usual += [(each.name, each.default) for each in route.params]
    if any(held_silent(sentence, *each) for each in usual):
        return True
    for noun in re.findall(r"(?i)\b(?:of|in) (?:the|its|that|this) (\w+)", sentence):
        if any(same_thing(each.word, noun) for each in writer.kept.holdings):
            return False  # it is about what another row has
    if re.search(r"(?i)\bthan (?:that|those|the (?:one|previous|last))\b|\bearlier\b", sentence):
        return False
    names = {plain(each) for each in (route.body.names if route.body else ())}
    for _, inner in within(route.body):
        names |= {plain(each) for each in (inner.item.names if inner.item else ())}
    names |= {plain(each.name) for each in route.params}
    brought = route.body.names if route.body else ()
    marked = re.sub(rf"(?<![`\w-])({'|'.join(brought) or '$^'})(?![`\w-])", r"`\1`", sentence)
    meant = by_field_names(marked, brought)
    told = [plain(name) for fact in facts(meant) for name in fact.names]
    if re.search(r"(?i)\bbody must (?:have|contain|include)\b", sentence):
        return True
    if re.search(r"(?i)\bmust be [^.]*\bof (?:that|the|this|its)\b", sentence):
        return False
    told = [
        next((one for one in (each, singular(each), plural(each)) if one in names), each)
        for each in told
    ]
    others = [each for each in clauses(sentence) if each.status not in {400, 422}]
    return bool(told) and set(told) <= names and not others
