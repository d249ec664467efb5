"""A run of belief formation, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from beliefs.cli.drawing.charts import brief
from beliefs.cli.drawing.figures import share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from beliefs.formation.summary import Summary

HEIGHT = 5
_EIGHTHS = " ▁▂▃▄▅▆▇█"
_ROOMY = 90
"""From this width on, a step of a histogram takes two characters."""


def formation(summary: Summary, width: int) -> Iterator[Text]:
    """What came of a run, line by line, none of them wider than a terminal of 80 characters."""
    days = summary.last_day - summary.first_day + 1
    since = f" from day {summary.first_day}" if summary.first_day else ""
    yield Text.assemble(
        (f"{_some(summary.agents, 'agent')}, {_some(days, 'day')}{since}", "heading"),
        (f"  rule {summary.rule}, seed {summary.seed}, ", "quiet"),
        (_some(summary.shards, "shard"), "quiet"),
    )
    yield Text()
    yield from _counts(summary)
    yield Text()
    yield from _histograms(summary, 2 if width >= _ROOMY else 1)
    if summary.top_risks:
        yield Text()
        yield from _risks(summary, width)
    if summary.quarantined:
        yield Text()
        tags = ", ".join(summary.quarantine)
        yield Text.assemble(("? ", "warn"), "not understood: ", tags)
    yield Text()
    yield Text.assemble(("digest ", "quiet"), (summary.digest, "id"))


def _some(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _counts(summary: Summary) -> Iterator[Text]:
    """What happened, what it came to, what did not go its way, and how fast it all was."""
    shown = [
        [(summary.events, "events told"), (summary.signals, "signals heard")],
        [(summary.beliefs, "beliefs"), (summary.believers, "believers")],
        [(summary.formed, "agents formed"), (summary.nights, "nights")],
    ]
    late = [
        (summary.deferred, "told late"),
        (summary.waiting, "still waiting"),
        (summary.unheard, "unheard"),
        (summary.quarantined, "not understood"),
    ]
    for line in zip(*shown, strict=True):
        text = Text("  ")
        for (count, name), column in zip(line, shown, strict=True):
            room = max(len(f"{number:,}") for number, _ in column)
            wide = max(len(other) for _, other in column) + 3
            text.append(f"{count:>{room},}", "bold").append(f"  {name:<{wide}}", "quiet")
        text.rstrip()
        yield text
    if any(count for count, _ in late):
        parts = (f"{count:,} {name}" for count, name in late if count)
        yield Text(f"  {', '.join(parts)}", "warn")
    yield Text.assemble(
        f"  {summary.seconds:.2f} s",
        (" for telling and forming, ", "quiet"),
        f"{brief(summary.events_per_second)} events/s",
        (" and ", "quiet"),
        f"{brief(summary.agents_per_second)} agents/s",
    )


def _histograms(summary: Summary, wide: int) -> Iterator[Text]:
    """How values lie, and beside it how weights do."""
    room = wide * len(summary.values)
    yield Text(f"  {'values':<{room}}    weights", "quiet")
    sides = [_columns(counts, wide) for counts in (summary.values, summary.weights)]
    for value, weight in zip(*sides, strict=True):
        line = Text("  ").append(value, "likely").append("    ").append(weight, "id")
        line.rstrip()
        yield line
    yield Text(f"  {'─' * room}    {'─' * room}", "quiet")
    legend = "0" + "0.5".center(room - 2) + "1"
    yield Text(f"  {legend}    {legend}", "quiet")


def _columns(counts: Sequence[int], wide: int) -> list[str]:
    """A histogram in block characters; whatever is there is seen."""
    tallest = max(counts, default=0) or 1
    eighths = [max(bool(count), round(count / tallest * HEIGHT * 8)) for count in counts]
    return [
        "".join(_EIGHTHS[min(8, max(0, filled - level * 8))] * wide for filled in eighths)
        for level in reversed(range(HEIGHT))
    ]


def _risks(summary: Summary, width: int) -> Iterator[Text]:
    top = summary.top_risks[:5]
    room = min(48, width - 46, max(len(risk.key) for risk in top))
    yield Text("  most feared, by those who know it", "quiet")
    for risk in top:
        key = risk.key if len(risk.key) <= room else risk.key[: room - 1] + "…"
        eighths = max(1, round(risk.risk * 20 * 8))
        bar = "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
        line = Text(f"  {key:<{room}}  ").append(f"{bar:<20}", "bad")
        yield line.append(f"  {share(risk.risk)}", "bold").append(
            f"  {risk.agents:,} agents", "quiet"
        )
