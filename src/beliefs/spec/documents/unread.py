"""What is left of the prose of documents, once all that is built is known."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.claiming import claimed, shown_so
from beliefs.spec.documents.clauses import clauses
from beliefs.spec.documents.contract import Contract
from beliefs.spec.documents.words import plain
from beliefs.spec.service import Spec, Unknown


def place_of(source: str, lines: list[str]) -> str:
    """Where a line that was read as the nth of a goal really stands."""
    match = re.fullmatch(r"goal:(\d+)", source)
    return lines[int(match[1]) - 1] if match and 0 < int(match[1]) <= len(lines) else source


def left(
    beside: Spec, lines: list[str], contract: Contract, spec: Spec, *, private: bool
) -> tuple[Unknown, ...]:
    """What nobody understood: words of a goal as they are, a document's prose by its sentences."""
    there = [replace(each, source=place_of(each.source, lines)) for each in beside.unknowns]
    found = [each for each in there if each.source.startswith("goal:")]
    tagged = any("function='tagged'" in repr(each.effect) for each in spec.operations)
    for source, text in contract.prose:
        here = [plain(each.words) for each in there if each.source == source]
        setting = r"(?i)\bport \d+|\bsqlite\b|\bfastapi\b|\bflask\b|json file|in memory|\bpostgres"
        if re.search(setting, text) and len(text.split()) < 24 and not clauses(text):
            continue
        kept_by_all = r"(?i)unknown (?:fields|properties|keys)\b.*\bignored"
        owned = r"(?i)\b(?:nobody|somebody|someone) else|belongs? to the|other (?:users?|members?)"
        if re.search(kept_by_all, text) or (private and re.search(owned, text)):
            continue
        if shown_so(text, spec) or (tagged and re.search(r"(?i)\betag\b(?![^.]*\b4\d\d\b)", text)):
            continue
        if beside.rates and re.search(r"(?i)rate limit|\brequests? (?:per|an?)\b", text):
            continue
        if any(words and words in plain(text) for words in here):
            found.append(unread(source, text, spec))
    return tuple(dict.fromkeys(found))


def unread(source: str, text: str, spec: Spec) -> Unknown:
    """A sentence that nobody understood: a rule, or mere words and what effects do anyhow."""
    rule = re.search(
        r"(?i)\b(must|should|shall|cannot|can't|only|never|always|at most|at least|limit|required?|"
        r"rate limit|unique|expires?|refused|reject\w*|forbidden|allowed|otherwise|unless|may not|"
        r"[45]\d\d|not allowed|no longer|else|exactly|within|ignored|counted|sorted|ordered"
        r"|rounded|"
        r"derived|default\w*|when|if)\b",
        text,
    )
    if rule and not claimed(text, spec):
        return Unknown("material", text, source, "nothing built holds to it")
    return Unknown("narrative", text, source)
