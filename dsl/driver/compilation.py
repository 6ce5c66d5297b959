"""Compile a rulebook for one table, and conditions about it written in its words.

Playthroughs ask about positions in the rulebook's own expression language; `condition` compiles
such a question against the names of a rulebook that is compiled already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from attrs import evolve

from .. import ir
from .. import syntax as ast
from ..check import Typing, expression_checker
from ..load.loader import Files
from ..lower import Lowering, Shared, lowering_of
from ..resolve import resolve, title
from ..source.cache import digest_of
from ..source.clauses import Clause
from ..source.diagnostics import Diagnostics, RulebookError
from ..source.span import Source, Span
from ..statements.glossary import Glossary, glossary_of
from ..statements.plural import clause_in_number, in_number
from ..symbols.constants import MAX_NUMBER
from ..symbols.parameters import other_values
from ..symbols.symbols import Constant
from ..types.types import FLAG, EnumType, IntType, Scalar, SetType, Type
from .compile import Compiled, analyse, traced_program

# Playthroughs of a rulebook ask the same of each rulebook beside it, such as its mutants.
QUESTIONS_KEPT = 4_096


def header_of(files: Files) -> ast.Rulebook:
    """Return the header of a rulebook. Raises RulebookError when it cannot be read, or has none."""
    header = next((declaration for declaration in files.declarations if isinstance(declaration, ast.Rulebook)), None)
    if header is None or files.diagnostics.failed:
        resolve(files.declarations, header.fewest if header else 1, {}, files.diagnostics)
        raise RulebookError(files.diagnostics.sorted())
    return header


def title_of(files: Files) -> str:
    """Return the title of a rulebook with its variants, or without one its name. Raises RulebookError."""
    return title(header_of(files))


_Question = tuple[str, tuple[str, ...], Source, int, int]


class Compilation:
    """A rulebook for one number of players and given parameters; `compiled` is it, where it is compiled already.

    `as_read` says that `compiled` is what the files compile to with these parameters. `like` is another rulebook, in which
    every condition means the same. Without `warned`, nothing is warned of. `known` is one much like it (`analyse`).
    Raises RulebookError when it has mistakes.
    """

    def __init__(self, files: Files, players: int, parameters: Mapping[str, str | int],
                 compiled: Compiled | None = None, like: Compilation | None = None, warned: bool = True,
                 known: Compiled | None = None, as_read: bool = False) -> None:
        diagnostics = Diagnostics()
        diagnostics.extend(files.diagnostics.sorted())
        self.compiled: Compiled = compiled or analyse(
            files.declarations, players, parameters, diagnostics, warned=warned, known=known)
        if self.compiled.program is None or diagnostics.failed:
            raise RulebookError(self.compiled.diagnostics)
        self.program: ir.Program = self.compiled.program
        self.files, self._like = files, like
        self._conditions: dict[_Question, ir.Condition] = {}
        # What the program was made from, where that is known: what is made of the program is kept by it.
        origin = files.origin if compiled is None or as_read else None
        self.origin: str | None = None if origin is None else digest_of(
            origin.encode(), str(players).encode(), *(repr(item).encode() for item in sorted(parameters.items())))

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """The clauses by id, as the game states them: nouns of the English glossary agree with the numbers before them."""
        return self._clauses_stated

    @cached_property
    def _clauses_stated(self) -> Mapping[str, Clause]:
        glossary = self._english
        return {
            clause.id: clause if glossary is None else clause_in_number(clause, glossary) for clause in self.program.clauses
        }

    @cached_property
    def _english(self) -> Glossary | None:
        return glossary_of(self.files, "en")

    @property
    def traced(self) -> ir.Program:
        """The program with marks where each statement is reached; its slots and blocks are the same."""
        return self._traced

    @cached_property
    def _traced(self) -> ir.Program:
        return traced_program(self.compiled)

    def in_number(self, text: str) -> str:
        """Return a sentence in which each noun of the English glossary agrees with the number right before it."""
        return text if self._english is None else in_number(text, self._english)

    @property
    def named_spaces(self) -> Mapping[str, str]:
        """The spaces that have a name besides that of their place, by that name."""
        return self._named_spaces

    @cached_property
    def _named_spaces(self) -> Mapping[str, str]:
        assert self.compiled.symbols is not None, "what has a program has its names"
        meanings = self.compiled.symbols.names.globals.items()
        return {name: known.type.members[known.value] for name, known in meanings
                if isinstance(known, Constant) and isinstance(known.type, EnumType) and known.type.kind == "space"
                and name not in known.type.members}

    @property
    def other_values(self) -> tuple[tuple[str, str], ...]:
        """As `dsl.symbols.parameters.other_values`."""
        assert self.compiled.symbols is not None, "what has a program has its names"
        return tuple(other_values(self.compiled.symbols))

    def condition(self, text: str, seats: tuple[str, ...], source: Source, line: int, column: int) -> ir.Condition:
        """Return a condition on a position, as it stands in a source; seats may be called by their names.

        Raises RulebookError when it does not compile.
        """
        question = text, seats, source, line, column
        if question not in self._conditions:
            self._conditions[question] = self._asked_for(question)
        return self._conditions[question]

    def _asked_for(self, question: _Question) -> ir.Condition:
        text, seats, source, line, column = question
        if self._like is None or len(self._like.program.sites) != len(self.program.sites):
            return _question(self.compiled, text, seats, {}, FLAG, source, line, column)
        # A condition numbers its places behind those of the program. Both programs have as many,
        # so its numbers are right in both; only the places of the program are exchanged.
        condition = self._like.condition(text, seats, source, line, column)
        return evolve(condition, sites=(*self.program.sites, *condition.sites[len(self.program.sites):]))

    def invariant(self, name: str) -> ir.Condition:
        """Return a declared invariant of positions, with its parts."""
        assert self.compiled.symbols is not None, "what has a program has its names"
        assert self.compiled.typing is not None, "what has a program has its types"
        node = next(node for node in self.compiled.symbols.invariants if node.name == name)
        return _lowered(self.compiled, self.compiled.typing, node.condition)

    def number(self, text: str, seats: tuple[str, ...], source: Source, line: int = 1, me: int | None = None) -> ir.Condition:
        """Return a number that a position has; as `number_of`."""
        return number_of(self.compiled, text, seats, source, line, me)


def questioned(compiled: Compiled, text: str, seats: tuple[str, ...]) -> tuple[ast.Expr, Typing] | None:
    """Return a condition on positions with what is found of it, even if it has mistakes; None if it does not parse.

    Seats may be called by their names.
    """
    try:
        node = _parsed(text, Source("", text), 1, 1)
    except RulebookError:
        return None
    return node, _checked(compiled, node, seats, {}, FLAG, Diagnostics())


def number_of(compiled: Compiled, text: str, seats: tuple[str, ...], source: Source, line: int = 1,
              me: int | None = None) -> ir.Condition:
    """Return a number that a position has; it may go over several lines, from this line of the source on.

    Seats may be called by their names, and the seat `me` is called that. Raises RulebookError when it does not compile.
    """
    more = {} if me is None else {"me": me}
    # In brackets lines may be broken; the opening one stands before the first column.
    return _question(compiled, f"({text}\n)", seats, more, IntType(-MAX_NUMBER, MAX_NUMBER), source, line, 0)


def _question(compiled: Compiled, text: str, seats: tuple[str, ...], more: Mapping[str, int], type_: Type,
              source: Source, line: int, column: int) -> ir.Condition:
    """Return the scope of a question about positions; `more` are further names for seats."""
    diagnostics, node = Diagnostics(), _parsed(text, source, line, column)
    typing = _checked(compiled, node, seats, more, type_, diagnostics)
    if diagnostics.failed:
        raise RulebookError(diagnostics.sorted())
    return _lowered(compiled, typing, node)


def _checked(compiled: Compiled, node: ast.Expr, seats: tuple[str, ...], more: Mapping[str, int], type_: Type,
             diagnostics: Diagnostics) -> Typing:
    """Check a question about positions; mistakes are recorded in `diagnostics`."""
    symbols = compiled.symbols
    assert symbols is not None, "only what compiles is asked about"
    named = (*((name, seat) for seat, name in enumerate(seats)), *more.items())
    with symbols.names.knowing(*(Constant(name, symbols.seating.player, seat) for name, seat in named)):
        checker = expression_checker(symbols, diagnostics, seats)
        checker.scopes.outside = True
        checker.value(node, type_)
    return checker.scopes.typing


@lru_cache(maxsize=QUESTIONS_KEPT)
def _parsed(text: str, source: Source, line: int, column: int) -> ast.Expr:
    """Return a question as it is written; it is the same for all rulebooks. Raises RulebookError."""
    from ..parse.brackets import report_never_closed
    from ..parse.expressions import parse_expression  # loads lark, which few commands need

    diagnostics = Diagnostics()
    node = parse_expression(source, line, column, text, diagnostics)
    if node is None and column < 1:
        # Brackets around the whole text have closed one in it: what does not fit is the end of the text, behind them.
        instead = Diagnostics()
        if report_never_closed(source, line + text.count("\n") - 1, instead):
            diagnostics = instead
    if node is not None and node.span.column < 1:
        # Brackets around the whole text are closed by one in it.
        diagnostics.add("E101", "a `)` that nothing opens", Span(source, line, 1, line, 1))
    if node is None or diagnostics.failed:
        raise RulebookError(diagnostics.sorted())
    return node


def _lowered(compiled: Compiled, typing: Typing, node: ast.Expr) -> ir.Condition:
    """Return a condition or number, lowered, with its parts."""
    symbols, program = compiled.symbols, compiled.program
    assert symbols is not None, "only what compiles is asked about"
    assert program is not None, "only what compiles is asked about"
    # Faults in functions of the rulebook that the condition uses have places of the program.
    shared = Shared(symbols, typing, sites=list(program.sites))
    slots = {(field.name, field.owner): field.base for field in program.fields}
    shared.bases = {info: slots[info.name, info.owner] for info in symbols.components.fields}
    lowering = lowering_of(shared, "condition", {})
    parts = tuple(_part(lowering, typing, conjunct) for conjunct in _conjuncts(node))
    return ir.Condition(lowering.expr(node), parts, tuple(shared.tables.items()), tuple(shared.sites))


def _conjuncts(node: ast.Expr) -> Iterator[ast.Expr]:
    if isinstance(node, ast.Binary) and node.operator == "and":
        yield from _conjuncts(node.left)
        yield from _conjuncts(node.right)
    else:
        yield node


def _part(lowering: Lowering, typing: Typing, node: ast.Expr) -> ir.ConditionPart:
    """Return a part of a condition; of a comparison also its left side, if that can be written out."""
    left, left_text, operator, type_ = None, "", "", None
    if isinstance(node, ast.Binary) and node.operator in ("=", "!=", "<", "<=", ">", ">="):
        operator, left_text = node.operator, node.left.span.text
        kind = typing.types.get(node.left)
        if isinstance(kind, Scalar | SetType):
            left, type_ = lowering.expr(node.left), kind
    if isinstance(node, ast.Quantified) and node.kind in ("every", "no"):
        binder_type = typing.locals[node.binder].type
        against = _against(lowering.expr(node)) if isinstance(binder_type, Scalar) else None
        return ir.ConditionPart(node.span.text, lowering.expr(node), "", "", None, binder_type, against)
    return ir.ConditionPart(node.span.text, lowering.expr(node), left_text, operator, left, type_)


def _against(value: ir.Expr) -> ir.Expr | None:
    """Return the values for which `every` or `no` does not hold, as a list."""
    if not isinstance(value, ir.Gather) or value.kind not in ("every", "no") or value.body is None:
        return None
    fails = ir.Not(value.body) if value.kind == "every" else value.body
    if value.condition is not None:
        fails = ir.IfElse(value.condition, fails, ir.Const(0))
    return ir.Gather("list", value.name, value.domain, fails, None, False, ir.Temp(value.name))
