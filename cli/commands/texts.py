"""`rulewright texts`: report which clauses have a text in a language."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import click

from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics, RulebookError
from ...dsl.source.read_limited import is_there
from ...dsl.statements.languages import PLURALS
from ...dsl.statements.sources import source_of
from ...interpreter.game.game import Game
from ...translation.booklet.booklet import printed
from ...translation.booklet.describe import Describer
from ...translation.booklet.localisation import localisation
from ...translation.booklet.texts import NoTextsInLanguage
from ...translation.facts.facts import RulebookFacts, facts_of
from ...translation.wording.unreadable import unread
from ...translation.wording.update import (
    ClauseText,
    NotationText,
    accepted,
    heading,
    stubs,
    text_path,
    worded,
    worded_notations,
)
from ...translation.wording.wordings import read_wordings
from ..booklet.examples import WrongExample, examples
from ..shared.files.files import new_folder, write_whole
from ..shared.files.outputs import inside
from ..shared.games.names import shown_place
from ..shared.games.options import game_argument, game_request, json_option, variant_option


@click.command(epilog="Example: rulewright texts carolus_magnus --lang ru")
@game_argument
@variant_option
@json_option
@click.option("--lang", "language", metavar="LANG", required=True, help="Choose the language, for example `ru`.")
@click.option("--write", "writes", is_flag=True,
              help="Add the missing texts to the file of texts, as comments for a translator.")
@click.option("--accept", "ids", multiple=True, metavar="CLAUSE",
              help="Accept the text of this clause for its present statement; repeatable.")
def command(game: str, variants: tuple[str, ...], as_json: bool, language: str, writes: bool, ids: tuple[str, ...]) -> None:
    """Report the texts of GAME in a language that are missing, or older than their clauses.

    Texts belong to clauses, to the notations of moves and rolls, and to the names that a booklet prints.
    Exit with 1 if a text is missing or older than its clause.
    """
    if language not in PLURALS:
        raise click.BadParameter(f"`{language}` is not known; there are {', '.join(sorted(PLURALS))}", param_hint="--lang")
    request = game_request(game, None, variants, ())
    files, loaded = request.files(), request.game()
    facts = facts_of(files)
    for text in unread(files, language):
        click.echo(f"warning: {text}", err=True)
    if ids:
        accept(files, facts, language, ids)
    if writes:
        add_missing(files, facts, language)
    clauses, notations = list(worded(files, facts, language)), list(worded_notations(files, language))
    names = names_without_word(loaded, files, language, facts.players)
    if as_json:
        record = {
            "texts": [as_record(clause) for clause in clauses],
            "moves_and_rolls": [as_record(notation) for notation in notations],
            "names": names,
        }
        click.echo(json.dumps(record, indent=2, ensure_ascii=False))
    else:
        show("clauses", clauses, language)
        show("moves and rolls", notations, language)
        if names:
            click.echo(f"names without a word: {', '.join(names)}")
    states = {*(clause.state for clause in clauses), *(notation.state for notation in notations)}
    raise SystemExit(1 if names or states - {"worded"} else 0)


def names_without_word(game: Game, files: Files, language: str, players: Iterable[int]) -> list[str]:
    """The names that booklets and their examples print as they stand in the rulebook, with any number of players."""
    out: dict[str, None] = {}
    # Where nothing is worded there is no booklet, and every name is missing.
    with suppress(NoTextsInLanguage):
        for count in players:
            words = localisation(files, language, count, {})
            with suppress(WrongExample):
                examples(printed(words), files, game, Describer(words))
            out |= words.missing.names
    return list(out)


def show(what: str, everything: Sequence[ClauseText | NotationText], language: str) -> None:
    """Print the clauses that have no present text, one by one, and the number of each state."""
    for node in everything:
        if node.state != "worded":
            click.echo(f"{node.state}: {node.key}  ({node.what}, {shown_place(node.span)})")
            click.echo(f"    {node.english}")
            if node.wording is not None:
                click.echo(f"    {node.wording.raw}")
    counts = {state: sum(node.state == state for node in everything) for state in ("worded", "older", "missing")}
    click.echo(f"{language}, {what}: " + ", ".join(f"{count} {state}" for state, count in counts.items()))


def add_missing(files: Files, facts: RulebookFacts, language: str) -> None:
    """Add the missing texts to the file of texts, which is made where there is none."""
    path = inside(Path(files.path).parent, text_path(files, language))
    before = _whole(path) if is_there(path) else heading(files, facts, language)
    more = stubs(files, facts, language)
    if more:
        with new_folder(path.parent):
            write_whole(path, before + "".join(more))
        click.echo(f"{path}: {len(more)} to word", err=True)


def accept(files: Files, facts: RulebookFacts, language: str, ids: tuple[str, ...]) -> None:
    """Write the present fingerprints of clauses beside their texts. A usage error for a clause without a text there."""
    path = inside(Path(files.path).parent, text_path(files, language))
    text = _whole(path) if is_there(path) else ""
    layer = read_wordings(path, Path(files.path).stem, Diagnostics()) if text else None
    known = {clause.id for clause in facts.clauses}
    # All ids are checked before anything is written: a command with a wrong id changes nothing.
    for id in ids:
        if layer is None or ("clause", id) not in layer.entries:
            raise click.BadParameter(f"`{id}` has no text in `{path}`", param_hint="--accept")
        if id not in known:
            raise click.BadParameter(f"the rules have no clause `{id}` any more", param_hint="--accept")
    assert layer is not None
    write_whole(path, accepted(text, layer, facts, ids))


def _whole(path: Path) -> str:
    """The text in a file that is to be rewritten. Raises RulebookError for one that cannot be read to its end."""
    diagnostics = Diagnostics()
    text = source_of(path, diagnostics).text
    if diagnostics.failed:
        raise RulebookError(diagnostics.sorted())
    return text


def as_record(notation: ClauseText | NotationText) -> dict[str, object]:
    """A clause, move or roll with its text for JSON."""
    text = None if notation.wording is None else notation.wording.raw
    return {"clause": notation.key, "kind": notation.what, "state": notation.state, "statement": notation.english, "text": text,
            "fingerprint": notation.fingerprint}
