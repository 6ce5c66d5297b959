"""Where findings are shown: lines and columns, also of what is not there; and what is garbled by lost icons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.translation.document.positions import TextPosition

from ..desk import ask, confirm_all, report
from ..ferries import LANGUAGES, STATED, aligned, findings, printed


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_sentence_begins_and_ends_where_its_words_do(code: str) -> None:
    text = printed(code)
    item, lines = aligned(text, code), text.splitlines()
    for sentence, extent in zip(item.document.sentences, item.document.extents, strict=True):
        begin, end = extent.begin, extent.end
        assert (begin.line, end.line) == (sentence.line, sentence.line)
        assert lines[begin.line - 1][begin.column - 1 : end.column - 1].strip("#* ") == sentence.text


def test_sentences_on_one_line_have_columns_of_their_own() -> None:
    item = aligned("A boat is full. A boat is\nempty again, and again, and again it is. *So* it goes.\n", "en")
    assert [(each.begin, each.end) for each in item.document.extents] == [
        (TextPosition(1, 1), TextPosition(1, 16)), (TextPosition(1, 17), TextPosition(2, 41)),
        (TextPosition(2, 43), TextPosition(2, 55))]


def test_what_is_missing_is_shown_behind_the_sentence_behind_which_it_should_stand(desk: Path) -> None:
    parts = printed("it").split("\n\n")
    (desk / "rules.md").write_text(printed("it"), encoding="utf-8")
    confirm_all(desk)
    kept = "\n\n".join(parts[: STATED["never_unloaded"] - 1] + parts[STATED["never_unloaded"] :])
    (desk / "rules.md").write_text(kept, encoding="utf-8")
    (found,) = [each for each in report(desk)["findings"] if each["clause"] == "never_unloaded"]
    lines = kept.splitlines()
    assert lines[int(str(found["line"])) - 1] == parts[STATED["never_unloaded"] - 2]
    assert found["column"] == len(lines[int(str(found["line"])) - 1]) + 1
    sarif = json.loads(ask(desk, "validate", "--format", "sarif").stdout)
    regions = [result["locations"][0]["physicalLocation"].get("region") for result in sarif["runs"][0]["results"]
               if result["message"]["text"] == found["message"]]
    assert {"startLine": found["line"], "startColumn": found["column"]} in regions


def test_every_finding_on_a_sentence_has_a_column(desk: Path) -> None:
    assert {type(each["column"]) for each in report(desk)["findings"] if each["sentence"] is not None} == {int}


def test_align_prints_one_certainty_for_a_sentence(desk: Path) -> None:
    text = printed("it").replace("la tempesta", "la fine").replace("otto giri", "un pezzo").replace("con più casse", "migliore")
    (desk / "rules.md").write_text(text, encoding="utf-8")
    lines = ask(desk, "document align").stdout.splitlines()
    heads = [place for place, line in enumerate(lines) if "  ->  " in line]
    assert heads
    for place in heads:
        certainty, _, there = lines[place].strip().partition("  ")
        first = lines[place + 2]
        if "no sentence" in there:
            assert "%" not in first.partition(":")[0]
        else:
            assert f", {certainty})" in first


@pytest.mark.parametrize(("new", "found"), [
    ("has 11 crates () wins", "()"), ("has 11 crates ( / ) wins", "( / )"), ("has 11 crates [ ] wins", "[ ]"),
    ("has 11 crates « » wins", "« »"), ("has 11 crates (all) wins", None)])
def test_brackets_around_nothing_are_garbled(new: str, found: str | None) -> None:
    text = printed("en").replace("has 11 crates wins", new)
    assert [each.actual for each in findings(text, "en") if each.rule == "fluency/garbled"] == ([found] if found else [])
    assert "fluency/garbled" not in {each.rule for each in findings("[ ] Take a boat.\n\n" + printed("en"), "en")}


def test_an_amount_is_in_english_as_the_glossary_and_the_statements_say_it() -> None:
    item = aligned(printed("en"), "en")
    assert item.amount_in_english(4, "crate") == "4 crates"
    assert item.amount_in_english(1, "crate") == "1 crate"
    # No statement says `shores`, and the glossary has no plural of it.
    assert item.amount_in_english(4, "shore") == "4 shore"


def test_a_clause_whose_sentence_is_gone_is_missing_though_the_sentence_of_another_clause_is_like_it() -> None:
    text = printed("en").replace("A player whose boat has 11 crates wins at once.\n\n", "")
    text = text.partition("# The game for 3")[0]
    found = [each for each in findings(text, "en") if each.clause == "full_boat" and each.level == "warning"]
    assert [each.message.partition(":")[0] for each in found] == ["perhaps no sentence states this clause"]
