"""`rulewright learn`: learn an evaluation of a game from games that the program plays against itself."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ...interpreter.analysis.learning.learner import GAMES as GAMES_EACH
from ...interpreter.analysis.learning.learner import MATCH, PER, ROUNDS, LearningPlan, LearntEvaluation, NothingToLearn, learnt
from ..shared.files.files import WouldOverwrite, require_free, write_new
from ..shared.files.outputs import OUTPUT_FILE
from ..shared.formats.json_values import json_values
from ..shared.games.evaluation import ENDING
from ..shared.games.machines import MachineOption, machine_options
from ..shared.games.options import GameRequest, game_options, json_option, seed_option, with_parameters
from ..shared.process.progress import Progress

# The most games of a round.
MOST = 100_000


@click.command(epilog="Example: rulewright learn emperor_4 --output games/emperor_4/evaluations/learnt.evaluation")
@game_options
@seed_option
@json_option
@click.option("--games", "-g", type=click.IntRange(1, MOST), default=GAMES_EACH, show_default=True, metavar="N",
              help=f"Learn from N games in each of {ROUNDS} rounds.")
@machine_options
@click.option("--output", "-o", type=OUTPUT_FILE, metavar="FILE",
              help="Write the evaluation to FILE, which ends in .evaluation.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(request: GameRequest, seed: int | None, as_json: bool, games: int, machine: MachineOption, output: Path | None,
            force: bool) -> None:
    """Learn how much each number in GAME is worth to a player, from games that the program plays against itself.

    The table lists numbers of a player in the words of the rulebook. `worth` states how much one more of a number changes
    the odds to win: 1,000 points are a factor of e (2.7). `effect` says how much a usual difference in the number changes
    them. --output writes an evaluation file for players such as `ahead:NAME` and `mcts:500:NAME`. The same seed gives the
    same result on every machine.
    """
    _require_writable(output, force)
    rules = request.rules()
    plan = LearningPlan(games=games, match=min(games, MATCH), seed=seed if seed is not None else 0,
                        python_only=machine.name == "python", keep=machine.keep)
    with Progress(plan.whole, "learning") as bar:
        try:
            evaluation = learnt(rules, plan, bar.update)
        except NothingToLearn as error:
            raise click.UsageError(f"nothing can be learnt of this game: {error}") from None
    if output is not None:
        write_new(output, _file(request, plan, evaluation), force)
    if as_json:
        click.echo(json.dumps(_data(request, plan, evaluation), indent=2, ensure_ascii=False))
    else:
        click.echo(_table(evaluation))


def _require_writable(output: Path | None, force: bool) -> None:
    """Report a file that cannot be written before the games are played."""
    if output is None:
        return
    if output.suffix != ENDING:
        raise click.BadParameter(f"`{output}` does not end in {ENDING}", param_hint="--output")
    try:
        if not force:
            require_free(output)
    except WouldOverwrite as error:
        raise click.UsageError(f"{error}; `--force` overwrites it") from None


def _file(request: GameRequest, plan: LearningPlan, evaluation: LearntEvaluation) -> str:
    """Return the evaluation as a file, with how it was made."""
    command_line = (f"rulewright learn {with_parameters(request.name, request.parameters)} --seed {plan.seed}"
                    f" --games {plan.games}")
    return (f"# What a position is worth to a player, learnt from {evaluation.games} games of the program against itself.\n"
            f"# {PER} points: a factor of e in the odds to win. Made by: {command_line}\n\n{evaluation.text}\n")


def _data(request: GameRequest, plan: LearningPlan, evaluation: LearntEvaluation) -> dict[str, object]:
    return {"rulebook": request.name, "set": json_values(dict(request.parameters)), "players": evaluation.players,
            "seed": plan.seed, "games": evaluation.games, "against": evaluation.beaten, "share": round(evaluation.share, 3),
            "numbers": [{"of": number.text, "worth": number.weight, "effect": number.effect} for number in evaluation.weights]}


def _table(evaluation: LearntEvaluation) -> str:
    lines = [f"learnt from {evaluation.games} games; one move ahead it won {evaluation.share:.0%} against {evaluation.beaten}",
             "", f"{'worth':>8} {'effect':>8}  of one more"]
    return "\n".join([*lines, *(f"{number.weight:8} {number.effect:8}  {number.text}" for number in evaluation.weights)])
