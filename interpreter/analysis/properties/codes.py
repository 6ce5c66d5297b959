"""Laws of codes and states: what is tested of a position by its numbers alone, without a word.

A module tests the same (`backends.low.watching.probing`), so that many more games can be tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve, frozen

from ....dsl import ir
from ...backends.backend import BLOCK, ENDED, Vector
from ...backends.low.language.values import Unsupported
from ...backends.low.layout.slots import SlotRanges
from ...backends.low.watching import probing
from ...canonical.effects import first_local_of
from ...game.state import State
from ...machine.machine import DecisionPoint, Machine
from ...runtime.faults import RulebookFault
from .conservation.loss import NOTHING_IS_LOST, conserved_parts
from .law.law import Breach, Law, ReachedPosition
from .law.per_program import once_per_program
from .positions import CHOICES_CAN_BE_MADE, INVARIANTS_HOLD, SOMEONE_CAN_MOVE, STEPS_ARE_PURE, cannot_be_made


@frozen
class CodePosition:
    """A position as its slots, with what is legal there; `point` is None and nothing is legal where the game is over."""

    machine: Machine
    slots: tuple[int, ...]
    point: DecisionPoint | None
    codes: tuple[int, ...]

    @property
    def about(self) -> tuple[str, ...]:
        """The clause that asks here."""
        return () if self.point is None else (self.point.clause,)

    def after(self, code: int) -> Vector:
        """The slots after a legal code. Raises RulebookFault."""
        assert self.point is not None, "it is legal"
        s = list(self.slots)
        self.machine.apply(s, self.point, code)
        return s


def position_of(machine: Machine, slots: Sequence[int]) -> CodePosition:
    """The position with these slots. Raises RulebookFault where nobody can do anything."""
    point = None if slots[ENDED] else machine.points[slots[BLOCK]]
    return CodePosition(machine, tuple(slots), point, () if point is None else _legal(machine, slots, point))


def _legal(machine: Machine, slots: Sequence[int], point: DecisionPoint) -> tuple[int, ...]:
    s = list(slots)
    return tuple(machine.outcomes(s, point)[0] if point.player is None else machine.legal(s, point))


def sampled_codes(position: CodePosition, left: int) -> Sequence[int]:
    """The codes that are tried at a position of a game, which has `left` steps left."""
    # Rounded up, so that at most `MAX_PROBED` are taken. Where the spread begins follows from
    # the steps that are left: the module has that number too, and both try the same codes.
    apart = -(-len(position.codes) // probing.MAX_PROBED) or 1
    return position.codes[left % apart :: apart]


# ---- The laws ------------------------------------------------------------------------------------

Test = Callable[[CodePosition, Sequence[int]], Breach | None]


def _fits(position: CodePosition, codes: Sequence[int]) -> Breach | None:
    """Each slot of a field holds a value of its type."""
    del codes
    program = position.machine.program
    for slot, (value, (low, high)) in enumerate(zip(position.slots, _ranges(program), strict=False)):
        if not low <= value <= high:
            # Fields lie in the order of their slots, so the last that begins at or before a slot has it.
            name = next((field.name for field in reversed(program.fields) if field.base <= slot), "the next block")
            return Breach(f"slot {slot} of `{name}` holds {value}, outside {low}..{high}", (name,))
    return None


@once_per_program
def _ranges(program: ir.Program) -> tuple[tuple[int, int], ...]:
    """The ranges of the slots of fields; none for programs whose slots have no ranges."""
    try:
        return tuple(SlotRanges(program).ranges[: first_local_of(program)])
    except Unsupported:
        return ()


def _forgets(position: CodePosition, codes: Sequence[int]) -> Breach | None:
    """The state of a game that is over holds no rules in progress."""
    del codes
    s = position.slots
    if position.point is None and (s[BLOCK] or any(s[first_local_of(position.machine.program):])):
        return Breach("the game is over, and remembers where the rules stood")
    return None


def _stand_once(position: CodePosition, codes: Sequence[int]) -> Breach | None:
    """Each code belongs to a move or an outcome of the position, and is listed once."""
    if position.point is None:
        return None
    low, high = probing.codes_of(_end_of(position.machine.program, position.point))
    for code in codes:
        if not low <= code < high:
            return Breach(f"code {code} is listed, outside {low}..{high - 1}", position.about)
        if position.codes.count(code) > 1:
            return Breach(f"code {code} is listed {position.codes.count(code)} times", position.about)
    return None


def _end_of(program: ir.Program, point: DecisionPoint) -> ir.ChooseMove | ir.RollValue:
    end = program.blocks[point.block].end
    assert isinstance(end, ir.ChooseMove | ir.RollValue), "a point waits"
    return end


def _lead_to_one(position: CodePosition, codes: Sequence[int]) -> Breach | None:
    """The same code from the same position leads to the same position."""
    for code in codes:
        if position.after(code) != position.after(code):
            return Breach(f"code {code} leads to another position the second time", position.about)
    return None


def _come_back(position: CodePosition, codes: Sequence[int]) -> Breach | None:
    """A position that is put back after steps lists the same codes; steps were made since it was listed."""
    del codes
    if position.point is None:
        return None
    again = _legal(position.machine, position.slots, position.point)
    return None if again == position.codes else Breach("other codes are listed after other steps", position.about)


def _law(id: str, statement: str, test: Test) -> Law:
    """A law that a test of numbers looks at; of a position of a worded game it tries all codes."""
    def look(reached: ReachedPosition) -> Breach | None:
        position = position_of(reached.rules.machines.plain, reached.state.slots)
        try:
            # All steps are made first, so that `_come_back` has something to come back from.
            for code in position.codes:
                position.after(code)
        except RulebookFault:
            # It is another law that this breaks.
            return None
        return test(position, position.codes)

    return Law(id, statement, look)


def _nothing_to_see(reached: ReachedPosition) -> None:
    """It takes a whole game, played twice with the same chance."""
    del reached


_TESTS: tuple[tuple[int, str, str, Test], ...] = (
    (probing.FIT, "values_fit", "Every field holds a value of its type.", _fits),
    (probing.FORGET, "ends_forget", "The state of a game that is over holds no rules in progress.", _forgets),
    (probing.ONCE, "codes_stand_once", "Every legal code belongs to a move of its position, and is listed once.", _stand_once),
    (probing.ONE_POSITION, "codes_repeat", "The same code from the same position leads to the same position.", _lead_to_one),
    (probing.COME_BACK, "positions_return",
     "A position to which the machine returns after other steps offers the same codes.", _come_back),
)
CHANCE_REPEATS = Law("chance_repeats", "The same seed plays the same game, whether its positions are tested or not.",
                     _nothing_to_see)
_BY_NUMBER = {number: _law(id, statement, test) for number, id, statement, test in _TESTS}
CODE_LAWS = (*_BY_NUMBER.values(), CHANCE_REPEATS)


def _all_can_be_made(reached: ReachedPosition) -> Breach | None:
    """Every choice on offer can be made, and not only a spread of them."""
    state = reached.state
    breaches = (cannot_be_made(state, choice) for choice in reached.rules.decisions.choices(state))
    return CHOICES_CAN_BE_MADE.look(reached) or next((breach for breach in breaches if breach is not None), None)


# A fault of the rulebook comes up by one of these; they need words, and say what is wrong.
ALSO_TESTED = (SOMEONE_CAN_MOVE, evolve(CHOICES_CAN_BE_MADE, look=_all_can_be_made), STEPS_ARE_PURE, INVARIANTS_HOLD,
               NOTHING_IS_LOST)


def law_of(number: int) -> Law:
    """The law with this number in a module."""
    if number == probing.TOTAL:
        return NOTHING_IS_LOST
    return CHANCE_REPEATS if number == probing.REPEATS else _BY_NUMBER[number]


class LawBroken(Exception):
    """A position breaks a law."""

    def __init__(self, law: Law, breach: Breach) -> None:
        super().__init__(breach.what)
        self.law, self.breach = law, breach


def require(state: State, left: int) -> None:
    """Raise Wrong, or RulebookFault, where a position breaks a law; the game has `left` steps left."""
    machine = state.rules.machines.plain
    lost = NOTHING_IS_LOST.look(ReachedPosition(state, ())) if conserved_parts(machine.program) else None
    if lost is not None:
        raise LawBroken(NOTHING_IS_LOST, lost)
    position = position_of(machine, state.slots)
    for law, breach in _breaches(position, sampled_codes(position, left)):
        if breach is not None:
            raise LawBroken(law, breach)


def _breaches(position: CodePosition, codes: Sequence[int]) -> Iterator[tuple[Law, Breach | None]]:
    for number, _, _, test in _TESTS:
        yield _BY_NUMBER[number], test(position, codes)


