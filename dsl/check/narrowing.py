"""What a condition tells about values that may be missing: `x != none` makes x the thing itself.

A fact is kept by the path of what it speaks of (`p.shown`, `marker[c]`) and lists the words that
the path can no longer be. Facts about fields are forgotten as soon as anything could have
changed them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .. import syntax as ast
from ..types import Type, UnionType
from ..world import FieldInfo, Local, Meaning

Facts = Mapping[str, frozenset[str]]
MeaningOf = Callable[[ast.Expr], Meaning | None]
TypeOf = Callable[[ast.Expr], Type]


def path(node: ast.Expr, meaning_of: MeaningOf) -> str | None:
    """A name for the place an expression reads, the same wherever the same place is read."""
    match node:
        case ast.Name():
            meaning = meaning_of(node)
            if isinstance(meaning, Local):
                return f"{'var ' if meaning.kind == 'var' else ''}{meaning.name}#{id(meaning)}"
            return f"field {node.name}" if isinstance(meaning, FieldInfo) else node.name
        case ast.Integer():
            return str(node.value)
        case ast.Attribute():
            subject = path(node.subject, meaning_of)
            return None if subject is None else f"{subject} field {node.name}"
        case ast.Index():
            subject, key = path(node.subject, meaning_of), path(node.key, meaning_of)
            return None if subject is None or key is None else f"{subject}[{key}]"
    return None


def learned(condition: ast.Expr, holds: bool, meaning_of: MeaningOf, type_of: TypeOf) -> Facts:
    """The facts that follow when a condition holds, or when it does not."""

    def both(first: Facts, second: Facts) -> Facts:
        out = dict(first)
        for where, words in second.items():
            out[where] = out.get(where, frozenset()) | words
        return out

    match condition:
        case ast.Unary(operator="not"):
            return learned(condition.operand, not holds, meaning_of, type_of)
        case ast.Binary(operator="and") if holds:
            return both(learned(condition.left, True, meaning_of, type_of),
                        learned(condition.right, True, meaning_of, type_of))
        case ast.Binary(operator="or") if not holds:
            return both(learned(condition.left, False, meaning_of, type_of),
                        learned(condition.right, False, meaning_of, type_of))
        case ast.Binary(operator="=" | "!="):
            same = (condition.operator == "=") == holds
            out: Facts = {}
            for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
                type_ = type_of(one)
                where = path(one, meaning_of)
                if isinstance(type_, UnionType) and where is not None:
                    words = _excluded(type_, other, type_of(other), same)
                    if words:
                        out = both(out, {where: words})
            return out
    return {}


def _excluded(type_: UnionType, other: ast.Expr, other_type: Type, same: bool) -> frozenset[str]:
    is_word = isinstance(other, ast.Name) and other.name in type_.extras
    if is_word:
        assert isinstance(other, ast.Name)
        return frozenset(type_.extras) - {other.name} if same else frozenset({other.name})
    if same and not isinstance(other_type, UnionType):
        return frozenset(type_.extras)
    return frozenset()


def forget_fields(facts: Facts) -> Facts:
    """The facts that still hold after something happened: those about names that never change."""
    return {where: words for where, words in facts.items() if "field " not in where and "var " not in where}


def narrow(type_: UnionType, excluded: frozenset[str]) -> Type:
    """The type without the words that are excluded.

    The words that are left must come first, because a word is kept by its place.
    """
    left = tuple(word for word in type_.extras if word not in excluded)
    if not left:
        return type_.base
    return UnionType(type_.base, left) if type_.extras[: len(left)] == left else type_
