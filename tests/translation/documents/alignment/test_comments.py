"""A comment in a document says which clause a sentence states."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..desk import ask
from ..ferries import STATED, aligned, printed


@pytest.mark.parametrize("clauses", ["loading", "loading, storm", "loading storm"])
@pytest.mark.parametrize("behind", [True, False])
def test_a_comment_before_a_sentence_or_behind_it_anchors(behind: bool, clauses: str) -> None:
    sentence, comment = "Each player takes a boat of one colour.", f"<!-- clause: {clauses} -->"
    text = printed("en").replace(sentence, f"{sentence} {comment}" if behind else f"{comment}\n{sentence}")
    item = aligned(text, "en")
    assert item.anchors["loading"].sentences == (STATED["boat_each"] - 1,)
    assert item.is_locked("loading")
    assert item.is_locked("storm") is ("storm" in clauses)
    bare = aligned(printed("en"), "en").document.sentences
    assert [each.text for each in item.document.sentences] == [each.text for each in bare]


def test_other_comments_are_no_text_and_one_of_an_unknown_clause_is_a_warning(desk: Path) -> None:
    text = printed("it") + "\n<!-- a note to the printer,\nover two lines -->\n\n<!-- clause: storms -->\nFine.\n"
    (desk / "rules.md").write_text(text, encoding="utf-8")
    result = ask(desk, "validate")
    assert "a comment in the document names the clause `storms`, which is not there" in result.stderr
    assert "printer" not in result.stdout
