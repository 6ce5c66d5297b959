"""Names to types: give every expression its type and every name its meaning, or say why not.

The checker walks a rulebook once. It never stops at a mistake: what is wrong gets the unknown
type, which fits everywhere, and the walk goes on. Values that may be missing (`T or none`) can
only be used as a T where a test has shown that they are there; `narrowing` keeps those facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, field

from . import syntax as ast
from .builtins import check_builtin
from .diagnostics import Diagnostics, did_you_mean
from .narrowing import Facts, forget_fields, learned, narrow, path
from .types import (
    FLAG,
    UNKNOWN,
    DomainType,
    EnumType,
    FlagType,
    IntType,
    ListType,
    PerType,
    SetType,
    TupleType,
    Type,
    UnionType,
    UnknownType,
    fits,
    join,
    size,
)
from .typenames import TypeReader
from .world import (
    BoardInfo,
    Builtin,
    ColumnInfo,
    DomainOf,
    EffectInfo,
    EventInfo,
    FieldInfo,
    FunctionInfo,
    Known,
    Local,
    Meaning,
    RuleInfo,
    World,
)

MAX_REPEAT = 10_000
MAX_DOMAIN = 10_000


@define(eq=False)
class Typing:
    """What the checker found: types and meanings by node, and where a space stands for its region."""

    types: dict[ast.Node, Type] = field(factory=dict)
    meanings: dict[ast.Node, Meaning] = field(factory=dict)
    locals: dict[ast.Node, Local] = field(factory=dict)
    to_region: set[ast.Node] = field(factory=set)
    used: set[Meaning] = field(factory=set)


def check(world: World, found: Diagnostics) -> Typing:
    """Give types to everything in a resolved rulebook; mistakes are recorded in `found`."""
    checker = Checker(world, found)
    checker.everything()
    return checker.typing


class Checker:
    """The walk, with the names and facts that hold where it stands."""

    def __init__(self, world: World, found: Diagnostics) -> None:
        self.world, self.found = world, found
        self.typing = Typing()
        self.scope: dict[str, Local] = {}
        self.facts: Facts = {}
        self.loops = 0

    # -- the parts of a rulebook ---------------------------------------------------------------

    def everything(self) -> None:
        world = self.world
        for info in world.fields:
            if info.node.value is not None:
                self.value(info.node.value, _cell(info.type))
            elif not has_natural_start(info.type):
                self.found.add("E305", f"`{info.name}` has no value to begin with", info.node.span,
                               help="add `= value` after its type")
            if info.node.seen_when is not None:
                self.value(info.node.seen_when, FLAG)
        for function in world.functions.values():
            with self.inside(function.params):
                node = function.node
                self.function_body(node.lets, node.gives, node.exceptions, function.type)
        for rule in world.rules.values():
            if rule.reacts_to in world.events:
                self.typing.used.add(world.events[rule.reacts_to])
            with self.inside(rule.params):
                self.rule_body(rule.node.body, rule.node.exceptions)
        for effect in world.effects:
            for body in effect.bodies:
                with self.inside(effect.params):
                    self.block(body)
        if world.play is not None:
            with self.inside(()):
                self.rule_body(world.play.body, world.play.exceptions)
        for end in world.ends:
            self.end(end)
        for invariant in world.invariants:
            self.value(invariant.condition, FLAG)
        for score in world.scores:
            with self.binding(score.binder):
                self.value(score.value, IntType(-10**9, 10**9))
        for board in world.boards.values():
            if board.shown_as is not None:
                with self.inside((Local(board.space.name, board.space, "space"),)):
                    self.text(board.shown_as)
        self.statements_of_clauses()

    def statements_of_clauses(self) -> None:
        """Names in the statements of rules must exist; their values are filled in elsewhere."""
        for rule in self.world.rules.values():
            if rule.node.statement is not None:
                with self.inside(rule.params):
                    self.text(rule.node.statement)
        for function in self.world.functions.values():
            if function.node.statement is not None:
                with self.inside(function.params):
                    self.text(function.node.statement)
        for end in self.world.ends:
            if end.statement is not None:
                self.text(end.statement)
        for invariant in self.world.invariants:
            if invariant.statement is not None:
                self.text(invariant.statement)

    def function_body(self, lets: tuple[ast.Let, ...], gives: ast.Expr,
                      exceptions: tuple[ast.FunctionException, ...], type_: Type) -> None:
        scope, facts = dict(self.scope), self.facts
        for exception in exceptions:
            self.value(exception.condition, FLAG)
            with self.knowing(exception.condition, True):
                if exception.statement is not None:
                    self.text(exception.statement)
                self.function_body(exception.lets, exception.gives, exception.exceptions, type_)
        self.overs(exceptions)
        for let in lets:
            self.let(let)
        self.value(gives, type_)
        self.scope, self.facts = scope, facts

    def rule_body(self, body: tuple[ast.Stmt, ...], exceptions: tuple[ast.RuleException, ...]) -> None:
        for exception in exceptions:
            self.value(exception.condition, FLAG)
            with self.knowing(exception.condition, True):
                if exception.statement is not None:
                    self.text(exception.statement)
                self.rule_body(exception.body, exception.exceptions)
        self.overs(exceptions)
        self.block(body)

    def overs(self, exceptions: tuple[ast.FunctionException | ast.RuleException | ast.RequireException, ...]) -> None:
        siblings = {one.id for one in exceptions}
        for one in exceptions:
            if one.over is not None and one.over not in siblings - {one.id}:
                self.found.add("E201", f"`{one.over}` is not another exception to the same rule", one.id_span,
                               help=did_you_mean(one.over, siblings - {one.id}))

    def end(self, node: ast.End) -> None:
        self.value(node.condition, FLAG)
        if node.binder is None:
            return
        with self.binding(node.binder) as element:
            if element not in (self.world.player, self.world.side, UNKNOWN):
                self.found.add("E301", "only players or sides win", node.binder.span)

    # -- scopes ----------------------------------------------------------------------------------

    @contextmanager
    def inside(self, params: tuple[Local, ...]) -> Iterator[None]:
        scope, facts, loops = self.scope, self.facts, self.loops
        self.scope, self.facts, self.loops = {local.name: local for local in params}, {}, 0
        yield
        self.scope, self.facts, self.loops = scope, facts, loops

    @contextmanager
    def nested(self) -> Iterator[None]:
        scope, facts = self.scope, self.facts
        self.scope = dict(scope)
        yield
        self.scope, self.facts = scope, facts

    @contextmanager
    def knowing(self, condition: ast.Expr, holds: bool) -> Iterator[None]:
        facts = self.facts
        self.learn(condition, holds)
        yield
        self.facts = facts

    def learn(self, condition: ast.Expr, holds: bool) -> None:
        new = learned(condition, holds, self.typing.meanings.get, self.plain_type)
        merged = dict(self.facts)
        for where, words in new.items():
            merged[where] = merged.get(where, frozenset()) | words
        self.facts = merged

    def plain_type(self, node: ast.Expr) -> Type:
        return self.typing.types.get(node, UNKNOWN)

    def declare(self, node: ast.Node, name: str, type_: Type, kind: str) -> Local:
        if name in self.scope:
            self.found.add("E202", f"`{name}` is a name here already", node.span)
        local = Local(name, type_, kind)
        self.scope = {**self.scope, name: local}
        self.typing.locals[node] = local
        return local

    @contextmanager
    def binding(self, node: ast.Binder) -> Iterator[Type]:
        """The scope in which a binder's name stands for a value of its domain; gives its type."""
        with self.nested():
            yield self.bind(node)

    def bind(self, node: ast.Binder) -> Type:
        element = self.domain(node.domain)
        self.declare(node, node.name, element, "each")
        if node.condition is not None:
            self.value(node.condition, FLAG)
            self.learn(node.condition, True)
        if node.key is not None:
            self.key(node.key)
        return element

    def bind_open(self, node: ast.Binder) -> None:
        """A binder of a move: its values are written and chosen, so each must be a single one."""
        element = self.bind(node)
        if not isinstance(element, IntType | FlagType | EnumType | UnionType | UnknownType):
            self.found.add("E304", f"a move cannot be chosen among values of {element}", node.domain.span)
        elif element != UNKNOWN and size(element) > MAX_DOMAIN:
            self.found.add("E304", f"a choice among {size(element)} values", node.domain.span,
                           help=f"at most {MAX_DOMAIN} are allowed")

    def key(self, node: ast.Expr) -> None:
        type_ = self.expr(node)
        parts = type_.items if isinstance(type_, TupleType) else (type_,)
        if not all(isinstance(part, IntType | FlagType | EnumType | UnknownType) for part in parts):
            self.found.add("E301", f"values of {type_} have no order to sort by", node.span)

    # -- statements ------------------------------------------------------------------------------

    def block(self, nodes: tuple[ast.Stmt, ...]) -> None:
        with self.nested():
            for i, node in enumerate(nodes):
                if i and isinstance(nodes[i - 1], ast.Leave):
                    self.found.add("E401", "nothing reaches this line", node.span)
                self.stmt(node)

    def stmt(self, node: ast.Stmt) -> None:
        match node:
            case ast.Let():
                self.let(node)
            case ast.Var():
                self.var(node)
            case ast.Change():
                self.change(node)
            case ast.Transfer():
                self.number(node.amount)
                for place in (node.source, node.target):
                    type_ = self.place(place)
                    if not isinstance(type_, IntType | UnknownType):
                        self.found.add("E301", f"only numbers are transferred, and this is {type_}", place.span)
                self.happened()
            case ast.Do():
                self.do(node)
            case ast.If():
                self.if_(node)
            case ast.ForEach():
                self.happened()
                with self.binding(node.binder):
                    self.loop(node.body)
                self.happened()
            case ast.Repeat():
                self.repeat(node)
            case ast.Roll():
                self.roll(node)
            case ast.Announce():
                self.announce(node)
            case ast.Check():
                for name in node.ends:
                    if name not in {end.name for end in self.world.ends}:
                        self.found.add("E201", f"unknown end `{name}`", node.span,
                                       help=did_you_mean(name, (end.name for end in self.world.ends)))
            case ast.Merge():
                first, second = self.expr(node.first), self.expr(node.second)
                for type_, part in ((first, node.first), (second, node.second)):
                    if not isinstance(type_, UnknownType) and getattr(type_, "kind", "") != "region":
                        self.found.add("E301", f"only regions merge, and this is {type_}", part.span)
                self.happened()
            case ast.Leave():
                if not self.loops:
                    self.found.add("E306", f"`{node.kind}` stands in no loop", node.span)
            case ast.Must():
                self.value(node.condition, FLAG)
                self.learn(node.condition, True)
                if node.message is not None:
                    self.text(node.message)
            case ast.Choose():
                self.choose(node)

    def happened(self) -> None:
        """Something changed: forget what was known about fields."""
        self.facts = forget_fields(self.facts)

    def loop(self, body: tuple[ast.Stmt, ...]) -> None:
        self.loops += 1
        self.block(body)
        self.loops -= 1

    def let(self, node: ast.Let) -> None:
        type_ = self.expr(node.value)
        if isinstance(type_, DomainType | PerType | TupleType):
            self.found.add("E306", f"{type_} cannot be kept under a name", node.value.span,
                           help="`[x in ... ]` makes a list of a domain")
            type_ = UNKNOWN
        self.declare(node, node.name, type_, "let")
        if isinstance(type_, UnionType):
            where = path(node.value, self.typing.meanings.get)
            if where in self.facts:
                self.facts = {**self.facts, f"{node.name}#{id(self.scope[node.name])}": self.facts[where]}

    def var(self, node: ast.Var) -> None:
        type_ = TypeReader(self.world, self.found).type(node.type)
        if node.value is not None:
            self.value(node.value, _cell(type_))
        elif not has_natural_start(type_):
            self.found.add("E305", f"`{node.name}` has no value to begin with", node.span,
                           help="add `= value` after its type")
        self.declare(node, node.name, type_, "var")

    def change(self, node: ast.Change) -> None:
        type_ = self.place(node.place)
        match node.kind, type_:
            case _, UnknownType():
                self.expr(node.value)
            case "becomes", PerType():
                self.found.add("E301", f"`{node.place.span.text}` has a value for each {type_.index}", node.place.span,
                               help="name one of them in brackets")
            case "becomes", _:
                self.value(node.value, type_)
            case _, IntType():
                self.number(node.value)
            case _, SetType(element):
                if isinstance(self.expr(node.value, type_), SetType):
                    self.value(node.value, type_)
                else:
                    self.value(node.value, element)
            case _, ListType(element):
                self.value(node.value, element)
            case _:
                self.found.add("E301", f"`{node.kind}` is for numbers, sets and lists, and this is {type_}",
                               node.place.span, help="use `becomes`")
        self.happened()
        if node.kind == "becomes" and isinstance(type_, UnionType):
            value = self.plain_type(node.value)
            where = path(node.place, self.typing.meanings.get)
            if where is not None and not isinstance(value, UnionType) and not (
                    isinstance(node.value, ast.Name) and node.value.name in type_.extras):
                self.facts = {**self.facts, where: frozenset(type_.extras)}

    def place(self, node: ast.Expr) -> Type:
        """The declared type of a place that can be written to."""
        facts, self.facts = self.facts, {}
        type_ = self.expr(node)
        self.facts = facts
        base = node
        while isinstance(base, ast.Index):
            self.with_facts(base.key)
            base = base.subject
        if isinstance(base, ast.Attribute):
            self.with_facts(base.subject)
        meaning = self.typing.meanings.get(base)
        writable = isinstance(meaning, FieldInfo) or (isinstance(meaning, Local) and meaning.kind == "var")
        if not writable and type_ != UNKNOWN:
            self.found.add("E306", f"`{node.span.text}` cannot be changed", node.span,
                           help="only fields of the state and names declared with `var` can")
            return UNKNOWN
        return type_

    def with_facts(self, node: ast.Expr) -> None:
        self.expr(node)

    def do(self, node: ast.Do) -> None:
        call = node.call
        if not isinstance(call, ast.Call):
            name = call.span.text
            self.found.add("E306", f"`{name}` alone does nothing", node.span, help=f"to carry out a rule write `{name}()`")
            return
        if isinstance(call.subject, ast.Attribute):
            owner = self.expr(call.subject.subject)
            effect = self.world.attributes.get((str(owner), call.subject.name))
            if isinstance(effect, EffectInfo):
                self.typing.meanings[call] = effect
                self.arguments(call, effect.params)
            elif owner != UNKNOWN:
                known = [name for (of, name), one in self.world.attributes.items()
                         if of == str(owner) and isinstance(one, EffectInfo)]
                self.found.add("E201", f"{owner} has no effect `{call.subject.name}`", call.subject.span,
                               help=did_you_mean(call.subject.name, known))
        else:
            name = call.subject.name if isinstance(call.subject, ast.Name) else ""
            rule = self.world.rules.get(name)
            if rule is None:
                what = self.world.globals.get(name)
                if what is None:
                    self.found.add("E201", f"unknown rule `{name}`", call.subject.span,
                                   help=did_you_mean(name, self.world.rules))
                else:
                    self.found.add("E204", f"`{name}` is not a rule that can be carried out", call.subject.span)
                for argument in call.arguments:
                    self.expr(argument)
            elif rule.reacts_to is not None:
                self.found.add("E204", f"`{name}` is a reaction: it is carried out after `{rule.reacts_to}`",
                               call.subject.span)
            else:
                self.typing.meanings[call] = rule
                self.typing.used.add(rule)
                self.arguments(call, rule.params)
        self.happened()

    def arguments(self, call: ast.Call, params: tuple[Local, ...]) -> None:
        if len(call.arguments) != len(params):
            wanted = ", ".join(f"{param.name}: {param.type}" for param in params) or "nothing"
            self.found.add("E305", f"{len(call.arguments)} values are given, and {len(params)} are needed", call.span,
                           help=f"it takes {wanted}")
        for argument, param in zip(call.arguments, params, strict=False):
            self.value(argument, param.type)

    def if_(self, node: ast.If) -> None:
        self.value(node.condition, FLAG)
        before = self.facts
        with self.knowing(node.condition, True):
            self.block(node.then)
        with self.knowing(node.condition, False):
            self.block(node.otherwise)
        quiet = _changes_nothing(node.then) and _changes_nothing(node.otherwise)
        self.facts = before if quiet else forget_fields(before)
        if _always_leaves(node.then):
            self.learn(node.condition, False)
        elif node.otherwise and _always_leaves(node.otherwise):
            self.learn(node.condition, True)

    def repeat(self, node: ast.Repeat) -> None:
        self.happened()
        if node.times is not None:
            times = self.number(node.times)
            if isinstance(times, IntType) and times.high > MAX_REPEAT:
                self.found.add("E304", f"a loop of up to {times.high} rounds", node.times.span,
                               help=f"at most {MAX_REPEAT} are allowed")
        if node.condition is not None:
            self.value(node.condition, FLAG)
            with self.knowing(node.condition, True):
                self.loop(node.body)
        else:
            self.loop(node.body)
        self.happened()
        if node.condition is not None and not _has_stop(node.body):
            self.learn(node.condition, False)

    def roll(self, node: ast.Roll) -> None:
        element = self.domain(node.domain)
        if not isinstance(element, IntType | FlagType | EnumType | UnionType | UnknownType):
            self.found.add("E304", f"chance does not choose among values of {element}", node.domain.span)
        with self.nested():
            local = self.declare(node, node.name, element, "roll")
            if node.condition is not None:
                self.value(node.condition, FLAG)
                self.learn(node.condition, True)
            if node.weight is not None:
                weight = self.number(node.weight)
                if isinstance(weight, IntType) and weight.low < 0:
                    self.found.add("E303", f"a weight is never negative, and this is {weight}", node.weight.span)
            if node.notation is not None:
                self.text(node.notation)
            facts = self.facts
        self.scope = {**self.scope, node.name: local}
        self.facts = forget_fields(facts)

    def announce(self, node: ast.Announce) -> None:
        call = node.event
        name = call.subject.name if isinstance(call, ast.Call) and isinstance(call.subject, ast.Name) else (
            call.name if isinstance(call, ast.Name) else "")
        event = self.world.events.get(name)
        if event is None:
            self.found.add("E201", f"unknown event `{name or call.span.text}`", call.span,
                           help=did_you_mean(name, self.world.events))
        elif isinstance(call, ast.Call):
            self.typing.meanings[call] = event
            self.typing.used.add(event)
            self.arguments(call, event.params)
        else:
            self.found.add("E305", f"the values of `{name}` are missing", call.span, help=f"write `announce {name}(...)`")
        self.happened()

    def choose(self, node: ast.Choose) -> None:
        with self.nested():
            if node.each is not None:
                self.bind(node.each)
            self.value(node.player, self.world.player)
            if node.statement is not None:
                self.text(node.statement)
            with self.nested():
                for binder in node.binders:
                    self.bind_open(binder)
                self.requires(node.requires)
                for move in node.moves:
                    with self.nested():
                        for binder in move.binders:
                            self.bind_open(binder)
                        self.text(move.notation)
                        if move.statement is not None:
                            self.text(move.statement)
                        self.requires(move.requires)
                        self.block(move.body)
            if node.otherwise is not None:
                self.block(node.otherwise)
        self.happened()

    def requires(self, nodes: tuple[ast.Require, ...]) -> None:
        for node in nodes:
            self.value(node.condition, FLAG)
            with self.knowing(node.condition, False):
                if node.statement is not None:
                    self.text(node.statement)
                self.require_exceptions(node.exceptions)
            if not node.exceptions:
                self.learn(node.condition, True)

    def require_exceptions(self, nodes: tuple[ast.RequireException, ...]) -> None:
        for node in nodes:
            self.value(node.condition, FLAG)
            with self.knowing(node.condition, True):
                if node.statement is not None:
                    self.text(node.statement)
                self.require_exceptions(node.exceptions)
        self.overs(nodes)

    def text(self, node: ast.Text) -> None:
        for part in node.parts:
            if not isinstance(part, str):
                type_ = self.expr(part)
                if isinstance(type_, DomainType | PerType | TupleType):
                    self.found.add("E301", f"{type_} cannot be written in a text", part.span)

    # -- expressions -----------------------------------------------------------------------------

    def value(self, node: ast.Expr, expected: Type) -> Type:
        """Check an expression that must give a value of this type."""
        type_ = self.expr(node, expected)
        self.fit(node, type_, expected)
        return type_

    def fit(self, node: ast.Expr, type_: Type, expected: Type) -> None:
        if _is_space_of(type_, expected):
            self.typing.to_region.add(node)
        elif isinstance(type_, UnionType) and not isinstance(expected, UnionType) and fits(type_.base, expected):
            self.missing(node, type_)
        elif not fits(type_, expected):
            if isinstance(type_, IntType) and isinstance(expected, IntType):
                self.found.add("E303", f"a number in {type_} is never in {expected}", node.span)
            else:
                self.found.add("E301", f"this is {type_}, where {expected} is needed", node.span)

    def missing(self, node: ast.Expr, type_: UnionType) -> None:
        word = type_.extras[0]
        self.found.add("E302", f"`{node.span.text}` may be `{word}` here", node.span,
                       help=f"test it first: `{node.span.text} != {word}`; or write `the {node.span.text}` "
                            "where the rules make sure of it")

    def number(self, node: ast.Expr) -> Type:
        """Check an expression that must give a number."""
        type_ = self.expr(node)
        match type_:
            case IntType() | UnknownType():
                return type_
            case UnionType(base) if isinstance(base, IntType):
                self.missing(node, type_)
                return base
        self.found.add("E301", f"this is {type_}, where a number is needed", node.span)
        return UNKNOWN

    def domain(self, node: ast.Expr) -> Type:
        """Check an expression that must give values to go through; gives the type of one."""
        type_ = self.expr(node)
        match type_:
            case DomainType(element) | SetType(element) | ListType(element):
                return element
            case UnknownType():
                return UNKNOWN
        self.found.add("E304", f"this is {type_}, where values to go through are needed", node.span,
                       help="a type, a range, a set or a list")
        return UNKNOWN

    def expr(self, node: ast.Expr, expected: Type | None = None) -> Type:
        """Check an expression; `expected` only helps to read words such as `none`."""
        type_ = self.typed(node, expected)
        if isinstance(type_, UnionType) and self.facts:
            where = path(node, self.typing.meanings.get)
            if where is not None and where in self.facts:
                type_ = narrow(type_, self.facts[where])
        self.typing.types[node] = type_
        return type_

    def typed(self, node: ast.Expr, expected: Type | None) -> Type:
        match node:
            case ast.Integer():
                return IntType(node.value, node.value)
            case ast.Flag():
                return FLAG
            case ast.Name():
                return self.name(node, expected)
            case ast.Attribute():
                return self.attribute(node)
            case ast.Index():
                return self.index(node)
            case ast.Call():
                return self.call(node)
            case ast.Unary():
                return self.unary(node)
            case ast.Binary():
                return self.binary(node, expected)
            case ast.RangeOf():
                low, high = self.number(node.low), self.number(node.high)
                if isinstance(low, IntType) and isinstance(high, IntType):
                    if low.low > high.high:
                        self.found.add("E304", f"nothing lies in {node.span.text}", node.span)
                        return UNKNOWN
                    return DomainType(IntType(low.low, high.high))
                return UNKNOWN
            case ast.Conditional():
                self.value(node.condition, FLAG)
                with self.knowing(node.condition, True):
                    this = self.expr(node.this, expected)
                with self.knowing(node.condition, False):
                    that = self.expr(node.that, expected if expected is not None else this)
                return self.joined(node, this, that, expected)
            case ast.Quantified():
                return self.quantified(node)
            case ast.TupleOf():
                items = expected.items if isinstance(expected, TupleType) else (None,) * len(node.items)
                return TupleType(tuple(self.expr(item, items[i] if i < len(items) else None)
                                       for i, item in enumerate(node.items)))
            case ast.Collection():
                return self.collection(node, expected)
            case ast.Comprehension():
                return self.comprehension(node)

    def joined(self, node: ast.Expr, this: Type, that: Type, expected: Type | None) -> Type:
        if expected is not None and fits(this, expected) and fits(that, expected) and not isinstance(
                expected, IntType):
            return expected
        both = join(this, that)
        if both is None:
            self.found.add("E301", f"one value is {this}, the other {that}", node.span)
            return UNKNOWN
        return both

    def name(self, node: ast.Name, expected: Type | None) -> Type:
        local = self.scope.get(node.name)
        if local is not None:
            self.typing.meanings[node] = local
            self.typing.used.add(local)
            return local.type
        word = self.word(node, expected)
        if word is not None:
            self.typing.meanings[node] = word
            return word.type
        meaning = self.world.globals.get(node.name)
        if meaning is None and isinstance(expected, UnknownType):
            return UNKNOWN
        if meaning is None:
            known = [*self.scope, *self.world.globals]
            if isinstance(expected, UnionType):
                known += expected.extras
            self.found.add("E201", f"unknown name `{node.name}`", node.span, help=did_you_mean(node.name, known))
            return UNKNOWN
        self.typing.meanings[node] = meaning
        self.typing.used.add(meaning)
        match meaning:
            case Known():
                if meaning.type == UNKNOWN and meaning.value == -1:
                    self.found.add("E204", f"`{node.name}` is a word of several types, and it is not clear which is meant",
                                   node.span)
                return meaning.type
            case FieldInfo():
                return meaning.type
            case DomainOf():
                return DomainType(meaning.type)
            case BoardInfo():
                return DomainType(meaning.space)
        what = type(meaning).__name__.removesuffix("Info").lower()
        self.found.add("E204", f"`{node.name}` is a {what}, where a value is needed", node.span,
                       help=f"`{node.name}(...)`" if isinstance(meaning, FunctionInfo | Builtin) else None)
        return UNKNOWN

    def word(self, node: ast.Name, expected: Type | None) -> Known | None:
        """The word that an expected type gives a meaning to: `none`, `all`, a member."""
        match expected:
            case SetType(element) if node.name == "all":
                return Known("all", expected, (1 << size(element)) - 1)
            case EnumType() if node.name in expected.members:
                return Known(node.name, expected, expected.members.index(node.name))
            case UnionType(base, extras):
                if node.name in extras:
                    return Known(node.name, UnionType(base, extras), -1 - extras.index(node.name))
                return self.word(node, base)
        return None

    def attribute(self, node: ast.Attribute) -> Type:
        subject = self.expr(node.subject)
        if isinstance(subject, UnionType) and isinstance(subject.base, EnumType):
            self.missing(node.subject, subject)
            subject = subject.base
        if isinstance(subject, DomainType) and subject.element == self.world.side:
            subject = UNKNOWN
        if not isinstance(subject, EnumType):
            if subject != UNKNOWN:
                self.found.add("E301", f"{subject} has no `{node.name}`", node.span)
            return UNKNOWN
        if subject.kind == "player" and node.name == "side":
            self.typing.meanings[node] = Builtin("side")
            return self.world.side
        meaning = self.world.attributes.get((subject.name, node.name))
        board = self.world.board_of(subject)
        if meaning is None and board is not None and board.region is not None and subject == board.space:
            meaning = self.world.attributes.get((board.region.name, node.name))
            self.typing.to_region.add(node.subject)
        if meaning is None:
            known = [name for of, name in self.world.attributes if of == subject.name]
            self.found.add("E201", f"{subject} has no `{node.name}`", node.span, help=did_you_mean(node.name, known))
            return UNKNOWN
        self.typing.meanings[node] = meaning
        self.typing.used.add(meaning)
        if isinstance(meaning, EffectInfo | FunctionInfo):
            self.found.add("E306", f"`{node.name}` is carried out; it is not a value", node.span)
            return UNKNOWN
        return meaning.type

    def index(self, node: ast.Index) -> Type:
        subject = self.expr(node.subject)
        match subject:
            case PerType(value, index):
                self.value(node.key, index)
                return value
            case ListType(element, limit):
                self.value(node.key, IntType(1, limit))
                return element
            case UnknownType():
                self.expr(node.key)
                return UNKNOWN
        self.found.add("E301", f"{subject} has no parts to pick by brackets", node.span)
        self.expr(node.key)
        return UNKNOWN

    def call(self, node: ast.Call) -> Type:
        if not isinstance(node.subject, ast.Name):
            self.found.add("E306", f"`{node.subject.span.text}` is not a function", node.subject.span)
            for argument in node.arguments:
                self.expr(argument)
            return UNKNOWN
        meaning = self.world.globals.get(node.subject.name)
        if isinstance(meaning, FunctionInfo):
            self.typing.meanings[node] = meaning
            self.typing.used.add(meaning)
            self.arguments(node, meaning.params)
            return meaning.type
        if isinstance(meaning, Builtin) or (isinstance(meaning, DomainOf) and meaning.type.kind == "region"):
            name = meaning.name if isinstance(meaning, Builtin) else "region"
            self.typing.meanings[node] = Builtin(name)
            return check_builtin(self, node, name)
        for argument in node.arguments:
            self.expr(argument)
        if meaning is None:
            known = [name for name, one in self.world.globals.items() if isinstance(one, FunctionInfo | Builtin)]
            self.found.add("E201", f"unknown function `{node.subject.name}`", node.subject.span,
                           help=did_you_mean(node.subject.name, known))
        elif isinstance(meaning, RuleInfo):
            self.found.add("E306", f"`{node.subject.name}` is a rule: it does something and has no value", node.span)
        else:
            self.found.add("E306", f"`{node.subject.name}` is not a function", node.subject.span)
        return UNKNOWN

    def unary(self, node: ast.Unary) -> Type:
        match node.operator:
            case "not":
                self.value(node.operand, FLAG)
                return FLAG
            case "-":
                type_ = self.number(node.operand)
                return IntType(-type_.high, -type_.low) if isinstance(type_, IntType) else UNKNOWN
        type_ = self.expr(node.operand)
        return type_.base if isinstance(type_, UnionType) else type_

    def binary(self, node: ast.Binary, expected: Type | None) -> Type:
        match node.operator:
            case "+" | "-" | "*" | "div" | "mod":
                return self.arithmetic(node, expected)
            case "and":
                self.value(node.left, FLAG)
                with self.knowing(node.left, True):
                    self.value(node.right, FLAG)
                return FLAG
            case "or":
                return self.or_(node)
            case "in" | "not in":
                element = self.domain(node.right)
                if element != UNKNOWN:
                    left = self.expr(node.left, element)
                    if _is_space_of(left, element):
                        self.typing.to_region.add(node.left)
                    elif join(left, element) is None:
                        self.found.add("E301", f"{left} is never among values of {element}", node.span)
                else:
                    self.expr(node.left)
                return FLAG
            case "starting with":
                element = self.domain(node.left)
                self.value(node.right, element)
                return DomainType(element) if element != UNKNOWN else UNKNOWN
        self.comparison(node)
        return FLAG

    def or_(self, node: ast.Binary) -> Type:
        left = self.expr(node.left)
        if isinstance(left, DomainType):
            if not isinstance(node.right, ast.Name):
                self.found.add("E301", "after a domain, `or` adds a word", node.right.span)
                return UNKNOWN
            base = left.element
            word = node.right.name
            if isinstance(base, UnionType):
                return DomainType(UnionType(base.base, (*base.extras, word)))
            if isinstance(base, IntType | EnumType | FlagType):
                return DomainType(UnionType(base, (word,)))
            return UNKNOWN
        self.fit(node.left, left, FLAG)
        with self.knowing(node.left, False):
            self.value(node.right, FLAG)
        return FLAG

    def arithmetic(self, node: ast.Binary, expected: Type | None) -> Type:
        if node.operator in "+-" and isinstance(self.expr(node.left, expected), SetType):
            left = self.expr(node.left, expected)
            self.value(node.right, left)
            return left
        left, right = self.number(node.left), self.number(node.right)
        if not isinstance(left, IntType) or not isinstance(right, IntType):
            return UNKNOWN
        match node.operator:
            case "+":
                return IntType(left.low + right.low, left.high + right.high)
            case "-":
                return IntType(left.low - right.high, left.high - right.low)
            case "*":
                corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
                return IntType(min(corners), max(corners))
        if right.low <= 0 <= right.high:
            self.found.add("E303", "the divisor may be 0", node.right.span)
            return UNKNOWN
        if right.low < 0:
            self.found.add("E303", "the divisor is negative", node.right.span)
            return UNKNOWN
        if node.operator == "mod":
            return IntType(0, right.high - 1)
        corners = [a // b for a in (left.low, left.high) for b in (right.low, right.high)]
        return IntType(min(corners), max(corners))

    def comparison(self, node: ast.Binary) -> None:
        first, second = node.left, node.right
        if isinstance(first, ast.Name) and first.name not in self.scope and not self.is_plain(first.name):
            first, second = second, first
        one = self.expr(first)
        other = self.expr(second, one)
        if isinstance(one, UnknownType) or isinstance(other, UnknownType):
            return
        if _is_space_of(one, other):
            self.typing.to_region.add(first)
        elif _is_space_of(other, one):
            self.typing.to_region.add(second)
        elif join(one, other) is None or isinstance(one, DomainType | PerType):
            self.found.add("E301", f"{one} and {other} cannot be compared", node.span)
        elif node.operator not in ("=", "!="):
            for part, type_ in ((node.left, self.plain_type(node.left)), (node.right, self.plain_type(node.right))):
                if isinstance(type_, UnionType):
                    self.missing(part, type_)
                elif not isinstance(type_, IntType | TupleType):
                    self.found.add("E301", f"values of {type_} are neither greater nor less", part.span)

    def is_plain(self, name: str) -> bool:
        meaning = self.world.globals.get(name)
        return meaning is not None and not (isinstance(meaning, Known) and meaning.type == UNKNOWN)

    def quantified(self, node: ast.Quantified) -> Type:
        with self.binding(node.binder) as element:
            rounds = _bound(element)
            match node.kind:
                case "every" | "some" | "no":
                    assert node.body is not None
                    self.value(node.body, FLAG)
                    return FLAG
                case "count":
                    return IntType(0, rounds)
                case "first":
                    if isinstance(element, IntType | FlagType | EnumType):
                        return UnionType(element, ("none",))
                    if element != UNKNOWN:
                        self.found.add("E301", f"`first` does not work on values of {element}", node.span)
                    return UNKNOWN
            assert node.body is not None
            body = self.number(node.body)
            if not isinstance(body, IntType):
                return UNKNOWN
            if node.kind == "sum":
                return IntType(min(0, rounds * body.low), max(0, rounds * body.high))
            return IntType(min(0, body.low), max(0, body.high))

    def collection(self, node: ast.Collection, expected: Type | None) -> Type:
        wanted = expected.element if isinstance(expected, SetType | ListType) else None
        element: Type | None = wanted
        for item in node.items:
            if wanted is not None:
                self.value(item, wanted)
            else:
                type_ = self.expr(item)
                element = type_ if element is None else join(element, type_)
        if element is None:
            if expected is None and not node.items:
                return UNKNOWN
            return UNKNOWN
        if node.kind == "set" and isinstance(element, IntType | EnumType):
            return SetType(element)
        if node.kind == "list" and isinstance(element, IntType | FlagType | EnumType | UnionType):
            return ListType(element, max(1, len(node.items)))
        return UNKNOWN

    def comprehension(self, node: ast.Comprehension) -> Type:
        with self.binding(node.binder) as element:
            if node.kind == "set" and isinstance(element, IntType | EnumType):
                return SetType(element)
            if node.kind == "list" and isinstance(element, IntType | FlagType | EnumType | UnionType):
                return ListType(element, max(1, _bound(element)))
            if element != UNKNOWN:
                self.found.add("E301", f"no {node.kind} can hold values of {element}", node.span)
            return UNKNOWN


def _cell(of: Type) -> Type:
    """What one initial value of a field is: for `per` fields, the value of each part."""
    while isinstance(of, PerType):
        of = of.value
    return of


def has_natural_start(of: Type) -> bool:
    """Whether a type has an obvious first value: 0, no, none, the empty set or list."""
    match of:
        case PerType(value):
            return has_natural_start(value)
        case IntType():
            return True
        case EnumType():
            return False
    return True


def _is_space_of(type_: Type, wanted: Type) -> bool:
    return (isinstance(type_, EnumType) and isinstance(wanted, EnumType) and type_.kind == "space"
            and wanted.kind == "region" and type_.members == wanted.members)


def _bound(element: Type) -> int:
    return size(element) if isinstance(element, IntType | FlagType | EnumType | UnionType) else 1000


def _always_leaves(nodes: tuple[ast.Stmt, ...]) -> bool:
    if not nodes:
        return False
    last = nodes[-1]
    return isinstance(last, ast.Leave) or (
        isinstance(last, ast.If) and _always_leaves(last.then) and _always_leaves(last.otherwise))


def _changes_nothing(nodes: tuple[ast.Stmt, ...]) -> bool:
    return all(isinstance(node, ast.Leave | ast.Let | ast.Must) for node in nodes)


def _has_stop(nodes: tuple[ast.Stmt, ...]) -> bool:
    for node in nodes:
        match node:
            case ast.Leave(kind="stop"):
                return True
            case ast.If() if _has_stop(node.then) or _has_stop(node.otherwise):
                return True
            case ast.Choose() if any(_has_stop(move.body) for move in node.moves):
                return True
            case _:
                pass
    return False
