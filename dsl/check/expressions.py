"""Expressions to types: what each is, and whether it fits where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .. import syntax as ast
from ..source.diagnostics import counted, did_you_mean
from ..source.habits import help_for
from ..symbols.constants import MAX_NUMBER
from ..symbols.symbols import (
    APPLIED,
    BEFORE,
    DECIDER,
    DIRECTION,
    OPEN,
    Ambiguous,
    BoardInfo,
    Builtin,
    DomainOf,
    EffectInfo,
    EventInfo,
    FieldInfo,
    FunctionInfo,
    Known,
    Local,
    Meaning,
    Part,
    RuleInfo,
    SpaceSet,
    Wrong,
)
from ..types.conversion import fits, join, keeps_codes, without
from ..types.types import (
    FLAG,
    UNKNOWN,
    DomainType,
    EnumType,
    FlagType,
    IntType,
    ListType,
    PerType,
    Scalar,
    SetType,
    TupleType,
    Type,
    UnionType,
    UnknownType,
    members,
    size,
)
from .amounts import amounts, numbers_of
from .builtins import check_builtin, check_open
from .domains import collection, comprehension, fits_count, quantified, range_of
from .fitting import Fitting
from .narrowing import path
from .operators import binary, unary
from .ranks import ranked
from .steps import check_applied, check_before, check_decider, happening

_KIND: dict[type[Meaning], str] = {
    FunctionInfo: "a function", Builtin: "a function", RuleInfo: "a rule", EventInfo: "an event",
}


class ExpressionChecker(Fitting):
    """Gives every expression its type."""

    # -- what an expression must be ----------------------------------------------------------------

    def value(self, node: ast.Expr, expected: Type) -> Type:
        """Check an expression that must give a value of this type."""
        type_ = self.expr(node, expected)
        self.fit(node, type_, expected)
        fits_count(self, node, expected)
        return type_

    def number(self, node: ast.Expr) -> Type:
        """Check an expression that must give a number."""
        return self.numeric(node, self.expr(node))

    def domain(self, node: ast.Expr) -> Type:
        """Check an expression that must give values to go through; gives the type of one."""
        if isinstance(node, ast.Collection) and not node.items:
            self.typing.types[node] = UNKNOWN
            self.complain("E304", f"nothing lies in {node.span.text}", node.span)
            return UNKNOWN
        match self.expr(node):
            case DomainType(element) | SetType(element) | ListType(element):
                return element
            case UnknownType():
                return UNKNOWN
            case type_:
                self.complain("E304", f"this is {type_}, where values to go through are needed", node.span,
                              help="a type, a range, a set or a list")
        return UNKNOWN

    def arguments(self, call: ast.Call, params: tuple[Local, ...]) -> None:
        """Check the values that a call gives to parameters."""
        self.no_paths(call)
        if len(call.arguments) != len(params):
            wanted = ", ".join(f"{param.name}: {param.type}" for param in params) or "nothing"
            given = counted(len(call.arguments), "value")
            self.complain("E305", f"{given} instead of {len(params)}", call.span,
                          help=f"it takes {wanted}")
        for argument, param in zip(call.arguments, params, strict=False):
            self.value(argument, param.type)

    def no_paths(self, call: ast.Call) -> None:
        """Check that a call of what knows no paths does not lead through spaces."""
        if call.through is not None:
            self.complain("E206", "only `distance` and `reachable` lead through spaces", call.through.span)

    def text(self, node: ast.Text | None) -> None:
        """Check the expressions in a text."""
        for part in () if node is None else node.parts:
            if not isinstance(part, str):
                type_ = self.expr(part)
                if isinstance(type_, DomainType | PerType | TupleType) and not numbers_of(type_):
                    self.complain("E301", f"{type_} cannot be written in a text", part.span)

    # -- binders -----------------------------------------------------------------------------------

    @contextmanager
    def binding(self, node: ast.Binder) -> Iterator[Type]:
        """The scope in which a binder's name stands for a value of its domain; gives its type."""
        with self.nested():
            yield self.bind(node)

    def bind(self, node: ast.Binder) -> Type:
        """Let a binder's name stand for a value of its domain, in the scope that is open."""
        element = self.domain(node.domain)
        self.declare(node, node.name, node.name_span, element, "each")
        if node.condition is not None:
            self.value(node.condition, FLAG)
            self.learn(node.condition, True)
        if node.key is not None:
            self.key(node.key)
        return element

    def key(self, node: ast.Expr) -> None:
        """Check an expression to sort by."""
        type_ = self.expr(node)
        parts = type_.items if isinstance(type_, TupleType) else (type_,)
        if not all(isinstance(part, IntType | FlagType | EnumType | UnknownType) for part in parts):
            self.complain("E301", f"values of {type_} have no order to sort by", node.span)

    # -- expressions -------------------------------------------------------------------------------

    def expr(self, node: ast.Expr, expected: Type | None = None) -> Type:
        """Check an expression; `expected` only helps to read words such as `none`."""
        type_ = self.typed(node, expected)
        if isinstance(type_, UnionType) and self.facts:
            where = path(node, self.typing.meanings.get)
            if where is not None and where in self.facts:
                type_ = self.narrowed(node, type_, self.facts[where])
        self.typing.types[node] = type_
        return type_

    def narrowed(self, node: ast.Expr, type_: UnionType, excluded: frozenset[str]) -> Type:
        """The type of an expression that is known not to be some of what it was declared to be."""
        narrow = without(type_, excluded)
        if not keeps_codes(type_, narrow):
            self.typing.kept_as[node] = type_
        return narrow

    def typed(self, node: ast.Expr, expected: Type | None) -> Type:
        """The type of an expression, before anything is known about its value."""
        match node:
            case ast.Integer():
                return IntType(node.value, node.value) if node.value <= MAX_NUMBER else UNKNOWN
            case ast.Flag():
                return FLAG
            case ast.Name():
                return self.name(node, expected)
            case ast.Attribute():
                return self.attribute(node)
            case ast.Index():
                return self.index(node)
            case ast.Call():
                return self.call(node, expected)
            case ast.Unary():
                return unary(self, node)
            case ast.Binary():
                return binary(self, node, expected)
            case ast.RangeOf():
                return range_of(self, node)
            case ast.Conditional():
                return self.conditional(node, expected)
            case ast.Quantified():
                return quantified(self, node)
            case ast.Happening():
                return happening(self, node)
            case ast.Ranked():
                return ranked(self, node)
            case ast.TupleOf():
                return self.tuple(node, expected)
            case ast.Collection():
                return collection(self, node, expected)
            case ast.Amounts():
                return amounts(self, node, expected)
            case ast.Comprehension():
                return comprehension(self, node)

    def tuple(self, node: ast.TupleOf, expected: Type | None) -> Type:
        wanted = expected.items if isinstance(expected, TupleType) else ()
        items = [self.expr(item, wanted[i] if i < len(wanted) else None) for i, item in enumerate(node.items)]
        for i, (item, type_) in enumerate(zip(node.items, items, strict=True)):
            if not isinstance(type_, Scalar | UnknownType):
                self.complain("E301", f"{type_} cannot be compared in parentheses", item.span)
                items[i] = UNKNOWN
        return UNKNOWN if UNKNOWN in items else TupleType(tuple(items))

    def conditional(self, node: ast.Conditional, expected: Type | None) -> Type:
        self.value(node.condition, FLAG)
        with self.knowing(node.condition, True):
            this = self.expr(node.this, expected)
        with self.knowing(node.condition, False):
            that = self.expr(node.that, expected if expected is not None else this)
        both = join(this, that)
        if expected is not None and not isinstance(expected, IntType | UnknownType) and (
                fits(this, expected) and fits(that, expected)):
            both = expected
        if isinstance(this, DomainType) and isinstance(that, DomainType):
            self.complain("E301", "`if` picks one of two values, and these are values to go through", node.span,
                          help=f"make a set of each: `{{x in {node.this.span.text}}}`, `{{x in {node.that.span.text}}}`")
            return UNKNOWN
        if both is None or isinstance(both, DomainType | PerType):
            self.complain("E301", f"one value is {this}, the other {that}", node.span)
            return UNKNOWN
        self.hand_on(node.this, this, both)
        self.hand_on(node.that, that, both)
        return both

    # -- names -------------------------------------------------------------------------------------

    def name(self, node: ast.Name, expected: Type | None) -> Type:
        """The type of what a name stands for: a local, a word of the type expected, or a global."""
        meaning = self.scope.get(node.name) or self.word(node, expected) or self.symbols.meaning(node.name)
        if meaning is None and node.name == DECIDER:
            return check_decider(self, node)
        if meaning is None:
            self.unknown_name(node, expected)
            return UNKNOWN
        self.typing.meanings[node] = meaning
        self.typing.used.add(meaning)
        match meaning:
            case Local() | Known() | FieldInfo():
                return meaning.type
            case DomainOf():
                return DomainType(meaning.type)
            case BoardInfo() | SpaceSet():
                return DomainType(meaning.space)
            case Wrong():
                return UNKNOWN
            case Ambiguous():
                if not isinstance(expected, UnknownType):
                    self.complain("E204", f"`{node.name}` is a word of several types, "
                                          "and it is not clear which is meant", node.span)
                return UNKNOWN
        self.complain("E204", f"`{node.name}` is {_KIND[type(meaning)]}, where a value is needed", node.span,
                      help=f"write `{node.name}(...)`" if isinstance(meaning, FunctionInfo | Builtin) else None)
        return UNKNOWN

    def unknown_name(self, node: ast.Name, expected: Type | None) -> None:
        if isinstance(expected, UnknownType):
            return
        elsewhere = any(word.name == node.name for word in self.symbols.words)
        self.complain("E201", f"unknown name `{node.name}`", node.span,
                      help=self.absence(node.name) or help_for(node.name)
                      or (f"it is a word, but what stands here is {expected}" if elsewhere and expected is not None
                          else did_you_mean(node.name, members(expected)))
                      or did_you_mean(node.name, [*self.scope, *self.symbols.globals]))

    def absence(self, name: str) -> str | None:
        """When something of this name would be there, if it is not there in this game."""
        condition = self.symbols.absent.get(name)
        return None if condition is None else f"it is only there when {condition}"

    def word(self, node: ast.Name, expected: Type | None) -> Known | None:
        """The word that an expected type gives a meaning to: `none`, `all`, a member."""
        match expected:
            case SetType(element) if node.name == "all":
                return Known("all", expected, (1 << size(element)) - 1)
            case EnumType(kind="player" | "lone side") if node.name in self.seats:
                return Known(node.name, expected, self.seats.index(node.name))
            case EnumType(kind="region"):
                # A space's name stands for the region that the space lies in now.
                return None
            case EnumType() if node.name in expected.members:
                return Known(node.name, expected, expected.members.index(node.name))
            case UnionType(_, extras) if node.name in extras:
                return Known(node.name, expected, -1 - extras.index(node.name))
            case UnionType(bases):
                return next((known for base in bases if (known := self.word(node, base)) is not None), None)
        return None

    # -- parts of things ---------------------------------------------------------------------------

    def attribute(self, node: ast.Attribute) -> Type:
        subject = self.present(node.subject, self.expr(node.subject), node.name)
        if not isinstance(subject, EnumType):
            if subject != UNKNOWN:
                self.complain("E301", f"{subject} has no `{node.name}`", node.span)
            return UNKNOWN
        if subject.kind == "player" and node.name == "side":
            self.typing.meanings[node] = Builtin("side")
            return self.symbols.side
        meaning = self.part(node, subject)
        if meaning is None:
            known = [name for of, name in self.symbols.attributes if of == subject.name]
            if not self.symbols.may_declare(node.name):
                self.complain("E201", f"{subject} has no `{node.name}`", node.span,
                              help=self.absence(node.name) or help_for(node.name) or did_you_mean(node.name, known))
            return UNKNOWN
        self.typing.meanings[node] = meaning
        self.typing.used.add(meaning)
        if isinstance(meaning, EffectInfo):
            self.complain("E306", f"`{node.name}` is carried out; it is not a value", node.span)
            return UNKNOWN
        return meaning.type

    def part(self, node: ast.Attribute, subject: EnumType) -> Part | None:
        """The field or column of a thing; a space has also what its region has, a player what his side has."""
        meaning = self.symbols.attributes.get((subject.name, node.name))
        board = self.symbols.board_of(subject)
        if meaning is None and board is not None and board.region is not None and subject == board.space:
            meaning = self.symbols.attributes.get((board.region.name, node.name))
            if meaning is not None:
                self.typing.to_region.add(node.subject)
        if meaning is None and subject == self.symbols.player:
            meaning = self.symbols.attributes.get((self.symbols.side.name, node.name))
            if meaning is not None:
                self.typing.to_side.add(node.subject)
        return meaning

    def index(self, node: ast.Index) -> Type:
        subject = self.expr(node.subject)
        match subject:
            case PerType() if isinstance(node.subject, ast.Call):
                self.complain("E301", "a part is picked where the field stands, and not of what a function gives", node.span)
                self.expr(node.key, subject.index)
                return UNKNOWN
            case PerType(value, index):
                self.value(node.key, index)
                return value
            case ListType(element, limit):
                self.value(node.key, IntType(1, limit))
                return element
            case UnknownType():
                self.expr(node.key, UNKNOWN)
                return UNKNOWN
        self.expr(node.key, UNKNOWN)
        if isinstance(subject, DomainType):
            written = node.subject.span.text
            whole = isinstance(self.typing.meanings.get(node.subject), BoardInfo)
            self.complain("E301", "values to go through have no parts to pick by brackets", node.subject.span,
                          help=f"a space by its place is `at({written}, column, row)`" if whole else
                               f"make a list of them: `[x in {written}][{node.key.span.text}]`")
        else:
            self.complain("E301", f"{subject} has no parts to pick by brackets", node.subject.span)
        return UNKNOWN

    # -- calls -------------------------------------------------------------------------------------

    def call(self, node: ast.Call, expected: Type | None) -> Type:
        subject = node.subject
        meaning = self.symbols.meaning(subject.name) if isinstance(subject, ast.Name) else None
        if isinstance(meaning, FunctionInfo):
            self.typing.meanings[node] = meaning
            self.typing.used.add(meaning)
            self.arguments(node, meaning.params)
            return meaning.type
        if isinstance(meaning, DomainOf) and meaning.type == DIRECTION:
            meaning = Builtin("direction")
        if isinstance(meaning, Builtin) or (isinstance(meaning, DomainOf) and meaning.type.kind == "region"):
            name = meaning.name if isinstance(meaning, Builtin) else "region"
            self.typing.meanings[node] = Builtin(name)
            type_ = check_builtin(self, node, name)
            if isinstance(meaning, DomainOf) and type_ not in (UNKNOWN, meaning.type):
                self.complain("E301", f"`{node.arguments[0].span.text}` lies in no {meaning.type}", node.span)
                return UNKNOWN
            return type_
        if isinstance(subject, ast.Name) and subject.name in (OPEN, BEFORE, APPLIED):
            self.typing.meanings[node] = Builtin(subject.name)
            if subject.name == OPEN:
                return check_open(self, node, expected)
            return check_applied(self, node) if subject.name == APPLIED else check_before(self, node, expected)
        for argument in node.arguments:
            self.expr(argument, UNKNOWN)
        self.no_function(subject, meaning)
        return UNKNOWN

    def no_function(self, subject: ast.Expr, meaning: Meaning | None) -> None:
        written = subject.span.text
        if isinstance(subject, ast.Name) and meaning is None:
            known = [name for name, node in self.symbols.globals.items() if isinstance(node, FunctionInfo | Builtin)]
            self.complain("E201", f"unknown function `{written}`", subject.span,
                          help=help_for(written) or did_you_mean(written, known))
        elif isinstance(meaning, RuleInfo):
            self.complain("E306", f"`{written}` is a rule: it does something and has no value", subject.span)
        elif not isinstance(meaning, Wrong):
            self.complain("E306", f"`{written}` is not a function", subject.span)
