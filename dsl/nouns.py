"""Statements with values that only play decides to sentences that read without them: a noun stands for each value.

`{p} throws {dice} dice` is printed as `A player throws a number of dice` where no player and no number is known.
"""

from __future__ import annotations

import re
from collections import deque

import attrs

from . import syntax as ast
from .check import Typing
from .clauses import Clause
from .types import EnumType, FlagType, IntType, ListType, PerType, SetType, Type, UnionType
from .world import World

# Words after which a noun stands without an article of its own.
_BARE = re.compile(r"\b(a|an|the|no|one|each|every|any|this|that|another|whose|his|her|its|their|all|both) $", re.IGNORECASE)
# Words that say something of a number before them; other words are what is counted.
_NOT_COUNTED = re.compile(r" (is|are|was|were|has|have|had|does|do|and|or|than|at|in|of|to|from|on|for|by|with|as|left|too|more"
                          r"|less|again|lies|stands|comes|counts)\b")


# So many characters before a noun say how it is written.
LOOKED_AT = 20


def with_nouns(world: World, typing: Typing) -> None:
    """Give every clause of a rulebook the sentence in which nouns stand for what is not known before play."""
    for id, text in world.texts.items():
        clause = world.clauses[id]
        if len(clause.pieces) > 1:
            nouns = _nouns(clause, text, typing)
            world.clauses[id] = attrs.evolve(clause, nouns=nouns, statement=attrs.evolve(clause, nouns=nouns).said({}))


def _nouns(clause: Clause, text: ast.Text, typing: Typing) -> tuple[str, ...]:
    """The nouns for the expressions of a clause's statement that play fills in, in their order."""
    out: list[str] = []
    parts = deque(part for part in text.parts if not isinstance(part, str))
    said: set[str] = set()
    before = ""
    for i, piece in enumerate(clause.pieces):
        if i % 2:
            while parts[0].span.text != piece:
                parts.popleft()
            noun = _noun(typing.types.get(parts.popleft()))
            phrase = _phrase(noun, before, clause.pieces[i + 1], piece in said)
            said.add(piece)
            begins = clause.kind != "requirement" and re.search(r"(^|[.!?] )$", before)
            out.append(phrase[0].upper() + phrase[1:] if begins else phrase)
            before = (before + out[-1])[-LOOKED_AT:]
        else:
            before = (before + piece)[-LOOKED_AT:]
    return tuple(out)


def _phrase(noun: str, before: str, after: str, again: bool) -> str:
    """A noun with the article that it needs between these words."""
    if _BARE.search(before):
        return noun
    if noun == "number" and re.match(r" [a-z]", after) and not _NOT_COUNTED.match(after):
        noun = "number of"
    return f"the {noun}" if again else f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _noun(of: Type | None) -> str:
    """What a value of a type is called."""
    match of:
        case EnumType(kind="lone side"):
            return "side"
        case EnumType(name=name):
            return name.replace("_", " ")
        case IntType() | PerType():
            return "number"
        case FlagType():
            return "yes or no"
        case UnionType(bases):
            return " or ".join(map(_noun, bases)) or "value"
        case SetType():
            return "set"
        case ListType():
            return "list"
    return "value"
