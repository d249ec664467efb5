"""Lines, words and characters of standard input."""

from __future__ import annotations

from random import SystemRandom
from secrets import token_hex

from beliefs.judge.command import Command
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Command] = Suite("wordcount", "command")


def _holds(command: Command, text: str, lines: int, words: int) -> None:
    told = command(stdin=text).succeeds().json()
    wanted = {"lines": lines, "words": words, "chars": len(text)}
    got = {name: told[name] for name in wanted}
    equal(got, wanted, f"the counts of {text!r}")
    expect(all(type(each) is int for each in got.values()), "counts are whole numbers")


@suite.check("a text of any length is counted")
def counted(command: Command) -> None:
    chance = SystemRandom()
    many = [[token_hex(chance.randint(1, 6))] * chance.randint(1, 9) for _ in range(40)]
    text = "".join(" ".join(words) + "\n" for words in many)
    _holds(command, text, lines=40, words=sum(map(len, many)))
    _holds(command, f"{token_hex(3)}\n", lines=1, words=1)


@suite.check("nothing is zero of everything")
def nothing(command: Command) -> None:
    _holds(command, "", lines=0, words=0)


@suite.check("a last line without a newline counts too")
def open_end(command: Command) -> None:
    _holds(command, f"{token_hex(2)} one\n{token_hex(3)} two three", lines=2, words=5)


@suite.check("blank lines are lines, and any blank space between words separates them")
def blanks(command: Command) -> None:
    _holds(command, f"\n  {token_hex(2)} \t  {token_hex(2)}  \n\n\n \n", lines=5, words=2)


@suite.check("a character is a character, however many bytes it takes")
def wide(command: Command) -> None:
    _holds(command, "żółw – naïve 東京 🐢\n" + token_hex(1) + "\n", lines=2, words=6)
