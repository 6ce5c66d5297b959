"""Random games of a series as a report, at the speed of compiled code where the rules can be compiled.

What a module cannot do as Python does it, and every fault, is played again in Python: so the report is the same, and
a fault names the clauses that were being applied.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING

from attrs import frozen

from ...backends.backend import phases
from ...game.moves.notation import names_all
from ...game.rules import Rules
from ...runtime.faults import RulebookFault
from .positions import CompiledPositions, PlainPositions, Positions, playout_of_module
from .questions import NOTHING_ASKED, Questions
from .simulate import MAX_STEPS, Playout, Policy, Report, called, empty_report, simulate

if TYPE_CHECKING:
    from ...backends.backend import GeneratedProgram
    from ...backends.evaluation import Evaluation
    from ...backends.low.layout.extras import Extras
    from ...backends.wasm.games import GameResult, ModuleGames
    from ...backends.wasm.instance import Instance
    from ...backends.wasm.modules import CompiledModule
    from ...backends.wasm.watched import Bars
    from .batch import Batch
    from .watched import WatchedPlay


# A call that takes less, in seconds, may count one level more.
A_SHORT_CALL = 0.005


class Unavailable(Exception):
    """Rules cannot be compiled: wasmtime is not installed, or the rulebook passes a limit."""

    def __init__(self, message: str, passes_limit: bool = False) -> None:
        super().__init__(message)
        self.passes_limit = passes_limit


def faster(rules: Rules, keep: bool = True, questions: Questions = NOTHING_ASKED) -> Faster:
    """Return a player of many games of these rules, who answers questions about them; with `keep` it is kept on disk.

    Raises Unavailable.
    """
    if not questions:
        return Faster(rules, module_for(rules.machines.generated, keep))
    from .watched import WatchedPlay, extras_of

    return Faster(rules, module_for(rules.machines.generated, keep, extras_of(questions)), WatchedPlay(rules, questions))


def module_for(generated: GeneratedProgram, keep: bool = True, extras: Extras | Evaluation | None = None) -> CompiledModule:
    """Return the module of a program, which finds out `extras` too, or evaluates positions. Raises Unavailable."""
    if find_spec("wasmtime") is None:
        raise Unavailable("wasmtime is not installed")
    from ...backends.low import Unsupported
    from ...backends.wasm.cache import user_cache
    from ...backends.wasm.modules import is_usable, module_of

    if not is_usable():
        raise Unavailable("this process was forked from one in which wasmtime has run")
    try:
        return module_of(generated, user_cache() if keep else None, extras)
    except Unsupported as error:
        raise Unavailable(str(error), passes_limit=True) from None


def random_games(rules: Rules, seed: int, numbers: range) -> tuple[Playout, ...]:
    """Random games with these numbers of a series, by a module where there can be one. Raises RulebookFault."""
    try:
        report = faster(rules).simulate(numbers, seed)
    except Unavailable:
        report = simulate(rules, numbers, seed)
    return tuple(report.playouts)


def batch_of(rules: Rules, n: int, seed: int, masks: bool, codes: int) -> Batch:
    """Many games stepped together. Raises Unavailable, and ImportError without NumPy."""
    if find_spec("numpy") is None:
        raise ImportError("NumPy is not installed, which arrays need: `pip install 'rulewright[arrays]'`")
    module = faster(rules).module
    from .batch import Batch

    return Batch(rules, module, n, seed, masks, codes)


@contextmanager
def positions_of(rules: Rules, compiled: Faster | None) -> Iterator[Positions]:
    """Positions of these rules for one thread: compiled code plays where it is given, else Python."""
    if compiled is None:
        yield PlainPositions(rules)
        return
    with compiled.positions() as positions:
        yield positions


@frozen
class ProbedGame:
    """A game that a module has tested: its choices; None where Python has to play it, and the law that it broke, if one."""

    number: int
    choices: int | None
    law: int | None


class Faster:
    """Plays games of series by a module; any number of threads may do so at once."""

    def __init__(self, rules: Rules, module: CompiledModule, watched: WatchedPlay | None = None) -> None:
        from ...backends.wasm.games import ModuleGames, Spares

        self.rules, self.module, self._watched = rules, module, watched
        self._spares = Spares(lambda: ModuleGames(rules.program, module.instance()) if watched is None
                              else watched.games(module.instance()))
        # How deep one call counts sequences.
        self._depth = 2
        # One thread at a time plays in Python.
        # INVARIANT: the machine of the rules keeps notes of a step, so two threads must not play with it at once.
        self._python = Lock()

    def stop(self) -> None:
        """Let all that other threads play end after the step that they make."""
        self._spares.stop()

    def go_on(self) -> None:
        """Play again after `stop`, when all that was under way has ended."""
        self._spares.go_on()

    @property
    def questions(self) -> Questions:
        """The questions that are answered."""
        return NOTHING_ASKED if self._watched is None else self._watched.questions

    def simulate(self, numbers: range, seed: int, limit: int = MAX_STEPS, policy: Policy = "kinds") -> Report:
        """As `simulate.simulate`, for players who choose at random, or for the one of the questions. Raises RulebookFault."""
        players_by = called(policy) if self.questions.player is None else "ahead"
        report = empty_report(self.rules.program, self.rules.seats, seed, players_by)
        if self._watched is not None:
            report.counts = self._watched.new_counts()
        if 0 in numbers and self._may_be_written_alike:
            # A module writes no notations: the first game is played in Python too, which compares them.
            self._in_python(0, seed, limit, policy)
        with self._spares.borrowed() as games:
            games.forget_phases()
            games.instance.draw_uniformly(policy == "uniform")
            # CPU time of this thread alone: games of other threads run at the same time.
            start = time.thread_time()
            for node in games.play(seed, numbers, limit, time.monotonic):
                if isinstance(node, int):
                    report.add(self._in_python(node, seed, limit, policy))
                else:
                    self._add(report, games, node, limit)
            self._add_counts(report, games)
            report.cpu_seconds = time.thread_time() - start
            # An instance goes to others after this, who draw by kinds.
            games.instance.draw_uniformly(False)
            for name, entries in zip(phases(self.rules.program), games.phases(), strict=True):
                report.phase_entries[name] += entries
        return report

    def moves(self, number: int, seed: int, limit: int = MAX_STEPS) -> list[int] | None:
        """The codes of the moves of a game, of which `replayed` games were asked; None where Python has to play it."""
        assert self._watched is not None, "it was asked for"
        with self._spares.borrowed() as games:
            played = list(games.play(seed, range(number, number + 1), limit, time.monotonic))
            if not played or isinstance(played[0], int):
                return None
            return [note.code for note in self._watched.notes_of(games, number)]

    def probed(self, numbers: range, seed: int, limit: int) -> Iterator[ProbedGame]:
        """Games in whose positions laws of codes and states were tested; `totals` were asked for."""
        from ...backends.wasm.probed import ProbedCalls

        assert self._watched is not None, "it was asked for"
        with self._spares.borrowed() as games:
            assert isinstance(games.calls, ProbedCalls), "it was asked for"
            for node in games.play(seed, numbers, limit, time.monotonic):
                if isinstance(node, int):
                    yield ProbedGame(node, None, games.calls.broken.pop(node, None))
                elif self._follows(games, node):
                    yield ProbedGame(node.number, node.choices, None)
                else:
                    yield ProbedGame(node.number, None, None)

    def _follows(self, games: ModuleGames, played: GameResult) -> bool:
        """Return whether the steps of a game that the module has left to Python are as the invariants say."""
        assert self._watched is not None, "it was asked for"
        notes = self._watched.notes_of(games, played.number)
        try:
            with self._python:
                self._watched.add_notes(None, notes, None)
        except RulebookFault:
            return False
        return True

    def barred(self, number: int, seed: int, limit: int, seat: int, bars: Bars) -> Playout | None:
        """A game in which a seat may not make some moves; None where Python has to play it. `barring` was asked for."""
        if number == 0 and self._may_be_written_alike:
            return None
        with self._spares.borrowed() as games:
            games.watch.bar(seat, bars)
            try:
                played = list(games.play(seed, range(number, number + 1), limit, time.monotonic))
            finally:
                games.watch.unbar()
        return None if not played or isinstance(played[0], int) else playout_of_module(self.rules.program, played[0])

    @cached_property
    def _may_be_written_alike(self) -> bool:
        """Return whether two moves could be written the same, since a notation does not name all open values."""
        points = (point for point in self.rules.decisions.points if point.player is not None)
        return any(not names_all(self.rules.program, point, number) for point in points for number in range(len(point.kinds)))

    @contextmanager
    def positions(self) -> Iterator[Positions]:
        """Positions in which compiled code plays, for one thread."""
        with self._spares.borrowed() as games:
            yield CompiledPositions(self.rules, games, self._python)

    def perft(self, slots: tuple[int, ...], depth: int) -> int | None:
        """Count the sequences of exactly `depth` choices and rolls from a position; None where only Python can say."""
        from ...backends.wasm.instance import ModuleTrap

        with self._spares.borrowed() as games:
            games.instance.put_state(slots)
            try:
                return self._sequences(games.instance, games.instance.packed(), depth)
            except ModuleTrap:
                return None

    def _sequences(self, instance: Instance, position: bytes, depth: int) -> int:
        """Count sequences by calls that are short, so that Ctrl-C comes through between them. Raises Stopped."""
        instance.put_packed(position)
        if depth <= self._depth:
            start = time.monotonic()
            count = instance.call("perft", depth)
            if depth == self._depth and time.monotonic() - start < A_SHORT_CALL:
                # The depth of a call grows while calls are short: Ctrl-C waits for the end of a call.
                self._depth += 1
            return count
        count = 0
        for code in instance.legal():
            instance.put_packed(position)
            instance.call("step", code)
            count += self._sequences(instance, instance.packed(), depth - 1)
        return count

    def _add(self, report: Report, games: ModuleGames, played: GameResult, limit: int) -> None:
        """Take a game into the report, with the answers to the questions about it."""
        playout = playout_of_module(self.rules.program, played)
        if self._watched is not None and (notes := self._watched.notes_of(games, played.number)):
            try:
                with self._python:
                    self._watched.add_notes(report.counts, notes, None if playout.end is None else playout.winners)
            except RulebookFault:
                # Python plays the game to say how it comes to this.
                self._in_python(played.number, report.seed, limit, _policy_of(report))
                raise
        report.playouts.append(playout)
        if played.end:
            for name, value in zip(self.questions.figures, played.figures, strict=True):
                report.figures.setdefault(name, []).append(value)

    def _add_counts(self, report: Report, games: ModuleGames) -> None:
        """Add the counts of the module."""
        if self._watched is not None and report.counts is not None:
            self._watched.add_tallies(report.counts, games)

    def _in_python(self, number: int, seed: int, limit: int, policy: Policy) -> Report:
        """Return the report on a game that Python plays. Raises RulebookFault."""
        questions = self.questions
        followers = None if questions.table is None else partial(questions.table.followers, seed)
        with self._python:
            return simulate(self.rules, [number], seed, limit, questions.invariants, questions.figures, questions.patterns,
                            questions.player,
                            policy, followers)


def _policy_of(report: Report) -> Policy:
    return "uniform" if report.players_by == "uniform" else "kinds"
