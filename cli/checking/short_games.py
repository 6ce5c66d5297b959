"""Play a few short random games of a compiled rulebook: report faults as diagnostics.

The same games are played each time. That a program has no fault in them is kept, with what they came to. So after a change of a
text, or of a rule that they do not come to, they are not played again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from attrs import evolve

from ...dsl.driver.compilation import Compilation
from ...dsl.driver.compile import Compiled
from ...dsl.incremental.recheck import RecheckedProgram
from ...dsl.ir import Program
from ...dsl.load.loader import Files
from ...dsl.source.cache import CacheStore, digest_of, user_store, version_of_code
from ...dsl.source.diagnostics import Diagnostic, Diagnostics, counted
from ...dsl.source.span import Span
from ...interpreter.analysis.playouts.short_games import Trouble, steps_with, trouble
from ...interpreter.canonical.content_digest import content_of
from ...interpreter.game.rules import Rules
from ...interpreter.runtime.faults import RulebookFault

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
        wrong, rules_called = trouble(rules), rules.machines.called
        assert rules_called is not None, "what is written as it is called is known"
        called |= rules_called
        if wrong is not None:
            _report(wrong, compiled.program.players, reported, diagnostics)
        if wrong is None and store is not None and key is not None:
            store.write(key, "\n".join(sorted(rules_called)).encode())
    return frozenset(called)


def faults_again(files: Files, programs: Sequence[RecheckedProgram], is_played: bool,
                 place: Callable[[RecheckedProgram, Span], Span | None]
                 ) -> tuple[Diagnostic, ...] | None:
    """Return the faults to which the same games of programs with other declarations come; None where one cannot be worded.

    `place` says where a place in one of the programs is now. Where the games came to none of the declarations that
    differ, they are the same, unless they go on for longer now. Raises AttributeError where a message has a place in it that
    was not kept.
    """
    reported, diagnostics = set[str](), Diagnostics()
    for again in programs:
        if not is_played and steps_with(again.blocks) <= steps_with(again.before):
            continue
        program = evolve(again.program, clauses=tuple(again.symbols.wording.clauses.values()))
        compiled = Compiled(again.symbols, None, program, ())
        wrong = trouble(Rules(Compilation(files, program.players, {}, compiled), briefly=True), again.blocks)
        if wrong is None:
            continue
        span = place(again, wrong.fault.span)
        if span is None:
            return None
        fault = RulebookFault(wrong.fault.message, span, wrong.fault.clauses)
        _report(Trouble(fault, wrong.moves), program.players, reported, diagnostics)
    return diagnostics.sorted()


def _key(program: Program) -> str | None:
    """Return the key of a program, whatever its clauses state; None where it has none."""
    content = content_of(evolve(program, clauses=()))
    return digest_of(_played_by(), content) if content else None


@cache
def _played_by() -> bytes:
    return version_of_code(*PLAYED_BY)


@cache
def _store() -> CacheStore | None:
    return user_store("played", PROGRAMS)


def _report(wrong: Trouble, players: int, reported: set[str], diagnostics: Diagnostics) -> None:
    """Report a fault, with the moves that led to it, if it is not reported yet for another number of players."""
    if str(wrong.fault) in reported:
        return
    reported.add(str(wrong.fault))
    moves = ", ".join(f"`{move}`" for move in wrong.moves[-MOVES_SHOWN:])
    when = f"after {'... ' if len(wrong.moves) > MOVES_SHOWN else ''}{moves}" if moves else "at its beginning"
    diagnostics.add("E409", f"rulebook fault: {wrong.fault.message}", wrong.fault.span,
              help=f"a random game with {counted(players, 'player')} reaches it {when}", clause=wrong.fault.clauses[-1])
