"""Statements: what changes, what is carried out, what is repeated."""

from __future__ import annotations

from .. import syntax as ast
from ..source.diagnostics import did_you_mean
from ..source.habits import help_for
from ..symbols.symbols import ColumnInfo, EffectInfo, EventInfo, FieldInfo, Local, Meaning
from ..symbols.type_reader import MAX_SET, TypeReader
from ..types.conversion import alternatives
from ..types.types import (
    FLAG,
    UNKNOWN,
    DomainType,
    EnumType,
    IntType,
    ListType,
    PerType,
    SetType,
    TupleType,
    Type,
    UnionType,
    UnknownType,
    size,
    width,
)
from .amounts import given, numbers_of, transferred
from .choices import choose, roll, throw
from .expressions import ExpressionChecker
from .narrowing import path
from .typing import cell_of, has_natural_start, rounds

MAX_REPEAT = 10_000
MAX_VAR = 2_000


class StatementChecker(ExpressionChecker):
    """Checks statements, one method for each."""

    def block(self, nodes: tuple[ast.Stmt, ...]) -> None:
        """Statements with a scope of their own."""
        with self.nested():
            for node in nodes:
                self.stmt(node)

    def stmt(self, node: ast.Stmt) -> None:
        """One statement."""
        match node:
            case ast.Let():
                self.let(node)
            case ast.Var():
                self.var(node)
            case ast.Change():
                self.change(node)
            case ast.Transfer():
                self.transfer(node)
            case ast.Do():
                self.do(node)
            case ast.If():
                self.if_(node)
            case ast.ForEach():
                self.for_each(node)
            case ast.Repeat():
                self.repeat(node)
            case ast.Roll():
                roll(self, node)
            case ast.Throw():
                throw(self, node)
            case ast.Announce():
                self.announce(node)
            case ast.Check():
                self.check_ends(node)
            case ast.Merge():
                self.merge(node)
            case ast.Leave():
                if not self.loops:
                    self.complain("E206", f"`{node.kind}` stands in no loop", node.span)
            case ast.Must():
                self.value(node.condition, FLAG)
                self.learn(node.condition, True)
                self.text(node.message)
            case ast.Choose():
                choose(self, node)

    # -- names -------------------------------------------------------------------------------------

    def let(self, node: ast.Let) -> None:
        type_ = self.expr(node.value)
        if isinstance(type_, DomainType | PerType | TupleType):
            self.complain("E306", f"{type_} cannot be kept under a name", node.value.span,
                          help="`[x in ...]` makes a list of a domain" if isinstance(type_, DomainType) else None)
            type_ = UNKNOWN
        if isinstance(type_, SetType) and size(type_.element) > MAX_SET:
            self.complain("E106", f"a set over {size(type_.element)} values; at most {MAX_SET} can be kept", node.value.span,
                          help=f"keep a flag for each of them: `var name: flag per {type_.element}`")
        self.declare(node, node.name, node.name_span, type_, "let")

    def var(self, node: ast.Var) -> None:
        type_ = TypeReader(self.symbols, self.diagnostics).type(node.type)
        if width(type_) > MAX_VAR:
            self.complain("E106", f"{width(type_)} numbers under one name; at most {MAX_VAR} are allowed",
                          node.type.span)
        if node.value is not None:
            begins = self.expr(node.value, type_ if numbers_of(type_) else cell_of(type_))
            self.fit(node.value, begins, type_ if isinstance(begins, PerType) else cell_of(type_))
        elif not has_natural_start(type_):
            self.complain("E207", f"`{node.name}` has no value to begin with", node.name_span,
                          help="add `= value` after its type")
        self.declare(node, node.name, node.name_span, type_, "var")

    # -- changes -----------------------------------------------------------------------------------

    def place(self, node: ast.Expr) -> Type:
        """The declared type of a place that can be written to; unknown if it cannot."""
        if self.expr(node) == UNKNOWN:
            return UNKNOWN
        base, in_list = node, False
        while isinstance(base, ast.Index):
            base = base.subject
            in_list = in_list or isinstance(self.plain_type(base), ListType)
        meaning = self.typing.meanings.get(base)
        if in_list or not (isinstance(meaning, FieldInfo) or (isinstance(meaning, Local) and meaning.kind == "var")):
            self.complain("E306", f"`{node.span.text}` cannot be changed", node.span, help=_changeable(meaning, in_list))
            return UNKNOWN
        return self.typing.declared(node) or UNKNOWN

    def change(self, node: ast.Change) -> None:
        type_ = self.place(node.place)
        match node.kind, type_:
            case _, UnknownType():
                self.expr(node.value, UNKNOWN)
            case _, PerType() if numbers_of(type_):
                given(self, node.value, type_)
            case "becomes", PerType():
                self.complain("E301", f"`{node.place.span.text}` has a value for each {type_.index}", node.place.span,
                              help="name one of them in brackets")
            case "becomes", _:
                self.value(node.value, type_)
            case _, IntType():
                self.number(node.value)
            case _, SetType(element):
                value = self.expr(node.value, type_ if isinstance(node.value, ast.Collection) else element)
                self.fit(node.value, value, type_ if isinstance(value, SetType) else element)
            case _, ListType(element):
                self.value(node.value, element)
            case _:
                self.complain("E301", f"`{node.kind}` is for numbers, sets and lists, and this is {type_}",
                              node.place.span, help="use `becomes`")
        self.happened((node,))
        if node.kind == "becomes" and isinstance(type_, UnionType):
            self.now(node, type_)

    def now(self, node: ast.Change, type_: UnionType) -> None:
        """Learn that a place is not missing, from the value it has just been given."""
        left = alternatives(self.plain_type(node.value))
        where = path(node.place, self.typing.meanings.get)
        word = isinstance(node.value, ast.Name) and node.value.name in type_.extras
        if where is not None and not word and left:
            self.facts = {**self.facts, where: alternatives(type_) - left}

    def transfer(self, node: ast.Transfer) -> None:
        amount = self.expr(node.amount)
        if isinstance(amount, PerType) and numbers_of(amount):
            transferred(self, node, amount)
        else:
            self.numeric(node.amount, amount)
            for place in (node.source, node.target):
                type_ = self.place(place)
                if not isinstance(type_, IntType | UnknownType):
                    self.complain("E301", f"only numbers are transferred, and this is {type_}", place.span)
        self.happened((node,))

    def merge(self, node: ast.Merge) -> None:
        types = [self.region(part) for part in (node.first, node.second)]
        for type_, part in zip(types, (node.first, node.second), strict=True):
            if type_ != UNKNOWN and not (isinstance(type_, EnumType) and type_.kind == "region"):
                self.complain("E301", f"only regions merge, and this is {type_}", part.span)
                return
        if UNKNOWN not in types and types[0] != types[1]:
            self.complain("E301", f"{types[0]} and {types[1]} lie on different boards", node.span)
        self.happened()

    def region(self, node: ast.Expr) -> Type:
        """The type of a region; a space stands for the region it lies in."""
        type_ = self.expr(node)
        board = self.symbols.board_of(type_) if isinstance(type_, EnumType) else None
        if board is not None and board.region is not None and type_ == board.space:
            self.typing.to_region.add(node)
            return board.region
        return type_

    # -- what is carried out -----------------------------------------------------------------------

    def do(self, node: ast.Do) -> None:
        call = node.call
        if not isinstance(call, ast.Call):
            name = call.span.text
            self.complain("E306", f"`{name}` alone does nothing", node.span,
                          help=(help_for(name) if name not in self.symbols.rules else None)
                          or f"to carry out a rule write `{name}()`")
        elif isinstance(call.subject, ast.Attribute):
            self.do_effect(call, call.subject)
        else:
            self.do_rule(call)
        self.happened()

    def do_effect(self, call: ast.Call, subject: ast.Attribute) -> None:
        owner = self.present(subject.subject, self.expr(subject.subject))
        effect = self.symbols.attributes.get((str(owner), subject.name))
        if isinstance(effect, EffectInfo):
            self.typing.meanings[call] = effect
            self.typing.used.add(effect)
            self.arguments(call, effect.params)
            return
        if owner != UNKNOWN and not self.symbols.may_declare(subject.name):
            known = [name for (of, name), attribute in self.symbols.attributes.items()
                     if of == str(owner) and isinstance(attribute, EffectInfo)]
            self.complain("E201", f"{owner} has no effect `{subject.name}`", subject.span,
                          help=did_you_mean(subject.name, known))
        for argument in call.arguments:
            self.expr(argument, UNKNOWN)

    def do_rule(self, call: ast.Call) -> None:
        name = call.subject.name if isinstance(call.subject, ast.Name) else ""
        rule = self.symbols.rules.get(name)
        if rule is not None and rule.reacts_to is None:
            self.typing.meanings[call] = rule
            self.typing.used.add(rule)
            self.arguments(call, rule.params)
            return
        for argument in call.arguments:
            self.expr(argument, UNKNOWN)
        what = self.symbols.meaning(name)
        if rule is not None:
            self.complain("E204", f"`{name}` is a reaction: it is carried out after `{rule.reacts_to}`",
                          call.subject.span)
        elif what is None:
            self.complain("E201", f"unknown rule `{call.subject.span.text}`", call.subject.span,
                          help=help_for(name) or did_you_mean(name, self.symbols.rules))
        elif name in self.symbols.globals:
            self.complain("E204", f"`{name}` is not a rule that can be carried out", call.subject.span,
                          help=f"write `announce {name}(...)`" if isinstance(what, EventInfo) else None)

    def announce(self, node: ast.Announce) -> None:
        call = node.event
        subject = call.subject if isinstance(call, ast.Call) else call
        name = subject.name if isinstance(subject, ast.Name) else ""
        event = self.symbols.events.get(name)
        if event is None:
            if not self.symbols.may_declare(name):
                self.complain("E201", f"unknown event `{subject.span.text}`", subject.span,
                              help=did_you_mean(name, self.symbols.events))
        elif isinstance(call, ast.Call):
            self.typing.meanings[call] = event
            self.typing.used.add(event)
            self.arguments(call, event.params)
        else:
            self.complain("E305", f"the values of `{name}` are missing", call.span,
                          help=f"write `announce {name}(...)`")
        self.happened()

    def check_ends(self, node: ast.Check) -> None:
        known = [end.name for end in self.symbols.ends]
        for word in node.ends:
            if word.name not in known and not self.symbols.may_declare(word.name):
                self.complain("E201", f"unknown end `{word.name}`", word.span, help=did_you_mean(word.name, known))

    # -- branches and loops ------------------------------------------------------------------------

    def if_(self, node: ast.If) -> None:
        self.value(node.condition, FLAG)
        before = self.facts
        with self.knowing(node.condition, True):
            self.block(node.then)
        with self.knowing(node.condition, False):
            self.block(node.otherwise)
        self.facts = before
        self.happened(node.then + node.otherwise)
        if _leaves(node.then):
            self.learn(node.condition, False)
        elif _leaves(node.otherwise):
            self.learn(node.condition, True)

    def loop(self, body: tuple[ast.Stmt, ...]) -> None:
        self.loops += 1
        self.block(body)
        self.loops -= 1

    def for_each(self, node: ast.ForEach) -> None:
        self.happened(node.body)
        with self.binding(node.binder) as element:
            most = 0 if element == UNKNOWN else rounds(self.plain_type(node.binder.domain), element)
            if most > MAX_REPEAT:
                self.complain("E304", f"a loop of up to {most} rounds", node.binder.domain.span,
                              help=f"at most {MAX_REPEAT} are allowed")
            self.loop(node.body)
        self.happened(node.body)

    def repeat(self, node: ast.Repeat) -> None:
        self.happened(node.body)
        times = UNKNOWN if node.times is None else self.number(node.times)
        if node.times is not None and isinstance(times, IntType) and times.high > MAX_REPEAT:
            self.complain("E304", f"a loop of up to {times.high} rounds", node.times.span,
                          help=f"at most {MAX_REPEAT} are allowed")
        if node.times is not None and isinstance(times, IntType) and times.high < 1:
            self.complain("E304", f"a loop of {times.high} rounds", node.times.span)
        if node.condition is None:
            self.loop(node.body)
        else:
            self.value(node.condition, FLAG)
            with self.knowing(node.condition, True):
                self.loop(node.body)
        self.happened(node.body)
        if node.condition is not None and node.times is None and not has_stop(node.body):
            self.learn(node.condition, False)


def _changeable(meaning: Meaning | None, in_list: bool) -> str:
    """What can be changed in place of what cannot."""
    if in_list:
        return "a list changes by `gains`, `loses` and `becomes`"
    if isinstance(meaning, ColumnInfo):
        return f"`{meaning.name}` is a column, which never changes; what changes is declared below `each {meaning.owner} has`"
    return "only fields of the state and names declared with `var` can"


def _leaves(nodes: tuple[ast.Stmt, ...]) -> bool:
    return any(always_leaves(node) for node in nodes)


def always_leaves(node: ast.Stmt) -> bool:
    """Whether nothing after a statement is reached."""
    return isinstance(node, ast.Leave) or (isinstance(node, ast.If) and _leaves(node.then) and _leaves(node.otherwise))


def has_stop(nodes: tuple[ast.Stmt, ...]) -> bool:
    """Whether one of these statements of a loop leaves it."""
    for node in nodes:
        match node:
            case ast.Leave(kind="stop"):
                return True
            case ast.If() if has_stop(node.then) or has_stop(node.otherwise):
                return True
            case ast.Choose() if any(has_stop(move.body) for move in node.moves) or has_stop(node.otherwise or ()):
                return True
            case _:
                pass
    return False
