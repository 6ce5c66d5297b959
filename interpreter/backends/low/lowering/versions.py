"""Functions and rules of the rulebook that are called: a version for each range of their arguments, each written once."""

from __future__ import annotations

from collections.abc import Callable

from ..language import tree
from ..language.values import (
    LIMIT,
    Cond,
    CondShape,
    ListShape,
    ListVal,
    Num,
    NumShape,
    Several,
    Shape,
    Unsupported,
    Val,
    fits,
    joined,
)
from ..writing.building import TOP, Code
from ..writing.functions import new_code, settled
from ..writing.whole import FunctionVersion, Whole
from . import calls, operations

# The most versions of a function, one for each range of its arguments.
VERSIONS = 3
Write = Callable[[Whole, str, str, tuple[Shape, ...]], FunctionVersion | None]


def function(whole: Whole, name: str, shapes: tuple[Shape, ...]) -> FunctionVersion | None:
    """A function of the rulebook for arguments of these shapes; None if it must be written where it is called."""
    return _version(whole, name, shapes, _function)


def rule(whole: Whole, name: str, shapes: tuple[Shape, ...]) -> FunctionVersion:
    """A rule that asks for nothing, for arguments of these shapes."""
    version = _version(whole, name, shapes, _rule)
    assert version is not None, "a rule gives nothing"
    return version


def _version(whole: Whole, name: str, shapes: tuple[Shape, ...], write: Write) -> FunctionVersion | None:
    versions = whole.made.setdefault(name, [])
    for version in versions:
        if version is None or all(map(fits, shapes, version.shapes)):
            return version
    if versions:
        last = versions[-1]
        assert last is not None, "what is written in place has one version"
        # Each version takes what the last one takes and more, so a few serve all calls.
        shapes = tuple(map(joined, shapes, last.shapes))
    # This version takes numbers of any size, so hardly a function has more than one beyond these.
    if len(versions) >= VERSIONS:
        shapes = tuple(map(_widest, shapes))
    new_version = write(whole, name, f"{name}.{len(versions)}", shapes)
    versions.append(new_version)
    return new_version


def _function(whole: Whole, name: str, called: str, shapes: tuple[Shape, ...]) -> FunctionVersion | None:
    written = whole.functions[name]
    code = new_code(whole)
    code.env.update(_params(code, written.params, shapes))
    params = tuple(code.wide)
    code.reads = {}
    mark = code.local(wide=False)
    if whole.budget.is_long_call(written.value):
        code.count_pass()
    val = calls.value_of(code, written.value)
    if isinstance(val, Several):
        return None
    shape, node, gives = _parameter(val)
    allocates = isinstance(val, ListVal) and not isinstance(val.node, tree.Mark)
    body = list(code.body)
    if code.allocations and not allocates:
        # The lists that were made on the way are given back; a list that is the result has to stay.
        result = code.local(gives)
        body = [tree.Set(mark, TOP), *body, tree.Set(result, node), tree.Set(TOP, mark)]
        node = result
    body.append(tree.Return(node))
    whole.written.append(tree.Function(called, params, tuple(code.wide), gives, tuple(body)))
    return FunctionVersion(called, shapes, params, shape, allocates and code.allocations > 0, may_end=False)


def _rule(whole: Whole, name: str, called: str, shapes: tuple[Shape, ...]) -> FunctionVersion:
    procedure = whole.procedures[name]

    def write(code: Code) -> None:
        code.env.update(_params(code, procedure.params, shapes))
        code.over = tree.Return
        with code.releasing():
            operations.carried_out(code, procedure)

    code = settled(whole, write)
    params = tuple(code.wide[: len(procedure.params)])
    body = (*code.out, tree.Return(tree.Mark(0))) if code.may_end else tuple(code.out)
    gives = False if code.may_end else None
    whole.written.append(tree.Function(called, params, tuple(code.wide), gives, body))
    return FunctionVersion(called, shapes, params, NumShape(0, 0), allocates=False, may_end=code.may_end)


def _params(code: Code, names: tuple[str, ...], shapes: tuple[Shape, ...]) -> dict[str, Val]:
    """The parameters of a function, each a local."""
    return {name: code.place_for(shape) for name, shape in zip(names, shapes, strict=True)}


def _parameter(val: Val) -> tuple[Shape, tree.Expr, bool]:
    """Return the result of a function: its shape, the value, and whether it is a word."""
    match val:
        case Num(node, low, high):
            return NumShape(low, high), node, True
        case Cond(node):
            return CondShape(), node, False
        case ListVal(node, most, entry, fixed):
            return ListShape(most, entry, fixed), node, False
        case _:
            # Values side by side are no result.
            raise Unsupported("a function that gives several values")


def _widest(shape: Shape) -> Shape:
    match shape:
        case NumShape():
            return NumShape(-LIMIT, LIMIT)
        case ListShape(_, NumShape()):
            return ListShape(1 << 20, NumShape(-LIMIT, LIMIT), fixed=False)
        case _:
            # Only ranges of numbers grow from one version to the next.
            return shape
