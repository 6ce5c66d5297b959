"""The tables of the grammar, which come with the program.

    python -m tests.grammar_tables

writes them; a test fails when they are not those of the grammar.
"""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.parse.parser import GRAMMAR, SHIPPED, tables_of
from rulewright.dsl.parse.words import BlockLexer

FOLDER = Path(__file__).parents[1] / "grammar"


def written() -> str:
    """Return the tables of the grammar as it is now."""
    return tables_of((FOLDER / GRAMMAR).read_text(encoding="utf-8"), BlockLexer())


if __name__ == "__main__":
    (FOLDER / SHIPPED).write_text(written(), encoding="utf-8", newline="\n")
