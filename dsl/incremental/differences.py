"""The declarations of a rulebook that differ, as they were and as they are, and all that uses what they declare."""

from __future__ import annotations

from attrs import frozen

from .. import syntax as ast
from ..load.loader import Files
from ..syntax.alone import Alone
from .besides import Besides
from .cached import Headed, Valued, Worded
from .changed import FaultyChange
from .heads import ParamsPair, is_params_pair
from .holders import Grown, GrownPair, MemberUsers


@frozen
class BodyChange:
    """A declaration, or the way of a row, as it was checked, and as it is now."""

    old: Alone
    new: Alone


@frozen
class WordingChange:
    """A declaration as it was checked, and as it is now, with other words in its statements."""

    old: Worded
    new: Worded


@frozen
class ValueChange:
    """A constant, a parameter or a table as it was checked, and as it is now, with other values."""

    old: Valued
    new: Valued


@frozen
class TypeChange:
    """Fields or a table as they were checked, and as they are now, with other ranges in their types."""

    old: Headed
    new: Headed


@frozen
class MemberChange:
    """An enum or a table as it was checked, and as it is now, with words or rows more or less."""

    old: Grown
    new: Grown


@frozen
class DrawingChange:
    """A board as it was checked, and as it is now, with another drawing of the same spaces."""

    old: ast.Board
    new: ast.Board


@frozen
class ExampleChange:
    """An example as it was checked, and as it is now: it begins or shows something else, or is of another playthrough."""

    old: ast.Example
    new: ast.Example


@frozen
class Users:
    """The uses of values and heads that differ: parts that can be checked alone, and statements with expressions.

    Each statement comes with its clause. `fields` are those in whose types a value stands, and `boards` those that give first
    values to fields that begin otherwise.
    """

    parts: tuple[Alone, ...] = ()
    texts: tuple[tuple[str, ast.Text], ...] = ()
    fields: tuple[ast.Fields, ...] = ()
    boards: tuple[ast.Board, ...] = ()


@frozen
class Differences:
    """The declarations that differ; `users` are those besides that use a value that differs.

    Those that are `new` were not there before, and those that are `gone` are not there now. If an end is among them, `ends` are
    all ends in their order, what checks ends is among the `users`, and `play` is the first rule of the game.

    `loaded` is the rulebook as it was and as it is, if it had to be loaded. If one is `faulty`, no other differs.

    `regrown` are types with other members; then the `new` and the `gone` are their rows, and nothing else differs.
    `by_members` are the uses of these types, of which the parts are among the `users`.

    If declarations that are gone are still `named`, the `users` are all that names them, and nothing else differs.

    If a board is `redrawn`, `on_boards` are all fields of its spaces.
    """

    differing: tuple[BodyChange, ...] = ()
    reworded: tuple[WordingChange, ...] = ()
    revalued: tuple[ValueChange, ...] = ()
    retyped: tuple[TypeChange, ...] = ()
    users: Users = Users()
    new: tuple[Besides, ...] = ()
    gone: tuple[Besides, ...] = ()
    ends: tuple[str, ...] = ()
    play: ast.Rule | None = None
    loaded: tuple[Files, Files] | None = None
    faulty: FaultyChange | None = None
    shown: tuple[ExampleChange, ...] = ()
    regrown: tuple[MemberChange, ...] = ()
    by_members: MemberUsers | None = None
    redrawn: tuple[DrawingChange, ...] = ()
    on_boards: tuple[ast.Fields, ...] = ()
    named: bool = False

    @property
    def pairs(self) -> tuple[BodyChange | WordingChange | ValueChange | TypeChange | DrawingChange | ExampleChange, ...]:
        """All declarations that differ, but for types with other members: what is named in both is named in the same order."""
        return (*self.differing, *self.reworded, *self.revalued, *self.retyped, *self.redrawn, *self.shown)

    @property
    def grown(self) -> tuple[GrownPair, ...]:
        """The types with other members."""
        return tuple((pair.old, pair.new) for pair in self.regrown)

    @property
    def moved(self) -> frozenset[str]:
        """The names of the types of spaces with another drawing."""
        return frozenset(pair.new.space.name for pair in self.redrawn)

    @property
    def with_params(self) -> tuple[ParamsPair, ...]:
        """The functions and rules with another head."""
        return tuple(pair for declarations in self.differing if is_params_pair(pair := (declarations.old, declarations.new)))

    @property
    def has_heads(self) -> bool:
        """Whether a declaration has another head."""
        return bool(self.retyped or self.with_params)

    @property
    def has_values(self) -> bool:
        """Whether a name has another value."""
        return bool(self.revalued or self.redrawn)
