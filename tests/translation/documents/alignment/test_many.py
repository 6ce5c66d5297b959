"""Many decisions from a file, and the glossary to fill in."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.statements.glossary import read_glossary

from ..desk import ask
from ..ferries import printed

TBX = """<?xml version="1.0"?>
<martif type="TBX" xml:lang="en"><text><body>
<termEntry id="c1"><langSet xml:lang="en"><tig><term>crate</term></tig></langSet>
<langSet xml:lang="it"><tig><term>cassa</term></tig><tig><term>cassetta</term></tig></langSet></termEntry>
<termEntry id="c2"><langSet xml:lang="en-GB"><tig><term>boats</term></tig></langSet>
<langSet xml:lang="it-IT"><tig><term>barca</term></tig></langSet></termEntry>
</body></text></martif>"""


@pytest.fixture
def clean(desk: Path) -> Path:
    (desk / "rules.md").write_text(printed("it"), encoding="utf-8")
    return desk


def test_many_sentences_are_assigned_and_many_clauses_confirmed_at_once(clean: Path) -> None:
    (clean / "many").write_text("clause,sentences\nfull_boat 12\n# a remark\nheading, 2, 6, 11\nstorm;13\nenough_on_shore\n"
                                "storm_rounds 13 # a constant\n", encoding="utf-8")
    assert ask(clean, "document assign", "--from", str(clean / "many")).stdout.startswith("5 lines assigned; written to")
    (clean / "more").write_text("load\nturn_of\n\n", encoding="utf-8")
    assert ask(clean, "document confirm", "--from", str(clean / "more")).stdout.startswith("2 confirmed")
    said = ask(clean, "document align", "--all").stdout
    assert "full_boat  ->  12\n" in said
    assert "5 of 12 confirmed" in said


@pytest.mark.parametrize(("command", "line", "message"), [
    ("assign", "full_boats 12", "line 2: there is no clause `full_boats`"),
    ("assign", "storm 99", "line 2: there is no sentence 99"),
    ("assign", "storm twelve", "line 2: write a clause or a mark"),
    ("assign", "example", "line 2: name the sentences to mark"),
    ("assign", "example 3 play=nothing", "line 2: there is no playthrough `nothing`"),
    ("confirm", "storms", "line 2: `storms` is not a clause"),
    ("confirm", "storm 13", "line 2: `storm` has numbers of sentences")])
def test_one_wrong_line_and_nothing_is_written(clean: Path, command: str, line: str, message: str) -> None:
    (clean / "many").write_text(f"load{' 8' if command == 'assign' else ''}\n{line}\n", encoding="utf-8")
    result = ask(clean, f"document {command}", "--from", str(clean / "many"))
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not (clean / "ferry" / "documents").exists()


def test_an_empty_file_and_two_ways_at_once_are_refused(clean: Path) -> None:
    (clean / "many").write_text("# nothing\n", encoding="utf-8")
    assert "has no line with a clause" in ask(clean, "document assign", "--from", str(clean / "many")).stderr
    assert "and not both" in ask(clean, "document assign", "storm", "13", "--from", str(clean / "many")).stderr
    assert "and not both" in ask(clean, "document assign").stderr


def test_the_glossary_to_fill_in_has_every_concept_once_the_most_used_first(clean: Path) -> None:
    path = clean / "ferry" / "text" / "it.glossary.csv"
    path.unlink()
    assert ask(clean, "document terms").exit_code == 2
    assert ask(clean, "document terms", "--write").exit_code == 0
    english = read_glossary(path.with_name("en.glossary.csv"), Diagnostics())
    rows = path.read_text(encoding="utf-8").splitlines()
    assert rows[:2] == ["concept,term,status,forms,note", "crate,,preferred,,crate"]
    assert sorted(row.partition(",")[0] for row in rows[1:]) == sorted(english.concepts)
    diagnostics = Diagnostics()
    assert read_glossary(path, diagnostics).terms == ()
    assert diagnostics.sorted() == ()
    path.write_text(path.read_text(encoding="utf-8").replace("crate,,", "crate,cassa,"), encoding="utf-8")
    before = path.read_bytes()
    assert ask(clean, "document terms", "--write").exit_code == 0
    assert path.read_bytes() == before
    assert "cassa" in ask(clean, "document terms").stdout


@pytest.mark.parametrize("given", [TBX, "en;it-IT;note\ncrate;cassa;x\ncrate;cassetta;\nboat;barca;\n"])
def test_terms_come_from_the_glossary_of_another_program(clean: Path, given: str) -> None:
    path = clean / "ferry" / "text" / "it.glossary.csv"
    path.unlink()
    (clean / "given").write_text(given, encoding="utf-8")
    assert "2 filled" not in ask(clean, "document terms", "--write", "--from", str(clean / "given")).stderr
    terms = read_glossary(path, Diagnostics()).terms
    assert [(term.concept, term.text, term.status) for term in terms] == [
        ("crate", "cassa", "preferred"), ("crate", "cassetta", "allowed"), ("boat", "barca", "preferred")]


def test_terms_of_another_program_go_into_the_lines_to_fill_in_that_are_there(clean: Path) -> None:
    path = clean / "ferry" / "text" / "it.glossary.csv"
    path.unlink()
    assert ask(clean, "document terms", "--write").exit_code == 0
    mine = path.read_text(encoding="utf-8").replace("\nboat,,", "\n# mine\nboat,battello,")
    path.write_text(mine, encoding="utf-8")
    (clean / "given").write_text('en,it\ncrate,"cassa, di legno"\ncrate,cassetta\nboat,barca\n', encoding="utf-8")
    result = ask(clean, "document terms", "--write", "--from", str(clean / "given"))
    assert "0 concepts to fill in, 1 filled from the other glossary" in result.stdout
    assert path.read_text(encoding="utf-8") == mine.replace(
        "\ncrate,,preferred,,crate\n", '\ncrate,"cassa, di legno",preferred,,crate\ncrate,cassetta,allowed,,\n')
    terms = read_glossary(path, Diagnostics()).terms
    assert [(term.concept, term.text) for term in terms] == [
        ("crate", "cassa, di legno"), ("crate", "cassetta"), ("boat", "battello")]


@pytest.mark.parametrize(("given", "message"), [
    ("a,b\n1,2\n", "has no columns `en` and `it`"), ("<html/>", "is not a glossary in TBX"),
    ("<martif>", "cannot be read as XML"),
    ('<!DOCTYPE martif [<!ENTITY a "b">]><martif>&a;</martif>', "declares XML entities")])
def test_what_is_no_glossary_is_explained_and_nothing_is_written(clean: Path, given: str, message: str) -> None:
    path = clean / "ferry" / "text" / "it.glossary.csv"
    path.unlink()
    (clean / "given").write_text(given, encoding="utf-8")
    result = ask(clean, "document terms", "--write", "--from", str(clean / "given"))
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert not path.exists()
