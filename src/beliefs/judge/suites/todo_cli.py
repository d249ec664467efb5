"""Tasks: added, listed, ticked off, removed, and kept in todos.json."""

from __future__ import annotations

import json
import re
from secrets import token_hex
from typing import Any

from beliefs.judge.command import Command
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import Unmet, equal, expect

suite: Suite[Command] = Suite("todo-cli", "command")


def _text(words: str) -> str:
    return f"{words} {''.join(chr(ord('g') + int(each, 16)) for each in token_hex(3))}"


def _add(command: Command, *texts: str) -> None:
    for text in texts:
        command("add", text).succeeds()


def _lines(command: Command, *texts: str) -> list[str]:
    lines = command("list").succeeds().lines
    found = [[line.strip() for line in lines if text in line] for text in texts]
    if any(len(each) != 1 for each in found):
        message = f"list: wanted one line with each of {texts}, got {found}"
        raise Unmet(message)
    return [each[0] for each in found]


def _number(line: str, text: str) -> int:
    found = re.search(r"\d+", line.replace(text, ""))
    expect(found, f"list shows the number of {text!r}")
    return int(found[0]) if found else 0


def _numbers(command: Command, *texts: str) -> list[int]:
    lines = _lines(command, *texts)
    return [_number(line, text) for line, text in zip(lines, texts, strict=True)]


def _strings(told: Any) -> set[str]:
    if isinstance(told, dict | list):
        parts = [*told, *told.values()] if isinstance(told, dict) else told
        return set().union(*(_strings(each) for each in parts))
    return {told} if isinstance(told, str) else set()


@suite.check("tasks are listed with their numbers, beginning at 1", fresh=True)
def listed(command: Command) -> None:
    command("list").succeeds()
    texts = [_text("buy milk"), _text("naïve ćma"), _text('it\'s "quoted"')]
    _add(command, *texts)
    equal(_numbers(command, *texts), [1, 2, 3], "the numbers")


@suite.check("done marks one task and leaves the others")
def done(command: Command) -> None:
    texts = [_text("first"), _text("second")]
    _add(command, *texts)
    before = _lines(command, *texts)
    command("done", str(_number(before[0], texts[0]))).succeeds()
    after = _lines(command, *texts)
    equal(after[1], before[1], "the other task")
    expect(after[0] != before[0], "list shows that the task is done")
    equal(_number(after[0], texts[0]), _number(before[0], texts[0]), "its number")


@suite.check("remove takes one task away, and the next one gets a number of its own")
def removed(command: Command) -> None:
    texts = [_text("goes"), _text("remains")]
    _add(command, *texts)
    command("remove", str(_numbers(command, *texts)[0])).succeeds()
    last = _text("later")
    _add(command, last)
    one, two = _numbers(command, texts[1], last)
    expect(one != two, f"two tasks do not share the number {one}")
    command("remove", str(one)).succeeds()
    shown = command("list").succeeds().out
    equal([text in shown for text in (*texts, last)], [False, False, True], "what stays")


@suite.check("an unknown number is an error and changes nothing")
def unknown(command: Command) -> None:
    before = command("list").succeeds().out
    command("done", "0").fails()
    command("remove", "0").fails()
    command("remove", "9999").fails()
    command("done", "one").fails()
    equal(command("list").succeeds().out, before, "the list")


@suite.check("todos.json is where the tasks are")
def kept(command: Command) -> None:
    one, two = _text("before"), _text("after")
    _add(command, one)
    then = command.read("todos.json")
    expect(one in _strings(json.loads(then)), "todos.json is JSON and holds the text")
    _add(command, two)
    command.write("todos.json", then)
    shown = command("list").succeeds().out
    equal((one in shown, two in shown), (True, False), "what is listed with the file of before")
