"""A symbol table and an earlier one of a rulebook much like it: share the meanings that are the same, and name what differs.

Types and lowered code speak of meanings by identity. So what an earlier compilation found of a part of the rulebook holds again
where every word of that part has the very same meaning.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

import attrs

from .. import syntax as ast
from .symbols import FieldInfo, SymbolTable

# Values of these types are equal where `==` says so; a type of the language is equal to every other of its name.
_PLAIN = {int, str, bool}
_PARTS: dict[type[object], tuple[str, ...] | None] = {}

Meant = TypeVar("Meant")
Name = TypeVar("Name", bound=Hashable)


def share(symbols: SymbolTable, known: SymbolTable) -> frozenset[str] | None:
    """Put the meanings of an earlier table in place of those that are the same; return the words that mean something else.

    Return None, and share nothing, where the tables differ in what has no name of its own: players, boards, histories, kinds
    of pieces, and declarations that do not parse.
    """
    alike = _Alike()
    if not alike.around(symbols, known):
        return None
    names, before = symbols.names, known.names
    changed = alike.reuse(names.globals, before.globals)
    changed |= {name for _, name in alike.reuse(names.attributes, before.attributes)}
    changed |= {name for name in {*names.types, *before.types}
                if not alike.same(names.types.get(name), before.types.get(name))}
    changed |= {name for name in {*names.absent, *before.absent} if names.absent.get(name) != before.absent.get(name)}
    alike.reuse(names.row_values, before.row_values)
    alike.reuse(symbols.components.boards, known.components.boards)
    alike.reuse(symbols.components.pieces, known.components.pieces)
    changed |= alike.reuse(symbols.functions, known.functions)
    changed |= alike.reuse(symbols.rules, known.rules)
    changed |= alike.reuse(symbols.events, known.events)
    symbols.components.fields[:] = map(alike.shared, symbols.components.fields)
    symbols.effects[:] = map(alike.shared, symbols.effects)
    # A step applies clauses by their ids, of which each part is a word.
    kinds, kinds_before = ({id: clause.kind for id, clause in table.wording.clauses.items()} for table in (symbols, known))
    changed |= {id.rpartition(".")[2] for id, _ in kinds.items() ^ kinds_before.items()}
    changed |= {end.name for end in symbols.ends} ^ {end.name for end in known.ends}
    return frozenset(changed)


class _Alike:
    """Compares meanings part by part: nodes of the syntax by identity, everything else by what it says."""

    def __init__(self) -> None:
        self._replaced: dict[int, tuple[object, object]] = {}
        self._same: dict[tuple[int, int], bool] = {}

    def around(self, symbols: SymbolTable, known: SymbolTable) -> bool:
        """Return whether both have the same players, boards, histories and kinds of pieces, and all of both parses."""
        def histories(table: SymbolTable) -> tuple[FieldInfo, ...]:
            return tuple(info for info in table.components.fields if info.history is not None)

        return (not symbols.names.faulty and not known.names.faulty
                and self.same(symbols.seating, known.seating)
                and self.same(symbols.components.boards, known.components.boards)
                and self.same(symbols.components.pieces, known.components.pieces)
                and self.same(histories(symbols), histories(known)))

    def reuse(self, names: dict[Name, Meant], before: Mapping[Name, Meant]) -> set[Name]:
        """Put the meanings of an earlier table in the place of equal ones; return the names with another meaning or none."""
        changed = {name for name in before if name not in names}
        for name, meaning in names.items():
            earlier = before.get(name)
            if earlier is not None and self.same(meaning, earlier):
                names[name] = earlier
                self._replaced[id(meaning)] = meaning, earlier
            else:
                changed.add(name)
        return changed

    def shared(self, meaning: Meant) -> Meant:
        """Return the meaning that was put in place of one, or that one."""
        return self._replaced.get(id(meaning), (meaning, meaning))[1]  # type: ignore[return-value]  # of the same class

    def same(self, a: object, b: object) -> bool:
        """Return whether two meanings, or parts of them, say the same."""
        if a is b:
            return True
        kind = type(a)
        if kind is not type(b):
            return False
        if kind in _PLAIN:
            return a == b
        if isinstance(a, ast.Name):
            # A letter of a drawing, made when the board is laid out; nothing is found of it.
            return isinstance(b, ast.Name) and a.name == b.name and a.span == b.span
        if isinstance(a, ast.Node):
            return False
        if isinstance(a, tuple | list):
            assert isinstance(b, tuple | list), "of the same type"
            plain = {*map(type, a)} <= _PLAIN
            return len(a) == len(b) and (tuple(a) == tuple(b) if plain else self._all(zip(a, b, strict=True)))
        if isinstance(a, dict):
            assert isinstance(b, dict), "of the same type"
            return list(a) == list(b) and self._all((value, b[key]) for key, value in a.items())
        parts = _parts_of(kind)
        if parts is None:
            return a == b
        # Both are kept alive by their tables, so a number stands for one object.
        identities = id(a), id(b)
        same = self._same.get(identities)
        if same is None:
            same = self._same[identities] = self._all((getattr(a, part), getattr(b, part)) for part in parts)
        return same

    def _all(self, pairs: Iterable[tuple[object, object]]) -> bool:
        return all(a is b or self.same(a, b) for a, b in pairs)


def _parts_of(kind: type[object]) -> tuple[str, ...] | None:
    """Return the names of all attributes of a record, also of those that its own `==` leaves out; None for another value."""
    if kind not in _PARTS:
        _PARTS[kind] = tuple(part.name for part in attrs.fields(kind)) if attrs.has(kind) else None
    return _PARTS[kind]
