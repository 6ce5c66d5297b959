"""`rulewright serve`: games in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from ..shared.files.outputs import OUTPUT_FOLDER
from ..shared.games.options import complete_game
from ..shared.process.serving import require_extra, run, serving_options


@click.command(epilog="Example: rulewright serve carolus_magnus")
@click.argument("games", metavar="[GAME]...", nargs=-1, shell_complete=complete_game)
@serving_options
@click.option("--folder", type=OUTPUT_FOLDER, metavar="FOLDER",
              help="Keep games in this folder.", show_default="a folder among the user's data")
def command(games: tuple[str, ...], host: str, port: int | None, folder: Path | None) -> None:
    """Play in the browser: GAME, or any rulebook that ships.

    The command prints a link to the page that begins games and continues saved ones. Each seat of a game has a link of
    its own, which shows what this seat may see. The server saves every move before it shows it.
    """
    require_extra()
    from ..tables.lobby.games import Library
    from ..tables.pages.shell import NAME
    from ..tables.routes import TableRoutes

    tables = TableRoutes(Library(games, folder or Path(click.get_app_dir("rulewright")) / "games"))
    # A wrong name ends the command here, and not when a player opens the page.
    for game in games:
        tables.library.offered(game)
    run([tables.application()], host, port, f"/{NAME}/new/{tables.lobby.new_token('')}")
