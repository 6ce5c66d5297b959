"""Playthroughs to examples in print: the moves, their results, and the refusals, in the booklet's language.

An example is played by the rules that the booklet is of. So it is true or not shown: it is left out where it is played with
other variants or options than the booklet has, and where it is played by more or fewer, and a clause that it shows states
something else for that number, or it is one of partners, and nobody has one. An example that fails is a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path

from attrs import evolve

from ...dsl import syntax as ast
from ...dsl.load.loader import Files
from ...dsl.source.records import frozen
from ...dsl.types.types import EnumType, size
from ...interpreter.game.game import Game
from ...interpreter.game.rules import Rules
from ...interpreter.game.state import State
from ...interpreter.game.viewing.observation import SPECTATOR
from ...interpreter.playthroughs.lines.syntax import Playthrough, PositionBlock, Refuse
from ...interpreter.playthroughs.running.results import PlaythroughState, PlaythroughStep
from ...interpreter.playthroughs.running.runner import PlaythroughRunner
from ...translation.booklet.describe import Describer
from ...translation.booklet.pages import Booklet
from ...translation.facts.facts import ClauseFacts
from ..playthroughs.scripts import read_file

MOST_CHANGES = 12
# The names of fields of which the words are kept: those of a large game.
FIELDS_KEPT = 10_000
# The field that says to which region of a board a space belongs.
_REGION = re.compile(r"(?P<region>\w+) of \w+\[(?P<space>\w+)\]")
_BETWEEN_WORDS = re.compile(r"[.\[\]]+")
# Values that say that a field holds nothing.
NOTHING = ("0", "none", "no", "{}", "[]")


class WrongExample(Exception):
    """An example whose playthrough cannot be shown; the message says why."""


@frozen
class ExampleLine:
    """A step of an example: the actor (None for chance) and its effects; or, if `refused`, the refused move and the reason."""

    who: str | None
    text: str
    tells: tuple[str, ...]
    refused: bool = False


@frozen
class PlayedExample:
    """An example: the values at the beginning, the steps, and the changes at the end: field, before, after.

    `over` says who has won, if the game has ended; `players` is how many play it, if the booklet is for another number;
    `positions` are those before and after.
    """

    begins: tuple[tuple[str, str], ...]
    lines: tuple[ExampleLine, ...]
    changes: tuple[tuple[str, str, str], ...]
    positions: tuple[State, State]
    over: str = ""
    players: int | None = None


def examples(booklet: Booklet, files: Files, game: Game, describer: Describer) -> dict[str, PlayedExample]:
    """Return the examples that are true for this booklet, by id. Raises WrongExample."""
    variants = tuple(variant.name for variant in files.variants)
    out: dict[str, PlayedExample] = {}
    for entry in (entry for chapter in booklet.chapters for entry in chapter.items):
        if isinstance(entry.node, ast.Example):
            folder = Path(entry.node.span.source.name).parent
            shown = example(entry.node, folder, game, booklet.players, variants, describer)
            if shown is not None:
                out[entry.id] = shown
    return out


def example(node: ast.Example, folder: Path, game: Game, players: int, variants: tuple[str, ...],
            describer: Describer) -> PlayedExample | None:
    """An example of a rulebook in a folder; None when it does not show what holds for these players, variants and options.

    Raises WrongExample for a playthrough that is not there, or not true.
    """
    path = folder / node.path
    try:
        playthrough = read_file(path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise WrongExample(f"the example `{node.name}` cannot be read: {path}: {reason}") from None
    head = playthrough.head
    if head.parameters or not set(head.variants) <= set(variants):
        return None
    rules = game.rules(head.players, head.seats)
    result = PlaythroughRunner(rules, part_of(playthrough, node)).run()
    if result.failures or result.final is None or playthrough.problems:
        first = result.failures[0].message if result.failures else "it cannot be played"
        # The playthrough may be true for its own variants only. That it fails with more of them is no mistake.
        if set(head.variants) != set(variants):
            return None
        raise WrongExample(f"the example `{node.name}` is not true: {path}: {first}")
    shown = _StepDescriber(rules, describer.among(len(rules.seats)), node).example(part_of(playthrough, node), result.final)
    if head.players == players:
        return shown
    if _has_partners(rules.program.side_of) and not _has_partners(describer.localisation.ruleset.symbols.seating.side_of):
        return None
    applied = frozenset(clause for step in result.final.steps for clause in step.trace.clauses)
    played = len(rules.seats)
    # An example for three may stand in a booklet for four if each clause that it shows states the same numbers for both.
    alike = all({played, players} <= set(clause.players) and _stated(clause, played) == _stated(clause, players)
                for clause in describer.localisation.ruleset.facts.clauses if clause.id in {node.name, *applied})
    return evolve(shown, players=played) if alike else None


def _has_partners(side_of: tuple[int, ...]) -> bool:
    """Return whether a side is of more than one player."""
    return len(set(side_of)) < len(side_of)


def _stated(clause: ClauseFacts, players: int) -> set[tuple[str, int]]:
    """The numbers that a clause states for a number of players."""
    return {
        (number.expression, number.value)
        for number in clause.numbers
        if number.kind != "contrast" and players in number.players
    }


def part_of(playthrough: Playthrough, node: ast.Example) -> Playthrough:
    """The lines of a playthrough from the position that an example names, up to the next. Raises WrongExample."""
    if node.at is None:
        return playthrough
    places = [i for i, line in enumerate(playthrough.lines) if isinstance(line, PositionBlock)]
    for begin, end in zip(places, [*places[1:], len(playthrough.lines)], strict=True):
        line = playthrough.lines[begin]
        if isinstance(line, PositionBlock) and line.name == node.at:
            return evolve(playthrough, lines=playthrough.lines[begin:end])
    raise WrongExample(f"the example `{node.name}` begins at a position that its playthrough does not have: `{node.at}`")


class _StepDescriber:
    """Puts played steps into words."""

    def __init__(self, rules: Rules, describer: Describer, node: ast.Example) -> None:
        self.rules, self.describer = rules, describer
        self.shows = tuple(show.span.text for show in node.shows)
        self._seen = dict[State, dict[str, str]]()
        self.laid_open = frozenset(cell for cell in rules.cells if any(speaks_of(show, cell) for show in self.shows))

    def example(self, playthrough: Playthrough, current: PlaythroughState) -> PlayedExample:
        """The whole example."""
        begins = (*self.sides(), *(line for show in self.shows for line in self.fields(show, current.start)))
        changes = tuple(self.changes(current.start, current.state))
        return PlayedExample(begins, tuple(self.lines(playthrough, current)), changes, (current.start, current.state),
                             self.over(current.state))

    def sides(self) -> Iterator[tuple[str, str]]:
        """The seats of each side, where some play together."""
        side_of = self.rules.program.side_of
        if _has_partners(side_of):
            for side, name in enumerate(self.rules.program.side.members):
                yield self.name(name), ", ".join(self.describer.word(self.rules.seats[seat])
                                                 for seat, its_side in enumerate(side_of) if its_side == side)

    def seen(self, state: State) -> dict[str, str]:
        """Return the values that all see, and those of an owner in the fields that the example lays open."""
        if state not in self._seen:
            out = self.rules.observer.observe(state, SPECTATOR)
            # What all see needs no seat.
            for seat in range(len(self.rules.seats)) if not self.laid_open <= out.keys() else ():
                observation = self.rules.observer.observe(state, seat)
                out |= {cell: value for cell, value in observation.items() if cell in self.laid_open}
            self._seen[state] = out
        return self._seen[state]

    def over(self, state: State) -> str:
        """The sentence on the end of the game and its winner; "" while it goes on."""
        outcome = self.rules.endings.outcome(state)
        if outcome is None:
            return ""
        winners = ", ".join(self.describer.word(self.rules.seats[seat]) for seat in outcome.winners)
        return self.describer.localisation.terminology.words["won" if winners else "drawn"].replace("{players}", winners)

    def fields(self, name: str, state: State) -> Iterator[tuple[str, str]]:
        """The fields that a name speaks of, each with its parts that hold something."""
        groups: dict[str, list[tuple[str, str]]] = {}
        meant = {cell: value for cell, value in self.seen(state).items() if speaks_of(name, cell)}
        if not meant:
            raise WrongExample(f"an example shows `{name}`, and no field that a player sees has this name")
        for cell, value in meant.items():
            region = _REGION.fullmatch(cell)
            if region is not None and value != region["space"]:
                yield self.name(cell), self.value(value)
            elif region is None and value not in NOTHING:
                field, _, part = cell.removesuffix("]").partition("[")
                groups.setdefault(field, []).append((part, self.value(value)))
        yield from ((self.name(field), self.together(parts)) for field, parts in groups.items())

    def together(self, parts: list[tuple[str, str]]) -> str:
        """The parts of a field with their values; with the number of a place if there are several."""
        if len(parts) == 1 and parts[0][0].isdigit():
            return parts[0][1]
        return ", ".join(f"{part}) {value}" if part.isdigit() else f"{self.describer.word(part)} {value}".strip()
                         for part, value in parts)

    def lines(self, playthrough: Playthrough, current: PlaythroughState) -> Iterator[ExampleLine]:
        """Moves and rolls, those of one player with nothing between them together, and refused moves in their places."""
        refused = [line for line in playthrough.lines if isinstance(line, Refuse)]
        state, together = current.start, list[ExampleLine]()
        for step in current.steps:
            while refused and refused[0].line < step.line:
                yield from _joined(together)
                together = []
                yield self.refusal(refused.pop(0), state)
            line = self.line(step, state)
            if together and (together[-1].who != line.who or together[-1].tells):
                yield from _joined(together)
                together = []
            together.append(line)
            state = step.state
        yield from _joined(together)
        # That nobody moves when the game is over need not be said.
        yield from (self.refusal(refuse, state) for refuse in refused if self.rules.endings.outcome(state) is None)

    def line(self, step: PlaythroughStep, before: State) -> ExampleLine:
        """One move or roll, with the events that it led to."""
        choices = self.rules.decisions.choices(before)
        clause = next((choice.clause for choice in choices if choice.notation == step.notation), "")
        messages = (self.describer.event(happened.name, happened.values) for happened in step.trace.happened)
        return ExampleLine(None if step.seat is None else self.describer.word(self.rules.seats[step.seat]),
                           self.describer.decided(clause, step.notation, step.seat is None),
                           tuple(text for text in messages if text is not None))

    def refusal(self, line: Refuse, state: State) -> ExampleLine:
        """A move that is refused, and why."""
        seat = self.rules.seats.index(line.seat.text)
        reasons = self.rules.explainer.refusals(state, line.move.text, seat) or ()
        refused = next((reason for reason in reasons if line.because is None or reason.clause == line.because.text), None)
        why = () if refused is None else (self.describer.refusal(refused.clause, refused.message),)
        text = self.describer.decided(self.clause_of(line, state), line.move.text, False)
        return ExampleLine(self.describer.word(line.seat.text), text, why, True)

    def clause_of(self, line: Refuse, state: State) -> str:
        """The kind of move that a text is written as, where a player chooses now."""
        point = self.rules.decisions.point(state)
        kinds = () if point is None else tuple(dict.fromkeys((*(kind.id for kind in point.kinds), point.clause)))
        refusing = None if line.because is None else self.rules.clauses.get(line.because.text)
        meant = None if refusing is None else refusing.parent
        if meant is not None and meant in kinds:
            # What refuses it says which kind of move is meant, where the words fit several.
            kinds = (meant, *kinds)
        return next((kind for kind in kinds if self.describer.decided(kind, line.move.text, False) != line.move.text),
                    kinds[0] if kinds else "")

    def changes(self, start: State, end: State) -> Iterator[tuple[str, str, str]]:
        """Yield the visible values that are different at the end."""
        before, after = self.seen(start), self.seen(end)
        differing = [name for name in after if before.get(name) != after[name] and not self.is_left_out(name)]
        for name in differing[:MOST_CHANGES]:
            yield self.name(name), self.value(before.get(name, "none")), self.value(after[name])

    def value(self, written: str) -> str:
        """The value of a field in words, what a list or set holds without its brackets."""
        return self.describer.word("none" if written in ("{}", "[]") else written.strip("{}[]"))

    def is_left_out(self, cell: str) -> bool:
        """Return whether the field of a cell needs no mention: pictures leave it out, or the texts do."""
        field = self.rules.cells[cell].field if cell in self.rules.cells else None
        if field is None:
            return False
        name = field.name if field.owner is None else f"{field.owner.name}.{field.name}"
        return field.aside or name in self.describer.localisation.selection.left_out

    def name(self, cell: str) -> str:
        """The name of a field in words: `Anna.court[red]` is Anna, court, red; `region of space[T3]` is T3, region."""
        region = _REGION.fullmatch(cell)
        if region is not None:
            return self.describer.word(f"{region['space']}, {region['region']}")
        known = self.rules.cells.get(cell)
        owner = None if known is None or known.field is None else known.field.owner
        words = [self.describer.word(word) for word in words_in(cell)]
        if known is None or owner is None or known.owner is None:
            return ", ".join(words)
        tells = _tells(owner)
        words[len(tells) - 1] = self.describer.localisation.sentences.piece(owner, known.owner) or words[len(tells) - 1]
        return ", ".join(str(word) for word, is_stated in zip_longest(words, tells, fillvalue=True) if is_stated)


def _tells(owner: EnumType) -> list[bool]:
    """Return whether the words in the name of an owner tell anything: what each owner has but one of does not."""
    return [True] if owner.owner is None else [*_tells(owner.owner), size(owner) > size(owner.owner)]


@lru_cache(maxsize=FIELDS_KEPT)
def words_in(cell: str) -> tuple[str, ...]:
    """The words in the name of a field: `Anna.court[red]` has three."""
    return tuple(word for word in _BETWEEN_WORDS.split(cell) if word)


def speaks_of(name: str, cell: str) -> bool:
    """Return whether a field has the words that an example shows in its name, in this order."""
    words = words_in(name)
    # Of thousands of fields most lack the first word: their names need not be taken apart.
    return (not words or words[0] in cell) and are_among(words, words_in(cell))


def are_among(needles: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether words are among others, in this order."""
    if needles and needles[0] not in words:
        return False
    rest = iter(words)
    return all(word in rest for word in needles)


def _joined(lines: list[ExampleLine]) -> Iterator[ExampleLine]:
    if lines:
        yield ExampleLine(lines[0].who, "; ".join(line.text for line in lines), lines[-1].tells)
