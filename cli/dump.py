"""`rulewright dump`: any stage of the compiler as text."""

from __future__ import annotations

import click

from ..dsl.dump import STAGES, dump
from ..dsl.library import find, read
from .options import game_argument, parsed_settings, players_option, set_option


@click.command(epilog="Example: rulewright dump tic_tac_toe --stage ir")
@game_argument
@players_option
@set_option
@click.option("--stage", type=click.Choice(STAGES), default="ir", show_default=True, help="Which stage to print.")
def command(game: str, players: int | None, settings: tuple[str, ...], stage: str) -> None:
    """Print a stage of the compiler for GAME: its words, syntax, types, or compiled rules."""
    click.echo(dump(stage, read(find(game)), players, parsed_settings(settings)), nl=False)
