"""Task queues: rows wait, a worker claims the next one, and what fails is tried again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Request
from beliefs.spec.features.resources import spoken, variable
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec
from beliefs.spec.terse.hearing import Heard, above, entity_at
from beliefs.spec.terse.writing import (
    added,
    brought_as,
    entity,
    operation,
    row,
    set_by_service,
    with_fields,
)
from beliefs.spec.types import Field, Type

_CLAIMS = r"claim|next|lease|pop|take|dequeue|reserve|poll|fetch|acquire|checkout|pull"
_ENDS = r"complete|completed|done|finish|finished|ack|succeed|success"
_FAILS = r"fail|failed|failure|nack|error"
_WAITS, _RUNS = ("pending", "queued", "waiting"), ("running", "claimed", "processing", "leased")
_DONE, _DEAD = ("done", "completed", "finished"), ("failed", "dead")
_THING = r"(?P<noun>tasks?|jobs?|messages?|work items?|items?|orders?|requests?|prints?)"


class _Queue(NamedTuple):
    """The requests of a queue, and how often something is tried."""

    path: str
    claim: Request
    ends: Request | None
    fails: Request | None
    tries: int
    states: tuple[str, str, str, str]
    empty: int
    drops: bool  # what is acknowledged is gone
    ranked: bool  # by priority


def hear(heard: Heard) -> Callable[[Spec], Spec] | None:
    """A queue is where somebody claims the next one."""
    if not re.search(r"(?i)\bqueue|\bworkers?\b|\bclaim", heard.whole):
        return None
    claim = heard.named("POST", _CLAIMS)
    told = heard.has(
        rf"workers? (?:can )?(?:claim|take|pick|lease|poll|fetch|grab|pull)s?(?: up)? (?:the |an? "
        rf")?"
        rf"(?:next|oldest|first)?(?: pending| waiting| open| queued| available)? ?{_THING}?"
    )
    if claim is None and told is None:
        return None
    noun = heard.has(rf"\b(?:claim|adds?|enqueues?|submits?)s? (?:new |an? |the )?{_THING}\b")
    path = above(claim.path).rsplit("/", 1)[0] if claim is not None else ""
    if not path:
        path = heard.collection((noun["noun"] if noun else "") or "task")
    return _queue(heard, path, claim)


def _queue(heard: Heard, path: str, claim: Request | None) -> Callable[[Spec], Spec]:
    whole = heard.whole.lower()
    claim = claim or heard.suppose("POST", f"{path}/claim", "how the next one is claimed")
    item = f"{path}/{{{heard.key(path)}}}"
    ends = heard.named("POST|PUT|PATCH", _ENDS) or heard.suppose(
        "POST", f"{item}/complete", "how a worker says that it is done"
    )
    again = re.search(r"\bretr(?:y|ie)|\btried again|\bfail|\bback (?:in|to|into)\b", whole)
    fails = heard.named("POST|PUT|PATCH", _FAILS) or (
        heard.suppose("POST", f"{item}/fail", "how a worker says that it failed") if again else None
    )
    tries = _tries(heard)
    ended = " ".join(one.text for one in ends.said)
    drops = bool(re.search(r"(?i)\b(?:removes?|deletes?|drops?)\b", ended))
    waits, runs, done, dead = (_spoken(whole, each) for each in (_WAITS, _RUNS, _DONE, _DEAD))
    states = (waits, runs, done, dead)
    empty, ranked = _empty(heard, claim), "priorit" in whole
    queue = _Queue(path, claim, ends, fails, tries, states, empty, drops, ranked)
    for each in (claim, ends, fails):
        if each is not None:
            heard.claim(each)
    if heard.brief.request("POST", path) is None or heard.brief.request("GET", path) is None:
        heard.rows(path, ("POST", "GET", "GET {id}"))
    heard.sets(path, "status")
    _taken(heard)
    return lambda spec: _written(spec, queue)


def _tries(heard: Heard) -> int:
    """How often something is tried; 0 where nothing ends it."""
    again = heard.many(
        r"(?:retried|tried again|retr(?:y|ies))(?: up to|, at most|,| at most| a maximum of)? MANY"
        r"(?: times| retries)?(?: at most)?",
        r"\bMANY retries\b",
    )
    if again:
        return again + 1
    return heard.many(
        r"(?:at most|up to|max(?:imum)?(?: of)?) MANY (?:attempts|tries|times)",
        r"(?:after|within) MANY (?:failed )?(?:attempts|tries|failures|times)(?: (?:it|they) (?:is|"
        r"are|becomes?|goes|turns?) (?:dead|failed|to [\w -]+))?",
        r"MANY (?:attempts|tries|times at most)",
    )


def _empty(heard: Heard, claim: Request) -> int:
    """How a claim is answered where nothing waits."""
    none = r"(?:if|when|while|for) (?:there (?:is|are)|it has|the queue)? ?(?:none|nothing|no \w+|"
    none += r"(?:is )?empty|an empty queue)(?: left| waiting| pending| to do| there)?"
    found = heard.take(rf"\(?(?P<s>[24]\d\d) {none}\)?", rf"{none}[^;.]*?(?P<s>[24]\d\d)\)?")
    if found is None:
        heard.assume(f"what POST {claim.path} answers while nothing waits", "204")
        return 204
    return int(found["s"])


def _spoken(whole: str, names: tuple[str, ...]) -> str:
    return next((each for each in names if re.search(rf"\b{each}\b", whole)), names[0])


def _taken(heard: Heard) -> None:
    """What is said of a queue, which it does."""
    states = "|".join((*_WAITS, *_RUNS, *_DONE, *_DEAD, "successful", "success", "failure"))
    heard.take(
        rf"(?:producers?|clients?) (?:can )?(?:adds?|submits?|enqueues?) (?={_THING})",
        r"\b(?:enqueues?|puts?|adds?|submits?)\b(?: (?:an?|the|new))? ?\w* ?(?:in|into|to|on)? ?"
        r"(?:the "
        r"queue)?",
        r"(?:gives?|hands?)(?: out)?(?: to)?(?: an?| the)?(?: worker)?(?: the)? next(?: one| "
        r"\w+)?(?: "
        r"out)?(?: to (?:an?|the) worker)?",
        rf"(?:workers? )?(?:can )?(?:claim|take|pick|lease|poll|fetch|grab|pull)s?(?: up)? (?:the "
        rf"|an? )"
        rf"?(?:next|oldest|first)(?: one)?(?: (?:{states}|open|available))? ?{_THING}?",
        rf"(?:and )?(?:marks?|reports?)(?: it| them)?(?: as)? (?:{states})(?: or (?:{states}))?",
        r"(?:finish(?:es)?|complet(?:es?|ed)) (?:it|the \w+|one|an? \w+)|puts? (?:it|them|the "
        r"\w+) back"
        r"(?: in(?:to)? the queue)?|removes? (?:it|the \w+)",
        r"(?:an? |the )?(?:failed|failing) \w+ (?:goes|go|is put|are put|returns?|are|is|get|gets)"
        r"(?: back)?(?: (?:in|to|into) the queue)?",
        r"only after it (?:was|is|has been) claimed ?(?:\(?409(?: otherwise)?\)?)?|\b409 "
        r"otherwise\b",
        r"(?:the )?(?:higher|highest) (?:priority )?(?:first|goes first|ones? first)|by priority|"
        r"(?:the "
        r")?(?:oldest|higher priority) first",
        rf"\bworkers?\b|\bqueues?\b|\b(?:{states})\b|\bpriority\b|^\W*(?:and|at most|up to)\W*$",
    )


def _written(spec: Spec, queue: _Queue) -> Spec:
    name = entity_at(queue.path)
    waits, runs, done, dead = queue.states
    has = {each.name for each in entity(spec, name).fields}
    wide = [Field("payload", Type("json"))] if "payload" in has or not has - {"name"} else []
    if queue.ranked:
        wide.append(Field("priority", Type("integer"), required=False, default="0"))
    spec = brought_as(spec, name, *wide)
    choices = (waits, runs) if queue.drops else (waits, runs, done)
    state = Type("string", choices=(*choices, dead) if queue.tries else choices)
    spec = with_fields(
        spec,
        name,
        Field("status", state, required=False, default=json.dumps(waits)),
        Field("attempts", Type("integer"), required=False, default="0"),
        Field("worker", Type("string", nullable=True), required=False),
    )
    start = {"status": json.dumps(waits), "attempts": "0", "worker": "null"}
    spec = set_by_service(spec, name, start)
    return added(spec, *_operations(spec, queue))


def _operations(spec: Spec, queue: _Queue) -> list[Operation]:
    kept = entity(spec, entity_at(queue.path))
    name, one = kept.name, variable(kept)
    waits, runs, done, dead = (json.dumps(each) for each in queue.states)
    said = spoken(kept).lower()
    order = "by .priority down, by .id" if queue.ranked else "by .id"
    nothing = (
        [f"if {one} = null:", "    answer 204"]
        if queue.empty == 204
        else [f'guard {one} != null else absent "No {said} is waiting"']
    )
    running = f'guard {one}.status = {runs} else conflict "The {said} is not {queue.states[1]}"'
    made = [
        operation(
            queue.claim,
            [
                f"let {one} = first({name}[where .status = {waits}, {order}])",
                *nothing,
                (
                    f"patch {name} {one} {{status: {runs}, worker: input.worker, "
                    f"attempts: {one}.attempts + 1}}"
                ),
                f"answer 200 {one}",
            ],
            (Input("worker", "json", Type("string", nullable=True), required=False),),
            f"Claim the next {said}.",
        )
    ]
    key = kept.key.name
    ended = (
        [f"delete {name} where .{key} = {one}.{key}", "answer 204"]
        if queue.drops
        else [f"patch {name} {one} {{status: {done}}}", f"answer 200 {one}"]
    )
    if queue.ends is not None:
        lines = [*row(kept, queue.ends), running, *ended]
        made.append(operation(queue.ends, lines, (), f"Say that one {said} is done.", of=kept))
    if queue.fails is not None:
        after = f"if({one}.attempts < {queue.tries}, {waits}, {dead})" if queue.tries else waits
        back = [f"patch {name} {one} {{status: {after}, worker: null}}", f"answer 200 {one}"]
        lines = [*row(kept, queue.fails), running, *back]
        made.append(operation(queue.fails, lines, (), f"Say that one {said} failed.", of=kept))
    return made
