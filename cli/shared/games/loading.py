"""Load games from rulebooks on disk: the one place where the compiler and the machine meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from attrs import field, frozen

from ....dsl import syntax as ast
from ....dsl.driver.compilation import Compilation, header_of
from ....dsl.load.loader import Files, find, read, split_variants
from ....dsl.source.diagnostics import Diagnostic, RulebookError
from ....dsl.source.span import Source
from ....interpreter.game.game import Game
from ....interpreter.game.rules import Rules
from ....interpreter.game.table.values import Playout, Position
from ....interpreter.game.viewing.observation import Viewer
from ....interpreter.game.viewing.painting import Painter
from .compilation_cache import recent

# `test` and `diff` ask for the same games again and again. A large one takes 20 MB.
GAMES_KEPT = 16


def load(name: str, parameters: Mapping[str, str | int] | None = None, variants: Sequence[str] = ()) -> Game:
    """Load the game of a rulebook, by the name it ships under, or by a path to its file or folder.

    `variants` are names or paths of variants; the name may list them too, each after a colon.
    `parameters` gives values to the rulebook's parameters, written as in the rulebook.
    Raises NoSuchRulebook, and RulebookError when the rulebook has mistakes. A mistake that only some
    number of players has is raised when the game is set up for it.
    """
    rulebook, named = split_variants(name)
    return game_of(read(find(rulebook), (*named, *variants)), parameters)


def game_of(files: Files, parameters: Mapping[str, str | int] | None = None, players: int | None = None) -> Game:
    """Open files as `open_files`; return the same game for files with the same texts that were opened recently."""
    values = tuple((name, type(value), value) for name, value in (parameters or {}).items())
    return _game(_GameKey(files.sources, files.variants, values, players, files))


@frozen
class _GameKey:
    """The key of a game: an unchanged file is the same source; True and 1 are different values."""

    sources: tuple[Source, ...]
    variants: tuple[ast.Variant, ...]
    parameters: tuple[tuple[str, type, str | int], ...]
    players: int | None
    files: Files = field(eq=False)


@lru_cache(maxsize=GAMES_KEPT)
def _game(key: _GameKey) -> Game:
    return open_files(key.files, {name: value for name, _, value in key.parameters}, key.players)


def open_files(files: Files, parameters: Mapping[str, str | int] | None = None, players: int | None = None) -> Game:
    """Open the game of a rulebook whose files are read already, compiled for a number of players [default: the minimum].

    The minimum is the smallest number that allows these parameters.
    Raises RulebookError, and WrongPlayers for a number of players that it does not allow.
    """
    header = header_of(files)
    wrong: RulebookError | None = None
    for fewest in range(header.fewest, max(header.fewest, header.most) + 1):
        game = Game(header.name, fewest, header.most, lambda players: _compilation(files, players, parameters or {}),
                    _random_games, _painter(files))
        try:
            game.rules(players)
        except RulebookError as error:
            wrong = wrong or error
            if players is not None or not wrong_parameters(error):
                raise
        else:
            return game
    assert wrong is not None, "a rulebook is for some number of players"
    raise wrong


def _compilation(files: Files, players: int, parameters: Mapping[str, str | int]) -> Compilation:
    """Compile a rulebook to play it: what is only warned of is looked for when there are mistakes to report beside it.

    Raises RulebookError.
    """
    same = recent().same(files, players, parameters, warned=False)
    if same is not None:
        return Compilation(files, players, parameters, same, as_read=True)
    try:
        compilation = Compilation(files, players, parameters, warned=False, known=recent().of(files, players, parameters))
    except RulebookError:
        return Compilation(files, players, parameters)
    recent().keep(files, players, parameters, compilation.compiled, warned=False)
    return compilation


def _painter(files: Files) -> Painter:
    """Return the painter of a rulebook, which follows its look file. Drawing is imported when a picture is asked for."""
    def paint(state: Position, viewer: Viewer | None, before: Position | None, language: str) -> str:
        from ....interpreter.game.state import State
        from ....pictures.painting.painter import picture
        from .looks import look_beside

        assert isinstance(state, State), "a position of the rules that it was made by"
        assert before is None or isinstance(before, State), "so is the one before"
        return picture(state, viewer, before, look_beside(Path(files.path), language), language)

    return paint


def _random_games(rules: Rules, seed: int, numbers: range) -> tuple[Playout, ...]:
    # Imported when games are played, so that loading one stays light.
    from ....interpreter.analysis.playouts.faster import random_games

    return random_games(rules, seed, numbers)


def wrong_parameters(error: RulebookError) -> tuple[Diagnostic, ...]:
    """Return the mistakes in the values of parameters; nothing if there are others too."""
    errors = tuple(diagnostic for diagnostic in error.diagnostics if diagnostic.level == "error")
    return errors if all(diagnostic.code == "E308" for diagnostic in errors) else ()
