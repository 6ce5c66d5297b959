"""`rulewright perft`: count the sequences of moves to a depth."""

from __future__ import annotations

import json

import click

from ...interpreter.game.state import State
from ...interpreter.machine.perft import divide
from ..playthroughs.position import played_to
from ..shared.games.machines import MachineOption, compiled_rules, machine_options
from ..shared.games.options import complete_game, game_request, json_option, players_option, set_option, variant_option


@click.command(epilog="Example: rulewright perft tic_tac_toe --depth 5")
@click.argument("path", metavar="FILE|GAME", shell_complete=complete_game)
@click.option("--at", "place", metavar="NAME|LINE",
              help="Count from the position that FILE gives this name, or after this line.",
              show_default="the end of FILE")
@players_option
@variant_option
@set_option
@json_option
@click.option("--depth", "-d", type=click.IntRange(min=1), required=True, metavar="N",
              help="Count sequences of N choices and rolls.")
@machine_options
def command(path: str, place: str | None, players: int | None, variants: tuple[str, ...], parameters: tuple[str, ...],
            as_json: bool, depth: int, machine: MachineOption) -> None:
    """Count the sequences of exactly N choices and rolls, split by the first one.

    Count from the beginning of a GAME, or from a position of a playthrough. Use --players, --variant and --set with a
    GAME only. Exit with 1 if an expectation in FILE before the position fails.
    """
    failed = False
    if path.endswith(".play"):
        if players is not None or variants or parameters:
            raise click.UsageError("--players, --variant and --set go with a game; a playthrough says them itself")
        _, current, failed = played_to(path, place)
        state = current.state
    elif place is not None:
        raise click.UsageError("--at goes with a playthrough")
    else:
        state = game_request(path, players, variants, parameters).rules().initial()
    _written(_split(state, depth, machine), depth, as_json)
    raise SystemExit(1 if failed else 0)


def _split(state: State, depth: int, machine: MachineOption) -> dict[str, int]:
    """Return how many sequences begin with each choice or outcome."""
    compiled, start = compiled_rules(state.rules, machine), list(state.slots)
    if compiled is None:
        return divide(state.rules.machines.plain, start, depth)
    # Python makes the first choice, because only it knows how a move is written; the module only counts.
    return divide(state.rules.machines.plain, start, depth, lambda later, left: compiled.perft(tuple(later), left))


def _written(split: dict[str, int], depth: int, as_json: bool) -> None:
    leaves = sum(split.values())
    if as_json:
        click.echo(json.dumps({"depth": depth, "leaves": leaves, "split": split}, indent=2, ensure_ascii=False))
        return
    for notation, count in split.items():
        click.echo(f"{notation:24} {count}")
    click.echo(f"{'leaves':24} {leaves}")
