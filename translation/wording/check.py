"""Check the texts of a rulebook against its clauses: what is missing, what is older than its clause, what does not agree.

All languages that have a file of texts are looked at, and all glossaries. A variant needs texts of its own for the
clauses that it changes; until then those of the rulebook are reported as missing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from ...dsl import syntax as ast
from ...dsl.load.loader import Files, by_name
from ...dsl.parse.text_expressions import cached_beside
from ...dsl.source import disk
from ...dsl.source.diagnostics import Diagnostics, did_you_mean
from ...dsl.source.fixes import Fix, instead
from ...dsl.statements.glossary import Glossary, glossaries_of, glossary_of, text_folder
from ...dsl.symbols.symbols import Constant, FieldInfo, SymbolTable
from ...dsl.variants import named
from ..facts.facts import ClauseFacts, RulebookFacts, facts_when_asked
from ..facts.meaning import NOTATIONS, notations, written_notations
from ..facts.statements import squeezed
from ..facts.values import KnownValues, symbol_tables_of, take_symbol_tables
from .age import check_age, clauses_below, differs, has_text
from .booklet_words import WORDS, names_of
from .fill import FLAGS, Filling, nearest_word, term_to_write
from .glossary_check import check_concepts, check_forbidden, check_glossary, check_statements, listed
from .wordings import Omission, Placeholder, Wording, Wordings, languages_of, wordings_of

PLAYERS = "player_count"
# What no printed rulebook needs to say.
UNPRINTED = ("invariant",)
# Values that bring out all forms behind a number, for names whose values only come in play.
_SAMPLES = ("1", "2", "5")
_DIGITS = re.compile(r"\d+")


def to_word(facts: RulebookFacts, english: Glossary | None) -> Iterator[ClauseFacts]:
    """The clauses that other languages have to word: those with a statement that booklets print.

    What a function works out is printed only where it is a concept.
    """
    concepts = () if english is None else english.concepts
    for clause in facts.clauses:
        unnamed = (near.kind == "function" and near.id not in concepts for near in (clause, *facts.around(clause)))
        if clause.statement and clause.kind not in UNPRINTED and not any(unnamed):
            yield clause


def check_texts(files: Files, diagnostics: Diagnostics, tables: Iterable[SymbolTable | None] = ()) -> None:
    """Record the mistakes in the texts and glossaries of a rulebook, read with its variants.

    `tables` are its names, if it was compiled already.
    """
    take_symbol_tables(files, tables)
    if not disk.is_folder(text_folder(files)) or any(isinstance(declaration, ast.Faulty) for declaration in files.declarations):
        return
    with cached_beside(text_folder(files)):
        _check(files, diagnostics)


def check_languages(files: Files, languages: Collection[str | None], diagnostics: Diagnostics) -> None:
    """Record the mistakes in the texts of some languages: those of one language depend on no text of another."""
    with cached_beside(text_folder(files)):
        for language in languages_of(files):
            if language in languages:
                _Language(files, facts_when_asked(files), language, diagnostics).check()


def _check(files: Files, diagnostics: Diagnostics) -> None:
    """Record the mistakes in the glossaries, the statements and the texts of each language."""
    facts = facts_when_asked(files)
    english = glossary_of(files, "en", diagnostics)
    if english is not None:
        check_concepts(facts, english, diagnostics)
        check_statements(facts, english, diagnostics)
    for glossary in glossaries_of(files, diagnostics):
        if glossary.language != "en" and english is not None:
            check_glossary(glossary, english, diagnostics)
    for language in languages_of(files):
        _Language(files, facts, language, diagnostics).check()


def worded_nodes(files: Files) -> dict[str, ast.Node]:
    """Return the nodes that texts may word, by their ids."""
    return {declaration.id: declaration.node for declaration in named(files.declarations)
            if not isinstance(declaration.node, ast.Field | ast.Column)}


def called(files: Files) -> str:
    """Return the rulebook as commands call it: by name if it ships, and else by path; its topmost variant stands behind it."""
    main = Path(files.path)
    ships = by_name().get(main.stem)
    name = main.stem if ships is not None and disk.resolved(ships) == disk.resolved(main) else str(main)
    return ":".join((name, *(variant.name for variant in files.variants[-1:])))


def report_no_clause(wording: Wording, known: Iterable[str], diagnostics: Diagnostics) -> None:
    """Record that there is no such clause, move or roll as a text words; those that are `known` have these ids."""
    diagnostics.add("E502", f"there is no {wording.kind} `{wording.id}`", wording.span, help=did_you_mean(wording.id, known))


def report_no_word(wording: Wording, known: Iterable[str], diagnostics: Diagnostics) -> None:
    """Record that there is no such word as a text words; those that are `known` are of the rulebook or of booklets."""
    diagnostics.add("E502", f"there is no word `{wording.id}` in the rulebook or in booklets", wording.span,
                    help=did_you_mean(wording.id, known))


def words_of(tables: Iterable[SymbolTable]) -> frozenset[str]:
    """Return the words that texts may word: those of booklets, and the names and members of a rulebook."""
    return frozenset(WORDS["en"]).union(*map(names_of, tables))


# ---- One language ----------------------------------------------------------------------------------


class _Language:
    """The texts of one language, to be checked against the clauses."""

    def __init__(self, files: Files, facts: RulebookFacts, language: str, diagnostics: Diagnostics) -> None:
        self.files, self.facts, self.language, self.diagnostics = files, facts, language, diagnostics
        self.layers = wordings_of(files, language, diagnostics)
        self.glossary = glossary_of(files, language)
        self.values = KnownValues(symbol_tables_of(files))
        self.nodes = worded_nodes(files)
        self.clauses = {clause.id: clause for clause in facts.clauses}
        self.top = files.variants[-1].name if files.variants else None
        self.below = clauses_below(files)

    def check(self) -> None:
        """Everything about the texts that belong to the rulebook as it is read, with its variants or without."""
        for layer in self.layers:
            if layer.variant == self.top:
                for wording in layer.entries.values():
                    self.wording(wording)
                for id, left_out in layer.left_out.items():
                    self.left_out(id, left_out)
        if self.language != "en":
            self.missing()

    def left_out(self, id: str, left_out: Omission) -> None:
        """Check a line of parts that booklets leave out: a clause, a column or a value in it, or a field of examples."""
        if id not in self.to_leave_out:
            self.diagnostics.add("E502", f"there is no clause `{id}` to leave out", left_out.span,
                                 help=did_you_mean(id, self.to_leave_out))
        condition = left_out.condition
        if condition is not None and any(
            self.values.values_for(players)(condition) not in FLAGS for players in self.values.symbol_tables
        ):
            self.diagnostics.add("E503", f"`{condition}` is not a condition that is known before play", left_out.span,
                                 help=nearest_word(condition, self.numbers_known))

    @cached_property
    def to_leave_out(self) -> Mapping[str, None]:
        """The parts that booklets can leave out: clauses, columns, fields, and values of rows."""
        symbol_tables = self.values.symbol_tables.values()
        columns = (f"{owner}.{name}" for symbols in symbol_tables for owner, name in symbols.names.attributes)
        return dict.fromkeys((*self.clauses, *columns, *self.fields(), *self.cells()))

    def cells(self) -> Iterator[str]:
        """The values of rows, by `table.row.column`."""
        for symbols in self.values.symbol_tables.values():
            for row, columns in symbols.names.row_values.items():
                yield from (f"{row}.{column.name}" for column in columns)

    def fields(self) -> Iterator[str]:
        """The fields of the whole game."""
        for symbols in self.values.symbol_tables.values():
            yield from (name for name, meaning in symbols.names.globals.items() if isinstance(meaning, FieldInfo))

    def missing(self) -> None:
        """Clauses without a text; of a variant, those whose text was written for what the variant changes."""
        clauses = to_word(self.facts, glossary_of(self.files, "en"))
        without = [facts.id for facts in clauses if self.is_own(facts) and not self.is_worded(facts)]
        layer = next((wordings for wordings in self.layers if wordings.variant == self.top), None)
        # The designer of a variant need not word it; once there are some of its texts, the missing ones are reported.
        if without and layer is not None:
            report_missing(without, layer, self.language, called(self.files), self.diagnostics)
        unsaid = [f"{kind} {id}" for kind, id, notation in written_notations(self.files.declarations)
                  if self.is_written_here(notation) and not any((kind, id) in wordings.entries for wordings in self.layers)]
        # Examples need no words for their moves until the first is worded.
        begun = any(kind in NOTATIONS for wordings in self.layers for kind, _ in wordings.entries)
        if unsaid and begun and layer is not None:
            self.diagnostics.add(
                "W502",
                f"moves and rolls that have no text in `{self.language}`: {listed(unsaid)}",
                layer.span,
                help=f"`rulewright texts {called(self.files)} --lang {self.language}` lists them",
            )

    def is_written_here(self, node: ast.Node) -> bool:
        """Return whether something stands in the topmost variant, or, without one, in the rulebook."""
        own = {variant.span.source for variant in self.files.variants[-1:]}
        return node.span.source in own if own else True

    def is_own(self, clause: ClauseFacts) -> bool:
        """Return whether the topmost variant changes or adds a clause; without variants all clauses are its own."""
        return self.top is None or differs(clause.meant, self.below.get(clause.id))

    def is_worded(self, clause: ClauseFacts) -> bool:
        """Return whether a clause has a text; that of the rulebook counts while a variant leaves the clause alone."""
        return has_text(self.layers, self.top, clause.id, clause.meant)

    def wording(self, wording: Wording) -> None:
        """One text: that what it words is there and has not changed, and that it says what it must."""
        if wording.kind == "word" and not wording.id.startswith("players.") and wording.id not in (known := self.words):
            report_no_word(wording, known, self.diagnostics)
        pieces = {name for symbols in self.values.symbol_tables.values() for name in symbols.components.pieces}
        if wording.kind == "piece" and wording.id not in pieces:
            self.diagnostics.add("E502", f"there are no pieces `{wording.id}`", wording.span,
                                 help=did_you_mean(wording.id, pieces))
        if wording.kind in ("title", "word", "player", "piece"):
            return
        worded = self.worded(wording)
        if worded is None:
            report_no_clause(wording, self.nodes, self.diagnostics)
            return
        check_age(wording, worded, self.diagnostics)
        clause = self.clauses.get(split_id(wording.id)[0])
        if clause is not None:
            self.text(wording, clause, worded)

    @cached_property
    def numbers_known(self) -> tuple[str, ...]:
        """The names of constants and parameters, and the number of players."""
        return (PLAYERS, *dict.fromkeys(
            name for symbols in self.values.symbol_tables.values() for name, meaning in symbols.names.globals.items()
            if isinstance(meaning, Constant)))

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that texts may word: those of booklets, and the names and members of the rulebook."""
        return words_of(self.values.symbol_tables.values())

    def worded(self, wording: Wording) -> ast.Node | None:
        """Check the target of a text: a clause, or the notation of a move or roll."""
        if wording.kind == "clause":
            return self.nodes.get(wording.id)
        clause, number = split_id(wording.id)
        written = () if clause not in self.nodes else notations(self.nodes[clause], wording.kind)
        return written[number - 1] if 1 <= number <= len(written) else None

    def text(self, wording: Wording, clause: ClauseFacts, worded: ast.Node) -> None:
        """Check the placeholders of a text, the numbers that it lacks, and its words."""
        text = worded if isinstance(worded, ast.Text) else getattr(worded, "statement", None)
        rendered, unfilled = dict[str, None](), set[str]()
        # A text without placeholders is the same for all numbers of players.
        same = all(isinstance(part, str) for part in wording.parts)
        for players in clause.players[:1] if same else clause.players:
            value_of = self.values.values_for(players)
            unknown = [name for name in names_in(text) if value_of(name) is None]
            for value in _SAMPLES if unknown else _SAMPLES[:1]:
                values = dict.fromkeys(unknown, value)
                filling = Filling(self.language, self.glossary, value_of, values, numbers=self.numbers_known)
                with self.values.inside(clause.id):
                    rendered[filling.text(wording.parts)] = None
                for node, why, help in filling.missing:
                    self.diagnostics.add("E503", why, node.span, clause=clause.id, help=help)
                    if isinstance(node, Placeholder):
                        unfilled.add(node.concept or node.value)
        if wording.kind == "clause":
            self.numbers(wording, clause)
            self.terms(tuple(rendered), wording, clause, unfilled)
        stated = [(str(number.value), squeezed(number.expression)) for number in clause.numbers]
        for digits in _DIGITS.findall(wording.literal):
            same_number = [expression for value, expression in stated if value == digits]
            self.diagnostics.add("W505", f"the number {digits} is written out", wording.text_span, clause=clause.id,
                           help=f"write `{{{same_number[0]}}}`, or `{{{same_number[0]} of concept}}`" if same_number else
                           "if the rules have it, name it there, and write its name in braces; if not, write it as a word",
                           fixes=_in_braces(wording, [(digits, expression) for expression in same_number]))
        if self.glossary is not None:
            check_forbidden(wording.literal, self.glossary, wording.text_span, clause.id, self.diagnostics)

    def numbers(self, wording: Wording, clause: ClauseFacts) -> None:
        """The numbers that the clause states and the text does not, without the number of players of a clause for some only."""
        stated = {placeholder.value for placeholder in wording.placeholders}
        if len(clause.players) == 1:
            stated.add(PLAYERS)
        for expression in dict.fromkeys(squeezed(number.expression) for number in clause.numbers if number.required):
            if expression not in stated:
                self.diagnostics.add("E505", f"the clause states `{expression}`, and the text does not", wording.text_span,
                               clause=clause.id, help=f"write `{{{expression}}}` where the number belongs",
                               fixes=_in_braces(wording, [
                                   (str(number.value), expression) for number in clause.numbers
                                   if squeezed(number.expression) == expression]))

    def terms(self, rendered: tuple[str, ...], wording: Wording, clause: ClauseFacts, unfilled: Collection[str]) -> None:
        """The concepts that the clause needs and the text does not name in all that it can be, for any number of players.

        A concept whose braces could not be filled is named there: what is wrong with it has been reported.
        """
        if self.glossary is None:
            return
        spoken = set.intersection(*({occurrence.term.concept for occurrence in self.glossary.matches_in(text)}
                                    for text in rendered))
        for need in clause.concepts:
            if (need.required and need.concept not in spoken and need.concept not in unfilled
                    and self.glossary.terms_of(need.concept)):
                self.diagnostics.add("W504", f"the clause mentions `{need.concept}`, and the text does not", wording.text_span,
                               clause=clause.id, help=term_to_write(self.glossary, need.concept))


def _in_braces(wording: Wording, values: list[tuple[str, str]]) -> tuple[Fix, ...]:
    """Return the changes of numbers that a text writes out, each once and on one line, to expressions with these values."""
    if wording.text_span.line != wording.text_span.end_line:
        return ()
    return tuple(fix for value, expression in dict.fromkeys(values)
                 for fix in instead(wording.text_span, value, f"{{{expression}}}"))


def report_missing(clauses: list[str], layer: Wordings, language: str, game: str, diagnostics: Diagnostics) -> None:
    """Record that clauses have no text in a language; `layer` are the texts that its game has there."""
    some = f"{len(clauses)} clauses have" if len(clauses) > 1 else "1 clause has"
    diagnostics.add("W502", f"{some} no text in `{language}`: {listed(clauses)}", layer.span,
                    help=f"`rulewright texts {game} --lang {language} --write` adds what is missing")


def names_in(text: ast.Text | None) -> tuple[str, ...]:
    """Return the expressions in the braces of a text, as they are written."""
    parts = () if text is None else text.parts
    return tuple(dict.fromkeys(part.span.text for part in parts if not isinstance(part, str)))


def split_id(id: str) -> tuple[str, int]:
    """The clause in the id of a text, and which of its moves or rolls is meant: `throw.2` is the second of `throw`."""
    clause, point, place = id.rpartition(".")
    return (clause, int(place)) if point and place.isdigit() else (id, 1)


def texts_in(layers: tuple[Wordings, ...], clause: ClauseFacts) -> Iterator[Wording]:
    """The texts of a clause, the best first: those written for it as it is now, then older ones."""
    own = [wording for layer in layers if (wording := layer.entries.get(("clause", clause.id))) is not None]
    yield from sorted(own, key=lambda item: item.fingerprint != clause.fingerprint)
