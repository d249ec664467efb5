"""The command reference, docs/cli.md, drawn from the commands' own `--help`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

OPENING = """\
# The `belief` command

What `--help` says, for every command. Regenerate with `python docs/check.py --write`.
"""

# Fixed, so that the page does not depend on the terminal it was written in.
WIDTH = 90


def command_reference() -> str:
    """The whole page: the group first, then each command, in the order `--help` lists them."""
    from beliefs.cli import main

    return "\n".join([OPENING, *_sections(main, "belief", None)])


def _sections(command: click.Command, name: str, parent: click.Context | None) -> Iterator[str]:
    context = click.Context(command, parent, name, terminal_width=WIDTH, max_content_width=WIDTH)
    help_text = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    yield f"## {context.command_path}\n\n```text\n{help_text}\n```\n"
    if isinstance(command, click.Group):
        for child_name in command.list_commands(context):
            child = command.get_command(context, child_name)
            if child is not None and not child.hidden:
                yield from _sections(child, child_name, context)
