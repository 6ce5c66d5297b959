"""Random games of a series, tested by the laws of codes and states, in either machine.

A game in which nothing is wrong is only counted. Any other one is played again with words, which say what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....dsl import ir
from ...game.rules import Rules
from ...game.state import State
from ...machine.points import NO_COMPARISON
from ...runtime.faults import RulebookFault
from ...runtime.series import SeriesDice
from ..playouts.faster import Faster
from ..playouts.questions import Questions
from ..playouts.simulate import play_out
from .codes import ALSO_TESTED, CHANCE_REPEATS, CODE_LAWS, LawBroken, law_of, require
from .conservation.loss import conserved_parts
from .law.law import Breach, Law
from .search import BrokenLaw, PropertyResult, hold

# What may be wrong in such a game: the laws that need words come first, because they say more.
ALL_TESTED = (*ALSO_TESTED, *CODE_LAWS)


def questions(program: ir.Program) -> Questions:
    """The questions to a module that plays such games."""
    return Questions(invariants=True, totals=tuple((slots, total) for _, slots, total in conserved_parts(program)))


def hold_in_codes(rules: Rules, compiled: Faster | None, numbers: range, seed: int, limit: int) -> Iterator[PropertyResult]:
    """Play these games of a series, and yield what each came to; `compiled` plays them where it is given.

    `looked` counts choices, of the games in which nothing is wrong.
    """
    if compiled is None:
        for number in numbers:
            yield _in_python(rules, number, seed, limit)
        return
    for game in compiled.probed(numbers, seed, limit):
        if game.choices is not None:
            yield _passed(game.choices)
            continue
        result = _in_python(rules, game.number, seed, limit)
        # The two machines disagree: that is a mistake of the compiled code, and no game in words can show it.
        if game.law is not None and not result.broken:
            # What the rules do in Python breaks nothing.
            law = law_of(game.law)
            result = _broken(law, Breach(f"in game {game.number} of seed {seed}, as compiled to WebAssembly only", (law.id,)))
        yield result


def _in_python(rules: Rules, number: int, seed: int, limit: int) -> PropertyResult:
    """Play a game in Python."""
    steps = 0

    def watch(state: State) -> None:
        nonlocal steps
        require(state, limit - steps)
        steps += 1

    last: list[State] = []
    try:
        played = play_out(rules, SeriesDice(seed, number), limit, watch, last.append, invariants=True, compare=False)
        # The same game without tests: a test that leaves something behind in the machine would show here.
        again = rules.machines.random_play.play_out(SeriesDice(seed, number), limit, NO_COMPARISON)
    except LawBroken as wrong:
        # First the law that was seen: what breaks it may break others in an earlier position.
        return (_in_words(rules, number, seed, limit, (wrong.law,)) or _in_words(rules, number, seed, limit, ALL_TESTED)
                or _broken(wrong.law, wrong.breach))
    except RulebookFault as fault:
        return (_in_words(rules, number, seed, limit, ALL_TESTED)
                or _broken(ALL_TESTED[0], Breach(str(fault), fault.clauses[-1:])))
    if (again.choices, again.offered, again.widest) != (played.choices, played.offered, played.widest) or (
            last and last[0].slots != tuple(again.state)):
        return _broken(CHANCE_REPEATS, Breach(f"game {number} of seed {seed} goes another way without tests"))
    return _passed(played.choices)


def _in_words(rules: Rules, number: int, seed: int, limit: int, laws: tuple[Law, ...]) -> PropertyResult | None:
    """Play a game again in which something is wrong, and look for it in each position; None where these laws hold."""
    result = next(hold(rules, laws, (number,), seed, limit, chance=SeriesDice))
    return PropertyResult(games=1, broken=result.broken) if result.broken else None


def _passed(choices: int) -> PropertyResult:
    return PropertyResult(games=1, positions=choices, looked={law.id: choices for law in CODE_LAWS})


def _broken(law: Law, breach: Breach) -> PropertyResult:
    broken = BrokenLaw(law, breach, ())
    return PropertyResult(games=1, broken={broken.key: broken})
