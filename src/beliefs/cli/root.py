"""The group that holds every command, and the list of them.

A command's module is imported when the command is called: `belief --help` needs none of them.
"""

from __future__ import annotations

import click

from beliefs import __version__
from beliefs.cli.lazy import LazyGroup, Place
from beliefs.cli.options import shared_options

COMMANDS: dict[str, dict[str, Place]] = {
    "Take a turn": {
        "before": Place("turn", "Print what matters for a turn, as text for a prompt."),
        "after": Place("turn", "Read a text and write down what it says."),
        "moves": Place("moves", "List what to find out next."),
    },
    "Say": {
        "add": Place("add", "State a claim, or many from JSON lines."),
        "outcome": Place("outcome", "Say what turned out to be true."),
        "resolve": Place("notes", "Close a goal or a gap."),
        "tools": Place("tools", "Note how tools do, and see how often each succeeds."),
    },
    "Ask": {
        "list": Place("browse", "List what is believed."),
        "show": Place("show", "Draw one belief: its distribution, history and voices."),
        "search": Place("browse", "Find beliefs by their words."),
        "trace": Place("trace", "Tell the history of a belief."),
        "goals": Place("notes", "List what is wanted."),
        "gaps": Place("notes", "List what is not known."),
        "decisions": Place("notes", "List claims stated as decisions."),
        "risks": Place("notes", "List claims stated as risks."),
        "insights": Place("notes", "List claims stated as insights."),
        "assumptions": Place("notes", "List claims stated as assumptions."),
        "contradictions": Place("notes", "List what cannot all be true."),
        "calibration": Place(
            "calibration", "Show whether probabilities come true as often as they say."
        ),
    },
    "Correct": {
        "trust": Place("trust", "Decide how far to trust an agent or a source."),
        "settings": Place("settings", "See or change how fast evidence fades."),
        "link": Place("links", "Let claims that say the same be one belief."),
        "join": Place("links", "Say that two beliefs are one."),
        "split": Place("links", "Say that a claim is none of those it was linked with."),
        "retract": Place("close", "Hide a belief; its history stays."),
        "remove": Place("close", "Take a belief out; only its trace remains."),
        "reset": Place("close", "Hide everything in the scope that is written to."),
        "erase": Place("close", "Delete a belief and every copy of its words, for good."),
    },
    "Simulate": {
        "form": Place("form", "Form the beliefs of a population."),
    },
    "Build": {
        "build": Place("build", "Build a service from a sentence, and judge it."),
        "resume": Place("build", "Go on with a build that was cut off."),
        "understand": Place("build", "Say what a goal says, and what of it is not understood."),
        "run": Place("projects", "Start a built project in the foreground."),
        "test": Place("projects", "Run a built project's own tests, in the sandbox."),
        "builds": Place("projects", "List the builds made on this machine."),
        "clean": Place(
            "projects",
            "Remove the environments that no build uses any more, and what killed builds left.",
        ),
        "benchmark": Place("benchmark", "Build known goals, and hold each to its suite."),
    },
    "Serve": {
        "serve": Place("serve", "Serve the ledgers of a store over HTTP."),
        "dashboard": Place("dashboard", "Look at beliefs in a browser."),
        "keys": Place("keys", "Make, list and revoke keys to a server."),
        "mcp": Place("mcp", "Serve agents over MCP, on stdin and stdout."),
    },
    "Keep": {
        "verify": Place("verify", "Fold the ledger again and compare."),
        "export": Place("move", "Write the ledger as JSON lines."),
        "import": Place("move", "Merge an export into the ledger."),
        "backup": Place("backup", "Write every ledger of a store to a file."),
        "restore": Place("backup", "Put the ledgers of a backup into a store."),
        "migrate": Place("migrate", "See which tables a store has, and bring them up to date."),
        "doctor": Place("doctor", "Check the store and the installation."),
        "demo": Place("demo", "See the engine at work, in seconds."),
    },
}

main = LazyGroup(
    "belief",
    COMMANDS,
    params=[
        *shared_options(front=True),
        click.Option(
            ["--version"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=lambda context, _, asked: _tell_version(context) if asked else None,
            help="Show the version and exit.",
        ),
    ],
    help=(
        "Beliefs are evidence that adds up.\n\n"
        "State claims, weigh who said them, and ask what follows. Ids may be shortened to any "
        "unique beginning of 4 or more digits. The options below may also stand after a command."
    ),
    epilog=(
        "Exit status: 0 fine, 1 a check failed, 2 bad usage or input, 3 not found, 4 an "
        "idempotency key used twice, 5 trouble with the store, 130 interrupted.\n\n"
        "Of builds: 0 accepted, 1 built but not (or not wholly) accepted, 2 not understood, 3 the "
        "machine lacks something, 4 out of time or budget, 64 bad usage, 70 an error of our own, "
        "130 interrupted, and `belief resume` goes on."
    ),
)


def _tell_version(context: click.Context) -> None:
    click.echo(f"belief {__version__}")
    context.exit()
