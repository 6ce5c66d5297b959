"""Play a few short random games of a compiled rulebook: report faults as diagnostics.

The same games are played each time. That a program has no fault in them is kept, with what they came to. So after a change of a
text, or of a rule that they do not come to, they are not played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from attrs import evolve

from ...dsl.driver.compilation import Compilation
from ...dsl.driver.compile import Compiled
from ...dsl.incremental.found import Program as Again
from ...dsl.ir import Program
from ...dsl.load.loader import Files
from ...dsl.source.cache import Store, digest_of, user_store, version_of_code
from ...dsl.source.diagnostics import Diagnostics, counted
from ...interpreter.analysis.playouts.trial_games import Trouble, steps_with, trouble
from ...interpreter.canonical.content_digest import content_of
from ...interpreter.game.rules import Rules

MOVES_SHOWN = 6
PROGRAMS = 1024
# The folders of the package with all code between a program and its games.
PLAYED_BY = ("cli", "dsl", "interpreter")


def play_some(files: Files, rulebooks: Sequence[Compiled], diagnostics: Diagnostics, keep: bool = False) -> frozenset[str]:
    """Play a rulebook without mistakes, with each number of players that it is compiled for.

    Return the rules, functions and clauses that the games came to. With `keep`, programs in which these games found no fault
    before are not played, and those without a fault are kept.
    """
    store = _store() if keep else None
    reported, called = set[str](), set[str]()
    for compiled in (rulebook for rulebook in rulebooks if rulebook.program is not None):
        assert compiled.program is not None
        key = None if store is None else _key(compiled.program)
        known = None if store is None or key is None else store.read(key)
        if known is not None:
            called.update(known.decode("utf-8", "replace").splitlines())
            continue
        rules = Rules(Compilation(files, compiled.program.players, {}, compiled), briefly=True)
        wrong, here = trouble(rules), rules.called
        assert here is not None, "what is written as it is called is known"
        called |= here
        if wrong is not None and str(wrong.fault) not in reported:
            reported.add(str(wrong.fault))
            _report(wrong, compiled.program.players, diagnostics)
        if wrong is None and store is not None and key is not None:
            store.write(key, "\n".join(sorted(here)).encode())
    return frozenset(called)


def is_faultless(files: Files, again: Again, is_played: bool) -> bool:
    """Return whether the same games of a program without clauses come to no fault.

    Where they came to none of the declarations that differ, they are the same, unless they go on for longer now.
    """
    if not is_played and steps_with(again.blocks) <= steps_with(again.before):
        return True
    compiled = Compiled(again.symbols, None, again.program, ())
    rules = Rules(Compilation(files, again.program.players, {}, compiled), briefly=True)
    try:
        return trouble(rules, again.blocks) is None
    except (AttributeError, RuntimeError):
        # The places of a kept program are empty, and it has no clauses, so that its fault cannot be worded: a check of the
        # whole reports it. A clause that is not there ends the generator of games, which raises RuntimeError.
        return False


def _key(program: Program) -> str | None:
    """Return the key of a program, whatever its clauses state; None where it has none."""
    content = content_of(evolve(program, clauses=()))
    return digest_of(_played_by(), content) if content else None


@cache
def _played_by() -> bytes:
    return version_of_code(*PLAYED_BY)


@cache
def _store() -> Store | None:
    return user_store("played", PROGRAMS)


def _report(wrong: Trouble, players: int, diagnostics: Diagnostics) -> None:
    """Report a fault, with the moves that led to it."""
    moves = ", ".join(f"`{move}`" for move in wrong.moves[-MOVES_SHOWN:])
    when = f"after {'... ' if len(wrong.moves) > MOVES_SHOWN else ''}{moves}" if moves else "at its beginning"
    diagnostics.add("E409", f"rulebook fault: {wrong.fault.message}", wrong.fault.span,
              help=f"a random game with {counted(players, 'player')} reaches it {when}", clause=wrong.fault.clauses[-1])
