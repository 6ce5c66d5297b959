"""A choice to the clauses that refuse it, with their messages."""

from __future__ import annotations

from itertools import islice

from attrs import evolve

from ...machine.machine import DecisionPoint
from ..table.table import Table
from ..table.values import Choice, Position, Refusal
from .any_order import same_steps
from .notation import SECRETLY, find, fit_of, is_known, text_of
from .out_of_domain import not_here, out_of_domain

# No more first words of moves are named, and no more moves of a kind are read for them.
MOST_BEGINNINGS, MOST_READ = 12, 500


class Explainer:
    """Explains why choices at a table are refused, and what texts stand for. All methods raise RulebookFault."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def code_of(self, position: Position, text: str) -> int | None:
        """The code of the move or outcome that a text stands for here, allowed or not; None for none."""
        point = self.table.point(position)
        with self.table.locating_faults():
            return None if point is None else find(self.table, point, list(position.slots), text)

    def explain(self, position: Position, choice: Choice | str) -> tuple[Refusal, ...] | None:
        """Return why a choice is refused: clauses with their messages, the deciding ones first.

        None when it is legal. A text that is no move of this game at all is refused by the
        clause that asks for a choice now.
        """
        table, point = self.table, self.table.point(position)
        if point is None:
            end = table.ended_by(position)
            return (Refusal(end, f"the game is over: {table.clauses[end].statement}", "over"),)
        with table.locating_faults():
            refusals = _explain(table, point, list(position.slots), choice)
        in_number = table.compilation.in_number
        return refusals and tuple(evolve(refusal, message=in_number(refusal.message)) for refusal in refusals)

    def refusals(self, position: Position, text: str, seat: int) -> tuple[Refusal, ...] | None:
        """Return why a move by a seat is refused; None when it is legal. It may not be that seat's turn."""
        table, mover = self.table, self.table.to_move(position)
        if mover is None or mover == seat:
            return self.explain(position, text)
        point = table.point(position)
        assert point is not None, "a player is to move"
        who = table.mover(position)
        out = []
        clause: str | None = point.clause
        while clause is not None:
            # From the choice outwards, so that the rule that gives the turn is named as well.
            out.append(Refusal(clause, f"it is the turn of {who}: {table.clauses[clause].statement}".rstrip(": "), "turn"))
            clause = table.clauses[clause].parent
        return tuple(out)

    def asks(self, position: Position) -> str:
        """Return the question of the choice or roll that is due; nothing where it has none, or the game is over."""
        point = self.table.point(position)
        if point is None or point.says is None:
            return "" if point is None else self.table.clauses[point.clause].statement
        return self.table.compilation.in_number(point.says(list(position.slots)))

    def is_known(self, text: str) -> bool:
        """Return whether a text is the notation of any move or roll of this game, here or elsewhere."""
        with self.table.locating_faults():
            return is_known(self.table, text)


def _explain(table: Table, point: DecisionPoint, s: list[int], choice: Choice | str) -> tuple[Refusal, ...] | None:
    """Return why a choice is refused at this point, the deciding clauses first; None when it is legal."""
    code = choice.code if isinstance(choice, Choice) else find(table, point, s, choice)
    if code is None or code >= point.kinds[-1].first + point.kinds[-1].count or code < 0:
        return _fits_no_value(table, point, s, str(choice)) or _out_of_place(table, point, s, str(choice))
    kind = point.kind_of(code)
    if code in table.legal(kind, s):
        return None
    meant = _in_another_order(table, point, s, choice) if isinstance(choice, str) else None
    if meant is not None:
        return (Refusal(kind.id, f"these stand in another order here: {meant}"),)
    if kind.refused is None:
        return (Refusal(point.clause, "this cannot come here", "value"),)
    out = []
    for place in kind.refused(s, code - kind.first):
        if place < 0:
            return (Refusal(kind.id, out_of_domain(table, point, s, code, place, str(choice)), "value"),)
        message = kind.messages[place](s, code - kind.first)
        guard = kind.guards[place]
        if guard.id == kind.id:
            # The condition of the kind of move itself: it has no words of its own.
            return (Refusal(kind.id, not_here(table, point, s, kind.id, str(choice)), "value"),)
        out.append(Refusal(guard.id, message or table.clauses[guard.id].statement))
        if kind.lifting is not None:
            out += [Refusal(text, table.clauses[text].statement) for text in kind.lifting(s, code - kind.first, place)]
    # What meets all requirements, and is not offered, is alike a piece before it.
    return tuple(out) or (Refusal(kind.id, "a piece just like this one stands for it", "alike"),)


def _in_another_order(table: Table, point: DecisionPoint, s: list[int], text: str) -> str | None:
    """Return the legal move with the same steps in another order, where there is one."""
    wanted = table.named(text) if point.secret is None else table.named(text).removeprefix(SECRETLY)
    kinds = ((kind, text_of(table.program, point, number).parts) for number, kind in enumerate(point.kinds))
    return same_steps(table, kinds, s, wanted)


def _fits_no_value(table: Table, point: DecisionPoint, s: list[int], text: str) -> tuple[Refusal, ...]:
    """A text that is written as a kind of move of this choice is, but stands for no values that may be chosen."""
    wanted = table.named(text) if point.secret is None else table.named(text).removeprefix(SECRETLY)
    kinds = [kind for number, kind in enumerate(point.kinds) if fit_of(table, point, number, wanted) is not None]
    ids = dict.fromkeys(kind.id for kind in kinds)
    return tuple(Refusal(id, not_here(table, point, s, id, wanted), "value") for id in ids)


def _out_of_place(table: Table, point: DecisionPoint, s: list[int], text: str) -> tuple[Refusal, ...]:
    """A text that is no move here: by the clause that asks for something else, and by its own."""
    wanted = table.named(text)
    elsewhere = [(other, kind) for other in table.machine.points
                 if other is not None and other is not point and other.player is not None
                 for number, kind in enumerate(other.kinds) if fit_of(table, other, number, wanted) is not None]
    statement = table.clauses[point.clause].statement if point.says is None else point.says(s)
    if elsewhere:
        said = f"it is not the time for this; now: {statement}" if statement else "something else is due"
    else:
        said = _no_move(table, point, s, wanted, statement)
    out = [Refusal(point.clause, said, "time" if elsewhere else "unknown")]
    for other, kind in elsewhere:
        owners = [kind.id, other.clause]
        parent = table.clauses[other.clause].parent
        owners += [parent] if parent else []
        out += [Refusal(id, table.clauses[id].statement) for id in dict.fromkeys(owners)
                if id not in {refusal.clause for refusal in out}]
    parent = table.clauses[point.clause].parent
    if parent is not None and parent not in {refusal.clause for refusal in out}:
        out.append(Refusal(parent, table.clauses[parent].statement))
    return tuple(out)


def _no_move(table: Table, point: DecisionPoint, s: list[int], wanted: str, statement: str) -> str:
    """Say of a text that is no move of the game how the moves begin that are asked for now."""
    first, now = wanted.partition(" ")[0], f"; now: {statement}" if statement else ""
    if point.player is None:
        # What may be drawn can be a secret: it is not named.
        return f"nothing is written like `{first}` here{now}"
    # Only the first words count here, and the moves of a kind mostly share theirs: a few of each kind are enough.
    legal = (kind.written(s, code - kind.first) for kind in point.kinds for code in islice(table.legal(kind, s), MOST_READ))
    begins = list(dict.fromkeys(notation.partition(" ")[0] for notation in legal))
    if first in begins:
        return f"no move here begins with `{first}` and goes on like this{now}"
    named = ", ".join(f"`{word}`" for word in begins[:MOST_BEGINNINGS]) + (", ..." if len(begins) > MOST_BEGINNINGS else "")
    return f"no move here begins with `{first}`{f'; moves begin with {named}' if begins else ''}{now}"
