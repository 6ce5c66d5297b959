"""Declare enums and their words."""

from __future__ import annotations

from .. import syntax as ast
from ..source.span import Span
from ..symbols.symbols import DomainOf
from ..types.types import EnumType
from .made_words import all_values, words_made
from .names import Names
from .owners import members_of, owned, owner_named

# What may have words of its own: kinds of types that are known when enums are.
OWNERS = ("player", "side", "lone side", "enum")


def with_made_words(enums: list[ast.Enum]) -> list[ast.Enum]:
    """Return the enums whose words are made, and those with such owners: they may need constants."""
    out = [enum for enum in enums if enum.made is not None]
    known = {enum.name for enum in out}
    return [enum for enum in enums if enum in out or (enum.owner is not None and enum.owner.name in known)]


def declare_enum(names: Names, node: ast.Enum) -> None:
    """Declare an enum and its words."""
    owner = None if node.owner is None else owner_named(names, node.owner, OWNERS, "words")
    if node.owner is not None and owner is None:
        names.wrong_type(node.name)
        return
    words = _members(names, node)
    own = tuple(words)
    type_ = EnumType(node.name, own if owner is None else members_of(owner, own), "enum", owner)
    if not names.define_type(ast.Name(node.name_span, node.name), type_, DomainOf(type_)):
        return
    if node.statement is not None:
        names.symbols.wording.statements.append((node.name, node.statement))
    if owner is None:
        names.members(type_, tuple(words.values()))
    else:
        owned(names, type_, own, tuple(words.values()))


def _members(names: Names, node: ast.Enum) -> dict[str, Span]:
    """Return the words of an enum that are there with this number of players, and their places."""
    conditions = {condition.member.name: condition.condition for condition in node.conditions}
    out: dict[str, Span] = {}
    for word in node.members:
        if word.name in out:
            names.diagnostics.add("E202", f"`{word.name}` is declared already", word.span,
                            related=(("it is declared here", out[word.name]),))
        elif names.holds(conditions.get(word.name)):
            out[word.name] = word.span
        else:
            names.symbols.names.absent[word.name] = conditions[word.name].span.text
    if node.made is not None:
        values = all_values(names, node.made.binders, "words")
        for name in words_made(names, node.made.shown, node.name, values):
            if name in out:
                names.diagnostics.add("E202", f"`{name}` is declared already", node.made.shown.span,
                                related=(("it is declared here", out[name]),))
            out.setdefault(name, node.made.shown.span)
    elif not out:
        names.diagnostics.add("E207", f"`{node.name}` has no words for some number of players", node.name_span)
    return out
