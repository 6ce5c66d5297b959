"""Board-game rulebooks as data: load one, play it, ask why.

>>> import rulewright
>>> game = rulewright.load("tic_tac_toe")
>>> state = game.initial()
>>> state = game.step(state, "b2")
>>> [str(choice) for choice in game.choices(state)]
['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'b3', 'c3']
>>> game.explain(state, "b2")[0].message
'b2 is marked already'
"""

from __future__ import annotations

from collections.abc import Mapping

from .dsl.compile import program_for
from .dsl.diagnostics import Diagnostic, Diagnostics, RulebookError
from .dsl.library import Files, NoSuchRulebook, find, read
from .dsl.syntax import Rulebook
from .interpreter.faults import IllegalChoice, RulebookFault
from .interpreter.game import CHANCE, Game
from .interpreter.state import Choice, Outcome, Refusal, State

__version__ = "0.1.0"
__all__ = [
    "CHANCE", "Choice", "Diagnostic", "Game", "IllegalChoice", "NoSuchRulebook", "Outcome", "Refusal",
    "RulebookError", "RulebookFault", "State", "load", "open_files",
]


def load(name: str, options: Mapping[str, str | int] | None = None) -> Game:
    """The game of a rulebook, by the name it ships under, or by a path to its file or folder.

    `options` gives values to the rulebook's parameters, written as in the rulebook.
    Raises NoSuchRulebook, and RulebookError when the rulebook has mistakes; what is wrong only
    for some number of players shows when the game is set up for it.
    """
    return open_files(read(find(name)), options)


def open_files(files: Files, options: Mapping[str, str | int] | None = None) -> Game:
    """The game of a rulebook whose files are read already. Raises RulebookError."""
    header = next((one for one in files.declarations if isinstance(one, Rulebook)), None)

    def compile_for(players: int):  # type: ignore[no-untyped-def]  # said by Game
        found = Diagnostics()
        found.extend(files.diagnostics.sorted())
        return program_for(files.declarations, players, options or {}, found)

    if header is None or files.diagnostics.failed:
        compile_for(2)
        raise AssertionError("a rulebook without a header has mistakes")
    game = Game(header.name, header.fewest, header.most, compile_for)
    game.rules()
    return game
