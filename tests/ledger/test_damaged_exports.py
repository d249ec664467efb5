"""An export comes from outside: whatever is wrong with it, it is refused whole or does no harm."""

from __future__ import annotations

import copy
import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from beliefs import Beliefs, BeliefsError, InvalidInput
from tests.ledger.places import (
    DAY,
    SECOND,
    START,
    Clock,
    assert_sentence,
    id_of,
    refused,
    seen,
    sound,
    unclear,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def author(clock: Clock) -> Beliefs:
    """A ledger with entries of every kind."""
    b = Beliefs(":memory:", clock=clock)
    warm = id_of(b, "The cache is warm", confidence=0.8, source="logs", idempotency_key="k1")
    clock.now += SECOND
    fast = id_of(b, "Requests are fast", depends_on=[warm], observed=START, quote="very")
    region = id_of(b, "Serving region", choice="eu", among=["eu", "us"], reliability=0.9)
    b.add("p99 latency, ms", value=130, stdev=10, origin="one report", pinned=True)
    b.add("The cache is hot", supersedes=warm, refutes=True, evidence_type="measurement")
    b.retract(fast, "measured again", idempotency_key="k2")
    clock.now += SECOND
    b.remove(region, "wrong")
    b.outcome(warm, truth=True, note="checked")
    b.outcome(warm, truth=False)
    b.trust.set(agent="agent", confidence=0.5, lock=True)
    b.trust.unset(agent="agent")
    b.settings.set(half_life=DAY, by_type={"measurement": DAY})
    b.relate(warm, "supports", fast)
    b.resolve(b.goal("Ship it").changes[0].belief_id, "shipped")
    b.gap("Who is on call?")
    b.with_thread("one").add("In a thread")
    b.with_thread("one").reset()
    secret = id_of(b, "A secret", idempotency_key="k3")
    b.erase(secret)
    b.add("A secret")
    assert sound(b)
    return b


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return author(Clock()).export().splitlines()


@pytest.fixture
def reader(b: Beliefs) -> Beliefs:
    b.add("Already here", idempotency_key="k1")
    return b


def test_a_whole_export_is_taken(reader: Beliefs, lines: list[str], tmp_path: Path) -> None:
    kinds = {json.loads(line).get("entry", {}).get("kind") for line in lines}
    assert len(kinds - {None}) == 14
    assert reader.merge(lines).added == len(lines) - lines_of_claims(lines) - 1
    (tmp_path / "export.jsonl").write_text("\n".join(lines))
    assert reader.merge(tmp_path / "export.jsonl").added == 0
    assert reader.merge("\n".join([*lines, "", " "])).added == 0
    assert sound(reader)


def lines_of_claims(lines: list[str]) -> int:
    return sum("family" in json.loads(line) for line in lines)


# Files


def test_what_is_no_export(reader: Beliefs, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "text").write_text("hello\n")
    (tmp_path / "latin").write_bytes('{"beliefs":1,"entries":1}\n{"claim":"é"}'.encode("latin-1"))
    wrong: list[Any] = [
        tmp_path / "missing", tmp_path, tmp_path / "empty", tmp_path / "binary",
        tmp_path / "text", tmp_path / "latin", str(tmp_path / "missing"), "", "{", "{}", "[]",
        [], [""], ["hello"], ["{}"], ["[]"], ["null"], ["5"], ['"text"'], [5], [None], [b"{}"],
        5, None, b"{}", object(), "a\0b", "a\ud800b",
        ['{"beliefs":2,"entries":0}'], ['{"beliefs":"1","entries":0}'], ['{"beliefs":1}'],
        ['{"beliefs":1,"entries":"many"}'], ['{"beliefs":1,"entries":null}'],
        ['{"beliefs":1,"entries":1}'], ['{"beliefs":1,"entries":-1}'],
        ['{"beliefs":1,"entries":1e400}'], ["[" * 100_000],
        ['{"beliefs":1,"entries":' + "9" * 5_000],
    ]  # fmt: skip
    before = seen(reader)
    problems = {}
    for number, one in enumerate(wrong):
        name = f"{number}: {one!r}"[:60]
        try:
            reader.merge(one)
        except BeliefsError as error:
            problems[name] = unclear(error, advice=False)
        except Exception as error:  # noqa: BLE001 - whatever else it is, it is the finding
            problems[name] = f"{type(error).__name__}: {error}"
        else:
            problems[name] = "accepted"
    assert {name: problem for name, problem in problems.items() if problem} == {}
    assert seen(reader) == before


@pytest.mark.parametrize("missing", ["header", "a claim", "an entry", "the end"])
def test_an_export_that_is_not_whole(reader: Beliefs, lines: list[str], missing: str) -> None:
    claims = lines_of_claims(lines)
    left = {
        "header": lines[1:],
        "a claim": lines[:1] + lines[2:],
        "an entry": lines[: claims + 3] + lines[claims + 4 :],
        "the end": [*lines[:-1], lines[-1][: len(lines[-1]) // 2]],
    }[missing]
    before = seen(reader)
    with pytest.raises(InvalidInput) as caught:
        reader.merge(left)
    assert_sentence(caught.value)
    assert seen(reader) == before


def test_a_number_that_changed_on_the_way_is_noticed(reader: Beliefs, lines: list[str]) -> None:
    """The first line carries the digest of the rest, so that this can be seen."""
    changed = [line.replace('"confidence":0.8', '"confidence":0.9') for line in lines]
    assert changed != lines
    with refused(InvalidInput, reader):
        reader.merge(changed)


def test_an_export_may_be_in_another_order(reader: Beliefs, lines: list[str]) -> None:
    one, other = Beliefs(":memory:", clock=Clock()), Beliefs(":memory:", clock=Clock())
    one.merge(lines)
    other.merge([lines[0], *reversed(lines[1:])])
    assert one.digest() == other.digest()
    reader.merge([lines[0], *random.Random(1).sample(lines[1:], len(lines) - 1)])
    assert sound(reader)


# Content

OTHERS: list[Any] = [
    None, True, 0, -1, 5, 1.5, 10**400, "", "x", "a\0b", "a\ud800b", "0" * 32, "zz", [], ["x"],
    [[]], {}, {"x": 1}, float("nan"), float("inf"), 2**70, " padded ", "e\u0301", "x" * 70_000,
    "contribution", "erasure", "space", "thread:", [None], ["0" * 32] * 100,
]  # fmt: skip


def places_in(thing: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value where something can be replaced."""
    yield path
    if isinstance(thing, dict):
        for key in thing:
            yield from places_in(thing[key], (*path, key))
    elif isinstance(thing, list):
        for number, item in enumerate(thing):
            yield from places_in(item, (*path, number))


def spoiled(line: str, chance: random.Random) -> str:
    """The line with one thing replaced, left out or added."""
    data = copy.deepcopy(json.loads(line))
    *way, last = chance.choice([path for path in places_in(data) if path])
    inner = data
    for step in way:
        inner = inner[step]
    action = chance.random()
    if action < 0.2:
        del inner[last]
    elif action < 0.3 and isinstance(inner, dict):
        inner["extra"] = chance.choice(OTHERS)
    else:
        inner[last] = chance.choice(OTHERS)
    return json.dumps(data)


def harm_of(b: Beliefs, export: list[str]) -> str | None:
    """Merge an export; say what went wrong, if anything did."""
    digest = b.digest()
    try:
        b.merge(export)
    except BeliefsError as error:
        return unclear(error, advice=False) or (b.digest() != digest and "changed") or None
    except Exception as error:  # noqa: BLE001 - whatever else it is, it is the finding
        return f"{type(error).__name__}: {error}"[:200]
    try:
        problems = b.verify().problems
        seen(b)
        b.with_thread("one").read()
        b.merge(export)
        again = Beliefs(":memory:", clock=Clock())
        again.merge(b)
        if again.digest() != b.digest():
            return "a copy is another ledger"
    except Exception as error:  # noqa: BLE001 - as above
        return f"afterwards {type(error).__name__}: {error}"[:200]
    return str(problems) if problems else None


@pytest.mark.parametrize("seed", range(4))
def test_a_line_that_was_tampered_with(lines: list[str], seed: int) -> None:
    chance = random.Random(seed)
    harms = {}
    for _ in range(300):
        place = chance.randrange(len(lines))
        line = spoiled(lines[place], chance)
        b = Beliefs(":memory:", clock=Clock())
        b.add("Already here", idempotency_key="k1")
        harm = harm_of(b, [*lines[:place], line, *lines[place + 1 :]])
        if harm:
            harms[line[:300]] = harm
    assert harms == {}


def test_every_store_refuses_the_same(reader: Beliefs, lines: list[str]) -> None:
    chance = random.Random(9)
    for _ in range(40):
        place = chance.randrange(len(lines))
        export = [*lines[:place], spoiled(lines[place], chance), *lines[place + 1 :]]
        memory = Beliefs(":memory:", clock=Clock())
        answers = []
        for b in (memory, reader):
            try:
                b.merge(export)
            except BeliefsError as error:
                answers.append(type(error))
            else:
                answers.append(BeliefsError)
        assert answers[0] == answers[1], export[place]
    assert sound(reader)
