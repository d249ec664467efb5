"""Goals in running sentences that name routes, laid out as descriptions."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.markdown.laying import laid_out
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec, blocked
from beliefs.spec.understanding import understand


def _read(text: str) -> Spec:
    return read_sources((Source("goal", text, "sentences"),), lambda told: understand(told).spec)


@pytest.mark.parametrize(
    ("goal", "section"),
    [
        (
            (
                "POST /logs adds an entry with day (2026-01-02), hours (number, not 0) and an "
                "optional note; 201."
            ),
            "- `day`: required, date\n\n- `hours`: required, number, not 0\n\n- `note`: optional",
        ),
        (
            "Groups book with POST /tables by name and number of chairs they want (1 to 9).",
            "- `name`: required\n\n- `chairs`: required, integer, integer 1 to 9",
        ),
        (
            (
                'POST /links with a url, optionally how often it works ("uses", 1 to 5, by default '
                "twice)."
            ),
            "- `uses`: optional, integer, integer 1 to 5, default 2",
        ),
        (
            "POST /notes with title and text (both texts up to 9 letters, title must not be empty)",
            "- `title`: required, text up to 9 letters, must not be empty",
        ),
        (
            "POST /rooms {name}; GET /rooms/{id} shows name, beds and free (beds minus guests).",
            "Response:\n\n- `name`\n- `beds`\n- `free`: beds minus guests",
        ),
        (
            "POST /cups {size, price}; when a cup with that size is there, the price is replaced.",
            "when a cup with that size is there, the price is replaced.",
        ),
        (
            "People join (POST /join with nick; nick taken: 409) and go (POST /leave with nick).",
            "nick taken: 409.\n\n## POST /leave\n\ngo.",
        ),
        (
            'Shelf: POST /jars {"label": "plum"} -> 201 {"id", "label"}; GET /jars lists them.',
            '## POST /jars\n\nBody: `{"label": "plum"}`\n\nResponse 201: `{"id", "label"}`',
        ),
        (
            "Members join with POST /members {name} and leave with DELETE /members/{id}, both 204.",
            "## DELETE /members/{id}\n\nleave.\n\n204.",
        ),
        (
            "GET /sent has what you sent and GET /got what you got, newest first.",
            "## GET /sent\n\nhas what you sent.\n\nnewest first.",
        ),
        (
            "POST /boats {name}; GET /boats; when the pier is full POST /boats is 503.",
            "- `name`: required\n\n503 when the pier is full.",
        ),
        (
            "1. POST /jars {name}\n2. GET /jars\n3. Whatever is unknown is 404.",
            "## Rules\n\nWhatever is unknown is 404.",
        ),
        (
            "POST /a {who, what}. POST /b {by}. who, what and by are non-empty, 422 otherwise.",
            "- `by`: required\n\nby must be non-empty, 422 otherwise.",
        ),
    ],
)
def test_each_route_has_its_section(goal: str, section: str) -> None:
    laid = laid_out(goal)
    assert laid is not None
    assert section in laid.text


def test_a_goal_without_routes_is_not_laid_out() -> None:
    assert laid_out("A notes API with CRUD for notes.") is None


def test_what_sentences_leave_open_is_read_as_a_description() -> None:
    goal = """Shed.
POST /tools {"name": "saw", "weight": 2.5} -> 201 {"id": 1, "name": "saw", "weight": 2.5}.
GET /tools/heaviest -> {"id": 1, "name": "saw", "weight": 2.5}: the heaviest tool, 404 if none.
GET /tools lists them, the heaviest first."""
    spec = _read(goal)
    assert spec != understand(goal).spec
    assert [each.source for each in spec.operations][:3] == ["goal:2", "goal:3", "goal:4"]


def test_goals_that_sentences_explain_stay_as_they_are() -> None:
    goal = "A notes API: POST /notes with title and text, GET /notes, GET /notes/{id}."
    spec = _read(goal)
    assert spec == understand(goal).spec
    assert not blocked(spec)


def test_who_may_ask_is_never_lost():
    spec = _read(
        "board. public: GET /notices lists them. admin calls need basic auth (user admin, password "
        'from env BOARD_PASSWORD, "changeme" if unset), else 401.\n\nadmin: POST /notices {"title"}'
        " -> 201; a notice has a color, the worst color of its parts."
    )
    needs = {(each.method, each.path): each.needs for each in spec.operations}
    assert needs["POST", "/notices"] == "caller"
    assert needs["GET", "/notices"] == ""


def test_tokens_in_bodies_and_bodies_in_words_are_read_from_sentences() -> None:
    spec = _read(
        "Hello! I need accounts for a club. A member signs up with POST /signup, sending login and "
        "password (6 characters or more) as JSON; 201 with "
        '{"login": "..."}, 409 if the login is taken. POST /login with the same fields answers 200 '
        'and {"token": "..."}, or 401 if the password is wrong. POST /whoami takes {"token": "..."}'
        ' and answers {"login": "...", "login_count": 2}; an unknown token is 401. POST /logout '
        'with {"token": "..."} answers 204 and ends only that token.'
    )
    assert not blocked(spec)
    effects = {each.path: repr(each.effect) for each in spec.operations}
    assert "('login_count', Call(function='+'" in effects["/login"]
    assert "Let(name='me', " in effects["/whoami"]
    deleted = effects["/logout"].partition("Delete(entity='Session'")[2]
    assert "field='token'" in deleted
    assert "field='user_id'" not in deleted
    password = next(each for each in spec.operations[0].inputs if each.name == "password")
    assert password.type.min_length == 6


_LOST = (
    "Lost passwords. POST /users with email and password makes a user and answers 201 with "
    '{"email": "..."}, or 409 if it is there. POST /login with email and password answers 200 '
    '{"fine": true}, or 401 {"fine": false} if they are wrong. POST /forgot with email answers '
    "202; a code of five digits is sent. GET /sent?email=... answers an array of "
    '{"email": "...", "code": "12345"}, newest first. POST /reset with email, code and '
    'new_password answers 200 {"fine": true}; a wrong code answers 400 {"fine": false}. Only the '
    "newest code works."
)


@pytest.mark.parametrize(
    ("more", "held"),
    [
        ("", "Lit(value=0)"),
        (
            " After four failed attempts the right code is refused too.",
            "field='wrong'), Lit(value=4",
        ),
    ],
)
def test_codes_for_lost_passwords_are_listed_and_refused(more: str, held: str) -> None:
    spec = _read(_LOST + more)
    assert not blocked(spec)
    assert spec.failures.body == '{"fine": false}'
    effects = {each.path: repr(each.effect) for each in spec.operations}
    assert "Delete(" not in effects["/forgot"]
    assert "falling=True" in effects["/sent"]
    assert held in effects["/reset"]


def _inputs(spec: Spec, way: str) -> dict[str, tuple[str, bool]]:
    made = next(each for each in spec.operations if f"{each.method} {each.path}" == way)
    return {each.wire: (each.type.kind, each.required) for each in made.inputs}


def test_values_that_are_enumerated_in_words_are_brought() -> None:
    spec = _read(
        "A hut log. An owner adds a hut by sending a POST to /huts with a name, the number of beds "
        "(at least 1), an opening date and an optional altitude from 0 to 9000; the answer is 201 "
        "with the stored hut and its id. get /huts lists them and can be filtered by name. "
        "Huts that do not exist are 404."
    )
    assert _inputs(spec, "POST /huts") == {
        "name": ("string", True),
        "beds": ("integer", True),
        "opening_date": ("date", True),
        "altitude": ("integer", False),
    }
    assert _inputs(spec, "GET /huts") == {"name": ("string", False)}


def test_what_is_jotted_of_names_and_shown_of_each_is_read() -> None:
    spec = _read(
        "jar shelf. POST /jars {label, grams} -> 201. label required, 1-20 chars, unique (409). "
        "grams int 1-900, default 250. GET /jars = all sorted by label, each: id, label, grams, "
        "open (false at first). POST /jars/{id}/open -> 200, the jar. unknown jar 404."
    )
    label, grams = next(each for each in spec.operations if each.method == "POST").inputs
    assert (label.type.min_length, label.type.max_length) == (1, 20)
    assert (grams.type.minimum, grams.type.maximum, grams.default) == (1, 900, "250")
    jar = next(each for each in spec.entities if each.name == "Jar")
    assert [each.name for each in jar.fields] == ["label", "grams", "open"]


def test_names_are_the_same_in_any_case_where_words_say_so() -> None:
    spec = _read(
        "dens. POST /dens {name} -> 201 {id, name}. name required, 1-30 chars, unique ignoring "
        "case (409). GET /dens = all of them sorted by name, each: id, name."
    )
    assert "Call(function='lower'" in repr(spec.operations[0].effect)


def test_values_that_are_told_and_nowhere_made_are_listed() -> None:
    spec = _read(
        "A shed. POST /tools with a name adds a tool, 201. GET /tools lists them and says how "
        "many others there are of that kind (kin_around)."
    )
    assert "kin_around" in str([each.words for each in spec.unknowns if each.rank == "material"])


def test_what_sentences_understood_is_not_lost_by_laying_them_out() -> None:
    goal = (
        "FastAPI. GET /health. Connect to the WebSocket at /ws: put the current time as an ISO "
        "8601 timestamp and a space before every text message received, and send it back."
    )
    spec = _read(goal)
    told = {each.rank for each in spec.unknowns}
    assert ("WEBSOCKET", "/ws") in {(each.method, each.path) for each in spec.operations}
    assert told - {"narrative"}  # what of it is not understood is listed


def test_a_rule_that_sentences_know_for_one_is_no_mere_talk() -> None:
    goal = (
        "Jobs with FastAPI. POST /jobs {name} -> 201 {id, name}; GET /jobs/{id}. "
        "Every job runs for a while, two of them in parallel, fastest one first."
    )
    assert "material" in {each.rank for each in _read(goal).unknowns}


@pytest.mark.parametrize(
    ("goal", "lost"),
    [
        (
            (
                "Print jobs, FastAPI. POST /jobs {file_name, pages, urgency} -> id. Printers: 2. "
                "Over 90 pages: at night. GET /jobs/{id}: state (waiting/printing/done), tries. "
                "GET /status: number of jobs per state."
            ),
            {"Printers: 2", "number of jobs per state"},
        ),
        (
            (
                "Kettles. POST /kettles {label} -> 201 {id, label}. Kettles boil three at a time. "
                "GET /kettles/{id}. GET /kettles = all sorted by label, each: id, label."
            ),
            {"boil three at a time"},
        ),
    ],
)
def test_words_of_a_goal_that_change_nothing_are_listed(goal: str, lost: set[str]) -> None:
    listed = " | ".join(each.words for each in _read(goal).unknowns)
    assert all(each in listed for each in lost), listed


@pytest.mark.parametrize(
    ("goal", "section"),
    [
        (
            (
                "POST /dogs takes owner and breed, both non-empty text, and gives back 201 "
                "with id, "
                "owner, breed, vaccinated (false) and walks (0)."
            ),
            (
                "- `owner`: required, non-empty text\n\n- `breed`: required, non-empty text\n\n"
                'Response 201: `{"id", "owner", "breed", "vaccinated": false, "walks": 0}`'
            ),
        ),
        (
            (
                "A run is noted with POST /runs and a JSON body of who, day (written "
                "2031-05-02), km, "
                "which is a number greater than zero, and note, which may be left out and is "
                "then an "
                "empty string."
            ),
            (
                "- `who`: required\n\n- `day`: required, date\n\n- `km`: required, number, "
                "greater than 0"
                '\n\n- `note`: optional, default ""'
            ),
        ),
        (
            (
                "POST /halls with a name (up to 60 characters), a smallest number of guests "
                "min_guests "
                "and a largest max_guests, both whole numbers of at least 1."
            ),
            (
                "- `min_guests`: required, whole number, at least 1\n\n"
                "- `max_guests`: required, whole number, at least 1"
            ),
        ),
        (
            "To lend a drill they POST to /drills/{id}/lend your name as holder.",
            "- `holder`: required",
        ),
        (
            (
                "POST /hats hands in a hat: the body has an owner (text, 1-50) and optionally "
                "a remark, "
                'default "". The answer (201) has id, owner, remark and fetched=false.'
            ),
            (
                "- `owner`: required, text, 1 to 50 characters\n\n- `remark`: optional, "
                'default ""\n\n'
                'hands in a hat.\n\nResponse 201: `{"id", "owner", "remark", "fetched": false}`'
            ),
        ),
        (
            (
                'PUT /hall sets the size: {"size": 120}, a whole number from 1 to 900, and '
                "answers 200 "
                'with {"size": 120, "used": 0}.'
            ),
            'Body: `{"size": 120}`\n\nResponse 200: `{"size": 120, "used": 0}`',
        ),
        (
            'POST /doors {"side": "left"} -> 201; PUT /doors/{id} takes the same body, 200.',
            '## PUT /doors/{id}\n\nBody: `{"side": "left"}`\n\n200.',
        ),
        (
            (
                "POST /add_pen and GET /all_pens. add_pen gets colour and maker. all_pens returns "
                "them."
            ),
            "## POST /add_pen\n\nBody:\n\n- `colour`: required\n\n- `maker`: required",
        ),
        (
            (
                'POST /levels is told of a gauge: {"cm": 4}. The response is 201 with the '
                "gauge, to which "
                "the service adds an id and flood, which is true if cm is greater than 400 and "
                "false "
                "otherwise."
            ),
            "`flood` is true if cm is greater than 400 and false otherwise.",
        ),
        (
            (
                'POST /acts {"name": "Zoe"} -> 201 {"id", "name"}; GET /acts/{id} returns the '
                "act plus "
                "coins, the sum of all gifts, and gifts, how many there were."
            ),
            (
                'Response: `{"id", "name", "coins", "gifts"}`\n\n`coins` is the sum of all '
                "gifts.\n\n"
                "`gifts` is the number of gifts."
            ),
        ),
        (
            (
                "POST /books {title}; GET /books lists them by title and takes state as an "
                "optional "
                "filter (new, read or lost, anything else is a 400)."
            ),
            "Query: `state` (one of new, read or lost)\n\n400 for any other `state`.",
        ),
        (
            (
                "POST /a/{id}/open -> 200; POST /a/{id}/shut -> 200; GET /a lists them. Both "
                "actions "
                "answer 409 if it is locked."
            ),
            "## POST /a/{id}/open\n\n200.\n\nanswer 409 if it is locked.",
        ),
    ],
)
def test_prose_is_laid_out_with_its_bodies_and_answers(goal: str, section: str) -> None:
    laid = laid_out(goal)
    assert laid is not None
    assert section in laid.text


@pytest.mark.parametrize(
    ("goal", "section"),
    [
        (
            "POST /pies expects a name, a price in cents (whole number, more than 0) and a maker.",
            "- `name`: required\n\n- `price`: required, in cents, whole number, more than 0",
        ),
        (
            (
                "A saw is added with POST /saws by sending its name and its state, one of new, "
                "worn or bent, new if nothing is said."
            ),
            "- `state`: one of new, worn or bent, default new",
        ),
        (
            "POST /fixes with owner, bike and fault (all required, non-empty).",
            "- `owner`: required, non-empty\n\n- `bike`: required, non-empty",
        ),
        (
            "POST /saws {name}; GET /saws lists them; the query parameter name restricts the list.",
            "Query: `name`",
        ),
        (
            "POST /saws {name, state}; PATCH /saws/{id} can change the state only and returns it.",
            "changes `state` only",
        ),
    ],
)
def test_names_stay_apart_and_rules_find_their_request(goal: str, section: str) -> None:
    laid = laid_out(goal)
    assert laid is not None
    assert section in laid.text


def test_lines_that_end_before_the_margin_stand_by_themselves() -> None:
    laid = laid_out(
        "tip jar\nPOST /acts takes a name and a genre of music, returns 201 with the act and "
        "its id\n"
        "GET /acts returns all of them\nnothing is ever deleted"
    )
    assert laid is not None
    assert "returns all of them.\n" in laid.text
