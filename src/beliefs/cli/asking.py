"""`--ask`: questions at a terminal before a goal is built, the most valuable first."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from beliefs.cli.session import Session
from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    from beliefs.build.questions import Question
    from beliefs.build.wanted import Wanted

_MOST = 8


def ask(session: Session, wanted: Wanted) -> Wanted:
    """What is wanted, with what somebody at the terminal says about it."""
    if not sys.stdin.isatty():
        raise InvalidInput("--ask needs a terminal; without it, what is assumed is said.")
    from beliefs.build.questions import answered, questions
    from beliefs.build.wanted import grasped

    done: set[str] = set()
    for _ in range(_MOST):
        grasp = grasped(wanted)
        left = [each for each in questions(wanted, grasp, grasped) if each.about not in done]
        if not left:
            break
        done.add(left[0].about)
        if answer := _answer(left[0]):
            wanted = answered(wanted, left[0], answer)
    else:
        session.note("that is enough; what else is open is assumed.")
    return wanted


def _answer(question: Question) -> str:
    """What somebody says; nothing when they leave it as it is."""
    click.echo(question.about, err=True)
    for number, (name, differs) in enumerate(question.options, 1):
        told = f": {differs}" if differs else ""
        click.echo(f"  {number}  {name}{told}", err=True)
    said: str = click.prompt(
        f"  Enter for {question.assumed}", default="", show_default=False, err=True
    )
    names = [name for name, _ in question.options]
    if names and said.isdecimal() and 0 < int(said) <= len(names):
        said = names[int(said) - 1]
    if names and said not in names:
        if said:
            click.echo(f"  {said!r} is none of them; {question.assumed} stays.", err=True)
        return ""
    return said.strip()
