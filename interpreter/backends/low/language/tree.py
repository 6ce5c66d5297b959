"""The small language between a program and machine code: numbers, places in memory, and structured flow.

There are two sorts of values: *words*, whole numbers of 64 bits, and *marks*, of 32 bits: conditions (0 or 1) and
addresses. Expressions change nothing but what the functions they call do; statements come in order. A *label* is a
number; leaving a block goes to its end, leaving a loop to its beginning.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

# ---- Expressions ---------------------------------------------------------------------------


# The names of instructions of WebAssembly.
ArithOperator = Literal["add", "sub", "mul", "div_s", "div_u", "rem_s", "rem_u", "and", "or", "xor", "shl", "shr_s", "shr_u"]
TestOperator = Literal["eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u"]
BitsOperator = Literal["popcnt", "ctz"]


@frozen
class Int:
    """A known word."""

    value: int


@frozen
class Mark:
    """A known condition or address."""

    value: int


@frozen
class Local:
    """A name within a function; `wide` for a word."""

    number: int
    wide: bool


@frozen
class Global:
    """A name that all functions share; `wide` for a word."""

    name: str
    wide: bool


@frozen
class Arith:
    """`left operator right` on words (`wide`) or marks."""

    operator: ArithOperator
    left: Expr
    right: Expr
    wide: bool = True


@frozen
class Test:
    """A comparison of words (`wide`) or marks."""

    operator: TestOperator
    left: Expr
    right: Expr
    wide: bool = True


@frozen
class Both:
    """Both conditions; the right one is worked out only when the left one holds."""

    left: Expr
    right: Expr


@frozen
class Either:
    """One of two conditions; the right one is worked out only when the left one does not hold."""

    left: Expr
    right: Expr


@frozen
class Not:
    """A condition that does not hold."""

    operand: Expr


@frozen
class Select:
    """One of two values, both of which are worked out; `wide` for words."""

    condition: Expr
    this: Expr
    that: Expr
    wide: bool = True


@frozen
class Bits:
    """The number of bits of a word that are set (popcnt), or of 0 bits below the lowest that is (ctz)."""

    operator: BitsOperator
    of: Expr


@frozen
class Widen:
    """A mark as a word."""

    of: Expr


@frozen
class Narrow:
    """A word as a mark: its low 32 bits."""

    of: Expr


@frozen
class Load:
    """The number of `bytes` bytes at an address (a mark) and `offset`; words of 4 bytes keep their sign.

    As a mark where `wide` is false; then 4 bytes.
    """

    address: Expr
    offset: int
    bytes: int
    wide: bool = True


@frozen
class Share:
    """`bits` of 53 random bits as a share of `count`: a word from 0 to `count` - 1."""

    bits: Expr
    count: Expr


@frozen
class Call:
    """A function of the module with its arguments."""

    function: str
    arguments: tuple[Expr, ...]


Expr = (Int | Mark | Local | Global | Arith | Test | Both | Either | Not | Select | Bits | Widen | Narrow | Load | Share
        | Call)

# ---- Statements ----------------------------------------------------------------------------


@frozen
class Set:
    """Give a local or global a value."""

    to: Local | Global
    value: Expr


@frozen
class Store:
    """Put a value into `bytes` bytes at an address and `offset`; `wide` where the value is a word."""

    address: Expr
    offset: int
    value: Expr
    bytes: int
    wide: bool = True


@frozen
class If:
    """One of two runs of statements."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@frozen
class Block:
    """Statements that can be left by their label."""

    label: int
    body: tuple[Stmt, ...]


@frozen
class Loop:
    """Statements that begin again when they are left by their label; at their end they are over."""

    label: int
    body: tuple[Stmt, ...]


@frozen
class Leave:
    """Go to the end of a block or the beginning of a loop, when a condition holds."""

    label: int
    condition: Expr | None = None


@frozen
class Switch:
    """The statements of the case with this number (a mark), or else the others; `jump` is a label of its own."""

    value: Expr
    jump: int
    cases: tuple[tuple[Stmt, ...], ...]
    otherwise: tuple[Stmt, ...]


@frozen
class Return:
    """Leave the function with a value, or with none."""

    value: Expr | None


@frozen
class Perform:
    """Call a function; what it gives is dropped where `gives`."""

    call: Call
    gives: bool


@frozen
class Stop:
    """Trap: what went wrong has been noted."""


@frozen
class Copy:
    """Copy `count` bytes between addresses; what is copied may overlap."""

    to: Expr
    source: Expr
    count: Expr


@frozen
class Clear:
    """Put 0 into `count` bytes from an address on."""

    address: Expr
    count: Expr


Stmt = Set | Store | If | Block | Loop | Leave | Switch | Return | Perform | Stop | Copy | Clear


@frozen
class Function:
    """A function: whether each parameter is wide (they are the first locals), of all locals, and what it gives.

    `gives` is None for nothing, else whether it is a word. `export` is the name under which it can be called from outside.
    """

    name: str
    params: tuple[bool, ...]
    locals: tuple[bool, ...]
    gives: bool | None
    body: tuple[Stmt, ...]
    export: str | None = None


@frozen
class Module:
    """A whole module: functions, the first values of globals, and what memory holds at the start, by address."""

    functions: tuple[Function, ...]
    globals: tuple[tuple[str, bool, int], ...]
    data: tuple[tuple[int, bytes], ...]
    pages: int
    exported: tuple[str, ...] = ()
