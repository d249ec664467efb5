"""A group of commands that are loaded when they are called, and the frame every call runs in."""

from __future__ import annotations

import signal
import sys
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from beliefs.cli.failures import INTERRUPTED, guarded
from beliefs.cli.session import Session

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_GOALS = ("--goal", "--file", "--openapi")


class Place(NamedTuple):
    """Where a command lives, and its one line in `--help`."""

    module: str
    help: str


class LazyGroup(click.Group):
    """Knows its commands by name; a module is imported for the one that is called."""

    def __init__(
        self,
        name: str,
        places: Mapping[str, Mapping[str, Place]],
        *,
        params: list[click.Parameter],
        help: str,  # noqa: A002  click's word
        epilog: str,
    ) -> None:
        names = {"help_option_names": ["-h", "--help"]}
        super().__init__(name, params=params, help=help, epilog=epilog, context_settings=names)
        self.sections = places
        self.places = {name: place for places in places.values() for name, place in places.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, in the order of `--help`."""
        del ctx
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        del ctx
        if cmd_name not in self.places:
            return None
        from importlib import import_module

        module = import_module(f"beliefs.cli.{self.places[cmd_name].module}")
        # `import` and `list` are taken names in Python.
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called, or say which one may have been meant."""
        if args and args[0] not in self.places and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.places, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            ctx.fail(f"No such command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings."""
        del ctx
        width = max(map(len, self.places))
        for heading, places in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl(
                    [(name.ljust(width), place.help) for name, place in places.items()]
                )

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT002  the signature is click's
        **extra: Any,
    ) -> Any:
        """Run a command; whatever goes wrong ends in one sentence and an exit status."""
        given = self._with_build(sys.argv[1:] if args is None else list(args))
        run = partial(super().main, given, prog_name or "belief", complete_var, False)  # noqa: FBT003
        if not standalone_mode:
            return run(**extra)
        session = Session()
        # Looked for here because a mistake in the arguments is found before --json is read.
        session.json = "--json" in takewhile("--".__ne__, given)
        status = guarded(partial(run, obj=session, **extra), session)
        if status == INTERRUPTED and hasattr(signal, "pthread_sigmask"):
            # Where an interrupt came while a library ran code from a text, Python ends by the
            # same signal, although it was dealt with; with the signal held back it ends with 130.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        sys.exit(status)

    def _with_build(self, given: list[str]) -> list[str]:
        """`belief --goal …` is `belief build --goal …`: a goal before any command is one."""
        before = list(takewhile(lambda word: word not in self.places and word != "--", given))
        if not any(word.partition("=")[0] in _GOALS for word in before):
            return given
        at = self._own(before)
        return [*given[:at], "build", *given[at:]]

    def _own(self, given: list[str]) -> int:
        """How many words at the beginning are options of the group itself."""
        takes = {
            name: isinstance(each, click.Option) and not each.is_flag
            for each in self.params
            for name in each.opts
        }
        at = 0
        while at < len(given) and (name := given[at].partition("=")[0]) in takes:
            at += 2 if takes[name] and "=" not in given[at] else 1
        return at

    def invoke(self, ctx: click.Context) -> object:
        """Run a command and see its output off, so that a closed pipe is noticed here."""
        # A terminal that cannot show a character gets a question mark, not a traceback.
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # Whoever read our output has seen enough. Nothing more is to be written, not even
            # what is still buffered; the status is that of a program that SIGPIPE ended.
            import os

            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(141)
        return result
