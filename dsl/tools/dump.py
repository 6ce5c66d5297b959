"""Print any stage of the compiler as text: words, syntax, types, or the compiled rules.

The text is stable: the same rulebook gives the same lines, whatever machine it is on, so that a
change of the compiler shows as a difference of dumps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath

import attrs

from .. import ir
from .. import syntax as ast
from ..check import Typing
from ..driver.compile import Compiled, analyse
from ..load.loader import Files
from ..parse.grammar import tokens
from ..source.diagnostics import Diagnostics, RulebookError
from ..source.span import Span
from ..syntax.walk import nodes_in, parts_of
from ..types.types import Type

STAGES = ("tokens", "ast", "types", "ir")


def dump(stage: str, files: Files, players: int | None = None, parameters: Mapping[str, str | int] | None = None) -> str:
    """Return a stage of compiling a rulebook, as text; `players` is the fewest that can play if it is None.

    Raises RulebookError when the rulebook does not get as far as the stage.
    """
    match stage:
        case "tokens":
            lines = _tokens(files)
        case "ast":
            lines = _syntax(files)
        case "types":
            compiled = _compiled(files, players, parameters or {})
            assert compiled.typing is not None, "types are given when there are no mistakes"
            lines = _types(files, compiled.typing)
        case "ir":
            compiled = _compiled(files, players, parameters or {})
            assert compiled.program is not None, "a program is made when there are no mistakes"
            lines = _program(compiled.program)
        case _:
            raise ValueError(f"there is no stage {stage!r}; there are {', '.join(STAGES)}")
    return "".join(f"{line}\n" for line in lines)


def _compiled(files: Files, players: int | None, parameters: Mapping[str, str | int]) -> Compiled:
    diagnostics = Diagnostics()
    # Mistakes of the parser first: with one of them no program is made, and all are reported together.
    diagnostics.extend(files.diagnostics.sorted())
    header = next((declaration for declaration in files.declarations if isinstance(declaration, ast.Rulebook)), None)
    count = players if players is not None else header.fewest if header is not None else 1
    compiled = analyse(files.declarations, count, parameters, diagnostics)
    if compiled.program is None:
        raise RulebookError(compiled.diagnostics)
    return compiled


# ---- Words and syntax ------------------------------------------------------------------------


def _tokens(files: Files) -> Iterator[str]:
    for source in files.sources:
        yield f"file {PurePath(source.name).name}"
        for line, column, kind, text in tokens(source):
            yield f"  {f'{line}:{column}':<8}{kind:<12}{'' if kind.startswith('_') else text}".rstrip()


def _syntax(files: Files) -> Iterator[str]:
    for declaration in files.declarations:
        yield from _tree(declaration, "", "")


def _tree(value: object, label: str, indent: str) -> Iterator[str]:
    """Yield a node with its parts below it; parts that are absent or empty are left out."""
    if isinstance(value, ast.Node):
        plain = {name: getattr(value, name) for name in parts_of(type(value))}
        words = [f"{name}={_word(part)}" for name, part in plain.items() if _is_word(part)]
        yield " ".join([f"{indent}{label}{type(value).__name__}", *words, f"@{value.span.line}:{value.span.column}"])
        for name, part in plain.items():
            if not _is_word(part):
                yield from _tree(part, f"{name}: ", indent + "  ")
    elif isinstance(value, tuple):
        for part in value:
            yield from _tree(part, label, indent)
    elif value is not None:
        yield f"{indent}{label}{_word(value)}"


def _is_word(value: object) -> bool:
    return isinstance(value, str | int | frozenset)


def _word(value: object) -> str:
    if isinstance(value, frozenset):
        # Sorted: the order of a set changes from one process to the next.
        return "{" + ", ".join(sorted(map(str, value))) + "}"
    return repr(value) if isinstance(value, str) and not value.isidentifier() else str(value)


# ---- Types -----------------------------------------------------------------------------------


def _types(files: Files, typing: Typing) -> Iterator[str]:
    """Yield each expression that has a type: where, as written, its type, and whether it stands for its region."""
    for node in nodes_in(files.declarations):
        type_ = typing.types.get(node)
        if type_ is not None:
            region = " (its region)" if node in typing.promote_to_region else ""
            yield f"{_place(node.span)}  {node.span.whole}  :  {type_}{region}"


def _place(span: Span) -> str:
    return f"{PurePath(span.source.name).name}:{span.line}:{span.column}"


# ---- The compiled rules ----------------------------------------------------------------------


def _program(program: ir.Program) -> Iterator[str]:
    yield f"program {program.name}: {program.players} of {program.fewest}..{program.most} players, {program.size} slots"
    yield from (f"parameter {name} = {value}" for name, value in program.parameters)
    yield from _slots(program)
    yield from (f"table {name}: {_short(values)}" for name, values in program.tables)
    for function in program.functions:
        yield f"function {function.name}({', '.join(function.params)})"
        yield from _value(function.value, "  ")
    for procedure in program.procedures:
        yield f"procedure {procedure.name}({', '.join(procedure.params)})"
        yield from _ops(procedure.body, "  ")
    for rule in program.suspending:
        params = ", ".join(f"{name} @{slot}: {type_}" for name, slot, type_ in rule.params)
        yield f"suspending procedure {rule.name}({params}) begins at block {rule.entry}, returns by slot {rule.back}"
        if rule.hidden:
            yield f"  hidden from some: {', '.join(rule.hidden)}"
    for number, loop in enumerate(program.loops):
        yield f"loop {number}: {_short(loop)}"
    for block in program.blocks:
        yield from _block(block, program.entry)
    yield from _rest(program)


def _slots(program: ir.Program) -> Iterator[str]:
    for field in program.fields:
        owner = f" of each {field.owner}" if field.owner is not None else ""
        marks = "".join(f", {mark}" for mark in (field.merge and f"merge {field.merge}",
                                                 field.seen_by and f"seen by {field.seen_by}") if mark)
        first = program.start[field.base: field.base + field.width]
        start = str(first[0]) if len(set(first)) == 1 else " ".join(map(str, first))
        yield f"field {field.name}{owner}: {field.type} @{field.base}+{field.width} = {start}{marks}"
    for local in program.locals:
        yield f"local {local.rule} {local.name}: {local.type} @{local.base}+{local.width}"


def _block(block: ir.Block, entry: int) -> Iterator[str]:
    marks = [" (entry)" if block.id == entry else "",
             f" in loops {', '.join(map(str, block.loops))}" if block.loops else "",
             f" enters move {block.enters[1]} of block {block.enters[0]}" if block.enters else ""]
    yield f"block {block.id} [{block.label}] of {block.clause}{''.join(marks)}"
    yield from _ops(block.ops, "  ")
    match block.end:
        case ir.ChooseMove(moves=moves):
            yield f"  {_short(attrs.evolve(block.end, moves=()))}"
            yield from (f"    {_short(move)}" for move in moves)
        case _:
            # All other ends of a block fit on one line.
            yield f"  {_short(block.end)}"


def _ops(ops: tuple[ir.Op, ...], indent: str) -> Iterator[str]:
    for op in ops:
        match op:
            case ir.If(condition, then, otherwise):
                yield f"{indent}If {_short(condition)}"
                yield from _ops(then, indent + "  ")
                if otherwise:
                    yield f"{indent}Else"
                    yield from _ops(otherwise, indent + "  ")
            case ir.For(body=body) | ir.Loop(body=body):
                yield f"{indent}{_short(attrs.evolve(op, body=()))}"
                yield from _ops(body, indent + "  ")
            case _:
                # All other operations fit on one line.
                yield f"{indent}{_short(op)}"


def _value(value: ir.Value, indent: str) -> Iterator[str]:
    for exception in value.exceptions:
        over = f" over {', '.join(map(str, exception.over))}" if exception.over else ""
        yield f"{indent}exception {exception.id}{over}: {_short(exception.condition)}"
        yield from _value(exception.value, indent + "  ")
    yield from _ops(value.lets, indent)
    yield f"{indent}gives {_short(value.gives)}"


def _rest(program: ir.Program) -> Iterator[str]:
    yield from (f"text {i}: {_short(text)}" for i, text in enumerate(program.texts))
    yield from (f"end {_short(end)}" for end in program.ends)
    yield from (f"invariant {name}: {_short(value)}" for name, value in program.invariants)
    yield from (f"invariant {name} of each step: {_short(value)}" for name, value in program.step_invariants)
    yield from (f"symmetry {_short(symmetry)}" for symmetry in program.symmetries)
    yield from (f"score of each {owner} {name}: {_short(value)}" for owner, name, value in program.scores)
    yield from (f"board {_short(board)}" for board in program.boards)
    yield from (f"pieces {_short(piece)}" for piece in program.pieces)
    yield from (f"event {_short(event)}" for event in program.events)
    yield from (f"site {i}: {_place(site.span)} {site.clause}: {site.what}" for i, site in enumerate(program.sites))
    for clause in program.clauses:
        parent = f" in {clause.parent}" if clause.parent else ""
        yield f"clause {clause.kind} {clause.id}{parent}: {clause.statement}".rstrip()


def _short(value: object) -> str:
    """Return a part of the compiled rules on one line; what stands at its default is left out."""
    match value:
        case ir.Const(number):
            return str(number)
        case ir.Temp(name):
            return name
        case ir.Slot(base, steps):
            return f"s[{' + '.join([str(base), *map(_step, steps)])}]"
        case tuple():
            return "(" + ", ".join(_short(record) for record in value) + ")"
        case None | str() | int():
            return str(value)
        case _:
            # A type or record: written below by its fields.
            pass
    kind = type(value)
    if isinstance(value, Type) or not attrs.has(kind):
        return str(value)
    parts = [_short(getattr(value, field.name)) for field in attrs.fields(kind) if getattr(value, field.name) != field.default]
    return f"{kind.__name__}({', '.join(parts)})"


def _step(step: ir.Step) -> str:
    index = _short(step.index)
    shifted = f"({index} - {step.low})" if step.low else index
    return shifted if step.stride == 1 else f"{step.stride} * {shifted}"
