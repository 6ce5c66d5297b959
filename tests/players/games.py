"""Games played at random, as players follow them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.analysis.players.knowledge.course import Course
from rulewright.interpreter.backends.backend import BLOCK, ENDED
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.interpreter.machine.machine import DecisionPoint
from rulewright.interpreter.runtime.chance import Dice
from rulewright.interpreter.runtime.faults import RulebookFault
from rulewright.interpreter.runtime.series import SeriesDice


def point_at(rules: Rules, s: list[int]) -> DecisionPoint:
    point = rules.machines.plain.points[s[BLOCK]]
    assert point is not None
    return point


def courses(rules: Rules, seed: int, most: int) -> Iterator[Course]:
    """A random game, after each of its first decisions."""
    s, dice = rules.machines.plain.start(), SeriesDice(seed, 0)
    course = Course([tuple(s)])
    for _ in range(most):
        if s[ENDED]:
            return
        yield course
        course.add(drawn(rules, s, dice), s)


def drawn(rules: Rules, s: list[int], dice: Dice) -> int:
    """What is decided at random in a position; it is carried out."""
    point = point_at(rules, s)
    chance = point.player is None
    random_play = rules.machines.random_play
    code = random_play.outcome(s, point, dice) if chance else random_play.choice(s, point, dice)[0]
    rules.machines.plain.apply(s, point, code)
    return code


def twins(rules: Rules, seat: int, seed: int, most: int) -> Iterator[tuple[Course, Course]]:
    """Two games that look the same to a seat, whenever it is to move and they differ: what it does not see is drawn apart."""
    games = [rules.machines.plain.start(), rules.machines.plain.start()]
    pair = Course([tuple(games[0])]), Course([tuple(games[1])])
    both, apart = SeriesDice(seed, 0), (SeriesDice(seed, 1), SeriesDice(seed, 2))
    for _ in range(most):
        first, second = games
        if first[ENDED] or second[ENDED]:
            return
        if mover(rules, first) == seat and first != second:
            yield pair
        try:
            codes = decided(rules, seat, (first, second), both, apart)
        except RulebookFault:
            return
        if codes is None or seen(rules, seat, first) != seen(rules, seat, second):
            return
        for course, code, s in zip(pair, codes, games, strict=True):
            course.add(code, s)


def decided(rules: Rules, seat: int, games: tuple[list[int], list[int]], both: Dice,
            apart: tuple[Dice, Dice]) -> tuple[int, int] | None:
    """What is decided in each of two games: the same where the seat sees it; None where that is not possible."""
    first, second = games
    point = point_at(rules, first)
    hidden = mover(rules, first) != seat and (
        point.secret is not None or (point.audience is not None and seat not in point.audience(first)))
    if hidden:
        return drawn(rules, first, apart[0]), drawn(rules, second, apart[1])
    machine = rules.machines.plain
    legal = machine.outcomes(second, point)[0] if point.player is None else machine.legal(second, point)
    code = drawn(rules, first, both)
    if code not in legal:
        return None
    rules.machines.plain.apply(second, point, code)
    return code, code


def mover(rules: Rules, s: list[int]) -> int | None:
    point = point_at(rules, s)
    return None if point.player is None else point.player(s)


def seen(rules: Rules, seat: int, s: list[int]) -> object:
    """What a seat sees of a position: open fields, where the rules stand, and what it is offered."""
    state = State(rules, tuple(s))
    offered = rules.machines.plain.legal(s, point_at(rules, s)) if not s[ENDED] and mover(rules, s) == seat else None
    return rules.observer.observe(state, seat), s[BLOCK], s[ENDED], offered
