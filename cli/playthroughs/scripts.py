"""Find and read playthroughs on disk, and open their games."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from attrs import evolve, frozen

from ...dsl.load.loader import NoSuchRulebook, by_name, find, read, split_variants, variants_of
from ...dsl.source import disk
from ...dsl.source.diagnostics import Diagnostic, RulebookError, did_you_mean
from ...dsl.source.fixes import Meant
from ...dsl.source.read_limited import bytes_in
from ...dsl.source.search_path import find_variant, has_header, names_of, rulebook_below
from ...dsl.source.span import Source, Span
from ...interpreter.game.game import Game, WrongPlayers
from ...interpreter.game.rules import Rules
from ...interpreter.playthroughs.lines.head import Head
from ...interpreter.playthroughs.lines.reader import read as read_playthrough
from ...interpreter.playthroughs.lines.reader import read_whole_lines
from ...interpreter.playthroughs.lines.syntax import Playthrough
from ..shared.files.places import from_here, play_files_in
from ..shared.games.loading import game_of

MAX_FOLDERS = 4
# No text has these characters: a file with one is a picture or a program. Tabs and line ends, 09 to 0d, are left out.
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


class WrongPlaythrough(Exception):
    """A playthrough that cannot be played: unreadable lines, or a head that fits no rulebook.

    `diagnostics` are the reasons.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("\n".join(diagnostic.message for diagnostic in diagnostics))
        self.diagnostics = diagnostics


def playthrough_files(paths: Iterable[str]) -> Iterator[Path]:
    """Yield the `.play` files among these paths and in these folders, each once, sorted within a folder.

    Files below the working directory get relative paths.
    """
    visited = set()
    for name in paths:
        path = Path(name)
        if not disk.exists(path):
            raise click.UsageError(f"there is no file or folder `{name}`")
        if path.suffix == ".rules":
            raise click.UsageError(f"`{name}` is a rulebook, not a playthrough; `rulewright check` checks it")
        for file in play_files_in(path) if disk.is_folder(path) else [path]:
            if disk.resolved(file) not in visited:
                visited.add(disk.resolved(file))
                yield from_here(file)


def main_file_of(playthrough: Playthrough) -> Path:
    """Return the main file of the rulebook of a playthrough. Raises NoSuchRulebook."""
    return rulebook_of(playthrough.name, split_variants(playthrough.head.game or "")[0])


def called_from_here(path: Path) -> str:
    """Name a rulebook or variant: `race:fast` if it ships, else its path from the working directory."""
    for name, main in by_name().items():
        # A copy of one that ships lies beside its playthroughs, where the project is checked out.
        if path.resolve() == main.resolve() or (path.name == main.name and path.read_bytes() == main.read_bytes()):
            return name
        if path.resolve().parent == main.resolve().parent / "variants" and path.stem in variants_of(main):
            return f"{name}:{path.stem}"
    return str(from_here(path))


# ---- Reading -------------------------------------------------------------------------------


def read_file(path: Path) -> Playthrough:
    """Read the playthrough in a file. Raises OSError; bytes that are not text are a problem of the file."""
    text, wrong = _decoded(bytes_in(path))
    if wrong is None:
        return read_playthrough(str(path), text)
    source = Source(str(path), "")
    problem = Diagnostic("E103", f"`{path}` is not text in UTF-8 (byte {wrong})", Span(source, 1, 1, 1, 1))
    return Playthrough(source, Head(()), (), (problem,), False)


def open_file(path: Path) -> tuple[Playthrough, Rules]:
    """Read the playthrough in a file, without an incomplete last line, and open its rules.

    Raises WrongPlaythrough with all its mistakes, RulebookError and OSError.
    """
    playthrough = _read_up_to_cut(path)
    wrong = list(playthrough.problems)
    if playthrough.head.game is not None:
        try:
            rules = open_rules(playthrough)
            if not wrong:
                return playthrough, rules
        except WrongPlaythrough as error:
            wrong += error.diagnostics
    raise WrongPlaythrough(tuple(sorted(wrong, key=lambda diagnostic: diagnostic.span.line)))


def _read_up_to_cut(path: Path) -> Playthrough:
    """Read a file as `read_file`; report an incomplete last line and leave it out."""
    playthrough = read_file(path)
    if not playthrough.cut_off:
        return playthrough
    line = len(playthrough.source.lines)
    click.echo(f"{path}: line {line} is incomplete; only the lines before it count", err=True)
    return read_whole_lines(str(path), playthrough.text)


def _decoded(data: bytes) -> tuple[str, int | None]:
    """Decode bytes; return the text and the place of the first bad byte. The last letter may be incomplete."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        text = decoder.decode(data)
    except UnicodeDecodeError as error:
        return "", error.start
    control = CONTROL.search(text)
    if control is not None:
        return "", len(text[: control.start()].encode())
    # A file that was cut off in the middle of a letter is read up to there: its last line is incomplete anyway.
    cut = "\N{REPLACEMENT CHARACTER}" if decoder.getstate()[0] else ""
    return text.removeprefix("\ufeff") + cut, None


# ---- Opening -------------------------------------------------------------------------------


def open_rules(playthrough: Playthrough, briefly: bool = False) -> Rules:
    """Open the rules of a playthrough, with its seats; `briefly` as for `Rules`.

    Raises WrongPlaythrough, and RulebookError for a rulebook with mistakes of its own.
    """
    head = playthrough.head
    rulebook, _ = split_variants(head.game or "")
    try:
        path = rulebook_of(playthrough.name, rulebook)
    except NoSuchRulebook as error:
        raise WrongPlaythrough((_diagnostic_at(playthrough, "game", error.message, error.help),)) from None
    request = _GameRequest(str(path), disk.resolved(Path(playthrough.name)).parent, variants_in(head), head.parameters,
                           head.players)
    try:
        return _game(request).rules(head.players, head.seats, briefly)
    except WrongPlayers as error:
        raise WrongPlaythrough((_diagnostic_at(playthrough, "players", str(error)),)) from None
    except (RulebookError, NoSuchRulebook) as error:
        due = tuple(_due_to_lines(playthrough, request, error))
        if due:
            raise WrongPlaythrough(due) from None
        if isinstance(error, RulebookError):
            raise
        # It is the line of the game that names the variant, behind a colon.
        raise WrongPlaythrough((_diagnostic_at(playthrough, "game", error.message, error.help),)) from None


def _diagnostic_at(playthrough: Playthrough, word: str, message: str, help: str | None = None) -> Diagnostic:
    """Return a diagnostic at a line of the head; at the whole file, if there is no such line."""
    entry = playthrough.head.entry(word)
    return _in_head(message, entry.span if entry is not None else Span(playthrough.source, 1, 1, 1, 1), help)


def _in_head(message: str, span: Span, help: str | None) -> Diagnostic:
    return Diagnostic("E602", message, span, None if help is None else str(help),
                      fixes=help.fixes(span) if isinstance(help, Meant) else ())


_NOWHERE = Span(Source("", ""), 1, 1, 1, 1)


@frozen
class _GameRequest:
    """The game that a head asks for: a rulebook's file, variants, parameters and a number of players.

    `folder` is where the playthrough lies; its variants are looked for from there.
    """

    path: str
    folder: Path
    variants: tuple[str, ...]
    parameters: tuple[tuple[str, str], ...]
    players: int | None


def _due_to_lines(playthrough: Playthrough, request: _GameRequest,
                  error: RulebookError | NoSuchRulebook) -> Iterator[Diagnostic]:
    """Yield the mistakes that a variant or a parameter in the head causes, at its line.

    A line causes a mistake that disappears without the line.
    """
    entries = playthrough.head.entries
    # The game is compiled once more without each such line. That is slow, and happens only where the head is wrong.
    for entry in entries:
        if entry.word in ("variant", "set"):
            others = Head(tuple(other for other in entries if other is not entry))
            without = _mistakes(evolve(request, variants=variants_in(others), parameters=others.parameters))
            for diagnostic in _mistakes_of(error, entry.span):
                if (diagnostic.code, diagnostic.message) not in without:
                    yield evolve(diagnostic, span=entry.span, clause=None, related=())


def _mistakes(request: _GameRequest) -> set[tuple[str, str]]:
    try:
        _game(request)
    except (RulebookError, NoSuchRulebook) as error:
        return {(diagnostic.code, diagnostic.message) for diagnostic in _mistakes_of(error)}
    return set()


def _mistakes_of(error: RulebookError | NoSuchRulebook, span: Span = _NOWHERE) -> tuple[Diagnostic, ...]:
    """Return the mistakes in a game that a head asks for; `span` is the place of one that lies in no file."""
    if isinstance(error, NoSuchRulebook):
        return (_in_head(error.message, span, error.help),)
    return tuple(diagnostic for diagnostic in error.diagnostics if diagnostic.level == "error")


def _game(request: _GameRequest) -> Game:
    path = Path(request.path)
    rulebook = rulebook_below(path) or path
    variant_paths = (find_variant(rulebook, name, request.folder) for name in request.variants)
    variants = tuple(str(variant if rulebook.is_absolute() else from_here(variant)) for variant in variant_paths)
    return game_of(read(path, variants), dict(request.parameters), request.players)


def variants_in(head: Head) -> tuple[str, ...]:
    """Return the variants in a head: after the game's name, and on their own lines."""
    return (*split_variants(head.game or "")[1], *head.variants)


def rulebook_of(name: str, rulebook: str) -> Path:
    """Find the rulebook's file: beside the playthrough, in a folder above it, or one that ships; or by the name in its header.

    It is named as the playthrough is: from the working directory, or by its whole path.
    """
    folder = disk.resolved(Path(name)).parent
    above = [folder, *folder.parents][:MAX_FOLDERS]
    candidates = (place / file for place in above for file in (rulebook, f"{rulebook}.rules"))
    main = next((file for file in candidates if file.suffix == ".rules" and disk.is_file(file)), None)
    if main is None:
        try:
            return find(rulebook)
        except NoSuchRulebook as error:
            # Names in headers count last: all files near have to be read for them.
            known = {header_name: path for place in reversed(above) for path in reversed(disk.matching(place, "*.rules"))
                     for header_name in names_of(path)}
            main = known.get(rulebook)
            if main is None:
                # A mistyped name of one's own rulebook is likelier than one of those that ship.
                near = did_you_mean(rulebook, known)
                raise error if near is None else NoSuchRulebook(error.message, near) from None
    return main if Path(name).is_absolute() else from_here(main)


def rulebooks_for(name: str) -> tuple[str, ...]:
    """Return the names of the rulebooks that a playthrough can have: in its folder, in those above it, then those that ship."""
    folder = disk.resolved(Path(name)).parent
    near = (path for above in [folder, *folder.parents][:MAX_FOLDERS] for path in disk.matching(above, "*.rules"))
    return tuple(dict.fromkeys((*(path.stem for path in near if has_header(path)), *by_name())))
