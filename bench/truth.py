"""How often fused answers are right, and how far their probabilities hold, when nobody graded.

Real sets are read from a folder with one folder per set: `label.csv` (item, worker, label) and
`truth.csv` (item, truth). Generated worlds are drawn from seeds. The truth is used for scoring
alone, except under "with outcomes": there a calibration map is fitted on four fifths of the graded
items and scored on the last, five times. Means are over sets, each counting alike.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import numpy as np
from _measure import Cost, Report, interleaved, timed
from _peers import Peer
from _worlds import WORLDS, Floats, Integers, World

from beliefs.kernel import maps
from beliefs.kernel.calibration import ece, ece_debiased, ece_floor
from beliefs.kernel.learning.learn import learn
from beliefs.kernel.learning.lesson import bets
from beliefs.kernel.learning.votes import Sizes, Votes

FOLDER = Path(__file__).parents[2] / "shared" / "data" / "crowd"
FOLDS = 5
SEEDS = 3
ROUNDS = 3


class Score(NamedTuple):
    """How right probabilities are: accuracy, and calibration of the leading label's."""

    accuracy: float
    debiased: float
    binned: float
    floor: float


class Measured(NamedTuple):
    """One set: what majority vote scores, what a lesson scores, and with outcomes."""

    name: str
    sizes: Sizes
    votes: int
    majority: float
    alone: Score
    with_outcomes: Score


def read(folder: Path) -> World:
    """A set from its two files."""
    said, gold = (
        list(csv.reader((folder / name).read_text("utf-8").splitlines()))[1:]
        for name in ("label.csv", "truth.csv")
    )
    items, agents = ({key: at for at, key in enumerate(dict.fromkeys(row[column] for row in said))}
                     for column in (0, 1))  # fmt: skip
    names = sorted({row[2] for row in said} | {row[1] for row in gold})
    labels = {key: at for at, key in enumerate(names)}
    truth = np.full(len(items), -1)
    for item, label in gold:
        if item in items:
            truth[items[item]] = labels[label]
    columns = [np.array([place[row[column]] for row in said])
               for column, place in enumerate((items, agents, labels))]  # fmt: skip
    sizes = Sizes(len(items), len(agents), len(labels))
    return World(Votes(columns[0], columns[1], columns[2], sizes), truth)


def shares(votes: Votes) -> Floats:
    """Majority vote: the share of each label in an item's votes."""
    counts = np.zeros((votes.sizes.items, votes.sizes.labels))
    np.add.at(counts, (np.asarray(votes.items, int), np.asarray(votes.labels, int)), 1)
    part: Floats = counts / counts.sum(axis=1, keepdims=True)
    return part


def accuracy(chances: Floats, truth: Integers) -> float:
    """How often the leading label is the truth; a tie counts for its part."""
    leads = chances >= chances.max(axis=1, keepdims=True) - 1e-12
    return float((leads[np.arange(len(truth)), truth] / leads.sum(axis=1)).mean())


def scored(right: float, stated: Floats, came_true: Integers) -> Score:
    """The calibration of stated probabilities, beside the accuracy they go with."""
    said, true = stated.tolist(), came_true.tolist()
    floor = ece_floor(said, seed=0, trials=200).expected
    return Score(right, ece_debiased(said, true), ece(said, true), floor)


def mapped(stated: Floats, came_true: Integers) -> Floats:
    """Each probability as corrected by a map that was fitted on the other folds."""
    fold = np.random.default_rng(0).permutation(len(stated)) % FOLDS
    corrected = stated.copy()
    for held_out in range(FOLDS):
        others, those = fold != held_out, np.flatnonzero(fold == held_out)
        fitted = maps.fit(stated[others].tolist(), came_true[others].tolist())
        if fitted is not None:
            corrected[those] = [fitted.apply(stated[at]) for at in those]
    return corrected


def measure(name: str, world: World) -> Measured:
    """Learn from the votes of a world and score against its truth."""
    votes, truth = world
    graded = truth >= 0
    chances = bets(learn(votes), votes)[graded]
    right = accuracy(chances, truth[graded])
    stated, came_true = chances.max(axis=1), chances.argmax(axis=1) == truth[graded]
    return Measured(
        name,
        votes.sizes,
        len(np.asarray(votes.items)),
        accuracy(shares(votes)[graded], truth[graded]),
        scored(right, stated, came_true),
        scored(right, mapped(stated, came_true), came_true),
    )


def show(rows: list[Measured]) -> None:
    """One line per set."""
    print(f"  {'':<16}{'votes':>7}{'items':>7}{'agents':>7}{'labels':>7}{'majority':>10}"
          f"{'accuracy':>10} |  ECE: debiased, binned, floor | with outcomes")  # fmt: skip
    for row in rows:
        alone, outcomes = row.alone, row.with_outcomes
        print(f"  {row.name:<16}{row.votes:>7}{row.sizes.items:>7}{row.sizes.agents:>7}"
              f"{row.sizes.labels:>7}{row.majority:>10.3f}{alone.accuracy:>10.3f}"
              f" | {alone.debiased:>12.3f}{alone.binned:>8.3f}{alone.floor:>8.3f}"
              f"  | {outcomes.debiased:.3f}{outcomes.binned:>7.3f}{outcomes.floor:>7.3f}",
              flush=True)  # fmt: skip


def real_sets(report: Report, sets: dict[str, World]) -> None:
    """The figures that count."""
    rows = [measure(name, world) for name, world in sets.items()]
    show(rows)
    report.say("accuracy", mean(r.alone.accuracy for r in rows), least=0.865)
    report.say("accuracy_of_majority", mean(r.majority for r in rows))
    report.say("ece_unsupervised", mean(r.alone.debiased for r in rows), most=0.08)
    report.say("ece_unsupervised_binned", mean(r.alone.binned for r in rows))
    report.say("ece_unsupervised_floor", mean(r.alone.floor for r in rows))
    report.say("ece_with_outcomes", mean(r.with_outcomes.debiased for r in rows), most=0.03)
    report.say("ece_with_outcomes_binned", mean(r.with_outcomes.binned for r in rows))
    report.say("ece_with_outcomes_floor", mean(r.with_outcomes.floor for r in rows))
    worst = min(r.alone.accuracy - r.majority for r in rows)
    report.say("worst_vs_majority", worst, least=-0.01)
    for row in rows:
        report.say(f"accuracy_{row.name}", row.alone.accuracy)
        report.say(f"ece_{row.name}", row.alone.debiased)


def generated(report: Report) -> None:
    """Worlds that break one assumption each, the mean of a few seeds in a line."""
    seeds = 1 if report.quick else SEEDS
    rows = []
    for world in WORLDS:
        runs = [measure(world.__name__, world(np.random.default_rng(seed)))
                for seed in range(seeds)]  # fmt: skip
        alone, outcomes = (
            Score(*map(mean, zip(*scores, strict=True)))
            for scores in ([r.alone for r in runs], [r.with_outcomes for r in runs])
        )
        rows.append(runs[0]._replace(majority=mean(r.majority for r in runs), alone=alone,
                                     with_outcomes=outcomes))  # fmt: skip
    show(rows)
    report.say("worlds_accuracy", mean(r.alone.accuracy for r in rows))
    report.say("worlds_accuracy_of_majority", mean(r.majority for r in rows))
    report.say("worlds_ece_unsupervised", mean(r.alone.debiased for r in rows))
    report.say("worlds_ece_with_outcomes", mean(r.with_outcomes.debiased for r in rows))
    report.say("worlds_worst_vs_majority", min(r.alone.accuracy - r.majority for r in rows))


_DAWID_SKENE = """
import sys, time
import numpy, pandas
from crowdkit.aggregation.classification.dawid_skene import DawidSkene
sets = numpy.load(sys.argv[1])
names = sorted({name.split("/")[0] for name in sets.files})
frames = [
    pandas.DataFrame({column: sets[f"{name}/{column}"] for column in ("task", "worker", "label")})
    for name in names
]
for _ in sys.stdin:
    wall, cpu = time.perf_counter(), time.process_time()
    for frame in frames:
        DawidSkene(n_iter=100).fit_predict(frame)
    print(time.perf_counter() - wall, time.process_time() - cpu, flush=True)
"""


def speed(report: Report, sets: dict[str, World]) -> None:
    """Learning and betting on all sets against crowd-kit's Dawid-Skene on the same."""

    def ours(_: int) -> Cost:
        return timed(lambda: [bets(learn(votes), votes) for votes, _ in sets.values()])

    columns = {
        f"{number}/{column}": values
        for number, (votes, _) in enumerate(sets.values())
        for column, values in (
            ("task", votes.items), ("worker", votes.agents), ("label", votes.labels)
        )
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sets.npz"
        np.savez(file, allow_pickle=False, **columns)
        with Peer(_DAWID_SKENE, [str(file)]) as peer:
            peer.seconds()  # the first round warms up
            own, other = interleaved(
                1 if report.quick else ROUNDS, ours, lambda _: Cost(*peer.seconds())
            )
    report.say("time_vs_dawid_skene", own.wall / other.wall, "times", most=1.0)
    report.say("seconds", own.wall, "s")
    report.say("dawid_skene_seconds", other.wall, "s")


def folder_named() -> Path:
    """The folder of `--data`, taken off the command line before the report reads the rest."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--data", type=Path, default=FOLDER)
    options, sys.argv[1:] = parser.parse_known_args()
    folder: Path = options.data
    return folder


def main() -> None:
    """Measure everything."""
    folder = folder_named()
    report = Report("Truth from agreement alone; --data DIR holds the sets to read")
    found = sorted(folder.glob("*/label.csv"))
    sets = {path.parent.name: read(path.parent) for path in found}
    if sets:
        real_sets(report, sets)
        speed(report, sets)
    else:
        print(f"  There are no sets in {folder}, so generated worlds are all that is measured.")
    generated(report)
    report.end()


if __name__ == "__main__":
    main()
