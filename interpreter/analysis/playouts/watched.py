"""Questions about random games to what a module needs to answer them, and to what Python adds to its answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....dsl import ir
from ...backends.evaluation import Evaluation
from ...backends.low.layout.extras import Extras
from ...backends.low.watching.counting import COUNTED, STEPPED
from ...backends.wasm.games import ModuleGames
from ...backends.wasm.instance import Instance
from ...backends.wasm.probed import ProbedCalls
from ...backends.wasm.watched import CountedKind, CountedMoves, StepNote, WatchedCalls
from ...game.moves.notation import bounds_of, text_of
from ...game.rules import Rules
from ...machine.machine import DecisionPoint, MoveKind
from .counts import Counts, Pattern
from .questions import Questions
from .search import GreedyPlayer
from .simulate import members_by_name

# The moves of a kind with more codes are noted, and counted in Python.
MOST_CODES = 200_000


def extras_of(questions: Questions) -> Extras:
    """Return the questions as a module gets them."""
    return Extras(tuple(figure.compiled for figure in questions.figures.values()), questions.invariants,
                  bool(questions.patterns) or questions.replayed, _evaluation_of(questions.player),
                  () if questions.table is None else tuple(map(_evaluation_of, questions.table.seats)), questions.barring,
                  questions.totals)


def _evaluation_of(player: GreedyPlayer | None) -> Evaluation | None:
    return None if player is None else player.evaluator.evaluation


class WatchedPlay:
    """The questions about games of some rules, and the answers of a module."""

    def __init__(self, rules: Rules, questions: Questions) -> None:
        self.rules, self.questions = rules, questions
        # The numbers of the tallies, in their order.
        self._tallies: dict[tuple[str, str], int] = {}
        self._noted: list[Pattern] = []
        self._members = members_by_name(rules.program, rules.seats)
        self._counted = self._counted_kinds()

    def games(self, instance: Instance) -> ModuleGames:
        """An instance that plays, and counts what is asked."""
        calls = WatchedCalls(instance, self._counted) if self.questions.totals is None else ProbedCalls(instance)
        return ModuleGames(self.rules.program, instance, calls)

    def new_counts(self) -> Counts | None:
        """Counts with nothing counted yet; None where nothing is to be counted."""
        return Counts(self.questions.patterns, self._members) if self.questions.patterns else None

    # -- what is counted -------------------------------------------------------------------------

    def _counted_kinds(self) -> CountedMoves:
        """Return the tallies of each kind of move, by the notations of its codes."""
        kinds = [(point, number) for point in self.rules.decisions.points for number in range(len(point.kinds))]
        if self.questions.replayed:
            return CountedMoves(tuple(CountedKind(noted=point.player is not None) for point, _ in kinds))
        if not self.questions.patterns:
            return CountedMoves()
        tables = [pattern for pattern in self.questions.patterns
                  if all(self._is_table(point, number) for point, number in kinds if self._may_fit(point, number, pattern))]
        self._noted = [pattern for pattern in self.questions.patterns if pattern not in tables]
        rows = tuple(self._counted_kind(point, number, tables) for point, number in kinds)
        by_chance = tuple(sum(1 << seat for seat in self._members.get(value, ())) for _, value in self._tallies)
        return CountedMoves(rows, by_chance)

    def _counted_kind(self, point: DecisionPoint, number: int, tables: list[Pattern]) -> CountedKind:
        noted = any(self._may_fit(point, number, pattern) for pattern in self._noted)
        fitting = [pattern for pattern in tables if self._may_fit(point, number, pattern)]
        if not fitting:
            return CountedKind(noted=noted)
        kind, start = point.kinds[number], list(self.rules.program.start)
        # What stands in such a notation is the same in every position.
        codes = tuple(tuple(self._tallies_of(kind.written(start, code), fitting)) for code in range(kind.count))
        return CountedKind(codes if any(codes) else (), noted)

    def _tallies_of(self, notation: str, patterns: Iterable[Pattern]) -> Iterator[int]:
        for pattern in patterns:
            value = pattern.value(notation)
            if value is not None:
                yield self._tallies.setdefault((pattern.text, value), len(self._tallies))

    def _may_fit(self, point: DecisionPoint, number: int, pattern: Pattern) -> bool:
        """Return whether a kind of move may be written as a pattern: they begin alike, as far as both are fixed."""
        parts = text_of(self.rules.program, point, number).parts
        begins = parts[0] if parts and isinstance(parts[0], str) else ""
        return pattern.begins.startswith(begins) or begins.startswith(pattern.begins)

    def _is_table(self, point: DecisionPoint, number: int) -> bool:
        """Return whether a notation depends on nothing but the code, and there are not too many codes."""
        names = {bound.name for bound in bounds_of(self.rules.program, point, number)}
        parts = text_of(self.rules.program, point, number).parts
        return point.kinds[number].count <= MOST_CODES and all(
            isinstance(part, str) or (isinstance(part.value, ir.Temp) and part.value.name in names) for part in parts)

    # -- what Python adds ------------------------------------------------------------------------

    def add_tallies(self, counts: Counts, games: ModuleGames) -> None:
        """Add the counts of a module."""
        for (pattern, value), numbers in zip(self._tallies, games.watch.tallies(), strict=True):
            choices, players, won = numbers
            if choices:
                tally = counts.tally(pattern, value)
                tally.choices += choices
                tally.players += players
                tally.won += won

    def notes_of(self, games: ModuleGames, number: int) -> list[StepNote]:
        """The steps of a game that was played last which the module has left to Python."""
        return games.watch.notes.get(number, [])

    def add_notes(self, counts: Counts | None, notes: Iterable[StepNote], winners: tuple[int, ...] | None) -> None:
        """Count and test the steps of a game that the module has left to Python. Raises RulebookFault."""
        own_counts = Counts(tuple(self._noted), self._members)
        for note in notes:
            s = list(note.slots)
            kind = self._kind_of(note)
            if note.why == COUNTED:
                own_counts.note(s, kind, note.code, note.seat)
            elif note.why == STEPPED:
                self.rules.invariants.enter(s, kind, note.code)
        own_counts.end(winners)
        if counts is not None:
            counts.add(own_counts)

    def _kind_of(self, note: StepNote) -> MoveKind:
        return self.rules.decisions.point_at(note.slots[ir.BLOCK_SLOT]).kind_of(note.code)

