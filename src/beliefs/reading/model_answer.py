"""A model's answer, checked: readings for the sentences it got right, a problem for each other.

    answer ──► {1: Reading, 3: Reading}   every field of the right type, within bounds, grounded
           └─► {2: "item 1: …"}           one sentence that a model can correct itself by

What is taken is written as the rule reader writes it, so that both speak of the same belief.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast, get_args

from beliefs.errors import InvalidEvidence, InvalidText, shown
from beliefs.kernel.evidence import STRENGTHS, checked
from beliefs.ledger.text import clean, terms
from beliefs.reading.heard import Heard, Reading, Role
from beliefs.reading.model_cues import attributes, bounds, denies, may_ask, may_deny, may_hedge
from beliefs.reading.model_grounding import content_words, missing
from beliefs.reading.model_number import Unstated, stated
from beliefs.reading.model_prompt import FIELDS, KINDS
from beliefs.reading.negation import positive
from beliefs.reading.wording import tidy

MOST_ITEMS = 8
LONGEST_REASON = 200
_NOBODY = ("unknown", "unspecified", "none", "null", "no", "not")
_ABSENT: tuple[object, ...] = (None, "", [])
"""What models write where they should leave a field out."""


class Checked(NamedTuple):
    """What an answer is good for."""

    readings: dict[int, Reading]
    problems: dict[int, str]


class _Wrong(Exception):
    """One thing that is wrong with one sentence's answer."""


_PROBLEMS = (_Wrong, Unstated, InvalidEvidence, InvalidText)


def check(answer: object, sentences: Mapping[int, str], wanted: Mapping[int, object]) -> Checked:
    """Check an answer about the wanted ones of some numbered sentences.

    >>> said = {1: "The cache is not warm."}
    >>> item = {"kind": "claim", "text": "The cache is warm", "refutes": True}
    >>> check({"sentences": [{"number": 1, "items": [item]}]}, said, said).readings[1].heard
    (Heard(kind='claim', text='The cache is warm', role='claim', refutes=True, ...
    >>> check({"sentences": []}, said, said).problems
    {1: 'it is missing from the answer.'}
    """
    entries = answer.get("sentences") if isinstance(answer, dict) else None
    if not isinstance(entries, list):
        problem = 'the answer is not a JSON object with a list of "sentences".'
        return Checked({}, dict.fromkeys(wanted, problem))
    given: dict[int, list[dict[str, Any]]] = {number: [] for number in wanted}
    for entry in entries:
        number = entry.get("number") if isinstance(entry, dict) else None
        # True is 1 to a dict. A number that was not asked for takes no word from anybody.
        if isinstance(number, int) and not isinstance(number, bool) and number in given:
            given[number].append(entry)
    text = "\n".join(sentences.values())
    found = Checked({}, {})
    for number, several in given.items():
        try:
            found.readings[number] = _reading(several, sentences[number], text)
        except _PROBLEMS as wrong:
            found.problems[number] = str(wrong)
    return found


def _reading(entries: list[dict[str, Any]], sentence: str, text: str) -> Reading:
    if len(entries) != 1:
        raise _Wrong(
            "it is in the answer more than once." if entries else "it is missing from the answer."
        )
    items = entries[0].get("items")
    if not isinstance(items, list) or len(items) > MOST_ITEMS:
        raise _Wrong(f'"items" must be a list of at most {MOST_ITEMS}.')
    if not items:
        why = _words(entries[0], "why") or "the model found nothing said in it"
        return Reading(sentence, why=why[:LONGEST_REASON])
    heard = []
    for place, item in enumerate(items, 1):
        try:
            heard.append(_heard(item, sentence, text))
        except _PROBLEMS as wrong:
            raise _Wrong(f"item {place}: {wrong}") from None
    claims = [one for one in heard if one.kind == "claim"]
    settled = any(one.refutes or one.replaces or one.choice is not None for one in claims)
    if denies(sentence) and len(claims) == len(heard) and not settled:
        raise _Wrong("the sentence denies something, and no item refutes it or is a gap.")
    return Reading(sentence, tuple(dict.fromkeys(heard)))


def _heard(item: object, sentence: str, text: str) -> Heard:
    if not isinstance(item, dict):
        raise _Wrong(f"it must be an object, not {shown(item)}.")
    unknown = [name for name in item if name not in FIELDS]
    if unknown:
        raise _Wrong(f"there is no field {shown(unknown[0])}.")
    given = {name: value for name, value in item.items() if value not in _ABSENT}
    said = _text(given, sentence, text)
    kind = given.get("kind")
    if kind not in KINDS:
        raise _Wrong(f"kind must be one of {', '.join(KINDS)}, not {shown(kind)}.")
    if kind == "gap" and not may_ask(sentence):
        raise _Wrong("the sentence leaves nothing open: it is no gap.")
    if kind in ("goal", "gap"):  # is and ought stay apart: no number moves them
        return Heard(kind, tidy(said))
    if sentence.endswith("?"):
        raise _Wrong("a question claims nothing: it is a gap.")
    if attributes(said):
        raise _Wrong("text must leave out who says so: name them in source.")
    assert kind in get_args(Role)
    said, refutes = _sign(given, said, sentence)
    heard = Heard(
        kind="claim",
        text=tidy(said),
        role=cast("Role", kind),
        refutes=refutes,
        evidence_type=_evidence(given),
        source=_source(given, sentence),
        replaces=_older(given, text),
    )
    return _sized(heard, given, sentence, text)


def _sized(heard: Heard, given: dict[str, Any], sentence: str, text: str) -> Heard:
    """The same with what makes it a choice, a number, or more or less sure."""
    families = [name for name in ("choice", "value", "confidence") if name in given]
    if len(families) > 1:
        raise _Wrong(f"{families[0]} and {families[1]} do not go together: leave one out.")
    if heard.refutes and families and families != ["confidence"]:
        raise _Wrong(f"refutes and {families[0]} do not go together: leave one out.")
    if "choice" in given:
        return heard._replace(**_choice(given, sentence, text))
    if "value" in given:
        if bounds(sentence):
            raise _Wrong("the number is a bound: keep it in text, and leave value out.")
        number = stated(given["value"], _words(given, "unit"), heard.text, sentence)
        return heard._replace(**number._asdict())
    if heard.text.isascii() and len(terms(heard.text)) < 2:
        raise _Wrong("text must be a whole statement, not one word.")
    if "confidence" in given:
        if not may_hedge(sentence):
            raise _Wrong("the sentence does not say how sure it is: leave confidence out.")
        return heard._replace(confidence=checked("confidence", given["confidence"], 0.0, 1.0))
    return heard


def _text(given: dict[str, Any], sentence: str, text: str) -> str:
    said = _words(given, "text")
    words = content_words(said)
    if not words or len(said) > len(text) + 100:
        raise _Wrong("text must be a short statement in the words of the sentence.")
    strange = missing(words, text)
    if len(strange) * 3 > len(words) or any(word.isdecimal() for word in strange):
        raise _Wrong(f"text says {shown(strange[0])}, which the sentence does not.")
    if len(missing(words, sentence)) == len(words):
        raise _Wrong("text is about another sentence.")
    return said


def _sign(given: dict[str, Any], said: str, sentence: str) -> tuple[str, bool]:
    """The positive form of what is said, and whether the sentence denies it."""
    refutes = given.get("refutes", False)
    if not isinstance(refutes, bool):
        raise _Wrong(f"refutes must be true or false, not {shown(refutes)}.")
    if denies(said):
        affirmed = positive(said.rstrip("."))
        text = " ".join(affirmed.words)
        # A small model says no twice, in text and in refutes, and means it once.
        if denies(sentence) and affirmed.denied and content_words(text) and not denies(text):
            return text, True
        raise _Wrong("text must be the positive form, without a word like not; refutes says no.")
    if refutes and not may_deny(sentence, said):
        raise _Wrong("the sentence does not deny text: leave refutes out.")
    return said, refutes


def _choice(given: dict[str, Any], sentence: str, text: str) -> dict[str, Any]:
    choice, among = _named(given, "choice", sentence), given.get("among", [])
    if not isinstance(among, list) or not all(isinstance(one, str) for one in among):
        raise _Wrong(f"among must be a list of strings, not {shown(among)}.")
    named = [clean(one, "an option") for one in among]
    for one in named:
        if not terms(one) or missing(terms(one), text):
            raise _Wrong(f"among has {shown(one)}, which the sentence does not.")
    if named and choice not in named:
        raise _Wrong(f"choice {shown(choice)} must be in among.")
    return {"choice": choice, "among": tuple(dict.fromkeys(named))}


def _evidence(given: dict[str, Any]) -> str:
    evidence = given.get("evidence", "inference")
    if not isinstance(evidence, str) or evidence not in STRENGTHS:
        raise _Wrong(f"evidence must be one of {', '.join(STRENGTHS)}, not {shown(evidence)}.")
    return evidence


def _older(given: dict[str, Any], text: str) -> str | None:
    older = tidy(_words(given, "replaces"))
    words = content_words(older)
    if len(missing(words, text)) * 3 > len(words) or (older and not words):
        raise _Wrong("replaces must be a statement in the words of the sentence.")
    return older or None


def _source(given: dict[str, Any], sentence: str) -> str | None:
    """A name; "unknown", "we" and the sentence itself are how models say that there is none."""
    words = terms(_words(given, "source"))
    if not content_words(" ".join(words)) or len(words) * 2 > len(terms(sentence)):
        return None
    return None if words[0] in _NOBODY else _named(given, "source", sentence)


def _named(given: dict[str, Any], field: str, sentence: str) -> str | None:
    """Something that the sentence names, word for word."""
    name = _words(given, field)
    strange = missing(terms(name), sentence)
    if strange or (name and not terms(name)):
        raise _Wrong(f"{field} {shown(name)} is not in the sentence.")
    return name or None


def _words(given: Mapping[str, Any], field: str) -> str:
    """A field of text, or nothing."""
    value = given.get(field)
    return "" if value in _ABSENT else " ".join(clean(value, field).split())
