"""Rules to the machines that a search plays on: a module where there is one in time, and Python."""

from __future__ import annotations

from threading import Thread

from ...game.rules import Rules
from ..playouts.faster import Unavailable, faster
from .search import Machines
from .simulator import PythonSimulator, Words

PYTHON_WIDTH = 8


class Supply:
    """The machines for searches by some rules; moves do not depend on which of them there are.

    `python_only` leaves out the module; `keep` lets compiled modules be read and kept on disk.
    """

    def __init__(self, rules: Rules, python_only: bool = False, keep: bool = True) -> None:
        self.rules, self._python_only, self._keep = rules, python_only, keep
        self._found: Machines | None = None
        self._alone: Machines | None = None
        self._thread: Thread | None = None

    def now(self) -> Machines:
        """Return the machines that are ready; a module that is not is compiled in the background."""
        if self._found is not None:
            return self._found
        if self._thread is None:
            # A daemon: a process that ends does not wait for a module that nobody needs any more.
            self._thread = Thread(target=self.best, daemon=True)
            self._thread.start()
        self._alone = self._alone or self._python()
        return self._alone

    def best(self) -> Machines:
        """Return the machines; a module is compiled first."""
        if self._found is None:
            self._found = self._compiled() or self._python()
        return self._found

    def _compiled(self) -> Machines | None:
        if self._python_only:
            return None
        try:
            module = faster(self.rules, self._keep).module
        except Unavailable:
            return None
        from .compiled import ModuleSimulator

        words = Words(module.memory.width)
        return Machines(PythonSimulator(self.rules, words), ModuleSimulator(module), words)

    def _python(self) -> Machines:
        words = Words(PYTHON_WIDTH)
        return Machines(PythonSimulator(self.rules, words), None, words)
