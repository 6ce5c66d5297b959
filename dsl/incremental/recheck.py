"""The differences of a rulebook, with all that a check of them finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ..source.diagnostics import Diagnostic
from ..symbols.symbols import SymbolTable
from .differences import Differences

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from .. import ir


@frozen
class RecheckedProgram:
    """A program with declarations as they are now, and its names.

    `blocks` says how many a whole compilation makes, and `before` made: the length of short games depends on it.
    """

    symbols: SymbolTable
    program: ir.Program
    blocks: int
    before: int


@frozen
class Recheck:
    """The differences, and the programs with them of those numbers of players with which blocks or short games may be others.

    `is_played` says whether the short games came to one of the declarations. If there are `mistakes`, nothing is played.
    `names` are those of the rulebook as they were and as they are, for each number of players, if values differ. `warnings`
    are those of fields that are new. Changes of a variant that are `broken` are all that is wrong.
    """

    differences: Differences
    programs: tuple[RecheckedProgram, ...] = ()
    is_played: bool = False
    mistakes: tuple[Diagnostic, ...] = ()
    names: tuple[tuple[SymbolTable, SymbolTable], ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    broken: tuple[Diagnostic, ...] = ()
