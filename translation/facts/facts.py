"""Files to facts: what each clause states, whatever the language it is worded in.

Numbers come from the braces of statements and from `says` and `mentions` lines, and are worked out for every number
of players. What a number counts is the term behind it in the statement, by the English glossary; where none
stands there, it is what the statement of the constant itself says that it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Literal

from attrs import Factory, evolve, field

from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...dsl.resolve.names import is_concept
from ...dsl.source.clauses import Clause
from ...dsl.source.records import frozen
from ...dsl.source.span import Span
from ...dsl.statements.glossary import Glossary, glossary_of
from ...dsl.statements.languages import MODALITIES
from ...dsl.symbols.symbols import SymbolTable
from ...dsl.syntax.walk import nodes_in
from .meaning import CACHE_SIZE, OriginalRows, fingerprint, own_nodes
from .numbered import NumberedDomains, NumberedValue, Numbers, Sizes
from .order import SectionMember, printed
from .statements import CountedNumber, concepts_in, counted_in, modality_in
from .values import KnownValues, symbol_tables_of

NumberKind = Literal["stated", "contrast", "derived"]
NeedSource = Literal["statement", "says", "rules"]


@frozen(eq=False)
class ClauseNumber:
    """A number that a clause states (`required`) or may mention, for some numbers of players.

    A contrast is the value with another number of players; what is derived is worked out from constants.
    """

    value: int
    concept: str | None
    players: tuple[int, ...]
    required: bool
    kind: NumberKind
    expression: str
    span: Span


@frozen(eq=False)
class Need:
    """A concept that a text of the clause needs (`required`) or may mention, and what says so."""

    concept: str
    required: bool
    source: NeedSource
    span: Span


@frozen(eq=False)
class StatedFacts:
    """The numbers that a clause states, the concepts that it needs, and the values that it names and that are called by
    numbers, as spaces S9.
    """

    numbers: tuple[ClauseNumber, ...]
    concepts: tuple[Need, ...]
    names: tuple[NumberedValue, ...]


@frozen(eq=False)
class ClauseFacts:
    """The facts that a clause states. `statement` is the English wording, with its placeholders.

    `stated_needs` are the concepts that the lines below the statement name. What it `states` is worked out when it is first
    asked for, by `states_of`: a check of texts needs that of few clauses. `meant` is the clause as its texts know it.
    """

    id: str
    kind: str
    parent: str | None
    section: str | None
    players: tuple[int, ...]
    stated_needs: tuple[Need, ...]
    statement: str
    span: Span
    node: ast.Node = field(repr=False)
    states_of: Callable[[ClauseFacts], StatedFacts] = field(repr=False)
    meant: ast.Node = field(repr=False)

    @cached_property
    def states(self) -> StatedFacts:
        """The numbers, concepts and names in it."""
        return self.states_of(self)

    @property
    def numbers(self) -> tuple[ClauseNumber, ...]:
        """The numbers that it states or may mention."""
        return self.states.numbers

    @property
    def concepts(self) -> tuple[Need, ...]:
        """The concepts that it speaks of: required first, then those that it may mention."""
        return self.states.concepts

    @property
    def names(self) -> tuple[NumberedValue, ...]:
        """The values that it names and that are called by numbers."""
        return self.states.names

    @property
    def fingerprint(self) -> str:
        """The fingerprint of its meaning, as texts were written for it."""
        return fingerprint(self.meant)

    @property
    def modality(self) -> tuple[str, ...]:
        """The modalities of its statement, and those that the lines below it name."""
        return modality_of(getattr(self.node, "statement", None))

    @property
    def actor(self) -> str | None:
        """The one who acts in it: a player who chooses, chance, or None."""
        return actor_of(self.node)

    @property
    def asks(self) -> bool:
        """Whether a line below the statement names what every text of the clause must state."""
        return any(need.source == "says" and need.required for need in self.concepts)


@frozen(eq=False)
class SectionFacts:
    """A section of the printed rules, and the section it is part of."""

    id: str
    title: str
    within: str | None


@frozen(eq=False)
class RulebookFacts:
    """The clauses and sections of a rulebook, in the order of the printed rules; `english` are the terms of its statements.

    `numbered` are the concepts of domains whose values are called by numbers, with those numbers; `signs` are the letters
    before the numbers, as the `s` of `S9`, with the concept. `labels` are all names with letters and digits, without case.
    `sizes` says how many there are of what a concept calls, as the spaces of a board.
    """

    name: str
    title: str
    players: tuple[int, ...]
    clauses: tuple[ClauseFacts, ...]
    sections: tuple[SectionFacts, ...]
    english: Glossary | None = None
    numbered: Numbers = field(factory=dict)
    signs: Mapping[str, str] = field(factory=dict)
    labels: frozenset[str] = frozenset()
    sizes: Sizes = ()
    # Of clauses with the same id the first counts.
    _by_id: Mapping[str, ClauseFacts] = field(init=False, repr=False, default=Factory(
        lambda self: {facts.id: facts for facts in reversed(self.clauses)}, takes_self=True))

    def clause(self, id: str) -> ClauseFacts:
        """A clause by its id. Raises KeyError."""
        return self._by_id[id]

    def around(self, clause: ClauseFacts) -> Iterator[ClauseFacts]:
        """The clauses that a clause lies in, the innermost first."""
        while clause.parent is not None and clause.parent != "play":
            clause = self.clause(clause.parent)
            yield clause


def facts_of(files: Files, parameters: Mapping[str, str | int] | None = None) -> RulebookFacts:
    """Read the facts of the clauses of a rulebook; nothing of clauses that cannot be read.

    `parameters` gives values to parameters, written as in the rulebook.
    """
    facts = facts_when_asked(files, parameters)
    for clause in facts.clauses:
        _ = clause.states
    return facts


def facts_when_asked(files: Files, parameters: Mapping[str, str | int] | None = None) -> RulebookFacts:
    """Read the facts of clauses as `facts_of` does; of each clause, work out its numbers and concepts on demand.

    Ask for them only while no names of columns stand for values of a row (`Values.inside`).
    """
    symbol_tables = symbol_tables_of(files, parameters)
    if not symbol_tables:
        return RulebookFacts("", "", (), (), ())
    english = glossary_of(files, "en")
    reader = _FactReader(symbol_tables, english, OriginalRows(files.declarations))
    placed = tuple(printed(files))
    first = next(iter(symbol_tables.values()))
    clauses = tuple(facts for place in placed if (facts := reader.facts(place)) is not None)
    sections = tuple(SectionFacts(node.name, node.statement.raw, None if node.within is None else node.within.name)
                     for place in placed if isinstance(node := place.named.node, ast.Section))
    numbered = reader.numbered
    return RulebookFacts(first.name, first.title, tuple(symbol_tables), clauses, sections, english, numbered.numbers,
                         numbered.signs, numbered.labels, numbered.sizes)


class _FactReader:
    """Reads the facts of clauses, in the symbol tables of all numbers of players."""

    def __init__(self, symbol_tables: Mapping[int, SymbolTable], english: Glossary | None, unset: OriginalRows) -> None:
        self.symbol_tables, self.english, self.unset = symbol_tables, english, unset
        self.concepts = frozenset(() if english is None else english.concepts)
        self.numbers_of = KnownValues(symbol_tables)
        self.numbered = NumberedDomains(symbol_tables, english)

    def facts(self, placed: SectionMember) -> ClauseFacts | None:
        """Return the facts of a clause; None for a node that is no clause, such as a field."""
        named = placed.named
        text = getattr(named.node, "statement", None)
        player_counts = tuple(count for count, symbols in self.symbol_tables.items() if named.id in symbols.wording.clauses)
        if isinstance(named.node, ast.Enum) and text is not None:
            player_counts = tuple(self.symbol_tables)
        is_play = isinstance(named.node, ast.Rule) and named.node.kind == "play"
        if not player_counts or (is_play and text is None) or isinstance(named.node, ast.Field | ast.Column):
            return None
        statement = text if isinstance(text, ast.Text) else None
        stated_needs = () if statement is None else tuple(each_once(self.stated_needs(statement)))
        clause = next(
            (symbols.wording.clauses[named.id] for symbols in self.symbol_tables.values()
             if named.id in symbols.wording.clauses), None
        )
        return ClauseFacts(
            named.id, named.kind if clause is None else clause.kind, _parent(clause), placed.section, player_counts,
            stated_needs,
            "" if statement is None else statement.raw, named.span, named.node, self.states,
            self.unset.node(named.id, named.node))

    def states(self, clause: ClauseFacts) -> StatedFacts:
        """Work out the facts in the statement of a clause and in its rules; names of columns are those of its own row."""
        text = getattr(clause.node, "statement", None)
        statement = text if isinstance(text, ast.Text) else None
        with self.numbers_of.inside(clause.id):
            numbers = tuple(self.numbers(statement, clause.players))
            return StatedFacts(numbers, tuple(self.needs(clause.node, statement, numbers)),
                               self.numbered.named(clause.node, statement, clause.players))

    # -- numbers -------------------------------------------------------------------------------

    def numbers(self, text: ast.Text | None, player_counts: tuple[int, ...]) -> Iterator[ClauseNumber]:
        """The numbers that a statement, and the lines below it, state or may mention."""
        if text is None:
            return
        statements = [say for say in text.says if not is_concept(say, self.any_world)]
        # A line `says` of an expression decides what it counts, before the noun behind it in the statement.
        spoken = {
            statement.value.span.text: statement.of.name
            for statement in statements
            if statement.required and statement.of is not None
        }
        visited: set[tuple[str, str | None]] = set()
        for counted in counted_in(text, self.english):
            concept = spoken.get(counted.expression, counted.concept or self.noun_of(counted.value))
            if (counted.expression, concept) not in visited:
                visited.add((counted.expression, concept))
                yield from self.values(counted, concept, player_counts, True)
        for statement in statements:
            named = statement.of.name if statement.of is not None else self.noun_of(statement.value)
            counted = CountedNumber(statement.value, named, statement.span)
            if statement.players is not None:
                yield from self.contrast(counted, named, (statement.players,), statement.required)
            elif (counted.expression, named) not in visited:
                visited.add((counted.expression, named))
                yield from self.values(counted, named, player_counts, statement.required)

    def values(self, counted: CountedNumber, concept: str | None, player_counts: tuple[int, ...],
               required: bool) -> Iterator[ClauseNumber]:
        """A number for each value that it has with some numbers of players; other values are contrasts.

        The values of a row need not be said in its text, because they stand in the table.
        """
        kind: NumberKind = "derived" if isinstance(counted.value, ast.Binary) else "stated"
        required = required and not self._in_table(counted.value)
        by_value: dict[int, list[int]] = {}
        for count in player_counts:
            value = self.numbers_of.number(counted.value, count)
            if value is not None:
                by_value.setdefault(value, []).append(count)
        for value, counts in by_value.items():
            yield ClauseNumber(value, concept, tuple(counts), required, kind, counted.expression, counted.span)
        # That there are other numbers of players is no contrast that a text would draw.
        if by_value and counted.expression != "player_count":
            others = tuple(count for count in self.symbol_tables if count not in player_counts)
            yield from (number for number in self.contrast(counted, concept, others, False) if number.value not in by_value)

    def _in_table(self, value: ast.Expr) -> bool:
        """Return whether an expression has a value of a row in it, by the name of the column."""
        return any(isinstance(node, ast.Name) and node.name in self.numbers_of.columns for node in nodes_in(value))

    def contrast(self, counted: CountedNumber, concept: str | None, counts: tuple[int, ...],
                 required: bool) -> Iterator[ClauseNumber]:
        """The values of a number with other numbers of players."""
        by_value: dict[int, list[int]] = {}
        for count in counts:
            value = self.numbers_of.number(counted.value, count) if count in self.symbol_tables else None
            if value is not None:
                by_value.setdefault(value, []).append(count)
        for value, owners in by_value.items():
            yield ClauseNumber(value, concept, tuple(owners), required, "contrast", counted.expression, counted.span)

    def noun_of(self, value: ast.Expr) -> str | None:
        """Return the noun that a constant counts, by its own statement."""
        if not isinstance(value, ast.Name):
            return None
        constant = self.any_world.constants.get(value.name)
        if constant is None or constant.statement is None:
            return None
        concepts = (number.concept for number in counted_in(constant.statement, self.english)
                    if number.expression == value.name)
        return next((concept for concept in concepts if concept is not None), None)

    # -- concepts ------------------------------------------------------------------------------

    def needs(self, node: ast.Node, text: ast.Text | None, numbers: tuple[ClauseNumber, ...]) -> Iterator[Need]:
        """The concepts that a clause speaks of, each once: required first, then those that it may mention."""
        stated_needs = () if text is None else self.stated_needs(text)
        yield from each_once((*stated_needs, *self.counted(text, numbers), *self.mentioned_needs(text), *self.used(node)))

    def stated_needs(self, text: ast.Text) -> Iterator[Need]:
        for statement in text.says:
            if is_concept(statement, self.any_world) and isinstance(statement.value, ast.Name):
                if statement.value.name not in MODALITIES:
                    yield Need(statement.value.name, statement.required, "says", statement.span)
            elif statement.of is not None:
                yield Need(statement.of.name, statement.required, "says", statement.of.span)

    def counted(self, text: ast.Text | None, numbers: tuple[ClauseNumber, ...]) -> Iterator[Need]:
        spoken = () if text is None or self.english is None else concepts_in(text, self.english)
        for number in numbers:
            if number.concept is not None and number.required:
                yield Need(number.concept, number.concept in spoken, "statement", number.span)

    def mentioned_needs(self, text: ast.Text | None) -> Iterator[Need]:
        if text is not None and self.english is not None:
            yield from (Need(concept, False, "statement", text.span) for concept in concepts_in(text, self.english))

    def used(self, node: ast.Node) -> Iterator[Need]:
        """The concepts whose names the rules of a clause use; those of the clauses inside it are theirs."""
        return (Need(name, False, "rules", place) for name, place in _names_in(node) if name in self.concepts)

    @property
    def any_world(self) -> SymbolTable:
        """The symbol table of the fewest players."""
        return next(iter(self.symbol_tables.values()))


def _parent(clause: Clause | None) -> str | None:
    return None if clause is None else clause.parent


def each_once(needs: Iterable[Need]) -> list[Need]:
    """Return needs with each concept once: required ones first, with what names the concept first as the source."""
    out: dict[str, Need] = {}
    for need in needs:
        earlier = out.setdefault(need.concept, need)
        if need.required and not earlier.required:
            out[need.concept] = evolve(need, source=earlier.source)
    return sorted(out.values(), key=lambda need: not need.required)


def modality_of(text: object) -> tuple[str, ...]:
    """Return the modalities of a statement, and those that the lines below it name; none of anything else."""
    if not isinstance(text, ast.Text):
        return ()
    words = {say.value.name for say in text.says if isinstance(say.value, ast.Name)} | modality_in(text, "en")
    return tuple(word for word in MODALITIES if word in words)


@lru_cache(maxsize=CACHE_SIZE)
def _names_in(node: ast.Node) -> tuple[tuple[str, Span], ...]:
    """The names in a clause's own rules, with their places."""
    return tuple((inner.name, inner.span) for inner in own_nodes(node)
                 if isinstance(inner, ast.Name | ast.Attribute | ast.NamedType))


@lru_cache(maxsize=CACHE_SIZE)
def actor_of(node: ast.Node) -> str | None:
    """Return who acts in a clause: a player who chooses, chance, or None."""
    if isinstance(node, ast.Choose | ast.Move | ast.Require):
        return "player"
    body = getattr(node, "body", ())
    inside = tuple(nodes_in(body))
    if any(isinstance(inner, ast.Choose) for inner in inside):
        return "player"
    return "chance" if any(isinstance(inner, ast.Roll | ast.Throw) for inner in inside) else None
