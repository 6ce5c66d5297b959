"""A booklet in print: its chapters, and the clauses, tables and boards that stand in them, in their order."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve

from ...dsl import syntax as ast
from ...dsl.source.records import frozen
from .board_drawing import DrawnBoard
from .tables import PrintedTable

REASONS = "; "


@frozen(eq=False)
class PrintedClause:
    """A clause in print: its id, kind and text, how deep it stands, and what else it shows.

    `name` is the word for a row, or for what a function works out. A text that the language does not have is the English one;
    then `worded` is not set. `within` is the clause that a requirement is part of, `of` the name of the kind of move that it
    refuses, where this has no sentence of its own.
    """

    id: str
    kind: str
    text: str
    depth: int
    worded: bool = True
    name: str = ""
    table: PrintedTable | None = None
    board: DrawnBoard | None = None
    node: ast.Node | None = None
    within: str = ""
    of: str = ""

    @property
    def headed(self) -> tuple[str, str, str]:
        """An article, the name, and what follows it; a text that begins with the name has it once."""
        if not self.name:
            return "", "", self.text
        match = re.match(rf"(?:\w+['’ ])?(?={re.escape(self.name)}(?!\w))", self.text, re.IGNORECASE)
        if match is not None:
            end = match.end() + len(self.name)
            return match[0], self.text[match.end():end], self.text[end:]
        name = self.name[:1].upper() + self.name[1:]
        return ("", f"{name}.", f" {self.text}") if self.text else ("", name, "")


@frozen(eq=False)
class BookletChapter:
    """A section: its id, title and level (1, or 2 inside another), and what stands in it."""

    id: str
    title: str
    level: int
    items: tuple[PrintedClause, ...]


@frozen(eq=False)
class Booklet:
    """A readable rulebook; `options` are what can be set, each with what is said of its value here, or "".

    `settled` are those that a variant has set.
    """

    title: str
    variants: tuple[str, ...]
    language: str
    words: Mapping[str, str]
    players: int
    chapters: tuple[BookletChapter, ...]
    numbers: tuple[PrintedClause, ...]
    settled: tuple[tuple[PrintedClause, str], ...]
    options: tuple[tuple[PrintedClause, str], ...]


def add(items: list[PrintedClause], item: PrintedClause) -> None:
    """Put a clause behind others; why a move is refused goes on in the sentence that says why else it is, each reason once.

    Each kind of move has a sentence of its own. A reason that has parts of its own is a sentence by itself.
    """
    last = items[-1] if items else None
    alike = last is not None and last.kind == "requirement" and (item.kind, item.depth, item.worded, item.within) == (
        last.kind, last.depth, last.worded, last.within)
    if last is None or not alike or ";" in item.text or _has_parts(last):
        items.append(evolve(item, text=f"{item.of}: {item.text}") if item.of else item)
        return
    reasons = dict.fromkeys((*last.text.split(REASONS), item.text))
    items[-1] = evolve(last, id=f"{last.id}, {item.id}", text=REASONS.join(reasons))


def _has_parts(item: PrintedClause) -> bool:
    """Return whether a requirement has one reason with parts, and not several reasons."""
    return REASONS in item.text and ", " not in item.id
