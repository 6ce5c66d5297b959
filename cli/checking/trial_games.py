"""Play a few short random games of a compiled rulebook: report faults as diagnostics."""

from __future__ import annotations

from collections.abc import Sequence

from ...dsl.driver.compilation import Compilation
from ...dsl.driver.compile import Compiled
from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics, counted
from ...interpreter.analysis.playouts.trial_games import Trouble, trouble
from ...interpreter.game.rules import Rules

MOVES_SHOWN = 6


def play_some(files: Files, rulebooks: Sequence[Compiled], diagnostics: Diagnostics) -> None:
    """Play a rulebook without mistakes, with each number of players that it is compiled for."""
    reported = set[str]()
    for compiled in (rulebook for rulebook in rulebooks if rulebook.program is not None):
        assert compiled.program is not None
        wrong = trouble(Rules(Compilation(files, compiled.program.players, {}, compiled), briefly=True))
        if wrong is not None and str(wrong.fault) not in reported:
            reported.add(str(wrong.fault))
            _report(wrong, compiled.program.players, diagnostics)


def _report(wrong: Trouble, players: int, diagnostics: Diagnostics) -> None:
    """Report a fault, with the moves that led to it."""
    moves = ", ".join(f"`{move}`" for move in wrong.moves[-MOVES_SHOWN:])
    when = f"after {'... ' if len(wrong.moves) > MOVES_SHOWN else ''}{moves}" if moves else "at its beginning"
    diagnostics.add("E409", f"rulebook fault: {wrong.fault.message}", wrong.fault.span,
              help=f"a random game with {counted(players, 'player')} reaches it {when}", clause=wrong.fault.clauses[-1])
