"""Two games at the same point: a position of each, what differs there, and by which clauses."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from attrs import evolve, field, frozen

from ...game.rules import Rules
from ...game.state import Choice, State
from ...runtime.faults import Fault, RulebookFault
from .blame import Applied, Blame, Changed
from .quick_check import Key, QuickCheck
from .quick_offers import QuickOffers
from .state_mapping import StateMapping, state_mapping

if TYPE_CHECKING:
    from ...backends.wasm.modules import CompiledModule
    from .tandem import Tandem

DivergenceKind = Literal["choices", "position", "turn", "end", "chance", "odds", "fault"]
# Moves that only one game offers, of which it is looked at which rows of tables they are about.
MOST_LOOKED_AT = 8
# Positions of which it is kept what differs there.
MOST_KEPT = 256
Step = tuple[int | None, str]


@frozen(eq=False)
class Comparison:
    """Two rulebooks for one number of players, ready to be played side by side; by a `tandem` of modules where there is one."""

    a: Rules
    b: Rules
    blame: Blame
    over: StateMapping
    back: StateMapping
    quick: QuickCheck
    offers: QuickOffers
    tandem: Tandem | None = None
    looked_at: dict[object, tuple[Divergence, ...]] = field(factory=dict)


def comparison(a: Rules, b: Rules, changed: Changed) -> Comparison:
    """Two rulebooks for one number of players; `changed` are the ids of what differs, or uses what differs."""
    over, blame = state_mapping(a, b), Blame(a.program, b.program, changed)
    quick = QuickCheck(over)
    offers = QuickOffers(quick, blame, lambda offering, refusing, code: _refusing(
        blame, refusing, offering.rules.decisions.choice(offering, code)))
    return Comparison(a, b, blame, over, state_mapping(b, a), quick, offers)


def in_tandem(compared: Comparison, a: CompiledModule, b: CompiledModule) -> Comparison:
    """The same, with random games played by the modules of both rulebooks as far as they are alike."""
    from .tandem import Tandem

    if compared.quick.unlike:
        # Positions that have cells of two types are never quickly seen to be equal.
        return compared
    return evolve(compared, tandem=Tandem(compared.quick, compared.offers, a.instance(), b.instance()))


@frozen
class Divergence:
    """A divergence of two games: its kind, its clauses, and the value in each.

    `clauses` are those that were applied, or fields that begin otherwise; `roots` are the differences
    between the two rulebooks that these are, or that they use. `a` and `b` are what only the one and
    only the other has, in words: moves that it allows, values of cells, who is to move, how it ended,
    how likely something is, what went wrong.
    """

    kind: DivergenceKind
    clauses: tuple[str, ...]
    a: tuple[str, ...]
    b: tuple[str, ...]
    roots: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """The identity of a divergence: its kind, its clauses, and their differences."""
        return self.kind, self.clauses, self.roots

    @property
    def causes(self) -> tuple[str, ...]:
        """The differences between the rulebooks that show here; the clauses, if they are not known."""
        return self.roots or self.clauses

    @property
    def through(self) -> tuple[str, ...]:
        """The clauses through which the causes show here."""
        return tuple(clause for clause in self.clauses if clause not in self.causes)

    @property
    def is_of_offers(self) -> bool:
        """Whether the two stand in the same position, and only what may come next, or who decides it, differs."""
        return self.kind in ("choices", "chance", "odds", "turn")


@frozen
class PositionPair:
    """A position of each of two games.

    `came` are the positions before, and the choice or roll that led here; `left` the cells that are known to differ and
    cannot be made alike; `is_start` says that nothing has been decided yet. `own` says of each game whether its position
    was reached by its own rules, and not taken over from the other game, which may come to what this one never comes to.
    `same_code` says that the choice that led here has its code in both.
    """

    a: State
    b: State
    came: tuple[State, State, Choice] | None = None
    left: frozenset[str] = frozenset()
    is_start: bool = False
    own: tuple[bool, bool] = (True, True)
    same_code: bool = False
    _traced: list[Applied] = field(factory=list, eq=False, repr=False)

    @property
    def applied(self) -> Applied:
        """The clauses applied on the way here, in each game; the way is traced once."""
        if not self._traced:
            self._traced.append(self._applied_on_the_way())
        return self._traced[0]

    def _applied_on_the_way(self) -> Applied:
        if self.is_start:
            return _applied(self.a, None), _applied(self.b, None)
        if self.came is None:
            return frozenset(), frozenset()
        a, b, choice = self.came
        return _applied(a, choice), _applied(b, choice if self.same_code else choice.notation)


def _applied(state: State, choice: Choice | str | None) -> frozenset[str]:
    """The clauses that a choice applies, or the beginning of the game; if it raises a fault, those applied up to there."""
    rules = state.rules
    try:
        if isinstance(choice, Choice):
            return rules.recording.clauses(state, choice)
        _, trace = rules.recording.initial() if choice is None else rules.recording.step(state, choice)
    except RulebookFault:
        return frozenset(rules.machines.recorder.notes.clauses)
    return trace.clauses


def stepped(compared: Comparison, pair: PositionPair, choice: Choice) -> PositionPair | Divergence | None:
    """Both after a choice of the first, written the same in the second; or the fault of one of them.

    None when only a game raises a fault that would not have come here by its own rules.
    Raises RulebookFault when both raise a fault alike.
    """
    # Where words are alike the code is carried out in both: to find a move by its words costs more than the move.
    same = not pair.left and compared.quick.is_written_alike(pair.a, pair.b)
    a, b = _stepped(pair.a, choice), _stepped(pair.b, choice if same else choice.notation)
    if isinstance(a, State) and isinstance(b, State):
        return PositionPair(a, b, (pair.a, pair.b, choice), pair.left, own=pair.own, same_code=same)
    faults = [node if isinstance(node, RulebookFault) and own else None for node, own in zip((a, b), pair.own, strict=True)]
    if faults == [None, None]:
        return None
    return _fault_divergence(compared, faults, (_applied(pair.a, choice), _applied(pair.b, choice.notation)))


def _stepped(state: State, choice: Choice | str) -> State | RulebookFault:
    try:
        after = state.rules.step(state, choice)
        _look(after)
    except RulebookFault as fault:
        return fault
    return after


def _look(state: State) -> None:
    """Look at what comes next, or how the game ended. Raises RulebookFault where that raises a fault."""
    point = state.rules.decisions.point(state)
    if point is None:
        state.rules.endings.outcome(state)
    else:
        state.rules.decisions.legal_codes(state)


def _fault_divergence(compared: Comparison, faults: list[RulebookFault | None], applied: Applied) -> Divergence:
    """The divergence of two of which one raises a fault, or both. Raises RulebookFault when both do alike."""
    wrong = [fault for fault in faults if fault is not None]
    # Two rulebooks that raise a fault in the same way do not diverge: the fault is in both, and the caller stops this game.
    if len(wrong) == 2 and wrong[0].message == wrong[1].message:
        raise wrong[0]
    clauses = compared.blame.of_faults((fault.clauses for fault in wrong), applied)
    messages = [() if fault is None else (fault.message,) for fault in faults]
    roots = compared.blame.narrowed(compared.blame.roots(clauses), applied[0] | applied[1])
    return Divergence("fault", clauses, messages[0], messages[1], roots)


def fault_alone(compared: Comparison, state: State, choice: Choice | None, fault: RulebookFault) -> Divergence:
    """The divergence that the second game raises a fault after a choice, which the first has not come to."""
    applied = frozenset[str]() if choice is None else _applied(state, choice)
    return _fault_divergence(compared, [None, fault], (frozenset(), applied))


def begun(compared: Comparison) -> PositionPair | Divergence:
    """Both at the beginning, or the fault of one there. Raises RulebookFault when both do alike."""
    states: list[State] = []
    faults: list[RulebookFault | None] = []
    for rules in (compared.a, compared.b):
        try:
            states.append(rules.initial())
            _look(states[-1])
            faults.append(None)
        except RulebookFault as fault:
            faults.append(fault)
    if faults == [None, None]:
        return PositionPair(states[0], states[1], is_start=True)
    starts = [State(rules, rules.program.start) for rules in (compared.a, compared.b)]
    return _fault_divergence(compared, faults, (_applied(starts[0], None), _applied(starts[1], None)))


def divergences(compared: Comparison, pair: PositionPair) -> tuple[Divergence, ...]:
    """Return the differences at a position: one, or several clauses that offer different choices.

    The beginning, and what all games come to from there, is looked at once.
    """
    if compared.quick.is_over_alike(pair.a, pair.b):
        return ()
    # Positions with a way behind them are rarely met twice, and the way is part of the answer: they are not kept.
    if pair.came is not None:
        return _divergences(compared, pair)
    key = pair.a.slots, pair.b.slots, pair.left, pair.is_start
    if key not in compared.looked_at:
        # All at once and not the oldest: positions that come again are mostly the first of a game, and these are soon back.
        if len(compared.looked_at) >= MOST_KEPT:
            compared.looked_at.clear()
        compared.looked_at[key] = _divergences(compared, pair)
    return compared.looked_at[key]


def _divergences(compared: Comparison, pair: PositionPair) -> tuple[Divergence, ...]:
    # Only the first kind of difference is reported: whose turn it is, and what they may choose, may only follow from it.
    apart = _end(compared, pair) or _position(compared, pair) or _turn(compared, pair)
    differences = _offers(compared, pair) if apart is None else (apart,)
    blame, fields = compared.blame, fields_of(compared, pair.left)

    def roots(divergence: Divergence) -> tuple[str, ...]:
        return _narrowed(compared, pair, divergence, blame.roots(divergence.clauses) or blame.roots(sorted(fields)))

    return tuple(evolve(divergence, roots=roots(divergence)) for divergence in differences)


def _narrowed(compared: Comparison, pair: PositionPair, divergence: Divergence, roots: tuple[str, ...]) -> tuple[str, ...]:
    """Return the causes of a divergence: of several rows of a table, those that the step or the offers were about."""
    if len(roots) < 2:
        return roots
    if not divergence.is_of_offers or divergence.kind == "turn":
        return compared.blame.narrowed(roots, pair.applied[0] | pair.applied[1])
    words = [[text.rpartition(": ")[0] if divergence.kind != "choices" else text for text in side]
             for side in (divergence.a, divergence.b)]
    about = _rows_about(pair.a, (*words[0], *words[1])) | _rows_about(pair.b, (*words[0], *words[1]))
    return compared.blame.narrowed(roots, about)


def _rows_about(state: State, notations: tuple[str, ...]) -> frozenset[str]:
    """The rows of tables that moves or outcomes in a position are about, allowed or not."""
    recorder, point, s = state.rules.machines.recorder, state.rules.decisions.point(state), list(state.slots)
    assert point is not None, "something is offered"
    functions = recorder.points[point.block]
    assert functions is not None, "both machines are of one program"
    recorder.notes.forget()
    for notation in notations[:MOST_LOOKED_AT]:
        code = state.rules.notations.code_of(state, notation)
        if code is None:
            continue
        kind = functions.kind_of(code)
        with suppress(Fault):
            if kind.refused is not None:
                kind.refused(s, code - kind.first)
            if kind.note is not None:
                kind.note(s, code - kind.first)
    return frozenset(recorder.notes.clauses)


def fields_of(compared: Comparison, cells: frozenset[str] | tuple[str, ...]) -> frozenset[str]:
    """The ids of the fields that cells belong to."""
    return frozenset(compared.over.field_of[name] for name in cells)


def common(pair: PositionPair) -> tuple[Choice, ...]:
    """The choices of the first that the second has too, in the order of the first.

    They are the same player's, unless one game leaves to chance what the other leaves to a player.
    """
    theirs = {choice.notation: choice.player for choice in pair.b.rules.decisions.choices(pair.b)}
    return tuple(choice for choice in pair.a.rules.decisions.choices(pair.a) if choice.notation in theirs and (
        choice.player == theirs[choice.notation] or None in (choice.player, theirs[choice.notation])))


def legal(pair: PositionPair, step: Step) -> Choice | None:
    """The choice of the first game that is written so, if it and the second allow it now."""
    return named(step, common(pair))


def named(step: Step, choices: Iterable[Choice]) -> Choice | None:
    """The choice that a step names, if it is one of these."""
    return next((choice for choice in choices if choice.notation == step[1] and choice.player == step[0]), None)


# ---- What differs --------------------------------------------------------------------------------


def _end(compared: Comparison, pair: PositionPair) -> Divergence | None:
    if not pair.a.is_over and not pair.b.is_over:
        return None
    results = []
    for state in (pair.a, pair.b):
        outcome = state.rules.endings.outcome(state)
        winners = () if outcome is None else tuple(state.rules.seats[seat] for seat in outcome.winners)
        results.append("the game goes on" if outcome is None else
                       f"over by {outcome.clause}, " + (f"won by {', '.join(winners)}" if winners else "drawn"))
    if results[0] == results[1]:
        return None
    ends = {state.rules.decisions.ended_by(state) for state in (pair.a, pair.b) if state.is_over}
    return Divergence("end", compared.blame.of_end(ends, pair.applied), (results[0],), (results[1],))


def _position(compared: Comparison, pair: PositionPair) -> Divergence | None:
    apart = [name for name in compared.over.apart(pair.a, pair.b) if name not in pair.left]
    if not apart:
        return None
    a, b = pair.a.rules, pair.b.rules
    clauses = compared.blame.of_fields(fields_of(compared, tuple(apart)), pair.applied, pair.is_start)
    return Divergence("position", clauses, tuple(f"{name} = {a.cells.value(pair.a, name)}" for name in apart),
                   tuple(f"{name} = {b.cells.value(pair.b, name)}" for name in apart))


def _turn(compared: Comparison, pair: PositionPair) -> Divergence | None:
    movers = [state.rules.decisions.mover(state) for state in (pair.a, pair.b)]
    points = [state.rules.decisions.point(state) for state in (pair.a, pair.b)]
    labels = [point.clause if point else "" for point in points]
    if movers[0] == movers[1] and labels[0] == labels[1]:
        return None
    turns = [f"{mover} at {label}" for mover, label in zip(movers, labels, strict=True)]
    return Divergence("turn", compared.blame.of_step(pair.applied), (turns[0],), (turns[1],))


def _offers(compared: Comparison, pair: PositionPair) -> tuple[Divergence, ...]:
    a, b = ({choice.notation: choice for choice in state.rules.decisions.choices(state)} for state in (pair.a, pair.b))
    if pair.a.rules.decisions.mover(pair.a) == "chance":
        apart = _chances(compared, pair, a, b)
        return () if apart is None else (apart,)
    by_clause: dict[str, tuple[list[str], list[str]]] = {}
    for notation in (text for text in a if text not in b):
        by_clause.setdefault(_refusing(compared.blame, pair.b, a[notation]), ([], []))[0].append(notation)
    for notation in (text for text in b if text not in a):
        by_clause.setdefault(_refusing(compared.blame, pair.a, b[notation]), ([], []))[1].append(notation)
    return tuple(Divergence("choices", (clause,), tuple(only[0]), tuple(only[1])) for clause, only in by_clause.items())


def _refusing(blame: Blame, state: State, choice: Choice) -> str:
    """The clause by which a position refuses a choice of the other game, or the choice's own if there is none."""
    rules = state.rules
    refusals = rules.explainer.explain(state, choice.notation) if rules.notations.is_known(choice.notation) else None
    return blame.of_refusals(tuple(refusal.clause for refusal in refusals)) if refusals else choice.clause


def _chances(compared: Comparison, pair: PositionPair, a: dict[str, Choice], b: dict[str, Choice]) -> Divergence | None:
    # Shares are compared and not weights, crosswise so that no fraction is rounded.
    totals = [sum(choice.weight for choice in side.values()) for side in (a, b)]
    apart = [
        fromkey
        for fromkey in dict.fromkeys((*a, *b))
        if (a[fromkey].weight if fromkey in a else 0) * totals[1] != (b[fromkey].weight if fromkey in b else 0) * totals[0]
    ]
    if not apart:
        return None
    point = pair.a.rules.decisions.point(pair.a)
    assert point is not None, "chance is to decide"
    odds = (tuple(f"{text}: {side[text].weight} in {total}" for text in apart if text in side)
            for side, total in ((a, totals[0]), (b, totals[1])))
    return Divergence("odds" if a.keys() == b.keys() else "chance", (point.clause,), *odds)
