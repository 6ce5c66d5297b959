"""Every node of a tree stands where lark says that it does, though faster makers than those of lark note it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lark
import pytest

from rulewright.dsl.parse import parser
from rulewright.dsl.parse.words import Blocks
from rulewright.dsl.source.chunks import cut
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.source.span import Source

from ...strategies import ROOT

FILES = sorted([*(ROOT / "tests" / "dsl" / "golden").rglob("*.rules"), *(ROOT / "games" / "tutorial").rglob("*.rules")])


def declarations(path: Path) -> Iterator[str]:
    """The texts of the declarations of a file."""
    return (chunk.text for chunk in cut(Source(path.name, path.read_text(encoding="utf-8")), Diagnostics()) if chunk.sound)


def placed(node: Any) -> object:
    """A tree with everything that is known of where its nodes stand."""
    if isinstance(node, lark.Tree):
        return str(node.data), sorted(vars(node.meta).items()), [placed(part) for part in node.children]
    return node


def test_nodes_stand_where_lark_says(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = parser.parser_of(Blocks())
    monkeypatch.setattr(parser, "hasten", lambda makers: None)
    theirs = parser.parser_of(Blocks())
    texts = [("declaration", text) for path in FILES for text in declarations(path)]
    texts += [("expression", text) for text in ("1", "(a)", "not (a + b) * -c", "every p in players: (p.a) > 0", "f(x, (y))")]
    assert len(texts) > 50
    for start, text in texts:
        assert placed(ours.parse(text, start=start)) == placed(theirs.parse(text, start=start)), text
