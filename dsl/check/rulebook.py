"""A whole rulebook, part by part: first values, functions, rules, ends, and the texts of all of them."""

from __future__ import annotations

from .. import syntax as ast
from ..source.diagnostics import Diagnostics
from ..symbols.constants import MAX_NUMBER, NotKnown, ToldAlready, fold
from ..symbols.symbols import DomainOf, FieldInfo, Local, SymbolTable
from ..types.conversion import converted, number_range
from ..types.types import FLAG, UNKNOWN, IntType, ListType, PerType, SetType, Type, lowest, values
from .choices import overs
from .pieces import starts_of_pieces
from .spaces import starts_of_spaces
from .statements import StatementChecker
from .symmetries import symmetry
from .typing import Typing, has_natural_start, start_of


def check(symbols: SymbolTable, diagnostics: Diagnostics) -> Typing:
    """Give types to everything in a resolved rulebook; mistakes are recorded in `found`."""
    checker = Checker(symbols, diagnostics)
    checker.everything()
    return checker.typing


class Checker(StatementChecker):
    """Checks the parts of a rulebook in order."""

    def everything(self) -> None:
        """The whole rulebook."""
        self.state()
        self.functions()
        self.rules()
        self.endings()
        self.texts()

    # -- the state ---------------------------------------------------------------------------------

    def state(self) -> None:
        """First values and audiences of fields: both are known before play."""
        for info in self.symbols.fields:
            if info.node.value is not None:
                self.start(info, info.node.value, start_of(info.type, info.node.value))
            elif not has_natural_start(info.type):
                self.complain("E207", f"`{info.name}` has no value to begin with", info.node.name_span,
                              help="add `= value` after its type")
            self.audience(info)
        starts_of_spaces(self)
        starts_of_pieces(self)

    def start(self, info: FieldInfo, node: ast.Expr, cell: Type) -> None:
        """Work out the first value of a field."""
        if self.value(node, cell) == UNKNOWN:
            return
        try:
            self.typing.starts[info] = self.slots(node, cell)
        except ToldAlready:
            return
        except NotKnown as error:
            self.complain("E307", f"this {error.reason}", error.node.span,
                          help="a field begins with numbers, constants, parameters and words")

    def slots(self, node: ast.Expr, type_: Type) -> tuple[int, ...]:
        """The slots of a value that is known before play. Raises NotKnown."""
        match type_, node:
            case ListType(element, limit), ast.Collection(items=items):
                entries = [self.known(item, element) for item in items]
                if len(entries) > limit:
                    self.complain("E303", f"{len(entries)} values in a list of at most {limit}", node.span)
                return (len(entries), *entries, *[0] * (limit - len(entries)))
            case SetType(element), ast.Collection(items=items):
                return (sum(1 << bit for bit in {self.known(item, element) - lowest(element) for item in items}),)
            case ListType(), _:
                raise NotKnown(node)
            case PerType(IntType() as number, index), ast.Amounts(parts=parts):
                given = {self.known(part.key, index): self.known(part.value, number) for part in parts}
                return tuple(given.get(key, 0) for key in values(index))
        return (self.known(node, type_),)

    def known(self, node: ast.Expr, type_: Type) -> int:
        of, value = fold(node, self.typing.meanings.get)
        numbers = number_range(type_)
        if numbers is not None and isinstance(of, IntType) and not numbers.low <= value <= numbers.high:
            self.complain("E303", f"{value} is not in {numbers}", node.span)
            return numbers.low
        kept = converted(value, of, type_)
        return value if kept is None else kept

    def audience(self, info: FieldInfo) -> None:
        """Work out who sees a field, where not all do."""
        if info.node.seen_by is None:
            return
        owner = "" if info.owner is None else info.owner.kind
        if info.node.seen_by != "nobody" and owner not in ("player", "side", "lone side"):
            self.complain("E206", f"`{info.name}` belongs to no player or side who could see it", info.node.name_span,
                          help="write `seen by nobody`" if info.owner is None or info.owner.owner is None else
                          f"let each {info.owner.owner} have it `per {info.owner}`, or write `seen by nobody`")
        seen = True
        if info.node.seen_when is not None and self.value(info.node.seen_when, FLAG) != UNKNOWN:
            try:
                seen = bool(fold(info.node.seen_when, self.typing.meanings.get)[1])
            except ToldAlready:
                return
            except NotKnown as error:
                self.complain("E307", f"this {error.reason}", error.node.span,
                              help="who sees a field depends only on constants, parameters and `player_count`")
        if seen:
            self.typing.seen_by[info] = info.node.seen_by

    # -- functions and rules -----------------------------------------------------------------------

    def functions(self) -> None:
        """Functions, with their exceptions."""
        for function in self.symbols.functions.values():
            node = function.node
            with self.inside(function.params, function.name):
                self.function_body(node.lets, node.gives, node.exceptions, function.type)

    def function_body(self, lets: tuple[ast.Let, ...], gives: ast.Expr,
                      exceptions: tuple[ast.FunctionException, ...], type_: Type) -> None:
        outer = self.clause
        for exception in exceptions:
            self.clause = exception.id
            self.value(exception.condition, FLAG)
            with self.knowing(exception.condition, True):
                self.text(exception.statement)
                self.function_body(exception.lets, exception.gives, exception.exceptions, type_)
            self.clause = outer
        overs(self, exceptions)
        with self.nested():
            for let in lets:
                self.let(let)
            self.value(gives, type_)

    def rules(self) -> None:
        """Rules, the effects of rows, and `play`."""
        for rule in self.symbols.rules.values():
            if rule.reacts_to in self.symbols.events:
                self.typing.used.add(self.symbols.events[rule.reacts_to])
            with self.inside(rule.params, rule.name):
                self.rule_body(rule.node.body, rule.node.exceptions)
        for effect in self.symbols.effects:
            for body, clause in zip(effect.bodies, effect.clauses, strict=True):
                with self.inside(effect.params, clause):
                    self.block(body)
        if self.symbols.play is not None:
            with self.inside((), "play"):
                self.rule_body(self.symbols.play.body, self.symbols.play.exceptions)

    def rule_body(self, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...]) -> None:
        outer = self.clause
        for exception in exceptions:
            self.clause = exception.id
            self.value(exception.condition, FLAG)
            with self.knowing(exception.condition, True):
                self.text(exception.statement)
                self.rule_body(exception.body, exception.exceptions)
            self.clause = outer
        overs(self, exceptions)
        self.block(body)

    # -- ends --------------------------------------------------------------------------------------

    def endings(self) -> None:
        """Ends, invariants and scores: what is asked about a position."""
        for end in self.symbols.ends:
            with self.inside((), end.name):
                self.end(end)
        for invariant in self.symbols.invariants:
            with self.inside((), invariant.name):
                self.time = "step" if invariant.of_steps else "now"
                self.value(invariant.condition, FLAG)
                self.time = "now"
        for item in self.symbols.symmetries:
            symmetry(self, item)
        for score in self.symbols.scores:
            with self.inside(()):
                self.players_or_sides(score.binder, "only players or sides score")
                self.value(score.value, IntType(-MAX_NUMBER, MAX_NUMBER))

    def end(self, node: ast.End) -> None:
        self.value(node.condition, FLAG)
        if node.binder is None:
            return
        self.players_or_sides(node.binder, "only players or sides win")
        if node.kind == "winners" and node.binder.key is not None:
            self.complain("E206", "winners have no order; a `ranking` has", node.binder.key.span)

    def players_or_sides(self, node: ast.Binder, complaint: str) -> None:
        """Check a binder that goes through all players, or all sides."""
        self.bind(node)
        meaning = self.typing.meanings.get(node.domain)
        if isinstance(meaning, DomainOf) and meaning.type in (self.symbols.player, self.symbols.side):
            return
        if self.plain_type(node.domain) != UNKNOWN:
            self.complain("E301", complaint, node.domain.span, help="write `p in players` or `s in sides`")

    # -- texts -------------------------------------------------------------------------------------

    def texts(self) -> None:
        """Names in statements must exist; their values are filled in elsewhere."""
        for rule in self.symbols.rules.values():
            self.text_of(rule.node.statement, rule.params, rule.name)
        for function in self.symbols.functions.values():
            self.text_of(function.node.statement, function.params, function.name)
        for event in self.symbols.events.values():
            self.text_of(event.node.statement, event.params, event.name)
        for end in self.symbols.ends:
            self.text_of(end.statement, (), end.name)
        for invariant in self.symbols.invariants:
            self.text_of(invariant.statement, (), invariant.name)
        for item in self.symbols.symmetries:
            self.text_of(item.statement, (), item.name)
        for clause, statement in self.symbols.statements:
            with self.symbols.knowing(*self.symbols.row_values.get(clause, ())):
                self.text_of(statement, (), clause)
        for board in self.symbols.boards.values():
            with self.inside((self.typing.space_shown(board),)):
                for shown in board.node.shown_as:
                    self.shown(shown)

    def shown(self, node: ast.ShownAs) -> None:
        """What a picture says of a space, perhaps under a condition."""
        if node.condition is None:
            self.text(node.text)
            return
        self.value(node.condition, FLAG)
        with self.knowing(node.condition, True):
            self.text(node.text)

    def text_of(self, text: ast.Text | None, names: tuple[Local, ...], clause: str | None = None) -> None:
        """A text that may use these names."""
        with self.inside(names, clause):
            self.text(text)
