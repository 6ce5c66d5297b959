"""A rulebook to a booklet: its clauses in the order of the printed rules, for one number of players, in one language.

What does not hold for this number of players, with these variants and parameters, is not there. Constants and
parameters are gathered at the end; events, invariants and what has no text are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from attrs import evolve

from ...dsl import syntax as ast
from ...dsl.driver.compile import analyse
from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics, RulebookError
from ...dsl.statements.glossary import glossary_of
from ...dsl.statements.languages import MODALITIES, modal_words
from ...dsl.symbols.symbols import Constant, Local, SymbolTable
from ...dsl.syntax.walk import nodes_in
from ...dsl.types.conversion import number_range
from ...dsl.types.types import EnumType, members, size
from ...dsl.variants import named
from ..facts.facts import ClauseFacts, RulebookFacts, facts_of
from ..facts.order import added_in
from ..facts.values import Values
from ..wording.booklet_words import WORDS, names_of
from ..wording.check import texts_in
from ..wording.fill import Filling
from ..wording.wordings import Wording, Wordings, wordings_of
from .drawn import Drawn, drawn
from .english import English, kind_of
from .pages import Booklet, Chapter, Item, add
from .possible import can_fail, can_hold
from .tables import Tables, WordedRow

# The chapter of what variants add outside of sections; no section is called so.
ADDED = "+"
APART = ("section", "constant", "parameter", "event", "invariant")


class NotWorded(Exception):
    """A language in which a rulebook has no texts; the message says which there are."""


def booklet(files: Files, language: str, players: int, parameters: Mapping[str, str | int]) -> Booklet:
    """The booklet of a rulebook. Raises RulebookError when it has mistakes, and NotWorded."""
    return Press(files, language, players, parameters).booklet()


class Press:
    """Words clauses in one language, for one number of players. Raises RulebookError and NotWorded.

    `facts` are those of the rulebook with these values, where they are known already.
    """

    def __init__(self, files: Files, language: str, players: int, parameters: Mapping[str, str | int],
                 facts: RulebookFacts | None = None) -> None:
        diagnostics = Diagnostics()
        diagnostics.extend(files.diagnostics.sorted())
        compiled = analyse(files.declarations, players, parameters, diagnostics, lowered=False, warned=False)
        if compiled.symbols is None or compiled.typing is None or compiled.symbols.names.faulty or diagnostics.failed:
            raise RulebookError(compiled.diagnostics)
        self.files, self.language, self.players, self.parameters = files, language, players, parameters
        self.symbols: SymbolTable = compiled.symbols
        self.chosen_values = dict(compiled.symbols.chosen)
        self.facts = facts_of(files, parameters) if facts is None else facts
        self.layers: tuple[Wordings, ...] = wordings_of(files, language, Diagnostics())
        if language != "en" and not self.layers:
            raise NotWorded(f"`{self.facts.name}` has no texts in `{language}`")
        self.glossary = glossary_of(files, language)
        self.values = Values({players: self.symbols})
        self.typing = compiled.typing
        self.english = English(glossary_of(files, "en"), compiled.typing, self.value)
        self.words: Mapping[str, str] = {}
        self.words = self.own_words()
        self.tables = Tables(self.symbols, self.value, self.term)
        self.left_out = _left_out((*self.layers, *wordings_of(files, "en", Diagnostics())), self.values.of(players))
        self.added = {inside.id for declaration in added_in(files) for inside in named((declaration,))}
        self.names = names_of(self.symbols)
        # What is printed in English for want of a text: clauses, how moves and rolls are written, names.
        self.unworded: dict[str, None] = {}
        self.unsaid: dict[str, None] = {}
        self.unnamed: dict[str, None] = {}
        # Functions with a statement that is not printed, as the glossary has no word for them.
        self.functions_left_out: dict[str, None] = {}

    def among(self, players: int) -> Press:
        """The press for another number of players; what has no text is noted in one place."""
        other = Press(self.files, self.language, players, self.parameters, self.facts)
        other.unworded, other.unsaid, other.unnamed = self.unworded, self.unsaid, self.unnamed
        return other

    def value(self, node: ast.Expr) -> int | str | None:
        """The value of an expression, or None if only play knows it, as that of a name that a rule gives."""
        parts = tuple(nodes_in(node))
        own = {self.typing.locals.get(part) for part in parts if isinstance(part, ast.Binder)}
        names = {meaning for meaning in map(self.typing.meanings.get, parts) if isinstance(meaning, Local)}
        return None if names - own else self.values.value(node, self.players)

    def booklet(self) -> Booklet:
        """All of it."""
        here = [clause for clause in self.facts.clauses if self.players in clause.players]
        apart = [facts for facts in here if facts.statement and facts.id not in self.left_out]
        chapters = tuple(self.chapters(here))
        numbers = tuple(self.item(facts) for facts in apart if facts.kind == "constant")
        parameters = [facts for facts in apart if facts.kind == "parameter"]
        settled = tuple((self.item(parameter), self.chosen(parameter)) for parameter in parameters if _is_settled(parameter))
        options = tuple(
            (self.item(parameter), self.chosen(parameter)) for parameter in parameters if not _is_settled(parameter)
        )
        title = self.title()
        variants = tuple(variant for variant in self.variants() if variant != title)
        return Booklet(title, variants, self.language, self.words, self.players, chapters, numbers, settled, options)

    def chosen(self, parameter: ClauseFacts) -> str:
        """Return the sentence on the value of a parameter: the value, or where its own sentence has it, its other values."""
        if parameter.id not in self.stated(parameter):
            return f"{self.words['option.value']} {self.term(self.chosen_values.get(parameter.id, ''))}"
        known = self.symbols.names.globals.get(parameter.id)
        numbers = number_range(known.type) if isinstance(known, Constant) else None
        if numbers is None or _is_settled(parameter):
            return ""
        return self.words["option.numbers"].replace("{low}", str(numbers.low)).replace("{high}", str(numbers.high))

    def own_words(self) -> dict[str, str]:
        """The words of booklets, and those of the rulebook and of examples that the texts word by themselves."""
        own = {entry.id: self.filling({}).text(entry.parts) for layer in reversed(self.layers)
               for entry in layer.entries.values() if entry.kind in ("word", "player")}
        return {**WORDS["en"], **WORDS.get(self.language, {}), **own}

    def title(self) -> str:
        """The title of the rulebook."""
        worded = next((layer.entries["title", "title"] for layer in self.layers if ("title", "title") in layer.entries), None)
        return self.facts.title if worded is None else self.filling({}).text(worded.parts)

    def chapters(self, here: list[ClauseFacts]) -> Iterator[Chapter]:
        """The sections with what holds here; sections without anything are left out, unless one inside them has something."""
        items: dict[str | None, list[Item]] = {}
        for clause in here:
            if self.is_printed(clause) and not self.is_of_a_table(clause):
                for item in self.with_rows(clause, here):
                    add(items.setdefault(self.section(clause), []), item)
        within = {facts.id: facts.within for facts in self.facts.sections}
        used = {*items, *(within.get(text) for text in items if text is not None)}
        titles = {facts.id: facts for facts in here if facts.kind == "section"}
        if None in items:
            yield Chapter("", "", 1, tuple(items[None]))
        for section in self.facts.sections:
            if section.id in used and section.id in titles:
                title = self.item(titles[section.id]).text
                yield Chapter(section.id, title, 2 if section.within else 1, tuple(items.get(section.id, ())))
        if ADDED in items:
            yield Chapter(ADDED, "; ".join(self.variants()), 1, tuple(items[ADDED]))

    def variants(self) -> tuple[str, ...]:
        """The titles of the variants."""
        worded = {layer.variant: self.filling({}).text(layer.entries["title", "title"].parts) for layer in self.layers
                  if ("title", "title") in layer.entries}
        called = (
            (variant.name, self.english.sentence(variant.title) if variant.title else variant.name)
            for variant in self.files.variants
        )
        return tuple(worded.get(name, title) for name, title in called)

    def is_printed(self, clause: ClauseFacts) -> bool:
        """Return whether a clause stands in a section: it has something to say, is not left out, and can apply."""
        around = (clause, *self.facts.around(clause))
        if clause.id in self.left_out or not all(map(self.is_possible, around)):
            return False
        # What a function works out is printed if there is a word for it, or if it says what every text must state.
        if any(facts.kind == "function" and not self.says_function(facts) for facts in around):
            self.functions_left_out.update({facts.id: None for facts in around if facts.kind == "function" and facts.statement})
            return False
        return clause.kind not in APART and (bool(clause.statement) or clause.kind == "table")

    def says_function(self, clause: ClauseFacts) -> bool:
        """Return whether the statement of a function is printed.

        The glossary chooses functions by having a word for them. Without a glossary all of them are printed.
        """
        return clause.asks or self.is_concept(clause.id) or (self.glossary is None and self.language == "en")

    def is_possible(self, clause: ClauseFacts) -> bool:
        """Return whether an exception can apply, a requirement refuse, a move be made or an end come here."""
        match clause.node:
            case ast.Require(condition=condition):
                return can_fail(condition, self.typing)
            case (ast.RuleException(condition=condition) | ast.FunctionException(condition=condition)
                  | ast.RequireException(condition=condition) | ast.End(condition=condition)):
                return can_hold(condition, self.typing)
            case ast.Move(requires=requires):
                return all(require.exceptions or can_hold(require.condition, self.typing) for require in requires)
            case _:
                # Clauses of other kinds apply whenever they are reached.
                return True

    def section(self, clause: ClauseFacts) -> str | None:
        """The section of a clause; what variants add outside of sections is ADDED."""
        return ADDED if clause.section is None and clause.id in self.added else clause.section

    def is_of_a_table(self, clause: ClauseFacts) -> bool:
        """Return whether a clause is a row or lies in one, so that it is printed with its table."""
        return any(facts.kind == "row" for facts in (clause, *self.facts.around(clause)))

    def with_rows(self, clause: ClauseFacts, here: list[ClauseFacts]) -> Iterator[Item]:
        """A clause in print; behind a table what its rows say, if it finds no room in it, and what lies in them."""
        item = self.item(clause)
        owner = self.tables.owner(clause)
        if owner is None:
            yield item
            return
        rows = {
            facts.id.partition(".")[2]: facts for facts in here if facts.kind == "row" and facts.id.startswith(f"{clause.id}.")
        }
        printed = {name: self.item(rows[name]) for name in owner.members if name in rows and self.is_printed(rows[name])}
        worded = {name: WordedRow(row.text, self.stated(rows[name]), row.worded) for name, row in printed.items()}
        table = self.tables.table(clause, worded, self.left_out)
        yield evolve(item, table=table)
        lying_in = self.lying_in(here)
        for name, row in printed.items():
            inside = [self.item(facts) for facts in lying_in.get(rows[name].id, ()) if self.is_printed(facts)]
            if inside or table is None or not table.has_sentences:
                yield evolve(row, text="" if table is not None and table.has_sentences else row.text)
            yield from inside

    def lying_in(self, here: list[ClauseFacts]) -> dict[str, list[ClauseFacts]]:
        """The clauses that lie in each clause, by its id."""
        out: dict[str, list[ClauseFacts]] = {}
        for clause in here:
            for outer in self.facts.around(clause):
                out.setdefault(outer.id, []).append(clause)
        return out

    # -- clauses -------------------------------------------------------------------------------

    def item(self, clause: ClauseFacts) -> Item:
        """A clause in print."""
        wording = self.wording(clause)
        statement = getattr(clause.node, "statement", None)
        if wording is not None:
            with self.values.inside(clause.id):
                names = {**self.kinds_in(statement), **self.tables.cells(clause, self.stated(clause))}
                text = self.filling(names).text(wording.parts)
        else:
            fragment = clause.kind == "requirement"
            given = self.tables.cells(clause, self.stated(clause))
            before = tuple(self.before(clause)) if fragment else ()
            text = self.english.sentence(statement, fragment, given, before) if isinstance(statement, ast.Text) else ""
        if isinstance(clause.node, ast.Enum):
            text = self.with_members(text, self.members(clause.node))
        named = clause.kind == "row" or (clause.kind == "function" and self.is_concept(clause.id))
        name = self.term(clause.id.rpartition(".")[2]) if named else ""
        if name and text.startswith(f"{name}: "):
            text = text[len(name) + 2:]
            text = text[:1].upper() + text[1:]
        is_worded = wording is not None or self.language == "en" or not clause.statement
        if not is_worded:
            self.unworded[clause.id] = None
        within = clause.parent or "" if clause.kind == "requirement" else ""
        return Item(clause.id, clause.kind, text, self.depth(clause), is_worded, name, None, self.board(clause), clause.node,
                    within, self.kind_refused(clause))

    def before(self, clause: ClauseFacts) -> Iterator[ast.Text]:
        """Yield the sentences before a requirement: the statements around it, and the reasons before."""
        around = tuple(self.facts.around(clause))[::-1]
        beside = [facts for facts in self.facts.clauses if facts.kind == clause.kind and facts.parent == clause.parent]
        for facts in (*around, *beside[:beside.index(clause)]):
            text = getattr(facts.node, "statement", None)
            if isinstance(text, ast.Text):
                yield text

    def kind_refused(self, clause: ClauseFacts) -> str:
        """Name the kind of move that a requirement refuses, if it is one of several and has no sentence; else "".

        A kind that the language has no word for is not named.
        """
        around = tuple(self.facts.around(clause))
        if clause.kind != "requirement" or len(around) < 2 or around[0].kind != "move" or around[0].statement:
            return ""
        choice, kind = around[1].node, around[0].id.rpartition(".")[2]
        alone = isinstance(choice, ast.Choose) and len(choice.moves) < 2
        return "" if alone or (self.language != "en" and not self.has_term(kind)) else self.term(kind)

    def members(self, node: ast.Enum) -> list[str]:
        """Return the words of an enum that are written, and behind them those that it makes."""
        written = [member.name for member in node.members]
        made = () if node.made is None or node.owner is not None else members(self.symbols.names.types.get(node.name))
        return written + [word for word in made if word not in written]

    def with_members(self, text: str, members: list[str]) -> str:
        """Return the sentence of an enum with all its members behind it, unless it names them, or some have no word."""
        named = {occurrence.term.concept for occurrence in self.glossary.found_in(text)} if self.glossary is not None else set()
        if ":" in text or set(members) <= named or not all(map(self.has_term, members)):
            return text
        return f"{text.rstrip('.')}: {', '.join(map(self.term, members))}."

    def board(self, clause: ClauseFacts) -> Drawn | None:
        """A board as it is drawn; nothing for what is none."""
        board = self.symbols.components.boards.get(clause.id)
        return None if board is None else drawn(board, self.symbols, self.term)

    def wording(self, clause: ClauseFacts) -> Wording | None:
        """The text of a clause as it is now."""
        return next((text for text in texts_in(self.layers, clause) if text.fingerprint == clause.fingerprint), None)

    def stated(self, clause: ClauseFacts) -> frozenset[str]:
        """The names whose values the text of a clause fills in."""
        wording = self.wording(clause)
        if wording is not None:
            return frozenset(word for slot in wording.slots for word in re.findall(r"\w+", slot.value))
        return frozenset(node.name for node in nodes_in(getattr(clause.node, "statement", None)) if isinstance(node, ast.Name))

    def depth(self, clause: ClauseFacts) -> int:
        """Return how many printed clauses a clause lies in."""
        return sum(bool(facts.statement) and facts.id not in self.left_out for facts in self.facts.around(clause))

    def filling(self, names: Mapping[str, str]) -> Filling:
        """Return the values for the texts of this language."""
        return Filling(self.language, self.glossary, self.values.of(self.players), names, word_of=self.words.get)

    def piece(self, kind: EnumType, number: int) -> str | None:
        """The words for a piece by what is fixed about it, if the texts have some for its kind."""
        worded = (layer.entries.get(("piece", kind.name)) for layer in self.layers)
        wording = next((entry for entry in worded if entry is not None), None)
        if wording is None:
            return None
        of_each = size(kind) // (1 if kind.owner is None else size(kind.owner))
        values = {column.name: self.tables.cell(column, number % of_each) for column in self.tables.columns(kind.name)}
        return self.filling(values).text(wording.parts, fragment=True)

    def kinds_in(self, text: ast.Text | None) -> dict[str, str]:
        """The names in a statement, with the kinds of things they stand for."""
        out = {}
        for part in () if text is None else text.parts:
            if isinstance(part, ast.Name) and self.value(part) is None:
                meaning = self.typing.meanings.get(part)
                out[part.name] = kind_of(getattr(meaning, "type", self.symbols.seating.player)) or part.name
        return out

    def term(self, word: str) -> str:
        """A word of the rulebook by its term in this language, or else as it is written."""
        if word in self.words:
            return self.words[word]
        term = None if self.glossary is None else self.glossary.preferred(word)
        if term is not None:
            return term.text
        if word in MODALITIES:
            return next(iter(modal_words(self.language).get(word, ())), word)
        like = self.like_english(word)
        # Names such as `d5` and `a` are the same in every language.
        if like is None and self.language != "en" and word in self.names and len(word) > 1 and not re.search(r"\d", word):
            self.unnamed[word] = None
        return like or word.replace("_", " ")

    def like_english(self, word: str) -> str | None:
        """A word that is a form of an English term, by the same form of the term in this language."""
        for term in () if self.english.glossary is None else self.english.glossary.terms:
            form = next((form for form, written in term.forms.items() if written == word), None)
            own = None if self.glossary is None else self.glossary.preferred(term.concept)
            if form is not None and own is not None and form in own.forms:
                return own.forms[form]
        return None

    def is_concept(self, word: str) -> bool:
        """Return whether the glossary has a word for something of the rulebook."""
        return self.glossary is not None and self.glossary.preferred(word) is not None

    def has_term(self, word: str) -> bool:
        """Return whether this language has a word for something of the rulebook."""
        return word in self.words or self.is_concept(word)


def _is_settled(parameter: ClauseFacts) -> bool:
    """Return whether a variant has set a parameter."""
    return isinstance(parameter.node, ast.Parameter) and parameter.node.set_by is not None


def _left_out(layers: tuple[Wordings, ...], value_of: Callable[[str], int | str | None]) -> frozenset[str]:
    """Return the parts that texts leave out where the values are these."""
    return frozenset(id for layer in layers for id, left_out in layer.left_out.items()
                     if left_out.condition is None or value_of(left_out.condition) == "yes")
