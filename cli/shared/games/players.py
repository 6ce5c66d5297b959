"""The players of seats: `mcts:500` and its like on the command line -> players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ....interpreter.analysis.players.machines import Supply
from ....interpreter.analysis.players.player import Player, player_for
from ....interpreter.analysis.players.spec import Spec, WrongSpec, spec_of
from ....interpreter.analysis.playouts.search import Evaluator
from ....interpreter.game.rules import Rules
from .evaluation import FOLDER, evaluator_beside

OPTION = "--players-by"
HELP = ("Choose the kinds of players, one kind for all seats, or one for each, with commas. `random` plays at random. `ahead` "
        "looks one move ahead, by an evaluation beside the rulebook; `ahead:NAME` names it. `mcts:500` is tree search with "
        "500 tries, `mcts:2s` with 2 seconds a move. `mcts:500:NAME` searches by the evaluation NAME.")


def spec_in(text: str, option: str) -> Spec:
    """Return how a seat is played by a text. It is wrong usage if the text does not say it."""
    try:
        return spec_of(text)
    except WrongSpec as error:
        raise click.BadParameter(str(error), param_hint=option) from None


def specs_in(text: str, seats: int, option: str = OPTION) -> tuple[Spec, ...]:
    """Return how each seat is played by a text with one spec for all or one for each. Anything else is wrong usage."""
    specs = tuple(spec_in(part, option) for part in text.split(","))
    if len(specs) not in (1, seats):
        raise click.BadParameter(f"{len(specs)} players for {seats} seats; name one for all, or one for each",
                                 param_hint=option)
    return specs * seats if len(specs) == 1 else specs


def players_named(specs: Sequence[Spec] | None) -> str:
    """Return how seats are played, as reports name it: one text where all are alike, `random` where no spec is given."""
    named = ["random"] if specs is None else list(map(str, specs))
    return named[0] if len(set(named)) == 1 else ",".join(named)


def players_of(rules: Rules, main: Path, specs: Sequence[Spec], option: str = OPTION,
               python_only: bool = False) -> list[Player]:
    """Return a player for each seat. It is wrong usage if there is no evaluation for one who goes by one."""
    supplies: dict[str | None, Supply] = {None: Supply(rules, python_only)}
    cached_players: dict[Spec, Player] = {}
    for spec in specs:
        if spec in cached_players:
            continue
        evaluator_and_name = _evaluation(spec, rules, main, option)
        if spec.kind == "mcts" and spec.evaluation not in supplies:
            assert evaluator_and_name is not None, "an evaluation that is named is there"
            supplies[spec.evaluation] = Supply(rules, python_only, evaluator=evaluator_and_name[0], name=evaluator_and_name[1])
        supply = supplies[spec.evaluation if spec.kind == "mcts" else None]
        cached_players[spec] = player_for(spec, rules, supply, None if evaluator_and_name is None else evaluator_and_name[0])
        if spec.seconds is not None:
            # What plays in the first seconds is there before the first move; a module is compiled meanwhile.
            supply.now()
    return [cached_players[spec] for spec in specs]


def _evaluation(spec: Spec, rules: Rules, main: Path, option: str) -> tuple[Evaluator, str] | None:
    """Return the evaluation that a player goes by, with its name; None for one who needs none."""
    if spec.kind != "ahead" and spec.evaluation is None:
        return None
    evaluator_and_name = evaluator_beside(rules, main, spec.evaluation)
    if evaluator_and_name is None:
        name = "an evaluation" if spec.evaluation is None else f"the evaluation `{spec.evaluation}`"
        raise click.BadParameter(f"`{spec}` needs {name} in the folder `{FOLDER}` beside the rulebook; there is none that fits",
                                 param_hint=option)
    return evaluator_and_name
