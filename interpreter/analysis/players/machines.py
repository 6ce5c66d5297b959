"""Rules to the machines that a search plays on: a module where there is one in time, and Python."""

from __future__ import annotations

from functools import cached_property
from threading import Thread

from ...game.rules import Rules
from ..playouts.faster import Unavailable, module_for
from ..playouts.search import Evaluator
from .evaluation.default_evaluation import default_evaluator
from .evaluation.values import Payoffs
from .search.guide import ByEvaluation, ByPlayouts, Guide
from .search.search import SearchMachines
from .search.simulator import PositionBytes, PythonSimulator, Simulator

PYTHON_WIDTH = 8
# What hints call the evaluation that comes from the rulebook alone.
BY_GOALS = "goals and holdings"


class Supply:
    """The machines for searches by some rules; moves do not depend on which of them there are.

    `python_only` leaves out the module; `keep` lets compiled modules be read and kept on disk. `evaluator` is one that
    searches go by, called `name`; without one they go by goals and holdings (`default_evaluation`), or by playouts.
    """

    def __init__(self, rules: Rules, python_only: bool = False, keep: bool = True, evaluator: Evaluator | None = None,
                 name: str = "") -> None:
        self.rules, self._python_only, self._keep = rules, python_only, keep
        self._given_evaluator, self._name = evaluator, name
        self._best: SearchMachines | None = None
        self._alone: SearchMachines | None = None
        self._thread: Thread | None = None

    def now(self) -> SearchMachines:
        """Return the machines that are ready; a module that is not is compiled in the background."""
        if self._best is not None:
            return self._best
        if self._thread is None:
            # What both threads need is there before there are two.
            _ = self._evaluator
            # A daemon: a process that ends does not wait for a module that nobody needs any more.
            self._thread = Thread(target=self.best, daemon=True)
            self._thread.start()
        self._alone = self._alone or self._python()
        return self._alone

    def best(self) -> SearchMachines:
        """Return the machines; a module is compiled first."""
        if self._best is None:
            self._best = self._compiled() or self._python()
        return self._best

    @cached_property
    def _evaluator(self) -> Evaluator | None:
        """The evaluation that searches go by, if any: the one given, or goals and holdings where the rules count no points."""
        return self._given_evaluator if self._given_evaluator is not None else default_evaluator(self.rules)

    def _compiled(self) -> SearchMachines | None:
        if self._python_only:
            return None
        evaluator = self._evaluator
        try:
            module = module_for(self.rules.machines.generated, self._keep, None if evaluator is None else evaluator.evaluation)
        except Unavailable:
            return None
        from .search.compiled import ModuleSimulator

        players = 0 if evaluator is None else self.rules.program.players
        return self._machines(ModuleSimulator(module, players), PositionBytes(module.memory.width))

    def _python(self) -> SearchMachines:
        return self._machines(None, PositionBytes(PYTHON_WIDTH))

    def _machines(self, fast: Simulator | None, words: PositionBytes) -> SearchMachines:
        python = PythonSimulator(self.rules, words, self._evaluator)
        return SearchMachines(python, fast, words, self._guide(Payoffs(python.machine), words))

    def _guide(self, values: Payoffs, words: PositionBytes) -> Guide:
        evaluator = self._evaluator
        if evaluator is None:
            return ByPlayouts(values, words)
        return ByEvaluation(values, words, self._name if self._given_evaluator is not None else BY_GOALS)
