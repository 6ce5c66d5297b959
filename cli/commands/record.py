"""`rulewright record`: write a random game as a playthrough."""

from __future__ import annotations

from pathlib import Path

import click

from ...dsl.load.loader import find
from ...interpreter.analysis.players.knowledge.course import Course
from ...interpreter.game.viewing.event_log import PlayedStep
from ...interpreter.playthroughs.lines.writer import header, lines_of
from ...interpreter.runtime.chance import Dice, seed_of
from ...interpreter.runtime.series import SeriesDice
from ..playthroughs.naming import named_for, named_here
from ..shared.files.files import write_new
from ..shared.files.outputs import OUTPUT_FILE
from ..shared.games.options import GameRequest, game_options, seed_option
from ..shared.games.players import HELP, OPTION, players_of, specs_in


@click.command(epilog="Example: rulewright record tic_tac_toe --seed 1 --output game.play")
@game_options
@seed_option
@click.option(OPTION, "by", metavar="KIND,...", help=HELP)
@click.option("--limit", type=click.IntRange(min=1), default=100_000, show_default=True,
              metavar="N", help="Stop after N choices and rolls.")
@click.option("--output", "-o", type=OUTPUT_FILE, metavar="FILE",
              help="Write to this file.", show_default="standard output")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(request: GameRequest, seed: int | None, by: str | None, limit: int, output: Path | None, force: bool) -> None:
    """Play GAME at random, or by --players-by, and print the game as a playthrough: moves, rolls and result."""
    rules = request.rules()
    seed = seed or 0
    dice = SeriesDice(seed, 0)
    state = rules.initial()
    steps: list[PlayedStep] = []
    players = [] if by is None else players_of(rules, find(request.rulebook), specs_in(by, len(rules.seats)))
    course = Course([state.slots])
    while not state.is_over and len(steps) < limit:
        # Drawn also where a player chooses, so that a seed rolls the same for all players.
        choice = rules.random_choice(state, dice, written=True)
        mover = rules.decisions.to_move(state)
        if players and isinstance(mover, int):
            choice = rules.decisions.choice(state, players[mover].choose(course, Dice(seed_of(seed, len(steps)))))
        state, trace = rules.recording.step(state, choice)
        steps.append(PlayedStep(choice.player, choice.notation, trace))
        course.add(choice.code, state.slots)
    text = header(rules, request.known_as, request.known_variants, request.parameters, seed) + lines_of(rules.seats, steps)
    outcome = rules.endings.outcome(state)
    if outcome is not None:
        ending = "drawn" if outcome.is_draw else "won by " + ", ".join(rules.seats[seat] for seat in outcome.winners)
        text += f"expect over by {outcome.clause}, {ending}\n"
    if output is None:
        click.echo(named_here(text), nl=False)
    else:
        write_new(output, named_for(text, output), force)
