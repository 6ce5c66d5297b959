"""A clause -> a playthrough that exercises it: that of a setup, or one found by random play and shortened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrs import define, frozen

from ....dsl.driver.compile import Compiled
from ....interpreter.analysis.playouts.shrinking import shortest
from ....interpreter.analysis.properties.law.law import ReachedPosition, Step
from ....interpreter.analysis.properties.shrink import played
from ....interpreter.canonical.coverable import coverable
from ....interpreter.game.refusals import RefusedMoves, refused_now
from ....interpreter.game.rules import Rules, State
from ....interpreter.game.viewing.event_log import PlayedStep, Trace
from ....interpreter.playthroughs.lines.writer import header, lines_of
from ....interpreter.runtime.faults import RulebookFault
from ....interpreter.runtime.series import SeriesDice
from ..files.family import rulebook_beside

# The search runs while an author waits, who may break it off: rare clauses are left to playthroughs by hand.
MOST_GAMES = 300
MOST_STEPS = 2000


@frozen
class Home:
    """The folder of new playthroughs of a rulebook, and what their heads name: the game and its variants."""

    folder: Path
    game: str
    variants: tuple[str, ...] = ()


def home_of(main: Path) -> Home:
    """Return the home of the playthroughs of a rulebook or variant: of a variant beside its rulebook, that of the rulebook."""
    rulebook = rulebook_beside(main)
    if rulebook is not None:
        return Home(rulebook.parent / "playthroughs", rulebook.stem, (main.stem,))
    # A variant in another folder may have a rulebook that ships, in whose folder no new file belongs.
    return Home(main.parent / "playthroughs", main.stem)


def can_be_exercised(compiled: Compiled, clause: str) -> bool:
    """Return whether play can exercise a clause of a rulebook: no constant, table, note or invariant, nor `play`."""
    program = compiled.program
    return program is not None and any(known.id == clause for known in program.clauses) and clause in coverable(program)


@frozen
class ExerciseGame:
    """A game that exercises a clause by its steps, or in a move that its last position refuses.

    `at` is the number of steps after which the clause was applied last.
    """

    steps: tuple[Step, ...]
    refused: RefusedMoves | None = None
    place: int = 0


@define
class _ClauseWatch:
    """A clause in the steps of a game: the step that applied it last, and whether it did something."""

    rules: Rules
    clause: str
    place: int | None = None
    did: bool = False

    def note(self, trace: Trace, steps: int) -> None:
        """Note a step, or the setup before the first."""
        self.place = steps if self.clause in trace.clauses else self.place
        self.did |= self.clause in trace.did

    @property
    def is_exercised(self) -> bool:
        """Whether coverage counts the clause: it was applied, and a rule that can do something has done it."""
        return self.place is not None and (self.did or self.clause not in self.rules.analyses.doers)


def exercising(rules: Rules, clause: str, home: Home, go_on: Callable[[], None]) -> str | None:
    """Return a playthrough that exercises a clause, by the name that its rulebook has there; None if none is found.

    The search calls `go_on` again and again; an error that this raises ends the search.
    """
    is_requirement = rules.clauses[clause].kind == "requirement"
    in_setup = not is_requirement and _is_in_setup(rules, clause)
    # Of a rule that waits for a choice or roll, and of a function, a game with moves shows more than the setup.
    if in_setup and clause in rules.analyses.doers and all(block.clause != clause for block in rules.program.blocks):
        return _written(rules, clause, home, ExerciseGame(()))
    for number in range(MOST_GAMES):
        example = _in_game(rules, clause, is_requirement, number, go_on)
        if example is not None:
            return _written(rules, clause, home, _shrunk(rules, clause, example, go_on))
    return _written(rules, clause, home, ExerciseGame(())) if in_setup else None


def _is_in_setup(rules: Rules, clause: str) -> bool:
    """Return whether a clause is exercised before the first choice or roll."""
    watch = _ClauseWatch(rules, clause)
    try:
        watch.note(rules.recording.initial()[1], 0)
    except RulebookFault:
        return False
    return watch.is_exercised


def _in_game(rules: Rules, clause: str, is_requirement: bool, number: int, go_on: Callable[[], None]) -> ExerciseGame | None:
    """Return the beginning of a random game up to where it exercises a clause."""
    watch, dice, steps, early = _ClauseWatch(rules, clause), SeriesDice(0, number), list[Step](), None
    try:
        state, trace = rules.recording.initial()
        watch.note(trace, 0)
        while not state.is_over and len(steps) < MOST_STEPS:
            go_on()
            # A requirement is exercised where it refuses a move: that it lets a move pass shows nothing of it.
            if is_requirement and (refused := _refused(state, clause)) is not None:
                return ExerciseGame(tuple(steps), refused)
            choice = rules.random_choice(state, dice)
            state, trace = rules.recording.step(state, choice)
            steps.append((choice.player, choice.notation))
            watch.note(trace, len(steps))
            if watch.place is not None and watch.is_exercised and not is_requirement:
                early = early or ExerciseGame(tuple(steps), None, watch.place)
                # A game that ends with the clause is the clearest. A rule may begin in an earlier step than it does something.
                if watch.place == len(steps):
                    return ExerciseGame(tuple(steps), None, watch.place)
    # A game that raises a fault is no example, even if the clause was applied before: `test` would report its fault. Another
    # seed may do better.
    except RulebookFault:
        return None
    return early


def _refused(state: State, clause: str) -> RefusedMoves | None:
    """Return a move that a requirement refuses now, with its message."""
    return next((moves for moves in refused_now(state.rules.decisions, state) if moves.clause == clause), None)


def _shrunk(rules: Rules, clause: str, example: ExerciseGame, go_on: Callable[[], None]) -> ExerciseGame:
    """Return the shortest game found that still exercises the clause."""
    best = [example]

    def attempt(steps: tuple[Step, ...]) -> tuple[Step, ...] | None:
        go_on()
        # `wanted` says which moves to try to keep. `played` leaves out what is no longer legal, so the game must be tested for
        # the clause again.
        reached = played(rules, steps, len(best[-1].steps) + (1 if example.refused is not None else 0))
        if reached is None or len(reached.steps) >= len(best[-1].steps):
            return None
        if example.refused is None:
            shown = _again(rules, clause, reached, example.place == len(example.steps))
        else:
            refused = _refused(reached.state, clause)
            shown = None if refused is None else ExerciseGame(reached.steps, refused)
        if shown is None:
            return None
        best.append(shown)
        return reached.steps

    shortest(example.steps, attempt, 120)
    return best[-1]


def _again(rules: Rules, clause: str, reached: ReachedPosition, at_end: bool) -> ExerciseGame | None:
    """Return a shorter game with the place where it applies the clause, if it exercises it; `at_end` is in its last step."""
    # The last step alone is soon played; most games need not be played again from the beginning.
    if at_end and (reached.before is None or clause not in rules.recording.step(reached.before,
                                                                                reached.steps[-1][1])[1].clauses):
        return None
    watch = _ClauseWatch(rules, clause)
    state, trace = rules.recording.initial()
    watch.note(trace, 0)
    for number, (_, notation) in enumerate(reached.steps, 1):
        state, trace = rules.recording.step(state, notation)
        watch.note(trace, number)
    return ExerciseGame(reached.steps, None, watch.place) if watch.place is not None and watch.is_exercised else None


def _written(rules: Rules, clause: str, home: Home, shown: ExerciseGame) -> str:
    state, steps = rules.initial(), list[PlayedStep]()
    for seat, notation in shown.steps:
        state, trace = rules.recording.step(state, notation)
        steps.append(PlayedStep(seat, notation, trace))
    message = rules.clauses[clause].statement if shown.refused is None else shown.refused.message
    comment = f"# {message}\n\n" if message else ""
    # An expectation makes the playthrough fail when the clause is changed or removed: without it the moves alone might still be
    # legal.
    before, behind = lines_of(rules.seats, steps[: shown.place]), lines_of(rules.seats, steps[shown.place :])
    if shown.refused is None:
        lines = f"{before}expect applied {clause}\n{behind}"
    else:
        move = f"refuse {rules.decisions.mover(state)}: {shown.refused.notation} because {clause}\n"
        lines = lines_of(rules.seats, steps) + move
    return comment + header(rules, home.game, home.variants) + lines
