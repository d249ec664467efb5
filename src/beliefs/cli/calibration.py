"""`belief calibration`: whether probabilities come true as often as they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session

if TYPE_CHECKING:
    from beliefs.mind.calibration import Calibration


@click.command("calibration", cls=Command)
@click.option("--svg", type=click.Path(dir_okay=False), metavar="FILE", help="Draw an SVG picture.")
@click.option("--png", type=click.Path(dir_okay=False), metavar="FILE", help="Draw a PNG picture.")
@pass_session
def calibration_command(session: Session, svg: str | None, png: str | None) -> None:
    """Show whether probabilities come true as often as they say.

    Beliefs with an outcome, by the sources of their evidence: how far off the bets on them were,
    before and after a map that was fitted on other outcomes. The floor is the error that perfect
    probabilities would have on so few outcomes.
    """
    with session.client() as client:
        report = client.calibration()
    pictures = _draw(report, svg, png)
    if session.json:
        from beliefs.cli.drawing.reliability import calibration_document

        session.print_json(calibration_document(report))
        return
    if not report.kinds:
        click.echo("No belief with an outcome had a voice with a record: nothing to compare yet.")
    else:
        from beliefs.cli.drawing.reliability import calibration_table, reliability

        console = session.console()
        console.print(calibration_table(report))
        for kind in report.kinds:
            for line in reliability(kind):
                console.print(line)
    for picture in pictures:
        click.echo(f"Drawn: {picture}")


def _draw(report: Calibration, svg: str | None, png: str | None) -> list[str]:
    """Write the pictures that were asked for; returns their names."""
    if svg is None and png is None:
        return []
    from pathlib import Path

    from beliefs.cli.drawing.picture import panels, png_of, svg_of
    from beliefs.errors import InvalidInput

    drawn = panels(report)
    made = {
        name: content
        for name, content in (
            (svg, svg_of(drawn).encode() if svg else b""),
            (png, png_of(drawn) if png else b""),
        )
        if name is not None
    }
    for name, content in made.items():
        try:
            Path(name).write_bytes(content)
        except OSError as error:
            raise InvalidInput(
                f"cannot draw to {name}: {error.strerror}; check the path."
            ) from None
    return list(made)
