"""`rulewright play`: play a game at the terminal."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import click
from attrs import evolve, frozen

from ...dsl.load.loader import find
from ...interpreter.analysis.players.spec import FORMS, KINDS, Spec
from ...interpreter.playthroughs.difference import difference
from ...interpreter.playthroughs.lines.head import BODY_WORDS, WORDS, can_be_called
from ...interpreter.playthroughs.lines.writer import header
from ...interpreter.playthroughs.running.runner import PlaythroughRunner
from ..playthroughs.scripts import called_from_here, main_file_of, open_file, read_file, variants_in
from ..shared.files.files import WouldOverwrite
from ..shared.files.outputs import OUTPUT_FILE
from ..shared.games.evaluation import adviser_beside
from ..shared.games.options import (
    PLAYTHROUGH,
    Decimal,
    GameRequest,
    checked_players,
    complete_game,
    game_request,
    players_option,
    seed_option,
    set_option,
    variant_option,
    with_parameters,
)
from ..shared.games.players import players_of, spec_in
from ..table.keyboard import Keyboard
from ..table.screen import Screen, forget_what_was_typed
from ..table.session.saving import NotSaved, SaveFile
from ..table.session.session import TableSession
from ..table.table import TerminalTable
from ..table.turn_viewer import PACE, TurnViewer
from ..table.view import View

# A turn that stays for longer than a day stays for ever.
MOST_SECONDS = 86_400
HUMAN, RANDOM = "human", Spec("random")


@click.command(epilog="Example: rulewright play carolus_magnus --seats Anna=human,Boris=random --seed 7")
@click.argument("game", metavar="[GAME]", required=False, shell_complete=complete_game)
@players_option
@variant_option
@set_option
@seed_option
@click.option("--seats", metavar="NAME=KIND,...",
              help="Name the seats, each with its kind. `human` is a person, and `random` plays at random. `ahead` looks one "
                   "move ahead, by an evaluation beside the rulebook. `mcts:500` is tree search with 500 tries, `mcts:2s` with "
                   "2 seconds a move. `mcts:500:NAME` searches by the evaluation NAME.")
@click.option("--auto", is_flag=True, help="Let the seats of people play at random too.")
@click.option("--save", type=OUTPUT_FILE, metavar="FILE",
              help="Save the game to this file, move by move.", show_default="a new file among the user's data")
@click.option("--load", type=PLAYTHROUGH, metavar="FILE",
              help="Continue a saved game or any playthrough.")
@click.option("--watch", is_flag=True,
              help="With --load or --auto: show the game turn by turn; without a terminal, show its end.")
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="With --watch: show only the last N turns.")
@click.option("--pace", type=Decimal(0, MOST_SECONDS), default=PACE, show_default=True, metavar="SECONDS",
              help="With --watch: show each turn for this time.")
@click.option("--strict", is_flag=True, help="Exit with 1 at the first typed line that the command cannot carry out.")
def command(game: str | None, players: int | None, variants: tuple[str, ...], parameters: tuple[str, ...],
            seed: int | None, seats: str | None, auto: bool, save: Path | None, load: str | None, watch: bool,
            last: int | None, pace: float, strict: bool) -> None:
    """Play GAME: type a move or its number. Type `help` for a list of the other inputs.

    People play the seats that --seats does not name, in turn at this keyboard. The command rejects a file in which
    another process plays. Exit with 1 if the command could not save the whole game.
    """
    kinds = _kinds(seats)
    if load is not None and (game or players or variants or parameters):
        raise click.UsageError("a saved game names its rulebook; leave out GAME, --players, --variant and --set")
    if load is None and game is None:
        raise click.UsageError("give a GAME, or a saved game with --load")
    if watch and load is None and not auto:
        raise click.UsageError("--watch needs --load or --auto")
    if sys.stdout.isatty():
        click.echo("Reading the rules ...", err=True)
    request = None if game is None else game_request(game, players, variants, parameters)
    with ExitStack() as open_files:
        # A file to continue is locked before it is read, so that no other process changes it in between.
        goes_on = save if save is not None and load is not None and _is_same(save, load) else None
        file = None if goes_on is None else open_files.enter_context(_taken_up(goes_on))
        opened = _new(request, kinds, seed) if request is not None else _loaded(Path(str(load)), seed)
        table = opened.table(kinds, auto, strict)
        session = opened.session
        save_file = file or _save_file(save, session, auto or (watch and session.state.is_over))
        if save_file is not None:
            session.file.keep_in(save_file)
        open_files.callback(session.file.leave)
        # Written as a whole at once: the file may have a last line without an end, and each further move is appended as a line.
        if file is not None:
            session.begin()
        if watch:
            _watch(table, TurnViewer(table.view, opened.name, pace, last))
        else:
            _play(table, load, is_announced=save is None and not auto)
    raise SystemExit(1 if table.falls_short else 0)


@frozen
class _OpenSession:
    """A session, with its game as an argument names it, and the main file of its rulebook."""

    session: TableSession
    name: str
    main: Path

    def table(self, kinds: Mapping[str, Spec | None], auto: bool, strict: bool) -> TerminalTable:
        """Return the table of the session."""
        rules = self.session.rules
        bots = _bots(rules.seats, kinds, auto)
        players = players_of(rules, self.main, tuple(bots.values()), "--seats")
        self.session.players = dict(zip(bots, players, strict=True))
        people = frozenset(range(len(rules.seats))) - frozenset(bots)
        view = View(self.session, Screen(rules, people))
        return TerminalTable(view, Keyboard(view, cache(lambda: adviser_beside(rules, self.main))), strict)


def _watch(table: TerminalTable, watching: TurnViewer) -> None:
    """Show the game played so far, or all of it if no person plays; then continue if a person plays."""
    session, people = table.session, table.view.screen.people
    while not people and not session.state.is_over:
        session.play(session.decision())
    goes_on = not session.state.is_over
    watching.show(goes_on)
    if goes_on:
        table.play()


def _play(table: TerminalTable, load: str | None, is_announced: bool) -> None:
    """Let people play; print the name of the save file if they did not give one."""
    save = table.session.file.path
    if is_announced:
        where = f"saved to {save}" if save is not None else "not saved (use --save FILE)"
        stays = f"; {load} stays unchanged (use --save {load} to continue in it)" if load is not None else ""
        click.echo(f"This game is {where}{stays}", err=True)
    forget_what_was_typed()
    table.play()


def _kinds(seats: str | None) -> dict[str, Spec | None]:
    """Parse --seats: names of seats with how they are played; None for a person."""
    out: dict[str, Spec | None] = {}
    for part in seats.split(",") if seats else ():
        name, equals, kind = part.strip().partition("=")
        if not equals and _is_kind(name):
            raise click.BadParameter(f"`{name}` is a kind of player; name the seat too: NAME={name}", param_hint="--seats")
        kind = kind.strip() or HUMAN
        if not name.isidentifier() or name in out:
            raise click.BadParameter(f"`{part}` is not NAME=KIND, with each name once; a kind is human, {FORMS}",
                                     param_hint="--seats")
        out[name] = None if kind == HUMAN else spec_in(kind, "--seats")
    return out


def _is_kind(text: str) -> bool:
    """Return whether a text without a name is a kind of player, or begins as one."""
    return text.partition(":")[0] in (HUMAN, *KINDS)


def _bots(seats: list[str], kinds: Mapping[str, Spec | None], auto: bool) -> dict[int, Spec]:
    """Return how the seats are played that no person plays."""
    unknown = [name for name in kinds if name not in seats]
    if unknown:
        raise click.BadParameter(f"there is no player `{unknown[0]}`; there are {', '.join(seats)}", param_hint="--seats")
    bots = {seat: spec for seat, name in enumerate(seats) if (spec := kinds.get(name)) is not None}
    return {seat: bots.get(seat, RANDOM) for seat in range(len(seats))} if auto else bots


def _check_names(names: list[str]) -> None:
    """Names that no saved game could be read with are wrong usage, also where the rulebook gives them."""
    bad = next((name for name in names if not can_be_called(name)), None)
    if bad is not None:
        others = ", ".join(word for word in (*WORDS, *BODY_WORDS) if word != bad)
        raise click.BadParameter(f"`{bad}` is not a name for a player: a saved game could not be read again; "
                                 f"other words that begin its lines: {others}", param_hint="--seats")


def _new(request: GameRequest, kinds: dict[str, Spec | None], seed: int | None) -> _OpenSession:
    """Return a new session."""
    if request.players is None and kinds:
        request = evolve(request, players=len(kinds))
    loaded = request.game()
    number = checked_players(loaded, request.players)
    if kinds and len(kinds) != number:
        raise click.BadParameter(f"{len(kinds)} names for {number} seats", param_hint="--seats")
    rules = loaded.rules(number, tuple(kinds) or None)
    _check_names(rules.seats)
    # Drawn here and written into the file: a saved game draws the same again. Nine digits can be read out and typed.
    seed = secrets.randbelow(10**9) if seed is None else seed
    text = header(rules, request.known_as, request.known_variants, request.parameters, seed)
    session = TableSession(rules, rules.initial(), text, seed)
    return _OpenSession(session, with_parameters(request.name, request.parameters), find(request.rulebook))


def _loaded(path: Path, seed: int | None) -> _OpenSession:
    """Return a session at the end of a playthrough. Raises WrongPlaythrough and RulebookError."""
    playthrough, rules = open_file(path)
    result = PlaythroughRunner(rules, playthrough, read_file).run()
    end = result.final
    # From a position in which the rulebook raises a fault, the players can undo.
    if result.mistakes or end is None:
        differs = difference(result, rules)
        says = [f"{failure.file}:{failure.line}: {failure.message}" + (f"; {failure.actual}" if failure.actual else "")
                for failure in result.failures]
        raise click.ClickException("\n".join([*([str(differs)] if differs is not None else []), *says]))
    # The seed that is asked for, else that of the file, else a new one: a game that goes on draws as it did before.
    known = (seed, playthrough.head.seed, secrets.randbelow(10**9))
    session = TableSession(
        rules,
        end.start,
        playthrough.text,
        next(number for number in known if number is not None),
        steps=end.steps,
        opened=len(end.steps),
        start_line=end.start_line,
        origin=path,
    )
    head, main = playthrough.head, main_file_of(playthrough)
    called = ":".join((called_from_here(main), *variants_in(head)))
    return _OpenSession(session, with_parameters(called, head.parameters), main)


def _is_same(save: Path, load: str) -> bool:
    return save.is_file() and save.resolve() == Path(load).resolve()


def _taken_up(save: Path) -> SaveFile:
    try:
        return SaveFile.taken_up(save)
    except NotSaved as error:
        raise click.ClickException(f"cannot continue `{save}`: {error.reason}") from None


def _save_file(save: Path | None, session: TableSession, is_shown: bool) -> SaveFile | None:
    """Create the save file with the beginning of the game: the file asked for, or one among the user's data.

    Raises WouldOverwrite, NotSaved and OSError.
    """
    if save is not None:
        try:
            return SaveFile.made(save, session.text_for(save))
        except WouldOverwrite as error:
            raise WouldOverwrite(f"{error} (to continue a saved game: --load)") from None
    return None if is_shown else _new_file(session)


def _new_file(session: TableSession) -> SaveFile | None:
    """Create a new file among the user's data; return None if that fails."""
    folder = Path(click.get_app_dir("rulewright")) / "games"
    # The first free number. Creating a file fails if it is there, so two processes at once get two files.
    for number in range(1, 1_000_000):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{session.rules.program.name}-{number}.play"
            return SaveFile.made(path, session.text_for(path))
        except WouldOverwrite:
            continue
        # A game can be played that cannot be saved; the first line on the screen says so.
        except OSError:
            break
    return None
