"""Declarations that differ, are new or are gone -> each with what the check and a summary say of it, as it was and as it is."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from .. import syntax as ast
from ..check.scope.typing import Unit
from ..symbols.symbols import SymbolTable
from ..syntax.alone import Alone, EffectWay, name_of
from .besides import Besides
from .summaries import Summaries, Summary, summary_of

# A declaration as it was and as it is, and what the check finds of both.
CheckedPair = tuple[Alone, Alone, Unit, Unit]


@frozen
class DeclarationPair:
    """A declaration as it was and as it is, with what the check and a summary say of both; `name` is its own."""

    name: str
    old: Alone
    new: Alone
    was: Unit
    is_: Unit
    before: Summary
    after: Summary


@frozen
class MoreOrLess:
    """The declarations that are new, and those that are gone, with what the check found of those that have a body.

    `new_items` and `gone_items` are all of them. If an end is among them, `play` is the first rule of the game.
    """

    new: tuple[tuple[Alone, Unit], ...] = ()
    gone: tuple[tuple[Alone, Unit], ...] = ()
    new_items: tuple[Besides, ...] = ()
    gone_items: tuple[Besides, ...] = ()
    play: ast.Rule | None = None


def paired(symbols: SymbolTable, differing: Sequence[CheckedPair]) -> list[DeclarationPair]:
    """Return declarations with their summaries."""
    return [DeclarationPair(name_of(new), old, new, was, is_,
                             summary_of(old, was, symbols), summary_of(new, is_, symbols)) for old, new, was, is_ in differing]


def is_way_of(name: str, way: EffectWay) -> bool:
    """Return whether a name is that of the way in which some row carries out the same effect."""
    parts = name.split(".")
    return len(parts) == 3 and parts[0] == way.table and parts[2] == way.effect


def with_changes(summaries: Summaries, pairs: Sequence[DeclarationPair]) -> tuple[dict[str, Summary], dict[str, Summary]]:
    """Return the summaries of all rules and functions, as they are now."""
    rules, functions = dict(summaries.rules), dict(summaries.functions)
    for pair in pairs:
        if isinstance(pair.new, ast.Function):
            functions[pair.name] = pair.after
        elif isinstance(pair.new, ast.Rule):
            rules[pair.name] = pair.after
    return rules, functions
