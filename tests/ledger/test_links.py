"""Links: claims that say the same, or deny each other, are one belief, whichever came first."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import pairwise, permutations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from beliefs import Beliefs, Beta, Cycle, InvalidInput, NotFound, Observation, Statement
from beliefs.ledger.entries import Entry, Fingerprint, canonical, claim_id, subject_of
from beliefs.ledger.linking import AT_ONCE
from tests.ledger.places import DAY, NOBODY, SECOND, START, Clock, beside, fresh, refused, sound

if TYPE_CHECKING:
    from collections.abc import Iterable

WARM, COLD = "The cache is warm", "The cache is cold"
BOUGHT, ACQUIRED = "Acme bought Initech", "Acme acquired Initech"
PASSIVE = "Initech was acquired by Acme"
DEAL = (BOUGHT, ACQUIRED, PASSIVE)
LATER = START + DAY


def id_of(claim: str, family: str = "binary") -> str:
    return claim_id(family, claim).hex()


def named_by(*claims: str) -> str:
    """Return the id of a belief that has these wordings: the smallest of theirs."""
    return min(map(id_of, claims))


def view(b: Beliefs) -> str:
    return b.at(LATER).digest()


def support(b: Beliefs, claim: str) -> tuple[float, float]:
    """Return the evidence for and against one of two wordings that deny each other."""
    belief = b.get(id_of(claim))
    assert isinstance(belief.parameters, Beta)
    amounts = belief.parameters.alpha - 1, belief.parameters.beta - 1
    return amounts if belief.claim == claim else amounts[::-1]


def warm_and_cold(b: Beliefs) -> None:
    b.add([Statement(WARM, agent="scout", strength=3), Statement(COLD, agent="critic")])
    b.link()


# How claims meet


def test_a_claim_and_its_denial_are_one_belief(b: Beliefs) -> None:
    b.after(f"{WARM}.", tool="probe")
    b.after(f"{COLD}.", tool="gauge")
    b.after("The cache is not warm.", tool="census")
    (belief,) = b.list()
    assert belief.id == named_by(WARM, COLD)
    assert support(b, WARM) == (1.0, 2.0)
    assert support(b, COLD) == (2.0, 1.0)
    assert [one.beliefs for one in b.contradictions()] == [(belief.id,)]
    assert sound(b)


def test_conflicting_numbers_are_a_contradiction(b: Beliefs) -> None:
    b.after("The API's p99 latency is 120 ms.", tool="probe")
    b.after("The p99 latency of the API is 300 ms.", tool="gauge")
    (belief,) = b.list()
    assert belief.family == "numeric"
    assert [one.beliefs for one in b.contradictions()] == [(belief.id,)]


def test_conflicting_choices_are_a_contradiction(b: Beliefs) -> None:
    b.after("The server is in Frankfurt, not in Dublin.", tool="probe")
    b.after("The server is in Dublin, not in Frankfurt.", tool="gauge")
    (belief,) = b.list()
    assert belief.family == "categorical"
    assert [one.beliefs for one in b.contradictions()] == [(belief.id,)]


def test_agreeing_wordings_are_no_contradiction(b: Beliefs) -> None:
    for claim in DEAL:
        b.after(f"{claim}.", tool=claim)
    assert len(b.list()) == 1
    assert b.contradictions() == []


@pytest.mark.parametrize("spoken", [(), (0,), (0, 1, 2)], ids=["added", "mixed", "read"])
def test_whichever_comes_first(b: Beliefs, spoken: tuple[int, ...]) -> None:
    views = set()
    for order in permutations(range(3)):
        here = beside(b, namespace=fresh())
        for number in order:
            if number in spoken:
                here.after(f"{DEAL[number]}.", tool=DEAL[number])
            else:
                here.add(DEAL[number], source=DEAL[number], origin=DEAL[number])
        here.link()
        (belief,) = here.list()
        assert (belief.id, belief.evidence) == (named_by(*DEAL), 3.0)
        views.add(view(here))
    assert len(views) == 1


def test_a_claim_stated_directly_is_linked_when_a_text_is_read(b: Beliefs) -> None:
    b.add([BOUGHT, PASSIVE])
    assert len(b.list()) == 2
    b.after("The queue is empty.")
    assert len(b.list()) == 2
    assert b.get(id_of(BOUGHT)) == b.get(id_of(PASSIVE))


def test_linking_again_makes_no_link(b: Beliefs) -> None:
    b.add([*DEAL, WARM, COLD])
    assert b.link() > 0
    before = b.export()
    assert b.link() == 0
    assert b.export() == before


@pytest.mark.parametrize("reading", [True, False], ids=["reading", "linking"])
def test_a_claim_of_the_same_moment_is_not_passed_over(b: Beliefs, *, reading: bool) -> None:
    """A clock may stand still, and a claim's id come before that of one that was looked at."""
    for number in range(12):
        warm, cold = f"The cache of host {number} is warm", f"The cache of host {number} is cold"
        b.after(f"{warm}.")
        b.link()
        b.add(cold)
        if reading:
            b.after("The queue is empty.")
        else:
            b.link()
        assert b.get(id_of(warm)) == b.get(id_of(cold))


def test_every_client_of_a_store_goes_on_where_the_last_one_stopped(kept_url: str) -> None:
    namespace = fresh()
    for claim in (WARM, *DEAL, COLD):
        with Beliefs(kept_url, namespace=namespace) as client:
            client.add("The queue is empty")
            client.after(f"{claim}.", tool="probe")
    with Beliefs(kept_url, namespace=namespace) as client:
        assert len(client.list()) == 3
        assert sound(client)


def test_more_claims_than_are_compared_at_once() -> None:
    b = Beliefs(":memory:", clock=Clock())
    hosts = range(AT_ONCE // 2 + 5)
    b.add([f"The cache of host {n} is warm" for n in hosts])
    b.add([f"The cache of host {n} is cold" for n in hosts])
    assert b.link() == len(hosts)
    assert len(b.list(limit=None)) == len(hosts)
    b.add("The cache of host 0 is not warm")
    b.add("The cache of host 1 is not cold")
    assert b.link() > 0
    assert len(b.list(limit=None)) == len(hosts)


def test_a_link_is_recorded_and_says_how_sure_it_is(b: Beliefs) -> None:
    warm_and_cold(b)
    (link,) = [line for line in b.trace(named_by(WARM, COLD)) if line.action == "link"]
    assert link.details["to"] == max(id_of(WARM), id_of(COLD))
    assert link.details["denies"] is True
    assert 0.8 <= float(str(link.details["score"])) <= 1


def test_the_past_is_as_it_was_before_the_link(b: Beliefs, clock: Clock) -> None:
    b.add([BOUGHT, PASSIVE])
    clock.now += SECOND
    b.link()
    assert len(b.list()) == 1
    assert len(b.at(START).list()) == 2
    assert len(b.at(START + SECOND).list()) == 1


# One belief


def test_any_wording_leads_to_the_belief(b: Beliefs) -> None:
    b.add(DEAL)
    b.link()
    assert {b.get(id_of(claim)).id for claim in DEAL} == {named_by(*DEAL)}
    assert {b.get(id_of(claim)).claim for claim in DEAL} == {min(DEAL, key=id_of)}
    assert len(b.evidence(id_of(BOUGHT))) == 3


def test_lists_and_searches_show_it_once(b: Beliefs) -> None:
    b.add([*DEAL, "Acme is large", "Initech is small", WARM, COLD])
    b.link()
    assert len(b.list()) == 4
    assert len(b.search("Acme Initech bought acquired")) == 3
    assert len(b.read().beliefs) == 4
    assert len(b.before("Acme acquired Initech").beliefs) == 3


def test_pages_of_any_size_are_the_same_list(b: Beliefs, clock: Clock) -> None:
    for claim in (BOUGHT, "One is odd", WARM, "Two is even", ACQUIRED, COLD, "Six is even"):
        clock.now += SECOND
        b.add(claim)
    b.link()
    whole = [belief.id for belief in b.list(limit=None)]
    assert len(whole) == 5
    for limit in range(8):
        assert [belief.id for belief in b.list(limit=limit)] == whole[:limit]
    # It stands where the first of its wordings does.
    assert [belief.created for belief in b.list()] == sorted(b_.created for b_ in b.list())


def test_a_change_tells_both_numbers_of_one_wording(b: Beliefs) -> None:
    first, second = sorted((WARM, COLD), key=id_of, reverse=True)
    b.add(first, strength=9)
    b.add(second, strength=1)
    (change,) = b.after(f"{first}.", tool="probe").changes
    assert change.belief_id == id_of(second)
    assert change.before is not None
    assert change.after is not None
    assert change.before == pytest.approx(1 / 11)  # before the link, as its denial has it
    assert change.after == pytest.approx(2 / 13)


@pytest.mark.parametrize("claim", [WARM, COLD])
def test_a_change_can_be_looked_at_much_later(b: Beliefs, claim: str) -> None:
    """What a text was linked with is known when the store is no longer asked."""
    first, second = (COLD, WARM) if claim == WARM else (WARM, COLD)
    b.with_thread("one").after(f"{first}.", tool="probe")
    thread = b.with_thread("one")
    read = thread.after(f"{second}.", tool="gauge")
    added = thread.add(claim)
    thread.add("The queue is empty")
    assert [change.belief_id for change in read.changes] == [named_by(WARM, COLD)]
    assert [change.belief_id for change in added.changes] == [named_by(WARM, COLD)]
    assert {change.claim for change in added.changes} == {thread.list()[0].claim}


def test_an_outcome_grades_those_who_denied_it_the_other_way_round(b: Beliefs) -> None:
    warm_and_cold(b)
    b.outcome(id_of(WARM), truth=True)
    assert [(one.name, one.right) for one in b.trust.list()] == [("critic", 0), ("scout", 1)]
    b.outcome(id_of(COLD), truth=True)
    assert [(one.name, one.right) for one in b.trust.list()] == [("critic", 1), ("scout", 0)]
    assert sound(b)


@pytest.mark.parametrize("claim", [WARM, COLD])
@pytest.mark.parametrize("method", ["retract", "remove"])
def test_closing_it_closes_all_wordings(b: Beliefs, clock: Clock, method: str, claim: str) -> None:
    warm_and_cold(b)
    getattr(b, method)(id_of(claim))
    assert b.list() == []
    assert b.search("cache") == []
    clock.now += SECOND
    b.add(COLD)
    assert support(b, COLD) == (1.0, 0.0)
    assert sound(b)


def test_superseding_it_supersedes_all_wordings(b: Beliefs) -> None:
    warm_and_cold(b)
    b.add("The cache is gone", supersedes=id_of(COLD))
    assert [belief.claim for belief in b.list()] == ["The cache is gone"]
    for claim in (WARM, COLD):
        assert b.get(id_of(claim)).status == "superseded"
        assert b.get(id_of(claim)).superseded_by == id_of("The cache is gone")


def test_one_wording_cannot_supersede_another(b: Beliefs) -> None:
    warm_and_cold(b)
    with refused(Cycle, b):
        b.add(COLD, supersedes=id_of(WARM))


def test_what_rests_on_a_wording_rests_on_the_belief(b: Beliefs) -> None:
    warm_and_cold(b)
    reads = b.add("Reads are fast", depends_on=[id_of(WARM)]).changes[0].belief_id
    with refused(Cycle, b):
        b.add(COLD, depends_on=[reads])
    b.retract(id_of(COLD))
    assert b.get(reads).status == "unsupported"
    b.add(COLD)
    assert b.get(reads).status == "active"
    assert sound(b)


def test_fresh_evidence_by_id_may_name_any_wording(b: Beliefs) -> None:
    warm_and_cold(b)
    b.add(belief=id_of(COLD), strength=4)
    assert support(b, COLD) == (5.0, 3.0)


# Erasing


def test_erasing_it_erases_all_wordings(b: Beliefs) -> None:
    warm_and_cold(b)
    b.add("The queue is empty")
    assert b.erase(id_of(WARM)) == 3  # two contributions and the link
    assert [belief.claim for belief in b.list()] == ["The queue is empty"]
    assert WARM not in b.export()
    assert COLD not in b.export()
    for claim in (WARM, COLD):
        with pytest.raises(NotFound):
            b.get(id_of(claim))
    assert sound(b)


def test_no_wording_stays_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "beliefs.db"
    with Beliefs(path) as b:
        b.after("The cache is warm.", tool="probe")
        b.after("The cache is cold.", tool="gauge")
        b.add("The queue is empty")
        b.erase(id_of(COLD))
        assert not any(b"cache" in file.read_bytes() for file in tmp_path.iterdir())


def test_what_was_erased_and_is_said_again_is_linked_again(b: Beliefs, clock: Clock) -> None:
    warm_and_cold(b)
    clock.now += SECOND
    b.erase(id_of(WARM))
    clock.now += SECOND
    b.after(f"{WARM}.", tool="probe")
    b.add(COLD)
    b.link()
    assert b.get(id_of(WARM)) == b.get(id_of(COLD))
    assert sound(b)


def test_an_erased_wording_still_leads_to_the_others(b: Beliefs) -> None:
    """Erased from where the others are not seen, it leaves its id in their link."""
    kept, gone = sorted((WARM, COLD), key=id_of)
    thread = b.with_thread("one")
    thread.add(kept, agent="scout")
    b.with_thread("two").add(gone)
    thread.add(gone)
    thread.link()
    assert b.erase(id_of(gone)) == 2
    assert thread.get(id_of(gone)) == thread.get(id_of(kept))
    delta = thread.add("Reads are fast", depends_on=[id_of(gone)])
    assert [change.action for change in delta.changes] == ["created"]
    thread.outcome(id_of(gone), truth=False)
    assert [(one.name, one.right) for one in b.trust.list()] == [("scout", 1)]
    delta = thread.add(gone)
    assert [change.belief_id for change in delta.changes] == [id_of(kept)]
    assert sound(b)


# Split and join


def test_split_takes_one_wording_out_for_good(b: Beliefs, clock: Clock) -> None:
    b.add(DEAL)
    b.link()
    clock.now += SECOND
    delta = b.split(id_of(BOUGHT))
    assert [change.action for change in delta.changes] == ["split"]
    for _ in range(2):
        assert b.get(id_of(ACQUIRED)) == b.get(id_of(PASSIVE))
        assert b.get(id_of(BOUGHT)).evidence == 1.0
        clock.now += SECOND
        b.after(f"{PASSIVE}.")
        b.after(f"{BOUGHT}.")
        b.link()
        assert len(b.list()) == 2
        copy = beside(b, namespace=fresh())
        copy.merge(b.export())
        copy.link()
        assert (view(copy), len(copy.list())) == (view(b), 2)
        assert sound(b)
        b.reset()
        b.add(DEAL)


def test_no_third_wording_joins_what_was_split(b: Beliefs, clock: Clock) -> None:
    b.add([BOUGHT, PASSIVE])
    b.link()
    clock.now += SECOND
    b.split(id_of(BOUGHT))
    b.after(f"{ACQUIRED}.")
    assert len(b.list()) == 2
    assert b.get(id_of(BOUGHT)) != b.get(id_of(PASSIVE))


def test_join_makes_two_beliefs_one_for_good(b: Beliefs, clock: Clock) -> None:
    b.add(["The site is fast", "Pages load quickly"])
    one, other = (belief.id for belief in b.list())
    delta = b.join(one, other)
    assert [change.action for change in delta.changes] == ["joined"]
    clock.now += SECOND
    b.after("Pages load quickly.", tool="probe")
    b.link()
    (belief,) = b.list()
    assert (belief.id, belief.evidence) == (min(one, other), 3.0)
    copy = beside(b, namespace=fresh())
    copy.merge(b.export())
    assert view(copy) == view(b)
    assert sound(b)
    assert sound(copy)


def test_join_may_say_that_one_denies_the_other(b: Beliefs) -> None:
    b.add(["The site is fast", "Pages take ages"])
    one, other = (belief.id for belief in b.list())
    b.join(one, other, denies=True)
    (belief,) = b.list()
    assert belief.parameters == Beta(2.0, 2.0)
    assert belief.conflict == 1.0


def test_join_takes_a_split_back(b: Beliefs, clock: Clock) -> None:
    b.add(DEAL)
    b.link()
    for one, other in pairwise((*DEAL, BOUGHT)):
        clock.now += SECOND
        b.split(id_of(one))
        assert len(b.list()) == 2
        clock.now += SECOND
        b.join(id_of(one), id_of(other))
        assert len(b.list()) == 1
    assert sound(b)


def test_the_last_word_holds_also_at_one_moment(b: Beliefs) -> None:
    """A clock may stand still, or have been set back."""
    b.add([BOUGHT, PASSIVE])
    b.link()
    for _ in range(3):
        b.split(id_of(BOUGHT))
        assert len(b.list()) == 2
        b.join(id_of(BOUGHT), id_of(PASSIVE))
        assert len(b.list()) == 1
    copy = beside(b, namespace=fresh())
    copy.merge(b.export())
    assert view(copy) == view(b)
    assert sound(b)


def test_join_keeps_to_what_denies_what(b: Beliefs, clock: Clock) -> None:
    """Whatever stood apart is joined with the sign that the two wordings have."""
    denial = "Acme did not buy Initech"
    b.add([*DEAL, denial])
    b.link()
    together = b.list()
    clock.now += SECOND
    b.split(id_of(denial))
    assert len(b.list()) == 2
    clock.now += SECOND
    b.join(id_of(BOUGHT), id_of(denial), denies=True)
    assert len(together) == 1
    assert [(one.id, one.parameters) for one in b.list()] == [
        (one.id, one.parameters) for one in together
    ]


def test_what_cannot_be_joined_or_split(b: Beliefs) -> None:
    b.add(
        [
            WARM,
            Statement("Latency", value=1.0, stdev=1.0),
            Statement("Jitter", value=1.0, stdev=1.0),
        ]
    )
    goal = b.goal("Ship it").changes[0].belief_id
    latency, jitter = id_of("Latency", "numeric"), id_of("Jitter", "numeric")
    for one, other, denies in (
        (id_of(WARM), id_of(WARM), False),
        (id_of(WARM), latency, False),
        (latency, jitter, True),
    ):
        with refused(InvalidInput, b):
            b.join(one, other, denies=denies)
    for unknown in (NOBODY, goal):
        with refused(NotFound, b):
            b.join(id_of(WARM), unknown)
        with refused(NotFound, b):
            b.split(unknown)
    before = b.export()
    assert b.split(id_of(WARM)).changes == ()  # there is nothing to split
    assert b.export() == before


# Replicas


@pytest.mark.parametrize("linked", [True, False], ids=["linked", "unlinked"])
def test_replicas_with_a_half_each_come_to_one_view(b: Beliefs, *, linked: bool) -> None:
    one, two, whole = (beside(b, namespace=fresh()) for _ in range(3))
    one.add([Statement(WARM, agent="scout"), Statement(BOUGHT, agent="scout")])
    two.add([Statement(COLD, agent="critic"), Statement(PASSIVE, agent="critic")])
    two.add(ACQUIRED, agent="clerk")
    whole.add([Statement(ACQUIRED, agent="clerk"), Statement(COLD, agent="critic")])
    whole.add([Statement(BOUGHT, agent="scout"), Statement(PASSIVE, agent="critic")])
    whole.add(WARM, agent="scout")
    whole.link()
    if linked:
        one.link()
        two.link()
    forth, back = beside(b, namespace=fresh()), beside(b, namespace=fresh())
    for here, parts in ((forth, (one, two)), (back, (two, one)), (one, (two,)), (two, (one,))):
        for part in parts:
            here.merge(part)
    for here in (forth, back, one, two):
        here.link()
        assert len(here.list()) == 2
        assert view(here) == view(whole)
        assert sound(here)


def test_links_split_and_joined_travel_in_an_export(b: Beliefs, clock: Clock) -> None:
    b.add([*DEAL, WARM, COLD, "The site is fast"])
    b.link()
    clock.now += SECOND
    b.split(id_of(BOUGHT))
    b.join(id_of("The site is fast"), id_of(WARM))
    b.add("The queue is empty")
    b.erase(id_of("The queue is empty"))
    copy = beside(b, namespace=fresh())
    copy.merge(b.export())
    assert copy.digest() == b.digest()
    assert view(copy) == view(b)
    assert [belief.id for belief in copy.list()] == [belief.id for belief in b.list()]
    assert sound(copy)
    assert copy.link() == 0


def test_an_erasure_on_one_side_takes_all_wordings_from_the_other(b: Beliefs, clock: Clock) -> None:
    other = beside(b, namespace=fresh())
    warm_and_cold(b)
    other.merge(b)
    clock.now += SECOND
    b.erase(id_of(WARM))
    other.merge(b)
    assert other.list() == []
    assert COLD not in other.export()
    assert sound(other)


@pytest.mark.parametrize("denies", [True, False])
def test_a_link_from_outside_between_families_links_nothing(b: Beliefs, *, denies: bool) -> None:
    b.add(
        [
            WARM,
            Statement("Latency", value=3.0, stdev=1.0),
            Statement("Jitter", value=1.0, stdev=1.0),
        ]
    )
    bodies = [
        {"kind": "link", "layer": "space", "agent": "x", "claim": one, "to": other, "score": 1.0}
        for one, other in pairwise(belief.id for belief in b.list())
    ]
    if denies:
        bodies = [{**body, "denies": True} for body in bodies]
    copy = beside(b, namespace=fresh())
    copy.merge(_with(b.export().splitlines(), bodies))
    assert copy.get(id_of(WARM)).parameters == b.get(id_of(WARM)).parameters
    means = {belief.parameters for belief in copy.list(family="numeric")}
    assert len(means) in (1, 2)
    assert len(copy.search("latency jitter")) in (1, 2)
    copy.retract(id_of(WARM))
    assert copy.list(family="numeric") != []
    assert sound(copy)


def _with(lines: list[str], bodies: Iterable[dict[str, object]]) -> list[str]:
    """Return an export with entries that nobody here has written."""
    header = json.loads(lines[0])
    recorded = int((START - datetime(1970, 1, 1, tzinfo=UTC)) / SECOND) * 1_000_000
    lines = lines[1:] + [
        canonical({"id": f"{number:032x}", "recorded": recorded, "entry": body})
        for number, body in enumerate(bodies, 1)
    ]
    read = [json.loads(line) for line in lines]
    entries = [
        Entry(bytes.fromhex(e["id"]), subject_of(e["entry"]), e["recorded"], canonical(e["entry"]))
        for e in read
        if "entry" in e
    ]
    digest = Fingerprint().plus(entries).digest()
    return [canonical({**header, "entries": len(entries), "digest": digest}), *lines]


# Layers


def test_a_link_of_a_thread_is_not_seen_from_the_space(b: Beliefs) -> None:
    thread = b.with_thread("one")
    b.add(WARM)
    thread.after(f"{COLD}.")
    assert len(thread.list()) == 1
    assert [belief.claim for belief in b.list()] == [WARM]
    assert [belief.claim for belief in b.with_thread("two").list()] == [WARM]
    assert support(b, WARM) == (1.0, 0.0)


def test_a_link_of_the_space_is_seen_from_a_thread(b: Beliefs) -> None:
    warm_and_cold(b)
    thread = b.with_thread("one")
    assert len(thread.list()) == 1
    assert support(thread, WARM) == (3.0, 1.0)


def test_a_thread_splits_and_joins_for_itself(b: Beliefs, clock: Clock) -> None:
    warm_and_cold(b)
    b.add("The site is fast")
    clock.now += SECOND
    thread = b.with_thread("one")
    thread.split(id_of(WARM))
    thread.join(id_of(WARM), id_of("The site is fast"))
    assert len(thread.list()) == 2
    assert len(b.list()) == len(b.with_thread("two").list()) == 2
    assert thread.get(id_of(WARM)) != thread.get(id_of(COLD))
    assert b.get(id_of(WARM)) == b.get(id_of(COLD))


@pytest.mark.parametrize("thread_first", [True, False])
def test_each_layer_links_what_it_sees(b: Beliefs, clock: Clock, *, thread_first: bool) -> None:
    """What a thread has compared for itself is still compared for the space."""
    thread = b.with_thread("one")
    thread.after(f"{WARM}. {COLD}.")
    clock.now += SECOND
    thread.link()
    b.add([WARM, COLD, BOUGHT])
    clock.now += SECOND
    thread.after(f"{PASSIVE}.")
    for client in (thread, b) if thread_first else (b, thread):
        client.link()
    assert b.get(id_of(WARM)) == b.get(id_of(COLD))
    assert thread.get(id_of(WARM)) == thread.get(id_of(COLD))
    assert thread.get(id_of(BOUGHT)) == thread.get(id_of(PASSIVE))
    assert len(b.list()) == 2
    assert sound(b)


def test_a_thread_links_the_space_for_all_who_see_it(b: Beliefs) -> None:
    b.add([WARM, COLD])
    b.with_thread("one").link()
    assert len(b.list()) == len(b.with_thread("two").list()) == 1


def test_a_claim_that_a_thread_had_said_before_is_linked_in_the_space(b: Beliefs) -> None:
    thread = b.with_thread("one")
    b.after(f"{COLD}.")
    thread.after(f"{COLD}.")
    b.add(WARM)
    thread.link()
    b.link()
    assert len(b.list()) == 1


def test_an_agents_notes_are_linked_with_the_space(b: Beliefs) -> None:
    notes = beside(b, write_scope="agent", agent="scout")
    b.after(f"{COLD}.")
    notes.link()
    notes.add(WARM)
    beside(b, agent="scout").with_thread("one").link()
    notes.link()
    assert len(notes.list()) == 1
    assert [belief.claim for belief in b.list()] == [COLD]


def test_the_times_that_texts_carry_do_not_decide(b: Beliefs) -> None:
    views = set()
    for order in permutations((WARM, COLD, "The cache is not warm")):
        here = beside(b, namespace=fresh())
        here.settings.set(half_life=DAY)
        for claim in order:
            ago = {WARM: DAY, COLD: 3 * DAY}.get(claim, 2 * DAY)
            here.observe(Observation(f"{claim}.", tool=claim, observed=START - ago))
        views.add(view(here))
    assert len(views) == 1
