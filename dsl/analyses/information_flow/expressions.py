"""Label expressions: the secrets that each depends on, and the players that they speak of."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from attrs import evolve

from ... import syntax as ast
from ...check import Typing
from ...source.span import Span
from ...symbols.constants import NotKnown, fold
from ...symbols.symbols import OPEN as OPEN_FUNCTION
from ...symbols.symbols import (
    Ambiguous,
    BoardInfo,
    Builtin,
    ColumnInfo,
    Constant,
    DomainOf,
    EffectInfo,
    EventInfo,
    FaultyName,
    FieldInfo,
    FunctionInfo,
    Local,
    OwnedName,
    RuleInfo,
    SpaceSet,
    SymbolTable,
)
from ..look_ahead import AskedPart, asked_by, asked_parts
from .secrets import OPEN, Label, Secret, SeenBy, Term, lasting, lasts, merged, renamed, side_of, without


def params_in(label: Label, info: FunctionInfo) -> list[int] | None:
    """Return the numbers of a function's parameters on which its label depends; None if it depends on anything else hidden."""
    numbers: dict[Term, int] = {("is", param): number for number, param in enumerate(info.params)}
    params = [numbers.get(secret.whose) if secret.kind == "param" and secret.whose is not None else None for secret in label]
    return None if None in params else [number for number in params if number is not None]


class Labels:
    """Finds labels and terms. `of` holds those of names, `same` the terms of names that stand for others.

    `declared` gives the place where a field is declared.
    """

    def __init__(self, symbols: SymbolTable, typing: Typing,
                 declared: Callable[[FieldInfo], Span] = lambda info: info.node.name_span) -> None:
        self.symbols, self.typing, self.declared = symbols, typing, declared
        self.of: dict[Local, Label] = {}
        self.same: dict[Local, Term] = {}
        self.functions: dict[FunctionInfo, Label] = {}

    # -- labels ------------------------------------------------------------------------------------

    def label(self, node: ast.Expr | ast.Text | None) -> Label:
        """Return the secrets that the value of an expression or text depends on."""
        match node:
            case None:
                return OPEN
            case ast.Text(parts=words):
                return merged(*(self.label(word) for word in words if not isinstance(word, str)))
            case ast.Name():
                return self.name(node)
            case ast.Attribute():
                meaning = self.typing.meanings.get(node)
                own = self.field(meaning, node.subject, node) if isinstance(meaning, FieldInfo) else OPEN
                return merged(self.label(node.subject), own)
            case ast.Call():
                return self.call(node)
            case ast.Quantified(binder=binder, body=body):
                return self.over(binder, body)
            case ast.Ranked():
                return merged(self.label(node.of), self.over(node.binder, None), *map(self.label, node.prizes))
            case ast.Comprehension(binder=binder, body=body):
                return self.over(binder, body)
            case ast.Unary(operand=operand):
                return self.label(operand)
            case ast.Supposed(rule=rule, value=value):
                # The rule itself is proved to put nothing hidden into what is open.
                return merged(self.label(value), *map(self.label, rule.arguments if isinstance(rule, ast.Call) else ()))
            case ast.Can():
                return self.can(node)
            case ast.Chain(domain=domain):
                self.of[self.typing.locals[node]] = OPEN
                return self.label(domain)
            case ast.AmountOf(kind=kind, domain=domain):
                self.of[self.typing.locals[node]] = self.of[self.typing.locals[kind]] = OPEN
                return merged(self.label(kind.domain), self.label(domain))
            case ast.Index(subject=subject, key=key):
                # The place that is read is the part in brackets, not the whole field.
                whole = (
                    evolve(secret, read=node.span) if secret.read == subject.span else secret for secret in self.label(subject)
                )
                return merged(whole, self.label(key))
            # Where a parameter settles the left side, the right side is never read: so one rulebook may play open and hidden.
            case ast.Binary(operator="and" | "or" as operator, left=left) if self.settled(left) is (operator == "or"):
                return OPEN
            case ast.Binary(left=first, right=second) | ast.RangeOf(low=first, high=second):
                return merged(self.label(first), self.label(second))
            case ast.Conditional():
                return merged(self.label(node.this), self.label(node.condition), self.label(node.that))
            case ast.TupleOf(items=items) | ast.Collection(items=items):
                return merged(*(self.label(item) for item in items))
            case ast.Amounts(parts=parts):
                return merged(*(self.label(part.value) for part in parts))
            # Quantifiers over events stand in invariants alone, which no player sees.
            case ast.Integer() | ast.Flag() | ast.Happening():
                return OPEN
            case _:
                assert_never(node)

    def settled(self, node: ast.Expr) -> bool | None:
        """Return whether a condition holds, if numbers of the rulebook alone decide it: then what follows may never be read."""
        try:
            return bool(fold(node, self.typing.meanings.get)[1])
        except NotKnown:
            return None

    def name(self, node: ast.Name) -> Label:
        match meaning := self.typing.meanings.get(node):
            case Local():
                return self.of.get(meaning, OPEN)
            case FieldInfo():
                return self.field(meaning, None, node)
            # A function is labelled where it is called, and an event where it is announced.
            case (Constant() | ColumnInfo() | EffectInfo() | OwnedName() | FunctionInfo() | RuleInfo() | EventInfo()
                  | BoardInfo() | SpaceSet() | Builtin() | DomainOf() | Ambiguous() | FaultyName() | None):
                return OPEN
            case _:
                assert_never(meaning)

    def field(self, info: FieldInfo, subject: ast.Expr | None, reported_at: ast.Expr) -> Label:
        """Return the secret that a field is, if not all see it."""
        seen_by = self.typing.seen_by.get(info)
        if seen_by is None:
            return OPEN
        kind, whose = self.audience(info, subject, seen_by)
        return (Secret(kind, whose, info.name, self.declared(info), reported_at.span),)

    def audience(self, info: FieldInfo, subject: ast.Expr | None, seen_by: str) -> tuple[SeenBy, Term | None]:
        """Return who sees a field of something: a kind of audience and its term."""
        if subject is None or seen_by == "nobody":
            return "nobody", None
        whose = self.term(subject)
        if info.owner == self.symbols.seating.player:
            return ("owner", whose) if seen_by == "owner" else ("side", side_of(whose))
        return "side", side_of(whose) if subject in self.typing.promote_to_side else whose

    def over(self, binder: ast.Binder, body: ast.Expr | None) -> Label:
        """Return the label of a quantifier, a set or a list over a binder."""
        domain, rest = self.bind(binder)
        return merged(domain, without(merged(*rest, self.label(body)), self.typing.locals[binder]))

    def bind(self, binder: ast.Binder) -> tuple[Label, tuple[Label, Label]]:
        """Give a binder's name its label; gives those of its domain, and of its condition and key."""
        local = self.typing.locals[binder]
        domain = self.label(binder.domain)
        self.of[local] = lasting(domain)
        return domain, (self.label(binder.condition), self.label(binder.key))

    # -- calls -------------------------------------------------------------------------------------

    def call(self, node: ast.Call) -> Label:
        match self.typing.meanings.get(node):
            case FunctionInfo() as info:
                return self.function_called(node, info)
            case Builtin(name) if name == OPEN_FUNCTION:
                return self.opened(node)
            case _:
                # Any other call shows at most all that it is given.
                pass
        through = OPEN if node.through is None else self.over(node.through.binder, node.through.cost)
        return merged(through, *(self.label(argument) for argument in node.arguments))

    def opened(self, node: ast.Call) -> Label:
        """Open an expression that the game shows to all; one shown to a player or side is a secret of theirs."""
        if len(node.arguments) == 1:
            return OPEN
        to = node.arguments[1]
        return merged(self.label(to), self.shown_to(to, node.arguments[0].span, node.span))

    def shown_to(self, viewer: ast.Expr | None, what: Span, declared: Span) -> Label:
        """Return the label of what only a player or side is shown; nobody, if none is given."""
        if viewer is None:
            return (Secret("nobody", None, what.text, declared, what),)
        is_player = self.typing.types.get(viewer) == self.symbols.seating.player
        return (Secret("owner" if is_player else "side", self.term(viewer), what.text, declared, what),)

    def function_called(self, node: ast.Call, info: FunctionInfo) -> Label:
        terms = {param: self.term(argument) for param, argument in zip(info.params, node.arguments, strict=True)}
        labels: dict[Term | None, Label] = {("is", param): self.label(argument)
                  for param, argument in zip(info.params, node.arguments, strict=True)}
        own = tuple(secret for secret in self.function(info) if secret.kind != "param")
        passed = (labels[secret.whose] for secret in self.function(info) if secret.kind == "param" and secret.whose in labels)
        return merged(*passed, renamed(own, terms, node.span))

    def function(self, info: FunctionInfo) -> Label:
        """Return the label of a function's value, in the names of its parameters."""
        if info not in self.functions:
            # The function is labelled once, with a stand-in for each parameter; every call puts the labels of its arguments
            # in their place.
            for param in info.params:
                self.of[param] = (Secret("param", ("is", param), param.name, info.node.span, info.node.span),)
            self.functions[info] = self.value(info.node)
        return self.functions[info]

    def can(self, node: ast.Can) -> Label:
        """Return the label of the legality of a choice: of all that it asks, in the names of the arguments."""
        choice = asked_by(node, self.typing)
        if choice is None or not isinstance(node.choice, ast.Call):
            return OPEN
        rule, arguments = choice[0], node.choice.arguments
        # The names of the choice are labelled for this question alone: the walk over the rule itself gives them other labels.
        around = dict(self.of)
        for param in rule.params:
            self.of[param] = (Secret("param", ("is", param), param.name, rule.node.span, rule.node.span),)
        label = merged(*map(self.part, asked_parts(*choice)))
        self.of.clear()
        self.of.update(around)
        terms = {param: self.term(argument) for param, argument in zip(rule.params, arguments, strict=True)}
        pairs = zip(rule.params, arguments, strict=True)
        labels: dict[Term | None, Label] = {("is", param): self.label(argument) for param, argument in pairs}
        own = tuple(secret for secret in label if secret.kind != "param")
        passed = (labels[secret.whose] for secret in label if secret.kind == "param" and secret.whose in labels)
        return merged(*passed, renamed(own, terms, node.span))

    def part(self, node: AskedPart) -> Label:
        """Return the label of a part of what says whether a move is legal."""
        match node:
            case ast.Let():
                self.let(node)
                return self.label(node.value)
            case ast.Binder():
                domain, rest = self.bind(node)
                return merged(domain, *rest)
            case ast.Require() | ast.RequireException():
                return merged(self.label(node.condition), *map(self.part, node.exceptions))
            case _:
                # An expression: of these, `label` knows all.
                return self.label(node)

    def value(self, node: ast.Function | ast.FunctionException) -> Label:
        exceptions = [merged(self.label(exception.condition), self.value(exception)) for exception in node.exceptions]
        for let in node.lets:
            self.let(let)
        return merged(*exceptions, self.label(node.gives))

    def let(self, node: ast.Let) -> None:
        """Give a name the label and the term of its value."""
        local = self.typing.locals[node]
        self.of[local] = merged(self.of.get(local, OPEN), lasting(self.label(node.value)))
        term = self.term(node.value)
        # A `let` of a field is no other word for it: the field may name another player later, and the name does not.
        if term is not None and lasts(term):
            self.same[local] = term

    # -- terms -------------------------------------------------------------------------------------

    def term(self, node: ast.Expr) -> Term | None:
        """Return how a player or side is written; None where the form does not tell."""
        meaning = self.typing.meanings.get(node)
        match node, meaning:
            case ast.Name(), Local(kind="var"):
                return ("var", meaning)
            case ast.Name(), Local():
                return self.same.get(meaning, ("is", meaning))
            case ast.Name(), Constant(value=value):
                return ("known", value)
            case ast.Name(), FieldInfo():
                return ("field", meaning)
            case ast.Integer(value=value), _:
                return ("known", value)
            case ast.Attribute(subject=subject), Builtin("side"):
                return side_of(self.term(subject))
            case ast.Attribute(subject=subject), FieldInfo():
                whose = self.term(subject)
                return None if whose is None else ("of", whose, ("field", meaning))
            case ast.Index(subject=subject, key=key), _:
                whole, part = self.term(subject), self.term(key)
                return None if whole is None or part is None else ("at", whole, part)
            case ast.Unary(operator="the", operand=operand), _:
                return self.term(operand)
            case ast.Call(arguments=(first, *_)), Builtin("open" | "next" | "previous" as name):
                inner = self.term(first)
                return inner if name == OPEN_FUNCTION or inner is None else (name, inner)
            case _:
                # Two forms that are not shown to be the same are taken to name different players: the stricter reading.
                return None
