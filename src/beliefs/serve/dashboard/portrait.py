"""One belief: where it stands, how it got there, who said what, and what hangs on it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import UTC, datetime

from beliefs.errors import NotFound
from beliefs.mind.belief import Belief, TraceEntry, Voice
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.past import Step, spread, standing, steps
from beliefs.mind.trust import Trusted
from beliefs.mind.wording import figure, number, share, stated
from beliefs.serve.dashboard.charts import Series, distribution, meter, over_time
from beliefs.serve.dashboard.here import Here
from beliefs.serve.dashboard.listing import badges, claim_link
from beliefs.serve.dashboard.markup import Html, Inside, joined, tag
from beliefs.serve.dashboard.shell import Page, later, section, table, when

MOST_TOLD = 100
"""Entries of a history that are shown, the newest."""
MOST_STEPS = 60
MOST_REPLAYED = 200_000
"""Entries that are folded again for a picture of the past."""


def portrait(client: Beliefs, here: Here, name: str) -> Page:
    """The page of one belief."""
    belief = client.get(name)
    parts = [
        tag("h1", belief.claim),
        tag("p", tag("code", belief.id), f" {belief.family}, first recorded ", when(belief.created),
            " ", *badges(belief), class_="quiet"),
        tag("p", belief.why, class_="note") if belief.why else None,
        _numbers(belief),
    ]  # fmt: skip
    waiting = later(here.link(f"/belief/{belief.id}/past"), "Looking at the past…")
    moved = section("How it moved", waiting)
    if belief.status == "active":
        stands = section("Where the truth may lie", distribution(belief))
        moved = tag("div", stands, moved, class_="sides")
    parts.append(moved)
    parts.append(_told(client.trace(belief, limit=MOST_TOLD + 1)))
    if belief.voices:
        parts.append(_voices(client, belief))
    parts.append(_around("Rests on", client, here, belief.depends_on))
    parts.append(_around("Carries", client, here, client.dependents(belief)))
    parts.append(_relations(client, here, belief))
    return Page(belief.claim[:80], joined(*parts))


def _numbers(belief: Belief) -> Html:
    low, high = belief.interval
    tell = number if belief.family == "numeric" else share
    bounds = f"{tell(low)} to {tell(high)}" if math.isfinite(low) else "open"
    facts: list[tuple[str, str]] = [
        ("Stands at", figure(belief) if belief.status == "active" else "–"),
        ("95% within", bounds),
        ("Precision" if belief.family == "numeric" else "Evidence", number(belief.evidence)),
        ("Contributions", f"{belief.contributions:,}"),
        ("One more teaches", f"{number(belief.fragility)} nats"),
        ("Disagreement", share(belief.conflict)),
        ("Freshness", share(belief.freshness)),
    ]
    if belief.probability is not None:
        facts.append(("Bet", share(belief.probability)))
    if belief.family == "numeric":
        # The interval is the one of the mean; the figure elsewhere sets outliers aside.
        facts[0] = ("Mean", number(standing(belief)))
        facts.append(("Outliers set aside", figure(belief)))
    made = [tag("div", tag("dt", name), tag("dd", value)) for name, value in facts]
    return tag("dl", *made, class_="facts")


def past(client: Beliefs, belief: Belief) -> Html:
    """The picture of how a belief moved."""
    entries = client.count()
    if entries > MOST_REPLAYED:
        words = f"The ledger has {entries:,} entries, too many to fold again for a picture."
        return tag("p", words, class_="quiet")
    moments = sorted({entry.recorded for entry in client.trace(belief)})
    taken = steps(client, belief, spread(moments, MOST_STEPS))
    # What was said of its voices since then has moved it as well.
    taken.append(Step(datetime.now(UTC), standing(belief)))
    stood = [step.stood for step in taken]
    known = [value for value in stood if value is not None]
    if not known:
        return tag("p", "It has never been active.", class_="quiet")
    low, high = 0.0, 1.0
    if belief.family == "numeric":
        room = (max(known) - min(known)) * 0.15 or abs(known[0]) * 0.1 or 1.0
        low, high = min(known) - room, max(known) + room
    days = taken[0].moment.date() != taken[-2].moment.date()
    labels = [f"{step.moment:{'%Y-%m-%d %H:%M' if days else '%H:%M:%S'}}" for step in taken[:-1]]
    labels.append("now" if client._ledger.moment is None else "at that moment")  # noqa: SLF001
    name = "mean" if belief.family == "numeric" else "confidence"
    drawn = len(taken) - 1
    note = tag("p", f"{drawn} of {len(moments)} steps.", class_="quiet")
    chart = over_time(labels, [Series(name, stood)], top=high, bottom=low)
    return joined(chart, note if drawn < len(moments) else None)


def _told(entries: list[TraceEntry]) -> Html:
    told = entries[-MOST_TOLD:][::-1]
    heads: tuple[str, ...] = ("Recorded", "What", "Who", "Said", "Reason")
    rows: list[tuple[Inside, ...]] = [
        (when(entry.recorded), entry.action, _by(entry), stated(entry.details), entry.reason or "")
        for entry in told
    ]
    if not any(entry.reason for entry in told):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    cut = len(entries) > MOST_TOLD
    note = tag("p", f"The newest {MOST_TOLD} entries.", class_="quiet") if cut else None
    return section("What was said, and why", table(heads, rows), note)


def _by(entry: TraceEntry) -> str:
    via = f" via {entry.source}" if entry.source else ""
    return entry.agent + via + ("" if entry.layer == "space" else f" in {entry.layer}")


def _voices(client: Beliefs, belief: Belief) -> Html:
    known: dict[tuple[str, str], Trusted] = {}
    for voice in belief.voices:
        known[("agent", voice.agent)] = client.trust.look(agent=voice.agent)
        if voice.source:
            known[("source", voice.source)] = client.trust.look(source=voice.source)
    heaviest = sorted(belief.voices, key=lambda one: -sum(map(abs, one.amounts)))
    rows: list[tuple[Inside, ...]] = [
        (
            _name(voice),
            _says(voice, belief),
            joined(meter(min(1.0, voice.weight), "weight"), number(voice.weight)),
            _trust(voice, known),
            share(voice.freshness),
            f"{voice.contributions:,}",
        )
        for voice in heaviest[:MOST_TOLD]
    ]
    heads = ("Voice", "Adds", "Weight", "Trusted", "Fresh", "Times")
    return section("Who said what", table(heads, rows))


def said_by(belief: Belief) -> list[str]:
    """Who says what, a line each, the heaviest first."""
    heaviest = sorted(belief.voices, key=lambda one: -sum(map(abs, one.amounts)))
    return [f"{_name(voice)}: {_says(voice, belief)}" for voice in heaviest[:MOST_TOLD]]


def _name(voice: Voice) -> str:
    via = f" via {voice.source}" if voice.source else ""
    return voice.agent + via + (f" from {voice.origin}" if voice.origin else "")


def _says(voice: Voice, belief: Belief) -> str:
    if belief.family == "numeric":
        precision, moment, _ = voice.amounts
        if not precision:
            return "–"
        return f"{number(moment / precision)} ± {number(precision**-0.5)}"
    if belief.family == "binary":
        return f"{number(voice.amounts[0])} for, {number(voice.amounts[1])} against"
    said = sorted(zip(voice.amounts, voice.labels, strict=False), reverse=True)
    return ", ".join(f"{label} {number(amount)}" for amount, label in said[:4] if amount) or "–"


def _trust(voice: Voice, known: dict[tuple[str, str], Trusted]) -> str:
    agent = known[("agent", voice.agent)]
    said = f"agent {share(min(1.0, agent.factor))}{_record(agent)}"
    if voice.source:
        source = known[("source", voice.source)]
        said += f", source {share(min(1.0, source.factor))}{_record(source)}"
    return said


def _record(trusted: Trusted) -> str:
    return f" ({trusted.right} of {trusted.graded} right)" if trusted.graded else ""


def _looked_up(client: Beliefs, name: str) -> Belief | None:
    try:
        return client.get(name)
    except NotFound:
        return None


def _around(heading: str, client: Beliefs, here: Here, names: Iterable[str]) -> Html | None:
    made = []
    for name in list(names)[:MOST_TOLD]:
        belief = _looked_up(client, name)
        if belief is None:
            made.append(tag("li", tag("code", name[:8]), " removed"))
        else:
            stands = tag("span", figure(belief), class_="figure")
            made.append(tag("li", claim_link(belief, here), " ", stands, *badges(belief)))
    return section(heading, tag("ul", *made, class_="plain")) if made else None


def _relations(client: Beliefs, here: Here, belief: Belief) -> Html | None:
    made = []
    for one, relation, other in client.relations(belief)[:MOST_TOLD]:
        ends = [_looked_up(client, end) for end in (one, other)]
        told: list[Inside] = [
            tag("code", name[:8]) if end is None else claim_link(end, here)
            for name, end in zip((one, other), ends, strict=True)
        ]
        made.append(tag("li", told[0], tag("em", f" {relation} "), told[1]))
    return section("Relations", tag("ul", *made, class_="plain")) if made else None
