"""Lines that are very long, and what is nested very deep: told soon, in few words, with the place."""

from __future__ import annotations

import time

import pytest

from rulewright.dsl.driver.compile import analyse
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.diagnostics import MAX_LINE, Diagnostics, render
from rulewright.dsl.source.span import Source, Span
from rulewright.interpreter.playthroughs.lines.reader import MAX_BRANCHES, read

HEADER = "rulebook case\n    players 2\n\n"
PLAY = "game case\nplayers Anna, Boris\n\n"


def test_a_line_of_a_rulebook_that_is_too_long() -> None:
    text = HEADER + "enum word: " + "a, " * MAX_LINE + "b\nenum other: c, c\n"
    diagnostics = read_text("case.rules", text).diagnostics.sorted()
    assert [(diagnostic.code, diagnostic.message, diagnostic.span.line) for diagnostic in diagnostics] == [
        ("E106", f"a line longer than {MAX_LINE} characters", 4)]
    assert len(render(diagnostics[0])) < 1_000


def test_a_line_of_a_playthrough_that_is_too_long() -> None:
    problems = read("case.play", PLAY + "Anna: " + "b, " * MAX_LINE + "c\nexpect\n").problems
    assert [(diagnostic.code, diagnostic.span.line) for diagnostic in problems] == [("E106", 4), ("E601", 5)]
    assert len(render(problems[0])) < 1_000


def test_branches_that_are_nested_too_deep() -> None:
    deep = PLAY + 'branch "on"\n' * 2_000 + "end\n" * 2_000 + "expect\n"
    problems = read("case.play", deep).problems
    assert [(diagnostic.message, diagnostic.span.line) for diagnostic in problems] == [
        (f"branches nested deeper than {MAX_BRANCHES}", 4 + MAX_BRANCHES), ("nothing is expected", 4_004)]


@pytest.mark.parametrize(("column", "shown"), [
    (3, "4 | ab" + "c" * 318 + "...\n  |   ^^\n"), (500, "4 | ..." + "c" * 320 + "...\n  | " + " " * 63 + "^^\n"),
    (998, "4 | ..." + "c" * 63 + "\n  | " + " " * 63 + "^^\n"),
])
def test_a_long_line_is_shown_around_the_place(column: int, shown: str) -> None:
    diagnostics = Diagnostics()
    source = Source("case.rules", HEADER + "ab" + "c" * 998 + "\n")
    diagnostics.add("E101", "this", Span(source, 4, column, 4, column + 2))
    assert render(diagnostics.sorted()[0]) + "\n" == f"error[E101]: this\n  --> case.rules:4:{column}\n  |\n{shown}"


def test_a_message_with_a_name_as_long_as_a_file_is_cut() -> None:
    diagnostics = Diagnostics()
    at = Span(Source("x.evaluation", "a" * 100_000), 1, 1, 1, 100_001)
    diagnostics.add("E201", f"unknown name `{'a' * 100_000}`", at, help="b" * 100_000, related=(("c" * 100_000, at),))
    text = render(diagnostics.sorted()[0])
    assert [line[-3:] for line in text.splitlines() if line[-1:] in ".abc"] == ["..."] * 5
    assert len(text) < 10_000


@pytest.mark.slow
def test_a_statement_with_very_many_values_is_read_soon() -> None:
    statement = '    "' + "{n} of the {n}, " * 600 + '"\n'
    text = HEADER + "play\n    check over\n\nend over\n    when yes\n    draw\n\nrule say(n: 0..9)\n" + statement * 8
    began = time.process_time()
    assert analyse(read_text("case.rules", text).declarations, 2, {}, Diagnostics()).symbols is not None
    assert time.process_time() - began < 60
