"""How things stand as a whole: contradictions, open questions, moves, and clarity."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from beliefs.mind.belief import Note
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.clarity import Clarity
from beliefs.mind.contradictions import Contradiction
from beliefs.mind.moves import Move
from beliefs.mind.past import spread, stages
from beliefs.mind.wording import figure, number, share
from beliefs.serve.dashboard.charts import Series, distribution, meter, over_time
from beliefs.serve.dashboard.here import Here
from beliefs.serve.dashboard.listing import badges, claim_link
from beliefs.serve.dashboard.markup import Html, Inside, joined, tag
from beliefs.serve.dashboard.portrait import MOST_REPLAYED, said_by
from beliefs.serve.dashboard.shell import Page, later, section, table, when

MOST_SHOWN = 50
MOST_MOVES = 20
MOST_STEPS = 24
CHANNELS = ("Decision resolution", "Knowledge certainty", "Coherence", "Coverage")


def contradicted(here: Here) -> Page:
    """The page of contradictions; finding them takes a look at every belief."""
    address = here.link("/contradictions/found")
    main = joined(tag("h1", "Contradictions"), later(address, "Looking at every belief…"))
    return Page("Contradictions", main, "/contradictions")


def contradictions(client: Beliefs, here: Here) -> Html:
    """What cannot all be true, side by side, the worst first."""
    found = client.contradictions(limit=MOST_SHOWN)
    if not found:
        return tag("p", "Nothing contradicts anything.", class_="empty")
    return joined(*(_side_by_side(client, here, one) for one in found))


def _side_by_side(client: Beliefs, here: Here, one: Contradiction) -> Html:
    sides = []
    for name in one.beliefs:
        belief = client.get(name)
        stands = tag("p", tag("span", figure(belief), class_="figure"), *badges(belief))
        sides.append(tag("div", tag("h3", claim_link(belief, here)), stands, distribution(belief)))
        if len(one.beliefs) == 1:
            said = (tag("li", line) for line in said_by(belief))
            sides.append(tag("div", tag("h3", "Who says what"), tag("ul", *said, class_="plain")))
    words = "Voices disagree" if len(one.beliefs) == 1 else "Both cannot hold"
    return tag(
        "section",
        tag("h2", f"{words}, severity {share(one.severity)}"),
        tag("p", "newest evidence ", when(one.observed), class_="quiet"),
        tag("div", *sides, class_="sides"),
        class_="card",
    )


def opened(client: Beliefs, here: Here) -> Page:
    """The page of clarity, moves, goals and gaps."""
    look = client.read()
    main = joined(
        tag("h1", "Open questions"),
        section("Clarity", _clarity(look.clarity), later(here.link("/open/past"), "Looking back…")),
        _moves(look.moves, {gap.id for gap in look.gaps}, here),
        _notes("Goals", list(look.goals), look.more_goals),
        _notes("Gaps", list(look.gaps), look.more_gaps),
    )
    return Page("Open questions", main, "/open")


def _clarity(clear: Clarity) -> Html:
    parts = [
        tag("div", tag("dt", name), tag("dd", share(value), " ", meter(value, name)))
        for name, value in zip(("Clarity", *CHANNELS), (clear.value, *clear.channels), strict=True)
    ]
    words = f"Readiness to act is {clear.readiness}."
    return joined(tag("p", words), tag("dl", *parts, class_="channels"))


def clarity_past(client: Beliefs, moments: list[datetime]) -> Html:
    """Clarity and its channels over time."""
    entries = client.count()
    if entries > MOST_REPLAYED:
        words = f"The ledger has {entries:,} entries, too many to fold again for a picture."
        return tag("p", words, class_="quiet")
    seen = [
        (moment, then.read().clarity)
        for moment, then in stages(client, spread(moments, MOST_STEPS))
    ]
    if not seen:
        return tag("p", "There is no past yet.", class_="quiet")
    labels = [f"{moment:%Y-%m-%d %H:%M}" for moment, _ in seen]
    lines = [
        Series(name, [clear.channels[at] for _, clear in seen], f"line-{at + 1}")
        for at, name in enumerate(CHANNELS)
    ]
    lines.append(Series("Clarity", [clear.value for _, clear in seen], "line-0"))
    legend = (tag("li", one.name, class_=f"key {one.class_}") for one in lines)
    return joined(over_time(labels, lines), tag("ul", *legend, class_="legend"))


def _moves(moves: Sequence[Move], gaps: Collection[str], here: Here) -> Html:
    if not moves:
        return section("Moves", tag("p", "Nothing is worth asking.", class_="empty"))
    rows: list[tuple[Inside, ...]] = [
        (_target(move, gaps, here), move.action.replace("_", " "), move.reason, number(move.value))
        for move in moves[:MOST_MOVES]
    ]
    return section("Moves", table(("Question", "Action", "Why", "Nats"), rows))


def _target(move: Move, gaps: Collection[str], here: Here) -> Html:
    if move.target_id in gaps:
        return tag("span", move.question)
    return tag("a", move.question, href=here.link(f"/belief/{move.target_id}"))


def _notes(heading: str, notes: list[Note], more: int) -> Html:
    if not notes:
        return section(heading, tag("p", "None is open.", class_="empty"))
    rows: list[tuple[Inside, ...]] = [(note.text, when(note.created)) for note in notes]
    note = tag("p", f"… and {number(more)} more.", class_="quiet") if more else None
    return section(heading, table((heading[:-1], "Since"), rows), note)
