"""Lifecycles that are drawn, rows that a service makes by itself, tables of those who play."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.documents.markdown.lifecycles import Stage, lifecycle
from beliefs.spec.service import Spec

LEAGUE = """# League

## Rules

States: `planned` → `open` → `closed`

- teams may only be added or removed in `planned`
- a closed season cannot be changed

Anything not allowed in that state: 409 with

    {"error": {"code": "WRONG_STATE", "message": "..."}}

## Clubs

### `POST /seasons`
Body `{"title": "2030"}`. Returns 201 with

    {"id": 1, "title": "2030", "status": "planned", "teams": [], "games": []}

### `GET /seasons/{id}`

### `POST /seasons/{id}/teams`
Body `{"name": "Reds"}` → 201 `{"id": 1, "name": "Reds"}`

### `DELETE /seasons/{id}/teams/{team_id}`

### `POST /seasons/{id}/open`
Needs at least 2 teams, otherwise 409 with code `TOO_FEW`.
Creates a game for each pair of teams. A game looks like:

    {"id": 3, "home_team_id": 1, "away_team_id": 2, "home_goals": null, "away_goals": null}

### `PUT /seasons/{id}/games/{game_id}/score`
Body `{"home_goals": 2, "away_goals": 1}`. → 200 with the game

### `POST /seasons/{id}/close`
Every game must have home_goals, otherwise 409.

### `GET /seasons/{id}/table`
3 points for a win, 1 for a draw. Sorted by points, highest first, then by
goal_difference (highest first).

    [{"rank": 1, "team": "Reds", "played": 1, "won": 1, "drawn": 0, "lost": 0,
      "goals_for": 2, "goals_against": 1, "goal_difference": 1, "points": 3}]
"""


def read(text: str = LEAGUE) -> Spec:
    return read_sources((Source("league.md", text),))


def written(method: str, path: str) -> str:
    found = next(each for each in read().operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_a_league_is_understood_as_a_whole():
    assert [each for each in read().unknowns if each.rank != "narrative"] == []


def test_a_lifecycle_rules_the_deeds_and_what_lies_below():
    started = written("POST", "/seasons/{id}/open")
    assert 'guard season.status = "planned" else conflict' in started
    assert 'patch Season season {status: "open"}' in started
    for method, path in (
        ("POST", "/seasons/{id}/teams"),
        ("DELETE", "/seasons/{id}/teams/{team_id}"),
    ):
        assert 'guard season.status = "planned" else' in written(method, path)
    assert 'season.status != "closed"' in written("PUT", "/seasons/{id}/games/{game_id}/score")


def test_failures_of_one_status_keep_their_codes():
    spec = read()
    started = next(each for each in spec.operations if each.path.endswith("/open"))
    codes = {each.code for each in started.failures if each.status == 409}
    assert codes == {"TOO_FEW"}
    assert spec.failures.of("conflict").code == "WRONG_STATE"


def test_rows_are_made_for_every_pair():
    started = written("POST", "/seasons/{id}/open")
    assert "for other in Team[where .season_id = season.id and .id > one.id]:" in started
    assert "home_team_id: one.id, away_team_id: other.id" in started
    assert ".home_goals = null]) = 0" in written("POST", "/seasons/{id}/close")


def test_rows_that_nothing_makes_are_no_service():
    silent = LEAGUE.replace("Creates a game for each pair of teams.", "")
    blocking = [each.words for each in read(silent).unknowns if each.rank == "blocking"]
    assert blocking == ["games"]


def test_a_table_counts_by_scores():
    table = written("GET", "/seasons/{id}/table")
    assert "* 3 + count(" in table
    assert "[by .points down, by .goal_difference down]" in table
    assert "index(ranking, one) + 1" in table


def test_a_table_counts_by_results_in_words():
    words = LEAGUE.replace('"home_goals": null, "away_goals": null', '"winner": null')
    words = words.replace(
        '`{"home_goals": 2, "away_goals": 1}`',
        '`{"winner": "home"}`, one of `home`, `away`, `draw`',
    )
    words = words.replace('"goals_for": 2, "goals_against": 1, "goal_difference": 1, ', "")
    words = words.replace("have home_goals", "have a winner")
    spec = read(words)
    table = next(each for each in spec.operations if each.path.endswith("/table"))
    assert '.home_team_id = team.id and .winner = "home"' in notation.write(table.effect)


def test_drawings_of_lifecycles():
    one, two = lifecycle("new --pay--> paid\npaid -(send)-> sent")
    assert (one, two) == (Stage("new", "paid", "pay"), Stage("paid", "sent", "send"))
    assert lifecycle("new -->|pay| paid") == [Stage("new", "paid", "pay")]
    assert lifecycle("new → paid (pay)") == [Stage("new", "paid", "pay")]
    assert lifecycle("POST /a -> 201") == []
