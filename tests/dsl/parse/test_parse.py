"""Reading declarations: the hardest parts of three games parse, and what is not known yet says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl import syntax as ast
from rulewright.dsl.driver.compile import analyse
from rulewright.dsl.load.loader import read, read_text
from rulewright.dsl.parse import parse_file
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.syntax.walk import nodes_in

FRAGMENTS = sorted((Path(__file__).parents[2] / "fragments").glob("*.rules"))


@pytest.mark.parametrize("path", FRAGMENTS, ids=lambda path: path.stem)
def test_every_declaration_of_a_fragment_parses(path: Path) -> None:
    files = read(path)
    begun = [line for line in path.read_text().split("\n") if line and not line[0].isspace() and line[0] != "#"]
    assert files.diagnostics.sorted() == ()
    assert len(files.declarations) == len(begun)


def test_what_is_not_supported_yet_says_so_and_silences_what_needs_it() -> None:
    text = "rulebook case\n    players 2\nplay\n    must cards = {red: 2}\n    check ends\n"
    text += "end over\n    when yes\n    draw\n"
    text += "enum colour: red, blue\nparameter cards: 0..5 per colour = 3\n"
    files = read_text("case", text)
    diagnostics = analyse(files.declarations, 2, {}, Diagnostics()).diagnostics
    assert [(diagnostic.code, diagnostic.span.text) for diagnostic in diagnostics if diagnostic.level == "error"] == [
        ("E901", "0..5 per colour")]


def test_spans_end_where_the_code_ends() -> None:
    text = "rulebook case\n    players 2\nplay   # begins here\n    if yes   # always\n"
    text += "        check ends  # the end\n\n"
    files = read_text("case", text)
    spans = {type(node).__name__: node.span for node in nodes_in(files.declarations)}
    assert (spans["If"].line, spans["If"].end_line, spans["If"].end_column) == (4, 5, 19)
    assert spans["If"].text == "if yes"
    assert spans["Check"].text == "check ends"


@pytest.mark.parametrize("name", ["пешка", "cœur", "dé_à_six", "x1"])
def test_names_are_in_any_script(name: str) -> None:
    files = read_text("case", f"enum kind: {name}\ninvariant all_{name}: every {name} in kind: yes\n")
    assert files.diagnostics.sorted() == ()
    enum = files.declarations[0]
    assert isinstance(enum, ast.Enum)
    assert enum.members[0].name == name


# A case file cannot hold these: the expectation beside the line would hold the mark as well.
@pytest.mark.parametrize("line", ['must heap = 3 "so\u202e it is"', "check ends  # \u2066so", "must heap\u200e = 3"])
def test_marks_of_direction_are_named(line: str) -> None:
    files = read_text("case", f"play\n    {line}\n")
    mark = next(text for text in line if not text.isascii())
    reported = [diagnostic for diagnostic in files.diagnostics.sorted() if diagnostic.code == "E101"]
    assert [(diagnostic.span.text, f"`U+{ord(mark):04X}` (" in diagnostic.message) for diagnostic in reported] == [(mark, True)]


def test_texts_and_comments_may_say_which_way_a_sign_reads() -> None:
    files = read_text("case", 'play\n    "so\u200e it is"\n    check ends  # \u200f so\n')
    assert [diagnostic for diagnostic in files.diagnostics.sorted() if diagnostic.code == "E101"] == []


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "case.rules"
    path.write_bytes(b"\xef\xbb\xbfrulebook case\r\n    players 2\r\n\r\nenum clan: rde bleu\r\n")
    files = read(path)
    assert [(diagnostic.span.line, diagnostic.span.text) for diagnostic in files.diagnostics.sorted()] == [(4, "bleu")]


def test_a_line_may_be_broken_anywhere_in_brackets_and_empty_lines_may_hold_tabs() -> None:
    end = '    "At once."\n    when (some\n            q in\n            players: q = P1)\n    draw\n'
    text = f"rulebook case\n    players 2\n\t\nend over\n{end}"
    assert read_text("case", text).diagnostics.sorted() == ()


def test_a_file_is_parsed_anew_when_its_text_has_changed_and_its_mistakes_are_reported_each_time() -> None:
    first, second, again = Diagnostics(), Diagnostics(), Diagnostics()
    _, items = parse_file("a.rules", "enum colour: red, blue\n", first)
    _, others = parse_file("a.rules", "enum colour: red\nenum\n", second)
    _, same = parse_file("a.rules", "enum colour: red\nenum\n", again)
    members = [
        [name.name for name in declaration.members]
        for declaration in (items[0], others[0])
        if isinstance(declaration, ast.Enum)
    ]
    assert members == [["red", "blue"], ["red"]]
    assert same is others
    assert [diagnostic.code for diagnostic in first.sorted()] == []
    assert [diagnostic.code for diagnostic in second.sorted()] == [diagnostic.code for diagnostic in again.sorted()] == ["E101"]
