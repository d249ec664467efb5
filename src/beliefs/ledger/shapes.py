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
from beliefs.ledger.fold import NOTES, ROLES, Claim, evidence_of
from beliefs.ledger.scopes import MOVES, TOOLS
from beliefs.ledger.text import clean, clean_name

Check = Callable[[Any], bool]

RELATIONS = ("supports", "contradicts", "derived_from", "depends_on")
_MOST_MOMENT = 1 << 62
_LEAST_LOG = -700.0
"""Below it the exponential is no longer a normal double."""


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and clean(value, "text") == value


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and clean_name(value, "a name") == value


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 32 and not value.strip("0123456789abcdef")


def _is_seen(value: Any) -> bool:
    return value == "" or _is_hash(value)


def _is_layer(value: Any) -> bool:
    if value in ("space", TOOLS, MOVES):
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


def _is_lesson(value: Any) -> bool:
    labels, agents, lesson = value["labels"], value["agents"], value["lesson"]
    return (
        value.keys() - {"open"} == {"family", "labels", "agents", "beliefs", "votes", "lesson"}
        and value["family"] in ("binary", "categorical")
        and value.get("open", True) is True
        and all(type(value[count]) is int and value[count] > 0 for count in ("beliefs", "votes"))
        and _each(_is_hash)(labels)
        and _each(_is_name)(agents)
        and len({*labels}) == len(labels) > 1
        and len({*agents}) == len(agents) > 0
        and (value["family"] != "binary" or len(labels) == 2)
        and lesson.keys() == {"labels", "agents", "temper", "models"}
        and [lesson["labels"], lesson["agents"]] == [len(labels), len(agents)]
        and _is_chance(lesson["temper"])
        and len(lesson["models"]) > 0
        and _each(lambda model: _is_model(model, len(labels), len(agents)))(lesson["models"])
    )


def _is_model(value: Any, labels: int, agents: int) -> bool:
    if not _is_chance(value["weight"]) or value["weight"] == 0:
        return False
    if value["kind"] == "coins":
        return value.keys() == {"kind", "weight", "right", "wrong"} and all(
            _are_logs(value[part], agents) for part in ("right", "wrong")
        )
    faces = value["faces"]
    return (
        value["kind"] == "rows"
        and value.keys() == {"kind", "weight", "faces", "priors", "rows"}
        and all(type(face) is int for face in faces)
        and {*faces} == {*range(labels)}
        and _are_logs(value["priors"], len(faces))
        and len(value["rows"]) == agents
        and all(len(of_agent) == len(faces) for of_agent in value["rows"])
        and all(_are_logs(face, labels) for of_agent in value["rows"] for face in of_agent)
    )


def _is_chance(value: Any) -> bool:
    return _is_number(value) and 0 <= value <= 1


def _are_logs(value: Any, count: int) -> bool:
    """Logarithms of that many probabilities above 0."""
    return (
        isinstance(value, list)
        and len(value) == count
        and all(_is_number(one) and _LEAST_LOG <= one <= 0 for one in value)
    )


def _is_ledger(value: Any) -> bool:
    digest, entries = value["digest"], value["entries"]
    is_digest = isinstance(digest, str) and len(digest) == 64 and _is_hash(digest[:32])
    return value.keys() == {"digest", "entries"} and is_digest and type(entries) is int


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
            "role": ROLES.__contains__,
            "reader": _is_name,
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
    "learned": ({**_WHO, "lessons": _each(_is_lesson), "from": _is_ledger}, _REPLACES),
    "setting": (
        _WHO,
        {**_REPLACES, "half_life": _is_duration, "half_lives": _is_half_lives},
    ),
    "relation": (
        {**_WHO, "claim": _is_hash, "relation": RELATIONS.__contains__, "to": _is_hash},
        _CALL,
    ),
    "link": (
        {**_WHO, "claim": _is_hash, "to": _is_hash},
        {**_CALL, **_REPLACES, "denies": _is_true, "hand": _is_true, "score": _is_number},
    ),
    "unlink": ({**_WHO, "claim": _is_hash, "to": _is_hash}, {**_CALL, **_REPLACES}),
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
