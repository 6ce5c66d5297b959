"""The functions of a choice or roll beside its legal codes (`listing`): refusals, notation, weights; and texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Concatenate, ParamSpec

from .....dsl import ir
from .....dsl.types.types import UnionType, size
from ....runtime.move_codes import out_of_domain_place
from ...plan.apart import may_repeat
from ..values import naming
from .listing import ListingWriter
from .pieces import Piece

P = ParamSpec("P")


class ChoiceWriter(ListingWriter):
    """Writes the functions of the points of a program, where the machine waits."""

    # -- choices ---------------------------------------------------------------------------------

    def choice(self, number: int, choose: ir.ChooseMove) -> Iterator[Piece]:
        """The functions of a choice, each in a piece of its own: a short game calls few of them."""
        yield _piece(naming.player(number), self.player, choose.player)
        if choose.audience is not None:
            yield _piece(naming.audience(number), self.audience, choose.audience)
        if choose.statement is not None:
            yield _piece(naming.statement(number), self.statement, choose.statement)
        if len(choose.moves) > 1:
            yield Piece((naming.listed(number),), partial(self.lists, number, choose.moves))
        for i, move in enumerate(choose.moves):
            yield _piece(naming.legal(number, i), self.listing, move, self.legal)
            if choose.otherwise is not None:
                yield _piece(naming.possible(number, i), self.listing, move, self.possible)
            yield _piece(naming.refused(number, i), self.refused, move)
            yield _piece(naming.notation(number, i), self.notation, move, choose.site)
            for j, message in enumerate(_messages(move.guards)):
                yield _piece(naming.message(number, i, j), self.message, move, message)
            if is_lifted(move):
                yield _piece(naming.lifting(number, i), self.lifted, move)
            if self.trace:
                yield _piece(naming.looked(number, i), self.looked_at, move)
            if self.record:
                yield _piece(naming.note(number, i), self.noted_move, move)

    def player(self, name: str, player: ir.Expr) -> Iterator[str]:
        """The function that gives the seat that chooses."""
        yield f"def {name}(s):"
        yield from self.begins(player)
        yield f"    return {self.code.expr(player)}"

    def statement(self, name: str, statement: int) -> Iterator[str]:
        """The function that says what a choice is about."""
        yield f"def {name}(s):"
        yield from self.begins(self.program.texts[statement])
        yield f"    return {self.text(self.program.texts[statement])}"

    def refused(self, name: str, move: ir.MoveOption) -> Iterator[str]:
        """The function that gives the requirements that a combination fails, or the value that is out of its domain."""
        yield f"def {name}(s, code):"
        yield from self.begins((move.bound, move.guards))
        yield from self.decode(move.bound, 1)
        yield "    failed = []"
        for j, bound in enumerate(move.bound):
            # The later values and all requirements may fail for a value out of its domain, so nothing else is asked then.
            domain, condition = (out_of_domain_place(j, is_condition, len(move.bound)) for is_condition in (False, True))
            yield f"    if not {self.code.member(bound.name, bound.domain)}: return [{domain}]"
            if bound.condition is not None:
                yield f"    if not {self.code.expr(bound.condition)}: return [{condition}]"
        for j, guard in enumerate(move.guards):
            yield f"    if not {self.guard(guard)}: failed.append({j})"
            if not guard.exceptions:
                # A requirement may speak of what an earlier one makes sure of.
                yield "    if failed: return failed"
        yield "    return failed"

    def notation(self, name: str, move: ir.MoveOption, site: int) -> Iterator[str]:
        """The function that writes a combination as players write it."""
        text = self.program.texts[move.notation]
        yield f"def {name}(s, code):"
        yield from self.begins(text)
        yield from self.decode(move.bound, 1)
        yield from self.words_left_out(move, site)
        yield f"    return {self.text(text)}"

    def message(self, name: str, move: ir.MoveOption, text: int | None) -> Iterator[str]:
        """The function that says of a requirement why it refuses a combination."""
        yield f"def {name}(s, code):"
        yield from self.begins(None if text is None else self.program.texts[text])
        yield from self.decode(move.bound, 1)
        yield f"    return {self.text(self.program.texts[text]) if text is not None else repr('')}"

    def lifted(self, name: str, move: ir.MoveOption) -> Iterator[str]:
        """The function that gives the exceptions to exceptions by which a requirement counts again."""
        yield f"def {name}(s, code, place):"
        yield from self.begins(move.guards)
        yield from self.decode(move.bound, 1)
        yield "    found = []"
        for j, guard in enumerate(move.guards):
            yield f"    if place == {j}:"
            yield from self.lifting(guard, 2)
            yield "        pass"
        yield "    return found"

    def looked_at(self, name: str, move: ir.MoveOption) -> Iterator[str]:
        """The function that lists what was asked of a combination, for a watch."""
        yield f"def {name}(s, code):"
        yield from self.begins(move.guards)
        yield from self.decode(move.bound, 1)
        yield "    found = []"
        yield from self.looked(move.guards, 0, 1)
        yield "    return found"

    def noted_move(self, name: str, move: ir.MoveOption) -> Iterator[str]:
        """The function that notes the exceptions and rows that a combination makes use of."""
        yield f"def {name}(s, code):"
        yield from self.begins(move.guards)
        yield from self.decode(move.bound, 1)
        for guard in move.guards:
            if guard.exceptions:
                yield f"    if not {self.code.expr(guard.condition)}:"
                yield from self.exceptions_used(guard.exceptions, 2)
        yield from self.rows_met(move.bound)
        yield "    return"

    def words_left_out(self, move: ir.MoveOption, site: int) -> Iterator[str]:
        """Fail for a word such as `none` that a condition leaves out, where the notation reads what only others have."""
        values = [part.value for part in self.program.texts[move.notation].parts if not isinstance(part, str)]
        inside = [node for value in values if not isinstance(value, ir.Temp) for node in ir.inside(value)]
        for bound in move.bound:
            if isinstance(bound.type, UnionType) and bound.condition is not None and ir.Temp(bound.name) in inside:
                # Refused codes are written too, and codes that no condition lets through are among them.
                yield f"    if {bound.name} < 0 and not {self.code.expr(bound.condition)}: raise Fault({site})"

    def rows_met(self, bounds: tuple[ir.Bound, ...]) -> Iterator[str]:
        """Note the rows that a move or roll is about."""
        for bound in bounds:
            yield from (f"    {note}" for note in self.names.rows.met(bound.name, bound.type))

    def exceptions_used(self, exceptions: tuple[ir.Guard, ...], depth: int) -> Iterator[str]:
        """Note the exceptions that let a move through in spite of a requirement, and those that keep them in force."""
        pad = "    " * depth
        for exception in exceptions:
            yield f"{pad}if {self.exception(exception)}: {naming.CLAUSES}.add({exception.id!r})"
            for inner in exception.exceptions:
                if inner.exceptions:
                    yield f"{pad}if {self.code.expr(exception.condition)} and {self.code.expr(inner.condition)}:"
                    yield from self.exceptions_used(inner.exceptions, depth + 1)

    def looked(self, guards: tuple[ir.Guard, ...], level: int, depth: int) -> Iterator[str]:
        """List the requirements, the exceptions to those that fail, and the exceptions to exceptions that apply."""
        pad = "    " * depth
        for guard in guards:
            yield f"{pad}holds = {self.code.expr(guard.condition)}"
            yield f"{pad}found.append(({guard.id!r}, {level}, bool(holds)))"
            if guard.exceptions:
                yield f"{pad}if {'holds' if level else 'not holds'}:"
                yield from self.looked(guard.exceptions, level + 1, depth + 1)
            # Only up to the one that refuses: what stands behind it may speak of what it makes sure of.
            if not level:
                yield f"{pad}if not {self.guard(guard)}: return found"

    def lifting(self, guard: ir.Guard, depth: int) -> Iterator[str]:
        """Find the exceptions to exceptions by which a requirement counts again."""
        pad = "    " * depth
        for exception in guard.exceptions:
            for inner in exception.exceptions:
                yield f"{pad}if {self.code.expr(exception.condition)} and {self.exception(inner)}: found.append({inner.id!r})"

    # -- chance ----------------------------------------------------------------------------------

    def outcomes(self, roll: ir.RollValue) -> ir.MoveOption:
        """A roll as a kind of move."""
        return ir.MoveOption(roll.clause, (roll.bound,), (), roll.notation, roll.to, 0, size(roll.bound.type))

    def roll(self, number: int, roll: ir.RollValue) -> Iterator[Piece]:
        """The functions of a roll, each in a piece of its own."""
        yield _piece(naming.legal(number), self.listing, self.outcomes(roll), self.legal)
        if self.weighs(roll):
            yield _piece(naming.weight(number), self.weight, roll)
        if self.record:
            yield _piece(naming.note(number), self.noted_roll, roll)
        yield _piece(naming.notation(number), self.notation_of_roll, roll)
        if roll.audience is not None:
            yield _piece(naming.audience(number), self.audience, roll.audience)

    def noted_roll(self, name: str, roll: ir.RollValue) -> Iterator[str]:
        """The function that notes the rows that an outcome makes use of."""
        yield f"def {name}(s, code):"
        yield from self.decode((roll.bound,), 1)
        yield from self.rows_met((roll.bound,))
        yield "    return"

    def notation_of_roll(self, name: str, roll: ir.RollValue) -> Iterator[str]:
        """The function that writes an outcome as players write it."""
        yield f"def {name}(s, code):"
        yield from self.decode((roll.bound,), 1)
        yield f"    return {self.text(self.program.texts[roll.notation])}"

    def weighs(self, roll: ir.RollValue) -> bool:
        """Return whether outcomes are not all equally heavy."""
        bound = roll.bound
        return roll.weight is not None or self.alike.key(bound.type) is not None or may_repeat(bound.domain, self.tables)

    def weight(self, name: str, roll: ir.RollValue) -> Iterator[str]:
        """The function that gives how heavy an outcome is: as often as it, or what is just like it, is among the values."""
        bound, key = roll.bound, self.alike.key(roll.bound.type)
        several = key is not None or may_repeat(bound.domain, self.tables)
        kind = bound.name if key is None else f"{key}(s, {bound.name})"
        with self.names.rows.listing((bound,)):
            each = "1" if roll.weight is None else self.code.expr(roll.weight)
            clause = self.code.clause(bound, *self.budget.are_long((bound,), roll.weight)) if several else ""
        yield f"def {name}(s, code):"
        yield from self.decode((bound,), 1)
        if not several:
            yield f"    return {each}"
            return
        yield f"    kind = {kind}"
        yield f"    return sum([{each} {clause}{' and' if bound.condition is not None else ' if'} {kind} == kind])"

    def audience(self, name: str, audience: ir.Audience) -> Iterator[str]:
        """The function that gives the seats that see what is decided."""
        seats = "()"
        if audience.of is not None:
            of = self.code.expr(audience.of)
            side_of = self.program.side_of
            seats = f"({of},)" if audience.kind == "player" else f"seats_of({side_of!r}, {of})"
        yield f"def {name}(s):"
        yield f"    return frozenset({seats})"

    # -- texts -----------------------------------------------------------------------------------

    def text(self, text: ir.TextOf) -> str:
        parts = [repr(part) if isinstance(part, str) else self.words.written(self.code.expr(part.value), part.type, part.spoken)
                 for part in text.parts]
        return " + ".join(parts) or "''"


def _piece(name: str, write: Callable[Concatenate[str, P], Iterator[str]], *arguments: P.args, **named: P.kwargs) -> Piece:
    """The piece of one function."""
    return Piece((name,), partial(write, name, *arguments, **named))


def is_lifted(move: ir.MoveOption) -> bool:
    """Return whether a kind of move has exceptions to exceptions, by which a requirement may count again."""
    return any(exception.exceptions for guard in move.guards for exception in guard.exceptions)


def _messages(guards: tuple[ir.Guard, ...]) -> list[int | None]:
    return [guard.message for guard in guards]
