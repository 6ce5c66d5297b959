"""Moves as text: which move a text stands for, and why it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...dsl import ir
from ..machine.fault_location import written_alike
from ..machine.machine import Point
from .candidates import Fit, fit
from .out_of_domain import misfit
from .spelling import normalised
from .state import Choice, Refusal

if TYPE_CHECKING:
    from .rules import Rules

SECRETLY = "secretly "


def find(rules: Rules, point: Point, s: list[int], text: str) -> int | None:
    """The code of the move at this point that a text stands for, legal or not; None for none.

    A region may be named by any of its spaces; a move of a secret choice may be written with
    `secretly` before it. Raises RulebookFault when the text does not tell which legal move is meant.
    """
    wanted = normalised(text)
    code = _find(rules, point, s, wanted)
    if code is None and point.secret is not None:
        return _find(rules, point, s, wanted.removeprefix(SECRETLY))
    return code


def _find(rules: Rules, point: Point, s: list[int], wanted: str) -> int | None:
    fits = [(number, one) for number in range(len(point.kinds)) if (one := fit_of(rules, point, number, wanted)) is not None]
    for number, item in fits:
        meant = item.legal(s)
        if len(set(meant)) > 1 and point.player is not None and not _names_all(rules.program, point, number):
            raise written_alike(rules.program, item.kind.id, item.kind.written(s, meant[0] - item.kind.first))
        if meant:
            return meant[0]
    refused = [code for _, item in fits for code in item.refused(s)]
    return max(refused, key=lambda code: _how_near(point, s, code), default=None)


def fit_of(rules: Rules, point: Point, number: int, text: str) -> Fit | None:
    """How a text fits the notation of a kind of move at a point; None if it does not."""
    program = rules.program
    return fit(rules, point.kinds[number], bounds_of(program, point, number), text_of(program, point, number).parts, text)


def _names_all(program: ir.Program, point: Point, number: int) -> bool:
    """Whether each open value of a kind of move stands in its notation as it is, so that it is written like no other."""
    named = {part.value.name for part in text_of(program, point, number).parts
             if not isinstance(part, str) and isinstance(part.value, ir.Temp)}
    return all(bound.name in named for bound in bounds_of(program, point, number))


def _how_near(point: Point, s: list[int], code: int) -> int:
    """How far a refused move gets: values that are not offered, then the requirements in their order."""
    kind = point.kind_of(code)
    failed = [] if kind.refused is None else kind.refused(s, code - kind.first)
    return failed[0] if failed else len(kind.guards)


def bounds_of(program: ir.Program, point: Point, number: int) -> tuple[ir.Bound, ...]:
    """The values that a kind of move at a point leaves open."""
    end = program.blocks[point.block].end
    if isinstance(end, ir.ChooseMove):
        return end.moves[number].bound
    assert isinstance(end, ir.RollValue)
    return (end.bound,)


def text_of(program: ir.Program, point: Point, number: int) -> ir.TextOf:
    end = program.blocks[point.block].end
    if isinstance(end, ir.ChooseMove):
        return program.texts[end.moves[number].notation]
    assert isinstance(end, ir.RollValue)
    return program.texts[end.notation]


def explain(rules: Rules, point: Point, s: list[int], choice: Choice | str) -> tuple[Refusal, ...] | None:
    """Why a choice is refused at this point, the deciding clauses first; None when it is legal."""
    code = choice.code if isinstance(choice, Choice) else find(rules, point, s, choice)
    if code is None or code >= point.kinds[-1].first + point.kinds[-1].count or code < 0:
        return _fits_no_value(rules, point, str(choice)) or _out_of_place(rules, point, s, str(choice))
    kind = point.kind_of(code)
    if code in rules.legal(kind, s):
        return None
    if kind.refused is None:
        return (Refusal(point.clause, "this cannot come here"),)
    out = []
    for place in kind.refused(s, code - kind.first):
        if place < 0:
            return (Refusal(kind.id, misfit(rules, point, s, code, place, str(choice))),)
        message = kind.messages[place](s, code - kind.first)
        guard = kind.guards[place]
        out.append(Refusal(guard.id, message or rules.clauses[guard.id].statement))
        if kind.lifting is not None:
            out += [Refusal(text, rules.clauses[text].statement) for text in kind.lifting(s, code - kind.first, place)]
    # What meets all requirements, and is not offered, is alike a piece before it.
    return tuple(out) or (Refusal(kind.id, "a piece just like this one stands for it"),)


def _fits_no_value(rules: Rules, point: Point, text: str) -> tuple[Refusal, ...]:
    """A text that is written as a kind of move of this choice is, but stands for no values that may be chosen."""
    wanted = normalised(text) if point.secret is None else normalised(text).removeprefix(SECRETLY)
    kinds = [kind for number, kind in enumerate(point.kinds) if fit_of(rules, point, number, wanted) is not None]
    statements = {kind.id: rules.clauses[kind.id].statement for kind in kinds}
    return tuple(Refusal(id, f"{wanted} is not possible here: {said}".rstrip(": ")) for id, said in statements.items())


def _out_of_place(rules: Rules, point: Point, s: list[int], text: str) -> tuple[Refusal, ...]:
    """A text that is no move here: by the clause that asks for something else, and by its own."""
    statement = rules.clauses[point.clause].statement if point.says is None else point.says(s)
    out = [Refusal(point.clause, f"it is not the time for this; now: {statement}" if statement else "something else is due")]
    wanted = normalised(text)
    for other in rules.machine.points:
        if other is None or other is point or other.player is None:
            continue
        for number, kind in enumerate(other.kinds):
            if fit_of(rules, other, number, wanted) is not None:
                owners = [kind.id, other.clause]
                parent = rules.clauses[other.clause].parent
                owners += [parent] if parent else []
                out += [Refusal(fromkey, rules.clauses[fromkey].statement) for fromkey in dict.fromkeys(owners)
                        if fromkey not in {refusal.clause for refusal in out}]
    parent = rules.clauses[point.clause].parent
    if parent is not None and parent not in {refusal.clause for refusal in out}:
        out.append(Refusal(parent, rules.clauses[parent].statement))
    return tuple(out)


def is_known(rules: Rules, text: str) -> bool:
    """Whether a text is written as a move of the game may be, here or elsewhere."""
    wanted = normalised(text)
    for point in rules.machine.points:
        if point is not None:
            plain = wanted if point.secret is None else wanted.removeprefix(SECRETLY)
            if any(fit_of(rules, point, number, plain) is not None for number in range(len(point.kinds))):
                return True
    return False
