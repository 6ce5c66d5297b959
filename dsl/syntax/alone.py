"""The parts of a rulebook that can be checked without the rest: some declarations, and the ways of rows."""

from __future__ import annotations

from attrs import frozen

from .declarations import End, Function, Invariant, Rule
from .expressions import Node
from .statements import Stmt
from .tables import Table


@frozen(eq=False, repr=False)
class EffectWay(Node):
    """The way in which a row carries out an effect of its table. No tree has one: `ways_of` makes them."""

    table: str
    row: str
    effect: str
    body: tuple[Stmt, ...]

    @property
    def name(self) -> str:
        """The name under which its code is kept."""
        return f"{self.table}.{self.row}.{self.effect}"

    @property
    def clause(self) -> str:
        """The clause that it belongs to: its row."""
        return f"{self.table}.{self.row}"


Alone = Function | Rule | End | Invariant | EffectWay
# The form of what can be checked alone, and its name.
Key = tuple[str, str]


def ways_of(table: Table) -> tuple[EffectWay, ...]:
    """Return the ways in which the rows of a table carry out its effects, in their order."""
    return tuple(EffectWay(name.span, table.name, row.name, name.name, body)
                 for row in table.rows for name, body in row.effects)


def name_of(part: Alone) -> str:
    """Return the name of a declaration or a way; that of the first rule of a game is `play`."""
    return "play" if isinstance(part, Rule) and part.kind == "play" else part.name


def key_of(part: Alone) -> Key:
    """Return the form and name of a declaration or a way."""
    return type(part).__name__, name_of(part)
