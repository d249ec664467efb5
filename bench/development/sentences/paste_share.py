"""Pastes: shared by a slug, counted when read, deleted by whoever has the token."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("paste-share", "service")


def _make(service: Service, **given: Any) -> dict[str, Any]:
    given = {"content": f"line {token_hex(4)}\nsecond", **given}
    made: dict[str, Any] = service.post("/pastes", json=given).is_(201).json()
    return {**given, **made}


def _read(service: Service, paste: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/p/{paste['slug']}").is_(200).json()
    return told


@suite.check("a paste is made with a slug of 8 characters, no views and a delete_token", fresh=True)
def created(service: Service) -> None:
    made = [_make(service) for _ in range(5)]
    for each in made:
        equal(len(each["slug"]), 8, "the length of the slug")
        equal(each["views"], 0, "the views")
        equal(each["language"], "text", "the language when not given")
        expect(each["delete_token"], "there is a delete_token")
    equal(len({each["slug"] for each in made}), 5, "the number of different slugs")
    equal(len({each["delete_token"] for each in made}), 5, "the number of different tokens")
    full = _make(service, title="Script", language="python")
    equal((full["title"], full["language"]), ("Script", "python"), "title and language")


@suite.check("a paste is read back to the letter, and the delete_token is shown no more")
def read(service: Service) -> None:
    content = "tabs\tünd \"quotes\"\n<b>'x'</b>\n"
    made = _make(service, content=content, title="A & B", language="html")
    told = _read(service, made)
    wanted = {name: made[name] for name in ("slug", "title", "content", "language")}
    equal({name: told[name] for name in wanted}, wanted, "the paste")
    answers = [service.get(f"/p/{made['slug']}"), service.get(f"/p/{made['slug']}/raw")]
    for answer in answers:
        expect(made["delete_token"] not in answer.text, "the token is not shown again")
    expect("delete_token" not in told, "the token is not shown again")


@suite.check("each read counts one view, of that paste alone, and raw counts none")
def counted(service: Service) -> None:
    made, other = _make(service), _make(service)
    first = _read(service, made)["views"]
    expect(first in (0, 1), "the first read shows the views before it or with it")
    for more in (1, 2, 3):
        equal(_read(service, made)["views"], first + more, "the views")
    service.get(f"/p/{made['slug']}/raw").is_(200)
    equal(_read(service, made)["views"], first + 4, "the views after a raw read")
    equal(_read(service, other)["views"], first, "the views of another paste")


@suite.check("raw is the content alone, as text/plain")
def raw(service: Service) -> None:
    content = 'no "json" here:\n  äöü {}\n'
    made = _make(service, content=content, title="t")
    answer = service.get(f"/p/{made['slug']}/raw").is_(200)
    equal(answer.text, content, "the raw content")
    kind = answer.headers.get("content-type", "")
    expect(kind.startswith("text/plain"), f"text/plain, not {kind}")


@suite.check("a paste is deleted with its own token only")
def deleted(service: Service) -> None:
    made, other = _make(service), _make(service)
    path = f"/p/{made['slug']}"
    service.delete(path).is_(403)
    for wrong in ("x", other["delete_token"]):
        service.delete(path, headers={"X-Delete-Token": wrong}).is_(403)
    service.get(path).is_(200)
    service.delete(path, headers={"X-Delete-Token": made["delete_token"]}).is_(204)
    service.get(path).is_(404)
    service.get(f"{path}/raw").is_(404)
    service.get(f"/p/{other['slug']}").is_(200)


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    made = _make(service)
    path = f"/p/{unknown(made['slug'])}"
    service.get(path).is_(404)
    service.get(f"{path}/raw").is_(404)
    # The token of another paste is a wrong one, too.
    service.delete(path, headers={"X-Delete-Token": made["delete_token"]}).is_(403, 404)


@suite.check("content is required and has up to 10000 characters")
def malformed(service: Service) -> None:
    wrong: list[dict[str, object]] = [
        {"title": "no content"},
        {"content": "x" * 10_001},
        {"content": 7},
        {"content": None},
    ]
    refuses_malformed(service, "/pastes", *wrong)
    made = _make(service, content="x" * 10_000)
    equal(len(_read(service, made)["content"]), 10_000, "the length of the content")


@suite.check("pastes, views and tokens outlive a restart")
def kept(service: Service) -> None:
    made = _make(service, title="kept")
    before = _read(service, made)["views"]
    service.restart()
    told = _read(service, made)
    equal(told["content"], made["content"], "the content")
    equal(told["views"], before + 1, "the views")
    token = {"X-Delete-Token": made["delete_token"]}
    service.delete(f"/p/{made['slug']}", headers=token).is_(204)
