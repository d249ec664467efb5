"""Polls: one vote per voter, whatever happens at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("poll-system", "service")

_ROUNDS = 4
_ABSENT_OPTION = (400, 404, 422)


def _poll(service: Service, options: int = 3) -> tuple[str, list[Any]]:
    """The path of a new poll, and the ids of its options."""
    given = {"question": f"q{token_hex(4)}?", "options": [token_hex(4) for _ in range(options)]}
    made = service.post("/polls", json=given).created()
    equal([each["text"] for each in made["options"]], given["options"], "the options")
    ids = [each["id"] for each in made["options"]]
    equal(len({str(each) for each in ids}), options, "the number of option ids")
    return f"/polls/{made['id']}", ids


def _vote(service: Service, poll: str, option: object, voter: str = "") -> Answer:
    voter = voter or f"v{token_hex(4)}"
    return service.post(f"{poll}/vote", json={"option_id": option, "voter": voter})


def _results(service: Service, poll: str, options: list[Any]) -> tuple[list[int], list[float]]:
    """Votes and percents, in the order of the options."""
    told = {str(each["id"]): each for each in service.get(f"{poll}/results").items("options")}
    equal(len(told), len(options), "the number of options in the results")
    mine = [told[str(each)] for each in options]
    return [each["votes"] for each in mine], [each["percent"] for each in mine]


def _votes(service: Service, poll: str, options: list[Any]) -> list[int]:
    return _results(service, poll, options)[0]


@suite.check("a new poll has its options and no votes, and nothing is divided by zero", fresh=True)
def new(service: Service) -> None:
    poll, options = _poll(service)
    equal(_results(service, poll, options), ([0, 0, 0], [0, 0, 0]), "votes and percents")


@suite.check("votes are counted for their option and poll, and percents are of all votes")
def counted(service: Service) -> None:
    poll, options = _poll(service, 4)
    other, others = _poll(service, 2)
    for option, count in zip(options, (3, 0, 2, 1), strict=True):
        for _ in range(count):
            _vote(service, poll, option).is_(200, 201, 204)
    votes, percents = _results(service, poll, options)
    equal(votes, [3, 0, 2, 1], "votes")
    for percent, exact in zip(percents, (50, 0, 100 / 3, 100 / 6), strict=True):
        expect(abs(percent - exact) <= 0.51, f"{exact:.2f} percent, not {percent}")
    equal(_votes(service, other, others), [0, 0], "votes of another poll")


@suite.check("a second vote is 409 and changes nothing; another poll or voter is another matter")
def once(service: Service) -> None:
    (poll, options), (other, others) = _poll(service), _poll(service)
    voter = f"v{token_hex(4)}"
    _vote(service, poll, options[0], voter).is_(200, 201, 204)
    _vote(service, poll, options[1], voter).is_(409)
    _vote(service, poll, options[0], voter).is_(409)
    _vote(service, other, others[2], voter).is_(200, 201, 204)
    _vote(service, poll, options[1], f"{voter}x").is_(200, 201, 204)
    equal(_votes(service, poll, options), [1, 1, 0], "votes")
    equal(_votes(service, other, others), [0, 0, 1], "votes of the other poll")


@suite.check(
    "a voter who votes many times at the same moment has one vote; many voters have theirs"
)
def race(service: Service) -> None:
    # On a busy machine what is sent at the same moment may still be taken one after the other.
    for _ in range(_ROUNDS):
        _raced(service)


def _raced(service: Service) -> None:
    poll, options = _poll(service)
    voter = f"v{token_hex(4)}"

    def by(number: int) -> Callable[[], Answer]:
        mine = voter if number < 8 else ""
        return lambda: _vote(service, poll, options[number % 2], mine)

    answers = at_once([by(number) for number in range(12)])
    taken = [answer.is_(200, 201, 204, 409).status != 409 for answer in answers]
    equal(sum(taken[:8]), 1, "the number of votes taken from one voter")
    equal(sum(taken[8:]), 4, "the number of votes taken from four others")
    equal(sum(_votes(service, poll, options)), 5, "votes")


@suite.check("an option that is not the poll's takes no vote, and the voter may still vote")
def elsewhere(service: Service) -> None:
    (poll, options), (_, others) = _poll(service), _poll(service)
    voter = f"v{token_hex(4)}"
    absent = unknown(options[0])
    _vote(service, poll, absent, voter).is_(*_ABSENT_OPTION)
    if str(others[0]) not in {str(each) for each in options}:
        _vote(service, poll, others[0], voter).is_(*_ABSENT_OPTION)
    equal(_votes(service, poll, options), [0, 0, 0], "votes")
    _vote(service, poll, options[0], voter).is_(200, 201, 204)


@suite.check("a closed poll takes no votes and keeps its results; others stay open")
def closed(service: Service) -> None:
    (poll, options), (other, others) = _poll(service), _poll(service)
    _vote(service, poll, options[1]).is_(200, 201, 204)
    service.post(f"{poll}/close").is_(200, 201, 202, 204)
    _vote(service, poll, options[1]).declined()
    _vote(service, poll, options[2]).declined()
    equal(_votes(service, poll, options), [0, 1, 0], "votes")
    _vote(service, other, others[0]).is_(200, 201, 204)


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    poll, options = _poll(service)
    nowhere = f"/polls/{unknown(poll.rpartition('/')[2])}"
    _vote(service, nowhere, options[0]).is_(404)
    service.get(f"{nowhere}/results").is_(404)
    service.post(f"{nowhere}/close").is_(404)


@suite.check("a poll needs a question and two options, a vote an option and a voter")
def malformed(service: Service) -> None:
    few = [{"question": "q?", "options": each} for each in ([], ["one"], "two", [1, {}], None)]
    refuses_malformed(service, "/polls", *few, {"options": ["a", "b"]}, {"question": "q?"})
    poll, options = _poll(service)
    nameless = {"option_id": options[0], "voter": None}
    wrong = [{"option_id": options[0]}, {"voter": "v"}, nameless, {"option_id": {}, "voter": "v"}]
    refuses_malformed(service, f"{poll}/vote", *wrong)
    equal(_votes(service, poll, options), [0, 0, 0], "votes")


@suite.check("polls, votes, voters and closing outlive a restart")
def kept(service: Service) -> None:
    (poll, options), (shut, shuts) = _poll(service), _poll(service)
    voter = f"v{token_hex(4)}"
    _vote(service, poll, options[2], voter).is_(200, 201, 204)
    service.post(f"{shut}/close").is_(200, 201, 202, 204)
    service.restart()
    equal(_votes(service, poll, options), [0, 0, 1], "votes")
    _vote(service, poll, options[0], voter).is_(409)
    _vote(service, shut, shuts[0]).declined()
