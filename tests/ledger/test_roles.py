"""Roles: an assumption, a risk, a decision, an insight is a claim, and counts as one."""

from __future__ import annotations

import pytest

from beliefs import Beliefs, Beta, InvalidInput, Statement
from beliefs.ledger.fold import ROLES
from tests.ledger.places import SECOND, START, Clock, beside, fresh, id_of, refused, sound

LISTED = {"assumption": "assumptions", "risk": "risks", "decision": "decisions"} | {
    "insight": "insights"
}


def claims(b: Beliefs, role: str) -> list[str]:
    return [belief.claim for belief in getattr(b, LISTED[role])()]


def test_every_role_has_its_list() -> None:
    assert set(LISTED) == set(ROLES)


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_listed_and_adds_no_weight(b: Beliefs, role: str) -> None:
    told = id_of(b, "The disk fails", role=role, strength=2)
    plain = id_of(b, "The queue is empty", strength=2)
    assert {other: claims(b, other) for other in ROLES} == {
        other: ["The disk fails"] if other == role else [] for other in ROLES
    }
    assert b.get(told).parameters == b.get(plain).parameters == Beta(3.0, 1.0)
    assert sound(b)


def test_a_claim_may_have_several_roles(b: Beliefs) -> None:
    b.add([Statement("The disk fails", role="risk"), Statement("The disk fails", role="insight")])
    b.add("The disk fails")
    assert claims(b, "risk") == claims(b, "insight") == ["The disk fails"]
    assert b.list()[0].contributions == 3


def test_an_unknown_role_is_refused(b: Beliefs) -> None:
    for role in ("hunch", "claim", "", 5):
        with refused(InvalidInput, b):
            b.add("The disk fails", role=role)  # type: ignore[arg-type]


def test_words_give_roles(b: Beliefs) -> None:
    b.after(
        "There is a risk that the disk fails. We decided to use Postgres. "
        "The key insight is that writes are slow."
    )
    assert claims(b, "risk") == ["The disk fails"]
    assert claims(b, "decision") == ["We decided to use Postgres"]
    assert claims(b, "insight") == ["Writes are slow"]


def test_a_belief_of_several_wordings_is_listed_once(b: Beliefs) -> None:
    b.add(
        [
            Statement("Acme bought Initech", role="risk"),
            Statement("Initech was acquired by Acme", role="risk"),
        ]
    )
    assert len(b.risks()) == 2
    b.link()
    assert len(b.risks()) == 1
    b.retract(b.risks()[0])
    assert b.risks() == []


def test_what_is_closed_is_not_listed(b: Beliefs, clock: Clock) -> None:
    for number, close in enumerate((b.retract, b.remove)):
        close(id_of(b, f"Disk {number} fails", role="risk"))
    old = id_of(b, "Disk 8 fails", role="risk")
    b.add("Disk 9 fails", role="risk", supersedes=old)
    assert claims(b, "risk") == ["Disk 9 fails"]
    clock.now += SECOND
    b.reset()
    assert b.risks() == []


def test_erasing_takes_the_role_along(b: Beliefs) -> None:
    belief = id_of(b, "The disk fails", role="risk")
    b.erase(belief)
    b.add("The disk fails")
    assert b.risks() == []
    assert sound(b)


def test_filters(b: Beliefs, clock: Clock) -> None:
    for number in range(4):
        b.add(f"Disk {number} fails", role="risk")
        clock.now += SECOND
    assert [one.claim for one in b.risks(limit=2)] == ["Disk 0 fails", "Disk 1 fails"]
    since = START + 2 * SECOND
    assert [one.claim for one in b.risks(since=since)] == ["Disk 2 fails", "Disk 3 fails"]
    assert b.risks(limit=0) == []
    with refused(InvalidInput, b):
        b.risks(limit=-1)


def test_a_role_stays_in_its_layer(b: Beliefs) -> None:
    b.add("The disk fails")
    b.with_thread("one").add("The disk fails", role="risk")
    assert b.risks() == []
    assert b.with_thread("two").risks() == []
    assert claims(b.with_thread("one"), "risk") == ["The disk fails"]


def test_roles_travel(b: Beliefs) -> None:
    b.add([Statement("The disk fails", role="risk"), Statement("It is late", role="insight")])
    copy = beside(b, namespace=fresh())
    copy.merge(b.export())
    assert (claims(copy, "risk"), claims(copy, "insight")) == (["The disk fails"], ["It is late"])
    assert sound(copy)
    assert claims(b.at(START), "risk") == ["The disk fails"]
