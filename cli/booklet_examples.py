"""Playthroughs to examples in print: what is played, what comes of it, and what is refused, in the booklet's language.

An example is played by the rules that the booklet is of. So it is true or not shown: it is left out where other variants or
options are asked for than it is played with, or other players for whom a clause that it shows is another one; one that
fails is a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import evolve, frozen

from ..dsl import syntax as ast
from ..dsl.texts.facts import ClauseFacts
from ..dsl.texts.telling import Teller
from ..interpreter.game import Game
from ..interpreter.observation import SPECTATOR
from ..interpreter.playthroughs.results import Now, Step
from ..interpreter.playthroughs.runner import Runner
from ..interpreter.playthroughs.syntax import Playthrough, Position, Refuse
from ..interpreter.rules import Rules
from ..interpreter.state import State
from .scripts import read_file

MOST_CHANGES = 12
# Values that say that a field holds nothing.
NOTHING = ("0", "none", "no", "{}", "[]")


class WrongExample(Exception):
    """An example whose playthrough cannot be shown; the message says why."""


@frozen
class ExampleLine:
    """Who does what (None for chance), and what comes of it; or, if `refused`, what is not allowed, and why."""

    who: str | None
    text: str
    tells: tuple[str, ...]
    refused: bool = False


@frozen
class Example:
    """What is so at the beginning, what is played, and what is different afterwards: what, before, after.

    `players` is how many play it, if they are not as many as the booklet is for.
    """

    begins: tuple[tuple[str, str], ...]
    lines: tuple[ExampleLine, ...]
    changes: tuple[tuple[str, str, str], ...]
    players: int | None = None


def example(node: ast.Example, folder: Path, game: Game, players: int, variants: tuple[str, ...],
            teller: Teller) -> Example | None:
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
    if head.settings or not set(head.variants) <= set(variants):
        return None
    rules = game.rules(head.players, head.seats)
    result = Runner(rules, _part(playthrough, node)).run()
    if result.failures or result.final is None or playthrough.problems:
        first = result.failures[0].message if result.failures else "it cannot be played"
        if set(head.variants) != set(variants):
            return None
        raise WrongExample(f"the example `{node.name}` is not true: {path}: {first}")
    shown = _Shown(rules, teller).example(node, _part(playthrough, node), result.final)
    if head.players == players:
        return shown
    applied = frozenset(clause for step in result.final.steps for clause in step.trace.clauses)
    played = len(rules.seats)
    alike = all(_is_alike(one, played, players) for one in teller.press.facts.clauses if one.id in {node.name, *applied})
    return evolve(shown, players=played) if alike else None


def _is_alike(clause: ClauseFacts, one: int, other: int) -> bool:
    """Whether a clause is there and states the same numbers for two numbers of players."""
    stated = [number for number in clause.numbers if number.kind != "contrast"]
    here, there = ({(each.expression, each.value) for each in stated if count in each.players} for count in (one, other))
    return {one, other} <= set(clause.players) and here == there


def _part(playthrough: Playthrough, node: ast.Example) -> Playthrough:
    """The lines of a playthrough from the position that an example names, up to the next."""
    if node.at is None:
        return playthrough
    places = [i for i, line in enumerate(playthrough.lines) if isinstance(line, Position)]
    for begin, end in zip(places, [*places[1:], len(playthrough.lines)], strict=True):
        line = playthrough.lines[begin]
        if isinstance(line, Position) and line.name == node.at:
            return evolve(playthrough, lines=playthrough.lines[begin:end])
    raise WrongExample(f"the example `{node.name}` begins at a position that its playthrough does not have: `{node.at}`")


class _Shown:
    """Puts what was played into words."""

    def __init__(self, rules: Rules, teller: Teller) -> None:
        self.rules, self.teller = rules, teller

    def example(self, node: ast.Example, playthrough: Playthrough, now: Now) -> Example:
        """The whole example."""
        begins = tuple(line for shown in node.shows for line in self.fields(shown.span.text, now.start))
        return Example(begins, tuple(self.lines(playthrough, now)), tuple(self.changes(now.start, now.state)))

    def fields(self, wanted: str, state: State) -> Iterator[tuple[str, str]]:
        """The fields that a name speaks of, each with its parts that hold something."""
        groups: dict[str, list[str]] = {}
        meant = {cell: value for cell, value in self.rules.observe(state, SPECTATOR).items()
                 if _speaks_of(_words(wanted), _words(cell))}
        if not meant:
            raise WrongExample(f"an example shows `{wanted}`, and no field is called so")
        for cell, value in meant.items():
            if value not in NOTHING:
                field, _, part = cell.removesuffix("]").partition("[")
                groups.setdefault(field, []).append(f"{self.teller.word(part)} {self.value(value)}".strip())
        yield from ((self.name(field), ", ".join(parts)) for field, parts in groups.items())

    def lines(self, playthrough: Playthrough, now: Now) -> Iterator[ExampleLine]:
        """Moves and rolls, those of one player with nothing between them together, and refused moves in their places."""
        refused = [line for line in playthrough.lines if isinstance(line, Refuse)]
        state, together = now.start, list[ExampleLine]()
        for step in now.steps:
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
        yield from (self.refusal(one, state) for one in refused)

    def line(self, step: Step, before: State) -> ExampleLine:
        """One move or roll, with the events that it led to."""
        clause = next((one.clause for one in self.rules.choices(before) if one.notation == step.notation), "")
        told = (self.teller.event(one.name, one.values) for one in step.trace.happened)
        return ExampleLine(None if step.seat is None else self.rules.seats[step.seat],
                           self.teller.decided(clause, step.notation, step.seat is None),
                           tuple(one for one in told if one is not None))

    def refusal(self, line: Refuse, state: State) -> ExampleLine:
        """A move that is refused, and why."""
        seat = self.rules.seats.index(line.seat.text)
        reasons = self.rules.refusals(state, line.move.text, seat) or ()
        wanted = next((one for one in reasons if line.because is None or one.clause == line.because.text), None)
        why = () if wanted is None else (self.teller.refusal(wanted.clause, wanted.message),)
        return ExampleLine(line.seat.text, self.teller.decided(self.clause_of(line, state), line.move.text, False), why, True)

    def clause_of(self, line: Refuse, state: State) -> str:
        """The kind of move that a text is written as, where a player chooses now."""
        point = self.rules.point(state)
        kinds = () if point is None else tuple(dict.fromkeys((*(kind.id for kind in point.kinds), point.clause)))
        return next((one for one in kinds if self.teller.decided(one, line.move.text, False) != line.move.text),
                    kinds[0] if kinds else "")

    def changes(self, start: State, end: State) -> Iterator[tuple[str, str, str]]:
        """What all can see that has another value at the end."""
        before, after = (self.rules.observe(state, SPECTATOR) for state in (start, end))
        differing = [name for name in after if before.get(name) != after[name]]
        for name in differing[:MOST_CHANGES]:
            yield self.name(name), self.value(before.get(name, "none")), self.value(after[name])

    def value(self, written: str) -> str:
        """The value of a field in words, what a list or set holds without its brackets."""
        return self.teller.word("none" if written in ("{}", "[]") else written.strip("{}[]"))

    def name(self, cell: str) -> str:
        """The name of a field in words: `Anna.court[red]` is Anna, court, red."""
        return self.teller.word(", ".join(_words(cell)))


def _words(cell: str) -> list[str]:
    """The words in the name of a field: `Anna.court[red]` has three."""
    return [word for word in re.split(r"[.\[\]]+", cell) if word]


def _speaks_of(wanted: list[str], cell: list[str]) -> bool:
    """Whether a field has these words in its name, in this order."""
    rest = iter(cell)
    return all(word in rest for word in wanted)


def _joined(lines: list[ExampleLine]) -> Iterator[ExampleLine]:
    if lines:
        yield ExampleLine(lines[0].who, ", ".join(line.text for line in lines), lines[-1].tells)
