"""`rulewright replay`: write a playthrough as a page that replays it."""

from __future__ import annotations

from pathlib import Path

import click

from ...dsl.load.loader import read
from ...interpreter.playthroughs.running.runner import PlaythroughRunner
from ..playthroughs.replay import path_argument, reported
from ..playthroughs.scripts import main_file_of, open_file, read_file, variants_in
from ..replays.chapters import chapters
from ..replays.frames import film
from ..replays.page import replay_page
from ..shared.files.files import WouldOverwrite, write_new
from ..shared.files.outputs import OUTPUT_FILE
from ..shared.games.looks import look_called
from ..shared.games.options import seen_by_option, viewer_called
from ..words.narrator import describer_of, with_rows


@click.command(epilog="Example: rulewright replay games/carolus_magnus/playthroughs/game_ten_castles.play -o game.html")
@path_argument
@seen_by_option
@click.option("--lang", "language", metavar="LANG", default="en", show_default=True,
              help="Choose the language of captions and texts.")
@click.option("--look", "look", metavar="NAME", help="Draw with this look file.", show_default="the look of the game's name")
@click.option("--output", "-o", type=OUTPUT_FILE, metavar="FILE", help="Write to this file.", show_default="standard output")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(file: str, seen_by: str | None, language: str, look: str | None, output: Path | None, force: bool) -> None:
    """Write FILE as one page of HTML: the board, the moves with their clauses, and the comments of FILE.

    The page needs no server and no network. It steps forward and back by buttons, keys and a slider; `#12` behind its
    address shows the position after move 12. Each position that FILE sets up, and each branch, is a part of its own.
    With --seen-by, the page contains only what that player sees; it leaves out comments, because they may reveal more.
    Exit with 1 if an expectation in FILE fails.
    """
    playthrough, rules = open_file(Path(file))
    viewer = viewer_called(rules.seats, seen_by)
    failures = PlaythroughRunner(rules, playthrough, read_file).run().failures
    reported(failures)
    parts = chapters(playthrough, rules)
    if not parts:
        click.echo(f"{file}: no line of it can be played", err=True)
        raise SystemExit(1)
    # A comment may say what the viewer does not see.
    text = playthrough.text if viewer is None else ""
    main, head = main_file_of(playthrough), playthrough.head
    describer = describer_of(read(main, variants_in(head)), len(rules.seats), dict(head.parameters), language)
    drawn = with_rows(look_called(main, look, language), describer)
    replay_film = film(parts, text, viewer, drawn, language, describer)
    page = replay_page(replay_film, language, Path(file).name)
    if output is None:
        click.echo(page, nl=False)
    else:
        try:
            write_new(output, page, force)
        except WouldOverwrite as error:
            raise click.UsageError(f"{error}; `--force` overwrites it") from None
    raise SystemExit(1 if failures else 0)
