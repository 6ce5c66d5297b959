"""Moves as text: which move a text stands for, and why it is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from ..dsl import ir
from ..dsl.types import EnumType, Type, UnionType, values
from .blaming import told_at
from .cells import write
from .codes import decode, encode
from .faults import RulebookFault
from .machine import Point
from .misfit import misfit
from .spelling import normalised
from .state import Choice, Refusal

if TYPE_CHECKING:
    from .rules import Rules

MAX_TRIED = 200_000
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
    program = rules.program
    refused: list[int] = []
    for number, kind in enumerate(point.kinds):
        bounds = bounds_of(program, point, number)
        meant: list[int] = []
        for code in _candidates(program, point, number, wanted, rules.seats, s):
            settled = _settled(program, bounds, code, s) + kind.first
            legal = rules.legal(kind, s)
            if settled in legal and _names_all(program, point, number):
                return settled
            (meant if settled in legal else refused).append(settled)
        if len(set(meant)) > 1 and point.player is not None:
            raise written_alike(rules, kind.id, kind.written(s, meant[0] - kind.first))
        if meant:
            return meant[0]
    return max(refused, key=lambda code: _how_near(point, s, code), default=None)


def _names_all(program: ir.Program, point: Point, number: int) -> bool:
    """Whether each open value of a kind of move stands in its notation as it is, so that it is written like no other."""
    named = {part.value.name for part in text_of(program, point, number).parts
             if not isinstance(part, str) and isinstance(part.value, ir.Temp)}
    return all(bound.name in named for bound in bounds_of(program, point, number))


def written_alike(rules: Rules, clause: str, text: str) -> RulebookFault:
    """The fault of a choice that offers two moves which differ, and are written the same."""
    return told_at(rules.program, (clause,), f"two moves that are not the same are both written `{text}`")


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


def _candidates(program: ir.Program, point: Point, number: int, wanted: str, seats: list[str],
                s: list[int]) -> Iterator[int]:
    """The codes of a kind of move that are written like this."""
    bounds = bounds_of(program, point, number)
    parts = text_of(program, point, number).parts
    pattern = "".join(re.escape(re.sub(r"\s+", " ", part)) if isinstance(part, str) else "(.+?)" for part in parts)
    match = re.fullmatch(pattern, wanted)
    if match is None:
        return
    groups = iter(match.groups())
    fixed: dict[str, str] = {}
    for part in parts:
        if not isinstance(part, str):
            word = next(groups)
            if isinstance(part.value, ir.Temp):
                fixed[part.value.name] = word
    options = []
    for bound in bounds:
        all_values = values(bound.type)
        if bound.name in fixed:
            all_values = tuple(v for v in all_values if write(bound.type, v, seats) == fixed[bound.name])
        options.append(all_values)
    kind = point.kinds[number]
    for tried, combination in enumerate(product(*options)):
        if tried > MAX_TRIED:
            return
        code = encode(bounds, combination)
        try:
            written = kind.written(s, code)
        except (IndexError, ValueError):
            continue
        if normalised(written) == wanted:
            yield code


def _settled(program: ir.Program, bounds: tuple[ir.Bound, ...], code: int, s: list[int]) -> int:
    """The code with each space that stands for its region replaced by that region."""
    boards = {board.region.name: board for board in program.boards if board.region is not None}
    out = []
    for bound, value in zip(bounds, decode(bounds, code), strict=True):
        out.append(_settled_value(bound.type, value, boards, s))
    return encode(bounds, tuple(out))


def _settled_value(type_: Type, value: int, boards: dict[str, ir.BoardShape], s: list[int]) -> int:
    part = type_.part(value) if isinstance(type_, UnionType) else (type_, value)
    base, own = part or (type_, value)
    board = boards.get(base.name) if isinstance(base, EnumType) and base.kind == "region" else None
    if board is None or board.roots is None:
        return value
    return value - own + s[board.roots + own]


def explain(rules: Rules, point: Point, s: list[int], choice: Choice | str) -> tuple[Refusal, ...] | None:
    """Why a choice is refused at this point, the deciding clauses first; None when it is legal."""
    code = choice.code if isinstance(choice, Choice) else find(rules, point, s, choice)
    if code is None or code >= point.kinds[-1].first + point.kinds[-1].count or code < 0:
        return _out_of_place(rules, point, s, str(choice))
    kind = point.kind_of(code)
    if code in rules.legal(kind, s):
        return None
    if kind.refused is None:
        return (Refusal(point.clause, "this cannot come here"),)
    out = []
    for place in kind.refused(s, code - kind.first):
        if place < 0:
            return (Refusal(kind.id, misfit(rules, point, s, code, place)),)
        message = kind.messages[place](s, code - kind.first)
        guard = kind.guards[place]
        out.append(Refusal(guard.id, message or rules.clauses[guard.id].statement))
        if kind.lifting is not None:
            out += [Refusal(one, rules.clauses[one].statement) for one in kind.lifting(s, code - kind.first, place)]
    # What meets all requirements, and is not offered, is alike a piece before it.
    return tuple(out) or (Refusal(kind.id, "a piece just like this one stands for it"),)


def _out_of_place(rules: Rules, point: Point, s: list[int], text: str) -> tuple[Refusal, ...]:
    """A text that is no move here: by the clause that asks for something else, and by its own."""
    statement = rules.clauses[point.clause].statement if point.says is None else point.says(s)
    out = [Refusal(point.clause, f"it is not the time for this; now: {statement}" if statement else "something else is due")]
    wanted = normalised(text)
    for other in rules.machine.points:
        if other is None or other is point or other.player is None:
            continue
        for number, kind in enumerate(other.kinds):
            try:
                elsewhere = any(True for _ in _candidates(rules.program, other, number, wanted, rules.seats, s))
            except (IndexError, ValueError, KeyError, ZeroDivisionError):
                continue
            if elsewhere:
                owners = [kind.id, other.clause]
                parent = rules.clauses[other.clause].parent
                owners += [parent] if parent else []
                out += [Refusal(one, rules.clauses[one].statement) for one in dict.fromkeys(owners)
                        if one not in {refusal.clause for refusal in out}]
    parent = rules.clauses[point.clause].parent
    if parent is not None and parent not in {refusal.clause for refusal in out}:
        out.append(Refusal(parent, rules.clauses[parent].statement))
    return tuple(out)


def is_known(rules: Rules, text: str, s: list[int]) -> bool:
    """Whether a text is the notation of any move of the game at all."""
    wanted = normalised(text)
    for point in rules.machine.points:
        if point is None:
            continue
        plain = wanted if point.secret is None else wanted.removeprefix(SECRETLY)
        for number in range(len(point.kinds)):
            try:
                if any(True for _ in _candidates(rules.program, point, number, plain, rules.seats, s)):
                    return True
            except (IndexError, ValueError):
                continue
    return False
