"""Two texts of a declaration -> their outlines compared; whether they differ in numbers, operators and statements alone.

INVARIANT: of the parts in which declarations that are alike may differ, the passes behind the check (`analyses`) read nothing
but the outcome of conditions that constants settle, which is compared here, and the words in which moves are written, which
`again` looks at. So they find the same of both.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from .. import syntax as ast
from ..check.scope.typing import Unit
from ..symbols.constants import AlreadyReported, NotKnown, fold
from ..symbols.symbols import (
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
    Meaning,
    OwnedName,
    RuleInfo,
    SpaceSet,
)
from ..syntax.alone import EffectWay
from ..syntax.walk import children, nodes_in, parts_of
from ..types.renumbering import speaks_of
from ..types.types import DomainType, IntType, PerType, Type
from ..variants.index import name_of

# The parts in which numbers and operators may differ; all others must be the same. Information flow tells players apart by
# numbers too, and exceptions are compared by their conditions: such parts are left out.
_OPEN: dict[type[ast.Node], tuple[str, ...]] = {
    ast.Rule: ("body", "exceptions"), ast.RuleException: ("body", "exceptions"),
    ast.Function: ("lets", "gives", "exceptions"), ast.FunctionException: ("lets", "gives", "exceptions"),
    ast.End: ("condition",), ast.Invariant: ("condition",),
    ast.Let: ("value",), ast.Var: ("value",), ast.Change: ("value",), ast.Transfer: ("amount",), ast.Do: ("call",),
    ast.Announce: ("event",), ast.If: ("condition", "then", "otherwise"), ast.ForEach: ("binder", "body"),
    ast.Repeat: ("condition", "times", "body"), ast.Roll: ("domain", "condition", "key", "weight"),
    ast.Throw: ("times", "roll"), ast.Must: ("condition",), ast.Require: ("condition", "exceptions"),
    ast.RequireException: ("condition", "exceptions"), ast.Move: ("binders", "requires", "body", "condition"),
    ast.Choose: ("binders", "requires", "moves", "otherwise"),
    ast.Binary: ("left", "right"), ast.Unary: ("operand",), ast.RangeOf: ("low", "high"),
    ast.Conditional: ("this", "condition", "that"), ast.Binder: ("domain", "condition", "key"),
    ast.Quantified: ("binder", "body"), ast.Comprehension: ("binder", "body"), ast.Call: ("arguments",),
    EffectWay: ("body",), ast.Index: ("key",), ast.Collection: ("items",), ast.TupleOf: ("items",)}
# Right below these a number may differ. Elsewhere it may stand for a player or a place.
_COUNTS = (ast.Binary, ast.RangeOf, ast.Change, ast.Transfer, ast.Repeat, ast.Quantified)
# Operators that may stand for each other.
_GROUPS = (("=", "!=", "<", "<=", ">", ">="), ("in", "not in"), ("+", "-", "*", "div", "mod"))


# The bodies of declarations: the parts in which those of one outline may differ.
BODIES: dict[type[ast.Node], tuple[str, ...]] = {
    ast.Rule: ("body", "exceptions"), ast.Function: ("lets", "gives", "exceptions"),
    ast.End: ("condition", "binder"), ast.Invariant: ("condition",), EffectWay: ("body",)}
_Outline = list["_ClauseText | tuple[type[ast.Node], str, _Outline]"]


# Pairs of declarations whose forms were compared: a variant asks for those that it leaves alone again.
FORMS_KEPT = 256
_NOTHING: Mapping[type[ast.Node], str] = {}
_NO_PARAMS: Mapping[Local, Local] = {}
# The part of a clause that says in words what it is; how moves and rolls are written are other texts. Why something is assumed
# is said in printed rules alone.
STATEMENT, ASSUMED, NOTATION = "statement", "assumed", "notation"


@frozen
class _ClauseText:
    """A text in a declaration, and whether it is the statement of a clause."""

    text: ast.Text
    is_statement: bool


@frozen
class CheckedDeclaration:
    """A declaration, and what the check found of it."""

    node: ast.Node
    unit: Unit


@lru_cache(maxsize=FORMS_KEPT)
def have_same_form(old: ast.Node, new: ast.Node) -> bool:
    """Return whether two declarations differ in numbers, operators, and words of statements, moves and rolls alone."""
    return _same_syntax(old, new, None, is_open=True)


def have_same_notations(old: ast.Node, new: ast.Node) -> bool:
    """Return whether moves and rolls are written in the same words in two declarations of the same form."""
    return all(old.notation.raw == new.notation.raw for old, new in zip(nodes_in(old), nodes_in(new), strict=True)
               if isinstance(old, ast.Move | ast.Roll) and isinstance(new, ast.Move | ast.Roll)
               and old.notation is not None and new.notation is not None)


def are_alike(old: CheckedDeclaration, new: CheckedDeclaration, moved: Collection[str] = (),
              params: Mapping[Local, Local] = _NO_PARAMS) -> bool:
    """Return whether two declarations of the same form have no mistakes, and are the same for all later passes.

    The members of types that are `moved` may have other numbers, or lie in other sets of spaces: a pass that counts them has to
    look again. `params` are the parameters of now, by those of before, if they are not the same.
    """
    if not old.unit.is_clean or not new.unit.is_clean:
        return False
    pairs = tuple(zip(nodes_in(old.node), nodes_in(new.node), strict=True))
    return _same_names(old.unit, new.unit, moved) and _same_types(old.unit, new.unit, pairs, moved, params) and all(
        settled(before.left, old.unit) == settled(current.left, new.unit) for before, current in pairs
        if isinstance(before, ast.Binary) and before.operator in ("and", "or") and isinstance(current, ast.Binary)
    ) and _only_count(old.node, None, _revalued(old.unit, new.unit, pairs, moved), is_open=True)


def have_same_outline(old: ast.Node, new: ast.Node, besides: tuple[str, ...] = ()) -> bool:
    """Return whether two declarations have the same head, and the same clauses and texts, one inside the other in one order.

    So have those of one form. Their statements, and how moves and rolls are written, may have other words. `besides` are parts
    of heads that may differ.
    """
    if have_same_form(old, new):
        return True
    open_parts = (*BODIES.get(type(old), ()), *besides)
    return type(old) is type(new) and all(
        _states_the_same(old, new, part) or _same_syntax(getattr(old, part), getattr(new, part), old, is_open=False)
        for part in parts_of(type(old)) if part not in open_parts) and _same_outline(_outline(old), _outline(new))


def have_same_rules(old: object, new: object, besides: Mapping[type[ast.Node], str] = _NOTHING) -> bool:
    """Return whether two declarations, or parts of them, differ in the words of statements and in remarks alone.

    Their programs differ in these words, and in places. Games depend on neither. `besides` are parts of nodes that may differ.
    """
    if old is new:
        return True
    if isinstance(old, tuple):
        return isinstance(new, tuple) and len(old) == len(new) and all(
            have_same_rules(before, current, besides) for before, current in zip(old, new, strict=True))
    if type(old) is not type(new):
        return False
    if not isinstance(old, ast.Node) or not isinstance(new, ast.Node):
        return old == new
    open_part = besides.get(type(old))
    return all(part in (open_part, ASSUMED) or _states_the_same(old, new, part)
               or have_same_rules(getattr(old, part), getattr(new, part), besides) for part in parts_of(type(old)))


def are_the_same(old: object, new: object) -> bool:
    """Return whether two declarations, or parts of them, are written the same, but for blanks and remarks."""
    return _same_syntax(old, new, None, is_open=False)


def _outline(node: ast.Node) -> _Outline:
    """Return the clauses and texts below a node, each clause with those inside it."""
    out: _Outline = []
    for child in children(node):
        if isinstance(child, ast.Text):
            out.append(_ClauseText(child, child is getattr(node, STATEMENT, None)))
        else:
            # What is named in rules, functions and ends has its name from no declaration around it.
            own, inside = name_of(child, None), _outline(child)
            out += inside if own is None else [(type(child), own[0], inside)]
    return out


def _same_outline(old: _Outline, new: _Outline) -> bool:
    return len(old) == len(new) and all(
        (isinstance(before, _ClauseText) and isinstance(current, _ClauseText) and _same_text(before, current))
        or (isinstance(before, tuple) and isinstance(current, tuple) and before[:2] == current[:2]
            and _same_outline(before[2], current[2]))
        for before, current in zip(old, new, strict=True))


def _same_text(old: _ClauseText, new: _ClauseText) -> bool:
    return old.is_statement == new.is_statement and (
        _differ_in_words(old.text, new.text) or _same_syntax(old.text, new.text, None, is_open=False))


# ---- Syntax --------------------------------------------------------------------------------------


def _same_syntax(old: object, new: object, above: ast.Node | None, is_open: bool) -> bool:
    """Return whether two parts are the same; where they are open, but for numbers and operators."""
    # A variant leaves most parts of what it changes as they are.
    if old is new:
        return True
    if isinstance(old, tuple):
        return isinstance(new, tuple) and len(old) == len(new) and all(
            _same_syntax(before, current, above, is_open) for before, current in zip(old, new, strict=True))
    if type(old) is not type(new):
        return False
    if not isinstance(old, ast.Node) or not isinstance(new, ast.Node):
        return old == new
    if is_open and isinstance(old, ast.Integer) and isinstance(above, _COUNTS):
        return True
    # What is not open is also written the same: some passes compare places and conditions by their texts.
    if not is_open and old.span.whole.split() != new.span.whole.split():
        return False
    open_parts = _OPEN.get(type(old), ()) if is_open else ()
    return all(_same_syntax(getattr(old, part), getattr(new, part), old, part in open_parts)
               or (is_open and (_states_the_same(old, new, part) or _states_the_same(old, new, part, NOTATION)))
               or (part == "operator" and is_open and _in_one_group(old, new)) for part in parts_of(type(old)))


def _states_the_same(old: ast.Node, new: ast.Node, part: str, which: str = STATEMENT) -> bool:
    """Return whether a part of two clauses is their statement, or `which` other text, and differs in words alone."""
    texts = getattr(old, part), getattr(new, part)
    return part == which and isinstance(texts[0], ast.Text) and isinstance(texts[1], ast.Text) and _differ_in_words(*texts)


def _differ_in_words(old: ast.Text, new: ast.Text) -> bool:
    """Return whether two statements have words, and the same expressions and lines below them."""
    # A statement without anything in it is reported.
    return bool(old.raw.strip() and new.raw.strip()) and len(old.parts) == len(new.parts) and all(
        (isinstance(before, str) and isinstance(current, str)) or _same_syntax(before, current, None, is_open=False)
        for before, current in zip(old.parts, new.parts, strict=True)) and _same_syntax(
        old.says, new.says, old, is_open=False)


def _in_one_group(old: ast.Node, new: ast.Node) -> bool:
    return isinstance(old, ast.Binary) and isinstance(new, ast.Binary) and any(
        old.operator in group and new.operator in group for group in _GROUPS)


# ---- What the check found ------------------------------------------------------------------------


def _same_names(old: Unit, new: Unit, moved: Collection[str]) -> bool:
    """Return whether two units use the same names of the rulebook."""
    return (old.names == new.names and [word.name for word in old.named] == [word.name for word in new.named]
            and _used(old, moved) == _used(new, moved))


def _used(unit: Unit, moved: Collection[str]) -> set[object]:
    return {_known_by(meaning, moved) for meaning in unit.typing.used if not isinstance(meaning, Local)}


def _is_moved(meaning: Meaning | None, moved: Collection[str]) -> bool:
    """Return whether a meaning has other numbers because the members of a type have."""
    match meaning:
        case Constant(type=type_):
            return speaks_of(type_, moved)
        case ColumnInfo(owner=owner, type=type_):
            return owner.name in moved or speaks_of(type_, moved)
        case SpaceSet(space=space):
            return space.name in moved
        case _:
            # No other meaning has numbers.
            return False


def _known_by(meaning: Meaning | None, moved: Collection[str]) -> object:
    """Return a value that distinguishes a meaning, whatever its numbers are: the check makes those of words as it goes."""
    match meaning:
        case (Constant() | ColumnInfo()) if _is_moved(meaning, moved):
            return type(meaning), meaning.name, meaning.type, getattr(meaning, "owner", None)
        case SpaceSet() if _is_moved(meaning, moved):
            return SpaceSet, meaning.name, meaning.space
        case Constant(type=IntType()):
            return meaning.name
        case Constant():
            return meaning.name, meaning.type, meaning.value
        case ColumnInfo(type=IntType()):
            return meaning.owner.name, meaning.name
        case ColumnInfo():
            return meaning.owner.name, meaning.name, meaning.values
        case DomainOf():
            return meaning.type
        case Builtin():
            return meaning.name
        case FieldInfo() | EffectInfo():
            # Of these the types may have other ranges.
            return type(meaning), meaning.name, meaning.owner
        case FunctionInfo() | RuleInfo() | EventInfo() | Ambiguous() | FaultyName():
            return type(meaning), meaning.name
        case BoardInfo():
            return BoardInfo, meaning.name
        case SpaceSet():
            return SpaceSet, meaning.name, meaning.space, meaning.spaces
        case OwnedName():
            return OwnedName, meaning.name, meaning.type, meaning.number, meaning.per_owner
        case _:
            # Other meanings count by identity.
            return meaning


def _revalued(old: Unit, new: Unit, pairs: Sequence[tuple[ast.Node, ast.Node]], moved: Collection[str]
              ) -> frozenset[ast.Node]:
    """Return the nodes whose names have other values now: constants and columns."""
    def differs(before: Meaning | None, current: Meaning | None) -> bool:
        match before, current:
            case _ if _is_moved(before, moved):
                return False
            case Constant(), Constant():
                return before.value != current.value
            case ColumnInfo(), ColumnInfo():
                return before.values != current.values
            case _:
                # What is known by identity has no value of its own.
                return False

    return frozenset(before for before, current in pairs if differs(old.typing.meanings.get(before),
                                                                    new.typing.meanings.get(current)))


def _only_count(part: object, above: ast.Node | None, revalued: frozenset[ast.Node], is_open: bool) -> bool:
    """Return whether nodes whose names have other values stand where other numbers may stand."""
    if not revalued:
        return True
    if isinstance(part, tuple):
        return all(_only_count(item, above, revalued, is_open) for item in part)
    if not isinstance(part, ast.Node):
        return True
    if part in revalued and not (is_open and isinstance(above, _COUNTS)):
        return False
    open_parts = _OPEN.get(type(part), ()) if is_open else ()
    return all(_only_count(getattr(part, name), part, revalued, name in open_parts) for name in parts_of(type(part)))


def _same_types(old: Unit, new: Unit, pairs: Sequence[tuple[ast.Node, ast.Node]], moved: Collection[str],
                params: Mapping[Local, Local]) -> bool:
    """Return whether the nodes of two units have the same meanings and types, but for the ranges of numbers."""
    locals_, others = old.typing.locals, new.typing.locals
    renamed = {**params, **{locals_[was]: others[current] for was, current in pairs if was in locals_ and current in others}}

    def same_meaning(was: Meaning | None, current: Meaning | None) -> bool:
        return renamed.get(was, was) is current if isinstance(was, Local) else _known_by(was, moved) == _known_by(current,
                                                                                                                  moved)

    return all(are_alike_types(old.typing.types.get(was), new.typing.types.get(current))
               and same_meaning(old.typing.meanings.get(was), new.typing.meanings.get(current))
               for was, current in pairs) and all(
        are_alike_types(was.type, current.type) and was.kind == current.kind for was, current in renamed.items())


def are_alike_types(old: Type | None, new: Type | None) -> bool:
    """Return whether two types are the same, but for the ranges of numbers: then each number is kept in the same way.

    How a set keeps a number, or a number beside words, depends on the range. There may be a value for more or fewer numbers.
    """
    if isinstance(old, IntType) and isinstance(new, IntType):
        return True
    if isinstance(old, PerType) and isinstance(new, PerType):
        by_numbers = isinstance(old.index, IntType) and isinstance(new.index, IntType)
        return (by_numbers or old.index == new.index) and are_alike_types(old.value, new.value)
    if isinstance(old, DomainType) and isinstance(new, DomainType):
        return are_alike_types(old.element, new.element)
    return old == new


def settled(node: ast.Expr, unit: Unit) -> int | None:
    """Return the value of a condition that constants alone decide; None for another."""
    try:
        return fold(node, unit.typing.meanings.get)[1]
    except (NotKnown, AlreadyReported):
        return None
