"""Little helpers with texts."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("text-tools", "service")
PATHS = ("/count", "/slug", "/palindrome", "/top-words")


def _ask(service: Service, path: str, text: str, **more: Any) -> dict[str, Any]:
    return service.post(path, json={"text": text, **more}).is_(200).json()


def _top(service: Service, text: str, **more: Any) -> list[tuple[str, int]]:
    return [(each["word"], each["count"]) for each in _ask(service, "/top-words", text, **more)["words"]]


@suite.check("characters, words and lines are counted")
def counted(service: Service) -> None:
    for text, *wanted in (
        ("one two\nthree", 13, 3, 2), ("", 0, 0, 0), ("word", 4, 1, 1), ("a  b\tc", 6, 3, 1), ("é ü", 3, 2, 1),
    ):
        told = _ask(service, "/count", text)
        equal([told[name] for name in ("characters", "words", "lines")], wanted, f"the counts of {text!r}")


@suite.check("a text becomes a slug")
def slug(service: Service) -> None:
    for text, wanted in (
        ("  Hello, World! 2024 ", "hello-world-2024"), ("already-a-slug", "already-a-slug"),
        ("A -- B__C", "a-b-c"), ("100% sure?!", "100-sure"), ("!!!", ""),
    ):
        equal(_ask(service, "/slug", text)["slug"], wanted, f"the slug of {text!r}")


@suite.check("palindromes are told from other texts")
def palindrome(service: Service) -> None:
    for text, wanted in (
        ("Never odd or even", True), ("A man, a plan, a canal: Panama!", True), ("12 3 21", True),
        ("hello", False), ("ab", False), ("1a2", False),
    ):
        equal(_ask(service, "/palindrome", text)["palindrome"], wanted, f"whether {text!r} is one")


@suite.check("the most frequent words come first, then by alphabet")
def top(service: Service) -> None:
    equal(_top(service, "the cat and the dog"), [("the", 2), ("and", 1), ("cat", 1), ("dog", 1)], "the words")
    text = "Dog, dog. CAT! cat (bird) ant"
    equal(_top(service, text), [("cat", 2), ("dog", 2), ("ant", 1), ("bird", 1)], "words with signs")
    equal(_top(service, ""), [], "the words of nothing")


@suite.check("five words are given unless a limit says otherwise")
def limited(service: Service) -> None:
    text = "g f e d c b a"
    equal([word for word, _ in _top(service, text)], list("abcde"), "the words")
    equal([word for word, _ in _top(service, text, limit=2)], list("ab"), "two words")
    equal(len(_top(service, text, limit=50)), 7, "the number of words")
    service.post("/top-words", json={"text": text, "limit": 0}).refused()


@suite.check("no text, or none that is a string, is 400")
def malformed(service: Service) -> None:
    for path in PATHS:
        for wrong in ({}, {"text": 5}, {"text": None}, {"text": ["a"]}):
            service.post(path, json=wrong).is_(400)


@suite.check("more than 10,000 characters are 413")
def long(service: Service) -> None:
    for path in PATHS:
        service.post(path, json={"text": "a" * 10_001}).is_(413)
    equal(_ask(service, "/count", "a" * 10_000)["characters"], 10_000, "the characters")
