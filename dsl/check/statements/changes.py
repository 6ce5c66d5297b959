"""Check statements that change fields: `becomes`, `gains`, `loses`, `transfer` and `merge`."""

from __future__ import annotations

from ... import syntax as ast
from ...source.fixes import Fix
from ...source.span import Span
from ...symbols.symbols import ColumnInfo, FieldInfo, Local, Meaning
from ...types.conversion import alternatives
from ...types.types import UNKNOWN, EnumType, IntType, ListType, PerType, SetType, Type, UnionType, UnknownType
from ..expressions.amounts import fit_amounts
from ..scope.checking import Checker
from ..scope.fitting import fit, numeric
from ..scope.narrowing import path
from ..scope.scopes import Scopes
from ..scope.typing import numbers_of


def _place(checker: Checker, node: ast.Expr) -> Type:
    """Return the declared type of a place that can be written to; unknown if it cannot."""
    scopes = checker.scopes
    if checker.expr(node) == UNKNOWN:
        return UNKNOWN
    base, in_list = node, False
    # The field stands behind all brackets: in `p.gold[red]` it is `p.gold`. An entry of a list has no slot of its own that a
    # statement could set, so brackets on a list make the place one that cannot change.
    while isinstance(base, ast.Index):
        base = base.subject
        in_list = in_list or isinstance(scopes.plain_type(base), ListType)
    meaning = scopes.typing.meanings.get(base)
    if in_list or not (isinstance(meaning, FieldInfo) or (isinstance(meaning, Local) and meaning.kind == "var")):
        scopes.complain("E306", f"`{node.span.text}` cannot be changed", node.span, help=_changeable(meaning, in_list))
        return UNKNOWN
    # The declared type and not the type here: after `if x != none` the place is known to hold a number, but `none` may still be
    # written to it.
    return scopes.typing.declared(node) or UNKNOWN


def change(checker: Checker, node: ast.Change) -> None:
    """Check `becomes`, `gains` and `loses`: the place can be written to, and the value fits it."""
    scopes = checker.scopes
    type_ = _place(checker, node.place)
    match node.kind, type_:
        case _, UnknownType():
            checker.expr(node.value, UNKNOWN)
        # Amounts come before the plain cases: `{gold: 2}` is added or set part by part, which no other `per` field can be.
        case _, PerType() if numbers_of(type_):
            fit_amounts(checker, node.value, type_)
        case "becomes", PerType():
            scopes.complain("E301", f"`{node.place.span.text}` has a value for each {type_.index}", node.place.span,
                            help="name one of them in brackets")
        case "becomes", _:
            checker.value(node.value, type_)
        case _, IntType():
            checker.number(node.value)
        case _, SetType(element):
            # `gains` takes one value or a whole set. Only how the value is written says which type its words have.
            value = checker.expr(node.value, type_ if isinstance(node.value, ast.Collection) else element)
            fit(scopes, node.value, value, type_ if isinstance(value, SetType) else element)
        case _, ListType(element):
            checker.value(node.value, element)
        case _:
            # Nothing can be added to a single word or flag, or taken from it.
            value = checker.expr(node.value, UNKNOWN)
            steps = _steps(scopes, node, type_) if isinstance(value, IntType) else None
            scopes.complain("E301", f"`{node.kind}` is for numbers, sets and lists, and this is {type_}", node.place.span,
                            help=f"write `{node.place.span.text} becomes {steps}`" if steps else "use `becomes`",
                            fixes=_becomes(node, steps))
    # Forgetting comes before learning: what was known of the place is of its old value.
    scopes.happened((node,))
    if node.kind == "becomes" and isinstance(type_, UnionType):
        _learn_present(scopes, node, type_)


def _steps(scopes: Scopes, node: ast.Change, type_: Type) -> str | None:
    """Return the space some steps on from the one in a place, as it is written, on a board that numbers its spaces in a row."""
    board = scopes.symbols.components.board_of(type_) if isinstance(type_, EnumType) else None
    if board is None or type_ != board.space:
        return None
    place, steps = node.place.span.text, node.value.span.text
    match board.layout.form.is_round, board.layout.form.is_row:
        case True, _:
            return f"{'clockwise' if node.kind == 'gains' else 'anticlockwise'}({place}, {steps})"
        case False, True if node.kind == "gains":
            return f"at({board.name}, min(column({place}) + {steps}, {len(board.layout.names)}))"
        case False, True:
            return f"at({board.name}, max(column({place}) - {steps}, 1))"
    return None


def _becomes(node: ast.Change, instead: str | None) -> tuple[Fix, ...]:
    """Return the change of `gains` or `loses` to `becomes`, with another value where one is given."""
    place, value = node.place.span, node.value.span
    if place.end_line != value.end_line:
        return ()
    if instead is not None:
        behind = Span(place.source, place.end_line, place.end_column, value.end_line, value.end_column)
        return (Fix(f"write `becomes {instead}`", behind, f" becomes {instead}"),)
    between = Span(place.source, place.end_line, place.end_column, value.line, value.column)
    return (Fix("write `becomes`", between, " becomes "),)


def _learn_present(scopes: Scopes, node: ast.Change, type_: UnionType) -> None:
    """Learn that a place is not missing, from the value it has just been given."""
    left = alternatives(scopes.plain_type(node.value))
    where = path(node.place, scopes.typing.meanings.get)
    # After `x becomes none` nothing is left to learn: the place holds the word itself.
    word = isinstance(node.value, ast.Name) and node.value.name in type_.extras
    if where is not None and not word and left:
        scopes.facts = {**scopes.facts, where: alternatives(type_) - left}


def transfer(checker: Checker, node: ast.Transfer) -> None:
    """Check that numbers go from one place of numbers to another."""
    scopes = checker.scopes
    amount = checker.expr(node.amount)
    if isinstance(amount, PerType) and numbers_of(amount):
        _transfer_all(checker, node, amount)
    else:
        numeric(scopes, node.amount, amount)
        for place in (node.source, node.target):
            type_ = _place(checker, place)
            if not isinstance(type_, IntType | UnknownType):
                scopes.complain("E301", f"only numbers are transferred, and this is {type_}", place.span)
    scopes.happened((node,))


def merge(checker: Checker, node: ast.Merge) -> None:
    """Check that two regions of one board merge."""
    scopes = checker.scopes
    types = [_region(checker, part) for part in (node.first, node.second)]
    for type_, part in zip(types, (node.first, node.second), strict=True):
        if type_ != UNKNOWN and not (isinstance(type_, EnumType) and type_.kind == "region"):
            scopes.complain("E301", f"only regions merge, and this is {type_}", part.span)
            return
    # Each board with regions has a region type of its own, so equal types mean the same board.
    if UNKNOWN not in types and types[0] != types[1]:
        scopes.complain("E301", f"{types[0]} and {types[1]} belong to different boards", node.span)
    scopes.happened()


def _region(checker: Checker, node: ast.Expr) -> Type:
    """Return the type of a region; a space stands for the region it lies in."""
    type_ = checker.expr(node)
    board = checker.scopes.symbols.components.board_of(type_) if isinstance(type_, EnumType) else None
    if board is not None and board.region is not None and type_ == board.space:
        checker.scopes.typing.promote_to_region.add(node)
        return board.region
    return type_


def _transfer_all(checker: Checker, node: ast.Transfer, type_: PerType) -> None:
    """Check that both places of a transfer hold numbers for the same values."""
    for place in (node.source, node.target):
        own = _place(checker, place)
        # Only the index must agree. Ranges may differ: a number that does not fit its place is a fault in play.
        if own != UNKNOWN and not (isinstance(own, PerType) and numbers_of(own) and own.index == type_.index):
            checker.scopes.complain("E301", f"this is {own}, where {type_} is needed", place.span)


def _changeable(meaning: Meaning | None, in_list: bool) -> str:
    """Return the names that can be changed in place of one that cannot."""
    if in_list:
        return "a list changes by `gains`, `loses` and `becomes`"
    if isinstance(meaning, ColumnInfo):
        return f"`{meaning.name}` is a column, which never changes; what changes is declared below `each {meaning.owner} has`"
    return "only fields of the state and names declared with `var` can"
