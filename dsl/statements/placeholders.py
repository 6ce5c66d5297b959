"""Replace run-time values in statements with noun phrases.

`{p} throws {dice} dice` is printed as `A player throws a number of dice` where no player and no number is known.
"""

from __future__ import annotations

import re
from collections import deque
from typing import assert_never

import attrs

from .. import syntax as ast
from ..check import Typing
from ..source.clauses import Clause
from ..symbols.symbols import SymbolTable
from ..types.types import (
    DomainType,
    EnumType,
    FlagType,
    IntType,
    ListType,
    PerType,
    SetType,
    TupleType,
    Type,
    UnionType,
    UnknownType,
)

# Words after which a noun stands without an article of its own.
_BARE = re.compile(r"\b(a|an|the|no|one|each|every|any|this|that|another|whose|his|her|its|their|all|both) $", re.IGNORECASE)
# Words that say something of a number before them; other words are what is counted.
_NOT_COUNTED = re.compile(r" (is|are|was|were|has|have|had|does|do|and|or|than|at|in|of|to|from|on|for|by|with|as|left|too|more"
                          r"|less|again|lies|stands|comes|counts)\b")


# The number of characters before a noun that decide how it is written.
LOOKED_AT = 20


def with_placeholders(symbols: SymbolTable, typing: Typing) -> None:
    """Give every clause of a rulebook the sentence in which nouns stand for what is not known before play."""
    for id, text in symbols.wording.texts.items():
        clause = symbols.wording.clauses[id]
        if len(clause.pieces) > 1:
            placeholders = _placeholders(clause, text, typing)
            named = attrs.evolve(clause, placeholders=placeholders)
            symbols.wording.clauses[id] = attrs.evolve(named, statement=named.filled({}))


def _placeholders(clause: Clause, text: ast.Text, typing: Typing) -> tuple[str, ...]:
    """Return the nouns for the expressions of a clause's statement that play fills in, in their order."""
    out: list[str] = []
    parts = deque(part for part in text.parts if not isinstance(part, str))
    spoken: set[str] = set()
    before = ""
    for i, piece in enumerate(clause.pieces):
        if i % 2:
            # Numbers that are known before play are in the pieces already
            # (`Names.pieces`), so their expressions are passed over.
            while parts[0].span.text != piece:
                parts.popleft()
            noun = noun_of(typing.types.get(parts.popleft()))
            words = phrase(noun, before, clause.pieces[i + 1], piece in spoken)
            spoken.add(piece)
            begins = clause.kind != "requirement" and re.search(r"(^|[.!?] )$", before)
            out.append(words[:1].upper() + words[1:] if begins else words)
            before = (before + out[-1])[-LOOKED_AT:]
        else:
            before = (before + piece)[-LOOKED_AT:]
    return tuple(out)


def phrase(noun: str, before: str, after: str, again: bool = False) -> str:
    """Return a noun with the article that it needs between these words; without the noun where it is said behind anyway."""
    repeats = follows(noun, after)
    if _BARE.search(before):
        return "" if repeats else noun
    if noun == "number" and re.match(r" [a-z]", after) and not _NOT_COUNTED.match(after):
        noun = "number of"
    article = "the" if again else "an" if noun[0] in "aeiou" else "a"
    return article if repeats else f"{article} {noun}"


def follows(noun: str, after: str) -> bool:
    """Return whether these words begin with the noun, as behind `{k}` in `the {k} pawn`."""
    return re.match(rf" {re.escape(noun)}\b", after) is not None


def noun_of(type_: Type | None) -> str:
    """Return the noun for a value of a type."""
    match type_:
        case EnumType(kind="lone side"):
            return "side"
        case EnumType(name=name):
            return name.replace("_", " ")
        case IntType():
            return "number"
        case PerType(value=IntType()):
            return "amount"
        case FlagType():
            return "yes or no"
        case UnionType(bases):
            return " or ".join(map(noun_of, bases)) or "value"
        case SetType():
            return "set"
        case ListType():
            return "list"
        case PerType() | TupleType() | DomainType() | UnknownType() | None:
            return "value"
        case _:
            assert_never(type_)
