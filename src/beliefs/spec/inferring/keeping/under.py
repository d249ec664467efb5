"""Rows below a name that nothing keeps: `POST /users/{user}/checkins`, with no users anywhere.

The name is a field of the row, shown where answers have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.spec.documents.contract import Route, typed
from beliefs.spec.documents.places import Step, steps
from beliefs.spec.documents.words import plain, singular, snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.inferring.keeping.kept import Kept


def place(kept: Kept) -> None:
    """Make the names that paths have before rows part of them, where nothing else keeps them."""
    for holding in kept.holdings:
        for route in holding.routes:
            chain = steps(route.path, kept.base)
            step = _unkept(kept, chain)
            if route.method != "POST" or step is None or holding.parents:
                continue
            name = _field(holding, step)
            kind = _kind(route, step.param)
            hidden = holding.shape.part(name) is None
            holding.under = (step.param, name)
            holding.fields[name] = Field(name, kind, hidden=hidden)
            holding.sets[name] = f"input.{step.param}"
            break


def _unkept(kept: Kept, chain: tuple[Step, ...]) -> Step | None:
    """The only step with a name before the end of a path, where no rows are named by it."""
    named = [at for at, each in enumerate(chain[:-1]) if each.param]
    if len(named) != 1 or chain[-1].param:
        return None
    return chain[named[0]] if kept.at(chain[: named[0] + 1]) is None else None


def _field(holding: Holding, step: Step) -> str:
    above = singular(snaked(step.name)) if step.name else step.param
    wanted = {
        plain(step.param),
        plain(above),
        plain(f"{above}_{step.param}"),
        plain(f"{above}_name"),
    }
    wanted -= {plain(holding.key.name)} if holding.shape.part(holding.key.name) else set()
    shown = [each.name for each in holding.shape.properties if plain(each.name) in wanted]
    plainly = step.param if plain(step.param) not in {"id", "name"} else f"{above}_{step.param}"
    return shown[0] if shown else plainly


def _kind(route: Route, param: str) -> Type:
    declared = next((each for each in route.params if each.name == param), None)
    kind = typed(declared.shape) if declared is not None else Type("string")
    return kind if kind.kind in {"integer", "uuid"} else Type("string")
