"""A name in a rulebook -> what an editor shows where the pointer rests on it, in Markdown."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from io import StringIO

from rich.console import Console

from ....dsl import syntax as ast
from ....dsl.driver.compile import Compiled
from ....dsl.symbols.symbols import Constant
from ....dsl.types.types import Type, name_of
from ....interpreter.game.state import State
from ....interpreter.game.viewing.painting import NoPainter
from ...explanations import page_of
from ...table.drawing.picture import picture as drawing
from ..files.names import DeclaredName, NameUse
from ..files.rulebooks import OpenRulebook

# Characters in a line of a position, as wide as editors show a hover without breaking its lines.
WIDTH = 76
# What stands behind the language of an example says how the example is tested.
_EXAMPLE = re.compile(r"^(```\w+) .*$", re.MULTILINE)


def hover(opened: OpenRulebook, use: NameUse) -> str:
    """Describe a name: its kind, its type, its value and its statement for each number of players."""
    declared = use.of
    if declared.span is None:
        return explanation(declared.name) or f"`{declared.name}`: a function of the language"
    lines = [f"**{declared.id}** ({declared.kind.strip('`')})"]
    called, types = call_of(declared), _types(opened, use)
    if called is not None:
        lines.append(f"`{called}`")
    elif types:
        lines.append(", ".join(f"`{declared.name}: {type_}`{players}" for type_, players in types))
    lines += _values(opened, declared)
    lines += _statements(opened, declared)
    reason = opened.files.reasons.get(declared.id)
    if reason is not None:
        lines.append(f"*{reason}*")
    return "\n\n".join(lines)


def explanation(name: str) -> str | None:
    """Return the page about a function of the language, in Markdown that editors show; None if there is none."""
    page = page_of(name)
    return None if page is None else _EXAMPLE.sub(r"\1", page)


def drawn(state: State) -> str:
    """Return a position in Markdown as the table draws it on a terminal: who is to move, boards and fields."""
    console = Console(file=StringIO(), width=WIDTH, highlight=False, no_color=True)
    console.print(drawing(state.rules, state))
    assert isinstance(console.file, StringIO)
    lines = (line.rstrip() for line in console.file.getvalue().strip("\n").split("\n"))
    return "\n".join(("```text", f"{_next(state)}\n", *lines, "```"))


def _next(state: State) -> str:
    """Return the next choice or roll of a position with its player, or the end of the game."""
    decisions = state.rules.decisions
    point = decisions.point(state)
    return f"over by {decisions.ended_by(state)}" if point is None else f"{decisions.mover(state)} to move: {point.label}"


def picture(state: State) -> str:
    """Return a position as a picture in Markdown; as text where its game has no pictures."""
    try:
        svg = state.picture()
    except NoPainter:
        return drawn(state)
    return f"![the position](data:image/svg+xml;base64,{b64encode(svg.encode()).decode()})"


def value_of(compiled: Compiled, name: str) -> str | None:
    """Return the value of a constant or parameter for one number of players, as the rulebook writes it."""
    meaning = None if compiled.symbols is None else compiled.symbols.names.globals.get(name)
    return name_of(meaning.type, meaning.value) if isinstance(meaning, Constant) else None


def values_taken(declared: DeclaredName) -> tuple[str, ...]:
    """Return the values that a function, rule or event takes, each with its type."""
    params: tuple[ast.Param, ...] = getattr(declared.node, "params", ())
    return tuple(f"{param.name}: {param.type.span.text}" for param in params)


def call_of(declared: DeclaredName) -> str | None:
    """Return how a function, rule or event is called, as `score(p: player): 0..9`; None where it takes no values."""
    taken = values_taken(declared)
    gives = f": {declared.node.type.span.text}" if isinstance(declared.node, ast.Function) else ""
    return f"{declared.name}({', '.join(taken)}){gives}" if taken else None


def _types(opened: OpenRulebook, use: NameUse) -> list[tuple[str, str]]:
    """Return the type of a name: one for all numbers of players, or each with the numbers that have it."""
    declared = use.of
    players_of: dict[str, list[str]] = {}
    # The value of a constant says more than the narrow type that a use of it has.
    if not isinstance(declared.node, ast.Constant | ast.Parameter):
        for compiled in opened.rulebooks:
            type_ = _type_of(compiled, use)
            if type_ is not None:
                players_of.setdefault(str(type_), []).append(_players(compiled))
    written = _type_in(declared)
    if not players_of and written is not None:
        players_of[written] = []
    return [(type_, "" if len(players_of) == 1 else f" ({', '.join(players)} players)")
            for type_, players in players_of.items()]


def _type_of(compiled: Compiled, use: NameUse) -> Type | None:
    """Return the type of a use for one number of players; of a name inside a rule also where it is declared."""
    if compiled.typing is None:
        return None
    if use.node is not None:
        return compiled.typing.types.get(use.node)
    local = None if use.of.node is None else compiled.typing.locals.get(use.of.node)
    return None if local is None else local.type


def _type_in(declared: DeclaredName) -> str | None:
    node = declared.node
    return node.type.span.text if isinstance(node, ast.Field | ast.Column | ast.Param | ast.Parameter | ast.Function) else None


def values_of(opened: OpenRulebook, declared: DeclaredName) -> list[tuple[str, str]]:
    """Return the value of a constant or parameter for each number of players that it has one for."""
    if not isinstance(declared.node, ast.Constant | ast.Parameter):
        return []
    values = ((_players(compiled), value_of(compiled, declared.name)) for compiled in opened.rulebooks)
    return [(players, value) for players, value in values if value is not None]


def _values(opened: OpenRulebook, declared: DeclaredName) -> Iterator[str]:
    """Yield the value of a constant or parameter, for each number of players where it depends on them."""
    values = values_of(opened, declared)
    if len({value for _, value in values}) == 1:
        yield f"= {values[0][1]}"
    elif values:
        yield "= " + ", ".join(f"{value} ({players} players)" for players, value in values)


def _statements(opened: OpenRulebook, declared: DeclaredName) -> Iterator[str]:
    """Yield the statements of a clause: one where it is the same for all numbers of players, else one for each."""
    # The text of a requirement is a message with values: with nouns in their place it could say `a number is not a number`.
    stated: dict[str, list[str]] = {}
    for compiled in opened.rulebooks:
        clauses = () if compiled.program is None else compiled.program.clauses
        for clause in clauses:
            if clause.id == declared.id and clause.statement:
                statement_of_clause = clause.as_written() if clause.kind == "requirement" else clause.statement
                stated.setdefault(statement_of_clause, []).append(_players(compiled))
    for statement, players in stated.items():
        yield statement if len(stated) == 1 else f"{statement} ({', '.join(players)} players)"


def _players(compiled: Compiled) -> str:
    return "" if compiled.symbols is None else str(compiled.symbols.seating.players)
