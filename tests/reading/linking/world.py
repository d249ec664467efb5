"""Thousands of facts that are not each other, each said in several ways.

The facts are made to be mistaken: names that differ by a letter, the same words with the roles
exchanged, one number or one month apart. Only claims about the same fact may link.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

NAMES = """
Adam Adams Robert Roberts Gray Grey Fleming Walker Carter Baker Brown Browne Ellis Elliott Hill
Hills Hughes Jones Kelly Lane Lang Marsh Marshall Moss Noble Olsen Olson Park Parks Quinn Reed Reid
Shaw Stone Stoner Tate Turner Underwood Vance Webb West Weston Young;
Paris London Lisbon Oslo Bergen Vienna Graz Rome Milan Naples Madrid Porto Athens Sparta Bern Geneva
Lyon Nice Cork Dublin Tallinn Riga Vilnius Prague Brno Essen Bonn Ulm Ghent;
Austria Australia Niger Nigeria Iran Iraq Chile Peru Mali Malta Guinea Guyana;
billing search login checkout gateway scheduler indexer parser proxy cache importer exporter mailer
crawler router resizer;
January February March April May June July August September October;
ms s % MB GB;
Acme Globex Hooli Initech Umbrella Stark Wayne Wonka Cyberdyne Tyrell
"""
PEOPLE, CITIES, PLACES, SERVICES, MONTHS, UNITS, FIRMS = (n.split() for n in NAMES.split(";"))
METRICS = ("error rate", "p99 latency", "p95 latency", "queue length", "memory usage", "CPU usage")
Facts = Iterator[tuple[tuple[str, ...], list[str], list[str]]]
"""A fact, how it is said, and how it is denied."""


class Said(NamedTuple):
    """One way of saying one fact."""

    family: str
    fact: tuple[str, ...]
    text: str
    denied: bool = False


def _pairs() -> Facts:
    """Facts about two that are not the same the other way round."""
    for a, b in itertools.permutations(PEOPLE, 2):
        yield (
            ("mentor", a, b),
            [f"{a} mentors {b}", f"{b} is mentored by {a}"],
            [f"{a} does not mentor {b}", f"{b} isn't mentored by {a}"],
        )
        yield ("sue", a, b), [f"{a} sued {b}", f"{b} was sued by {a}"], [f"{a} didn't sue {b}"]
    for a, b in itertools.permutations(CITIES, 2):
        flight = f"The flight from {a} to {b}"
        yield ("flight", a, b), [f"{flight} is full"], [f"{flight} is not full"]
    for a, b in itertools.permutations(FIRMS, 2):
        yield (
            ("buy", a, b),
            [f"{a} acquired {b}", f"{b} was purchased by {a}"],
            [f"{a} did not acquire {b}"],
        )
    for a, b in itertools.combinations(FIRMS, 2):
        yield (
            ("big", a, b),
            [f"{a} is larger than {b}", f"{b} is smaller than {a}"],
            [f"{b} is bigger than {a}"],
        )
    for a, b in itertools.permutations(SERVICES, 2):
        yield (
            ("depend", a, b),
            [f"The {a} depends on the {b}", f"The {b} is a dependency of the {a}"],
            [f"The {a} does not depend on the {b}"],
        )


def _singles() -> Facts:
    """Facts about one numbered or dated thing."""
    for service, n in itertools.product(SERVICES, map(str, range(1, 61))):
        node, version = f"{service} node {n}", f"version 2.{n} of the {service}"
        yield (
            ("up", service, n),
            [f"{node.capitalize()} is online", f"The {node} is up"],
            [f"{node.capitalize()} is offline", f"{node} is not online"],
        )
        yield (
            ("support", service, n),
            [f"{version.capitalize()} supports TLS", f"TLS is supported by {version}"],
            [f"{version.capitalize()} doesn't support TLS"],
        )
    for city, month in itertools.product(CITIES, MONTHS):
        yield (
            ("sales", city, month),
            [f"Sales in {city} rose in {month}", f"In {month}, sales in {city} increased"],
            [f"Sales in {city} fell in {month}"],
        )
    for person, city in itertools.product(PEOPLE, CITIES):
        yield (
            ("live", person, city),
            [f"{person} lives in {city}"],
            [f"{person} does not live in {city}"],
        )


def _topics() -> Iterator[tuple[str, tuple[str, ...], list[str]]]:
    for service, metric, unit in itertools.product(SERVICES, METRICS, UNITS):
        said = [f"The {service}'s {metric} ({unit})", f"{metric} of the {service} ({unit})"]
        yield "numeric", ("metric", service, metric, unit), said
    for a, b in itertools.permutations(PLACES, 2):
        said = [f"Exports from {a} to {b} (USD)", f"The exports from {a} to {b} (dollars)"]
        yield "numeric", ("exports", a, b), said
    for name in (*PLACES, *CITIES, *PEOPLE):
        for what in ("capital", "owner", "colour", "status", "leader"):
            yield "categorical", (what, name), [f"The {what} of {name}", f"{name}'s {what}"]


def world() -> list[Said]:
    """Every way of saying every fact, in an order that says nothing."""
    said = [
        Said("binary", fact, text, denied)
        for fact, yes, no in itertools.chain(_pairs(), _singles())
        for texts, denied in ((yes, False), (no, True))
        for text in texts
    ]
    said += [Said(family, fact, text) for family, fact, texts in _topics() for text in texts]
    random.Random(7).shuffle(said)
    return said


class Pair(NamedTuple):
    """Two claims, and what they have to do with each other."""

    family: str
    label: str
    one: str
    other: str

    @property
    def expected(self) -> str:
        """What `compare` should find: values are none of its business."""
        return "same" if self.label == "contradicts" else self.label


def pairs(half: str) -> list[Pair]:
    """Read one half of the labelled pairs."""
    lines = Path(__file__).with_name(f"{half}.txt").read_text(encoding="utf-8").splitlines()
    found = [Pair(*line.split(" | ")) for line in lines if line and not line.startswith("#")]
    return [
        pair
        if pair.family == "binary"
        else pair._replace(one=pair.one.split(" = ")[0], other=pair.other.split(" = ")[0])
        for pair in found
    ]
