"""Whom to trust: what voices have earned, and how far probabilities have come true."""

from __future__ import annotations

from beliefs.mind.beliefs import Beliefs
from beliefs.mind.calibration import BINS, Reliability, Scores
from beliefs.mind.trust import Trusted
from beliefs.mind.wording import number, share
from beliefs.serve.dashboard.charts import reliability
from beliefs.serve.dashboard.marks import meter, record
from beliefs.serve.dashboard.markup import Html, Inside, joined, tag
from beliefs.serve.dashboard.shell import Page, section, table

MOST_SHOWN = 500
MOST_DRAWN = 12
"""Kinds that are drawn, those with most outcomes; fewer than one for each bin show nothing."""


def trusted(client: Beliefs) -> Page:
    """The page of trust and calibration."""
    main = joined(tag("h1", "Trust"), _voices(client.trust.list()), _calibration(client))
    return Page("Trust", main, "/trust")


def _voices(found: list[Trusted]) -> Html:
    if not found:
        words = (
            "Nobody was judged yet, so all words weigh the same. Say how something turned out "
            "(belief outcome), or decide about a voice (belief trust set)."
        )
        return section("Voices", tag("p", words, class_="empty"))
    heads: tuple[str, ...] = ("Voice", "Weight", "Was right", "Decided", "Learned")
    rows: list[tuple[Inside, ...]] = [_row(one) for one in found[:MOST_SHOWN]]
    if not any(one.learned is not None for one in found):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return section("Voices", table(heads, rows, "trusted"))


def _row(one: Trusted) -> tuple[Inside, ...]:
    decided = "–"
    if one.confidence is not None:
        locked = ", locked" if one.lock else ""
        decided = f"{share(one.confidence)} × {number(one.strength)}{locked}"
    weight = share(one.factor) if one.factor <= 1 else number(one.factor)
    return (
        joined(one.name, " ", tag("span", one.kind, class_="quiet")),
        joined(meter(min(1.0, one.factor), "weight of its words"), weight),
        joined(record(one.right, one.graded), f" {one.right:,} of {one.graded:,}")
        if one.graded
        else "–",
        decided,
        "–" if one.learned is None else share(one.learned),
    )


def _calibration(client: Beliefs) -> Html:
    report = client.calibration()
    if not report.kinds:
        words = "No bet has an outcome yet. Say how something turned out: belief outcome."
        return section("Calibration", tag("p", words, class_="empty"))
    labels = ", ".join(f"{name} from {share(least)}" for name, least in report.labels.items())
    outcomes = _counted(report.outcomes)
    note = f"{outcomes}; a map takes {report.enough} of a kind. Labels: {labels}."
    kinds = sorted(report.kinds, key=lambda kind: -kind.outcomes)
    drawn = [_kind(kind) for kind in kinds if kind.outcomes >= BINS][:MOST_DRAWN]
    rest = [_named(kind) for kind in kinds[len(drawn) :]]
    legend = tag(
        "ul",
        tag("li", tag("span", "as bet"), class_="key before"),
        tag("li", tag("span", "after its map, on outcomes that the map has not seen"),
            class_="key after"),
        class_="legend",
    )  # fmt: skip
    return section(
        "Calibration",
        tag("p", note, class_="quiet"),
        joined(legend, *drawn) if drawn else None,
        tag("p", f"Not drawn: {'; '.join(rest[:MOST_DRAWN])}.", class_="quiet") if rest else None,
    )


def _named(kind: Reliability) -> str:
    sources = ", ".join(source or "no source" for source in kind.sources)
    return f"{kind.family}, {sources}: {_counted(kind.outcomes)}"


def _counted(outcomes: int) -> str:
    return "1 outcome" if outcomes == 1 else f"{outcomes:,} outcomes"


def _kind(kind: Reliability) -> Html:
    rows: list[tuple[Inside, ...]] = [("as bet", *_scores(kind.before))]
    if kind.after is not None:
        rows.append((f"after its {kind.map} map", *_scores(kind.after)))
    heads = ("Bets", "ECE", "By chance", "Brier", "Log loss")
    words = (
        "On the dashed line, what was bet at 0.70 came true 7 times in 10. ECE is how far off bets "
        "were; by chance, the best bets would be that far off on so few outcomes."
    )
    scores = tag("div", table(heads, rows, "scores"), tag("p", words, class_="quiet"))
    plot = tag("div", reliability(kind.curve, kind.corrected), class_="plot")
    return joined(tag("h3", _named(kind)), tag("div", plot, scores, class_="sides"))


def _scores(scores: Scores) -> tuple[str, ...]:
    parts = (scores.ece, scores.floor.expected, scores.brier, scores.log_loss)
    return tuple(f"{part:.3f}" for part in parts)
