"""A choice -> its functions beside its legal codes (`listing`): who chooses, refusals, notation, messages."""

from __future__ import annotations

from collections.abc import Iterator

from .....dsl import ir
from .....dsl.types.types import UnionType
from ....runtime.move_codes import out_of_domain_place
from ...plan.listing import applies, requirement
from ..values import naming
from ..values.loops import LoopCode
from .codes import decoded
from .counting import begins
from .listing import ListingCode
from .pieces import ModulePart, piece
from .points import audience, rows_met
from .texts import TextCode


class ChoiceCode:
    """Writes the functions of choices; `late` says that they are written one by one, as they are called."""

    def __init__(self, program: ir.Program, code: LoopCode, listing: ListingCode, texts: TextCode, late: bool) -> None:
        self.program, self.code, self.listing, self.texts, self.late = program, code, listing, texts, late
        self.budget, self.record, self.trace = code.names.budget, code.names.record, code.names.trace

    def choice(self, number: int, choose: ir.ChooseMove, procedure: str) -> Iterator[ModulePart]:
        """The functions of a choice of a clause, each in a piece of its own: a short game calls few of them."""
        yield piece(procedure, naming.player(number), self._player, choose.player)
        if choose.audience is not None:
            yield piece(procedure, naming.audience(number), audience, self.program, self.code, choose.audience)
        if choose.statement is not None:
            yield piece(procedure, naming.statement(number), self._statement, choose.statement)
        if len(choose.moves) > 1:
            yield piece(procedure, naming.listed(number), self._lists, number, choose.moves)
        for i, move in enumerate(choose.moves):
            yield piece(procedure, naming.legal(number, i), self.listing.listing, move, self.listing.legal)
            if choose.otherwise is not None:
                yield piece(procedure, naming.possible(number, i), self.listing.listing, move, self.listing.possible)
            yield piece(procedure, naming.refused(number, i), self._refused, move)
            yield piece(procedure, naming.notation(number, i), self._notation, move, choose.site)
            for j, message in enumerate(_messages(move.guards)):
                yield piece(procedure, naming.message(number, i, j), self._message, move, message)
            if _is_lifted(move):
                yield piece(procedure, naming.lifting(number, i), self._lifted, move)
            if self.trace:
                yield piece(procedure, naming.looked(number, i), self._looked_at, move)
            if self.record:
                yield piece(procedure, naming.note(number, i), self._noted_move, move)

    def _lists(self, name: str, number: int, moves: tuple[ir.MoveOption, ...]) -> Iterator[str]:
        """The function that lists each kind of move, where some share something.

        Where parts are written late, all with several kinds have it: whether these share something is known only then.
        """
        sharing = [self.listing.shares(move) for move in moves]
        # One kind that shares something has nobody to share it with.
        if sum(sharing) > 1 or (self.late and len(moves) > 1):
            yield f"def {name}(s):"
            yield f"    {naming.SHARED} = {{}}"
            passed = [f"s, {naming.SHARED}" if shares else "s" for shares in sharing]
            yield f"    return [{', '.join(f'{naming.legal(number, i)}({arguments})' for i, arguments in enumerate(passed))}]"

    def _player(self, name: str, player: ir.Expr) -> Iterator[str]:
        """The function that gives the seat that chooses."""
        yield f"def {name}(s):"
        yield from begins(self.budget, player)
        yield f"    return {self.code.expr(player)}"

    def _statement(self, name: str, statement: int) -> Iterator[str]:
        """The function that says what a choice is about."""
        yield f"def {name}(s):"
        yield from begins(self.budget, self.program.texts[statement])
        yield f"    return {self.texts.text(self.program.texts[statement])}"

    def _refused(self, name: str, move: ir.MoveOption) -> Iterator[str]:
        """The function that gives the requirements that a combination fails, or the value that is out of its domain."""
        yield f"def {name}(s, code):"
        yield from begins(self.budget, (move.bound, move.guards))
        yield from decoded(move.bound, 1)
        yield "    failed = []"
        for j, bound in enumerate(move.bound):
            # The later values and all requirements may fail for a value out of its domain, so nothing else is asked then.
            domain, condition = (out_of_domain_place(j, is_condition, len(move.bound)) for is_condition in (False, True))
            yield f"    if not {self.code.member(bound.name, bound.domain)}: return [{domain}]"
            if bound.condition is not None:
                yield f"    if not {self.code.expr(bound.condition)}: return [{condition}]"
        for j, guard in enumerate(move.guards):
            yield f"    if not {self.code.expr(requirement(guard))}: failed.append({j})"
            if not guard.exceptions:
                # A requirement may speak of what an earlier one makes sure of.
                yield "    if failed: return failed"
        yield "    return failed"

    def _notation(self, name: str, move: ir.MoveOption, site: int) -> Iterator[str]:
        """The function that writes a combination as players write it."""
        text = self.program.texts[move.notation]
        yield f"def {name}(s, code):"
        yield from begins(self.budget, text)
        yield from decoded(move.bound, 1)
        yield from self._words_left_out(move, site)
        yield f"    return {self.texts.text(text)}"

    def _message(self, name: str, move: ir.MoveOption, text: int | None) -> Iterator[str]:
        """The function that says of a requirement why it refuses a combination."""
        yield f"def {name}(s, code):"
        yield from begins(self.budget, None if text is None else self.program.texts[text])
        yield from decoded(move.bound, 1)
        yield f"    return {self.texts.text(self.program.texts[text]) if text is not None else repr('')}"

    def _lifted(self, name: str, move: ir.MoveOption) -> Iterator[str]:
        """The function that gives the exceptions to exceptions by which a requirement counts again."""
        yield f"def {name}(s, code, place):"
        yield from begins(self.budget, move.guards)
        yield from decoded(move.bound, 1)
        yield "    found = []"
        for j, guard in enumerate(move.guards):
            yield f"    if place == {j}:"
            yield from self._lifting(guard, 2)
            yield "        pass"
        yield "    return found"

    def _looked_at(self, name: str, move: ir.MoveOption) -> Iterator[str]:
        """The function that lists what was asked of a combination, for a watch."""
        yield f"def {name}(s, code):"
        yield from begins(self.budget, move.guards)
        yield from decoded(move.bound, 1)
        yield "    found = []"
        yield from self._looked(move.guards, 0, 1)
        yield "    return found"

    def _noted_move(self, name: str, move: ir.MoveOption) -> Iterator[str]:
        """The function that notes the exceptions and rows that a combination makes use of."""
        yield f"def {name}(s, code):"
        yield from begins(self.budget, move.guards)
        yield from decoded(move.bound, 1)
        for guard in move.guards:
            if guard.exceptions:
                yield f"    if not {self.code.expr(guard.condition)}:"
                yield from self._exceptions_used(guard.exceptions, 2)
        yield from rows_met(self.code, move.bound)
        yield "    return"

    def _words_left_out(self, move: ir.MoveOption, site: int) -> Iterator[str]:
        """Fail for a word such as `none` that a condition leaves out, where the notation reads what only others have."""
        values = [part.value for part in self.program.texts[move.notation].parts if not isinstance(part, str)]
        inside = [node for value in values if not isinstance(value, ir.Temp) for node in ir.inside(value)]
        for bound in move.bound:
            if isinstance(bound.type, UnionType) and bound.condition is not None and ir.Temp(bound.name) in inside:
                # Refused codes are written too, and codes that no condition lets through are among them.
                yield f"    if {bound.name} < 0 and not {self.code.expr(bound.condition)}: raise Fault({site})"

    def _exceptions_used(self, exceptions: tuple[ir.Guard, ...], depth: int) -> Iterator[str]:
        """Note the exceptions that let a move through in spite of a requirement, and those that keep them in force."""
        pad = "    " * depth
        for exception in exceptions:
            yield f"{pad}if {self.code.expr(applies(exception))}: {naming.CLAUSES}.add({exception.id!r})"
            for inner in exception.exceptions:
                if inner.exceptions:
                    yield f"{pad}if {self.code.expr(exception.condition)} and {self.code.expr(inner.condition)}:"
                    yield from self._exceptions_used(inner.exceptions, depth + 1)

    def _looked(self, guards: tuple[ir.Guard, ...], level: int, depth: int) -> Iterator[str]:
        """List the requirements, the exceptions to those that fail, and the exceptions to exceptions that apply."""
        pad = "    " * depth
        for guard in guards:
            yield f"{pad}holds = {self.code.expr(guard.condition)}"
            yield f"{pad}found.append(({guard.id!r}, {level}, bool(holds)))"
            if guard.exceptions:
                yield f"{pad}if {'holds' if level else 'not holds'}:"
                yield from self._looked(guard.exceptions, level + 1, depth + 1)
            # Only up to the one that refuses: what stands behind it may speak of what it makes sure of.
            if not level:
                yield f"{pad}if not {self.code.expr(requirement(guard))}: return found"

    def _lifting(self, guard: ir.Guard, depth: int) -> Iterator[str]:
        """Find the exceptions to exceptions by which a requirement counts again."""
        pad = "    " * depth
        for exception in guard.exceptions:
            for inner in exception.exceptions:
                conjunction = f"{self.code.expr(exception.condition)} and {self.code.expr(applies(inner))}"
                yield f"{pad}if {conjunction}: found.append({inner.id!r})"


def _is_lifted(move: ir.MoveOption) -> bool:
    """Return whether a kind of move has exceptions to exceptions, by which a requirement may count again."""
    return any(exception.exceptions for guard in move.guards for exception in guard.exceptions)


def _messages(guards: tuple[ir.Guard, ...]) -> list[int | None]:
    return [guard.message for guard in guards]
