"""The rulebooks that a server offers, and the folder of saved games: names -> games, and nothing outside of either."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

from ....dsl.driver.compilation import title_of
from ....dsl.load.loader import Files, find, read, variants_of
from ....dsl.source.diagnostics import RulebookError
from ....interpreter.game.game import Game
from ....interpreter.playthroughs.difference import difference
from ....interpreter.playthroughs.lines.syntax import Playthrough
from ....interpreter.playthroughs.running.results import PlaythroughState
from ....interpreter.playthroughs.running.runner import PlaythroughRunner
from ...playthroughs.scripts import main_file_of, open_file, read_file
from ...shared.games.loading import game_of, load
from ...shared.games.names import offered_names

ENDING = ".play"
# No slash and no leading dot: a name can lead neither out of the folder nor to a hidden file.
_NAME = re.compile(r"[\w][\w.-]{0,100}\.play")
MOST_SHOWN = 500


class NotOffered(Exception):
    """A game that the server does not offer, or a saved game that it cannot continue; the text is the reason."""


@frozen
class OfferedGame:
    """A rulebook that the server offers: its name, title and main file, variants with their titles, numbers of players."""

    name: str
    title: str
    main: Path
    variants: Mapping[str, str]
    fewest: int
    most: int
    parameters: Mapping[str, str]
    languages: tuple[str, ...]


@frozen
class NewGame:
    """A game to begin: rulebook, variants, parameters, and the names of its seats."""

    name: str
    variants: tuple[str, ...]
    parameters: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]


@frozen
class SavedGame:
    """A saved game that was read: its file, the end of it, its rulebook."""

    path: Path
    playthrough: Playthrough
    end: PlaythroughState
    main: Path


class Library:
    """The rulebooks and saved games of a server. All methods read files: call them in a thread."""

    def __init__(self, names: Sequence[str], folder: Path) -> None:
        self.folder = folder
        self.names = tuple(names) or tuple(offered_names())
        self._known: dict[str, OfferedGame] = {}

    def offered(self, name: str) -> OfferedGame:
        """Return the facts about a rulebook. Raises NotOffered and RulebookError."""
        if name not in self.names:
            raise NotOffered(f"the game `{name[:60]}` is not offered here")
        # Kept while the server runs, also if the host edits the rulebook meanwhile.
        if name not in self._known:
            self._known[name] = _offered(name)
        return self._known[name]

    def files(self, request: NewGame) -> Files:
        """Read the files of a game. Raises NotOffered and RulebookError."""
        offered = self.offered(request.name)
        unknown = [variant for variant in request.variants if variant not in offered.variants]
        if unknown:
            raise NotOffered(f"the game has no variant `{unknown[0][:60]}`")
        return read(offered.main, request.variants)

    def game(self, request: NewGame) -> Game:
        """Open a game. Raises NotOffered and RulebookError."""
        return game_of(self.files(request), dict(request.parameters), len(request.seats))

    # -- saved games ---------------------------------------------------------------------------

    def saved(self) -> list[str]:
        """The names of the saved games, the newest first."""
        if not self.folder.is_dir():
            return []
        files = [(path.stat().st_mtime, path.name) for path in self.folder.iterdir() if self._is_game(path)]
        return [name for _, name in sorted(files, reverse=True)[:MOST_SHOWN]]

    def _is_game(self, path: Path) -> bool:
        return bool(_NAME.fullmatch(path.name)) and path.is_file() and path.resolve().parent == self.folder.resolve()

    def path_of(self, name: str) -> Path:
        """Return the file of a saved game. Raises NotOffered for a wrong name, and for a link to a place outside the folder."""
        path = self.folder / name
        if not _NAME.fullmatch(name) or not self._is_game(path):
            raise NotOffered(f"there is no saved game `{name[:60]}`")
        return path

    def continued(self, path: Path) -> SavedGame:
        """Read a saved game up to its end. Raises NotOffered, WrongPlaythrough, RulebookError and OSError."""
        playthrough = read_file(path)
        if playthrough.head.game is not None:
            # Before the rulebook is compiled: a file in the folder may name any rulebook.
            self._require_offered(main_file_of(playthrough))
        playthrough, rules = open_file(path)
        result = PlaythroughRunner(rules, playthrough, self._read_inside).run()
        if result.mistakes or result.final is None:
            differs = difference(result, rules)
            first = result.failures[0].message if result.failures else "it cannot be played"
            raise NotOffered(f"`{path.name}`: {differs or first}")
        return SavedGame(path, playthrough, result.final, main_file_of(playthrough))

    def _require_offered(self, main: Path) -> None:
        if all(main.resolve() != self.offered(name).main.resolve() for name in self.names):
            raise NotOffered("the rulebook of this game is not offered here")

    def _read_inside(self, path: Path) -> Playthrough:
        """Read a playthrough that another one uses; one outside the folder counts as missing."""
        if path.resolve().parent != self.folder.resolve():
            raise FileNotFoundError(2, "outside the folder of saved games", path.name)
        return read_file(path)

    def free_path(self, name: str) -> Path:
        """The path of a new saved game."""
        self.folder.mkdir(parents=True, exist_ok=True)
        taken = {path.name for path in self.folder.iterdir()}
        # One of these names is free: there is one more than there are files.
        return self.folder / next(file for i in range(1, len(taken) + 2) if (file := f"{name}-{i}{ENDING}") not in taken)


def _offered(name: str) -> OfferedGame:
    main = find(name)
    game = load(name)
    rules = game.rules()
    variants: dict[str, str] = {}
    for variant in variants_of(main):
        try:
            variants[variant] = title_of(read(main, (variant,)))
        except RulebookError:
            # A variant with mistakes is not offered, and its rulebook still is.
            continue
    texts = (
        {path.name.split(".")[0] for path in (main.parent / "text").glob("*.texts")} if main.parent.name == main.stem else set()
    )
    return OfferedGame(
        name,
        rules.program.title or rules.program.name,
        main,
        variants,
        game.fewest,
        game.most,
        dict(rules.program.parameters),
        ("en", *sorted(texts - {"en"})),
    )
