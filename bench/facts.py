"""Plain facts in many people's words: which wordings come to the same Spec.

A fact is one sentence about one small service ("The isbn must be unique; a second book with the
same isbn is a 409"). `facts/canonical.jsonl` has it in words that are known to be read,
`facts/develop.jsonl` and `facts/held.jsonl` in those of people who had seen only the fact; nobody
looked at the latter while readers were written (`--held` measures them). Each is added to the
service told in four forms: a description in Markdown, an OpenAPI document, sentences that name the
requests, and a sentence that names none. A wording is *read* if the Spec is the one of the known
words, *listed* if it is not and the wording, or a part of it, is said to be unmet, and else
*silent*. Names of facts or forms on the command line try only those.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from _measure import Report

from beliefs.build.wanted import grasped, wanted
from beliefs.errors import BeliefsError
from beliefs.spec.service import Spec

FACTS = Path(__file__).parent / "facts"
FORMS = ("markdown", "openapi", "sentences", "wish")
# What says how somebody put it, and not what is to be built.
_WORDING = frozenset({"name", "title", "summary", "source", "message", "unknowns", "assumptions"})


class Said(NamedTuple):
    """A fact in somebody's words."""

    fact: str
    says: str


class Read(NamedTuple):
    """What became of a wording in one form."""

    form: str
    said: Said
    word: str  # read, listed or silent


def main() -> None:
    """Read every wording in every form."""
    held = "--held" in sys.argv
    every = "--list" in sys.argv
    sys.argv[1:] = [each for each in sys.argv[1:] if each not in {"--held", "--list"}]
    report = Report("Facts: wordings that come to the same Spec", named="only these facts or forms")
    forms = [each for each in FORMS if each in report.names] or list(FORMS)
    chosen = report.names - set(FORMS)
    known = {each.fact: each.says for each in _lines("canonical")}
    said = [
        each for each in _lines("held" if held else "develop") if not chosen or each.fact in chosen
    ]
    tried = [(form, each, known[each.fact]) for form in forms for each in said]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(_tried, tried, chunksize=8))
    for each in found:
        if every and each.word != "read":
            print(f"  {each.word:<7}{each.form:<10}{each.said.fact:<15}{each.said.says}")
    for fact in known if every else ():
        of = Counter(each.word for each in found if each.said.fact == fact)
        if of:
            print(
                f"  {fact:<15}{of['read']:>4} read {of['listed']:>4} listed {of['silent']:>4} "
                f"silent"
            )
    for form in forms:
        of = Counter(each.word for each in found if each.form == form)
        for word in ("read", "listed", "silent"):
            report.say(f"{form}_{word}", of[word] / of.total(), "of wordings")
    report.say("wordings", len(said))
    report.end()


def _lines(name: str) -> list[Said]:
    text = (FACTS / f"{name}.jsonl").read_text("utf-8")
    return [Said(**json.loads(line)) for line in text.splitlines()]


def _tried(case: tuple[str, Said, str]) -> Read:
    form, said, known = case
    spec, right = _spec(form, said.says), _known(form, known)
    if spec is None or right is None:
        return Read(form, said, "listed" if spec is None else "silent")
    if _same(spec, right):
        return Read(form, said, "read" if not _lists(spec, said.says) else "listed")
    return Read(form, said, "listed" if _lists(spec, said.says) else "silent")


@cache
def _known(form: str, says: str) -> Spec | None:
    return _spec(form, says)


def _spec(form: str, says: str) -> Spec | None:
    """The Spec of the service with a fact, as the command reads it; None where it is refused."""
    try:
        return grasped(wanted([told(form, says)])).spec
    except BeliefsError:
        return None


def told(form: str, says: str) -> tuple[str, str, str]:
    """The service with a fact, as a source: name, text and kind."""
    suffix, kind = {"markdown": ("md", "markdown"), "openapi": ("yaml", "openapi")}.get(
        form, ("txt", "sentences")
    )
    text = (FACTS / f"{form}.{suffix}").read_text("utf-8").rstrip("\n")
    line = json.dumps(says)[1:-1] if form == "openapi" else says
    text = text.replace("{fact}", line)
    return ("goal" if kind == "sentences" else f"api.{suffix}", text, kind)


def _same(one: Any, two: Any) -> bool:
    """Whether two Specs are built alike."""
    return bool(_built(one) == _built(two))


def _built(part: Any) -> Any:
    if is_dataclass(part) and not isinstance(part, type):
        kind = type(part).__name__
        wording = _WORDING if kind in {"Spec", "Operation", "Guard", "Failure"} else frozenset()
        found = [
            (each.name, _built(getattr(part, each.name)))
            for each in fields(part)
            if each.name not in wording
        ]
        return (kind, *found)
    if isinstance(part, tuple):
        return tuple(_built(each) for each in part)
    return part


def _lists(spec: Spec, says: str) -> bool:
    """Whether a part of a wording is said to be unmet."""
    plain = " ".join(says.replace("`", "").split()).lower()
    for each in spec.unknowns:
        words = " ".join(each.words.replace("`", "").split()).lower().strip(" .")
        inside = words.split(": ", 1)[-1]
        if each.rank != "narrative" and (
            words in plain or plain.strip(" .") in words or inside in plain
        ):
            return True
    return False


if __name__ == "__main__":
    main()
