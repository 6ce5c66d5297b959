"""A module of the small language to the bytes of a WebAssembly module."""

from __future__ import annotations

from typing import assert_never

from ..low.language import tree
from .binary import I32, I64, MAGIC, listed, section, signed, text, unsigned

MARKS: dict[tree.ArithOperator, int] = {
    "add": 0x6A, "sub": 0x6B, "mul": 0x6C, "div_s": 0x6D, "div_u": 0x6E, "rem_s": 0x6F, "rem_u": 0x70, "and": 0x71, "or": 0x72,
    "xor": 0x73, "shl": 0x74, "shr_s": 0x75, "shr_u": 0x76}
# The instructions for 64 bits stand in the order of those for 32 bits, a fixed number further on.
WORDS = {name: code + 0x12 for name, code in MARKS.items()}
MARK_TESTS: dict[tree.TestOperator, int] = {
    "eq": 0x46, "ne": 0x47, "lt_s": 0x48, "lt_u": 0x49, "gt_s": 0x4A, "gt_u": 0x4B, "le_s": 0x4C, "le_u": 0x4D, "ge_s": 0x4E,
    "ge_u": 0x4F}
WORD_TESTS = {name: code + 0x0B for name, code in MARK_TESTS.items()}
BITS: dict[tree.BitsOperator, int] = {"popcnt": 0x7B, "ctz": 0x7A}
WORD_LOADS = {1: 0x30, 2: 0x32, 4: 0x34, 8: 0x29}
WORD_STORES = {1: 0x3C, 2: 0x3D, 4: 0x3E, 8: 0x37}
# How many zero bits an address should end in: a hint to the engine, where it does not, the program is as right.
ALIGNED = {1: 0, 2: 1, 4: 2, 8: 3}
EMPTY = 0x40
# All that addresses of 32 bits reach.
MOST_PAGES = 1 << 16
# 2**-53 as eight bytes, the lowest first.
A_SHARE = bytes.fromhex("000000000000a03c")


def assembled(module: tree.Module, extra: bytes = b"") -> bytes:
    """The bytes of a module; `extra` are custom sections, which come last."""
    types: dict[bytes, int] = {}
    numbers = {function.name: i for i, function in enumerate(module.functions)}
    globals_ = {name: i for i, (name, _, _) in enumerate(module.globals)}
    of_type = [types.setdefault(_type(function), len(types)) for function in module.functions]
    exports = [text("memory") + b"\x02\x00"]
    exports += [text(item.export) + b"\x00" + unsigned(numbers[item.name]) for item in module.functions if item.export]
    exports += [text(name) + b"\x03" + unsigned(globals_[name]) for name in module.exported]
    bodies = []
    for function in module.functions:
        body = _Body(numbers, globals_).function(function)
        bodies.append(unsigned(len(body)) + body)
    values = [_global(wide, value) for _, wide, value in module.globals]
    data = [b"\x00\x41" + signed(_as_mark(address)) + b"\x0b" + unsigned(len(content)) + content
            for address, content in module.data]
    # The module never grows its memory; who runs it may, to have room for lanes.
    pages, most = unsigned(module.pages), unsigned(MOST_PAGES)
    return b"".join((
        MAGIC, section(1, listed(list(types))), section(3, listed([unsigned(number) for number in of_type])),
        section(5, b"\x01\x01" + pages + most), section(6, listed(values)), section(7, listed(exports)),
        section(10, listed(bodies)), section(11, listed(data)), extra))


def _type(function: tree.Function) -> bytes:
    params = bytes(I64 if wide else I32 for wide in function.params)
    gives = b"" if function.gives is None else bytes((I64 if function.gives else I32,))
    return b"\x60" + unsigned(len(params)) + params + unsigned(len(gives)) + gives


def _global(wide: bool, value: int) -> bytes:
    return bytes((I64 if wide else I32, 1, 0x42 if wide else 0x41)) + signed(value if wide else _as_mark(value)) + b"\x0b"


def _as_mark(value: int) -> int:
    """An address or condition as a number of 32 bits with a sign."""
    value &= 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def _half(node: tree.Expr) -> tree.Expr | None:
    """A word that has 4 bytes at most as a mark that compares like it; None for other words."""
    match node:
        case tree.Int(value) if -(1 << 31) <= value < 1 << 31:
            return tree.Mark(value)
        case tree.Load(address, offset, 4, True):
            return tree.Load(address, offset, 4, wide=False)
        case tree.Widen(operand):
            return operand
        case _:
            # Other words may have more than 4 bytes.
            return None


class _Body:
    """Writes the code of one function."""

    def __init__(self, functions: dict[str, int], globals_: dict[str, int]) -> None:
        self.functions, self.globals = functions, globals_
        self.out = bytearray()
        self.labels: list[int] = []

    def function(self, function: tree.Function) -> bytes:
        own = function.locals[len(function.params):]
        runs: list[list[int]] = []
        for wide in own:
            kind = I64 if wide else I32
            # The format lists locals as runs of one type, in the order of their numbers.
            if runs and runs[-1][1] == kind:
                runs[-1][0] += 1
            else:
                runs.append([1, kind])
        self.out += listed([unsigned(count) + bytes((kind,)) for count, kind in runs])
        self.body(function.body)
        if function.gives is not None:
            self.out.append(0x00)  # every path has returned
        self.out.append(0x0B)
        return bytes(self.out)

    # -- statements ----------------------------------------------------------------------------

    def body(self, statements: tuple[tree.Stmt, ...]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, node: tree.Stmt) -> None:
        out = self.out
        match node:
            case tree.Set(to, value):
                self.expr(value)
                self.assign(to)
            case tree.Store(address, offset, value, size, wide):
                self.expr(address)
                self.expr(value)
                out.append(WORD_STORES[size] if wide else 0x36)
                self.place(size, offset)
            case tree.If(condition, then, otherwise):
                self.expr(condition)
                out.extend((0x04, EMPTY))
                self.labels.append(-1)
                self.body(then)
                if otherwise:
                    out.append(0x05)
                    self.body(otherwise)
                self.end()
            case tree.Block(label, body):
                self.begin(0x02, label)
                self.body(body)
                self.end()
            case tree.Loop(label, body):
                self.begin(0x03, label)
                self.body(body)
                self.end()
            case tree.Leave(label, condition):
                if condition is not None:
                    self.expr(condition)
                out.append(0x0C if condition is None else 0x0D)
                out += unsigned(self.depth(label))
            case tree.Switch():
                self.switch(node)
            case tree.Return(value):
                if value is not None:
                    self.expr(value)
                out.append(0x0F)
            case tree.Perform(call, gives):
                self.expr(call)
                if gives:
                    out.append(0x1A)
            case tree.Stop():
                out.append(0x00)
            case tree.Copy(to, source, count):
                for item in (to, source, count):
                    self.expr(item)
                out += b"\xfc\x0a\x00\x00"
            case tree.Clear(address, count):
                for item in (address, tree.Mark(0), count):
                    self.expr(item)
                out += b"\xfc\x0b\x00"
            case _:
                assert_never(node)

    def begin(self, code: int, label: int) -> None:
        self.out.extend((code, EMPTY))
        self.labels.append(label)

    def end(self) -> None:
        self.labels.pop()
        self.out.append(0x0B)

    def depth(self, label: int) -> int:
        """Return how many blocks out a label is."""
        for depth, number in enumerate(reversed(self.labels)):
            if number == label:
                return depth
        raise AssertionError(f"label {label} is not around")

    def switch(self, node: tree.Switch) -> None:
        """Blocks around each other, the innermost with the jump; after each the statements of a case."""
        count = len(node.cases)
        self.begin(0x02, node.jump)
        # -1 is no label: only the jump table leads out of these blocks.
        for _ in range(count + 1):
            self.begin(0x02, -1)
        self.expr(node.value)
        self.out.append(0x0E)
        self.out += unsigned(count) + b"".join(unsigned(i) for i in range(count + 1))
        for body in (*node.cases, node.otherwise):
            self.end()
            self.body(body)
            self.out.append(0x0C)
            self.out += unsigned(self.depth(node.jump))
        self.end()

    # -- expressions ---------------------------------------------------------------------------

    def expr(self, node: tree.Expr) -> None:
        out = self.out
        match node:
            case tree.Local(number):
                out.append(0x20)
                out += unsigned(number)
            case tree.Int(value):
                out.append(0x42)
                out += signed(value)
            case tree.Mark(value):
                out.append(0x41)
                out += signed(_as_mark(value))
            case tree.Global(name):
                out.append(0x23)
                out += unsigned(self.globals[name])
            case tree.Load(address, offset, size, wide):
                self.expr(address)
                out.append(WORD_LOADS[size] if wide else 0x28)
                self.place(size, offset)
            case tree.Arith(operator, left, right, wide):
                self.expr(left)
                self.expr(right)
                out.append((WORDS if wide else MARKS)[operator])
            case tree.Test(operator, left, right, wide):
                self.test(operator, left, right, wide)
            case tree.Not(operand):
                self.expr(operand)
                out.append(0x45)
            case tree.Both(left, right):
                self.expr(left)
                out.extend((0x04, I32))
                self.labels.append(-1)
                self.expr(right)
                out.extend((0x05, 0x41, 0x00))
                self.end()
            case tree.Either(left, right):
                self.expr(left)
                out.extend((0x04, I32, 0x41, 0x01, 0x05))
                self.labels.append(-1)
                self.expr(right)
                self.end()
            case tree.Select(condition, this, that):
                for item in (this, that, condition):
                    self.expr(item)
                out.append(0x1B)
            case tree.Bits(operator, inner):
                self.expr(inner)
                out.append(BITS[operator])
            case tree.Widen(inner):
                self.expr(inner)
                out.append(0xAC)
            case tree.Narrow(inner):
                self.expr(inner)
                out.append(0xA7)
            case tree.Share(bits, count):
                self.expr(bits)
                # f64.convert_i64_s, times 2**-53; then times the count as f64, i64.trunc_f64_s. Python's `int(random() *
                # count)` does the same steps in the same order, so it rounds alike.
                out += b"\xb9\x44" + A_SHARE + b"\xa2"
                self.expr(count)
                out += b"\xb9\xa2\xb0"
            case tree.Call(function, arguments):
                for argument in arguments:
                    self.expr(argument)
                out.append(0x10)
                out += unsigned(self.functions[function])
            case _:
                assert_never(node)

    def test(self, operator: tree.TestOperator, left: tree.Expr, right: tree.Expr, wide: bool) -> None:
        if wide and operator.endswith(("q", "e", "_s")):
            # What is loaded from 4 bytes is compared as such.
            node, other = _half(left), _half(right)
            if node is not None and other is not None:
                left, right, wide = node, other, False
        self.expr(left)
        if operator == "eq" and right == (tree.Int(0) if wide else tree.Mark(0)):
            self.out.append(0x50 if wide else 0x45)
            return
        self.expr(right)
        self.out.append((WORD_TESTS if wide else MARK_TESTS)[operator])

    def assign(self, to: tree.Local | tree.Global) -> None:
        match to:
            case tree.Local(number):
                self.out.append(0x21)
                self.out += unsigned(number)
            case tree.Global(name):
                self.out.append(0x24)
                self.out += unsigned(self.globals[name])
            case _:
                assert_never(to)

    def place(self, size: int, offset: int) -> None:
        assert 0 <= offset < 1 << 32, offset
        self.out.append(ALIGNED[size])
        self.out += unsigned(offset)
