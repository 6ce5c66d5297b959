"""What is wrong with a rulebook and its texts, before and after a change."""

from __future__ import annotations

from pathlib import Path

from rulewright.cli.editor.files.rulebooks import RulebookKey, Rulebooks


def mentioned_problems(main: Path) -> list[str]:
    """The codes of what is wrong with a rulebook and its texts."""
    rulebooks = Rulebooks()
    return [found.code for found in (*rulebooks.open(RulebookKey(main)).diagnostics, *rulebooks.of_texts(RulebookKey(main)))]
