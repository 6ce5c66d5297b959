"""A game so far, and what a seat has seen of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter

from attrs import define, field, frozen

from .....dsl import ir
from .....dsl.types.types import width
from ....backends.backend import BLOCK, ENDED
from ....game.rules import Rules
from ....game.viewing.observation import Observer
from ....runtime.cells import Cell


@define(eq=False)
class Course:
    """A game so far: its positions, and what was decided in each but the last, as a code or as it is written."""

    positions: list[tuple[int, ...]]
    decided: list[int | str] = field(factory=list)

    @property
    def present(self) -> tuple[int, ...]:
        """The position now."""
        return self.positions[-1]

    def add(self, decided: int | str, after: Sequence[int]) -> None:
        """Note a decision, and the position after it."""
        self.decided.append(decided)
        self.positions.append(tuple(after))


@frozen
class Sight:
    """A decision as a seat has seen it: its code (None where it is hidden), and its view of the position after it."""

    code: int | None
    after: tuple[int, ...]


class Eyes:
    """The views of one seat on positions and decisions."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules, self.seat = rules, seat
        self.hidden_cells = _hidden_cells(rules.observer, seat)
        unseen = {slot for cell in self.hidden_cells for slot in range(cell.base, cell.base + width(cell.type))}
        end = max((cell.base + width(cell.type) for cell in rules.cells.values() if cell.field is not None), default=0)
        # What rules remember while they wait is not shown to anybody.
        open_slots = (slot for slot in range(ir.FIRST_FIELD, end) if slot not in unseen)
        self._pick: Callable[[Sequence[int]], tuple[int, ...]] = itemgetter(BLOCK, ENDED, *open_slots)

    def of(self, s: Sequence[int]) -> tuple[int, ...]:
        """Return the view of the seat on a position."""
        return self._pick(s)

    def is_settled(self, course: Course, place: int) -> bool:
        """Return whether no later reveal changes what the seat knows of the decision at a place."""
        point = self.rules.machines.plain.points[course.positions[place][BLOCK]]
        return point is None or point.secret is None or self._is_revealed(course, place, point.secret)

    def sees(self, course: Course, place: int) -> bool:
        """Return whether the seat has seen what was decided at a place: at once, or when secrets were revealed."""
        position = course.positions[place]
        point = self.rules.decisions.point_at(position[BLOCK])
        if point.secret is None and point.audience is None:
            return True
        s = list(position)
        if point.player is not None and point.player(s) == self.seat:
            return True
        if point.secret is not None:
            return self._is_revealed(course, place, point.secret)
        return point.audience is None or self.seat in point.audience(s)

    def _is_revealed(self, course: Course, place: int, secret: ir.SecretRound) -> bool:
        """Return whether the round of secret choices that a choice belongs to is over."""
        block, turn = course.positions[place][BLOCK], course.positions[place][secret.place]
        for later in course.positions[place + 1 :]:
            # Within a round the place of the player who is asked only goes up.
            if later[BLOCK] != block or later[secret.place] <= turn:
                return True
            turn = later[secret.place]
        return False

    def sight(self, course: Course, place: int, is_visible: bool) -> Sight:
        """Return the view of the seat on the decision at a place."""
        return Sight(self._code(course, place) if is_visible else None, self.of(course.positions[place + 1]))

    def _code(self, course: Course, place: int) -> int:
        decided = course.decided[place]
        if isinstance(decided, int):
            return decided
        s = list(course.positions[place])
        point = self.rules.decisions.point_at(s[BLOCK])
        with self.rules.machines.plain.locating_faults():
            code = self.rules.notations.find(point, s, decided)
        assert code is not None, f"`{decided}` was decided here"
        return code


def _hidden_cells(observer: Observer, seat: int) -> tuple[Cell, ...]:
    """The cells that a seat does not see: of fields, and parameters of waiting rules that not all may know."""
    names = observer.hidden(seat)
    remembered = {(procedure.name, name) for procedure in observer.program.suspending for name in procedure.hidden}
    return tuple(cell for cell in observer.cells.values()
                 if cell.name in names or (cell.local and (cell.part_of, cell.name.partition(".")[2]) in remembered))
