"""The tests that a project brings along: a conversation with it, step by step.

The steps come from interpreting the Spec, not from running the code, so that they can be wrong
about the code. Where an answer has something in it that nobody can foretell, only its status is
held to.
"""

from __future__ import annotations

import json
import pprint
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from beliefs.build.targets import target
from beliefs.judge.examination import Examination
from beliefs.judge.pretender import Pretender, Way
from beliefs.judge.sampling import PlainSampler

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from beliefs.judge.asking import Request
    from beliefs.judge.oracle import Got
    from beliefs.spec.service import Spec

_MOST_STEPS = 40
_READS = ("GET", "WEBSOCKET")

_Step: TypeAlias = tuple[str, str, Any, int, Any] | tuple[()]

_HEAD = '''"""What the service is asked, and what it must answer, step by step."""

from __future__ import annotations

from typing import Any

from {module} import {client}

# Method, path with query, JSON body, status, answer (Ellipsis where it cannot be foretold).
'''

_TAIL = '''

def test_the_service_answers_as_agreed(client: {client}) -> None:
    """Ask every step in order; each rests on what the ones before it left behind."""
    for method, path, body, status, answer in STEPS:
        got = {asked}
        assert got.status_code == status, (method, path, body, got.text)
        if answer is not ...:
            assert {read} == answer, (method, path, body)


def test_the_service_says_that_it_is_up(client: {client}) -> None:
    """Health needs nothing."""
    assert client.get("/health").status_code == 200
'''


@dataclass(slots=True)
class _Recorder:
    """Passes requests on to a pretender, and keeps those that a test can repeat."""

    pretender: Pretender
    steps: list[tuple[Request, Got]] = field(default_factory=list)
    over: bool = False

    def ask(self, request: Request) -> Got:
        got = self.pretender.ask(request)
        if not self.over:
            self.steps.append((request, got))
        return got

    def together(self, requests: Sequence[Request]) -> list[Got]:
        """A test asks one thing after the other: it repeats what was asked until then."""
        self.over = True
        return self.pretender.together(requests)

    def restart(self) -> None:
        """Nothing to do."""

    def shift(self, seconds: float) -> None:
        """A test cannot let time pass: it repeats what was asked until then."""
        self.pretender.shift(seconds)
        self.over = True


def tests_file(spec: Spec) -> str:
    """`tests/test_api.py`: the conversation as code."""
    # Two services that differ in clock, tokens and luck: what both answer alike is foretold.
    one, other = recorded(spec, 1e9, first), recorded(spec, 1.5e9, _last)
    steps = [_step(*told) for told in zip(one, other, strict=False)]
    text = pprint.pformat(_repeatable(steps)[:_MOST_STEPS], width=96, sort_dicts=False)
    words = target(spec)
    module, client = words.CLIENT
    asked, read = words.ASKED
    head = _HEAD.format(module=module, client=client)
    tail = _TAIL.format(client=client, asked=asked, read=read)
    return f"{head}STEPS: list[tuple[str, str, Any, int, Any]] = {text}\n{tail}"


def first(ways: Sequence[Way]) -> Way:
    """The first of the ways in which a request may be answered."""
    return ways[0]


def _last(ways: Sequence[Way]) -> Way:
    return ways[-1]


def recorded(
    spec: Spec, moment: float, luck: Callable[[Sequence[Way]], Way]
) -> list[tuple[Request, Got]]:
    """A conversation with a service that is its Spec: what is asked, and what it answers."""
    recorder = _Recorder(Pretender(spec, clock=lambda: moment, choose=luck))
    Examination(
        spec, recorder, walk=0, clock=lambda: moment, sampling=PlainSampler, addresses=()
    ).run()
    return recorder.steps


def _repeatable(steps: list[_Step | None]) -> list[_Step]:
    """The steps up to the first write that a test could not repeat; reads of that kind go out."""
    kept: list[_Step] = []
    for step in steps:
        if step is None:
            break
        if step:
            kept.append(step)
    return kept


class _Dots:
    """Prints as an ellipsis."""

    def __repr__(self) -> str:
        return "..."


def _step(one: tuple[Request, Got], other: tuple[Request, Got]) -> _Step | None:
    """A step; empty for a read, None for a write, that another service would not repeat."""
    request, got = one
    plain = not (request.headers or request.form or request.files or request.text is not None)
    if request != other[0] or got.status != other[1].status or not plain:
        return () if request.method in _READS or got.status >= 400 else None
    query = "&".join(f"{name}={value}" for name, value in request.query)
    path = f"{request.path}?{query}" if query else request.path
    is_json = (
        got.headers.get("content-type") == "application/json" and got.status < 400 and got.body
    )
    foretold = is_json and got.body == other[1].body
    return (
        request.method,
        path,
        request.json,
        got.status,
        json.loads(got.body) if foretold else _Dots(),
    )
