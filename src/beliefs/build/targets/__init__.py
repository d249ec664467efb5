"""The frameworks that projects are written for, each in words of its own.

Everything else of a project (what an effect does, what is kept, how requests fail) is written once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from beliefs.build.targets import fastapi, flask

if TYPE_CHECKING:
    from beliefs.build.targets.target import Target
    from beliefs.spec.service import Framework, Spec

_TARGETS: Final[dict[Framework, Target]] = {"fastapi": fastapi, "flask": flask}


def target(spec: Spec) -> Target:
    """The words of the framework that a Spec asks for."""
    return _TARGETS[spec.framework]


__all__ = ["target"]
