"""However a rulebook is written, it gets one layout, which says the same, keeps every comment, and stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rulewright.dsl.load.loader import read_text
from rulewright.dsl.parse import parse
from rulewright.dsl.source.chunks import cut
from rulewright.dsl.source.diagnostics import Diagnostics, RulebookError
from rulewright.dsl.source.span import Source, code_of
from rulewright.dsl.tools.dump import dump
from rulewright.dsl.tools.format import formatted
from rulewright.dsl.tools.format.text import laid_out

from ...docs.blocks import Block, blocks, framed
from ...sampled import sampled
from ...strategies import ROOT, any_text, mutated_rulebooks, written_otherwise

# One way in each run, another one each time; a text that is written otherwise by one seed does not get simpler by others.
ONE_EXAMPLE = settings(max_examples=1, deadline=None, phases=[Phase.generate])
SOME = settings(max_examples=6, deadline=None, phases=[Phase.generate])
LONG = settings(max_examples=3000, deadline=None, phases=[Phase.generate])

# The lines of a file that are written otherwise; the rest has its turn in other runs, and all of it in the slow ones.
STRETCH = 25
# Examples of these errors have no tree, so no layout either.
NOT_PARSED = {"E101", "E102", "E106"}


def example(block: Block) -> str:
    """A block of a document, in the frame that it is written for."""
    kind, *rest = block.words or ("",)
    place = rest if kind == "part" else rest[1:] if kind == "error" else []
    return framed(block.text, place[0] if place else "alone") if kind == "part" or place else block.text


def parses(text: str) -> bool:
    diagnostics = Diagnostics()
    parse(Source("example", text), diagnostics)
    return not diagnostics.failed


def rulebooks() -> Iterator[tuple[str, str]]:
    """Every file of rules that ships or that tests use, by its path."""
    folders = ("games", "cli/templates", "tests/fragments", "tests/docs/frames", "tests/dsl/golden")
    for path in sorted(path for folder in folders for path in (ROOT / folder).rglob("*.rules")):
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def examples() -> Iterator[tuple[str, str]]:
    """Every example of the documents but those of errors of the syntax, by its place; excerpts stand in rulebooks that ship."""
    pages = (*(ROOT / "docs").rglob("*.md"), *(ROOT / "cli" / "explanations").rglob("*.md"), ROOT / "README.md")
    for path in sorted(pages):
        for block in blocks(path, ROOT):
            if block.language == "rules" and not block.text.startswith(" ") and not NOT_PARSED & {*block.words}:
                yield str(block), example(block)


RULEBOOKS = list(rulebooks())
EXAMPLES = list(examples())


def every_fourth(first: int) -> pytest.MarkDecorator:
    """Have a test run for a stretch of every fourth file, from the first on; the slow run takes all files."""
    return pytest.mark.parametrize("text", [pytest.param(text, id=name, marks=[] if place % 4 == first else [pytest.mark.slow])
                                            for place, (name, text) in enumerate(RULEBOOKS)])


@st.composite
def stretches(draw: st.DrawFn, text: str) -> str:
    """Some of the declarations of a file that follow each other, another run of them each time; all of a short file."""
    lines = text.split("\n")
    if len(lines) <= STRETCH:
        return text
    starts = [chunk.line - 1 for chunk in cut(Source("case", text), Diagnostics())]
    begin = draw(st.randoms(use_true_random=True)).choice(starts)
    ends = [end for end in (*starts, len(lines)) if end > begin]
    end = max((end for end in ends if end <= begin + STRETCH), default=ends[0])
    return "\n".join(lines[begin:end]).rstrip() + "\n"


def comments(text: str) -> list[str]:
    lines = text.replace("\r\n", "\n").split("\n")
    return [comment for line in lines if (comment := line[len(code_of(line)):].strip())]


def words_of(text: str) -> str:
    """What a rulebook says: its tree, without the places of its nodes."""
    return re.sub(r" @\d+:\d+$", "", dump("ast", read_text("case", text)), flags=re.MULTILINE)


def assert_laid_out(text: str) -> str:
    after = formatted(Source("case", text))
    assert words_of(after) == words_of(text)
    assert comments(after) == comments(text)
    assert formatted(Source("case", after)) == after
    assert [line for line in after.split("\n") if line != line.rstrip() or "\t" in code_of(line)] == []
    return after


# `formatted` parses a text first, which takes most of the time; other tests parse all that ships. CI checks all files of games
# with `fmt --check`.
IN_LAYOUT = [*sampled([pytest.param(text, id=name) for name, text in RULEBOOKS if name.startswith("games/")], every=3),
             *(pytest.param(text, id=name) for name, text in (*RULEBOOKS, *EXAMPLES) if not name.startswith("games/"))]


@pytest.mark.parametrize("layout", [pytest.param(laid_out, id="alone"),
                                    pytest.param(formatted, id="parsed", marks=pytest.mark.slow)])
@pytest.mark.parametrize("text", IN_LAYOUT)
def test_what_ships_stands_in_the_layout(text: str, layout: Callable[[Source], str]) -> None:
    assert layout(Source("case", text)) == text


@every_fourth(0)
@ONE_EXAMPLE
@given(st.data())
def test_spaces_and_line_breaks_do_not_matter(text: str, data: st.DataObject) -> None:
    part = data.draw(stretches(text))
    assert assert_laid_out(data.draw(written_otherwise(part, comments=False))) == part


@every_fourth(2)
@ONE_EXAMPLE
@given(st.data())
def test_every_comment_is_kept_in_its_place(text: str, data: st.DataObject) -> None:
    assert_laid_out(data.draw(written_otherwise(data.draw(stretches(text)))))


@SOME
@given(st.sampled_from([text for _, text in EXAMPLES]).flatmap(written_otherwise))
def test_every_comment_of_an_example_is_kept_in_its_place(text: str) -> None:
    assert_laid_out(text)


@SOME
@given(st.one_of(mutated_rulebooks(), any_text))
def test_any_text_is_laid_out_or_explained(text: str) -> None:
    assert_laid_out_or_explained(text)


@pytest.mark.slow
@LONG
@given(st.one_of(mutated_rulebooks(), any_text, st.sampled_from([text for _, text in RULEBOOKS]).flatmap(written_otherwise)))
def test_any_text_for_long(text: str) -> None:
    assert_laid_out_or_explained(text)


def assert_laid_out_or_explained(text: str) -> None:
    if parses(text):
        assert_laid_out(text)
    else:
        with pytest.raises(RulebookError):
            formatted(Source("case", text))
