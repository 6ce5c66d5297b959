"""A rule that asks for nothing to the blocks that begin with it: what is left of the blocks that carry it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from ....dsl import ir
from ....dsl.source.fixes import Meant
from ...canonical.free_temps import free_temps
from .ways import BadPosition, Source


def block_before(program: ir.Program, rule_of: Mapping[int, str], rule: str, sources: Sequence[Source],
                 line: int) -> tuple[ir.Block, ir.Block]:
    """The block that carries out a rule that asks for nothing, and what is left of it from there. Raises BadPosition."""
    places = [(block, rest) for block in program.blocks for rest in _rests(block.ops, rule) if _is_known(program, block, rest)]
    if not places:
        raise BadPosition(line, f"`{rule}` asks for nothing, and is carried out inside a loop, a move or another such rule",
                          "name the rule or choice around it")
    names = [rule_of[block.id] for block, _ in places]
    match = next((source for source in sources if source[0] in names), None)
    if match is not None:
        places = [pair for pair, name in zip(places, names, strict=True) if name == match[0]]
        places = places[match[1] - 1 : match[1]] if match[1] else places
    if len(places) != 1:
        numbered = [f"`{name}` {names[:i].count(name) + 1}" if names.count(name) > 1 else f"`{name}`"
                    for i, name in enumerate(names)]
        source = numbered[0].replace("`", "")
        raise BadPosition(line, f"several places carry out `{rule}`: {', '.join(numbered)}",
                          Meant(f"write `at {rule} from {source}`", f"at {rule}", f"at {rule} from {source}"))
    block, rest = places[0]
    return block, evolve(block, id=len(program.blocks), ops=rest, enters=None)


def _rests(ops: tuple[ir.Op, ...], rule: str) -> Iterator[tuple[ir.Op, ...]]:
    """Yield the rest of operations from each place on at which they carry out a rule, with the names given before."""
    for i, op in enumerate(ops):
        names = tuple(node for node in ops[:i] if isinstance(node, ir.Let))
        match op:
            case ir.Do() if op.rule == rule:
                yield (*names, *ops[i:])
            case ir.If(_, then, otherwise):
                yield from ((*names, *rest, *ops[i + 1:]) for part in (then, otherwise) for rest in _rests(part, rule))
            case _:
                # A loop comes back to the rule with other values, so what follows is not known.
                pass


def _is_known(program: ir.Program, block: ir.Block, rest: tuple[ir.Op, ...]) -> bool:
    """Return whether the rest of a block needs no value of the move or roll that led to it."""
    if block.enters is None:
        return True
    number, place = block.enters
    end = program.blocks[number].end
    bounds = end.moves[place].bound if isinstance(end, ir.ChooseMove) else (end.bound,) if isinstance(end, ir.RollValue) else ()
    # The open values of a move are gone once it is made, and no `at` line can give them.
    return not {bound.name for bound in bounds} & set(free_temps((rest, block.end)))
