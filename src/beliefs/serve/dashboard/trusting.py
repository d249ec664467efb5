"""Whom to trust: what voices have earned, and how far probabilities have come true."""

from __future__ import annotations

from beliefs.mind.beliefs import Beliefs
from beliefs.mind.calibration import Reliability, Scores
from beliefs.mind.trust import Trusted
from beliefs.mind.wording import number, share
from beliefs.serve.dashboard.charts import meter, reliability
from beliefs.serve.dashboard.markup import Html, Inside, joined, tag
from beliefs.serve.dashboard.shell import Page, section, table

MOST_SHOWN = 500


def trusted(client: Beliefs) -> Page:
    """The page of trust and calibration."""
    main = joined(tag("h1", "Trust"), _voices(client.trust.list()), _calibration(client))
    return Page("Trust", main, "/trust")


def _voices(found: list[Trusted]) -> Html:
    if not found:
        words = "Nobody was judged yet: no decision, no outcome, nothing learned."
        return section("Voices", tag("p", words, class_="empty"))
    rows: list[tuple[Inside, ...]] = [_row(one) for one in found[:MOST_SHOWN]]
    heads = ("Voice", "Weight", "Decided", "Right", "Learned")
    return section("Voices", table(heads, rows))


def _row(one: Trusted) -> tuple[Inside, ...]:
    decided = "–"
    if one.confidence is not None:
        locked = ", locked" if one.lock else ""
        decided = f"{share(one.confidence)} × {number(one.strength)}{locked}"
    return (
        joined(tag("span", one.kind, class_="quiet"), " ", one.name),
        joined(meter(min(1.0, one.factor), "weight of its words"), number(one.factor)),
        decided,
        f"{one.right} of {one.graded}" if one.graded else "–",
        "–" if one.learned is None else share(one.learned),
    )


def _calibration(client: Beliefs) -> Html:
    report = client.calibration()
    if not report.kinds:
        words = "No bet has an outcome yet."
        return section("Calibration", tag("p", words, class_="empty"))
    labels = ", ".join(f"{name} from {share(least)}" for name, least in report.labels.items())
    note = f"{report.outcomes:,} outcomes; a map takes {report.enough} of a kind. Labels: {labels}."
    kinds = [_kind(kind) for kind in report.kinds]
    legend = tag(
        "ul",
        tag("li", "as bet", class_="key before"),
        tag("li", "after the map, held out", class_="key after"),
        class_="legend",
    )
    plots = tag("div", *kinds, class_="sides")
    return section("Calibration", tag("p", note, class_="quiet"), legend, plots)


def _kind(kind: Reliability) -> Html:
    sources = ", ".join(source or "no source" for source in kind.sources)
    lines = [tag("p", f"As bet: {_scores(kind.before)}")]
    if kind.after is not None:
        lines.append(tag("p", f"After its {kind.map} map: {_scores(kind.after)}"))
    count = "1 outcome" if kind.outcomes == 1 else f"{kind.outcomes:,} outcomes"
    heading = tag("h3", f"{kind.family}, {sources}: {count}")
    return tag("div", heading, reliability(kind.curve, kind.corrected), *lines, class_="side")


def _scores(scores: Scores) -> str:
    return (
        f"ECE {scores.ece:.3f} (floor {scores.floor.expected:.3f}), Brier {scores.brier:.3f}, "
        f"log loss {scores.log_loss:.3f}"
    )
