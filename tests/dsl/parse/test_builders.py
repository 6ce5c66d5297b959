"""Every statement and declaration of the grammar has a method that builds its node: mypy reports no missing one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.parse.declarations import DeclarationBuilder
from rulewright.dsl.parse.statements import StatementBuilder

# Rules by name: a rule ends where the next begins in the first column.
RULES = dict(re.findall(r"^\??(\w+): (.*(?:\n[ ]+.*)*)", (Path(__file__).parents[3] / "grammar" / "rulebook.lark")
                        .read_text(encoding="utf-8"), re.MULTILINE))


def nodes_of(rule: str) -> set[str]:
    """The names of the nodes that a rule of alternatives makes: their aliases, or the names of the rules themselves."""
    names = set[str]()
    for alternative in re.findall(r"\w+", RULES[rule]):
        aliases = re.findall(r"-> (\w+)", RULES[alternative])
        names |= nodes_of(alternative) if alternative.startswith("_") else set(aliases or [alternative])
    return names


@pytest.mark.parametrize(("rule", "builder", "prefix"), [
    ("stmt", StatementBuilder, "s_"), ("_declared", DeclarationBuilder, "d_")])
def test_every_node_has_a_method(rule: str, builder: type, prefix: str) -> None:
    names = nodes_of(rule)
    assert len(names) > 15
    assert sorted(name for name in names if not hasattr(builder, prefix + name)) == []
