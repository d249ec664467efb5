"""The command as a whole: its help, its options, its manners."""

from __future__ import annotations

import doctest
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from beliefs import __version__
from beliefs.cli import main
from tests.acceptance.command import Command

REFERENCE = Path(__file__).parents[2] / "docs" / "cli.md"
HEAVY = ("rich", "numpy", "scipy", "sqlite3", "json", "beliefs.mind", "beliefs.ledger")


def commands() -> list[tuple[str, click.Command]]:
    """Every command and subcommand, with its full name."""

    def walk(command: click.Command, name: str):
        yield name, command
        if isinstance(command, click.Group):
            context = click.Context(command)
            for child in command.list_commands(context):
                found = command.get_command(context, child)
                assert found is not None
                yield from walk(found, f"{name} {child}")

    return list(walk(main, "belief"))


@pytest.mark.parametrize(("name", "command"), commands(), ids=str)
def test_every_command_and_option_is_explained_and_documented(name, command):
    assert command.help
    assert f"## {name}\n" in REFERENCE.read_text(encoding="utf-8")
    for param in command.params:
        if isinstance(param, click.Option) and not param.hidden:
            assert param.help or param.show_default, f"{name} {param.name}"


def test_the_overview_says_what_the_commands_say():
    for name, place in main.places.items():
        command = main.get_command(click.Context(main), name)
        assert command is not None
        assert (command.help or "").split("\n")[0] == place.help


def test_every_command_answers_to_help(belief):
    assert "belief add" in belief("add", "--help")
    assert "Commands" in belief("trust", "-h")


def test_help_loads_nothing_it_does_not_need():
    code = (
        "import sys; from beliefs.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: print(sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = done.stderr
    assert not [name for name in HEAVY if f"'{name}" in loaded]


def test_json_needs_no_drawing(belief):
    belief.add("It is quick")
    code = (
        "import sys; from beliefs.cli import main\n"
        "try: main(['list', '--json'])\n"
        "except SystemExit: print('rich' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=belief.environment,
        check=True,
        timeout=60,
    )
    assert done.stderr.strip() == "False"


def test_the_version(belief):
    assert belief("--version") == f"belief {__version__}\n"


def test_shared_options_stand_before_or_after_a_command(belief, tmp_path):
    other = str(tmp_path / "other.db")
    belief("--store", other, "--namespace", "n", "--agent", "scout", "add", "Before")
    belief("add", "After", "--store", other, "--namespace", "n", "--agent", "scout")
    there = Command(tmp_path, other).state(namespace="n")
    assert {"Before", "After"} == set(there)
    assert [voice.agent for one in there.values() for voice in one.voices] == ["scout"] * 2
    asked = ("--store", other, "--namespace", "n")
    assert json.loads(belief("--json", *asked, "settings", "get")) == belief.json(
        "settings", "get", *asked
    )
    assert belief.state() == {}


def test_shared_options_come_from_the_environment(belief):
    named = {"BELIEFS_NAMESPACE": "n", "BELIEFS_AGENT": "scout", "BELIEFS_JSON": "1"}
    belief.run("add", "Hello", **named)
    assert [*belief.state(namespace="n")] == ["Hello"]
    assert belief.state() == {}


def test_a_thread_is_written_to_and_seen_only_from_there(belief):
    belief.add("Everybody knows")
    belief.add("Only here", "--thread", "42")
    assert [*belief.state()] == ["Everybody knows"]
    here = belief.json("list", "--thread", "42")
    assert {one["claim"] for one in here} == {"Everybody knows", "Only here"}


def test_reading_never_creates_a_file(belief):
    answer = belief.run("list")
    assert answer.status == 0
    assert "does not exist yet" in answer.err
    assert belief.json("list") == []
    assert belief.json("verify")["ok"]
    assert not Path(belief.store).exists()


def test_without_a_store_the_home_is_used(belief, tmp_path):
    belief.run("add", "At home", BELIEFS_STORE="")
    assert (tmp_path / "home" / "beliefs.db").exists()


def test_an_id_may_be_shortened(belief):
    full = belief.add("The cache is warm")
    whole = belief.json("trace", full)
    for typed in (full[:4], full[:7].upper()):
        assert belief.json("trace", typed) == whole
    assert "4 or more hex digits" in belief.fails(2, "show", full[:3])
    missing = "0000" if full[:4] != "0000" else "1111"
    assert "no belief" in belief.fails(3, "show", missing)


def test_a_prefix_that_fits_two_is_refused(belief):
    # Of 2,000 ids some share their first 4 digits: 65,536 are not many.
    lines = "".join(f'"claim {number}"\n' for number in range(2000))
    belief("add", "-", stdin=lines)
    heads = [one.id[:4] for one in belief.state().values()]
    double = next(head for head in heads if heads.count(head) > 1)
    assert "give more digits" in belief.fails(2, "show", double)


@pytest.mark.parametrize(
    ("args", "status", "says"),
    [
        (["lst"], 2, "Did you mean 'list'?"),
        (["list", "--limit", "many"], 2, "not a valid integer"),
        (["list", "--at", "whenever"], 2, "no moment"),
        (["add", "x", "--confidence", "7"], 2, "between 0 and 1"),
        (["add", "x", "--confidence", "nan"], 2, "between 0 and 1"),
        (["add", "x", "--strength", "-1"], 2, "strength"),
        (["add", "x", "--value", "3"], 2, "stdev"),
        (["add", "x", "--choice", "a", "--confidence", "0.5"], 2, "one of"),
        (["add", "x", "--observed", "2999-01-01"], 2, "future"),
        (["add", "x", "--depends-on", "00" * 16], 3, "no belief"),
        (["add", "x", "--supersedes", "0000"], 3, "no belief"),
        (["add"], 2, "needs a claim"),
        (["trust", "get"], 2, "name one voice"),
        (["trace", "00" * 16], 3, "there is no belief"),
        (["list", "--store", "ftp://somewhere"], 2, "cannot open"),
        (["list", "--store", "postgresql://user:secret@127.0.0.1:1/db"], 5, "connection"),
        (["add", "x", "--store", "no/such/folder/x.db"], 5, "folder"),
        (["import", "no-such-file"], 2, "No such file"),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_a_status(belief, args, status, says):
    message = belief.fails(status, *args)
    assert says in message
    assert "secret" not in message


def test_people_read_the_same_sentence_as_programs(belief):
    for args in (["add"], ["show", "0000"], ["lst"]):
        told, written = belief.run(*args), belief.run(*args, "--json")
        assert told.status == written.status
        assert not told.out
        assert told.err.endswith(f"Error: {written.error['message']}\n")


def test_a_key_used_for_something_else_is_a_conflict(belief):
    belief("add", "One", "--key", "k")
    assert "used before" in belief.fails(4, "add", "Two", "--key", "k")
    assert belief.run("add", "Two", "--key", "k", "--json").error["code"] == "idempotency/conflict"


def test_a_file_that_is_no_store_is_left_alone(belief, tmp_path):
    path = tmp_path / "other.db"
    path.write_text("not a database, but somebody's words", encoding="utf-8")
    belief.fails(5, "list", "--store", str(path))
    assert path.read_text(encoding="utf-8") == "not a database, but somebody's words"


def test_a_store_of_a_newer_release_is_refused(belief):
    belief("add", "Hello")
    with sqlite3.connect(belief.store) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "newer release" in belief.fails(5, "list")


def test_text_that_cannot_be_stored_is_refused(belief):
    done = subprocess.run(
        [*belief.program, "add", b"\xff\xfe"],
        capture_output=True,
        env=belief.environment,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert b"surrogate" in done.stderr


def test_a_closed_pipe_is_no_error(belief):
    belief("add", "-", stdin="".join(f'"claim {number}"\n' for number in range(1200)))
    for args in (["export"], ["list", "--all"], ["list", "--all", "--json"]):
        with subprocess.Popen(
            [*belief.program, *args],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=belief.environment,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.read(10)
            process.stdout.close()
            said = process.stderr.read()
        assert (process.returncode, said) == (141, b"")


def test_ctrl_c_says_so(belief):
    # Where the tests run in the background, a child would ignore it too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    lines = b"".join(b'"claim %d"\n' % number for number in range(5000))
    with subprocess.Popen(
        [*belief.program, "add", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=belief.environment,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(lines)
        process.stdin.flush()
        # One batch is written; it waits for more.
        assert json.loads(process.stdout.readline())["statements"] == 5000
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    assert process.returncode == 130
    assert b"interrupted" in said
    assert b"Traceback" not in said
    assert len(belief.state()) == 5000


def test_colours_are_for_terminals(belief):
    belief.add("The cache is warm")
    assert "\x1b[" in _on_a_terminal(belief, "list")
    assert "\x1b[" not in _on_a_terminal(belief, "list", "--json")
    assert "\x1b" not in belief.run("list", "--json", FORCE_COLOR="1").out


def _on_a_terminal(belief: Command, *args: str) -> str:
    ours, theirs = os.openpty()
    environment = {**belief.environment, "TERM": "xterm-256color"}
    with subprocess.Popen([*belief.program, *args], stdout=theirs, env=environment) as process:
        os.close(theirs)
        seen = b""
        try:
            while chunk := os.read(ours, 4096):
                seen += chunk
        except OSError:
            # How Linux says that the other side has closed the terminal.
            pass
    os.close(ours)
    assert process.returncode == 0
    return seen.decode()


def test_a_terminal_without_the_characters_gets_others(belief):
    belief.add("Größe")
    answer = belief.run("list", PYTHONIOENCODING="ascii")
    assert answer.status == 0
    assert re.search("Gr..e", answer.out)


def test_the_console_script_is_the_same_program(belief):
    script = Path(sys.executable).with_name("belief")
    done = subprocess.run(
        [script, "--version"],
        capture_output=True,
        text=True,
        env=belief.environment,
        check=True,
        timeout=60,
    )
    assert done.stdout == f"belief {__version__}\n"


@pytest.mark.parametrize("module", ["beliefs.cli.options", "beliefs.cli.drawing.figures"])
def test_examples_in_docstrings(module):
    failed, tried = doctest.testmod(import_module(module))
    assert tried
    assert not failed
