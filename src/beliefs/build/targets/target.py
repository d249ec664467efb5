"""What a framework has words of its own for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from beliefs.build.expressions import Used
    from beliefs.spec.effects import Answer
    from beliefs.spec.operations import Operation
    from beliefs.spec.service import Spec


class Target(Protocol):
    """A framework: `fastapi.py` and `flask.py` are two."""

    @property
    def ADDRESS(self) -> str:  # noqa: N802 - a constant of its module
        """The address of whoever asks, as code."""

    @property
    def UPLOAD(self) -> str:  # noqa: N802
        """The class of a file that comes in."""

    @property
    def REQUEST(self) -> str:  # noqa: N802
        """The argument that a route needs to look at its request; empty when it needs none."""

    @property
    def CALLER(self) -> str:  # noqa: N802
        """The call by which a route that is not given whoever asks finds out."""

    @property
    def KNOWN(self) -> str:  # noqa: N802
        """The argument by which a route is given whoever asks; empty when it has to call."""

    @property
    def SHOWN(self) -> bool:  # noqa: N802
        """Whether the framework is told what answers look like, by models."""

    @property
    def SUPPORT(self) -> dict[str, str]:  # noqa: N802
        """Support modules of its own, by the names that a project has them under."""

    @property
    def CLIENT(self) -> tuple[str, str]:  # noqa: N802
        """The client of a project's tests: its module and its name."""

    @property
    def CONFTEST(self) -> str:  # noqa: N802
        """The fixtures of a project's tests."""

    @property
    def ASKED(self) -> tuple[str, str]:  # noqa: N802
        """How a test asks, and how it reads the JSON that it got."""

    @property
    def TESTED(self) -> frozenset[str]:  # noqa: N802
        """The packages that a project's tests need."""

    def absolute(self, path: str) -> str:
        """A path as the caller reaches it, as code."""

    def whole_body(self, *, text: bool) -> str:
        """The mark of an argument that is the whole body."""

    def returned(self, answer: Answer, body: str, headers: str, usual: int, used: Used) -> str:
        """The line that answers; `usual` is what the route answers when nothing is said."""

    def returns(self, lines: list[str], used: Used) -> str:
        """What a route of these lines returns, as an annotation."""

    def router(self, spec: Spec, name: str, used: Used) -> str:
        """The line that a file's routes hang on."""

    def decorators(self, spec: Spec, operation: Operation, shown: str, used: Used) -> list[str]:
        """The lines above a route; `shown` is the model of what it answers, if it has one."""

    def conversation(
        self, operation: Operation, message: str, inside: list[str], told: str, used: Used
    ) -> list[str]:
        """A WebSocket: the lines of the effect run for each message."""

    def imports(self, used: Used) -> list[str]:
        """What a file of routes imports."""

    def identity(self, spec: Spec, who: str, *, now: bool) -> tuple[list[str], list[str]]:
        """Who is asking: what the module imports, and its code."""

    def main(self, spec: Spec, collections: list[str], imports: list[str], tables: str) -> str:
        """`app/main.py`."""

    def entry(self, spec: Spec) -> str:
        """`main.py`: starts the service on HOST and PORT."""

    def packages(self, code: str) -> set[str]:
        """The packages that a project of this code needs."""

    def documents(self, spec: Spec) -> dict[str, str]:
        """Files that only a project of this framework has."""
