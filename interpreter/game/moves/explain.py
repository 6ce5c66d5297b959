"""A choice to the clauses that refuse it, with their messages."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from attrs import evolve

from ....dsl.source.clauses import Clause
from ...machine.machine import DecisionPoint
from ..table.conditions import PlayableRulebook
from ..table.values import Choice, Position, Refusal
from .any_order import same_steps
from .notation import Notations, plain, text_of
from .out_of_domain import not_here, out_of_domain

# No more first words of moves are named, and no more moves of a kind are read for them.
MOST_BEGINNINGS, MOST_READ = 12, 500


class Explainer:
    """Explains why choices at a table are refused. All methods raise RulebookFault."""

    def __init__(self, compilation: PlayableRulebook, notations: Notations) -> None:
        self.compilation, self.notations, self.decisions = compilation, notations, notations.decisions

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """The clauses by id."""
        return self.compilation.clauses

    def explain(self, position: Position, choice: Choice | str) -> tuple[Refusal, ...] | None:
        """Return why a choice is refused: clauses with their messages, the deciding ones first.

        None when it is legal. A text that is no move of this game at all is refused by the
        clause that asks for a choice now.
        """
        point = self.decisions.point(position)
        if point is None:
            end = self.decisions.ended_by(position)
            return (Refusal(end, f"the game is over: {self.clauses[end].statement}", "over"),)
        with self.decisions.machine.locating_faults():
            refusals = self._refusals_at(point, list(position.slots), choice)
        in_number = self.compilation.in_number
        return refusals and tuple(evolve(refusal, message=in_number(refusal.message)) for refusal in refusals)

    def refusals(self, position: Position, text: str, seat: int) -> tuple[Refusal, ...] | None:
        """Return why a move by a seat is refused; None when it is legal. It may not be that seat's turn."""
        mover = self.decisions.to_move(position)
        if mover is None or mover == seat:
            return self.explain(position, text)
        point = self.decisions.point(position)
        assert point is not None, "a player is to move"
        who = self.decisions.mover(position)
        out = []
        clause: str | None = point.clause
        while clause is not None:
            # From the choice outwards, so that the rule that gives the turn is named as well.
            out.append(Refusal(clause, f"it is the turn of {who}: {self.clauses[clause].statement}".rstrip(": "), "turn"))
            clause = self.clauses[clause].parent
        return tuple(out)

    def asks(self, position: Position) -> str:
        """Return the question of the choice or roll that is due; nothing where it has none, or the game is over."""
        point = self.decisions.point(position)
        if point is None or point.says is None:
            return "" if point is None else self.clauses[point.clause].statement
        return self.compilation.in_number(point.says(list(position.slots)))

    # -- the kinds of refusal ---------------------------------------------------------------------

    def _refusals_at(self, point: DecisionPoint, s: list[int], choice: Choice | str) -> tuple[Refusal, ...] | None:
        """Return why a choice is refused at this point, the deciding clauses first; None when it is legal."""
        clauses = self.clauses
        code = choice.code if isinstance(choice, Choice) else self.notations.find(point, s, choice)
        if code is None or code >= point.kinds[-1].first + point.kinds[-1].count or code < 0:
            return self._fits_no_value(point, s, str(choice)) or self._out_of_place(point, s, str(choice))
        kind = point.kind_of(code)
        if code in self.decisions.legal_of_kind(kind, s):
            return None
        meant = self._in_another_order(point, s, choice) if isinstance(choice, str) else None
        if meant is not None:
            return (Refusal(kind.id, f"these stand in another order here: {meant}"),)
        if kind.refused is None:
            return (Refusal(point.clause, "this cannot come here", "value"),)
        out = []
        for place in kind.refused(s, code - kind.first):
            if place < 0:
                machine, seats = self.decisions.machine, self.decisions.seats
                message = out_of_domain(machine, seats, clauses, point, s, code, place, str(choice))
                return (Refusal(kind.id, message, "value"),)
            message = kind.messages[place](s, code - kind.first)
            guard = kind.guards[place]
            if guard.id == kind.id:
                # The condition of the kind of move itself: it has no words of its own.
                return (Refusal(kind.id, not_here(clauses, point, s, kind.id, str(choice)), "value"),)
            out.append(Refusal(guard.id, message or clauses[guard.id].statement))
            if kind.lifting is not None:
                out += [Refusal(text, clauses[text].statement) for text in kind.lifting(s, code - kind.first, place)]
        # What meets all requirements, and is not offered, is alike a piece before it.
        return tuple(out) or (Refusal(kind.id, "a piece just like this one stands for it", "alike"),)

    def _in_another_order(self, point: DecisionPoint, s: list[int], text: str) -> str | None:
        """Return the legal move with the same steps in another order, where there is one."""
        typed = plain(point, self.notations.names.normalised(text))
        kinds = ((kind, text_of(self.notations.program, point, number).parts) for number, kind in enumerate(point.kinds))
        return same_steps(self.decisions, kinds, s, typed)

    def _fits_no_value(self, point: DecisionPoint, s: list[int], text: str) -> tuple[Refusal, ...]:
        """A text that is written as a kind of move of this choice is, but stands for no values that may be chosen."""
        typed = plain(point, self.notations.names.normalised(text))
        ids = dict.fromkeys(fit.kind.id for _, fit in self.notations.fitting(point, typed))
        return tuple(Refusal(id, not_here(self.clauses, point, s, id, typed), "value") for id in ids)

    def _out_of_place(self, point: DecisionPoint, s: list[int], text: str) -> tuple[Refusal, ...]:
        """A text that is no move here: by the clause that asks for something else, and by its own."""
        clauses, typed = self.clauses, self.notations.names.normalised(text)
        elsewhere = [(other, fit.kind) for other in self.decisions.points if other is not point and other.player is not None
                     for _, fit in self.notations.fitting(other, typed)]
        statement = clauses[point.clause].statement if point.says is None else point.says(s)
        if elsewhere:
            message = f"it is not the time for this; now: {statement}" if statement else "something else is due"
        else:
            message = self._no_move(point, s, typed, statement)
        out = [Refusal(point.clause, message, "time" if elsewhere else "unknown")]
        for other, kind in elsewhere:
            owners = [kind.id, other.clause]
            parent = clauses[other.clause].parent
            owners += [parent] if parent else []
            out += [Refusal(id, clauses[id].statement) for id in dict.fromkeys(owners)
                    if id not in {refusal.clause for refusal in out}]
        parent = clauses[point.clause].parent
        if parent is not None and parent not in {refusal.clause for refusal in out}:
            out.append(Refusal(parent, clauses[parent].statement))
        return tuple(out)

    def _no_move(self, point: DecisionPoint, s: list[int], text: str, statement: str) -> str:
        """Say of a text that is no move of the game how the moves begin that are asked for now."""
        first, current = text.partition(" ")[0], f"; now: {statement}" if statement else ""
        if point.player is None:
            # What may be drawn can be a secret: it is not named.
            return f"nothing is written like `{first}` here{current}"
        # Only the first words count here, and the moves of a kind mostly share theirs: a few of each kind are enough.
        legal = (kind.written(s, code - kind.first) for kind in point.kinds
                 for code in islice(self.decisions.legal_of_kind(kind, s), MOST_READ))
        begins = list(dict.fromkeys(notation.partition(" ")[0] for notation in legal))
        if first in begins:
            return f"no move here begins with `{first}` and goes on like this{current}"
        named = ", ".join(f"`{word}`" for word in begins[:MOST_BEGINNINGS]) + (", ..." if len(begins) > MOST_BEGINNINGS else "")
        return f"no move here begins with `{first}`{f'; moves begin with {named}' if begins else ''}{current}"
