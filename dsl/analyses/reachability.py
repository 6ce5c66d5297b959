"""Check the rules as a whole: is every clause reached, does every loop end, do two moves look alike?

What can be shown at compile time is an error here. What cannot (a loop that goes round without a
choice because of what the position is) is a fault in play that names the place.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from difflib import get_close_matches
from itertools import pairwise

from .. import syntax as ast
from ..check import Typing
from ..check.scope.typing import is_scalar
from ..check.statements.statements import always_leaves, has_stop
from ..source.diagnostics import Diagnostics
from ..source.fixes import Fix, Meant, line_behind
from ..source.span import Span
from ..symbols.symbols import Constant, RuleInfo, SymbolTable
from ..syntax.walk import blocks, nodes_in, statements
from ..types.types import UNKNOWN, EnumType, Type
from .call_graph import CallGraph
from .conflicts import conflicts
from .look_ahead import supposed_rules

Bodies = tuple[tuple[str, tuple[ast.Stmt, ...]], ...]


def verify(symbols: SymbolTable, typing: Typing, calls: CallGraph, diagnostics: Diagnostics) -> None:
    """Check a rulebook in which every name and type is right."""
    bodies = tuple(_bodies(symbols))
    _reached(symbols, typing, calls, diagnostics)
    _checked(symbols, bodies, diagnostics)
    _used(symbols, typing, diagnostics)
    verify_bodies(bodies, typing, calls, diagnostics)
    conflicts(symbols, typing, diagnostics)


def verify_bodies(bodies: Bodies, typing: Typing, calls: CallGraph, diagnostics: Diagnostics) -> None:
    """Check runs of statements, each by itself: of `calls` this asks for the rules that wait."""
    for clause, body in bodies:
        for block in blocks(body):
            _after_leaving(block, clause, diagnostics)
        for node in statements(body):
            match node:
                case ast.Repeat():
                    _loop(node, clause, calls, diagnostics)
                case ast.ForEach():
                    _waiting_loop(node, clause, typing, calls, diagnostics)
                case ast.Choose():
                    _notations(node, clause, typing, diagnostics)
                case _:
                    # Other statements neither loop nor ask.
                    pass


def verify_notations(bodies: Bodies, typing: Typing, diagnostics: Diagnostics) -> None:
    """Check how moves are written in runs of statements, as `verify_bodies` does."""
    for clause, body in bodies:
        for node in statements(body):
            if isinstance(node, ast.Choose):
                _notations(node, clause, typing, diagnostics)


def bodies_of(name: str, rule: ast.Rule | ast.RuleException) -> Iterator[tuple[str, tuple[ast.Stmt, ...]]]:
    """Yield the runs of statements of a rule and its exceptions, with the clauses that they belong to."""
    yield name, rule.body
    for exception in rule.exceptions:
        yield from bodies_of(exception.id, exception)


def _bodies(symbols: SymbolTable) -> Iterator[tuple[str, tuple[ast.Stmt, ...]]]:
    """Yield every run of statements in the rulebook, with the clause it belongs to."""
    if symbols.play is not None:
        yield from bodies_of("play", symbols.play)
    for rule in symbols.rules.values():
        yield from bodies_of(rule.name, rule.node)
    for effect in symbols.effects:
        yield from zip(effect.clauses, effect.bodies, strict=True)


# ---- What is never reached, never used -----------------------------------------------------------


def _reached(symbols: SymbolTable, typing: Typing, calls: CallGraph, diagnostics: Diagnostics) -> None:
    # A rule that is only supposed is reached too.
    visited = {"play", *supposed_rules(symbols, typing)}
    edge = list(visited)
    while edge:
        for called, _ in calls.calls.get(edge.pop(), ()):
            if called not in visited:
                visited.add(called)
                edge.append(called)
    for rule in symbols.rules.values():
        if rule.name not in visited:
            report_never_run(rule, diagnostics)
    for effect in symbols.effects:
        if not visited.intersection(calls.effect_names(effect)):
            diagnostics.add("E401", f"the effect `{effect.name}` never runs: nothing carries it out",
                      effect.node.name_span, clause=effect.owner.name)


def report_never_run(rule: RuleInfo, diagnostics: Diagnostics) -> None:
    """Record that the game never comes to a rule."""
    what = f"nothing announces `{rule.reacts_to}`" if rule.reacts_to else "nothing carries it out"
    diagnostics.add("E401", f"the {rule.node.kind} `{rule.name}` never runs: {what}", rule.node.name_span, clause=rule.name)


def _checked(symbols: SymbolTable, bodies: Bodies, diagnostics: Diagnostics) -> None:
    checks = [node for _, body in bodies for node in statements(body) if isinstance(node, ast.Check)]
    every = any(not node.ends for node in checks)
    checked = {word.name for node in checks for word in node.ends}
    for end in symbols.ends:
        if not every and end.name not in checked:
            report_never_checked(end, symbols.play, diagnostics)
    if not symbols.ends:
        diagnostics.add("E406", "the game has no end", symbols.span, help="declare an `end`, and check it with `check ends`")


def report_never_checked(end: ast.End, play: ast.Rule | None, diagnostics: Diagnostics) -> None:
    """Record that nothing checks an end of a game, which begins with `play`."""
    diagnostics.add("E401", f"the end `{end.name}` never comes: nothing checks it", end.name_span,
              clause=end.name, help="state where to check it: `check ends`",
              fixes=() if play is None else _checking(play.body))


def _checking(body: tuple[ast.Stmt, ...]) -> tuple[Fix, ...]:
    """Return the change that checks the ends at the end of each round of a game, or at its end where it has no rounds."""
    last = body[-1] if body else None
    if isinstance(last, ast.Repeat):
        return _checking(last.body)
    return () if last is None else (line_behind(last.span, "check ends"),)


def _after_leaving(block: tuple[ast.Stmt, ...], clause: str, diagnostics: Diagnostics) -> None:
    for before, after in pairwise(block):
        if always_leaves(before):
            diagnostics.add("E401", "the game never reaches this line", after.span, clause=clause)


def _used(symbols: SymbolTable, typing: Typing, diagnostics: Diagnostics) -> None:
    declared: list[ast.Constant | ast.Parameter] = [*symbols.constants.values(), *symbols.parameters]
    for node in declared:
        if symbols.names.globals[node.name] not in typing.used and node.name not in symbols.names.used:
            report_unused(node, diagnostics)
    for info in symbols.functions.values():
        if info not in typing.used:
            report_unused(info.node, diagnostics)
    _words(symbols, typing, diagnostics)


def report_unused(node: ast.Constant | ast.Parameter | ast.Function, diagnostics: Diagnostics) -> None:
    """Record that nothing uses what is declared."""
    diagnostics.add("E405", f"nothing uses the {type(node).__name__.lower()} `{node.name}`", node.name_span, clause=node.name)


def _words(symbols: SymbolTable, typing: Typing, diagnostics: Diagnostics) -> None:
    """Words of types that nothing speaks of, and that look like the name of a type: most likely they are meant as one."""
    spoken = {meaning.name for meaning in typing.meanings.values() if isinstance(meaning, Constant)}
    types = sorted(symbols.names.types)
    for node in symbols.names.words:
        if node.name in spoken or node.name == "none":
            continue
        # 0.7: about three letters in ten may be others.
        meant = get_close_matches(node.name, types, n=1, cutoff=0.7)
        if meant:
            diagnostics.add("E405", f"nothing uses the word `{node.name}`", node.span,
                      help=Meant(f"did you mean the type `{meant[0]}`?", node.name, meant[0]))


# ---- Loops ---------------------------------------------------------------------------------------


def _loop(node: ast.Repeat, clause: str, calls: CallGraph, diagnostics: Diagnostics) -> None:
    # Whether a loop that may ask comes to a choice or roll depends on the position: a round without any is a fault in play.
    if node.times is not None or calls.suspends(node.body):
        return
    message = "this loop may go on for ever"
    if node.condition is None:
        message = "this loop may never stop" if has_stop(node.body) else "this loop never stops"
    diagnostics.add("E403", message, _first_line(node.span), clause=clause,
              help="limit the rounds: `repeat while ... at most 10 times`, or `repeat 10 times`")


def _first_line(span: Span) -> Span:
    return Span(span.source, span.line, span.column, span.line, span.column + len(span.text))


# ---- What waits for a choice ---------------------------------------------------------------------


def _waiting_loop(node: ast.ForEach, clause: str, typing: Typing, calls: CallGraph, diagnostics: Diagnostics) -> None:
    type_ = typing.locals[node.binder].type
    if type_ != UNKNOWN and not is_scalar(type_) and calls.suspends(node.body):
        diagnostics.add("E901", f"a choice or roll inside a loop over values of {type_} is not supported yet",
                  node.binder.domain.span, clause=clause,
                  help="go through single values in this loop, and through the lists in what the choice requires or does")


# ---- Moves that look alike -----------------------------------------------------------------------


def _notations(node: ast.Choose, clause: str, typing: Typing, diagnostics: Diagnostics) -> None:
    first_moves: dict[tuple[str, ...], ast.Move] = {}
    for move in node.moves:
        # Two moves whose texts differ only in the values may come to one notation; then nobody could say which is meant.
        shape = tuple(part if isinstance(part, str) else "{}" for part in move.notation.parts)
        if shape in first_moves:
            diagnostics.add("E407", "two moves of one choice have the same notation", move.notation.span, clause=clause,
                            related=(("the other is here", first_moves[shape].notation.span),))
        first_moves.setdefault(shape, move)
        written = {part.name for item in move.notation.parts if not isinstance(item, str)
                   for part in nodes_in(item) if isinstance(part, ast.Name)}
        open_values = {binder.name for binder in (*node.binders, *move.binders)}
        named = {name for part in move.notation.parts if not isinstance(part, str)
                 for name in _distinguishing(part, open_values)}
        for binder in (*node.binders, *move.binders):
            help = _named(binder.name, typing.locals[binder].type)
            if binder.name not in written:
                diagnostics.add("E407", f"the notation does not distinguish the values of `{binder.name}` is meant",
                          move.notation.span, clause=clause, help=help, fixes=_naming(binder.name, move.notation.span))
            elif binder.name not in named:
                inside = next(item.span.text for item in move.notation.parts if not isinstance(item, str)
                              and any(isinstance(part, ast.Name) and part.name == binder.name for part in nodes_in(item)))
                diagnostics.add(
                    "W402",
                    f"the notation names `{binder.name}` only inside `{inside}`, which may be equal for several values",
                    move.notation.span,
                    clause=clause,
                    help=f"{help}, if two legal moves can have the same notation",
                    fixes=_naming(binder.name, move.notation.span),
                )


def _naming(name: str, notation: Span) -> tuple[Fix, ...]:
    """Return the change that adds a value to a notation, before the quote that ends it."""
    end = notation.end_column - 1
    end_of_notation = Span(notation.source, notation.end_line, end, notation.end_line, end)
    return (Fix(f"add `{{{name}}}`", end_of_notation, f" {{{name}}}"),) if notation.line == notation.end_line else ()


def _distinguishing(node: ast.Expr, open_values: Set[str]) -> Iterator[str]:
    """The open values that a value in a notation tells: itself, a field of it, or one of them and a number that is added."""
    match node:
        case ast.Name(name=name):
            yield name
        case ast.Attribute():
            yield from _distinguishing(node.subject, open_values)
        case ast.Binary(operator="+" | "-"):
            names = [item for item in nodes_in(node) if isinstance(item, ast.Name) and item.name in open_values]
            if len(names) == 1:
                yield from (*_distinguishing(node.left, open_values), *_distinguishing(node.right, open_values))
        case _:
            # Any other form may give one value for several: it tells none of them apart.
            pass


def _named(name: str, type_: Type) -> str:
    """Return how a value can be named in a notation; pieces are called by what they are as well."""
    if isinstance(type_, EnumType) and type_.kind == "piece":
        return f"add what tells it from others, such as its place; or `{{{name}}}`, its own name"
    return f"add `{{{name}}}` to it"
