"""Tables of a tournament or a league: what each of those who play has won, drawn and lost.

A game names two of them, and has either a result in words ("1-0", "home", "draw") or what both of
them scored. What a win and a draw are worth is said in words.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, Shape, is_list, is_record
from beliefs.spec.documents.places import Step, unwrapped
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.service import Assumption
from beliefs.spec.types import Field, Type

_FIGURES = {
    "played": ("played", "games", "matches", "gamesplayed", "matchesplayed"),
    "won": ("wins", "won", "win", "victories"),
    "drawn": ("draws", "drawn", "draw", "ties", "tied"),
    "lost": ("losses", "lost", "loss", "defeats"),
    "points": ("points", "pts", "score", "totalpoints"),
    "scored": ("goalsfor", "scored", "for", "pointsfor", "goalsscored", "gf"),
    "conceded": ("goalsagainst", "conceded", "against", "pointsagainst", "goalsconceded", "ga"),
    "margin": ("goaldifference", "difference", "goaldiff", "diff", "gd"),
}
_RANKS = {"rank", "position", "place", "pos"}
_PAIRS = (
    *(("white", "black"), ("home", "away"), ("hometeam", "awayteam"), ("player1", "player2")),
    *(("playera", "playerb"), ("team1", "team2"), ("teama", "teamb"), ("first", "second")),
    ("playerone", "playertwo"),
)
_DRAWN = {"draw", "drawn", "tie", "tied", "remis", "x", "1/2-1/2", "½-½", "0.5-0.5", "=-="}


class Games(NamedTuple):
    """Rows that two play: who they are, and when one of them has won."""

    rows: Holding
    players: Holding
    first: str
    second: str
    over: str
    won: str  # by the first; `<` and `>` of it turned around for the second
    lost: str
    drawn: str
    scores: tuple[str, str] = ("", "")


def standings_lines(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """The effect of a route that shows a table of those who play; None where it is no such."""
    shape, under = unwrapped(route.good.shape if route.good else None)
    item = shape.item if shape is not None and is_list(shape) else None
    if route.method != "GET" or item is None or not is_record(item) or under:
        return None
    named = {figure for each in item.names if (figure := _figure(each))}
    if len(named & {"played", "won", "drawn", "lost", "points"}) < 3:
        return None
    games = _games(writer)
    if games is None:
        return None
    above = writer.kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
    return _table(writer, route, item, games, above, chain)


def _figure(name: str) -> str:
    return next((figure for figure, forms in _FIGURES.items() if plain(name) in forms), "")


def _games(writer: Writer) -> Games | None:
    for holding in writer.kept.holdings:
        pair = _pair(writer, holding)
        if pair is None:
            continue
        first, second, players = pair
        numbers = [each.name for each in holding.fields.values() if each.type.kind == "integer"]
        scores = [
            next((each for each in numbers if _scored(each, name)), "") for name in (first, second)
        ]
        if all(scores):
            mine, theirs = scores
            over = f".{mine} != null and .{theirs} != null"
            tests = (f".{mine} > .{theirs}", f".{mine} < .{theirs}", f".{mine} = .{theirs}")
            return Games(holding, players, first, second, over, *tests, (mine, theirs))
        for field in holding.fields.values():
            found = _results(writer, holding, field, (first, second))
            if found:
                return Games(holding, players, first, second, f".{field.name} != null", *found)
    return None


def _pair(writer: Writer, holding: Holding) -> tuple[str, str, Holding] | None:
    """The two fields of a game that say who plays, and what they name."""
    links = list(holding.references.items())
    for at, (name, to) in enumerate(links):
        for other, also in links[at + 1 :]:
            players = writer.kept.of(to)
            if to == also and players is not None:
                return name, other, players
    by = {plain(each).removesuffix("id"): each for each in holding.fields}
    players = next(
        (
            found
            for each in ("player", "team", "competitor", "participant", "club")
            if (found := writer.kept.called(each)) is not None
        ),
        None,
    )
    for one, two in _PAIRS:
        if one in by and two in by and players is not None:
            return by[one], by[two], players
    return None


def _scored(name: str, who: str) -> bool:
    """Whether a number is what one of the two scored: `home_goals` of `home_team_id`."""
    stem = re.sub(r"(team|player|club)?(id)?$", "", plain(who)) or plain(who)
    return name != who and bool(
        re.fullmatch(rf"{re.escape(stem)}(team|player)?(score|goals|points|sets)", plain(name))
    )


def _results(
    writer: Writer, holding: Holding, field: Field, who: tuple[str, str]
) -> tuple[str, str, str] | None:
    """Conditions that the first has won, has lost, that nobody has, by the results there are."""
    choices = field.type.choices or next(
        (
            part.shape.type.choices
            for route in writer.contract.routes
            if route.body is not None and (part := route.body.part(field.name)) is not None
        ),
        (),
    )
    del holding
    ways: dict[str, list[str]] = {"first": [], "second": [], "draw": []}
    for each in choices:
        way = _result(each, who)
        if not way:
            continue
        ways[way].append(f".{field.name} = {json.dumps(each)}")
    if not ways["first"] or not ways["second"]:
        return None
    won, lost, drawn = (" or ".join(ways[each]) for each in ("first", "second", "draw"))
    return won, lost, drawn or "false"


def _result(value: str, who: tuple[str, str]) -> str:
    """Who has won by a result: the first, the second or nobody; empty where it says none of it.

    >>> [_result(each, ("white", "black")) for each in ("1-0", "1/2-1/2", "black", "open")]
    ['first', 'draw', 'second', '']
    """
    small = value.lower().replace(" ", "")
    if plain(small) in _DRAWN or small in _DRAWN:
        return "draw"
    numbers = re.fullmatch(r"(\d+)[-:](\d+)", small)
    if numbers:
        one, two = int(numbers[1]), int(numbers[2])
        return "draw" if one == two else "first" if one > two else "second"
    for name, way in zip(who, ("first", "second"), strict=True):
        stem = re.sub(r"(team|player)?(id)?$", "", plain(name)) or plain(name)
        if re.fullmatch(rf"{re.escape(stem)}(wins?|won|team|player)?", plain(small)):
            return way
    return {"1": "first", "2": "second", "win": "first", "loss": "second"}.get(small, "")


def worth(said: str, *words: str) -> str:
    """How many points something is worth.

    >>> worth("A win is 1 point, a draw 0.5", "draw"), worth("3 points for a win", "win")
    ('0.5', '3')
    """
    number = r"(\d+(?:\.\d+)?|½|half a)"
    for each in words:
        match = re.search(
            rf"(?i){number}(?: points?)? (?:for|per) (?:an? |each |every )?{each}", said
        ) or re.search(
            rf"(?i)\b{each}\w*(?: (?:is|are|counts?|gives?|earns?|brings?|gets?|worth|as))*[\s:=]+"
            rf"{number}",
            said,
        )
        if match:
            return match[1].replace("½", "0.5").replace("half a", "0.5")
    return ""


def _table(
    writer: Writer,
    route: Route,
    item: Shape,
    games: Games,
    above: Holding | None,
    chain: tuple[Step, ...],
) -> list[str] | None:
    players, one = games.players, games.players.variable
    own = [link for link in games.rows.parents if above and link.name == above.name]
    within = f".{own[0].field} = {above.variable}.{above.key.name} and " if own and above else ""
    theirs = [link for link in players.parents if above and link.name == above.name]
    who = players.name
    if theirs and above:
        who += f"[where .{theirs[0].field} = {above.variable}.{above.key.name}]"
    values = _values(writer, route, item, games)
    if values is None:
        return None
    order, kept = _order(writer, route, item, games.players)
    hidden = {name: f"{one}.{name}" for name in kept}
    table = f"each({one} in {who}: {made({**values, **hidden})})"
    ranks = [each for each in item.names if plain(each) in _RANKS]
    lines = [
        *writer.above(route, chain[:-1]),
        f"let done = {games.rows.name}[where {within}{games.over}]",
        f"let ranking = {table}[{', '.join(f'by {each}' for each in order)}]",
    ]
    shown = "ranking"
    if ranks or kept:
        fields = {each: f"one.{each}" for each in item.names}
        fields |= dict.fromkeys(ranks, "index(ranking, one) + 1")
        shown = f"each(one in ranking: {made(fields)})"
    return [*lines, f"answer {route.good.status if route.good else 200} {shown}"]


def _values(writer: Writer, route: Route, item: Shape, games: Games) -> dict[str, str] | None:
    """Every value of a line of the table."""
    players, one = games.players, games.players.variable
    key = f"{one}.{players.key.name}"
    home, away = f".{games.first} = {key}", f".{games.second} = {key}"

    def counted(first: str, second: str) -> str:
        return f"count(done[where {home} and ({first}) or {away} and ({second})])"

    won, lost = counted(games.won, games.lost), counted(games.lost, games.won)
    drawn = counted(games.drawn, games.drawn)
    said = " ".join([route.words, *(each.words for each in writer.contract.routes)])
    said += " ".join(text for _, text in writer.contract.prose)
    win, draw = worth(said, "win", "victory"), worth(said, "draw", "tie")
    loss = worth(said, "loss", "defeat")
    mine, theirs = games.scores
    scored = f"sum(each(one in done[where {home}]: one.{mine})) + " if mine else ""
    scored += f"sum(each(one in done[where {away}]: one.{theirs}))" if mine else ""
    against = f"sum(each(one in done[where {home}]: one.{theirs})) + " if mine else ""
    against += f"sum(each(one in done[where {away}]: one.{mine}))" if mine else ""
    points = f"{won} * {win}" + (f" + {drawn} * {draw}" if draw and draw != "0" else "")
    points += f" + {lost} * {loss}" if loss and loss != "0" else ""
    known = {
        "played": f"count(done[where {home} or {away}])",
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "points": points if win else "",
        "scored": scored,
        "conceded": against,
        "margin": f"{scored} - ({against})" if mine else "",
    }
    values: dict[str, str] = {}
    for name in item.names:
        near = players.named(name)
        if plain(name) in _RANKS:
            values[name] = "0"
        elif near and not _figure(name):
            values[name] = f"{one}.{near}"
        elif plain(name) in {f"{plain(players.word)}id", "id"}:
            values[name] = key
        elif plain(name) in {plain(players.word), f"{plain(players.word)}name"}:
            values[name] = f"{one}.{players.named('name') or players.key.name}"
        elif known.get(_figure(name)):
            values[name] = known[_figure(name)]
        else:
            return None
    return values


def _order(
    writer: Writer, route: Route, item: Shape, players: Holding
) -> tuple[list[str], list[str]]:
    """What the table is sorted by, and which fields of those who play it takes for that."""
    fields = {each: Field(each, Type("number")) for each in item.names}
    more = {name: each for name, each in players.fields.items() if name not in fields}
    lines = Holding("Line", "line", set(), [], item, fields={**fields, **more})
    order = stated_order(route, lines)
    if not order:
        points = next((each for each in item.names if _figure(each) == "points"), "")
        points = points or next(each for each in item.names if _figure(each) == "won")
        order = [f".{points} down"]
        writer.said(Assumption(f"the order of GET {route.path}", f"most {points} first"))
    used = [each.removeprefix(".").split(" ")[0] for each in order]
    return order, [each for each in used if each in more]
