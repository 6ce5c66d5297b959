"""The stack of rules being carried out in a position, outermost first, with their arguments."""

from __future__ import annotations

from attrs import frozen

from ..runtime.cells import write
from .state import State
from .viewing.event_log import HIDDEN_VALUE


@frozen
class Frame:
    """A rule being carried out: its clause, what that says here, and what its parameters are, in words.

    What not all may know is `?`.
    """

    clause: str
    statement: str
    arguments: tuple[tuple[str, str], ...] = ()


def call_stack(state: State) -> tuple[Frame, ...]:
    """The rules being carried out, the outermost first, and last the choice or roll that is due. Empty at the end."""
    rules = state.rules
    point = rules.decisions.point(state)
    if point is None:
        return ()
    program, s = rules.program, state.slots
    suspending = {procedure.name: procedure for procedure in program.suspending}
    rule_of = rules.analyses.rule_of_block
    says = rules.explainer.asks(state)
    out = [Frame(point.clause, says)]
    name = rule_of[point.block]
    while name in suspending:
        procedure = suspending[name]
        arguments = tuple((param, HIDDEN_VALUE if param in procedure.hidden else write(type_, s[slot], rules.seats))
                          for param, slot, type_ in procedure.params)
        if name in rules.clauses:
            out.append(Frame(name, rules.clauses[name].filled(dict(arguments)), arguments))
        # A rule that waits keeps the block to return to in a slot, and
        # that block belongs to its caller: the slots are the stack.
        name = rule_of[s[procedure.back]]
    return tuple(reversed(out))


def countdown(state: State) -> int | None:
    """The slot that says how many rounds are left of the `repeat ... times` right around the choice or roll that is due.

    None where there is none, or the choice stands in another loop inside it.
    """
    point = state.rules.decisions.point(state)
    program = state.rules.program
    loops = () if point is None else program.blocks[point.block].loops
    frame = program.loops[loops[-1]] if loops else None
    return None if frame is None or frame.name or frame.value < 0 else frame.value


def rules_around(state: State) -> tuple[str, ...]:
    """The names of the rules that are being carried out, the innermost first, and `play`. Empty at the end."""
    point = state.rules.decisions.point(state)
    if point is None:
        return ()
    rule_of = state.rules.analyses.rule_of_block
    backs = {procedure.name: procedure.back for procedure in state.rules.program.suspending}
    out = [rule_of[point.block]]
    while out[-1] in backs:
        out.append(rule_of[state.slots[backs[out[-1]]]])
    return tuple(out)
