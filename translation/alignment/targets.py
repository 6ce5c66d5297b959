"""Clauses -> targets: the features that a sentence has to show, for the numbers of players of the document."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial

from attrs import frozen

from ...dsl import syntax as ast
from ..document.bounds import Bound
from ..document.features import Evidence, EvidenceReader, reader_of
from ..document.language import language
from ..document.words import unique
from ..facts.facts import ClauseFacts, ClauseNumber, RulebookFacts
from ..facts.meaning import own_nodes
from ..lock.lock import Lock

# What a constant, a field or a function says is said by the clauses that use it, unless a `says` line asks for it.
SILENT_KINDS = frozenset({"constant", "parameter", "enum", "event", "function", "invariant", "field", "score", "section",
                          "board", "example"})
# The section says for how many players a rule is.
SCOPE = "player_count"
BRACES = re.compile(r"\{([^{}]*)\}")

WordingOf = Callable[[str, int], str | None]


@frozen
class Precedent:
    """A sentence of another document that states a clause: its place there, from 0 to 1, and what it names."""

    place: float
    concepts: tuple[str, ...]
    turns: tuple[str, ...]
    numbers: tuple[int, ...]

    @cached_property
    def named(self) -> frozenset[str]:
        """All that it names."""
        return frozenset((*self.concepts, *self.turns, *map(str, self.numbers)))


@frozen(eq=False)
class Target:
    """A clause as a document is compared with it.

    `required` are the numbers that have to be said, in groups of which the number of players decides one value;
    `allowed` are others that may be said; `implied` are those of constants and parameters that its rules use, and those
    written out in its statement: no sentence has to say them, but another number of the same is wrong; `wording` has the
    features of our own wording in the document's language, where there is one; `codes` is what its statement and its id
    show that is the same in every language; `turns` are its turns of phrase, of our own wording or else of its statement, and
    `bounds` those that stand by a number; `for_some`: it is there for only some numbers
    of players; `precedents` are the sentences that state it in documents that have a lock; `uses` are the names in its
    rules, and `subjects` the concepts by which a row is called.
    """

    clause: ClauseFacts
    required: tuple[tuple[ClauseNumber, ...], ...]
    allowed: tuple[ClauseNumber, ...]
    concepts: Mapping[str, bool]
    turns: frozenset[str]
    wording: Evidence | None
    codes: frozenset[str]
    for_some: bool = False
    precedents: tuple[Precedent, ...] = ()
    implied: tuple[tuple[ClauseNumber, ...], ...] = ()
    uses: tuple[str, ...] = ()
    subjects: frozenset[str] = frozenset()
    bounds: frozenset[Bound] = frozenset()

    @property
    def id(self) -> str:
        """The id of the clause."""
        return self.clause.id

    @property
    def signs(self) -> frozenset[str]:
        """All by which a sentence that states it is known."""
        return self.codes if self.wording is None else self.codes | self.wording.signs


def targets(facts: RulebookFacts, reader: EvidenceReader, wording: WordingOf, players: int | None = None,
            others: Sequence[Lock] = (), also: Collection[str] = ()) -> tuple[Target, ...]:
    """The clauses that a document of a rulebook states, in the order of the printed rules.

    `others` are the locks of other documents of the rulebook; `also` are clauses, such as constants, that a person says are
    stated on their own.
    """
    stated = (clause for clause in facts.clauses
              if clause.statement and (clause.kind not in SILENT_KINDS or clause.asks or clause.id in also))
    constants = {
        clause.id: tuple(number for number in clause.numbers if number.expression == clause.id and number.kind == "stated")
        for clause in facts.clauses
        if clause.kind in ("constant", "parameter")
    }
    names = {clause.id: _named(clause) for clause in facts.clauses}
    silent = {clause.id for clause in facts.clauses if clause.kind in SILENT_KINDS}
    english = _english(facts)
    return tuple(_target(clause, english, reader, wording, players, clause.players != facts.players,
                         _precedents(clause.id, others), tuple(_used(clause, names[clause.id].alone, constants, players)),
                         _uses(names, clause.id, silent))
                 for clause in stated if players is None or players in clause.players)


def _english(facts: RulebookFacts) -> EvidenceReader:
    """The reader of English statements: one for all documents of a rulebook, so that it reads each statement once."""
    return reader_of(language("en"), facts.english, frozenset(facts.numbered))


@frozen
class _RuleNames:
    """The names in a clause's rules: those that stand alone, and those of what something has."""

    alone: tuple[str, ...]
    owned: tuple[str, ...]


def _named(clause: ClauseFacts) -> _RuleNames:
    nodes = own_nodes(clause.node)
    return _RuleNames(unique(node.name for node in nodes if isinstance(node, ast.Name)),
                      unique(node.name for node in nodes if isinstance(node, ast.Attribute)))


def _used(clause: ClauseFacts, names: Sequence[str], constants: Mapping[str, tuple[ClauseNumber, ...]],
          players: int | None) -> Iterator[tuple[ClauseNumber, ...]]:
    """The numbers of constants and parameters that a clause uses without a placeholder for them in its statement."""
    stated = {number.expression for number in clause.numbers}
    for name in names:
        counts = set(clause.players) if players is None else {players}
        group = tuple(number for number in constants.get(name, ()) if counts & set(number.players))
        if group and name not in stated:
            yield group


def _uses(names: Mapping[str, _RuleNames], clause: str, silent: Collection[str]) -> tuple[str, ...]:
    """The names in a clause's rules, and those in the rules of what has no sentence of its own, as functions."""
    direct = (*names[clause].alone, *names[clause].owned)
    behind = (names[name] for name in direct if name in silent)
    return unique((*direct, *(name for used in behind for name in (*used.alone, *used.owned))))


def _written_out(clause: ClauseFacts, statement: Evidence) -> Iterator[tuple[ClauseNumber, ...]]:
    """The numbers that stand in words or digits in a clause's statement, with what each counts; `twice` counts nothing."""
    for counted in statement.numbers:
        plain = statement.words[counted.match.first].folded not in language("en").numbers
        if plain and counted.match.kind == "cardinal" and not counted.match.weak and counted.concepts:
            value, concept = counted.value, counted.concepts[0]
            yield (ClauseNumber(value, concept, clause.players, False, "stated", str(value), clause.span),)


def _target(clause: ClauseFacts, english: EvidenceReader, reader: EvidenceReader, wording: WordingOf, players: int | None,
            for_some: bool, precedents: tuple[Precedent, ...],
            used: tuple[tuple[ClauseNumber, ...], ...], uses: tuple[str, ...]) -> Target:
    groups: dict[tuple[str, str | None], list[ClauseNumber]] = {}
    for number in clause.numbers:
        # A contrast holds for other numbers of players than those of the clause; nobody has to say it.
        needed = number.required and number.kind != "contrast" and number.expression != SCOPE
        if needed and (players is None or players in number.players):
            groups.setdefault((number.expression, number.concept), []).append(number)
    required = tuple(tuple(group) for group in groups.values())
    allowed = tuple(number for number in clause.numbers if not any(number in group for group in required))
    text = wording(clause.id, players or clause.players[0])
    evidence = None if text is None else reader.read(text)
    concepts = {need.concept: need.required for need in clause.concepts if need.source != "rules"}
    # What stands in braces is known by its value; the names there are no words of the statement.
    statement = english.read(BRACES.sub(" ", clause.statement))
    turns = frozenset(clause.modality) | (evidence.turns if evidence is not None else statement.turns)
    bounds = frozenset().union(*(english.read(text).bounds for text in _with_numbers(clause, players)),
                               frozenset() if evidence is None else evidence.bounds)
    codes = english.read(re.sub(r"[_.]", " ", clause.id)).codes | statement.codes
    implied = (*used, *_written_out(clause, statement))
    called = english.read(clause.id.rpartition(".")[2].replace("_", " ")).concepts if clause.kind == "row" else ()
    return Target(clause, required, allowed, concepts, turns, evidence, codes, for_some, precedents, implied,
                  uses, frozenset(called), bounds)


def _with_numbers(clause: ClauseFacts, players: int | None) -> set[str]:
    """A clause's statement with its numbers, once for each number of players."""
    counts = clause.players if players is None else (players,)
    values = ({number.expression: str(number.value) for number in clause.numbers if count in number.players}
              for count in counts)
    return {BRACES.sub(partial(_filled, known), clause.statement) for known in values}


def _filled(known: Mapping[str, str], hit: re.Match[str]) -> str:
    return known.get(hit[1], " ")


def _precedents(clause: str, others: Sequence[Lock]) -> tuple[Precedent, ...]:
    return tuple(Precedent(entry.number / len(lock.entries), entry.concepts, entry.turns, entry.numbers)
                 for lock in others for entry in lock.entries_of(clause))
