"""`rulewright trace`: carry out the moves of a playthrough statement by statement."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ...interpreter.game.state import State
from ...interpreter.runtime.faults import IllegalChoice
from ...interpreter.tracing.lines import PlayedMove, moves_of, tape_of
from ...interpreter.tracing.tape import Tape
from ...interpreter.tracing.tracer import Tracer
from ..playthroughs.places import up_to
from ..playthroughs.replay import path_argument, reported
from ..playthroughs.scripts import open_file, read_file
from ..shared.games.options import json_option
from ..tracing.lines import heading, paragraphs
from ..tracing.records import record_of

# The file and line of a playthrough that makes a move (nothing for one that is asked about), and its tape.
Traced = tuple[str | None, int | None, Tape]


@click.command(epilog="Example: rulewright trace games/tutorial/playthroughs/nim_three_heaps.play --at 11")
@path_argument
@click.argument("move", required=False)
@click.option("--at", "place", metavar="NAME|LINE", show_default="every move of FILE",
              help="Trace only the moves of this line, or the last move before the position of this name.")
@json_option
def command(file: str, move: str | None, place: str | None, as_json: bool) -> None:
    """Show how the rules begin a game and carry out or refuse the moves of FILE, statement by statement.

    Each step has its line in the rulebook. Below it stand the requirements, exceptions and ends that the step tested,
    with their results, the values that changed, and the events. With MOVE, show the effects of
    this move at the end of FILE or after --at, or the requirement that refuses it. FILE does not change.

    Exit with 1 if an expectation in FILE fails, or if the rules refuse MOVE.
    """
    playthrough, rules = open_file(Path(file))
    moves, result = moves_of(rules, up_to(playthrough, place), read_file)
    reported(result.failures)
    tracer, traced = Tracer(rules), list[Traced]()
    if move is None:
        shown_moves = _moves_at(moves, place, playthrough.name)
        if place is None or not shown_moves:
            traced.append((None, None, tracer.beginning()))
        traced += [(played.file, played.line, tape_of(tracer, played)) for played in shown_moves]
    elif result.final is None:
        raise SystemExit(1)
    else:
        traced.append((None, None, _traced(tracer, result.final.state, move)))
    _print(traced, as_json)
    is_refused = move is not None and any(tape.refusals for _, _, tape in traced)
    raise SystemExit(1 if result.failures or is_refused else 0)


def _moves_at(moves: tuple[PlayedMove, ...], place: str | None, file: str) -> tuple[PlayedMove, ...]:
    """Return all moves, or with a place those of its line, or of the last line before it that makes any."""
    if place is None:
        return moves
    # What a line asks about without making it is shown at that line alone.
    known = [move for move in moves if not move.expects_refusal or (move.file == file and str(move.line) == place)]
    return tuple(move for move in known if (move.file, move.line) == (known[-1].file, known[-1].line))


def _traced(tracer: Tracer, state: State, move: str) -> Tape:
    try:
        return tracer.trace(state, move)
    except IllegalChoice as error:
        raise click.ClickException(f"`{move}` is not a move here: {error.message}  [{error.clause}]") from None


def _print(traced: list[Traced], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([record_of(tape, file, line) for file, line, tape in traced], indent=2, ensure_ascii=False))
        return
    headed = ((heading(file, line) if file is not None and line is not None else "", tape) for file, line, tape in traced)
    for text in paragraphs(headed):
        click.echo(text)
