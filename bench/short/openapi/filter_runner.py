"""A few text tools are run with arguments and input, and no others."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("filter-runner", "service")


def _run(service: Service, tool: str, *args: str, given: str = "") -> dict[str, Any]:
    told: dict[str, Any] = (
        service.post("/run", json={"tool": tool, "args": list(args), "input": given})
        .is_(200)
        .json()
    )
    return told


def _out(service: Service, wanted: str, tool: str, *args: str, given: str = "") -> None:
    told = _run(service, tool, *args, given=given)
    equal((told["exit_code"], told["stdout"], told["stderr"]), (0, wanted, ""), f"{tool} {args}")


@suite.check("the tools are listed")
def tools(service: Service) -> None:
    equal(service.get("/tools").is_(200).json(), ["sort", "tr", "uniq", "wc"], "the tools")


@suite.check("sort sorts, with and without arguments")
def sorts(service: Service) -> None:
    _out(service, "apple\nfig\npear\n", "sort", given="pear\napple\nfig\n")
    _out(service, "pear\nfig\napple\n", "sort", "-r", given="pear\napple\nfig\n")
    _out(service, "2\n10\n33\n", "sort", "-n", "-u", given="10\n2\n33\n2\n")
    _out(service, "B\na\nb\n", "sort", given="b\na\nB\n")


@suite.check("the other tools run")
def others(service: Service) -> None:
    equal(_run(service, "wc", "-l", given="a\nb\nc\n")["stdout"].strip(), "3", "the lines")
    equal(_run(service, "wc", "-w", given="one two  three")["stdout"].strip(), "3", "the words")
    _out(service, "HELLO\n", "tr", "a-z", "A-Z", given="hello\n")
    _out(service, "a\nb\na\n", "uniq", given="a\na\nb\na\n")


@suite.check("args and input may be left out")
def defaults(service: Service) -> None:
    told = service.post("/run", json={"tool": "sort"}).is_(200).json()
    equal((told["exit_code"], told["stdout"], told["stderr"]), (0, "", ""), "sort of nothing")
    told = service.post("/run", json={"tool": "sort", "input": "b\na\n"}).is_(200).json()
    equal(told["stdout"], "a\nb\n", "sort without args")


@suite.check("a tool that fails is 200 with its exit code")
def fails(service: Service) -> None:
    told = _run(service, "sort", "--no-such-option", given="a\n")
    equal(told["exit_code"], 2, "the exit code")
    equal(told["stdout"], "", "the output")
    expect("no-such-option" in told["stderr"], "the complaint of sort")


@suite.check("arguments never reach a shell")
def shell(service: Service) -> None:
    _out(service, "h;llo\n", "tr", "e", ";", given="hello\n")
    _out(service, "$HOME\n", "tr", "x", "$", given="xHOME\n")
    told = _run(service, "sort", "; echo pwned", given="a\n")
    expect(told["exit_code"] != 0 and "pwned\n" not in told["stdout"], "nothing echoed")


@suite.check("another tool is 403")
def forbidden(service: Service) -> None:
    for tool in ("rm", "sh", "/usr/bin/sort", "sort -r", "SORT"):
        told = service.post("/run", json={"tool": tool, "args": [], "input": ""}).is_(403).json()
        equal(told["error"], f"tool not allowed: {tool}", "the error")


@suite.check("a malformed request is 422")
def malformed(service: Service) -> None:
    for body in (
        {"input": "a"},
        {"tool": "sort", "args": "-r"},
        {"tool": "sort", "args": [1]},
        {"tool": "sort", "input": 5},
    ):
        service.post("/run", json=body).is_(422)
