"""Laws of a single position: what may come next, what is refused, and that looking changes nothing.

Where there are many choices or refusals, a spread of them is looked at; which ones depends on the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ...game.moves.candidates import written_if_any
from ...game.rules import Rules
from ...game.state import Choice, State
from ...game.table.decisions import Decisions
from ...machine.machine import DecisionPoint
from ...runtime.faults import IllegalChoice, RulebookFault
from .law.law import Breach, Law, ReachedPosition

T = TypeVar("T")

MOST_CHOICES = 8
MOST_REFUSALS = 16


def _someone_can_move(reached: ReachedPosition) -> Breach | None:
    """A player chooses, chance decides, or the game is over, and only one of these."""
    rules, state = reached.rules, reached.state
    try:
        mover, offered, outcome = rules.decisions.to_move(state), _offered(state), rules.endings.outcome(state)
    except RulebookFault as fault:
        # A playthrough shows it by going on in any way.
        return Breach(str(fault), fault.clauses[-1:], () if state.is_over else ("auto 1 seed 1",))
    fine = (mover is None) == (not offered) == (outcome is not None) == state.is_over
    stands = "the game is over" if state.is_over else "the game goes on"
    return None if fine else Breach(f"{stands}, and {rules.decisions.mover(state)} has {len(offered)} choices")


def _offered(state: State) -> list[str]:
    """Return how each choice that the machine offers is written. Raises RulebookFault where nobody can move."""
    rules, point, s = state.rules, state.rules.decisions.point(state), list(state.slots)
    if point is None:
        return []
    return [(kind := point.kind_of(code)).written(s, code - kind.first) for code in rules.decisions.legal_codes(state)]


def _choices_can_be_made(reached: ReachedPosition) -> Breach | None:
    """Every choice on offer can be made, by its number and by the way it is written, and no two are written alike."""
    written = _offered(reached.state)
    if len(set(written)) < len(written):
        twice = sorted({text for text in written if written.count(text) > 1})
        point = reached.rules.decisions.point(reached.state)
        return Breach(f"written alike: {', '.join(twice)}", (point.clause,) if point is not None else ())
    choices = reached.rules.decisions.choices(reached.state)
    breaches = (cannot_be_made(reached.state, choice) for choice in _spread(choices, MOST_CHOICES, reached.seed))
    return next((breach for breach in breaches if breach is not None), None)


def cannot_be_made(state: State, choice: Choice) -> Breach | None:
    """Return how a choice on offer cannot be made."""
    rules = state.rules
    lines = (f"{'chance' if choice.player is None else rules.seats[choice.player]}: {choice.notation}",)
    refusals = rules.explainer.explain(state, choice)
    if refusals is not None:
        return Breach(f"`{choice.notation}` is offered and refused: {refusals[0].message}", (choice.clause,), lines)
    try:
        after = {rules.step(state, choice), rules.step(state, choice.notation), rules.recording.step(state, choice)[0]}
    # A bug of the machine breaks the law like a fault of the rulebook does.
    except Exception as error:
        return Breach(f"`{choice.notation}` is offered and goes wrong: {error}", (choice.clause,), lines)
    if len(after) > 1:
        return Breach(f"`{choice.notation}` leads to several positions: by its number, as written, and recorded",
                      (choice.clause,), lines)
    return None


def _others_are_refused(reached: ReachedPosition) -> Breach | None:
    """Every move that is not offered is refused, with a clause of the rulebook and a message; also those of others."""
    rules, state = reached.rules, reached.state
    point = rules.decisions.point(state)
    if point is None:
        return _not_refused(state, Choice("anything", "", None, 0))
    offered = sorted(choice.code for choice in rules.decisions.choices(state))
    others = point.kinds[-1].first + point.kinds[-1].count - len(offered)
    for number in _spread(range(others), MOST_REFUSALS, reached.seed):
        code = _missing(offered, number)
        breach = _not_refused(state, _unoffered(rules.decisions, point, state, code))
        if breach is not None:
            return breach
    return _out_of_turn(state)


def _missing(offered: Sequence[int], number: int) -> int:
    """Return the code at this place, counted from 0, among those that are not offered; these are sorted.

    The codes themselves are not listed: a move that leaves four values open may have millions.
    """
    for value in offered:
        if value > number:
            break
        number += 1
    return number


def _unoffered(decisions: Decisions, point: DecisionPoint, state: State, code: int) -> Choice:
    """A move that is not offered, with its notation where it can be written at all."""
    kind, mover = point.kind_of(code), decisions.to_move(state)
    notation = written_if_any(kind, list(state.slots), code - kind.first) or f"move {code} of {point.label}"
    return Choice(notation, kind.id, mover if isinstance(mover, int) else None, code)


def _not_refused(state: State, choice: Choice) -> Breach | None:
    """Return how a move that is not offered is not refused as it should be."""
    rules = state.rules
    refusals = rules.explainer.explain(state, choice)
    lines = (f"refuse {rules.seats[choice.player]}: {choice.notation}",) if choice.player is not None else ()
    if not refusals:
        return Breach(f"`{choice.notation}` is not offered, and nothing refuses it", (choice.clause,), lines)
    for refusal in refusals:
        if refusal.clause not in rules.clauses or (not refusal.message and rules.clauses[refusal.clause].statement):
            return Breach(f"`{choice.notation}` is refused by `{refusal.clause}`, which says nothing", (refusal.clause,), lines)
    try:
        rules.step(state, choice)
    except IllegalChoice as refused:
        if refused.clause in rules.clauses:
            return None
        return Breach(f"`{choice.notation}` is refused by `{refused.clause}`, no clause", (choice.clause,), lines)
    return Breach(f"`{choice.notation}` is not offered, and can be made", (choice.clause,), lines)


def _out_of_turn(state: State) -> Breach | None:
    """Return how the move of one player may be made by another."""
    rules, mover = state.rules, state.rules.decisions.to_move(state)
    if not isinstance(mover, int) or len(rules.seats) == 1:
        return None
    notation, other = rules.decisions.choices(state)[0].notation, (mover + 1) % len(rules.seats)
    refusals = rules.explainer.refusals(state, notation, other)
    if refusals and all(refusal.clause in rules.clauses for refusal in refusals):
        return None
    return Breach(f"`{notation}` is a move of {rules.seats[mover]}, and {rules.seats[other]} is not refused it",
                  (rules.decisions.choices(state)[0].clause,), (f"refuse {rules.seats[other]}: {notation}",))


def _steps_are_pure(reached: ReachedPosition) -> Breach | None:
    """Looking and stepping change nothing: the same choice in the same position comes to the same."""
    rules, state = reached.rules, reached.state
    before = state.slots
    choices = _spread(rules.decisions.choices(state), 4, reached.seed)
    first = [rules.step(state, choice) for choice in choices]
    # In the other order: what one step left behind in the machine would show in another.
    again = [rules.step(State(rules, before), choice) for choice in reversed(choices)][::-1]
    rules.invariants.broken(state)
    if state.slots != before:
        return Breach("the position has changed by looking at it")
    changed = [choice for choice, after, later in zip(choices, first, again, strict=True) if after != later]
    return Breach(f"`{changed[0].notation}` does not lead twice to the same position",
                  (changed[0].clause,)) if changed else None


def _text_says_it_all(reached: ReachedPosition) -> Breach | None:
    """A position is text, and back."""
    text = str(reached.state)
    back = reached.rules.state_from_text(text)
    if back == reached.state:
        return None
    cells = reached.rules.cells
    unlike = [name for name, cell in cells.items() if cells.written(reached.state, cell) != cells.written(back, cell)]
    return Breach(f"read back from its text, the position differs: {', '.join(unlike) or 'where the rules stand'}")


def _invariants_hold(reached: ReachedPosition) -> Breach | None:
    """All declared invariants hold."""
    rules = reached.rules
    broken = rules.invariants.broken(reached.state)
    if broken:
        statement = rules.clauses[broken[0]].statement
        return Breach(f"`{broken[0]}` does not hold: {statement}".removesuffix(": "), broken[:1], ("expect invariants",))
    if reached.before is None or not rules.program.step_invariants:
        return None
    step = reached.steps[-1][1]
    # By its code, where it is known: finding a notation takes longer than the step.
    _, trace = rules.recording.step(reached.before, step if reached.choice is None else reached.choice)
    if not trace.broken:
        return None
    in_words = rules.invariants.step_in_words(step, reached.before, reached.state)
    statement = f"{rules.clauses[trace.broken[0]].statement}\nThe step: {in_words}"
    # The playthrough fails by itself at the step.
    return Breach(f"`{trace.broken[0]}` does not hold of a step: {statement}", trace.broken[:1])


def _has_invariants(rules: Rules) -> bool:
    """Return whether a rulebook declares any."""
    return bool(rules.program.invariants or rules.program.step_invariants)


def _spread(options: Sequence[T], most: int, seed: int) -> Sequence[T]:
    """Up to `most` of the options, spread over all; others in another position."""
    apart = -(-len(options) // most) or 1
    return options[seed % apart :: apart]


SOMEONE_CAN_MOVE = Law(
    "someone_can_move", "At every position a player can move, chance can decide, or the game is over.", _someone_can_move)
CHOICES_CAN_BE_MADE = Law(
    "choices_can_be_made", "The machine can carry out every legal move, and its notation differs from all others.",
    _choices_can_be_made)
OTHERS_ARE_REFUSED = Law(
    "others_are_refused", "The machine refuses every other move, and names a clause.", _others_are_refused)
STEPS_ARE_PURE = Law(
    "steps_are_pure", "A step does not modify its position: the same choice from the same position gives the same result.",
    _steps_are_pure)
TEXT_SAYS_IT_ALL = Law(
    "text_says_it_all", "Reading a position from its text gives the same position.", _text_says_it_all)
INVARIANTS_HOLD = Law(
    "invariants_hold", "Every declared invariant holds.", _invariants_hold, _has_invariants)
