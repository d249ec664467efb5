"""What is left of the prose of documents, once all that is built is known."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import notation
from beliefs.spec import patterns as re
from beliefs.spec.documents.claiming import claimed
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
    for source, text in contract.prose:
        here = [plain(each.words) for each in there if each.source == source]
        setting = r"(?i)\bport \d+|\bsqlite\b|\bfastapi\b|\bflask\b|json file|in memory|\bpostgres"
        if re.search(setting, text) and len(text.split()) < 24 and not clauses(text):
            continue
        kept_by_all = r"(?i)unknown (?:fields|properties|keys)\b.*\bignored"
        owned = r"(?i)\b(?:nobody|somebody|someone) else|belongs? to the|other (?:users?|members?)"
        if re.search(kept_by_all, text) or (private and re.search(owned, text)):
            continue
        if _rounds(spec, text) or _rendered(spec, text):
            continue
        if beside.rates and re.search(r"(?i)rate limit|\brequests? (?:per|an?)\b", text):
            continue
        if any(words and words in plain(text) for words in here):
            found.append(unread(source, text, spec))
    return tuple(dict.fromkeys(found))


def _rendered(spec: Spec, text: str) -> bool:
    """Whether a sentence says what pages of Markdown, or tags of rows, are anyhow."""
    effects = " ".join(notation.write(each.effect) for each in spec.operations)
    page = r"(?i)\b(?:headings?|bold|italic|paragraphs?)\b|\braw html\b|<script>"
    if "markdown(" in effects and re.search(page, text):
        return True
    if "html(" in effects and re.search(r"(?i)\bescap(?:e|ed|ing)\b", text):
        return True
    free = r"(?i)\bwithout (?:an? )?if-match\b[^.]*\b(?:wins|overwrit\w+|replaces|no check)"
    shows = r"\betag\b(?![^.]*\b4\d\d\b)"
    return "tagged(" in effects and bool(re.search(f"{free}|{shows}", text))


_DIGITS = {"one": 1, "two": 2, "three": 3}


def _rounds(spec: Spec, text: str) -> bool:
    """Whether a value that is told to be rounded is, wherever it is worked out."""
    told = re.match(
        r"(?i)(?:the )?`?(\w+)`? (?:is|are) (?:always )?rounded to (?:the )?(?:nearest )?"
        r"(?:(whole number|integer)|(\d|one|two|three) (?:decimal|digit|place)s?)",
        text,
    )
    if told is None:
        return False
    digits = 0 if told[2] else _DIGITS.get(told[3].lower()) or int(told[3])
    rounded = rf"\bround\([^\n]*, {digits}\)" + ("" if digits else r"|\bfloor\(")
    effects = [notation.write(each.effect) for each in spec.operations]
    named = rf"\b{re.escape(told[1])}: "
    return any(re.search(named, each) and re.search(rounded, each) for each in effects)


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
