"""A game, numbers of players and values of parameters, as a command line has them, to the runs of a report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

import click
from attrs import evolve, frozen

from ...dsl.load.loader import find
from ...dsl.source.diagnostics import did_you_mean
from ...interpreter.analysis.balance.items import Item, Items
from ...interpreter.game.game import Game
from ...interpreter.game.rules import Rules
from ..shared.games.machines import MachineOption
from ..shared.games.options import GameRequest, checked_players, game_request, parsed_parameters
from ..shared.games.players import players_of, specs_in
from .runs import BalanceRun

MOST_RUNS = 100
AGAINST_SET = "--against-set"


@frozen
class RunPlan:
    """A run with its rules, and the items that seats are kept from."""

    run: BalanceRun
    rules: Rules
    barred: tuple[Item, ...]


@frozen
class RunConditions:
    """The conditions of a run: who plays (None: random players), the seed, the longest game, and the tries of each outlook."""

    by: str | None
    seed: int
    limit: int
    tries: int
    machine: MachineOption


def plans_of(request: GameRequest, players: str | None, vary: Sequence[str], restrict: Sequence[str],
             how: RunConditions) -> list[RunPlan]:
    """Return a plan for each number of players and each value; all of them are checked before any game is played.

    What does not fit is wrong usage. Raises NoSuchRulebook and RulebookError.
    """
    varied = [_varied(text) for text in vary]
    plans = []
    for values in product(*varied):
        named = [name for name, _ in values]
        if len(set(named)) < len(named):
            raise click.BadParameter("a parameter is named twice", param_hint="--vary")
        parameters = {**dict(request.parameters), **dict(values)}
        option = request.option if not varied else "--vary" if not request.parameters else "--set and --vary"
        # The option is named in the error for a value that does not fit: both, as either may have set it.
        other = evolve(request, parameters=tuple(parameters.items()), option=option)
        game = other.game()
        plans += [_plan(evolve(other, players=number), game, number, restrict, how) for number in _numbers(game, players)]
    if len(plans) > MOST_RUNS:
        raise click.UsageError(f"{len(plans)} runs, which are more than {MOST_RUNS}; name fewer players or values")
    return plans


def _plan(request: GameRequest, game: Game, number: int, restrict: Sequence[str], how: RunConditions) -> RunPlan:
    rules = game.rules(number)
    specs = None if how.by is None else specs_in(how.by, number)
    if specs is not None:
        # Called only to check: a player who cannot play this game ends the command before any game is played.
        players_of(rules, find(request.rulebook), specs)
    run = BalanceRun(request, number, how.seed, how.limit, how.tries, specs, how.machine)
    return RunPlan(run, rules, tuple(_barred(Items(rules.machines.plain).all, restrict)))


def _varied(text: str) -> list[tuple[str, str]]:
    """Return the name of a parameter with each value of `NAME=VALUE,VALUE`."""
    ((name, listed),) = parsed_parameters((text,), "--vary").items()
    values = [value.strip() for value in listed.split(",")]
    if len(set(values)) < len(values):
        raise click.BadParameter(f"`{text}` names a value twice", param_hint="--vary")
    return [(name, value) for value in values]


def _numbers(game: Game, players: str | None) -> Iterator[int]:
    """Yield the numbers of players that `2`, `2-4`, `2,4` or `all` names [default: the minimum]."""
    if players is None:
        yield game.fewest
        return
    if players == "all":
        yield from range(game.fewest, game.most + 1)
        return
    for part in players.split(","):
        match = re.fullmatch(r"([1-9][0-9]?)(?:-([1-9][0-9]?))?", part.strip())
        if match is None:
            raise click.BadParameter(f"`{part}` is not a number of players; write 2, 2-4, 2,4 or all", param_hint="--players")
        low, high = int(match[1]), int(match[2] or match[1])
        yield from (checked_players(game, number) for number in range(low, high + 1))


def _barred(items: Sequence[Item], names: Sequence[str]) -> list[Item]:
    """Return the items that --restrict names, in the order of the rulebook; another name is wrong usage."""
    known = [str(item) for item in items]
    unknown = next((name for name in names if name not in known and name != "all"), None)
    if unknown is not None:
        help = did_you_mean(unknown, known)
        raise click.BadParameter(f"there is no kind of move or value `{unknown}`" + (f"; {help}" if help else ""),
                                 param_hint="--restrict")
    return [item for item, name in zip(items, known, strict=True) if name in names or "all" in names]


def other_run(plan: RunPlan, against: str | None, parameters: tuple[str, ...]) -> BalanceRun | None:
    """Return the run of the game to compare with; None where none is asked for. A game that does not compare is wrong usage."""
    request = plan.run.request
    if against is None and not parameters:
        return None
    if against is None:
        changed = {**dict(request.parameters), **parsed_parameters(parameters, AGAINST_SET)}
        other = evolve(request, parameters=tuple(changed.items()), option=AGAINST_SET)
    else:
        other = game_request(against, plan.run.players, (), parameters, AGAINST_SET)
    loaded = other.game()
    others = loaded.rules(checked_players(loaded, plan.run.players))
    if others.program.side_of != plan.rules.program.side_of:
        raise click.UsageError(f"--against: {other.name} has other sides than {request.name}, so seats do not compare")
    return evolve(plan.run, request=other)
