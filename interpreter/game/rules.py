"""The rules of one game for one number of players, ready to play: the safe face of the machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from attrs import evolve, field, frozen

from ...dsl.source.span import Source
from ..backends.backend import ENDED, GeneratedProgram, Watch
from ..backends.python.written import Written
from ..canonical.coverable import coverable
from ..canonical.effects import doers
from ..canonical.fingerprint import fingerprint
from ..machine.machine import DecisionPoint, Machine
from ..runtime.chance import Dice
from ..runtime.faults import IllegalChoice
from .moves.explain import Explainer
from .moves.notation import find
from .table.conditions import Compilation, Condition, Number
from .table.table import CHANCE, Table, _Chance
from .table.values import Choice, Outcome, Refusal
from .viewing.event_log import Trace
from .viewing.invariants import Invariants
from .viewing.observation import Observer, Viewer, audience_of, revealed
from .viewing.outcomes import Endings, outcome_of
from .viewing.painting import NoPainter, Painter
from .viewing.roll_context import roll_context
from .viewing.state_text import state_from_text, state_text, view_text
from .viewing.trace import carried_out, clauses_noted, made_in, trace_of

__all__ = ["CHANCE", "Rules", "State", "_Chance"]


@frozen
class State:
    """A position. It never changes; two are equal when they hold the same numbers.

    `slots` is the whole of it, where the game stands in the rules included.
    """

    rules: Rules = field(eq=False, repr=False)
    slots: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.slots[ENDED] != 0

    def __str__(self) -> str:
        return state_text(self.rules, self)

    def picture(self, viewer: Viewer | str | None = None, before: State | None = None, language: str = "en") -> str:
        """The position as SVG: what a seat (its number or name) or SPECTATOR sees; without a viewer, all of it.

        What differs from the position `before` is marked. The same position gives the same text. Raises NoPainter for a game
        that was not opened by `load` or `open_files`, and ValueError for a name that no seat has.
        """
        if self.rules.painter is None:
            raise NoPainter("this game was opened without pictures; open it with `rulewright.load`")
        seat = self.rules.seats.index(viewer) if isinstance(viewer, str) else viewer
        return self.rules.painter(self, seat, before, language)

    def _repr_svg_(self) -> str | None:
        return None if self.rules.painter is None else self.picture()


class Rules(Table):
    """A compiled rulebook for one number of players, with names for its seats: what may be chosen, and the result.

    Questions that playing does not need are answered by collaborators: `explainer` (refusals, texts of moves), `observer`
    (who sees what), `invariants`, `endings`, `recording` (steps with what happened).

    `like` are other rules of the same compilation, with which these share the code of the program. With `notes` one machine
    does everything, the one that notes what is applied: for those who have every step recorded. With `keep`, the code of a
    large program is kept on disk: for rules that will be opened again. With `briefly`, code is written only as it is called:
    for a few short games. `generated` is the code of the program, where it need not be written again.
    """

    def __init__(self, compilation: Compilation, seats: tuple[str, ...] | None = None, like: Rules | None = None,
                 notes: bool = False, keep: bool = False, generated: GeneratedProgram | None = None,
                 briefly: bool = False) -> None:
        assert like is None or like.compilation is compilation, "the code of a program is its own"
        code = generated or (
            Written(compilation.program, compilation.origin, keep, briefly) if like is None else like.generated)
        super().__init__(compilation, code, seats, notes, like)
        self.painter: Painter | None = None if like is None else like.painter
        self.explainer, self.observer = Explainer(self), Observer(self)
        self.invariants, self.endings = Invariants(self), Endings(self)
        self.recording = Recording(self)

    def seated(self, seats: tuple[str, ...], notes: bool = False) -> Rules:
        """The same rules at a table of their own, with these names for the seats."""
        return Rules(self.compilation, seats, like=self, notes=notes)

    def tracing_machine(self, watch: Watch) -> Machine:
        """A machine over the same slots that tells a watch of every statement that it carries out."""
        return Machine(Written(self.compilation.traced), self.seats, record=True, watch=watch)

    @property
    def called(self) -> frozenset[str] | None:
        """The rules, functions and clauses that play has come to so far; None where that is not known."""
        return self.generated.called if isinstance(self.generated, Written) else None

    @cached_property
    def hash(self) -> str:
        """A short hash of what the rules do; comments, layout, statements and messages do not change it."""
        return fingerprint(self.program)

    @cached_property
    def coverable(self) -> Mapping[str, str]:
        """The clauses that play can exercise, with their kinds."""
        return coverable(self.program)

    @cached_property
    def doers(self) -> frozenset[str]:
        """The rules of which something has to come for coverage to count them, as `effects` says."""
        return doers(self.program)

    # -- playing -------------------------------------------------------------------------------

    def initial(self) -> State:
        """The position before the first choice or roll."""
        return State(self, tuple(self.machine.start()))

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Return the choices and outcomes that may come next, in the order of the rulebook. Empty when the game is over.

        Raises RulebookFault when two moves that are offered are written alike.
        """
        point = self.point(state)
        if point is None:
            return ()
        s = list(state.slots)
        if point.player is None:
            codes, weights = self.machine.outcomes(s, point)
            weighed = weights or [1] * len(codes)
            return tuple(self.choice(s, point, code, None, weight) for code, weight in zip(codes, weighed, strict=True))
        player = point.player(s)
        codes = self.codes(state, point)
        choices = tuple(self.choice(s, point, code, player) for code in codes)
        # Notations are at hand here, so the comparison is cheap. The machine only says which two are alike.
        if len({choice.notation for choice in choices}) < len(choices):
            self.machine.require_distinct(s, point, codes)
        return choices

    def legal_codes(self, state: State) -> list[int]:
        """The codes of what may happen next, in the order of the rulebook. Empty when the game is over."""
        point = self.point(state)
        if point is None:
            return []
        return list(self.codes(state, point))

    def step(self, state: State, choice: Choice | str | int) -> State:
        """The position after a choice, or after a roll with this outcome.

        A text is read as notation, a number as a code. Raises IllegalChoice when the rules refuse it.
        """
        point, code = self.legal_choice(state, choice)
        s = list(state.slots)
        self.machine.apply(s, point, code)
        return State(self, tuple(s))

    def legal_choice(self, state: State, choice: Choice | str | int) -> tuple[DecisionPoint, int]:
        """The point where the rules wait, and the code of a legal choice there. Raises IllegalChoice when they refuse it."""
        point = self.point(state)
        if point is None:
            raise IllegalChoice(self.ended_by(state), "the game is over", None)
        code: int | None
        if isinstance(choice, int):
            if choice not in self.codes(state, point):
                clause = self.clauses.get(point.clause)
                raise IllegalChoice(point.clause, f"{choice} is no legal code here", clause.span if clause else None)
            return point, choice
        if isinstance(choice, Choice):
            code = choice.code
        else:
            with self.locating_faults():
                code = find(self, point, list(state.slots), choice)
        if code is None or code not in self.codes(state, point):
            refusals = self.explain(state, choice) or (Refusal(point.clause, "this is not possible here"),)
            clause = self.clauses.get(refusals[0].clause)
            raise IllegalChoice(refusals[0].clause, refusals[0].message, clause.span if clause else None)
        return point, code

    def random_choice(self, state: State, dice: Dice, written: bool = False) -> Choice:
        """A random move (first its kind, then the move), or a random outcome of chance.

        Where it will be `written` down, RulebookFault is raised when two legal moves are written alike.
        """
        point = self.point(state)
        assert point is not None, "the game goes on"
        s = list(state.slots)
        if point.player is None:
            return self.choice(s, point, self.random_play.outcome(s, point, dice), None)
        if written:
            self.machine.require_distinct(s, point, self.codes(state, point))
        return self.choice(s, point, self.random_play.choice(s, point, dice)[0], point.player(s))

    # -- looking -------------------------------------------------------------------------------

    def explain(self, state: State, choice: Choice | str) -> tuple[Refusal, ...] | None:
        """Return why a choice is refused: clauses with their messages, the deciding ones first; None when it is legal."""
        return self.explainer.explain(state, choice)

    def observe(self, state: State, viewer: Viewer) -> dict[str, str]:
        """Return the view of a viewer: the cells of the fields by name, without those hidden from the viewer.

        Regions that have merged have one set of cells, those of the first space.
        Choices made in secret and not revealed yet stand there too, as `vote by Anna`; those of
        others are `(secret)`.
        """
        return self.observer.observe(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None while it goes on. Raises RulebookFault."""
        return self.endings.outcome(state)

    def scores(self, state: State) -> tuple[int, ...] | None:
        """The score of each seat, if the rulebook counts scores. Raises RulebookFault."""
        return self.endings.scores(state)

    def condition(self, text: str, source: Source, line: int = 1, column: int = 1) -> Condition:
        """A condition in the rulebook's words. `source`, `line` and `column` say where it stands, for messages.

        Raises RulebookError when it does not compile.
        """
        compiled = self.compilation.condition(text, tuple(self.seats), source, line, column)
        return Condition(compiled, self.machine, self.seats)

    def number(self, text: str, source: Source, line: int = 1, me: int | None = None) -> Number:
        """A number that positions have, in the rulebook's own expressions, in which `me` is this seat.

        `line` is where it begins. Raises RulebookError when it does not compile.
        """
        return Number(self.compilation.number(text, tuple(self.seats), source, line, me), self.machine)

    # -- as text -------------------------------------------------------------------------------

    def view_text(self, state: State, viewer: Viewer) -> str:
        """Return the view of a viewer on a state, as text."""
        return view_text(self.observer, state, viewer)

    def state_from_text(self, text: str) -> State:
        """The state that was written as `str(state)`. Raises BadState."""
        return State(self, state_from_text(self, text))


class Recording:
    """Steps of rules with what happened on the way: events, clauses and draws, as a machine that records notes them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def initial(self) -> tuple[State, Trace]:
        """As `Rules.initial`, with what happened on the way."""
        return self.arranged(lambda machine: State(self.rules, tuple(machine.start())), ranked=False)

    def arranged(self, arranged: Callable[[Machine], State], ranked: bool = True) -> tuple[State, Trace]:
        """A position that rules come to on a machine that records, with what happened on the way.

        If `ranked` and the game is over, the trace has the functions that rank the players too.
        """
        machine = self.rules.recorder
        machine.notes.forget()
        state = arranged(machine)
        if ranked and state.is_over:
            # Once more where it is noted which functions rank the players.
            outcome_of(machine, list(state.slots))
        return state, trace_of(machine, self.rules.seats)

    def step(self, state: State, choice: Choice | str) -> tuple[State, Trace]:
        """As `Rules.step`, with what happened. Raises IllegalChoice when the rules refuse it."""
        rules = self.rules
        point, code = rules.legal_choice(state, choice)
        after = self._carried_out(state, point, code)
        broken = rules.invariants.broken_in_trace(state, after)
        # What is noted after this, while values are written, is not applied in this step.
        trace = trace_of(rules.recorder, rules.seats)
        made = made_in(state, point, code)
        about = roll_context(rules, state) if point.player is None else ""
        return after, evolve(trace, broken=broken, audience=audience_of(rules, state), made=made,
                             about=about, revealed=revealed(rules, state, made, after) if made else ())

    def clauses(self, state: State, choice: Choice) -> frozenset[str]:
        """The clauses that a choice applies which is known to be legal, as `step` notes them. Raises RulebookFault."""
        point = self.rules.point(state)
        assert point is not None, "the game goes on"
        after = self._carried_out(state, point, choice.code)
        if self.rules.invariants.may_apply_clauses:
            self.rules.invariants.broken_in_trace(state, after)
        return clauses_noted(self.rules.recorder)

    def _carried_out(self, state: State, point: DecisionPoint, code: int) -> State:
        """The position after a choice or roll. What happens is noted by the machine."""
        with self.rules.locating_faults():
            return State(self.rules, tuple(carried_out(self.rules.recorder, state.slots, point.block, code)))
