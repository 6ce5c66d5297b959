"""`rulewright picture`: draw a position as SVG or PNG."""

from __future__ import annotations

from pathlib import Path

import click

from ...dsl.load.loader import read
from ...interpreter.game.state import State
from ...pictures.painting.painter import picture
from ...pictures.painting.raster import NoRaster, png_of
from ...translation.booklet.describe import Describer
from ..playthroughs.position import played_to
from ..playthroughs.scripts import main_file_of, variants_in
from ..shared.files.files import WouldOverwrite, write_new
from ..shared.files.outputs import OUTPUT_FILE
from ..shared.games.looks import look_called
from ..shared.games.options import (
    GameRequest,
    complete_game,
    game_request,
    players_option,
    set_option,
    variant_option,
    viewer_called,
)
from ..words.narrator import describer_of, with_rows

ENDINGS = (".svg", ".png")


@click.command(epilog="Example: rulewright picture games/carolus_magnus/playthroughs/figure_2_takeover.play -o x.svg")
@click.argument("path", metavar="FILE|GAME", shell_complete=complete_game)
@click.option("--at", "place", metavar="NAME|LINE", help="Draw the position that FILE gives this name, or after this line.",
              show_default="the end of FILE")
@click.option("--seen-by", metavar="PLAYER", help="Show only what this player sees; `spectator`: what everybody sees.")
@click.option("--lang", "language", metavar="LANG", default="en", show_default=True, help="Choose the language of captions.")
@click.option("--look", "look", metavar="NAME", help="Draw with this look file.", show_default="the look of the game's name")
@players_option
@variant_option
@set_option
@click.option("--output", "-o", type=OUTPUT_FILE, metavar="FILE", help="Write to this file: SVG, or PNG by its ending.",
              show_default="SVG to standard output")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(path: str, place: str | None, seen_by: str | None, language: str, look: str | None, players: int | None,
            variants: tuple[str, ...], parameters: tuple[str, ...], output: Path | None, force: bool) -> None:
    """Draw a position of a playthrough, or the beginning of a game.

    The picture shows boards, pieces, cards, and what the players have. It marks what the last move changed. Use
    --players, --variant and --set with a GAME only; a playthrough states its own. Without --seen-by the picture shows
    everything. Exit with 1 if an expectation in FILE before the position fails.
    """
    if output is not None and output.suffix.lower() not in ENDINGS:
        raise click.BadParameter(f"`{output}` ends neither in .svg nor in .png", param_hint="--output")
    failed = False
    if path.endswith(".play"):
        if players is not None or variants or parameters:
            raise click.UsageError("--players, --variant and --set go with a game; a playthrough says them itself")
        main, state, before, failed, describer = _played(path, place, language)
    else:
        if place is not None:
            raise click.UsageError("--at goes with a playthrough")
        main, state, before, describer = _beginning(game_request(path, players, variants, parameters), language)
    viewer = viewer_called(state.rules.seats, seen_by)
    svg = picture(state, viewer, before, with_rows(look_called(main, look, language), describer), language)
    _write(svg, output, force)
    raise SystemExit(1 if failed else 0)


def _beginning(request: GameRequest, language: str) -> tuple[Path, State, None, Describer | None]:
    files, state = request.files(), request.rules().initial()
    return Path(files.path), state, None, describer_of(files, len(state.rules.seats), dict(request.parameters), language)


def _played(path: str, place: str | None, language: str) -> tuple[Path, State, State | None, bool, Describer | None]:
    """The position of a playthrough at a place, and the one before its last step; what fails on the way is reported.

    With them come the texts of the game in a language.
    """
    playthrough, current, failed = played_to(path, place)
    # The picture marks what the last step changed, so it needs the position before that.
    before = None if not current.steps else current.start if len(current.steps) == 1 else current.steps[-2].state
    main, head = main_file_of(playthrough), playthrough.head
    describer = describer_of(read(main, variants_in(head)), len(current.state.rules.seats), dict(head.parameters), language)
    return main, current.state, before, failed, describer


def _write(svg: str, output: Path | None, force: bool) -> None:
    if output is None:
        click.echo(svg, nl=False)
        return
    try:
        write_new(output, png_of(svg) if output.suffix.lower() == ".png" else svg, force)
    except NoRaster as error:
        raise click.UsageError(str(error)) from None
    except WouldOverwrite as error:
        raise click.UsageError(f"{error}; `--force` overwrites it") from None


