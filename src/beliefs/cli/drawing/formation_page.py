"""A run of belief formation as one page: numbers, distributions, the risk map, the speed.

Everything is in the file: no script, no font, no picture from elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from beliefs.cli.drawing.charts import Bar, Tick, bars, brief, shades

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beliefs.formation.summary import Summary

_STYLE = """
:root { color-scheme: light dark; --page: #f6f6f4; --card: #fff; --ink: #1d2226; --quiet: #667079;
  --line: #e4e5e2; --value: #2f7d6b; --weight: #4b6fae; --speed: #8a6d3b; --risk: #c0392b; }
@media (prefers-color-scheme: dark) { :root { --page: #14171a; --card: #1c2024; --ink: #e8eaec;
  --quiet: #98a2ab; --line: #2d3339; --value: #54b399; --weight: #7c9fdd; --speed: #c9a45c;
  --risk: #f2705f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 36px 24px 48px; }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 4px; letter-spacing: -.01em; }
h2 { font-size: 15px; margin: 0; }
p { margin: 0; color: var(--quiet); }
.card p { font-size: 13px; margin-bottom: 10px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px;
  margin: 24px 0 12px; }
.tile, .card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.tile { padding: 12px 16px; }
.tile b { display: block; font-size: 22px; font-weight: 600; font-variant-numeric: tabular-nums; }
.tile span { color: var(--quiet); font-size: 13px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr));
  gap: 12px; }
.card { padding: 16px 18px 10px; min-width: 0; }
.wide { grid-column: 1 / -1; }
svg { display: block; width: 100%; height: auto; }
.scroll { overflow-x: auto; }
.scroll svg { min-width: 760px; }
svg text { fill: var(--quiet); font-size: 11.5px; font-variant-numeric: tabular-nums; }
svg .key { fill: var(--ink); font: 11.5px ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
svg .grid { stroke: var(--line); }
svg .touch { fill: transparent; }
svg g:hover path, svg rect[rx]:hover { filter: brightness(1.2); }
.legend { display: flex; align-items: center; gap: 8px; font-size: 12px; color: var(--quiet);
  margin-bottom: 8px; }
.legend i { width: 140px; height: 9px; border-radius: 3px;
  background: linear-gradient(90deg,
    color-mix(in srgb, var(--risk) 4%, transparent), var(--risk)); }
table { border-collapse: collapse; width: 100%; font-size: 13px; margin-bottom: 6px; }
td, th { padding: 5px 8px 5px 0; border-bottom: 1px solid var(--line); text-align: left;
  font-weight: 400; }
tr:last-child td { border-bottom: 0; }
th { color: var(--quiet); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
code { font: 12.5px ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
footer { margin-top: 20px; color: var(--quiet); font-size: 13px; }
"""
_GROUPS = 60


def page_of(summary: Summary) -> str:
    """The page, complete."""
    days = f"day {summary.first_day} to {summary.last_day}"
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>Belief formation: {summary.agents:,} agents</title>",
            f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>",
            "<h1>Belief formation</h1>",
            f"<p>{summary.agents:,} agents, {days}, rule {summary.rule}, seed {summary.seed}</p>",
            _tiles(summary),
            '<div class="cards">',
            _card("Values", "How bad things are believed to be: 0 safe, 1 worst.",
                  _histogram(summary.values, "value")),
            _card("Weights", "How much stands behind a belief: 0 nothing, 1 all there could be.",
                  _histogram(summary.weights, "weight")),
            _risk_map(summary),
            _card("Events told", f"For each second of telling and forming, {_pace(summary)}.",
                  _speed(summary, [day.events for day in summary.daily], "events")),
            _card("Agents formed", f"Agents that slept on news, for each second, {_pace(summary)}.",
                  _speed(summary, [day.formed for day in summary.daily], "agents")),
            _top(summary),
            "</div>",
            f"<footer>digest <code>{summary.digest}</code></footer>",
            "</main>\n</body>\n</html>\n",
        ]
    )  # fmt: skip


def _tiles(summary: Summary) -> str:
    shown = [
        (brief(summary.events), "events told"),
        (brief(summary.signals), "signals heard"),
        (brief(summary.formed), "agents formed"),
        (brief(summary.beliefs), "beliefs held"),
        (brief(summary.events_per_second), "events a second"),
        (brief(summary.agents_per_second), "agents a second"),
    ]
    shown += [
        (brief(count), name)
        for count, name in (
            (summary.deferred, "told late"),
            (summary.waiting, "still waiting"),
            (summary.unheard, "unheard"),
            (summary.quarantined, "not understood"),
        )
        if count
    ]
    tiles = (f'<div class="tile"><b>{n}</b><span>{name}</span></div>' for n, name in shown)
    return f'<div class="tiles">{"".join(tiles)}</div>'


def _card(title: str, what: str, chart: str, *, wide: bool = False) -> str:
    kind = "card wide" if wide else "card"
    return f'<section class="{kind}"><h2>{title}</h2><p>{what}</p>{chart}</section>'


def _histogram(counts: Sequence[int], name: str) -> str:
    total, steps = max(1, sum(counts)), len(counts)
    columns = [
        Bar(
            count / total,
            f"{name} {place / steps:.2f} to {(place + 1) / steps:.2f}: {count:,} beliefs",
        )
        for place, count in enumerate(counts)
    ]
    ticks = [Tick(at / 4, f"{at / 4:g}") for at in range(5)]
    return bars(columns, ticks, axis=name, colour=name, percent=True)


def _risk_map(summary: Summary) -> str:
    found = summary.risk_map
    if not found.keys:
        return _card("Risk map", "Nobody believes that anything is at risk.", "", wide=True)
    most = max(risk or 0.0 for row in found.risks for risk in row)
    asked = "" if found.every == 1 else f" Of every {found.every} agents one was asked."
    chart = shades(found.keys, [str(day) for day in found.days], found.risks, axis="day", most=most)
    legend = f'<div class="legend">0 <i></i> {most:.2f}</div>'
    return _card(
        "Risk map",
        "What was feared most at one time or another: the mean risk among those who know it."
        + asked,
        f'{legend}<div class="scroll">{chart}</div>',
        wide=True,
    )


def _each(summary: Summary) -> int:
    """How many days share a bar."""
    return -(-len(summary.daily) // _GROUPS)


def _pace(summary: Summary) -> str:
    each = _each(summary)
    return "day by day" if each == 1 else f"{each} days at a time"


def _speed(summary: Summary, counts: Sequence[int], what: str) -> str:
    """Amounts a second; of many days, some at a time."""
    days, each = summary.daily, _each(summary)
    columns = []
    for start in range(0, len(days), each):
        amount = sum(counts[start : start + each])
        speed = amount / max(1e-9, sum(summary.daily_seconds[start : start + each]))
        columns.append(Bar(speed, f"from day {days[start].day}: {speed:,.0f} {what} a second"))
    shown = max(1, -(-len(columns) // 10))
    ticks = [
        Tick((place + 0.5) / len(columns), str(days[place * each].day))
        for place in range(0, len(columns), shown)
    ]
    return bars(columns, ticks, axis="day", colour="speed")


def _top(summary: Summary) -> str:
    rows = "".join(
        f'<tr><td><code>{escape(risk.key)}</code></td><td class="n">{risk.risk:.3f}</td>'
        f'<td class="n">{risk.agents:,}</td></tr>'
        for risk in summary.top_risks
    )
    head = '<tr><th>belief</th><th class="n">mean risk</th><th class="n">agents</th></tr>'
    return _card(
        "Top risks", "What is feared most at the end.", f"<table>{head}{rows}</table>", wide=True
    )
