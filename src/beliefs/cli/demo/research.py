"""A research conversation: a question, voices that disagree, a test, and what came of it."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from beliefs.mind.beliefs import Beliefs
from beliefs.mind.observation import Observation

if TYPE_CHECKING:
    from beliefs.cli.demo.scene import Scene
    from beliefs.cli.demo.stage import Stage
    from beliefs.mind.turns import TurnDelta

WELL = "The well is safe"
GOAL = "Find out whether the well is safe"
GAP = "When the well was last tested"
QUESTION = Observation(
    "We want to find out whether the well is safe. We do not know when the well was last tested. "
    "Hmm, well, well.",
    agent="researcher",
)
HEARSAY = Observation("The well is probably safe.", agent="mayor")
DENIAL = Observation("I think the well is not safe.", agent="neighbour")
TEST = Observation(
    "The well is not safe. The well was last tested in 2019.",
    agent="lab",
    tool="water test",
    evidence_type="measurement",
)
CONVERSATION = (QUESTION, HEARSAY, DENIAL, TEST)


def _hear(stage: Stage, scene: Scene, said: Observation) -> TurnDelta:
    """Let somebody speak, and show what it changed."""
    delta = scene.beliefs.observe(said)
    stage.quote(said.agent or "", said.text)
    for change in delta.changes:
        scene.ids[change.claim] = change.belief_id
        if change.claim not in (GOAL, GAP):
            stage.show(change.claim, scene.look(change.claim))
    stage.clarity(delta.state.clarity)
    scene.clarity.append(delta.clarity)
    return delta


def ask(stage: Stage, scene: Scene) -> None:
    """It begins with a question."""
    delta = _hear(stage, scene, QUESTION)
    stage.tell(f"a goal: {scene.beliefs.goals()[0].text}")
    stage.tell(f"a gap: {scene.beliefs.gaps()[0].text}")
    for reading in delta.unknown:
        stage.tell(f"not understood: {reading.sentence} ({reading.why})")
    listed = [reading.sentence for reading in delta.unknown] == ["Hmm, well, well."]
    stage.check("what was not understood is listed, not dropped", listed)


def disagree(stage: Stage, scene: Scene) -> None:
    """Two voices disagree."""
    _hear(stage, scene, HEARSAY)
    _hear(stage, scene, DENIAL)
    found = scene.beliefs.contradictions()
    for one in found:
        stage.tell(f"contradiction: {one.claims[0]}, severity {one.severity:.2f}")
    clearer, muddled = scene.clarity[-2:]
    stage.check("one belief with two sides, and things are less clear", muddled < clearer)


def next_move(stage: Stage, scene: Scene) -> None:
    """What to find out next, and what it would be worth."""
    moves = scene.beliefs.moves.list("is the well safe?", limit=2)
    for move in moves:
        stage.tell(f"{move.value:.2f} nats, {move.action}: {move.question}")
        stage.tell(f"           because {move.reason}")
    targets = {move.target for move in moves}
    stage.check("the open question and the dispute come first", targets == {GAP, WELL})


def settle(stage: Stage, scene: Scene) -> None:
    """A test settles it, and clarity rises."""
    before = scene.look(WELL)
    _hear(stage, scene, TEST)
    scene.beliefs.resolve(GAP, "the lab knew")
    stage.tell(f"resolved: {GAP}")
    after = scene.beliefs.read().clarity
    stage.clarity(after)
    stage.show(WELL, scene.look(WELL))
    told = scene.look(WELL).conflict < before.conflict
    stage.check("one measurement outweighs two opinions", told)
    stage.check(
        f"clarity rose from {scene.clarity[0]:.2f} to {after.value:.2f}",
        after.value > max(scene.clarity[:-1]),
    )


def no_echo(stage: Stage, scene: Scene) -> None:
    """What the agent was shown is no evidence when it says it back."""
    context = scene.beliefs.before("is the well safe?", budget=300)
    stage.block(context.prompt)
    evidence = scene.look(WELL).evidence
    delta = scene.beliefs.after("As far as I can see, the well is not safe.")
    stage.quote(scene.beliefs.agent, "As far as I can see, the well is not safe.")
    heard = bool(delta.echoes) and scene.look(WELL).evidence == evidence
    stage.check("recognised as an echo of the prompt; nothing was added", heard)


def world_answers(stage: Stage, scene: Scene) -> None:
    """The world answers, and trust shifts."""
    beliefs = scene.beliefs
    stage.tell("the health office has closed the well: it was not safe")
    beliefs.outcome(scene.ids[WELL], truth=False, note="the health office closed it")
    beliefs.resolve(GOAL)
    for agent in ("mayor", "neighbour", "lab"):
        voice = beliefs.trust.look(agent=agent)
        record = f"{voice.right} of {voice.graded} right"
        stage.tell(f"{agent}: {record}, words now count × {voice.factor:.2f}")
    told = [Observation("The spring is safe.", agent="mayor")]
    told.append(Observation("The spring is not safe.", agent="neighbour"))
    strangers = Beliefs(":memory:")
    for said in told:
        stage.quote(said.agent or "", said.text)
        strangers.observe(said)
        spring = beliefs.observe(said).changes[0].belief_id
    stage.show("without a record it would be a tie", strangers.get(spring))
    belief = beliefs.get(spring)
    stage.show("with it", belief)
    bet = belief.probability
    stage.tell("no bet" if bet is None else f"what to bet on it: {bet:.2f}")
    leans = bet is not None and bet < 0.5 and strangers.get(spring).probability is None
    stage.check("who was right is believed more; without a record there is no bet", leans)


def any_order(stage: Stage, scene: Scene) -> None:
    """The order in which they spoke does not matter."""
    moment = datetime.now(UTC) + timedelta(minutes=1)
    digests = []
    for _ in range(5):
        other = Beliefs(":memory:", namespace=scene.beliefs.namespace)
        for said in random.sample(CONVERSATION, len(CONVERSATION)):
            other.observe(said)
        digests.append(other.at(moment).digest())
    stage.tell("the conversation, shuffled five times:")
    stage.tell("  ".join(digest[:12] for digest in digests))
    stage.check("read, linked and weighed to the same bits", len(set(digests)) == 1)


CHAPTERS = (ask, disagree, next_move, settle, no_echo, world_answers, any_order)
