"""Configuration from a file, the environment and the command line, and what changes in it."""

from __future__ import annotations

import json
import time
from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.command import Command, Running
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect, shorten

suite: Suite[Command] = Suite("config-manager", "command")

_NOTICE_SECONDS = 5.0
_AGAIN_SECONDS = 0.5
_WATCHED = ("server.host", "server.port", "app.debug", "app.log.level", "app.log.file", "owner")


def _word() -> str:
    """A word that nobody takes for a number, quoted or not."""
    return "".join(chr(ord("g") + int(each, 16)) for each in token_hex(4))


def _yaml(told: dict[str, Any], indent: str = "") -> str:
    return "".join(
        f"{indent}{key}:\n{_yaml(value, indent + '  ')}"
        if isinstance(value, dict)
        else f"{indent}{key}: {json.dumps(value)}\n"
        for key, value in told.items()
    )


def _config(command: Command) -> dict[str, Any]:
    """What config.yaml holds now."""
    told = {
        "server": {"host": _word(), "port": 1024 + randbelow(60_000), "pool_size": 4},
        "app": {"debug": False, "retries": 0, "log": {"level": "info", "file": _word()}},
        "owner": _word(),
    }
    command.write("config.yaml", f"# settings\n{_yaml(told)}")
    return told


def _get(command: Command, key: str, *words: str, **env: str) -> str:
    return command("get", key, *words, env=env).succeeds().out.strip().strip("\"'")


def _show(command: Command, *words: str, **env: str) -> Any:
    return command("show", *words, env=env).succeeds().json()


@suite.check("get reads the file by dotted key, at any depth")
def read(command: Command) -> None:
    told = _config(command)
    equal(_get(command, "server.host"), told["server"]["host"], "server.host")
    equal(_get(command, "server.port"), str(told["server"]["port"]), "server.port")
    equal(_get(command, "app.log.file"), told["app"]["log"]["file"], "app.log.file")
    equal(_get(command, "owner"), told["owner"], "owner")


@suite.check("zero and false are values, not missing ones")
def falsy(command: Command) -> None:
    _config(command)
    equal(_get(command, "app.retries"), "0", "app.retries")
    equal(_get(command, "app.debug").casefold(), "false", "app.debug")


@suite.check("the environment goes before the file, and --set before both")
def overridden(command: Command) -> None:
    told = _config(command)
    env = {"APP_SERVER__HOST": _word(), "APP_SERVER__POOL_SIZE": str(10 + randbelow(900))}
    equal(_get(command, "server.host", **env), env["APP_SERVER__HOST"], "server.host")
    equal(_get(command, "server.pool_size", **env), env["APP_SERVER__POOL_SIZE"], "the pool size")
    equal(_get(command, "server.port", **env), str(told["server"]["port"]), "server.port")
    given = f"postgres://u:p@h/{_word()}?a=b"
    equal(
        _get(command, "server.host", "--set", f"server.host={given}", **env), given, "server.host"
    )
    new = _word()
    equal(_get(command, "cache.name", "--set", f"cache.name={new}"), new, "a key that is only set")
    equal(_get(command, "cache.kind", APP_CACHE__KIND=new), new, "a key of the environment only")


@suite.check("show prints all of it merged, as JSON, and leaves the file as it is")
def shown(command: Command) -> None:
    told = _config(command)
    before = command.read("config.yaml")
    _same(_show(command), told, "the configuration of the file alone")
    told["server"]["host"], told["app"]["log"]["level"] = _word(), _word()
    told["extra"] = {"key": _word()}
    sets = ["--set", f"app.log.level={told['app']['log']['level']}"]
    sets += ["--set", f"extra.key={told['extra']['key']}"]
    env = {"APP_SERVER__HOST": told["server"]["host"], "APP_EXTRA__KEY": _word()}
    _same(_show(command, *sets, **env, OTHER_SERVER__PORT="1"), told, "the merged configuration")
    equal(command.read("config.yaml"), before, "config.yaml")


def _same(got: Any, wanted: Any, what: str) -> None:
    # As text, since for Python False is 0.
    equal(json.dumps(got, sort_keys=True), json.dumps(wanted, sort_keys=True), what)


@suite.check("a missing key is an error")
def missing(command: Command) -> None:
    _config(command)
    for key in (f"server.{_word()}", f"{_word()}.host", "server.port.deep", "host"):
        command("get", key).fails()


@suite.check("watch prints the keys that changed, each time that the file changes, and no others")
def watched(command: Command) -> None:
    told = _config(command)
    with command.running("watch") as running:
        # Nobody sees from outside when a watch has begun: one key is changed until it is noticed.
        deadline = time.monotonic() + _NOTICE_SECONDS
        while not _notices(command, running, told, "server.pool_size", _AGAIN_SECONDS):
            expect(time.monotonic() < deadline and running.up(), _silence(running))
        for key in ("server.port", "app.log.level", "owner"):
            before = len(running.said())
            expect(_notices(command, running, told, key, _NOTICE_SECONDS), _silence(running))
            said = running.said()[before:]
            others = [each for each in _WATCHED if each != key and each in said]
            equal(others, [], f"what else watch prints when {key} changes")
        expect(running.up(), "watch goes on")


def _notices(
    command: Command, running: Running, told: dict[str, Any], key: str, seconds: float
) -> bool:
    """Change one key, and see whether watch says so in time."""
    before = len(running.said())
    *sections, last = key.split(".")
    place = told
    for section in sections:
        place = place[section]
    place[last] = randbelow(10**9)
    command.write("config.yaml", _yaml(told))
    until = time.monotonic() + seconds
    while time.monotonic() < until and running.up():
        if key in running.said()[before:]:
            return True
        time.sleep(0.02)
    return False


def _silence(running: Running) -> str:
    state = "is up" if running.up() else "has ended"
    return f"watch notices a change; it {state} and said {shorten(running.said())!r}"
