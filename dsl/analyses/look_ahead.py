"""Check looks ahead: what they carry out ends at once and shows nothing, and none stands inside another.

    after rule(...): value      no choice, chance, end, phase, `open` or other `after`, also in what the rule and value use
    can rule(...)               no `can` that leads back to the same choice
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from .. import syntax as ast
from ..check import Typing
from ..check.expressions.ahead import choice_of
from ..source.diagnostics import Diagnostics
from ..source.span import Span
from ..symbols.symbols import OPEN, Builtin, FunctionInfo, RuleInfo, SymbolTable
from ..syntax.walk import nodes_in
from .call_graph import CallGraph, circles

# A part of what says whether a move is legal: a name for a value, an open value, a requirement or a condition.
AskedPart = ast.Let | ast.Binder | ast.Require | ast.RequireException | ast.Expr


def look_ahead(symbols: SymbolTable, typing: Typing, calls: CallGraph, diagnostics: Diagnostics) -> None:
    """Record looks ahead that do not come to an end, or that look at what is not known."""
    used = _UsedParts(symbols, typing, calls)
    for clause, root in _clauses(symbols):
        for node in nodes_in(root):
            if isinstance(node, ast.Supposed):
                _supposed(used, node, clause, diagnostics)
    cans = {key: list(_cans(used, rule, move)) for rule in symbols.rules.values() for key, move in _keys(rule)}
    # A `can` within its own question would never come to an end.
    for trail, node in circles(cans):
        first = next(place for name, place in cans[trail[0]] if name == trail[1])
        diagnostics.add("E410", f"circular look-ahead: {' -> '.join(f'can {name}' for name in trail)}", node.span,
                        clause=trail[-2].partition(".")[0], related=(("the circle returns to this", first.span),),
                        help="ask about a kind of move that does not look ahead itself: `can rule.move(...)`")


def supposed_rules(symbols: SymbolTable, typing: Typing) -> frozenset[str]:
    """Return the rules that something supposes."""
    nodes = (node for _, root in _clauses(symbols) for node in nodes_in(root) if isinstance(node, ast.Supposed))
    rules = (typing.meanings.get(node.rule) for node in nodes)
    return frozenset(rule.name for rule in rules if isinstance(rule, RuleInfo))


def _clauses(symbols: SymbolTable) -> Iterator[tuple[str, ast.Node]]:
    """Yield everything that may look ahead, with the clause that it belongs to."""
    yield from ((function.name, function.node) for function in symbols.functions.values())
    yield from ((rule.name, rule.node) for rule in symbols.rules.values())
    yield from ((clause, part) for effect in symbols.effects
                for clause, body in zip(effect.clauses, effect.bodies, strict=True) for part in body)
    yield from ((end.name, end) for end in symbols.ends)
    yield from (("score", score) for score in symbols.scores)
    if symbols.play is not None:
        yield "play", symbols.play


def asked_parts(rule: RuleInfo, move: str | None) -> tuple[AskedPart, ...]:
    """Return the parts of a rule that say whether a kind of move (None: any) of its choice is legal."""
    choice = choice_of(rule)
    assert choice is not None, "the checker asks for a choice"
    # A choice that `can` asks about stands behind names for values alone.
    lets = tuple(node for node in rule.node.body[: rule.node.body.index(choice)] if isinstance(node, ast.Let))
    moves = [option for option in choice.moves if move is None or (option.id is not None and option.id.name == move)]
    own = (part for option in moves for part in (*option.binders, option.condition, *option.requires) if part is not None)
    return (*lets, *choice.binders, *choice.requires, *own)


def _keys(rule: RuleInfo) -> Iterator[tuple[str, str | None]]:
    """Yield the names by which `can` asks about a rule's choice, and about its kinds of move."""
    choice = choice_of(rule)
    if choice is not None:
        yield rule.name, None
        yield from ((f"{rule.name}.{option.id.name}", option.id.name) for option in choice.moves if option.id is not None)


def _cans(used: _UsedParts, rule: RuleInfo, move: str | None) -> Iterator[tuple[str, ast.Node]]:
    """Yield the kinds of move that the legality of a kind of move depends on, each with its place."""
    for node in used.by(asked_parts(rule, move), cans=False):
        choice = asked_by(node, used.typing) if isinstance(node, ast.Can) else None
        if choice is not None:
            name = choice[0].name
            yield name if choice[1] is None else f"{name}.{choice[1]}", node


def asked_by(node: ast.Can, typing: Typing) -> tuple[RuleInfo, str | None] | None:
    """Return the rule, and the kind of move, that a `can` asks about."""
    if not isinstance(node.choice, ast.Call):
        return None
    subject = node.choice.subject
    rule = typing.meanings.get(subject.subject if isinstance(subject, ast.Attribute) else node.choice)
    if not isinstance(rule, RuleInfo) or choice_of(rule) is None:
        return None
    return rule, subject.name if isinstance(subject, ast.Attribute) else None


@frozen(eq=False)
class _UsedParts:
    """Finds all that a part of the rulebook uses: the functions that it calls, the rules that it supposes or carries out."""

    symbols: SymbolTable
    typing: Typing
    calls: CallGraph

    def by(self, roots: tuple[ast.Node, ...], cans: bool = True) -> Iterator[ast.Node]:
        """Yield every node of the roots and of what they use; with `cans` also what looks at legal moves use."""
        edge, visited = list(roots), set[int]()
        while edge:
            root = edge.pop()
            # By identity, as everywhere in the tree; the symbol table keeps every node alive, so no `id` is used twice.
            if id(root) in visited:
                continue
            visited.add(id(root))
            for node in nodes_in(root):
                yield node
                edge += self._next(node, cans)

    def _next(self, node: ast.Node, cans: bool) -> Iterator[ast.Node]:
        meaning = self.typing.meanings.get(node)
        match node:
            case ast.Call() if isinstance(meaning, FunctionInfo):
                yield meaning.node
            case ast.Supposed() if isinstance(rule := self.typing.meanings.get(node.rule), RuleInfo):
                yield rule.node
            case ast.Do() | ast.Announce():
                yield from self._carried_out(node)
            case ast.Can() if cans and (choice := asked_by(node, self.typing)) is not None:
                yield from asked_parts(*choice)
            case _:
                # Other nodes use nothing but their parts.
                pass

    def _carried_out(self, node: ast.Do | ast.Announce) -> Iterator[ast.Node]:
        bodies = {name: body for effect in self.symbols.effects
                  for name, body in zip(self.calls.effect_names(effect), effect.bodies, strict=True)}
        for name in self.calls.called_by(node):
            yield from bodies[name] if name in bodies else (self.symbols.rules[name].node,)


def _supposed(used: _UsedParts, node: ast.Supposed, clause: str, diagnostics: Diagnostics) -> None:
    """Record the first obstacle in a rule that is supposed, or in the value that is asked after it."""
    rule = used.typing.meanings.get(node.rule)
    if not isinstance(rule, RuleInfo) or rule.node.kind == "phase":
        # The checker reports that it is no rule.
        return
    for inner in used.by((rule.node, node.value)):
        obstacle = _stop(inner, used.typing)
        if obstacle is not None:
            what, span = obstacle
            diagnostics.add("E410", f"`after {rule.name}` reaches {what}", node.rule.span, clause=clause,
                            related=((f"{what} is here", span),),
                            help="`after` looks one step ahead: the rule must end at once and show nothing")
            return


def _stop(node: ast.Node, typing: Typing) -> tuple[str, Span] | None:
    """Return the obstacle to a look ahead at a node, in words, and its place; None where there is none."""
    match node:
        case ast.Choose():
            return "a choice", node.id_span
        case ast.Roll():
            return "chance", node.span
        case ast.Check():
            return "an end that is checked", node.span
        case ast.Supposed():
            return "another `after`", node.rule.span
        case ast.Rule(kind="phase"):
            return "a phase", node.name_span
        case ast.Call() if _opens(node, typing):
            return "`open`", node.span
        case _:
            # Any other node ends at once.
            return None


def _opens(node: ast.Call, typing: Typing) -> bool:
    meaning = typing.meanings.get(node)
    return isinstance(meaning, Builtin) and meaning.name == OPEN
