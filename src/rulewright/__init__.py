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

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .dsl.load.loader import Files
    from .dsl.source.diagnostics import Diagnostic, RulebookError
    from .interpreter.analysis.playouts.batch import Batch
    from .interpreter.backends.wasm.loading import GivenModule
    from .interpreter.game.game import CHANCE, SPECTATOR, Game
    from .interpreter.game.state import Choice, Outcome, Refusal, State
    from .interpreter.game.table.values import Playout
    from .interpreter.runtime.faults import IllegalChoice, RulebookFault

__version__ = "0.1.0"
__all__ = [
    "Batch", "CHANCE", "Choice", "Diagnostic", "Game", "IllegalChoice", "Outcome", "Playout", "Refusal", "RulebookError",
    "RulebookFault", "SPECTATOR", "State", "batch", "load", "module", "open_files",
]

if not TYPE_CHECKING:
    # What is named here is imported when it is asked for, so that a command is there at once, and can be broken off.
    _PLACES = {
        "Batch": "interpreter.analysis.playouts.batch", "CHANCE": "interpreter.game.game", "Playout": "interpreter.game.table.values",
        "Choice": "interpreter.game.state", "Diagnostic": "dsl.source.diagnostics", "Game": "interpreter.game.game",
        "IllegalChoice": "interpreter.runtime.faults", "Outcome": "interpreter.game.state", "Refusal": "interpreter.game.state",
        "RulebookError": "dsl.source.diagnostics", "RulebookFault": "interpreter.runtime.faults", "SPECTATOR": "interpreter.game.game",
        "State": "interpreter.game.state",
    }

    def __getattr__(name):
        if name not in _PLACES:
            raise AttributeError(f"module `{__name__}` has no `{name}`")
        return getattr(import_module(f".{_PLACES[name]}", __name__), name)


def load(name: str, parameters: Mapping[str, str | int] | None = None, variants: Sequence[str] = ()) -> Game:
    """The game of a rulebook, by the name it ships under, or by a path to its file or folder.

    `variants` are names or paths of variants; they may stand in the name too, each after a colon.
    `parameters` gives values to the rulebook's parameters, written as in the rulebook.
    Raises `dsl.load.loader.NoSuchRulebook`, and RulebookError when the rulebook has mistakes; what is
    wrong only for some number of players shows when the game is set up for it.
    """
    # The compiler is imported when a rulebook is loaded, so that `rulewright --help` stays light.
    from .cli.shared.games.loading import load

    return load(name, parameters, variants)


def open_files(files: Files, parameters: Mapping[str, str | int] | None = None) -> Game:
    """The game of a rulebook whose files are read already. Raises RulebookError."""
    from .cli.shared.games.loading import open_files

    return open_files(files, parameters)


def module(path: Path | str) -> GivenModule:
    """The module that `rulewright build` wrote to this file, ready to run: what it says of itself, and an instance.

    Raises ImportError without wasmtime, OSError, and ValueError for a file that is damaged or was not written so.
    """
    from importlib.util import find_spec
    from pathlib import Path

    if find_spec("wasmtime") is None:
        raise ImportError("wasmtime is not installed, which runs modules: `pip install wasmtime`")
    from .interpreter.backends.wasm.loading import given_module

    return given_module(Path(path).read_bytes())


def batch(game: Game | str, players: int | None = None, n: int = 1, *, seed: int = 0, masks: bool = True,
          codes: int = 0) -> Batch:
    """`n` games for a number of players (the fewest, if none is given) that are stepped together, as NumPy arrays.

    The games are those of the series `seed`, from number 0 on. `masks=False` leaves the masks of legal codes out; `codes=k` asks
    for the first `k` legal codes of each game. Raises ImportError without NumPy (the extra `arrays`) or wasmtime, ValueError
    for a rulebook that cannot be compiled to WebAssembly, or arrays that are too large, and RulebookFault.
    """
    from .interpreter.analysis.playouts.faster import Unavailable, batch_of

    rules = (load(game) if isinstance(game, str) else game).rules(players)
    try:
        return batch_of(rules, n, seed, masks, codes)
    except Unavailable as error:
        if error.passes_limit:
            raise ValueError(f"{rules.program.name} cannot be compiled: {error}") from None
        raise ImportError(f"{error}, which batches need") from None
