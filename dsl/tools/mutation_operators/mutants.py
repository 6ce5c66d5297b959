"""List the mutants of a rulebook: each differs from it in one small step.

The idea is that of mutation testing (DeMillo, Lipton and Sayward, "Hints on Test Data Selection", Computer 11(4),
1978): what a small change of the rules does not make anything notice, nothing tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import attrs
from attrs import frozen

from ... import syntax as ast
from ...source.span import Span
from ...syntax.walk import children, parts_of
from ...variants import holder_of, name_of
from .steps import Mutation, steps_at

# What changes nothing in play, or says how large things are and not what is done with them.
_LEFT_ALONE = (ast.Rulebook, ast.Note, ast.Invariant, ast.Symmetry, ast.Text, ast.ShownAs, ast.NamedType, ast.FlagType,
               ast.RangeType, ast.SetType, ast.ListType, ast.PerType, ast.UnionType, ast.Drawing, ast.Links)


@frozen(eq=False)
class Mutant:
    """One small step: its kind, the clause that it changes, its place, and the line there before and after.

    `declaration` is the place of the declaration that it changes among all, and `again` how many others of the same clause
    read alike before it.
    """

    number: int
    kind: str
    clause: str
    span: Span
    before: str
    after: str
    step: Mutation
    declaration: int
    again: int = 0

    @property
    def key(self) -> str:
        """The identity of the mutant, also in a rulebook that has changed elsewhere."""
        return " | ".join((self.clause, self.kind, self.before, self.after, *([str(self.again)] if self.again else [])))


def mutants(declarations: Iterable[ast.Declaration]) -> tuple[Mutant, ...]:
    """Return all mutants of a rulebook, in the order of its text. Most compile; some play as the rulebook does."""
    out: list[Mutant] = []
    alike: Counter[tuple[str, ...]] = Counter()
    for place, declaration in enumerate(declarations):
        for clause, step in _steps(declaration, None):
            span = step.changes[0][0].span
            # A run that goes on finds the verdicts of before by these words. So they
            # hold no line number: a change elsewhere must not lose a verdict.
            reads = (clause, step.kind, step.before, step.after)
            out.append(Mutant(len(out), step.kind, clause, span, step.before, step.after, step, place, alike[reads]))
            alike[reads] += 1
    return tuple(out)


def _steps(node: ast.Node, holder: ast.Node | None, clause: str = "") -> Iterator[tuple[str, Mutation]]:
    if isinstance(node, _LEFT_ALONE):
        return
    own = name_of(node, holder)
    clause = own[0] if own is not None else clause
    for step in steps_at(node):
        yield clause, step
    for child in children(node):
        yield from _steps(child, holder_of(node, holder), clause)


def mutated(declarations: tuple[ast.Declaration, ...], mutant: Mutant) -> tuple[ast.Declaration, ...]:
    """Return the declarations with one small step."""
    # By identity: equal nodes may stand in many places, and one of them
    # changes. The step keeps the nodes alive, so no id is used again.
    new = {id(old): node for old, node in mutant.step.changes}
    place = mutant.declaration
    return (*declarations[:place], *_rebuilt(declarations[place : place + 1], new), *declarations[place + 1 :])


def _rebuilt(value: Any, new: dict[int, ast.Node | None]) -> Any:
    """Return a node or tuple with what is replaced in it; what stays as it is is the same object."""
    if isinstance(value, tuple):
        out = tuple(_rebuilt(record, new) for record in value if not (id(record) in new and new[id(record)] is None))
        # The same object where nothing changed: the compiler takes over what it found of declarations by identity (`known`).
        return value if len(out) == len(value) and all(a is b for a, b in zip(out, value, strict=True)) else out
    if not isinstance(value, ast.Node):
        return value
    if id(value) in new:
        return new[id(value)]
    changed = {}
    for name in parts_of(type(value)):
        old = getattr(value, name)
        part = _rebuilt(old, new)
        if part is not old:
            changed[name] = part
    return attrs.evolve(value, **changed) if changed else value
