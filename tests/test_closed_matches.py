"""Every match over classes says what becomes of the classes it does not name.

A new node of the syntax tree or the IR then is an error of mypy wherever a pass forgets it, or meets a default whose
comment says why the rest needs nothing.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from io import StringIO

import pytest
from attrs import frozen

from .imports import LAYERS, ROOT, modules, text

DIRECTIVE = re.compile(r"#\s*(?:noqa|type:|pyright:|ruff:|pragma)", re.IGNORECASE)  # a comment for a tool says no reason


@frozen
class MatchFound:
    """A match with the text of its file."""

    node: ast.Match
    source: str

    @property
    def last(self) -> ast.match_case:
        return self.node.cases[-1]

    @property
    def names_classes(self) -> bool:
        return any(isinstance(part, ast.MatchClass) for case in self.node.cases for part in ast.walk(case.pattern))

    @property
    def has_default(self) -> bool:
        pattern = self.last.pattern
        return isinstance(pattern, ast.MatchAs) and pattern.pattern is None and self.last.guard is None

    @property
    def is_explained(self) -> bool:
        """Whether the default is `assert_never`, or a comment beside it says why the rest needs no more."""
        body = self.last.body
        lines = range(self.last.pattern.lineno, (body[-1].end_lineno or body[-1].lineno) + 1)
        return self.is_closed or any(line in comments_in(self.source) for line in lines)

    @property
    def is_closed(self) -> bool:
        """Whether the default calls `assert_never` with what is matched, or with the name that it gives the rest."""
        match self.last:
            case ast.match_case(pattern=ast.MatchAs(name=name), body=[ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"),
                                                                                             args=[given]))]):
                subject = self.node.subject
                named = subject.target if isinstance(subject, ast.NamedExpr) else subject
                return ast.unparse(given) in (name, ast.unparse(named))
            case _:
                return False

    @property
    def fault(self) -> str | None:
        """What is wrong with a match over classes, if anything is."""
        if not self.names_classes:
            return None
        if not self.has_default:
            return "ends in neither `case _: assert_never(...)` nor a default"
        return None if self.is_explained else "its default has no comment that says why the rest needs nothing"


def found_in(source: str) -> Iterator[MatchFound]:
    return (MatchFound(node, source) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Match))


@cache
def comments_in(source: str) -> frozenset[int]:
    """The lines with a comment that says something to people."""
    return frozenset(token.start[0] for token in tokenize.generate_tokens(StringIO(source).readline)
                     if token.type == tokenize.COMMENT and not DIRECTIVE.match(token.string))


def faults(source: str) -> list[tuple[int, str]]:
    return [(item.node.lineno, item.fault) for item in found_in(source) if item.fault is not None]


@pytest.mark.parametrize("folder", [*LAYERS, "src/rulewright/adapters", "src/rulewright/testing", "bench"])
def test_a_match_over_classes_is_closed_or_says_why_not(folder: str) -> None:
    assert modules(folder)
    with_match = [path for path in modules(folder) if "match " in text(path)]
    assert [(path.relative_to(ROOT).as_posix(), *fault) for path in with_match for fault in faults(text(path))] == []


def test_the_matches_of_the_passes_are_read() -> None:
    assert sum(1 for path in modules("dsl") if "match " in text(path) for _ in found_in(text(path))) > 100


@pytest.mark.parametrize("source", [
    "match x:\n    case A():\n        act()",
    "def f():\n    match x:\n        case A():\n            return 1",
    "match x:\n    case A():\n        act()\n    case _:\n        rest()",
    "match x:\n    case A():\n        act()\n    case _:\n        pass",
    "match x:\n    case A():\n        act()\n    case _ if y:\n        pass  # why",
    "match x:\n    case A():\n        act()\n    case _:\n        say('#1')",
    "match x:\n    case A():\n        act()\n    case _:\n        say('assert_never(x)')",
    "match x:\n    case A():\n        act()\n    case _:\n        assert_never(y)",
    "match x:\n    case A():\n        act()\n    case _:\n        rest()  # noqa: F821",
    "match x:\n    case A():\n        act()\n    case _:\n        rest()  # type: ignore[arg-type]",
])
def test_an_open_match_is_found(source: str) -> None:
    assert len(faults(source)) == 1


@pytest.mark.parametrize("source", [
    "match x:\n    case A():\n        act()\n    case _:\n        assert_never(x)",
    "match x:\n    case A():\n        act()\n    case _:\n        # Others wait.\n        pass",
    "match y := x:\n    case A():\n        act()\n    case _:\n        assert_never(y)",
    "match x:\n    case A():\n        act()\n    case y:\n        assert_never(y)",
    "match x:\n    case A():\n        act()\n    case _:\n        pass  # others wait",
    "match x:\n    case 1:\n        act()",
])
def test_a_closed_match_is_left_in_peace(source: str) -> None:
    assert faults(source) == []
