"""`rulewright rulebook`: print a readable rulebook made from the rules, for one number of players, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

import click

from ...dsl.load.loader import Files
from ...translation.booklet.booklet import printed
from ...translation.booklet.describe import Describer
from ...translation.booklet.localisation import localisation
from ...translation.booklet.texts import MissingTexts, NoTextsInLanguage
from ...translation.wording.glossary_check import listed
from ...translation.wording.unreadable import unread
from ..booklet.examples import WrongExample, examples
from ..booklet.figures import Figure, figures
from ..booklet.html import as_html
from ..booklet.markdown import as_markdown
from ..shared.files.files import WouldOverwrite, write_new
from ..shared.files.outputs import OUTPUT_FILE
from ..shared.games.looks import look_beside
from ..shared.games.options import GameRequest, checked_players, game_options
from ..words.narrator import with_rows


@click.command(epilog="Example: rulewright rulebook carolus_magnus --lang ru --players 3 --format html --output rules.html")
@game_options
@click.option("--lang", "language", metavar="LANG", default="en", show_default=True,
              help="Choose the language, for example `ru`.")
@click.option("--format", "form", type=click.Choice(["md", "html"]), default="md", show_default=True,
              help="Choose Markdown, or one page of HTML to print.")
@click.option("--ids", is_flag=True, help="Show the id of each clause.")
@click.option("--output", type=OUTPUT_FILE, metavar="FILE",
              help="Write to this file.", show_default="standard output")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(request: GameRequest, language: str, form: str, ids: bool, output: Path | None, force: bool) -> None:
    """Print a readable rulebook of GAME, for one number of players with these variants and parameters.

    It has the clauses in the order of the printed rules, with all numbers. It has examples that the machine plays,
    each with the position before and after it. For Markdown the figures are files in a folder beside FILE. It contains the
    statement of a function if the glossary has a term for its name, or if there is no English glossary. The command
    reports the functions that it omits.
    """
    game = request.game()
    players = checked_players(game, request.players)
    # To standard error, so that a rulebook that is sent to a file has no such line in it.
    if request.players is None and game.most > game.fewest:
        click.echo(f"this is the rulebook for {players}; "
                   f"the game is for {game.fewest} to {game.most} players (--players)", err=True)
    files = request.files()
    try:
        words = localisation(files, language, players, dict(request.parameters))
        booklet = printed(words)
        describer = Describer(words)
        shown = examples(booklet, files, game, describer)
    except NoTextsInLanguage as error:
        raise click.BadParameter(str(error), param_hint="--lang") from None
    except WrongExample as error:
        click.echo(str(error), err=True)
        raise SystemExit(1) from None
    for line in _warnings(words.missing, files, language):
        click.echo(line, err=True)
    # Figures of Markdown are files beside it, so on standard output there is no place for them.
    look = with_rows(look_beside(Path(files.path), language), describer)
    is_drawn = form == "html" or output is not None
    drawn = figures(shown, look, language, form == "md") if is_drawn else {}
    text = (as_html(booklet, shown, ids, drawn) if form == "html"
            else as_markdown(booklet, shown, ids, {} if output is None else {id: _figure_links(output, id) for id in drawn}))
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        write_new(output, text, force)
        if form == "md":
            _write_figures(output, drawn, force)
    except WouldOverwrite as error:
        raise click.UsageError(f"{error}; `--force` overwrites it") from None


def _warnings(missing: MissingTexts, files: Files, language: str) -> Iterator[str]:
    """Yield warnings: of files that cannot be read, of texts and terms that are missing in the language."""
    yield from (f"warning: {word}" for word in unread(files, language))
    for what, unworded in (("fits these clauses", missing.clauses), ("fits these moves and rolls", missing.notations),
                           ("words these names", missing.names)):
        if unworded:
            yield f"no text in `{language}` {what}, which are in English: {', '.join(unworded)}"
    if missing.functions:
        yield (f"the glossary of `{language}` has no term for these functions, so what they state is left out: "
               f"{listed(list(missing.functions))}")


def _figure_links(output: Path, id: str) -> tuple[str, str]:
    """The paths of the figures of an example, from the file of the rulebook, as links."""
    folder = quote(_figure_folder(output).name)
    return f"{folder}/{quote(id)}_before.svg", f"{folder}/{quote(id)}_after.svg"


def _figure_folder(output: Path) -> Path:
    return output.with_name(f"{output.stem}_figures")


def _write_figures(output: Path, drawn: Mapping[str, Figure], force: bool) -> None:
    """Write the figures into a folder beside the rulebook. Raises WouldOverwrite."""
    folder = _figure_folder(output)
    if drawn:
        folder.mkdir(exist_ok=True)
    for id, (before, after) in drawn.items():
        write_new(folder / f"{id}_before.svg", before, force)
        write_new(folder / f"{id}_after.svg", after, force)

