"""A compiled rulebook to what goes wrong in a few short random games of it, as a diagnostic."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from ...dsl.driver.compilation import Compilation
from ...dsl.driver.compile import Compiled
from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics, counted
from ...interpreter.analysis.playouts.trial_games import Trouble, trouble
from ...interpreter.game.rules import Rules

# Blocks of the rules that are played, of a rulebook and the variants beside it. Making the machine takes longest.
MOST_BLOCKS = 1_500
MOVES_SHOWN = 6


@define
class Games:
    """Plays rulebooks, until those that were played are too large together; the first is always played.

    `left_out` is the path of the last one that was not played.
    """

    blocks: int = 0
    left_out: str = ""

    def check(self, path: str, files: Files, rulebooks: Sequence[Compiled], diagnostics: Diagnostics) -> None:
        """Play a rulebook that has no mistakes, with each number of players that it is compiled for."""
        programs = [(rulebook, rulebook.program) for rulebook in rulebooks if rulebook.program is not None]
        blocks = sum(len(program.blocks) for _, program in programs)
        if self.blocks and self.blocks + blocks > MOST_BLOCKS:
            self.left_out = path
            return
        self.blocks += blocks
        told = set[str]()
        for compiled, program in programs:
            wrong = trouble(Rules(Compilation(files, program.players, {}, compiled)))
            if wrong is not None and str(wrong.fault) not in told:
                told.add(str(wrong.fault))
                _report(wrong, program.players, diagnostics)


def _report(wrong: Trouble, players: int, diagnostics: Diagnostics) -> None:
    """Record a fault, with the moves that led to it."""
    moves = ", ".join(f"`{move}`" for move in wrong.moves[-MOVES_SHOWN:])
    when = f"after {'... ' if len(wrong.moves) > MOVES_SHOWN else ''}{moves}" if moves else "at its beginning"
    diagnostics.add("E409", f"the rulebook goes wrong in play: {wrong.fault.message}", wrong.fault.span,
              help=f"a random game with {counted(players, 'player')} comes to this {when}", clause=wrong.fault.clauses[-1])
