"""The whole way: files to a program, with every mistake found on it.

    read -> parse -> resolve -> check -> calls -> verify -> lower
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from . import ir
from . import syntax as ast
from .calls import call_graph
from .check import Typing, check
from .diagnostics import Diagnostic, Diagnostics, RulebookError
from .lower import lower
from .resolve import resolve
from .verify import verify
from .world import World


@frozen(eq=False)
class Compiled:
    """What came of compiling for one number of players; `program` is None if there are errors."""

    world: World | None
    typing: Typing | None
    program: ir.Program | None
    diagnostics: tuple[Diagnostic, ...]


def analyse(declarations: tuple[ast.Declaration, ...], players: int, options: Mapping[str, str | int],
            found: Diagnostics) -> Compiled:
    """Compile declarations for a number of players; mistakes are added to `found`.

    `options` maps parameters to their values, written as in the rulebook.
    """
    world = resolve(declarations, players, options, found)
    if world is None or world.play is None:
        return Compiled(world, None, None, found.sorted())
    typing = check(world, found)
    calls = call_graph(world, typing, found)
    if not found.failed:
        verify(world, typing, calls, found)
    program = None if found.failed else lower(world, typing, calls)
    return Compiled(world, typing, program, found.sorted())


def program_for(declarations: tuple[ast.Declaration, ...], players: int,
                options: Mapping[str, str | int], found: Diagnostics) -> ir.Program:
    """The program for a number of players. Raises RulebookError when there are errors."""
    compiled = analyse(declarations, players, options, found)
    if compiled.program is None or found.failed:
        raise RulebookError(compiled.diagnostics)
    return compiled.program
