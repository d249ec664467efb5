"""Text tools: slug, count, reverse."""

from __future__ import annotations

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("text-tools", "service")


def _ask(service: Service, tool: str, text: object) -> Answer:
    return service.post(f"/{tool}", json={"text": text})


@suite.check("a slug is lower case with single dashes")
def slug(service: Service) -> None:
    for text, wanted in (
        ("Hello, World!", "hello-world"),
        ("  Ten  Tips -- for 2024 ", "ten-tips-for-2024"),
        ("snake_case & more", "snake-case-more"),
        ("plain", "plain"),
        ("!!!", ""),
    ):
        equal(_ask(service, "slug", text).is_(200).json(), {"slug": wanted}, f"slug of {text!r}")


@suite.check("characters, words and lines are counted")
def count(service: Service) -> None:
    for text, *wanted in (
        ("one two", 7, 2, 1),
        ("one  two\nthree", 14, 3, 2),
        ("a\n\nb", 4, 2, 3),
        (" padded ", 8, 1, 1),
        ("", 0, 0, 0),
    ):
        told = _ask(service, "count", text).is_(200).json()
        equal(told, dict(zip(("characters", "words", "lines"), wanted, strict=True)), f"{text!r}")


@suite.check("a text is reversed")
def reverse(service: Service) -> None:
    for text, wanted in (("abc", "cba"), ("Né 1", "1 éN"), ("", "")):
        equal(_ask(service, "reverse", text).is_(200).json(), {"text": wanted}, "the text")


@suite.check("without a text it is 400")
def malformed(service: Service) -> None:
    for tool in ("slug", "count", "reverse"):
        for given in ({}, {"text": 5}, {"text": None}, {"words": "a"}):
            told = service.post(f"/{tool}", json=given).is_(400).json()
            equal(told, {"error": "text is required"}, "the error")
