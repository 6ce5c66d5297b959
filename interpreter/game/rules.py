"""The rules of one game for one number of players, ready to play: the safe face of the machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from attrs import evolve, field, frozen

from ...dsl import ir
from ...dsl.source.clauses import Clause
from ..backends.backend import BLOCK, ENDED, GeneratedProgram
from ..machine.machine import DecisionPoint, Machine
from ..runtime.chance import Dice
from ..runtime.faults import IllegalChoice
from .moves.explain import Explainer
from .moves.notation import Notations
from .table.analyses import Analyses
from .table.cells_by_name import CellsByName
from .table.conditions import PlayableRulebook
from .table.decisions import Decisions
from .table.expressions import Expressions
from .table.machines import Machines, generated_code
from .table.names import ValueNames
from .table.values import Choice, Refusal
from .viewing.event_log import Trace
from .viewing.invariants import Invariants
from .viewing.observation import Observer, Viewer
from .viewing.outcomes import Endings, outcome_of
from .viewing.painting import NoPainter, Painter
from .viewing.roll_context import roll_context
from .viewing.state_text import StateText
from .viewing.trace import carried_out, clauses_noted, made_in, trace_of


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
        return self.rules.state_text.write(self)

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


class Rules:
    """A compiled rulebook for one number of players, with names for its seats: where games begin, and what a choice does.

    Its parts answer all other questions, and each is made when it is first asked for. `decisions` says who is to move and what
    may be chosen, `cells` and `observer` what lies in a position and who sees it, `explainer` why a choice is refused. Code
    that needs one part takes that part.

    - `like`: other rules of the same compilation. These share the code of the program and its analyses.
    - `notes`: one machine does everything, the one that notes what is applied.
    - `keep`: the code of a large program is kept on disk, for rules that will be opened again.
    - `briefly`: code is written only as it is called, for a few short games.
    - `generated`: the code of the program, where it need not be written again.
    """

    def __init__(self, compilation: PlayableRulebook, seats: tuple[str, ...] | None = None, like: Rules | None = None,
                 notes: bool = False, keep: bool = False, generated: GeneratedProgram | None = None,
                 briefly: bool = False) -> None:
        assert like is None or like.compilation is compilation, "the code of a program is its own"
        self.compilation: PlayableRulebook = compilation
        self.program: ir.Program = compilation.program
        self.seats = list(seats or self.program.player.members)
        assert len(self.seats) == self.program.players, "a name for each seat"
        code = generated or (generated_code(compilation, keep, briefly) if like is None else like.machines.generated)
        self.machines: Machines = Machines(compilation, code, self.seats, notes)
        self.analyses: Analyses = Analyses(self.program) if like is None else like.analyses
        self.painter: Painter | None = None if like is None else like.painter

    def seated(self, seats: tuple[str, ...], notes: bool = False) -> Rules:
        """The same rules at a table of their own, with these names for the seats."""
        return Rules(self.compilation, seats, like=self, notes=notes)

    # -- the parts -----------------------------------------------------------------------------

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """The clauses of the rulebook by id."""
        return self.compilation.clauses

    @cached_property
    def cells(self) -> CellsByName:
        """The cells of the state by name, and what they hold."""
        return CellsByName(self.program, self.seats)

    @cached_property
    def names(self) -> ValueNames:
        """The values and places that the words of a text stand for."""
        return ValueNames(self.program, self.seats, self.compilation.named_spaces)

    @cached_property
    def decisions(self) -> Decisions:
        """The decisions of positions: who is to move, and what may be chosen."""
        return Decisions(self.machines)

    @cached_property
    def expressions(self) -> Expressions:
        """The conditions and numbers of positions, in the rulebook's words."""
        return Expressions(self.compilation, self.machines)

    @cached_property
    def notations(self) -> Notations:
        """The moves that texts stand for."""
        return Notations(self.names, self.decisions)

    @cached_property
    def explainer(self) -> Explainer:
        """The refusals of choices."""
        return Explainer(self.compilation, self.notations)

    @cached_property
    def observer(self) -> Observer:
        """The views of viewers, and who sees what is decided."""
        return Observer(self.cells, self.decisions)

    @cached_property
    def endings(self) -> Endings:
        """The ends of games, and the scores."""
        return Endings(self.machines.plain)

    @cached_property
    def invariants(self) -> Invariants:
        """The declared invariants."""
        return Invariants(self.compilation, self.machines, self.analyses, self.decisions, self.cells)

    @cached_property
    def state_text(self) -> StateText:
        """States as text."""
        return StateText(self.cells, self.decisions, self.observer, self.analyses)

    @cached_property
    def recording(self) -> Recording:
        """Steps with what happened on the way."""
        return Recording(self)

    # -- playing -------------------------------------------------------------------------------

    def initial(self) -> State:
        """The position before the first choice or roll."""
        return State(self, tuple(self.machines.plain.start()))

    def step(self, state: State, choice: Choice | str | int) -> State:
        """The position after a choice, or after a roll with this outcome.

        A text is read as notation, a number as a code. Raises IllegalChoice when the rules refuse it.
        """
        return self.after(state, self.legal_choice(state, choice)[1])

    def after(self, state: State, code: int) -> State:
        """The position after a choice or outcome with this code, which is known to be legal."""
        s = list(state.slots)
        self.machines.plain.apply(s, self.decisions.point_at(s[BLOCK]), code)
        return State(self, tuple(s))

    def legal_choice(self, state: State, choice: Choice | str | int) -> tuple[DecisionPoint, int]:
        """The point where the rules wait, and the code of a legal choice there. Raises IllegalChoice when they refuse it."""
        point = self.decisions.point(state)
        if point is None:
            raise IllegalChoice(self.decisions.ended_by(state), "the game is over", None)
        code: int | None
        if isinstance(choice, int):
            if choice not in self.decisions.legal_codes(state):
                raise self._illegal(point.clause, f"{choice} is no legal code here")
            return point, choice
        if isinstance(choice, Choice):
            code = choice.code
        else:
            code = self.notations.code_of(state, choice)
        if code is None or code not in self.decisions.legal_codes(state):
            refusals = self.explainer.explain(state, choice) or (Refusal(point.clause, "this is not possible here"),)
            raise self._illegal(refusals[0].clause, refusals[0].message)
        return point, code

    def _illegal(self, id: str, message: str) -> IllegalChoice:
        clause = self.clauses.get(id)
        return IllegalChoice(id, message, clause.span if clause else None)

    def random_choice(self, state: State, dice: Dice, written: bool = False) -> Choice:
        """A random move (first its kind, then the move), or a random outcome of chance.

        Where it will be `written` down, RulebookFault is raised when two legal moves are written alike.
        """
        point, random_play = self.decisions.point(state), self.machines.random_play
        assert point is not None, "the game goes on"
        s = list(state.slots)
        if point.player is None:
            return self.decisions.choice(state, random_play.outcome(s, point, dice))
        if written:
            self.machines.plain.require_distinct(s, point, self.decisions.legal_codes(state))
        return self.decisions.choice(state, random_play.choice(s, point, dice)[0])

    def state_from_text(self, text: str) -> State:
        """The state that was written as `str(state)`. Raises BadState."""
        return State(self, self.state_text.read(text))


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
        machine = self.rules.machines.recorder
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
        trace = trace_of(rules.machines.recorder, rules.seats)
        secret_choice = made_in(state, point, code)
        about = "" if point.player else roll_context(rules.analyses, rules.clauses, rules.seats, state)
        return after, evolve(trace, broken=broken, audience=rules.observer.audience_of(state), choice=secret_choice,
                             about=about,
                             revealed=rules.observer.revealed(state, secret_choice, after) if secret_choice else ())

    def clauses(self, state: State, choice: Choice) -> frozenset[str]:
        """The clauses that a choice applies which is known to be legal, as `step` notes them. Raises RulebookFault."""
        point = self.rules.decisions.point(state)
        assert point is not None, "the game goes on"
        after = self._carried_out(state, point, choice.code)
        if self.rules.invariants.may_apply_clauses:
            self.rules.invariants.broken_in_trace(state, after)
        return clauses_noted(self.rules.machines.recorder)

    def _carried_out(self, state: State, point: DecisionPoint, code: int) -> State:
        """The position after a legal choice or roll. What happens is noted by the machine."""
        machines = self.rules.machines
        with machines.recorder.locating_faults():
            return State(self.rules, tuple(carried_out(machines.recorder, state.slots, point.block, code)))
