"""The conversations of a judge: one for each seed, in the same words whenever it is asked.

What is tried at bounds and beyond depends on little chance: the first conversation does it for all.
"""

from __future__ import annotations

from beliefs.judge.examination import Candidate, Examination
from beliefs.judge.service import Service
from beliefs.judge.tried import Tried
from beliefs.judge.wire import Wire
from beliefs.spec.service import Spec

SEEDS = (0, 1, 2)
THOROUGH = tuple(range(12))


def conversation(spec: Spec, candidate: Candidate, seed: int) -> Examination:
    """The examination from one seed."""
    return Examination(spec, candidate, seed, wrongly=seed == SEEDS[0])


def conversed(spec: Spec, service: Service, seed: int) -> Tried:
    """What comes of one with a service on stage."""
    examination = conversation(spec, Wire(service), seed)
    examination.oracle.base = str(service.client.base_url).rstrip("/")
    finding = examination.run()
    unmet = f"{finding.request} → {finding.why}" if finding else ""
    return Tried(examination.asked, unmet)
