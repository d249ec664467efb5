"""Notes: kept, found by their words, shown as HTML."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("notes-api", "service")


def _word() -> str:
    return f"w{token_hex(5)}"


def _make(service: Service, title: str, content: str) -> dict[str, Any]:
    given = {"title": title, "content": content}
    made = service.post("/notes", json=given).created()
    return {"id": made["id"], **given}


def _seen(told: dict[str, Any]) -> dict[str, Any]:
    return {name: told[name] for name in ("id", "title", "content")}


def _holds(service: Service, note: dict[str, Any]) -> None:
    equal(_seen(service.get(f"/notes/{note['id']}").is_(200).json()), note, "the note")


def _found(service: Service, query: str) -> set[str]:
    told = service.get("/notes/search", params={"q": query}).items()
    return {str(each["id"]) for each in told}


def _ids(*notes: dict[str, Any]) -> set[str]:
    return {str(each["id"]) for each in notes}


@suite.check("a new store lists nothing and finds nothing", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/notes").items(), [], "the list")
    equal(_found(service, "anything"), set(), "what is found")


@suite.check("what was created can be read back and is listed, to the letter")
def created(service: Service) -> None:
    notes = [
        _make(service, _word(), "one\ntwo"),
        _make(service, 'it\'s "quoted"; drop table notes; --', "Grüße, 你好 & <b>"),
    ]
    equal(len(_ids(*notes)), 2, "the number of ids")
    told = {str(each["id"]): _seen(each) for each in service.get("/notes").items()}
    for each in notes:
        _holds(service, each)
        equal(told.get(str(each["id"])), each, "the entry in the list")


@suite.check("search finds words of title and content, in any case, and nothing else")
def searched(service: Service) -> None:
    word, other = _word(), _word()
    titled = _make(service, f"About {word} today", "plain")
    inside = _make(service, "plain", f"first line\n\nit has {word.upper()} in it, and {other}.")
    _make(service, "plain", f"nothing of it, only {_word()}")
    equal(_found(service, word), _ids(titled, inside), f"what is found for {word}")
    equal(_found(service, word.upper()), _ids(titled, inside), "what is found in capitals")
    equal(_found(service, other), _ids(inside), f"what is found for {other}")
    equal(_found(service, _word()), set(), "what is found for a word in no note")


@suite.check("search follows changes and deletions")
def followed(service: Service) -> None:
    old, new, gone = _word(), _word(), _word()
    note, lost = _make(service, old, f"with {old}"), _make(service, gone, "soon")
    service.update(f"/notes/{note['id']}", {"title": "t", "content": f"now {new}"}).done()
    service.delete(f"/notes/{lost['id']}").done()
    equal(_found(service, new), _ids(note), "what is found for the new word")
    equal(_found(service, old), set(), "what is found for the old word")
    equal(_found(service, gone), set(), "what is found of a deleted note")


@suite.check("a query of signs is answered, not stumbled over")
def signs(service: Service) -> None:
    for query in ('"', "'", "(", "a AND", "*", "a:b", "-", "NEAR("):
        answer = service.get("/notes/search", params={"q": query})
        expect(answer.status < 500, f"a search for {query} gets an answer, not {answer.status}")


@suite.check("the HTML of a note is its Markdown, rendered")
def rendered(service: Service) -> None:
    one, two, three = _word(), _word(), _word()
    text = (
        f"# {one}\n\nSome **{two}** and *{three}*.\n\n- a\n- b\n\n[link](https://example.org/{one})"
    )
    note = _make(service, "page", text)
    answer = service.get(f"/notes/{note['id']}/html").is_(200)
    expect("text/html" in answer.headers.get("content-type", ""), "the content type is text/html")
    html = answer.text
    wanted = [f"{one}</h1>", f"<strong>{two}</strong>", f"<em>{three}</em>", "<li>a</li>", "<p>"]
    for each in [*wanted, f'href="https://example.org/{one}"']:
        expect(each in html, f"{each} in the page; it is {html[:300]!r}")
    expect(f"**{two}**" not in html, "no Markdown is left in the page")


@suite.check("an update changes that note alone, and its page")
def updated(service: Service) -> None:
    note, other = _make(service, _word(), "old"), _make(service, _word(), "old")
    path, new = f"/notes/{note['id']}", {"title": _word(), "content": f"**{_word()}**"}
    service.update(path, new).done()
    _holds(service, {"id": note["id"], **new})
    _holds(service, other)
    bold = new["content"].strip("*")
    expect(f"<strong>{bold}</strong>" in service.get(f"{path}/html").text, "the page is new too")
    if service.patched(path, {"title": "patched"}):
        _holds(service, {"id": note["id"], **new, "title": "patched"})


@suite.check("a deleted note is gone from everywhere, and no other is")
def deleted(service: Service) -> None:
    gone, stays = _make(service, _word(), "a"), _make(service, _word(), "b")
    path = f"/notes/{gone['id']}"
    service.delete(path).done()
    for answer in (service.get(path), service.get(f"{path}/html"), service.delete(path)):
        answer.is_(404)
    told = _ids(*service.get("/notes").items())
    expect(not _ids(gone) & told, "the deleted note is not listed")
    _holds(service, stays)


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    path = f"/notes/{unknown(_make(service, 'a', 'b')['id'])}"
    service.get(path).is_(404)
    service.get(f"{path}/html").is_(404)
    service.update(path, {"title": "a", "content": "b"}).is_(404)
    service.delete(path).is_(404)


@suite.check("a note without a title, or with another type for a field, is refused and not kept")
def malformed(service: Service) -> None:
    note = _make(service, "kept", "kept")
    before = len(service.get("/notes").items())
    wrong: list[dict[str, Any]] = [
        {"content": "no title"},
        {"title": {}, "content": "x"},
        {"title": "x", "content": []},
    ]
    refuses_malformed(service, "/notes", *wrong)
    service.update(f"/notes/{note['id']}", {"title": ["x"], "content": "x"}).refused()
    equal(len(service.get("/notes").items()), before, "the number of notes")
    _holds(service, note)


@suite.check("notes outlive a restart, and are still found")
def kept(service: Service) -> None:
    word = _word()
    note, gone = _make(service, word, "kept"), _make(service, word, "gone")
    service.delete(f"/notes/{gone['id']}").done()
    service.restart()
    _holds(service, note)
    equal(_found(service, word), _ids(note), "what is found after the restart")
