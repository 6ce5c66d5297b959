"""A playthrough -> its moves and rolls in the order in which they are played, each with the position before it; their tapes."""

from __future__ import annotations

from contextlib import suppress

from attrs import frozen

from ..game.moves.explain import Explainer
from ..game.rules import Rules, State
from ..game.table.decisions import CHANCE
from ..game.table.values import Choice, Refusal
from ..playthroughs.lines.syntax import Playthrough
from ..playthroughs.running.results import PlaythroughResult, PlaythroughState
from ..playthroughs.running.runner import PlaythroughRunner
from ..playthroughs.running.using import ReadOther
from ..runtime.faults import IllegalChoice, RulebookFault
from .tape import Tape
from .tracer import Tracer


@frozen
class PlayedMove:
    """A move or roll that a line of a playthrough names, in branches and used files too; or the beginning of the game.

    `choice` is None for the beginning. `by` is the seat of the line (None: chance). A line that `expects_refusal` does not
    change the position.
    """

    file: str
    line: int
    before: State
    choice: Choice | str | None
    by: int | None
    expects_refusal: bool = False


def moves_of(rules: Rules, playthrough: Playthrough,
             read_other: ReadOther | None) -> tuple[tuple[PlayedMove, ...], PlaythroughResult]:
    """Return the moves and rolls of a playthrough, refused ones too, and the result of playing it."""
    moves: list[PlayedMove] = []

    def note(current: PlaythroughState, choice: Choice | str, by: int | None, expects_refusal: bool = False) -> None:
        place = runner.session.places[-1]
        moves.append(PlayedMove(place.source.name, place.line, current.state, choice, by, expects_refusal))

    runner = PlaythroughRunner(rules, playthrough, read_other, note, note)
    result = runner.run()
    return tuple(moves), result


def beginning_of(rules: Rules, playthrough: Playthrough) -> PlayedMove:
    """Return the beginning of the game, at the line of a playthrough that names the game."""
    game = playthrough.head.entry("game")
    start = State(rules, tuple(rules.program.start))
    return PlayedMove(playthrough.name, 1 if game is None else game.span.line, start, None, None)


def tape_of(tracer: Tracer, move: PlayedMove) -> Tape:
    """Return the tape of a move; that of a text which is no move there has one step, at the clause that refuses it."""
    rules, choice, by = tracer.rules, move.choice, move.by
    if choice is None:
        return tracer.beginning()
    seat = None if by is None else rules.seats[by]
    try:
        if rules.decisions.to_move(move.before) == (CHANCE if by is None else by):
            with suppress(IllegalChoice):
                return tracer.trace(move.before, choice)
            refusals = rules.explainer.explain(move.before, choice)
        else:
            refusals = _of_another(rules.explainer, move.before, str(choice), by)
    except RulebookFault as fault:
        return tracer.not_carried_out(move.before, seat, str(choice), fault)
    assert refusals, "a choice that is illegal is refused by a clause"
    return tracer.not_carried_out(move.before, seat, str(choice), refusals)


def _of_another(explainer: Explainer, state: State, text: str, by: int | None) -> tuple[Refusal, ...] | None:
    """Return why a move is refused in a position in which another decides, or none does."""
    point = explainer.decisions.point(state)
    if by is not None or point is None:
        return explainer.explain(state, text) if by is None else explainer.refusals(state, text, by)
    return (Refusal(point.clause, f"chance has nothing to decide here; {explainer.decisions.mover(state)} is to move", "turn"),)
