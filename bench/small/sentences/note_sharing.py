"""Notes that their owners share, to be read or to be edited, under routes that are verbs."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("note-sharing", "service")


def _who() -> dict[str, str]:
    return {"X-User": f"u{token_hex(4)}"}


def _create(service: Service, who: dict[str, str], title: str = "t", text: str = "x") -> Any:
    given = {"title": title, "text": text}
    return service.post("/create_note", json=given, headers=who).is_(201).json()["note_id"]


def _read(service: Service, who: dict[str, str], note: object) -> Answer:
    return service.get("/read_note", params={"note_id": note}, headers=who)


def _share(
    service: Service, who: dict[str, str], note: object, user: dict[str, str], **more: bool
) -> Answer:
    given = {"note_id": note, "user": user["X-User"], **more}
    return service.post("/share_note", json=given, headers=who)


def _edit(service: Service, who: dict[str, str], note: object, text: str) -> Answer:
    return service.post("/edit_note", json={"note_id": note, "text": text}, headers=who)


def _text(service: Service, who: dict[str, str], note: object) -> Any:
    return _read(service, who, note).is_(200).json()["text"]


def _mine(service: Service, who: dict[str, str]) -> Any:
    return service.get("/my_notes", headers=who).is_(200).json()


@suite.check("a note is created and read by its owner")
def created(service: Service) -> None:
    who = _who()
    note = _create(service, who, "Plan", "buy milk\nand ä")
    wanted = {"note_id": note, "title": "Plan", "text": "buy milk\nand ä"}
    wanted |= {"owner": who["X-User"], "shared_with": []}
    equal(_read(service, who, note).is_(200).json(), wanted, "the note")


@suite.check("others may not read a note until it is shared with them")
def shared(service: Service) -> None:
    owner, friend, stranger = _who(), _who(), _who()
    note = _create(service, owner, text="secret")
    _read(service, friend, note).is_(403)
    _share(service, owner, note, friend).is_(200)
    equal(_text(service, friend, note), "secret", "the text")
    _read(service, stranger, note).is_(403)


@suite.check("those it is shared with are told alphabetically, each once")
def shared_with(service: Service) -> None:
    owner = _who()
    note = _create(service, owner)
    users = [{"X-User": f"{first}{token_hex(3)}"} for first in ("m", "a", "z")]
    for user in (*users, users[0]):
        _share(service, owner, note, user).is_(200)
    told = _read(service, owner, note).is_(200).json()["shared_with"]
    equal(told, sorted(each["X-User"] for each in users), "whom it is shared with")


@suite.check("the owner edits, and others only with can_edit, which can be changed")
def edited(service: Service) -> None:
    owner, friend, stranger = _who(), _who(), _who()
    note = _create(service, owner, "keep", "one")
    _edit(service, owner, note, "two").is_(200)
    equal(_text(service, owner, note), "two", "the text")
    _share(service, owner, note, friend).is_(200)
    _edit(service, friend, note, "three").is_(403)
    _edit(service, stranger, note, "three").is_(403)
    equal(_text(service, owner, note), "two", "the text")
    _share(service, owner, note, friend, can_edit=True).is_(200)
    _edit(service, friend, note, "four").is_(200)
    told = _read(service, owner, note).is_(200).json()
    equal((told["title"], told["text"]), ("keep", "four"), "title and text")
    _share(service, owner, note, friend, can_edit=False).is_(200)
    _edit(service, friend, note, "five").is_(403)
    equal(_text(service, friend, note), "four", "the text")


@suite.check("only the owner shares, and not with itself")
def sharing(service: Service) -> None:
    owner, friend, stranger = _who(), _who(), _who()
    note = _create(service, owner)
    _share(service, owner, note, friend, can_edit=True).is_(200)
    _share(service, friend, note, stranger).is_(403)
    _read(service, stranger, note).is_(403)
    _share(service, owner, note, owner).is_(400)


@suite.check("my notes are the own and the shared ones, oldest first")
def mine(service: Service) -> None:
    owner, friend = _who(), _who()
    equal(_mine(service, owner), {"own": [], "shared": []}, "the notes at first")
    notes = [_create(service, owner, title) for title in ("b", "a", "c")]
    own = _create(service, friend, "own")
    for n in (2, 0):
        _share(service, owner, notes[n], friend).is_(200)
    entries = [
        {"note_id": note, "title": title} for note, title in zip(notes, "bac", strict=True)
    ]
    equal(_mine(service, owner), {"own": entries, "shared": []}, "the notes of the owner")
    wanted = {"own": [{"note_id": own, "title": "own"}], "shared": [entries[0], entries[2]]}
    equal(_mine(service, friend), wanted, "the notes of the friend")


@suite.check("without the header all is 401")
def guarded(service: Service) -> None:
    note = _create(service, _who())
    service.post("/create_note", json={"title": "t", "text": "x"}).is_(401)
    service.get("/my_notes").is_(401)
    _read(service, {}, note).is_(401)
    _edit(service, {}, note, "y").is_(401)
    service.post("/share_note", json={"note_id": note, "user": "bob"}).is_(401)


@suite.check("an empty title is 400, a note that is not there is 404")
def malformed(service: Service) -> None:
    who = _who()
    service.post("/create_note", json={"title": "", "text": "x"}, headers=who).is_(400)
    equal(_mine(service, who)["own"], [], "the notes")
    note = _create(service, who)
    _read(service, who, unknown(note)).is_(404)
