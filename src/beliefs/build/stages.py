"""A build as a graph of stages, with a checkpoint after each: what was killed can be resumed.

understand → write → install → judge → deliver. What a stage hands on is plain data, kept by
LangGraph before the next stage begins. A stage that was cut off is begun again, and
leaves what it would have left; one that ended is not run again. A goal that is refused ends the
graph before anything is written. What is not accepted is repaired, as long as there is something to
try and time for it: judge → repair → write. In the end the first project stays, if none was better.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypedDict

from beliefs.build import builder, delivery, repairs
from beliefs.build.checkpoints import checkpoints, unfinished
from beliefs.build.environment import judgeable
from beliefs.build.noted import Asked, alone, cut_off, folder_of, under_way, until_the_end
from beliefs.build.records import BEGUN, note
from beliefs.build.wanted import provenance
from beliefs.errors import InvalidInput, shown
from beliefs.judge.tried import Held
from beliefs.judge.verdict import Verdict, judge
from beliefs.sandbox import Level
from beliefs.spec import saving
from beliefs.spec.service import blocked

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

    from beliefs.build.wanted import Grasped, Wanted
    from beliefs.judge.colleague import Colleague


class Attempt(TypedDict):
    """A project that was judged, and what was answered otherwise than in the first."""

    changed: list[str]  # a question and its answer; nothing in the first
    spec: str
    provenance: dict[str, Any]
    verdict: dict[str, Any]


class State(TypedDict, total=False):
    """What stages hand on."""

    build: str
    asked: Asked
    spec: str
    folder: str
    refused: bool
    provenance: dict[str, Any]
    environment: str
    verdict: dict[str, Any]
    changed: list[str]
    attempts: list[Attempt]
    mending: bool
    tree: str
    seconds: dict[str, float]


Understood: TypeAlias = "Callable[[Wanted], Grasped]"


def _unheard(*_: object) -> None:
    """Tell nobody."""


class Watch(NamedTuple):
    """Who is told of stages: as they begin, with what is done in them, and as they end.

    What judging is made of is told of too; a stage of the build itself has nothing to add to its
    name.
    """

    begun: Callable[[str, str], None] = _unheard
    ended: Callable[[str, float], None] = _unheard


def understand(state: State, understood: Understood) -> State:
    """The goal as a Spec, and where it goes; a folder that is not free is refused here."""
    asked = state["asked"]
    grasp = understood(asked["wanted"])
    spec = grasp.spec
    folder = folder_of(asked) or Path(asked["beside"], spec.name).resolve()
    refused = bool(blocked(spec)) and not asked["partial"]
    if not refused:
        delivery.free(folder)
        delivery.at_hand()
    if not refused and not asked["emit_only"]:
        judgeable(builder.program_of(spec))  # what cannot be judged is not begun
    return {
        "spec": saving.dumps(spec),
        "folder": str(folder),
        "refused": refused,
        "provenance": provenance(asked["wanted"], grasp),
    }


def write(state: State) -> State:
    """The project's files, under a mark that says whose they are."""
    folder = Path(state["folder"])
    if _marked(folder) != state["build"]:
        _take(folder, state["build"])
        note(folder, BEGUN)
    delivery.clear(folder)  # of what an earlier attempt left
    builder.write(saving.loads(state["spec"]), folder)
    return {}


def _marked(folder: Path) -> str:
    """The build that a folder is marked for."""
    mark = folder / delivery.MARK
    return mark.read_text(encoding="utf-8") if mark.exists() else ""


def _take(folder: Path, build: str) -> None:
    """Mark a folder that is free as that of a build; killed anywhere in between, it stays free."""
    delivery.free(folder)
    if (other := _marked(folder)) and under_way(other):
        message = f"{shown(str(folder))} is being built into; choose another folder with --output."
        raise InvalidInput(message)
    delivery.take(folder, build)


def install(state: State) -> State:
    """The environment that it is judged in."""
    if state["asked"]["emit_only"]:
        return {}
    place, _ = builder.environments(Path(state["folder"]), offline=state["asked"]["offline"])
    return {"environment": str(place)}


def examine(state: State, watch: Watch, colleague: Colleague | None) -> State:
    """What the judge says of it."""
    if state["asked"]["emit_only"]:
        return {"verdict": asdict(builder.NOT_JUDGED)}
    folder = Path(state["folder"])
    # Somebody may have cleaned up between a kill and now.
    place, tests = builder.environments(folder, offline=state["asked"]["offline"])
    verdict = judge(
        folder,
        saving.loads(state["spec"]),
        begun=watch.begun,
        told=lambda held: watch.ended(held.stage, held.seconds),
        environment=place,
        tests=tests,
        thorough=state["asked"]["thorough"],
        colleague=colleague,
    )
    # Checkpoints keep plain data.
    return {"verdict": asdict(verdict) | {"level": verdict.level and str(verdict.level)}}


def repair(state: State, understood: Understood) -> State:
    """Another project to judge; or, when nothing is left to try, the first as it was judged."""
    attempts = [*(state.get("attempts") or []), _attempt(state)]
    first, asked, spent = attempts[0], state["asked"], sum(state["seconds"].values())
    budget = asked["seconds"] or spent / len(attempts) + repairs.SECONDS
    if state["verdict"]["word"] not in {"not accepted", "timed out"}:
        return {"attempts": attempts, "mending": False}
    tried = [(each["changed"][0], each["changed"][1]) for each in attempts[1:]]
    left = repairs.repairs(
        asked["wanted"],
        saving.loads(first["spec"]),
        first["provenance"]["choices"],
        tried,
        understood,
    )
    # Another takes about as long as one has taken so far.
    if spent + spent / len(attempts) <= budget and (found := next(left, None)) is not None:
        answer, wanted, grasp = found
        return {
            "attempts": attempts,
            "mending": True,
            "changed": [answer.question, answer.answer],
            "spec": saving.dumps(grasp.spec),
            "provenance": provenance(wanted, grasp),
        }
    if len(attempts) > 1:
        delivery.clear(Path(state["folder"]))
        builder.write(saving.loads(first["spec"]), Path(state["folder"]))
    return {
        "attempts": attempts,
        "mending": False,
        "changed": [],
        "spec": first["spec"],
        "provenance": first["provenance"],
        "verdict": first["verdict"],
    }


def judged(state: State) -> list[Attempt]:
    """Every project of a build that was judged, the first one first."""
    return state.get("attempts") or [_attempt(state)]


def _attempt(state: State) -> Attempt:
    return Attempt(
        changed=state.get("changed", []),
        spec=state["spec"],
        provenance=state["provenance"],
        verdict=state["verdict"],
    )


def deliver(state: State) -> State:
    """The first commit, the verdict, and a line among this machine's builds."""
    folder, verdict = Path(state["folder"]), verdict_of(state)
    spec = saving.loads(state["spec"])
    came_from = state["provenance"] | {"repairs": repaired(state)}
    if unmet := repaired_for(state):
        came_from |= {"repaired_for": unmet}
    tree = builder.deliver(spec, folder, verdict, state["seconds"], came_from)
    (folder / delivery.MARK).unlink(missing_ok=True)
    note(folder, verdict.word, sum(state["seconds"].values()))
    return {"tree": tree}


def repaired(state: State) -> list[dict[str, str]]:
    """What was tried after the first project was not accepted, and what came of each."""
    return [
        {
            "question": each["changed"][0],
            "answer": each["changed"][1],
            "verdict": each["verdict"]["word"],
            "first_unmet": _verdict(each["verdict"]).first_unmet,
        }
        for each in state.get("attempts", [])[1:]
    ]


def repaired_for(state: State) -> str:
    """What the first project fell short of, where others were tried after it."""
    first, *others = judged(state)
    return _verdict(first["verdict"]).first_unmet if others else ""


def verdict_of(state: State) -> Verdict:
    """The verdict that a state holds."""
    return _verdict(state["verdict"])


def _verdict(told: dict[str, Any]) -> Verdict:
    # A build that was cut off by an earlier version says nothing of the level.
    level = Level(told["level"]) if told.get("level") else None
    return Verdict(told["word"], tuple(Held(**each) for each in told["stages"]), level)


def begin(
    name: str,
    asked: Asked,
    understood: Understood,
    watch: Watch,
    colleague: Colleague | None = None,
) -> State:
    """Build from the start what was noted under a name."""
    with checkpoints() as saver:
        return _run(saver, name, _first(name, asked), _graph(understood, watch, colleague))


def resume(
    folder: Path | None,
    understood: Understood,
    watch: Watch,
    colleague: Colleague | None = None,
) -> State:
    """Go on with the last build that was cut off, or with the one of a folder."""
    with checkpoints() as saver:
        name = unfinished(saver, folder)
        with alone(name), until_the_end(name):
            begun = saver.get_tuple({"configurable": {"thread_id": name}}) is not None
            given = None if begun else _first(name, cut_off()[name])
            return _run(saver, name, given, _graph(understood, watch, colleague))


def _first(name: str, asked: Asked) -> State:
    return {"build": name, "asked": asked, "seconds": {}}


def _run(saver: BaseCheckpointSaver[Any], name: str, given: State | None, stages: Any) -> State:
    # What people build is theirs: whatever the environment says, nobody is sent a trace of it.
    from langsmith import tracing_context

    config: Any = {"configurable": {"thread_id": name}}
    graph = stages.compile(checkpointer=saver)
    try:
        with tracing_context(enabled=False):
            if given is None and "tree" in (ended := graph.get_state(config).values):
                state: State = ended  # cut off between its end and ours
            else:
                state = graph.invoke(given, config, durability="sync")
    except Exception:
        if not _written(graph.get_state(config).values):
            saver.delete_thread(name)
        raise
    saver.delete_thread(name)
    return state


def _written(values: dict[str, Any]) -> bool:
    return "folder" in values and Path(values["folder"], delivery.MARK).exists()


def _graph(understood: Understood, watch: Watch, colleague: Colleague | None) -> Any:
    from langgraph.graph import END, START, StateGraph

    # Any: what LangGraph takes for a node is more than a type checker follows.
    def timed(name: str, stage: Callable[[State], State]) -> Any:
        def run(state: State) -> State:
            began = time.monotonic()
            watch.begun(name, "")
            found = stage(state)
            took = round(time.monotonic() - began, 3)
            watch.ended(name, took)
            before = state["seconds"].get(name, 0.0)
            return {**found, "seconds": {**state["seconds"], name: round(before + took, 3)}}

        return run

    graph = StateGraph(State)
    stages: dict[str, Callable[[State], State]] = {
        "understand": lambda state: understand(state, understood),
        "write": write,
        "install": install,
        "judge": lambda state: examine(state, watch, colleague),
        "repair": lambda state: repair(state, understood),
        "deliver": deliver,
    }
    for name, stage in stages.items():
        graph.add_node(name, timed(name, stage))
    graph.add_edge(START, "understand")
    graph.add_conditional_edges(
        "understand", lambda state: END if state["refused"] else "write", ["write", END]
    )
    graph.add_conditional_edges(
        "judge",
        lambda state: "repair" if _unsettled(state) else "deliver",
        ["repair", "deliver"],
    )
    graph.add_conditional_edges(
        "repair", lambda state: "write" if state["mending"] else "deliver", ["write", "deliver"]
    )
    for earlier, later in (("write", "install"), ("install", "judge")):
        graph.add_edge(earlier, later)
    graph.add_edge("deliver", END)
    return graph


def _unsettled(state: State) -> bool:
    """Whether something is to be repaired, or was; what is late alone another would not mend."""
    return state["verdict"]["word"] == "not accepted" or bool(state.get("attempts"))
