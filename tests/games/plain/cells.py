"""A state to numbers and words, by the names that its cells have at the table."""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakKeyDictionary

from rulewright.dsl.types.types import IntType, ListType
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State

_places: WeakKeyDictionary[Rules, dict[tuple[str, ...], list[int]]] = WeakKeyDictionary()
_words: WeakKeyDictionary[Rules, dict[tuple[str, int], str]] = WeakKeyDictionary()


def numbers(state: State, names: Iterable[str]) -> list[int]:
    """The numbers in these cells."""
    rules, asked = state.rules, tuple(names)
    known = _places.setdefault(rules, {})
    if asked not in known:
        assert all(isinstance(rules.cells[name].type, IntType) for name in asked)
        known[asked] = [rules.cells[name].base for name in asked]
    return [state.slots[place] for place in known[asked]]


def word(state: State, name: str) -> str:
    """What a cell holds, in words. Each value of a cell is written once; a list is written anew."""
    known = _words.setdefault(state.rules, {})
    cell = state.rules.cells[name]
    key = name, state.slots[cell.base]
    if key not in known or isinstance(cell.type, ListType):
        known[key] = state.rules.cells.value(state, name)
    return known[key]


def words(state: State, name: str) -> list[str]:
    """The entries of a set or a list."""
    inside = word(state, name)[1:-1]
    return inside.split(", ") if inside else []
