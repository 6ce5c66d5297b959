"""Statements of the rulebook -> sentences for print: what only play fills in is put in words.

A name of a rule is written as what it is: `{p}` of type player as "the player", a second one as "the other player", a third
as "another player"; a name for a number stays as it is, one for an amount is "an amount". Names that the clauses around a
statement speak of come first. Other expressions become nouns. Behind a number that is one, a noun loses its plural.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ...dsl import syntax as ast
from ...dsl.check import Typing
from ...dsl.statements.glossary import Glossary
from ...dsl.statements.placeholders import follows, noun_of, phrase
from ...dsl.statements.plural import noun_behind
from ...dsl.symbols.symbols import Local
from ...dsl.types.types import EnumType, PerType, Type, UnionType
from ..wording.fill import NO_BREAK, begins_sentence

# Behind these words a noun has no article.
_DETERMINERS = re.compile(r"\b(a|an|the|no|each|every|any|another|other|his|its|their|this|that|same|own)\s+$", re.IGNORECASE)


class English:
    """Makes sentences of statements, for one number of players."""

    def __init__(self, glossary: Glossary | None, typing: Typing, value_of: Callable[[ast.Expr], int | str | None]) -> None:
        self.glossary, self.typing, self.value_of = glossary, typing, value_of

    def sentence(self, text: ast.Text, fragment: bool = False, values: Mapping[str, str] | None = None,
                 after: Sequence[ast.Text] = ()) -> str:
        """A statement with everything filled in; a fragment does not begin with a capital. Some names may be given.

        What the statements `after` which it stands call "the player" is the same player here.
        """
        out, people = "", self.known(after)
        count: int | None = None
        for part, behind in zip(text.parts, (*text.parts[1:], ""), strict=True):
            if isinstance(part, str):
                # Where a noun is only said behind its name, there is a blank on both sides of it.
                part = part.removeprefix(" ") if out.endswith(" ") else part
                out += part if count is None else self.counted(count, part)
                count = None
                continue
            value = self.value_of(part)
            count = value if isinstance(value, int) else None
            behind = behind if isinstance(behind, str) else ""
            filled = self.named(part, out, behind, people) if value is None else self.word(str(value))
            if isinstance(part, ast.Name) and part.name in (values or {}):
                filled = (values or {})[part.name]
            begins = value is None and begins_sentence(out) and not (fragment and not out)
            out += filled[:1].upper() + filled[1:] if begins else filled
        return out

    def known(self, texts: Sequence[ast.Text]) -> dict[str, list[str]]:
        """Return the names in statements by the kind of what they stand for, in their order."""
        out: dict[str, list[str]] = {}
        for part in (part for text in texts for part in text.parts):
            meaning = None if isinstance(part, str) else self.typing.meanings.get(part)
            kind = kind_of(meaning.type) if isinstance(meaning, Local) else None
            if isinstance(part, ast.Name) and kind is not None and part.name not in out.setdefault(kind, []):
                out[kind].append(part.name)
        return out

    def counted(self, count: int, behind: str) -> str:
        """Return the text behind a number, its noun in the form that the number asks for; they stay on one line."""
        counted = noun_behind(self.glossary, count, behind) if self.glossary is not None else None
        return behind if counted is None else NO_BREAK + counted[0] + counted[1]

    def named(self, node: ast.Expr, before: str, behind: str, people: dict[str, list[str]]) -> str:
        """Return the noun for an expression, in words that go between these."""
        meaning = self.typing.meanings.get(node)
        if not isinstance(node, ast.Name) or not isinstance(meaning, Local):
            return phrase(noun_of(self.typing.types.get(node)), before, behind)
        kind = kind_of(meaning.type)
        if isinstance(meaning.type, PerType):
            return phrase(noun_of(meaning.type), before, behind)
        if kind is None:
            return node.name
        alike = people.setdefault(kind, [])
        if node.name not in alike:
            alike.append(node.name)
        word = self.word(kind)
        noun = "" if follows(word, behind) else word
        if _DETERMINERS.search(before):
            return noun
        which = ("the", "the other", "another")[min(alike.index(node.name), 2)]
        return " ".join(text for text in (which, noun) if text)

    def word(self, word: str) -> str:
        """A word of the rulebook by its term, or else as it is written."""
        term = self.glossary.preferred(word) if self.glossary is not None else None
        return word.replace("_", " ") if term is None else term.text


def kind_of(type_: Type) -> str | None:
    """The name of what a value is one of; None for numbers and the like."""
    if isinstance(type_, UnionType) and type_.bases:
        return kind_of(type_.bases[0])
    return type_.name if isinstance(type_, EnumType) else None
