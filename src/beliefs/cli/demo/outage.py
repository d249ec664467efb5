"""An outage: each chapter makes one promise of the engine visible."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from beliefs.errors import KeyConflict
from beliefs.ledger.statements import Statement
from beliefs.mind.beliefs import Beliefs

if TYPE_CHECKING:
    from beliefs.cli.demo.scene import Scene
    from beliefs.cli.demo.stage import Stage
    from beliefs.mind.belief import Belief

OUTAGE = "Checkout is failing in eu-west"
CAUSE = "What broke checkout"
RATE = "Checkout error rate, %"
REPORTS = (
    Statement(OUTAGE, 0.9, agent="probe", source="healthcheck", evidence_type="measurement"),
    Statement(OUTAGE, 0.8, agent="support", source="tickets", evidence_type="citation"),
    Statement(OUTAGE, 0.7, agent="scout", source="forum", strength=6),
    Statement(CAUSE, choice="deploy", agent="scout", strength=3),
    Statement(CAUSE, choice="database", agent="probe", strength=2),
    Statement(CAUSE, choice="deploy", agent="support"),
    Statement(RATE, value=31, stdev=4, agent="probe"),
    Statement(RATE, value=27, stdev=6, agent="support"),
)


def add_up(stage: Stage, scene: Scene) -> None:
    """Evidence adds up."""
    for said in REPORTS:
        belief = scene.say(said)
        word = said.choice or (f"{said.value:g} ± {said.stdev:g}" if said.value else "")
        stage.show(f"{said.agent}: {said.claim}{f', {word}' if word else ''}", belief)
    scene.reported = datetime.now(UTC), scene.look(CAUSE)
    fewer = scene.beliefs.fuse(REPORTS[:1])[0]
    together = scene.look(OUTAGE)
    narrower = _width(together) < _width(fewer)
    stage.check("three voices know it better than one: the interval is narrower", narrower)


def in_any_order(stage: Stage, scene: Scene) -> None:
    """Order does not matter."""
    moment = datetime.now(UTC) + timedelta(minutes=1)
    digests = [scene.beliefs.at(moment).digest()]
    for _ in range(5):
        shuffled = random.sample(REPORTS, len(REPORTS))
        other = Beliefs(":memory:", namespace=scene.beliefs.namespace)
        for said in shuffled:
            other.add([said])
        digests.append(other.at(moment).digest())
    stage.tell(f"the {len(REPORTS)} reports as told, and shuffled five times:")
    stage.tell("  ".join(digest[:12] for digest in digests))
    stage.check("the same view, bit for bit", len(set(digests)) == 1)


def only_once(stage: Stage, scene: Scene) -> None:
    """A retry changes nothing."""
    beliefs = scene.beliefs
    said = {"confidence": 0.95, "strength": 5.0, "agent": "probe"}
    beliefs.add(OUTAGE, **said, idempotency_key="probe-17")  # type: ignore[arg-type]
    before = beliefs.digest()
    again = [beliefs.add(OUTAGE, **said, idempotency_key="probe-17") for _ in range(3)]  # type: ignore[arg-type]
    stage.show("probe reports again, then retries 3 times", scene.look(OUTAGE))
    kept = all(delta.replayed for delta in again) and beliefs.digest() == before
    stage.check("the retries were recognised by their key; the ledger is the same", kept)
    try:
        beliefs.add(OUTAGE, confidence=0.1, idempotency_key="probe-17")
    except KeyConflict as refusal:
        stage.check(f"the key with other content is refused: {refusal}", kept=True)
    else:
        stage.check("the key with other content is refused", kept=False)


def trust_matters(stage: Stage, scene: Scene) -> None:
    """Trust weighs what was said, also what was said before."""
    stage.show("before", scene.look(CAUSE))
    trusted = scene.beliefs.trust.set(agent="scout", confidence=0.1, strength=50)
    after = scene.look(CAUSE)
    stage.show(f"scout's words now count × {trusted.factor:g}", after)
    weights = {voice.agent: voice.weight for voice in after.voices}
    stage.check("no report was touched, only its weight", weights["scout"] == trusted.factor)


def contradiction(stage: Stage, scene: Scene) -> None:
    """Contradiction is shown, not averaged away."""
    stage.show("before", scene.look(OUTAGE))
    denied = Statement(OUTAGE, agent="vendor", source="status page", strength=12, refutes=True)
    after = scene.say(denied)
    stage.show("vendor: all systems operational", after)
    scene.beliefs.trust.set(source="status page", confidence=0.2, strength=20)
    doubted = scene.look(OUTAGE)
    stage.show("status pages are seldom right: × 0.2", doubted)
    stage.check("the dispute is measured beside the confidence", after.conflict > doubted.conflict)


def one_origin(stage: Stage, scene: Scene) -> None:
    """A rumour told often is one report."""
    claim = "The database is on fire"
    for agent in ("feed", "chat", "mail"):
        belief = scene.say(Statement(claim, agent=agent, origin="one post", strength=2))
        stage.show(f"{agent}: {claim}", belief)
    stage.check("three copies weigh as much as the strongest one", belief.evidence == 2.0)


def fading(stage: Stage, scene: Scene) -> None:
    """What nobody confirms fades."""
    scene.beliefs.settings.set(half_life=timedelta(days=30))
    now = scene.look(OUTAGE)
    stage.show("today, with a half-life of 30 days", now)
    for days in (30, 90):
        later = scene.beliefs.at(datetime.now(UTC) + timedelta(days=days)).get(now)
        stage.show(f"in {days} days, if nothing is said", later)
    stage.check("it drifts towards not knowing, and says it is stale", later.stale)
    scene.beliefs.settings.set(half_life=None)


def premises(stage: Stage, scene: Scene) -> None:
    """When a premise falls, so does what rests on it."""
    beliefs = scene.beliefs
    deploy = scene.say(Statement("Release 412 broke checkout", 0.9, agent="scout", strength=8))
    plan = scene.say(
        Statement("Rolling back fixes it", 0.8, agent="probe", strength=5, depends_on=(deploy.id,))
    )
    stage.show(plan.claim, plan)
    beliefs.retract(deploy, "checkout failed before the release, too")
    fallen = beliefs.get(plan)
    stage.tell(f"retracted: {deploy.claim}")
    stage.show(plan.claim, fallen)
    stage.tell(f"why: {fallen.why}")
    stage.check("nobody had to clean up", fallen.status == "unsupported")


def superseded(stage: Stage, scene: Scene) -> None:
    """A newer belief takes the place of an older one."""
    recovered = "Checkout works in eu-west again"
    new = scene.say(
        Statement(recovered, 0.95, agent="probe", strength=10, supersedes=scene.ids[OUTAGE])
    )
    stage.show(recovered, new)
    old = scene.look(OUTAGE)
    stage.show(OUTAGE, old)
    stage.check("the old one is kept, out of the way", old.superseded_by == new.id)


def outcomes(stage: Stage, scene: Scene) -> None:
    """What turned out to be true grades those who spoke."""
    beliefs = scene.beliefs
    before = beliefs.trust.look(agent="support")
    beliefs.outcome(scene.ids[CAUSE], "database")
    beliefs.outcome(scene.ids[OUTAGE], truth=True)
    for agent in ("probe", "support", "vendor"):
        voice = beliefs.trust.look(agent=agent)
        record = f"{voice.right} of {voice.graded} right"
        stage.tell(f"{agent}: {record}, words now count × {voice.factor:.2f}")
    after = beliefs.trust.look(agent="support")
    stage.check("a mistake costs weight, everywhere and at once", after.factor < before.factor)


def time_travel(stage: Stage, scene: Scene) -> None:
    """The past can be asked."""
    assert scene.reported is not None
    moment, seen = scene.reported
    then = scene.beliefs.at(moment).get(seen)
    stage.show("when the reports had just come in", then)
    stage.show("now", scene.look(CAUSE))
    same = then.parameters == seen.parameters and then.conflict == seen.conflict
    stage.check("the answer is what was seen at the time, to the last bit", same)


def two_ledgers(stage: Stage, scene: Scene) -> None:
    """Two ledgers become one, in either direction."""
    base = scene.beliefs.export()
    pair = [Beliefs(":memory:", namespace=scene.beliefs.namespace) for _ in range(2)]
    for ledger, agent in zip(pair, ("laptop", "server"), strict=True):
        ledger.merge(base)
        ledger.add(CAUSE, choice="database", agent=agent, strength=4)
        ledger.add(f"{agent} was offline", agent=agent, idempotency_key="offline")
    left, right = pair
    ours, theirs = left.export(), right.export()
    merged = left.merge(theirs)
    right.merge(ours)
    stage.tell(f"laptop {left.digest()[:16]}, server {right.digest()[:16]}")
    stage.check("each has taken in the other: the same digest", left.digest() == right.digest())
    stage.check(
        f"both had used one key for different things: {len(merged.conflicts)} conflict is listed",
        len(merged.conflicts) == 1,
    )
    again = left.merge(theirs)
    stage.check(f"merging again adds {again.added} entries", again.added == 0)


def _width(belief: Belief) -> float:
    low, high = belief.interval
    return high - low


CHAPTERS = (
    add_up,
    in_any_order,
    only_once,
    trust_matters,
    contradiction,
    one_origin,
    fading,
    premises,
    superseded,
    outcomes,
    time_travel,
    two_ledgers,
)
