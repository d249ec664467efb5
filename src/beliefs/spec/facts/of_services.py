"""Readers of facts about the service as a whole, and about requests of their own."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.facts.telling import Fact, Reader, one_status, plain
from beliefs.spec.facts.terms import Clause


def _persist(told: Clause) -> Fact | None:
    if told.fields or told.of("number") or told.query or told.json:
        return None
    if "memory" in told.words and not re.search(
        r"\b(?:not|don't|never|only|just|merely)\b", told.text
    ):
        return None
    again = re.search(
        r"restart|reboot|persist|durab|crash|stop|shut|permanent|disk|memory|bounce|launch|kill|"
        r"deploy|"
        r"comes back|outliv|power",
        told.text,
    )
    return Fact("persist") if again and set(told.status) <= {200} else None


def _invalid(told: Clause) -> Fact | None:
    status = one_status(told, {400, 422})
    if status is None or told.fields or told.of("number") or not plain(told) or told.of("entity"):
        return None
    if not re.search(
        r"valid|malformed|garbage|(?:break|violat)\w* the rules|(?:not ok|bad|illegal|wrong|"
        r"incorrect|broken|faulty|improper)(?:[\w ]*) (?:input|data|request|bod|payload|value)|"
        r"input was not ok",
        told.text,
    ):
        return None
    return Fact("invalid", status=status)


def _absent(told: Clause) -> Fact | None:
    status = one_status(told, {404, 410})
    if status is None or told.fields or told.of("number") or told.query or told.texts or told.json:
        return None
    if told.routes or not (told.of("entity") or re.search(r"\bids?\b", told.text)):
        return None
    return Fact("absent", status=status)


def _created_status(told: Clause) -> Fact | None:
    """A status of new rows that is not the usual one."""
    if told.fields or (not told.of("entity") and not told.routes) or told.query or told.json:
        return None
    if any(way[0] != "POST" for way in told.routes) or not set(told.status) <= {200, 201, 202}:
        return None
    wanted = [each for each in told.status if not _denied(told, each)]
    return Fact("created_status", status=wanted[0]) if len(set(wanted)) == 1 else None


def _denied(told: Clause, status: int) -> bool:
    return bool(
        re.search(
            rf"(?i)\b(?:not|no|never|than|instead of|in place of|opposed to|chokes? on|cope with|"
            rf"expect|usual|by|use|"
            rf"know|replace)(?: not)?(?: an?| the)?[ `]+{status}\b(?<!by {status})(?<!use "
            rf"{status})|"
            rf"\bdon't use {status}\b|\bnot by {status}\b|{status}`? (?:is|are) (?:not|replaced)\b",
            told.said,
        )
    )


def _created(told: Clause) -> Fact | None:
    """A moment that the service notes."""
    named = re.findall(
        r"(?<![\w/])`?((?:created|added|inserted)(?:_at|_on|At|On|_date))\b", told.said
    )
    if len(set(named)) != 1 or told.query or told.json or told.of("number"):
        return None
    if not set(told.fields) <= set(named) or not set(told.status) <= {201}:
        return None
    return Fact("created", fields=(named[0],), asked=(named[0],))


def _deletes_all(told: Clause) -> Fact | None:
    """A request that drops all rows."""
    if len(told.routes) != 1 or told.routes[0][0] != "DELETE" or "{" in told.routes[0][1]:
        return None
    status = one_status(told, {200, 204}, 204)
    if told.fields or told.query or told.json or told.of("number") or status is None:
        return None
    every = re.search(
        r"\ball\b|every|whole|entire|wipe|clear|empt|no \w+ (?:is|are) left|complete|collection|"
        r"purge|not a single",
        told.text,
    )
    return Fact("deletes_all", status=status, texts=(told.routes[0][1],)) if every else None


def _count(told: Clause) -> Fact | None:
    """A request that says how many rows there are."""
    if len(told.routes) != 1 or told.routes[0][0] != "GET" or "{" in told.routes[0][1]:
        return None
    shape = (
        re.fullmatch(r"\{\s*\"(\w+)\":\s*(?:\d+|n|N|<[^<>]*>)\s*\}", told.json[0])
        if len(told.json) == 1
        else None
    )
    if shape is None or told.fields or told.query or set(told.status) - {200}:
        return None
    many = re.search(r"how many|number|count", f"{told.text} {told.routes[0][1]}")
    return Fact("count", texts=(shape[1], told.routes[0][1])) if many else None


def _partial(told: Clause) -> Fact | None:
    """A change of some fields that leaves the others as they are."""
    if len(told.routes) != 1 or told.routes[0][0] != "PATCH" or told.json or told.query:
        return None
    if told.fields or told.of("number") or set(told.status) - {200}:
        return None
    some = re.search(
        r"partial|only|\bjust\b|single|one field|the fields|given fields|rest|others?|omitted|"
        r"everything else|solely|individual|"
        r"\bpart\b|(?:some|sent|supplied|unsent|missing|received) fields|fields (?:missing|that|"
        r"you|not|in)|untouched|left out|those",
        told.text,
    )
    return Fact("partial", texts=(told.routes[0][1],)) if some else None


def _error_body(told: Clause) -> Fact | None:
    """The JSON that all errors are told in."""
    if told.fields or told.query or told.routes or told.of("number") or told.status:
        return None
    shape = (
        re.fullmatch(r"\{\s*\"(\w+)\":\s*\"[^\"{}]*\"\s*\}", told.json[0])
        if len(told.json) == 1
        else None
    )
    named = [each for each in told.texts if re.fullmatch(r"[a-z]\w*", each)]
    if shape is None and (told.json or len(set(named)) != 1):
        return None
    if not re.search(r"error|wrong|fail|4xx", told.text):
        return None
    return Fact("error_body", texts=(shape[1] if shape else named[0],))


def _envelope(told: Clause) -> Fact | None:
    """The object that a list is wrapped in, with how many there are."""
    if (
        told.query
        or told.fields
        or set(told.status) - {200}
        or (told.of("number") and not told.json)
    ):
        return None
    if any(way[0] != "GET" or "{" in way[1] for way in told.routes) or len(told.json) > 1:
        return None
    if told.json:
        keys = re.findall(r"\"(\w+)\":\s*(\[|\d+)", told.json[0])
        told_of = re.findall(r"\"(\w+)\":", told.json[0])
        rows = [key for key, value in keys if value == "["]
        many = [key for key, value in keys if value != "["]
        if len(keys) != len(told_of):
            return None
    else:
        named = list(dict.fromkeys(each for each in told.texts if re.fullmatch(r"[a-z]\w*", each)))
        many = [each for each in named if each in _MANY]
        rows = [each for each in named if each not in many]
        if not re.search(r"array|object|under|wrapped", told.text):
            return None
    if len(rows) != 1 or len(many) > 1 or any(each not in _MANY for each in many):
        return None
    return Fact("envelope", texts=(rows[0], *many))


_MANY = frozenset({"total", "count", "total_count", "size", "number"})


def _key(told: Clause) -> Fact | None:
    """A header that has to hold what a variable of the environment holds."""
    header = set(
        re.findall(r"\b((?:X|Api|Authorization)-[A-Za-z-]+)\b", told.said, flags=re.IGNORECASE)
    )
    variable = set(re.findall(r"\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b", told.said))
    if (
        len({each.lower() for each in header}) != 1
        or len(variable) != 1
        or set(told.status) != {401}
    ):
        return None
    if told.routes or told.query or told.json or told.fields or told.of("number"):
        return None
    return Fact("key", texts=(header.pop(), variable.pop()))


def _port(told: Clause) -> Fact | None:
    numbers = told.of("number") or re.findall(r"localhost:(\d{2,5})", told.said)
    if len(set(numbers)) != 1 or told.fields or (told.of("entity") and told.routes):
        return None
    if not re.search(r"(?i)\bport\b|\blisten|localhost", told.said):
        return None
    number = int(numbers[0]) if numbers[0].isdigit() else 0
    return Fact("port", numbers=(number,)) if 0 < number < 65536 else None


def _base(told: Clause) -> Fact | None:
    if len(set(told.paths)) < 1 or told.query or told.json or told.fields or told.of("number"):
        return None
    path = min(told.paths, key=len).rstrip("/")
    if any(not each.startswith(path) for each in told.paths) or told.routes or "{" in path:
        return None
    return Fact("base", texts=(path,))


READERS: dict[str, Reader] = {
    "persist": _persist,
    "invalid": _invalid,
    "absent": _absent,
    "created_status": _created_status,
    "created": _created,
    "deletes_all": _deletes_all,
    "count": _count,
    "partial": _partial,
    "error_body": _error_body,
    "envelope": _envelope,
    "key": _key,
    "port": _port,
    "base": _base,
}
