"""Random games of a series as a report, at the speed of compiled code where the rules can be compiled.

What a module cannot do as Python does it, and every fault, is played again in Python: so the report is the same, and
a fault names the clauses that were being applied.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib.util import find_spec
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...backends.backend import phases
from ...game.notation import names_all
from ...game.rules import Rules
from ...game.state import State
from ...runtime.series import SeriesDice
from .figures import Figure
from .positions import CompiledPositions, PlainPositions, Positions, playout_of_module
from .simulate import MAX_STEPS, Playout, Policy, Report, empty_report, play_out, simulate

if TYPE_CHECKING:
    from ...backends.evaluation import Evaluation
    from ...backends.wasm.games import Games, Played
    from ...backends.wasm.instance import Instance
    from ...backends.wasm.modules import Module
    from .batch import Batch


# A call that takes less, in seconds, may count one level more.
A_SHORT_CALL = 0.005


class Unavailable(Exception):
    """Rules cannot be compiled: wasmtime is not installed, or the rulebook passes a limit."""

    def __init__(self, message: str, passes_limit: bool = False) -> None:
        super().__init__(message)
        self.passes_limit = passes_limit


def faster(rules: Rules, keep: bool = True) -> Faster:
    """Return a player of many games of these rules; with `keep` its module is kept on disk. Raises Unavailable."""
    return Faster(rules, module_for(rules, keep))


def module_for(rules: Rules, keep: bool = True, evaluation: Evaluation | None = None) -> Module:
    """Return the module of rules, with an evaluation one that says what positions are worth. Raises Unavailable."""
    if find_spec("wasmtime") is None:
        raise Unavailable("wasmtime is not installed")
    from ...backends.low import Unsupported
    from ...backends.wasm.cache import user_cache
    from ...backends.wasm.modules import is_usable, module_of

    if not is_usable():
        raise Unavailable("this process was forked from one in which wasmtime has run")
    try:
        return module_of(rules._generated, user_cache() if keep else None, evaluation)
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
    with compiled.positions() as found:
        yield found


class Faster:
    """Plays games of series by a module; any number of threads may do so at once."""

    def __init__(self, rules: Rules, module: Module) -> None:
        from ...backends.wasm.games import Games, Spares

        self.rules, self.module = rules, module
        self._spares = Spares(lambda: Games(rules.program, module.instance()))
        # How deep one call counts sequences.
        self._depth = 2
        # One thread at a time plays in Python.
        self._python = Lock()

    def stop(self) -> None:
        """Let all that other threads play end after the step that they make."""
        self._spares.stop()

    def go_on(self) -> None:
        """Play again after `stop`, when all that was under way has ended."""
        self._spares.go_on()

    def simulate(self, numbers: range, seed: int, limit: int = MAX_STEPS,
                 figures: Mapping[str, Figure] = MappingProxyType({}), policy: Policy = "kinds") -> Report:
        """As `simulate.simulate`, for players who choose at random. Raises RulebookFault."""
        report = empty_report(self.rules, seed, policy)
        if 0 in numbers and self._may_be_written_alike:
            # A module writes no notations: the first game is played in Python too, which compares them.
            with self._python:
                play_out(self.rules, SeriesDice(seed, 0), limit, policy=policy)
        with self._spares.one() as games:
            games.forget_phases()
            games.instance.draw_uniformly(policy == "uniform")
            start = time.thread_time()
            for part in ([numbers] if not figures else [range(number, number + 1) for number in numbers]):
                for node in games.play(seed, part, limit, time.monotonic):
                    self._add(report, games, node, limit, figures)
            report.cpu_seconds = time.thread_time() - start
            games.instance.draw_uniformly(False)
            for name, entries in zip(phases(self.rules.program), games.phases(), strict=True):
                report.phase_entries[name] += entries
        return report

    @cached_property
    def _may_be_written_alike(self) -> bool:
        """Return whether two moves could be written the same, since a notation does not name all open values."""
        points = (point for point in self.rules.machine.points if point is not None and point.player is not None)
        return any(not names_all(self.rules.program, point, number) for point in points for number in range(len(point.kinds)))

    @contextmanager
    def positions(self) -> Iterator[Positions]:
        """Positions in which compiled code plays, for one thread."""
        with self._spares.one() as games:
            yield CompiledPositions(self.rules, games, self._python)

    def perft(self, slots: tuple[int, ...], depth: int) -> int | None:
        """Count the sequences of exactly `depth` choices and rolls from a position; None where only Python can say."""
        from ...backends.wasm.instance import Stopped

        with self._spares.one() as games:
            games.instance.put_state(slots)
            try:
                return self._sequences(games.instance, games.instance.packed(), depth)
            except Stopped:
                return None

    def _sequences(self, instance: Instance, position: bytes, depth: int) -> int:
        """Count sequences by calls that are short, so that Ctrl-C comes through between them. Raises Stopped."""
        instance.put_packed(position)
        if depth <= self._depth:
            start = time.monotonic()
            found = instance.call("perft", depth)
            if depth == self._depth and time.monotonic() - start < A_SHORT_CALL:
                self._depth += 1
            return found
        found = 0
        for code in instance.legal():
            instance.put_packed(position)
            instance.call("step", code)
            found += self._sequences(instance, instance.packed(), depth - 1)
        return found

    def _add(self, report: Report, games: Games, played: Played | int, limit: int, figures: Mapping[str, Figure]) -> None:
        """Take a game into the report; one that is handed over is played in Python."""
        if isinstance(played, int):
            with self._python:
                self._played_in_python(report, played, limit, figures)
            return
        report.playouts.append(playout_of_module(self.rules, played))
        if played.end and figures:
            last = State(self.rules, games.instance.state())
            with self._python:
                for name, figure in figures.items():
                    report.figures.setdefault(name, []).append(figure(last))

    def _played_in_python(self, report: Report, number: int, limit: int, figures: Mapping[str, Figure]) -> None:
        machine = self.rules.machine
        before = list(machine.notes.entries)

        def measure(last: State) -> None:
            for name, figure in figures.items():
                report.figures.setdefault(name, []).append(figure(last))

        report.playouts.append(play_out(self.rules, SeriesDice(report.seed, number), limit, None, measure,
                                        policy="uniform" if report.policy == "uniform" else "kinds", compare=number == 0))
        for name, now, then in zip(machine.phases, machine.notes.entries, before, strict=True):
            report.phase_entries[name] += now - then
