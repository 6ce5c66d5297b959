"""Parameters: the values that each can be set to, written as in the rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from ..types.conversion import bases_of, extras_of, number_range
from ..types.types import Type, members, name_of
from .symbols import Constant, SymbolTable

# Of more words than these only the first and the last are taken: they are places or names, one like the other.
MANY_WORDS = 8


def words_of(type_: Type) -> list[str]:
    """Return the words among the values of a parameter of this type."""
    return [word for base in bases_of(type_) for word in members(base)] + list(extras_of(type_))


def other_values(symbols: SymbolTable) -> Iterator[tuple[str, str]]:
    """Each parameter that no variant sets, with each word that is not its value; of a range, or of many words, the two ends."""
    for node in symbols.parameters:
        known = symbols.names.globals[node.name]
        if node.set_by is None and isinstance(known, Constant):
            numbers = number_range(known.type)
            ends = [] if numbers is None else [str(numbers.low), str(numbers.high)]
            words = words_of(known.type)
            values = dict.fromkeys((*(words if len(words) <= MANY_WORDS else (words[0], words[-1])), *ends))
            yield from ((node.name, value) for value in values if value != name_of(known.type, known.value))
