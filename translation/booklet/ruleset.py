"""Files -> the rules for one number of players, with the facts of the clauses and the values that are known before play."""

from __future__ import annotations

from collections.abc import Mapping

from ...dsl import syntax as ast
from ...dsl.check import Typing
from ...dsl.driver.compile import analyse
from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics, RulebookError
from ...dsl.source.records import frozen
from ...dsl.symbols.symbols import Local, SymbolTable
from ...dsl.syntax.walk import nodes_in
from ..facts.facts import ClauseFacts, RulebookFacts, facts_of
from ..facts.values import KnownValues


@frozen(eq=False)
class Ruleset:
    """The rules of a game for one number of players, with these variants and parameters, in no language yet."""

    files: Files
    players: int
    parameters: Mapping[str, str | int]
    facts: RulebookFacts
    symbols: SymbolTable
    typing: Typing
    values: KnownValues

    @property
    def clauses(self) -> list[ClauseFacts]:
        """The clauses that hold for this number of players, in the order of the printed rules."""
        return [clause for clause in self.facts.clauses if self.players in clause.players]

    def value(self, node: ast.Expr) -> int | str | None:
        """The value of an expression, or None if only play knows it, as that of a name that a rule gives."""
        parts = tuple(nodes_in(node))
        own = {self.typing.locals.get(part) for part in parts if isinstance(part, ast.Binder)}
        names = {meaning for meaning in map(self.typing.meanings.get, parts) if isinstance(meaning, Local)}
        return None if names - own else self.values.value(node, self.players)


def ruleset(files: Files, players: int, parameters: Mapping[str, str | int], facts: RulebookFacts | None = None) -> Ruleset:
    """Compile a rulebook for a number of players. Raises RulebookError when it has mistakes.

    `facts` are those of the rulebook with these values, where they are known already.
    """
    diagnostics = Diagnostics()
    diagnostics.extend(files.diagnostics.sorted())
    compiled = analyse(files.declarations, players, parameters, diagnostics, lowered=False, warned=False)
    symbols, typing = compiled.symbols, compiled.typing
    if symbols is None or typing is None or symbols.names.faulty or diagnostics.failed:
        raise RulebookError(compiled.diagnostics)
    known = facts_of(files, parameters) if facts is None else facts
    return Ruleset(files, players, parameters, known, symbols, typing, KnownValues({players: symbols}))
