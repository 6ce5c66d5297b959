"""Domains that are called by numbers, as spaces S9 and rows K11 are: which they are, and which clause names what of them.

A domain is numbered if its values are called by one word and a number each. What a text calls them is the concept of
the domain's name in the English glossary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from attrs import frozen

from ...dsl import syntax as ast
from ...dsl.statements.glossary import Glossary
from ...dsl.symbols.symbols import Constant, SymbolTable
from ...dsl.types.types import EnumType, Type
from .meaning import own_nodes

# Domains whose values a rulebook lists by name. Of seats and regions no text says the names.
KINDS = ("enum", "row", "space")
_CALLED = re.compile(r"([^\W\d]*)(\d+)")
_LABEL = re.compile(r"[^\W\d_]+\d+")
_DIGITS = "0123456789"

Numbers = Mapping[str, frozenset[int]]
# Concepts with how many there are of them, and for which numbers of players.
Sizes = tuple[tuple[str, int, tuple[int, ...]], ...]


@frozen(eq=False)
class NumberedValue:
    """A value that a clause names and that is called by its `number`, with some numbers of players.

    It is `direct` where the clause writes it out, and not only by the name of a constant.
    """

    number: int
    concept: str
    players: tuple[int, ...]
    direct: bool


class NumberedDomains:
    """The domains of a rulebook that are called by numbers, in the symbol_tables of all numbers of players."""

    def __init__(self, symbol_tables: Mapping[int, SymbolTable], english: Glossary | None) -> None:
        self.symbol_tables, self._english = symbol_tables, english
        self._domains = {name: (concept, numbers) for symbols in symbol_tables.values()
                         for name, type_ in symbols.names.types.items()
                         if (numbers := _numbers(type_)) and (concept := _concept(name, english)) is not None}

        self._called = {name: type_.members for symbols in symbol_tables.values()
                        for name, type_ in symbols.names.types.items()
                        if isinstance(type_, EnumType) and type_.kind in KINDS and type_.owner is None}

    @property
    def labels(self) -> frozenset[str]:
        """The names with digits that values have in the rules, as `S9`, without case: a document may write them as they are."""
        return frozenset(member.casefold() for members in self._called.values() for member in members
                         if _LABEL.fullmatch(member))

    @property
    def signs(self) -> Mapping[str, str]:
        """The letters before the numbers of a domain, as the `s` of `S9`, with its concept; none that two domains have."""
        by_sign: dict[str, set[str]] = {}
        for concept, numbers in self._domains.values():
            for member in numbers:
                by_sign.setdefault(member.rstrip(_DIGITS).casefold(), set()).add(concept)
        return {sign: min(concepts) for sign, concepts in by_sign.items() if sign and len(concepts) == 1}

    @property
    def sizes(self) -> Sizes:
        """The concepts of domains, with the number of their values and the numbers of players for which it is so."""
        by_size: dict[tuple[str, int], list[int]] = {}
        concepts = frozenset(() if self._english is None else self._english.concepts)
        for players, symbols in self.symbol_tables.items():
            for name, type_ in symbols.names.types.items():
                if isinstance(type_, EnumType) and type_.kind in KINDS and type_.owner is None and name in concepts:
                    by_size.setdefault((name, len(type_.members)), []).append(players)
        return tuple((concept, size, tuple(players)) for (concept, size), players in by_size.items())

    @property
    def numbers(self) -> Numbers:
        """The numbers of all that a concept calls by one."""
        return {concept: frozenset(numbers.values()) for concept, numbers in self._domains.values()}

    def named(self, node: ast.Node, text: ast.Text | None, player_counts: tuple[int, ...]) -> tuple[NumberedValue, ...]:
        """Return the names in a clause, each once: in its rules, in its statement, and, of a row, the row itself."""
        by_name: dict[tuple[str, int, bool], list[int]] = {}
        if self._domains:
            filled = [part for part in text.parts if isinstance(part, ast.Name)] if text is not None else []
            names = [name.name for name in own_nodes(node) if isinstance(name, ast.Name)]
            own = [node.name] if isinstance(node, ast.Row) else []
            for count in player_counts:
                for concept, number, direct in self._numbered_names(
                    self.symbol_tables[count], (*own, *names), [name.name for name in filled]
                ):
                    counts = by_name.setdefault((concept, number, direct), [])
                    counts += [] if count in counts else [count]
        return tuple(NumberedValue(number, concept, tuple(counts), direct)
                     for (concept, number, direct), counts in by_name.items())

    def _numbered_names(self, symbols: SymbolTable, names: tuple[str, ...],
                        filled: list[str]) -> Iterator[tuple[str, int, bool]]:
        for name, is_written in (*((name, False) for name in names), *((name, True) for name in filled)):
            known = symbols.names.globals.get(name)
            if isinstance(known, Constant) and isinstance(known.type, EnumType) and known.type.name in self._domains:
                concept, numbers = self._domains[known.type.name]
                member = known.type.members[known.value]
                yield concept, numbers[member], is_written or name == member


def _numbers(type_: Type) -> dict[str, int]:
    """The number of each value of a domain, by its name; nothing where they are called otherwise."""
    if not isinstance(type_, EnumType) or type_.kind not in KINDS or type_.owner is not None:
        return {}
    called = [_CALLED.fullmatch(member) for member in type_.members]
    words = {hit[1] for hit in called if hit is not None}
    return {hit[0]: int(hit[2]) for hit in called if hit is not None} if None not in called and len(words) == 1 else {}


def _concept(name: str, english: Glossary | None) -> str | None:
    """The concept by which texts call the values of a domain, if the glossary has it."""
    if english is None:
        return None
    concepts = (occurrence.term.concept for occurrence in english.matches_in(name.replace("_", " ")))
    return name if name in english.concepts else next(concepts, None)
