"""How many faults the judge notices: contract mutants of every service, and faults in their code.

Builds the services of the benchmark without judging them, breaks each promise of their Specs and
each behaviour line of their code in turn, and counts what goes unnoticed. Modules that are the same
text in every service are counted once, and are noticed when the judge of one service notices.
`--most` tries so many faults of each service instead of all, names on the command line only these
services.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from _measure import Report

from beliefs.build.builder import write
from beliefs.build.environment import environment, listed
from beliefs.judge.conversation import THOROUGH, conversation
from beliefs.judge.faults import Fault
from beliefs.judge.goals import goals
from beliefs.judge.mutants import mutants
from beliefs.judge.power import SAMPLE, every, measured, own, sampled
from beliefs.judge.pretender import Pretender
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand


def contracts(spec: Spec) -> tuple[int, list[str]]:
    """Contract mutants of a Spec: how many there are, and those that nobody notices."""
    made = list(mutants(spec))
    survivors = [
        each.breaks
        for each in made
        if not any(conversation(spec, Pretender(each.spec), seed).run() for seed in THOROUGH)
    ]
    return len(made), survivors


class Shared:
    """Faults in modules that services have in common, and whether any judge has noticed them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._seen: dict[tuple[str, str], bool] = {}
        self._shown: dict[tuple[str, str], Fault] = {}

    def add(self, spec: Spec, folder: Path, most: int) -> None:
        """Try those that this service has too and no judge before has noticed."""
        there = sampled(every(folder, spec, lambda path: not own(path)), most)
        fresh = [each for each in there if not self._seen.get(_known(each))]
        left = {_known(each) for each in measured(folder, spec, fresh, _place(folder)).survivors}
        for each in fresh:
            self._seen[_known(each)] = _known(each) not in left
            self._shown[_known(each)] = each

    def counted(self) -> tuple[int, list[Fault]]:
        """How many there were, and those that nobody noticed."""
        return len(self._seen), [self._shown[each] for each, seen in self._seen.items() if not seen]


def _known(fault: Fault) -> tuple[str, str]:
    """What makes two faults the same, in whatever service they are."""
    return fault.path, f"{fault.kind} {fault.was} {fault.now}"


def _place(folder: Path) -> Path:
    return environment(listed(folder))


def main() -> None:
    """Break every service in every way."""
    report = Report("What the judge notices", named="only these services", most=0)
    most = int(report.numbers["most"]) or (SAMPLE if report.quick else 10**6)
    shared = Shared()
    promises = broken = tried = missed = 0
    with tempfile.TemporaryDirectory(prefix="belief-mutants-") as scratch:
        for goal in goals():
            if goal.kind != "service" or goal.name not in (report.names or {goal.name}):
                continue
            spec, folder = understand(goal.sentence).spec, Path(scratch) / goal.name
            made, survivors = contracts(spec)
            print(f"  {goal.name}: {made} contract mutants, unnoticed: {survivors}", flush=True)
            write(spec, folder)
            power = measured(folder, spec, sampled(every(folder, spec), most), _place(folder))
            for each in power.survivors:
                print(f"    {each}", flush=True)
            report.say(f"{goal.name.replace('-', '_')}_noticed", power.share, f"of {power.tried}")
            shared.add(spec, folder, most)
            promises, broken = promises + made, broken + len(survivors)
            tried, missed = tried + power.tried, missed + len(power.survivors)
    many, left = shared.counted()
    for fault in left:
        print(f"    {fault}", flush=True)
    report.say("contract_mutants", promises)
    report.say("contract_noticed", 1 - broken / promises, least=1.0)
    report.say("own_faults", tried)
    report.say("own_noticed", 1 - missed / tried, least=0.9)
    report.say("shared_faults", many)
    report.say("shared_noticed", 1 - len(left) / many)
    report.end()


if __name__ == "__main__":
    main()
