"""One belief: where it stands, how it got there, who said what, and what hangs on it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from beliefs.errors import NotFound
from beliefs.mind.belief import Belief, TraceEntry, Voice
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.past import standing
from beliefs.mind.trust import Trusted
from beliefs.mind.wording import figure, number, share
from beliefs.serve.dashboard.charts import distribution
from beliefs.serve.dashboard.here import Here
from beliefs.serve.dashboard.listing import badges, claim_link
from beliefs.serve.dashboard.marks import balance, few, gauge, meter
from beliefs.serve.dashboard.markup import Html, Inside, joined, tag
from beliefs.serve.dashboard.moved import by, name_of, what
from beliefs.serve.dashboard.shell import Page, later, section, table, when

MOST_TOLD = 100
"""Entries of a history that are shown, the newest."""

_READ = {
    "binary": "0.90 × 3 is a confidence of 0.90 that counts as 3 observations.",
    "categorical": "× 3 counts as 3 observations.",
    "numeric": "130 ± 10 is a value and how far off it may be, one standard deviation.",
}
"""How to read what was said."""


def portrait(client: Beliefs, here: Here, name: str) -> Page:
    """The page of one belief."""
    belief = client.get(name)
    waiting = later(here.link(f"/belief/{belief.id}/past"), "Looking at the past…")
    stands = belief.status == "active"
    around = section(
        "What it hangs together with",
        _around("What it rests on", "Nothing but its voices.", client, here, belief.depends_on),
        _around("What rests on it", "Nothing yet.", client, here, client.dependents(belief)),
        _relations(client, here, belief),
    )
    lies = section("Where the truth may lie", distribution(belief)) if stands else None
    moved = section("How it moved, and why", waiting)
    parts = [
        tag("h1", belief.claim),
        tag("p", f"{belief.family}, first recorded ", when(belief.created), ", id ",
            tag("code", belief.id), *badges(belief), class_="quiet"),
        _closed(client, here, belief),
        _numbers(belief) if stands else None,
        tag("div", tag("div", lies, around, class_="stack"), moved, class_="sides"),
        _voices(client, belief) if belief.voices else None,
        _told(belief, client.trace(belief, limit=MOST_TOLD + 1)),
    ]  # fmt: skip
    return Page(belief.claim[:80], joined(*parts))


def _closed(client: Beliefs, here: Here, belief: Belief) -> Html | None:
    """Why a belief does not count, or not in full; ids become claims that lead on."""
    if belief.why is None:
        return None
    names = [belief.superseded_by] if belief.superseded_by else belief.fallen
    words = f"{belief.why[:1].upper()}{belief.why[1:]}."
    parts: list[Inside] = [*re.split(f"({'|'.join(names)})", words)] if names else [words]
    for place, part in enumerate(parts):
        other = _looked_up(client, part) if part and part in names else None
        if other is not None:
            parts[place] = claim_link(other, here)
    return tag("p", *parts, class_="note")


def _numbers(belief: Belief) -> Html:
    low, high = belief.interval
    numeric = belief.family == "numeric"
    tell = number if numeric else share
    facts: list[tuple[str, str]] = [
        ("Stands at", figure(belief)),
        ("95% within", f"{tell(low)} to {tell(high)}" if math.isfinite(low) else "open"),
        ("Precision", number(float(f"{belief.evidence:.2g}")))
        if numeric
        else ("Evidence", few(belief.evidence)),
        ("Contributions", f"{belief.contributions:,}"),
        ("One more teaches", f"{number(float(f'{belief.fragility:.2g}'))} nats"),
        ("Disagreement", share(belief.conflict)),
        ("Freshness", share(belief.freshness)),
        ("Bet", "–" if belief.probability is None else share(belief.probability)),
    ]
    if numeric:
        # The interval is the one of the mean; the figure elsewhere sets outliers aside.
        facts[0] = ("Mean", number(standing(belief)))
        facts[-1] = ("Outliers set aside", figure(belief))
    made = [tag("div", tag("dt", name), tag("dd", value)) for name, value in facts]
    return tag("dl", *made, class_="facts")


def _told(belief: Belief, entries: list[TraceEntry]) -> Html:
    rows: list[tuple[Inside, ...]] = [
        (when(entry.recorded), by(entry), what(entry)) for entry in entries[-MOST_TOLD:][::-1]
    ]
    words = _READ[belief.family]
    if len(entries) > MOST_TOLD:
        words = f"The newest {MOST_TOLD} entries. {words}"
    said = table(("Recorded, UTC", "Who", "Said"), rows)
    return section("All that was said", tag("p", words, class_="quiet"), said)


def _voices(client: Beliefs, belief: Belief) -> Html:
    known: dict[tuple[str, str], Trusted] = {}
    for voice in belief.voices:
        known[("agent", voice.agent)] = client.trust.look(agent=voice.agent)
        if voice.source:
            known[("source", voice.source)] = client.trust.look(source=voice.source)
    rows: list[tuple[Inside, ...]] = [
        (
            name_of(voice),
            _adds(voice, belief),
            joined(meter(min(1.0, voice.weight), "weight"), _factor(voice.weight)),
            _trust(voice, known),
            share(voice.freshness),
            f"{voice.contributions:,}",
        )
        for voice in _heaviest(belief)[:MOST_TOLD]
    ]
    heads = ("Voice", "Adds", "Weight", "Trusted", "Fresh", "Times")
    return section("Who said what", table(heads, rows, "voices"))


def _heaviest(belief: Belief) -> list[Voice]:
    return sorted(belief.voices, key=lambda one: -sum(map(abs, one.amounts)))


def said_by(belief: Belief) -> Html:
    """Who says what, the heaviest first."""
    rows: list[tuple[Inside, ...]] = [
        (name_of(voice), _adds(voice, belief)) for voice in _heaviest(belief)[:MOST_TOLD]
    ]
    return table(("Voice", "Adds"), rows)


def _adds(voice: Voice, belief: Belief) -> Html:
    """What a voice adds, in words, and for a claim as a picture too."""
    if belief.family != "binary":
        return tag("span", _says(voice, belief))
    most = max(amount for one in belief.voices for amount in one.amounts)
    for_, against = voice.amounts
    return joined(balance(for_, against, most), " ", _says(voice, belief))


def _says(voice: Voice, belief: Belief) -> str:
    if belief.family == "numeric":
        precision, moment, _ = voice.amounts
        if not precision:
            return "–"
        return f"{number(moment / precision)} ± {few(precision**-0.5)}"
    if belief.family == "binary":
        return f"{few(voice.amounts[0])} for, {few(voice.amounts[1])} against"
    said = sorted(zip(voice.amounts, voice.labels, strict=False), reverse=True)
    return ", ".join(f"{label} {few(amount)}" for amount, label in said[:4] if amount) or "–"


def _factor(weight: float) -> str:
    return share(weight) if weight <= 1 else number(weight)


def _trust(voice: Voice, known: dict[tuple[str, str], Trusted]) -> str:
    agent = known[("agent", voice.agent)]
    said = f"agent {_factor(agent.factor)}{_record(agent)}"
    if voice.source:
        source = known[("source", voice.source)]
        said += f", source {_factor(source.factor)}{_record(source)}"
    return said


def _record(trusted: Trusted) -> str:
    return f" ({trusted.right} of {trusted.graded} right)" if trusted.graded else ""


def _looked_up(client: Beliefs, name: str) -> Belief | None:
    try:
        return client.get(name)
    except NotFound:
        return None


def _around(heading: str, without: str, client: Beliefs, here: Here, names: Iterable[str]) -> Html:
    made = []
    for name in list(names)[:MOST_TOLD]:
        belief = _looked_up(client, name)
        if belief is None:
            made.append(tag("li", tag("code", name[:8]), " removed"))
        else:
            stands = tag("span", figure(belief), class_="figure")
            claim = tag("span", claim_link(belief, here), *badges(belief), class_="grows")
            made.append(tag("li", claim, gauge(belief), stands, class_="line"))
    inside = tag("ul", *made, class_="plain") if made else tag("p", without, class_="quiet")
    return joined(tag("h3", heading), inside)


def _relations(client: Beliefs, here: Here, belief: Belief) -> Html | None:
    made = []
    for one, relation, other in client.relations(belief)[:MOST_TOLD]:
        ends = [_looked_up(client, end) for end in (one, other)]
        told: list[Inside] = [
            tag("code", name[:8]) if end is None else claim_link(end, here)
            for name, end in zip((one, other), ends, strict=True)
        ]
        made.append(tag("li", told[0], tag("em", f" {relation} "), told[1]))
    if not made:
        return None
    return joined(tag("h3", "How it relates"), tag("ul", *made, class_="plain"))
