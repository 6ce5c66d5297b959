"""Compile declarations to a program: run all passes, and report the mistakes of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from .. import ir
from .. import syntax as ast
from ..analyses.call_graph import CallGraph, call_graph
from ..analyses.information_flow import NOTHING_HIDDEN, HiddenValues, flows
from ..analyses.look_ahead import look_ahead
from ..analyses.reachability import verify
from ..analyses.unused import unread
from ..check import Typing, check
from ..lower import MAX_BLOCKS, LoweredUnits, Lowerings, lower
from ..resolve import resolve
from ..source.diagnostics import Diagnostic, Diagnostics, RulebookError
from ..statements.placeholders import with_placeholders
from ..symbols.symbols import SymbolTable
from ..symbols.unchanged_meanings import share
from ..variants.attribution import at_their_causes


@frozen(eq=False)
class ReportedDiagnostics:
    """All that is reported of these very declarations with a number of players and with parameters, by their `repr`."""

    declarations: tuple[ast.Declaration, ...]
    players: int
    parameters: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...]


@frozen(eq=False)
class Compiled:
    """The result of compiling for one number of players; `program` is None if there are errors.

    `lowered` is the code of its parts, for a rulebook much like it; where there are errors, that of an earlier one. `calls` and
    `hidden` are what the passes found that have results, as far as they ran. `reported` is known where all passes ran that
    could.
    """

    symbols: SymbolTable | None
    typing: Typing | None
    program: ir.Program | None
    diagnostics: tuple[Diagnostic, ...]
    lowered: LoweredUnits | None = None
    calls: CallGraph | None = None
    hidden: HiddenValues = NOTHING_HIDDEN
    reported: ReportedDiagnostics | None = None


def analyse(declarations: tuple[ast.Declaration, ...], players: int, parameters: Mapping[str, str | int],
            diagnostics: Diagnostics, lowered: bool = True, warned: bool = True, known: Compiled | None = None) -> Compiled:
    """Compile declarations for a number of players, to a program if it is to be `lowered`; mistakes are added to `diagnostics`.

    `parameters` maps names of parameters to their values, written as in the rulebook. Later passes are left
    out when earlier ones find errors; errors that `diagnostics` holds already, such as those for other
    numbers of players, only keep the program from being made. Without `warned`, passes that only warn are left out.

    `known` is a rulebook much like this one. What was found of parts that mean the same in both is taken from it; the
    result is the same as without it.
    """
    own_diagnostics = Diagnostics()
    symbols = resolve(declarations, players, parameters, own_diagnostics)
    typing = None if symbols is None else _checked(symbols, own_diagnostics, known)
    program = None
    units = Lowerings(None if known is None else known.lowered)
    calls, hidden = None, NOTHING_HIDDEN
    if symbols is not None and typing is not None:
        with_placeholders(symbols, typing)
        calls = call_graph(symbols, typing, own_diagnostics)
        look_ahead(symbols, typing, calls, own_diagnostics)
        if not own_diagnostics.failed and not symbols.names.faulty:
            verify(symbols, typing, calls, own_diagnostics)
            if warned:
                unread(declarations, symbols, typing, own_diagnostics)
        if not own_diagnostics.failed and not symbols.names.faulty:
            hidden = flows(symbols, typing, calls, own_diagnostics, warned)
        if lowered and not own_diagnostics.failed and not diagnostics.failed and not symbols.names.faulty:
            program = lower(symbols, typing, calls, hidden, units=units)
            _check_size(program, declarations, own_diagnostics)
    changes = next((declaration for declaration in declarations if isinstance(declaration, ast.Alterations)), None)
    reported: Iterable[Diagnostic] = own_diagnostics.sorted()
    if changes is not None and own_diagnostics.failed:
        # Compiled once more without the variant, and only after a mistake:
        # what is wrong without it too is not the variant's doing.
        reported = at_their_causes(reported, declarations, changes,
                                   _without_variants(changes.unchanged, players, parameters, known))
    diagnostics.extend(reported)
    is_all = warned and (own_diagnostics.failed or program is not None)
    own = ReportedDiagnostics(declarations, players, _written(parameters), tuple(reported)) if is_all else None
    # With errors nothing was lowered. The code of before is handed on, so that the next text is compared with it.
    return Compiled(symbols, typing, None if own_diagnostics.failed else program, diagnostics.sorted(),
                    units.lowered or units.known,
                    calls, hidden, own)


def _without_variants(declarations: tuple[ast.Declaration, ...], players: int, parameters: Mapping[str, str | int],
                      known: Compiled | None) -> tuple[Diagnostic, ...]:
    """Return the mistakes of a rulebook without its variants, which may be the one that is known."""
    before = None if known is None else known.reported
    if before is not None and before.players == players and before.parameters == _written(parameters) and (
            before.declarations == declarations):
        return before.diagnostics
    return analyse(declarations, players, parameters, Diagnostics(), known=known).diagnostics


def _written(parameters: Mapping[str, str | int]) -> dict[str, str]:
    # `1` and `True` are equal, and only one of them is the value of a flag.
    return {name: repr(value) for name, value in parameters.items()}


def _checked(symbols: SymbolTable, diagnostics: Diagnostics, known: Compiled | None) -> Typing:
    """Check a rulebook, as far as it does not mean the same as one that is known."""
    if known is None or known.symbols is None or known.typing is None:
        return check(symbols, diagnostics)
    changed = share(symbols, known.symbols)
    return check(symbols, diagnostics) if changed is None else check(symbols, diagnostics, known.typing, changed)


def traced_program(compiled: Compiled) -> ir.Program:
    """Return the program of a rulebook without mistakes once more, with marks where each statement is reached."""
    assert compiled.symbols is not None, "what has a program has its names"
    assert compiled.typing is not None, "what has a program has its types"
    calls = call_graph(compiled.symbols, compiled.typing, Diagnostics())
    hidden = flows(compiled.symbols, compiled.typing, calls, Diagnostics())
    return lower(compiled.symbols, compiled.typing, calls, hidden, traced=True)


def _check_size(program: ir.Program, declarations: tuple[ast.Declaration, ...], diagnostics: Diagnostics) -> None:
    """Record that the compiled rules are too large to be played."""
    header = next(declaration for declaration in declarations if isinstance(declaration, ast.Rulebook))
    if len(program.blocks) > MAX_BLOCKS:
        diagnostics.add(
            "E106", f"compiled rules of {len(program.blocks)} blocks; at most {MAX_BLOCKS} are allowed", header.name_span
        )


def program_for(declarations: tuple[ast.Declaration, ...], players: int,
                parameters: Mapping[str, str | int], diagnostics: Diagnostics) -> ir.Program:
    """Return the program for a number of players. Raises RulebookError when there are errors."""
    compiled = analyse(declarations, players, parameters, diagnostics)
    if compiled.program is None or diagnostics.failed:
        raise RulebookError(compiled.diagnostics)
    return compiled.program
