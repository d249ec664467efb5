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
from beliefs.mind.wording import figure, share
from beliefs.serve.dashboard.charts import distribution
from beliefs.serve.dashboard.courses import Series, over_time, times
from beliefs.serve.dashboard.here import Here
from beliefs.serve.dashboard.listing import badges, claim_link
from beliefs.serve.dashboard.marks import meter
from beliefs.serve.dashboard.markup import Html, Inside, joined, tag
from beliefs.serve.dashboard.moved import MOST_REPLAYED
from beliefs.serve.dashboard.portrait import said_by
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
        words = "Nothing contradicts anything: no voices disagree, no claims exclude each other."
        return tag("p", words, class_="empty")
    return joined(*(_side_by_side(client, here, one) for one in found))


def _side_by_side(client: Beliefs, here: Here, one: Contradiction) -> Html:
    sides = []
    for name in one.beliefs:
        belief = client.get(name)
        stands = tag("p", tag("span", figure(belief), class_="figure"), *badges(belief))
        sides.append(tag("div", tag("h3", claim_link(belief, here)), stands, distribution(belief)))
        if len(one.beliefs) == 1:
            sides.append(tag("div", tag("h3", "Who says what"), said_by(belief)))
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
    course = tag("div", later(here.link("/open/past"), "Looking back…"))
    goals = ("Goals", 'None is open. Set one with b.goal("Restore the site").')
    gaps = ("Gaps", 'None is open. Note one with b.gap("Who is affected?").')
    main = joined(
        tag("h1", "Clarity and open questions"),
        section("Clarity", tag("div", _clarity(look.clarity), course, class_="sides")),
        _moves(look.moves, {gap.id for gap in look.gaps}, here),
        tag(
            "div",
            _notes(*goals, list(look.goals), look.more_goals),
            _notes(*gaps, list(look.gaps), look.more_gaps),
            class_="sides",
        ),
    )
    return Page("Clarity and open questions", main, "/open")


def _clarity(clear: Clarity) -> Html:
    parts = [
        tag("div", tag("dt", name), tag("dd", meter(value, name), tag("span", share(value))))
        for name, value in zip(("Clarity", *CHANNELS), (clear.value, *clear.channels), strict=True)
    ]
    words = tag("p", "Readiness to act is ", tag("strong", clear.readiness), ".")
    return tag("div", words, tag("dl", *parts, class_="channels"))


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
    labels = times([moment for moment, _ in seen], "now")
    lines = [
        Series(name, [clear.channels[at] for _, clear in seen], f"line-{at + 1}")
        for at, name in enumerate(CHANNELS)
    ]
    lines.append(Series("Clarity", [clear.value for _, clear in seen], "line-0"))
    legend = (tag("li", one.name, class_=f"key {one.class_}") for one in lines)
    return joined(over_time(labels, lines), tag("ul", *legend, class_="legend"))


def _moves(moves: Sequence[Move], gaps: Collection[str], here: Here) -> Html:
    if not moves:
        words = "Nothing is worth asking: state a belief or note a gap, and questions follow."
        return section("Moves", tag("p", words, class_="empty"))
    most = max(move.value for move in moves)
    rows: list[tuple[Inside, ...]] = [
        (
            _target(move, gaps, here),
            move.action.replace("_", " "),
            move.reason,
            joined(meter(move.value, "worth, in nats", most=most), f"{move.value:.2f}"),
        )
        for move in moves[:MOST_MOVES]
    ]
    return section("Moves", table(("Question", "Action", "Why", "Worth, nats"), rows, "moves"))


def _target(move: Move, gaps: Collection[str], here: Here) -> Html:
    if move.target_id in gaps:
        return tag("span", move.question)
    return tag("a", move.question, href=here.link(f"/belief/{move.target_id}"), class_="claim")


def _notes(heading: str, without: str, notes: list[Note], more: int) -> Html:
    if not notes:
        return section(heading, tag("p", without, class_="empty"))
    rows: list[tuple[Inside, ...]] = [(note.text, when(note.created)) for note in notes]
    note = tag("p", f"… and {more:,} more.", class_="quiet") if more else None
    return section(heading, table((heading[:-1], "Since"), rows), note)
