"""The calls of a tracing machine -> the steps of a tape, as numbers."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from ..backends.backend import Vector
from .tape import StepKind, TestKind

# A tape holds no more steps than this.
MOST_STEPS = 20_000


@define(eq=False)
class RawStep:
    """A step as numbers: `site` is the place of a statement, `changed` maps slots to their values before and after."""

    kind: StepKind
    clause: str
    site: int | None
    callers: tuple[int, ...]
    values: tuple[int, ...] = ()
    tests: list[tuple[TestKind, str, int, bool]] = field(factory=list)
    computed: dict[str, None] = field(factory=dict)
    changed: dict[int, tuple[int, int]] = field(factory=dict)
    events: list[tuple[int, tuple[int, ...]]] = field(factory=list)
    slots: tuple[int, ...] = ()


class Recorder:
    """A watch that records while it is on. Fills `backends.backend.Watch`.

    What changes belongs to the step that was reached last in the rule that is being carried out.
    """

    def __init__(self, clause_at: Callable[[int], str], end_called: Callable[[int], str]) -> None:
        self.clause_at, self.end_called = clause_at, end_called
        self.steps: list[RawStep] = []
        self.on, self.cut = False, False
        self._events: list[tuple[int, tuple[int, ...]]] = []
        self._last: tuple[int, ...] = ()
        self._callers: list[int] = []
        self._now = 0

    def begin(self, kind: StepKind, clause: str, s: Vector, events: list[tuple[int, tuple[int, ...]]]) -> None:
        """Record from here on; `events` is the list in which the machine notes events."""
        self.steps = [RawStep(kind, clause, None, ())]
        self.on, self.cut = True, False
        self._events, self._last, self._callers, self._now = events, tuple(s), [], 0

    def finish(self, s: Vector) -> list[RawStep]:
        """Record no more; return the steps."""
        self._settle(s)
        self.on = False
        return self.steps

    # -- what the machine calls ------------------------------------------------------------------

    def reached(self, site: int, s: Vector, values: tuple[int, ...]) -> None:
        """Begin a step at a statement."""
        self._go(RawStep("statement", self.clause_at(site), site, tuple(self._callers), values), s)

    def touched(self, clause: str, s: Vector) -> None:
        """Begin a step at a clause; the move itself is a step already."""
        # The first step stands for the move, and has its clause: to show that clause again would say the same twice.
        if self.on and self._now == 0 and len(self.steps) == 1 and self.steps[0].clause == clause:
            return
        self._go(RawStep("clause", clause, None, tuple(self._callers)), s)

    def called(self, rule: str, s: Vector) -> None:
        """Remember which step carries out a rule."""
        if self.on:
            self._settle(s)
            self._callers.append(self._now)

    def returned(self, s: Vector) -> None:
        """Go back to the step that carries out the rule; a rule that waited was called before the tape began."""
        if self.on:
            self._settle(s)
            if self._callers:
                self._now = self._callers.pop()

    def computed(self, function: str) -> None:
        """Note a function that is worked out."""
        if self.on:
            self.steps[self._now].computed.setdefault(function)

    def picked(self, sites: tuple[int, ...], holds: tuple[bool, ...]) -> tuple[bool, ...]:
        """Note the exceptions that were looked at."""
        for site, hold in zip(sites, holds, strict=True):
            self._test("exception", self.clause_at(site), bool(hold))
        return holds

    def ended(self, end: int, holds: bool) -> bool:
        """Note an end of the game that was looked at."""
        self._test("end", self.end_called(end), holds)
        return holds

    def ensured(self, site: int, holds: bool) -> bool:
        """Note a condition that must hold."""
        self._test("condition", self.clause_at(site), holds)
        return holds

    # -- steps -----------------------------------------------------------------------------------

    def _test(self, kind: TestKind, clause: str, holds: bool) -> None:
        if self.on:
            self.steps[self._now].tests.append((kind, clause, 0, holds))

    def _go(self, step: RawStep, s: Vector) -> None:
        if not self.on:
            return
        self._settle(s)
        if len(self.steps) == MOST_STEPS:
            # The move is carried out to its end; what comes is no longer recorded, and counts as part of the last step.
            self.cut = True
            return
        self._now = len(self.steps)
        self.steps.append(step)

    def _settle(self, s: Vector) -> None:
        """Give all changes since the last call to the present step."""
        step = self.steps[self._now]
        state = tuple(s)
        if state != self._last:
            for slot, (before, after) in enumerate(zip(self._last, state, strict=True)):
                if before != after:
                    # The value before is that of the first change in the step, since a step may be gone back to after a call.
                    step.changed[slot] = step.changed.get(slot, (before, after))[0], after
            self._last = state
        step.slots = self._last
        step.events += self._events
        self._events.clear()
