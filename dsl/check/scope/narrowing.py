"""Learn facts from conditions about values that may be missing: `x != none` makes x the thing itself.

A fact is kept by the path of what it speaks of (`p.shown`, `marker[c]`) and lists the words and types
that the path can no longer be. Facts about fields are forgotten as soon as anything could have
changed a field of that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import assert_never

from ... import syntax as ast
from ...symbols.symbols import BEFORE, OPEN, BoardInfo, Builtin, DomainOf, FieldInfo, Local, Meaning
from ...syntax.walk import statements
from ...types.conversion import alternatives
from ...types.types import DomainType, ListType, SetType, Type, UnionType

# Fields and `var` names in a path.
# Keys stand in a path too, so a fact about `marker[cell]` ends when `cell` changes, though no `marker` does.
_CHANGING = re.compile(r"(?:field|var) (\w+)")

# What the path of something in the position before a step begins with.
EARLIER = "earlier "

Facts = Mapping[str, frozenset[str]]
MeaningOf = Callable[[ast.Expr], Meaning | None]
TypeOf = Callable[[ast.Expr], Type]


def path(node: ast.Expr, meaning_of: MeaningOf) -> str | None:
    """Return a name for the place an expression reads, the same wherever the same place is read."""
    match node:
        case ast.Name():
            meaning = meaning_of(node)
            if isinstance(meaning, Local):
                # Two names may be spelled alike in scopes side by side. Each lives as long as the check, so no `id` is used
                # twice.
                return f"{'var ' if meaning.kind == 'var' else ''}{meaning.name}#{id(meaning)}"
            return f"field {node.name}" if isinstance(meaning, FieldInfo) else node.name
        case ast.Integer():
            return str(node.value)
        case ast.Attribute():
            subject = path(node.subject, meaning_of)
            return None if subject is None else f"{subject} field {node.name}"
        case ast.Call(arguments=(value, *_)):
            meaning = meaning_of(node)
            if not isinstance(meaning, Builtin) or meaning.name not in (OPEN, BEFORE):
                return None
            where = path(value, meaning_of)
            # `open` shows a value and does not change it, so what is known of the value is known of `open(value)` as well.
            return where if meaning.name == OPEN or where is None else f"{EARLIER}{where}"
        case ast.Index():
            subject, key = path(node.subject, meaning_of), path(node.key, meaning_of)
            return None if subject is None or key is None else f"{subject}[{key}]"
        case _:
            # Other expressions compute their values, and read no one place.
            return None


def learned(condition: ast.Expr, holds: bool, meaning_of: MeaningOf, type_of: TypeOf) -> Facts:
    """Return the facts that follow when a condition holds, or when it does not."""

    def conjunction(first: Facts, second: Facts) -> Facts:
        out = dict(first)
        for where, words in second.items():
            out[where] = out.get(where, frozenset()) | words
        return out

    match condition:
        case ast.Unary(operator="not"):
            return learned(condition.operand, not holds, meaning_of, type_of)
        case ast.Binary(operator="and") if holds:
            return conjunction(learned(condition.left, True, meaning_of, type_of),
                               learned(condition.right, True, meaning_of, type_of))
        case ast.Binary(operator="or") if not holds:
            return conjunction(learned(condition.left, False, meaning_of, type_of),
                               learned(condition.right, False, meaning_of, type_of))
        case ast.Binary(operator="=" | "!="):
            same = (condition.operator == "=") == holds
            mapping = _fact(condition.left, condition.right, same, meaning_of, type_of)
            return conjunction(mapping, _fact(condition.right, condition.left, same, meaning_of, type_of))
        case ast.Binary(operator="in" | "not in"):
            inside = (condition.operator == "in") == holds
            return _membership(condition, inside, meaning_of, type_of)
        case _:
            # To learn less than there is to learn is safe: the check then asks for more.
            return {}


def _fact(node: ast.Expr, other: ast.Expr, same: bool, meaning_of: MeaningOf, type_of: TypeOf) -> Facts:
    """Return the fact that follows for one side from being, or not being, the same as the other."""
    type_, where = type_of(node), path(node, meaning_of)
    if not isinstance(type_, UnionType) or where is None:
        return {}
    is_word = isinstance(other, ast.Name) and other.name in type_.extras and not isinstance(meaning_of(other), Local)
    if is_word and isinstance(other, ast.Name):
        left = frozenset({other.name})
        return {where: alternatives(type_) - left if same else left}
    return _fewer(where, type_, alternatives(type_of(other))) if same else {}


def _membership(condition: ast.Binary, inside: bool, meaning_of: MeaningOf, type_of: TypeOf) -> Facts:
    """Return the fact that follows from being, or not being, among some values; not being among *all* of a type says most."""
    type_, where = type_of(condition.left), path(condition.left, meaning_of)
    among = type_of(condition.right)
    if not isinstance(type_, UnionType) or where is None or not isinstance(among, DomainType | SetType | ListType):
        return {}
    if inside:
        return _fewer(where, type_, alternatives(among.element))
    if isinstance(condition.right, ast.Collection):
        # Of `x not in {none, p}` only the word says something: that x is not one certain player leaves the type as it is.
        words = frozenset(item.name for item in condition.right.items if isinstance(item, ast.Name))
        return {where: words & set(type_.extras)}
    whole = isinstance(meaning_of(condition.right), DomainOf | BoardInfo)
    return {where: alternatives(among.element)} if whole else {}


def _fewer(where: str, type_: UnionType, left: frozenset[str]) -> Facts:
    """Return the fact that only these types and words are left; none, where that would leave nothing."""
    excluded = alternatives(type_) - left
    return {where: excluded} if excluded and excluded != alternatives(type_) else {}


# ---- What changes --------------------------------------------------------------------------------


def forget_fields(facts: Facts, names: frozenset[str] | None = None) -> Facts:
    """Return the facts that still hold when the fields and `var` names of these names have changed; all, if None."""
    if names is None:
        return {where: words for where, words in facts.items() if not _CHANGING.search(where)}
    return {where: words for where, words in facts.items() if not names.intersection(_CHANGING.findall(where))}


def facts_before(facts: Facts) -> Facts:
    """Of the facts about a position after a step, and about the one before it, those that hold in the one before."""
    return {where.removeprefix(EARLIER): words for where, words in facts.items()
            if where.startswith(EARLIER) or not _CHANGING.search(where)}


# By name alone, not by whose field it is: `p.shown` and `q.shown` may be the same place, since p and q may be one player.
def changed_by(nodes: tuple[ast.Stmt, ...]) -> frozenset[str] | None:
    """Return the names of the fields and `var` names that statements may change; None, when it could be any."""
    out: set[str] = set()
    for node in statements(nodes):
        match node:
            case ast.Change():
                out.add(_changed(node.place))
            case ast.Transfer():
                out |= {_changed(node.source), _changed(node.target)}
            case ast.Let() | ast.Var() | ast.Must() | ast.Leave() | ast.Remember() | ast.If() | ast.ForEach() | ast.Repeat():
                pass
            case (ast.Do() | ast.Announce() | ast.Check() | ast.Merge() | ast.Choose() | ast.Roll() | ast.Throw()):
                # Whatever carries out other rules, or asks for something, may change any field.
                return None
            case _:
                assert_never(node)
    return frozenset(out)


def _changed(place: ast.Expr) -> str:
    while isinstance(place, ast.Index):
        place = place.subject
    return place.name if isinstance(place, ast.Attribute | ast.Name) else ""
