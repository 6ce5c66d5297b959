"""A rulebook to a booklet: its clauses in the order of the printed rules, for one number of players, in one language.

What does not hold for this number of players, with these variants and options, is not there. Constants and
options are gathered at the end; events, invariants and what has no text are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from .. import syntax as ast
from ..compile import analyse
from ..diagnostics import Diagnostics, RulebookError
from ..library import Files
from ..types import EnumType, FlagType, PerType, Type, name_of, size, values, width
from ..world import ColumnInfo, World
from .check import texts_in
from .english import English, kind_of
from .facts import ClauseFacts, facts_of
from .fill import Filling
from .glossary import glossary_of
from .languages import MODALITIES, modal_words
from .values import Values
from .wordings import Wordings, wordings_of
from .words import WORDS

# How a table shows that something is so, and that a row has nothing of something.
YES, NOTHING = "•", "–"
APART = ("section", "constant", "parameter", "event", "invariant")


class NotWorded(Exception):
    """A language in which a rulebook has no texts; the message says which there are."""


@frozen
class Table:
    """A table of the rulebook: the names of its columns, and the words of each row, the name of the row first."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen(eq=False)
class Item:
    """A clause in print: its id, kind and text, how deep it stands, and what else it shows.

    `name` is the word for a row, or for what a function works out. A text that the language does not have is the English one;
    then `worded` is not set.
    """

    id: str
    kind: str
    text: str
    depth: int
    worded: bool = True
    name: str = ""
    table: Table | None = None
    node: ast.Node | None = None


@frozen(eq=False)
class Chapter:
    """A section: its id, title and level (1, or 2 inside another), and what stands in it."""

    id: str
    title: str
    level: int
    items: tuple[Item, ...]


@frozen(eq=False)
class Booklet:
    """A readable rulebook. `options` are what can be set, each with its value here."""

    title: str
    variants: tuple[str, ...]
    language: str
    words: Mapping[str, str]
    players: int
    chapters: tuple[Chapter, ...]
    numbers: tuple[Item, ...]
    options: tuple[tuple[Item, str], ...]


def booklet(files: Files, language: str, players: int, options: Mapping[str, str | int]) -> Booklet:
    """The booklet of a rulebook. Raises RulebookError when it has mistakes, and NotWorded."""
    return Press(files, language, players, options).booklet()


class Press:
    """Words clauses in one language, for one number of players. Raises RulebookError and NotWorded."""

    def __init__(self, files: Files, language: str, players: int, options: Mapping[str, str | int]) -> None:
        found = Diagnostics()
        found.extend(files.diagnostics.sorted())
        compiled = analyse(files.declarations, players, options, found)
        if compiled.world is None or compiled.typing is None or compiled.program is None:
            raise RulebookError(compiled.diagnostics)
        self.files, self.language, self.players = files, language, players
        self.world: World = compiled.world
        self.options = dict(compiled.program.options)
        self.facts = facts_of(files, options)
        self.layers: tuple[Wordings, ...] = wordings_of(files, language, Diagnostics())
        if language != "en" and not self.layers:
            raise NotWorded(f"`{self.facts.name}` has no texts in `{language}`")
        self.glossary = glossary_of(files, language)
        self.values = Values({players: self.world})
        self.english = English(glossary_of(files, "en"), compiled.typing, lambda node: self.values.value(node, players))
        self.words = self.own_words()

    def booklet(self) -> Booklet:
        """All of it."""
        here = [one for one in self.facts.clauses if self.players in one.players]
        numbers = tuple(self.item(one) for one in here if one.kind == "constant" and one.statement)
        options = tuple((self.item(one), self.term(self.options.get(one.id, ""))) for one in here
                        if one.kind == "parameter" and one.statement)
        titles = tuple(self.english.sentence(one.title) if one.title else one.name for one in self.files.variants)
        return Booklet(self.title(), titles, self.language, self.words, self.players, tuple(self.chapters(here)),
                       numbers, options)

    def own_words(self) -> dict[str, str]:
        """The words of booklets, and those of the rulebook that the texts word by themselves."""
        own = {one.id: self.filling({}).text(one.parts) for layer in reversed(self.layers)
               for one in layer.entries.values() if one.kind == "word"}
        return {**WORDS["en"], **WORDS.get(self.language, {}), **own}

    def title(self) -> str:
        """The title of the rulebook."""
        worded = next((layer.entries["title", "title"] for layer in self.layers if ("title", "title") in layer.entries), None)
        return self.facts.title if worded is None else self.filling({}).text(worded.parts)

    def chapters(self, here: list[ClauseFacts]) -> Iterator[Chapter]:
        """The sections with what holds here; sections without anything are left out, unless one inside them has something."""
        items: dict[str | None, list[Item]] = {}
        for clause in here:
            if self.is_printed(clause):
                _add(items.setdefault(clause.section, []), self.item(clause))
        within = {one.id: one.within for one in self.facts.sections}
        used = {*items, *(within.get(one) for one in items if one is not None)}
        titles = {one.id: one for one in here if one.kind == "section"}
        if None in items:
            yield Chapter("", "", 1, tuple(items[None]))
        for section in self.facts.sections:
            if section.id in used and section.id in titles:
                title = self.item(titles[section.id]).text
                yield Chapter(section.id, title, 2 if section.within else 1, tuple(items.get(section.id, ())))

    def is_printed(self, clause: ClauseFacts) -> bool:
        """Whether a clause stands in a section; a function only if there is a word for what it works out, or it says what

        every text must state.
        """
        if any(one.kind == "function" and not (one.asks or self.is_concept(one.id))
               for one in (clause, *self.facts.around(clause))):
            return False
        return clause.kind not in APART and (bool(clause.statement) or clause.kind == "table")

    # -- clauses -------------------------------------------------------------------------------

    def item(self, clause: ClauseFacts) -> Item:
        """A clause in print."""
        wording = next((one for one in texts_in(self.layers, clause) if one.fingerprint == clause.fingerprint), None)
        statement = getattr(clause.node, "statement", None)
        if wording is not None:
            text = self.filling({**self.kinds_in(statement), **self.cells(clause)}).text(wording.parts)
        else:
            fragment = clause.kind == "requirement"
            given = self.cells(clause)
            text = self.english.sentence(statement, fragment, given) if isinstance(statement, ast.Text) else ""
        members = [one.name for one in clause.node.members] if isinstance(clause.node, ast.Enum) else []
        if members and ":" not in text and all(map(self.has_term, members)):
            text = f"{text.rstrip('.')}: {', '.join(map(self.term, members))}."
        named = clause.kind == "row" or (clause.kind == "function" and self.is_concept(clause.id))
        name = self.term(clause.id.rpartition(".")[2]) if named else ""
        is_worded = wording is not None or self.language == "en"
        return Item(clause.id, clause.kind, text, self.depth(clause), is_worded, name, self.table(clause), clause.node)

    def depth(self, clause: ClauseFacts) -> int:
        """How many printed clauses a clause lies in."""
        return sum(bool(one.statement) for one in self.facts.around(clause))

    def filling(self, names: Mapping[str, str]) -> Filling:
        """What is filled into texts of this language."""
        return Filling(self.language, self.glossary, self.values.of(self.players), names)

    def kinds_in(self, text: ast.Text | None) -> dict[str, str]:
        """The names in a statement, with the kinds of things they stand for."""
        out = {}
        for part in () if text is None else text.parts:
            if isinstance(part, ast.Name) and self.values.value(part, self.players) is None:
                meaning = self.english.typing.meanings.get(part)
                out[part.name] = kind_of(getattr(meaning, "type", self.world.player)) or part.name
        return out

    def term(self, word: str) -> str:
        """A word of the rulebook by its term in this language, or else as it is written."""
        if word in self.words or self.glossary is None:
            return self.words.get(word, word.replace("_", " "))
        term = self.glossary.preferred(word)
        if term is not None:
            return term.text
        if word in MODALITIES:
            return next(iter(modal_words(self.language).get(word, ())), word)
        return self.like_english(word) or word.replace("_", " ")

    def like_english(self, word: str) -> str | None:
        """A word that is a form of an English term, by the same form of the term in this language."""
        for term in () if self.english.glossary is None else self.english.glossary.terms:
            form = next((form for form, written in term.forms.items() if written == word), None)
            own = None if self.glossary is None else self.glossary.preferred(term.concept)
            if form is not None and own is not None and form in own.forms:
                return own.forms[form]
        return None

    def is_concept(self, word: str) -> bool:
        """Whether the glossary has a word for something of the rulebook."""
        return self.glossary is not None and self.glossary.preferred(word) is not None

    def has_term(self, word: str) -> bool:
        """Whether this language has a word for something of the rulebook."""
        return word in self.words or self.is_concept(word)

    # -- tables --------------------------------------------------------------------------------

    def table(self, clause: ClauseFacts) -> Table | None:
        """The rows of a table with the values of its columns."""
        owner = self.world.types.get(clause.id)
        if clause.kind != "table" or not isinstance(owner, EnumType):
            return None
        columns = [info for (of, _), info in self.world.attributes.items() if of == owner.name and isinstance(info, ColumnInfo)]
        cells = {one.name: self.column(clause, one, len(owner.members)) for one in columns}
        shown = [one.name for one in columns if cells[one.name]]
        head = (self.term(owner.name), *map(self.term, shown))
        return Table(head, tuple((self.term(row), *(cells[name][i] for name in shown)) for i, row in enumerate(owner.members)))

    def column(self, clause: ClauseFacts, column: ColumnInfo, rows: int) -> list[str]:
        """The values of a column, row by row; none if all rows have what a row has that says nothing else."""
        node = clause.node
        declared = (one.value for one in node.columns if one.name == column.name) if isinstance(node, ast.Table) else ()
        default = next((one for one in declared if one is not None), None)
        usual = None if default is None else self.term(str(self.values.value(default, self.players)))
        cells = [self.cell(column, i) for i in range(rows)]
        if rows > 1 and set(cells) == {usual}:
            return []
        return [NOTHING if one == usual == "0" else one for one in cells]

    def cells(self, clause: ClauseFacts) -> dict[str, str]:
        """The values of a row by the names of the columns; nothing for what is no row."""
        table, _, row = clause.id.partition(".")
        owner = self.world.types.get(table)
        if clause.kind != "row" or not isinstance(owner, EnumType) or row not in owner.members:
            return {}
        at = owner.members.index(row)
        return {name: self.cell(info, at) for (of, name), info in self.world.attributes.items()
                if of == owner.name and isinstance(info, ColumnInfo)}

    def cell(self, column: ColumnInfo, row: int) -> str:
        """The value of a row in a column, in words."""
        wide = width(column.type)
        return self.written(column.type, column.values[row * wide : (row + 1) * wide])

    def written(self, type_: Type, cells: tuple[int, ...]) -> str:
        """A value in words: of amounts, the parts that are not nothing."""
        if isinstance(type_, PerType):
            wide = len(cells) // size(type_.index)
            parts = [(name_of(type_.index, key), self.written(type_.value, cells[i * wide : (i + 1) * wide]))
                     for i, key in enumerate(values(type_.index))]
            return ", ".join(f"{value} {self.term(name)}" for name, value in parts if value != "0") or "–"
        if isinstance(type_, FlagType):
            return YES if cells[0] else ""
        word = name_of(type_, cells[0])
        return ", ".join(self.term(one.strip()) for one in word.strip("{}").split(",")) or "–"


def _add(items: list[Item], item: Item) -> None:
    """Put a clause behind others; why a move is refused goes on in the sentence that says why else it is, each reason once."""
    last = items[-1] if items else None
    alike = last is not None and last.kind == "requirement" and (item.kind, item.depth, item.worded) == (
        last.kind, last.depth, last.worded)
    if last is None or not alike:
        items.append(item)
        return
    reasons = dict.fromkeys((*last.text.split("; "), item.text))
    items[-1] = evolve(last, id=f"{last.id}, {item.id}", text="; ".join(reasons))
