"""The shape of each kind of entry, for entries that come from outside.

What this package writes has been checked on its way in. An export may have been cut, edited or
made by something else, and one bad entry would spoil the fold of everything after it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from beliefs.errors import InvalidInput
from beliefs.kernel.evidence import MOST_STRENGTH, STRENGTHS, checked
from beliefs.ledger.entries import Body
from beliefs.ledger.fold import NOTES, Claim, evidence_of
from beliefs.ledger.text import clean, clean_name

Check = Callable[[Any], bool]

RELATIONS = ("supports", "contradicts", "derived_from", "depends_on")
_MOST_MOMENT = 1 << 62


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and clean(value, "text") == value


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and clean_name(value, "a name") == value


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 32 and not value.strip("0123456789abcdef")


def _is_seen(value: Any) -> bool:
    return value == "" or _is_hash(value)


def _is_layer(value: Any) -> bool:
    if value == "space":
        return True
    kind, _, name = value.partition(":")
    return kind in ("agent", "thread") and _is_name(name)


def _is_moment(value: Any) -> bool:
    return type(value) is int and abs(value) < _MOST_MOMENT


def _is_duration(value: Any) -> bool:
    return type(value) is int and 0 < value < _MOST_MOMENT


def _is_number(value: Any) -> bool:
    return type(value) is float


def _is_true(value: Any) -> bool:
    return value is True


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool) or _is_number(value) or _is_name(value)


def _is_override(value: Any) -> bool:
    confidence, strength, lock = value
    checked("confidence", confidence, 0.0, 1.0)
    checked("strength", strength, 2.0**-64, MOST_STRENGTH)
    return isinstance(lock, bool)


def _is_target(value: Any) -> bool:
    kind, name = value
    return isinstance(value, list) and kind in ("agent", "source") and _is_name(name)


def _is_place(value: Any) -> bool:
    layer, generation = value
    return isinstance(value, list) and _is_layer(layer) and _is_seen(generation)


def _is_half_lives(value: Any) -> bool:
    return all(kind in STRENGTHS and _is_duration(time) for kind, time in value.items())


def _each(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(check(item) for item in value)


_WHO: dict[str, Check] = {"layer": _is_layer, "agent": _is_name}
_CALL: dict[str, Check] = {"key": _is_hash, "call": _is_hash, "mark": _is_hash}
_SEEN: dict[str, Check] = {**_CALL, "epoch": _is_hash, "generation": _is_hash}
_CLOSING: dict[str, Check] = {**_WHO, "claim": _is_hash, "closes": _each(_is_place)}
_REASON: dict[str, Check] = {**_CALL, "reason": _is_text}
_REPLACES: dict[str, Check] = {"replaces": _each(_is_hash)}

# Kind: the fields it must have, and those it may have.
_SHAPES: dict[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "contribution": (
        {**_WHO, "claim": _is_hash},
        {
            **_SEEN,
            "confidence": _is_number,
            "choice": _is_name,
            "value": _is_number,
            "stdev": _is_number,
            "strength": _is_number,
            "reliability": _is_number,
            "refutes": _is_true,
            "pinned": _is_true,
            "among": _each(_is_name),
            "type": STRENGTHS.__contains__,
            "source": _is_name,
            "origin": _is_name,
            "quote": _is_text,
            "reference": _is_text,
            "observed": _is_moment,
            "premises": _each(_is_hash),
        },
    ),
    **{kind: ({**_WHO, "claim": _is_hash}, _SEEN) for kind in NOTES},
    "retraction": (_CLOSING, _REASON),
    "removal": (_CLOSING, _REASON),
    "resolution": (_CLOSING, _REASON),
    "supersession": ({**_CLOSING, "by": _is_hash, "heir": _is_place}, _CALL),
    "erasure": ({**_WHO, "claim": _is_hash, "marks": _each(_is_seen)}, {}),
    "stub": (
        {"layer": _is_layer, "claim": _is_hash, "key": _is_hash, "call": _is_hash},
        {"mark": _is_hash},
    ),
    "reset": ({**_WHO, "epochs": _each(_is_seen)}, {}),
    "outcome": (
        {**_WHO, "claim": _is_hash, "truth": _is_truth},
        {**_CALL, **_REPLACES, "observed": _is_moment, "note": _is_text},
    ),
    "trust": ({**_WHO, "target": _is_target}, {**_REPLACES, "override": _is_override}),
    "setting": (
        _WHO,
        {**_REPLACES, "half_life": _is_duration, "half_lives": _is_half_lives},
    ),
    "relation": (
        {**_WHO, "claim": _is_hash, "relation": RELATIONS.__contains__, "to": _is_hash},
        _CALL,
    ),
}


def check_shape(body: Any, recorded: Any) -> None:
    """Refuse an entry that this package could not have written."""
    if not isinstance(body, dict) or body.get("kind") not in _SHAPES:
        raise InvalidInput("it is of no known kind")
    required, optional = _SHAPES[body["kind"]]
    missing = required.keys() - body.keys()
    if missing:
        raise InvalidInput(f"{min(missing)} is missing")
    if ("key" in body) != ("call" in body):
        raise InvalidInput("key and call go together")
    for name, value in body.items():
        check = required.get(name) or optional.get(name)
        if name != "kind" and (check is None or not check(value)):
            raise InvalidInput(f"{name} is not what it should be")
    if not _is_moment(recorded) or body.get("observed", recorded) > recorded:
        raise InvalidInput("its moments are out of bounds")


def check_claim(body: Body, known: Claim) -> None:
    """Refuse an entry whose claim is of another family."""
    kind, (family, _) = body["kind"], known
    if kind == "contribution" and evidence_of(body).family != family:
        raise InvalidInput(f"evidence of another family for a {family} claim")
    if kind in NOTES and kind != family:
        raise InvalidInput(f"a {kind} about a {family} claim")
    if kind == "outcome" and family != _OUTCOMES[type(body["truth"])]:
        raise InvalidInput(f"an outcome of another family for a {family} claim")


_OUTCOMES = {bool: "binary", str: "categorical", float: "numeric"}
