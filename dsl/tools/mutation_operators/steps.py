"""List the small steps by which a node of the syntax tree can be changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import assert_never

import attrs
from attrs import frozen

from ... import syntax as ast
from ...source.span import Span

# How operators are changed.
_OPERATORS: dict[ast.BinaryOperator, ast.BinaryOperator] = {
    ">=": ">", ">": ">=", "<=": "<", "<": "<=", "=": "!=", "!=": "=", "in": "not in", "not in": "in",
    "and": "or", "or": "and", "+": "-", "-": "+", "*": "+"}
_KINDS_OF_OPERATORS = {"and": "connective", "or": "connective", "+": "arithmetic", "-": "arithmetic", "*": "arithmetic"}
_QUANTIFIERS: dict[ast.Quantifier, ast.Quantifier] = {
    "every": "some", "some": "every", "no": "some", "max": "min", "min": "max"}
_FUNCTIONS = {"min": "max", "max": "min"}
_CHANGES: dict[ast.ChangeKind, ast.ChangeKind] = {"gains": "loses", "loses": "gains"}

ORDER_OF_EFFECTS = "order of effects"
DRAWN_WHEN_TIED = "draw when tied"
KINDS = {
    "comparison": "a comparison is turned, or its limit moved by one",
    "connective": "`and` becomes `or`, or the other way round",
    "arithmetic": "a number is added instead of taken away, or the other way round",
    "number": "a number is one more or one less",
    "flag": "`yes` becomes `no`, or the other way round",
    "quantifier": "`every` becomes `some`, the greatest the least, or the other way round",
    "condition": "a condition is turned, or left out",
    "requirement": "a requirement is left out",
    "exception": "an exception is left out",
    "effect": "something that happens is left out",
    "change": "a number is lost instead of gained, or the other way round",
    ORDER_OF_EFFECTS: "two things that happen are done the other way round",
    "order": "what is sorted comes the other way round, or players in the order against the seats",
    "tie": "what decides between equals is left out or turned round, or a tie that is shared becomes a draw, or back",
    "start": "an order begins where it always begins",
    "weight": "all that chance can bring is equally likely",
}
"""The kinds of small steps, and what each does."""


@frozen(eq=False)
class Mutation:
    """A small step: its kind, what is replaced by what (None: by nothing), and the line there before and after."""

    kind: str
    changes: tuple[tuple[ast.Node, ast.Node | None], ...]
    before: str
    after: str


def steps_at(node: ast.Node) -> Iterator[Mutation]:
    """Yield the small steps that change a node itself, or the order of what stands in it."""
    for find in _FINDERS.get(type(node), ()):
        yield from find(node)
    for body in _bodies(node):
        yield from _in_body(body)


def _line(span: Span, start: int, end: int, text: str) -> tuple[str, str]:
    """Return the line of a place as it is, and with other text from one column to another."""
    line = span.source.line(span.line)
    return line.strip(), (line[: start - 1] + text + line[end - 1 :]).strip()


def _replaced(kind: str, old: ast.Node, new: ast.Node, text: str) -> Mutation:
    """Return a node replaced by one that reads so."""
    span = old.span
    return Mutation(kind, ((old, new),), *_line(span, span.column, span.first_end, text))


def _dropped(kind: str, old: ast.Node) -> Mutation:
    """Return a node that stands in a row of others, left out."""
    return Mutation(kind, ((old, None),), old.span.source.line(old.span.line).strip(), "")


# ---- Expressions ---------------------------------------------------------------------------------


def _binary(node: ast.Binary) -> Iterator[Mutation]:
    if node.operator == "starting with":
        yield _replaced("start", node, node.left, node.left.span.text)
    elif node.operator in _OPERATORS:
        new = _OPERATORS[node.operator]
        kind = _KINDS_OF_OPERATORS.get(node.operator, "comparison")
        yield Mutation(kind, ((node, attrs.evolve(node, operator=new)),), *_with_operator(node, new))


def _with_operator(node: ast.Binary, operator: str) -> tuple[str, str]:
    """Return the line in which an operator stands, before and after it is another one."""
    left, right = node.left.span, node.right.span
    if left.end_line != right.line:
        return node.operator, operator
    gap = left.source.line(left.end_line)[left.end_column - 1 : right.column - 1]
    # An operator has no place in the tree. It is the first thing between its operands but for brackets and blanks.
    start = left.end_column + gap.index(node.operator)
    span = Span(left.source, left.end_line, start, left.end_line, start)
    return _line(span, start, start + len(node.operator), operator)


def _integer(node: ast.Integer) -> Iterator[Mutation]:
    for value in (node.value - 1, node.value + 1):
        if value >= 0:
            yield _replaced("number", node, attrs.evolve(node, value=value), str(value))


def _flag(node: ast.Flag) -> Iterator[Mutation]:
    yield _replaced("flag", node, attrs.evolve(node, value=not node.value), "no" if node.value else "yes")


def _unary(node: ast.Unary) -> Iterator[Mutation]:
    if node.operator == "not":
        yield _replaced("condition", node, node.operand, node.operand.span.text)


def _conditional(node: ast.Conditional) -> Iterator[Mutation]:
    text = f"{node.that.span.text} if {node.condition.span.text} else {node.this.span.text}"
    yield _replaced("condition", node, attrs.evolve(node, this=node.that, that=node.this), text)


def _quantified(node: ast.Quantified) -> Iterator[Mutation]:
    new = _QUANTIFIERS.get(node.kind)
    if new is not None:
        # Behind a comma a quantifier is not written again.
        written = node.span.text
        text = new + written.removeprefix(node.kind) if written.startswith(node.kind) else f"{new} {written}"
        yield _replaced("quantifier", node, attrs.evolve(node, kind=new), text)


def _supposed(node: ast.Supposed) -> Iterator[Mutation]:
    """Yield the value now in place of the value after a rule."""
    yield _replaced("condition", node, node.value, node.value.span.text)


def _call(node: ast.Call) -> Iterator[Mutation]:
    if isinstance(node.subject, ast.Name) and node.subject.name in _FUNCTIONS:
        new = _FUNCTIONS[node.subject.name]
        yield _replaced("quantifier", node.subject, attrs.evolve(node.subject, name=new), new)


def _binder(node: ast.Binder) -> Iterator[Mutation]:
    text = node.span.text
    if node.condition is not None:
        yield _replaced("condition", node, attrs.evolve(node, condition=None),
                        text.replace(f" where {node.condition.span.text}", "", 1))
    if node.key is not None:
        way = "ascending" if node.descending else "descending"
        plain = text.removesuffix(" descending").removesuffix(" ascending")
        yield _replaced("order", node, attrs.evolve(node, descending=not node.descending), f"{plain} {way}")
        if isinstance(node.key, ast.TupleOf):
            yield from _tie(node.key)


def _tie(key: ast.TupleOf) -> Iterator[Mutation]:
    """Drop or reverse a criterion that decides between equals; reversing one that is no number does not compile."""
    first, *between, last = key.items
    written = ", ".join(item.span.text for item in (first, *between))
    new = attrs.evolve(key, items=(first, *between)) if between else first
    yield _replaced("tie", key, new, f"({written})" if between else written)
    turned = attrs.evolve(key, items=(first, *between, ast.Unary(last.span, "-", last)))
    text = f"({last.span.text})" if isinstance(last, ast.Binary) else last.span.text
    yield _replaced("tie", key, turned, f"({written}, -{text})")


def _loop(node: ast.ForEach | ast.Choose | ast.Comprehension) -> Iterator[Mutation]:
    """Yield the players of a loop, a choice of each, or a list, in the order against the seats."""
    binder = node.choosers if isinstance(node, ast.Choose) else node.binder
    of_players = binder is not None and isinstance(binder.domain, ast.Name) and binder.domain.name == "players"
    if binder is not None and of_players and binder.key is None and not (
            isinstance(node, ast.Comprehension) and node.kind == "set"):
        key = ast.Name(binder.name_span, binder.name)
        yield _replaced("order", binder, attrs.evolve(binder, key=key, descending=True),
                        f"{binder.span.text} by {binder.name} descending")


# ---- Clauses and statements ----------------------------------------------------------------------


def _require(node: ast.Require) -> Iterator[Mutation]:
    yield _dropped("requirement", node)


def _exception(node: ast.Node) -> Iterator[Mutation]:
    yield _dropped("exception", node)


def _end(node: ast.End) -> Iterator[Mutation]:
    """Yield a tie for the first place of a ranking is shared, or a draw."""
    new = attrs.evolve(node, drawn_when_tied=not node.drawn_when_tied)
    if node.drawn_when_tied:
        yield Mutation("tie", ((node, new),), DRAWN_WHEN_TIED, "")
    elif node.kind == "ranking" and node.binder is not None:
        line = node.binder.span.source.line(node.binder.span.line).strip()
        yield Mutation("tie", ((node, new),), line, f"{line}; {DRAWN_WHEN_TIED}")


def _if(node: ast.If) -> Iterator[Mutation]:
    condition = node.condition
    new = ast.Unary(condition.span, "not", condition)
    yield _replaced("condition", condition, new, f"not ({condition.span.text})")


def _change(node: ast.Change) -> Iterator[Mutation]:
    new = _CHANGES.get(node.kind)
    if new is not None:
        text = node.span.text.replace(f" {node.kind} ", f" {new} ", 1)
        yield _replaced("change", node, attrs.evolve(node, kind=new), text)


def _roll(node: ast.Roll) -> Iterator[Mutation]:
    if node.weight is not None:
        text = node.span.text.replace(f" weighted by {node.weight.span.text}", "", 1)
        yield _replaced("weight", node, attrs.evolve(node, weight=None), text)


def _bodies(node: ast.Node) -> Iterator[tuple[ast.Stmt, ...]]:
    """Yield the runs of statements that a node holds itself."""
    match node:
        case ast.Rule() | ast.RuleException() | ast.ForEach() | ast.Repeat() | ast.Move():
            yield node.body
        case ast.If():
            yield node.then
            yield node.otherwise
        case ast.Choose():
            yield node.otherwise or ()
        case ast.Row():
            yield from (body for _, body in node.effects)
        case _:
            # Other nodes hold no statements of their own.
            pass


def _is_effect(node: ast.Stmt) -> bool:
    """Return whether a statement makes something happen, and can be left out without others losing a name or a choice."""
    match node:
        case (ast.Change() | ast.Transfer() | ast.Do() | ast.Announce() | ast.Merge() | ast.Check() | ast.Remember()):
            return True
        case (ast.Let() | ast.Var() | ast.If() | ast.ForEach() | ast.Repeat() | ast.Roll() | ast.Throw() | ast.Leave()
              | ast.Must() | ast.Choose()):
            return False
        case _:
            assert_never(node)


def _in_body(body: tuple[ast.Stmt, ...]) -> Iterator[Mutation]:
    for statement in body:
        if _is_effect(statement):
            yield _dropped("effect", statement)
    for statement, other in pairwise(body):
        if _is_effect(statement) and _is_effect(other):
            # One step with two replacements: each of the two nodes is put in the place of the other.
            texts = [node.span.text.strip() for node in (statement, other)]
            yield Mutation(ORDER_OF_EFFECTS, ((statement, other), (other, statement)),
                           "; ".join(texts), "; ".join(reversed(texts)))


_FINDERS: dict[type[ast.Node], tuple[Callable[..., Iterator[Mutation]], ...]] = {
    ast.Binary: (_binary,), ast.Integer: (_integer,), ast.Flag: (_flag,), ast.Unary: (_unary,),
    ast.Supposed: (_supposed,),
    ast.Conditional: (_conditional,), ast.Quantified: (_quantified,), ast.Call: (_call,), ast.Binder: (_binder,),
    ast.Comprehension: (_loop,), ast.ForEach: (_loop,), ast.Choose: (_loop,), ast.Require: (_require,),
    ast.RequireException: (_exception,), ast.RuleException: (_exception,), ast.FunctionException: (_exception,),
    ast.End: (_end,), ast.If: (_if,), ast.Change: (_change,), ast.Roll: (_roll,),
}
