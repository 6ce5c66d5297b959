"""The texts of a table in its language: captions, title, rules and narration, made from its rulebook once."""

from __future__ import annotations

from pathlib import Path

from attrs import define, frozen

from ....dsl.load.loader import Files
from ....interpreter.game.rules import Rules
from ....pictures.look.syntax import Look
from ...words.narrator import Narrator, with_rows
from ...words.words import DEFAULT, PageWords
from ..rules_panel.booklet import Book, book_of
from ..rules_panel.printed_rulebooks import PrintedRulebooks


@frozen(eq=False)
class TableSource:
    """The rulebook of a table: its files and parameters, its look, and the printed rulebooks compared with it."""

    files: Files
    parameters: tuple[tuple[str, str], ...]
    look: Look
    printed: PrintedRulebooks

    @property
    def main(self) -> Path:
        """The main file of the rulebook."""
        return Path(self.files.path)


@define(eq=False)
class RoomTexts:
    """The texts of a table in a language; where its rulebook has none in it, those of the rulebook itself."""

    rules: Rules
    source: TableSource
    language: str = DEFAULT
    _book: Book | None = None
    _look: Look | None = None

    @property
    def words(self) -> PageWords:
        """The words of the pages of this table."""
        return PageWords.of(self.language)

    @property
    def book(self) -> Book:
        """The rules in the language of the table. They are made once, which takes seconds: ask in a thread."""
        if self._book is None:
            self._book = book_of(self.rules, self.source.files, dict(self.source.parameters), self.language)
        return self._book

    @property
    def title(self) -> str:
        """The title of the game in the language of the table."""
        return self.rules.program.title or self.rules.program.name if self._is_plain else self.book.title

    def statement(self, clause: str) -> str:
        """The sentence of a clause in the language of the table; in the rulebook's own where it has no text."""
        known = self.rules.clauses.get(clause)
        own = "" if known is None else known.statement
        return own if self._is_plain else self.book.statements.get(clause, own)

    @property
    def narrator(self) -> Narrator:
        """The words for what happens, in the language of the table."""
        return Narrator(self.rules, self.words, None if self._is_plain else self.book.describer)

    @property
    def look(self) -> Look:
        """The look of pictures, with the sentences of rows in the language of the table."""
        if self._look is None:
            self._look = with_rows(self.source.look, self.narrator.describer)
        return self._look

    @property
    def _is_plain(self) -> bool:
        """Whether the language of the table is that of rulebooks."""
        return self.language == DEFAULT
