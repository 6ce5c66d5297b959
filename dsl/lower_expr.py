"""Typed expressions to IR: every name becomes a slot, a constant, a table or a function."""

from __future__ import annotations

from attrs import define, field

from . import ir
from . import syntax as ast
from .boards import lines_of
from .check import Typing
from .spans import Span
from .types import (
    DomainType,
    EnumType,
    IntType,
    ListType,
    PerType,
    SetType,
    Type,
    UnionType,
    lowest,
    size,
    width,
)
from .world import (
    BoardInfo,
    Builtin,
    ColumnInfo,
    DomainOf,
    FieldInfo,
    FunctionInfo,
    Known,
    Local,
    World,
)


@define(eq=False)
class Shared:
    """What the lowering of all rules of a program shares."""

    world: World
    typing: Typing
    bases: dict[FieldInfo, int] = field(factory=dict)
    sites: list[ir.Site] = field(factory=list)
    texts: list[ir.TextOf] = field(factory=list)
    tables: dict[str, tuple[object, ...]] = field(factory=dict)
    temps: int = 0

    def site(self, span: Span, clause: str, what: str) -> int:
        """The number of a new place that can go wrong in play."""
        self.sites.append(ir.Site(span, clause, what))
        return len(self.sites) - 1

    def temp(self, name: str) -> str:
        """A name for a temporary value that no other has."""
        self.temps += 1
        return f"{name}_{self.temps}"

    def table(self, name: str, rows: tuple[object, ...]) -> str:
        """A constant table under this name; made once."""
        self.tables.setdefault(name, rows)
        return name


class Expressions:
    """Lowers expressions where certain locals stand in certain places.

    `env` says where each local is kept. `merging` is true inside rules that merge regions: there
    a region kept in a temporary value is looked up anew whenever it is read.
    """

    def __init__(self, shared: Shared, clause: str, env: dict[Local, ir.Expr], merging: bool = False) -> None:
        self.shared, self.clause, self.env, self.merging = shared, clause, env, merging
        self.world, self.typing = shared.world, shared.typing

    def type_of(self, node: ast.Expr) -> Type:
        return self.typing.types[node]

    def site(self, node: ast.Node, what: str) -> int:
        return self.shared.site(node.span, self.clause, what)

    def expr(self, node: ast.Expr) -> ir.Expr:
        """The value of an expression."""
        lowered = self.plain(node)
        if node in self.typing.to_region:
            type_ = self.type_of(node)
            assert isinstance(type_, EnumType)
            board = self.world.board_of(type_)
            assert board is not None
            return ir.RegionOf(board.name, lowered)
        return lowered

    def plain(self, node: ast.Expr) -> ir.Expr:
        match node:
            case ast.Integer():
                return ir.Const(node.value)
            case ast.Flag():
                return ir.Const(int(node.value))
            case ast.Name():
                return self.name(node)
            case ast.Attribute():
                return self.attribute(node)
            case ast.Index():
                if isinstance(self.type_of(node.subject), ListType):
                    return ir.ItemAt(self.expr(node.subject), self.expr(node.key),
                                     self.site(node, "the list has no such entry"))
                return self.read(self.place(node), self.type_of(node))
            case ast.Call():
                return self.call(node)
            case ast.Unary():
                return self.unary(node)
            case ast.Binary():
                return self.binary(node)
            case ast.Conditional():
                return ir.IfElse(self.expr(node.condition), self.expr(node.this), self.expr(node.that))
            case ast.Quantified():
                return self.gather(node.kind, node.binder, node.body)
            case ast.Comprehension():
                return self.gather(node.kind, node.binder, None)
            case ast.TupleOf():
                return ir.Tuple(tuple(self.expr(item) for item in node.items))
            case ast.Collection():
                items = tuple(self.expr(item) for item in node.items)
                if node.kind == "list":
                    return ir.MakeList(items)
                type_ = self.type_of(node)
                return ir.MakeSet(items, lowest(type_.element) if isinstance(type_, SetType) else 0)
            case ast.RangeOf():
                raise AssertionError("a range is a domain, not a value")

    def name(self, node: ast.Name) -> ir.Expr:
        meaning = self.typing.meanings[node]
        match meaning:
            case Known():
                return ir.Const(meaning.value)
            case Local():
                return self.local(meaning)
            case FieldInfo():
                return self.read(self.field_slot(meaning, None, ()), meaning.type)
        raise AssertionError(f"{node.name} has no value")

    def local(self, local: Local) -> ir.Expr:
        kept = self.env[local]
        if isinstance(kept, ir.Slot) and isinstance(local.type, ListType):
            return ir.ReadList(kept)
        if self.merging and isinstance(kept, ir.Temp) and isinstance(local.type, EnumType) and local.type.kind == "region":
            board = self.world.board_of(local.type)
            assert board is not None
            return ir.RegionOf(board.name, kept)
        return kept

    def read(self, place: ir.Expr, type_: Type) -> ir.Expr:
        return ir.ReadList(place) if isinstance(type_, ListType) and isinstance(place, ir.Slot) else place

    def attribute(self, node: ast.Attribute) -> ir.Expr:
        meaning = self.typing.meanings[node]
        match meaning:
            case Builtin("side"):
                self.shared.table("side_of", self.world.side_of)
                return ir.Lookup("side_of", self.expr(node.subject))
            case ColumnInfo():
                table = self.shared.table(f"{meaning.owner.name}.{meaning.name}", meaning.values)
                return ir.Lookup(table, self.expr(node.subject))
            case FieldInfo():
                return self.read(self.place(node), meaning.type)
        raise AssertionError(f"{node.name} has no value")

    # -- places --------------------------------------------------------------------------------

    def place(self, node: ast.Expr) -> ir.Slot | ir.Temp:
        """Where the value of a field, a part of it, or a `var` is kept."""
        keys: list[ast.Expr] = []
        base = node
        while isinstance(base, ast.Index):
            keys.insert(0, base.key)
            base = base.subject
        meaning = self.typing.meanings[base]
        if isinstance(meaning, Local):
            kept = self.env[meaning]
            if isinstance(kept, ir.Slot):
                return ir.Slot(kept.base, kept.steps + self.steps(meaning.type, keys))
            assert isinstance(kept, ir.Temp)
            return kept
        assert isinstance(meaning, FieldInfo), meaning
        subject = base.subject if isinstance(base, ast.Attribute) else None
        return self.field_slot(meaning, subject, tuple(keys))

    def field_slot(self, info: FieldInfo, subject: ast.Expr | None, keys: tuple[ast.Expr, ...]) -> ir.Slot:
        steps: tuple[ir.Step, ...] = ()
        if info.owner is not None:
            assert subject is not None
            steps = (ir.Step(self.expr(subject), 0, size(info.owner), width(info.type)),)
        return ir.Slot(self.shared.bases[info], steps + self.steps(info.type, list(keys)))

    def steps(self, type_: Type, keys: list[ast.Expr]) -> tuple[ir.Step, ...]:
        out = []
        for key in keys:
            assert isinstance(type_, PerType)
            out.append(ir.Step(self.expr(key), lowest(type_.index), size(type_.index), width(type_.value)))
            type_ = type_.value
        return tuple(out)

    # -- operators -------------------------------------------------------------------------------

    def unary(self, node: ast.Unary) -> ir.Expr:
        operand = self.expr(node.operand)
        match node.operator:
            case "not":
                return ir.Not(operand)
            case "-":
                return ir.Negate(operand)
        if isinstance(self.type_of(node.operand), UnionType):
            return ir.Present(operand, self.site(node, f"`{node.operand.span.text}` is missing"))
        return operand

    def binary(self, node: ast.Binary) -> ir.Expr:
        match node.operator:
            case "and":
                return ir.Both(self.expr(node.left), self.expr(node.right))
            case "or":
                return ir.Either(self.expr(node.left), self.expr(node.right))
            case "in":
                return ir.Member(self.expr(node.left), self.domain(node.right))
            case "not in":
                return ir.Not(ir.Member(self.expr(node.left), self.domain(node.right)))
        left, right = self.expr(node.left), self.expr(node.right)
        if node.operator in ("+", "-") and isinstance(self.type_of(node), SetType):
            return ir.SetArith(node.operator, left, right)
        if node.operator in ("+", "-", "*", "div", "mod"):
            return ir.Arith(node.operator, left, right)
        return ir.Compare(node.operator, left, right)

    def gather(self, kind: str, binder: ast.Binder, body: ast.Expr | None) -> ir.Expr:
        domain = self.domain(binder.domain)
        local = self.typing.locals[binder]
        name = self.shared.temp(binder.name)
        self.env[local] = ir.Temp(name)
        low = lowest(local.type) if kind == "set" else 0
        return ir.Gather(
            kind, name, domain, None if binder.condition is None else self.expr(binder.condition),
            None if binder.key is None else self.expr(binder.key), binder.descending,
            None if body is None else self.expr(body), low)

    # -- domains ---------------------------------------------------------------------------------

    def domain(self, node: ast.Expr) -> ir.Domain:
        """The values that an expression goes through."""
        type_ = self.type_of(node)
        match type_:
            case SetType(element):
                return ir.SetDomain(self.expr(node), lowest(element))
            case ListType():
                return ir.ListDomain(self.expr(node))
        assert isinstance(type_, DomainType), type_
        match node:
            case ast.RangeOf():
                return ir.RangeDomain(self.expr(node.low), self.expr(node.high))
            case ast.Name():
                meaning = self.typing.meanings[node]
                of = meaning.space if isinstance(meaning, BoardInfo) else None
                of = meaning.type if isinstance(meaning, DomainOf) else of
                assert of is not None
                if of.kind == "region":
                    board = self.world.board_of(of)
                    assert board is not None
                    return ir.RegionDomain(board.name)
                return ir.RangeDomain(ir.Const(0), ir.Const(size(of) - 1))
            case ast.Binary(operator="or"):
                words = type_.element.extras if isinstance(type_.element, UnionType) else ()
                assert isinstance(node.right, ast.Name)
                return ir.WordDomain(self.domain(node.left), (-1 - words.index(node.right.name),))
            case ast.Binary(operator="starting with"):
                return ir.RotatedDomain(self.domain(node.left), self.expr(node.right))
        return ir.ListDomain(self.expr(node))

    # -- calls -----------------------------------------------------------------------------------

    def call(self, node: ast.Call) -> ir.Expr:
        meaning = self.typing.meanings[node]
        if isinstance(meaning, FunctionInfo):
            return ir.CallFunction(meaning.name, tuple(self.expr(argument) for argument in node.arguments))
        assert isinstance(meaning, Builtin), meaning
        if meaning.name in ("min", "max", "abs"):
            return ir.Primitive(meaning.name, tuple(self.expr(argument) for argument in node.arguments))
        if meaning.name == "size":
            return self.size_of(node.arguments[0])
        return self.board_call(node, meaning.name)

    def size_of(self, node: ast.Expr) -> ir.Expr:
        type_ = self.type_of(node)
        if isinstance(type_, SetType | ListType):
            return ir.SizeOf("set" if isinstance(type_, SetType) else "list", self.expr(node))
        return ir.Gather("count", self.shared.temp("each"), self.domain(node), None, None, False, None)

    def board_call(self, node: ast.Call, name: str) -> ir.Expr:
        first = node.arguments[0]
        meaning = self.typing.meanings.get(first)
        type_ = self.type_of(first) if first in self.typing.types else None
        if type_ == self.world.player:
            step = ir.Const(1 if name == "next" else self.world.players - 1)
            return ir.Arith("mod", ir.Arith("+", self.expr(first), step), ir.Const(self.world.players))
        if isinstance(meaning, BoardInfo):
            return self.on_board(node, name, meaning)
        assert isinstance(type_, EnumType)
        board = self.world.board_of(type_)
        assert board is not None
        if type_ == board.region:
            return self.on_region(node, name, board)
        return self.on_space(node, name, board)

    def on_board(self, node: ast.Call, name: str, board: BoardInfo) -> ir.Expr:
        if name == "lines":
            length = self.length(node.arguments[1])
            table = self.shared.table(f"lines.{board.name}.{length}", (lines_of(board.columns, board.rows, length),))
            return ir.Lookup(table, ir.Const(0))
        column, row = (self.expr(argument) for argument in node.arguments[1:])
        along = ir.Arith("-", column, ir.Const(1))
        up = ir.Arith("*", ir.Arith("-", row, ir.Const(1)), ir.Const(board.columns))
        return ir.Arith("+", up, along)

    def length(self, node: ast.Expr) -> int:
        type_ = self.type_of(node)
        assert isinstance(type_, IntType)
        return type_.low

    def on_region(self, node: ast.Call, name: str, board: BoardInfo) -> ir.Expr:
        region = self.expr(node.arguments[0])
        match name:
            case "region":
                return region
            case "next":
                return ir.Primitive("walk", (region, ir.Const(1)), board.name)
            case "previous":
                return ir.Primitive("walk", (region, ir.Const(-1)), board.name)
            case "clockwise":
                return ir.Primitive("walk", (region, self.expr(node.arguments[1])), board.name)
            case "anticlockwise":
                return ir.Primitive("walk", (region, ir.Negate(self.expr(node.arguments[1]))), board.name)
            case "neighbours":
                return ir.Primitive("region_neighbours", (region,), board.name)
        assert name == "spaces", name
        return ir.Primitive("spaces", (region,), board.name)

    def on_space(self, node: ast.Call, name: str, board: BoardInfo) -> ir.Expr:
        space = self.expr(node.arguments[0])
        count = ir.Const(len(board.space.members))
        match name:
            case "region":
                return ir.RegionOf(board.name, space)
            case "neighbours":
                return ir.Lookup(self.shared.table(f"near.{board.name}", board.neighbours), space)
            case "next" | "previous" if board.shape == "ring":
                return ir.Arith("mod", ir.Arith("+", space, ir.Const(1 if name == "next" else -1)), count)
            case "next" | "previous":
                n = len(board.space.members)
                steps = (*range(1, n), -1) if name == "next" else range(-1, n - 1)
                return ir.Lookup(self.shared.table(f"{name}.{board.name}", tuple(steps)), space)
            case "clockwise":
                return ir.Arith("mod", ir.Arith("+", space, self.expr(node.arguments[1])), count)
            case "anticlockwise":
                return ir.Arith("mod", ir.Arith("-", space, self.expr(node.arguments[1])), count)
            case "column":
                return ir.Arith("+", ir.Arith("mod", space, ir.Const(board.columns)), ir.Const(1))
            case "row":
                return ir.Arith("+", ir.Arith("div", space, ir.Const(board.columns)), ir.Const(1))
            case "lines_through":
                length = self.length(node.arguments[1])
                lines = lines_of(board.columns, board.rows, length)
                through = tuple(tuple(line for line in lines if i in line) for i in range(count.value))
                return ir.Lookup(self.shared.table(f"lines_through.{board.name}.{length}", through), space)
            case "shift":
                return self.shift(node, space, board)
        assert name == "distance", name
        rows = tuple(_distances(board, i) for i in range(count.value))
        table = self.shared.table(f"distance.{board.name}", tuple(d for row in rows for d in row))
        index = ir.Arith("+", ir.Arith("*", space, count), self.expr(node.arguments[1]))
        return ir.Lookup(table, index)

    def shift(self, node: ast.Call, space: ir.Expr, board: BoardInfo) -> ir.Expr:
        columns, rows = self.expr(node.arguments[1]), self.expr(node.arguments[2])
        fixed = [self.type_of(argument) for argument in node.arguments[1:]]
        if all(isinstance(one, IntType) and one.low == one.high for one in fixed):
            x, y = (self.length(argument) for argument in node.arguments[1:])
            at = {place: i for i, place in enumerate(board.coordinates)}
            cells = tuple(at.get((c + x, r + y), -1) for c, r in board.coordinates)
            return ir.Lookup(self.shared.table(f"shift.{board.name}.{x}.{y}", cells), space)
        return ir.Primitive("shift", (space, columns, rows), board.name)

    # -- texts -----------------------------------------------------------------------------------

    def text(self, node: ast.Text, names: tuple[str, ...] = ()) -> int:
        """The number of a text that may use these temporary names."""
        parts = tuple(
            part if isinstance(part, str) else ir.TextPart(self.expr(part), self.type_of(part))
            for part in node.parts)
        self.shared.texts.append(ir.TextOf(parts, names))
        return len(self.shared.texts) - 1


def _distances(board: BoardInfo, start: int) -> tuple[int, ...]:
    """Steps from a space to every other, by breadth-first search; the number of spaces if none lead there."""
    far = {start: 0}
    edge = [start]
    while edge:
        reached = []
        for i in edge:
            for j in board.neighbours[i]:
                if j not in far:
                    far[j] = far[i] + 1
                    reached.append(j)
        edge = reached
    return tuple(far.get(i, len(board.neighbours)) for i in range(len(board.neighbours)))
