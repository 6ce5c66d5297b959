"""`rulewright laws`: test properties of every game with random games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
from attrs import evolve, frozen

from ...dsl.source.diagnostics import counted
from ...interpreter.analysis.playouts.faster import Faster
from ...interpreter.analysis.properties import (
    CODE_LAWS,
    LAWS,
    MAX_STEPS,
    BrokenLaw,
    ConservedQuantity,
    Effects,
    Law,
    MoveEffect,
    PropertyResult,
    conserved_quantities,
    hold,
    hold_in_codes,
    questions,
    shrunk,
    written,
)
from ...interpreter.game.game import Game
from ...interpreter.game.rules import Rules
from ..playthroughs.naming import named_for, named_here
from ..shared.files.files import new_folder, write_new
from ..shared.files.outputs import OUTPUT_FOLDER, free_name
from ..shared.formats.json_values import json_values
from ..shared.games.machines import MachineOption, compiled_rules, machine_options
from ..shared.games.options import GAMES, GameRequest, checked_players, game_options_all_players, json_option, seed_option
from ..shared.games.vary_parameters import with_other_values
from ..shared.process.progress import Progress
from ..tasks.subjects import TaskSubject
from ..tasks.work import Tasks, Work, work_options

# Small, because a run that is broken off and resumed plays an unfinished chunk again.
CHUNK = 5
# Games that are tested without words take less.
CODE_CHUNK = 50


@frozen
class TestedGame:
    """A game with its parameters for a number of players."""

    request: GameRequest
    players: int

    @property
    def rules(self) -> Rules:
        """The rules of this table."""
        return _rules(self)


@cache
def _rules(table: TestedGame) -> Rules:
    return table.request.game().rules(table.players)


@cache
def _compiled(table: TestedGame, machine: MachineOption) -> Faster | None:
    return compiled_rules(table.rules, machine, questions(table.rules.program))


@frozen
class Counterexample:
    """A violated property: its table, and the playthrough that shows it."""

    broken: BrokenLaw
    table: TestedGame
    text: str
    file: str | None = None


@frozen
class TestResults:
    """The results at each table: of games that are tested with words, and of those that are tested by codes alone."""

    results: dict[TestedGame, PropertyResult]
    in_codes: dict[TestedGame, PropertyResult]

    @property
    def games_in_codes(self) -> int:
        """The number of games that were tested by codes alone."""
        return sum(result.games for result in self.in_codes.values())

    @property
    def choices(self) -> int:
        """The number of choices in them."""
        return sum(result.positions for result in self.in_codes.values())

    def looked(self, law: str) -> int:
        """The number of positions, games or choices in which a law was looked at."""
        every = (*self.results.values(), *self.in_codes.values())
        return sum(result.looked.get(law, 0) for result in every)


@click.command(epilog="Example: rulewright laws my_game.rules --games 50")
@game_options_all_players
@click.option("--games", "-g", type=GAMES, default=20, show_default=True,
              metavar="N", help="Play N random games for each number of players.")
@click.option("--code-games", type=click.IntRange(min=0), default=100, show_default=True, metavar="N",
              help="Play N more random games for each number of players, and test only the properties that need no words.")
@click.option("--limit", type=click.IntRange(1, MAX_STEPS), default=MAX_STEPS, show_default=True, metavar="N",
              help="Stop each game after N choices and rolls; fewer make long games faster.")
@click.option("--vary-parameters", is_flag=True,
              help="Repeat this for each other value of each parameter, one at a time, with the "
              "minimum of players. Of a range or a long list of words, use the two ends.")
@seed_option
@machine_options
@work_options
@click.option("--output", "-o", type=OUTPUT_FOLDER, metavar="FOLDER",
              help="Write a playthrough for each violated property to this folder.")
@json_option
def command(request: GameRequest, games: int, code_games: int, limit: int, vary_parameters: bool, seed: int | None,
            machine: MachineOption, work: Work, output: Path | None, as_json: bool) -> None:
    """Test the properties that every game must have with random games of GAME.

    The command plays each game up to --limit, and tests the properties in every position. For each violation it prints
    a minimal counterexample as a playthrough. It also lists the kinds of moves that changed no field; they violate
    nothing. Exit with 1 if a game violates a property.

    Some properties concern codes of moves and states only. The command tests them in more games, which compiled
    rules play where they can. Python plays all other games; --machine does not change the report.
    """
    game = request.game()
    counts = [checked_players(game, request.players)] if request.players else list(range(game.fewest, game.most + 1))
    tables = [TestedGame(request, number) for number in counts]
    if vary_parameters:
        tables += [TestedGame(*pair) for pair in with_other_values(request)]
    results = {table: PropertyResult() for table in tables}
    in_codes = {table: PropertyResult() for table in tables}
    subjects = [TaskSubject(table.request, table.players) for table in tables]
    with work.tasks(subjects) as tasks, Progress((games + code_games) * len(tables), "testing") as bar:
        for table in tables:
            for part in _results(table, games, limit, seed or 0, tasks):
                results[table].add(part)
                bar.update(part.games)
            for part in _results_in_codes(table, code_games, limit, seed or 0, machine, tasks):
                in_codes[table].add(part)
                bar.update(part.games)
    test_results = TestResults(results, in_codes)
    shown = list(_shown(test_results))
    if output is not None:
        shown = [_written_out(example, output) for example in shown]
    if as_json:
        click.echo(json.dumps(_as_json(game, test_results, shown, seed or 0), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_text(request, test_results, shown, limit)))
    raise SystemExit(1 if shown else 0)


# ---- Playing -------------------------------------------------------------------------------------


def _results(table: TestedGame, games: int, limit: int, seed: int, tasks: Tasks) -> Iterator[PropertyResult]:
    """Yield the results of random games, in order, some at a time."""
    chunks = (range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK))
    return tasks.map(_chunk, [(table, numbers, limit, seed) for numbers in chunks])


def _chunk(task: tuple[TestedGame, range, int, int]) -> PropertyResult:
    table, numbers, limit, seed = task
    whole = PropertyResult()
    for part in hold(table.rules, LAWS, numbers, seed, limit):
        whole.add(part)
    return whole


def _results_in_codes(table: TestedGame, games: int, limit: int, seed: int, machine: MachineOption,
                      tasks: Tasks) -> Iterator[PropertyResult]:
    """Yield the results of games that are tested without words, in order, some at a time."""
    chunks = [range(start, min(start + CODE_CHUNK, games)) for start in range(0, games, CODE_CHUNK)]
    # The machine changes nothing in a result, so a result that is kept holds for both.
    return tasks.map(_code_chunk, [(table, numbers, limit, seed, machine) for numbers in chunks],
                     lambda task: repr(task[:4]))


def _code_chunk(task: tuple[TestedGame, range, int, int, MachineOption]) -> PropertyResult:
    table, numbers, limit, seed, machine = task
    whole = PropertyResult()
    for part in hold_in_codes(table.rules, _compiled(table, machine), numbers, seed, limit):
        whole.add(part)
    return whole


# ---- What is broken ------------------------------------------------------------------------------


def _shown(test_results: TestResults) -> Iterator[Counterexample]:
    """Yield each kind of violation once, at the first table that shows it."""
    known = set()
    # Games tested with words come first: of one kind of violation, their words are the clearer ones.
    for table, result in (*test_results.results.items(), *test_results.in_codes.items()):
        for key, broken in result.broken.items():
            if key not in known:
                known.add(key)
                # Shrunk only here, once for each kind of violation: it plays hundreds of games.
                shorter = shrunk(table.rules, broken)
                request = table.request
                text = written(table.rules, shorter, request.known_as, request.known_variants, request.parameters)
                yield Counterexample(shorter, table, text)


def _written_out(shown: Counterexample, folder: Path) -> Counterexample:
    """Write the playthrough to a folder, under a free name; return the violation with its file."""
    path = free_name(folder, shown.broken.law.id, ".play")
    with new_folder(folder):
        write_new(path, named_for(shown.text, path))
    return evolve(shown, file=str(path))


# ---- Reports -------------------------------------------------------------------------------------


def _as_json(game: Game, test_results: TestResults, shown: list[Counterexample], seed: int) -> dict[str, object]:
    results = test_results.results
    first = next(iter(results))
    return {
        "rulebook": game.name,
        "set": json_values(dict(first.request.parameters)),
        "seed": seed,
        "players": [table.players for table in results if table.request == first.request],
        "options": [json_values(dict(table.request.parameters)) for table in results if table.request != first.request],
        "games": sum(result.games for result in results.values()),
        "ended": sum(result.ended for result in results.values()),
        "positions": sum(result.positions for result in results.values()),
        "code_games": test_results.games_in_codes,
        "choices_in_code_games": test_results.choices,
        "laws": [_law_as_json(law, test_results, shown) for law in (*LAWS, *CODE_LAWS)],
        "conserved_quantities": [_quantity_as_json(quantity) for quantity in conserved_quantities(first.rules.program)],
        "without_effect": [
            {"clause": clause, "example": effect.example, "made": effect.moves} for clause, effect in _without(results)
        ],
        "broken": [_violation_as_json(example) for example in shown],
    }


def _law_as_json(law: Law, test_results: TestResults, shown: list[Counterexample]) -> dict[str, object]:
    return {
        "law": law.id,
        "statement": law.statement,
        "looked": test_results.looked(law.id),
        "holds": all(example.broken.law.id != law.id for example in shown),
    }


def _quantity_as_json(quantity: ConservedQuantity) -> dict[str, object]:
    return {
        "fields": [field.name for field in quantity.fields],
        "per": str(quantity.per[0]) if quantity.per else None,
        "conserved": not quantity.open_by,
        "open_by": list(quantity.open_by),
    }


def _violation_as_json(example: Counterexample) -> dict[str, object]:
    return {
        "law": example.broken.law.id,
        "what": example.broken.breach.what,
        "clauses": list(example.broken.breach.about),
        "players": example.table.players,
        "settings": json_values(dict(example.table.request.parameters)),
        "playthrough": example.text,
        "file": example.file,
    }


def _without(results: dict[TestedGame, PropertyResult]) -> list[tuple[str, MoveEffect]]:
    """Return the kinds of moves that changed nothing at any table."""
    whole = Effects()
    for result in results.values():
        whole.add(result.effects)
    return whole.without()


def _text(request: GameRequest, test_results: TestResults, shown: list[Counterexample], limit: int) -> Iterator[str]:
    results = test_results.results
    games, ended, positions = (
        sum(getattr(result, figure) for result in results.values()) for figure in ("games", "ended", "positions")
    )
    counts = ", ".join(str(table.players) for table in results if table.request == request)
    others = sum(table.request != request for table in results)
    changed = f", and with {counted(others, 'other value')} of parameters" if others else ""
    yield f"{counted(games, 'random game')} for {counts} players{changed}, {counted(positions, 'position')}"
    if ended < games:
        yield f"{ended} of {games} came to an end; the others were left, where a law is broken or after {limit:,} steps"
    if test_results.games_in_codes:
        yield (f"{counted(test_results.games_in_codes, 'more game')} tested by codes alone, "
               f"{counted(test_results.choices, 'choice')}")
    for law in (*LAWS, *CODE_LAWS):
        looked = test_results.looked(law.id)
        broken = any(example.broken.law.id == law.id for example in shown)
        says = "BROKEN" if broken else "holds" if looked else "-"
        yield f"{says:7} {law.id:20} {looked:7}  {law.statement}"
    for quantity in conserved_quantities(next(iter(results)).rules.program):
        open_by = f", but for {', '.join(quantity.open_by)}" if quantity.open_by else ""
        yield f"only moved: {quantity.wording()}{open_by}"
    for clause, effect in _without(results):
        yield f"no effect: {clause}, as in `{effect.example}`: made {effect.moves:,} times, and no field changed"
    for example in shown:
        parameters = "".join(f" and {name} = {value}" for name, value in example.table.request.parameters)
        yield ""
        players = counted(example.table.players, "player")
        yield f"{example.broken.law.id} with {players}{parameters}: {example.broken.breach.what}"
        if example.file is not None:
            yield f"    {example.file}"
        else:
            yield from (f"    | {line}".rstrip() for line in named_here(example.text).rstrip().split("\n"))
