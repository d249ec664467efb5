"""Sentences in one section that are about others: what a state locks, what lists leave out."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses
from beliefs.spec.documents.contract import Fault, Param, Shape
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.places import Step, steps
from beliefs.spec.documents.words import is_plural, plain, singular, snaked
from beliefs.spec.types import Type

_METHOD = re.compile(r"\b(GET|POST|PUT|PATCH|DELETE)s?\b(?!\s*/)")
_OUT = (
    r"\b(?:left out|excluded|hidden|omitted|not (?:shown|listed|included)|"
    r"do(?:es)? not (?:appear|show up))\b"
)
_UNLESS = re.compile(rf"(?i){_OUT}.*\b(?:unless|only with|without)\b[^?]*\?`?(\w+)=(?:true|1)\b")


_DOING = re.compile(
    r"(?i)^(?P<deed>\w+)ing(?: in| for| on| to| at)? (?:an? |the )(?P<state>[\w-]+) "
    r"(?P<thing>\w+) (?:is|gives|answers|fails|→|->)[^.]*\b4\d\d\b"
)


def doing(sentence: str, drafts: list[Draft]) -> list[Draft]:
    """The routes that do something to things in some state: "booking a closed trip is 409"."""
    match = _DOING.match(bare(sentence))
    if match is None or len(match["deed"]) < 3:
        return []
    below = [
        each
        for each in drafts
        if each.method == "POST"
        and len(chain := steps(each.path)) > 1
        and not chain[-1].param
        and plain(singular(snaked(chain[-2].name))) == plain(match["thing"])
    ]
    stem = plain(match["deed"])[:6]
    named = [each for each in below if plain(steps(each.path)[-1].name).startswith(stem)]
    many = [each for each in below if is_plural(steps(each.path)[-1].name)]
    return named or (many if len(many) == 1 else [])  # tours are joined by making tickets


def of_others(sentence: str, here: list[Draft]) -> bool:
    """Whether a sentence in the section of some routes is about others alone."""
    if _DOING.match(bare(sentence)) and not doing(sentence, here):
        return True
    methods = {each.method for each in here}
    if _UNLESS.search(bare(sentence)) and "GET" not in methods:
        return True
    named = set(_METHOD.findall(bare(sentence)))
    failing = any(each.status >= 400 for each in clauses(sentence))
    return failing and bool(named) and not named & methods


def hidden(sentence: str, drafts: list[Draft]) -> bool:
    """Rows that lists leave out unless a parameter asks for them; whether a sentence says so."""
    match = _UNLESS.search(bare(sentence))
    lists = [each for each in drafts if each.method == "GET" and _lists(steps(each.path))]
    if match is None or not lists:
        return False
    small = plain(bare(sentence))
    spoken = [each for each in lists if _named(each, bare(sentence))]
    found = [each for each in spoken if _searches(each)] if "search" in small else []
    if "list" in small or not found:
        found += [each for each in spoken if not _searches(each)]
    only = re.search(r"(?i)\bonly\b", bare(sentence)[match.end() :])
    said = "" if only else "includes them too"
    for draft in found:
        kind = Shape(Type("boolean"), words=said)
        draft.params[match[1]] = Param(match[1], "query", kind, default="false")
    return bool(found)


def _lists(chain: tuple[Step, ...]) -> bool:
    return bool(chain) and not chain[-1].param


def _searches(draft: Draft) -> bool:
    return plain(steps(draft.path)[-1].name) in {"search", "find", "query"}


def _named(draft: Draft, sentence: str) -> bool:
    """Whether a list may be meant: its things are named, or no things of other lists are."""
    noun = singular(snaked(steps(draft.path)[0].name)).replace("_", " ")
    return bool(re.search(rf"(?i)\b{re.escape(noun)}", sentence)) or not re.match(
        r"(?i)\W*(?:an? |the )?\w+ \w+ (?:are|is)\b", sentence
    )


def locked(sentence: str, drafts: list[Draft]) -> list[tuple[Draft, Fault]]:
    """Deeds that fail on rows in some state: "a PUT or a revert on them gives 423"."""
    failing = [each for each in clauses(sentence) if each.status >= 400]
    named = set(_METHOD.findall(bare(sentence)))
    if not failing or not named or len(failing) > 1:
        return []
    one = failing[0]
    fault = Fault(one.status, one.code, one.words, "", one.message, one.body)
    found = []
    for draft in drafts:
        chain = steps(draft.path)
        item = len(chain) == 1 and bool(chain[-1].param) and draft.method in named
        deed = len(chain) > 1 and not chain[-1].param and draft.method != "GET"
        verb = re.escape(snaked(chain[-1].name).rstrip("e")) if chain else ""
        if item or (deed and re.search(rf"(?i)\b{verb}(?:e|s|es|ed|ing)?\b", _deeds(sentence))):
            found.append((draft, fault))
    return found


def _deeds(sentence: str) -> str:
    """The part of a sentence that names what is done: what stands around the first method."""
    sentence = bare(sentence)
    match = _METHOD.search(sentence)
    return sentence[max(0, match.start() - 30) :] if match else ""
