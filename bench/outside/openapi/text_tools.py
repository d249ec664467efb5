"""Slugs, masks and counts of words."""

from __future__ import annotations

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("text-tools", "service")


def _slug(service: Service, text: str, wanted: str, **more: int) -> None:
    told = service.post("/slugify", json={"text": text, **more}).is_(200).json()
    equal(told["slug"], wanted, f"the slug of {text!r}")


def _mask(service: Service, text: str, wanted: str, hidden: int, **more: int) -> None:
    told = service.post("/mask", json={"text": text, **more}).is_(200).json()
    equal((told["text"], told["hidden"]), (wanted, hidden), f"the mask of {text!r}")


def _count(service: Service, text: str) -> tuple[int, int, list[tuple[str, int]]]:
    told = service.post("/wordcount", json={"text": text}).is_(200).json()
    return told["words"], told["unique"], [(each["word"], each["count"]) for each in told["top"]]


@suite.check("a slug is in lower case with single hyphens inside")
def slugs(service: Service) -> None:
    _slug(service, "Hello, World!", "hello-world")
    _slug(service, "  --A  b__C 9--  ", "a-b-c-9")
    _slug(service, "already-fine", "already-fine")
    _slug(service, "Crème brûlée", "cr-me-br-l-e")


@suite.check("a slug is cut to its length, without a hyphen at the end")
def cut(service: Service) -> None:
    _slug(service, "one two three", "one-tw", max_length=6)
    _slug(service, "one two three", "one", max_length=4)
    _slug(service, "x" * 80, "x" * 60)
    _slug(service, "x" * 80, "x" * 80, max_length=100)


@suite.check("a text of which no slug is left is 422")
def nothing(service: Service) -> None:
    service.post("/slugify", json={"text": "!?! ---"}).is_(422)
    service.post("/slugify", json={"text": " "}).is_(422)


@suite.check("all digits but the last four are hidden")
def masked(service: Service) -> None:
    _mask(service, "Card 4111 2222 3333 4444", "Card **** **** **** 4444", 12)
    _mask(service, "a1b2c3d4e5!", "a*b2c3d4e5!", 1)


@suite.check("how many digits are kept can be said")
def kept(service: Service) -> None:
    _mask(service, "tel. 030/12345", "tel. ***/***45", 6, keep=2)
    _mask(service, "pin 1234", "pin ****", 4, keep=0)


@suite.check("a text with no more digits than are kept is unchanged")
def unchanged(service: Service) -> None:
    _mask(service, "room 1204", "room 1204", 0)
    _mask(service, "no digits", "no digits", 0)
    _mask(service, "1234567890", "1234567890", 0, keep=10)


@suite.check("words are counted without case and marks around them")
def counted(service: Service) -> None:
    told = _count(service, "The cat, the dog; and THE bird!\nCat?  well-known")
    top = [("the", 3), ("cat", 2), ("and", 1)]
    equal(told, (9, 6, top), "the counts")


@suite.check("the most frequent words are first, equally frequent ones by the alphabet")
def top(service: Service) -> None:
    told = _count(service, "pear fig pear apple fig kiwi")
    equal(told, (6, 4, [("fig", 2), ("pear", 2), ("apple", 1)]), "the counts")
    equal(_count(service, "one"), (1, 1, [("one", 1)]), "one word")
    equal(_count(service, "... , !"), (0, 0, []), "no word")


@suite.check("input that breaks a rule is 422")
def malformed(service: Service) -> None:
    for path in ("/slugify", "/mask", "/wordcount"):
        for text in ("", "x" * 1001, None, ["x"]):
            service.post(path, json={"text": text}).is_(422)
        service.post(path, json={}).is_(422)
        service.post(path, json={"text": "x" * 1000}).is_(200)
    for length in (0, 101, "long"):
        service.post("/slugify", json={"text": "x", "max_length": length}).is_(422)
    for keep in (-1, 11, "all"):
        service.post("/mask", json={"text": "x", "keep": keep}).is_(422)
