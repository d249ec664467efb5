"""Work that is handed out, done, put back and given up."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_PRINTS = """Print jobs for several rooms. A clerk calls POST /rooms/{room}/jobs with
{"file": "a.pdf"} and gets 201 with {"id": 1, "file": "a.pdf", "tries": 0}; rooms need no setup, and
a missing or empty file is a 422.
A printer calls POST /rooms/{room}/claim: the answer is 200 with the job that has
waited longest, and its tries goes up by one; when nothing waits the answer is 404. Once the paper
is out the printer calls POST /rooms/{room}/jobs/{id}/printed and the job is removed; after a jam
the printer calls POST /rooms/{room}/jobs/{id}/jammed and the job goes back to the end of the line,
but a job that failed twice is dead. Both answer 204; an unknown id is 404, and a job that is not
taken is 409. GET /rooms/{room} answers {"pending": 1, "running": 0, "dead": 0}."""


def _spec(text: str) -> Spec:
    goal = Source("goal", text, "sentences")
    return read_sources((goal,), lambda told: understand(told).spec)


def _effects(spec: Spec) -> dict[str, list[str]]:
    return {each.path: notation.write(each.effect).split("\n") for each in spec.operations}


def test_what_waits_longest_is_handed_out_once_and_counts_how_often() -> None:
    spec = _spec(_PRINTS)
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    assert _effects(spec)["/rooms/{room}/claim"] == [
        'let job = first(Job[where .handed = "waiting" and .room = input.room, by .turn])',
        'guard job != null else absent "Nothing waits"',
        'patch Job job {handed: "taken", tries: job.tries + 1}',
        "answer 200 job",
    ]
    brought = {each.name: each.type.min_length for each in spec.operations[0].inputs}
    assert brought["file"] == 1


def test_what_was_taken_is_done_or_goes_back_until_it_gave_up() -> None:
    told = _effects(_spec(_PRINTS))
    assert told["/rooms/{room}/jobs/{id}/printed"][-2] == "delete Job where .id = job.id"
    back = told["/rooms/{room}/jobs/{id}/jammed"]
    assert back[-3].startswith('guard job.handed = "taken" else conflict')
    assert 'handed: if(job.failures + 1 >= 2, "dead", "waiting")' in back[-2]
    assert "turn: " in back[-2]
    assert '.handed = "taken"' in told["/rooms/{room}"][0]


def test_work_that_gives_up_nobody_knows_when_is_not_built() -> None:
    spec = _spec(_PRINTS.replace("that failed twice is", "without any luck is"))
    assert [each for each in spec.unknowns if each.rank == "blocking"]
