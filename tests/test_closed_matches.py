"""Every match over classes that acts says what becomes of the classes it does not name.

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

# Folders in which a match that names one class is closed or says why not: a class that a pass forgets may be a leak.
STRICT = (
    "cli",
    "dsl",
    "interpreter",
    "pictures",
    "translation",
    "src/rulewright/adapters",
)
MANY = 6  # a match that names this many classes goes through the nodes of a kind
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
    def classes(self) -> int:
        """How many different classes the patterns name."""
        return len({ast.unparse(part.cls) for case in self.node.cases for part in ast.walk(case.pattern)
                    if isinstance(part, ast.MatchClass)})

    @property
    def acts(self) -> bool:
        """Whether an arm goes on behind the match, where mypy does not miss a class that no arm names."""
        return not all(leaves(case.body) for case in self.node.cases)

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
    def is_empty(self) -> bool:
        """Whether the default does nothing."""
        return all(isinstance(node, ast.Pass) for node in self.last.body)

    def fault(self, many: int) -> str | None:
        """What is wrong with a match; one that names `many` classes has a default even if no arm goes on behind it."""
        if not self.classes:
            return None
        if (self.acts or self.classes >= many) and not self.has_default:
            return "ends in neither `case _: assert_never(...)` nor a default"
        if self.has_default and (self.classes >= many or self.is_empty) and not self.is_explained:
            return "its default has no comment that says why the rest needs nothing"
        return None


def leaves(body: list[ast.stmt]) -> bool:
    """Whether nothing behind these statements is reached from them."""
    match body[-1]:
        case ast.Return() | ast.Raise() | ast.Continue():
            return True
        case ast.If(body=then, orelse=otherwise):
            return leaves(then) and bool(otherwise) and leaves(otherwise)
        case ast.With(body=inner):
            return leaves(inner)
        case _:
            return False


def found_in(source: str) -> Iterator[MatchFound]:
    return (MatchFound(node, source) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Match))


@cache
def comments_in(source: str) -> frozenset[int]:
    """The lines with a comment that says something to people."""
    return frozenset(token.start[0] for token in tokenize.generate_tokens(StringIO(source).readline)
                     if token.type == tokenize.COMMENT and not DIRECTIVE.match(token.string))


def faults(source: str, many: int = MANY) -> list[tuple[int, str]]:
    return [(item.node.lineno, fault) for item in found_in(source) if (fault := item.fault(many)) is not None]


@pytest.mark.parametrize("folder", [*LAYERS, "src/rulewright/adapters", "src/rulewright/testing"])
def test_a_match_over_classes_is_closed_or_says_why_not(folder: str) -> None:
    assert modules(folder)
    with_match = [path for path in modules(folder) if "match " in text(path)]
    assert [(path.relative_to(ROOT).as_posix(), *fault) for path in with_match for fault in faults(text(path))] == []


@pytest.mark.parametrize("folder", STRICT)
def test_where_a_forgotten_class_is_a_leak_every_match_is_closed_or_says_why_not(folder: str) -> None:
    assert any(found_in(text(path)) for path in modules(folder))
    assert [(path.relative_to(ROOT).as_posix(), *fault) for path in modules(folder) for fault in faults(text(path), 1)] == []


def test_a_default_behind_a_match_is_found_where_every_match_is_closed() -> None:
    assert len(faults("def f(x):\n    match x:\n        case A():\n            return 1\n    return 2", 1)) == 1


SIX = "A() | B() | C() | D() | E() | F()"


@pytest.mark.parametrize("source", [
    f"match x:\n    case {SIX}:\n        act()",
    f"def f():\n    match x:\n        case {SIX}:\n            return 1",
    f"match x:\n    case {SIX}:\n        act()\n    case _:\n        rest()",
    "match x:\n    case A():\n        act()",
    "match x:\n    case A():\n        act()\n    case _:\n        pass",
    "match x:\n    case A():\n        act()\n    case _ if y:\n        pass  # why",
    f"match x:\n    case {SIX}:\n        act()\n    case _:\n        say('#1')",
    f"match x:\n    case {SIX}:\n        act()\n    case _:\n        say('assert_never(x)')",
    f"match x:\n    case {SIX}:\n        act()\n    case _:\n        assert_never(y)",
    f"match x:\n    case {SIX}:\n        act()\n    case _:\n        rest()  # noqa: F821",
    f"match x:\n    case {SIX}:\n        act()\n    case _:\n        rest()  # type: ignore[arg-type]",
])
def test_an_open_match_is_found(source: str) -> None:
    assert len(faults(source)) == 1


@pytest.mark.parametrize("source", [
    f"match x:\n    case {SIX}:\n        act()\n    case _:\n        assert_never(x)",
    f"match x:\n    case {SIX}:\n        act()\n    case _:\n        # Others wait.\n        pass",
    f"match y := x:\n    case {SIX}:\n        act()\n    case _:\n        assert_never(y)",
    f"match x:\n    case {SIX}:\n        act()\n    case y:\n        assert_never(y)",
    "match x:\n    case A():\n        act()\n    case _:\n        pass  # others wait",
    "def f():\n    match x:\n        case A():\n            return 1\n    return 2",
    "match x:\n    case 1:\n        act()",
])
def test_a_closed_match_is_left_in_peace(source: str) -> None:
    assert faults(source) == []
