"""Two games at the same point: a position of each, what differs there, and by which clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from typing import Literal

from attrs import evolve, field, frozen

from ...dsl import ir
from ...dsl.types import width
from ..faults import RulebookFault
from ..machine import Point
from ..rules import Rules
from ..state import Choice, State

PartingKind = Literal["choices", "position", "turn", "end", "chance", "fault"]
Step = tuple[int | None, str]
Changed = Mapping[str, tuple[str, ...]]
"""The clauses that differ between two rulebooks or use what differs, each with what that is."""


@frozen
class Parting:
    """Where two games part: in what kind of thing, by which clauses, and what each has there.

    `roots` are the differences between the two rulebooks that these clauses are, or that they use.
    `a` and `b` are what only the one and only the other has, in words: moves that it allows, values
    of cells, who is to move, how it ended, how likely something is, what went wrong.
    """

    kind: PartingKind
    clauses: tuple[str, ...]
    a: tuple[str, ...]
    b: tuple[str, ...]
    roots: tuple[str, ...] = ()


    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """What makes two partings the same: their kind and their clauses."""
        return self.kind, self.clauses

    @property
    def is_of_offers(self) -> bool:
        """Whether the two stand in the same position, and only what may come next, or who decides it, differs."""
        return self.kind in ("choices", "chance", "turn")


@frozen
class Pair:
    """A position of each of two games; `clauses` are those applied on the way to it, in each."""

    a: State
    b: State
    clauses: tuple[frozenset[str], frozenset[str]] = field(default=(frozenset(), frozenset()))

    def step(self, choice: Choice) -> Pair | Parting:
        """Both after a choice of the first, written the same in the second; a fault of one of them is a parting."""
        a, b = _stepped(self.a, choice), _stepped(self.b, choice.notation)
        if isinstance(a, State) and isinstance(b, State):
            return Pair(a, b)
        return _fault_parting(a, b)

    def traced(self, choice: Choice) -> Pair | Parting:
        """As `step`, with the clauses that were applied."""
        after = self.step(choice)
        if isinstance(after, Parting):
            return after
        _, a = self.a.rules.traced_step(self.a, choice)
        _, b = self.b.rules.traced_step(self.b, choice.notation)
        return Pair(after.a, after.b, (a.clauses, b.clauses))


def _stepped(state: State, choice: Choice | str) -> State | RulebookFault:
    try:
        after = state.rules.step(state, choice)
        _look(after)
    except RulebookFault as fault:
        return fault
    return after


def _look(state: State) -> None:
    """Look at what comes next, or how the game ended. Raises RulebookFault where that goes wrong."""
    point = state.rules.point(state)
    if point is None:
        state.rules.outcome(state)
    elif point.player is None:
        state.rules.machine.outcomes(list(state.slots), point)
    else:
        state.rules.machine.legal(list(state.slots), point)


def _fault_parting(a: object, b: object) -> Parting:
    """The parting of two that go wrong, or of which one does. Raises RulebookFault when both do alike."""
    faults = [one for one in (a, b) if isinstance(one, RulebookFault)]
    if len(faults) == 2 and faults[0].message == faults[1].message:
        raise faults[0]
    clauses = sorted({clause for one in faults for clause in one.clauses[-1:]})
    return Parting("fault", tuple(clauses), *((one.message,) if isinstance(one, RulebookFault) else () for one in (a, b)))


def begun(a: Rules, b: Rules) -> Pair | Parting:
    """Both at the beginning, or how one goes wrong there. Raises RulebookFault when both do alike."""
    results: list[State | RulebookFault] = []
    clauses = []
    for rules in (a, b):
        try:
            state, trace = rules.traced_initial()
            _look(state)
            clauses.append(trace.clauses)
            results.append(state)
        except RulebookFault as fault:
            results.append(fault)
    one, other = results
    if isinstance(one, State) and isinstance(other, State):
        return Pair(one, other, (clauses[0], clauses[1]))
    return _fault_parting(one, other)


def partings(pair: Pair, changed: Changed) -> tuple[Parting, ...]:
    """What differs at a position: one thing, or several clauses that offer different choices."""
    apart = _end(pair, changed) or _position(pair, changed) or _turn(pair, changed)
    found = _offers(pair, changed) if apart is None else (apart,)
    return tuple(evolve(one, roots=roots(one.clauses, changed)) for one in found)


def roots(clauses: Iterable[str], changed: Changed) -> tuple[str, ...]:
    """What differs between the two rulebooks in these clauses, or in what they use."""
    return tuple(dict.fromkeys(root for clause in clauses for root in changed.get(clause, ())))


def common(pair: Pair) -> tuple[Choice, ...]:
    """The choices of the first that the second has too, in the order of the first."""
    theirs = {one.notation for one in pair.b.rules.choices(pair.b)}
    return tuple(one for one in pair.a.rules.choices(pair.a) if one.notation in theirs)


# ---- What differs --------------------------------------------------------------------------------


def _blamed(pair: Pair, changed: Changed) -> tuple[str, ...]:
    """The clauses that explain a difference after a step: those applied in one game only, and changed ones."""
    a, b = pair.clauses
    return _ordered((a ^ b) | ((a | b) & changed.keys()) or a | b, changed)


def _ordered(clauses: Set[str], changed: Changed) -> tuple[str, ...]:
    """Clauses by name; of those that are changed themselves, or else use what is changed, only these."""
    itself = {one for one in clauses if one in changed.get(one, ())}
    return tuple(sorted(itself or clauses & changed.keys() or clauses))


def _end(pair: Pair, changed: Changed) -> Parting | None:
    said = []
    for state in (pair.a, pair.b):
        outcome = state.rules.outcome(state)
        winners = () if outcome is None else tuple(state.rules.seats[seat] for seat in outcome.winners)
        said.append("the game goes on" if outcome is None else
                    f"over by {outcome.clause}, " + (f"won by {', '.join(winners)}" if winners else "drawn"))
    if said[0] == said[1]:
        return None
    ends = {state.rules.ended_by(state) for state in (pair.a, pair.b) if state.is_over}
    blamed = ends & changed.keys() or set(_blamed(pair, changed)) & changed.keys() or ends
    return Parting("end", _ordered(blamed, changed), (said[0],), (said[1],))


def _turn(pair: Pair, changed: Changed) -> Parting | None:
    movers = [state.rules.mover(state) for state in (pair.a, pair.b)]
    points = [state.rules.point(state) for state in (pair.a, pair.b)]
    labels = [point.clause if point else "" for point in points]
    if movers[0] == movers[1] and labels[0] == labels[1]:
        return None
    said = [f"{mover} at {label}" for mover, label in zip(movers, labels, strict=True)]
    return Parting("turn", _blamed(pair, changed), (said[0],), (said[1],))


def _position(pair: Pair, changed: Changed) -> Parting | None:
    a, b = pair.a.rules, pair.b.rules
    apart = [name for name, cell in a.cells.items() if not cell.local and name in b.cells
             and a.written(pair.a, name) != b.written(pair.b, name)]
    if not apart:
        return None
    return Parting("position", _blamed(pair, changed),
                   tuple(f"{name} = {a.written(pair.a, name)}" for name in apart),
                   tuple(f"{name} = {b.written(pair.b, name)}" for name in apart))


def _offers(pair: Pair, changed: Changed) -> tuple[Parting, ...]:
    a, b = ({one.notation: one for one in state.rules.choices(state)} for state in (pair.a, pair.b))
    if pair.a.rules.mover(pair.a) == "chance":
        apart = _chances(pair, a, b, changed)
        return () if apart is None else (apart,)
    by_clause: dict[str, tuple[list[str], list[str]]] = {}
    for notation in (one for one in a if one not in b):
        by_clause.setdefault(_refusing(pair.b, a[notation]), ([], []))[0].append(notation)
    for notation in (one for one in b if one not in a):
        by_clause.setdefault(_refusing(pair.a, b[notation]), ([], []))[1].append(notation)
    return tuple(Parting("choices", (clause,), tuple(only[0]), tuple(only[1])) for clause, only in by_clause.items())


def _refusing(state: State, choice: Choice) -> str:
    """The clause by which a position refuses a choice of the other game, or the choice's own if there is none."""
    refusals = state.rules.explain(state, choice.notation) if state.rules.is_known(state, choice.notation) else None
    return refusals[0].clause if refusals else choice.clause


def _chances(pair: Pair, a: dict[str, Choice], b: dict[str, Choice], changed: Changed) -> Parting | None:
    totals = [sum(one.weight for one in side.values()) for side in (a, b)]
    apart = [one for one in dict.fromkeys((*a, *b))
             if (a[one].weight if one in a else 0) * totals[1] != (b[one].weight if one in b else 0) * totals[0]]
    if not apart:
        return None
    point = pair.a.rules.point(pair.a)
    clauses = {point.clause} if point is not None else set()
    said = (tuple(f"{one}: {side[one].weight} in {total}" for one in apart if one in side)
            for side, total in ((a, totals[0]), (b, totals[1])))
    return Parting("chance", _ordered(clauses, changed), *said)


# ---- Quickly -------------------------------------------------------------------------------------


def is_plainly_equal(a: Rules, b: Rules) -> Callable[[Pair], bool]:
    """A quick test that is true only of positions where nothing differs; what it is false of has to be looked at.

    It compares numbers, where both have cells of the same types, at points that have the same kinds of move.
    """
    shared = [(cell, b.cells[name]) for name, cell in a.cells.items() if not cell.local and name in b.cells]
    if any(one.type != other.type for one, other in shared):
        return lambda pair: False
    slots = [(one.base + i, other.base + i) for one, other in shared for i in range(width(one.type))]
    there = [(_shape(b, point), point) for point in b.machine.points if point is not None]
    alike = {point.block: next((other for shape, other in there if shape == _shape(a, point)), None)
             for point in a.machine.points if point is not None}

    def equal(pair: Pair) -> bool:
        s, t = list(pair.a.slots), list(pair.b.slots)
        other = alike.get(s[0])
        if s[1] or t[1] or other is None or other.block != t[0] or any(s[i] != t[j] for i, j in slots):
            return False
        point = a.machine.points[s[0]]
        assert point is not None, "the game goes on"
        if point.player is None or other.player is None:
            return a.machine.outcomes(s, point) == b.machine.outcomes(t, other)
        return point.player(s) == other.player(t) and a.machine.legal(s, point) == b.machine.legal(t, other)

    return equal


def _shape(rules: Rules, point: Point) -> tuple[object, ...]:
    """What two points must have in common for the codes of their moves to mean the same."""
    end = rules.program.blocks[point.block].end
    texts = rules.program.texts
    if isinstance(end, ir.ChooseMove):
        moves = [(move.id, move.first, move.count, texts[move.notation],
                  tuple((one.name, one.domain, one.type) for one in move.bound)) for move in end.moves]
        return point.label, *moves
    if isinstance(end, ir.RollValue):
        return point.label, texts[end.notation], end.bound.name, end.bound.domain, end.bound.type
    return (point.label,)


def legal(pair: Pair, step: Step) -> Choice | None:
    """The choice of the first game that is written so, if it and the second allow it now."""
    for one in common(pair):
        if one.notation == step[1] and one.player == step[0]:
            return one
    return None
