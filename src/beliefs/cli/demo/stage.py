"""The stage: chapters, lines and checks, shown to people or collected for programs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beliefs.cli.session import Session
    from beliefs.mind.belief import Belief
    from beliefs.mind.clarity import Clarity

_PAUSE = 0.3
_NAME = 42


class Stage:
    """Shows a story as it happens."""

    def __init__(self, session: Session, chapters: int, *, pause: bool) -> None:
        self.all_well = True
        self._of = chapters
        self._started = time.perf_counter()
        self._chapters: list[dict[str, Any]] = []
        self._console = None if session.json else session.console()
        # A pause is for eyes.
        self._pause = pause and self._console is not None and self._console.is_terminal

    def open(self, what: str, where: str) -> None:
        """Say what this is, and where it happens."""
        self._print(f"[heading]{what}[/heading]")
        self._print(f"[quiet]{where}[/quiet]")

    def chapter(self, title: str) -> None:
        """Begin the next chapter."""
        if self._pause and self._chapters:
            time.sleep(_PAUSE)
        self._chapters.append({"title": title, "facts": [], "checks": []})
        self._print(
            f"\n[bold cyan]{len(self._chapters):>2}[/bold cyan][quiet]/{self._of}[/quiet]  "
            f"[heading]{title}[/heading]"
        )

    def tell(self, sentence: str) -> None:
        """Say something."""
        self._chapters[-1]["facts"].append(sentence)
        if self._console is not None:
            from rich.text import Text

            self._console.print(Text(f"    {sentence}", style="quiet"))

    def quote(self, who: str, words: str) -> None:
        """Let somebody speak."""
        self._chapters[-1]["facts"].append(f"{who}: {words}")
        if self._console is not None:
            from rich.text import Text

            self._console.print(Text.assemble(f"    {who}: ", (f"“{words}”", "bold")))

    def block(self, text: str) -> None:
        """Show a text as it goes into a prompt."""
        self._chapters[-1]["facts"].append(text)
        if self._console is not None:
            from rich.text import Text

            for line in text.splitlines():
                self._console.print(Text(f"    │ {line}", style="quiet"), soft_wrap=True)

    def clarity(self, clarity: Clarity) -> None:
        """Show how clear things are."""
        self._chapters[-1]["facts"].append(
            {"clarity": clarity.value, "readiness": clarity.readiness}
        )
        if self._console is not None:
            from rich.text import Text

            from beliefs.cli.drawing.turns import clarity_line

            self._console.print(Text("    ").append(clarity_line(clarity)), soft_wrap=True)

    def show(self, what: str, belief: Belief) -> None:
        """Show where a belief stands."""
        if self._console is None:
            stands = belief.confidence if belief.family != "numeric" else belief.parameters[0]
            fact = {"what": what, "stands": stands, "evidence": belief.evidence}
            self._chapters[-1]["facts"].append({**fact, "status": belief.status})
            return
        from rich.text import Text

        from beliefs.cli.drawing.figures import gauge, headline, remarks
        from beliefs.mind.wording import number

        line = Text("    ").append(what.ljust(_NAME)[: max(_NAME, len(what))])
        if belief.family != "numeric":
            line.append("  ").append(gauge(belief))
        line.append("  ").append(headline(belief))
        if belief.family != "numeric":
            line.append(f"  evidence {number(belief.evidence)}", "quiet")
        line.append("  ").append(remarks(belief))
        self._console.print(line, soft_wrap=True)

    def check(self, promise: str, kept: bool) -> None:
        """Show whether a promise was kept."""
        self.all_well = self.all_well and kept
        self._chapters[-1]["checks"].append({"promise": promise, "kept": kept})
        if self._console is not None:
            from rich.text import Text

            mark = ("✓ ", "good") if kept else ("✗ ", "bad")
            self._console.print(Text.assemble("    ", mark, promise), soft_wrap=True)

    def hints(self, *hints: tuple[str, str]) -> None:
        """Say what to do next."""
        seconds = time.perf_counter() - self._started
        word = "Everything came out as promised" if self.all_well else "Something went wrong"
        self._print(f"\n[heading]{word}, in {seconds:.1f} seconds.[/heading] What next:")
        if self._console is not None:
            from rich.text import Text

            for what, command in hints:
                line = Text.assemble("    ", (what.ljust(13), "quiet"), (command, "id"))
                self._console.print(line, soft_wrap=True)

    def document(self, **more: object) -> dict[str, object]:
        """Everything that was shown, for programs."""
        return {"ok": self.all_well, **more, "chapters": self._chapters}

    def _print(self, markup: str) -> None:
        if self._console is not None:
            self._console.print(markup, soft_wrap=True)
