"""`rulewright dump`: print any stage of the compiler as text."""

from __future__ import annotations

import click

from ...dsl.tools.dump import STAGES, dump
from ..shared.games.options import GameRequest, game_options


@click.command(epilog="Example: rulewright dump tic_tac_toe --stage ir")
@game_options
@click.option("--stage", type=click.Choice(STAGES), default="ir", show_default=True, help="Choose the stage.")
def command(request: GameRequest, stage: str) -> None:
    """Print the output of a stage of the compiler for GAME: tokens, syntax tree, types, or compiled rules (IR)."""
    click.echo(dump(stage, request.files(), request.players, dict(request.parameters)), nl=False)
