"""Podcasts under their slugs, episodes by season and number, and plays, all in envelopes."""

from __future__ import annotations

import uuid
from secrets import token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("podcast-directory", "service")

_NO_DOCUMENT = ("{", "[]", "null", "")


def _podcast(service: Service, **more: Any) -> dict[str, Any]:
    given = {"title": f"Show {token_hex(4)}", "language": "en", **more}
    made: dict[str, Any] = service.post("/podcasts", json=given).is_(201).json()["data"]
    equal({name: made[name] for name in given}, given, "the podcast")
    return made


def _episode(service: Service, slug: str, season: int = 1, number: int = 1) -> dict[str, Any]:
    given = {"title": "E", "season": season, "number": number, "durationSeconds": 90}
    made: dict[str, Any] = _post_episode(service, slug, given).is_(201).json()["data"]
    wanted = {**given, "plays": 0}
    equal({name: made[name] for name in wanted}, wanted, "the episode")
    uuid.UUID(made["episodeId"])
    return made


def _post_episode(service: Service, slug: str, given: dict[str, Any]) -> Answer:
    return service.post(f"/podcasts/{slug}/episodes", json=given)


def _get(service: Service, slug: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/podcasts/{slug}").is_(200).json()["data"]
    return told


def _slugs(service: Service, **params: Any) -> list[str]:
    told = service.get("/podcasts", params={"pageSize": 50, **params}).is_(200).json()
    return [each["slug"] for each in told["data"]]


def _error(answer: Answer, status: int) -> None:
    errors = answer.is_(status).json()["errors"]
    expect(isinstance(errors, list) and errors, "there is at least one error")
    equal(errors[0]["status"], str(status), "the status in the error")
    expect(isinstance(errors[0]["title"], str), "an error has a title")


@suite.check("an empty directory is an empty page", fresh=True)
def empty(service: Service) -> None:
    told = service.get("/podcasts").is_(200).json()
    equal(told["data"], [], "data")
    equal(told["meta"], {"totalCount": 0, "pageNumber": 1, "pageSize": 10}, "meta")


@suite.check("podcasts are ordered by title, in pages of ten unless said", fresh=True)
def paged(service: Service) -> None:
    titles = [f"{letter} show" for letter in "kbjadhcgfie"]
    for title in titles:
        _podcast(service, title=title)
    order = [title.replace(" ", "-") for title in sorted(titles)]
    told = service.get("/podcasts").is_(200).json()
    equal([each["slug"] for each in told["data"]], order[:10], "the first page")
    equal(told["meta"], {"totalCount": 11, "pageNumber": 1, "pageSize": 10}, "meta")
    params = {"pageNumber": 3, "pageSize": 4}
    told = service.get("/podcasts", params=params).is_(200).json()
    equal([each["slug"] for each in told["data"]], order[8:], "the last page")
    equal(told["meta"], {"totalCount": 11, "pageNumber": 3, "pageSize": 4}, "meta")
    for wrong in ({"pageNumber": 0}, {"pageSize": 0}, {"pageSize": 51}):
        answer = service.get("/podcasts", params=wrong).refused()
        _error(answer, answer.status)


@suite.check("the slug is made of the title, and one that exists is 409")
def slugs(service: Service) -> None:
    mark = token_hex(4)
    for title, slug in (
        (f"The {mark} Show!", f"the-{mark}-show"),
        (f"--A & B__{mark}?", f"a-b-{mark}"),
        (f"{mark}", mark),
    ):
        equal(_podcast(service, title=title)["slug"], slug, "the slug")
    twin = {"title": f"THE {mark}, show", "language": "de"}
    _error(service.post("/podcasts", json=twin), 409)


@suite.check("a podcast is read back: not explicit unless said, without episodes and plays")
def created(service: Service) -> None:
    made = _podcast(service)
    wanted = {"explicit": False, "episodeCount": 0, "totalPlays": 0}
    seen = _get(service, made["slug"])
    equal({name: seen[name] for name in wanted}, wanted, "the podcast")
    equal((seen["title"], seen["language"]), (made["title"], "en"), "title and language")


@suite.check("podcasts are filtered by language and by being explicit")
def filtered(service: Service) -> None:
    clean, rude = _podcast(service, language="xy"), _podcast(service, language="xy", explicit=True)
    other = _podcast(service, explicit=True)["slug"]
    equal(sorted(_slugs(service, language="xy")), sorted([clean["slug"], rude["slug"]]), "xy")
    equal(_slugs(service, language="xy", explicit="true"), [rude["slug"]], "explicit in xy")
    equal(_slugs(service, language="xy", explicit="false"), [clean["slug"]], "clean in xy")
    expect(other in _slugs(service, explicit="true"), "another explicit one")


@suite.check("a PATCH changes some fields and the slug stays")
def patched(service: Service) -> None:
    slug = _podcast(service)["slug"]
    path = f"/podcasts/{slug}"
    told = service.patch(path, json={"title": "Other name"}).is_(200).json()["data"]
    equal((told["title"], told["slug"]), ("Other name", slug), "title and slug")
    service.patch(path, json={"explicit": True}).is_(200)
    seen = _get(service, slug)
    wanted = {"slug": slug, "title": "Other name", "language": "en", "explicit": True}
    equal({name: seen[name] for name in wanted}, wanted, "the podcast")
    for wrong in ({"title": ""}, {"language": "english"}, {"explicit": "perhaps"}):
        _error(service.patch(path, json=wrong), 400)


@suite.check("episodes are by season and number, in pages, and counted")
def episodes(service: Service) -> None:
    slug, other = _podcast(service)["slug"], _podcast(service)["slug"]
    for season, number in ((2, 1), (1, 10), (1, 2)):
        _episode(service, slug, season, number)
    path = f"/podcasts/{slug}/episodes"
    told = service.get(path).is_(200).json()
    seen = [(each["season"], each["number"]) for each in told["data"]]
    equal(seen, [(1, 2), (1, 10), (2, 1)], "the order of episodes")
    equal(told["meta"], {"totalCount": 3, "pageNumber": 1, "pageSize": 10}, "meta")
    told = service.get(path, params={"season": 1}).is_(200).json()
    equal([each["number"] for each in told["data"]], [2, 10], "the first season")
    equal(told["meta"]["totalCount"], 2, "how many are in the first season")
    told = service.get(path, params={"pageNumber": 2, "pageSize": 2}).is_(200).json()
    equal([each["season"] for each in told["data"]], [2], "the second page of two")
    equal(_get(service, slug)["episodeCount"], 3, "episodeCount")
    equal(_get(service, other)["episodeCount"], 0, "episodeCount of another podcast")


@suite.check("season and number together are unique in a podcast (409)")
def unique(service: Service) -> None:
    slug, other = _podcast(service)["slug"], _podcast(service)["slug"]
    _episode(service, slug, 1, 1)
    again = {"title": "x", "season": 1, "number": 1, "durationSeconds": 5}
    _error(_post_episode(service, slug, again), 409)
    _episode(service, slug, 1, 2)
    _episode(service, slug, 2, 1)
    _episode(service, other, 1, 1)


@suite.check("plays are counted for the episode and summed up for the podcast")
def plays(service: Service) -> None:
    slug = _podcast(service)["slug"]
    first, second = _episode(service, slug), _episode(service, slug, 1, 2)
    path = f"/podcasts/{slug}/episodes/{first['episodeId']}"
    told = service.post(f"{path}/plays").is_(200).json()["data"]
    equal((told["episodeId"], told["plays"]), (first["episodeId"], 1), "the episode")
    at_once([lambda: service.post(f"{path}/plays").is_(200)] * 5)
    service.post(f"/podcasts/{slug}/episodes/{second['episodeId']}/plays").is_(200)
    equal(service.get(path).is_(200).json()["data"]["plays"], 6, "the plays of the episode")
    equal(_get(service, slug)["totalPlays"], 7, "totalPlays")


@suite.check("what is deleted is gone: an episode, and a podcast with its episodes")
def deleted(service: Service) -> None:
    slug, stays = _podcast(service)["slug"], _podcast(service)["slug"]
    first, second = _episode(service, slug), _episode(service, slug, 1, 2)
    path = f"/podcasts/{slug}/episodes"
    service.delete(f"{path}/{first['episodeId']}").is_(204)
    _error(service.get(f"{path}/{first['episodeId']}"), 404)
    equal(_get(service, slug)["episodeCount"], 1, "episodeCount")
    service.delete(f"/podcasts/{slug}").is_(204)
    _error(service.get(f"/podcasts/{slug}"), 404)
    _error(service.get(f"{path}/{second['episodeId']}"), 404)
    _get(service, stays)


@suite.check("what is not there is 404 in the form of an error")
def absent(service: Service) -> None:
    slug, other = _podcast(service)["slug"], _podcast(service)["slug"]
    nowhere = f"/podcasts/no-{token_hex(4)}"
    _error(service.get(nowhere), 404)
    _error(service.patch(nowhere, json={"title": "x"}), 404)
    _error(service.delete(nowhere), 404)
    _error(service.get(f"{nowhere}/episodes"), 404)
    given = {"title": "x", "season": 1, "number": 1, "durationSeconds": 5}
    _error(service.post(f"{nowhere}/episodes", json=given), 404)
    path = f"/podcasts/{slug}/episodes/{uuid.uuid4()}"
    _error(service.get(path), 404)
    _error(service.delete(path), 404)
    _error(service.post(f"{path}/plays"), 404)
    mine = _episode(service, slug)["episodeId"]
    _error(service.get(f"/podcasts/{other}/episodes/{mine}"), 404)


@suite.check("what is invalid is 400 in the form of an error")
def malformed(service: Service) -> None:
    for body in _NO_DOCUMENT:
        headers = {"content-type": "application/json"}
        _error(service.post("/podcasts", content=body, headers=headers), 400)
    wrong: list[dict[str, Any]] = [
        {"title": "x"},
        {"language": "en"},
        {"title": "", "language": "en"},
        {"title": f"x{token_hex(4)}", "language": "EN"},
        {"title": f"x{token_hex(4)}", "language": "eng"},
        {"title": f"x{token_hex(4)}", "language": "en", "explicit": "perhaps"},
    ]
    for each in wrong:
        _error(service.post("/podcasts", json=each), 400)
    slug = _podcast(service)["slug"]
    right = {"title": "x", "season": 1, "number": 1, "durationSeconds": 5}
    for name in right:
        part = {each: value for each, value in right.items() if each != name}
        _error(_post_episode(service, slug, part), 400)
    _error(_post_episode(service, slug, right | {"title": ""}), 400)
    for name in ("season", "number", "durationSeconds"):
        _error(_post_episode(service, slug, right | {name: 0}), 400)
        _error(_post_episode(service, slug, right | {name: "one"}), 400)
    equal(_get(service, slug)["episodeCount"], 0, "episodeCount")
