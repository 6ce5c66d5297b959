"""What can be named is found wherever it stands."""

from __future__ import annotations

import re
from typing import get_args

import attrs

from rulewright.dsl import syntax as ast
from rulewright.dsl.variants import index


def test_nothing_is_named_where_it_is_not_looked_for() -> None:
    kinds = {name: {kind for kind in (part, *get_args(part)) if isinstance(kind, type) and issubclass(kind, ast.Node)}
             for name, part in vars(ast).items()}
    assert {"Expr", "Stmt", "Declaration", "TypeNode"} <= kinds.keys()
    reached, edge = set[type[ast.Node]](), set(index.WITHOUT_NAMED)
    while edge:
        reached |= edge
        # Types are texts: no module of the tree evaluates its annotations.
        words = {word for kind in edge for field in attrs.fields(kind) for word in re.findall(r"\w+", str(field.type))}
        edge = {kind for word in words for kind in kinds.get(word, ())} - reached
    assert reached.isdisjoint(index._KINDS)
