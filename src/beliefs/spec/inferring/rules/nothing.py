"""Failures of requests that read rows and find none: "404 if there is no reading of this sensor".

What is looked at are the rows that the path names, whatever a query keeps of them: a filter that
nothing passes is an empty list.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plural
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer

_NONE = r"(?:no|not (?:an?|one|any|yet)|without(?: any)?|never|zero|none|nothing|empty)"


def with_something(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """An effect that fails where there is nothing to read, and a document says how."""
    if route.method != "GET" or 404 not in route.statuses or not lines:
        return lines
    reads = next((each for each in lines if re.match(r"let found = |answer \d", each)), "")
    named = re.search(r"\b([A-Z]\w*)(\[where (?P<holds>[^\[\]]*?)(?=, by |, limit |\]))?", reads)
    holding = next((each for each in writer.kept.holdings if named and each.name == named[1]), None)
    if named is None or holding is None or not lines[-1].startswith("answer 2"):
        return lines
    guarded = [each for each in lines if " else absent" in each]
    if any("count(" in each for each in guarded) or not _told(route, holding, known=bool(guarded)):
        return lines
    asked = [writer.name(each.name) for each in route.params if each.place == "query"]
    holds = [
        each
        for each in (named["holds"] or "").split(" and ")
        if each and not re.search(rf"\binput\.(?:{'|'.join(asked) or '$^'})\b", each)
    ]
    if "(" in "".join(holds) and "".join(holds).count("(") != "".join(holds).count(")"):
        return lines
    said = f"There is no {holding.spoken.lower()}"
    way = writer.refuse(route, "absent", said, f"no {holding.word} none never nothing", (404,))
    rows = f"{holding.name}[where {' and '.join(holds)}]" if holds else holding.name
    at = lines.index(reads)
    return [*lines[:at], f"guard count({rows}) > 0 else {way}", *lines[at:]]


def _told(route: Route, holding: Holding, *, known: bool) -> bool:
    """Whether a 404 is told of rows that are not there; of what else, where nothing is `known`."""
    said = [each.words for each in route.faults if each.status == 404]
    said += [each.words for each in route.replies if each.status == 404]
    word = holding.word.replace("_", " ")
    these = rf"(?:{re.escape(word)}|{re.escape(plural(word))}|entr(?:y|ies)|results?|data|values?)"
    none = rf"(?i)\b{_NONE}\b(?! such)[^.;,]*?\b{these}\b|\b(?:nothing|never|empty)\b"
    if any(re.search(none, each) for each in said):
        return True
    return not known and bool(re.search(r"\{\w+\}", route.path))
