"""Playthroughs as text: what the lines say, and what is wrong with them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.playthroughs.lines.reader import KEYWORDS, read
from rulewright.interpreter.playthroughs.lines.rows import parts_of
from rulewright.interpreter.playthroughs.lines.syntax import Auto, BranchBlock, Expect, Moves, Part, Refuse

HEAD = "game g\nplayers Anna, Boris\n"


def test_a_line_of_moves() -> None:
    (line,) = read("x", HEAD + "Anna: red to court,  blue to T7 # both\n").lines
    assert isinstance(line, Moves)
    assert line == Moves(3, Part("Anna", 1), (Part("red to court", 7), Part("blue to T7", 22)))


def test_chance_with_and_without_its_word() -> None:
    plain, explicit = read("x", HEAD + "roll red, crown\nchance: roll red\n").lines
    assert isinstance(plain, Moves)
    assert isinstance(explicit, Moves)
    assert plain.seat is explicit.seat is None
    assert [part.text for part in explicit.parts] == ["roll red"]


def test_refusals_and_expectations() -> None:
    refuse, expect = read("x", HEAD + "refuse Boris: disc 3 because different\nexpect choices include a, f(b, c)\n").lines
    assert refuse == Refuse(3, Part("Boris", 8), Part("disc 3", 15), Part("different", 30))
    assert expect == Expect(4, "choices include", None, None, (Part("a", 24), Part("f(b, c)", 27)))


def test_branches_nest() -> None:
    (branch,) = read("x", HEAD + 'branch "a"\n  Anna: x\n  branch "b"\n    Anna: y\n  end\nend\n').lines
    assert isinstance(branch, BranchBlock)
    assert isinstance(branch.body[1], BranchBlock)


def test_auto_and_until() -> None:
    auto, until = read("x", HEAD + "auto 40 seed 7\nplay until n = 3 at most 9\n").lines
    assert auto == Auto(3, 40, None, 7)
    assert until == Auto(4, 9, Part("n = 3", 12), None)


@pytest.mark.parametrize(("text", "line", "message"), [
    ("players Anna\n", 1, "names no game"),
    (HEAD + "Ana: x\n", 3, "no player is called `Ana`"),
    (HEAD + "end\n", 3, "closes nothing"),
    (HEAD + 'branch "a"\nAnna: x\n', 3, "no end"),
    (HEAD + "refuse x\n", 3, "not understood"),
    (HEAD + "auto many\n", 3, "not understood"),
    (HEAD + "expect\n", 3, "nothing is expected"),
    ("game g\nplayers Anna, Anna\n", 2, "two players are called `Anna`"),
    ("game g\nseed x\n", 2, "not a number"),
    ("game g\nset x\n", 2, "sets nothing"),
])
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, message: str) -> None:
    problems = read("x", text).problems
    assert [(problem.span.line, message in problem.message) for problem in problems[:1]] == [(line, True)]


def test_a_file_that_was_cut_off_is_known() -> None:
    assert read("x", HEAD + "Anna: re").cut_off
    assert not read("x", HEAD + "Anna: red\n").cut_off


TEXTS = st.lists(st.one_of(st.sampled_from([word + " " for word in KEYWORDS]), st.sampled_from(["Anna: ", '"a"', "\n", "  "]),
                           st.text(max_size=12)), max_size=25).map("".join)


@pytest.mark.parametrize("examples", [100, pytest.param(2_000, marks=pytest.mark.slow)])
def test_any_text_is_read_or_explained(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(TEXTS)
    def is_read(text: str) -> None:
        read("x", text)

    is_read()


@given(st.text(alphabet="a,()[] ", max_size=30))
def test_parts_hold_all_that_is_written(text: str) -> None:
    joined = "".join(part.text for part in parts_of(text, 1))
    assert sorted(joined.replace(" ", "").replace(",", "")) == sorted(text.replace(" ", "").replace(",", ""))
