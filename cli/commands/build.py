"""`rulewright build`: a rulebook as a module of WebAssembly."""

from __future__ import annotations

from pathlib import Path

import click

from ...interpreter.backends.low import Unsupported
from ...interpreter.backends.wasm.build import built
from ..shared.files.files import write_new
from ..shared.files.outputs import OUTPUT_FILE
from ..shared.games.options import GameRequest, game_options


@click.command(epilog="Example: rulewright build tic_tac_toe --output tic_tac_toe.wasm")
@game_options
@click.option("--output", "-o", type=OUTPUT_FILE, metavar="FILE", required=True, help="Write to this file.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(request: GameRequest, output: Path, force: bool) -> None:
    """Write GAME as a module of WebAssembly, which plays it in Node, browsers and other programs.

    The module imports nothing. A section of its own describes it: see docs/wasm.md.
    """
    program = request.rules().program
    try:
        code = built(program).code
    except Unsupported as error:
        raise click.ClickException(f"{request.name} cannot be written as a module: {error}") from None
    write_new(output, code, force)
    click.echo(f"{output}: {request.name} for {program.players} players, {len(code):,} bytes")
